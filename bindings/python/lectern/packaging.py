# SPDX-License-Identifier: BSD-3-Clause
"""Packages: a publication with all its resources in one file, or in a folder.

    from lectern import packaging

    packaging.write(book, "book.webpub")

The result is a Readium package: manifest.json, and the resources at their hrefs.  It has what the
publication serves: the manifest of the host, if there is one, and resources that its services have
changed or decrypted.
"""

from __future__ import annotations

import json
import os
import secrets
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any, NamedTuple, Optional, Protocol
from urllib.parse import unquote, urlsplit

from ._values import PathInput
from .errors import NotFoundError
from .publication import Publication

MANIFEST = "manifest.json"
#: The bytes that are read at once.
_PIECE = 1 << 20
#: Media types whose files are compressed already.
_COMPRESSED = ("image/", "audio/", "video/", "application/pdf", "application/zip", "font/woff")
#: The same bytes give the same archive.
_TIME = (1980, 1, 1, 0, 0, 0)


class Written(NamedTuple):
    """What a package has."""

    #: The number of files, without the manifest, and their bytes.
    files: int
    bytes: int
    #: The hrefs of resources that are not in the package: missing ones, and those of other sites.
    left_out: list[str]


def write(book: Publication, target: PathInput, *, folder: bool = False) -> Written:
    """Writes a publication to an archive, or to a new or empty folder.

    An archive appears under its name when it is complete.  Raises ProtectedError for a resource that
    no service decrypts, and FileExistsError for a folder with files.
    """
    path = Path(os.fsdecode(target))
    if folder:
        return _filled(book, _Folder(path))
    partial = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with closing(_Archive(partial)) as archive:
            written = _filled(book, archive)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return written


class _Target(Protocol):
    def add(self, path: str, kind: str) -> IO[bytes]: ...


class _Folder:
    def __init__(self, path: Path) -> None:
        path.mkdir(exist_ok=True)
        if any(path.iterdir()):
            raise FileExistsError(f"{path} is not empty")
        self.path = path

    def add(self, path: str, kind: str) -> IO[bytes]:
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        return open(file, "xb")


class _Archive:
    def __init__(self, path: Path) -> None:
        self.zip = zipfile.ZipFile(path, "x")
        self.close = self.zip.close

    def add(self, path: str, kind: str) -> IO[bytes]:
        entry = zipfile.ZipInfo(path, _TIME)
        entry.external_attr = 0o644 << 16
        is_compressed = kind.startswith(_COMPRESSED)
        entry.compress_type = zipfile.ZIP_STORED if is_compressed else zipfile.ZIP_DEFLATED
        return self.zip.open(entry, "w", force_zip64=True)


def _filled(book: Publication, target: _Target) -> Written:
    manifest = json.loads(book.manifest_text)
    manifest["links"] = [link for link in manifest.get("links", ()) if not _is_of_source(link)]
    added: set[str] = set()
    left_out: dict[str, None] = {}
    size = 0
    for link in _links(manifest):
        path = _path(link)
        if path is None or path == MANIFEST:
            if path is None and not link.get("templated"):
                left_out[link["href"]] = None
            continue
        if path not in added:
            try:
                size += _copied(book, link["href"], target, path)
            except NotFoundError:
                left_out[link["href"]] = None
                continue
            added.add(path)
        # The bytes that were read are not encrypted any more.
        link.get("properties", {}).pop("encrypted", None)
    with target.add(MANIFEST, "") as file:
        file.write(json.dumps(manifest, ensure_ascii=False, indent=2).encode("utf-8"))
    return Written(len(added), size, list(left_out))


def _is_of_source(link: dict[str, Any]) -> bool:
    """Services, the address of the manifest, and the licence, which the package does not need."""
    rel = link.get("rel", ())
    rels = {rel} if isinstance(rel, str) else set(rel)
    return link["href"].lstrip("/").startswith("~") or bool(rels & {"self", "license"})


def _links(manifest: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The links to resources, with their alternates and children."""
    waiting = [
        link for role in ("readingOrder", "resources", "links") for link in manifest.get(role, ())
    ]
    while waiting:
        link = waiting.pop(0)
        yield link
        waiting += [*link.get("alternate", ()), *link.get("children", ())]


def _path(link: dict[str, Any]) -> Optional[str]:
    """The path of a resource in the package; None for one that is not below the manifest."""
    if link.get("templated"):
        return None
    parts = urlsplit(link["href"])
    path = unquote(parts.path)
    steps = path.split("/")
    is_inside = not (parts.scheme or parts.netloc) and not {"", ".", ".."} & set(steps)
    return path if is_inside and not {"\\", "\0"} & set(path) else None


def _copied(book: Publication, href: str, target: _Target, path: str) -> int:
    with book.get(href) as resource:
        # Reads before the file is made, because a protected resource fails here.
        piece = resource.read(0, _PIECE)
        done = len(piece)
        with target.add(path, resource.link.get("type", "")) as file:
            file.write(piece)
            while len(piece) == _PIECE:
                piece = resource.read(done, _PIECE)
                file.write(piece)
                done += len(piece)
    return done
