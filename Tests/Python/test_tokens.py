# SPDX-License-Identifier: BSD-3-Clause
"""Sentences and words (Unicode Standard Annex 29), compared with Unicode's own tests and another implementation."""
import os
import random
import threading
from pathlib import Path

import lectern
import pytest
from lectern import tokenize

UNICODE = Path(os.environ.get("UNICODE_DATA", "/usr/share/unicode"))
EXACT = {"exact": True}


def pieces(text, **options):
    return [text[begin:end] for begin, end in tokenize(text, options)]


@pytest.mark.parametrize("unit, name", [("word", "WordBreakTest"), ("sentence", "SentenceBreakTest")])
def test_the_tests_of_unicode(unit, name):
    path = UNICODE / "auxiliary" / f"{name}.txt"
    if not path.exists():
        pytest.skip(f"there is no {path}; Debian's package unicode-data has it")
    lines = [line.partition("#")[0].split() for line in path.read_text(encoding="utf-8").splitlines()]
    tests = [[part.replace("×", "") for part in " ".join(line).split("÷")[1:-1]] for line in lines if line]
    assert len(tests) > 400
    wrong = []
    for test in tests:
        expected = ["".join(chr(int(code, 16)) for code in part.split()) for part in test]
        if "\0" in "".join(expected):
            continue
        found = pieces("".join(expected), unit=unit, exact=True)
        if found != expected:
            wrong.append((test, found))
    assert not wrong, f"{len(wrong)} of {len(tests)}, such as {wrong[:3]}"


@pytest.mark.parametrize("unit", ["word", "sentence"])
def test_another_implementation(unit):
    """Random texts with all character classes, except changed ones: all boundaries of the other implementation are
    found."""
    module = pytest.importorskip("uniseg.wordbreak" if unit == "word" else "uniseg.sentencebreak")
    cut = module.words if unit == "word" else module.sentences
    alphabet = list("aAbB1..,,:!?'\"()  \n\r\t-é") + ["\u0301", "\u00AD", "\u200D", "א", "\u05F3", "カ", "漢", "ก", "\u2028", "\u00A0", "٣",
                                                     "。", "“", "”", "\u0085", "ß", "ǅ"]
    # Rule SB8 skips symbols, which the other implementation does not.
    if unit == "word":
        alphabet += ["_", "🇫", "🇷", "👩", "❤", "…"]
    chance = random.Random(29)
    for _ in range(2000):
        text = "".join(chance.choice(alphabet) for _ in range(chance.randrange(1, 40)))
        assert pieces(text, unit=unit, exact=True) == list(cut(text)), repr(text)


SENTENCES = [
    ("Hello. World!  Is it? Yes", ["Hello.", "World!", "Is it?", "Yes"]),
    ("“Stop!” he said. He stopped.", ["“Stop!” he said.", "He stopped."]),
    ("It costs 3.50 euros. Really.", ["It costs 3.50 euros.", "Really."]),
    ("It was the U.S. government. It was.", ["It was the U.S. government.", "It was."]),
    ("Wait… what?", ["Wait… what?"]),
    ("こんにちは。元気ですか？はい。", ["こんにちは。", "元気ですか？", "はい。"]),
    ("One\nTwo", ["One", "Two"]),
    ("   ", []), ("", []), (".", ["."]), ("…", ["…"]),
]


@pytest.mark.parametrize("text, expected", SENTENCES)
def test_sentences(text, expected):
    assert pieces(text) == expected


@pytest.mark.parametrize("text, expected", [
    # After a quotation mark or a bracket, a sentence continues only in lower case.
    ("“Go.” He went. “Now!” she said.", ["“Go.”", "He went.", "“Now!” she said."]),
    ("\"Now!\" she said. 'No!' he cried. What? no.", ["\"Now!\" she said.", "'No!' he cried.", "What?", "no."]),
    ("„Jetzt!“ sagte sie. »Nein!« rief er. „Gut.“ Er ging.", ["„Jetzt!“ sagte sie.", "»Nein!« rief er.", "„Gut.“", "Er ging."]),
    ("(Really?) he asked. (No.) He went.", ["(Really?) he asked.", "(No.)", "He went."]),
    ("He said “Go!”—and went.", ["He said “Go!”—and went."]),
    # A closing mark does not start a sentence, even after a space.
    ("« Là ! » dit-elle. « Non ! » Il part. « Encore ? » « Oui. »", ["« Là ! » dit-elle.", "« Non ! »", "Il part.", "« Encore ? »", "« Oui. »"]),
    ("It ended (at last. ) Then it began.", ["It ended (at last. )", "Then it began."]),
    ("It ended.(At last) Then it began.", ["It ended.", "(At last) Then it began."]),
    # An ellipsis ends a sentence before a capital letter.
    ("Well... yes. Wait… No.", ["Well... yes.", "Wait…", "No."]), ("Wait…No. No… 5 of them.", ["Wait…", "No.", "No… 5 of them."]),
    ("Он сказал… Потом ушёл… и всё.", ["Он сказал…", "Потом ушёл… и всё."]),
    ("そう…です。他走了……我也走了。", ["そう…です。", "他走了……我也走了。"]),
    ("… And so on. “…” He was silent.", ["… And so on.", "“…” He was silent."]),
    # Chinese and Japanese brackets have no surrounding spaces.
    ("「行く。」と言った。「うん」", ["「行く。」と言った。", "「うん」"]), ("「行く。」「うん。」「そう」", ["「行く。」", "「うん。」", "「そう」"]),
    ("彼は『行く！』と言った。（笑）次。", ["彼は『行く！』と言った。", "（笑）次。"]),
    ("“走吧。”他说。“好。”", ["“走吧。”他说。", "“好。”"]),
    ("他问：“你好吗？”我说：“好。”他走了。", ["他问：“你好吗？”", "我说：“好。”", "他走了。"]),
])
def test_sentences_as_they_are_heard(text, expected):
    assert pieces(text) == expected
    assert "".join(pieces(text, **EXACT)) == text


@pytest.mark.parametrize("text, language, plain, known", [
    ("Mr. Smith met Dr. No. He left.", "en", ["Mr.", "Smith met Dr.", "No.", "He left."], ["Mr. Smith met Dr. No.", "He left."]),
    ("J. R. R. Tolkien wrote. I read.", "en-GB", ["J.", "R.", "R.", "Tolkien wrote.", "I read."],
     ["J. R. R. Tolkien wrote.", "I read."]),
    ("It is I. He said so.", "en", ["It is I.", "He said so."], ["It is I.", "He said so."]),
    ("Obst, z. B. Äpfel. Am 3. Mai.", "de", ["Obst, z.", "B.", "Äpfel.", "Am 3.", "Mai."], ["Obst, z. B. Äpfel.", "Am 3. Mai."]),
    ("M. Dupont arrive. Bien.", "fr", ["M.", "Dupont arrive.", "Bien."], ["M. Dupont arrive.", "Bien."]),
    ("Mr. Smith. End.", "tlh", ["Mr.", "Smith.", "End."], ["Mr.", "Smith.", "End."]),
    ("On Jan. 5. It is May. Five.", "en", ["On Jan.", "5.", "It is May.", "Five."], ["On Jan. 5.", "It is May.", "Five."]),
    ("He said no. Nobody came.", "en", ["He said no.", "Nobody came."], ["He said no.", "Nobody came."]),
    ("Le 5 janv. 1900. Fin.", "fr", ["Le 5 janv.", "1900.", "Fin."], ["Le 5 janv. 1900.", "Fin."]),
    ("The farmer. Mr. X", None, ["The farmer.", "Mr.", "X"], ["The farmer.", "Mr.", "X"]),
])
def test_abbreviations(text, language, plain, known):
    more = {} if language is None else {"language": language}
    assert pieces(text, **more) == plain
    assert pieces(text, abbreviations=True, **more) == known


@pytest.mark.parametrize("text, expected", [
    ("Don't stop, e.g. at 3.14!", ["Don't", "stop", "e.g", "at", "3.14"]),
    ("naïve café—l’eau", ["naïve", "café", "l’eau"]),
    ("A b\u00ADc_d", ["A", "b\u00ADc_d"]),
    ("漢字 カタカナ ひら", ["漢", "字", "カタカナ", "ひ", "ら"]),
    ("👩‍🚀 !", []), ("", []),
])
def test_words(text, expected):
    assert pieces(text, unit="word") == expected


@pytest.mark.parametrize("text, language, expected", [
    ("l’ingénieur l'homme d’habitude", "fr", ["l’", "ingénieur", "l'", "homme", "d’", "habitude"]),
    ("aujourd’hui quelqu’un presqu’île prud'homme", "fr-CA", ["aujourd’hui", "quelqu’un", "presqu’île", "prud'homme"]),
    ("L’été d’aujourd’hui, jusqu’à ce qu'il", "fr", ["L’", "été", "d’", "aujourd’hui", "jusqu’", "à", "ce", "qu'", "il"]),
    ("c’est-à-dire ça, ç’a été", "fr", ["c’", "est", "à", "dire", "ça", "ç’", "a", "été"]),
    ("dell’acqua, un’altra, l'uomo; un po’ d’olio", "it", ["dell’", "acqua", "un’", "altra", "l'", "uomo", "un", "po", "d’", "olio"]),
    ("l’home d’aigua", "ca", ["l’", "home", "d’", "aigua"]),
    ("don’t o’clock l’eau", "en", ["don’t", "o’clock", "l’eau"]), ("l’eau", None, ["l’eau"]),
])
def test_words_with_elision(text, language, expected):
    assert pieces(text, unit="word", language=language) == expected
    # Unicode's own rules do not depend on the language.
    assert pieces(text, unit="word", language=language, **EXACT) == pieces(text, unit="word", **EXACT)


def test_paragraphs():
    assert pieces("one \r\n\r\n two\nthree\u2029four", unit="paragraph") == ["one", "two", "three", "four"]
    assert pieces("one\r\n\ntwo", unit="paragraph", **EXACT) == ["one\r\n", "\n", "two"]


def test_offsets():
    text = "😀é. Öl."
    for offsets, codec, size in (("utf-8", "utf-8", 1), ("utf-16", "utf-16-le", 2), ("utf-32", "utf-32-le", 4)):
        encoded = text.encode(codec)
        ranges = tokenize(text, {"offsets": offsets})
        assert [encoded[begin * size:end * size].decode(codec) for begin, end in ranges] == ["😀é.", "Öl."]


def test_wrong_options_say_where():
    for wrong, path in (({"unit": "line"}, "options > /unit"), ({"offset": 1}, "options > /offset"), ({"exact": 1}, "options > /exact")):
        with pytest.raises(lectern.JsonError) as raised:
            tokenize("a", wrong)
        assert raised.value.path == path


@pytest.mark.parametrize("text", ["a." * 50_000, "a. " * 50_000, ". 1 " * 30_000, "a:" * 50_000, "1," * 50_000, "א\"" * 50_000,
                                  "🇫" * 30_000, ".)" * 50_000, "." + " 1" * 50_000, "Mr. " * 30_000, "a'\u00AD" * 30_000, ".(" * 30_000, "… 1" * 20_000, "!”(" * 20_000, "l’" * 30_000,
                                  " " * 30_000 + "。」あ" * 20_000, "。「" * 30_000])
@pytest.mark.parametrize("unit", ["sentence", "word", "paragraph"])
def test_long_texts_come_to_an_end(text, unit):
    ranges = tokenize(text, {"unit": unit, "exact": True, "abbreviations": True, "language": "en"})
    assert ranges[0][0] == 0 and ranges[-1][1] == len(text)
    assert all(before[1] == after[0] for before, after in zip(ranges, ranges[1:]))
    heard = tokenize(text, {"unit": unit, "abbreviations": True, "language": "fr"})
    assert all(before[1] <= after[0] for before, after in zip(heard, heard[1:]))


def test_many_threads():
    found = []
    threads = [threading.Thread(target=lambda: found.append([pieces(text) for text, _ in SENTENCES])) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[expected for _, expected in SENTENCES]] * 8
