# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures: the files of the release, and a new chroot for each test."""
import os
import shutil
from pathlib import Path

import pytest

from support.tree import ROOT

from .chroot import INCLUDED, Chroot, system

DIST = Path(os.environ.get("LECTERN_DIST") or ROOT / "dist")


class Release:
    """Finds files of the release by patterns."""

    def __init__(self, folder):
        self.folder = folder

    def all(self, *patterns):
        return sorted(path for pattern in patterns for path in self.folder.glob(pattern))

    def one(self, pattern):
        found = self.all(pattern)
        assert len(found) == 1, f"{pattern}: {found}"
        return found[0]


@pytest.fixture(scope="session")
def release():
    if not DIST.is_dir():
        pytest.skip(f"{DIST}: not there; `make release` makes it")
    return Release(DIST)


@pytest.fixture
def chroot(request):
    """A minimal system with apt and Python."""
    for program in ("mmdebstrap", "unshare"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    if os.geteuid() != 0:
        pytest.skip("only root can enter a chroot")
    made = Chroot(system("python", "--variant=minbase", f"--include={INCLUDED}"), request.node.name)
    yield made
    made.remove()
