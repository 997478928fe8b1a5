# SPDX-License-Identifier: BSD-3-Clause
"""Programs are built and run with installed files only, which have been moved after installation."""
import json
import os
import shutil
from pathlib import Path

import pytest

from support.tree import ROOT

from .installation import need

PROJECT = Path(__file__).resolve().parent / "project"
CC, CXX = os.environ.get("CC", "gcc"), os.environ.get("CXX", "g++")


def shows_positions(text):
    assert json.loads(text)["total"] == 34


def test_cmake(installed, book, tmp_path):
    need("cmake")
    shutil.copytree(PROJECT, tmp_path / "project")
    installed.run("cmake", "-S", "project", "-B", "build", f"-DCMAKE_PREFIX_PATH={installed.prefix}",
                  f"-DCMAKE_LIBRARY_ARCHITECTURE={installed.libraries.name}", cwd=tmp_path)
    installed.run("cmake", "--build", "build", cwd=tmp_path)
    for program in ("in_c", "in_cpp"):
        # Found through the path that CMake has linked, and through the loader.
        shows_positions(installed.run(tmp_path / "build" / program, book, cwd=tmp_path, LD_LIBRARY_PATH=""))


@pytest.mark.parametrize("wanted, found", [("1.0", True), ("1.0.0", True), ("1", True), ("0.9", False), ("1.99", False), ("2.0", False)])
def test_cmake_compares_versions(installed, wanted, found, tmp_path):
    need("cmake")
    config = installed.libraries / "cmake/lectern/lectern-config-version.cmake"
    script = f'set(PACKAGE_FIND_VERSION {wanted})\ninclude("{config}")\nfile(WRITE found "${{PACKAGE_VERSION_COMPATIBLE}}")\n'
    (tmp_path / "ask.cmake").write_text(script)
    installed.run("cmake", "-P", "ask.cmake", cwd=tmp_path)
    assert (tmp_path / "found").read_text() == str(found).upper()


@pytest.mark.parametrize("compiler, source", [([CC, "-std=c99"], "in_c.c"), ([CXX, "-std=c++17"], "in_cpp.cpp")])
def test_pkg_config(installed, book, compiler, source, tmp_path):
    need("pkg-config", compiler[0])
    shutil.copy(PROJECT / source, tmp_path)
    # The name of the folder contains a space, which pkg-config escapes.
    command = f"{' '.join(compiler)} {source} -o program $(pkg-config --cflags --libs lectern)"
    installed.run("sh", "-c", f"eval {command}", cwd=tmp_path)
    shows_positions(installed.run(tmp_path / "program", book, cwd=tmp_path))
    version = installed.run("pkg-config", "--modversion", "lectern", cwd=tmp_path).strip()
    assert f'"{version}"' in (ROOT / "include/lectern.h").read_text()


def test_python(installed, book, tmp_path):
    if installed.python is None:
        pytest.skip("make install has no Python package")
    text = f"import json, lectern; print(json.dumps(lectern.Publication.open({str(book)!r}).positions)); print(lectern.__file__)"
    positions, path = installed.run("python3", "-c", text, cwd=tmp_path, PYTHONPATH=str(installed.python)).splitlines()
    assert len(json.loads(positions)) == 34 and path.startswith(str(installed.python))


def test_everything_is_there(installed):
    api = json.loads((installed.prefix / "share/lectern/lectern.api.json").read_text())
    schemas = {path.name.removesuffix(".schema.json") for path in (installed.prefix / "share/lectern/schemas").iterdir()}
    assert schemas == set(api["schemas"])
    headers = {path.relative_to(ROOT / "bindings/cpp") for path in (ROOT / "bindings/cpp").rglob("*.hpp")}
    assert all((installed.prefix / "include" / header).is_file() for header in headers)
    texts = [path for path in installed.prefix.rglob("*") if path.suffix in (".pc", ".cmake")]
    assert len(texts) == 3 and not any("@" in path.read_text() for path in texts)
