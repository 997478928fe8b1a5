# SPDX-License-Identifier: BSD-3-Clause
"""Keys, taps, swipes, the wheel and the pen: page turns, and the events for the host."""

import pytest

from . import books, fixed_books
from .host import Held

WIDTH, HEIGHT = 800, 600


@pytest.fixture
def book(read, shelf):
    return lambda name="novel", preferences=None, **more: fixed_books.interactive(read(shelf(name), preferences or {}, **more))


def drag(reader, *points):
    """Drags the mouse.  Playwright's own drag waits for a timer in a frame without scripts."""
    session = reader.context.new_cdp_session(reader.page)
    for step, (x, y) in enumerate(points):
        kinds = ["mousePressed"] * (step == 0) + ["mouseMoved"] + ["mouseReleased"] * (step == len(points) - 1)
        for kind in kinds:
            session.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1,
                                                      "clickCount": 1})
    session.detach()


def number(reader):
    reader.idle()
    place = reader.place()
    return place["locator"]["href"][-7:], place["page"]


def turned(reader, act):
    before = number(reader)
    act()
    after = number(reader)
    return 0 if before == after else 1 if after > before else -1


def press(reader, key):
    return turned(reader, lambda: reader.page.keyboard.press(key))


def inner(reader):
    """The document on the screen."""
    return reader.page.frames[-1] if len(reader.page.frames) == 2 else next(
        frame for frame in reader.page.frames[1:]
        if frame.frame_element().evaluate("(element) => getComputedStyle(element).visibility") == "visible")


@pytest.mark.parametrize("inside", [False, True])
def test_keys_turn_pages_from_the_page_and_from_a_document(book, inside):
    reader = book()
    reader.move("forward")
    if inside:
        inner(reader).evaluate("document.body.tabIndex = -1, document.body.focus(), window.focus()")
        assert reader.evaluate("document.activeElement.localName") == "iframe"
    for forward, backward in (("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp"), ("PageDown", "PageUp"),
                              ("Space", "Shift+Space")):
        assert press(reader, forward) == 1, forward
        assert press(reader, backward) == -1, backward
    reader.page.keyboard.press("End")
    assert number(reader)[1] == reader.place()["pages"]
    reader.page.keyboard.press("Home")
    assert number(reader)[1] == 1
    assert not reader.said("key")


def test_keys_that_are_pressed_while_a_chapter_loads_turn_its_pages(read, tmp_path):
    chapters = [("a.xhtml", books.document("<p>One.</p>")), ("b.xhtml", books.document("<p>Two.</p>" * 200))]
    reader = fixed_books.interactive(read(books.epub(tmp_path / "slow.epub", "Slow", "en", chapters), host=Held))
    reader.idle()
    reader.evaluate("lectern.shell.view.live.drop(1)")
    reader.host.hold(1)
    for key in ("PageDown", "PageDown", "PageDown", "PageUp"):
        reader.page.keyboard.press(key)
    assert reader.host.asked.wait(20)
    reader.host.released.set()
    reader.until("lectern.place().locator.href.endsWith('b.xhtml') && lectern.place().page === 2")
    reader.idle()
    assert reader.place()["page"] == 2
    # Keys that were pressed before a jump have no effect after it.
    reader.evaluate("lectern.go({href: 'EPUB/a.xhtml'})")
    reader.idle()
    reader.evaluate("lectern.shell.view.live.drop(1)")
    reader.host.hold(1)
    reader.page.keyboard.press("PageDown")
    reader.page.keyboard.press("PageDown")
    reader.evaluate("lectern.go({href: 'EPUB/a.xhtml'})")
    reader.host.released.set()
    reader.idle()
    assert reader.place()["locator"]["href"] == "EPUB/a.xhtml"


def test_the_reading_direction_decides_what_left_means(book):
    for name in ("arabic", "japanese"):
        reader = book(name)
        assert press(reader, "ArrowLeft") == 1, name
        assert press(reader, "ArrowRight") == -1, name
        assert press(reader, "ArrowDown") == 1, name
        assert turned(reader, lambda: reader.page.mouse.click(40, 300)) == 1, name
        assert turned(reader, lambda: reader.page.mouse.click(760, 300)) == -1, name


def test_vertical_lines_go_to_their_own_side(book):
    reader = book("mongolian")  # vertical-lr
    assert press(reader, "ArrowRight") == 1
    assert press(reader, "ArrowLeft") == -1


def test_other_keys_are_the_hosts(book):
    reader = book()
    reader.page.keyboard.press("Control+ArrowRight")
    reader.page.keyboard.press("f")
    reader.page.keyboard.press("Escape")
    assert number(reader)[1] == 1
    said = [(message["key"], message["ctrl"]) for message in reader.said("key")]
    assert said == [("ArrowRight", True), ("f", False), ("Escape", False)]
    assert reader.said("key")[1]["code"] == "KeyF"


def test_keys_in_fields_and_on_controls_stay_there(read, tmp_path):
    reader = fixed_books.interactive(read(fixed_books.make("links", tmp_path), size=(800, 600)))
    frame = inner(reader)
    frame.locator("#field").focus()
    reader.page.keyboard.type("a b")
    reader.page.keyboard.press("ArrowRight")
    assert frame.evaluate("document.getElementById('field').value") in ("xa b", "a bx")
    frame.locator("#more").focus()
    reader.page.keyboard.press("Space")
    assert frame.evaluate("document.querySelector('details').open")
    assert reader.place()["page"] == 1
    assert not reader.said("key")


def test_each_can_be_turned_off(book):
    reader = book(options={})
    reader.tell({"type": "command", "command": "options", "options": {"keyboard": False, "wheel": False, "mouse": False}})
    assert press(reader, "ArrowRight") == 0
    assert [message["key"] for message in reader.said("key")] == ["ArrowRight"]
    assert turned(reader, lambda: reader.page.mouse.click(780, 300)) == 0
    assert len(reader.said("tap")) == 1
    assert turned(reader, lambda: reader.page.mouse.wheel(0, 300)) == 0
    reader.tell({"type": "command", "command": "options", "options": {"keyboard": True}})
    assert press(reader, "ArrowRight") == 1


def test_taps_turn_at_the_sides_and_reach_the_host_in_the_middle(book):
    reader = book()
    assert turned(reader, lambda: reader.page.mouse.click(780, 300)) == 1
    assert turned(reader, lambda: reader.page.mouse.click(20, 300)) == -1
    assert not reader.said("tap")
    assert turned(reader, lambda: reader.page.mouse.click(20, 300)) == 0
    assert len(reader.said("tap")) == 1, "what cannot turn is a tap"
    assert turned(reader, lambda: reader.page.mouse.click(400, 300)) == 0
    tap = reader.said("tap")[1]
    assert tap["point"] == {"x": 400, "y": 300} and (tap["width"], tap["height"]) == (WIDTH, HEIGHT)


def test_selecting_is_no_tap(book):
    reader = book()
    mouse = reader.page.mouse
    # Dragging from the middle of a line to its side.
    box = inner(reader).evaluate("(({left, top, height}) => [left, top + height / 2])"
                                 "(document.querySelector('p').getClientRects()[0])")
    assert turned(reader, lambda: drag(reader, *[(box[0] + way, box[1]) for way in (5, 100, 200, 300)])) == 0
    assert inner(reader).evaluate("String(getSelection())")
    # The next click only clears the selection, even outside of the document.
    assert turned(reader, lambda: mouse.click(780, 595)) == 0
    assert not inner(reader).evaluate("String(getSelection())")
    assert reader.said("selection")[-1]["locator"] is None
    assert not reader.said("tap")
    assert turned(reader, lambda: mouse.click(780, 560)) == 1


def test_the_wheel_turns_one_page_in_a_gesture(book):
    reader = book()

    def gesture(*deltas):
        """Events at one time, a second after those before, and long before the mouse is used."""
        reader.evaluate("""(deltas) => {
          const {window, body} = lectern.shell.current(), value = globalThis.time = (globalThis.time ?? -60000) + 1000;
          for (const deltaY of deltas) {
            const event = new window.WheelEvent("wheel", {deltaY, bubbles: true, cancelable: true});
            body.dispatchEvent(Object.defineProperty(event, "timeStamp", {value}));
          }
        }""", deltas)
    assert turned(reader, lambda: gesture(*[20] * 20)) == 1
    assert number(reader)[1] == 2, "inertia turns no second page"
    assert turned(reader, lambda: gesture(20, 20)) == 0, "too little"
    assert turned(reader, lambda: gesture(120, -120)) == 0, "the other way counts at once"
    assert turned(reader, lambda: gesture(-100)) == -1
    reader.page.mouse.move(400, 300)
    assert turned(reader, lambda: reader.page.mouse.wheel(0, 100)) == 1


TOUCH = """([points, pauses, id]) => new Promise((resolve) => {
  const frame = lectern.shell.current(), document = frame.document;
  const target = document.elementFromPoint(points[0][0][0], points[0][0][1]) || document.body;
  const send = (type, step) => {
    const touches = step.map(([clientX, clientY], identifier) => new frame.window.Touch({identifier, target, clientX, clientY}));
    target.dispatchEvent(new frame.window.TouchEvent(type, {touches, changedTouches: touches, bubbles: true, cancelable: true}));
  };
  let at = 0;
  const next = () => {
    if (at === points.length) { send("touchend", []); return setTimeout(resolve, 300); }
    send(at ? (points[at].length > points[at - 1].length ? "touchstart" : "touchmove") : "touchstart", points[at]);
    at++;
    setTimeout(next, pauses);
  };
  next();
})"""


def swipe(reader, *points, pauses=10):
    reader.evaluate(TOUCH, [[point if isinstance(point[0], (list, tuple)) else [point] for point in points], pauses, 0])


def test_swipes_turn(book):
    reader = book()
    assert turned(reader, lambda: swipe(reader, (700, 300), (600, 302), (400, 304))) == 1
    assert turned(reader, lambda: swipe(reader, (100, 300), (200, 302), (400, 304))) == -1
    assert turned(reader, lambda: swipe(reader, (400, 300), (405, 500), (300, 500))) == 0, "locked to the other axis"
    assert turned(reader, lambda: swipe(reader, (400, 300), (340, 300), (330, 300), pauses=200)) == 0, "short and slow"
    assert turned(reader, lambda: swipe(reader, (600, 300), (500, 300), (250, 300), pauses=250)) == 1, "far and slow"
    second = [[500, 300], [300, 300]]
    assert turned(reader, lambda: swipe(reader, (600, 300), (500, 300), second, [[200, 300], [100, 300]])) == 0
    reader.tell({"type": "command", "command": "options", "options": {"touch": False}})
    assert turned(reader, lambda: swipe(reader, (700, 300), (600, 302), (400, 304))) == 0


def test_a_swipe_that_selects_turns_nothing(book):
    reader = book()
    inner(reader).evaluate("getSelection().selectAllChildren(document.querySelector('p'))")
    assert turned(reader, lambda: swipe(reader, (700, 300), (600, 302), (400, 304))) == 0


def test_swipes_follow_the_reading_direction(book):
    reader = book("arabic")
    assert turned(reader, lambda: swipe(reader, (100, 300), (200, 302), (400, 304))) == 1


def test_scrolled_text_is_not_turned(book):
    reader = book(preferences={"scroll": True})
    reader.page.mouse.move(400, 300)
    reader.page.mouse.wheel(0, 200)
    # In the document itself, or in the strip that contains it.
    top = "(lectern.shell.current().window.scrollY - lectern.shell.current().element.getBoundingClientRect().top)"
    reader.until(f"{top} >= 200")
    reader.idle()
    assert abs(reader.evaluate(top) - 200) < 40
    reader.page.mouse.click(780, 300)
    reader.idle()
    assert len(reader.said("tap")) == 1
    before = reader.evaluate(top)
    reader.page.keyboard.press("PageDown")
    reader.until(f"{top} > {before + 300}")


def test_the_page_is_not_scrolled_by_focus(book):
    reader = book()
    reader.evaluate("(document.body.style.height = '3000px', document.documentElement.scrollTop = 100, 0)")
    reader.idle()
    assert reader.evaluate("scrollY") == 0
