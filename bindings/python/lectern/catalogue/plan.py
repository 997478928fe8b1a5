# SPDX-License-Identifier: BSD-3-Clause
"""The plan for a catalogue: the sorted list of books, split into parts, in a folder next to the catalogue."""

from __future__ import annotations

import heapq
import itertools
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TextIO

#: The number of paths that are sorted in memory at a time; the rest is in files.
RUN = 200_000
#: The maximum number of books in a part, and the approximate number of parts if the list is short or very long.
MOST_BOOKS, FEWEST_PARTS, MOST_PARTS = 250, 64, 20_000
LIST, PLAN = "paths.jsonl", "plan.json"


class CatalogueError(Exception):
    """A catalogue cannot be built; the message has the reason."""


class Part(NamedTuple):
    """A range of the sorted list: a number of lines of a file, starting at a byte offset."""

    number: int
    list: str
    offset: int
    size: int

    def paths(self) -> Iterator[str]:
        with Path(self.list).open("rb") as lines:
            lines.seek(self.offset)
            yield from map(json.loads, itertools.islice(lines, self.size))


class Plan:
    """The list in a folder, and the status of its parts."""

    def __init__(self, folder: Path, count: int, size: int) -> None:
        self.folder, self.count, self.size = folder, count, size

    @classmethod
    def resumed(cls, folder: Path, arguments: dict[str, Any], paths: Iterable[str]) -> Plan:
        """Returns the existing plan in a folder, or a new one for these paths.

        The list of an interrupted run is reused, so that no row is lost or repeated.  Raises CatalogueError if the plan
        was made with other arguments.
        """
        file = folder / PLAN
        if not file.is_file():
            count = write_sorted(paths, folder / LIST)
            size = max(min(MOST_BOOKS, count // FEWEST_PARTS + 1), count // MOST_PARTS)
            with replaced(file) as new:
                new.write(json.dumps({"arguments": arguments, "count": count, "size": size}).encode())
        plan = json.loads(file.read_bytes())
        if plan["arguments"] != arguments:
            raise CatalogueError(f"{folder} has an unfinished catalogue with other arguments; --restart removes it.")
        return cls(folder, plan["count"], plan["size"])

    def parts(self) -> Iterator[Part]:
        """All parts, in order."""
        file = self.folder / LIST
        with file.open("rb") as lines:
            for number in itertools.count():
                offset = lines.tell()
                size = sum(1 for _ in itertools.islice(iter(lines.readline, b""), self.size))
                if not size:
                    return
                yield Part(number, str(file), offset, size)

    def file(self, number: int) -> Path:
        """The file with the rows of a part; it exists once the part is done."""
        return self.folder / f"part-{number:06}.parquet"

    def files(self) -> Iterator[Path]:
        """The files of all parts, in order."""
        return map(self.file, range(-(-self.count // self.size)))


@contextmanager
def replaced(file: Path) -> Iterator[BinaryIO]:
    """Writes a file atomically."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as new:
            yield new
            new.flush()
            os.fsync(new.fileno())
        # mkstemp creates a private file; this gives it the usual permissions.
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise


def write_sorted(paths: Iterable[str], target: Path) -> int:
    """Writes unique paths in sorted order, as lines of JSON, in constant memory.  Returns their number."""
    with ExitStack() as stack:
        remaining, runs = iter(paths), []
        while run := sorted(itertools.islice(remaining, RUN)):
            file: TextIO = stack.enter_context(tempfile.TemporaryFile("w+", dir=target.parent, encoding="utf-8"))
            file.writelines(json.dumps(path) + "\n" for path in run)
            file.seek(0)
            runs.append(map(json.loads, file))
        count = 0
        with replaced(target) as new:
            for path, _ in itertools.groupby(heapq.merge(*runs)):
                new.write(json.dumps(path).encode() + b"\n")
                count += 1
        return count
