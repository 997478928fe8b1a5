# SPDX-License-Identifier: BSD-3-Clause
"""The Python binding is typed, and runs on the oldest Python version that it promises to support."""
import ast
import re
import subprocess
import sys
import typing
from importlib.util import find_spec
from pathlib import Path

import pytest

from support.tree import ROOT

PACKAGE = ROOT / "bindings/python"
SAMPLE = Path(__file__).resolve().with_name("typed_sample.py")
FILES = sorted((PACKAGE / "lectern").rglob("*.py"))


@pytest.fixture(scope="module")
def complaints(tmp_path_factory):
    """The output of mypy --strict for the package and the sample."""
    if not find_spec("mypy"):
        pytest.skip("mypy is not installed")
    cache = tmp_path_factory.mktemp("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--python-version", "3.10", f"--cache-dir={cache}",
                           "--hide-error-context", "--no-error-summary", "--no-pretty", PACKAGE / "lectern", SAMPLE],
                          capture_output=True, text=True, timeout=300, cwd=PACKAGE)
    assert not done.stderr, done.stderr
    return [line for line in done.stdout.splitlines() if ": error: " in line]


def test_the_package_is_strictly_typed(complaints):
    assert not [line for line in complaints if SAMPLE.name not in line]


def test_programs_are_checked(complaints):
    found = {}
    for line in complaints:
        if SAMPLE.name in line:
            number, code = re.search(r":(\d+): error: .*\[([\w-]+)\]$", line).groups()
            found.setdefault(int(number), set()).add(code)
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    expected = {number: set(line.split("# error: ")[1].split(", ")) for number, line in enumerate(lines, 1) if "# error: " in line}
    assert len(expected) > 5
    assert found == expected, "\n".join(complaints)


def test_annotations_lead_somewhere():
    """Types can also be resolved at run time, as data validation libraries do."""
    from lectern import types

    for name in types.__all__:
        one = getattr(types, name)
        if isinstance(one, type) and hasattr(one, "__required_keys__"):
            hints = typing.get_type_hints(one)
            assert set(hints) == one.__required_keys__ | one.__optional_keys__
    assert types.Locator.__required_keys__ == {"href", "type"} and "text" in types.Locator.__optional_keys__


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_the_oldest_syntax(path):
    ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 9))


def test_the_oldest_library():
    """vermin knows which version of Python introduced each function."""
    program = Path(sys.executable).with_name("vermin")
    if not program.exists():
        pytest.skip("vermin is not installed")
    done = subprocess.run([program, "-t=3.9-", "--no-tips", PACKAGE / "lectern"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
