# SPDX-License-Identifier: BSD-3-Clause
"""The man pages have all commands, options and functions, and are correct roff."""
import argparse
import re
import shutil
import subprocess

import pytest

from lectern.cli import parser
from reference import man
from reference.member import api

from support.tree import ROOT

PAGES = {path.split("/")[1]: text for path, text in man.files().items()}


def plain(name):
    """The text without escapes."""
    return PAGES[name].replace("\\-", "-").replace("\\&", "").replace("\\e", "\\")


def parsers(one, name=""):
    yield name, one
    for action in one._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner, child in action.choices.items():
                yield from parsers(child, f"{name} {inner}".strip())


def test_every_command_and_option_is_in_its_page():
    page = plain("lectern.1")
    names = [name for name, _ in parsers(parser()) if name]
    assert len(names) > 14 and [name for name in names if f".SS {name}" not in page and f".B {name}" not in page] == []
    options = {option for _, one in parsers(parser()) for action in one._actions for option in action.option_strings} - {"-h", "--help"}
    assert [option for option in options if not re.search(rf"^\.B .*{re.escape(option)}\b", page, re.M)] == []


def test_every_function_and_status_is_in_its_page():
    page = plain("liblectern.3")
    names = [one["name"] for one in api()["functions"]] + [value["name"] for value in api()["enums"][0]["values"]]
    assert [name for name in names if f".B {name}\n" not in page] == []
    assert page.count("\n.SS ") >= 30 and "pkg-config --cflags --libs lectern" in page


@pytest.mark.skipif(not shutil.which("mandoc"), reason="mandoc is not installed")
@pytest.mark.parametrize("name", PAGES)
def test_mandoc_finds_no_mistake(name, tmp_path):
    path = tmp_path / name
    path.write_text(PAGES[name], encoding="utf-8")
    done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", path], capture_output=True, text=True, timeout=60)
    # Before the release, there is no date.
    assert [line for line in done.stdout.splitlines() if "missing date" not in line] == []


def test_they_are_installed_if_they_are_there(library, tmp_path):
    """By the script in a copy of the project that has only what it installs."""
    for folder in ("scripts", "include", "packaging", "bindings/cpp"):
        shutil.copytree(ROOT / folder, tmp_path / "project" / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / file, tmp_path / "project")

    def install():
        root = tmp_path / "root"
        arguments = [library, root, "/usr", "/usr/lib"]
        subprocess.run([tmp_path / "project/scripts/install.sh", *arguments], check=True, capture_output=True, timeout=60)
        found = sorted(path.relative_to(root / "usr/share/man").as_posix() for path in root.glob("usr/share/man/*/*"))
        subprocess.run([tmp_path / "project/scripts/uninstall.sh", *arguments], check=True, capture_output=True, timeout=60)
        assert not list(root.rglob("*.1")) and not list(root.rglob("*.3"))
        return found

    assert install() == []
    for path, text in man.files().items():
        (tmp_path / "project/build/docs/man" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project/build/docs/man" / path).write_text(text, encoding="utf-8")
    assert install() == ["man1/lectern.1", "man3/liblectern.3"]
