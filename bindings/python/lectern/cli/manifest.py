# SPDX-License-Identifier: BSD-3-Clause
"""Prints the Readium Web Publication Manifest.

It is indented; with --json, it is on one line (schema manifest)."""

from __future__ import annotations

import argparse
import json

from ..publication import open
from .cells import clean
from .codes import DONE
from .screen import Screen


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    with open(given.book) as book:
        if screen.json:
            screen.data(book.manifest_text)
        else:
            for line in json.dumps(book.manifest, ensure_ascii=False, indent=2).splitlines():
                print(clean(line) if screen.is_terminal else line)
    return DONE
