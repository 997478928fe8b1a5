# SPDX-License-Identifier: BSD-3-Clause
"""What the README promises: its commands exist, its links lead somewhere, and its programs run."""
import os
import re
import shutil
import subprocess
import sys

import pytest
from house import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")

#: (language, text) of each fenced block.
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.M | re.S)

COMPILERS = {"c": [os.environ.get("CC", "gcc"), "-std=c99", "-pedantic"], "cpp": [os.environ.get("CXX", "g++"), "-std=c++11"]}


def programs(*languages):
    found = [(language, text) for language, text in BLOCKS if language in languages and ("main(" in text or language == "python")]
    return [pytest.param(*one, id=f"{one[0]} {number}") for number, one in enumerate(found, 1)]


@pytest.mark.parametrize("language, text", programs("c", "cpp"))
def test_program_compiles_and_runs(language, text, library, book, tmp_path):
    source = tmp_path / f"program.{language}"
    source.write_text(text, encoding="utf-8")
    program = tmp_path / "program"
    built = subprocess.run(
        [*COMPILERS[language], "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include", source, library, "-o", program,
         f"-Wl,-rpath,{library.parent}"], capture_output=True, text=True, timeout=120)
    assert built.returncode == 0, built.stderr
    done = subprocess.run([program, book], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout, done.stderr
    missing = subprocess.run([program, "nowhere.epub"], capture_output=True, text=True, timeout=60)
    assert missing.returncode > 0, "a book that is not there is no error"


@pytest.mark.parametrize("language, text", programs("python"))
def test_script_runs(language, text, library, book, tmp_path):
    shutil.copy(book, tmp_path / "book.epub")
    done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "bindings" / "python")})
    assert done.returncode == 0 and done.stdout, done.stderr


def test_it_names_real_targets():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    prose = re.sub(r"^```.*?^```", "", README, flags=re.M | re.S)
    commands = [text for _, text in BLOCKS] + re.findall(r"`[^`\n]+`|^ {4}.*$", prose, re.M)
    named = {name for command in commands for name in re.findall(r"\bmake ([a-z]+)\b", command)}
    assert named <= targets, f"targets that are not there: {named - targets}"
    assert {"demo", "test"} <= named, "it does not say how to see it work and how to test it"


def test_its_links_lead_somewhere():
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", README)
    missing = [link for link in links if not (ROOT / link).exists()]
    assert links and not missing, f"links to what is not there: {missing}"
