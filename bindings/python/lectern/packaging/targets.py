# SPDX-License-Identifier: BSD-3-Clause
"""Where the files of a package go: an archive or a folder."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import IO, Protocol

#: Media types whose files are compressed already.
_COMPRESSED = ("image/", "audio/", "video/", "application/pdf", "application/zip", "font/woff")
#: The same bytes give the same archive.
_TIME = (1980, 1, 1, 0, 0, 0)


class Target(Protocol):
    def add(self, path: str, kind: str = "", stored: bool = False) -> IO[bytes]:
        """A new file of this media type, to be written and closed before the next one.

        :param stored: not compressed, whatever its type is
        """


class Folder:
    def __init__(self, path: Path) -> None:
        path.mkdir(exist_ok=True)
        if any(path.iterdir()):
            raise FileExistsError(f"{path} is not empty")
        self.path = path

    def add(self, path: str, kind: str = "", stored: bool = False) -> IO[bytes]:
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        return open(file, "xb")


class Archive:
    def __init__(self, path: Path) -> None:
        self.zip = zipfile.ZipFile(path, "x")
        self.close = self.zip.close

    def add(self, path: str, kind: str = "", stored: bool = False) -> IO[bytes]:
        entry = zipfile.ZipInfo(path, _TIME)
        entry.external_attr = 0o644 << 16
        is_compressed = stored or kind.startswith(_COMPRESSED)
        entry.compress_type = zipfile.ZIP_STORED if is_compressed else zipfile.ZIP_DEFLATED
        # A file that is stored may have no extra field in its header (EPUB 3.3, 4.2.6.2).
        return self.zip.open(entry, "w", force_zip64=not stored)
