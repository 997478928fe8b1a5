# SPDX-License-Identifier: BSD-3-Clause
"""Matches are where their locators say: lxml and cssselect find the same text there, and so does the library."""

import pytest

from Corpus.page import Page
from Corpus.roundtrip import Book, Figures, examine, examine_element, examine_word

from .searched import hits, publication

#: Markup that is difficult for selectors and quotes, and words in it.
BODIES = {
    "ids that are no identifiers": ("<p id='1st'>one</p><p id='a.b:c'>one</p><p id='-'>one</p><p id='#x[y]'>one</p>", ["one"]),
    "ids that are not unique": ("<div><p id='a'>one</p></div><p id='a'>one</p><p id=' a'>one</p><p id=''>one</p>", ["one"]),
    "classes": ("<p class='a'>one</p><p class='a b'>one</p><p class=' .c\td '>one</p><p class=''>one</p>", ["one"]),
    "classes with the same names": ("<i class='a'>one</i> <i class='b'>one</i> <b class='a'>one</b>", ["one"]),
    "escapes": ("<p class='50% &quot;x&quot; \\ &#xe9; &#x1F40B;'>one</p><p id='&#x1F40B;'>one</p>", ["one"]),
    "the same again and again": ("<p>one one one</p>" * 20, ["one", "one one"]),
    "words across markup": ("<p>o<b>n</b>e <i>t<u>w</u></i>o</p><p>one<!-- not --> two</p>", ["one", "one two"]),
    "white space": ("<p>\n one\n\n\t two  </p><p>one&#160;two&#12288;one</p><p> <b> one </b> two</p>", ["one two", "two"]),
    "line breaks": ("<p>one<br/>two<br/><br/>one <br/> two</p>", ["one", "two", "one two"]),
    "what is not shown": ("<p>one<script>one two</script> two<style>one</style></p><p>one</p>", ["one two", "one"]),
    "images": ("<p>one<img src='a' alt='one'/>two</p><div>one<video><p>one</p></video>two</div>", ["one", "two"]),
    "blocks in blocks": ("<div>one<div>one<p>one</p>one</div>one</div>", ["one"]),
    "tables": ("<table><caption>one</caption><tbody><tr><td>one</td><td>two one</td></tr></tbody></table>", ["one", "two one"]),
    "drawings and formulas": ("<svg xmlns='http://www.w3.org/2000/svg'><text>one</text></svg>"
                              "<math xmlns='http://www.w3.org/1998/Math/MathML'><mi>one</mi></math>", ["one"]),
    "prefixes": ("<x:p xmlns:x='http://www.w3.org/1999/xhtml' id='x'>one</x:p><x:y xmlns:x='urn:x'>one</x:y>", ["one"]),
    "characters": ("<p>Stra\u00dfe e\u0301cole \ufb01n na\u00efve &amp; &lt;b&gt;</p>", ["strasse", "ecole", "fin", "naive", "& <b>"]),
    "what has no width": ("<p>o\u00adn\u200be \u200fone\u200e two\u00ad two</p>", ["one", "one two", "two"]),
    "outside of the basic plane": ("<p>\U0001F40B \U0001D400 \U00020BB7\u91ce\u5bb6</p>", ["\U00020BB7\u91ce", "\u91ce"]),
    "spaces at the ends": ("<p>\u00a0one\u00a0</p><div>two\u00a0<p>one\u3000</p></div>", ["one", "two"]),
    "spaces of East Asia": ("<p>one\u3000two\u2003one</p>", ["one two", "two one"]),
    "short texts far apart": ("<table>" + ("<tr><td>x</td>" + "\n \t" * 30 + "<td>x\n\n  x</td></tr>") * 9 + "</table>", ["x", "x x"]),
    "deep": ("<div>" * 90 + "<p>one</p>" + "</div>" * 90, ["one"]),
    "ruby": ("<p><ruby>\u6771<rt>one</rt></ruby><ruby>\u4eac<rt>two</rt></ruby></p>", ["\u6771", "\u6771\u4eac"]),
}


def right(figures):
    assert figures.mistakes == []
    return sum(figures.tried.values())


@pytest.mark.parametrize("name", BODIES)
def test_matches(name):
    body, words = BODIES[name]
    with publication(body, "<p>one two three</p>" + body) as opened:
        book, figures = Book(opened), Figures()
        for word in words:
            examine_word(book, word, figures)
    assert right(figures) > 2 * len(words)


@pytest.mark.parametrize("name", BODIES)
def test_elements(name):
    body, _ = BODIES[name]
    with publication(body, "<p>one two three</p>" + body) as opened:
        book, figures = Book(opened), Figures()
        for element in opened.elements():
            examine_element(book, element, figures)
    assert right(figures) > 2


@pytest.mark.parametrize("name", ["sample", "epub2", "fixed-layout"])
def test_own_books(name, packed):
    assert right(examine(packed(name), name)) > 20


def test_the_other_program_finds_mistakes():
    """A check that always succeeds would be useless."""
    with publication("<p>one two</p><p>one three</p>") as opened:
        book = Book(opened)
        (hit, other) = hits(opened, "one")
        assert book.resolve(hit) != book.resolve(other)
        for wrong in ({**hit, "locations": other["locations"]}, {**hit, "locations": {"cssSelector": "p"}},
                      {**hit, "locations": {"cssSelector": "p:nth-child(1"}}, {**hit, "locations": {}},
                      {**hit, "text": {**hit["text"], "highlight": "One"}}, {**hit, "text": {**hit["text"], "after": " one"}}):
            with pytest.raises(LookupError):
                book.resolve(wrong)


def test_pages_are_read_as_browsers_show_them():
    page = Page(b"<html><head><title>no</title></head><body> <p>a \n b<b>c</b></p>d<br/>e&nbsp;</body></html>", "application/xhtml+xml")
    assert page.is_well_formed and page.lines == ["a bc", "d e\u00a0"]
    assert not Page(b"<p>a<p>b", "application/xhtml+xml").is_well_formed


@pytest.mark.parametrize("markup, selector", [
    ("<p>x", "html > body > p"), ("<html><head><title>t</title><p>x", "html > body > p"), ("x", "html > body"),
    ("<table><td>x", "html > body > table > tbody > tr > td"), ("<table><tr><td>x", "html > body > table > tbody > tr > td"),
    ("<table><thead><td>x", "html > body > table > thead > tr > td"), ("<title>t</title>x<body class=a>", "html > body.a"),
    ("</p><p>x", "html > body > p"), ("<body></p><p>x", "html > body > p:nth-child(2)"), ("<o:p>x</o:p>", "html > body > :nth-child(1)"),
])
def test_selectors_of_html_count_what_nobody_wrote(markup, selector):
    with publication(markup.encode(), kind="text/html", raw=True) as book:
        assert [hit["locations"]["cssSelector"] for hit in hits(book, "x")] == [selector]
