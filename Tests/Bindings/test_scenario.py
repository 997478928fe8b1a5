# SPDX-License-Identifier: BSD-3-Clause
"""The scenario gives the same answers in every language.  README.md describes what a runner does."""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import node_package

from .cpp_programs import ADDRESS, WITHOUT_EXCEPTIONS, build
from .jvm import compiled, java

HERE = Path(__file__).resolve().parent
SCENARIO = HERE / "scenario.txt"
INCLUDE = HERE.parents[1] / "include"


def python(library, folder):
    return [sys.executable, HERE / "run_python.py"]


def c(library, folder, *flags):
    """A program under AddressSanitizer, which also detects leaks, or with other flags."""
    compiler = os.environ.get("CC", "gcc")
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    program = folder / "scenario"
    (folder / library.name).symlink_to(library)
    subprocess.run([compiler, "-std=gnu11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", *(flags or ADDRESS), f"-I{INCLUDE}", "-o", program,
                    HERE / "scenario.c", library, f"-Wl,-rpath,{folder}", "-lpthread"], check=True, timeout=120)
    return [program]


def node(library, folder):
    """Makes the loader find the library under test before the one next to the addon."""
    try:
        node_package.addon()
        return ["env", f"LD_LIBRARY_PATH={library.parent}", node_package.node(), "--expose-gc", HERE / "run_node.mjs"]
    except node_package.Missing as missing:
        pytest.skip(str(missing))


def cpp(library, folder):
    return [build("scenario", library, *ADDRESS)]


def cpp_without_exceptions(library, folder):
    return [build("scenario", library, *WITHOUT_EXCEPTIONS)]


def kotlin(library, folder):
    return [*java(compiled("scenario", [HERE / "kotlin/Scenario.kt"])), "scenario.ScenarioKt"]


#: By language: a function of the library and a build folder that returns the command, or skips.
RUNNERS = {"c": c, "c++": cpp, "c++ without exceptions": cpp_without_exceptions, "python": python, "node": node,
           "kotlin": kotlin}


def steps():
    lines = SCENARIO.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def answers(text):
    """Normalizes JSON: 1 equals 1.0 but not true, and the order of members is ignored."""
    return [json.dumps(json.loads(line, parse_int=float), sort_keys=True) for line in text.splitlines()]


def golden():
    return answers((HERE / "golden.jsonl").read_text(encoding="utf-8"))


def test_every_step_has_an_answer():
    assert len(steps()) == len(golden())
    assert golden()[-1] == "{}", "handles are left over"


@pytest.mark.parametrize("language", RUNNERS)
def test_scenario(language, library, books, tmp_path):
    command = RUNNERS[language](library, tmp_path)
    done = subprocess.run([*command, SCENARIO], cwd=books, capture_output=True, text=True, timeout=120,
                          env={**os.environ, "LECTERN_LIBRARY": str(library),
                               "LSAN_OPTIONS": f"print_suppressions=0:suppressions={HERE}/lsan.supp"})
    given = answers(done.stdout)
    for step, expected, answer in zip(steps(), golden(), given):
        assert answer == expected, step
    assert done.returncode == 0, done.stderr
    assert len(given) == len(steps()), f"it stopped at: {steps()[len(given)]}\n{done.stderr}"
    assert not done.stderr, done.stderr


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
def test_valgrind_reports_nothing(library, books, tmp_path):
    """Sees what the library does with its own memory, which AddressSanitizer does not."""
    command = ["valgrind", "--quiet", "--error-exitcode=99", *c(library, tmp_path, "-O2"), SCENARIO]
    done = subprocess.run(command, cwd=books, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == len(steps())
