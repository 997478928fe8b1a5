# SPDX-License-Identifier: BSD-3-Clause
"""The meaning of textNodeIndex and charOffset, as defined by the schema of locators."""

import lectern
import pytest

INSIDE = '\n<b>x</b> <b></b>one<!-- c -->two<i>three</i>four &amp; \U0001F40B<?pi x?>five'
BOOK = {
    "a.xhtml": ("application/xhtml+xml", '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>'
                f'<p id="p">{INSIDE}<![CDATA[ & six]]></p></body></html>'),
    "b.html": ("text/html", f'<html><head><title>x</title></head><body><p id="p">{INSIDE} &amp; six</p></body></html>'),
}


def point(text, offset=None):
    return {"cssSelector": "#p", "textNodeIndex": text, **({} if offset is None else {"charOffset": offset})}


@pytest.fixture
def book():
    manifest = {"metadata": {"title": "A"}, "readingOrder": [{"href": href, "type": type} for href, (type, _) in BOOK.items()]}
    with lectern.Publication.open_manifest(manifest, lambda href: BOOK[href][1].encode()) as book:
        yield book


@pytest.mark.parametrize("href", BOOK)
@pytest.mark.parametrize("start, end, text", [
    # White space is a text, an empty run between two elements is not; comments do not split texts.
    (point(2, 0), point(2, 3), "one"), (point(2, 2), point(2, 5), "etw"),
    (point(3, 0), point(3, 4), "four"), (point(3, 5), point(3, 6), "&"),
    # UTF-16 code units: the whale takes two.
    (point(3, 7), point(3, 9), "\U0001F40B"), (point(3, 9), point(3, 13), "five"), (point(3, 9), point(3, 19), "five & six"),
    # Without an offset: the whole text.  Past its end: its end.
    (point(2), point(2), "onetwo"), (point(2, 3), point(2), "two"), (point(2), point(2, 3), "one"),
    (point(2, 1), point(2, 2**31 - 1), "netwo"),
    (point(2, 3), point(3, 4), "twothreefour"), (point(2), point(3), "onetwothreefour & \U0001F40Bfive & six"),
])
def test_a_range(book, href, start, end, text):
    found = book.locate({"href": href, "type": BOOK[href][0], "domRange": {"start": start, "end": end}})
    assert found["text"]["highlight"] == text


@pytest.mark.parametrize("href", BOOK)
def test_what_is_no_range(book, href):
    def located(start, end=None):
        query = {"start": start} if end is None else {"start": start, "end": end}
        return book.locate({"href": href, "type": BOOK[href][0], "domRange": query})["text"]

    # Without an end, or with an end before the start, it is a position.
    for text in (located(point(2, 3)), located(point(2, 3), point(2, 1))):
        assert "highlight" not in text and text["after"].startswith("twothree")
    with pytest.raises(lectern.NotFoundError):
        located(point(4))
