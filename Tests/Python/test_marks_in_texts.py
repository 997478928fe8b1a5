# SPDX-License-Identifier: BSD-3-Clause
"""Note references and page numbers inside a text: it is found with and without them, in a search and as a quote."""
import pytest

import lectern

from .searched import hits, publication

LINKS = {
    "raised": '<sup><a id="r" href="#n">12</a></sup>',
    "a reference by its type": '<a epub:type="noteref" href="notes.html#n">12</a>',
    "in brackets": '<a href="#n">[12]</a>',
    "brackets around it": '<sup>[<a href="#n">12</a>]</sup>',
    "parentheses around it": '(<a href="#n"><span>12</span></a>)',
    "a sign": '<a href="#n">\u2020</a>',
    "a letter": '<a href="#n">a</a>',
    "full width": '<a href="#n">\uff11\uff12</a>',
    "Arabic": '<a href="#n">\u0661\u0662</a>',
    "a number in a circle": '<a href="#n">\u2460</a>',
    "a reference of a character": '<a href="#n">&#49;2</a>',
}


def body(link):
    return f'<div xmlns:epub="http://www.idpf.org/2007/ops"><p>Before the first word{link} next, and after it.</p><p id="n">The note.</p></div>'


@pytest.mark.parametrize("name", LINKS)
def test_with_and_without(name):
    with publication("<p>word</p>", body(LINKS[name])) as book:
        [hit] = hits(book, "first word next")
        shown = book.text("1.html").split("\n")[0]
        assert hit["text"]["highlight"] == shown[len("Before the "):-len(", and after it.")]
        assert hits(book, hit["text"]["highlight"]) == [hit], "with the mark, it is found as well"
        assert hits(book, "first wo.d next", regularExpression=True) == hits(book, "first word next", exact=True) == [hit]
        assert hits(book, "next, and") and len(hits(book, "word")) == 2, "what has no mark in it is found once"
        assert [hit["href"] for hit in hits(book, "word", wholeWord=True)] == ["0.html", "1.html"], "the mark is no part of the word"
        for said in ({}, {"href": "1.html"}, {"href": "1.html", "locations": {"cssSelector": "p"}}):
            located = book.locate({**said, "text": {"highlight": "word next, and after"}})
            assert (located["fit"], located["href"]) == ("exact", "1.html")
            assert book.locate(located)["locations"] == located["locations"]


@pytest.mark.parametrize("link", ['<a href="#n">see the note</a>', '<a id="r">12</a>', "<sup>12</sup>", '<a href="#n">1234567</a>'])
def test_what_is_no_mark_is_text(link):
    with publication(body(link)) as book:
        assert not hits(book, "first word next")
        assert not hits(book, "word next")
        with pytest.raises(lectern.NotFoundError):
            book.locate({"href": "0.html", "text": {"highlight": "word next"}})


def test_a_match_that_ends_in_white_space_is_one():
    with publication(body(LINKS["raised"]) + "<p>It is I. The oil leaks.</p>") as book:
        assert len(hits(book, "I. ")) == 1


def test_several_in_a_match():
    with publication('<p>One<a href="#a">1</a> two<a href="#b">2</a> three<a href="#c">[3]</a>. Four.</p>') as book:
        assert [hit["text"]["highlight"] for hit in hits(book, "one two three. four")] == ["One1 two2 three[3]. Four"]
        assert len(hits(book, "one1 two2 three[3]. four")) == 1


SEPARATED = {
    "a comma": '<sup><a href="#a">1</a></sup>, <sup><a href="#b">2</a></sup>',
    "no space": '<sup><a href="#a">1</a>,<a href="#b">2</a></sup>',
    "a dash": '<sup><a href="#a">1</a>\u2013<a href="#b">3</a></sup>',
    "a reference of a character": '<a href="#a">1</a>&#44; <a href="#b">2</a>',
    "in brackets": '<a href="#a">[1]</a>, <a href="#b">[2]</a>',
    "brackets around each": ' [<a href="#a">1</a>], [<a href="#b">2</a>]',
    "brackets around both": '[<a href="#a">1</a>; <a href="#b">2</a>]',
    "three": '<a href="#a">1</a>, <a href="#b">2</a>, <a href="#c">3</a>',
}


@pytest.mark.parametrize("name", SEPARATED)
def test_separators_between_marks(name):
    with publication("<p>word</p>", f"<p>The first word{SEPARATED[name]} next, and more. Words, after, commas.</p>") as book:
        [hit] = hits(book, "first word next, and more. words, after")
        assert hits(book, hit["text"]["highlight"]) == [hit], "with the marks, it is found as well"
        assert book.locate({"text": {"highlight": "first word next"}})["fit"] == "exact"
        assert not hits(book, "more words") and len(hits(book, "next, and")) == 1


def test_commas_between_a_mark_and_a_word():
    with publication('<p>One<a href="#a">1</a>, two, <a href="#b">2</a> three [<a href="#c">3</a>, four.</p>') as book:
        assert len(hits(book, "one, two, three")) == len(hits(book, "three [, four")) == 1
        assert not hits(book, "one two")


@pytest.mark.parametrize("mark", [
    '<span epub:type="pagebreak" title="5">5</span>', '<span role="doc-pagebreak">[page 5]</span>', '<a epub:type="pagebreak" id="p5"><b>5</b></a>',
    '<span epub:type="pagebreak" title="5"/>', '<span epub:type="pagebreak" title="5"></span>'])
def test_page_breaks_in_a_word(mark):
    with publication(f'<p xmlns:epub="http://www.idpf.org/2007/ops">It is one sen{mark}tence, and more.</p>') as book:
        assert len(hits(book, "one sentence, and")) == len(hits(book, "sentence", wholeWord=True)) == 1
        assert book.locate({"text": {"highlight": "one sentence"}})["fit"] == "exact"


@pytest.mark.parametrize("name", LINKS)
def test_the_word_in_front_of_a_mark(name):
    with publication(body(LINKS[name])) as book:
        found = book.word({"text": {"highlight": "word"}})
        assert found["word"]["text"]["highlight"] == "word" and book.locate(found["word"])["fit"] == "exact"
        assert found["sentence"]["text"]["highlight"].endswith(" next, and after it.")
        assert book.word({"text": {"highlight": "next"}})["word"]["text"]["highlight"] == "next"


def test_the_word_around_the_number_of_a_page():
    with publication('<p>One sen<span role="doc-pagebreak">5</span>tence.</p>') as book:
        assert book.word({"text": {"highlight": "sentence"}})["word"]["text"]["highlight"] == "sentence"


@pytest.mark.parametrize("link", ['<sup><a href="#n">12</a></sup>', '<a role="doc-noteref" href="#n">*</a>'])
def test_words_as_tokens(link):
    with publication(f'<p>The first word{link}, next{link}.</p><p id="n" role="doc-footnote">A note.</p>') as book:
        element = next(iter(book.elements(tokens={"unit": "word"})))
        assert [token["text"] for token in element["tokens"]] == ["The", "first", "word", "next"]


def test_the_number_itself_is_found():
    with publication(body(LINKS["raised"])) as book:
        [hit] = hits(book, "12")
        assert book.locate(hit)["fit"] == "exact"


def test_links_that_hold_the_rest_of_a_document():
    # XHTML with nested links, none of which has a text; the time would be proportional to the product.
    body = "<p>word</p>" + '<a href="#n">' * 9_000 + "<b/>" * 300_000 + "</a>" * 9_000 + "<p>word</p>"
    with publication(body) as book:
        assert len(hits(book, "word")) == 2


@pytest.mark.parametrize("link", ['<sup><a href="#n"><img src="n.png" alt="note"/></a></sup>', '<a epub:type="noteref" href="notes.html#n"> <img src="n.png"/></a>',
                                  '<a href="#n"><span><img src="n.png" alt=""/></span></a>'])
def test_a_picture_that_leads_to_a_note_is_no_end_of_a_phrase(link):
    with publication(body(link)) as book:
        assert len(hits(book, "first word next")) == len(hits(book, "wordnext")) + 1 == 1
        assert book.locate({"href": "0.html", "text": {"highlight": "word next, and"}})["fit"] == "exact"
