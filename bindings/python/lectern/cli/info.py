# SPDX-License-Identifier: BSD-3-Clause
"""Title, authors, format, length and accessibility of books.

With --json, an object a line: "path", "metadata" as in the manifest, "info" (schema publication-info), "accessibility"
(schema accessibility), and, unless --brief is given, "words" and "positions"."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Callable, Optional

from ..errors import LecternError
from ..publication import Publication
from .books import each, files
from .codes import DONE
from .screen import Screen

if TYPE_CHECKING:
    from .. import types

COUNTS: dict[str, Callable[[Publication], int]] = {
    "words": lambda book: book.word_count,
    "positions": lambda book: len(book.positions),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("books", nargs="+", metavar="BOOK", help="a book, or a folder of books")
    parser.add_argument(
        "--brief", action="store_true", help="do not count words and positions, for which a book is read"
    )
    parser.add_argument("--language", metavar="TAG", help="of the accessibility, such as de (en)")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    shown = 0

    def show(path: str, book: Publication) -> int:
        nonlocal shown
        accessibility = book.accessibility({"language": given.language})
        if screen.json:
            about = {"metadata": book.metadata, "info": book.info, "accessibility": accessibility}
            screen.data({"path": path, **about, **counted(given, book)})
        else:
            if shown:
                screen.line()
            screen.line((book.title, "heading"))
            screen.pairs(rows(path, book, counted(given, book)))
            if "accessibility" in book.metadata:
                screen.line()
                screen.pairs(claims(accessibility))
        shown += 1
        return DONE

    return each(files(given.books), screen, show)


def counted(given: argparse.Namespace, book: Publication) -> dict[str, Optional[int]]:
    """What the text has; None for a book without text, or whose text cannot be read."""
    found: dict[str, Optional[int]] = {}
    if not given.brief:
        for name, count in COUNTS.items():
            try:
                found[name] = count(book)
            except LecternError:
                found[name] = None
    return found


def rows(path: str, book: Publication, counts: dict[str, Optional[int]]) -> list[tuple[str, Optional[str]]]:
    info, about = book.info, book.metadata
    protection = info["protection"]
    return [
        ("Subtitle", book.subtitle),
        ("Authors", ", ".join(book.authors)),
        *(
            (role.capitalize() + "s", ", ".join(book.contributors(role)))
            for role in ("translator", "narrator", "editor")
        ),
        ("Publishers", ", ".join(book.publishers)),
        ("Published", book.published),
        ("Languages", ", ".join(book.languages)),
        ("Subjects", ", ".join(book.subjects)),
        ("Identifier", book.identifier),
        ("Format", info["format"]),
        ("Layout", info["presentation"].get("layout")),
        ("Direction", info["effectiveReadingProgression"]),
        ("Protection", protection and protection["name"]),
        ("Duration", duration(about.get("duration"))),
        ("Resources", f"{len(book.reading_order)} to read, {len(book.resources)} more"),
        *((name.capitalize(), f"{count:,}" if count else None) for name, count in counts.items()),
        ("Warnings", str(len(book.warnings) or "")),
        ("File", path),
    ]


def claims(accessibility: types.Accessibility) -> list[tuple[str, Optional[str]]]:
    """What there is metadata for, by the titles of the groups."""
    return [
        (group["title"], "; ".join(one["compact"] for one in group["statements"]))
        for group in accessibility["groups"]
        if group["shouldDisplay"]
    ]


def duration(seconds: Any) -> Optional[str]:
    if not seconds:
        return None
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
