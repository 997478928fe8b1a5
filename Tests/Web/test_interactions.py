# SPDX-License-Identifier: BSD-3-Clause
"""Decorations under a resting pointer, a long press and the right button."""
import pytest

from . import fixed_books
from .marking import DECORATIONS, apply, prepared
from .reading import Mouse, until
from .test_decorations import locator


def decoration(name, place, *interactions):
    return {"id": name, "locator": place, "style": {"id": "highlight"}, "interactions": list(interactions)}


@pytest.fixture
def reader(read, shelf):
    return prepared(read(shelf("novel"), {}, (600, 800)))


def middle(reader, name):
    """The middle of the first element of a decoration, in the window."""
    return reader.evaluate("""name => {
        const box = marks.boxesOf(name)[0], {left, top, width, height} = lectern.shell.current().toView(box);
        return [left + width / 2, top + height / 2]; }""", name)


def told(reader, kind):
    """The interactions that the page has reported, as (id, phase)."""
    return [(one["id"], one.get("phase")) for one in reader.said("decoration") if one.get("interaction", "activate") == kind]


def heard(reader, kind, *expected):
    until(reader.page, lambda: told(reader, kind) == list(expected))


#: The pointer events of a finger on a point of the document: `ms` is how long it stays, `by` how far it moves before.
PRESS = """async ([name, ms, by, selects]) => {
    const frame = lectern.shell.current(), {window: view, document} = frame, box = marks.boxesOf(name)[0];
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const target = document.elementFromPoint(x, y), seen = [];
    const send = (type, clientX = x, more = {}) => {
      const Kind = /^pointer/.test(type) ? view.PointerEvent : view.MouseEvent;
      const event = new Kind(type, {clientX, clientY: y, bubbles: true, cancelable: true, pointerType: "touch", isPrimary: true, ...more});
      target.dispatchEvent(event);
      if (event.defaultPrevented) seen.push(type);
    };
    send("pointerdown");
    if (selects) send("selectstart");
    if (by) send("pointermove", x + by);
    await probe.wait(ms);
    if (selects) send("contextmenu");
    send("pointerup", x + by);
    send("click", x + by);
    return seen; }"""


def test_a_long_press(reader):
    apply(reader, [decoration("a", locator(reader, 20, 60), "secondary"), decoration("b", locator(reader, 200, 260))])
    # After 500 ms, the browser neither selects text nor shows its menu, and the click does not count as a tap.
    assert reader.evaluate(PRESS, ["a", 600, 0, True]) == ["selectstart", "contextmenu", "click"]
    heard(reader, "secondary", ("a", None))
    message = reader.heard("decoration")
    rect, point = message["rect"], message["point"]
    assert rect["left"] - 1 <= point["x"] <= rect["right"] + 1 and rect["top"] - 1 <= point["y"] <= rect["bottom"] + 1
    # The browser handles a press elsewhere.
    assert reader.evaluate(PRESS, ["b", 600, 0, True]) == []
    reader.idle()
    assert told(reader, "secondary") == [("a", None)] and told(reader, "activate") == []
    assert reader.host.refused == []


@pytest.mark.parametrize("ms, by", [(100, 0), (600, 30)])
def test_a_press_that_is_short_or_moves(reader, ms, by):
    apply(reader, [decoration("a", locator(reader, 20, 60), "secondary")])
    assert "contextmenu" not in reader.evaluate(PRESS, ["a", ms, by, False])
    reader.idle()
    assert told(reader, "secondary") == []


def test_a_short_press_activates(reader):
    apply(reader, [decoration("a", locator(reader, 20, 60), "activate", "secondary")])
    reader.evaluate(PRESS, ["a", 100, 0, False])
    heard(reader, "activate", ("a", None))
    assert told(reader, "secondary") == [] and reader.said("tap") == []


def test_the_right_button(reader):
    apply(reader, [decoration("a", locator(reader, 20, 60))])
    Mouse(reader, button="right").click(*middle(reader, "a"))
    reader.idle()
    assert reader.said("decoration") == []
    with reader.host.navigator.observe("secondary/marks", lambda topic, event: None):
        reader.until("lectern.shell.state.interactive.secondary.length")
        Mouse(reader, button="right").click(*middle(reader, "a"))
        heard(reader, "secondary", ("a", None))
        # On a selection, the menu is for the selection.
        reader.evaluate("""() => { const {document} = lectern.shell.current(), text = document.querySelector("p").firstChild;
            document.getSelection().setBaseAndExtent(text, 0, text, 9); }""")
        Mouse(reader, button="right").click(*middle(reader, "a"))
        reader.idle()
        assert told(reader, "secondary") == [("a", None)]


def test_hover(reader):
    apply(reader, [decoration("low", locator(reader, 20, 300), "hover"), decoration("high", locator(reader, 40, 80), "hover"),
                   decoration("quiet", locator(reader, 20, 300))])
    mouse = Mouse(reader)
    mouse.move(*middle(reader, "high"))
    heard(reader, "hover", ("high", "enter"))
    x, y = middle(reader, "high")
    mouse.move(x + 2, y)
    reader.idle()
    assert told(reader, "hover") == [("high", "enter")]
    reader.host.navigator.apply_decorations("marks", [])
    reader.until("!lectern.shell.current().decorations.groups.get('marks').length")
    reader.idle()
    # A decoration that has been removed is not left.
    assert told(reader, "hover") == [("high", "enter")] and reader.host.refused == []


def test_hover_leaves(reader):
    apply(reader, [decoration("a", locator(reader, 20, 60), "hover")])
    over = [("a", "enter")]
    Mouse(reader).move(*middle(reader, "a"))
    heard(reader, "hover", *over)
    Mouse(reader).move(2, 790)
    over += [("a", "leave")]
    heard(reader, "hover", *over)
    # The page is turned below the pointer.
    Mouse(reader).move(*middle(reader, "a"))
    over += [("a", "enter")]
    heard(reader, "hover", *over)
    reader.move("forward")
    over += [("a", "leave")]
    heard(reader, "hover", *over)
    reader.move("backward")
    over += [("a", "enter")]
    heard(reader, "hover", *over)
    # It is drawn elsewhere.
    apply(reader, [decoration("a", locator(reader, 900, 960), "hover")])
    over += [("a", "leave")]
    heard(reader, "hover", *over)
    assert reader.host.refused == []
    assert all("rect" in one for one in reader.said("decoration"))


def test_hover_of_a_group(reader):
    apply(reader, [decoration("a", locator(reader, 20, 60))])
    Mouse(reader).move(*middle(reader, "a"))
    reader.idle()
    assert reader.said("decoration") == []
    with reader.host.navigator.observe("hover/marks", lambda topic, event: None):
        # The pointer is already there.
        heard(reader, "hover", ("a", "enter"))
    reader.host.navigator.apply_decorations("other", [])
    reader.until("!lectern.shell.state.interactive.hover.length")
    Mouse(reader).move(2, 790)
    reader.idle()
    assert told(reader, "hover") == [("a", "enter")] and reader.host.refused == []


def test_while_selecting_nothing_is_entered(reader):
    apply(reader, [decoration("a", locator(reader, 20, 60), "hover", "secondary")])
    mouse, (x, y) = Mouse(reader), middle(reader, "a")
    mouse.move(x, y + 200)
    mouse.down()
    mouse.move(x, y, steps=4)
    reader.idle()
    assert told(reader, "hover") == []
    mouse.up()
    assert reader.heard("selection")["locator"]["text"]["highlight"]


def test_only_the_page_on_the_screen(read, tmp_path):
    """The pages before and after are at the same place."""
    reader = fixed_books.interactive(read(fixed_books.make("comic", tmp_path), {"spread": "never"}, (600, 800)))
    reader.until("lectern.shell.view.open.size > 2")
    pages = ["p001.png", "p002.png", "p003.png"]
    region = {"fragments": ["xywh=percent:25,25,50,50"]}
    reader.host.navigator.apply_decorations("marks", [
        decoration(href, {"href": href, "type": "image/png", "locations": region}, "activate", "hover", "secondary") for href in pages])
    reader.until(f"document.querySelectorAll('lectern-decorations').length >= 2 && {DECORATIONS}.length >= 2")
    visible = f"{DECORATIONS}.filter((one) => getComputedStyle(one).visibility === 'visible').map((one) => one.parentNode.dataset.id)"
    Mouse(reader).move(300, 400)
    over = []
    for href in pages[:2]:
        over += [(href, "enter")]
        heard(reader, "hover", *over)
        over += [(href, "leave")]
        assert reader.evaluate(visible) == [href]
        Mouse(reader, button="right").click(300, 400)
        until(reader.page, lambda: told(reader, "secondary")[-1:] == [(href, None)])
        Mouse(reader).click(300, 400)
        until(reader.page, lambda: told(reader, "activate")[-1:] == [(href, None)])
        reader.move("forward")
        reader.idle()
    assert reader.host.refused == []
