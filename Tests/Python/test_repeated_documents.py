# SPDX-License-Identifier: BSD-3-Clause
"""Documents that are in the spine more than once: each reference is an item of its own (EPUB Reading Systems 3.3, spine)."""
import json

import pytest

import lectern
from support.tiny_books import CHAPTER, NAV_ITEM, PACKAGE, epub

REFERENCES = '<itemref idref="c1"/><itemref idref="c2"/>'
ONE, TWO = "EPUB/c1.xhtml", "EPUB/c2.xhtml"


def book(references, manifest=NAV_ITEM):
    package = PACKAGE.replace(REFERENCES, references).format(
        version="3.0", title="T", language="en", metadata="", spine="", manifest=manifest)
    return lectern.Publication.open_bytes(epub(files={"EPUB/package.opf": package}))


def second(href):
    """Two items of the manifest with one file."""
    item = f'<item id="again" href="{href}" media-type="application/xhtml+xml"/>'
    return book(REFERENCES + '<itemref idref="again"/>', NAV_ITEM + item)


@pytest.fixture(params=["one item", "two items"])
def repeated(request):
    with second("c1.xhtml") if request.param == "two items" else book(REFERENCES + '<itemref idref="c1"/>') as publication:
        yield publication


def test_each_reference_is_in_the_reading_order(repeated):
    assert [link["href"] for link in repeated.reading_order] == [ONE, TWO, ONE]
    # RWPM has no two equal links in a reading order.
    assert [link.get("properties") for link in repeated.reading_order] == [None, None, {"occurrence": 2}]
    assert [(place["href"], place["locations"]["position"]) for place in repeated.positions] == [(ONE, 1), (TWO, 2), (ONE, 3)]
    assert len(repeated.warnings) == 1


@pytest.mark.parametrize("query, position, step", [
    ({"href": ONE}, 1, 2), ({"href": ONE, "locations": {"position": 1}}, 1, 2), ({"href": ONE, "locations": {"position": 3}}, 3, 6),
    ({"locations": {"position": 3}}, 3, 6), ({"href": ONE, "locations": {"totalProgression": 0.8}}, 3, 6),
    ({"locations": {"totalProgression": 0.8}}, 3, 6), ({"href": ONE, "locations": {"position": 2}}, None, None),
    ({"href": ONE, "locations": {"fragments": ["p1"]}}, 1, 2), ({"href": ONE, "locations": {"fragments": ["p1"], "position": 3}}, 3, 6),
    ({"locations": {"fragments": ["epubcfi(/6/6!/4/2/1:1)"]}}, 3, 6), ({"locations": {"fragments": ["epubcfi(/6/2!/4/2/1:1)"]}}, 1, 2),
    ({"href": TWO}, 2, 4)])
def test_places_are_of_one_reference(repeated, query, position, step):
    query = {"type": "application/xhtml+xml", **query, "cfi": True}
    if position is None:
        with pytest.raises(lectern.NotFoundError):
            repeated.locate(query)
        return
    found = repeated.locate(query)
    assert found["locations"]["position"] == position
    assert any(fragment.startswith(f"epubcfi(/6/{step}") for fragment in found["locations"]["fragments"])
    assert found["locations"]["totalProgression"] == pytest.approx((position - 1 + found["locations"]["progression"]) / 3)
    # What is stored leads to the same reference again.
    again = repeated.locate(found)
    assert again["locations"]["position"] == position


def test_content_and_search_have_both(repeated):
    assert [element["locator"]["locations"]["position"] for element in repeated.elements()] == [1, 2, 3]
    found = [match.locator["locations"] for match in repeated.matches("One", {"cfi": True})]
    assert [(place["position"], place["fragments"][0][:12]) for place in found] == [(1, "epubcfi(/6/2"), (3, "epubcfi(/6/6")]


@pytest.mark.parametrize("query, position", [
    ({"locations": {"xPointer": {"start": "/body/DocFragment[1]/body/p/text().0"}}}, 1),
    ({"locations": {"xPointer": {"start": "/body/DocFragment[3]/body/p/text().0"}}}, 3),
    ({"href": ONE, "locations": {"xPointer": {"start": "/body/DocFragment[3]/body/p/text().0"}}}, 3),
    ({"href": ONE, "locations": {"position": 3}, "xPointer": True}, 3), ({"href": ONE, "locations": {"position": 1}, "xPointer": True}, 1)])
def test_xpointers_count_the_references(repeated, query, position):
    found = repeated.locate({"type": "application/xhtml+xml", **query})["locations"]
    assert found["position"] == position and found["xPointer"]["start"].startswith(f"/body/DocFragment[{position}]/body/")


@pytest.mark.parametrize("references, expected", [
    ('<itemref idref="c1"/>' * 3, [ONE] * 3), ('<itemref idref="c1"/><itemref idref="c1" linear="no"/>' + REFERENCES, [ONE, ONE, TWO])])
def test_other_orders(references, expected):
    with book(references) as publication:
        assert [link["href"] for link in publication.reading_order] == expected
        last = publication.locate({"locations": {"position": len(expected)}, "cfi": True})
        assert last["href"] == expected[-1]


@pytest.mark.parametrize("href", ["./c1.xhtml", "C1.xhtml", "c1%2Exhtml", "c1.xhtml#p1", "../EPUB/c1.xhtml"])
def test_two_items_spell_one_file(href):
    with second(href) as publication:
        assert [link["href"] for link in publication.reading_order] == [ONE, TWO, ONE]
        assert publication.reading_order[2]["properties"] == {"occurrence": 2}
        found = publication.locate({"locations": {"fragments": ["epubcfi(/6/6!/4/2/1:1)"]}})
        assert found["locations"]["position"] == 3 and found["locations"]["fragments"][0].startswith("epubcfi(/6/6")


def test_two_items_with_one_file_outside_of_the_spine():
    item = '<item id="{}" href="extra.css" media-type="text/css"/>'
    with book(REFERENCES, NAV_ITEM + item.format("a") + item.format("b")) as publication:
        assert [link["href"] for link in publication.manifest["resources"]].count("EPUB/extra.css") == 1


def test_a_spine_of_nothing_but_repetitions_is_bounded():
    with book('<itemref idref="c1"/>' * 20_000) as publication:
        assert len(publication.reading_order) < 5000


def test_titles_of_a_published_list_are_kept():
    positions = {"total": 1, "positions": [{"href": "a.html", "type": "text/html", "title": "Own", "locations": {"position": 1}}]}
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": "a.html", "type": "text/html"}],
                "links": [{"href": "positions.json", "type": "application/vnd.readium.position-list+json"}],
                "toc": [{"href": "a.html", "title": "Of the contents"}]}
    files = {"a.html": CHAPTER.format("One"), "positions.json": json.dumps(positions)}

    def fetch(href):
        return files[href].encode() if href in files else None

    with lectern.Publication.open_manifest(manifest, fetch) as publication:
        assert publication.positions[0]["title"] == "Own"
        assert publication.locate({"locations": {"position": 1}})["title"] == "Own"
