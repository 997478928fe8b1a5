# SPDX-License-Identifier: BSD-3-Clause
"""Prints the positions, which divide a book into parts of about a page.

With --json, prints {"total": ..., "positions": [...]} (schema positions). The exit code is 1 if there are none."""

from __future__ import annotations

import argparse

from .books import opened
from .codes import DONE, NOTHING
from .screen import Screen


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    with opened(given.book) as book:
        positions = book.positions
        if screen.json:
            screen.data(book.positions_text)
            return DONE if positions else NOTHING
    rows = []
    for locator in positions:
        places = locator.get("locations", {})
        share = places.get("totalProgression", 0)
        rows.append([places.get("position", 0), f"{share:4.0%}", locator.get("title") or "", locator["href"]])
    if rows:
        screen.table(rows, ["number", "faint", "", "faint"])
    return DONE if rows else NOTHING
