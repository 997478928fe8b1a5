# SPDX-License-Identifier: BSD-3-Clause
"""Prints the text of a book, or of some of its documents.

With --markdown, headings, lists, tables, emphasis, links, images and notes are written as Markdown. With --json, prints
one object per document and line: "href", "title", "text". The exit code is 1 if there is no text."""

from __future__ import annotations

import argparse

from ..errors import LecternError, UnsupportedError
from .books import opened
from .cells import clean_lines
from .codes import DONE, NOTHING
from .screen import Screen, typed


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK")
    parser.add_argument("hrefs", nargs="*", metavar="HREF", help="a document; all in the reading order by default")
    parser.add_argument("--markdown", action="store_true", help="with headings, lists, tables and notes as Markdown")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    found, failure = 0, None
    with opened(given.book) as book:
        for href in given.hrefs or [link["href"] for link in book.reading_order]:
            try:
                text = book.markdown(href=href) if given.markdown else book.text(href)
            except UnsupportedError as error:
                # Pictures in the reading order are skipped, because other items may be documents.
                failure = typed(error, given.book)
                if given.hrefs:
                    screen.complain(failure)
                continue
            except LecternError as error:
                screen.complain(typed(error, given.book))
                continue
            if screen.json:
                screen.data({"href": href, "title": book.link(href).get("title"), "text": text})
            elif text:
                print(("\n" if found else "") + (clean_lines(text) if screen.is_terminal else text))
            found += bool(text)
    if failure is not None and not found and not given.hrefs:
        screen.complain(failure, NOTHING)
    return DONE if found else NOTHING
