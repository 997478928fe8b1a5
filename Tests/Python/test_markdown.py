# SPDX-License-Identifier: BSD-3-Clause
"""Publications as Markdown."""
import pytest

import lectern
from support.tiny_books import epub
from support.tree import ROOT

ONE, TWO = "EPUB/c1.xhtml", "EPUB/c2.xhtml"
PAGE = ('<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en">'
        "<head><title>T</title></head><body>{}</body></html>")


def book(one, two="<p>Two.</p>"):
    return lectern.Publication.open_bytes(epub(files={ONE: PAGE.format(one), TWO: PAGE.format(two)}))


def markdown(body):
    with book(body) as publication:
        return publication.markdown(href=ONE)


@pytest.mark.parametrize("body, expected", [
    ("<h1>One</h1><p>Two\n three</p><h3>A<br/>B</h3>", "# One\n\nTwo three\n\n### A B\n"),
    # Emphasis, which white space and punctuation must not undo.
    ("<p>a<em> b </em>c <strong>d<i>e</i></strong></p>", "a *b* c **d*e***\n"),
    ("<p><b>“No,”</b>he said</p>", "“No,”he said\n"),
    ("<p><i>a</i><b>b</b> <code>x`y*</code> <del>z</del></p>", "*a*b ``x`y*`` ~~z~~\n"),
    ('<p>See <a href="c2.xhtml#x">there</a>, <a href="https://example.org/a (b)">web</a>, <a href="javascript:1">js</a>.</p>',
     "See [there](EPUB/c2.xhtml#x), [web](<https://example.org/a%20(b)>), js.\n"),
    ('<p><img src="a b.png" alt="A [cat]"/></p><p>In <img src="i.png" alt="text"/>.</p>',
     "![A \\[cat\\]](EPUB/a%20b.png)\n\nIn ![text](EPUB/i.png).\n"),
    # What looks like markup is none.
    ("<p>*a* _b_ snake_case `c` &lt;i&gt; [d](e) &amp;amp; \\ a|b</p>", "\\*a\\* \\_b\\_ snake_case \\`c\\` \\<i> \\[d\\](e) \\&amp; \\\\ a\\|b\n"),
    ("<p># a</p><p>1. b<br/>- c<br/>d - e</p><p>&gt; f</p>", "\\# a\n\n1\\. b\\\n\\- c\\\nd - e\n\n\\> f\n"),
    # Lists, quotes and code.
    ("<ul><li>a</li><li>b<ol start='9'><li>c</li><li value='20'>d</li></ol></li></ul><ul><li>e</li></ul>",
     "- a\n- b\n\n  9. c\n  20. d\n\n* e\n"),
    ("<ul><li><p>a</p><p>b</p></li></ul><blockquote><p>c</p><blockquote>d</blockquote></blockquote>", "- a\n\n  b\n\n> c\n>\n> > d\n"),
    ('<pre class="language-c">\nint a;\n\n```\n</pre>', "````c\nint a;\n\n```\n````\n"),
    # Tables: with and without a header, spans, several blocks in a cell; a single column is none.
    ("<table><tr><th>a</th><th>b|</th></tr><tr><td>1</td><td><p>x</p><p>y</p></td></tr></table>",
     "| a | b\\| |\n| --- | --- |\n| 1 | x<br>y |\n"),
    ("<table><caption>C</caption><tr><td rowspan='2'>a</td><td>b</td></tr><tr><td>c</td></tr><tr><td colspan='2'>d</td></tr></table>",
     "C\n\n|  |  |\n| --- | --- |\n| a | b |\n|  | c |\n| d |  |\n"),
    ("<table><tr><td><h2>a</h2><p>b</p></td></tr></table>", "## a\n\nb\n"),
    # Formulas, ruby, page breaks.
    ('<p>So <math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x^2"><mi>x</mi></math>.</p>', "So $x^2$.\n"),
    ('<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><mi>a</mi>'
     '<annotation encoding="application/x-tex">\\frac{a}{b}</annotation></semantics></math>', "$$\\frac{a}{b}$$\n"),
    ('<p>a <math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x squared"><mi>x</mi></math></p>', "a x squared\n"),
    ("<p><ruby>漢<rt>かん</rt></ruby>字</p>", "漢字\n"),
    ('<p>a <span epub:type="pagebreak" title="7"/>b</p><p><span epub:type="pagebreak" title="8"/>c</p>',
     "a <!-- page 7 -->b\n\n<!-- page 8 -->\nc\n"),
])
def test_elements(body, expected):
    assert markdown(body) == expected


REFERENCE = '<p>Text<a epub:type="noteref" href="{}#n">5</a>, again<a epub:type="noteref" href="{}#m">6</a>.</p>'
NOTES = ('<aside id="m" epub:type="footnote"><p>Second <i>note</i>.</p><p>Goes on.</p></aside>'
         '<aside id="n" epub:type="footnote"><p>First.</p></aside>')


def test_notes_are_numbered_by_their_references():
    assert markdown(REFERENCE.format("", "") + NOTES + "<p>End.</p>") == (
        "Text[^1], again[^2].\n\n[^2]: Second *note*.\n\n    Goes on.\n\n[^1]: First.\n\nEnd.\n")


def test_notes_of_another_document():
    one = REFERENCE.format("c2.xhtml", "c2.xhtml")
    with book(one, NOTES) as publication:
        assert publication.markdown() == "Text[^1], again[^2].\n\n[^2]: Second *note*.\n\n    Goes on.\n\n[^1]: First.\n"
        # Outside of the part, they follow in the order of their references.
        assert publication.markdown(href=ONE) == (
            "Text[^1], again[^2].\n\n[^1]: First.\n\n[^2]: Second *note*.\n\n    Goes on.\n")
        # Without a reference, a note is a text like others.
        assert publication.markdown(href=TWO) == "Second *note*.\n\nGoes on.\n\nFirst.\n"


def test_endnotes_in_a_list_keep_their_lists():
    notes = ('<section epub:type="endnotes"><ol><li id="n"><p>A. <a epub:type="backlink" href="#r">↩</a></p><ul><li>b</li></ul></li>'
             '<li id="m">C.</li></ol></section>')
    assert markdown(REFERENCE.format("", "") + notes) == "Text[^1], again[^2].\n\n[^1]: A.\n\n    - b\n\n[^2]: C.\n"


def test_a_reference_without_a_note_stays():
    assert markdown('<p>a<a epub:type="noteref" href="#gone">[1]</a></p>') == "a\\[1\\]\n"


# ------------------------------------------------------------------------------------------------------------- Parts

SAMPLE = ROOT / "examples/book"


def test_parts():
    with lectern.Publication.open(SAMPLE) as publication:
        whole = publication.markdown()
        hrefs = [link["href"] for link in publication.reading_order]
        # The notes of the sample are in their own documents.
        assert whole == "\n".join(text for text in map(lambda href: publication.markdown(href=href), hrefs) if text)
        entry = publication.manifest["toc"][1]
        section = publication.markdown(section=entry["href"])
        assert section in whole and section.startswith("# Loomings\n")


def test_between_two_places():
    with book("<p>a</p><p id='b'>b</p><p>c</p>", "<p>d</p><p>e</p>") as publication:
        elements = [element["locator"] for element in publication.elements()]
        assert publication.markdown(start=elements[1], end=elements[4]) == "b\n\nc\n\nd\n"
        assert publication.markdown(start={"href": ONE, "type": "text/html", "locations": {"fragments": ["b"]}}) == "b\n\nc\n\nd\n\ne\n"
        assert publication.markdown(end=elements[0]) == ""


@pytest.mark.parametrize("part, error", [
    ({"href": "none"}, lectern.NotFoundError), ({"section": "none"}, lectern.NotFoundError),
    ({"start": {"href": "none", "type": "text/html"}}, lectern.NotFoundError), ({"href": ONE, "section": ONE}, lectern.JsonError),
])
def test_no_such_part(part, error):
    with book("<p>a</p>") as publication, pytest.raises(error):
        publication.markdown(**part)


# ------------------------------------------------------------------------------------------------------------ Limits

@pytest.mark.parametrize("start, first", [
    ("-9223372036854775808", 0), ("9223372036854775807", 999_999_999), ("99999999999999999999", 1), ("x", 1), ("7", 7),
])
def test_numbers_of_lists(start, first):
    assert markdown(f'<ol start="{start}"><li>a</li></ol>').startswith(f"{first}. a")


def test_what_is_large_costs_no_more_than_its_size():
    """The time must be linear in the number of items, rows, quotes and references."""
    items = markdown("<ol>" + "<li>a <b>b</b></li>" * 50_000 + "</ol>")
    assert items.startswith("1. a **b**\n2. a") and items.endswith("50000. a **b**\n")
    cells = markdown("<table>" + "<tr><td>a</td><td>b</td></tr>" * 20_000 + "</table>")
    assert cells.count("\n") == 20_002
    deep = markdown("<blockquote>" * 5000 + "<p>x</p>" * 5000 + "</blockquote>" * 5000)
    assert deep.count("x") == 5000 and deep.startswith("> " * 64 + "x\n")
    notes = markdown("<p>" + '<a epub:type="noteref" href="c2.xhtml#n">1</a> ' * 20_000 + "</p>")
    assert notes.count("1") == 20_000


def test_a_limit():
    with lectern.Context(maxEntrySize=20_000) as context:
        files = {ONE: PAGE.format("<blockquote>" * 60 + "<p>x</p>" * 200 + "</blockquote>" * 60), TWO: PAGE.format("")}
        with lectern.Publication.open_bytes(epub(files=files), context=context) as publication:
            with pytest.raises(lectern.LimitError):
                publication.markdown()
