# SPDX-License-Identifier: BSD-3-Clause
"""`lectern notes export`."""

from __future__ import annotations

import argparse
import io
import itertools
import os
import sys
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ... import notes
from ...errors import JsonError
from ...publication import open as open_book
from ...store import Store
from ..cells import clean_lines
from ..codes import DONE, NOTHING, UsageError
from ..screen import Screen, naming
from .library import filters, private, wanted

if TYPE_CHECKING:
    from ... import types

SUMMARIES = {"export": "writes the notes of a book for other programs, or as a text"}
#: The supported formats, with their file extensions.
FORMATS = {
    "markdown": ".md",
    "html": ".html",
    "csv": ".csv",
    "readium": ".annotation",
    "w3c": ".jsonld",
    "epub": ".annotations.json",
    "koreader": ".epub.lua",
    "calibre": ".calibre_bookmarks.txt",
}
#: Formats with exact places, which the file of the book determines.
EXACT = {"koreader", "calibre"}


def arguments(parser: argparse.ArgumentParser, action: str) -> None:
    filters(parser)
    parser.add_argument("--format", choices=FORMATS, default="markdown", help="of the file (markdown)")
    parser.add_argument(
        "-o", "--out", metavar="FILE", help="by default, standard output; a folder gets a file for each book"
    )
    parser.add_argument("--protected", action="store_true", help="leave out the text of the book")


def run(given: argparse.Namespace, store: Store, screen: Screen) -> int:
    found = wanted(given, store)
    books = [(id, list(part)) for id, part in groupby(found, lambda note: note.get("publication", ""))]
    records = {one["id"]: one for one in store.publications}
    is_folder = given.out is not None and os.path.isdir(given.out)
    if len(books) > 1 and not is_folder:
        raise UsageError(f"These are notes of {len(books)} books: choose one with --book, or name a folder with --out.")
    used: set[str] = set()
    for id, part in books:
        options = about(records.get(id), given)
        if given.format in EXACT:
            part = exact(part, options, given)
        if given.out is None:
            show(part, options, screen)
            continue
        path = free(given.out, options["title"], FORMATS[given.format], used) if is_folder else given.out
        save(path, part, options)
        if screen.json:
            screen.data({"path": path, "notes": len(part)})
        else:
            screen.line(path, (f"  {len(part):,} note{'s' * (len(part) != 1)}", "faint"))
    return DONE if books else NOTHING


def about(record: Any, given: argparse.Namespace) -> dict[str, Any]:
    """Options that apply to all notes (schema note-write-options)."""
    record = record or {}
    described = {"dc:identifier": (record.get("identifiers") or [None])[0], "dc:title": record.get("title")}
    return {
        "format": given.format,
        "protected": given.protected,
        "readingOrder": record.get("readingOrder", []),
        "title": record.get("title") or "Notes",
        "about": {name: value for name, value in described.items() if value},
    }


def exact(part: Sequence[types.Note], options: dict[str, Any], given: argparse.Namespace) -> list[Any]:
    """Completes the places with the help of the book, if its file is named.  The last place belongs to the first part."""
    ordered: list[Any] = sorted(part, key=lambda note: note.get("kind") != "position")
    if given.book is None or not os.path.exists(given.book):
        if not options["readingOrder"]:
            raise UsageError("This format numbers the documents of the book: name its file with --book.")
        return ordered
    with naming(given.book, always=False), open_book(given.book) as book:
        options["readingOrder"] = book.identity.get("readingOrder", [])
        return [{**note, "locator": notes.place(note, book, exact=True)} for note in ordered]


def show(part: Sequence[types.Note], options: dict[str, Any], screen: Screen) -> None:
    """Writes to standard output: sanitized for a terminal, otherwise unchanged."""
    if screen.is_terminal:
        text = io.BytesIO()
        notes.write_to(text, part, **options)
        print(clean_lines(text.getvalue().decode()))
    else:
        notes.write_to(sys.stdout.buffer, part, **options)
        sys.stdout.buffer.flush()


def free(folder: str, title: str, ending: str, used: set[str]) -> str:
    """An unused path for the notes of a book in this export."""
    names = (notes.file_name(title, f" {number}{ending}" if number > 1 else ending) for number in itertools.count(1))
    name = next(name for name in names if name.casefold() not in used)
    used.add(name.casefold())
    return os.path.join(folder, name)


def save(path: str, part: Sequence[types.Note], options: dict[str, Any]) -> None:
    """Writes a file, after all of its content has been generated."""
    text = io.BytesIO()
    with naming(path, JsonError):
        notes.write_to(text, part, **options)
    with open(path, "wb", opener=private) as file:
        file.write(text.getvalue())
