# SPDX-License-Identifier: BSD-3-Clause
"""The tarball and the Debian packages themselves."""
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from support.tree import ROOT

from .installation import make, need

#: A folder with a Debian system, created by debootstrap, in which the test installs and removes the packages.
CHROOT = os.environ.get("LECTERN_CHROOT")


def fields(package):
    shown = subprocess.run(["dpkg-deb", "-f", package], check=True, capture_output=True, text=True, timeout=60).stdout
    return dict(re.findall(r"^([\w-]+): (.*)$", shown, re.M))


def names(package):
    listed = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, capture_output=True, timeout=60).stdout
    return subprocess.run(["tar", "-t"], input=listed, check=True, capture_output=True, timeout=60).stdout.decode().split()


def test_the_tarball_is_one_folder(tarball):
    version = re.search(r'LECTERN_VERSION "(.+)"', (ROOT / "include/lectern.h").read_text())[1]
    folder = f"lectern-{version}-linux-{os.uname().machine}"
    assert tarball.name == f"{folder}.tar.gz"
    with tarfile.open(tarball) as archive:
        members = archive.getmembers()
    assert {member.name.split("/")[0] for member in members} == {folder}
    assert all((member.uid, member.uname) == (0, "") for member in members)
    assert f"{folder}/share/doc/lectern/licences/expat.txt" in {member.name for member in members}


def test_the_tarball_is_the_same_each_time(tarball, tmp_path):
    make("-f", "packaging/Makefile", "dist", f"PACKAGES={tmp_path}")
    assert (tmp_path / tarball.name).read_bytes() == tarball.read_bytes()


def test_debian_packages(debs):
    assert set(debs) == {"liblectern0", "liblectern-dev", "python3-lectern"}
    assert "libc6 (>= 2." in fields(debs["liblectern0"])["Depends"]
    assert fields(debs["python3-lectern"])["Architecture"] == "all"
    assert any(name.endswith("/liblectern.so") for name in names(debs["liblectern-dev"]))
    assert not any("liblectern.so" in name for name in names(debs["python3-lectern"]))
    # The command line, and the reader that it runs.
    assert {"./usr/bin/lectern", "./usr/lib/python3/dist-packages/lectern/_reader/__main__.py"} <= set(names(debs["python3-lectern"]))
    control = subprocess.run(["dpkg-deb", "--ctrl-tarfile", debs["liblectern0"]], check=True, capture_output=True, timeout=60).stdout
    listed = subprocess.run(["tar", "-t"], input=control, check=True, capture_output=True, timeout=60).stdout.decode()
    assert "./symbols" in listed and "./shlibs" in listed and "./triggers" in listed


def test_lintian(debs):
    need("lintian")
    done = subprocess.run(["lintian", "--no-tag-display-limit", *debs.values()], capture_output=True, text=True, timeout=300)
    found = [line for line in done.stdout.splitlines() if line.startswith(("E:", "W:"))]
    # The maintainer is whoever builds the packages.
    assert not [line for line in found if "mail" not in line], "\n".join(found)


@pytest.mark.skipif(not CHROOT, reason="LECTERN_CHROOT names no Debian to install them in")
def test_they_install_in_a_chroot(debs, book):
    root = Path(CHROOT)
    for file in (*debs.values(), book):
        shutil.copy(file, root / "tmp")

    def inside(*command):
        done = subprocess.run(["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "chroot", root, *command],
                              capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    inside("sh", "-c", "dpkg -i " + " ".join(f"/tmp/{path.name}" for path in debs.values()))
    try:
        program = f"import lectern; print(len(lectern.Publication.open('/tmp/{book.name}').positions), lectern.live_handles())"
        assert inside("python3", "-c", program) == "34 {}\n"
        assert inside("lectern", "toc", f"/tmp/{book.name}").startswith("Read Aloud\nLoomings\n")
        assert "liblectern.so.0" in inside("/sbin/ldconfig", "-p")
    finally:
        inside("dpkg", "--purge", *debs)
    assert not list(root.glob("usr/lib/python3/dist-packages/lectern*")) and not list(root.glob("usr/lib/*/liblectern*"))
