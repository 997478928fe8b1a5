# SPDX-License-Identifier: BSD-3-Clause
"""Media overlays: clips play at their times, elements are highlighted, pages turn automatically."""

import pytest

from .media_books import clock, epub, wav

STYLE = "p { margin: 0 0 1em } .spoken { background: yellow } .playing { outline: 0 }"
#: Records when each element is highlighted, by the time of the recording.
TRACE = """() => {
  window.trace = [];
  let frame = performance.now(), gap = 0;
  (function watch() {
    gap = performance.now() - frame;
    frame += gap;
    requestAnimationFrame(watch);
  })();
  const overlay = lectern.shell.overlay, {draw} = Object.getPrototypeOf(overlay);
  overlay.draw = (shown) => {
    draw.call(overlay, shown);
    trace.push([overlay.clip.id, overlay.audio.currentTime, overlay.audio.paused, (gap + performance.now() - frame) / 1000]);
  };
}"""


def par(number, begin, end, chapter=1, source="one.wav", roles=""):
    roles = f' epub:type="{roles}"' if roles else ""
    return (f'<par id="par{chapter}-{number}"{roles}><text src="c{chapter}.xhtml#p{number}"/>'
            f'<audio src="{source}" clipBegin="{clock(begin)}" clipEnd="{clock(end)}"/></par>')


def paragraphs(count, words=12):
    return "".join(f'<p id="p{n}">' + " ".join(f"word{n}-{m}" for m in range(words)) + "</p>" for n in range(1, count + 1))


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    folder = tmp_path_factory.mktemp("overlays")
    step = 0.4
    smil = [
        "".join(par(n, (n - 1) * step, n * step) for n in range(1, 5)) + par(5, 2.4, 2.8),
        par(1, 2.8, 3.2, 2) + par(2, 3.2, 3.6, 2),
    ]
    roles = (par(1, 0, 0.3) + par(2, 0.3, 0.6, roles="pagebreak")
             + '<seq epub:textref="c1.xhtml#p3" epub:type="table">' + par(3, 0.6, 2.0) + par(4, 2.0, 3.0) + "</seq>"
             + par(5, 3.0, 3.4))
    recording = {"one.wav": wav(4, (300, 500, 700))}
    long = "".join(par(n, n * 0.5, n * 0.5 + 0.5) for n in range(1, 7))
    return {
        "plain": epub(folder / "plain.epub", [paragraphs(6), paragraphs(3)], STYLE, smil, recording),
        "unstyled": epub(folder / "unstyled.epub", [paragraphs(6), paragraphs(3)], "", smil, recording),
        "classless": epub(folder / "classless.epub", [paragraphs(6), paragraphs(3)], "", smil, recording, active=False),
        "roles": epub(folder / "roles.epub", [paragraphs(6)], STYLE, [roles], recording),
        "pages": epub(folder / "pages.epub", [paragraphs(8, 150)], STYLE, [long], recording),
        "fixed": epub(folder / "fixed.epub", [paragraphs(2), paragraphs(2), paragraphs(2)], STYLE,
                      [par(1, 0, 0.3), par(1, 0.3, 0.6, 2), par(1, 0.6, 0.9, 3)], recording, fixed=True),
        "far": epub(folder / "far.epub", [paragraphs(2), paragraphs(2), paragraphs(2)], STYLE,
                    [None, None, par(1, 0, 0.4, 3)], recording),
    }


def play(reader, **more):
    reader.until("Boolean(lectern.shell.overlay && lectern.shell.current()?.decorations !== undefined)")
    reader.evaluate(TRACE)
    reader.evaluate("(message) => lectern.receive(message)", {"type": "command", "command": "play", **more})


def command(reader, name, **more):
    reader.evaluate("(message) => lectern.receive(message)", {"type": "command", "command": name, **more})


def states(reader):
    return [message["state"] for message in reader.said("media")]


def test_clips_play_at_their_times(read, books):
    reader = read(books["plain"])
    play(reader)
    reader.until("lectern.shell.overlay.state === 'stopped' && trace.length > 5")
    reader.idle()
    trace = reader.evaluate("trace")
    assert [name for name, *_ in trace] == ["p1", "p2", "p3", "p4", "p5", "p1", "p2"]
    # The next element is highlighted within 30 ms of the start of its clip, for consecutive clips without a pause.  On
    # a busy machine, the delay includes that of the frames.
    for (name, at, paused, late), begin in zip(trace[1:4], (0.4, 0.8, 1.2)):
        assert begin <= at < begin + max(0.03, late + 0.01) and not paused, (name, at, late)
    # The gap before the fifth clip is skipped.
    assert trace[4][1] < 1.6 + max(0.03, trace[4][3] + 0.01)
    media = reader.said("media")
    assert media[-1]["state"] == "ended" and {message["kind"] for message in media} == {"overlay"}
    assert {message["locator"]["locations"]["fragments"][0] for message in media if "locator" in message} >= {"p1", "p5"}
    assert media[-2]["href"] == "OPS/c2.xhtml"
    assert reader.place()["locator"]["href"] == "OPS/c2.xhtml"


def test_classes_of_the_publication(read, books):
    reader = read(books["plain"])
    play(reader)
    reader.until("trace.length > 1")
    assert reader.evaluate("""() => {
      const {document} = lectern.shell.current();
      return [document.documentElement.className, [...document.querySelectorAll('.spoken')].map(({id}) => id).join()];
    }""") == ["playing", reader.evaluate("lectern.shell.overlay.clip.id")]
    assert reader.evaluate("lectern.shell.current().decorations.groups.has('tts')") is False
    command(reader, "stop")
    assert reader.evaluate("""() => {
      const {document} = lectern.shell.current();
      return document.documentElement.hasAttribute('class') || !!document.querySelector('[class]');
    }""") is False


@pytest.mark.parametrize("name", ["unstyled", "classless"])
def test_a_decoration_where_no_class_is_seen(read, books, name):
    reader = read(books[name])
    play(reader)
    reader.until("trace.length > 1")
    command(reader, "pause")
    reader.idle()
    assert reader.evaluate("""() => {
      const frame = lectern.shell.current(), element = frame.document.getElementById(lectern.shell.overlay.clip.id);
      const [box] = frame.decorations.layer.top.querySelectorAll('.lectern-tts-sentence');
      const range = frame.document.createRange();
      range.selectNodeContents(element);
      const a = box.getBoundingClientRect(), b = range.getBoundingClientRect();
      return Math.abs(a.left - b.left) < 1 && Math.abs(a.top - b.top) < 1;
    }""")


def test_pause_resume_skip_rate(read, books):
    reader = read(books["plain"])
    play(reader)
    reader.until("trace.length > 1")
    command(reader, "pause")
    assert reader.evaluate("lectern.shell.overlay.audio.paused")
    at = reader.evaluate("lectern.shell.overlay.at")
    reader.idle()
    assert reader.evaluate("lectern.shell.overlay.at") == at
    command(reader, "skip", seconds=0.3)
    reader.until(f"lectern.shell.overlay.at === {at + 1} && !lectern.shell.overlay.audio.seeking")
    assert reader.evaluate("Math.abs(lectern.shell.overlay.audio.currentTime - lectern.shell.overlay.clip.begin) < 0.03")
    command(reader, "skip", seconds=-0.5)
    reader.until(f"lectern.shell.overlay.at === {max(0, at - 1)} && !lectern.shell.overlay.audio.seeking")
    reader.set(speed=2, volume=0.3)
    command(reader, "play")
    reader.until("lectern.shell.overlay.state === 'playing' && !lectern.shell.overlay.audio.paused")
    assert reader.evaluate("(({playbackRate, preservesPitch, volume}) => [playbackRate, preservesPitch, volume])(lectern.shell.overlay.audio)") == [2, True, 0.3]
    reader.set(speed=1.5)
    assert reader.evaluate("lectern.shell.overlay.audio.playbackRate") == 1.5
    assert states(reader).count("paused") >= 1


def test_skippable_and_escapable(read, books):
    reader = read(books["roles"])
    play(reader)
    reader.until("lectern.shell.overlay.clip?.id === 'p3'")
    assert "p2" not in [name for name, *_ in reader.evaluate("trace")]
    reader.evaluate("lectern.shell.overlay.escape()")
    reader.until("lectern.shell.overlay.clip?.id === 'p5'")
    assert "p4" not in [name for name, *_ in reader.evaluate("trace")]
    command(reader, "stop")
    play(reader, skippable=["table"], **{"from": {"href": "OPS/c1.xhtml", "locations": {"fragments": ["p2"]}}})
    reader.until("lectern.shell.overlay.clip?.id === 'p2'")
    reader.until("lectern.shell.overlay.clip?.id === 'p5'")
    assert [name for name, *_ in reader.evaluate("trace")][-2:] == ["p2", "p5"]


def test_the_settings_skip(read, books):
    reader = read(books["roles"], {"skipPageNumbers": False, "skipTables": True})
    play(reader)
    reader.until("lectern.shell.overlay.clip?.id === 'p5'")
    assert [name for name, *_ in reader.evaluate("trace")] == ["p1", "p2", "p5"]


def test_pages_turn_by_themselves(read, books):
    reader = read(books["pages"], size=(420, 500))
    play(reader)
    # Each paragraph is longer than a page: pages also turn in the middle of its clip.
    reader.until("lectern.shell.overlay.at >= 3", 30)
    pages = sorted({message["page"] for message in reader.said("location")})
    assert len(pages) >= 4 and pages == list(range(pages[0], pages[-1] + 1)), pages
    shown = "lectern.shell.overlay.follower.isShown"
    assert reader.evaluate(shown)
    # The reader leaves: no page is turned until they return.
    reader.evaluate("lectern.go({href: 'OPS/c1.xhtml', locations: {progression: 0}})")
    page = reader.place()["page"]
    reader.until(f"lectern.shell.overlay.at > {reader.evaluate('lectern.shell.overlay.at')}")
    assert reader.place()["page"] == page and not reader.evaluate(shown)
    command(reader, "resume")
    reader.until(shown)


def test_from_the_page_of_the_reader_and_by_tap(read, books):
    reader = read(books["pages"], size=(420, 500))
    reader.go({"href": "OPS/c1.xhtml", "locations": {"fragments": ["p4"]}})
    play(reader)
    reader.until("trace.length > 0")
    assert reader.evaluate("trace")[0][0] in ("p4", "p5")
    reader.go({"href": "OPS/c1.xhtml", "locations": {"fragments": ["p1"]}})
    page = reader.place()["page"]
    reader.page.mouse.click(210, 250)
    reader.until("lectern.shell.overlay.clip.id === 'p1'")
    assert reader.place()["page"] == page


def test_fixed_layout(read, books):
    reader = read(books["fixed"])
    play(reader)
    reader.until("lectern.shell.overlay.state === 'stopped' && trace.length > 2")
    reader.idle()
    assert [name for name, *_ in reader.evaluate("trace")] == ["p1", "p1", "p1"]
    assert [message["locator"]["href"] for message in reader.said("location")][-1].startswith("OPS/c")
    assert reader.said("media")[-1]["state"] == "ended"


def test_the_next_resource_with_an_overlay(read, books):
    reader = read(books["far"])
    play(reader)
    reader.until("lectern.shell.overlay.clip?.href === 'OPS/c3.xhtml'")
    assert reader.until("lectern.place().locator.href === 'OPS/c3.xhtml'"), reader.errors


def test_sleep(read, books):
    reader = read(books["plain"])
    play(reader)
    reader.until("lectern.shell.overlay.state === 'playing'")
    command(reader, "sleep", minutes=0.005)
    reader.until("lectern.shell.overlay.state === 'paused'")
    command(reader, "sleep", minutes="end")
    command(reader, "play")
    reader.until("lectern.shell.overlay.state === 'stopped'")
    reader.idle()
    assert all(message["href"] != "OPS/c2.xhtml" for message in reader.said("media"))


def test_a_missing_recording_is_told(read, books, tmp_path):
    book = epub(tmp_path / "missing.epub", [paragraphs(2)], STYLE, [par(1, 0, 1, source="none.wav")])
    reader = read(book)
    play(reader)
    reader.heard("error")
    assert reader.evaluate("lectern.shell.overlay.state") == "stopped"
