# SPDX-License-Identifier: BSD-3-Clause
"""Selections in the page, with mouse and keyboard, and page turns meanwhile."""
import pytest

from .marking import SCRIPT
from .reading import Mouse

# The center of a word on the screen, in the top page.
WORD = """([text, nth]) => {
    const frame = lectern.shell.current(), walker = frame.document.createTreeWalker(frame.body, 4);
    const range = frame.document.createRange();
    for (let node; (node = walker.nextNode());) {
      for (let at = node.data.indexOf(text); at >= 0; at = node.data.indexOf(text, at + 1)) {
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        const {left, top, right, bottom} = frame.toView(range.getBoundingClientRect());
        if (right < 0 || left > innerWidth || bottom < 0 || top > innerHeight || nth-- > 0) continue;
        return {left, top, right, bottom, y: (top + bottom) / 2};
      }
    }
    return null; }"""


def prepared(reader):
    reader.until("lectern.shell.current()?.selection")
    return reader


@pytest.fixture
def reader(read, shelf):
    return prepared(read(shelf("novel"), {}, (600, 800)))


def select(reader, text="time", nth=0, length=200):
    """Drags from a word to the right, slowly enough for a browser."""
    word = reader.evaluate(WORD, [text, nth])
    mouse = Mouse(reader)
    mouse.move(word["left"] + 1, word["y"])
    mouse.down()
    mouse.move(word["left"] - length / 2, word["y"] + 30, steps=4)
    mouse.move(word["left"] - length, word["y"] + 60, steps=4)
    mouse.up()
    reader.idle()


def selected(reader):
    return reader.evaluate("String(lectern.shell.current().document.getSelection().rangeCount && "
                           "lectern.shell.current().document.getSelection().getRangeAt(0) || '')")


def test_a_selection_is_a_locator_with_its_rectangle(reader):
    select(reader)
    message = reader.heard("selection")
    locator, rect = message["locator"], message["rect"]
    text = selected(reader)
    assert text.strip() and locator["text"]["highlight"] == text
    assert locator["href"] == reader.evaluate("lectern.shell.current().href") and "xhtml" in locator["type"]
    assert locator["locations"]["domRange"] and locator["locations"]["cssSelector"]
    assert locator["locations"]["progression"] == 0
    assert 32 <= len(locator["text"]["after"]) <= 200
    # The rectangle is that of the browser, in the surrounding page.
    assert reader.evaluate("""rect => {
        const frame = lectern.shell.current(), range = frame.document.getSelection().getRangeAt(0);
        const own = frame.toView(range.getBoundingClientRect());
        return ["left", "top", "right", "bottom"].every((side) => Math.abs(own[side] - rect[side]) <= 1); }""", rect)
    found = reader.host.book.locate(locator)
    assert found["text"]["highlight"] == text
    # Its CFI is equivalent to the whole locator.
    cfi = reader.host.book.cfi(locator)["cfi"]
    assert cfi.startswith("epubcfi(/6/") and reader.host.book.locate({"fragments": [cfi]})["text"]["highlight"] == text


def test_what_is_not_selected_any_more_is_told_once(reader):
    assert reader.said("selection") == []
    select(reader)
    count = len(reader.said("selection")) if reader.heard("selection") else 0
    reader.tell({"type": "command", "command": "clearSelection"})
    reader.heard("selection", count + 1)
    assert selected(reader) == ""
    assert [message["locator"] is None for message in reader.said("selection")][-2:] == [False, True]
    count = len(reader.said("selection"))
    reader.page.mouse.click(300, 400)
    reader.idle()
    assert len(reader.said("selection")) == count


def test_white_space_is_no_selection(reader):
    reader.evaluate("""() => {
        const {document} = lectern.shell.current(), text = document.querySelector("p").firstChild;
        const at = text.data.indexOf(" ");
        document.getSelection().setBaseAndExtent(text, at, text, at + 1); }""")
    reader.idle()
    assert reader.said("selection") == []


def test_a_selection_backwards_is_in_order(reader):
    reader.evaluate("""() => {
        const {document} = lectern.shell.current(), [first, second] = document.querySelectorAll("p");
        document.getSelection().setBaseAndExtent(second.firstChild, 9, first.firstChild, 3); }""")
    locations = reader.heard("selection")["locator"]["locations"]
    assert locations["domRange"]["start"]["charOffset"] == 3 and locations["domRange"]["end"]["charOffset"] == 9


@pytest.mark.parametrize("book", ["novel", "arabic", "japanese"])
def test_a_drag_turns_once_and_rests(read, shelf, book):
    reader = prepared(read(shelf(book), {}, (600, 800)))
    place = reader.evaluate("""() => {
        const frame = lectern.shell.current(), {sign, axis, vertical, width, height} = frame.flow;
        const range = frame.document.createRange(), node = frame.document.querySelector("p").firstChild;
        range.setStart(node, 12);
        range.setEnd(node, 13);
        const {left, top, right, bottom} = frame.toView(range.getBoundingClientRect());
        const edge = axis === "y" ? {left: 300, top: height - 5} : {left: sign < 0 ? 5 : width - 5, top: 300};
        return {x: Math.round(right) - 1, y: Math.round(top + bottom) / 2, edge: frame.toView({right: 0, bottom: 0, ...edge})}; }""")
    mouse, edge = Mouse(reader), place["edge"]
    mouse.move(place["x"], place["y"])
    mouse.down()
    mouse.move((place["x"] + edge["left"]) / 2, (place["y"] + edge["top"]) / 2, steps=3)
    reader.evaluate("""() => {
        const frame = lectern.shell.current();
        window.turns = [];
        window.arrived = performance.now();
        frame.onmove(() => frame.page === (turns.at(-1)?.[0] || 0) || turns.push([frame.page, performance.now()])); }""")
    mouse.move(edge["left"], edge["top"], steps=3)
    # It turns after a rest, and again after a pause and a rest, while the end stays there.
    reader.until("turns.length >= 2")
    before = selected(reader)
    (first, one), (second, two) = reader.evaluate("turns.slice(0, 2).map(([page, at], i) => [page, at - (i ? turns[0][1] : arrived)])")
    assert (first, second) == (1, 2) and 700 <= one and 1500 <= two and before.strip()
    # Where the last page has text, too, and no page is turned.
    mouse.move(300, 130, steps=3)
    reader.idle()
    assert reader.evaluate("lectern.shell.current().page") == 2
    mouse.up()
    reader.idle()
    assert reader.evaluate("Math.abs(lectern.shell.current().offsetNow % lectern.shell.current().extent)") < 0.5
    message = reader.said("selection")[-1]
    first, last = reader.evaluate("""() => {
        const frame = lectern.shell.current(), range = frame.document.getSelection().getRangeAt(0), end = range.cloneRange();
        end.setStart(range.endContainer, Math.max(0, range.endOffset - 1));
        return [frame.pageOf(range), frame.pageOf(end)]; }""")
    assert (first, last) == (0, 2) and len(message["locator"]["text"]["highlight"]) > len(before)
    rect = message["rect"]
    assert rect["left"] >= 0 and rect["right"] <= 600 and rect["top"] >= 0 and rect["bottom"] <= 800


def test_selecting_does_not_shift_columns(reader):
    reader.move("forward")
    mouse = Mouse(reader)
    mouse.move(300, 300)
    mouse.down()
    for x, y in ((400, 500), (599, 790), (595, 799), (300, 799), (2, 500), (300, 2), (250, 350)):
        mouse.move(x, y, steps=6)
        assert reader.evaluate("Math.abs(lectern.shell.current().offsetNow - lectern.shell.current().extent)") < 0.5
    mouse.up()
    reader.idle()
    assert reader.evaluate("[lectern.shell.current().page, lectern.shell.current().offsetNow]") == [1, 600]


def test_keys_extend_a_selection_over_pages(reader):
    select(reader, length=40)
    page = reader.page
    for _ in range(60):
        page.keyboard.press("Shift+ArrowDown")
    reader.idle()
    state = reader.evaluate("""() => {
        const frame = lectern.shell.current(), {focusNode: node, focusOffset: at} = frame.document.getSelection();
        const range = frame.document.createRange();
        range.setStart(node, Math.max(0, at - 1));
        range.setEnd(node, at);
        return [frame.page, frame.pageOf(range), Math.abs(frame.offsetNow % frame.extent)]; }""")
    assert state[0] == state[1] > 0 and state[2] < 0.5
    assert reader.said("selection")[-1]["locator"]["text"]["highlight"].startswith("time"[:1])


def test_selection_to_locator_to_range(reader):
    """Random selections, as reported by the page, resolve to the same characters."""
    reader.evaluate(f"window.marks = {SCRIPT}; null")
    assert reader.evaluate("marks.selections(500, 11)") == []


@pytest.mark.parametrize("scroll", [False, True])
def test_the_rectangle_follows_the_text(read, shelf, scroll):
    reader = prepared(read(shelf("novel"), {"scroll": scroll, "continuous": False}, (600, 800)))
    select(reader)
    text = reader.heard("selection")["locator"]["text"]["highlight"]

    def moves(act, is_seen=True):
        reader.idle()
        count = len(reader.said("selection"))
        act()
        message = reader.heard("selection", count + 1)
        reader.idle()
        assert len(reader.said("selection")) == count + 1
        assert message["locator"]["text"]["highlight"] == text
        if not is_seen:
            return message["rect"] is None or pytest.fail("it is not on the screen")
        assert reader.evaluate("""rect => {
            const frame = lectern.shell.current();
            const own = frame.toView(frame.document.getSelection().getRangeAt(0).getBoundingClientRect());
            return ["left", "top", "right", "bottom"].every((side) => Math.abs(own[side] - rect[side]) <= 1); }""", message["rect"])
    moves(lambda: reader.set(fontSize=1.1))
    moves(lambda: reader.resize(640, 780))
    moves(lambda: reader.move("forward"), False)
    moves(lambda: reader.move("backward"))
    moves(lambda: reader.go({"href": "EPUB/c2.xhtml"}), False)
    moves(lambda: reader.go({"href": "EPUB/c1.xhtml"}))
    moves(lambda: reader.set(scroll=not scroll, fontSize=1.3))
    reader.set(scroll=True, continuous=True)
    reader.idle()
    assert reader.said("selection")[-1]["locator"] is None
