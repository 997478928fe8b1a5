# SPDX-License-Identifier: BSD-3-Clause
"""The programs of docs/other-languages.md, each with the tools of its language; without them, it is skipped."""
import os
import re
import shutil
import subprocess
import sysconfig

import pytest

from bindings import describe
from support.tree import ROOT

PAGE = (ROOT / "docs/other-languages.md").read_text(encoding="utf-8")


def program(heading, language, number=0):
    """A block of code below a heading."""
    part = re.split(r"^##+ ", PAGE.partition(f" {heading}\n")[2], flags=re.M)[0]
    return re.findall(rf"^```{language}\n(.*?)^```", part, re.M | re.S)[number]


PYTHON = "/usr/bin/python3"     # has the packages of the system, as cffi
INCLUDES = f"-I{sysconfig.get_path('include')}"
#: For each heading: the files as (name, language), the tools, the steps before, and the command without the book.
PROGRAMS = {
    "LuaJIT": ([("first.lua", "lua")], ["luajit"], [], ["luajit", "first.lua"]),
    "Ruby": ([("first.rb", "ruby")], ["ruby"], [], ["ruby", "first.rb"]),
    "Go": ([("first.go", "go")], ["go", "gcc"], [["go", "build", "-o", "first", "first.go"]], ["./first"]),
    "Rust": ([("first.rs", "rust")], ["rustc"], [["rustc", "--edition", "2021", "first.rs"]], ["./first"]),
    "C#": ([("first.cs", "csharp")], ["mcs", "mono"], [["mcs", "first.cs"]], ["mono", "first.exe"]),
    "Swift": ([("first.swift", "swift")], ["swiftc"], [["swiftc", "-I", ROOT / "include", "-L", ".", "-llectern", "first.swift"]], ["./first"]),
    "Python with cffi": ([("first.py", "py")], [PYTHON], [[PYTHON, "-c", "import cffi"]], [PYTHON, "first.py"]),
    "SWIG": ([("lectern.i", "swig"), ("first.py", "py")], ["swig", "gcc", PYTHON],
             [["swig", "-python", f"-I{ROOT}/include", "lectern.i"],
              ["gcc", "-shared", "-fPIC", "-o", "_lectern.so", "lectern_wrap.c", INCLUDES, "-L.", "-llectern"]], [PYTHON, "first.py"]),
}


def environment(library, folder):
    """The library is found in the folder, by the names that linkers and loaders look for."""
    for name in ("liblectern.so", library.name):
        if not (folder / name).exists():
            (folder / name).symlink_to(library)
    places = {name: str(folder) for name in ("LD_LIBRARY_PATH", "LIBRARY_PATH", "HOME")}
    rust = {name: os.environ.get(name) or os.path.expanduser(f"~/.{name.split('_')[0].lower()}") for name in ("CARGO_HOME", "RUSTUP_HOME")}
    return {**os.environ, **places, **rust, "C_INCLUDE_PATH": str(ROOT / "include"), "GO111MODULE": "off", "LC_ALL": "C.UTF-8", "PYTHONPATH": ""}


@pytest.mark.parametrize("heading", PROGRAMS)
def test_the_first_program(heading, library, book, tmp_path):
    files, tools, steps, command = PROGRAMS[heading]
    for name, language in files:
        (tmp_path / name).write_text(program(heading, language), encoding="utf-8")
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    settings = {"cwd": tmp_path, "env": environment(library, tmp_path), "capture_output": True, "text": True, "timeout": 300}
    for step in steps:
        done = subprocess.run(step, **settings)
        if "No module named" in done.stderr or "Python.h: No such file" in done.stderr:
            pytest.skip(done.stderr.strip().splitlines()[-1])
        assert done.returncode == 0, done.stderr
    done = subprocess.run([*command, book], **settings)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert done.stdout.splitlines()[0] == "Read Aloud"
    assert "  Loomings\n" in done.stdout and "  The Raven\n" in done.stdout and "  1\n" not in done.stdout
    wrong = subprocess.run([*command, "nowhere.epub"], **settings)
    assert wrong.returncode == 1 and wrong.stdout == ""
    assert wrong.stderr == "The file cannot be opened: there is no such file.\n"


def test_every_program_of_the_page_is_run():
    part = PAGE.partition("## Languages without a binding")[2].partition("## Generating")[0]
    assert {heading for heading in re.findall(r"^### (.*)", part, re.M)} - {"Java"} == set(PROGRAMS)
    assert len(re.findall(r"^```\w", part, re.M)) == sum(len(files) for files, *_ in PROGRAMS.values())


@pytest.mark.skipif(not shutil.which("luajit"), reason="luajit is not installed")
def test_the_generated_declarations(library, tmp_path):
    text = program("Generating a binding", "py")
    assert text.count("\n") < 40
    made = subprocess.run([PYTHON, "-c", text, ROOT / "include/lectern.api.json"], capture_output=True, text=True, timeout=60, check=True).stdout
    (tmp_path / "lectern.lua").write_text(made, encoding="utf-8")
    use = """
        local ffi, lectern = require('ffi'), require('lectern')
        local book, error_ = ffi.new('void *[1]'), ffi.new('void *[1]')
        local status = lectern.lectern_publication_open(nil, 'none.epub', nil, book, error_)
        print(ffi.string(lectern.lectern_status_name(status)), ffi.sizeof('lectern_service'))
        lectern.lectern_error_free(error_[0])"""
    size = next(one["size"] for one in describe.description()["structs"] if one["name"] == "service")
    done = subprocess.run(["luajit", "-e", use], cwd=tmp_path, env=environment(library, tmp_path), capture_output=True, text=True, timeout=60)
    assert (done.stderr, done.stdout) == ("", f"LECTERN_ERROR_NOT_FOUND\t{size}\n")
