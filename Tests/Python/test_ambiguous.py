# SPDX-License-Identifier: BSD-3-Clause
"""Quotes that occur several times: the result is only exact if something disambiguates them."""
import pytest

import lectern
from support.pdf_file import written

from .searched import publication

WHALES = "".join(f"<p id='p{number}'>The word whale number {number}.</p>" for number in range(30))
OTHER = "<p>A whale, and the sea. Nobody came.</p>"


@pytest.fixture
def book():
    with publication(OTHER, WHALES) as opened:
        yield opened


def fit(book, check=None, **query):
    found = book.locate({"type": "application/xhtml+xml", **query})
    if check:
        check("locator", found)
    return found


@pytest.mark.parametrize("query, count, after", [
    # In the whole publication, or in the named resource.
    ({"text": {"highlight": "whale"}}, 31, ", and"), ({"href": "1.html", "text": {"highlight": "whale"}}, 30, " number 0"),
    ({"href": "1.html", "text": {"highlight": "The word whale number"}}, 30, " 0."),
    ({"text": {"highlight": "whale number"}}, 30, " 0."), ({"href": "1.html", "text": {"highlight": "whale", "after": " number"}}, 30, " number 0"),
    ({"href": "1.html", "text": {"before": "The word", "highlight": "whale", "after": "number"}}, 30, " number 0"),
    ({"text": {"highlight": "whale", "before": "word"}}, 30, " number 0"),
])
def test_what_is_there_several_times_is_ambiguous(book, check, query, count, after):
    found = fit(book, check, **query)
    assert (found["fit"], found["matches"]) == ("ambiguous", count)
    assert found["text"]["after"].startswith(after)
    # The next occurrences, each of which is found again.
    assert len(found["others"]) == 10
    places = [(one["href"], one["locations"]["progression"]) for one in [found, *found["others"]]]
    assert places == sorted(places) and len(set(places)) == 11
    # The answer can be used as a query, which is now unambiguous.
    assert fit(book, **found)["fit"] == "exact"
    for other in found["others"]:
        again = book.locate(other)
        assert (again["fit"], again["locations"]["progression"]) == ("exact", other["locations"]["progression"])


@pytest.mark.parametrize("query, after", [
    ({"href": "0.html", "text": {"highlight": "whale"}}, ", and"), ({"text": {"highlight": "whale", "after": ", and"}}, ", and"),
    ({"href": "1.html", "text": {"highlight": "whale", "after": " number 20"}}, " number 20"),
    ({"text": {"highlight": "whale number 7"}}, "."),
    ({"href": "1.html", "locations": {"progression": 20 / 30}, "text": {"highlight": "whale"}}, " number 20"),
    ({"href": "1.html", "locations": {"cssSelector": "#p20"}, "text": {"highlight": "whale"}}, " number 20"),
    ({"href": "1.html", "locations": {"fragments": ["p20"]}, "text": {"highlight": "whale"}}, " number 20"),
    ({"href": "1.html", "locations": {"partialCfi": "/4/42/1:9"}, "text": {"highlight": "whale"}}, " number 20"),
    ({"href": "1.html", "locations": {"domRange": {"start": {"cssSelector": "#p20", "textNodeIndex": 0, "charOffset": 9}, "end": {
        "cssSelector": "#p20", "textNodeIndex": 0, "charOffset": 14}}}, "text": {"highlight": "whale"}}, " number 20"),
])
def test_what_decides(book, check, query, after):
    found = fit(book, check, **query)
    assert found["fit"] == "exact" and "matches" not in found and "others" not in found
    assert found["text"]["after"].startswith(after)


def test_many_documents_with_the_same_text(check):
    with publication(*[OTHER] * 20, "<p>Else</p>") as book:
        found = fit(book, check, text={"highlight": "and the sea"})
        assert (found["fit"], found["matches"], found["href"]) == ("ambiguous", 20, "0.html")
        assert [one["href"] for one in found["others"]] == ["1.html", "2.html", "3.html"]
        assert fit(book, href="7.html", text={"highlight": "and the sea"})["fit"] == "exact"
        assert fit(book, href="gone.html", text={"highlight": "and the sea"})["fit"] == "ambiguous"


def test_readings_and_white_space(check):
    with publication("<p>a  b</p><p>a\nb</p><p><ruby>漢<rt>かん</rt></ruby>字</p>" + "<p><ruby>漢<rt>かん</rt></ruby>字</p>") as book:
        assert fit(book, check, text={"highlight": "a b"})["matches"] == 2
        found = fit(book, check, text={"highlight": "漢かん字"})
        assert (found["fit"], found["matches"], found["text"]["highlight"]) == ("ambiguous", 2, "漢字")


@pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")
def test_pages_of_a_pdf(check):
    with lectern.Publication.open_bytes(written(["A whale and a whale."], ["The sea."], ["Another whale."])) as book:
        found = fit(book, check, text={"highlight": "whale"})
        assert (found["fit"], found["matches"], found["locations"]["fragments"]) == ("ambiguous", 3, ["page=1"])
        assert [one["locations"]["fragments"] for one in found["others"]][-1] == ["page=3"]
        found = fit(book, check, href="publication.pdf", locations={"fragments": ["page=3"]}, text={"highlight": "whale"})
        assert found["fit"] == "exact" and found["locations"]["fragments"] == ["page=3"]
        assert fit(book, check, text={"highlight": "whale", "before": "Another "})["fit"] == "exact"
