# SPDX-License-Identifier: BSD-3-Clause
"""Programs of another version run, or the loader names the version that they need."""
import os
import re
import subprocess

import pytest

from bindings import abi, describe
from Checks.test_c_programs import compile_program
from support.tree import ROOT

#: The interface of the last release: its header, and what compiled programs rely on.
RELEASES = sorted((ROOT / "packaging/abi").glob("*.abi.txt"))
FACTS = list(abi.facts(describe.description()))


def test_the_interface_has_only_grown():
    assert len(RELEASES) == 1, "there is one last release"
    wrong = abi.broken(RELEASES[0].read_text(encoding="utf-8").splitlines(), FACTS)
    assert not wrong, "\n".join(wrong)


def header(facts):
    """A header with this interface."""
    lines = ["#include <stddef.h>", "#include <stdint.h>", "typedef int32_t lectern_status;"]
    handles = set(re.findall(r"\b(lectern_\w+) \*", "\n".join(facts)))
    lines += [f"typedef struct {name} {name};" for name in sorted(handles)]
    structs = {}
    for kind, rest in (fact.split(" ", 1) for fact in facts):
        if kind == "abi":
            lines.append(f"#define LECTERN_ABI {rest}u")
        elif kind == "value":
            lines.append(f"enum {{ {rest} }};")
        elif kind == "field":
            struct, member, declared = re.fullmatch(r"(\w+)\.(\w+) at \d+: (.+)", rest).groups()
            structs.setdefault(struct, []).append(declaration(declared, f"(*{member})", member))
        elif kind == "function":
            name, declared = rest.split(": ", 1)
            lines.append(declaration(declared, name, name))
    at = next(index for index, line in enumerate(lines) if line.endswith(");"))
    lines[at:at] = [f"struct {name} {{ {' '.join(fields)} }};" for name, fields in structs.items()]
    return "\n".join(["#pragma once", *lines, ""])


def declaration(written, callback, name):
    """`int (void *)` and `size_t` as declarations."""
    result, open_, parameters = written.partition("(")
    return f"{result}{callback}({parameters};" if open_ else f"{written} {name};"


@pytest.mark.parametrize("program", ["callbacks", "services", "streams", "inside", "cache"])
def test_programs_of_the_last_release_run(program, library, book, tmp_path):
    """Programs with callbacks of every kind, compiled with the structs and functions of that release."""
    old = tmp_path / "include"
    old.mkdir()
    (old / "lectern.h").write_text(header(RELEASES[0].read_text(encoding="utf-8").splitlines()))
    target = compile_program(program, "plain", library, tmp_path, include=old)
    done = subprocess.run([target, book], capture_output=True, text=True, errors="replace", timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr[-6000:]


OLD = ["abi 0", "value LECTERN_END = 1", "struct lectern_fetcher: 32 bytes", "field lectern_fetcher.struct_size at 0: size_t",
       "field lectern_fetcher.get at 24: lectern_status (void *)", "function lectern_version: const char * (void)"]


@pytest.mark.parametrize("new, sentence", [
    (OLD[:-1], "function lectern_version is gone."),
    ([*OLD[:-1], "function lectern_version: const char * (int32_t)"], "function lectern_version has changed"),
    (["abi 0", "value LECTERN_END = 2", *OLD[2:]], "value LECTERN_END has changed from 1 to 2."),
    ([*OLD[:4], "field lectern_fetcher.own at 24: void *", "field lectern_fetcher.get at 32: lectern_status (void *)", OLD[5]],
     "field lectern_fetcher.own has been inserted"),
    ([*OLD[:4], "field lectern_fetcher.get at 24: lectern_status (void *, int32_t)", OLD[5]], "field lectern_fetcher.get has changed"),
    ([*OLD[:2], "struct lectern_fetcher: 24 bytes", *OLD[3:]], "struct lectern_fetcher has become smaller"),
    ([*OLD[:2], OLD[5]], "struct lectern_fetcher is gone."),
])
def test_what_breaks_programs(new, sentence):
    assert any(one.startswith(sentence) for one in abi.broken(OLD, new)), abi.broken(OLD, new)


@pytest.mark.parametrize("new", [
    OLD,
    [*OLD, "function lectern_more: int32_t (void)"],
    [*OLD, "value LECTERN_MORE = 3"],
    [*OLD[:2], "struct lectern_fetcher: 40 bytes", *OLD[3:5], "field lectern_fetcher.own at 32: void *", OLD[5]],
    [*OLD, "struct lectern_own: 24 bytes", "field lectern_own.struct_size at 0: size_t"],
    ["abi 1"],
])
def test_what_is_an_addition(new):
    assert abi.broken(OLD, new) == []


# ------------------------------------------------------------------------------------------------------ The loader

PROGRAM = """
const char *lectern_version(void), *{called}(void);
int main(void) {{ return {called}() == 0 || lectern_version() == 0; }}
"""


def linked(folder, soname, versions, called="lectern_version"):
    """A program that was linked against a library with these functions: {symbol version: function}."""
    functions = "".join(f"const char *{name}(void) {{ return 0; }}\n" for name in versions.values())
    (folder / "library.c").write_text(functions)
    (folder / "program.c").write_text(PROGRAM.format(called=called))
    (folder / "versions").write_text("".join(f"{version} {{ {name}; }};\n" for version, name in versions.items()))
    compiler = os.environ.get("CC", "gcc")
    compile_ = lambda *arguments: subprocess.run([compiler, *arguments], cwd=folder, check=True, timeout=60)
    (folder / "old").mkdir()
    compile_("-shared", "-fPIC", "-o", f"old/{soname}", "library.c", f"-Wl,-soname,{soname},--version-script=versions")
    compile_("-o", "program", "program.c", f"old/{soname}")
    return folder / "program"


def run(program, library, name, tmp_path):
    """Runs it where today's library is the only one, under a name."""
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / name).symlink_to(library)
    return subprocess.run([program], capture_output=True, text=True, timeout=60, env={"LD_LIBRARY_PATH": str(tmp_path / "new")})


def test_a_program_of_this_series_starts(library, tmp_path):
    program = linked(tmp_path, "liblectern.so.1", {"LECTERN_1": "lectern_version"})
    done = run(program, library, "liblectern.so.1", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_program_of_an_earlier_series_names_its_library(library, tmp_path):
    program = linked(tmp_path, "liblectern.so.0", {"LECTERN_0": "lectern_version"})
    done = run(program, library, "liblectern.so.1", tmp_path)
    assert done.returncode == 127 and "liblectern.so.0: cannot open shared object file" in done.stderr


def test_a_renamed_library_does_not_serve_an_earlier_series(library, tmp_path):
    program = linked(tmp_path, "liblectern.so.0", {"LECTERN_0": "lectern_version"})
    done = run(program, library, "liblectern.so.0", tmp_path)
    assert done.returncode == 1 and "version `LECTERN_0' not found" in done.stderr


def test_a_later_program_says_which_version_it_needs(library, tmp_path):
    versions = {"LECTERN_1": "lectern_version", "LECTERN_1.99": "lectern_later"}
    program = linked(tmp_path, "liblectern.so.1", versions, "lectern_later")
    done = run(program, library, "liblectern.so.1", tmp_path)
    assert done.returncode == 1 and "version `LECTERN_1.99' not found" in done.stderr
