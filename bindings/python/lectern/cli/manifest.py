# SPDX-License-Identifier: BSD-3-Clause
"""Prints the Readium Web Publication Manifest.

It is indented; with --json, it is on one line (schema manifest)."""

from __future__ import annotations

import argparse
import json

from .books import opened
from .cells import escaped
from .codes import DONE
from .screen import Screen


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    with opened(given.book) as book:
        if screen.json:
            screen.data(book.manifest_text)
        else:
            for line in json.dumps(book.manifest, ensure_ascii=False, indent=2).split("\n"):
                print(escaped(line) if screen.is_terminal else line)
    return DONE
