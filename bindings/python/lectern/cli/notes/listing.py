# SPDX-License-Identifier: BSD-3-Clause
"""`lectern notes list` and `lectern notes search`."""

from __future__ import annotations

import argparse
import itertools
import re
from typing import TYPE_CHECKING

from ...store import Store
from ..cells import Span, clean, wrapped
from ..codes import DONE, NOTHING
from ..screen import Screen
from .library import filters, titles, wanted

if TYPE_CHECKING:
    from ... import types

SUMMARIES = {
    "list": "the notes of all books, or of some, as they are read",
    "search": "the notes that have all these words in their quotes, texts and tags",
}
#: The marker before the quote or the title of a note.
MARKS = {"bookmark": "■", "position": "▸"}
BAR = "▌"


def arguments(parser: argparse.ArgumentParser, action: str) -> None:
    if action == "search":
        parser.add_argument("query", metavar="QUERY")
    filters(parser)
    parser.add_argument("--max", type=int, metavar="N", help="so many notes at most")


def run(given: argparse.Namespace, store: Store, screen: Screen) -> int:
    query = given.query if given.action == "search" else None
    names, count, book, chapter = titles(store), 0, "", ""
    for count, note in enumerate(itertools.islice(wanted(given, store, query), given.max), 1):
        if screen.json:
            screen.data(note)
            continue
        title = names.get(note.get("publication"), note.get("publication", "-"))
        if count == 1 or title != book:
            if count > 1:
                screen.line()
            screen.line((title, "heading"))
            book, chapter = title, ""
        section = heading(note)
        if section != chapter:
            screen.line((section, "label"))
            chapter = section
        show(note, re.split(r"\s+", query.strip()) if query else [], screen)
    return DONE if count else NOTHING


def heading(note: types.Note) -> str:
    """The chapter of a note, or its document."""
    locator, headings = note.get("locator", {}), note.get("headings") or [{"text": ""}]
    # Stores keep members of imported files, whatever their types.
    return str(locator.get("title") or headings[-1]["text"] or locator.get("href", "-"))


def show(note: types.Note, words: list[str], screen: Screen) -> None:
    """Prints a note in a few lines: page and quote, text, tags and date."""
    locator, kind = note.get("locator", {}), note.get("kind", "")
    color = note.get("color", "")
    bar = (MARKS.get(kind, BAR), "color " + color if kind not in MARKS else "faint")
    page = locator.get("locations", {}).get("position") or note.get("page", "")
    quote = note.get("device") if kind == "position" else locator.get("text", {}).get("highlight")
    head = f"{page:>6}  "
    for line in lines(str(quote or locator.get("title") or locator.get("href", "")), screen):
        screen.line(head, bar, " ", found(line, words))
        head = " " * 8
    for line in lines(note.get("body", {}).get("text", ""), screen):
        screen.line(" " * 10, found(line, words))
    foot = [*("#" + tag for tag in note.get("tags", [])), (note.get("modified") or note.get("created") or "")[:10]]
    screen.line(" " * 10, ("  ".join(filter(None, foot)), "faint"))


def lines(text: str, screen: Screen) -> list[str]:
    """The lines of a text, wrapped to the width of a terminal."""
    whole = [clean(line) for line in text.splitlines() if line.strip()]
    if not screen.is_terminal:
        return whole
    return [part for line in whole for part in wrapped(line, max(20, screen.width - 12))]


def found(text: str, words: list[str]) -> list[Span]:
    """A text with the search words highlighted."""
    if not words:
        return [text]
    parts = re.split("(" + "|".join(map(re.escape, words)) + ")", text, flags=re.IGNORECASE)
    return [(part, "match") if index % 2 else part for index, part in enumerate(parts)]
