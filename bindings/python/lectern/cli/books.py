# SPDX-License-Identifier: BSD-3-Clause
"""Finds the books to process, and opens them one by one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Optional, Union

from ..about import build_info
from ..errors import LecternError
from ..publication import Publication, open, sniff
from .codes import DONE, NOTHING
from .screen import Screen, naming

#: Extensions of book files that can be opened.  Of recordings, only .m4b promises a whole book.
OPENED = {
    *(".epub", ".webpub", ".audiobook", ".divina", ".lpf", ".lcpdf", ".lcpau", ".lcpdi", ".lcpa"),
    *(".cbz", ".cbr", ".cb7", ".cbt", ".zab", ".m4b", ".pdf", ".fb2", ".fbz", ".daisy", ".mobi", ".prc", ".azw", ".azw3"),
}
#: Also books that can only be recognised.
ENDINGS = OPENED | {".lcpl", ".kfx"}
#: Extensions that books of DAISY and FictionBook share with files of all kinds: their content decides.
SHARED = {".zip", ".xml"}
#: Extensions of single documents.  They are books on a shelf, but in other folders they may be anything.
DOCUMENTS = {".html", ".htm", ".xhtml", ".xht", ".md", ".markdown", ".txt", ".text"}
#: Extensions of recordings that are parts of a book.
PARTS = (".mp3", ".m4a", ".ogg", ".oga", ".opus", ".flac", ".aac", ".wav")
#: Extensions of files beside the package document of DAISY 3.
DAISY = (".ncx", ".smil", ".xml")
#: Files in the folder of an exploded publication.
MARKS = ("META-INF/container.xml", "manifest.json", "publication.json", "ncc.html", "NCC.HTML")


def files(paths: Iterable[str], screen: Optional[Screen] = None, all: bool = False) -> Iterator[str]:
    """Yields books, including those in folders, in order.  A folder with an exploded publication is one book.

    :param screen: to say that a folder has no books
    :param all: every file in the folders, regardless of its extension
    """
    for path in paths:
        if not os.path.isdir(path) or is_book(path):
            yield path
            continue
        found = 0
        for found, book in enumerate(_below(path, all), 1):
            yield book
        if screen and not found:
            screen.complain(f"{path}: There are no books in this folder.", NOTHING)


def _below(folder: str, all: bool) -> Iterator[str]:
    for parent, folders, names in os.walk(folder):
        books = {name for name in folders if not all and is_book(os.path.join(parent, name))}
        folders[:] = sorted(set(folders) - books)
        wanted = (name for name in names if all or is_book_file(os.path.join(parent, name)))
        yield from (os.path.join(parent, name) for name in sorted([*wanted, *books]))


def is_book_file(path: str) -> bool:
    """Whether a file is a book by its extension, or by its content if the extension does not say it."""
    ending = os.path.splitext(path)[1].lower()
    return ending in ENDINGS or ending in SHARED and is_recognized(path)


def is_recognized(path: Union[str, Path]) -> bool:
    """Whether the content of a file is a book that can be opened."""
    try:
        with Path(path).open("rb") as file:
            return sniff(file, {"name": Path(path).name}).get("mediaType") in build_info()["formats"]
    except (LecternError, OSError):
        return False


def is_book(folder: str) -> bool:
    """Whether a folder is one book: an exploded publication; a package document or recordings without books among them."""
    if any(os.path.isfile(os.path.join(folder, mark)) for mark in MARKS):
        return True
    endings = {os.path.splitext(name)[1].lower() for name in os.listdir(folder)}
    is_package = ".opf" in endings and not endings.isdisjoint(DAISY)
    return (is_package or not endings.isdisjoint(PARTS)) and endings.isdisjoint(ENDINGS)


@contextmanager
def opened(path: str, **more: Any) -> Iterator[Publication]:
    """Opens a book.  Errors inside begin with the path as it was typed."""
    with naming(path), open(path, **more) as book:
        yield book


def each(paths: Iterable[str], screen: Screen, work: Callable[[str, Publication], int]) -> int:
    """Opens books one by one, and calls ``work`` for each.  Returns the highest exit code.

    A book that cannot be opened or read is reported and skipped.
    """
    code = DONE
    for path in paths:
        try:
            with opened(path) as book:
                code = max(code, work(path, book))
        except LecternError as error:
            screen.complain(error)
    return code
