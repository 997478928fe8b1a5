# SPDX-License-Identifier: BSD-3-Clause
"""Compiles and runs the programs of Tests/C: plain, and under the sanitizers named in LECTERN_SANITIZE.

The library itself is not instrumented.  The sanitizers watch what crosses the border: memory that the library
reads, writes or keeps, and calls that it makes from several threads.
"""
import os
import subprocess
import sys

import pytest
from house import ROOT

PROGRAMS = ("misuse", "lifetime", "threads", "streams", "callbacks", "services", "circles", "inside", "cache", "ends", "fork", "api")

#: name -> (flags of the compiler, environment of the run)
BUILDS = {
    "plain": ([], {}),
    "address": (["-fsanitize=address"], {"ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0"}),
    # Locks inside of the library are invisible to ThreadSanitizer, so that it must not judge what happens there.
    "thread": (["-fsanitize=thread"], {"TSAN_OPTIONS": "ignore_noninstrumented_modules=1"}),
}

#: Under AddressSanitizer most programs take seconds; ThreadSanitizer is left to `make sanitize`.
SANITIZERS = [name for name in os.environ.get("LECTERN_SANITIZE", "address").split(",") if name]

TIMEOUT = 300


def source(program, folder):
    """The file of a program; misuse.c is generated from the header first."""
    if program != "misuse":
        return next(ROOT.glob(f"Tests/C/{program}.c*"))
    path = folder / "misuse.c"
    subprocess.run([sys.executable, ROOT / "Tests/C/generate_misuse.py", path], check=True, timeout=TIMEOUT)
    return path


def compile_program(program, flags, library, folder):
    path = source(program, folder)
    compiler = [os.environ.get("CXX", "g++"), "-std=c++11"] if path.suffix == ".cpp" \
        else [os.environ.get("CC", "gcc"), "-std=gnu11"]
    target = folder / program
    done = subprocess.run(
        [*compiler, "-g", "-O1", "-Wall", "-Wextra", "-Werror", *flags, f"-I{ROOT}/include", f"-I{ROOT}/Tests/C",
         "-o", target, path, library, f"-Wl,-rpath,{library.parent}", "-ldl", "-lpthread"],
        text=True, capture_output=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr
    return target


@pytest.mark.parametrize("build", ["plain", *SANITIZERS])
@pytest.mark.parametrize("program", PROGRAMS)
def test_program(program, build, library, book, tmp_path):
    flags, environment = BUILDS[build]
    target = compile_program(program, flags, library, tmp_path)
    arguments = {"lifetime": [library, book], "fork": [book, tmp_path / "store.db"]}.get(program, [book])
    done = subprocess.run([target, *arguments], text=True, capture_output=True, timeout=TIMEOUT, errors="replace",
                          env={**os.environ, **environment})
    print(done.stdout)
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}\n{done.stderr[-6000:]}"
