# SPDX-License-Identifier: BSD-3-Clause
"""Reports mistakes in books, each with the document and the element: in the packaging, the metadata, the lists of files
and the contents. Chapters, style sheets and media overlays are not read.

A mistake is minor (a reader does not notice it), moderate (something was guessed or omitted) or major (a part is
missing or unusable). With --json, prints one object per line: "book", "severity", "message", "path". The exit code is 1
if a mistake is major, or at least as bad as --fail-on, and 3 if a book cannot be opened."""

from __future__ import annotations

import argparse

from ..publication import Publication
from .books import each, files
from .codes import DONE, NOTHING
from .screen import Screen

SEVERITIES = ("minor", "moderate", "major")
SCOPE = "Checked: packaging, metadata, lists of files, contents. Not checked: chapters, style sheets, media overlays."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("books", nargs="+", metavar="BOOK", help="a book, or a folder of books")
    parser.add_argument("--fail-on", choices=SEVERITIES, default="major", help="what makes the exit code 1 (major)")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    worst = SEVERITIES.index(given.fail_on)

    def check(path: str, book: Publication) -> int:
        warnings = book.warnings
        if screen.json:
            for one in warnings:
                screen.data({"book": path, **one})
        else:
            number = (
                f"{len(warnings)} mistake{'s' * (len(warnings) != 1)}" if warnings else "nothing to complain about"
            )
            screen.line((path, "heading"), ": ", (number, "" if warnings else "good"))
            for one in warnings:
                screen.line("  ", (f"{one['severity']:<9}", one["severity"]), one["message"])
                screen.line("           ", (one["path"], "faint"))
        return NOTHING if any(SEVERITIES.index(one["severity"]) >= worst for one in warnings) else DONE

    code = each(files(given.books, screen), screen, check)
    if not screen.json:
        screen.line((SCOPE, "faint"))
    return code
