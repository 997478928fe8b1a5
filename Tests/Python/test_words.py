# SPDX-License-Identifier: BSD-3-Clause
"""The word, the sentence and the language at a location, for a dictionary."""
import pytest

import lectern
from support.tiny_books import epub

HREF = "EPUB/c1.xhtml"
BODY = """<p id="a">Mr. Smith <b>was</b> here. He didn't stay; then\u2014he left.</p><p id="b" lang="fr">L'\u00e9t\u00e9 est
l\u00e0. <i xml:lang="de">Sch\u00f6ne Gr\u00fc\u00dfe!</i></p><p id="c"></p><p id="d">\u2026</p><p id="e">one<br/>two</p>"""


@pytest.fixture
def publication():
    page = f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>{BODY}</body></html>'
    with lectern.Publication.open_bytes(epub(language="en-GB", files={HREF: page})) as book:
        yield book


def at(publication, selector, offset, node=0, end=None):
    range_ = {"start": {"cssSelector": selector, "textNodeIndex": node, "charOffset": offset}}
    if end is not None:
        range_["end"] = {**range_["start"], "charOffset": end}
    return publication.word({"href": HREF, "domRange": range_})


def texts(found):
    return tuple(found[name]["text"]["highlight"] if name in found else None for name in ("word", "sentence")) + (found["language"],)


@pytest.mark.parametrize("selector, node, offset, word, sentence, language", [
    ("#a", 0, 0, "Mr", "Mr. Smith was here.", "en-GB"), ("#a", 0, 5, "Smith", "Mr. Smith was here.", "en-GB"),
    # After a word, and before the next one.
    ("#a", 0, 9, "Smith", "Mr. Smith was here.", "en-GB"), ("#a", 0, 10, "was", "Mr. Smith was here.", "en-GB"),
    ("#a b", 0, 2, "was", "Mr. Smith was here.", "en-GB"), ("#a", 1, 12, "didn't", "He didn't stay; then\u2014he left.", "en-GB"),
    ("#a", 1, 100, "left", "He didn't stay; then\u2014he left.", "en-GB"),
    ("#b", 0, 3, "\u00e9t\u00e9", "L'\u00e9t\u00e9 est\nl\u00e0.", "fr"), ("#b i", 0, 8, "Gr\u00fc\u00dfe", "Sch\u00f6ne Gr\u00fc\u00dfe!", "de"),
    ("#d", 0, 0, None, "\u2026", "en-GB"), ("#e", 1, 1, "two", "two", "en-GB"),
])
def test_the_word_at_a_place(publication, selector, node, offset, word, sentence, language):
    found = at(publication, selector, offset, node)
    assert texts(found) == (word, sentence, language)
    for name in ("word", "sentence"):
        if name not in found:
            continue
        locator = found[name]
        # Each has its own locator, whose range resolves to it.
        again = publication.locate({"href": HREF, "domRange": locator["locations"]["domRange"]})
        assert again["text"]["highlight"] == locator["text"]["highlight"]
        assert publication.locate(locator)["fit"] == "exact"


def test_a_word_by_other_places(publication):
    expected = at(publication, "#a", 5)
    cfi = publication.cfi({"href": HREF, "domRange": {"start": {"cssSelector": "#a", "textNodeIndex": 0, "charOffset": 6}}})["cfi"]
    for query in ({"fragments": [cfi]}, {"href": HREF, "text": {"highlight": "Smith was"}},
                  {"href": HREF, "cssSelector": "#a", "locations": {"textPosition": {"start": 5, "end": 7}}},
                  {"href": HREF, "text": {"before": "Mr. ", "highlight": "Smith"}}):
        found = publication.word(query)
        assert found["word"]["text"] == expected["word"]["text"] and found["sentence"]["text"] == expected["sentence"]["text"]
    # For a range, the word at its start.
    assert texts(at(publication, "#a", 5, end=9))[0] == "Smith"


def test_where_there_is_no_word(publication):
    with pytest.raises(lectern.NotFoundError):
        publication.word({"href": HREF, "cssSelector": "#gone"})
    with lectern.Publication.open_bytes(epub(files={HREF: "<html><body></body></html>"})) as empty:
        assert empty.word({"href": HREF}) == {"language": "en"}
