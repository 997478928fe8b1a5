# SPDX-License-Identifier: BSD-3-Clause
# Serves a book, or a folder of books, to the browser of this machine, until Ctrl+C or "Quit" in the reader.
#
#   PYTHONPATH=bindings/python:apps python3 -m reader book.epub      (or: make read BOOK=book.epub)
import argparse
import math
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path

from .application import Application
from .opening import open_window
from .server import Server


def parsed(arguments):
    parser = argparse.ArgumentParser(prog="reader", description="Reads books in the browser, on this machine only.")
    parser.add_argument("book", type=Path, help="a book, or a folder of books")
    parser.add_argument("--data", type=Path, default=data_folder(), help="where notes, places and preferences are kept")
    parser.add_argument("--port", type=int, default=0, help="by default, one that is free; books use the next one")
    parser.add_argument("--scripts", action="store_true", help="let chapters run their scripts that the book calls scripted")
    parser.add_argument("--reflow", action="store_true", help="show the text of PDFs instead of their pages")
    parser.add_argument("--idle", type=float, default=math.inf, metavar="MINUTES", help="stop when no window is open for so long")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    return parser.parse_args(arguments)


def data_folder():
    """The data folder (XDG Base Directory Specification)."""
    if given := os.environ.get("LECTERN_READER_DATA"):
        return Path(given)
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "lectern-reader"


def has_display():
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def main(arguments=None):
    """Runs the reader with the arguments of the command line, or others."""
    given = parsed(arguments)
    if not given.book.exists():
        sys.exit(f"{given.book} does not exist.")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ExitStack() as stack:
        application = stack.enter_context(Application(given.book, given.data, given.scripts, given.reflow))
        server = stack.enter_context(Server(application, given.port))
        try:
            ends = "Ctrl+C ends it." if given.idle == math.inf else f"It ends when no window is open for {given.idle:g} minutes."
            print(f"Reading {given.book} at {server.url}", ends, sep="\n", flush=True)
            if not given.no_browser and has_display():
                stack.enter_context(open_window(server))
            server.wait(given.idle * 60)
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
