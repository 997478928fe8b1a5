# SPDX-License-Identifier: BSD-3-Clause
"""Notes, formulas, abbreviations, ruby and pronunciations in texts that are read aloud."""
import pytest

from .books import document, epub
from .reading import until
from .test_speech import VOICES, command, prepare, speak, texts

SSML = 'xmlns:ssml="http://www.w3.org/2001/10/synthesis"'
PLS = "application/pls+xml"
LEXICON = """<?xml version="1.0"?><lexicon version="1.0" alphabet="ipa" xml:lang="en" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon">
<lexeme><grapheme>Worcester</grapheme><grapheme>Worcester Road</grapheme><phoneme>\u02c8w\u028ast\u0259</phoneme></lexeme>
<lexeme><grapheme>WWW</grapheme><alias>World Wide Web</alias></lexeme>
<lexeme><grapheme>lost in a lexicon</grapheme></lexeme></lexicon>"""


@pytest.fixture
def said(read, tmp_path):
    """Reads a chapter aloud: said(body, preferences) → Reader"""
    def texts_of(body, preferences=None, language="en", options=None, head="", files=()):
        path = epub(tmp_path / "said.epub", "Said", language, [("a.xhtml", document(body, "A", head))], files)
        reader = read(path, preferences or {}, options=options)
        prepare(reader, voices=VOICES, pace=1)
        speak(reader)
        return reader
    return texts_of


def heard(reader, count=1):
    reader.until(f"spokenTexts.length >= {count} && lectern.shell.speech.state === 'stopped'")
    return texts(reader)


PLAIN_NOTES = """<p>Known fact<sup><a href="#n1" id="r1">1</a></sup> and more.</p><p>The end<a href="#n2" id="r2"><sup>2</sup></a> of it.</p>
<p>See <a href="#n1">the first note</a> there.</p><hr/><p id="n1"><a href="#r1">1</a> A note.</p><p id="n2"><a href="#r2">2</a> Another.</p>"""


def test_notes_without_a_type_are_skipped(said):
    assert heard(said(PLAIN_NOTES)) == ["Known fact and more.", "The end of it.", "See the first note there."]


def test_they_are_read_if_the_reader_wants(said):
    found = heard(said(PLAIN_NOTES, {"skipNotes": False, "skipNoteNumbers": False}))
    assert found[0] == "Known fact1 and more." and "A note." in " ".join(found)


MATH = '<math xmlns="http://www.w3.org/1998/Math/MathML"%s>%s</math>'
FORMULAS = [
    ('<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mn>1</mn>', "x squared plus 1", "x Quadrat plus 1"),
    ('<mfrac><mi>a</mi><mi>b</mi></mfrac><mo>\u2264</mo><msqrt><mi>c</mi></msqrt>', "a over b is at most the square root of c",
     "a durch b kleiner oder gleich Wurzel aus c"),
    ('<munderover><mo>\u2211</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><msubsup><mi>x</mi><mi>i</mi><mn>3</mn></msubsup>',
     "the sum from i equals 0 to n x sub i cubed", "Summe von i gleich 0 bis n x Index i hoch 3"),
    ('<semantics><mrow><mi>f</mi><mo>\u2061</mo><mo>(</mo><mi>x</mi><mo>)</mo></mrow><annotation>f(x) in TeX</annotation></semantics>',
     "f open parenthesis x close parenthesis", "f Klammer auf x Klammer zu"),
    ('<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable>',
     "1, 0; 0, 1", "1, 0; 0, 1"),
]


@pytest.mark.parametrize("number, language", [(number, language) for number in range(len(FORMULAS)) for language in ("en", "de")])
def test_formulas_are_spoken(said, number, language):
    formula, english, german = FORMULAS[number]
    assert heard(said(f"<p>Since {MATH % ('', formula)} here.</p>", language=language)) == [
        f"Since {english if language == 'en' else german} here."]


def test_the_alternative_of_a_formula_is_said(said):
    body = "<p>Math " + MATH % (' alttext="x squared"', "<msup><mi>x</mi><mn>2</mn></msup>") + " here.</p>" + MATH % (' display="block"', "<mi>z</mi>")
    assert heard(said(body)) == ["Math x squared here.", "z"]


@pytest.mark.parametrize("language, text, count", [
    ("en", "Then e.g. this, i.e. that, vs. those. J. R. R. Tolkien met Dr. Brown on Jan. 5. The end.", 3),
    ("en", "This is no. It ends. So do I. He went to no. 5 there.", 4),
    ("de", "Das ist z. B. so, d. h. bzw. anders. Am 3. Oktober kam Hr. Braun. Ende.", 3),
    ("fr", "M. Dupont et Mlle. Durand, cf. p. 5. La fin.", 2), ("es", "El Sr. Garc\u00eda vive. Fin.", 2),
    ("fi", "Se on z. Hyv\u00e4 on. A. Virtanen tuli.", 3),
])
def test_abbreviations_of_the_language_do_not_end_a_sentence(said, language, text, count):
    found = heard(said(f'<p xml:lang="{language}">{text}</p>'))
    assert len(found) == count and " ".join(found) == text


RUBY = ('<p xml:lang="ja">\u5f7c\u306f<ruby>\u6771<rt>\u3068\u3046</rt>\u4eac<rt>\u304d\u3087\u3046</rt></ruby>\u3078<ruby><rb>\u884c</rb><rp>(</rp><rt>\u3044</rt>'
        '<rp>)</rp></ruby>\u304f\u3002<ruby>\u8a9e</ruby>\u3002</p>')


@pytest.mark.parametrize("preferences, expected", [
    ({}, ["\u5f7c\u306f\u6771\u4eac\u3078\u884c\u304f\u3002", "\u8a9e\u3002"]),
    ({"rubyReadings": True}, ["\u5f7c\u306f\u3068\u3046\u304d\u3087\u3046\u3078\u3044\u304f\u3002", "\u8a9e\u3002"]),
])
def test_ruby_is_read_by_its_base_or_its_reading(said, preferences, expected):
    assert heard(said(RUBY, preferences, language="ja")) == expected


def test_the_reading_may_be_asked_for_while_it_reads(said):
    reader = said(RUBY + '<p xml:lang="ja">lost</p>', language="ja")
    reader.until("spokenTexts.at(-1)?.text === 'lost'")
    reader.set(rubyReadings=True)
    assert until(reader.page, lambda: reader.evaluate("lectern.shell.speech.cursor.blocks[0].text")).startswith("\u5f7c\u306f\u3068\u3046")


WORDS = (f'<p>A <b {SSML} ssml:alphabet="ipa"><span ssml:ph="t\u0259\u02c8me\u026ato\u028a">tom<i>ato</i></span></b> on the WWW in Worcester Road, '
         'not Worcestershire &amp; so on.</p>')
LINK = '<link rel="pronunciation" type="application/pls+xml" hreflang="en" href="words.pls"/>'


def test_a_voice_of_the_browser_gets_the_words_of_a_lexicon(said):
    reader = said(WORDS, head=LINK, files=[("words.pls", LEXICON, PLS)])
    assert heard(reader) == ["A tomato on the World Wide Web in Worcester Road, not Worcestershire & so on."]


def test_a_host_gets_ssml(said):
    reader = said(WORDS + "<p>Plain.</p>", options={"web": {"voice": "host"}}, head=LINK, files=[("words.pls", LEXICON, PLS)])
    message = reader.heard("speak")
    assert message["ssml"] == (
        '<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="en">A <phoneme alphabet="ipa" ph="t\u0259\u02c8me\u026ato\u028a">tomato'
        '</phoneme> on the <sub alias="World Wide Web">WWW</sub> in <phoneme alphabet="ipa" ph="\u02c8w\u028ast\u0259">Worcester Road</phoneme>, '
        'not Worcestershire &amp; so on.</speak>')
    # The host counts in the text; the words on the page are marked.
    at = message["text"].index("Wide")
    command(reader, "spoken", id=message["id"], event="word", charIndex=at, charLength=4)
    word = until(reader.page, lambda: reader.evaluate("(({word, cursor}) => word && cursor.range(word)?.toString())(lectern.shell.speech)"))
    assert word == "WWW"
    command(reader, "spoken", id=message["id"], event="end")
    assert "ssml" not in until(reader.page, lambda: [one for one in reader.said("speak") if one["text"] == "Plain."])[0]


def test_damaged_lexicons_are_left_out(said):
    links = LINK + LINK.replace("words", "gone") + LINK.replace("words", "broken")
    reader = said("<p>The WWW.</p>", head=links, files=[("words.pls", LEXICON, PLS), ("broken.pls", "<lexicon><lexeme>", PLS)])
    assert heard(reader) == ["The World Wide Web."]
