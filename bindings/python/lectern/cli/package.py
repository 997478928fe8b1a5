# SPDX-License-Identifier: BSD-3-Clause
"""Writes a book as a Readium package or an EPUB, with all its resources.

The ending of an archive is .webpub, .audiobook for recordings, and .divina for comics, unless --out says otherwise;
an ending .epub, or --format epub, makes an EPUB, which takes books of XHTML, SVG and images.
With --folder, the files are written to a folder. With --json, prints an object with "path", "files", "bytes", "leftOut".
The exit code is 1 if a resource is missing."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from .. import packaging
from .books import opened
from .codes import DONE, NOTHING
from .screen import Screen


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK")
    parser.add_argument("-o", "--out", metavar="FILE", help="by default, the name of the book with another ending")
    parser.add_argument("--folder", action="store_true", help="a folder instead of an archive")
    parser.add_argument("--format", choices=packaging.FORMATS, help="by default, the ending of FILE decides")
    parser.add_argument("--stored", action="store_true", help="resources as they are stored, also encrypted ones")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    with opened(given.book) as book:
        info = book.info
        ending = ".epub" if given.format == "epub" else ".audiobook" if info["allAreAudio"] else ".divina" if info["allAreBitmap"] else ".webpub"
        name = Path(os.path.abspath(given.book)).stem
        out = Path(given.out or (f"{name}-package" if given.folder else name + ending))
        written = packaging.write(book, out, folder=given.folder, format=given.format, stored=given.stored)
    if screen.json:
        left_out = written.left_out
        screen.data({"path": str(out), "files": written.files, "bytes": written.bytes, "leftOut": left_out})
    else:
        screen.line(str(out), (f"  {written.files:,} files, {written.bytes:,} bytes", "faint"))
        for href in written.left_out:
            screen.line("  not in the book: ", (href, "faint"))
    return NOTHING if written.left_out else DONE
