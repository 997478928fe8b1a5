# SPDX-License-Identifier: BSD-3-Clause
"""Opens a book, or a folder of books, in the browser.

The pages are only served to this machine, until Ctrl+C, or "Quit" on the shelf."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from .codes import DONE, UsageError
from .screen import Screen

#: Ctrl+C stops the server.
HANDLES_INTERRUPTS = True

PACKAGE = "lectern._reader"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK", help="a book, or a folder of books")
    parser.add_argument("--data", metavar="FOLDER", help="where notes, places and preferences are kept")
    parser.add_argument("--port", type=int, default=0, metavar="N", help="by default, one that is free; books use the next one")
    parser.add_argument("--reflow", action="store_true", help="show the text of PDFs instead of their pages")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")


def run(given: argparse.Namespace, screen: Screen) -> int:
    if not Path(given.book).exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), given.book)
    switches = {"--no-browser": given.no_browser, "--reflow": given.reflow}
    command = [given.book, f"--port={given.port}", *(name for name, is_on in switches.items() if is_on)]
    if given.data:
        command.append(f"--data={given.data}")
    reader().main(command)
    return DONE


def reader() -> Any:
    """The reader: part of this package in a wheel, a separate folder in a checkout."""
    if find_spec(PACKAGE) is None:
        folder = Path(__file__).resolve().parents[4] / "apps" / "reader"
        spec = spec_from_file_location(PACKAGE, folder / "__init__.py", submodule_search_locations=[str(folder)])
        if spec is None or spec.loader is None or not folder.is_dir():
            raise UsageError("This installation has no reader: install the wheel, or run it in a checkout of Lectern.")
        sys.modules[PACKAGE] = module = module_from_spec(spec)
        spec.loader.exec_module(module)
    return import_module(f"{PACKAGE}.__main__")
