# SPDX-License-Identifier: BSD-3-Clause
"""Dialogs of the reader, closed in every way."""
import pytest

from .reader_window import expect


@pytest.fixture
def noting(window):
    """A window with the editor of a new note that has some text."""
    one = window()
    one.read()
    one.turned(lambda: one.page.keyboard.press("]"))
    one.page.keyboard.press("v")
    one.page.wait_for_selector("#selection-bar:not([hidden])")
    one.page.keyboard.press("e")
    one.page.wait_for_selector("#note[open]")
    one.page.keyboard.type("What I thought")
    return one


def texts(one):
    return [note["text"] for note in one.notes()]


@pytest.mark.parametrize("close", ["Escape", "beside", "save"])
def test_what_is_written_is_kept(noting, close):
    one = noting
    if close == "Escape":
        one.page.keyboard.press("Escape")
    elif close == "beside":
        one.page.mouse.click(20, 400)
    else:
        one.page.click("#note .primary")
    expect(one.page.locator("#note")).to_be_hidden()
    one.becomes(["What I thought"], texts, one)


def test_cancel_keeps_nothing(noting):
    one = noting
    one.page.click("#note button:has-text('Cancel')")
    expect(one.page.locator("#note")).to_be_hidden()
    one.idle()
    assert texts(one) == [""]


def test_drawing_over_words_beyond_the_edge_closes_nothing(noting):
    one = noting
    box = one.page.locator("#note textarea").bounding_box()
    one.page.mouse.move(box["x"] + 60, box["y"] + 20)
    one.page.mouse.down()
    one.page.mouse.move(20, box["y"] + 20, steps=4)
    one.page.mouse.up()
    one.idle()
    assert one.page.is_visible("#note textarea")


def test_the_key_of_the_help_closes_it(window):
    one = window()
    one.read()
    one.page.keyboard.press("?")
    one.page.wait_for_selector("#help[open]")
    one.page.keyboard.press("?")
    one.idle()
    assert not one.page.is_visible("#help")


def test_no_page_is_asked_for_without_a_number(window):
    one = window()
    one.read()
    one.page.keyboard.press("g")
    one.until("document.activeElement.id === 'page-number'")
    one.page.keyboard.press("Enter")
    one.idle()
    assert one.page.inner_text("#toasts") == ""
    one.page.keyboard.type("9999")
    one.page.keyboard.press("Enter")
    expect(one.page.locator(".toast")).to_contain_text("no page")
