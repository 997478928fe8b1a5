# SPDX-License-Identifier: BSD-3-Clause
"""Notes and references without a type, pronunciations and abbreviations of a document that is read aloud."""
import json

import lectern
from support.schemas import explain, validators
from support.tiny_books import NAV_ITEM, epub

SSML = 'xmlns:ssml="http://www.w3.org/2001/10/synthesis"'
HEAD = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title>%s</head><body>%s</body></html>'
LEXICON = """<lexicon version="1.0" alphabet="ipa" xml:lang="en-GB" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon">
<lexeme><grapheme>Worcester</grapheme><grapheme> Worcs
 </grapheme><phoneme>w\u028a</phoneme><phoneme>other</phoneme></lexeme><lexeme><grapheme>W3C</grapheme><phoneme alphabet="x-sampa">w</phoneme>
<alias>Consortium</alias></lexeme><lexeme><grapheme>nothing</grapheme></lexeme><lexeme><alias>nobody</alias></lexeme></lexicon>"""
LINK = '<link rel="%s" type="%s" href="%s"/>'
PLS = "application/pls+xml"


def book(body, head="", files=None):
    items = "".join(f'<item id="l{number}" href="{name[5:]}" media-type="{PLS}"/>' for number, name in enumerate(files or {}))
    return lectern.Publication.open_bytes(epub(manifest=NAV_ITEM + items, files={"EPUB/c1.xhtml": HEAD % (head, body), **(files or {})}),
                                          {"name": "a.epub"})


def speech(publication, href="EPUB/c1.xhtml"):
    with lectern.Navigator(publication) as navigator, navigator.get("~lectern/speech.json?href=" + href) as response:
        if response.status != 200:
            return response.status
        found = json.loads(response.read())
    assert not explain(validators()["web-speech"], found)
    return found


def test_notes_and_references_without_a_type():
    body = """<p>Fact<sup><a href="#n1" id="r1">1</a></sup> and <a href="c2.xhtml">more</a>.</p><p>And<sup><a epub:type="noteref" href="#n2">2</a></sup>.</p>
    <p id="n1"><a href="#r1">1</a> A note.</p>""".replace("epub:type", 'xmlns:epub="http://www.idpf.org/2007/ops" epub:type')
    with book(body) as publication:
        found = speech(publication)
    assert found["references"][0] == "#r1" and found["notes"] == ["#n1"]
    with book("<p>Without notes.</p>") as publication:
        assert (speech(publication)["references"], speech(publication)["notes"], speech(publication)["lexicons"]) == ([], [], [])


def test_lexicons():
    links = LINK % ("pronunciation", PLS, "a.pls") + LINK % ("alternate", PLS, "b.pls") + LINK % ("Pronunciation x", "text/xml", "b.pls")
    links += LINK % ("pronunciation", PLS, "gone.pls") + LINK % ("pronunciation", PLS, "b.pls") + LINK % ("pronunciation", PLS, "c.pls")
    files = {"EPUB/a.pls": LEXICON, "EPUB/b.pls": "<lexicon><lexeme>", "EPUB/c.pls": "<html/>"}
    with book("<p>Text.</p>", links, files) as publication:
        assert speech(publication)["lexicons"] == [{"language": "en-GB", "lexemes": [
            {"graphemes": ["Worcester", "Worcs"], "phonemes": "w\u028a", "alphabet": "ipa"},
            {"graphemes": ["W3C"], "phonemes": "w", "alphabet": "x-sampa", "alias": "Consortium"}]}]


def test_the_number_of_words_of_lexicons_is_limited():
    many = "<lexicon>" + "<lexeme><grapheme>a</grapheme><alias>b</alias></lexeme>" * 15_000 + "</lexicon>"
    links = "".join(LINK % ("pronunciation", PLS, name) for name in ("a.pls", "b.pls", "large.pls"))
    files = {"EPUB/a.pls": many, "EPUB/b.pls": many, "EPUB/large.pls": "<lexicon>" + " " * (5 << 20) + "</lexicon>"}
    with book("<p>Text.</p>", links, files) as publication:
        assert [len(one["lexemes"]) for one in speech(publication)["lexicons"]] == [15_000, 5_000]


def test_abbreviations_are_those_of_sentences():
    with book("<p>Text.</p>") as publication:
        table = speech(publication)["abbreviations"]
    assert {"en", "de", "fr", "es", "it"} <= table.keys()
    assert "Mr" in table["en"]["words"] and "Jan" in table["en"]["beforeNumbers"] and "z. B" in table["de"]["words"]
    assert table["de"]["hasOrdinals"] and not table["en"]["hasOrdinals"]


def test_what_is_no_document_has_nothing_to_say():
    with book("<p>Text.</p>") as publication:
        assert speech(publication, "EPUB/nothing.xhtml") == 404 and speech(publication, "EPUB/package.opf") >= 400


def test_the_content_has_pronunciations():
    """The voice of a host uses the attributes of SSML."""
    body = f'<p>A <b {SSML} ssml:alphabet="ipa"><span ssml:ph="t\u0259">tom<i>ato</i></span></b> and <i {SSML} ssml:ph="x">X</i>.</p>'
    with book(body) as publication:
        page = publication.content().next()
    assert not explain(validators()["content"], page)
    segments = page["elements"][0]["segments"]
    assert [(one["text"], one.get("role"), one.get("phonemes"), one.get("alphabet")) for one in segments] == [
        ("A ", None, None, None), ("tomato", "phoneme", "t\u0259", "ipa"), (" and ", None, None, None), ("X", "phoneme", "x", None), (".", None, None, None)]
