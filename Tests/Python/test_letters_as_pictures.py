# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of letters, as initials or for characters missing in fonts: their alternative text is searched."""
import pytest

from .searched import hits, publication

WORDS = {
    "\u6f22\u3005\u5b57": '\u6f22<img class="gaiji" src="g.png" alt="\u3005"/>\u5b57',
    "The whale": '<img src="t.png" alt="T"/>he whale',
    "Is it": "<span><img alt='I&#115;' src='i.png'/></span> it",
    "\u55b0\u3044\u6bba": '<ruby><rb><img alt=" \u55b0 " src="g.gif"/></rb><rt>\u304f</rt></ruby>\u3044\u6bba',
}


@pytest.mark.parametrize("query", WORDS)
def test_they_are_found(query):
    with publication("<p>Other.</p>", f"<p>A text, {WORDS[query]} in it.</p>") as book:
        [hit] = hits(book, query)
        assert hit["href"] == "1.html" and hits(book, f"text, {query} in") and hits(book, query, exact=True) == [hit]
        for said in ({}, {"href": "1.html"}):
            found = book.locate({**said, "text": {"highlight": f"text, {query} in"}})
            assert (found["fit"], found["href"]) == ("exact", "1.html")
        assert book.locate(hit)["fit"] == "exact"


@pytest.mark.parametrize("image", ['<img src="a.png" alt="a chart"/>', '<img src="a.png"/>', '<img src="a.png" alt=""/>'])
def test_other_pictures_are_no_text(image):
    with publication(f"<p>See {image} here.</p>") as book:
        assert not hits(book, "see a chart here") and not hits(book, "see here")
