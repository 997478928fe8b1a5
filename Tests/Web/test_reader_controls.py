# SPDX-License-Identifier: BSD-3-Clause
"""Parts of the reader that remain usable while others open and close."""
import json
import re
import zipfile

from support import waiting

from . import books, media_books
from .books import epub
from .reader_server import Running
from .reader_window import SHELL, Window, expect
from .test_speech import FAKE, VOICES

TOP = "document.querySelector('#media-bar').getBoundingClientRect().top"
BOTTOM = "document.querySelector('.toast').getBoundingClientRect().bottom"


def with_a_voice(one):
    """A voice that takes a minute for each word; the browser may have none."""
    one.page.add_init_script(f"({FAKE})({json.dumps({'boundaries': False, 'voices': VOICES, 'pace': 60000})})")
    one.read()
    return one


def test_the_bar_of_reading_aloud_is_not_made_anew(window):
    one = with_a_voice(window())
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
    one = with_a_voice(window(size=(390, 844), has_touch=True))
    one.page.keyboard.press("k")
    one.until("!document.querySelector('#ribbon').hidden")
    one.page.keyboard.press("k")
    expect(one.page.locator(".toast")).to_be_visible()
    one.page.keyboard.press("r")
    expect(one.page.locator("#media-bar")).to_be_visible()
    one.bars()
    one.page.evaluate("Promise.all(document.getAnimations().filter((one) => one.transitionProperty).map((one) => one.finished))")
    one.until(f"{BOTTOM} < {TOP}")


def folded(path):
    """A book with so many chapters that the contents are initially collapsed."""
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
        one.idle()
        assert one.place() == place
        one.close()


def test_letters_mean_the_same_in_a_recording(browser, tmp_path):
    tracks = [("One", 20, True), ("Two", 20, True)]
    media_books.audiobook(tmp_path / "one.audiobook", tracks, toc=[{"href": "audio/1.wav", "title": "One"}])
    with Running(tmp_path / "one.audiobook", tmp_path / "data") as running:
        one = Window(browser, running)
        one.page.goto(running.url)
        one.page.wait_for_url("**/read?book=*")
        one.shown()
        one.page.focus("#page")
        one.page.keyboard.press("k")
        one.becomes(1, lambda: len(one.notes()))
        one.page.keyboard.press("m")
        one.page.wait_for_selector("#notes:not([hidden]) .note")
        assert not one.inside(f"{SHELL}.view.isMuted")
        one.page.keyboard.press("Escape")
        one.page.keyboard.press("?")
        one.page.wait_for_selector("#help[open]")
        lines = one.page.locator("#help dd").all_inner_texts()
        assert "Play, pause" in lines and "Turn the page" not in lines and "Search" not in lines and "Underline" not in lines
        one.page.keyboard.press("Escape")
        one.page.keyboard.press("a")
        expect(one.page.locator("#form h3").first).to_have_text("Playback")
        one.close()


def test_a_theme_chosen_on_the_shelf_is_that_of_the_book(window):
    one, paper = window(), "document.documentElement.style.getPropertyValue('--paper').toLowerCase()"
    one.read()
    one.page.keyboard.press("d")
    one.until(f"{paper} === '#faf4e8'")
    one.shelf()
    one.page.click("#theme")
    one.until(f"{paper} === '#161513'")
    one.read()
    one.until(f"{paper} === '#000000'")
    one.becomes("rgb(254, 254, 254)", one.style, "color")


def test_reading_aloud_without_a_voice_says_so(window):
    one = window()
    one.page.add_init_script("delete window.speechSynthesis; Object.defineProperty(window, 'speechSynthesis', {value: undefined})")
    one.read()
    # A page receives no events until its streams are open: those of the window, and of the page in it.
    reading = one.running.application.reading(one.id)
    waiting.until(lambda: reading.page.queues and reading.reader.queues)
    one.page.keyboard.press("r")
    expect(one.page.locator(".toast")).to_contain_text("cannot be read aloud")
    expect(one.page.locator("#media-bar")).to_be_hidden()


def test_the_slider_keeps_its_value_under_a_mouse(window):
    one = window()
    one.read()
    one.bars()
    slider = one.page.locator("#slider")
    said = slider.get_attribute("aria-valuetext")
    box = slider.bounding_box()
    one.page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2)
    expect(one.page.locator("#bubble")).to_be_visible()
    assert slider.get_attribute("aria-valuetext") == said not in one.page.inner_text("#bubble")
    one.page.focus("#slider")
    one.turned(lambda: one.page.keyboard.press("ArrowRight"))
    assert slider.get_attribute("aria-valuetext") != said


def test_a_dark_system_has_dark_books_until_a_theme_is_chosen(window):
    one, paper = window(color_scheme="dark"), "document.documentElement.style.getPropertyValue('--paper').toLowerCase()"
    one.shelf()
    one.until(f"{paper} === '#161513'")
    one.read()
    one.until(f"{paper} === '#000000'")
    one.becomes("rgb(254, 254, 254)", one.style, "color")
    assert one.running.json("shelf")["reader"]["theme"] is None
    one.page.keyboard.press("d")
    one.until(f"{paper} === '#ffffff'")
    assert one.running.json("shelf")["reader"]["theme"] == "light"
    one.read()
    one.until(f"{paper} === '#ffffff'")


def test_the_back_button_of_a_phone_closes_a_panel(window):
    one = window(size=(390, 844), has_touch=True)
    # Chromium reports the back button with CloseWatcher; here, the test does.
    one.page.add_init_script("const Known = CloseWatcher; window.CloseWatcher = class extends Known {"
                             " constructor() { super(); window.watcher = this; } };")
    one.read()
    one.open("contents")
    one.page.evaluate("watcher.requestClose()")
    expect(one.page.locator("#contents")).to_be_hidden()
    one.open("settings")
    one.page.click("#settings .close")
    one.page.evaluate("watcher.requestClose()")
    one.open("notes")
    expect(one.page.locator("#notes")).to_be_visible()
