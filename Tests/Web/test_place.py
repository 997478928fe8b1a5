# SPDX-License-Identifier: BSD-3-Clause
"""The reading position: the first character on the screen stays there through all changes."""
import os
import random
import subprocess
from pathlib import Path

import pytest

from . import books, fixed_books
from .host import Held
from .reading import IDLE, random_change, until

#: The number of consecutive changes for each book.
COUNT = int(os.environ.get("LECTERN_CHANGES", 25))

#: Twenty typical changes by a reader.
CHANGES = [{"fontSize": 1.6}, {"fontSize": 0.7}, {"lineHeight": 2.0, "publisherStyles": False}, {"pageMargins": 3.0},
           {"columnCount": "2"}, (613, 907), {"columnCount": "1"}, {"fontFamily": "monospace"}, {"scroll": True},
           {"fontSize": 1.3}, {"scroll": False}, (1271, 700), {"textAlign": "justify", "hyphens": True}, (360, 640),
           {"pageMargins": 0.2}, {"fontSize": 2.0}, {"scroll": True}, (800, 600), {"scroll": False},
           {"fontSize": 1.0, "pageMargins": 1.0, "columnCount": None, "fontFamily": None, "publisherStyles": True,
            "lineHeight": None, "textAlign": None, "hyphens": None}]
BOOKS = ["novel", "arabic", "hebrew", "japanese", "mongolian", "mixed", "pictures", "poetry", "tables", "overflow"]


@pytest.mark.parametrize("name", BOOKS)
def test_first_word_stays(read, shelf, name):
    # When scrolling, resources form one strip in half of the books.
    reader = read(shelf(name), {"continuous": BOOKS.index(name) % 2 == 0})
    pages = reader.place()["pages"]
    for target in (pages // 2, None):
        if target is None:  # also after a jump into the middle of a text
            reader.go({**reader.place()["locator"], "locations": {"progression": 0.62}})
        else:
            for _ in range(target):
                reader.move("forward")
        before, text = reader.at(), reader.evaluate("probe.mark()")
        for step, what in enumerate(CHANGES):
            reader.change(what)
            assert reader.evaluate("probe.kept()"), f"{text!r} is not there after change {step}: {what}"
            assert abs(reader.at()["off"]) < 0.5 or reader.evaluate("lectern.shell.settings.scroll")
        after = reader.at()
        assert (after["page"], after["pages"]) == (before["page"], before["pages"])


def test_the_place_is_in_a_part_without_a_box(read, tmp_path):
    words = books.Words(books.LATIN)
    parts = "".join(f'<div style="display: contents">{words.paragraphs(2)}</div>{words.paragraphs(1)}' for _ in range(12))
    reader = read(books.epub(tmp_path / "parts.epub", "Parts", "en", [("one.xhtml", books.document(parts))]))
    turned = 0
    while True:
        assert reader.place()["locator"]["text"]["highlight"].startswith(reader.evaluate("probe.mark()").strip())
        if not reader.move("forward"):
            break
        turned += 1
    assert turned > 3


def test_the_place_is_low_on_the_screen(read, shelf):
    """A short last chapter starts low on a high screen, and must not be below the edge of a low one."""
    reader = read(shelf("short"), {"continuous": True, "scroll": True}, (600, 1000))
    reader.go({"href": "EPUB/c200.xhtml"})
    assert reader.evaluate("probe.mark()")
    reader.resize(600, 400)
    assert reader.evaluate("probe.kept()")


@pytest.mark.parametrize("name", ["novel", "arabic", "japanese", "pictures"])
def test_random_changes(read, shelf, name):
    reader = read(shelf(name))
    choose = random.Random(name)
    for _ in range(3):
        reader.move("forward")
    while not reader.evaluate("probe.first()"):  # a page with only a picture
        reader.move("forward")
    text, done = reader.evaluate("probe.mark()"), []
    for _ in range(COUNT):
        done.append(random_change(choose))
        reader.change(done[-1])
        assert reader.evaluate("probe.kept()"), f"{text!r} is not there after {done[-3:]}"


@pytest.mark.parametrize("name", ["novel", "japanese"])
def test_opened_again_at_other_sizes(read, shelf, name):
    """Alternating between a phone and a desktop does not drift backwards, page by page."""
    reader = read(shelf(name), size=(400, 700))
    reader.go({**reader.place()["locator"], "locations": {"progression": 0.62}, "text": {}})
    first = place = reader.place()["locator"]
    for size in [(1200, 900), (400, 700)]:
        place = read(shelf(name), size=size, options={"location": place}).place()["locator"]
        assert place["text"] == first["text"], size


@pytest.mark.parametrize("name", ["novel", "arabic", "japanese", "mongolian", "pictures"])
@pytest.mark.parametrize("continuous", [False, True])
def test_a_scrolled_place_leads_back_to_the_same_offset(read, shelf, name, continuous):
    reader = read(shelf(name), {"scroll": True, "continuous": continuous}, (600, 500))
    index = reader.evaluate("Math.min(1, lectern.shell.book.readingOrder.length - 1)")
    href = reader.evaluate(f"lectern.shell.book.readingOrder[{index}].href")
    for progression in (0.137, 0.71):
        reader.go({"href": href, "locations": {"progression": progression}})
        reader.idle()
        place, offset = reader.place()["locator"], reader.evaluate("lectern.shell.current().offsetNow")
        for _ in range(2):
            reader.move("forward")
            assert reader.go(place)
            reader.idle()
            assert reader.place()["locator"] == place
        # The lengths of earlier sections may have changed meanwhile.
        assert continuous or abs(reader.evaluate("lectern.shell.current().offsetNow") - offset) < 0.5
        # The same text as a target, such as a search match, has a line above it.
        if name == "novel":
            locations = {**place["locations"], "progression": place["locations"]["progression"] + 0.01}
            reader.go({**place, "locations": locations})
            assert reader.place()["locator"]["text"] != place["text"]


def test_a_scrolled_place_opened_at_other_sizes(read, shelf):
    reader = read(shelf("novel"), {"scroll": True}, (400, 700))
    reader.go({"href": "EPUB/c1.xhtml", "locations": {"progression": 0.62}})
    first = place = reader.place()["locator"]
    for size in [(800, 500), (400, 700), (800, 500)]:
        place = read(shelf("novel"), {"scroll": True}, size, options={"location": place}).place()["locator"]
        assert place["text"] == first["text"], size


def test_one_report_for_a_change(read, shelf):
    reader = read(shelf("novel"))
    reader.move("forward")
    reader.idle()
    before = len(reader.said("location"))
    reader.evaluate("""() => {
        for (const size of [1.1, 1.2, 1.3]) lectern.shell.view.invalidate();
    }""")
    reader.set(fontSize=1.5)
    reader.idle()
    assert len(reader.said("location")) == before + 1


def test_fonts_are_there_before_the_page(read, tmp_path):
    """A page is not first shown with a fallback font: it would be laid out again, and start with other words."""
    font = subprocess.run(["fc-match", "-f", "%{file}", "DejaVu Sans Mono"], check=True, capture_output=True).stdout
    words = books.Words(books.LATIN)
    head = "<style>@font-face { font-family: Own; src: url(own.ttf) } .own { font-family: Own }</style>"
    path = books.epub(tmp_path / "fonts.epub", "Fonts", "en", [
        (f"c{number}.xhtml", words.chapter(number, head=head, of_body='class="own"')) for number in range(6)],
        [("own.ttf", Path(font.decode()).read_bytes())])
    reader = read(path)
    reader.evaluate("""() => {
        const {view} = lectern.shell, {refresh} = view;
        window.refreshed = [];
        view.refresh = (frame) => { refreshed.push(frame.href); refresh.call(view, frame); };
    }""")
    reader.go({"href": "EPUB/c4.xhtml", "locations": {"progression": 0.4}})
    assert reader.evaluate("[...lectern.shell.current().document.fonts].map(({status}) => status)") == ["loaded"]
    assert reader.evaluate("refreshed") == []


@pytest.mark.parametrize("scroll", [False, True])
def test_late_image(read, shelf, scroll):
    """Content that loads after the page is shown does not move it, and is reported at most once."""
    reader = read(shelf("novel"), {"scroll": scroll})
    for _ in range(3):
        reader.move("forward")
    text = reader.evaluate("probe.mark()")
    reader.idle()
    before = len(reader.said("location"))
    reader.evaluate("""async () => {
        const one = lectern.shell.current(), image = one.document.createElement("img");
        image.style.cssText = "width: 200px; height: 300px; display: block";
        image.src = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 3'/>";
        await image.decode();
        one.body.prepend(image);
        await probe.wait(100);
    }""")
    reader.settle()
    assert reader.evaluate("lectern.shell.current().body.firstElementChild.getBoundingClientRect().height") == 300
    assert reader.evaluate("probe.kept()"), text
    reader.idle()
    assert len(reader.said("location")) <= before + 1


def test_turning_after_changes_does_not_drift(read, shelf):
    """Rotating back and forth without turning a page ends on the original page."""
    reader = read(shelf("novel"))
    for _ in range(4):
        reader.move("forward")
    before = reader.place()["locator"]
    for _ in range(6):
        reader.resize(600, 800)
        reader.resize(800, 600)
    assert reader.place()["locator"] == before


@pytest.mark.parametrize("name", ["novel", "fixed", "comic", "webtoon"])
def test_the_size_of_the_window_while_the_first_page_loads(browser, shelf, tmp_path, name):
    with Held(shelf(name) if name == "novel" else fixed_books.make(name, tmp_path)) as host:
        host.hold(0)
        context = browser.new_context(viewport={"width": 900, "height": 700})
        context.add_init_script(IDLE)
        page = context.new_page()
        page.goto(host.url, wait_until="commit")
        assert host.asked.wait(20)
        page.set_viewport_size({"width": 450, "height": 600})
        host.released.set()
        until(page, lambda: page.evaluate("window.lectern?.shell?.view?.place?.()"))
        page.evaluate("idle()")
        box, width, height = page.evaluate("""() => {
            const shown = [...document.querySelectorAll("main iframe, main img")].find((one) => one.getBoundingClientRect().width);
            return [shown.getBoundingClientRect().toJSON(), innerWidth, innerHeight];
        }""")
        context.close()
    assert (width, height) == (450, 600)
    assert 0 <= box["left"] and box["right"] <= width and (name == "webtoon" or box["bottom"] <= height)
    assert box["width"] > 0.8 * width or box["height"] > 0.8 * height


@pytest.mark.parametrize("preferences", [{"fontSize": 2.0}, {"scroll": True}])
def test_a_jump_arrives_although_settings_change(read, shelf, preferences):
    reader = read(shelf("novel"), host=Held)
    href = reader.host.hold(3)
    reader.evaluate("(href) => { lectern.go({href}); }", href)
    assert reader.host.asked.wait(20)
    reader.host.navigator.submit_preferences(preferences)
    reader.idle()
    reader.host.released.set()
    reader.until(f"lectern.place()?.locator.href === {href!r} && lectern.shell.settings.{next(iter(preferences))} !== false")
    reader.settle()
    assert reader.place()["locator"]["href"] == href


def test_the_last_page_is_kept_while_its_document_arrives(read, shelf):
    """It is opened at its end while settings change, and its text gets longer before it is laid out for them."""
    reader = read(shelf("novel"), host=Held)
    reader.host.hold(1)
    reader.go(reader.evaluate("(({href, type}) => ({href, type}))(lectern.shell.book.readingOrder[2])"))
    assert reader.host.asked.wait(20)
    reader.evaluate("""() => {
      const {shell} = lectern;
      shell.on("frame", ({index, body}) => index === 1 && body.append(...[...body.children].map((one) => one.cloneNode(true))));
      window.moved = shell.move("backward");
      shell.view.setSettings({css: shell.state.css});
    }""")
    reader.host.released.set()
    assert reader.evaluate("moved")
    reader.settle()
    place = reader.place()
    assert place["locator"]["href"] == reader.host.held and place["page"] == place["pages"] > 1
    # A layout that the reader asks for keeps the text, also when more arrives later.
    reader.set(fontSize=2)
    before = reader.place()["page"]
    assert before < reader.place()["pages"]
    reader.evaluate("lectern.shell.current().body.append(lectern.shell.current().body.firstElementChild.cloneNode(true))")
    reader.idle()
    assert reader.place()["page"] == before
