# SPDX-License-Identifier: BSD-3-Clause
"""The tarball and the Debian packages themselves."""
import re
import subprocess
import tarfile

from bindings import header
from machine import machine
from version import ABI, VERSION

from .installation import make


def fields(package):
    shown = subprocess.run(["dpkg-deb", "-f", package], check=True, capture_output=True, text=True, timeout=60).stdout
    return dict(re.findall(r"^([\w-]+): (.*)$", shown, re.M))


def names(package):
    listed = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, capture_output=True, timeout=60).stdout
    return subprocess.run(["tar", "-t"], input=listed, check=True, capture_output=True, timeout=60).stdout.decode().split()


def test_the_tarball_is_one_folder(tarball, library):
    folder = f"lectern-{VERSION}-linux-{machine(library).linux}"
    assert tarball.name == f"{folder}.tar.gz"
    with tarfile.open(tarball) as archive:
        members = archive.getmembers()
    assert {member.name.split("/")[0] for member in members} == {folder}
    assert all((member.uid, member.uname) == (0, "") for member in members)
    documents = {f"{folder}/share/doc/lectern/{name}" for name in ("licences/expat.txt", "lectern.cdx.json", "LICENSE")}
    assert documents <= {member.name for member in members}


def test_the_tarball_is_the_same_each_time(tarball, tmp_path):
    make("-f", "packaging/Makefile", "dist", f"PACKAGES={tmp_path}")
    assert (tmp_path / tarball.name).read_bytes() == tarball.read_bytes()


def test_debian_packages(debs):
    library = f"liblectern{ABI}"
    assert set(debs) == {library, "liblectern-dev", "liblectern-doc", "python3-lectern"}
    assert "libc6 (>= 2." in fields(debs[library])["Depends"]
    assert fields(debs["python3-lectern"])["Architecture"] == fields(debs["liblectern-doc"])["Architecture"] == "all"
    assert any(name.endswith("/liblectern.so") for name in names(debs["liblectern-dev"]))
    assert not any("liblectern.so" in name for name in names(debs["python3-lectern"]))
    # The command line, and the reader that it runs.
    modules = "./usr/lib/python3/dist-packages/lectern"
    assert {"./usr/bin/lectern", f"{modules}/_reader/__main__.py", "./usr/share/man/man1/lectern.1.gz"} <= set(names(debs["python3-lectern"]))
    assert "./usr/share/man/man3/liblectern.3.gz" in names(debs["liblectern-dev"])
    control = subprocess.run(["dpkg-deb", "--ctrl-tarfile", debs[library]], check=True, capture_output=True, timeout=60).stdout
    listed = subprocess.run(["tar", "-t"], input=control, check=True, capture_output=True, timeout=60).stdout.decode()
    assert "./symbols" in listed and "./shlibs" in listed and "./triggers" in listed


def test_symbols_have_the_version_that_brought_them(debs):
    shown = subprocess.run(["dpkg-deb", "-I", debs[f"liblectern{ABI}"], "symbols"], check=True, capture_output=True, text=True, timeout=60)
    listed = dict(re.findall(r"^ (lectern_\w+)@LECTERN_(\S+ \S+)$", shown.stdout, re.M))
    assert listed.keys() == {function.name for function in header.functions()}
    for version in listed.values():
        node, first = version.split()
        assert f"{first}.".startswith(f"{node}.") and first.endswith(".0")
