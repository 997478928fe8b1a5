# SPDX-License-Identifier: BSD-3-Clause
"""The files of the page: all are in the library, and they remain small."""
import json
import re
import shutil
import subprocess

import pytest

import lectern
from support.tree import ROOT

RUNTIME = ROOT / "Sources" / "LecternWeb" / "runtime"
#: All files of the page, in bytes.
MOST = 460 * 1024


def runtime():
    """The files of the page, by their path."""
    return sorted(path.relative_to(RUNTIME).as_posix() for path in RUNTIME.rglob("*") if path.is_file())


def test_the_library_carries_the_files(book):
    """Sources/CAssets/Page.c has a row for each."""
    with lectern.Publication.open(book) as publication, lectern.Navigator(publication) as navigator:
        for name in set(runtime()) - {"index.html"}:
            response = navigator.get("~lectern/" + name)
            assert response.status == 200 and response.read() == (RUNTIME / name).read_bytes(), name


def test_the_page_is_small():
    assert sum((RUNTIME / name).stat().st_size for name in runtime()) < MOST


def imports(name):
    """The static imports of a script, as paths without the extension."""
    file = RUNTIME / f"{name}.js"
    found = re.findall(r'^import [^;]*"(\.\.?/[\w/.]+)\.js";', file.read_text(encoding="utf-8"), re.M)
    return [(file.parent / path).resolve().relative_to(RUNTIME.resolve()).as_posix() for path in found]


def test_scripts_import_in_one_direction():
    """The order is that of the table in docs/architecture.md."""
    section = (ROOT / "docs/architecture.md").read_text(encoding="utf-8").partition("## The scripts of the page")[2].partition("\n## ")[0]
    folders = re.findall(r"^\| `(\w+)` \|", section, re.M)
    scripts = [name.removesuffix(".js") for name in runtime() if name.endswith(".js") and name != "main.js"]
    assert sorted(folders) == sorted({name.split("/")[0] for name in scripts})
    row = {name: folders.index(name.split("/")[0]) for name in scripts}
    wrong = [f"{name} imports {other}" for name in row for other in imports(name) if row[other] > row[name]]
    assert not wrong, wrong


def test_scripts_before_the_first_page_are_requested_at_once():
    """Otherwise each script waits for the one that imports it: eight sequential requests for a book of text."""
    early = re.search(r"EARLY = (\[.*\]);", (RUNTIME / "main.js").read_text(encoding="utf-8")).group(1)
    needed = ["main", "views/reflow", *json.loads(early)]
    for name in needed:
        needed += [other for other in imports(name) if other not in needed]
    linked = re.findall(r'rel="modulepreload" href="([\w/]+)\.js"', (RUNTIME / "index.html").read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(set(needed) - {"main"})


@pytest.mark.parametrize("name", runtime())
def test_files_of_the_page_are_text(name):
    text = (RUNTIME / name).read_bytes().decode("utf-8")
    assert "\r" not in text and "\0" not in text


@pytest.mark.skipif(not shutil.which("tsc"), reason="no tsc")
def test_types():
    """Type-checks the JSDoc of the page and of the reader with TypeScript.  Takes 7 to 20 seconds."""
    scripts = [str(RUNTIME / name) for name in runtime() if name.endswith(".js")]
    scripts += [str(path) for path in (ROOT / "apps" / "reader" / "web").glob("*.js")]
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --module esnext --moduleResolution node --lib es2022,dom,dom.iterable"
    found = subprocess.run(["tsc", *options.split(), *scripts], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout
