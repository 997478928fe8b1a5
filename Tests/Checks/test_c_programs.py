# SPDX-License-Identifier: BSD-3-Clause
"""Compiles and runs the programs of Tests/C: plain, and under the sanitizers in LECTERN_SANITIZE.

Under AddressSanitizer the library itself is not instrumented: the sanitizer checks the memory at its border, which the
library reads, writes or keeps.  ThreadSanitizer must see all locks, so it needs an instrumented library, which
LECTERN_THREAD_LIBRARY names.
"""
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.tree import ROOT

PROGRAMS = ("misuse", "lifetime", "threads", "streams", "callbacks", "services", "circles", "inside", "cache", "fork", "api")

#: name -> (compiler flags, environment of the run)
BUILDS = {
    "plain": ([], {"FORKS": os.environ.get("FORKS", "100")}),
    "address": (["-fsanitize=address"], {"ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0"}),
    # An unsuppressed report fails the run.  fork.c starts threads in its children, which must be enabled.
    "thread": (["-fsanitize=thread"], {
        "TSAN_OPTIONS": f"suppressions={ROOT}/Tests/C/tsan.supp:history_size=7:die_after_fork=0", "FORKS": "30"}),
}

#: Under AddressSanitizer most programs take seconds; ThreadSanitizer runs in `make sanitize`.
SANITIZERS = [name for name in os.environ.get("LECTERN_SANITIZE", "address").split(",") if name]

#: Runs programs for another processor: scripts/arm64.sh.
RUNNER = shlex.split(os.environ.get("LECTERN_RUNNER", ""))

TIMEOUT = 900


def source(program, folder):
    """The source of a program; misuse.c is first generated from the header."""
    if program != "misuse":
        return next(ROOT.glob(f"Tests/C/{program}.c*"))
    path = folder / "misuse.c"
    subprocess.run([sys.executable, "-m", "C.generate_misuse", path], check=True, timeout=TIMEOUT)
    return path


def toolchain(build, suffix):
    """The compiler and flags.  The library for ThreadSanitizer needs the runtime of Swift's clang, which needs
    libdispatch."""
    is_cpp = suffix == ".cpp"
    standard = "-std=c++11" if is_cpp else "-std=gnu11"
    if build != "thread":
        return [os.environ.get("CXX", "g++") if is_cpp else os.environ.get("CC", "gcc"), standard]
    tools = Path(shutil.which(os.environ.get("SWIFT", "swift"))).resolve().parent
    runtime = tools.parent / "lib/swift/linux"
    return [tools / ("clang++" if is_cpp else "clang"), standard, f"-L{runtime}", f"-Wl,-rpath,{runtime}", "-Wl,--no-as-needed",
            "-ldispatch", "-lBlocksRuntime"]


def compile_program(program, build, library, folder, include=ROOT / "include"):
    path = source(program, folder)
    target = folder / program
    # The loader looks for the library by its soname.
    (folder / "liblectern.so.1").symlink_to(library)
    done = subprocess.run(
        [*toolchain(build, path.suffix), "-g", "-O1", "-Wall", "-Wextra", "-Werror", *BUILDS[build][0], f"-I{include}",
         f"-I{ROOT}/Tests/C", "-o", target, path, library, f"-Wl,-rpath,{folder}", "-ldl", "-lpthread"],
        text=True, capture_output=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr
    return target


@pytest.mark.parametrize("build", ["plain", *SANITIZERS])
@pytest.mark.parametrize("program", PROGRAMS)
def test_program(program, build, library, book, tmp_path):
    if (program, build) == ("fork", "address"):
        pytest.skip("the allocator of AddressSanitizer stays locked in a child if another thread was in it at the fork")
    if build == "thread":
        library = Path(os.environ["LECTERN_THREAD_LIBRARY"]).resolve()
    target = compile_program(program, build, library, tmp_path)
    arguments = {"lifetime": [library, book], "fork": [book, tmp_path / "store.db"]}.get(program, [book])
    environment = BUILDS[build][1]
    done = subprocess.run([*RUNNER, target, *arguments], text=True, capture_output=True, timeout=TIMEOUT, errors="replace",
                          env={**os.environ, **environment})
    print(done.stdout)
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}\n{done.stderr[-6000:]}"


def test_fork_while_the_first_calls_run(library, book, tmp_path):
    """The Swift runtime takes locks when a type is first used, so this starts a new process each time."""
    target = compile_program("fork", "plain", library, tmp_path)
    for number in range(60):
        done = subprocess.run([*RUNNER, target, book, tmp_path / f"{number}.db"], text=True, capture_output=True, timeout=TIMEOUT,
                              env={**os.environ, "FORKS": "1"})
        assert done.returncode == 0, f"{number}: exit {done.returncode}\n{done.stdout}\n{done.stderr[-6000:]}"
