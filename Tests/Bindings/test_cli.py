# SPDX-License-Identifier: BSD-3-Clause
"""The command line: output for people and for programs, and failures."""
import json
import re
import shutil
import signal
import subprocess
import unicodedata
from importlib.util import find_spec
from urllib.request import urlopen

import pytest

import lectern as binding
from lectern.cli import COMMANDS
from support import tiny_books
from support.tree import ROOT

from .command_line import COMMAND, ENVIRONMENT, in_terminal, lectern, objects, without_colors

HEBREW, CHINESE = "ספר קטן מאוד", "一本很小的書"
BROKEN = ROOT / "Tests/Fixtures/broken"


@pytest.fixture(scope="module")
def shelf(book, tmp_path_factory):
    """A folder with two books (one of them exploded), an invalid book, and an unrelated file."""
    folder = tmp_path_factory.mktemp("shelf")
    shutil.copy(book, folder / "b.epub")
    shutil.copytree(ROOT / "examples/book", folder / "exploded")
    (folder / "damaged.epub").write_bytes(b"PK\3\4 and no more")
    (folder / "notes.txt").write_text("whale")
    return folder


# ------------------------------------------------------------------------------------------------------------ For people


def test_info(book):
    lines = lectern("info", book).splitlines()
    assert lines[0] == "Read Aloud"
    assert "Subtitle     Pieces for a Lectern" in lines and "Words        4,060" in lines and "Positions    34" in lines
    assert not [line for line in lectern("info", "--brief", book).splitlines() if line.startswith(("Words", "Positions"))]
    assert "Ways of reading  " in lectern("info", "--brief", book)
    assert "Arten des Lesens  " in lectern("info", "--brief", "--language", "de", book)
    assert "Pages        1 to 13, 13 in print" in lines


def test_what_is_left_from_a_place(book):
    with binding.open(book) as opened:
        raven = opened.locate({"href": "EPUB/text/raven.xhtml"})
        expected = opened.statistics({"from": {"href": raven["href"], "progression": 0}})["left"]
        cfi = opened.cfi(raven)["cfi"]
    lines = lectern("info", "--brief", "--from", "EPUB/text/raven.xhtml", book).splitlines()
    assert f"Left         7 min, {expected['words']:,} words" in lines and "In chapter   4 min, 1,096 words" in lines
    for place in raven["locations"]["position"], cfi:
        assert objects("info", "--brief", "--from", place, book)[0]["left"]["words"] == pytest.approx(expected["words"], abs=80)
    assert objects("info", "--brief", "--from", "100%", book)[0]["left"]["words"] == 0
    assert "left" not in objects("info", "--brief", book)[0]
    assert lectern("info", "--from", "none.xhtml", book, code=3).startswith("lectern: ")


def test_toc(book):
    lines = lectern("toc", book).splitlines()
    assert lines[:2] == ["Read Aloud", "Loomings"] and "  Sonnet 18" in lines
    assert "  Sonnet 18" not in lectern("toc", "--depth", 1, book).splitlines()
    assert lectern("toc", "--hrefs", book).splitlines()[1].startswith("Loomings  EPUB/text/")


def test_positions(book):
    rows = [line.split() for line in lectern("positions", book).splitlines()]
    assert [row[0] for row in rows] == [str(number) for number in range(1, 35)] and rows[0][1] == "0%"


def test_text(book):
    whole = lectern("text", book)
    href = json.loads(lectern("toc", "--json", book))[1]["href"]
    assert "Call me Ishmael." in whole
    one = lectern("text", book, href)
    assert "Call me Ishmael." in one and "Nevermore" not in one and "Nevermore" in whole


def test_a_book_without_text(tmp_path):
    pytest.importorskip("PIL.Image").new("RGB", (3, 6), "red").save(tmp_path / "page.png")
    said = subprocess.run([*COMMAND, "text", tmp_path / "page.png"], capture_output=True, text=True, timeout=60, env=ENVIRONMENT)
    assert said.returncode == 1 and said.stdout == "" and said.stderr.startswith(f"lectern: {tmp_path}/page.png") and said.stderr.count("\n") == 1
    assert lectern("toc", tmp_path / "page.png", code=1) == ""


def test_search(book, shelf):
    text = lectern("search", "ishmael", book)
    assert text.splitlines()[0] == "Loomings" and "Call me Ishmael." in text
    assert lectern("search", "--case", "ishmael", book, code=1) == ""
    assert lectern("search", "--count", "--regex", r"Sonnet \d+", book) == "5\n"
    many = subprocess.run([*COMMAND, "search", "--list", "ishmael", shelf], capture_output=True, text=True, timeout=60, env=ENVIRONMENT)
    assert many.stdout.splitlines() == [str(shelf / "b.epub"), str(shelf / "exploded")]
    assert many.returncode == 3 and many.stderr.startswith(f"lectern: {shelf}/damaged.epub: ") and many.stderr.count("\n") == 1


@pytest.mark.parametrize("options", [[], ["--json"]])
@pytest.mark.parametrize("command", ["info", "toc", "manifest", "positions", "text", "search e", "cover", "settings", "validate"])
def test_errors_begin_with_the_path_as_it_was_given(command, options, shelf):
    for path in "./damaged.epub", "../" + shelf.name + "/damaged.epub", "./gone.epub":
        said = lectern(*command.split(), path, *options, code=3, cwd=shelf)
        assert said.startswith(f"lectern: {path}: ") and said.count("\n") == 1


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_errors_inside_a_book_begin_with_its_path(options, shelf):
    for command in ["text", "./b.epub", "none.xhtml"], ["info", "./b.epub", "--from", "epubcfi(x)"], ["info", "./b.epub", "--from", "999"]:
        said = lectern(*command, *options, code=3, cwd=shelf)
        assert said.startswith(("lectern: ./b.epub: ", "lectern: ./b.epub > ")) and said.count("./b.epub") == 1


def test_cover(book, tmp_path):
    said = lectern("cover", book, "-o", tmp_path / "cover.svg")
    with binding.open(book) as opened, opened.cover() as cover:
        expected = cover.read()
    assert (tmp_path / "cover.svg").read_bytes() == expected and f"{len(expected)} bytes" in said
    lectern("cover", book, cwd=tmp_path)
    assert (tmp_path / "book.svg").read_bytes() == expected
    piped = subprocess.run([*COMMAND, "cover", book, "-o", "-"], capture_output=True, timeout=60, env=ENVIRONMENT)
    assert piped.stdout == expected
    (tmp_path / "bare.epub").write_bytes(tiny_books.epub())
    lectern("cover", tmp_path / "bare.epub", code=1, cwd=tmp_path)


def test_package(book, tmp_path):
    said = lectern("package", book, cwd=tmp_path)
    name = f"{book.stem}.webpub"
    with binding.open(book) as opened, binding.open(tmp_path / name) as again:
        count = len(opened.reading_order) + len(opened.collection("resources"))
        assert said.startswith(f"{name}  {count} files, ") and again.title == opened.title
    (done,) = objects("package", book, "--folder", "-o", tmp_path / "folder")
    assert (done["path"], done["files"], done["leftOut"]) == (str(tmp_path / "folder"), count, [])
    lectern("package", book, "--folder", "-o", tmp_path / "folder", code=3)
    (tmp_path / "a.epub").write_bytes(tiny_books.epub(files={"EPUB/c2.xhtml": None}))
    assert "EPUB/c2.xhtml" in lectern("package", tmp_path / "a.epub", "-o", tmp_path / "a.webpub", code=1)


def test_cover_of_a_size(tmp_path):
    Image = pytest.importorskip("PIL.Image")
    Image.new("RGB", (300, 600), "red").save(tmp_path / "page.png")
    [said] = objects("cover", tmp_path / "page.png", "--size", "50x80", "-o", tmp_path / "small")
    with Image.open(tmp_path / "small") as small:
        assert small.size == (40, 80) == (said["width"], said["height"])
    for wrong in "large", "0x9":
        assert "is not a size" in lectern("cover", tmp_path / "page.png", "--size", wrong, code=2)
    lectern("cover", tmp_path / "page.png", "--type", "jpeg", cwd=tmp_path)
    with Image.open(tmp_path / "page.jpg") as copy:
        assert (copy.format, copy.size) == ("JPEG", (300, 600))


def test_a_cover_for_a_book_without_one(tmp_path):
    (tmp_path / "bare.epub").write_bytes(tiny_books.epub())
    [said] = objects("cover", tmp_path / "bare.epub", "--generate", "--size", "400x600", cwd=tmp_path)
    assert (said["path"], said["width"], said["height"]) == ("bare.svg", 400, 600)
    assert (tmp_path / "bare.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_settings(book):
    text = lectern("settings", book, "theme=dark", "fontSize=1.2", "--language", "de")
    rows = {line.split()[0]: line for line in text.splitlines() if line.strip()}
    assert "Dunkel" in rows["theme"] and "120" in rows["fontSize"] and "0.1 to 5" in rows["fontSize"]
    assert "no-such" in lectern("settings", book, "no-such=1", code=2)
    lectern("settings", book, "fontSize=huge", code=2)


def test_validate(book, tmp_path):
    text = lectern("validate", book)
    assert "nothing to complain about" in text and "Not checked: chapters" in text.splitlines()[-1]
    found = objects("validate", BROKEN, code=1)
    assert {"book": str(BROKEN), "severity": "major", "message": 'The file "EPUB/lost.xhtml" does not exist.',
            "path": "broken > EPUB/package.opf > /package/manifest"} in found
    text = lectern("validate", BROKEN, code=1)
    assert all(one["message"] in text and one["path"] in text for one in found)
    (tmp_path / "mild.epub").write_bytes(tiny_books.epub(metadata="<dc:date>yesterday</dc:date>"))
    mild = objects("validate", tmp_path / "mild.epub")
    assert mild and lectern("validate", "--fail-on", "minor", tmp_path / "mild.epub", code=1)


def test_a_folder_that_is_a_book(shelf):
    assert len(objects("info", "--brief", shelf / "exploded")) == 1


# ---------------------------------------------------------------------------------------------------------- For programs


def test_json_is_that_of_the_library(book):
    with binding.open(book) as opened, binding.Navigator(opened) as navigator:
        assert lectern("manifest", "--json", book).rstrip("\n") == opened.manifest_text
        assert lectern("positions", "--json", book).rstrip("\n") == opened.positions_text
        assert objects("toc", book) == [opened.toc]
        assert objects("settings", book) == [navigator.settings]
        [info] = objects("info", book)
        assert info == {"path": str(book), "metadata": opened.metadata, "info": opened.info, "accessibility": opened.accessibility(),
                        "words": 4060, "positions": 34}
        assert json.loads(lectern("manifest", book)) == opened.manifest
        expected = [{"path": str(book), **match.locator} for match in opened.matches("the")]
    assert objects("search", "the", book) == expected and len(expected) > 100
    texts = objects("text", book)
    assert [one["href"] for one in texts] and "Call me Ishmael." in "".join(one["text"] for one in texts)


# -------------------------------------------------------------------------------------------------------------- Failures


@pytest.mark.parametrize("arguments, code", [
    ((), 2), (("no-such-command",), 2), (("info",), 2), (("info", "nowhere.epub"), 3), (("toc", "nowhere.epub"), 3),
    (("read", "nowhere.epub"), 3), (("search", "[", "--regex", "BOOK"), 2), (("text", "BOOK", "nowhere.xhtml"), 3),
    (("cover", "BOOK", "-o", "no/such/folder/x"), 3),
])
def test_exit_codes(arguments, code, book):
    said = lectern(*[book if one == "BOOK" else one for one in arguments], code=code)
    assert said.splitlines()[-1].startswith("lectern") and said.endswith("\n")


def test_a_library_that_is_not_there(book, tmp_path):
    said = lectern("info", book, code=3, env={"LECTERN_LIBRARY": str(tmp_path / "none.so")})
    assert said.startswith("lectern: ") and "none.so" in said and said.count("\n") == 1


def test_version():
    assert lectern("--version") == f"lectern {binding.version()}\n"


def test_a_reader_that_has_enough(book):
    process = subprocess.Popen([*COMMAND, "search", "--json", "e", book], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait(60) == 128 + signal.SIGPIPE
    process.stderr.close()


def test_interrupted(tmp_path):
    if not find_spec("dask") or not find_spec("pyarrow"):
        pytest.skip("dask and pyarrow are not installed")
    process = subprocess.Popen([*COMMAND, "catalogue", "-", "-o", tmp_path / "x.jsonl"], stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=ENVIRONMENT)
    lock = tmp_path / "x.jsonl.parts" / "lock"
    while not lock.exists() or lock.read_text() != f"{process.pid}\n":
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 128 + signal.SIGINT and process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


# -------------------------------------------------------------------------------------------------------------- Terminals


@pytest.fixture(scope="module")
def odd(tmp_path_factory):
    """Books with titles that are wide, right-to-left, or contain control sequences."""
    folder = tmp_path_factory.mktemp("odd")
    (folder / "chinese.epub").write_bytes(tiny_books.epub(title=CHINESE * 12, language="zh"))
    (folder / "hebrew.epub").write_bytes(tiny_books.epub(title=HEBREW, language="he"))
    (folder / "orders.epub").write_bytes(tiny_books.epub(title="\x9b31m\x7f\u202eRed", language="en"))
    return folder


def cells(line):
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in line)


def test_wide_text_fits(odd):
    shown = without_colors(in_terminal("toc", odd / "chinese.epub", columns=40))
    assert shown.splitlines()[0] == "One"
    long = without_colors(in_terminal("info", odd / "chinese.epub", columns=40)).splitlines()
    assert long[0] == CHINESE * 12
    assert all(cells(line) <= 40 for line in long[1:] if not line.startswith(" " * 5) and "/" not in line)


@pytest.mark.parametrize("columns", [40, 60, 200])
def test_tables_fit(columns, book):
    """On a terminal, tables are cut off at the edge; otherwise they are complete."""
    whole = lectern("positions", book).splitlines()
    shown = without_colors(in_terminal("positions", book, columns=columns)).splitlines()
    assert len(shown) == len(whole) and all(cells(line) <= columns for line in shown)
    assert [line.split()[:2] for line in shown] == [line.split()[:2] for line in whole]
    assert columns < 200 or [line.rstrip() for line in shown] == [line.rstrip() for line in whole]
    lines = without_colors(in_terminal("settings", book, "--language", "ja", columns=columns)).splitlines()
    assert len(lines) > 20 and all(cells(line) <= columns for line in lines)


def test_text_from_right_to_left_keeps_its_place(odd):
    assert f"\u2068{HEBREW}\u2069" in without_colors(in_terminal("info", odd / "hebrew.epub"))
    assert "\u2068" not in lectern("info", odd / "hebrew.epub")


def test_a_title_gives_no_orders(odd):
    for shown in in_terminal("info", odd / "orders.epub", NO_COLOR="1"), lectern("info", odd / "orders.epub"):
        assert "\\u009b31m\\u007f Red" in shown and not set("\x9b\x7f\u202e") & set(shown)
    for command in ["info", "--json"], ["manifest", "--json"], ["manifest"]:
        shown = in_terminal(*command, odd / "orders.epub", NO_COLOR="1")
        assert not set("\x9b\x7f\u202e") & set(shown) and json.loads(shown)["metadata"]["title"] == "\x9b31m\x7f\u202eRed"
    assert "-\\u009b31m" in lectern("info", odd / "orders.epub", "-\x9b31m", code=2)


@pytest.mark.skipif(not find_spec("rich"), reason="rich is not installed")
def test_matches_are_highlighted(book):
    assert "\x1b[1;30;43mIshmael\x1b[0m" in in_terminal("search", "ishmael", book)
    assert "\x1b[30;43m" not in in_terminal("search", "ishmael", book, NO_COLOR="1").replace("1;", "")
    assert "\x1b" not in lectern("search", "ishmael", book)


def test_without_rich(book, tmp_path):
    (tmp_path / "rich.py").write_text("raise ImportError")
    shown = in_terminal("search", "ishmael", book, PYTHONPATH=f"{tmp_path}:{ENVIRONMENT['PYTHONPATH']}")
    assert "\x1b" not in shown and "Call me Ishmael." in shown


# ------------------------------------------------------------------------------------------------------------- Completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script(shell, tmp_path):
    script = tmp_path / "script"
    script.write_text(lectern("completion", shell))
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    subprocess.run([shell, "-n", script], check=True, timeout=20)


@pytest.mark.parametrize("words, expected", [
    (["ser"], []), (["sea"], ["search"]), (["validate", "--fail-on", "m"], ["minor", "moderate", "major"]),
    (["search", "--wo"], ["--word"]), (["completion", "b"], ["bash"]), (["notes", "se"], ["search"]), (["notes", "list", "--col"], ["--color"]),
    (["notes", "export", "--format", "r"], ["readium"]), (["notes", "search", "--wo"], []),
])
def test_bash_completes(words, expected, tmp_path):
    if not shutil.which("bash"):
        pytest.skip("bash is not installed")
    script = lectern("completion", "bash")
    ask = f'{script}\nCOMP_WORDS=(lectern {" ".join(words)}); COMP_CWORD={len(words)}; _lectern; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, timeout=20)
    assert done.stdout.split() == expected and not done.stderr


def test_fish_has_a_description_of_each_action():
    script = lectern("completion", "fish")
    for action, about in (("import", "reads notes of "), ("merge", "merges other stores")):
        assert re.search(rf"-a {action} -d '{about}", script), action


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_completes(tmp_path):
    (tmp_path / "script").write_text(lectern("completion", "fish"))
    for line, expected in (("lectern sea", ["search"]), ("lectern validate --fail-on m", ["major", "minor", "moderate"]),
                           ("lectern notes se", ["search"]), ("lectern notes search --wo", []), ("lectern notes export --format r", ["readium"])):
        done = subprocess.run(["fish", "-c", f"source script; complete -C '{line}'"], cwd=tmp_path, capture_output=True, text=True, timeout=20)
        assert [one.split("\t")[0] for one in done.stdout.splitlines()] == expected and not done.stderr


# ---------------------------------------------------------------------------------------------------------------- Reading


def test_read(book, tmp_path):
    process = subprocess.Popen([*COMMAND, "read", book, "--no-browser", "--data", tmp_path], stdout=subprocess.PIPE, text=True,
                               stderr=subprocess.PIPE, env=ENVIRONMENT)
    url = process.stdout.readline().rsplit(maxsplit=1)[1]
    with urlopen(url, timeout=20) as page:
        assert b"<html" in page.read()
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30)[1] == "" and process.returncode == 0


def test_help_names_all_commands():
    text = lectern("--help")
    for name in COMMANDS:
        assert f"\n    {name} " in text and lectern(name, "--help")
    document = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"`lectern {name}" not in document] == [], "docs/command-line.md does not know them"
