# SPDX-License-Identifier: BSD-3-Clause
"""Reading aloud: sentences and their positions, voices of the browser and the host, automatic page turns."""

import pytest

from .books import document, epub as unmarked
from .media_books import epub
from .reading import until

#: A fast voice that optionally reports its words, and never ends a text that contains "lost".
FAKE = """({boundaries, voices, pace}) => {
  const log = window.spokenTexts = [];
  class Utterance { constructor(text) { this.text = text; this.lang = ""; } }
  const synthesis = {
    speaking: false, pending: false, paused: false, current: null, timers: [],
    getVoices: () => voices,
    resume() {},
    cancel() {
      this.timers.forEach(clearTimeout);
      const {current} = this;
      this.speaking = false; this.current = null;
      if (current) setTimeout(() => current.onerror?.({error: "canceled"}));
    },
    speak(utterance) {
      log.push({text: utterance.text, lang: utterance.lang, rate: utterance.rate, pitch: utterance.pitch, volume: utterance.volume,
        voice: utterance.voice && utterance.voice.name});
      this.current = utterance; this.speaking = true;
      const words = [...utterance.text.matchAll(/\\S+/g)];
      const at = (time, act) => this.timers.push(setTimeout(() => this.current === utterance && act(), time));
      at(1, () => utterance.onstart?.({}));
      if (boundaries) words.forEach((word, index) => at(5 + index * pace, () =>
        utterance.onboundary?.({name: "word", charIndex: word.index,
          ...(boundaries === "lengths" && {charLength: word[0].length})})));
      at(10 + words.length * pace, () => {
        this.speaking = false; this.current = null;
        if (!/lost/.test(utterance.text)) utterance.onend?.({});
      });
    },
  };
  Object.defineProperty(window, "speechSynthesis", {value: synthesis, configurable: true});
  window.SpeechSynthesisUtterance = Utterance;
}"""
VOICES = [{"name": "Anna", "voiceURI": "anna", "lang": "en-US", "default": True, "localService": True},
          {"name": "Bert", "voiceURI": "bert", "lang": "en-GB", "default": False, "localService": True},
          {"name": "Claire", "voiceURI": "claire", "lang": "fr_FR", "default": False, "localService": False}]
STYLE = ".gone { display: none } .unseen { visibility: hidden } p { margin: 0 0 1em }"
TEXT = """<h1>The mole</h1>
<p id="a">Mr. Grey met Dr. Brown
 at  the har\u00adbour. He said <b>no</b>thing&#160;more! <span lang="fr">Bonjour, mon ami.</span> Was it late?</p>
<p class="gone">Not shown.</p><p class="unseen">Unseen. <span style="visibility: visible">But this is.</span></p>
<p aria-hidden="true">Not for readers.</p>
<p>Before<span epub:type="pagebreak" role="doc-pagebreak">17</span> and after.<br/>A new line.</p>
<div>Outer <p>inner</p> rest.</div>
<p lang="ja"><ruby>\u6f22<rt>\u304b\u3093</rt>\u5b57<rt>\u3058</rt></ruby>\u3092\u8aad\u3080\u3002\u6b21\u306e\u6587\u3002</p>
<p>* * *</p><p><img src="o.png" alt="O"/>nce upon a time.</p>
<p><span style="float: left; font-size: 3em">T</span>here was a day. It was on Jan. 5 of a year. In Dec. it ended.</p>
<p id="long">""" + ", ".join(f"part {n} of a sentence without an end" for n in range(20)) + ".</p>"
SENTENCES = ["The mole", "Mr. Grey met Dr. Brown at the harbour.", "He said nothing\u00a0more!", "Bonjour, mon ami.", "Was it late?",
             "But this is.", "Before and after.", "A new line.", "Outer", "inner", "rest.", "\u6f22\u5b57\u3092\u8aad\u3080\u3002",
             "\u6b21\u306e\u6587\u3002", "Once upon a time.",
             "There was a day.", "It was on Jan. 5 of a year.", "In Dec. it ended."]


def pages(count, sentences=6):
    return "".join("<p id='p%d'>%s</p>" % (n, " ".join(f"This is sentence {m} of paragraph {n} here." for m in range(sentences)))
                   for n in range(1, count + 1))


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    folder = tmp_path_factory.mktemp("speech")
    return {
        "text": epub(folder / "text.epub", [TEXT, "<p>The end.</p>"], STYLE),
        "pages": epub(folder / "pages.epub", [pages(12), '<img src="a.png"/>', pages(1, 2)], STYLE),
        "one": epub(folder / "one.epub", ["<p>" + "again and again and " * 120 + "never.</p>"], STYLE),
        "lost": epub(folder / "lost.epub", ["<p>This is lost. This is not.</p>"], STYLE),
    }


def prepare(reader, boundaries="lengths", voices=VOICES, pace=12):
    reader.until("Boolean(lectern.shell.speech && lectern.shell.current()?.decorations)")
    reader.evaluate(FAKE, {"boundaries": boundaries, "voices": voices, "pace": pace})


def command(reader, name, **more):
    reader.evaluate("(message) => lectern.receive(message)", {"type": "command", "command": name, **more})


def speak(reader, **more):
    command(reader, "speak", **{"action": "start", **more})


def texts(reader):
    return [" ".join(one["text"].split(" ")) for one in reader.evaluate("spokenTexts")]


def test_sentences_are_read_in_order(read, books):
    reader = read(books["text"])
    prepare(reader, pace=1)
    speak(reader)
    reader.until("spokenTexts.length > 5 && lectern.shell.speech.state === 'stopped'", 40)
    reader.idle()
    log = reader.evaluate("spokenTexts")
    found = [one["text"] for one in log]
    normal = [text.replace("\u00a0", " ") for text in SENTENCES]
    assert [text.replace("\u00a0", " ") for text in found[:len(SENTENCES)]] == normal
    # A long sentence is split at commas, without losing any text.
    rest = found[len(SENTENCES):]
    assert rest.pop() == "The end."
    assert len(rest) > 2 and all(len(part) <= 220 for part in rest) and all(part[-1] in ",." for part in rest)
    assert " ".join(rest) == ", ".join(f"part {n} of a sentence without an end" for n in range(20)) + "."
    languages = {one["text"]: (one["lang"], one["voice"]) for one in log}
    assert languages["Bonjour, mon ami."] == ("fr", "Claire")
    assert languages["Was it late?"] == ("en", "Anna")
    assert languages["\u6b21\u306e\u6587\u3002"] == ("ja", None)
    media = reader.said("media")
    assert media[-1]["state"] == "ended" and media[-1]["kind"] == "speech"
    first = media[0]["locator"] if "locator" in media[0] else media[1]["locator"]
    assert first["text"]["highlight"] == "The mole" and first["locations"]["cssSelector"]


def test_ranges_are_those_of_the_sentences(read, books):
    reader = read(books["text"])
    prepare(reader)
    found = reader.evaluate("""async () => {
      const {blocksOf, sentencesOf, rangeIn, placeOf, spoken} = await import(lectern.shell.base + "~lectern/book/sentences.js");
      const {document} = lectern.shell.current(), blocks = await blocksOf(document, "en"), found = [];
      blocks.forEach((block, number) => sentencesOf(block).forEach(({begin, end}) => {
        const range = rangeIn(block, begin, end), back = placeOf(blocks, range);
        found.push([spoken(block.text.slice(begin, end)).text, range.toString(), back.block === number, back.offset, begin]);
      }));
      return found;
    }""")
    assert len(found) > len(SENTENCES)
    for text, inside, same, offset, begin in found:
        assert same and offset == begin, text
        if not text.startswith("Once") and "\u6f22" not in text and "after" not in text:
            assert " ".join(inside.replace("\u00ad", "").split()) == " ".join(text.split())


@pytest.mark.parametrize("boundaries", ["lengths", "starts"])
def test_words_are_marked_and_pages_turn(read, books, boundaries):
    reader = read(books["pages"], size=(420, 400))
    prepare(reader, boundaries)
    reader.evaluate("""() => {
      window.marks = [];
      const {speech} = lectern.shell, {decorate} = Object.getPrototypeOf(Object.getPrototypeOf(speech));
      speech.decorate = (frame, ranges) => {
        decorate.call(speech, frame, ranges);
        if (ranges.word) marks.push([ranges.word.toString(), ranges.sentence.toString(), speech.follower.isShown]);
      };
    }""")
    speak(reader)
    reader.until("spokenTexts.length > 30 && lectern.place().page > 3", 60)
    reader.until("""(() => {
      const nodes = [...lectern.shell.current().decorations.layer.top.querySelectorAll("[data-group=tts] > *")];
      return nodes.map(({dataset}) => dataset.id).join() === "sentence,word" && nodes.every((node) => node.children.length);
    })()""")
    command(reader, "speak", action="pause")
    marks = reader.evaluate("marks")
    words = " ".join(word for word, *_ in marks)
    assert words.startswith("This is sentence 0 of paragraph 1 here" + ("." if boundaries == "lengths" else ""))
    assert all(word in sentence and shown for word, sentence, shown in marks)
    numbers = sorted({message["page"] for message in reader.said("location")})
    assert len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))


def test_without_word_events_pages_turn_as_well(read, books):
    reader = read(books["one"], size=(420, 300))
    prepare(reader, None, pace=25)
    speak(reader, rate=3)
    reader.until("lectern.place().page > 2", 30)
    assert reader.evaluate("lectern.shell.current().decorations.groups.get('tts').map(({item}) => item.id)") == ["sentence"]


def test_from_the_first_visible_sentence_and_from_a_locator(read, books):
    reader = read(books["pages"], size=(420, 400))
    prepare(reader)
    reader.move("forward")
    page = reader.place()["page"]
    speak(reader)
    reader.until("spokenTexts.length > 0")
    command(reader, "speak", action="stop")
    first = reader.evaluate("spokenTexts[0].text")
    visible = reader.evaluate("""() => {
      const frame = lectern.shell.current(), range = frame.anchor || null;
      return range && range.startContainer.data;
    }""")
    assert first.startswith("This is sentence") and (visible is None or first in visible)
    assert reader.place()["page"] == page
    speak(reader, **{"from": {"href": "OPS/c1.xhtml", "type": "application/xhtml+xml",
                              "text": {"highlight": "sentence 3 of paragraph 9"}}})
    reader.until("spokenTexts.at(-1).text.includes('paragraph 9')")
    assert "This is sentence 3 of paragraph 9 here." in texts(reader) and not any("2 of paragraph 9" in one for one in texts(reader))
    assert reader.evaluate("lectern.shell.speech.follower.isShown")


def test_pause_resume_next_previous_rate(read, books):
    reader = read(books["pages"])
    prepare(reader, pace=60)
    speak(reader, rate=1.5, voice="bert")
    reader.until("Boolean(lectern.shell.speech.word) && lectern.shell.speech.done > 4")
    command(reader, "pause")
    assert reader.evaluate("[speechSynthesis.speaking, lectern.shell.speech.state]") == [False, "paused"]
    command(reader, "play")
    reader.until("spokenTexts.length > 1")
    log = reader.evaluate("spokenTexts")
    assert log[0]["rate"] == 1.5 and log[0]["voice"] == "Bert"
    assert log[0]["text"].endswith(log[1]["text"]) and len(log[1]["text"]) < len(log[0]["text"])
    command(reader, "speak", action="next")
    reader.until("spokenTexts.at(-1).text.includes('sentence 1')")
    command(reader, "speak", action="previous")
    reader.until("spokenTexts.at(-1).text.includes('sentence 0')")
    # The command counts until the setting changes.
    reader.set(fontSize=1.1)
    reader.until("spokenTexts.at(-1).rate === 1.5")
    reader.set(speed=2)
    reader.until("spokenTexts.at(-1).rate === 2")
    command(reader, "stop")
    until(reader.page, lambda: reader.said("media")[-1]["state"] == "stopped")
    assert reader.evaluate("lectern.shell.current().decorations.groups.has('tts')") is False


def test_the_settings_of_the_voice(read, books):
    reader = read(books["pages"], {"speed": 1.5, "pitch": 0.8, "volume": 0.4, "voices": {"en": "bert"}})
    prepare(reader, pace=60)
    speak(reader)
    reader.until("spokenTexts.length === 1")
    assert {name: reader.evaluate("spokenTexts")[0][name] for name in ("rate", "pitch", "volume", "voice")} == {
        "rate": 1.5, "pitch": 0.8, "volume": 0.4, "voice": "Bert"}
    for setting, value, name, spoken in [("pitch", 1.2, "pitch", 1.2), ("volume", 1, "volume", 1), ("speed", 2, "rate", 2),
                                         ("voiceIdentifier", "anna", "voice", "Anna")]:
        reader.set(**{setting: value})
        reader.until(f"spokenTexts.at(-1).{name} === {spoken!r}")


@pytest.mark.parametrize("kind, preferences, languages", [
    ("reflowable", {}, ["en", "fr"]), ("reflowable", {"defaultLanguage": "de"}, ["de", "fr"]), ("reflowable", {"language": "it"}, ["it", "fr"]),
    ("tts", {}, ["en", "fr"]), ("tts", {"defaultLanguage": "de"}, ["de", "fr"]), ("tts", {"language": "it"}, ["it", "it"]),
])
def test_the_languages_of_the_voice(read, tmp_path, kind, preferences, languages):
    """Documents without a language are served with that of the publication."""
    body = document('<p>Unmarked.</p><p xml:lang="fr">Marqu&#233;.</p>')
    reader = read(unmarked(tmp_path / "unmarked.epub", "Unmarked", "en", [("one.xhtml", body)]), preferences, options={"kind": kind})
    prepare(reader, pace=1)
    speak(reader)
    reader.until("spokenTexts.length === 2")
    assert [one["lang"] for one in reader.evaluate("spokenTexts")] == languages


NOTED = """<p>One<a epub:type="noteref" href="#n">7</a> two.</p><p><span epub:type="pagebreak" title="12">12</span>Three.</p>
<table><tr><td>Four.</td></tr></table><div role="doc-footnote" id="n"><p>Five.</p></div>
<aside epub:type="sidebar"><p>Six.</p></aside><aside><p>Seven.</p></aside><section role="doc-endnotes"><p>Eight.</p></section><p>Nine. <ruby>\u5341<rt>Ten</rt></ruby></p>"""


@pytest.mark.parametrize("preferences, left_out", [
    ({}, []), ({"skipPageNumbers": False}, ["-12"]), ({"skipNoteNumbers": False}, ["-7"]), ({"skipTables": True}, ["Four."]),
    ({"skipNotes": False}, ["-Five.", "-Eight."]), ({"skipSidebars": True}, ["Six.", "Seven."]),
])
def test_what_the_settings_skip_is_not_read(read, tmp_path, preferences, left_out):
    reader = read(epub(tmp_path / "noted.epub", [NOTED]), preferences)
    prepare(reader, pace=1)
    speak(reader)
    reader.until("spokenTexts.length > 3 && lectern.shell.speech.state === 'stopped'")
    found = " ".join(texts(reader))
    words = ["7", "12", "Four.", "Five.", "Six.", "Seven.", "Eight.", "Nine."]
    silent = {"7", "12", "Five.", "Eight."} - {word[1:] for word in left_out if word[0] == "-"} | {word for word in left_out if word[0] != "-"}
    assert [word for word in words if word not in found] == sorted(silent, key=words.index)


def test_what_is_skipped_changes_while_it_reads(read, tmp_path):
    reader = read(epub(tmp_path / "noted.epub", ["<p>Begin lost.</p>" + NOTED]))
    prepare(reader)
    speak(reader)
    reader.until("spokenTexts.length === 1")
    reader.set(skipTables=True)
    reader.until("spokenTexts.length === 2")
    assert reader.evaluate("lectern.shell.speech.cursor.blocks.some(({text}) => text.includes('Four'))") is False


def test_it_goes_on_in_the_next_resource_with_text(read, books):
    reader = read(books["pages"])
    prepare(reader, pace=2)
    speak(reader, **{"from": {"href": "OPS/c1.xhtml", "text": {"highlight": "sentence 5 of paragraph 12"}}})
    reader.until("spokenTexts.length > 2 && lectern.shell.speech.state === 'stopped'")
    assert texts(reader) == ["This is sentence 5 of paragraph 12 here.", "This is sentence 0 of paragraph 1 here.",
                             "This is sentence 1 of paragraph 1 here."]
    assert reader.place()["locator"]["href"] == "OPS/c3.xhtml"


def test_who_turns_away_is_left_alone(read, books):
    reader = read(books["pages"], size=(420, 400))
    prepare(reader)
    speak(reader)
    reader.until("spokenTexts.length > 1")
    reader.go({"href": "OPS/c1.xhtml", "locations": {"progression": 0.9}})
    page, count = reader.place()["page"], len(texts(reader))
    reader.until(f"spokenTexts.length > {count + 2}")
    assert reader.place()["page"] == page
    # In another resource, the voice continues, and resumes highlighting when the reader returns.
    reader.go({"href": "OPS/c3.xhtml"})
    count = len(texts(reader))
    reader.until(f"spokenTexts.length > {count + 2}")
    assert reader.place()["locator"]["href"] == "OPS/c3.xhtml"
    command(reader, "resume")
    reader.until("lectern.place().locator.href === 'OPS/c1.xhtml' && lectern.shell.speech.follower.isShown")
    reader.until("lectern.shell.current().decorations?.layer.top.querySelectorAll('.lectern-tts-sentence').length > 0")


def test_the_next_sentence_does_not_turn_back(read, books):
    """Even if it starts before the page has reported the new location."""
    reader = read(books["pages"], size=(420, 400))
    prepare(reader)
    speak(reader)
    reader.until("spokenTexts.length > 1 && lectern.shell.speech.follower.isShown")
    assert reader.evaluate("""async () => {
        const {follower} = lectern.shell.speech;
        await lectern.go({href: "OPS/c3.xhtml"});
        await follower.show("OPS/c1.xhtml", {}, () => null);
        return lectern.place().locator.href;
    }""") == "OPS/c3.xhtml"


def test_a_voice_that_forgets_its_end(read, books):
    reader = read(books["lost"])
    prepare(reader)
    speak(reader)
    reader.until("spokenTexts.length === 2", 30)


def test_the_voice_of_the_host(read, books):
    reader = read(books["text"])
    prepare(reader, voices=[])
    reader.evaluate("lectern.shell.options.voice = 'host'")
    speak(reader, rate=1.25)
    asked = reader.heard("speak")
    assert (asked["text"], asked["language"], asked["rate"]) == ("The mole", "en", 1.25)
    command(reader, "spoken", id=asked["id"], event="start")
    command(reader, "spoken", id=asked["id"], event="word", charIndex=4, charLength=4)
    assert reader.evaluate("""async () => { const {rangeAt} = await import("/~lectern/book/rects.js");
      return lectern.shell.current().decorations.groups.get("tts").map(({span}) => rangeAt(span).toString()); }""") == ["The mole", "mole"]
    command(reader, "spoken", id="another", event="end")
    command(reader, "spoken", id=asked["id"], event="end")
    reader.until("lectern.shell.speech.cursor.current && lectern.shell.speech.cursor.block === 1")
    assert reader.heard("speak", 2)["text"].startswith("Mr. Grey")
    command(reader, "speak", action="stop")
    assert reader.heard("speak", 3)["text"] == ""


def test_no_voice_at_all_is_told_and_left_to_the_host(read, books):
    reader = read(books["text"])
    prepare(reader, voices=[])
    speak(reader)
    reader.heard("speak")
    assert reader.heard("error")["message"] == "There is no voice to read with."
