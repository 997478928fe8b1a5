# SPDX-License-Identifier: BSD-3-Clause
"""The player with videos: the picture, captions and cues over it, encodings, speed."""
import pytest

from support.video_file import webm

from .books import document, epub
from .media_books import video_book, wav
from .reader_server import Running
from .reader_window import Window
from .test_player import QUIET, VIEW, at, shown

CAPTIONS = """WEBVTT - English

NOTE This is no caption.

1
00:01.000 --> 00:03.000
Over the <i>hills</i> &amp;
far away

00:02.500 --> 00:04.000 line:10% align:start position:5%
<v Ada>Up here

STYLE
::cue { color: red }

not a time --> 00:09.000
Nothing

00:00:06.000 --> 00:00:07.500
The last one
"""
GERMAN = "\ufeffWEBVTT\r\n\r\n00:01.000 --> 00:03.000\r\nÜber den Hügeln\r\n"
SAID = "document.querySelector('.player .captions')"
TEXT = f"[...{SAID}.querySelectorAll('.caption')].map((one) => one.textContent)"


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    files = {"day.webm": webm(8), "small.webm": webm(8, 80, 46), "night.webm": webm(4), "day.en.vtt": CAPTIONS, "day.de.vtt": GERMAN}
    items = [
        {"href": "day.webm", "type": "video/webm", "title": "Day", "duration": 8, "width": 160, "height": 90, "bitrate": 60, "alternate": [
            {"href": "day.en.vtt", "type": "text/vtt", "language": "en"},
            {"href": "day.de.vtt", "type": "text/vtt", "language": "de", "title": "Deutsch"},
            {"href": "small.webm", "type": "video/webm", "width": 80, "height": 46, "bitrate": 20},
            {"href": "huge.webm", "type": "video/webm", "width": 16000, "height": 9000, "bitrate": 9000},
            {"href": "day.flv", "type": "video/x-flv", "width": 32000, "height": 18000}]},
        {"href": "night.webm", "type": "video/webm", "title": "Night"}]
    return video_book(tmp_path_factory.mktemp("videos") / "days.webpub", items, files)


def picture(reader):
    """The places of the picture and of its surroundings."""
    return reader.evaluate("""() => [".screen", ".screen video", ".deck"].map((one) => {
      const {left, top, right, bottom, width, height} = document.querySelector(".player " + one).getBoundingClientRect();
      return {left, top, right, bottom, width, height};
    })""")


@pytest.mark.parametrize("size", [(800, 600), (390, 780), (1300, 800), (780, 390)])
def test_the_picture_fills_what_the_controls_leave(read, book, size):
    reader = read(book, QUIET, size=size)
    shown(reader)
    at(reader, 0, 0)
    screen, video, deck = picture(reader)
    assert (screen["left"], screen["top"]) == (0, 0) and screen["bottom"] <= deck["top"] + 0.5
    assert deck["bottom"] <= size[1] + 0.5 and screen["height"] > size[1] * 0.3
    assert (video["width"], video["height"]) == (screen["width"], screen["height"])
    assert reader.evaluate("getComputedStyle(document.querySelector('.player video')).objectFit") == "contain"
    reader.set(fit="cover")
    assert reader.evaluate("getComputedStyle(document.querySelector('.player video')).objectFit") == "cover"
    for fit, wanted in (("width", "width"), ("height", "height")):
        reader.set(fit=fit)
        screen, video, _ = picture(reader)
        assert abs(video[wanted] - screen[wanted]) < 20  # a scroll bar
        assert reader.evaluate("getComputedStyle(document.querySelector('.player video')).objectFit") == "contain"
    inside = """() => [...document.querySelectorAll(".player .deck *")].every((one) => {
      const {left, right} = one.getBoundingClientRect();
      return left >= -1 && right <= innerWidth + 1;
    })"""
    assert reader.evaluate(inside)


def test_captions_over_the_picture(read, book):
    reader = read(book, {**QUIET, "captions": "en"})
    shown(reader)
    at(reader, 0, 0)
    assert reader.evaluate(TEXT) == []
    reader.go({"href": "day.webm#t=2"})
    reader.until(f"{TEXT}.length === 1")
    assert reader.evaluate(TEXT) == ["Over the hills &\nfar away"]
    assert reader.evaluate(f"{SAID}.querySelector('i').textContent") == "hills"
    screen, _, _ = picture(reader)
    box = reader.evaluate(f"(() => {{ const {{top, bottom}} = {SAID}.querySelector('span').getBoundingClientRect(); return {{top, bottom}} }})()")
    assert screen["top"] + screen["height"] / 2 < box["top"] < box["bottom"] <= screen["bottom"]
    reader.go({"href": "day.webm#t=2.7"})
    reader.until(f"{TEXT}.length === 2")
    top = reader.evaluate(f"{SAID}.querySelectorAll('.caption')[1].getBoundingClientRect().top")
    assert abs(top - screen["top"] - screen["height"] * 0.1) < 2
    reader.set(captions="de")
    reader.until(f"{TEXT}[0] === 'Über den Hügeln'")
    assert reader.evaluate(f"{SAID}.lang") == "de"
    reader.set(captions="off")
    assert reader.evaluate(TEXT) == []
    # Another video has none.
    reader.set(captions="en")
    reader.move("forward")
    at(reader, 1, 0)
    assert reader.evaluate(TEXT) == [] and not reader.page.locator(".player .tool.captions").is_visible()


def test_captions_are_chosen_in_the_player_too(read, book):
    reader = read(book, QUIET)
    player = shown(reader)
    reader.go({"href": "day.webm#t=2"})
    menu = player.get_by_role("combobox", name="Captions")
    assert menu.locator("option").all_text_contents() == ["Off", "English", "Deutsch"]
    menu.select_option("de")
    reader.until(f"{TEXT}[0] === 'Über den Hügeln'")
    assert reader.evaluate("document.querySelector('.tool.captions b').textContent") == "Deutsch"


def test_the_settings_and_events_of_a_video(read, book):
    reader = read(book, {**QUIET, "speed": 1.5, "volume": 0.4, "skipForwardInterval": 5})
    player = shown(reader)
    at(reader, 0, 0)
    assert reader.evaluate(f"[{VIEW}.audio.localName, {VIEW}.audio.playbackRate, {VIEW}.audio.volume]") == ["video", 1.5, 0.4]
    player.get_by_role("button", name="Forward 5 seconds").click()
    at(reader, 0, 5)
    assert reader.heard("media")["kind"] == "video"
    assert reader.place()["locator"]["href"] == "day.webm"


def test_cues_over_the_picture(read, book):
    reader = read(book, QUIET, options={"decorationTemplates": {
        "subtitle": {"layout": "cue", "element": "<p class='own'>{{extras.text}}</p>"}}})
    shown(reader)
    at(reader, 0, 0)
    one = {"id": "a", "locator": {"href": "day.webm", "type": "video/webm", "locations": {"fragments": ["t=2,4"]}},
           "style": {"id": "subtitle"}, "extras": {"text": "A subtitle of the host"}}
    reader.host.navigator.apply_decorations("g", [one])
    reader.tell({"type": "decorations", "group": "g", "hrefs": ["day.webm"]})
    reader.go({"href": "day.webm#t=3"})
    reader.until("document.querySelector('.player .screen .own')?.textContent === 'A subtitle of the host'")
    assert reader.page.locator(".player .cue").count() == 1


def test_the_reader_keeps_what_is_chosen_in_the_player(browser, book, tmp_path):
    def captions():
        return running.json(f"books/{window.id}")["settings"]["settings"]["captions"]["preference"]

    for before in (None, "de"):
        with Running(book.parent, tmp_path / "data") as running:
            window = Window(browser, running)
            window.page.goto(f"{running.url}read?book={running.book('Days over the hills')}")
            window.until("document.querySelector('.player .screen video')?.readyState > 1", where=window.inside)
            assert captions() == before
            window.page.frame_locator("iframe").get_by_role("combobox", name="Captions").select_option("de")
            window.becomes("de", captions)
            window.close()


SOURCE = f"{VIEW}.audio.src.split('/').pop()"


def test_the_quality_chooses_among_the_encodings_that_can_be_played(read, book):
    reader = read(book, QUIET)
    shown(reader)
    reader.go({"href": "day.webm#t=4"})
    at(reader, 0, 4)
    assert reader.evaluate(SOURCE) == "day.webm"
    reader.set(quality="low")
    at(reader, 0, 4)
    assert reader.evaluate(SOURCE) == "small.webm" and reader.evaluate(f"{VIEW}.audio.videoWidth") == 80
    reader.set(quality="high")  # the others have more pixels than the screen, or a format that no browser plays
    at(reader, 0, 4)
    assert reader.evaluate(SOURCE) == "day.webm"
    # It declares to be the best, but is not there: the next best one is played.
    reader.set(quality="max")
    reader.until(f"{SOURCE} === 'day.webm' && {VIEW}.audio.readyState > 1")
    at(reader, 0, 4)
    assert reader.evaluate(f"{VIEW}.error") == "" and not reader.said("error")
    reader.set(quality="low")
    at(reader, 0, 4)
    assert reader.evaluate(SOURCE) == "small.webm"


def test_an_alternate_is_played_if_the_first_cannot_be(read, tmp_path):
    item = {"href": "a.flv", "type": "video/x-flv", "alternate": [{"href": "a.webm", "type": "video/webm"}]}
    reader = read(video_book(tmp_path / "a.webpub", [item], {"a.flv": b"FLV", "a.webm": webm(2)}), QUIET)
    shown(reader)
    at(reader, 0, 0)
    assert reader.evaluate(SOURCE) == "a.webm" and not reader.said("error")


def test_a_video_among_documents_has_the_same_player_and_its_own_speed(read, tmp_path):
    """The speed of reading aloud is not that of "movie-based" resources."""
    documents = [("one.xhtml", document("<p>Text.</p>")), ("film.webm", webm(3), "video/webm"), ("sound.wav", wav(3))]
    reader = read(epub(tmp_path / "mixed.epub", "Mixed", "en", documents), {"speed": 2})
    reader.go({"href": "EPUB/film.webm"})
    reader.until("document.querySelector('.player.video .screen video')?.readyState > 1")
    rate = f"{VIEW}.audio.playbackRate"
    assert reader.evaluate(rate) == 1
    reader.page.get_by_role("combobox", name="Speed").select_option("1.5")
    assert reader.evaluate(rate) == 1.5
    reader.go({"href": "EPUB/sound.wav"})
    reader.until(f"{VIEW}.audio.localName === 'audio' && {rate} === 2")
    reader.idle()
    assert not reader.said("preference")
