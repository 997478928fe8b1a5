# SPDX-License-Identifier: BSD-3-Clause
"""Runs every example on the sample book, and compares what it prints with examples/golden.

LECTERN_RECORD=1 writes the golden files instead; read the difference before committing it.
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from places import BINDING, EXAMPLES, LIBRARY, ROOT

GOLDEN = EXAMPLES / "golden"
CC = os.environ.get("CC", "cc")
FLAGS = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"]
#: An example fits a page; one that shows several things has a page for each two of them.
LINES = {"services.py": 180}
#: What an example is given besides the book.
ARGUMENTS = {"decorate.c": ["EPUB/text/loomings.xhtml"]}
#: What is typed into it.
INPUT = {"form.py": "7 +\n12 toggle\n4 Darkened\n24 Always\n2 orange\nall clear\n"}

SOURCES = sorted([*EXAMPLES.glob("python/*.py"), *EXAMPLES.glob("c/*.c")])


def command(source, folder):
    if source.suffix == ".py":
        return [sys.executable, str(source)]
    program = folder / source.stem
    search = ["-I", str(ROOT / "include"), f"-Wl,-rpath,{LIBRARY.parent}"]
    subprocess.run([CC, *FLAGS, *search, str(source), str(LIBRARY), "-o", str(program)], check=True)
    return [str(program)]


def run(source, folder, *arguments):
    environment = {
        **os.environ,
        "PYTHONPATH": str(BINDING),
        "PYTHONIOENCODING": "utf-8",
        "LECTERN_LIBRARY": str(LIBRARY),
    }
    return subprocess.run(
        [*command(source, folder), *map(str, arguments)],
        env=environment,
        cwd=folder,
        input=INPUT.get(source.name, ""),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_output(source, packed, tmp_path):
    # Stored, since the number of positions depends on how well zlib compresses.
    done = run(source, tmp_path, packed("sample", deflate=False), *ARGUMENTS.get(source.name, []))
    assert (done.returncode, done.stderr) == (0, "")
    golden = GOLDEN / f"{source.name}.txt"
    if os.environ.get("LECTERN_RECORD") == "1":
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(done.stdout, encoding="utf-8", newline="\n")
    assert done.stdout == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_a_missing_book_is_reported(source, tmp_path):
    done = run(source, tmp_path, "nowhere.epub", *ARGUMENTS.get(source.name, []))
    assert done.returncode not in (0, -6, -11)
    assert "nowhere.epub" in done.stderr


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_examples_stay_short_and_say_how_to_run_them(source):
    lines = source.read_text(encoding="utf-8").splitlines()
    assert len(lines) < LINES.get(source.name, 80)
    head = "\n".join(lines[:12])
    assert "book.epub" in head and ("python3" in head or "cc " in head)


def test_a_service_takes_few_lines():
    tree = ast.parse((EXAMPLES / "python" / "services.py").read_text(encoding="utf-8"))
    services = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    assert len(services) == 4
    assert all(service.end_lineno - service.lineno < 40 for service in services)


def test_no_golden_file_is_left_over():
    assert {Path(path.stem).name for path in GOLDEN.glob("*.txt")} <= {source.name for source in SOURCES}
