# SPDX-License-Identifier: BSD-3-Clause
"""The row of one book."""

from __future__ import annotations

import functools
import hashlib
import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Callable, Optional

from ..errors import LecternError, NotFoundError, UnsupportedError
from ..publication import Publication, open

if TYPE_CHECKING:
    from .. import types

#: Of more warnings than these, only the number is kept.
MOST_WARNINGS = 20


class Facts:
    """An open book, and what is asked of it more than once."""

    def __init__(self, book: Publication) -> None:
        self.book = book

    @functools.cached_property
    def counts(self) -> Optional[types.Statistics]:
        """None for a book without text.  Raises what its text cannot be read for."""
        try:
            self.book.word_count
        except UnsupportedError:
            return None
        return self.book.statistics()

    @functools.cached_property
    def warnings(self) -> list[str]:
        return [f"{one['path']}: {one['message']}" for one in self.book.warnings]

    def words(self) -> Optional[int]:
        return self.book.word_count if self.counts else None

    def characters(self) -> Optional[int]:
        found = self.counts
        return found["characters"] + found["notes"]["characters"] if found else None

    def text(self) -> Optional[str]:
        """None without any, and if it cannot be read, which is among the failures already."""
        try:
            return self.book.text()
        except LecternError:
            return None

    def cover_hash(self) -> Optional[str]:
        try:
            cover = self.book.cover()
        except NotFoundError:
            return None
        with cover:
            return hashlib.sha256(cover.read()).hexdigest()


#: What a book says: the columns with their types, as Arrow calls them.
OF_A_BOOK: dict[str, tuple[str, Callable[[Facts], Any]]] = {
    "title": ("string", lambda facts: facts.book.title),
    "authors": ("list", lambda facts: facts.book.authors),
    "language": ("string", lambda facts: facts.book.language),
    "identifier": ("string", lambda facts: facts.book.identifier),
    "publishers": ("list", lambda facts: facts.book.publishers),
    "published": ("string", lambda facts: facts.book.published),
    "format": ("string", lambda facts: facts.book.info["format"]),
    "words": ("int64", Facts.words),
    "characters": ("int64", Facts.characters),
    "positions": ("int64", lambda facts: len(facts.book.positions)),
    "cover_sha256": ("string", Facts.cover_hash),
    "warnings": ("int64", lambda facts: len(facts.warnings)),
    "warning_messages": ("list", lambda facts: facts.warnings[:MOST_WARNINGS]),
}

#: All columns.
COLUMNS: dict[str, str] = {
    "path": "string",
    **{name: kind for name, (kind, _) in OF_A_BOOK.items()},
    "error_status": "string",
    "error_message": "string",
    "error_path": "string",
    "seconds": "double",
    "bytes": "int64",
}


def row(path: str, **known: Any) -> dict[str, Any]:
    """A row in which only so much is known."""
    return {**dict.fromkeys(COLUMNS), "path": path, "bytes": size(path), **known}


def described(path: str, with_text: bool) -> tuple[dict[str, Any], Optional[str]]:
    """The row of a book, and its text.  What cannot be read is empty, and the first reason is the error."""
    start, text, found, failures = time.monotonic(), None, {}, []
    try:
        with open(path) as book:
            facts = Facts(book)
            for name, (_, ask) in OF_A_BOOK.items():
                try:
                    found[name] = ask(facts)
                except LecternError as error:
                    failures.append(error)
            if with_text:
                text = facts.text()
    except LecternError as error:
        failures.append(error)
    for failure in failures[:1]:
        found.update(error_status=failure.status, error_message=failure.message, error_path=failure.path)
    return row(path, **found, seconds=round(time.monotonic() - start, 4)), text


def size(path: str) -> Optional[int]:
    """The bytes of a file, or of all files of a folder."""
    try:
        return sum(map(os.path.getsize, _files(path))) if os.path.isdir(path) else os.path.getsize(path)
    except OSError:
        return None


def _files(folder: str) -> Iterator[str]:
    for parent, _, names in os.walk(folder):
        yield from (os.path.join(parent, name) for name in names)
