# SPDX-License-Identifier: BSD-3-Clause
"""Builds the package with liblectern and the reader, and tags the wheel with the supported systems."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

# Setuptools has no other name for it.
from distutils.command.install_data import install_data

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
READER = CHECKOUT / "apps" / "reader"
HEADER = CHECKOUT / "include" / "lectern.h"

MISSING = """
liblectern is not there, and this package is of no use without it.

  - In a checkout of Lectern: run `make lib`, or put a Swift toolchain (6.3 or later) into PATH,
    and this installation runs it.
  - Elsewhere: set LECTERN_LIBRARY to the path of a liblectern.so, or install the wheel that
    `make wheel` has built.
"""


def library():
    """The library to include, which is built if possible."""
    named = os.environ.get("LECTERN_LIBRARY")
    if named:
        return _there(Path(named))
    if not HEADER.is_file():
        raise SystemExit(MISSING)
    built = CHECKOUT / "build" / "lib" / f"liblectern.so.{_abi()}"
    if not built.is_file() and shutil.which(os.environ.get("SWIFT", "swift")):
        print("lectern: building the library takes some minutes", flush=True)
        subprocess.run(["make", "-C", str(CHECKOUT), "lib"], check=True)
    return _there(built)


def _abi():
    return re.search(r"#define LECTERN_ABI (\d+)u", HEADER.read_text(encoding="utf-8"))[1]


def _there(file):
    if not file.is_file():
        raise SystemExit(f"lectern: {file} is not a file.\n{MISSING}")
    return file.resolve()


#: The processors, by the member e_machine of an ELF file.
MACHINES = {62: "x86_64", 183: "aarch64"}


def platform_tag(file):
    """The manylinux tag for the processor and the C library that a file needs.  2.26 is the lowest version that wheel
    tools accept."""
    data = file.read_bytes()
    versions = re.findall(rb"\0GLIBC_2\.(\d+)(?=[.\0])", data)
    machine = MACHINES.get(int.from_bytes(data[18:20], "little"))
    if not versions or not machine:
        raise SystemExit(f"lectern: {file} is not a library for Linux with glibc, on x86-64 or 64-bit ARM.")
    return f"manylinux_2_{max(26, *map(int, versions))}_{machine}"


class Build(build_py):
    def run(self):
        # The output of an earlier build may include modules that no longer exist.
        shutil.rmtree(Path(self.build_lib) / "lectern", ignore_errors=True)
        super().run()
        if not self.editable_mode:
            file = library()
            package = Path(self.build_lib) / "lectern"
            self.copy_file(str(file), str(package / file.name))
            if READER.is_dir():
                # `lectern read` runs it.
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(READER, package / "_reader", dirs_exist_ok=True, ignore=ignored)


class Wheel(bdist_wheel):
    def get_tag(self):
        # The library is called through ctypes, so any Python works.
        return "py3", "none", platform_tag(library())


class Documents(install_data):
    """Installs the man pages, the reference, and the licences of all that is in the library."""

    def run(self):
        shared = Path(self.install_dir) / "share"
        documents = shared / "doc" / "liblectern"
        if (CHECKOUT / "LICENSE").is_file():
            self._copy(CHECKOUT / "LICENSE", documents)
        for licence in (CHECKOUT / "packaging" / "licences").glob("*.txt"):
            self._copy(licence, documents / "licences")
        if (CHECKOUT / "scripts" / "reference").is_dir():
            made = Path(self.get_finalized_command("build").build_temp).resolve() / "reference"
            places = {**os.environ, "PYTHONPATH": os.pathsep.join([str(CHECKOUT / "scripts"), str(HERE)])}
            subprocess.run([sys.executable, "-m", "reference", str(made)], check=True, env=places)
            for page in made.rglob("*"):
                if page.is_file():
                    inside = page.relative_to(made)
                    root = shared if inside.parts[0] == "man" else documents / "reference"
                    self._copy(page, (root / inside).parent)

    def _copy(self, file, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self.outfiles.append(self.copy_file(str(file), str(folder))[0])


class WithLibrary(Distribution):
    def has_ext_modules(self):
        """The wheel is specific to one platform."""
        return True

    def has_data_files(self):
        """See Documents."""
        return True


setup(distclass=WithLibrary, data_files=[], cmdclass={"build_py": Build, "bdist_wheel": Wheel, "install_data": Documents})
