# SPDX-License-Identifier: BSD-3-Clause
"""Builds a table of many books, one row each.

Columns: path, title, authors, language, identifier, publishers, published, format, words, characters, positions,
cover_sha256, warnings, warning_messages, error_status, error_message, error_path, seconds, bytes.

A source is a folder, a book, or a file with one path per line; - is standard input. A book that cannot be read becomes
a row with an error. Run the same command to resume after an interruption, with the same list of books. With --json,
prints a summary as an object. The exit code is 0 if there is a row for each book, even if rows have errors."""

from __future__ import annotations

import argparse
import errno
import logging
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..catalogue import Catalogue, CatalogueError, Options, Progress
from ..catalogue.process import Limits
from .books import files, is_book_file
from .codes import DONE, NOTHING, UsageError
from .screen import Screen

#: The child processes must be killed first.
HANDLES_INTERRUPTS = True


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sources", nargs="+", metavar="FOLDER-OR-LIST", help="folders, books, lists of paths")
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="FILE.parquet, .csv or .jsonl")
    parser.add_argument(
        "--text", type=Path, metavar="FOLDER", help="write the texts as well, to Parquet files with path and text"
    )
    parser.add_argument("--all", action="store_true", help="every file in the folders, whatever its name")
    parser.add_argument(
        "--workers",
        type=int,
        default=processors(),
        metavar="N",
        help="processes on this machine that read books (as many as it has processors)",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="a Dask scheduler, such as tcp://host:8786, whose workers see the same files",
    )
    parser.add_argument("--seconds", type=float, default=60, metavar="N", help="for one book at most (60)")
    parser.add_argument(
        "--megabytes", type=int, default=4096, metavar="N", help="of memory for one book at most, 0 for all (4096)"
    )
    parser.add_argument(
        "--restart", action="store_true", help="do not go on, but begin anew and replace what is there"
    )
    parser.add_argument("--json", action="store_true", help="for programs")


def processors() -> int:
    """The number of processors available to this process, if the system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(given: argparse.Namespace, screen: Screen) -> int:
    if given.workers < 1 or given.seconds <= 0 or given.megabytes < 0:
        raise UsageError("--workers and --seconds must be greater than 0, and --megabytes must not be negative.")
    for source in given.sources:
        if source != "-" and not os.path.exists(source):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), source)
    # Otherwise distributed would report each connection that ends.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    options = Options(given.workers, given.cluster, Limits(given.seconds, given.megabytes), given.text)
    same = {
        "sources": list(map(os.path.abspath, given.sources)),
        "all": given.all,
        "text": given.text and str(given.text.absolute()),
    }
    start = time.monotonic()
    try:
        catalogue = Catalogue(given.out, options)
        with screen.progress("Reading books") as report:
            done = catalogue.make(
                paths(given.sources, given.all), same, lambda so_far: report(*told(so_far)), given.restart
            )
    except CatalogueError as error:
        raise UsageError(str(error)) from None
    summary = {"path": str(given.out), **done._asdict(), "seconds": round(time.monotonic() - start, 3)}
    if screen.json:
        screen.data(summary)
    else:
        screen.line(
            (str(given.out), "heading"),
            f": {done.books:,} books, {done.errors:,} with errors, in {summary['seconds']:,.1f} seconds",
        )
        if done.resumed:
            screen.line((f"{done.resumed:,} of them are from an earlier run.", "faint"))
    return DONE if done.books else NOTHING


def told(so_far: Progress) -> tuple[int, str, int]:
    return so_far.books, f"{so_far.errors:,} with errors", so_far.total


def paths(sources: Iterable[str], all: bool) -> Iterator[str]:
    """The absolute paths of the books in the sources."""
    for source in sources:
        listed = source == "-" or not (os.path.isdir(source) or is_book_file(source))
        found = lines(source) if listed else files([source], all=all)
        yield from map(os.path.abspath, found)


def lines(source: str) -> Iterator[str]:
    """The lines of a list, with paths relative to the current directory."""
    if source == "-":
        yield from filter(None, (line.rstrip("\r\n") for line in sys.stdin))
        return
    with open(source, encoding="utf-8", errors="surrogateescape") as file:
        yield from filter(None, (line.rstrip("\r\n") for line in file))
