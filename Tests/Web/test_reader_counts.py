# SPDX-License-Identifier: BSD-3-Clause
"""The remaining length of a chapter, as shown by the reader."""
from . import fixed_books
from .reader_server import Running
from .reader_window import SHELL, expect


def test_the_end_of_a_chapter_is_what_the_screen_shows(window):
    """Even if the chapter has fewer or more screens than positions."""
    for size in ((1600, 1000), (360, 640)):
        one = window(size=size)
        one.running.post(f"books/{one.running.book('Read Aloud')}/go", {"target": {"position": 6}})
        one.read()
        at_end, left = f"{SHELL}.current().atEnd", one.page.locator("#fact-left")
        seen = set()
        for _ in range(4):
            one.until(f"Boolean({SHELL}.current()?.root)", where=one.inside)
            is_end = one.inside(at_end)
            seen.add(is_end)
            if is_end:
                expect(left).to_contain_text("Last page of the chapter")
            else:
                expect(left).to_contain_text("left in chapter")
            one.turned(lambda: one.page.keyboard.press("ArrowRight"))
        assert True in seen


def test_a_comic_without_contents_has_no_chapters(tmp_path):
    fixed_books.comic(tmp_path / "comic.cbz")
    with Running(tmp_path / "comic.cbz", tmp_path / "data") as running:
        book = running.json("shelf")["books"][0]["id"]
        running.json(f"books/{book}/contents")
        place = running.json(f"books/{book}")["location"]
        assert place is None or place["pagesLeft"] is None
        running.post(f"books/{book}/go", {"target": {"position": 5}})
        place = running.json(f"books/{book}")["location"]
        assert place["position"] == 5 and place["pagesLeft"] is None
