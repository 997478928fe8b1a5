# SPDX-License-Identifier: BSD-3-Clause
"""Prints the table of contents.

With --json, prints an array of links (schema links). The exit code is 1 if there is none."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .books import opened
from .codes import DONE, NOTHING
from .screen import Screen

if TYPE_CHECKING:
    from .. import types


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK")
    parser.add_argument("--depth", type=int, metavar="N", help="so many levels at most")
    parser.add_argument("--hrefs", action="store_true", help="with the addresses of the entries")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    with opened(given.book) as book:
        contents = book.toc
    if screen.json:
        screen.data(contents)
    else:
        show(contents, given, screen)
    return DONE if contents else NOTHING


def show(links: Sequence[types.Link], given: argparse.Namespace, screen: Screen, level: int = 0) -> None:
    if given.depth is not None and level >= given.depth:
        return
    for link in links:
        href = "  " + link["href"] if given.hrefs else ""
        screen.line("  " * level, link.get("title") or "-", (href, "faint"))
        show(link.get("children", []), given, screen, level + 1)
