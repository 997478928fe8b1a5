# SPDX-License-Identifier: BSD-3-Clause
"""The command line: ``lectern COMMAND ...``, or ``python -m lectern COMMAND ...``.

The module of a command has its description as docstring, ``arguments(parser)``, and ``run(given, screen)``, which
returns the exit code.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn, Optional

from ..about import version
from ..errors import LecternError
from . import (
    catalogue,
    completion,
    cover,
    info,
    manifest,
    notes,
    package,
    positions,
    read,
    search,
    settings,
    text,
    toc,
    validate,
)
from .cells import clean
from .codes import NO_BOOK, USAGE, UsageError
from .screen import Screen

COMMANDS: dict[str, ModuleType] = {
    "info": info,
    "toc": toc,
    "manifest": manifest,
    "positions": positions,
    "text": text,
    "search": search,
    "cover": cover,
    "package": package,
    "settings": settings,
    "validate": validate,
    "notes": notes,
    "read": read,
    "catalogue": catalogue,
    "completion": completion,
}

EPILOG = """exit codes:
  0  it worked
  1  nothing was found, or a book has errors
  2  the command line is wrong
  3  a book, or another file, cannot be opened or written"""


class Version(argparse.Action):
    """Loads the library only if the version is requested."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"lectern {version()}")
        parser.exit()


class Parser(argparse.ArgumentParser):
    """Escapes what it quotes: a file name that the shell has expanded may look like an option."""

    def error(self, message: str) -> NoReturn:
        super().error(clean(message))


class Help(argparse.RawDescriptionHelpFormatter):
    """Keeps the longest command on one line with its description: argparse forgets that commands are indented."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        self._action_max_length = max(self._action_max_length, 14)


def parser() -> argparse.ArgumentParser:
    """The parser with all commands."""
    root = Parser(
        prog="lectern",
        description="Opens EPUB, comics, audiobooks, PDF and web publications.",
        epilog=EPILOG,
        formatter_class=Help,
    )
    root.add_argument("--version", action=Version, nargs=0, help="the version of the library")
    commands = root.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, module in COMMANDS.items():
        summary = (module.__doc__ or "").partition("\n")[0]
        description = (module.__doc__ or "").strip()
        one = commands.add_parser(
            name,
            help=summary[0].lower() + summary[1:].rstrip("."),
            description=description,
            formatter_class=Help,
        )
        module.arguments(one)
    return root


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs a command, and returns the exit code.  Owns the process: Ctrl+C kills it immediately."""
    for name in "stdout", "stderr":
        if getattr(sys, name) is None:  # closed by the shell: lectern info book.epub >&-
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
    given = parser().parse_args(arguments)
    command = COMMANDS[given.command]
    if not getattr(command, "HANDLES_INTERRUPTS", False):
        # Python's handler would only run after the library returns.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    screen = Screen(getattr(given, "json", False))
    try:
        code: int = command.run(given, screen)
        sys.stdout.flush()
        return max(code, screen.code)
    except BrokenPipeError:
        # The reader of the pipe has closed it.  Without this, Python would report an error when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except UsageError as error:
        screen.complain(error, USAGE)
    except (LecternError, OSError) as error:
        screen.complain(error, NO_BOOK)
    return screen.code
