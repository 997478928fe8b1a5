# SPDX-License-Identifier: BSD-3-Clause
"""Builds programs that use the C++ binding into build/cpp, unless sources and flags are unchanged."""
import os
import shutil
import subprocess

import pytest

from built import built, digest
from support.tree import ROOT

PROGRAMS = ROOT / "Tests/Bindings/cpp"
BUILT = ROOT / "build/cpp"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
INCLUDES = [f"-I{ROOT}/include", f"-I{ROOT}/bindings/cpp"]
CXX = os.environ.get("CXX", "g++")
#: The two sets of flags that programs are built with.
ADDRESS = ["-fsanitize=address"]
WITHOUT_EXCEPTIONS = ["-fno-exceptions"]


def compiler(name=CXX):
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    return name


def build(program, library, *flags, also=None):
    """Builds a program of Tests/Bindings/cpp, or another source file.  With `also`, compiles it a second time with
    these flags and links both."""
    source = PROGRAMS / f"{program}.cpp" if isinstance(program, str) else program
    linked = [str(library), f"-Wl,-rpath,{library.parent}"]

    def make(made):
        parts = [source]
        if also is not None:
            parts.append(made.with_name(made.name + ".o"))
            _run([*_command(also), "-c", source, "-o", parts[1]])
        _run([*_command(flags), *parts, *linked, "-o", made])

    return built(BUILT / f"{source.stem}-{digest(flags, also)}", [_headers(), source, linked], make)


def _command(flags):
    """The compiler with a precompiled header, because the header takes most of the time; one for each set of flags."""
    command = [compiler(), "-std=c++17", "-pthread", *WARNINGS, *INCLUDES, *flags]

    def make(folder):
        folder.mkdir()
        _run([*command, "-x", "c++-header", ROOT / "bindings/cpp/lectern.hpp", "-o", folder / "lectern.hpp.gch"])

    return [*command, "-include", built(BUILT / f"header-{digest(flags)}", [_headers()], make) / "lectern.hpp"]


def _headers():
    """The version of the compiler, and the headers of all programs."""
    version = subprocess.run([compiler(), "--version"], capture_output=True, timeout=10).stdout
    return [version, *sorted([*PROGRAMS.glob("*.hpp"), ROOT / "include/lectern.h", *(ROOT / "bindings/cpp").rglob("*.hpp")])]


def _run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
