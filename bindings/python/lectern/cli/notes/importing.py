# SPDX-License-Identifier: BSD-3-Clause
"""`lectern notes import`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional

from ... import notes
from ...errors import ArgumentError, JsonError
from ...publication import Publication
from ...publication import open as open_book
from ...store import Store
from ..codes import DONE, NOTHING, UsageError
from ..screen import Screen, naming
from .library import is_same, named

if TYPE_CHECKING:
    from ... import types

SUMMARIES = {"import": "reads notes of Thorium, Hypothesis, calibre, KOReader, Kindle and other programs"}
FORMATS = ("readium", "epub", "w3c", "hypothesis", "calibre", "koreader", "koreader-export", "kindle")


def arguments(parser: argparse.ArgumentParser, action: str) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="files of notes")
    parser.add_argument(
        "--book", metavar="BOOK", help="the file of the book, or a part of its title; by default, the file of notes says it"
    )
    parser.add_argument("--format", choices=FORMATS, help="by default, the content says what it is")
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
    order = [link["href"] for link in book.reading_order] if book is not None else (known or {}).get("readingOrder")
    options = {"format": given.format, "readingOrder": order, "skipInvalid": given.skip_invalid}
    options = {name: value for name, value in options.items() if value}
    try:
        with naming(path), open(path, "rb") as file, notes.read(file, **options) as pages:
            parts = list(pages)
    except ArgumentError as error:
        raise UsageError(f"{path}: {error.message} Name the file of the book with --book.") from None
    read = [note for part in parts for note in part["notes"]]
    if book is not None:
        publication = store.add_publication(book.identity)["id"]
        read = [{**note, "locator": notes.place(note, book)} for note in read]
    else:
        publication = (known or described(parts, path, store))["id"]
    with naming(path, JsonError):
        changed = notes.merge_into(store, ({**note, "publication": publication} for note in read))["changed"]
    report(path, parts, len(read), changed, screen)
    return DONE if read else NOTHING


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


def report(path: str, parts: Sequence[types.Notes], count: int, changed: int, screen: Screen) -> None:
    warnings, skipped = ([one for part in parts for one in part[name]] for name in ("warnings", "skipped"))
    if screen.json:
        screen.data({"path": path, "notes": count, "changed": changed, "warnings": warnings, "skipped": skipped})
        return
    screen.line((path, "heading"), f": {count:,} note{'s' * (count != 1)}, {changed:,} new or changed")
    for label, all in (("skipped", skipped), ("kept", warnings)):
        for one in all:
            screen.line("  ", (f"{label:<9}", one["severity"]), one["message"])
            screen.line("           ", (one["path"], "faint"))
