# SPDX-License-Identifier: BSD-3-Clause
"""No bar of the reader covers a line of the text."""
import pytest

from . import fixed_books
from .reader_server import Running
from .reader_window import SHELL, Window

#: The boxes of the bars.
OVER = """[...document.querySelectorAll(".bar, .pill")].filter((one) => one.checkVisibility({opacityProperty: true}))
  .map((one) => one.getBoundingClientRect()).filter((box) => box.height).map(({left, top, right, bottom}) => [left, top, right, bottom])"""
#: The boxes of the lines on the screen, in the view.
LINES = f"""(() => {{
  const frame = {SHELL}.current(), view = frame.visible(), walker = frame.document.createTreeWalker(frame.body, 4), lines = [];
  const range = frame.document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {{
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {{
      if (box.width < 1 || box.right < view.left || box.left > view.left + view.width || box.bottom < view.top) continue;
      if (box.top > view.top + view.height) continue;
      const {{left, top, width, height}} = frame.toView(box);
      lines.push([left, top, left + width, top + height]);
    }}
  }}
  return lines;
}})()"""


def covered(one):
    """The lines below a bar, by more than a pixel."""
    one.idle()
    page = one.page.locator("#page").bounding_box()
    over = one.page.evaluate(OVER)
    lines = [[left + page["x"], top + page["y"], right + page["x"], bottom + page["y"]] for left, top, right, bottom in one.inside(LINES)]
    assert lines and over
    return [line for line in lines for box in over
            if min(line[2], box[2]) - max(line[0], box[0]) > 1 and min(line[3], box[3]) - max(line[1], box[1]) > 1]


@pytest.mark.parametrize("size", [(1440, 900), (1200, 800), (1000, 700), (820, 1180), (390, 844), (844, 390)])
def test_no_bar_covers_the_text(window, size):
    one = window(size=size)
    one.read()
    one.turned(lambda: one.page.keyboard.press("]"))
    one.page.evaluate("document.body.dataset.bars = 'hidden'")
    one.idle()
    plain = one.page.locator("#page").bounding_box()
    one.page.evaluate("document.body.dataset.bars = 'shown'")
    assert covered(one) == [], "the bars"
    assert one.page.locator("#page").bounding_box() == plain, "nothing moves when they come"
    one.page.keyboard.press("/")
    one.page.fill("#search-query", "the")
    one.page.wait_for_selector(".match")
    one.page.locator(".match").last.click()
    one.page.wait_for_selector("#way-back:not([hidden])")
    if size[0] > 700:  # on a phone, the page comes to the front
        one.page.keyboard.press("Escape")
    one.page.wait_for_selector("#matches-bar:not([hidden])")
    for bars in ("shown", "hidden"):
        one.page.evaluate(f"document.body.dataset.bars = '{bars}'")
        assert covered(one) == [], bars


def test_the_room_stays_until_the_page_turns(window):
    one = window(size=(390, 844))
    one.read()
    height = "document.querySelector('#page').clientHeight"
    before = one.page.evaluate(height)
    one.page.evaluate("(slider) => (slider.value = slider.max, slider.dispatchEvent(new Event('change')))", one.page.query_selector("#slider"))
    one.page.wait_for_selector("#way-back:not([hidden])")
    one.until(f"{height} < {before}")
    one.page.click("#way-back")
    one.page.wait_for_selector("#way-back", state="hidden")
    one.until(f"{height} === {before}")


@pytest.mark.parametrize("name", ["comic", "fixed", "pdf"])
def test_the_bars_have_the_color_around_the_pages(browser, tmp_path, name):
    """The theme decides, or a color that was chosen for the book."""
    (tmp_path / "books").mkdir()
    fixed_books.make(name, tmp_path / "books")
    paper = "document.documentElement.style.getPropertyValue('--paper').toLowerCase()"
    behind = "getComputedStyle(document.documentElement).backgroundColor"
    with Running(tmp_path / "books", tmp_path / "data") as running:
        one, (book,) = Window(browser, running), running.json("shelf")["books"]

        def show():
            one.page.goto(f"{running.url}read?book={book['id']}")
            one.until(f"{SHELL}?.view?.place?.()", where=one.inside)
        try:
            show()
            one.page.keyboard.press("d")
            one.until(f"{paper} === '#faf4e8'")
            one.becomes("rgb(250, 244, 232)", one.inside, behind)
            for edit, bars, room in (
                ({"edit": "set", "key": "backgroundColor", "value": "#223344"}, "#223344", "rgb(34, 51, 68)"),
                ({"edit": "clear", "key": "backgroundColor"}, "#faf4e8", "rgb(250, 244, 232)"),
            ):
                assert running.post(f"books/{book['id']}/settings", {"edits": [edit]})[0] == 200
                one.until(f"{paper} === '{bars}'")
                one.becomes(room, one.inside, behind)
            one.page.keyboard.press("d")
            one.until(f"{paper} === '#000000'")
            one.becomes("rgb(0, 0, 0)", one.inside, behind)
            show()
            one.becomes("rgb(0, 0, 0)", one.inside, behind)
        finally:
            one.close()
