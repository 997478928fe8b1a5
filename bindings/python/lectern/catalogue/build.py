# SPDX-License-Identifier: BSD-3-Clause
"""Making a catalogue of the parts that are missing."""

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
    """How a catalogue is made."""

    #: The processes on this machine that read books.
    workers: int = 1
    #: The address of a Dask scheduler, to use its workers instead.
    cluster: Optional[str] = None
    limits: Limits = Limits(60, 4096)
    #: A folder for the texts.
    text: Optional[Path] = None


class Progress(NamedTuple):
    """How far a catalogue is."""

    books: int
    total: int
    errors: int
    #: Of the books, those of an earlier run.
    resumed: int


class Catalogue:
    """A file that is to be made, and the folder beside it with the parts that are done."""

    def __init__(self, out: Path, options: Options) -> None:
        if out.suffix not in FORMATS:
            raise CatalogueError(f"{out} does not end with {', '.join(FORMATS)}.")
        for name in "pyarrow.parquet", "dask" if options.cluster is None else "distributed":
            try:
                arrow(name)
            except ImportError:
                raise CatalogueError("A catalogue needs more: pip install 'lectern[catalogue]'.") from None
        self.out, self.options = out.absolute(), options
        self.folder = self.out.with_name(f"{out.name}.parts")

    def make(
        self,
        paths: Iterable[str],
        arguments: dict[str, Any],
        report: Callable[[Progress], None],
        restart: bool = False,
    ) -> Progress:
        """Reads the books and writes the catalogue, or goes on with one that was interrupted.

        :param paths: asked for only at the beginning
        :param arguments: what has to be the same to go on
        :param restart: begins anew, and replaces a catalogue that is there
        """
        if self.out.exists() and not restart and not (self.folder / PLAN).exists():
            raise CatalogueError(f"{self.out} is there already; --restart replaces it.")
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
        """Two processes must not work on the same catalogue."""
        with (self.folder / "lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CatalogueError(f"Another process makes {self.out}.") from None
            print(os.getpid(), file=file, flush=True)  # For people who look for that process.
            yield

    def _tidy(self, restart: bool) -> None:
        """Removes files that an interrupted run had not finished; or all that it left, to begin anew."""
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
