# SPDX-License-Identifier: BSD-3-Clause
"""Runs every example on the sample book, and compares its output with examples/golden.

LECTERN_RECORD=1 writes the golden files instead; review the difference before committing it.
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import lectern
from support.pdf_file import pdf, stream
from support.tree import BINDING, EXAMPLES, LIBRARY, ROOT

GOLDEN = EXAMPLES / "golden"
#: The compiler for an example, by file extension.
COMPILERS = {".c": [os.environ.get("CC", "cc"), "-std=c99"], ".cpp": [os.environ.get("CXX", "c++"), "-std=c++17"]}
FLAGS = ["-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{ROOT}/include", f"-I{ROOT}/bindings/cpp"]
#: The maximum number of lines: an example fits a page; one that shows several things has a page for every two.
LINES = {"services.py": 180}
#: Arguments of an example in addition to the book.
ARGUMENTS = {"decorate.c": ["EPUB/text/loomings.xhtml"], "whales.cpp": ["whale"]}
#: Input for an example.
INPUT = {"form.py": "7 +\nhyphens toggle\n4 Darkened\nspread Always\n2 orange\nall clear\n"}

NEEDS_PDFIUM = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")
#: Examples that do not use the sample book.
MARKS = {"contained.py": [NEEDS_PDFIUM]}

SOURCES = sorted([*EXAMPLES.glob("python/*.py"), *EXAMPLES.glob("c/*.c"), *EXAMPLES.glob("cpp/*.cpp")])


def command(source, folder):
    if source.suffix == ".py":
        return [sys.executable, str(source)]
    program = folder / source.stem
    compiler = [*COMPILERS[source.suffix], *FLAGS, f"-Wl,-rpath,{LIBRARY.parent}"]
    subprocess.run([*compiler, str(source), str(LIBRARY), "-o", str(program)], check=True)
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


def a_pdf(folder, content, *objects):
    """A page that shows a text and the drawing of its content, with objects from 6 on."""
    resources = "/Font<</H<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/XObject<</F 6 0 R>>"
    path = folder / "book.pdf"
    path.write_bytes(pdf([
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources 5 0 R>>",
        stream(b"BT /H 20 Tf 20 300 Td (A stranger came to town.) Tj ET " + content), f"<<{resources}>>", *objects],
        cross_references=not objects))
    return path


@pytest.mark.parametrize("source", [
    pytest.param(source, marks=MARKS.get(source.name, [])) for source in SOURCES], ids=lambda source: source.name)
def test_output(source, packed, tmp_path):
    # Stored, because the number of positions depends on how well zlib compresses.
    book = a_pdf(tmp_path, b"") if source.name in MARKS else packed("sample", deflate=False)
    done = run(source, tmp_path, book, *ARGUMENTS.get(source.name, []))
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
    assert "book.epub" in head and any(word in head for word in ("python3", "cc ", "c++ "))


@NEEDS_PDFIUM
def test_a_page_that_never_ends_is_ended(tmp_path):
    """Forms of a damaged document are not counted, and these keep pdfium busy forever."""
    twice = stream(b"/F Do /F Do", "/Subtype/Form/BBox[0 0 9 9]/Resources 5 0 R")
    chain = [stream(b"/F Do /F Do", f"/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F {n} 0 R>>>>") for n in range(7, 40)]
    done = run(EXAMPLES / "python" / "contained.py", tmp_path, a_pdf(tmp_path, b"/F Do", *chain, twice), 3)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip().endswith("book.pdf: it takes too long.")


def test_a_service_takes_few_lines():
    tree = ast.parse((EXAMPLES / "python" / "services.py").read_text(encoding="utf-8"))
    services = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    assert len(services) == 4
    assert all(service.end_lineno - service.lineno < 40 for service in services)


def test_no_golden_file_is_left_over():
    assert {Path(path.stem).name for path in GOLDEN.glob("*.txt")} <= {source.name for source in SOURCES}
