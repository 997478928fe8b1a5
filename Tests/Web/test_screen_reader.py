# SPDX-License-Identifier: BSD-3-Clause
"""The output for screen readers: announcements, reading order, names, and keyboard access."""
import re

import pytest

from . import books as own_books
from . import fixed_books
from .books import document, epub
from .media_books import audiobook, png

STATUS = "document.querySelector('#status').textContent"


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A chapter with three headings and three page breaks with links, then a short one."""
    words = own_books.Words(own_books.LATIN, 21)
    parts = "".join(f'<h{1 + (number > 1)}>Part {number}</h{1 + (number > 1)}><p><span id="p{number}" epub:type="pagebreak" '
                    f'title="{number}"></span>{words.text(4)} <a id="a{number}" href="two.xhtml">link {number}</a></p>{words.paragraphs(9, 9)}'
                    for number in (1, 2, 3))
    return epub(tmp_path_factory.mktemp("heard") / "heard.epub", "Heard", "en",
                [("one.xhtml", document(parts, "One")), ("two.xhtml", document("<h1>The second</h1><p>Short.</p>", "Two"))])


def heard(reader, text):
    reader.until(f"{STATUS} === {text!r}", 10)


def test_headings_and_page_breaks_are_announced(read, book):
    reader = read(book, {}, (500, 600))
    heard(reader, "Part 1. Page 1")
    reader.move("forward")
    count = reader.place()["pages"]
    heard(reader, f"2 of {count}")
    said = [reader.evaluate(STATUS)]
    while reader.place()["locator"]["href"].endswith("one.xhtml"):
        reader.move("forward")
        reader.idle()
        said.append(reader.evaluate(STATUS))
    found = [text for text in said if "Part" in text or "Page" in text]
    assert ". ".join(found) == "Part 2. Page 2. Part 3. Page 3" and said[-1] == "The second"
    assert len(said) == len(found) + 1 + sum(bool(re.fullmatch(rf"\d+ of {count}", text)) for text in said)
    # It can be turned off.
    reader.tell({"type": "command", "command": "options", "options": {"announce": False}})
    reader.move("backward")
    reader.idle()
    assert reader.evaluate(STATUS) == "The second"


def test_marks_are_announced(read, book):
    reader = read(book, {}, (500, 600))
    heard(reader, "Part 1. Page 1")

    def mark(*selectors):
        reader.host.navigator.apply_decorations("marks", [
            {"id": selector, "locator": {"href": "EPUB/one.xhtml", "type": "application/xhtml+xml", "locations": {"cssSelector": selector}},
             "style": {"id": "highlight"}, "interactions": ["activate"]} for selector in selectors])
        reader.tell({"type": "decorations", "group": "marks", "hrefs": ["EPUB/one.xhtml"]})
    mark("h1", "#a1", "h2")
    heard(reader, "Marked passages: 2")
    reader.go({"href": "EPUB/one.xhtml", "locations": {"cssSelector": "h2"}})
    heard(reader, "Part 2. Page 2. Marked passages: 1")
    # Nothing is said of known marks and of marks that are gone.
    before = reader.evaluate(STATUS)
    mark("h1", "h2")
    reader.idle()
    assert reader.evaluate(STATUS) == before


def test_the_end_of_the_links_is_announced(read, book):
    """Behind it, Tab leaves the document."""
    reader = fixed_books.interactive(read(book, {}, (500, 600)))
    for number in (1, 2, 3):
        reader.page.keyboard.press("Tab")
        reader.until(f"lectern.shell.current().document.activeElement.id === 'a{number}'")
        reader.settle()
    assert "links" not in reader.evaluate(STATUS)
    reader.page.keyboard.press("Tab")
    reader.until(f"{STATUS}.endsWith('No more links in this chapter')")


@pytest.mark.parametrize("name, first, second", [("pdf", "1 of 7", "2 of 7"), ("comic", "1 of 12", "2 of 12"), ("fixed", "1 of 6", "2 of 6")])
def test_pages_without_headings_have_a_number(read, tmp_path, name, first, second):
    reader = read(fixed_books.make(name, tmp_path), {"spread": "never"}, (500, 600))
    heard(reader, first)
    reader.move("forward")
    heard(reader, second)


def test_scrolling_tells_what_comes(read, book):
    reader = read(book, {"scroll": True}, (500, 600))
    heard(reader, "Part 1. Page 1")
    reader.go({"href": "EPUB/one.xhtml", "locations": {"cssSelector": "h2"}})
    heard(reader, "Part 2. Page 2")


def test_the_focus_is_on_the_page(read, book):
    """Tab moves through the links in text order, and the page follows."""
    reader = fixed_books.interactive(read(book, {}, (500, 600)))
    for number in (1, 2, 3):
        reader.page.keyboard.press("Tab")
        reader.until(f"lectern.shell.current().document.activeElement.id === 'a{number}'")
        reader.settle()
        assert reader.evaluate("""() => { const frame = lectern.shell.current();
            const {left, right} = frame.toView(frame.document.activeElement.getBoundingClientRect());
            return left >= 0 && right <= innerWidth && Math.abs(frame.offsetNow % frame.extent) < 0.5; }"""), number
    assert reader.evaluate("""[...document.querySelectorAll("iframe")].filter((frame) => frame !== lectern.shell.current().element)
        .every((frame) => frame.closest("[inert]"))""")


def tree(page, selector="body"):
    """The accessibility tree as text."""
    return page.locator(selector).aria_snapshot()


def test_the_tree_of_a_page(read, book):
    reader = read(book, {}, (500, 600))
    reader.until("lectern.shell.current().decorations")
    reader.idle()
    # There is one frame with a name; those of neighbours are hidden.
    outer = tree(reader.page)
    assert outer.count("iframe") == 1 and "main" in outer and 'status: Part 1. Page 1' in outer
    assert reader.evaluate("lectern.shell.current().element.title") == "Part 1"
    inner = reader.page.frame_locator("iframe:not([aria-hidden])").locator("body").aria_snapshot()
    assert re.findall(r'(?:heading|link) "([^"]+)"', inner) == ["Part 1", "link 1", "Part 2", "link 2", "Part 3", "link 3"]
    # Highlights are not part of it.
    reader.host.navigator.apply_decorations("marks", [{"id": "a", "locator": {"href": "EPUB/one.xhtml", "type": "application/xhtml+xml",
                                                       "locations": {"cssSelector": "h1"}}, "style": {"id": "highlight"}}])
    reader.tell({"type": "decorations", "group": "marks", "hrefs": ["EPUB/one.xhtml"]})
    reader.until("Boolean(lectern.shell.current().decorations.layer.top.querySelector('lectern-decoration > *'))")
    assert reader.page.frame_locator("iframe:not([aria-hidden])").locator("body").aria_snapshot() == inner


def test_the_tree_of_a_note(read, tmp_path):
    reader = fixed_books.interactive(read(fixed_books.make("notes", tmp_path)))
    reader.evaluate("lectern.shell.current().document.querySelector('#r1').click()")
    reader.until("document.querySelector('.lectern-note')")
    found = tree(reader.page)
    assert re.search(r'dialog "Note"', found) and "The note itself" in found
    assert re.findall(r'(?:link|button) "([^"]+)"', found) == ["a link", "Go to note", "Close"]


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    toc = [{"href": "audio/1.wav#t=0", "title": "One"}, {"href": "audio/2.wav", "title": "Two"}]
    return audiobook(tmp_path_factory.mktemp("recording") / "a.audiobook", [("1", 6, True), ("2", 8, True)], toc, png(60, 60, (90, 120, 160)))


def test_a_recording_by_keyboard_alone(read, recording):
    reader = read(recording, {"autoPlay": False}, (390, 780))
    reader.until("Boolean(document.querySelector('.player:not([hidden])'))")
    found = tree(reader.page)
    assert found.index('slider "Position"') < found.index('button "Play"') < found.index('combobox "Speed"') < found.index('button "Contents"')
    assert 'region "Player"' in found and "Two" not in found.split('button "Contents"')[1], "closed contents are not read"
    # Tab reaches every control in tree order, and nothing else.
    named = re.findall(r'(?:slider|button|combobox) "([^"]+)"(?! \[disabled)', found)
    reached = []
    for _ in range(len(named)):
        reader.page.keyboard.press("Tab")
        reached.append(reader.evaluate("""(({activeElement: one}) => one.getAttribute("aria-label") || one.textContent.trim())(document)"""))
    assert reached == named
    # Contents: open them, go to an entry, and the focus returns.
    reader.page.locator(".player").get_by_role("button", name="Contents").focus()
    reader.page.keyboard.press("Enter")
    reader.until("document.activeElement.closest('nav')")
    assert reader.evaluate("document.activeElement.textContent").startswith("One")
    reader.page.keyboard.press("Tab")
    reader.page.keyboard.press("Enter")
    reader.until("lectern.shell.view.index === 1")
    reader.until("!document.activeElement.closest('nav')")
    assert reader.evaluate("document.activeElement.closest('.player') !== null")
    # Play, change the speed, seek.
    reader.page.locator(".player").get_by_role("button", name="Play").focus()
    reader.page.keyboard.press("Enter")
    reader.until("lectern.shell.view.isPlaying")
    reader.page.keyboard.press("Enter")
    reader.until("!lectern.shell.view.isPlaying")
    reader.page.locator(".player").get_by_role("combobox", name="Speed").focus()
    reader.page.keyboard.press("ArrowDown")
    reader.until("lectern.shell.view.audio.playbackRate !== 1")
    reader.page.locator(".player").get_by_role("slider", name="Position").focus()
    before = reader.evaluate("lectern.shell.view.audio.currentTime")
    reader.page.keyboard.press("ArrowRight")
    reader.until(f"lectern.shell.view.audio.currentTime > {before}")
