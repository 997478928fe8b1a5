# SPDX-License-Identifier: BSD-3-Clause
"""Builds the missing parts of a catalogue."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from typing import Any, Callable, NamedTuple, Optional

from .engine import run_elsewhere, run_here
from .part import FORMATS, arrow, assemble, write_part
from .plan import PLAN, CatalogueError, Part, Plan
from .process import Limits


class Options(NamedTuple):
    """Options for building a catalogue."""

    #: The number of processes on this machine that read books.
    workers: int = 1
    #: The address of a Dask scheduler whose workers are used instead.
    cluster: Optional[str] = None
    limits: Limits = Limits(60, 4096)
    #: The folder for the texts, if they are wanted.
    text: Optional[Path] = None


class Progress(NamedTuple):
    """The progress of a catalogue."""

    books: int
    total: int
    errors: int
    #: The number of books that an earlier run had finished.
    resumed: int


class Catalogue:
    """An output file, and the folder next to it with the finished parts."""

    def __init__(self, out: Path, options: Options) -> None:
        if out.suffix not in FORMATS:
            raise CatalogueError(f"{out} does not end with {', '.join(FORMATS)}.")
        for name in "pyarrow.parquet", "dask" if options.cluster is None else "distributed":
            try:
                arrow(name)
            except ImportError:
                raise CatalogueError("A catalogue requires more packages: pip install dask distributed pyarrow rich.") from None
        self.out, self.given, self.options = out.absolute(), out, options
        self.folder = self.out.with_name(f"{out.name}.parts")

    def make(
        self,
        paths: Iterable[str],
        arguments: dict[str, Any],
        report: Callable[[Progress], None],
        restart: bool = False,
    ) -> Progress:
        """Reads the books and writes the catalogue, or resumes an interrupted one.

        :param paths: only iterated by the first run
        :param arguments: must be the same when resuming
        :param restart: start over, and replace an existing catalogue
        """
        if self.out.exists() and not restart and not (self.folder / PLAN).exists():
            raise CatalogueError(f"{self.given} already exists; --restart replaces it.")
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._locked():
            self._tidy(restart)
            others = (path for path in paths if not path.startswith(f"{self.folder}{os.sep}"))
            plan = Plan.resumed(self.folder, arguments, others)
            progress = self._read(plan, report)
            assemble(plan.files(), self.out)
            shutil.rmtree(self.folder)
        return progress

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Prevents two processes from working on the same catalogue."""
        with (self.folder / "lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CatalogueError(f"Another process is making {self.given}.") from None
            print(os.getpid(), file=file, flush=True)  # for people who look for this process
            yield

    def _tidy(self, restart: bool) -> None:
        """Removes unfinished files of an interrupted run; to start over, removes everything."""
        text, is_new = self.options.text, not (self.folder / PLAN).exists()
        found = [*self.folder.glob("*.*" if restart else ".*.new")]
        found += self.out.parent.glob(f".{escape(self.out.name)}.*.new")
        if text is not None:
            text.mkdir(parents=True, exist_ok=True)
            if is_new and not restart and any(text.glob("part-*.parquet")):
                raise CatalogueError(f"{text} has the texts of another catalogue; --restart removes them.")
            found += text.glob("part-*.parquet" if restart else ".part-*.new")
        for file in found:
            file.unlink()

    def _read(self, plan: Plan, report: Callable[[Progress], None]) -> Progress:
        parquet = arrow("pyarrow.parquet")
        resumed = errors = 0
        for file in filter(Path.is_file, plan.files()):
            statuses = parquet.read_table(file, columns=["error_status"]).column(0)
            resumed, errors = resumed + len(statuses), errors + len(statuses) - statuses.null_count
        progress = Progress(resumed, plan.count, errors, resumed)
        report(progress)

        def done(part: dict[str, int]) -> None:
            nonlocal progress
            books, errors = progress.books + part["books"], progress.errors + part["errors"]
            progress = progress._replace(books=books, errors=errors)
            report(progress)

        tasks = (self._task(plan, part) for part in plan.parts() if not plan.file(part.number).is_file())
        if self.options.cluster is None:
            run_here(write_part, tasks, done, self.options.workers)
        else:
            run_elsewhere(write_part, tasks, done, self.options.cluster)
        return progress

    def _task(self, plan: Plan, part: Part) -> tuple[str, Part, Limits, Optional[str]]:
        text = self.options.text
        text_file = None if text is None else str(text.absolute() / f"part-{part.number:06}.parquet")
        return str(plan.file(part.number)), part, self.options.limits, text_file
