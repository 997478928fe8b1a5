# SPDX-License-Identifier: BSD-3-Clause
"""The search route, and services of the host that replace it."""
import json

import pytest

import lectern

from .searched import hits, publication

TYPE = "application/vnd.readium.search+json"


def answer(book, href):
    with book.get(href) as resource:
        assert resource.link["type"] == TYPE
        return json.loads(resource.read())


def link(page, rel):
    return next((link["href"] for link in page["links"] if rel in link["rel"]), None)


def test_it_is_in_the_manifest(sample):
    found = next(link for link in sample.manifest["links"] if "search" in link.get("rel", ()))
    assert found == {"href": "~readium/search{?query}", "type": TYPE, "templated": True, "rel": ["search"]}
    assert any(service["name"] == "search" for service in sample.services)
    expanded = lectern.links.expanded(found, {"query": "the & whale+"})["href"]
    assert answer(sample, expanded)["locators"] == []


@pytest.mark.parametrize("route", ["/~readium/search", "~readium/search"])
def test_its_pages_are_those_of_the_cursor(sample, route):
    pages, href = [], route + "?query=the"
    while href is not None:
        page = answer(sample, href)
        href = link(page, "next")
        pages.append(page)
    with sample.search("the") as cursor:
        assert [page["locators"] for page in pages if page["locators"]] == [page["locators"] for page in cursor]
    assert link(pages[0], "self") == "~readium/search?query=the"


def test_resources_of_several_pages():
    with publication("<p>" + "a" * 20000 + "</p>") as book:
        page = answer(book, "/~readium/search?query=a")
        count = len(page["locators"])
        assert count < 20000
        assert len(answer(book, link(page, "next"))["locators"]) > 0


@pytest.mark.parametrize("query, count", [
    ("query=Fox", 3), ("text=fox", 3), ("query=Fox&case-sensitive=1", 1), ("query=Fox&caseSensitive=true", 1),
    ("query=f%C3%B6x&diacritic-sensitive=1", 0), ("query=fox+f", 2), ("query=fox%20f", 2), ("query=c%2B%2B", 1),
    ("query=a%26b", 1), ("query=%23x", 1), ("query=", 0), ("", 0), ("query=%20", 0), ("query=100%25", 1),
    ("query=fox&language=en&exact=1", 1),
])
def test_parameters(query, count):
    with publication("<p>fox Fox FOX c++ a&amp;b #x 100%</p>") as book:
        page = answer(book, "/~readium/search?" + query)
        assert len(page["locators"]) == count
        assert answer(book, link(page, "self")) == page, "its own link leads to itself"


@pytest.mark.parametrize("query", [
    "query=a&cased=1", "query=a&exact=2", "query=%FF", "query=a&from=1", "query=a&from=-1.0", "query=a&from=1.x",
    "query=a&from=99999999999.0",
])
def test_wrong_parameters(query):
    with publication("<p>a</p>") as book, pytest.raises(lectern.ArgumentError):
        book.get("/~readium/search?" + query)


def test_pages_behind_the_end():
    with publication("<p>a</p>") as book:
        for start in ("1.0", "0.1", "4000000000.4000000000"):
            assert answer(book, "/~readium/search?query=a&from=" + start)["locators"] == []


PLACE = {"href": "0.html", "type": "text/html", "text": {"highlight": "a"}}


def with_host(get):
    class Search(lectern.Service):
        name = "search"
        links = [{"href": "/~readium/search{?query}", "type": TYPE, "rel": "search", "templated": True}]

    Search.get = get
    context = lectern.Context()
    context.add_service(Search)
    return publication("<p>a</p>", "<p>a</p>", context=context)


def test_a_host_takes_its_place():
    asked = []

    def get(self, href):
        if "search" not in href:
            return None
        asked.append(href)
        links = [] if "page=2" in href else [{"href": "~readium/search?query=a&page=2", "rel": ["next"]}]
        return json.dumps({"locators": [PLACE], "links": links}).encode()

    with with_host(get) as book, book.search("a", {"wholeWord": True, "language": "en"}) as cursor:
        assert [page["locators"] for page in cursor] == [[PLACE], [PLACE]]
        assert cursor.next() is None
        assert cursor.previous()["links"] and cursor.previous() is None
    assert asked[:2] == ["/~readium/search?query=a&whole-word=1&language=en", "/~readium/search?query=a&page=2"]


def test_a_host_may_wrap_what_is_there():
    def get(self, href):
        if "search" not in href:
            return None
        page = json.loads(self.publication.get_builtin(href).read())
        page["metadata"] = {"title": "wrapped"}
        return json.dumps(page).encode()

    with with_host(get) as book, book.search("a") as cursor:
        titles = [(page["metadata"]["title"], len(page["locators"])) for page in cursor]
    assert titles == [("wrapped", 1), ("wrapped", 1)]


def test_a_host_that_searches_the_publication_gets_the_built_in_search():
    def get(self, href):
        if "search" not in href:
            return None
        return json.dumps({"locators": hits(self.publication, "a")}).encode()

    with with_host(get) as book:
        assert len(hits(book, "zzz")) == 2


@pytest.mark.parametrize("text", [
    b"", b"[]", b"{}", b'{"locators": {}}', b'{"locators": [1]}', b'{"locators": [{"href": "a"}]}', b"\xff",
    b'{"locators": [], "links": 1}', b'{"locators": [], "links": [{"rel": "next"}]}', b"[" * 100_000,
])
def test_what_a_host_says_is_checked(text):
    with with_host(lambda self, href: text if "search" in href else None) as book, book.search("a") as cursor:
        with pytest.raises(lectern.CallbackError):
            cursor.next()


def test_pages_in_a_circle():
    page = json.dumps({"locators": [PLACE], "links": [{"href": "/~readium/search?page=1", "rel": "next"}]}).encode()
    with with_host(lambda self, href: page if "search" in href else None) as book, book.search("a") as cursor:
        assert cursor.next() is not None
        with pytest.raises(lectern.CallbackError, match="circular"):
            list(cursor)
