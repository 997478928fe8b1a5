# SPDX-License-Identifier: BSD-3-Clause
"""Each setting of each kind of navigator changes something: the picture on the screen, the state of a scroll bar, a parameter
of a recording or of a voice, or a request to the engine.  The settings are those of the library, so a new one without an
effect fails."""
import io

import pytest
from PIL import Image, ImageChops

import lectern
from support.video_file import webm

from . import books, fixed_books, test_comics
from .media_books import video_book, wav
from .reading import PROBE
from .test_speech import FAKE, NOTED, VOICES, speak

#: Records the requests of the page for an orientation of the screen.
ASKED = """window.asked = {};
const orientation = {lock: (value) => (asked.orientation = value, Promise.reject(new Error())), unlock: () => asked.orientation = "auto"};
for (const name of Object.keys(orientation)) Object.defineProperty(screen.orientation, name, {value: orientation[name]});
"""
SEEN = """() => {
  const {shell} = lectern, {audio, isPlaying, items} = shell.view;
  return {
    asked, place: shell.view.place(),
    pictures: [...document.querySelectorAll("#view img")].map((image) => image.getAttribute("src")?.split("~lectern/")[1]),
    media: audio && [audio.playbackRate, audio.volume, audio.preservesPitch, isPlaying, audio.currentSrc.split("/").pop()],
    bars: shell.view.element && getComputedStyle(shell.view.element).scrollbarWidth,
    session: navigator.mediaSession?.metadata?.title, text: items && document.querySelector(".player")?.innerText,
  };
}"""
SIZE = (1200, 800)
#: The same rounded corner is not always drawn with the same shades: of 255, on average in a square of 8 pixels.
NOISE = 6


def comic(folder):
    """Pages with more pixels than the window, and with white borders."""
    pages = {f"p{number}.jpg": test_comics.drawn((1600, 2400), (200 + 40 * number, 300, 1400, 2000), (90, 120, 30 * number)) for number in range(1, 7)}
    return test_comics.comic(folder / "comic.cbz", pages)


def text(folder, language="en", words=books.LATIN):
    """A book with a picture, words that may be hyphenated, letters that may be joined, and a chapter to read aloud."""
    words = books.Words(words)
    joined = " ".join([f"officium affinis <b>{'ta&#173;' * 9}</b> <i>fluctus</i>"] * 60)
    body = f'<h1>Title</h1><p><img src="picture.png" alt=""/></p>{words.paragraphs(12)}<p>{joined}</p>'
    chapters = [("one.xhtml", books.document(body)), ("two.xhtml", books.document(body)), ("aloud.xhtml", books.document(NOTED))]
    return books.epub(folder / f"{language}.epub", "Text", language, chapters, [("picture.png", books.png(60, 60))])


def pages(folder):
    colors = ("#223", "#c33", "#3a5", "#36c", "#c83")
    listed = [(f"p{number}.xhtml", fixed_books.page(number, 600, 800, color)) for number, color in enumerate(colors)]
    return books.epub(folder / "fixed.epub", "Fixed", "en", [*listed, ("aloud.xhtml", fixed_books.page(6, 600, 800, more=NOTED))],
                      metadata=fixed_books.FIXED)


def recordings(folder, name, kind, files):
    """Two recordings with captions and several encodings each."""
    (ending, large), (_, small) = files
    captions = {f"{language}.vtt": f"WEBVTT\n\n00:00.000 --> 00:09.000\nIn {language}" for language in ("en", "de")}
    tracks = [{"href": file, "type": "text/vtt", "language": file[:2]} for file in captions]

    def item(number):
        others = [{"href": f"small{number}.{ending}", "type": f"{kind}/{ending}", "bitrate": 20}]
        return {"href": f"{number}.{ending}", "type": f"{kind}/{ending}", "title": f"Part {number}", "duration": 8, "bitrate": 60,
                "alternate": [*tracks, *others]}
    sounds = {f"{size}{number}.{ending}": data for number in (1, 2) for size, data in (("", large), ("small", small))}
    profile = {"conformsTo": "https://readium.org/webpub-manifest/profiles/audiobook"} if kind == "audio" else {}
    return video_book(folder / name, [item(1), item(2)], {**sounds, **captions}, **profile)


#: The books in which settings of a kind can act.
BOOKS = {
    "reflowable": [text, lambda folder: text(folder, "ar", books.ARABIC)],
    "fixed": [pages],
    "image": [comic],
    "pdf": [lambda folder: fixed_books.make("pdf", folder)],
    "audio": [lambda folder: recordings(folder, "two.audiobook", "audio", [("wav", wav(8)), ("wav", wav(8, (300,)))])],
    "video": [lambda folder: recordings(folder, "two.webpub", "video", [("webm", webm(8)), ("webm", webm(8, 80, 46))])],
    "tts": [text],
}
PLAYED = ("audio", "video")


def wait(reader):
    reader.settle()
    reader.idle()


def place(to):
    """The observation after going somewhere."""
    def observe(reader):
        reader.move(to)
        wait(reader)
        return look(reader)
    return observe


class Seen:
    """The state of the page, and the picture on the screen."""

    def __init__(self, said, screen):
        self.said, self.screen = said, screen

    def __eq__(self, other):
        shades = ImageChops.difference(self.screen, other.screen).reduce(8).getextrema()
        return self.said == other.said and all(most <= NOISE for _, most in shades)


def look(reader):
    wait(reader)
    return Seen(reader.evaluate(SEEN), Image.open(io.BytesIO(reader.page.screenshot())).convert("RGB"))


def command(reader, name, **more):
    reader.tell({"type": "command", "command": name, **more})


def after_the_end(reader):
    """Which track is open after the first one has ended."""
    reader.go({"href": reader.host.book.reading_order[0]["href"], "locations": {"fragments": ["t=7.8"]}})
    command(reader, "play")
    reader.until("lectern.shell.view.index === 1 || lectern.shell.view.audio.ended")
    return reader.evaluate("lectern.shell.view.index")


def reports(reader):
    """How many reports there are within two seconds of a recording."""
    def count():
        return len([one for one in reader.said("media") if one["state"] == "playing"])
    command(reader, "play")
    begin, before = reader.evaluate("lectern.shell.view.audio.currentTime"), count()
    reader.until(f"lectern.shell.view.audio.currentTime > {begin + 2}")
    return count() - before > 5


def opened(reader):
    """Whether a recording plays at once."""
    reader.page.reload()
    reader.until("Boolean(window.lectern?.shell?.view?.audio?.readyState > 1)")
    reader.page.evaluate(f"window.probe = {PROBE}")
    return reader.evaluate("lectern.shell.view.isPlaying")


def aloud(reader):
    """The utterances of the last chapter."""
    reader.evaluate("spokenTexts.length = 0")
    speak(reader, **{"from": {"href": reader.host.book.reading_order[-1]["href"], "type": "application/xhtml+xml"}})
    reader.until("spokenTexts.length > 0 && lectern.shell.speech.state === 'stopped'")
    return reader.evaluate("spokenTexts")


#: Settings whose effect needs more than a look.
OBSERVED = {
    **{(kind, key): observe for kind in PLAYED for key, observe in (
        ("continuous", after_the_end), ("pollInterval", reports), ("autoPlay", opened))},
    ("reflowable", "continuous"): place("end"),
    # The first page is alone.
    ("fixed", "spread"): place("forward"), ("image", "spread"): place("forward"),
    **{(kind, "readingProgression"): place("forward") for kind in ("fixed", "image", "pdf")},
    ("reflowable", "readingProgression"): place("left"),
    ("reflowable", "language"): aloud, ("fixed", "language"): aloud,
}
#: Preferences without which a setting makes no difference on this screen.
BESIDE = {"horizontalSpace": {"fit": "width"}, "theme": {"spread": "never"}, "backgroundColor": {"spread": "never"},
          "publisherStyles": {"lineHeight": 2.0}}
READ_ALOUD = {"feature": "readAloud"}
#: No web view has this feature, so the setting is not active.
IMPOSSIBLE = {"feature": "pitch"}


def observation(kind, key, setting):
    return aloud if kind == "tts" or READ_ALOUD in setting["requires"] else OBSERVED.get((kind, key), look)


def candidates(setting):
    """Values to try; at least one has to differ from the first."""
    if setting["range"]:
        return [setting["range"]["min"], setting["range"]["max"]]
    if setting["key"] == "voices":
        return [{"en": "anna"}, {"en": "bert"}]
    if setting["type"] == "value":
        return ["anna", "bert"]
    return {"toggle": [False, True], "color": ["#336699", "#993333"], "language": ["fr", "ja"]}.get(setting["type"]) or setting["values"]


def prepared(reader, key, value):
    """The preferences with this value, and with what activates the setting; None if this book does not allow it."""
    with reader.host.navigator.edit_preferences({"autoPlay": False, **BESIDE.get(key, {})}) as draft:
        try:
            return draft.set(key, value).json
        except lectern.LecternError:
            return None


def differs(reader, kind, key, setting):
    """Whether two values of a setting make a difference, with the same other preferences; None if it cannot act here."""
    def observed(preferences):
        reader.preferences.clear()
        reader.set(**preferences)
        if kind in PLAYED:
            command(reader, "pause")
        reader.go({"href": reader.host.book.reading_order[0]["href"]})
        return observation(kind, key, setting)(reader)

    tried = [preferences for value in candidates(setting) if (preferences := prepared(reader, key, value)) is not None]
    if not tried:
        return None
    # Most values activate the setting; that of the publisher does not.
    others = {name: one for name, one in max(tried, key=len).items() if name != key}
    base = {**others, key: tried[0][key]}
    # Nothing else may make the difference: the same again looks the same, once everything is loaded.
    first = observed(base)
    for _ in range(3):
        before, first = first, observed(base)
        if before == first:
            return any(observed({**others, key: preferences[key]}) != first for preferences in tried[1:])
    raise AssertionError(f"{key}: the same settings look different")


@pytest.mark.parametrize("kind", BOOKS)
def test_every_setting_has_an_effect(read, tmp_path, kind):
    found, table = {}, {}
    for make in BOOKS[kind]:
        options = {"verticalPages": False, "kind": kind}
        reader = read(make(tmp_path), {"autoPlay": False}, size=SIZE, options=options, scripts=(ASKED,))
        if kind not in PLAYED:
            reader.until("Boolean(lectern.shell.speech)")
            reader.evaluate(FAKE, {"boundaries": None, "voices": VOICES, "pace": 0})
        wait(reader)
        table = reader.host.navigator.settings["settings"]
        for key, setting in table.items():
            if not found.get(key):
                found[key] = differs(reader, kind, key, setting)
    # Settings of the other layout are not active, and neither are those that no view can follow.
    without = {key for key, one in table.items() if any("layout" in need or need == IMPOSSIBLE for need in one["requires"])}
    assert not [key for key in without if table[key]["isActive"]]
    silent = {key for key, one in found.items() if not one} - without
    assert not silent, silent
    assert found.keys() == table.keys()
