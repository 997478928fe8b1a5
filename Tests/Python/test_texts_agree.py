# SPDX-License-Identifier: BSD-3-Clause
"""The text of the content, the text that is searched and the text at a place are the same: each text that an element of the
content has is found by a search, at the place of the element, and its locator leads back to it."""
import random

import pytest

from .searched import hits, publication

PIECES = [
    "word", "other", "two words", "é", "e\u0301", "ß", "水", "東京", ".", ",", "“", "”", "-", " ", " ", "\n", "\t", "<br/>", "&amp;", "&lt;",
    "<b>in bold</b>", "<i>a</i>b", "<span> </span>", "co\u00adop", "no\u00a0break", "<code>x  y</code>", "<sub>2</sub>", "<sup>3</sup>",
    "<q>said</q>", "<script>no</script>", "<!-- no -->", "<![CDATA[<raw>]]>",
    "<ruby>水<rt>みず</rt></ruby>", "<ruby> 東 <rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>", "<ruby><rb>a</rb><rtc>c</rtc></ruby>",
    "</p><p>", "</p>\n<p>", "</p><pre>a  b\n c</pre><p>", "</p><ul><li>one</li><li>two <p>three</p></li></ul><p>",
    "</p><table><tr><td>x</td><td>y z</td></tr></table><p>", "</p><blockquote>quoted <p>more</p> rest</blockquote><p>",
    "</p><div>loose <p>p</p> end</div><p>"]


def bodies(seed, count):
    chance = random.Random(seed)
    for _ in range(count):
        yield "<p>" + "".join(chance.choices(PIECES, k=chance.randint(1, 14))) + "</p>"


@pytest.mark.parametrize("seed", range(8))
def test_content_is_found(seed):
    with publication(*bodies(seed, 12)) as book:
        for element in book.elements():
            if element["role"] in ("image", "audio", "video") or not element.get("text", "").strip():
                continue
            locator = element["locator"]
            quote = locator["text"]["highlight"]
            assert "".join(quote.split()).replace("\u00ad", "") == "".join(element["text"].split()), "the same letters"
            again = book.locate(locator)
            assert again["fit"] == "exact" and again["text"]["highlight"] == quote, element
            found = [book.locate(hit) for hit in hits(book, element["text"], caseSensitive=True) if hit["href"] == locator["href"]]
            assert again["locations"]["progression"] == locator["locations"]["progression"]
            assert again["locations"]["domRange"] in [hit["locations"]["domRange"] for hit in found], (element, found)
