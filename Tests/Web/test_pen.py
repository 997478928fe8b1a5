# SPDX-License-Identifier: BSD-3-Clause
"""A pen: it taps and swipes like a finger, and selects like a mouse."""
import pytest

from . import fixed_books
from .reading import Mouse
from .test_input import turned
from .test_selection import WORD

OFF = {"type": "command", "command": "options", "options": {"pen": False}}
SELECTED = "String(lectern.shell.current().document.getSelection())"


@pytest.fixture
def book(read, shelf, tmp_path):
    def open_book(name="novel", **more):
        path = shelf(name) if name != "fixed" else fixed_books.make(name, tmp_path)
        reader = fixed_books.interactive(read(path, {}, **more))
        reader.until("lectern.shell.current().selection")
        return reader, Mouse(reader, pointer="pen")
    return open_book


def stroke(pen, *points):
    pen.move(*points[0])
    pen.down()
    for point in points[1:]:
        pen.move(*point, steps=6)
    pen.up()


def test_it_turns_pages(book):
    reader, pen = book()
    assert turned(reader, lambda: pen.click(780, 300)) == 1 and turned(reader, lambda: pen.click(20, 300)) == -1
    # Above the text, below it and beside it.
    for y in (5, 595, 300):
        assert turned(reader, lambda: stroke(pen, (795, y), (300, y))) == 1, y
        assert turned(reader, lambda: stroke(pen, (5, y), (500, y))) == -1, y
    assert reader.evaluate(SELECTED) == "" and not reader.said("selection") and not reader.said("tap")
    # Without the option, no stroke is a swipe.
    reader.tell(OFF)
    assert turned(reader, lambda: stroke(pen, (795, 5), (300, 5))) == 0
    assert turned(reader, lambda: pen.click(780, 300)) == 0
    assert [tap["point"]["x"] for tap in reader.said("tap")] == [780]


def test_it_follows_the_reading_direction(book):
    reader, pen = book("arabic")
    assert turned(reader, lambda: stroke(pen, (5, 5), (500, 5))) == 1
    assert turned(reader, lambda: pen.click(780, 300)) == -1


@pytest.mark.parametrize("is_on", [True, False])
def test_it_selects_words(book, is_on):
    reader, pen = book()
    if not is_on:
        reader.tell(OFF)
    place = reader.evaluate(WORD, ["time", 0])
    assert turned(reader, lambda: stroke(pen, (place["left"] + 1, place["y"]), (place["right"] - 1, place["y"]))) == 0
    assert reader.said("selection")[-1]["locator"]["text"]["highlight"] == reader.evaluate(SELECTED) == "time"
    # A tap clears the selection, even outside of the document, and the next one turns pages again.
    for y in (400, 595):
        assert turned(reader, lambda: pen.click(780, y)) == 0 and reader.evaluate(SELECTED) == ""
        assert turned(reader, lambda: pen.click(780, 590)) == (1 if is_on else 0)
        reader.move("backward")
        stroke(pen, (place["left"] + 1, place["y"]), (place["right"] - 1, place["y"]))


def test_it_moves_an_enlarged_page(book):
    reader, pen = book("fixed", size=(700, 500))
    reader.tell({"type": "command", "command": "zoom", "scale": 3})
    reader.idle()
    before = reader.evaluate("lectern.shell.view.zoom.y")
    stroke(pen, (650, 100), (650, 60))
    reader.idle()
    assert reader.evaluate("lectern.shell.view.zoom.y") == pytest.approx(before - 40, abs=1)
