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

#: The maximum number of warnings to keep; of others, only the number is recorded.
MOST_WARNINGS = 20


class Facts:
    """An open book, with cached results."""

    def __init__(self, book: Publication) -> None:
        self.book = book

    @functools.cached_property
    def counts(self) -> Optional[types.Statistics]:
        """None for a book without text.  Raises an error if the text cannot be read."""
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
        """None if there is no text, or if it cannot be read, which has already been recorded as a failure."""
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


#: The columns that come from the book, with their Arrow types.
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
    """A row with only these columns known."""
    return {**dict.fromkeys(COLUMNS), "path": path, "bytes": size(path), **known}


def described(path: str, with_text: bool) -> tuple[dict[str, Any], Optional[str]]:
    """The row of a book, and its text.  Columns that cannot be read are empty; the first failure is recorded as the
    error."""
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
    """The size of a file in bytes, or of all files in a folder."""
    try:
        return sum(map(os.path.getsize, _files(path))) if os.path.isdir(path) else os.path.getsize(path)
    except OSError:
        return None


def _files(folder: str) -> Iterator[str]:
    for parent, _, names in os.walk(folder):
        yield from (os.path.join(parent, name) for name in names)
