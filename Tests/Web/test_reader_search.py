# SPDX-License-Identifier: BSD-3-Clause
"""Searching in the reader: matches in the list and on the page."""
from .reader_window import SHELL, expect

#: The shadows of the boxes that a search draws in the current document, by style.
SHADOWS = f"""(() => {{
  const frame = {SHELL}.current(), boxes = frame.decorations?.layer.top.querySelectorAll('[data-group="search"] .reader-match') ?? [];
  return [...boxes].map((one) => frame.window.getComputedStyle(one).boxShadow);
}})()"""


def test_the_current_match_stands_out(window):
    one = window()
    one.read()
    one.open("search")
    one.page.fill("#search-query", "raven")
    one.until("document.querySelectorAll('.match').length >= 10")
    one.turned(lambda: one.page.click(".match >> nth=4"))
    one.becomes(1, lambda: len([each for each in one.inside(SHADOWS) if each != "none"]))
    assert len(one.inside(SHADOWS)) > 1
    # Without colors as well: the current one has a box, the others have a line, and notes have neither.
    lines = one.inside(SHADOWS.replace("boxShadow", "borderBottomStyle"))
    assert set(lines) == {"dotted"}


def test_in_a_wide_window_the_page_makes_way_for_a_panel(window):
    one = window(size=(1440, 900))
    one.read()
    one.turned(lambda: one.page.keyboard.press("]"))
    place = one.place()
    one.open("search")
    # In the first animation frame, the page may not have started to shrink.
    one.until("document.querySelector('#page').getBoundingClientRect().right === document.querySelector('#search').getBoundingClientRect().left")
    # Its own button is next to it, too.
    one.page.click("#show-search")
    one.page.wait_for_selector("#search", state="hidden")
    one.idle()
    assert one.place() == place
    assert one.page.evaluate("document.querySelector('#page').getBoundingClientRect().right") == 1440


def test_a_search_without_matches_says_so(window):
    one = window()
    one.read()
    one.open("search")
    one.page.fill("#search-query", "zzqqzz")
    expect(one.page.locator("#search-list .none")).to_contain_text("is not in this book")
    one.page.fill("#search-query", "raven")
    expect(one.page.locator(".match").first).to_be_visible()
    expect(one.page.locator("#search-list .none")).to_have_count(0)
