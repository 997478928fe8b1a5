# SPDX-License-Identifier: BSD-3-Clause
"""The resources of a publication, copied to a package."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional
from urllib.parse import unquote, urlsplit

from ..errors import NotFoundError
from ..publication import Publication
from .targets import Target

#: The bytes that are read at once.
_PIECE = 1 << 20


class Resources:
    """Copies resources, each of them once, and keeps a list of those that are missing.

    :param stored: copies the bytes of the file, without the services of the host
    """

    def __init__(self, book: Publication, target: Target, reserved: set[str], *, stored: bool = False) -> None:
        self.book = book
        self.target = target
        self.reserved = reserved
        self.stored = stored
        self.added: dict[str, dict[str, Any]] = {}
        self.size = 0
        self._left_out: dict[str, None] = {}

    @property
    def left_out(self) -> list[str]:
        return list(self._left_out)

    def copy(self, link: dict[str, Any]) -> Optional[str]:
        """The path of a resource in the package; None for one that cannot be in it."""
        if link.get("templated"):
            return None
        path = path_of(link["href"])
        if path in self.added:
            return path
        if path is not None and path not in self.reserved:
            try:
                self.size += self._written(link["href"], path)
                self.added[path] = link
                return path
            except NotFoundError:
                pass
        if path not in self.reserved:
            self._left_out[link["href"]] = None
        return None

    def _written(self, href: str, path: str) -> int:
        with (self.book.get_builtin if self.stored else self.book.get)(href) as resource:
            # Reads before the file is made, because a protected resource fails here.
            piece = resource.read(0, _PIECE)
            done = len(piece)
            with self.target.add(path, resource.link.get("type", "")) as file:
                file.write(piece)
                while len(piece) == _PIECE:
                    piece = resource.read(done, _PIECE)
                    file.write(piece)
                    done += len(piece)
        return done


def links(manifest: dict[str, Any], *roles: str) -> Iterator[dict[str, Any]]:
    """The links to resources, with their alternates and children."""
    waiting = [link for role in roles for link in manifest.get(role, ())]
    while waiting:
        link = waiting.pop(0)
        yield link
        waiting += [*link.get("alternate", ()), *link.get("children", ())]


def path_of(href: str) -> Optional[str]:
    """The path of a resource in the package; None for one that is not below the manifest."""
    parts = urlsplit(href)
    path = unquote(parts.path)
    is_inside = not (parts.scheme or parts.netloc) and not {"", ".", ".."} & set(path.split("/"))
    return path if is_inside and not {"\\", "\0"} & set(path) else None


def rels(link: dict[str, Any]) -> set[str]:
    rel = link.get("rel", ())
    return {rel} if isinstance(rel, str) else set(rel)


def is_route(link: dict[str, Any]) -> bool:
    """Whether a service of the reading system answers, and not a file."""
    return str(link["href"]).lstrip("/").startswith("~")
