# SPDX-License-Identifier: BSD-3-Clause
"""How a page opens: its state and first document are in index.html, and addresses that may be kept never change."""
import json
import re

import pytest

import lectern
from support.tiny_books import CHAPTER, NAV_ITEM, epub

from .web import state_of

STYLED = CHAPTER.format("One").replace("</head>", '<link rel="stylesheet" href="s.css"/></head>')
FIXED = '<meta property="rendition:layout">pre-paginated</meta>'


def index(navigator):
    return navigator.get("~lectern/index.html").read().decode()


def frames(text):
    return re.findall(r'<iframe [^>]*src="([^"]*)"', text)


@pytest.fixture
def opened(tmp_path):
    """Opens a book: opened(files=…, metadata=…) → publication"""
    books = []

    def open_book(**more):
        path = tmp_path / f"{len(books)}.epub"
        path.write_bytes(epub(**more))
        books.append(lectern.Publication.open(path))
        return books[-1]
    yield open_book
    for book in books:
        book.close()


def test_the_state_is_in_the_page(opened):
    book = opened(title="&lt;/script>&lt;script>alert(1)&lt;/script>")
    with lectern.Navigator(book, {"preferences": {"fontSize": 1.5}}) as navigator:
        text = index(navigator)
        inside = re.search(r'<script type="application/json" id="state">(.*?)</script>', text)[1]
        state = json.loads(inside)
        assert state == state_of(navigator) and state["title"] == "</script><script>alert(1)</script>"
        assert text.count("<script") == 2 and "{state}" not in text and "{token}" not in text


def test_the_first_document_is_in_the_page(sample):
    hrefs = [link["href"] for link in sample.manifest["readingOrder"]]
    for href in hrefs[:2]:
        with lectern.Navigator(sample, {"location": {"href": href, "type": "application/xhtml+xml"}}) as navigator:
            assert frames(index(navigator)) == ["../" + href]
            assert 'sandbox="allow-same-origin"' in index(navigator)
    with lectern.Navigator(sample) as navigator:
        assert frames(index(navigator)) == ["../" + hrefs[0]]


@pytest.mark.parametrize("more, options", [
    ({"metadata": FIXED}, {}), ({}, {"preferences": {"scroll": True}}),
    ({"manifest": NAV_ITEM + '<item id="c1" href="c1.xhtml" properties="scripted" media-type="application/xhtml+xml"/>'},
     {"web": {"scripts": True}})], ids=["fixed", "scrolled", "scripted"])
def test_other_views_open_their_documents_themselves(opened, more, options):
    with lectern.Navigator(opened(**more), options) as navigator:
        assert frames(index(navigator)) == []
        assert ("scripted" in state_of(navigator)["readingOrder"][0]) == ("web" in options)


def test_files_of_the_page_are_kept_by_their_edition(sample):
    with lectern.Navigator(sample) as navigator, lectern.Navigator(sample) as other:
        names = re.findall(r'(?:src|href)="([0-9a-f]{16}/[^"]+)"', index(navigator))
        assert [name.partition("/")[2] for name in names] == ["page.css", "main.js"]
        assert names == re.findall(r'(?:src|href)="([0-9a-f]{16}/[^"]+)"', index(other))
        for name in names:
            with navigator.get("~lectern/" + name) as kept, navigator.get("~lectern/" + name.partition("/")[2]) as plain:
                assert "immutable" in kept.headers["Cache-Control"] and plain.headers["Cache-Control"] == "no-store"
                assert kept.body.read() == plain.body.read()
        assert navigator.get("~lectern/0123456789abcdef/main.js").status == 404


def test_style_sheets_are_kept_by_the_edition_of_the_navigator(opened):
    book = opened(files={"EPUB/c1.xhtml": STYLED, "EPUB/s.css": "p { break-after: page }"})
    with lectern.Navigator(book) as navigator, lectern.Navigator(book) as other:
        [address] = re.findall(r'href="(s\.css[^"]*)"', navigator.get("EPUB/c1.xhtml").read().decode())
        with navigator.get("EPUB/" + address) as kept, navigator.get("EPUB/s.css") as plain, other.get("EPUB/" + address) as foreign:
            assert "immutable" in kept.headers["Cache-Control"]
            assert plain.headers["Cache-Control"] == foreign.headers["Cache-Control"] == "no-store"
            assert kept.type == foreign.type == "text/css; charset=utf-8"
            assert kept.body.read() == plain.body.read() == foreign.body.read()


def test_all_style_sheets_are_asked_for_at_once(opened):
    files = {"EPUB/s.css": "", "EPUB/c1.xhtml": STYLED.replace("</head>", '<link rel="stylesheet" href="a&gt;,b.css"/>'
             '<link rel="alternate stylesheet" href="c.css"/><link rel="stylesheet" media="print" href="d.css"/></head>')}
    with lectern.Navigator(opened(files=files)) as navigator:
        response = navigator.get("EPUB/c1.xhtml")
        text = response.read().decode()
        preloaded = re.findall(r"<([^>]*)>; rel=preload; as=style", response.headers["Link"])
        assert [re.sub(r"[?].*|.*/", "", address) for address in preloaded] == [
            "lectern-before.css", "s.css", "lectern-after.css", "page.css"]
        assert all(f'href="{address}"' in text for address in preloaded)
