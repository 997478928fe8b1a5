# SPDX-License-Identifier: BSD-3-Clause
"""The API reference has everything, its links resolve, and it works as a file in a browser."""
import json
import re
from collections import Counter

import pytest
from lxml import etree, html as loose

from reference import __main__ as reference, contents, examples, functions, html, index, members
from reference.member import api

from support.schemas import validators
from Web.chromium import chromium

FILES = reference.files()
PAGES = {path: text for path, text in FILES.items() if path.endswith(".html")}


def tree(path):
    return etree.fromstring(PAGES[path].encode().replace(b"<!DOCTYPE html>\n", b""))


TREES = {path: tree(path) for path in PAGES}
IDS = {path: [one.get("id") for one in root.iter() if one.get("id")] for path, root in TREES.items()}


# -------------------------------------------------------------------------------------------------- It has everything

def test_every_declaration_has_an_entry():
    names = [one["name"] for one in api()["functions"]] + [one["type"] for part in ("structs", "handles") for one in api()[part]]
    names += [value["name"] for one in api()["enums"] for value in one["values"]] + [one["name"] for one in api()["constants"]]
    for name in names:
        path, _, place = html.address(name).partition("#")
        assert place in IDS[path], name


def test_every_schema_and_type_has_an_entry():
    assert {f"json/{name}.html" for name in api()["schemas"]} <= PAGES.keys()
    missing = [one["name"] for one in api()["types"] if one["name"] not in IDS[f"json/{one['schema']}.html"]]
    assert not missing


@pytest.mark.parametrize("language", members.MODULES)
def test_every_member_has_an_entry(language):
    found = members.everything()[language]
    assert len(found) > 200
    assert [one.anchor for one in found if one.anchor not in IDS[f"bindings/{language}.html"]] == []


@pytest.mark.parametrize("language", members.MODULES)
def test_every_member_has_a_comment(language):
    missing = [f"{one.path}:{one.line}: {one.title}" for one in members.everything()[language] if not one.doc]
    assert missing == []


#: Functions that a binding calls by itself: buffers become values, and errors exceptions.
INSIDE = re.compile(r"lectern_(buffer|error)_\w+|lectern_(abi|status_name|version)")


@pytest.mark.parametrize("language", members.MODULES)
def test_every_function_has_its_member(language):
    without = [one["name"] for one in api()["functions"] if (one["name"], language) not in members.by_function()]
    assert [name for name in without if not INSIDE.fullmatch(name)] == []


@pytest.mark.parametrize("language", html.LANGUAGES)
def test_the_examples_call_their_function(language):
    verbs = {verb for verb, _, _ in examples.steps()}
    wrong = []
    for one in api()["functions"]:
        names = [one["name"]] if language == "c" else [m.called for m in members.by_function().get((one["name"], language), [])]
        if examples.verb(one["name"]) in verbs and one["verb"] != "free":
            text = examples.snippet(one["name"], language, names)
            if not examples.calls(text, names):
                wrong.append((one["name"], names, text))
    assert wrong == []


def test_the_examples_follow_their_schemas():
    """Only whole values are tested, because some schemas do not permit the shortened lists."""
    checked = validators()
    for name, value in examples.values().items():
        checked[name].validate(value)
    shapes = [name for name in api()["schemas"] if name not in examples.values()]
    assert len(shapes) < 32
    for name in shapes:
        assert examples.value(name)[0] is not None


def test_the_declarations_are_those_of_the_header():
    header = " ".join(functions.header.text().split())
    for one in api()["functions"]:
        written = re.sub(r"([(,]) ", r"\1", " ".join(functions.declaration(one).split()))
        assert written in re.sub(r"([(,]) ", r"\1", header), written


# ------------------------------------------------------------------------------------------------------- It is valid

@pytest.mark.parametrize("folder", ["api/", "json/", "bindings/", "chapters/", "index"])
def test_pages_are_valid(folder):
    """Pages are well-formed XML, a parser of HTML reads the same tree, and ids are unique."""
    for path, text in PAGES.items():
        if path.startswith(folder):
            assert [name for name, count in Counter(IDS[path]).items() if count > 1] == [], path
            strict = [one.tag for one in TREES[path].iter() if isinstance(one.tag, str)]
            assert [one.tag for one in loose.fromstring(text.encode()).iter() if isinstance(one.tag, str)] == strict, path
            inline = [one for one in TREES[path].iter("p") if any(child.tag in ("p", "ul", "pre", "div", "table", "h2") for child in one.iter() if child is not one)]
            assert not inline, path


def test_links_resolve():
    broken = []
    files = FILES.keys() | {f"pictures/{path.name}" for path in (html.header.ROOT / "docs/pictures").iterdir()}
    for path, root in TREES.items():
        for one in root.iter():
            address = one.get("href") or one.get("src") or ""
            if not address or re.match(r"https?:|mailto:", address):
                continue
            file, _, place = address.partition("#")
            target = re.sub(r"[^/]+/\.\./", "", "/".join([*path.split("/")[:-1], file])) if file else path
            if target not in files or (place and target.endswith(".html") and place not in IDS[target]):
                broken.append(f"{path}: {address}")
    assert broken == []


def test_nothing_comes_from_elsewhere():
    for path, root in TREES.items():
        for one in root.iter("img", "script", "link", "iframe", "source"):
            assert not re.match(r"(\w+:)?//", one.get("src") or one.get("href") or ""), path
    assert not re.search(r"@import|url\(|fetch\(|https?:", FILES["reference.css"] + FILES["reference.js"])


@pytest.mark.skipif(not contents.available(), reason="cmark-gfm is not installed")
def test_all_chapters_are_there():
    chapters = {path.stem for path in (html.header.ROOT / "docs").glob("*.md")}
    assert {path.split("/")[1].removesuffix(".html") for path in PAGES if path.startswith("chapters/")} == chapters


# --------------------------------------------------------------------------------------------------- In a browser

@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "docs"
    reference.main(folder)
    return folder


@pytest.fixture(scope="module")
def browser():
    with chromium() as opened:
        yield opened


@pytest.fixture
def opened(browser, site):
    """Opens a page of the site from its file: opened(path, width) → page."""
    pages = []

    def open_page(path, width=1200):
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.on("pageerror", lambda error: pages.append(error))
        page.goto((site / path).as_uri())
        return page
    yield open_page
    assert pages == []


@pytest.mark.parametrize("words, first", [
    ("lectern_publication_locate", "lectern_publication_locate"), ("publication locate", "lectern_publication_locate"),
    ("openBytes", "openBytes"), ("LocatorQuery", "LocatorQuery"), ("LECTERN_ERROR_BUSY", "LECTERN_ERROR_BUSY"),
    ("locator-query", "locator-query"),
])
def test_search_finds(opened, words, first):
    page = opened("json/index.html")
    page.fill("#site-search", words)
    names = page.locator("#site-results code").all_inner_texts()
    assert first in names[:3], names
    page.locator("#site-results a", has=page.locator(f"text='{first}'")).first.click()
    page.wait_for_function("name => document.body.innerText.includes(name)", arg=first)


def test_search_says_that_there_is_nothing(opened):
    page = opened("index.html")
    page.fill("#site-search", "xylophone quartz")
    assert page.inner_text("#site-results").startswith("No such name")


def test_a_language_is_chosen_for_all_functions(opened):
    page = opened("api/publication.html")
    assert page.locator(".panel[data-language=c]").first.is_visible()
    page.locator("button[data-language=kotlin]").nth(3).click()
    assert not page.locator(".panel[data-language=c]").first.is_visible()
    assert page.locator(".panel[data-language=kotlin]").first.is_visible()


@pytest.mark.parametrize("path", ["index.html", "api/publication.html", "json/locator.html", "bindings/cpp.html"])
def test_a_phone_shows_it_without_scrolling_sideways(opened, path):
    page = opened(path, 412)
    assert page.evaluate("document.documentElement.scrollWidth") <= 412
    assert not page.locator("nav ul").first.is_visible()


def test_the_index_is_json():
    text = index.script()
    found = json.loads(text[text.index("["):text.rindex("]") + 1])
    assert len(found) > 1500 and all(len(one) == 4 for one in found)
