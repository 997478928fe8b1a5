# SPDX-License-Identifier: BSD-3-Clause
# Renders the output of the command line in a terminal, for the documentation: command-line.svg, notes.svg and
# catalogue.svg.
#
#   PYTHONPATH=bindings/python build/venv/bin/python scripts/draw_command_line.py CORPUS
#
# Requires rich, dask, pyarrow, and the library.
import io
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text
from zip_book import zip_book

import lectern.notes

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
WIDTH = 100
#: Without @font-face rules: the picture must not load anything, so it uses local fonts.
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.S)
FORMAT = FORMAT.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")


class Terminal:
    """Commands and their output, in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.console = Console(record=True, width=WIDTH, file=io.StringIO(), color_system="truecolor")
        self.environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "TERM": "xterm-256color",
                            "PYTHONPATH": str(ROOT / "bindings/python")}

    def show(self, command, *, lines=None, until=None):
        """Runs a command and shows the first lines of its output.  If a pattern is given, kills it once the output
        matches."""
        self.console.print(Text.assemble(("$ ", "green"), (command, "bold")))
        printed = shown(self._printed(command.split(), until))
        for line in printed[:lines]:
            self.console.print(Text.from_ansi(line), no_wrap=True, overflow="ellipsis")
        if lines and len(printed) > lines:
            self.console.print(Text("…", style="bright_black"))
        if until:
            self.console.print(Text("Killed", style="bright_black"))
        self.console.print()

    def _printed(self, words, until):
        """The terminal output of a command until it ends or is killed."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([sys.executable, "-m", *words], cwd=self.folder, env=self.environment,
                                   stdout=theirs, stderr=theirs)
        os.close(theirs)
        read = b""
        try:
            while not (until and re.search(until, read)) and (chunk := os.read(ours, 65536)):
                read += chunk
        except OSError:
            pass  # the other end is closed
        process.send_signal(signal.SIGKILL)
        process.wait()
        os.close(ours)
        return read.decode("utf-8", "replace")

    def save(self, name, title):
        svg = self.console.export_svg(title=title, code_format=FORMAT, unique_id=name)
        lines = [line.rstrip() for line in svg.splitlines()]
        (PICTURES / f"{name}.svg").write_text("\n".join(filter(None, lines)) + "\n", encoding="utf-8")


def shown(printed):
    """The final lines: a progress bar redraws itself repeatedly, and is removed at the end."""
    printed = re.sub(r"\x1b\[\?25[hl]", "", printed.replace("\r\n", "\n"))
    printed = re.sub(r"[^\n]*\n\r\x1b\[1A\x1b\[2K", "", printed)
    return [line.rpartition("\r\x1b[2K")[2] for line in printed.rstrip("\n").split("\n")]


def highlights(path):
    """An annotation set for the sample book."""
    chosen = [
        ("loomings", "1", 0.02, "having little or no money in my purse", "blue", "A reason as good as any.", ["money", "sea"]),
        ("loomings", "1", 0.1, "Circumambulate the city of a dreamy Sabbath afternoon.", "yellow", "", []),
        ("raven", "9", 0.01, "Once upon a midnight dreary", "pink", "When else?", ["night"]),
        ("raven", "10", 0.4, "Quoth the Raven “Nevermore.”", "green", "", ["raven"]),
    ]
    titles = {"loomings": "Loomings", "raven": "The Raven"}
    made = [{"id": f"urn:uuid:{number}", "kind": "note" if text else "highlight", "style": "solid", "color": color, "tags": tags,
             "created": f"2026-03-{number:02}T20:00:00Z", **({"body": {"text": text}} if text else {}),
             "headings": [{"level": 1, "text": titles[name]}], "page": page,
             "locator": {"href": f"EPUB/text/{name}.xhtml", "locations": {"progression": progression}, "text": {"highlight": quote}}}
            for number, (name, page, progression, quote, color, text, tags) in enumerate(chosen, 1)]
    path.write_text(lectern.notes.write(made, title="Read Aloud", about={"dc:title": "Read Aloud"}), encoding="utf-8")


def main(corpus):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        zip_book(ROOT / "examples/book", folder / "book.epub")
        shutil.copytree(ROOT / "Tests/Fixtures/broken", folder / "broken")
        terminal = Terminal(folder)
        terminal.show("lectern info book.epub")
        terminal.show("lectern search raven book.epub", lines=9)
        terminal.show("lectern validate broken", lines=11)
        terminal.save("command-line", "lectern")
        highlights(folder / "thorium.annotation")
        terminal = Terminal(folder)
        terminal.show("lectern notes import thorium.annotation --book book.epub --store notes.db")
        terminal.show("lectern notes list --store notes.db")
        terminal.show("lectern notes search nevermore --tag raven --store notes.db")
        terminal.save("notes", "lectern notes")
        (folder / "Books").symlink_to(corpus.resolve())
        terminal = Terminal(folder)
        terminal.show("lectern catalogue Books --out books.parquet", until=rb"[3-9]\d\d/\d\d\d")
        terminal.show("lectern catalogue Books --out books.parquet")
        terminal.save("catalogue", "lectern catalogue")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
