# SPDX-License-Identifier: BSD-3-Clause
"""Installations: from `make install`, from the tarball, and from the Debian packages."""
import subprocess

import pytest

from .installation import Installed, make, need


@pytest.fixture(scope="session")
def debs(library, tmp_path_factory):
    need("dpkg-buildpackage", "dh", "dh_python3", "cmark-gfm")
    folder = tmp_path_factory.mktemp("debs")
    make("-f", "packaging/Makefile", "deb", f"PACKAGES={folder}")
    return {path.name.split("_")[0]: path for path in folder.glob("*.deb")}


@pytest.fixture(scope="session")
def tarball(library, tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    make("-f", "packaging/Makefile", "dist", f"PACKAGES={folder}")
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="session", params=["make install", "make dist", "make deb"])
def installed(request, tmp_path_factory, library):
    folder = tmp_path_factory.mktemp("installed")
    moved = folder / "moved elsewhere"
    if request.param == "make install":
        make("install", "PREFIX=/opt/lectern", f"DESTDIR={folder}/first")
        (folder / "first/opt/lectern").rename(moved)
        return Installed(moved, moved / "lib", None)
    moved.mkdir()
    if request.param == "make dist":
        subprocess.run(["tar", "-xzf", request.getfixturevalue("tarball"), "-C", moved], check=True, timeout=60)
        top, = moved.iterdir()
        return Installed(top, top / "lib", top / "python")
    for package in request.getfixturevalue("debs").values():
        subprocess.run(["dpkg-deb", "-x", package, moved], check=True, timeout=60)
    libraries, = (moved / "usr/lib").glob("*-linux-gnu*")
    return Installed(moved / "usr", libraries, moved / "usr/lib/python3/dist-packages")
