# SPDX-License-Identifier: BSD-3-Clause
"""The files of the page: all of them are in the library, and they stay small."""
import json
import re
import shutil
import subprocess
import sys

import lectern
import pytest
from tree import ROOT

sys.path.append(str(ROOT / "scripts"))

from embed_runtime import RUNTIME, content, deflated, groups, runtime  # noqa: E402

#: What the library carries of the page, in bytes.
MOST = 90 * 1024


def test_the_library_carries_the_files(book):
    with lectern.Publication.open(book) as publication, lectern.Navigator(publication) as navigator:
        for name in set(runtime()) - {"index.html"}:
            response = navigator.get("~lectern/" + name)
            assert response.status == 200 and response.read() == content(RUNTIME / name), name


#: What may be missing at the beginning of a line, in it, and at its end.
INDENT, TYPE, TRAILING = re.compile(r"^ +"), re.compile(r"/\*\* @type \{[^*]*\} \*/ ?"), re.compile(r" +// [^\"'`]*$")


@pytest.mark.parametrize("name", [name for name in runtime() if not name.endswith(".html")])
def test_only_comments_are_left_out(name):
    """Each line is as it was, but for indents and types, or empty; and none of those that are changed was part of a text."""
    lines = (RUNTIME / name).read_text(encoding="utf-8").split("\n")
    kept = content(RUNTIME / name).decode().split("\n")
    assert len(lines) == len(kept)
    is_text = is_comment = False
    for line, embedded in zip(lines, kept):
        code = INDENT.sub("", line)
        is_comment |= bool(re.match(r"/\*(?! SPDX)((?!\*/).)*(\*/)?$", code))
        assert embedded == (line if is_text else "" if is_comment or re.match("//(?! SPDX)", code) else TRAILING.sub("", TYPE.sub("", code))), line
        is_comment &= not code.endswith("*/")
        is_text ^= embedded.count("`") % 2 == 1


def test_what_the_library_carries_is_small():
    sizes = [len(deflated(group)) for group in groups(runtime())]
    assert sum(sizes) < MOST, sizes


def imports(name):
    """The scripts that a script imports by itself."""
    return re.findall(r'^import [^;]*"\./(\w+)\.js";', (RUNTIME / f"{name}.js").read_text(encoding="utf-8"), re.M)


def test_scripts_import_in_one_direction():
    """As the table in docs/architecture.md says."""
    section = (ROOT / "docs/architecture.md").read_text(encoding="utf-8").partition("## The scripts of the page")[2].partition("\n## ")[0]
    rows = [re.findall(r"`(\w+)`", line) for line in section.split("\n") if re.match(r"\| .*`", line)]
    row = {name: number for number, names in enumerate(rows) for name in names}
    assert sorted(row) == sorted(name.removesuffix(".js") for name in runtime() if name.endswith(".js"))
    wrong = [f"{name} imports {other}" for name in row for other in imports(name) if row[other] > row[name]]
    assert not wrong, wrong


def test_scripts_before_the_first_page_are_requested_at_once():
    """Otherwise each of them waits for the one that imports it: eight answers in a row, in a book with text."""
    early = re.search(r"EARLY = (\[.*\]);", (RUNTIME / "main.js").read_text(encoding="utf-8")).group(1)
    needed = ["main", "reflow", *json.loads(early)]
    for name in needed:
        needed += [other for other in imports(name) if other not in needed]
    linked = re.findall(r'rel="modulepreload" href="(\w+)\.js"', (RUNTIME / "index.html").read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(set(needed) - {"main"})


@pytest.mark.parametrize("name", runtime())
def test_files_of_the_page_are_text(name):
    text = (RUNTIME / name).read_bytes().decode("utf-8")
    assert "\r" not in text and "\0" not in text


@pytest.mark.skipif(not shutil.which("tsc"), reason="no tsc")
def test_types():
    """The JSDoc of the page and of the reader, as TypeScript reads it.  Takes 7 to 20 seconds."""
    scripts = [str(RUNTIME / name) for name in runtime() if name.endswith(".js")]
    scripts += [str(path) for path in (ROOT / "examples" / "reader" / "web").glob("*.js")]
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --module esnext --moduleResolution node --lib es2022,dom,dom.iterable"
    found = subprocess.run(["tsc", *options.split(), *scripts], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout
