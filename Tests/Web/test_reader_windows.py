# SPDX-License-Identifier: BSD-3-Clause
"""Two windows with the same book."""


def test_what_is_done_in_one_window_is_done_once(window):
    """All windows receive the events of a book, but only the focused one reacts."""
    one, other = window(), window()
    for each in (one, other):
        each.read()
    # In a test, each window believes that it has the focus.
    other.page.evaluate("document.hasFocus = () => false")
    one.page.focus("#page")
    one.turned(lambda: one.page.keyboard.press("]"))
    one.page.keyboard.press("v")
    one.page.wait_for_selector("#selection-bar:not([hidden])")
    one.page.keyboard.press("2")
    one.becomes(1, lambda: len(one.notes()))
    one.page.keyboard.press("k")
    one.becomes(2, lambda: len(one.notes()))
    one.page.keyboard.press("t")
    one.page.wait_for_selector("#contents:not([hidden])")
    one.idle()
    assert len(one.notes()) == 2
    assert not other.page.is_visible("#selection-bar") and not other.page.is_visible("#contents")
    # Events for both windows reach both.
    other.until("!document.querySelector('#ribbon').hidden")
