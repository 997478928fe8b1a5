# SPDX-License-Identifier: BSD-3-Clause
"""The files of the page: all are in the library, and they remain small."""
import hashlib
import re
import shutil
import subprocess

import pytest

import lectern
from support.tree import ROOT

RUNTIME = ROOT / "Sources" / "LecternWeb" / "runtime"
BUNDLE = ROOT / "Sources" / "LecternWeb" / "bundle" / "main.js"
#: The scripts of the page as the library carries them, in bytes.
MOST = 284 * 1024


def runtime():
    """The files of the page, by their path."""
    return sorted(path.relative_to(RUNTIME).as_posix() for path in RUNTIME.rglob("*") if path.is_file())


def test_the_library_carries_the_files(book):
    """Sources/CAssets/Page.c has a row for each."""
    files = {name: RUNTIME / name for name in runtime() if name.endswith(".css")} | {"main.js": BUNDLE}
    with lectern.Publication.open(book) as publication, lectern.Navigator(publication) as navigator:
        for name, file in files.items():
            response = navigator.get("~lectern/" + name)
            assert response.status == 200 and response.read() == file.read_bytes(), name


def test_the_bundle_is_that_of_the_scripts():
    """Otherwise, `make bindings` writes it."""
    sources = b"".join((RUNTIME / name).read_bytes() for name in runtime() if name.endswith(".js"))
    assert BUNDLE.read_text(encoding="utf-8").split("\n")[0].split()[-1] == hashlib.sha256(sources).hexdigest()


def test_the_page_is_small():
    assert BUNDLE.stat().st_size < MOST


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
