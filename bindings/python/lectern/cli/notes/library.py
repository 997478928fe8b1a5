# SPDX-License-Identifier: BSD-3-Clause
"""The store with the notes, and the books in it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Optional

from ...errors import JsonError
from ...store import Store
from ..books import opened as opened_book
from ..codes import UsageError
from ..screen import naming, sentence

if TYPE_CHECKING:
    from ... import types

KINDS = ("bookmark", "highlight", "note", "position")


def default_store() -> str:
    """The path of the reader's store."""
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    folder = os.environ.get("LECTERN_READER_DATA") or os.path.join(base, "lectern-reader")
    return os.path.join(folder, "preferences.db")


@contextmanager
def opened(path: str, writes: bool) -> Iterator[Store]:
    """Opens a store.  It is created if the command writes; otherwise its file is not changed."""
    if writes:
        os.makedirs(os.path.dirname(path) or ".", mode=0o700, exist_ok=True)
    # Errors of books and of other files pass through here, too.
    with naming(path, always=False), Store(path, readOnly=not writes) as store:
        yield store


def private(path: str, flags: int) -> int:
    """An opener for files with notes: a new file is private to this user, regardless of the umask."""
    return os.open(path, flags, 0o600)


def filters(parser: argparse.ArgumentParser) -> None:
    """The options that select notes."""
    parser.add_argument("--book", metavar="BOOK", help="a file, or a part of the title")
    parser.add_argument("--kind", choices=KINDS, help="all but position, which is where a device has stopped reading")
    parser.add_argument("--tag", metavar="TAG", help="only notes with this tag")
    parser.add_argument("--color", metavar="COLOR", help="only this color, such as yellow or #RRGGBB")
    parser.add_argument("--since", metavar="DATE", help="changed on this day or later, such as 2026-01-31")
    parser.add_argument("--until", metavar="DATE", help="changed before this day")


def wanted(given: argparse.Namespace, store: Store, text: Optional[str] = None) -> Iterator[types.Note]:
    """The notes that match the options, book by book, in reading order."""
    query: dict[str, Any] = {name: getattr(given, name) for name in ("kind", "tag", "since", "until")}
    query = {name: value for name, value in {**query, "text": text}.items() if value}
    places = [{}] if given.book is None else [{"publication": one["id"]} for one in named(given.book, store)]
    try:
        for place in places:
            for note in store.notes(order="place", **place, **query):
                if given.color is None or note.get("color", "").lower() == given.color.lower():
                    yield note
    except JsonError as error:
        # Only the options can make the query invalid.
        raise UsageError(sentence(error)) from None


def named(name: str, store: Store) -> list[types.PublicationRecord]:
    """The records of the books identified by a file, an id, or a part of the title."""
    records = store.publications
    if os.path.exists(name):
        with opened_book(name) as book:
            identity = book.identity
        return [one for one in records if is_same(one, identity)]
    exact = [one for one in records if one["id"] == name]
    return exact or [one for one in records if name.casefold() in one.get("title", "").casefold()]


def is_same(record: types.PublicationRecord, identity: types.PublicationIdentity) -> bool:
    """Whether a record belongs to a copy of a book: the same bytes, or the same identifier and title."""
    if identity.get("hash") in record.get("hashes", []):
        return True
    return record.get("title") == identity.get("title") and identity.get("identifier") in record.get("identifiers", [])


def titles(store: Store) -> dict[Optional[str], str]:
    """The titles of the books, by id."""
    return {one["id"]: one.get("title") or one["id"] for one in store.publications}
