# SPDX-License-Identifier: BSD-3-Clause
"""The search service of a remote publication, whose files the host serves."""
import json

import pytest

import lectern

TYPE = "application/vnd.readium.search+json"


def served(href="https://example.org/search{?query,caseSensitive}", answers=None, **more):
    """A manifest with a search service, the hrefs that were requested, and a function that serves the files."""
    link = {"href": href, "type": TYPE, "templated": True, **more}
    manifest = {"metadata": {"title": "Remote"}, "links": [link], "readingOrder": [{"href": "a.html", "type": "text/html"}]}
    asked = []

    def fetch(href):
        asked.append(href)
        if href == "a.html":
            return b"<p>A whale in the file.</p>"
        found = (answers or {}).get(href)
        return None if found is None else json.dumps(found).encode()

    return manifest, asked, fetch


def page(*texts, next=None):
    links = [{"href": next, "rel": "next", "type": TYPE}] if next else []
    return {"links": links, "locators": [
        {"href": "a.html", "type": "text/html", "text": {"highlight": text}} for text in texts]}


def matches(manifest, fetch, query="whale", **options):
    with lectern.Publication.open_manifest(manifest, fetch) as book:
        return [match.text for match in book.matches(query, options or None)]


def test_the_service_is_asked_and_its_pages_are_followed():
    first, second = "https://example.org/search?query=the%20whale", "https://example.org/search/2"
    manifest, asked, fetch = served(answers={first: page("the whale", "The whale", next="search/2"), second: page("the Whale")})
    assert matches(manifest, fetch, "the whale") == ["the whale", "The whale", "the Whale"]
    assert asked == [first, second], "no file is read"


def test_a_template_may_be_relative_and_call_the_query_text():
    href = "~readium/search?text=whale"
    manifest, asked, fetch = served("~readium/search{?text}", {href: page("whale")})
    assert matches(manifest, fetch) == ["whale"] and asked == [href]


def test_options_that_are_on_are_passed_on():
    href = "https://example.org/search?query=whale&caseSensitive=1"
    manifest, asked, fetch = served(answers={href: page("whale")})
    options = {"caseSensitive": True}
    assert matches(manifest, fetch, **options) == ["whale"] and asked == [href]


@pytest.mark.parametrize("href, options", [
    ("https://example.org/search{?query}", {"wholeWord": True}), ("https://example.org/search{?q}", {}),
    ("https://example.org/search{?query", {}),
])
def test_what_the_service_cannot_do_is_searched_here(href, options):
    manifest, asked, fetch = served(href, {"https://example.org/search?query=whale": page("remote")})
    assert matches(manifest, fetch, **options) == ["whale"]
    assert "a.html" in asked and not any(one.startswith("https") for one in asked)


def test_a_service_that_the_host_does_not_serve_is_replaced():
    manifest, asked, fetch = served()
    assert matches(manifest, fetch) == ["whale"] and asked[0].startswith("https") and "a.html" in asked


def test_a_service_of_the_host_comes_first():
    class Own(lectern.Service):
        name = "search"

        def get(self, href):
            return json.dumps(page("own")).encode() if href.startswith("/~readium/search") else None

    manifest, asked, fetch = served(answers={"https://example.org/search?query=whale": page("remote")})
    with lectern.Context() as context:
        context.add_service(Own)
        with lectern.Publication.open_manifest(manifest, fetch, context=context) as book:
            assert [match.text for match in book.matches("whale")] == ["own"]
    assert not asked


@pytest.mark.parametrize("answer", [[], {"locators": [{}]}, {"locators": 1}])
def test_an_answer_that_is_no_page_is_an_error(answer):
    manifest, _, fetch = served(answers={"https://example.org/search?query=whale": answer})
    with pytest.raises(lectern.CallbackError) as raised:
        matches(manifest, fetch)
    assert raised.value.path.startswith("publication > https://example.org/search")


def test_pages_that_go_round_are_an_error():
    href = "https://example.org/search?query=whale"
    manifest, _, fetch = served(answers={href: page("whale", next="?query=whale")})
    with pytest.raises(lectern.CallbackError, match="circular"):
        matches(manifest, fetch)


def test_a_link_without_a_template_is_no_service():
    manifest, asked, fetch = served(answers={}, templated=False)
    assert matches(manifest, fetch) == ["whale"] and set(asked) == {"a.html"}


def test_a_file_with_such_a_manifest_is_searched_here(tmp_path):
    manifest, _, fetch = served()
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "a.html").write_bytes(fetch("a.html"))
    with lectern.open(tmp_path / "manifest.json") as book:
        assert [match.text for match in book.matches("whale")] == ["whale"]
