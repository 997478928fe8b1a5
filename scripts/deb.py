#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Builds the Debian source package, and from it the binary packages.  Usage: deb.py LIBRARY FOLDER

The library is not built again.  Needs dpkg-dev, debhelper, dh-python, cmark-gfm.  For another processor than this
machine's, only the packages that depend on it are built.
DEBFULLNAME and DEBEMAIL name the maintainer, as for other Debian tools.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from email.utils import formatdate
from pathlib import Path

from machine import ARM64, ROOT, machine
from version import ABI, VERSION

PACKAGING = ROOT / "packaging/debian"
#: Values for the templates in packaging/debian.
VALUES = {
    "ABI": str(ABI),
    "VERSION": VERSION,
    "MAINTAINER": f"{os.environ.get('DEBFULLNAME', 'Lectern maintainers')} <{os.environ.get('DEBEMAIL', 'maintainers@lectern.invalid')}>",
}


def main(library, folder):
    library, folder = Path(library).resolve(), Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        work = Path(work)
        source = unpacked_source(work)
        run(work, "dpkg-source", "--build", source.name)
        run(source, "dpkg-buildpackage", "--unsigned-changes", "--unsigned-buildinfo", *kind(library), **environment(library))
        for path in sorted(work.glob("*_*")):
            if path.is_file():
                shutil.move(path, folder / path.name)
                print(folder / path.name)


def unpacked_source(work):
    """The source package, unpacked, next to the archive with the original source."""
    made = run(ROOT, sys.executable, ROOT / "packaging/sdist.py", work).split()[-1]
    archive = work / f"lectern_{VERSION}.orig.tar.gz"
    (work / made).rename(archive)
    run(work, "tar", "-xzf", archive)
    source = work / made.removesuffix(".tar.gz")
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or run(ROOT, "git", "log", "-1", "--format=%ct"))
    values = {**VALUES, "DATE": formatdate(seconds)}
    for path in PACKAGING.rglob("*"):
        if path.is_file() and path.name != "copyright":
            name = path.relative_to(PACKAGING).as_posix()
            target = source / "debian" / re.sub(r"^liblectern\.", f"liblectern{ABI}.", name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(re.sub("@([A-Z]+)@", lambda match: values[match[1]], path.read_text()))
            target.chmod(path.stat().st_mode)
    (source / "debian/copyright").write_text(copyright_file())
    (source / f"debian/liblectern{ABI}.symbols").write_text(symbols())
    return source


def kind(library):
    """What to build: everything, or for another processor what depends on it, without its compilers and libraries."""
    architecture = machine(library).debian
    if architecture == run(ROOT, "dpkg", "--print-architecture").strip():
        return ["--build=binary", "--build-profiles=pkg.lectern.prebuilt"]
    return ["--build=any", "--build-profiles=pkg.lectern.prebuilt,cross", f"--host-arch={architecture}", "--no-check-builddeps"]


def environment(library):
    variables = {"LECTERN_LIBRARY": str(library), "DEB_BUILD_OPTIONS": "nocheck"}
    if library == ARM64:
        # Another system's packages are not installed here, but unpacked by scripts/arm64.sh.
        system = ARM64.parents[1] / "root"
        variables["SHLIBDEPS"] = " ".join([f"--admindir={system}/var/lib/dpkg",
                                           *(f"-l{folder}" for folder in system.glob("lib/*-linux-gnu"))])
    return variables


def symbols():
    """The first version that has the symbols of each version in the linker's script: LECTERN_1.2 is that of 1.2.0."""
    found = re.findall(r"^LECTERN_(\d+)(?:\.(\d+))? \{", (ROOT / "include/lectern.map").read_text(), re.M)
    lines = [f" (symver)LECTERN_{major}{minor and f'.{minor}'} {major}.{minor or 0}.0\n" for major, minor in found]
    return f"liblectern.so.{ABI} liblectern{ABI} #MINVER#\n* Build-Depends-Package: liblectern-dev\n{''.join(lines)}"


def copyright_file():
    """The licences of Lectern and of the libraries linked into it, in one file."""
    def indented(text):
        return "".join(f" {line}\n" if line else " .\n" for line in text.strip().expandtabs().splitlines())

    own = (PACKAGING / "copyright").read_text().replace("@LICENSE@\n", indented((ROOT / "LICENSE").read_text()))
    parts = [own]
    for path in sorted((ROOT / "packaging/licences").glob("*.txt")):
        text = path.read_text()
        if "Apache License" in text:  # Debian ships this licence once for all packages.
            exception = text[text.index("As an exception"):]
            text = f"Apache-2.0, see /usr/share/common-licenses/Apache-2.0, with the Runtime Library Exception:\n\n{exception}"
        parts.append(f"Files: packaging/licences/{path.name}\nCopyright: see the licence\nLicense: {path.stem}\n{indented(text)}")
    return "\n".join(parts)


def run(folder, *command, **variables):
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, env={**os.environ, **variables})
    if done.returncode:
        sys.exit(f"deb: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
