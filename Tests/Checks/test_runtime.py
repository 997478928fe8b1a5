# SPDX-License-Identifier: BSD-3-Clause
"""The files of the page: all are in the library, and they remain small."""
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

#: The maximum size of the embedded files of the page, in bytes.
MOST = 90 * 1024


def test_the_library_carries_the_files(book):
    with lectern.Publication.open(book) as publication, lectern.Navigator(publication) as navigator:
        for name in set(runtime()) - {"index.html"}:
            response = navigator.get("~lectern/" + name)
            assert response.status == 200 and response.read() == content(RUNTIME / name), name


#: Text that may be removed at the start of a line, inside it, and at its end.
INDENT, TYPE, TRAILING = re.compile(r"^ +"), re.compile(r"/\*\* @type \{[^*]*\} \*/ ?"), re.compile(r" +// [^\"'`]*$")


@pytest.mark.parametrize("name", [name for name in runtime() if not name.endswith(".html")])
def test_only_comments_are_left_out(name):
    """Each line is unchanged except for indentation and types, or empty; and no change is inside a string."""
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
    """The static imports of a script."""
    return re.findall(r'^import [^;]*"\./(\w+)\.js";', (RUNTIME / f"{name}.js").read_text(encoding="utf-8"), re.M)


def test_scripts_import_in_one_direction():
    """The order is that of the table in docs/architecture.md."""
    section = (ROOT / "docs/architecture.md").read_text(encoding="utf-8").partition("## The scripts of the page")[2].partition("\n## ")[0]
    rows = [re.findall(r"`(\w+)`", line) for line in section.split("\n") if re.match(r"\| .*`", line)]
    row = {name: number for number, names in enumerate(rows) for name in names}
    assert sorted(row) == sorted(name.removesuffix(".js") for name in runtime() if name.endswith(".js"))
    wrong = [f"{name} imports {other}" for name in row for other in imports(name) if row[other] > row[name]]
    assert not wrong, wrong


def test_scripts_before_the_first_page_are_requested_at_once():
    """Otherwise each script waits for the one that imports it: eight sequential requests for a book of text."""
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
    """Type-checks the JSDoc of the page and of the reader with TypeScript.  Takes 7 to 20 seconds."""
    scripts = [str(RUNTIME / name) for name in runtime() if name.endswith(".js")]
    scripts += [str(path) for path in (ROOT / "examples" / "reader" / "web").glob("*.js")]
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --module esnext --moduleResolution node --lib es2022,dom,dom.iterable"
    found = subprocess.run(["tsc", *options.split(), *scripts], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout
