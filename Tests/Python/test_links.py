# SPDX-License-Identifier: BSD-3-Clause
"""Functions on links (Publication Helpers and Services, appendix B), through the C API."""
import lectern
import pytest
from lectern import links

TRACKS = [{"href": "one.mp3", "type": "audio/mpeg", "rel": "start"}, {"href": "two.ogg", "type": "audio/ogg"}]
MIXED = [*TRACKS, {"href": "cover.jpg", "type": "image/jpeg", "rel": ["cover", "preview"]}, {"href": "page"},
         {"href": "page.html", "type": "text/html;charset=utf-8"}]


def hrefs(found):
    return [link["href"] for link in found]


@pytest.mark.parametrize("filter, expected", [
    ({}, hrefs(MIXED)),
    ({"kind": "audio"}, ["one.mp3", "two.ogg"]),
    ({"kind": "bitmap"}, ["cover.jpg"]),
    ({"kind": "html"}, ["page.html"]),
    ({"kind": "video"}, []),
    ({"rel": "COVER"}, ["cover.jpg"]),
    ({"rel": ["start", "cover"]}, ["one.mp3", "cover.jpg"]),
    ({"type": "audio/*"}, ["one.mp3", "two.ogg"]),
    ({"type": "text/html"}, ["page.html"]),
    ({"type": ["image/jpeg", "audio/ogg"]}, ["two.ogg", "cover.jpg"]),
    ({"href": "./x/../page"}, ["page"]),
    ({"kind": "audio", "rel": "start"}, ["one.mp3"]),
    ({"kind": "audio", "rel": "cover"}, []),
])
def test_filters(filter, expected):
    assert hrefs(links.filtered(MIXED, filter)) == expected


def test_a_filter_returns_the_links_as_they_are():
    strange = {"href": "a", "type": "audio/mpeg", "x-own": {"deep": [1, None, "é"]}, "size": 12, "language": ["fr"]}
    assert links.filtered([strange], {"kind": "audio"}) == [strange]


def test_index():
    these = [{"href": "a.html"}, {"href": "b/c.html", "type": "text/html"}, {"href": "b/c.html"}]
    assert [links.index(these, {"href": href}) for href in ("a.html", "b/c.html", "b/../b/c.html", "c.html")] == [0, 1, 1, None]
    assert links.index(these, {"type": "text/html"}) == 1 and links.index([], {}) is None
    with pytest.raises(lectern.JsonError, match="links"):
        links.index("[", {})


def test_all_match():
    assert links.all_match(TRACKS, {"kind": "audio"})
    assert not links.all_match(MIXED, {"kind": "audio"})
    assert links.all_match([], {"kind": "audio"}), "all of nothing"


@pytest.mark.parametrize("wrong, path", [
    ({"kind": "sound"}, "filter > /kind"), ({"rel": 1}, "filter > /rel"), ({"of": 1}, "filter > /of"),
])
def test_a_wrong_filter_says_where(wrong, path):
    with pytest.raises(lectern.JsonError) as raised:
        links.filtered(MIXED, wrong)
    assert raised.value.path == path


def test_wrong_links_say_where():
    with pytest.raises(lectern.JsonError) as raised:
        links.filtered([{"href": "a"}, {"type": "audio/mpeg"}], {})
    assert raised.value.path.startswith("links > /1")


TEMPLATE = {"href": "/search{?query,page}", "templated": True, "type": "application/json"}


def test_templates():
    assert links.parameters(TEMPLATE) == ["query", "page"]
    assert links.parameters({"href": "/search{?query}"}) == [], "not templated"
    expanded = links.expanded(TEMPLATE, {"query": "a b&c", "page": "2", "other": "x"})
    assert expanded["href"] == "/search?query=a%20b%26c&page=2"
    assert not expanded.get("templated")
    assert expanded["type"] == "application/json"


@pytest.mark.parametrize("href, base, expected", [
    ("a/b.html", "https://example.org/book/manifest.json", "https://example.org/book/a/b.html"),
    ("../b.html?x#y", "https://example.org/book/", "https://example.org/b.html?x#y"),
    ("https://other.org/x", "https://example.org/", "https://other.org/x"),
    ("https://other.org/x", None, "https://other.org/x"),
    ("https://other.org/a b?c d#e f", None, "https://other.org/a%20b?c%20d#e%20f"),
    ("a b.html", "https://example.org/book/", "https://example.org/book/a%20b.html"),
    ("Part 1: a b.html", "https://example.org/book/", "https://example.org/book/Part%201:%20a%20b.html"),
])
def test_urls(href, base, expected):
    assert links.url({"href": href}, base) == expected


@pytest.mark.parametrize("base", [None, "folder/", "urn:isbn:1", "mailto:a@example.org"])
def test_a_relative_link_without_a_base_has_no_url(base):
    with pytest.raises(lectern.ArgumentError):
        links.url({"href": "a.html"}, base)


def test_links_without_a_filter(sample):
    assert sample.links() == sample.links({}) != []
