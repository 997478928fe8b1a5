# SPDX-License-Identifier: BSD-3-Clause
"""Quotes in the library and in the page: both agree, and missing ones are not drawn."""
import random

import pytest

import lectern

from .books import document, epub
from .marking import apply, prepared, wait_for_decorations

WORDS = {
    "latin": "sea ship whale captain harbour morning nothing lantern island sailor quiet story paper window evening garden".split(),
    "arabic": "البحر السفينة الحوت القبطان الميناء الصباح المصباح الجزيرة البحار الهادئ القصة الورق النافذة المساء الحديقة".split(),
    "devanagari": "समुद्र जहाज़ व्हेल कप्तान बंदरगाह सुबह लालटेन द्वीप नाविक शांत कहानी काग़ज़ खिड़की शाम बग़ीचा".split(),
    "japanese": "海 船 鯨 船長 港 朝 灯り 島 水夫 静か 物語 紙 窓 夕方 庭 走る 食べる 眠る".split(),
    "chinese": "大海 轮船 鲸鱼 船长 港口 早晨 灯笼 岛屿 水手 安静 故事 纸张 窗户 傍晚 花园".split(),
}
LANGUAGES = {"latin": "en", "arabic": "ar", "devanagari": "hi", "japanese": "ja", "chinese": "zh"}
SPACE = {"japanese": "", "chinese": ""}
#: Text that no chapter contains, in the script of each.
ABSENT = {"latin": "zebra quartz", "arabic": "غريب ظهيرة", "devanagari": "घड़ा ठंढ", "japanese": "駱駝砂漠", "chinese": "骆驼沙漠"}
COUNT = 400


class Chapter:
    """Paragraphs of words, and quotes of them with the expected results."""

    def __init__(self, script, seed=7):
        self.script, self.dice, self.space = script, random.Random(f"{script} {seed}"), SPACE.get(script, " ")
        self.paragraphs = [[self.dice.choice(WORDS[script]) + ("" if self.space else str(number) if at % 5 == 4 else "")
                            for at in range(24)] for number in range(60)]
        # The words that number the paragraph, and one repeated paragraph.
        for number, words in enumerate(self.paragraphs):
            words[3] += str(number)
        self.paragraphs[40] = list(self.paragraphs[20])

    def body(self):
        def word(text):
            return f"<ruby>{text}<rt>よみ</rt></ruby>" if self.script == "japanese" and self.dice.random() < 0.3 else text
        return "".join("<p>" + self.space.join(word(one) for one in words) + "</p>\n" for words in self.paragraphs)

    def quotes(self, count):
        """(kind, text): right, damaged, absent, ambiguous."""
        for number in range(count):
            kind = ("right", "damaged", "absent", "ambiguous", "bare")[number % 5]
            at = 20 if kind == "ambiguous" else self.dice.choice([one for one in range(60) if one not in (20, 40)])
            words, start = self.paragraphs[at], self.dice.randrange(0, 20)
            end = min(24, start + 1 + self.dice.randrange(12))
            before, text, after = (self.space.join(part) for part in (words[:start], words[start:end], words[end:]))
            if kind == "damaged":
                letter = self.dice.randrange(len(text))
                text = text[:letter] + "x" + text[letter + 1:]
            elif kind == "absent":
                text = ABSENT[self.script][:2 + number % 9]
                before, after = (ABSENT[self.script] * 6 for _ in range(2)) if number % 2 else ("", "")
            context = kind in ("right", "damaged") or kind == "absent" and number % 2
            yield kind, {"highlight": text, **({"before": before[-50:] + self.space, "after": self.space + after[:50]} if context else {})}


#: For each decoration, the text on which it is drawn.
DRAWN = """() => Object.fromEntries((lectern.shell.current().decorations.groups.get("marks") || []).map(({item, span}) => {
    if (!span) return [item.id, null];
    const range = span.startContainer.ownerDocument.createRange();
    range.setStart(span.startContainer, span.startOffset);
    range.setEnd(span.endContainer, span.endOffset);
    const part = document.createElement("p");
    part.append(range.cloneContents());
    for (const reading of part.querySelectorAll("rt")) reading.remove();
    return [item.id, part.textContent]; }))"""


@pytest.mark.parametrize("script", WORDS)
def test_library_and_page_have_the_same_answers(read, tmp_path, script):
    chapter = Chapter(script)
    path = epub(tmp_path / "book.epub", "Quotes", LANGUAGES[script], [("one.xhtml", document(chapter.body())), ("two.xhtml", document("<p>end</p>"))])
    reader = prepared(read(path, {}, (600, 800)))
    quotes = list(chapter.quotes(COUNT))
    place = {"href": "EPUB/one.xhtml", "type": "application/xhtml+xml"}
    unplaced = []
    with reader.host.navigator.observe("unplaced", lambda topic, event: unplaced.append(event)):
        apply(reader, [{"id": str(number), "locator": {**place, "text": text}, "style": {"id": "highlight"}}
                       for number, (_, text) in enumerate(quotes)])
        reader.page.wait_for_function("""() => lectern.shell.current().decorations.groups.get("marks")?.every(({span}) => span !== undefined)""")
    wait_for_decorations(reader)
    drawn = reader.evaluate(DRAWN)
    assert len(drawn) == COUNT
    told = {name: {one["id"] for one in unplaced[-1][name]} for name in ("notFound", "ambiguous")}
    fits = {}
    for number, (kind, text) in enumerate(quotes):
        try:
            found = reader.host.book.locate({**place, "text": text})
        except lectern.NotFoundError:
            found = {"fit": "lost"}
        where = (script, kind, text, found, drawn[str(number)])
        fits.setdefault(kind, []).append(found["fit"])
        if found["fit"] in ("lost", "ambiguous"):
            assert drawn[str(number)] is None, where
            assert str(number) in told["notFound" if found["fit"] == "lost" else "ambiguous"], where
        else:
            assert drawn[str(number)].split() == found["text"]["highlight"].split(), where
    assert set(fits["absent"]) == {"lost"} and set(fits["ambiguous"]) == {"ambiguous"} and set(fits["right"]) == {"exact"}
    assert fits["damaged"].count("lost") < COUNT / 20 and not {"exact", "ambiguous"} & set(fits["damaged"])
    assert {"exact", "ambiguous"} == set(fits["bare"])


def test_renamed_elements_and_texts_that_are_not_shown(read, tmp_path):
    """The page has other names for elements whose text HTML would not end, and the texts of some elements are not read."""
    body = "<p>The first words.</p><xmp>Old code, and</xmp><p>the <title>hidden</title>last words <noembed>none</noembed>of all.</p>"
    path = epub(tmp_path / "book.epub", "Quotes", "en", [("one.html", f"<html><head><title>One</title></head><body>{body}</body></html>")])
    reader = prepared(read(path, {}, (600, 800)))
    place = {"href": "EPUB/one.html", "type": "text/html"}
    quotes = ["first words. Old code", "code, and the last words of all.", "last words of"]
    found = [reader.host.book.locate({**place, "text": {"highlight": quote}}) for quote in quotes]
    assert [one["fit"] for one in found] == ["exact"] * 3
    apply(reader, [{"id": str(number), "locator": one, "style": {"id": "highlight"}} for number, one in enumerate(found)])
    drawn = reader.evaluate(DRAWN)
    assert [drawn[str(number)].replace("hidden", "").replace("none", "").split() for number in range(3)] == [
        "first words.Old code".split(), "code, andthe last words of all.".split(), "last words of".split()]
