# SPDX-License-Identifier: BSD-3-Clause
"""scripts/setup.sh says what is missing, and installs it as root only, or after asking."""
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from support.tree import ROOT


@pytest.fixture
def programs(tmp_path):
    """A folder with all programs of this machine but `strip`, and an apt-get that only writes down that it was called."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            link = folder / program.name
            if program.name not in ("strip", "sudo", "apt-get", "id") and not link.is_symlink():
                link.symlink_to(program)
    script(folder / "apt-get", f'echo "$@" >>{tmp_path}/installed')
    return folder


def script(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def run(programs, user, *arguments):
    script(programs / "id", f"echo {user}")
    done = subprocess.run([ROOT / "scripts/setup.sh", *arguments], env={**os.environ, "PATH": str(programs)}, timeout=60,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    installed = programs.parent / "installed"
    return done.returncode, done.stderr.splitlines(), installed.read_text() if installed.exists() else ""


@pytest.mark.parametrize("user", [0, 1000])
def test_the_library_alone_names_the_cure(programs, user):
    status, said, installed = run(programs, user, "library")
    assert status == 1 and said == ["setup: missing: binutils; `make setup` installs what is missing"] and not installed


def test_nothing_is_installed_without_asking(programs):
    shutil.copy(programs / "apt-get", programs / "sudo")
    status, said, installed = run(programs, 1000)
    assert status == 1 and not installed
    assert said == ["setup: missing: binutils",
                    "setup: install with, as root: apt-get update && apt-get install -y binutils pkg-config"]


def test_root_installs(programs):
    _, _, installed = run(programs, 0)
    assert "install -y --no-install-recommends binutils pkg-config" in installed
