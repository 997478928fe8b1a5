# SPDX-License-Identifier: BSD-3-Clause
"""With reduced motion, pages turn, strips scroll and panels open without animation."""
import pytest

from . import fixed_books
from .test_player import books, shown  # noqa: F401

MOVING = """() => document.getAnimations().filter(({effect}) => effect.getComputedTiming().activeDuration > 1)
    .map(({effect}) => effect.target.className)"""

#: Book, preferences, and the reader's position.
CASES = [("novel", {}, "lectern.shell.current().offsetNow"), ("novel", {"scroll": True, "continuous": True}, "lectern.shell.view.offset"),
         ("webtoon", {}, "lectern.shell.view.position"), ("fixed", {}, "lectern.shell.view.at")]


@pytest.mark.parametrize("name, preferences, place", CASES)
def test_a_turn(read, shelf, tmp_path, name, preferences, place):
    reader = read(shelf(name) if name == "novel" else fixed_books.make(name, tmp_path), preferences, (600, 800), animated=True)
    reader.page.emulate_media(reduced_motion="reduce")
    before = reader.evaluate(place)
    at_once = reader.evaluate(f"Promise.resolve(lectern.move('forward')).then(() => {place})")
    assert at_once > before and reader.evaluate(MOVING) == []
    reader.idle()
    assert reader.evaluate(place) == at_once


def test_the_contents_of_the_player(read, books):  # noqa: F811
    reader = read(books["toc"], {"autoPlay": False}, (390, 780))
    reader.page.emulate_media(reduced_motion="reduce")
    shown(reader).get_by_role("button", name="Contents").click()
    assert reader.evaluate(MOVING) == [] and reader.evaluate("getComputedStyle(document.querySelector('.player nav')).opacity") == "1"


def test_the_reader(window):
    one = window()
    one.read()
    for panel in ("settings", "contents"):
        one.open(panel)
        assert one.page.evaluate(MOVING) == []
