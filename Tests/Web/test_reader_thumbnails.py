# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of pages above the slider: of comics and PDFs, which the library draws."""
import pytest

import lectern
from support.pdf_file import content, written
from support.tiny_books import NAV_ITEM, epub

from . import fixed_books
from .reader_server import Running
from .reader_window import Window, expect

IMAGE = "document.querySelector('#bubble img')"
DRAWN = f"{IMAGE}?.complete && {IMAGE}.naturalWidth > 0 && getComputedStyle({IMAGE}).visibility === 'visible'"


@pytest.fixture
def hovered(browser, tmp_path):
    """Opens a book, and moves the mouse over the slider; returns the window and the address of the picture."""
    opened = []

    def hover(path, share):
        running = Running(path, tmp_path / "data")
        one = Window(browser, running)
        opened.extend((one, running))
        one.page.goto(f"{running.url}read?book={running.json('shelf')['books'][0]['id']}")
        one.until("document.querySelector('#waiting').hidden")
        one.bars()
        box = one.page.locator("#slider").bounding_box()
        one.page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
        expect(one.page.locator("#bubble")).to_be_visible()
        return one

    yield hover
    for one in opened:
        one.close()


def test_a_page_of_a_comic(hovered, tmp_path):
    one = hovered(fixed_books.comic(tmp_path / "comic.cbz"), 0.5)
    one.until(DRAWN)
    assert "Page 7" in one.page.inner_text("#bubble")
    size = one.page.evaluate(f"[{IMAGE}.naturalWidth, {IMAGE}.naturalHeight]")
    assert size == [100, 150]
    first = one.page.evaluate(f"{IMAGE}.src")
    box = one.page.locator("#slider").bounding_box()
    one.page.mouse.move(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    one.until(f"{IMAGE}.src !== '{first}' && {DRAWN}")
    assert "Page 12" in one.page.inner_text("#bubble")


@pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")
def test_a_page_of_a_pdf(hovered, tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(written(*(content(f"Page {number}", size=40) for number in range(1, 6))))
    one = hovered(path, 0.99)
    one.until(DRAWN)
    assert "position=5" in one.page.evaluate(f"{IMAGE}.src")


@pytest.mark.parametrize("second, count", [('<img src="p.png" alt=""/>', 1), ("<p>Text</p>", 0)])
def test_an_epub_whose_pages_are_images(hovered, tmp_path, second, count):
    page = ('<html xmlns="http://www.w3.org/1999/xhtml"><head><meta name="viewport" content="width=400, height=600"/></head>'
            "<body>{}</body></html>")
    files = {"EPUB/p.png": fixed_books.png(400, 600, (200, 90, 60)), "EPUB/c1.xhtml": page.format('<img src="p.png" alt=""/>'),
             "EPUB/c2.xhtml": page.format(second)}
    (tmp_path / "a.epub").write_bytes(epub(
        metadata='<meta property="rendition:layout">pre-paginated</meta>', files=files,
        manifest=NAV_ITEM + '<item id="p" href="p.png" media-type="image/png"/>'))
    one = hovered(tmp_path / "a.epub", 0.9)
    assert one.page.locator("#bubble img").count() == count
    if count:
        one.until(DRAWN)


def test_a_book_of_text_has_no_pictures(window):
    one = window()
    one.read()
    one.bars()
    box = one.page.locator("#slider").bounding_box()
    one.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(one.page.locator("#bubble")).to_be_visible()
    assert one.page.locator("#bubble img").count() == 0


def test_the_server_refuses_what_is_no_position(tmp_path):
    fixed_books.comic(tmp_path / "comic.cbz")
    with Running(tmp_path / "comic.cbz", tmp_path / "data") as running:
        address = f"api/books/{running.json('shelf')['books'][0]['id']}/thumbnail"
        assert running.get(f"{address}?position=1&side=80")[1]["Content-Type"] == "image/png"
        for query, status in (("position=99&side=80", 404), ("position=x&side=80", 400), ("position=1&side=0", 422), ("", 404)):
            assert running.get(f"{address}?{query}")[0] == status
