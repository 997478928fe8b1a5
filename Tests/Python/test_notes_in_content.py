# SPDX-License-Identifier: BSD-3-Clause
"""Untyped footnotes in the content and the statistics, by the rules of lectern_publication_footnote()."""
import time

import pytest

import lectern
from support.tiny_books import epub

ONE, TWO = "EPUB/c1.xhtml", "EPUB/c2.xhtml"
TEXT = "Many years ago a house was built beside the water"
PAGE = ('<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en">'
        "<head><title>T</title></head><body>{}</body></html>")


def book(one, two="<p>Nothing.</p>"):
    return lectern.Publication.open_bytes(epub(files={ONE: PAGE.format(one), TWO: PAGE.format(two)}))


def elements(one, two="<p>Nothing.</p>", href=ONE):
    with book(one, two) as publication:
        return [element for element in publication.elements() if element["locator"]["href"] == href]


def segments(element, *roles):
    return [segment["text"] for segment in element.get("segments", []) if segment.get("role") in roles]


def spoken(element):
    """The text that a host reads aloud: without references and backlinks."""
    return "".join(segment["text"] for segment in element.get("segments") or [element]
                   if segment.get("role") not in ("noteref", "backlink"))


def roles(found):
    return [(element["role"], spoken(element).strip()) for element in found if element["role"] != "image"]


REFERENCE = f'<p>{TEXT}<sup><a id="r" href="#n">1</a></sup> and more.</p>'
PLAIN = f"{TEXT} and more."


@pytest.mark.parametrize("one, expected", [
    (f'{REFERENCE}<hr/><p id="n"><a href="#r">1</a> A note.</p>', [PLAIN, "A note."]),
    (f'<p>{TEXT}[<a id="r" href="#n">1</a>] and more.</p><div class="footnotes"><p id="n"><a href="#r">[1]</a> A note.</p></div>', [PLAIN, "A note."]),
    (f'<p>{TEXT}[<a href="#n">1</a>] and more.</p><p id="n">1. A note.</p>', [PLAIN, "1. A note."]),
    (f'<p>{TEXT} (<a id="r" epub:type="noteref" href="#n">1</a>)and more.</p><p id="n">A note.</p>', [f"{TEXT} and more.", "A note."]),
    (f'<p>{TEXT}<a href="#n">*</a> and more.</p><div id="n"><p>* A note.</p></div>', [PLAIN, "* A note."]),
    # A picture, as in Chinese books.
    (f'<p>{TEXT}<sup><a id="r" href="#n"><img src="n.png" alt="A"/></a></sup> and more.</p><ol><li id="n"><a href="#r">\u25ce</a>A note.</li></ol>', [PLAIN, "A note."]),
    (f'<p>{TEXT}<a epub:type="noteref" href="#n"><img src="n.png" alt="A"/></a> and more.</p><aside epub:type="footnote" id="n">A note.</aside>', [PLAIN, "A note."]),
    (f'<p>{TEXT}<a id="r" href="#n">\u2460</a> and more.</p><p id="n"><a href="#r">\u2460</a> A note.</p>', [PLAIN, "A note."]),
    # A footnote with several paragraphs, up to the next one.
    (f'{REFERENCE}<h3>Notes</h3><p id="n"><a href="#r">1</a> One.</p><blockquote>A quote.</blockquote><p id="m"><a href="#s">2</a> Two.</p>',
     [PLAIN, "h:Notes", "One.", "A quote.", "p:2 Two."]),
    (f'{REFERENCE}<p><a id="n" href="#r">10.</a> Ten.</p><aside epub:type="footnote"><p>Eleven.</p></aside>', [PLAIN, "Ten.", "Eleven."]),
    (f'{REFERENCE}<table><tr><td id="n"><a href="#r">1</a></td><td>A note.</td></tr></table>', [PLAIN, "", "A note."]),
    (f'{REFERENCE}<h4 id="n"><a href="#r">1</a></h4><p>A note.</p><h3>After</h3><p>Text.</p>', [PLAIN, "", "A note.", "h:After", "p:Text."]),
    (f'{REFERENCE}<ol><li id="n"><p>A note.</p><p>More. <a href="#r">Back to text</a></p></li><li>Item</li></ol>',
     [PLAIN, "A note.", "More.", "l:Item"]),
    # Words in a sentence are read, even if they link to a footnote and back.
    (f'<p>{TEXT}, <a id="r" href="#n">see there</a>.</p><p id="n">It leads <a href="#r">back</a>.</p>',
     [f"{TEXT}, see there.", "It leads back."]),
    (f'<p>{TEXT}<a epub:type="noteref" id="r" href="#n">1</a> and more.</p><ol><li epub:type="endnote" id="n"><a role="doc-backlink" href="#r">A note.</a></li></ol>',
     [PLAIN, "A note."]),
])
def test_notes_of_the_same_document(one, expected):
    found = roles(elements(one))
    kinds = {"p": "paragraph", "h": "heading", "l": "listItem"}
    wanted = [("paragraph", expected[0])] + [
        (kinds[text[0]], text[2:]) if text[1:2] == ":" else ("footnote", text) for text in expected[1:]]
    assert found == wanted


@pytest.mark.parametrize("one", [
    # Chapters and their numbers, in a list of contents within the document.
    '<p>Go to <a id="t1" href="#c1">1</a> <a id="t2" href="#c2">2</a></p><h2 id="c1"><a href="#t1">1</a></h2><p>One.</p><h2 id="c2"><a href="#t2">2</a></h2><p>Two.</p>',
    '<p>Go to <a id="t1" href="#c1">1</a> <a id="t2" href="#c2">2</a></p><p id="c1"><a href="#t1">1</a></p><p>One.</p><p id="c2"><a href="#t2">2</a></p><p>Two.</p>',
    '<p><a id="t1" href="#c1">The Calm</a>, <a id="t2" href="#c2">The Storm</a></p><p id="c1"><a href="#t1">The Calm</a></p><p>One.</p><p id="c2"><a href="#t2">The Storm</a></p><p>Two.</p>',
    '<ol><li><a href="#c1">1. One</a></li></ol><h2 id="c1">1. One</h2><p id="p">1. Numbered.</p><p id="q">2. Numbered.</p>',
    '<p id="a">Alpha: see <a href="#b">Beta</a>.</p><p id="b">Beta: see <a href="#a">Alpha</a>.</p>',
    '<p><a id="a"></a>Alpha: see <a href="#b">Beta</a>.</p><p><a id="b"></a>Beta: see <a href="#a">Alpha</a>.</p>',
    f'<p>{TEXT}, see page <a href="#p12">12</a> and <a href="#t">table 3</a>.</p><p id="p12">{TEXT}</p><p id="t">{TEXT}</p>',
    f'<p id="e">{TEXT}</p><p>{TEXT}<sup><a href="#e">1</a></sup></p>',
    f'<p>E = mc<sup>2</sup>, <sup><a href="https://example.org/#n">2</a></sup><sup><a href="#gone">3</a></sup></p><p id="n">{TEXT}</p>',
])
def test_other_links_of_a_document(one):
    assert {element["role"] for element in elements(one)} <= {"paragraph", "heading", "listItem"}
    assert not any(segments(element, "noteref", "backlink") for element in elements(one))


@pytest.mark.parametrize("notes, expected", [
    ('<h2>Notes</h2><p id="n"><a href="c1.xhtml#r">1</a> One.</p><p>More.</p><p id="m"><a href="c1.xhtml#s">2</a>. Two.</p>',
     [("heading", "Notes"), ("footnote", "One."), ("footnote", "More."), ("footnote", ". Two.")]),
    ('<p id="n"><a href="c1.xhtml#r">1</a> The only one.</p>', [("footnote", "The only one.")]),
    ('<ol><li id="n"><p>One.</p><p>More. <a href="c1.xhtml#r">↩</a></p></li><li id="m">Two <a href="c1.xhtml#s">↑</a></li></ol>',
     [("footnote", "One."), ("footnote", "More."), ("footnote", "Two")]),
    ('<h4 id="n"><a href="c1.xhtml#r">1</a></h4><p>One.</p><h4 id="m"><a href="c1.xhtml#s">2</a></h4><p>Two.</p>',
     [("footnote", ""), ("footnote", "One."), ("footnote", ""), ("footnote", "Two.")]),
    ('<dl><dt id="n"><a href="c1.xhtml#r">5</a></dt><dd>One.</dd><dt id="m"><a href="c1.xhtml#s">6</a></dt><dd>Two.</dd></dl>',
     [("footnote", ""), ("footnote", "One."), ("footnote", ""), ("footnote", "Two.")]),
    ('<table><tr><td id="n"><a href="c1.xhtml#r">5</a></td><td>One.</td></tr><tr><td id="m">6</td><td>Two.</td></tr></table>',
     [("footnote", ""), ("footnote", "One."), ("tableCell", "6"), ("tableCell", "Two.")]),
    ('<a id="n"></a><p><a href="c1.xhtml#r">1</a> One.</p><a id="m"></a><p><a href="c1.xhtml#s">2</a> Two.</p>', [("footnote", "One."), ("footnote", "Two.")]),
    # Calibre's markup.
    ('<dl><dt id="n">[<a href="c1.xhtml#r">←1</a>]</dt><dd><p>One.</p></dd></dl><dl><dt id="m">[<a href="c1.xhtml#s">←2</a>]</dt><dd><p>Two.</p></dd></dl>',
     [("footnote", ""), ("footnote", "One."), ("footnote", ""), ("footnote", "Two.")]),
    # Chapters with a link to the list of contents.
    (f'<p id="n"><a href="c1.xhtml#r">1</a> The Storm</p><p>{TEXT}</p>', [("paragraph", "1 The Storm"), ("paragraph", TEXT)]),
    (f'<h2 id="n"><a href="c1.xhtml#r">1</a></h2><p>{TEXT}</p><h2 id="m"><a href="c1.xhtml#s">2</a></h2><p>{TEXT}</p>',
     [("heading", "1"), ("paragraph", TEXT), ("heading", "2"), ("paragraph", TEXT)]),
    ('<p id="n"><a href="c1.xhtml#r">The Storm</a></p><p id="m"><a href="c1.xhtml#s">The Calm</a></p>',
     [("paragraph", "The Storm"), ("paragraph", "The Calm")]),
    # Verses.
    ('<p><sup id="n"><a href="c1.xhtml#r">1</a></sup> One, <sup id="m"><a href="c1.xhtml#s">2</a></sup> and two.</p>', [("paragraph", "1 One, 2 and two.")]),
    ('<p><sup id="n"><a href="c1.xhtml#r">1</a></sup> One.</p><p><sup id="m"><a href="c1.xhtml#r">2</a></sup> Two.</p>', [("paragraph", "1 One."), ("paragraph", "2 Two.")]),
    ('<p id="n">1. One.</p><p id="m">2. Two.</p>', [("paragraph", "1. One."), ("paragraph", "2. Two.")]),
])
def test_notes_of_another_document(notes, expected):
    one = f'<p>{TEXT}<sup><a id="r" href="c2.xhtml#n">1</a></sup> and [<a id="s" href="C2.XHTML#m">2</a>] more.</p>'
    assert roles(elements(one, notes, TWO)) == expected
    # A reference is recognised by its appearance.
    [first] = elements(one, notes)
    assert segments(first, "noteref") == ["1", "[2]"] and spoken(first) == f"{TEXT} and  more."
    assert [segment["href"] for segment in first["segments"] if "href" in segment] == [f"{TWO}#n", f"{TWO}#m"]


def test_a_list_of_contents_is_no_note():
    contents = '<ol><li id="a"><a href="c2.xhtml#n">1</a> The Storm</li></ol><p id="b"><a href="c2.xhtml#m">2</a> The Calm</p><p id="c"><a href="c2.xhtml#o">3</a> End</p>'
    assert {element["role"] for element in elements(contents)} == {"listItem", "paragraph"}


def test_types_of_words_that_lead_to_notes():
    found = elements(f'<p>{TEXT} <a epub:type="biblioref" href="#b">[1]</a> of a <a epub:type="glossref" href="#g">whale</a></p>'
                     '<ul><li id="b" epub:type="biblioentry">A book</li></ul><dl epub:type="glossary"><dt id="g">Whale</dt>'
                     '<dd epub:type="glossdef">An animal</dd></dl><aside epub:type="annotation">An aside</aside>')
    assert segments(found[0], "noteref") == ["[1]"]
    assert [element["role"] for element in found[1:]] == ["listItem", "term", "definition", "footnote"]


def test_the_statistics_know_the_same_notes():
    with book(f'{REFERENCE}<p id="n"><a href="#r">1</a> A note of five words.</p>', "<p></p>") as publication:
        found = publication.statistics()
    assert (found["words"], found["notes"]["words"]) == (12, 6)


def test_a_link_in_another_case():
    with book(f'<p>{TEXT}<a id="r" epub:type="noteref" href="C2.xhtml#n">1</a></p>', '<aside epub:type="footnote" id="n">A note.</aside>') as publication:
        assert publication.footnote({"href": ONE, "cssSelector": "#r"})["text"] == "A note."
    # Several that differ only in case: it may be any of them.
    files = {ONE: PAGE.format(f'<p>{TEXT}<a id="r" epub:type="noteref" href="NOTES.xhtml#n">1</a></p>'),
             "EPUB/notes.xhtml": PAGE.format('<aside epub:type="footnote" id="n">Lower.</aside>'),
             "EPUB/Notes.xhtml": PAGE.format('<aside epub:type="footnote" id="n">Upper.</aside>')}
    with lectern.Publication.open_bytes(epub(files=files)) as publication, pytest.raises(lectern.NotFoundError):
        publication.footnote({"href": ONE, "cssSelector": "#r"})


@pytest.mark.parametrize("start, repeated, end", [
    ("", '<p id="n{0}"><a href="#r{0}">1</a> A</p><p>a<sup><a id="r{0}" href="#n{0}">1</a></sup></p>', ""),
    # Many references to one footnote, with backlinks to all of them.
    ('<p id="n">1 ', '<a href="#r{0}">a</a> ', '</p>'), ('', '<p>a<sup><a id="r{0}" href="#n">1</a></sup></p>', '<p id="n">1. A</p>' + "<p>b</p>" * 2000),
    # Deeply nested containers and rules, and a long way to the next footnote.
    ("", '<div id="n{0}"><sup><a href="#n{0}">1</a></sup>', ""), ("", '<b id="n{0}"><a href="#n{0}"><sup>1</sup></a>', ""),
    ("", '<h3>a</h3>', '<p id="n">1. A</p>' * 2000 + '<p>a<sup><a href="#n">1</a></sup></p>' * 2000),
    ("<div>", '<div id="n{0}"><p>1. a</p></div>', "</div>" + "".join(f'<p>a<sup><a href="#n{number}">1</a></sup></p>' for number in range(2000))),
])
def test_the_costs_grow_with_the_document(start, repeated, end):
    def seconds(count):
        body = start + "".join(repeated.format(number) for number in range(count)) + end
        with lectern.Publication.open_bytes(epub(files={ONE: PAGE.format(body)})) as publication:
            begin = time.process_time()
            publication.statistics()
            return time.process_time() - begin

    assert seconds(4000) < 12 * seconds(500) + 0.5
