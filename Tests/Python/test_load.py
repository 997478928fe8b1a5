# SPDX-License-Identifier: BSD-3-Clause
"""Where the library is searched, and which files are rejected."""

import os
import shutil
import subprocess
import sys

import pytest

import lectern
from support.tree import BINDING, LIBRARY

CC = os.environ.get("CC", "cc")


def python(package, script, **variables):
    """Runs a script with the package in this folder, in a clean environment."""
    return subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(package), **variables},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.fixture
def installed(tmp_path):
    """The package as installed: without a source checkout around it."""
    shutil.copytree(
        BINDING / "lectern", tmp_path / "lectern", ignore=shutil.ignore_patterns("*.so*", "__pycache__")
    )
    return tmp_path


def test_variable(installed):
    done = python(installed, "import lectern; print(lectern.version())", LECTERN_LIBRARY=str(LIBRARY))
    assert (done.stdout.strip(), done.stderr) == (lectern.version(), "")


def test_beside_the_package(installed):
    (installed / "lectern" / LIBRARY.name).symlink_to(LIBRARY)
    done = python(installed, "import lectern; print(lectern.version())")
    assert (done.stdout.strip(), done.stderr) == (lectern.version(), "")


def test_loader_of_the_system(installed):
    (installed / LIBRARY.name).symlink_to(LIBRARY)
    done = python(installed, "import lectern; print(lectern.version())", LD_LIBRARY_PATH=str(installed))
    assert (done.stdout.strip(), done.stderr) == (lectern.version(), "")


def test_nowhere(installed):
    done = python(installed, "import lectern; lectern.version()")
    assert "OSError: liblectern was not found." in done.stderr
    assert str(installed / "lectern" / LIBRARY.name) in done.stderr


def test_importing_needs_no_library(installed):
    assert python(installed, "import lectern").returncode == 0


@pytest.mark.parametrize(
    ("source", "message"),
    [("int nothing;", "AbiError: {path}: The library has no lectern_version."), (None, "OSError: ")],
    ids=["another library", "no library"],
)
def test_something_else(installed, source, message):
    path = installed / "other.so"
    if source is None:
        path.write_bytes(b"\x7fELF, but not really")
    else:
        (installed / "other.c").write_text(source)
        subprocess.run([CC, "-shared", "-o", path, installed / "other.c"], check=True)
    done = python(installed, f"import lectern; lectern.load({str(path)!r})")
    assert message.format(path=path) in done.stderr


def test_loading_again():
    lectern.load(LIBRARY)
    lectern.load()
    with pytest.raises(RuntimeError):
        lectern.load("another.so")
