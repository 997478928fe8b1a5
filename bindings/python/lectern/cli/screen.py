# SPDX-License-Identifier: BSD-3-Clause
"""Output: lines for people, in colors if rich is installed, or JSON for programs."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Callable, Optional, Union

from ..errors import LecternError
from .cells import END_OF_ISOLATE, ISOLATE, Span, clean, escaped, fitted, is_right_to_left, width, wrapped
from .codes import NO_BOOK

STYLES = {
    "heading": "bold",
    "label": "cyan",
    "faint": "bright_black",
    "number": "cyan",
    "match": "bold black on yellow",
    "minor": "bright_black",
    "moderate": "yellow",
    "major": "bold red",
    "good": "green",
    # Colors of notes.
    **{f"color {name}": name for name in ("yellow", "green", "blue", "red")},
    **{"color pink": "bright_magenta", "color purple": "magenta", "color orange": "bright_red"},
}

#: A column of a line: a span, or several adjacent ones.
Cell = Union[Span, list[Span]]


class Screen:
    """Standard output and standard error of a command."""

    def __init__(self, json: bool = False) -> None:
        self.json = json
        #: The exit code for the problems reported so far.
        self.code = 0
        self.is_terminal = sys.stdout.isatty()
        self.width = shutil.get_terminal_size((100, 24)).columns
        for stream in sys.stdout, sys.stderr:
            # Characters that the terminal does not support must not stop the program.
            getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
        rich = _rich("rich.console") if self.is_terminal or os.environ.get("FORCE_COLOR") else None
        self._console = None if rich is None else rich.Console(highlight=False, soft_wrap=True)

    # -------------------------------------------------------------------------------------- For people

    def line(self, *cells: Cell) -> None:
        """Prints one line.  Right-to-left text stays in its cell."""
        spans = [span for cell in cells for span in self._spans(cell)]
        if self._console is None:
            print("".join(text for text, _ in spans))
        else:
            text = import_module("rich.text").Text
            self._console.print(
                text.assemble(*((part, STYLES.get(style, "")) for part, style in spans)), soft_wrap=True
            )

    def pairs(self, rows: Iterable[tuple[str, Optional[str]]]) -> None:
        """Prints labels and values in two columns; pairs without a value are omitted."""
        known = [(label, value) for label, value in rows if value]
        column = max((width(label) for label, _ in known), default=0) + 2
        for label, value in known:
            lines = list(wrapped(clean(value), max(20, self.width - column))) if self.is_terminal else [value]
            for index, line in enumerate(lines):
                head = label if index == 0 else ""
                self.line((head + " " * (column - width(head)), "label"), line)

    def table(self, rows: Sequence[Sequence[Any]], styles: Sequence[str] = ()) -> None:
        """Prints rows in columns.  On a terminal, the last column is cut off at the edge."""
        texts = [[clean(str(value)) for value in row] for row in rows]
        columns = [max(map(width, column)) for column in zip(*texts)]
        if self.is_terminal:
            room = self.width
            for index, wanted in enumerate(columns):
                columns[index] = min(wanted, max(1, room if index == len(columns) - 1 else room // 2))
                room -= columns[index] + 2
        for row, values in zip(texts, rows):
            cells: list[Cell] = []
            for index, (text, value) in enumerate(zip(row, values)):
                text = fitted(text, columns[index])
                space, is_last = " " * (columns[index] - width(text)), index == len(row) - 1
                before, behind = (space, "") if isinstance(value, (int, float)) else ("", space)
                cells += [before, (text, styles[index] if styles else ""), "" if is_last else behind + "  "]
            self.line(*cells)

    def _spans(self, cell: Cell) -> list[tuple[str, str]]:
        parts = cell if isinstance(cell, list) else [cell]
        spans = [(clean(part), "") if isinstance(part, str) else (clean(part[0]), part[1]) for part in parts]
        if self.is_terminal and any(is_right_to_left(text) for text, _ in spans):
            return [(ISOLATE, ""), *spans, (END_OF_ISOLATE, "")]
        return spans

    # ------------------------------------------------------------------------------------ For programs

    def data(self, value: Any) -> None:
        """Prints JSON on one line: text from the library unchanged, or a value."""
        if not isinstance(value, str):
            value = json.dumps(value, ensure_ascii=False)
            if not _is_unicode(value):
                # Escapes undecodable bytes of a file name, so that they can be restored.
                value = json.dumps(json.loads(value))
        if self.is_terminal:
            # Equivalent JSON with escaped control characters.
            value = escaped(value)
        print(value)

    # ---------------------------------------------------------------------------------- Standard error

    def complain(self, error: Union[Exception, str], code: int = NO_BOOK) -> None:
        """Prints an error, and remembers the exit code."""
        self.code = max(self.code, code)
        sys.stdout.flush()
        print(f"lectern: {sentence(error)}", file=sys.stderr)

    @contextmanager
    def progress(self, label: str, total: Optional[int] = None) -> Iterator[Callable[..., None]]:
        """Shows a progress bar if standard error is a terminal and rich is installed.

        Yields a function that takes the number of items done, the current item, and the total.
        """
        rich = _rich("rich.progress") if sys.stderr.isatty() and not self.json else None
        if rich is None:
            yield lambda *_: None
            return
        # If both are the terminal, lines and the bar must be coordinated.
        shared = self._console if self.is_terminal else None
        console = shared or import_module("rich.console").Console(stderr=True)
        columns = [
            "[progress.description]{task.description}",
            rich.BarColumn(),
            rich.MofNCompleteColumn(),
            rich.TimeRemainingColumn(),
            "{task.fields[text]}",
        ]
        with rich.Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
            task = bar.add_task(label, total=total, text="")

            def report(done: int, text: str = "", total: Optional[int] = total) -> None:
                bar.update(task, completed=done, total=total, text=clean(text).replace("[", "\\["))

            yield report


@contextmanager
def naming(path: str, kind: type[LecternError] = LecternError, always: bool = True) -> Iterator[None]:
    """Makes errors begin with a path as it was typed; the library uses its last component.

    :param kind: which errors
    :param always: whether the path is also added to errors that do not begin with its last component
    """
    try:
        yield
    except kind as error:
        typed(error, path, always)
        raise


def typed(error: LecternError, path: str, always: bool = True) -> LecternError:
    """The error with its path changed as `naming` does."""
    name = path.rstrip("/").rpartition("/")[2] or path
    if error.path == name or error.path.startswith(f"{name} > "):
        error.path = path + error.path[len(name) :]
    elif always and error.path != path and not error.path.startswith(f"{path} > "):
        error.path = f"{path} > {error.path}" if error.path else path
    return error


def sentence(error: Union[Exception, str]) -> str:
    """The message of an error and its location, on one line."""
    if isinstance(error, LecternError):
        where = f"{error.path}: " if error.path else ""
        return clean(where + error.message)
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return clean(f"{where}{error.strerror}.")
    return clean(str(error))


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _rich(module: str) -> Any:
    """Imports a module of rich, if it is installed."""
    try:
        return import_module(module)
    except ImportError:
        return None
