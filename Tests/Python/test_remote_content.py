# SPDX-License-Identifier: BSD-3-Clause
"""The content service of a remote publication, whose files the host serves."""
import json

import pytest

import lectern

TYPE = "application/vnd.readium.content+json"
HREF = "~readium/content.json"


def text(words, role="body", href="a.html", **more):
    """An element as the Go toolkit writes it."""
    locator = {"href": href, "type": "text/html", "locations": more.pop("locations", {}), "text": {"highlight": words}}
    segment = {"locator": locator, "text": words, **more}
    return {"@type": "Text", "role": role, "text": [segment], "locator": locator, **more}


def image(href, alt):
    return {"@type": "Image", "link": {"href": href, "type": "image/png"}, "text": alt,
            "locator": {"href": "a.html", "type": "text/html"}}


ANSWER = [
    text("Loomings", "heading-2", locations={"progression": 0}),
    text("Call me Ishmael. Some years ago.", language="en", locations={"progression": 0.25, "cssSelector": "#p"}),
    image("whale.png", "A whale"),
    text("See below.", "footnote", locations={"progression": 0.75}),
    text("Other", href="elsewhere.html"),
]


def served(answer, **link):
    """A manifest with a content service, the hrefs that were requested, and a function that serves the files."""
    manifest = {"metadata": {"title": "Remote"}, "links": [{"href": HREF, "type": TYPE, **link}],
                "readingOrder": [{"href": one, "type": "text/html"} for one in ("a.html", "b.html")]}
    asked = []

    def fetch(href):
        asked.append(href)
        if href == HREF:
            return None if answer is None else json.dumps(answer).encode()
        return f"<p>The file {href}.</p>".encode()

    return manifest, asked, fetch


def elements(manifest, fetch, **options):
    with lectern.Publication.open_manifest(manifest, fetch) as book:
        return list(book.elements(**options))


def texts(found):
    return [one["text"] for one in found if "text" in one]


def test_the_service_is_asked_once_and_other_resources_are_read():
    manifest, asked, fetch = served(ANSWER)
    found = elements(manifest, fetch)
    assert [(one["role"], one.get("level")) for one in found] == [
        ("heading", 2), ("paragraph", None), ("image", None), ("footnote", None), ("paragraph", None)]
    assert texts(found) == ["Loomings", "Call me Ishmael. Some years ago.", "See below.", "The file b.html."]
    assert (found[2]["href"], found[2]["alt"]) == ("whale.png", "A whale") and found[1]["language"] == "en"
    assert asked.count(HREF) == 1 and "b.html" in asked


def test_locators_are_complete():
    manifest, _, fetch = served(ANSWER)
    places = [one["locator"]["locations"] for one in elements(manifest, fetch)]
    assert [place["progression"] for place in places] == [0, 0.25, 0.5, 0.75, 0]
    assert all({"position", "totalProgression"} <= set(place) for place in places)
    totals = [place["totalProgression"] for place in places]
    assert totals == sorted(totals)


@pytest.mark.parametrize("start, first", [
    ({"text": {"highlight": "Some years ago"}}, "Call me Ishmael. Some years ago."),
    ({"locations": {"cssSelector": "#p"}}, "Call me Ishmael. Some years ago."),
    ({"locations": {"progression": 0.8}}, "See below."), ({}, "Loomings"),
])
def test_reading_begins_at_a_locator(start, first):
    manifest, _, fetch = served(ANSWER)
    assert texts(elements(manifest, fetch, start={"href": "a.html", "type": "text/html", **start}))[0] == first


def test_sentences():
    manifest, _, fetch = served(ANSWER)
    with lectern.Publication.open_manifest(manifest, fetch) as book:
        tokens = list(book.elements(tokens={}))[1]["tokens"]
    assert [one["text"] for one in tokens] == ["Call me Ishmael.", "Some years ago."]
    assert tokens[1]["locator"]["text"] == {"before": "Call me Ishmael. ", "highlight": "Some years ago.", "after": ""}


@pytest.mark.parametrize("answer", [None, {}, [], [1, {"@type": "Text"}, {"@type": "Other", "locator": {}}]])
def test_files_are_read_where_the_service_has_nothing(answer):
    manifest, _, fetch = served(answer)
    assert texts(elements(manifest, fetch)) == ["The file a.html.", "The file b.html."]


def test_a_template_is_no_service():
    manifest, asked, fetch = served(ANSWER, templated=True)
    assert len(elements(manifest, fetch)) == 2 and HREF not in asked


def test_a_file_with_such_a_manifest_is_read_itself(tmp_path):
    manifest, _, fetch = served(ANSWER)
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_bytes(fetch(name))
    with lectern.open(tmp_path / "manifest.json") as book:
        assert texts(book.elements()) == ["The file a.html.", "The file b.html."]
