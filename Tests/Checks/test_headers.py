# SPDX-License-Identifier: BSD-3-Clause
"""lectern.h compiles on its own, in every language and with every warning that a host may enable."""
import os
import shutil
import subprocess

import pytest

from support.tree import ROOT

STANDARDS = {"c": ("c90", "c99", "c11", "c17", "c2x"), "c++": ("c++98", "c++11", "c++14", "c++17", "c++20", "c++2b")}
COMPILERS = {
    "c": (os.environ.get("CC", "gcc"), "clang"),
    "c++": (os.environ.get("CXX", "g++"), "clang++"),
}
CASES = [(compiler, language, standard)
         for language, standards in STANDARDS.items() for compiler in COMPILERS[language] for standard in standards]

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Wundef", "-Wshadow", "-Werror"]

# Included twice and used once, to test the guard and the linkage.
PROGRAM = """#include <lectern.h>
#include <lectern.h>
int main(void) { return lectern_abi() == LECTERN_ABI && LECTERN_OK == 0 ? 0 : 1; }
"""


@pytest.mark.parametrize("compiler, language, standard", CASES)
def test_header_compiles(compiler, language, standard):
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    done = subprocess.run(
        [compiler, "-x", language, f"-std={standard}", *WARNINGS, "-fsyntax-only", f"-I{ROOT}/include", "-"],
        input=PROGRAM, text=True, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_module_map_names_the_header():
    assert 'header "lectern.h"' in (ROOT / "include/module.modulemap").read_text()


def test_versions_agree():
    header = (ROOT / "include/lectern.h").read_text()
    numbers = [line.split()[-1] for line in header.splitlines()
               if line.startswith("#define LECTERN_VERSION_")]
    assert f'#define LECTERN_VERSION "{".".join(numbers)}"' in header
