# SPDX-License-Identifier: BSD-3-Clause
"""Where elements of malformed HTML end, according to the HTML Standard, and what counts as text."""
import lectern
import pytest


def book(text, name="a.html", media_type="text/html", **context):
    data = text if isinstance(text, bytes) else text.encode()
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": name, "type": media_type}]}
    return lectern.Publication.open_manifest(manifest, {name: data}.get, **context)


def lines(markup):
    with book(markup) as publication:
        return publication.text("a.html").split("\n")


@pytest.mark.parametrize("markup, expected", [
    # A template ends at its own end tag, whatever is open inside, and at no other.
    ("<template><table><tr><td>no</template>one", ["one"]),
    ("<p>one<template>no</p></div></template> two</p>", ["one two"]),
    ("<template><template>no</template>no</template>one", ["one"]),
    ("<head><template><body>no</head></template><title>no</title><body>one", ["one"]),
    ("<table><template><tr><td>no</template><tr><td>one</table>two", ["one", "two"]),
    ("<p>one</template> two", ["one two"]),
    # An object ends at its own end tag, and elements around it remain open.
    ("<p><object><p>one</object>two</p>", ["one", "two"]),
    ("<object><td>one</object>two", ["onetwo"]),
    ("<ul><li><object><li>one</object><li>two</ul>", ["one", "two"]),
    # A title in a drawing contains elements, and ends with the drawing.
    ("<svg><title>no</svg>one", ["one"]),
    ("<svg><title>no<b>no</b></title><text>one</text></svg>two", ["one", "two"]),
    ("<svg><style>no<text></style><text>one</text></svg>", ["one"]),
    ("<svg><text>one<p>two</svg>", ["one", "two"]),
    ("<svg><foreignObject><p>one<p>two</foreignObject><text>three</text></svg>", ["one", "two", "three"]),
    ("<svg><desc>no</p>no</desc><text>one</text></svg>", ["one"]),
    ("<svg><g/><text>one</text><font>two</font></svg><p>three", ["one", "two", "three"]),
    ("<math><mtext>one<p>two</mtext></math>three", ["one", "twothree"]),
    # A select ends at an input and at another select; its contents end with it, and it ignores other end tags.
    ("<select>no<input>one", ["one"]),
    ("<select>no<select>one", ["one"]),
    ("<div><select></div>no</select>one</div><p>two", ["one", "two"]),
    ("<p>one<select><p>no</select>two", ["onetwo"]),
    ("<table><tr><td><select>no<td>one</table>", ["one"]),
    ("<select><svg><desc><input></desc></svg></select>one", ["one"]),
    # A table keeps its rows.
    ("<table><p>one<tr><td>two</table>three", ["one", "two", "three"]),
])
def test_where_elements_end(markup, expected):
    assert lines(markup) == expected


@pytest.mark.parametrize("markup, expected", [
    # In HTML, a CDATA section is a comment that ends at the first ">".
    ("<p>one<![CDATA[no]]> two", ["one two"]),
    ("<p><![CDATA[no<b>one]]></b> two", ["one]]> two"]),
    ("<svg><text><![CDATA[one<b>&amp;]]></text></svg>", ["one<b>&amp;"]),
    ("<svg><text>one<![cdata[no]]></text></svg>", ["one"]),
    ("<math><mi><![CDATA[x<y]]></mi></math>", ["x<y"]),
    # Everything after plaintext is text.
    ("<p>one<plaintext><p>two</plaintext>&amp;", ["one", "<p>two</plaintext>&amp;"]),
    # NUL is dropped in HTML text, and becomes U+FFFD elsewhere.
    ("<p>o\0n\0e", ["one"]), ("\0<p>one", ["one"]), ("<svg><text>o\0e</text></svg>", ["o\N{REPLACEMENT CHARACTER}e"]),
    ("<svg><desc></desc><foreignObject>o\0ne</foreignObject></svg>", ["one"]), ("<math><mi>o\0ne</mi></math>", ["one"]),
    ("<xmp>o\0e</xmp>", ["o\N{REPLACEMENT CHARACTER}e"]),
    # A document with frames has no text, and a document with text has no frames.
    ("<frameset><frame src=a>no<noframes>no</noframes></frameset>no<p>no", [""]),
    ("<p></p><div><frameset><frame></frameset>no", [""]),
    ("<input type=hidden>\0<frameset></frameset>no", [""]),
    ("<p>one<frameset><frame></frameset>two", ["onetwo"]),
    ("<body><frameset><frame></frameset>one", ["one"]), ("<hr><frameset></frameset>one", ["one"]),
    ("<style>no</style><title>no</title><frameset></frameset>no", [""]),
    ("<frame>one", ["one"]),
])
def test_what_is_text(markup, expected):
    assert lines(markup) == expected


@pytest.mark.parametrize("markup", [
    "<svg><title>one</svg>", "<template>one<td></template>", "<p><![CDATA[one]]>", "<frameset>one", "<svg><desc>one</desc></svg>",
])
def test_what_is_not_read_is_not_found(markup):
    with book(markup + "two") as publication:
        with publication.search("one") as pages:
            assert list(pages) == []
        with pytest.raises(lectern.NotFoundError):
            publication.locate({"text": {"highlight": "one"}})


def test_selectors_count_the_elements_that_html_supplies():
    with book("<p>one") as publication:
        element = next(publication.elements())
        assert element["locator"]["locations"]["cssSelector"] == "html > body > p"
        # The head exists, too: the body is the second child.
        assert publication.locate({"href": "a.html", "partialCfi": "/4/2"})["text"]["after"] == "one"


@pytest.mark.parametrize("unit", [
    "<svg><desc>", "<select><option>", "<template><td>", "<math><annotation-xml>", "<svg></p>", "<svg><g></x>", "<select><select>",
    "<frameset>", "<div><frameset>", "<table><p>", "<svg><![CDATA[>", "\0", "<svg><b>", "<form>", "<col>", "</template>",
])
def test_deep_and_long_markup_takes_no_longer_than_its_size(unit):
    with book(unit * 40_000 + "end") as publication:
        publication.text("a.html")


DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>Plan</title><desc>unseen words</desc>
<defs><text>unseen words</text></defs><text id="a">The lantern <tspan>was lit</tspan></text><g><text id="b">when the boat came</text></g></svg>"""


@pytest.mark.parametrize("damage", ["", "<g>"])
def test_drawings_are_searched_as_they_are_read(damage):
    with book(DRAWING.replace("</svg>", damage + "</svg>"), "a.svg", "image/svg+xml") as publication:
        texts = [element["text"] for element in publication.elements() if element["role"] == "paragraph"]
        assert texts == ["The lantern was lit", "when the boat came"]
        assert publication.text("a.svg").split("\n") == texts
        for query, selector in (("lantern was lit", "#a"), ("THE BOAT", "#b")):
            with publication.search(query) as pages:
                [match] = [locator for page in pages for locator in page["locators"]]
            assert match["locations"]["cssSelector"].startswith(selector)
            assert match["href"] == "a.svg" and match["type"] == "image/svg+xml"
            assert publication.locate(match)["locations"]["progression"] == match["locations"]["progression"]
            assert publication.locate({"text": {"highlight": match["text"]["highlight"]}})["href"] == "a.svg"
        with publication.search("lit when") as pages:
            assert list(pages) == [], "one text ends and another one begins"
        for query in ("unseen", "Plan"):
            with publication.search(query) as pages:
                assert list(pages) == []
            with pytest.raises(lectern.NotFoundError):
                publication.locate({"href": "a.svg", "text": {"highlight": query}})
        assert publication.locate({"href": "a.svg#b"})["text"]["after"].startswith("when the boat")


@pytest.mark.parametrize("attribute", [
    'epub:type="endnotes"', 'epub:type="footnotes"', 'epub:type="rearnotes"', 'role="doc-endnotes"', 'epub:type="backmatter endnotes"',
])
def test_the_items_of_a_list_of_notes_are_notes(attribute):
    body = f"""<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
        <ul><li>item</li></ul><section {attribute}><h2>Notes</h2><p>intro</p>
        <ol><li id="n1">first<ul><li>part</li></ul></li><li><p>second</p></li></ol></section><ul><li>item</li></ul></body></html>"""
    with book(body, "a.xhtml", "application/xhtml+xml") as publication:
        roles = [(element["role"], element["text"]) for element in publication.elements()]
    assert roles == [
        ("listItem", "item"), ("heading", "Notes"), ("paragraph", "intro"), ("footnote", "first"), ("footnote", "part"),
        ("footnote", "second"), ("listItem", "item")]
