# SPDX-License-Identifier: BSD-3-Clause
"""`lectern notes import`."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional, get_args

from ... import notes
from ...errors import ArgumentError, JsonError
from ...publication import Publication
from ...publication import open as open_book
from ...store import Store
from ...types import NoteReadOptionsFormat
from ..codes import DONE, NOTHING, UsageError
from ..screen import Screen, naming
from .library import is_same, named

if TYPE_CHECKING:
    from ... import types

SUMMARIES = {"import": "reads notes of Thorium, Hypothesis, calibre, KOReader, Kindle, Kobo, Moon+ Reader, Readwise and other programs"}


def arguments(parser: argparse.ArgumentParser, action: str) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="files of notes")
    parser.add_argument(
        "--book", metavar="BOOK", help="the file of the book, or a part of its title; by default, the file of notes says it"
    )
    parser.add_argument("--format", choices=get_args(NoteReadOptionsFormat), help="by default, the content says what it is")
    parser.add_argument("--skip-invalid", action="store_true", help="leave out what cannot be read")


def run(given: argparse.Namespace, store: Store, screen: Screen) -> int:
    with naming(given.book or ""):
        book = open_book(given.book) if given.book and os.path.exists(given.book) else None
    try:
        return max(_import(path, book, given, store, screen) for path in given.files)
    finally:
        if book is not None:
            book.close()


def _import(
    path: str, book: Optional[Publication], given: argparse.Namespace, store: Store, screen: Screen
) -> int:
    known: Any = None if book is not None or given.book is None else one_of(named(given.book, store), given.book)
    identity: Any = book.identity if book is not None else known
    options = {
        "format": given.format, "readingOrder": (identity or {}).get("readingOrder"), "skipInvalid": given.skip_invalid,
    }
    options = {name: value for name, value in options.items() if value}
    try:
        with naming(path), open(path, "rb") as file, notes.read(file, **options) as pages:
            parts = list(pages)
    except ArgumentError as error:
        raise UsageError(f"{path}: {error.message} Name the file of the book with --book.") from None
    read = [note for part in parts for note in part["notes"]]
    read, others = of_book(read, (identity or {}).get("title", ""), path)
    if book is not None:
        publication = store.add_publication(identity)["id"]
        read = [{**note, "locator": notes.place(note, book)} for note in read]
    else:
        publication = (known or described(parts, path, store))["id"]
    with naming(path, JsonError):
        changed = notes.merge_into(store, ({**note, "publication": publication} for note in read))["changed"]
    report(path, parts, len(read), changed, others, screen)
    return DONE if read else NOTHING


def of_book(read: list[Any], title: str, path: str) -> tuple[list[Any], int]:
    """The notes of a book in a file with notes of several books, and the number of the others."""
    titles = {name for note in read if (name := book_title(note)) is not None}
    if len(titles) < 2:
        return read, 0
    wanted = {name for name in titles if is_title(name, title)}
    if not wanted:
        listed = ", ".join(sorted(titles)[:20])
        raise UsageError(f"{path} has notes of other books: name one of them with --book. They are: {listed}")
    kept = [note for note in read if book_title(note) in wanted]
    return kept, len(read) - len(kept)


def book_title(note: Any) -> Optional[str]:
    """The title of the book, which is the first heading of a note from a file with several books."""
    first: Any = (note.get("headings") or [{}])[0]
    return first["text"] if first.get("level") == 0 else None


def is_title(name: str, title: str) -> bool:
    """Whether one of the titles begins with the other, regardless of punctuation and of the author in parentheses."""
    texts = (re.sub(r"\s*\([^()]*\)\s*$", "", text).casefold() for text in (name, title))
    first, second = (re.findall(r"\w+", text) for text in texts)
    length = min(len(first), len(second))
    return length > 0 and first[:length] == second[:length]


def one_of(records: Sequence[types.PublicationRecord], name: str) -> types.PublicationRecord:
    if len(records) == 1:
        return records[0]
    raise UsageError(f"{len(records)} books of the store match {name}: name the file of the book with --book.")


def described(parts: Sequence[types.Notes], path: str, store: Store) -> types.PublicationRecord:
    """The book in the store that a file of notes refers to."""
    about: Any = parts[0].get("set", {}).get("about") if parts else None
    about = about if isinstance(about, dict) else {}
    identity: Any = {"identifier": about.get("dc:identifier"), "title": about.get("dc:title")}
    found = [one for one in store.publications if is_same(one, identity)]
    if len(found) == 1:
        return found[0]
    raise UsageError(f"{path} does not say which book of the store it is about: name the book with --book.")


def report(
    path: str, parts: Sequence[types.Notes], count: int, changed: int, others: int, screen: Screen
) -> None:
    warnings, skipped = ([one for part in parts for one in part[name]] for name in ("warnings", "skipped"))
    if screen.json:
        counts = {"notes": count, "changed": changed, "others": others}
        screen.data({"path": path, **counts, "warnings": warnings, "skipped": skipped})
        return
    of_others = f", {others:,} of other books left out" if others else ""
    screen.line((path, "heading"), f": {count:,} note{'s' * (count != 1)}, {changed:,} new or changed{of_others}")
    for label, all in (("skipped", skipped), ("kept", warnings)):
        for one in all:
            screen.line("  ", (f"{label:<9}", one["severity"]), one["message"])
            screen.line("           ", (one["path"], "faint"))
