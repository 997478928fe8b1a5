# SPDX-License-Identifier: BSD-3-Clause
"""Prints title, authors, format, length and accessibility of books.

With --json, prints one object per line: "path", "metadata" as in the manifest, "info" (schema publication-info),
"accessibility" (schema accessibility), and, without --brief, "words", "positions", and with --from "left" (schema
statistics). A place is the number of a position, a percentage such as 40%, an EPUB CFI, or an href."""

from __future__ import annotations

import argparse
import re
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


def place(text: str) -> dict[str, Any]:
    """Parses a location on the command line (schema locator-query)."""
    if text.isdecimal():
        return {"position": int(text)}
    if text.endswith("%"):
        try:
            return {"totalProgression": float(text[:-1]) / 100}
        except ValueError:
            pass
    return {"fragments": [text]} if text.startswith("epubcfi(") else {"href": text}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("books", nargs="+", metavar="BOOK", help="a book, or a folder of books")
    parser.add_argument(
        "--brief", action="store_true", help="do not count words and positions, for which a book is read"
    )
    parser.add_argument("--from", dest="place", type=place, metavar="PLACE", help="how much is left from there on")
    parser.add_argument("--language", metavar="TAG", help="of the accessibility, such as de (en)")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    shown = 0

    def show(path: str, book: Publication) -> int:
        nonlocal shown
        accessibility = book.accessibility({"language": given.language})
        left = left_from(given.place, book)
        if screen.json:
            about = {"metadata": book.metadata, "info": book.info, "accessibility": accessibility}
            screen.data({"path": path, **about, **counted(given, book), **({"left": left} if left else {})})
        else:
            if shown:
                screen.line()
            screen.line((book.title, "heading"))
            screen.pairs([*rows(path, book, counted(given, book)), *shown_left(left)])
            if "accessibility" in book.metadata:
                screen.line()
                screen.pairs(claims(accessibility))
        shown += 1
        return DONE

    return each(files(given.books, screen), screen, show)


def counted(given: argparse.Namespace, book: Publication) -> dict[str, Optional[int]]:
    """The counts of the text; None for a book without text, or if the text cannot be read."""
    found: dict[str, Optional[int]] = {}
    if not given.brief:
        for name, count in COUNTS.items():
            try:
                found[name] = count(book)
            except LecternError:
                found[name] = None
    return found


def left_from(place: Any, book: Publication) -> Any:
    """The remaining text after a location, in the book and in its chapter (schema statistics)."""
    if place is None:
        return None
    found = book.locate(place)
    progression = found.get("locations", {}).get("progression", 0.0)
    return book.statistics({"from": {"href": found["href"], "progression": progression}})["left"]


def shown_left(left: Any) -> list[tuple[str, Optional[str]]]:
    if not left:
        return []
    parts = [("Left", left), ("In chapter", left.get("section"))]
    return [(label, f"{minutes(one['minutes'])}, {one['words']:,} words") for label, one in parts if one]


def minutes(count: float) -> str:
    hours, rest = divmod(round(count), 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def pages(book: Publication) -> Optional[str]:
    """The pages of the printed edition, by label."""
    labels = [link.get("title") or "" for link in book.manifest.get("pageList", [])]
    return f"{labels[0]} to {labels[-1]}, {len(labels):,} in print" if labels else None


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
        ("Published", day(book.published)),
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
        ("Pages", pages(book)),
        ("Warnings", str(len(book.warnings) or "")),
        ("File", path),
    ]


def claims(accessibility: types.Accessibility) -> list[tuple[str, Optional[str]]]:
    """The accessibility statements, by the titles of their groups; None for groups without metadata."""
    return [
        (group["title"], "; ".join(one["compact"] for one in group["statements"]))
        for group in accessibility["groups"]
        if group["shouldDisplay"]
    ]


def day(time: Optional[str]) -> Optional[str]:
    """A time; the day alone if it is midnight, as of a date that the book gives without a time."""
    found = re.fullmatch(r"(\d{4}-\d\d-\d\d)T00:00(:00(\.0+)?)?(Z|[+-]00:?00)?", time or "")
    return found[1] if found else time


def duration(seconds: Any) -> Optional[str]:
    if not seconds:
        return None
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
