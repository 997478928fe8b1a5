# SPDX-License-Identifier: BSD-3-Clause
"""Words selected with the mouse on fixed-layout and PDF pages, at any scale: quote, rectangle, and a highlight."""
import pytest

from . import fixed_books
from .reading import Mouse

SIZE = (1000, 760)
FIXED, PDF = "house stood by the water", "begins with these"

# The range of words on the page on the screen, and a function that converts from its document to the window.
HERE = """
    const frame = lectern.shell.current(), {document} = frame, range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    const from = nodes.map(({data}) => data).join("").indexOf(words);
    const point = (offset, isEnd) => {
      for (const node of nodes) {
        if (offset < node.length || isEnd && offset === node.length) return [node, offset];
        offset -= node.length;
      }
    };
    range.setStart(...point(from));
    range.setEnd(...point(from + words.length, true));
    const outer = frame.element.getBoundingClientRect(), scale = outer.width / frame.width;
    const screen = ({left, top, right, bottom}) => [outer.left + left * scale, outer.top + top * scale,
      outer.left + right * scale, outer.top + bottom * scale];
    const boxes = [...range.getClientRects()].filter(({width, height}) => width && height).map(screen);"""
WORDS = "(words) => {" + HERE + " return {boxes, scale}; }"
MARKS = """() => { const frame = lectern.shell.current(), outer = frame.element.getBoundingClientRect(), scale = outer.width / frame.width;
    return [...frame.decorations.layer.top.querySelectorAll("lectern-decoration > *")].map((element) => {
        const {left, top, right, bottom} = element.getBoundingClientRect();
        return [outer.left + left * scale, outer.top + top * scale, outer.left + right * scale, outer.top + bottom * scale]; }); }"""


@pytest.fixture
def book(read, tmp_path):
    def open_book(name, preferences, scale, ratio):
        reader = read(fixed_books.make(name, tmp_path), preferences, SIZE, ratio, {"viewport": dict(zip(("width", "height"), SIZE))})
        fixed_books.interactive(reader).until("lectern.shell.current().selection && lectern.shell.current().decorations")
        if scale != 1:
            reader.tell({"type": "command", "command": "zoom", "scale": scale})
            reader.idle()
        return reader
    return open_book


def around(boxes):
    left, top, right, bottom = zip(*boxes)
    return [min(left), min(top), max(right), max(bottom)]


@pytest.mark.parametrize("name, words, preferences, scale, ratio", [
    ("fixed", FIXED, {}, 1.37, 1), ("fixed", FIXED, {}, 1, 1), ("fixed", FIXED, {}, 2.5, 1.5),
    ("pdf", PDF, {"spread": "never"}, 1.37, 1), ("pdf", PDF, {"spread": "always"}, 1, 2),
    ("pdf", PDF, {"spread": "never"}, 2.5, 1), ("pdf", PDF, {"scroll": True}, 1, 1), ("pdf", PDF, {"scroll": True}, 1.37, 1)])
def test_words(book, name, words, preferences, scale, ratio):
    reader = book(name, preferences, scale, ratio)
    place = reader.evaluate(WORDS, words)
    first, last = place["boxes"][0], place["boxes"][-1]
    mouse = Mouse(reader)
    mouse.move(first[0] + 1, (first[1] + first[3]) / 2)
    mouse.down()
    mouse.move(last[2] - 1, (last[1] + last[3]) / 2, steps=12)
    mouse.up()
    reader.idle()
    assert reader.evaluate(WORDS, words) == place, "the page is not panned"
    selected = reader.said("selection")[-1]
    locator, rect = selected["locator"], selected["rect"]
    assert locator["text"]["highlight"] == words
    box = around(place["boxes"])
    assert [rect[side] for side in ("left", "top", "right", "bottom")] == pytest.approx(box, abs=1)
    # Its highlight is on the words, and only there.
    reader.host.navigator.set_decoration_template("highlight", fixed_books.TEMPLATE)
    reader.host.navigator.apply_decorations("marks", [{"id": "a", "locator": locator, "style": {"id": "highlight", "tint": "#FF0000"}}])
    reader.tell({"type": "decorations", "group": "marks", "hrefs": [locator["href"]]})
    reader.until("Boolean(lectern.shell.current().decorations.layer.top.querySelector('lectern-decoration > *'))")
    assert around(reader.evaluate(MARKS)) == pytest.approx(box, abs=1)
    assert reader.host.refused == []


def test_one_selection_in_a_spread(book):
    reader = book("fixed", {"spread": "always"}, 1, 1)
    reader.move("forward")
    reader.idle()
    mouse = Mouse(reader)
    for frame in reader.evaluate("""lectern.shell.view.shown.pages.map((frame) => {
            const {left, top, width} = frame.element.getBoundingClientRect(), scale = width / frame.width;
            const text = frame.document.querySelector("#text").getBoundingClientRect();
            return {href: frame.href, x: left + text.left * scale, y: top + (text.top + 8) * scale}; })"""):
        mouse.move(frame["x"], frame["y"])
        mouse.down()
        mouse.move(frame["x"] + 100, frame["y"], steps=5)
        mouse.up()
        reader.idle()
        assert reader.said("selection")[-1]["locator"]["href"] == frame["href"]
        assert reader.evaluate("""lectern.shell.frames().filter(({document}) => String(document.getSelection()))
            .map(({href}) => href)""") == [frame["href"]]
