# SPDX-License-Identifier: BSD-3-Clause
"""Builds packages, and runs commands that only see installed files."""
import os
import shutil
import subprocess

import pytest

from support.tree import ROOT


def make(*arguments):
    """Runs a target of the Makefile, without building the library again."""
    done = subprocess.run(["make", "-C", ROOT, "-o", "lib", *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def need(*programs):
    missing = [name for name in programs if not shutil.which(name)]
    if missing:
        pytest.skip(f"{' and '.join(missing)} not installed")


class Installed:
    """Installed files that consumers are built with, possibly moved."""

    def __init__(self, prefix, libraries, python):
        self.prefix, self.libraries, self.python = prefix, libraries, python
        # The sources must not be found by accident.
        clean = {name: value for name, value in os.environ.items() if name not in ("LECTERN_LIBRARY", "PYTHONPATH")}
        self.environment = {**clean, "LD_LIBRARY_PATH": str(libraries), "PKG_CONFIG_PATH": str(libraries / "pkgconfig")}

    def run(self, *command, cwd, **environment):
        done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, timeout=300,
                              env={**self.environment, **environment})
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout
