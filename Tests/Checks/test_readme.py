# SPDX-License-Identifier: BSD-3-Clause
"""The promises of the documentation: commands exist, links resolve, and programs run."""
import os
import re
import shutil
import subprocess
import sys

import pytest

import draw_demo
from support.tree import ROOT

#: The pages by path.
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
         for path in [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md")), ROOT / "Tests/README.md",
                      *(ROOT / f"bindings/{name}/README.md" for name in ("kotlin", "node", "python"))]}

#: (page, language, text) of each fenced block.
BLOCKS = [(page, language, block) for page, text in PAGES.items()
          for language, block in re.findall(r"^```(\w+)\n(.*?)^```", text, re.M | re.S)]

COMPILERS = {"c": [os.environ.get("CC", "gcc"), "-std=c99", "-pedantic"], "cpp": [os.environ.get("CXX", "g++"), "-std=c++11"]}


def programs(*languages):
    found = [one for one in BLOCKS if one[1] in languages and ("main(" in one[2] or one[1] == "python")]
    return [pytest.param(language, text, id=f"{page} {number}") for number, (page, language, text) in enumerate(found, 1)]


@pytest.mark.parametrize("language, text", programs("c", "cpp"))
def test_program_compiles_and_runs(language, text, library, book, tmp_path):
    source = tmp_path / f"program.{language}"
    source.write_text(text, encoding="utf-8")
    program = tmp_path / "program"
    built = subprocess.run(
        [*COMPILERS[language], "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include", source, library, "-o", program,
         f"-Wl,-rpath,{library.parent}"], capture_output=True, text=True, timeout=120)
    assert built.returncode == 0, built.stderr
    done = subprocess.run([program, book], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout, done.stderr
    missing = subprocess.run([program, "nowhere.epub"], capture_output=True, text=True, timeout=60)
    assert missing.returncode > 0, "a book that is not there is no error"


def test_the_example_in_the_header_runs(library, book, tmp_path):
    header = (ROOT / "include/lectern.h").read_text(encoding="utf-8")
    body = "".join(re.findall(r"^ \*   (.*\n)", header[:header.index(" * Lectern opens")], re.M))
    assert body.count("\n") <= 12 and "lectern_publication_open" in body
    source, program = tmp_path / "example.c", tmp_path / "example"
    source.write_text(f"#include <lectern.h>\n#include <stdio.h>\nint main(void) {{\n{body}return 0; }}\n", encoding="utf-8")
    subprocess.run([*COMPILERS["c"], "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/include", source, library, "-o", program,
                    f"-Wl,-rpath,{library.parent}"], check=True, timeout=120)
    without = subprocess.run([program], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert without.stdout == "" and without.stderr
    shutil.copy(book, tmp_path / "book.epub")
    done = subprocess.run([program], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("{") and not done.stderr


@pytest.mark.parametrize("language, text", programs("python"))
def test_script_runs(language, text, library, book, tmp_path):
    shutil.copy(book, tmp_path / "book.epub")
    done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout, done.stderr


def test_the_first_programs_are_short():
    lengths = {language: text.count("\n") for page, language, text in BLOCKS if page == "README.md" and language in ("c", "python")}
    assert set(lengths) == {"c", "python"} and max(lengths.values()) <= 20
    assert PAGES["README.md"].count("\n") <= 180


def test_they_name_real_targets():
    targets = {target for name in ("Makefile", "Tests/Makefile", "packaging/Makefile", "scripts/common.mk")
               for target in re.findall(r"^([a-z0-9-]+):", (ROOT / name).read_text(encoding="utf-8"), re.M)}
    for page, text in PAGES.items():
        named = {name for command in commands(text) for name in re.findall(r"\bmake ([a-z][a-z0-9-]*)", command)}
        assert named <= targets, f"{page} names targets that are not there: {named - targets}"
        assert page != "README.md" or {"demo", "test"} <= named, "it does not say how to see it work and how to test it"


def commands(text):
    """The commands in a text: fenced blocks, inline code, and indented lines."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return re.findall(r"^```\w+\n(.*?)^```", text, re.M | re.S) + re.findall(r"`[^`\n]+`|^ {4}.*$", prose, re.M)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    missing = []
    for link in re.findall(r"\]\((?!https?:|mailto:)([^)]+)\)", PAGES[page]):
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        if not target.exists() or anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
            missing.append(link)
    assert not missing, f"links to what is not there: {missing}"


def anchors(text):
    """The anchors of headings: lower case, without punctuation, with hyphens for spaces."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.+)$", prose, re.M)}


def test_the_index_lists_all_pages():
    for page in PAGES:
        if page.startswith("docs/") and page != "docs/README.md":
            assert f"({page.removeprefix('docs/')})" in PAGES["docs/README.md"], f"docs/README.md does not link {page}"


def test_they_name_files_that_exist():
    """Paths in code, such as `Sources/LecternModel`; paths with placeholders such as <subject> are patterns."""
    for page, text in PAGES.items():
        for path in re.findall(r"`((?:Sources|Tests|apps|include|bindings|examples|scripts|packaging)/[\w./+-]+)`", text):
            assert (ROOT / path).exists(), f"{page} names {path}, which is not there"


def test_the_picture_shows_what_the_demo_prints():
    drawn = "\n".join(draw_demo.draw(draw_demo.demo())) + "\n"
    picture = (ROOT / "docs/pictures/demo.svg").read_text(encoding="utf-8")
    assert picture == drawn, "draw it again: python3 scripts/draw_demo.py > docs/pictures/demo.svg"


def test_versions_and_tags_are_in_the_changelog():
    header = (ROOT / "include/lectern.h").read_text(encoding="utf-8")
    sections = re.findall(r"^## (\S+) \((.*)\)$", PAGES["CHANGELOG.md"], re.M)
    assert sections[0][0] == re.search('LECTERN_VERSION "(.*)"', header)[1]
    released = {f"v{version}" for version, date in sections if re.fullmatch(r"\d{4}-\d\d-\d\d", date)}
    assert all(f"v{version}" in released for version, _ in sections[1:]), "only the newest may be unreleased"
    if (ROOT / ".git").exists():
        tags = subprocess.run(["git", "-C", ROOT, "tag", "--list", "v*"], capture_output=True, text=True).stdout
        assert set(tags.split()) <= released


def test_no_page_leads_to_the_package_of_another_project():
    """The name lectern belongs to somebody else on PyPI."""
    for page, text in PAGES.items():
        assert not re.search(r"pip install ['\"]?lectern\b", text), page
