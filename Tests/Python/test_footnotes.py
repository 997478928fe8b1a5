# SPDX-License-Identifier: BSD-3-Clause
"""Footnotes of references, in all forms that occur in books."""
import json
from urllib.parse import quote

import pytest

import lectern
from support.tiny_books import epub

ONE, TWO = "EPUB/c1.xhtml", "EPUB/c2.xhtml"
TEXT = "Many years ago a house was built beside the water, and nobody knew by whom."


def book(one, two="<p>Nothing.</p>"):
    page = ('<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en">'
            "<head><title>T</title></head><body>{}</body></html>")
    return lectern.Publication.open_bytes(epub(files={ONE: page.format(one), TWO: page.format(two)}))


def found(one, two="<p>Nothing.</p>", query=None):
    """The footnote; None if there is none."""
    with book(one, two) as publication:
        try:
            return publication.footnote(query or {"href": ONE, "fragments": ["r"]})
        except lectern.NotFoundError:
            return None


def short(note):
    return note and (note["confidence"], note.get("role"), note["text"])


@pytest.mark.parametrize("one, two, expected", [
    # EPUB 3.
    (f'<p>{TEXT}<a id="r" epub:type="noteref" href="#n">1</a></p><aside id="n" epub:type="footnote"><p>A note.</p></aside>', "",
     (1, "footnote", "A note.")),
    (f'<p>{TEXT}<a id="r" epub:type="noteref" href="c2.xhtml#n">1</a></p>',
     '<section epub:type="endnotes"><ol><li id="n" epub:type="endnote"><p>An end <a epub:type="backlink" href="c1.xhtml#r">back</a></p></li></ol></section>',
     (1, "endnote", "An end")),
    (f'<p>{TEXT}<a id="r" href="c2.xhtml#n">1</a></p>', '<div epub:type="rearnotes"><p id="n" epub:type="rearnote">At the end.</p></div>',
     (1, "rearnote", "At the end.")),
    # Items of a section, as in Standard Ebooks.
    (f'<p>{TEXT}<a id="r" href="c2.xhtml#n">1</a></p>',
     '<section epub:type="endnotes"><ol><li id="n"><p>First.</p><p>Second. <a href="c1.xhtml#r">↩</a></p></li></ol></section>',
     (0.9, None, "First.\nSecond.")),
    # DPUB-ARIA.
    (f'<p>{TEXT}<a id="r" role="doc-noteref" href="#n">1</a></p><aside id="n" role="doc-footnote">By its role. <a role="doc-backlink" href="#r">1</a></aside>',
     "", (1, "footnote", "By its role.")),
    (f'<p>{TEXT}<a id="r" role="doc-noteref" href="c2.xhtml#n">1</a></p>',
     '<section role="doc-endnotes"><ol><li id="n">By its section.</li></ol></section>', (1, None, "By its section.")),
    (f'<p>{TEXT} <a id="r" epub:type="glossref" href="#n">word</a></p><dl><dt id="n">Word</dt><dd>What it means.</dd><dt>Other</dt></dl>', "",
     (1, None, "Word\nWhat it means.")),
    # EPUB 2: links both ways, numbers, signs.
    (f'<p>{TEXT}<a id="r" href="#n"><sup>1</sup></a></p><p><a id="n" href="#r">1</a> A paragraph.</p>', "", (0.8, None, "1 A paragraph.")),
    (f'<p>{TEXT}<sup><a id="r" href="c2.xhtml#n">12</a></sup></p>', '<p id="n">12. In a file of its own.</p>', (0.6, None, "12. In a file of its own.")),
    (f'<p>{TEXT}<a id="r" href="#n">[3]</a></p><p id="n">In brackets.</p>', "", (0.6, None, "In brackets.")),
    (f'<p>{TEXT}<a id="r" href="#n">*</a></p><div id="n">* With a star.</div>', "", (0.6, None, "* With a star.")),
    (f'<p>{TEXT}<a id="r" class="superscript" href="#n">iv</a></p><p id="n">By its class.</p>', "", (0.6, None, "By its class.")),
    (f'<p>{TEXT}<a id="r" href="#n"><sup>1</sup></a></p><p><a id="n"></a>Behind an anchor.</p>', "", (0.6, None, "Behind an anchor.")),
    (f'<p>{TEXT}<a id="r" href="#n">see there</a></p><p id="n">It leads <a href="#r">back</a>.</p>', "", (0.8, None, "It leads back.")),
    # The type is on an element around the link, or inside it.
    (f'<p>{TEXT}<sup id="r" epub:type="noteref"><a href="#n">1</a></sup></p><p id="n">A note.</p>', "", (1, None, "A note.")),
])
def test_a_reference_leads_to_its_note(one, two, expected):
    note = found(one, two)
    assert short(note) == expected
    assert note["language"] == "en"
    for name in ("reference", "note"):
        assert note[name]["locations"]["cssSelector"]
    # The footnote itself, and anything inside, is found as well, if it has a backlink or a type.
    place = {"href": note["note"]["href"], "cssSelector": note["note"]["locations"]["cssSelector"]}
    again = found(one, two, place)
    assert again is None or again["text"] == note["text"]
    assert again is not None or note["confidence"] == 0.6 or expected[1] is None


@pytest.mark.parametrize("one, two", [
    # Links of a table of contents, of running text, and out of the book.
    ('<p><a id="r" href="c2.xhtml#n">Chapter 1</a></p>', f'<h1 id="n"><a href="c1.xhtml#r">Chapter</a></h1><p>{TEXT}</p>'),
    (f'<p>{TEXT} <a id="r" href="c2.xhtml#n">as we have seen</a></p>', f'<p id="n">{TEXT}</p>'),
    (f'<p>{TEXT}<sup><a id="r" href="https://example.org/#n">1</a></sup></p>', ""),
    (f'<p>{TEXT}<sup><a id="r" href="#gone">1</a></sup></p>', ""), (f'<p>{TEXT}<sup><a id="r" href="c2.xhtml">1</a></sup></p>', ""),
    (f'<p>{TEXT}<a id="r" epub:type="noteref" href="#n">1</a></p><h2 id="n">A heading</h2>', ""),
    # The middle of a paragraph, and an earlier location.
    (f'<p>{TEXT}<sup><a id="r" href="c2.xhtml#n">1</a></sup></p>', f'<p>{TEXT} <b id="n">{TEXT}</b></p>'),
    (f'<p id="n">Earlier.</p><p>{TEXT}<sup><a id="r" href="#n">1</a></sup></p>', ""),
    (f'<p id="r">{TEXT}</p>', ""),
    # Two sections that link to each other, and a text that a note is about.
    ('<div id="s"><h2>One</h2><p>Like <a id="r" href="c2.xhtml#n">the other</a>.</p></div>',
     '<div id="n"><h2>Two</h2><p>Like <a href="c1.xhtml#s">the other</a>.</p></div>'),
    (f'<p>{TEXT} Like <a id="r" href="c2.xhtml#n">the other</a>.</p>', '<div id="n"><h2>Two</h2><p>Like <a href="c1.xhtml#r">that</a>.</p></div>'),
    (f'<p>{TEXT}<a id="r" epub:type="noteref" href="#n">1</a></p><aside id="n" epub:type="footnote">{TEXT * 400}</aside>', ""),
])
def test_other_links_lead_to_no_note(one, two):
    assert found(one, two) is None


BACK = f'<p>{TEXT}<a id="r" href="c2.xhtml#n">[1]</a> <a id="s" href="c2.xhtml#m">[2]</a></p>'


@pytest.mark.parametrize("one, two, text", [
    # Up to the next footnote, in a file or a section of notes.
    (BACK, '<h2>Notes</h2><p id="n">1. One.</p><p>More.</p><blockquote>A quote.</blockquote><p id="m">2. Two.</p>', "1. One.\nMore.\nA quote."),
    (BACK, '<p id="n"><a href="c1.xhtml#r">1</a> One.</p><p>More.</p><p id="m"><a href="c1.xhtml#s">2</a> Two.</p>', "1 One.\nMore."),
    # The last footnote: up to a heading, a rule, or the end.
    (BACK, '<p id="m">1. One.</p><p id="n">* Two.</p><p>More.</p><h2>Other</h2><p>Text.</p>', "* Two.\nMore."),
    (BACK, '<div><p id="m">1. One.</p><p id="n">2. Two.</p><p>More.</p></div><p>Text.</p>', "2. Two.\nMore."),
    # Inside other text: only if the next footnote is not referenced in between.
    (f'{BACK}<p>Text.</p>', f'<p>{TEXT}</p><p id="n">1. One.</p><p>More.</p><p id="m">2. Two.</p><p>Text.</p>', "1. One.\nMore."),
    (BACK, f'<p>{TEXT}</p><p id="n">1. One.</p><p>Text <sup><a href="#m">2</a></sup></p><p id="m">2. Two.</p>', "1. One."),
    (BACK, f'<p>{TEXT}</p><p id="n">1. One.</p><p>Text.</p>', "1. One."),
    # Without a number, the extent is unknown.
    (BACK, '<p id="n">One.</p><p>More.</p><p id="m">Two.</p>', "One."),
    # A container for each footnote, as in Project Gutenberg, DocBook and Word.
    (BACK, '<div class="footnote"><p><a name="n"></a><a href="c1.xhtml#r"><span>[1]</span></a> One.</p><p>More.</p></div>', "[1] One.\nMore."),
    (BACK, '<div><p id="n">1. One.</p><p>More.</p></div><div><p id="m">2. Two.</p></div>', "1. One.\nMore."),
    (BACK, '<div><p id="n">One.</p><p>More.</p></div><p>Text.</p>', "One."),
])
def test_a_note_is_whole(one, two, text):
    assert found(one, two)["text"] == text


def test_references_to_a_bibliography():
    one = f'<p>{TEXT} <a id="r" href="c2.xhtml#n">[URI 2]</a></p>'
    assert short(found(one, '<div id="n"><p>[<abbr>URI 2</abbr>] Syntax.</p></div>')) == (0.6, None, "[URI 2] Syntax.")
    assert found(one, '<div id="n"><p>[URI 3] Syntax.</p></div>') is None
    assert found(f'<p>{TEXT} <a id="r" href="c2.xhtml#n">URI 2</a></p>', '<div id="n"><p>URI 2 Syntax.</p></div>') is None


def test_a_note_leads_back_to_its_reference():
    one = (f'<p>{TEXT}<a id="r" href="#n"><sup>7</sup></a></p><p id="x"><a id="n" href="#r">7</a>. A <i>note</i> <a id="up" href="#r">\u2191</a></p>')
    for id in ("n", "x", "up"):
        note = found(one, query={"href": f"{ONE}#{id}"})
        assert (note["confidence"], note["label"], note["text"]) == (0.8, "7", "7. A note")
        assert note["reference"]["locations"]["cssSelector"] == "#r"
        assert note["backlinks"] == [f"{ONE}#r", f"{ONE}#r"]
        assert note["html"] == '<p>7. A <i>note</i> </p>'


def test_a_link_in_a_note_to_a_text_that_refers_to_it():
    two = '<div id="n"><p>A poem.<a epub:type="noteref" href="c1.xhtml#x">1</a></p></div>'
    note = found('<aside epub:type="footnote" id="x"><p>See <a id="r" href="c2.xhtml#n">the poem</a>.</p></aside>', two)
    assert short(note) == (1, "footnote", "See the poem.")


def test_a_reference_is_known_by_any_place_in_it():
    one = f'<p>{TEXT}<a id="r" epub:type="noteref" href="c2.xhtml#n"><b>14</b></a></p>'
    two = '<aside id="n" epub:type="footnote" xml:lang="fr"><p>Une <q>note</q>.</p></aside>'
    with book(one, two) as publication:
        first = publication.footnote({"href": ONE, "fragments": ["r"]})
        assert (first["label"], first["language"], first["reference"]["href"], first["note"]["href"]) == ("14", "fr", ONE, TWO)
        for query in ({"href": ONE, "cssSelector": "p b"}, {"href": ONE, "text": {"before": "by whom.", "highlight": "14"}},
                      publication.cfi({"href": ONE, "cssSelector": "b"})["cfi"]):
            query = {"fragments": [query]} if isinstance(query, str) else query
            note = publication.footnote(query)
            assert [note[name] for name in ("label", "text", "html", "backlinks")] == [
                first[name] for name in ("label", "text", "html", "backlinks")]
        with pytest.raises(lectern.NotFoundError):
            publication.footnote({"href": "EPUB/none.xhtml"})


def test_only_clean_markup_is_in_a_note():
    note = found(
        f'''<p>{TEXT}<a id="r" epub:type="noteref" href="#n">1</a></p><aside id="n" epub:type="footnote" onclick="x()" class="c">
        <script>bad()</script><style>p {{}}</style><p style="position:fixed">A &lt;b&gt; &amp; "c" <img src="a.png" alt="pic" onerror="x()"/>
        <img src="https://example.org/t.png"/><a href="javascript:x()">bad</a> <a href="c2.xhtml#p">good</a>
        <ruby>\u6f22<rt>kan</rt></ruby></p><iframe src="c2.xhtml"></iframe><form><input/></form><svg><text>no</text></svg></aside>''')
    assert note["text"] == 'A <b> & "c" bad good \u6f22'
    assert "script" not in note["html"] and "javascript" not in note["html"] and "example" not in note["html"]
    assert not any(name in note["html"] for name in ("onclick", "onerror", "class", "style", "iframe", "form", "svg"))
    assert '<img alt="pic" src="EPUB/a.png">' in note["html"] and f'<a href="{TWO}#p">good</a>' in note["html"]
    assert "A &lt;b&gt; &amp; &quot;c&quot;" in note["html"] and "<rt>kan</rt>" in note["html"]


def test_the_page_asks_for_references_alone():
    one = (f'<p>{TEXT}<a id="r" href="#n"><sup>1</sup></a><a id="styled" href="#s">2</a></p><p><a id="n" href="#r">1</a> A note.</p>'
           '<p id="s">Another one.</p>')
    with book(one) as publication, lectern.Navigator(publication) as navigator:
        def asked(id, raised=0):
            query = quote(json.dumps({"href": ONE, "cssSelector": f"#{id}"}))
            with navigator.get(f"~lectern/note.json?raised={raised}&query={query}") as response:
                assert response.status == 200
                return json.loads(response.read())

        assert asked("r") == publication.footnote({"href": ONE, "cssSelector": "#r"})
        # A backlink is followed: it is not a reference.
        assert asked("n") is None and asked("gone") is None
        # Only the page knows which elements are raised by style sheets.
        assert asked("styled") is None and asked("styled", raised=1)["text"] == "Another one."
