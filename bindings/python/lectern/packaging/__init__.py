# SPDX-License-Identifier: BSD-3-Clause
"""Packages: a publication with all its resources in one file, or in a folder.

    from lectern import packaging

    packaging.write(book, "book.webpub")
    packaging.write(book, "book.epub")

The result is a Readium package, or an EPUB if its name ends with .epub.  It has what the publication
serves: the manifest of the host, if there is one, and resources that its services have changed or
decrypted.  With ``stored=True``, it has the bytes of the files as they are.
"""

from __future__ import annotations

import os
import secrets
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, Optional

from .._values import PathInput
from ..publication import Publication
from . import epub, readium
from .targets import Archive, Folder, Target

#: The function that writes each format.
_FORMATS = {"webpub": readium.fill, "epub": epub.fill}
FORMATS = tuple(_FORMATS)


class Written(NamedTuple):
    """What a package has."""

    #: The number of resources, and their bytes.
    files: int
    bytes: int
    #: The hrefs of resources that are not in the package: missing ones, and those of other sites.
    left_out: list[str]


def write(
    book: Publication, target: PathInput, *, folder: bool = False, format: Optional[str] = None, stored: bool = False
) -> Written:
    """Writes a publication to an archive, or to a new or empty folder.

    An archive appears under its name when it is complete.  Raises ProtectedError for a resource that
    no service decrypts, UnsupportedError for an EPUB of what is neither XHTML, SVG nor an image, and
    FileExistsError for a folder with files.

    :param format: ``webpub`` or ``epub``; by default, the ending of the name decides
    :param stored: copies resources as they are stored, also encrypted ones, without the services of
        the host
    """
    path = Path(os.fsdecode(target))
    chosen = format or ("epub" if path.suffix.lower() == ".epub" else "webpub")
    if folder:
        return _filled(book, Folder(path), chosen, stored)
    partial = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with closing(Archive(partial)) as archive:
            written = _filled(book, archive, chosen, stored)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return written


def _filled(book: Publication, target: Target, format: str, stored: bool) -> Written:
    resources = _FORMATS[format](book, target, stored=stored)
    return Written(len(resources.added), resources.size, resources.left_out)
