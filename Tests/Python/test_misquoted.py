# SPDX-License-Identifier: BSD-3-Clause
"""Locations given by a quote with mistakes, or in spite of a selector without a match."""
import lectern
import pytest

ONE = """<h1 id="h">Chapter 2</h1>
<p id="a">A lantern hung in the window\n   of the harbour house, and nobody lit it.</p>
<ol><li id="b">Keeper, Old, The Winter Island.</li><li id="c">Raspe, Rudolph, The Copper Kettle.</li></ol>
<p id="d">The lantern was lit when the first boat came home.</p>"""
TWO = """<h1 id="h">Chapter 3</h1>
<p id="a">Every winter the boats came home before the ice did, all but one of them.</p>
<p id="b">Every summer the boats went out behind the ice, all but two of them.</p>"""
LONG = " ".join(f"word{number}" for number in range(600))


@pytest.fixture
def publication():
    files = {"one.xhtml": ONE, "two.xhtml": TWO, "three.xhtml": f"<p id='a'>{LONG}</p><p id='b'>And that is all.</p>"}
    data = {name: f'<html xmlns="http://www.w3.org/1999/xhtml"><body>{body}</body></html>'.encode() for name, body in files.items()}
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": name, "type": "application/xhtml+xml"} for name in files]}
    with lectern.Publication.open_manifest(manifest, data.get) as book:
        yield book


def place(found):
    return found["href"], found["locations"]["cssSelector"], found["text"]["highlight"]


@pytest.mark.parametrize("quote, href, selector, highlight", [
    # One wrong letter, in a text that is too short for more mistakes.
    ("The Coppar Kettle.", "one.xhtml", "#c", "The Copper Kettle."),
    ("nobody lit the harbour", None, None, None), ("lamtern", None, None, None),
    # The one with the fewest mistakes, even if others come first.
    ("Every summer the boats came out behind the ice, all but two of them.", "two.xhtml", "#b",
     "Every summer the boats went out behind the ice, all but two of them."),
    # Replaced text at a block edge does not extend into the neighbouring block.
    ("xRaspe, Rudolph, The Copper Kettle.", "one.xhtml", "#c", "Raspe, Rudolph, The Copper Kettle."),
    ("Keeper, Old, The Winter Island.x", "one.xhtml", "#b", "Keeper, Old, The Winter Island."),
    # But a quote can span two blocks.
    ("Winter Island. Raspe, Rudolf, The Copper", "one.xhtml", "#b", "Winter Island.\nRaspe, Rudolph, The Copper"),
    # The end of a long quote is exact.
    (LONG.replace("word1 ", "").replace("word500", "ward50"), "three.xhtml", "#a", None),
    (LONG.replace("word9 ", "word9 word9 "), "three.xhtml", "#a", LONG),
])
def test_mistakes(publication, quote, href, selector, highlight):
    if href is None:
        with pytest.raises(lectern.NotFoundError):
            publication.locate({"text": {"highlight": quote}})
        return
    found = place(publication.locate({"text": {"highlight": quote}}))
    assert found[:2] == (href, selector)
    assert found[2] == highlight if highlight else LONG.endswith(found[2])


def test_the_best_place_of_all_resources(publication):
    # The first resource has a similar text, the second a better one.
    quote = "The lantern was lit when the next boat came home"
    assert place(publication.locate({"text": {"highlight": quote}}))[:2] == ("one.xhtml", "#d")
    files = {"a.html": b"<p id=a>Every winter the boats come home before the ice does, all but two.",
             "b.html": b"<p id=b>Every winter the boats came home before the ice did, all but one."}
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": name, "type": "text/html"} for name in files]}
    with lectern.Publication.open_manifest(manifest, files.get) as book:
        found = book.locate({"text": {"highlight": "Every winter the boats came home before the ice did, all but ane."}})
        assert place(found) == ("b.html", "#b", "Every winter the boats came home before the ice did, all but one.")


@pytest.mark.parametrize("quote, highlight", [("Chaptr 2", "Chapter 2"), ("Chaptez 2", "Chapter 2"), ("X 2", "X 2")])
def test_short_texts_in_their_element(publication, quote, highlight):
    found = publication.locate({"href": "one.xhtml", "locations": {"cssSelector": "#h"}, "text": {"highlight": quote}})
    assert place(found) == ("one.xhtml", "#h", highlight)


@pytest.mark.parametrize("selector", ["#a", "#b"])
def test_the_element_decides_between_texts_that_are_alike(publication, selector):
    found = publication.locate({"href": "two.xhtml", "locations": {"cssSelector": selector}, "text": {"highlight": "the boots"}})
    assert place(found) == ("two.xhtml", selector, "the boats")
    # A better match wins, wherever it is.
    found = publication.locate({"href": "two.xhtml", "locations": {"cssSelector": selector}, "text": {"highlight": "Every sammer the boats went"}})
    assert place(found) == ("two.xhtml", "#b", "Every summer the boats went")


@pytest.mark.parametrize("locations", [{"cssSelector": "#gone"}, {"cssSelector": "p:nth-child(40)"}, {"fragments": ["gone"]}])
def test_a_quote_is_somewhere_though_its_element_is_gone(publication, locations):
    found = publication.locate({"href": "one.xhtml", "locations": locations, "text": {"highlight": "the first boat"}})
    assert place(found) == ("one.xhtml", "#d", "the first boat")
    assert "gone" not in found["locations"].get("fragments", [])


def test_the_answer_has_the_white_space_of_the_document(publication):
    found = publication.locate({"href": "one.xhtml", "locations": {"cssSelector": "#a"}, "text": {"highlight": "in the window of the harbour"}})
    assert place(found) == ("one.xhtml", "#a", "in the window\n   of the harbour")
    spaces = b"<p id=p>\xc2\xa0\n<b>one\n two</b>\xc2\xa0 \n</p>"
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": "a.html", "type": "text/html"}]}
    with lectern.Publication.open_manifest(manifest, {"a.html": spaces}.get) as book:
        element = next(book.elements())
        assert book.locate(element["locator"])["text"]["highlight"] == element["locator"]["text"]["highlight"]


WHALE = """<h1>Loomings</h1><p id="a">Call me Ishmael. Some years ago, never mind how long precisely, I went to sea.</p>
<p id="b">The caf\u00e9 stood by the gate; the cafe\u0301s of the town were shut.</p><p id="c">\u6771\u4eac\u306e\u6d77\u306f\u9752\u3044</p>"""
OTHER = """<p id="a">There is a damp, drizzly November in my soul.</p><p id="b">The old gate and the new gates were shut, I say.</p>
<p id="c">A captain at the wheel saw the wheels turn.</p>"""


def whale(**context):
    files = {"1.html": WHALE.encode(), "2.html": ("<meta charset=utf-8>" + OTHER).encode()}
    files["1.html"] = b"<meta charset=utf-8>" + files["1.html"]
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": name, "type": "text/html"} for name in files]}
    return lectern.Publication.open_manifest(manifest, files.get, **context)


@pytest.mark.parametrize("quote, href, selector, highlight", [
    ("Call me Ishmeal", "1.html", "#a", "Call me Ishmael"), ("Cal me Ishmael", "1.html", "#a", "Call me Ishmael"),
    ("CALL ME ISHMAEL", "1.html", "#a", "Call me Ishmael"), ("call me ishmael.", "1.html", "#a", "Call me Ishmael."),
    ("Ishmaal", "1.html", "#a", "Ishmael"), ("LOOMINGS", "1.html", None, "Loomings"),
    ("a dmap, drizzly November", "2.html", "#a", "a damp, drizzly November"), ("novemper", "2.html", "#a", "November"),
    ("a captaim at the hweel saw the", "2.html", "#c", "A captain at the wheel saw the"), ("aCll me Ishmael", "1.html", "#a", "Call me Ishmael"),
    # Accents, in the only whole word.
    ("CAFE", "1.html", "#b", "caf\u00e9"), ("cafes", "1.html", "#b", "cafe\u0301s"),
])
def test_a_text_with_small_mistakes_is_found_by_itself(quote, href, selector, highlight):
    with whale() as book:
        for query in ({"text": {"highlight": quote}}, {"href": href, "text": {"highlight": quote}},
                      {"text": {"before": "nothing like it", "highlight": quote, "after": "nor like that"}}):
            found = book.locate(query)
            assert (found["href"], found["text"]["highlight"]) == (href, highlight)
            assert selector is None or found["locations"]["cssSelector"] == selector
            # If its context is missing, it may be a different text.
            assert found["fit"] == ("lost" if "before" in query["text"] else "changed")
            # The answer quotes the document, so it can be located again.
            again = book.locate(found)
            # A guess has no range.
            range = again["locations"].pop("domRange")
            assert found["locations"].pop("domRange", range) == range
            assert again == {**found, "fit": "exact"}


@pytest.mark.parametrize("quote", [
    # It occurs in two resources, with other words, or not even similarly.
    "Gate", "Call me Isabel", "Call him Ishmael now", "wheal", "soil", "Sole", "ISHMA", "zzzzzz", "CA", "November in my boat",
    "there is no such text", "\u6771\u4eac\u306e\u5c71\u306f\u9752\u3044\u72ac",
])
def test_what_is_not_there_or_not_the_only_one_is_not_found(quote):
    with whale() as book:
        with pytest.raises(lectern.NotFoundError):
            book.locate({"text": {"highlight": quote}})
        # The progression is the only information left.
        found = book.locate({"href": "1.html", "progression": 0.5, "text": {"highlight": quote}})
        if found["href"] == "1.html" and quote != "Gate":
            assert found["locations"]["progression"] == 0.5 and found["text"]["highlight"] == quote


def test_the_resource_that_is_named_comes_first():
    with whale() as book:
        assert book.locate({"href": "1.html", "text": {"highlight": "GATE"}})["href"] == "1.html"
        with pytest.raises(lectern.NotFoundError):
            book.locate({"href": "2.html", "text": {"highlight": "SHUT GATES"}})


@pytest.mark.parametrize("text, quote", [
    ("x" * 300_000, "xxxxxxxxxxxyxx"), ("ab " * 100_000, "AB AB AB AB"), ("the " * 100_000 + "then", "THEN"),
    ("e\u0301" * 100_000, "e" * 200), ("\u1e9e" * 50_000, "SS" * 100),
])
def test_texts_that_are_made_to_take_long(text, quote):
    files = {"1.html": ("<meta charset=utf-8><p>" + text).encode()}
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": "1.html", "type": "text/html"}]}
    with lectern.Publication.open_manifest(manifest, files.get) as book:
        try:
            assert book.locate({"text": {"highlight": quote}})["text"]["highlight"].lower() == quote.lower()
        except lectern.NotFoundError:
            pass
