# SPDX-License-Identifier: BSD-3-Clause
"""Finds, exports, imports and merges bookmarks, highlights and notes.

They are kept in a store: the reader's, unless --store names another file. A book is a file, or a part of the title of a
book in the store. With --json, prints one note per line (schema note), or a summary. The exit code is 1 if no notes
were found."""

from __future__ import annotations

import argparse
from types import ModuleType

from ..screen import Screen
from . import devices, exporting, importing, listing
from .library import default_store, opened

ACTIONS: dict[str, ModuleType] = {
    "list": listing,
    "search": listing,
    "export": exporting,
    "import": importing,
    "changes": devices,
    "merge": devices,
}
#: Actions that write to the store, and create its file if necessary.
WRITES = {"import", "merge"}


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, module in ACTIONS.items():
        summary = module.SUMMARIES[name]
        one = actions.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        module.arguments(one, name)
        one.add_argument("--store", metavar="FILE", default=default_store(), help="where notes are kept (by the reader)")
        one.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    with opened(given.store, writes=given.action in WRITES) as store:
        code: int = ACTIONS[given.action].run(given, store, screen)
        return code
