# SPDX-License-Identifier: BSD-3-Clause
"""Searches the text of books.

Case and accents are ignored by default. With --json, prints one locator per line (schema locator), with "path" for the
book. The exit code is 1 if there are no matches."""

from __future__ import annotations

import argparse
import itertools
import json

from ..errors import ArgumentError, UnsupportedError
from ..match import Match
from ..publication import Publication
from .books import each, files
from .cells import Span
from .codes import DONE, NOTHING, UsageError
from .screen import Screen, typed

#: Options of the command, and the corresponding options of the library (schema search-options).
SWITCHES = {
    "--case": ("caseSensitive", "capital letters count"),
    "--accents": ("diacriticSensitive", "accents count"),
    "--word": ("wholeWord", "whole words only"),
    "--exact": ("exact", "every character counts as it is"),
    "--regex": ("regularExpression", "the query is a regular expression"),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", metavar="QUERY")
    parser.add_argument("books", nargs="+", metavar="BOOK", help="a book, or a folder of books")
    for name, (option, help) in SWITCHES.items():
        parser.add_argument(name, dest=option, action="store_true", help=help)
    parser.add_argument("--max", type=int, metavar="N", help="so many matches in a book at most")
    parser.add_argument("--around", type=int, default=40, metavar="N", help="characters on each side of a match (40)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--list", action="store_true", help="only the books that have a match")
    how.add_argument("--count", action="store_true", help="only the number of matches of each book")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    options = {option: True for option, _ in SWITCHES.values() if getattr(given, option)}
    books = list(files(given.books, screen))
    found = 0
    with screen.progress("Searching", len(books)) as report:

        def search(path: str, book: Publication) -> int:
            nonlocal found
            try:
                matches = itertools.islice(
                    book.matches(given.query, json.dumps(options)), 1 if given.list else given.max
                )
                count = show(path, book, matches, given, screen, alone=len(books) == 1)
            except ArgumentError as error:  # of the query, for each book
                raise UsageError(f"{given.query}: {error.message}") from None
            except UnsupportedError as error:
                # With many books, some have no text.
                if len(books) == 1:
                    screen.complain(typed(error, path))
                return DONE
            found += count
            return DONE

        for done, path in enumerate(books):
            report(done, path)
            each([path], screen, search)
    return DONE if found else NOTHING


def show(
    path: str,
    book: Publication,
    matches: itertools.islice[Match],
    given: argparse.Namespace,
    screen: Screen,
    alone: bool,
) -> int:
    """Prints the matches in one book, and returns their number."""
    count, chapter = 0, None
    for count, match in enumerate(matches, 1):
        if screen.json and not given.count:
            screen.data({"path": path, **match.locator})
        elif given.list:
            screen.line(path)
        elif not given.count:
            if count == 1 and not alone:
                screen.line((book.title, "heading"), "  ", (path, "faint"))
            if (count == 1 and match.title) or match.title != chapter:
                screen.line("" if alone else "  ", (match.title or "-", "label"))
                chapter = match.title
            screen.line(f"{match.position or '':>6}  ", snippet(match, given.around))
    if given.count and (count or alone):
        if screen.json:
            screen.data({"path": path, "count": count})
        else:
            screen.line(*([] if alone else [path, ": "]), (str(count), "number"))
    elif count and not (screen.json or given.list or alone):
        screen.line()
    return count


def snippet(match: Match, around: int) -> list[Span]:
    """A match with some context on both sides, cut at word boundaries."""
    before, after = match.before, match.after
    if len(before) > around:
        before = "…" + before[-around:].partition(" ")[2] if around else ""
    if len(after) > around:
        after = after[:around].rpartition(" ")[0] + "…" if around else ""
    return [before, (match.text, "match"), after]
