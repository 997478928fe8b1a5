# SPDX-License-Identifier: BSD-3-Clause
"""Parts of the reader that stay usable while others come and go."""
import re
import zipfile

import books
from books import epub
from reader_server import Running
from reader_window import Window, expect

TOP = "document.querySelector('#media-bar').getBoundingClientRect().top"
BOTTOM = "document.querySelector('.toast').getBoundingClientRect().bottom"


def test_the_bar_of_reading_aloud_is_not_made_anew(window):
    one = window()
    one.read()
    one.page.keyboard.press("r")
    stop = one.page.locator("#media-bar button >> nth=-1")
    expect(stop).to_be_visible()
    one.page.evaluate("document.querySelector('#media-bar .round').kept = document.querySelector('#media-bar select').kept = true")
    one.page.focus("#media-bar select")
    for label in ("Continue", "Pause"):
        one.page.keyboard.press("r") if label == "Pause" else one.page.click("#media-bar .round")
        expect(one.page.locator("#media-bar .round")).to_have_attribute("aria-label", label)
    assert one.page.evaluate("document.querySelector('#media-bar .round').kept && document.querySelector('#media-bar select').kept")
    stop.click()
    expect(one.page.locator("#media-bar")).to_be_hidden()


def test_a_message_hides_nothing_that_floats(window):
    one = window(size=(390, 844), has_touch=True)
    one.read()
    one.page.keyboard.press("k")
    one.until("!document.querySelector('#ribbon').hidden")
    one.page.keyboard.press("k")
    expect(one.page.locator(".toast")).to_be_visible()
    one.page.keyboard.press("r")
    expect(one.page.locator("#media-bar")).to_be_visible()
    one.bars()
    one.page.wait_for_timeout(500)
    one.until(f"{BOTTOM} < {TOP}")


def folded(path):
    """A book with so many chapters that the contents begin folded."""
    chapters = "".join(f'<li><a href="b.xhtml#c{number}">Chapter {number}</a></li>' for number in range(90))
    tree = f'<ol><li><a href="a.xhtml">One</a></li><li><a href="b.xhtml">Two</a><ol>{chapters}</ol></li></ol>'
    words = books.Words(books.LATIN)
    plain = epub(path.with_suffix(".plain"), "Tree", "en", [("a.xhtml", words.chapter(1, 6)), ("b.xhtml", words.chapter(2, 6))])
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(path, "w") as target:
        for entry in source.infolist():
            data = source.read(entry)
            target.writestr(entry, re.sub(rb"<ol>.*</ol>", tree.encode(), data) if entry.filename.endswith("nav.xhtml") else data)
    return path


def test_arrows_fold_and_unfold_the_contents(browser, tmp_path):
    with Running(folded(tmp_path / "tree.epub"), tmp_path / "data") as running:
        one, focused = Window(browser, running), "document.activeElement.querySelector('.entry-title')?.textContent"
        one.read("Tree")
        place = one.place()
        one.page.keyboard.press("t")
        one.until(f"{focused} === 'One'")
        for key, wanted in (("ArrowRight", "One"), ("ArrowDown", "Two"), ("ArrowRight", "Two"), ("ArrowRight", "Chapter 0"),
                            ("ArrowDown", "Chapter 1"), ("ArrowLeft", "Two"), ("ArrowLeft", "Two"), ("ArrowDown", "Two")):
            one.page.keyboard.press(key)
            assert one.page.evaluate(focused) == wanted, key
        one.page.wait_for_timeout(200)
        assert one.place() == place
        one.close()
