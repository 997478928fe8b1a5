# SPDX-License-Identifier: BSD-3-Clause
"""The reader in a browser: every function by its control, and all stored data."""
import re

from . import books, fixed_books
from .reader_server import Running
from .reader_window import SHELL, Window, expect
from .reading import until

# ------------------------------------------------------------------------------------------------ Shelf and keyboard

def test_the_shelf_filters_sorts_and_opens(window):
    one = window()
    one.shelf()
    expect(one.page.locator(".book-link")).to_have_count(3)
    one.page.fill("#find", "melville")
    one.until("document.querySelectorAll('.book-link').length === 2")
    assert one.page.inner_text("#books-title").strip() == "2 books"
    one.page.fill("#find", "")
    one.page.select_option("#sort", "title")
    titles = one.page.locator(".book-title").all_inner_texts()
    assert len(titles) == 3 and "Read Aloud" in titles and titles == sorted(titles, key=str.lower)
    one.page.click(".book-link:has-text('Read Aloud')")
    one.shown()
    assert one.page.title() == "Read Aloud – Lectern"
    one.page.go_back()
    one.page.wait_for_selector(".continue-book")
    assert "Read Aloud" in one.page.inner_text(".continue-book")


def test_everything_by_keyboard_alone(window):
    """From the shelf to a book, pages, contents, search, settings, notes, help, and back."""
    one, press = window(), lambda *keys: [one.page.keyboard.press(key) for key in keys]
    one.shelf()
    press("/")
    one.page.keyboard.type("read aloud")
    one.until("document.querySelectorAll('.book-link').length === 1")
    one.page.focus("#quit")
    press("Tab", "Enter")
    one.page.wait_for_url("**/read?book=*")
    one.shown()
    first, second = one.turned(lambda: press("ArrowRight"))
    assert one.turned(lambda: press("ArrowLeft"))[1] == first != second
    press("t")
    one.until("document.activeElement.matches('.entry')")
    press("ArrowDown", "ArrowDown")
    assert "walrus" in one.turned(lambda: press("Enter"))[1][0]
    one.until("document.activeElement.id === 'page'")
    press("/")
    one.until("document.activeElement.id === 'search-query'")
    one.page.keyboard.type("nevermore")
    one.idle()  # otherwise the matches may be those of the first letters
    one.until("document.querySelectorAll('.match').length >= 8")
    assert "raven" in one.turned(lambda: press("Enter"))[1][0]
    press("Escape")
    one.until("document.querySelector('#search').hidden && !document.querySelector('#matches-bar').hidden")
    one.idle()
    press("n")
    one.until("document.querySelector('#matches-bar').textContent.includes('2 of')")
    press("Escape")
    one.until("document.querySelector('#matches-bar').hidden")
    size = one.style("fontSize", ":root")
    press("+")
    one.until(f"{SHELL}.current().window.getComputedStyle({SHELL}.current().root).fontSize !== '{size}'", where=one.inside)
    press("d")
    one.until("document.documentElement.style.getPropertyValue('--paper').toLowerCase() === '#faf4e8'")
    press("v")
    one.page.wait_for_selector("#selection-bar:not([hidden])")
    press("Shift+ArrowRight", "2")
    one.until("document.querySelector('#selection-bar').hidden")
    one.becomes(["green"], lambda: [mark["color"] for mark in one.notes()])
    assert one.notes()[0]["locator"]["text"]["highlight"].strip()
    press("?")
    one.page.wait_for_selector("#help[open]")
    press("Escape", "i")
    expect(one.page.locator("#about[open] h4").first).to_have_text("Ways of reading")
    press("Escape", "a")
    one.page.wait_for_selector("#settings:not([hidden])")
    press("Escape")
    press("l")
    one.page.wait_for_selector(".continue-book")


def test_the_focus_goes_in_order_and_is_seen(window):
    one = window()
    one.read()
    one.bars()
    one.page.evaluate("document.querySelector('.skip').focus()")
    order = []
    for _ in range(12):
        order.append(one.page.evaluate("""(() => { const one = document.activeElement, box = one.getBoundingClientRect();
          return [one.id, getComputedStyle(one).outlineStyle, box.width > 0 && getComputedStyle(one.closest('.bar') || one).opacity] })()"""))
        one.page.keyboard.press("Tab")
        one.idle()
    assert [name for name, _, _ in order[1:]] == [
        "library", "show-contents", "show-notes", "bookmark", "show-search", "speak", "theme", "show-settings", "fullscreen", "show-about",
        "show-help"]
    assert all(outline == "solid" and opacity == "1" for _, outline, opacity in order[1:])


# ---------------------------------------------------------------------------------------------------------- Settings

def row(key):
    return f'[data-setting="{key}"]'


def test_the_form_has_a_row_for_each_setting(window):
    one = window()
    one.read()
    one.open("settings")
    settings = one.running.json(f"books/{one.running.book('Read Aloud')}/settings")["settings"]
    rows = one.page.evaluate("[...document.querySelectorAll('[data-setting]')].map((one) => one.dataset.setting)")
    assert sorted(rows) == sorted(settings)
    for key, setting in settings.items():
        found = one.page.locator(row(key))
        assert setting["label"] in found.inner_text() or not found.is_visible()
        enabled = found.locator(".control:enabled, .control input:enabled").count() > 0
        assert enabled == setting["isActive"], key
        if not setting["isActive"]:
            assert found.get_attribute("title") == "\n".join(setting["reasons"])
            assert all(reason in found.locator(".row-note").text_content() for reason in setting["reasons"])


def test_each_kind_of_setting_changes_the_page(window):
    one = window()
    one.read()
    one.turned(lambda: one.page.keyboard.press("ArrowRight"))
    one.open("settings")
    page = one.page

    def becomes(name, value, selector="p"):
        def found():
            now = one.style(name, selector)
            return now if now and (value(now) if callable(value) else now == value) else None
        return until(page, found)

    # A theme, which also colours the window.
    ink = one.style("color")
    page.check(row("theme") + " input[value=dark]", force=True)
    becomes("color", "rgb(254, 254, 254)")
    one.until("getComputedStyle(document.body).backgroundColor === 'rgb(0, 0, 0)' && document.documentElement.dataset.dark === 'true'")
    page.check(row("theme") + " input[value=light]", force=True)
    becomes("color", ink)
    # A colour.
    page.check(row("textColor") + ' .swatch:nth-child(3) input', force=True)
    becomes("color", "rgb(67, 51, 31)")
    page.click(row("textColor") + " .reset")
    becomes("color", lambda now: now != "rgb(67, 51, 31)")
    # A percentage, by its button and by the keyboard.
    page.click(row("fontSize") + " .step:last-child")
    size = becomes("fontSize", lambda now: now == "17.6px", ":root")
    one.until(f"Number(document.querySelector('{row('fontSize')} input').value) > 1.05")
    page.focus(row("fontSize") + " input")
    page.keyboard.press("ArrowRight")
    becomes("fontSize", lambda now: float(now[:-2]) > float(size[:-2]), ":root")
    # A font.
    page.select_option(row("fontFamily") + " select", '"Verdana"')
    becomes("fontFamily", lambda now: now.startswith("Verdana"))
    # A switch, and the setting that it activates.
    assert page.locator(row("lineHeight") + " input").is_disabled()
    page.click(row("publisherStyles") + " .switch")
    page.wait_for_selector(row("lineHeight") + " input:enabled")
    before = one.style("lineHeight")
    page.fill(row("lineHeight") + " input", "2")
    becomes("lineHeight", lambda now: now != before)
    # A list of values.
    page.select_option(row("textAlign") + " select", '"right"')
    becomes("textAlign", "right", "p.first")
    # Pages or scrolling.
    page.click(row("scroll") + " .switch")
    one.until(f"{SHELL}.current().flow.mode === 'scroll'", where=one.inside)
    # A value for this book.
    page.select_option(row("language") + " select", '"fr"')
    page.wait_for_selector(row("language") + " .reset:not([hidden])")
    # Reset everything.
    page.click(".reset-all")
    becomes("fontSize", "16px", ":root")
    one.until(f"{SHELL}.current().flow.mode === 'paged'", where=one.inside)
    settings = one.running.json(f"books/{one.running.book('Read Aloud')}/settings")["settings"]
    assert [key for key, setting in settings.items() if setting["preference"] is not None] == []


# ------------------------------------------------------------------------------------------------------------- Search

def test_search_lists_draws_and_jumps(window):
    one = window()
    one.read()
    one.open("search")
    one.page.fill("#search-query", "raven")
    one.until("document.querySelectorAll('.match').length >= 10")
    assert "match" in one.page.inner_text("#search-count") and "The Raven" in one.page.locator(".list-heading").all_inner_texts()
    assert {text.lower() for text in one.page.locator(".match mark").all_inner_texts()} == {"raven"}
    one.turned(lambda: one.page.click(".match >> nth=2"))
    one.until("document.querySelectorAll('.match')[2].getAttribute('aria-current') === 'true'")
    one.becomes(True, lambda: one.drawn("search") > 0)
    one.page.click("#search .close")
    one.page.click("#matches-bar button >> nth=-1")
    one.until("document.querySelector('#matches-bar').hidden")
    one.becomes(0, one.drawn, "search")


# ------------------------------------------------------------------------------------------------------------- Places

def test_the_slider_and_the_way_back(window):
    one = window()
    one.read()
    one.bars()
    start = one.place()
    facts = one.page.inner_text("#fact-page")
    assert re.fullmatch(r"Page \W*1\W* of \W*\d+\W*", facts), facts
    assert "min" in one.page.inner_text("#fact-time") and "Last page" in one.page.inner_text("#fact-left")
    assert one.page.locator("#ticks span").count() >= 5
    box = one.page.locator("#slider").bounding_box()
    one.turned(lambda: one.page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2))
    assert "raven" in one.place()[0]
    expect(one.page.locator("#slider")).to_have_attribute("aria-valuetext", re.compile("The Raven$"))
    assert one.turned(lambda: one.page.click("#way-back"))[1] == start
    one.open("contents")
    one.page.fill("#page-number", "21")
    assert "raven" in one.turned(lambda: one.page.keyboard.press("Enter"))[1][0]
    one.until("document.querySelector('.entry[aria-current]')?.textContent.includes('The Raven')")


def test_the_place_is_there_the_next_day(window, browser, folder, tmp_path):
    one = window()
    one.read()
    for _ in range(3):
        one.turned(lambda: one.page.keyboard.press("ArrowRight"))
    place = one.place()
    one.idle()
    one.page.goto("about:blank")
    one.running.close()
    one.running.close = lambda: None
    with Running(folder, tmp_path / "data") as again:
        other = Window(browser, again)
        other.read()
        assert other.place() == place
        other.close()


def test_the_contents_lead_out_of_the_reading_order(browser, tmp_path):
    """A document there has no page; past its end, the reader returns to where they left the reading order."""
    (tmp_path / "books").mkdir()
    words = books.Words(books.LATIN)
    chapters = [("one.xhtml", words.chapter(1, 9)), ("extra.xhtml", words.chapter(2, 2))]
    books.epub(tmp_path / "books" / "outside.epub", "Outside", "en", chapters, outside={"extra.xhtml"})
    with Running(tmp_path / "books", tmp_path / "data") as running:
        one = Window(browser, running)
        one.read("Outside")
        one.page.keyboard.press("t")
        one.page.get_by_role("button", name="Part 2").click()
        one.until(f"{SHELL}.view.place().locator.href === 'EPUB/extra.xhtml'", where=one.inside)
        one.until("document.querySelector('#fact-page').textContent === ''")
        one.page.focus("#page")
        one.page.keyboard.press("ArrowRight")
        one.until("document.querySelector('#fact-page').textContent.startsWith('Page 1')")
        one.close()


def test_a_book_is_opened_again_in_a_window_of_another_form(browser, tmp_path):
    """Messages that the library sends immediately, here about changed spreads, are not lost while the page loads."""
    (tmp_path / "books").mkdir()
    fixed_books.make("fixed", tmp_path / "books")
    with Running(tmp_path / "books", tmp_path / "data") as running:
        one = Window(browser, running, (600, 900))
        one.read("Fixed")
        for size, spread, page in [((1200, 700), 2, "Pages 4–5 of 6"), ((600, 900), 1, "Page 4 of 6")]:
            one.page.goto("about:blank")
            one.page.set_viewport_size({"width": size[0], "height": size[1]})
            one.read("Fixed")
            one.inside(f"{SHELL}.go({{href: 'EPUB/p4.xhtml'}})")
            one.until(f"{SHELL}.view.shown?.places.length === {spread}", where=one.inside)
            one.until(f"document.querySelector('#fact-page').textContent === {page!r}")
            # A page is visible as a whole: each has an entry in the contents.
            one.until("document.querySelector('#fact-left').textContent === 'Last page of the chapter'")
        # After a turn, the window immediately shows what is on the page.
        one.page.set_viewport_size({"width": 1200, "height": 700})
        one.until("document.querySelector('#fact-page').textContent === 'Pages 4–5 of 6'")
        one.close()
