# SPDX-License-Identifier: BSD-3-Clause
"""The player for recordings: locations, tracks, chapters, keys, settings, timer, cues, and messages."""
from pathlib import Path

import pytest

from .books import document, epub
from .media_books import audiobook, png, wav
from .reading import until

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
TOC = [{"href": "audio/1.wav#t=0", "title": "One"},
       {"href": "audio/2.wav", "title": "Two", "children": [{"href": "audio/2.wav#t=4", "title": "Two and a half"}]},
       {"href": "audio/3.wav", "title": "Three"}]
VIEW = "lectern.shell.view"
QUIET = {"autoPlay": False}


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recordings")
    return {
        "toc": audiobook(folder / "toc.audiobook", [("1", 6, True), ("2", 8, False), ("3", 30, True)], TOC, png(60, 60, (90, 120, 160))),
        "short": audiobook(folder / "short.audiobook", [("First", 1.2, True), ("Second", 1.2, True)]),
        "arabic": audiobook(folder / "arabic.audiobook", [("\u0627\u0644\u0623\u0648\u0644", 5, True)], language="ar"),
    }


def shown(reader):
    reader.until("Boolean(document.querySelector('.player:not([hidden])'))")
    return reader.page.locator(".player")


def command(reader, name, **more):
    reader.evaluate("(message) => lectern.receive(message)", {"type": "command", "command": name, **more})


def at(reader, index, begin, end=None):
    reader.until(f"{VIEW}.index === {index} && {VIEW}.audio.readyState > 1 && !{VIEW}.audio.seeking && "
          f"{VIEW}.audio.currentTime >= {begin - 0.01} && {VIEW}.audio.currentTime <= {begin + 0.01 if end is None else end}")


@pytest.mark.parametrize("name", ["toc", "arabic"])
@pytest.mark.parametrize("size", [(1200, 800), (900, 640), (900, 530), (640, 640), (375, 667), (640, 360)])
def test_all_controls_are_on_the_screen(read, books, name, size):
    reader = read(books[name], QUIET, size)
    shown(reader)
    reader.until("[...document.querySelectorAll('.player img')].every((image) => image.complete)")
    high, low = reader.evaluate("(({scrollHeight, clientHeight}) => [scrollHeight, clientHeight])(document.querySelector('.player main'))")
    assert high <= low == size[1]


def test_commands_in_a_book_that_has_voices(read, tmp_path):
    """Commands control the recording on the screen unless a voice is speaking."""
    documents = [("one.xhtml", document("<p>Text.</p>")), ("sound.wav", wav(20))]
    reader = read(epub(tmp_path / "mixed.epub", "Mixed", "en", documents))
    reader.until("lectern.shell.overlay && lectern.shell.speech")
    reader.go({"href": "EPUB/sound.wav"})
    at(reader, 1, 0, 20)
    command(reader, "pause")
    reader.until(f"{VIEW}.audio.paused && !{VIEW}.isPlaying")
    reader.set(speed=1.5)
    reader.until(f"{VIEW}.audio.playbackRate === 1.5")


def test_two_elements_take_turns(read, books):
    """Some engines keep each element until the page is closed."""
    reader = read(books["toc"], QUIET)  # otherwise the next track may be loaded before the count starts
    shown(reader)
    reader.evaluate("""(() => { const {createElement} = document; window.made = 0;
        document.createElement = function (name) { made += /audio|video/.test(name); return createElement.call(this, name) } })()""")
    command(reader, "play")
    for index in [1, 2, 0, 2, 1, 0] * 2:
        reader.go({"href": f"audio/{index + 1}.wav#t=1"})
        at(reader, index, 1, 3)
        reader.until(f"{VIEW}.isPlaying && !{VIEW}.audio.paused")
    assert reader.evaluate("made") == 1


def test_only_the_last_of_many_jumps_counts(read, books):
    reader = read(books["toc"])
    shown(reader)
    jumps = [(1, 5), (2, 20), (1, 3), (0, 4), (1, 2), (2, 9), (0, 1), (2, 7)]
    reader.evaluate("(all) => all.forEach(([index, begin]) => lectern.shell.view.goChapter({index, begin}))", jumps)
    at(reader, 2, 7.3, 9)
    assert reader.evaluate(f"{VIEW}.isPlaying && !{VIEW}.audio.paused && {VIEW}.error === ''")
    reader.evaluate("(all) => all.forEach(([index, begin]) => lectern.shell.view.goChapter({index, begin}, false))", jumps[:-1])
    command(reader, "pause")
    at(reader, 0, 1)
    reader.idle()
    at(reader, 0, 1)
    assert reader.evaluate(f"!{VIEW}.isPlaying && {VIEW}.audio.paused")


def test_places(read, books):
    reader = read(books["toc"], QUIET)
    shown(reader)
    at(reader, 0, 0)
    assert reader.evaluate(f"{VIEW}.audio.paused")
    reader.go({"href": "audio/2.wav#t=4"})
    at(reader, 1, 4)
    place = reader.place()
    assert place["locator"]["locations"]["fragments"] == ["t=4"] and place["locator"]["title"] == "Two and a half"
    assert place["locator"]["locations"]["progression"] == 0.5
    assert abs(place["locator"]["locations"]["totalProgression"] - 10 / 44) < 1e-6
    assert (place["page"], place["pages"], place["atStart"], place["atEnd"]) == (2, 3, False, False)
    reader.go({"href": "audio/3.wav", "type": "audio/wav", "locations": {"progression": 0.5}})
    at(reader, 2, 15)
    reader.go({"href": "audio/1.wav", "type": "audio/wav", "locations": {"fragments": ["t=npt:0:03.5,5"]}})
    at(reader, 0, 3.5)
    # A round trip: the reported location resolves to the same time.
    locator = reader.place()["locator"]
    reader.move("forward")
    at(reader, 1, 0)
    reader.go(locator)
    at(reader, 0, 3.5)
    assert [message["locator"]["href"] for message in reader.said("location")][-1] == "audio/1.wav"
    assert reader.move("resourceEnd") and reader.move("end")
    assert reader.place()["atEnd"]
    assert reader.evaluate("lectern.go({href: 'audio/4.wav'})") is False


def test_it_plays_on_and_tells(read, books):
    reader = read(books["short"], {"pollInterval": 200})
    reader.until(f"{VIEW}.index === 1")
    reader.until(f"!{VIEW}.isPlaying && {VIEW}.audio.ended")
    reader.idle()
    media = reader.said("media")
    states = [message["state"] for message in media]
    assert states[-1] == "ended" and states.count("playing") >= 8
    assert {message["kind"] for message in media} == {"audio"}
    playing = [(message["href"], message["time"], message["duration"]) for message in media if message["state"] == "playing"]
    assert playing == sorted(playing) and {duration for *_, duration in playing} == {1.2}
    assert media[-1]["rate"] == 1 and reader.place()["atEnd"]
    # The next track was requested before this one ended.
    asked = [index for index, path in enumerate(reader.host.requests) if path.endswith("audio/2.wav")]
    assert asked
    command(reader, "seek", time=0.2)
    command(reader, "play")
    reader.until(f"{VIEW}.isPlaying")


def test_one_track_at_a_time(read, books):
    reader = read(books["short"], {"continuous": False})
    reader.until(f"{VIEW}.audio.ended")
    reader.idle()
    assert reader.evaluate(f"[{VIEW}.index, {VIEW}.isPlaying]") == [0, False]


def test_skips_and_chapters(read, books):
    reader = read(books["toc"], {**QUIET, "skipForwardInterval": 15, "skipBackwardInterval": 5})
    player = shown(reader)
    reader.go({"href": "audio/2.wav#t=2"})
    at(reader, 1, 2)
    player.get_by_role("button", name="Back 5 seconds").click()
    at(reader, 0, 3)
    reader.until(f"{VIEW}.tracks.all[1] === 8")
    # Across the rest of the first track and all of the second one, and back.
    player.get_by_role("button", name="Forward 15 seconds").click()
    at(reader, 2, 4)
    command(reader, "skip", seconds=-5)
    at(reader, 1, 7)
    player.get_by_role("button", name="Next chapter").click()
    at(reader, 2, 0)
    player.get_by_role("button", name="Previous chapter").click()
    at(reader, 1, 4)
    command(reader, "skip", seconds=3.5)
    at(reader, 1, 7.5)
    player.get_by_role("button", name="Previous chapter").click()
    at(reader, 1, 4)
    assert reader.move("previousSection")
    at(reader, 1, 0)
    reader.move("nextSection")
    at(reader, 1, 4)


def test_keys(read, books):
    reader = read(books["toc"], QUIET)
    shown(reader)
    reader.go({"href": "audio/3.wav"})
    at(reader, 2, 0)
    press = reader.page.keyboard.press
    press("ArrowRight")
    at(reader, 2, 10)
    press("ArrowLeft")
    at(reader, 2, 0)
    press("End")
    at(reader, 2, 30)
    press("Home")
    at(reader, 2, 0)
    press("Space")
    reader.until(f"{VIEW}.isPlaying && !{VIEW}.audio.paused")
    press("k")
    reader.until(f"!{VIEW}.isPlaying && {VIEW}.audio.paused")
    press("ArrowDown")
    assert reader.evaluate(f"{VIEW}.audio.volume") == 0.9
    press("m")
    assert reader.evaluate(f"{VIEW}.audio.muted")
    press(">")
    assert reader.evaluate(f"{VIEW}.audio.playbackRate") == 1.1
    press("PageUp")
    at(reader, 1, 4)
    # The space bar presses a focused button; keys with modifiers, and others, are ignored.
    reader.page.get_by_role("button", name="Next chapter").focus()
    press("Space")
    at(reader, 2, 0)
    press("Control+ArrowRight")
    press("x")
    at(reader, 2, 0)
    reader.evaluate("lectern.shell.options.keyboard = false")
    press("ArrowRight")
    at(reader, 2, 0)


def test_settings_are_live(read, books):
    reader = read(books["toc"], QUIET)
    player = shown(reader)
    reader.set(speed=1.6, volume=0.4, preservePitch=False, skipForwardInterval=30)
    assert reader.evaluate(f"[{VIEW}.audio.playbackRate, {VIEW}.audio.volume, {VIEW}.audio.preservesPitch]") == [1.6, 0.4, False]
    assert player.get_by_role("button", name="Forward 30 seconds").is_visible()
    assert player.get_by_role("combobox", name="Speed").input_value() == "1.6"
    player.get_by_role("combobox", name="Speed").select_option("2")
    assert reader.evaluate(f"{VIEW}.audio.playbackRate") == 2
    # The next track uses them, too.
    reader.move("forward")
    at(reader, 1, 0)
    assert reader.evaluate(f"[{VIEW}.audio.playbackRate, {VIEW}.audio.volume]") == [2, 0.4]
    reader.tell({"type": "command", "command": "options", "options": {"theme": "dark"}})
    assert reader.evaluate("getComputedStyle(document.querySelector('.player')).backgroundColor") == "rgb(0, 0, 0)"
    assert reader.evaluate("getComputedStyle(document.querySelector('.player')).color") == "rgb(235, 232, 226)"


def test_what_is_chosen_in_the_player_becomes_a_preference(read, books):
    reader = read(books["toc"], QUIET)
    player = shown(reader)
    chosen = []
    with reader.host.navigator.observe("preferences", lambda topic, event: chosen.append(event)):
        player.get_by_role("combobox", name="Speed").select_option("1.5")
        for _ in range(3):
            reader.page.keyboard.press("ArrowDown")
        until(reader.page, lambda: chosen[-1].get("volume") and chosen[-1].get("speed"))
    assert {"speed": 1.5, "volume": 0.7}.items() <= chosen[-1].items()
    reader.until(f"{VIEW}.audio.playbackRate === 1.5 && Math.abs({VIEW}.audio.volume - 0.7) < 1e-6")
    assert [(one["key"], round(one["value"], 6)) for one in reader.said("preference")] == [("speed", 1.5), ("volume", 0.7)]


def test_the_sleep_timer(read, books):
    reader = read(books["toc"], QUIET)
    player = shown(reader)
    player.get_by_role("combobox", name="Sleep").select_option("end")
    command(reader, "seek", time=5.4)
    command(reader, "play")
    reader.until(f"{VIEW}.isPlaying")
    reader.until(f"!{VIEW}.isPlaying")
    reader.idle()
    assert reader.evaluate(f"[{VIEW}.index, {VIEW}.sleep]") == [0, None]
    command(reader, "play")
    command(reader, "sleep", minutes=0.01)
    reader.until(f"{VIEW}.sleep === null && !{VIEW}.isPlaying")
    assert reader.evaluate(f"{VIEW}.audio.volume") == 1


def test_the_sleep_timer_ends_with_a_chapter_in_the_next_track(read, tmp_path):
    toc = [{"href": "audio/1.wav", "title": "Long"}, {"href": "audio/2.wav#t=1.5", "title": "Next"}]
    reader = read(audiobook(tmp_path / "long.audiobook", [("1", 1.2, True), ("2", 6, True)], toc), QUIET)
    shown(reader)
    command(reader, "sleep", minutes="end")
    command(reader, "play")
    reader.until(f"{VIEW}.index === 1 && {VIEW}.isPlaying")
    reader.until(f"!{VIEW}.isPlaying")
    assert 1 < reader.evaluate(f"{VIEW}.audio.currentTime") <= 1.6


def test_playing_from_a_place(read, books):
    reader = read(books["toc"], QUIET)
    shown(reader)
    command(reader, "play", **{"from": {"href": "audio/2.wav", "type": "audio/wav", "locations": {"fragments": ["t=3.2"]}}})
    reader.until(f"{VIEW}.index === 1 && {VIEW}.isPlaying", 4)
    at(reader, 1, 3.3, 6)


def test_contents_and_accessible_names(read, books):
    reader = read(books["toc"], QUIET, size=(390, 780))
    player = shown(reader)
    reader.until(f"{VIEW}.tracks.all[1] === 8")  # not declared by the publication
    contents = player.get_by_role("navigation", name="Contents", include_hidden=True)
    assert not contents.is_visible()
    player.get_by_role("button", name="Contents").click()
    contents.wait_for(state="visible")
    rows = contents.locator("li button")
    assert rows.all_text_contents() == ["One0:06", "Two0:04", "Two and a half0:04", "Three0:30"]
    assert rows.nth(0).get_attribute("aria-current") == "true"
    reader.page.keyboard.press("Escape")
    contents.wait_for(state="hidden")
    player.get_by_role("button", name="Contents").click()
    rows.nth(2).click()
    at(reader, 1, 4, 5)
    assert rows.nth(2).get_attribute("aria-current") == "true"
    names = reader.evaluate("""() => [...document.querySelectorAll(".player button, .player input, .player select, .player progress")]
      .map((one) => one.getAttribute("aria-label") || one.textContent.trim())""")
    assert all(names), names
    position = player.get_by_role("slider", name="Position")
    assert "of 0:08" in position.get_attribute("aria-valuetext")
    assert reader.evaluate("navigator.mediaSession.metadata.title") == "Two and a half"
    # Nothing is wider than the screen, and touch targets are large enough.
    assert reader.evaluate("""() => [...document.querySelectorAll(".player main *")].every((one) => {
      const {left, right} = one.getBoundingClientRect();
      return left >= -1 && right <= innerWidth + 1;
    })""")
    assert reader.evaluate("""() => [...document.querySelectorAll(".player main button, .player main .tool:not([hidden])")].every((one) => {
      const {width, height} = one.getBoundingClientRect();
      return width >= 40 && height >= 40;
    })""")


def test_positions(read, tmp_path):
    """The library completes the places of the player with the number of the span of time."""
    reader = read(audiobook(tmp_path / "long.audiobook", [("1", 70, True), ("2", 5, True)]), QUIET)
    shown(reader)
    places, wanted = [], [("audio/1.wav#t=29", 1, 0, 29), ("audio/1.wav#t=31", 2, 0, 31), ("audio/2.wav", 4, 1, 0)]
    with reader.host.navigator.observe("location", lambda topic, event: event and places.append(event)):
        for href, position, index, time in wanted:
            places.clear()
            reader.go({"href": href})
            at(reader, index, time)
            until(reader.page, lambda: places and places[-1]["locations"]["position"] == position)


def test_other_languages(read, books):
    reader = read(books["arabic"], QUIET, size=(1000, 700), options={"locale": "ar"})
    shown(reader)
    assert reader.evaluate("""() => [document.querySelector(".player").dir, document.querySelector(".player nav h2").textContent]""") == [
        "rtl", "\u0627\u0644\u0645\u062d\u062a\u0648\u064a\u0627\u062a"]
    assert reader.evaluate("document.querySelector('.player nav').getBoundingClientRect().left") == 0
    labels = reader.evaluate("""async () => {
      const {label, setLocale} = await import(lectern.shell.base + "~lectern/tools/labels.js"), found = {};
      for (const tag of ["en", "de-AT", "fr", "ar", "ja", "xx"]) {
        setLocale(tag);
        found[tag] = ["play", "back", "contents"].map((key) => label(key, 10));
      }
      return found;
    }""")
    assert labels["de-AT"] == ["Abspielen", "10 Sekunden zur\u00fcck", "Inhalt"] and labels["xx"] == labels["en"]
    assert len({tuple(row) for row in labels.values()}) == 5


def test_cues(read, books):
    reader = read(books["toc"], QUIET, options={"decorationTemplates": {
        "note": {"layout": "cue", "element": "<p class='said'>{{extras.note}}</p>", "stylesheet": ".said { font-style: italic }"}}})
    shown(reader)
    at(reader, 0, 0)
    decorations = [
        {"id": "a", "locator": {"href": "audio/1.wav", "type": "audio/wav", "locations": {"fragments": ["t=2,4"]}},
         "style": {"id": "note", "tint": "#FF8000"}, "extras": {"note": "Hear, hear <b>"}},
        {"id": "b", "locator": {"href": "audio/1.wav", "type": "audio/wav", "locations": {"fragments": ["t=5"]}},
         "style": {"id": "highlight", "tint": "#00FF00", "isActive": True}}]
    reader.host.navigator.apply_decorations("notes", decorations)
    rendered = reader.host.navigator.render_decorations("audio/1.wav")
    cues = rendered["groups"]["notes"]
    reader.tell({"type": "decorations", "group": "notes", "changes": {"audio/1.wav": [{"add": cue} for cue in cues]},
                 "stylesheet": rendered["stylesheet"]})
    marks = reader.page.locator(".player .cue")
    assert marks.count() == 2
    left = reader.evaluate("""() => [...document.querySelectorAll(".cue")].map(({style}) =>
      [style.left, style.width, style.getPropertyValue("--tint")])""")
    assert [round(float(one[0][:-1]), 1) for one in left] == [33.3, 83.3] and left[0][1].startswith("33.3")
    assert left[1][2] == "#00FF00" and marks.nth(1).get_attribute("data-active") == ""
    reader.go({"href": "audio/1.wav#t=3"})
    reader.until("document.querySelector('.player .subtitles').textContent === 'Hear, hear <b>'")
    assert reader.evaluate("getComputedStyle(document.querySelector('.said')).fontStyle") == "italic"
    assert "playing" in marks.nth(0).get_attribute("class")
    reader.tell({"type": "activable", "groups": ["notes"]})
    marks.nth(1).click()
    at(reader, 0, 5)
    assert reader.evaluate("document.querySelector('.player .subtitles').textContent") == ""
    reader.idle()
    assert [(one["group"], one["id"]) for one in reader.said("decoration")] == [("notes", "b")]
    reader.tell({"type": "decorations", "group": "notes", "changes": {"audio/1.wav": [{"remove": "a"}, {"move": "b", "index": 0}]}})
    assert marks.count() == 1
    # Another track has its own.
    reader.move("forward")
    at(reader, 1, 0)
    assert marks.count() == 0


def test_cues_change_the_volume_sound_and_tell(read, books):
    """"raising the volume or playing an audio cue when reaching the target time" """
    reader = read(books["toc"], {**QUIET, "volume": 0.4})
    shown(reader)
    at(reader, 0, 0)
    reader.evaluate("""() => { window.played = []; const {play} = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function () { played.push(this.src.split("/").pop()); return play.call(this); }; }""")

    def cue(id, time, **style):
        return {"id": id, "locator": {"href": "audio/1.wav", "type": "audio/wav", "locations": {"fragments": ["t=" + time]}},
                "style": {"id": "highlight", **style}}

    heard = []
    with reader.host.navigator.observe("cue", lambda topic, event: heard.append(event)):
        reader.host.navigator.apply_decorations("g", [
            cue("loud", "1,3", volume=2), cue("bell", "1.2,1.25", sound="audio/2.wav"), cue("end", "5")])
        reader.tell({"type": "decorations", "group": "g", "hrefs": ["audio/1.wav"]})
        reader.until("document.querySelectorAll('.player .cue').length === 3")
        command(reader, "play")
        reader.until(f"{VIEW}.audio.volume === 0.8")
        reader.until(f"{VIEW}.audio.currentTime > 3.3 && {VIEW}.audio.volume === 0.4")
        command(reader, "pause")
        until(reader.page, lambda: len(heard) == 4)
    told = [(one["decoration"]["id"], one["state"]) for one in heard]
    assert sorted(told) == [("bell", "begin"), ("bell", "end"), ("loud", "begin"), ("loud", "end")]
    assert told.index(("bell", "begin")) < told.index(("bell", "end")) < told.index(("loud", "end"))
    assert all(one["group"] == "g" and one["time"] >= 1 for one in heard)
    assert reader.evaluate("played") == ["1.wav", "2.wav"]
    # Going somewhere is no reason for a sound.
    reader.go({"href": "audio/1.wav#t=1.21"})
    at(reader, 0, 1.21)
    reader.idle()
    assert reader.evaluate("played") == ["1.wav", "2.wav"] and reader.said("cue")[-1]["state"] == "begin"


def broken(path, number):
    """Three tracks; the recording with this number is damaged."""
    import zipfile
    source = audiobook(path.with_name("whole.audiobook"), [("First", 1, True), ("Second", 1, True), ("Third", 1, True)])
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"RIFFnothing" if name == f"audio/{number}.wav" else old.read(name))
    return path


def test_what_cannot_be_played_is_told(read, tmp_path):
    reader = read(broken(tmp_path / "b.audiobook", 1), QUIET)
    player = shown(reader)
    reader.until(f"{VIEW}.error")
    reader.idle()
    assert reader.said("error")[0]["href"] == "audio/1.wav"
    assert player.locator(".chapter").text_content() == "First: Cannot be played"
    reader.move("forward")
    at(reader, 1, 0)
    assert reader.evaluate(f"{VIEW}.error") == ""


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_track_that_cannot_be_played_is_left_out(read, tmp_path, number):
    """Even one that was preloaded."""
    reader = read(broken(tmp_path / "b.audiobook", number), QUIET)
    player = shown(reader)
    command(reader, "play")
    reader.until(f"{VIEW}.error && {VIEW}.index === {min(number, 2)}")
    assert "Cannot be played" in player.locator(".chapter").text_content()
    reader.until(f"!{VIEW}.isPlaying")
    reader.idle()
    assert [message["href"] for message in reader.said("error")] == [f"audio/{number}.wav"]
    assert reader.place()["page"] == 3


def test_nothing_is_left_behind(read, books):
    reader = read(books["toc"])
    reader.until(f"{VIEW}.isPlaying")
    reader.evaluate(f"window.old = {VIEW}; old.dispose()")
    reader.idle()
    count = len(reader.host.messages)
    reader.page.keyboard.press("ArrowRight")
    reader.idle()
    assert reader.evaluate("[old.audio.paused, document.querySelector('.player'), navigator.mediaSession.metadata]") == [True, None, None]
    assert {message["type"] for message in reader.host.messages[count:]} <= {"key", "tap"}


@pytest.mark.parametrize("name", ["audio/dickinson.zab", "audio/single.mp3", "audio/packaged.audiobook"])
def test_books_of_the_corpus(read, name):
    if not (CORPUS / name).exists():
        pytest.skip("no corpus")
    reader = read(CORPUS / name, QUIET)
    shown(reader)
    reader.until(f"{VIEW}.audio.readyState > 1 || {VIEW}.error")
    if not reader.evaluate(f"{VIEW}.error"):
        command(reader, "seek", time=1.5)
        at(reader, 0, 0.1, 1.51)
        assert reader.page.locator(".player li .length").first.text_content()
