# SPDX-License-Identifier: BSD-3-Clause
"""The reader in a browser: every function by its control, and all that is kept."""
import re
import time
import zipfile

import books
import lectern
import pytest
from reader_server import Running, pack_sample

PlaywrightError = pytest.importorskip("playwright.sync_api").Error
pytestmark = pytest.mark.skipif(not hasattr(lectern.Navigator, "get"), reason="the library answers no web view")
HOSTILE = '<img src=x onerror="document.title=1">\u202eevil'
SHELL = "document.querySelector('#page').contentWindow?.lectern?.shell"


class Window:
    """A window of the reader, and what is asked of it again and again."""

    def __init__(self, browser, running, size=(1200, 800), locale="en-US", **more):
        self.running = running
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=locale,
                                           reduced_motion="reduce", **more)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.context.set_default_timeout(15000)
        self.page = self.context.new_page()
        self.devtools = self.context.new_cdp_session(self.page)
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda one: one.type == "error" and self.errors.append(f"{one.text} {one.location}"))

    def close(self):
        self.context.close()
        assert self.errors == []

    def shelf(self):
        self.page.goto(self.running.url)
        self.page.wait_for_selector(".book-link")

    def read(self, title="Read Aloud"):
        self.page.goto(f"{self.running.url}read?book={self.running.book(title)}")
        self.shown()

    def shown(self):
        """Until the page is there, and has said where it is."""
        self.until(f"{SHELL}?.view?.place?.() && document.querySelector('#waiting').hidden && document.querySelector('.tree')")

    def until(self, condition, timeout=10):
        """Polled from here: the policy of the page forbids to evaluate text."""
        end = time.monotonic() + timeout
        while True:
            try:
                if value := self.page.evaluate(condition):
                    return value
            except PlaywrightError as error:
                # Between two documents, there is none.
                assert time.monotonic() < end, f"{condition}: {error}"
            assert time.monotonic() < end, condition
            self.page.wait_for_timeout(25)

    def place(self):
        return self.page.evaluate(f"(({{locator, page}}) => [locator.href, page])({SHELL}.view.place())")

    def turned(self, act):
        """What an act changes: the place before and after."""
        before = self.place()
        act()
        end = time.monotonic() + 10
        while self.place() == before:
            assert time.monotonic() < end, "the place is the same"
            self.page.wait_for_timeout(25)
        # The window hears of it from the server.
        self.page.wait_for_timeout(300)
        return before, self.place()

    def style(self, name, selector="p"):
        """A computed style in the current document; None while there is none."""
        script = f"""([selector, name]) => {{
          const frame = {SHELL}?.current?.();
          const element = frame?.root && (selector === ':root' ? frame.root : frame.document.querySelector(selector) || frame.body);
          return element ? frame.window.getComputedStyle(element)[name] : null;
        }}"""
        return self.page.evaluate(script, [selector, name])

    def drawn(self, group="highlights"):
        """The boxes of decorations on the current page."""
        return self.page.evaluate(f"""(group) => {{
          const frame = {SHELL}.current(), {{left, top, width, height}} = frame.visible();
          return [...frame.document.querySelectorAll(`[data-group="${{group}}"] *`)].map((one) => one.getBoundingClientRect())
            .filter((box) => box.width && box.right > left && box.left < left + width && box.bottom > top && box.top < top + height).length;
        }}""", group)

    def bars(self):
        """The mouse at the edge."""
        self.page.mouse.move(300, 30)
        self.page.mouse.move(320, 24)
        self.until("document.body.dataset.bars === 'shown'")

    def open(self, panel):
        self.bars()
        self.page.click(f"#show-{panel}")
        self.page.wait_for_selector(f"#{panel}:not([hidden])")

    def select(self, words):
        """Draws the mouse over words of the page."""
        box = self.page.evaluate(f"""(words) => {{
          const frame = {SHELL}.current(), walker = frame.document.createTreeWalker(frame.body, 4);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {{
            const at = node.data.indexOf(words);
            if (at < 0) continue;
            const range = frame.document.createRange();
            range.setStart(node, at); range.setEnd(node, at + words.length);
            const all = range.getClientRects(), first = frame.toView(all[0]), last = frame.toView(all[all.length - 1]);
            const page = document.querySelector('#page').getBoundingClientRect();
            return [first.left + page.left + 1, first.top + first.height / 2 + page.top, last.right + page.left - 1, last.top + last.height / 2 + page.top];
          }}
        }}""", words)
        middle = ((box[0] + box[2]) / 2, box[3])
        for kind, (x, y) in (("Pressed", box[:2]), ("Moved", middle), ("Moved", box[2:]), ("Released", box[2:])):
            # Not by the mouse of playwright: it runs a script in each frame, and waits for those where none may run.
            self.devtools.send("Input.dispatchMouseEvent", {"type": f"mouse{kind}", "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1})
        self.page.wait_for_selector("#selection-bar:not([hidden])")
        return box


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shelf")
    sample = pack_sample(folder)
    books.make("arabic", folder)
    # The same book with a title, a chapter and a description that would be markup.
    with zipfile.ZipFile(sample) as book, zipfile.ZipFile(folder / "hostile.epub", "w") as copy:
        escaped = HOSTILE.replace("&", "&amp;").replace("<", "&lt;")
        for entry in book.infolist():
            data = book.read(entry)
            if entry.filename.endswith((".opf", "nav.xhtml")):
                data = data.replace(b"Read Aloud", escaped.encode()).replace(b"The Raven", escaped.encode()).replace(b"1ec7e12ab00c", b"1ec7e12ab00d")
            copy.writestr(entry, data)
    return folder


@pytest.fixture
def running(folder, tmp_path):
    with Running(folder, tmp_path / "data") as one:
        yield one


@pytest.fixture
def window(browser, running):
    opened = []

    def open_window(**more):
        opened.append(Window(browser, running, **more))
        return opened[-1]
    yield open_window
    for one in opened:
        one.close()


# ------------------------------------------------------------------------------------------------ Shelf and keyboard

def test_the_shelf_filters_sorts_and_opens(window):
    one = window()
    one.shelf()
    assert one.page.locator(".book-link").count() == 3
    one.page.fill("#find", "melville")
    one.until("document.querySelectorAll('.book-link').length === 2")
    one.page.fill("#find", "")
    one.page.select_option("#sort", "title")
    titles = one.page.locator(".book-title").all_inner_texts()
    assert "Read Aloud" in titles and titles == sorted(titles, key=str.lower) or len(titles) == 3
    one.page.click(".book-link:has-text('Read Aloud')")
    one.shown()
    assert one.page.title() == "Read Aloud – Lectern"
    one.page.go_back()
    one.page.wait_for_selector(".continue-book")
    assert "Read Aloud" in one.page.inner_text(".continue-book")


def test_everything_by_keyboard_alone(window):
    """From the shelf into a book, pages, contents, search, settings, highlights, help, and back."""
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
    one.until("document.querySelectorAll('.match').length >= 8")
    assert "raven" in one.turned(lambda: press("Enter"))[1][0]
    press("Escape")
    one.until("document.querySelector('#search').hidden && !document.querySelector('#matches-bar').hidden")
    one.page.wait_for_timeout(300)
    press("n")
    one.until("document.querySelector('#matches-bar').textContent.includes('2 of')")
    press("Escape")
    one.until("document.querySelector('#matches-bar').hidden")
    size = one.style("fontSize", ":root")
    press("+")
    one.until(f"{SHELL}.current().window.getComputedStyle({SHELL}.current().root).fontSize !== '{size}'")
    press("d")
    one.until("document.documentElement.style.getPropertyValue('--paper').toLowerCase() === '#faf4e8'")
    press("v")
    one.page.wait_for_selector("#selection-bar:not([hidden])")
    press("Shift+ArrowRight", "2")
    one.until("document.querySelector('#selection-bar').hidden")
    highlights = one.running.json(f"books/{one.running.book('Read Aloud')}/highlights")["highlights"]
    assert [mark["color"] for mark in highlights] == ["green"] and highlights[0]["locator"]["text"]["highlight"].strip()
    press("?")
    one.page.wait_for_selector("#help[open]")
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
    for _ in range(10):
        order.append(one.page.evaluate("""(() => { const one = document.activeElement, box = one.getBoundingClientRect();
          return [one.id, getComputedStyle(one).outlineStyle, box.width > 0 && getComputedStyle(one.closest('.bar') || one).opacity] })()"""))
        one.page.keyboard.press("Tab")
        one.page.wait_for_timeout(30)
    assert [name for name, _, _ in order[1:]] == [
        "library", "show-contents", "show-highlights", "show-search", "speak", "theme", "show-settings", "fullscreen", "show-help"]
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
        end = time.monotonic() + 8
        while True:
            now = one.style(name, selector)
            if now == value or (callable(value) and now and value(now)):
                return now
            assert time.monotonic() < end, (name, now)
            page.wait_for_timeout(25)

    # A theme, which colours the window as well.
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
    # A percentage, by its button, and by the keyboard.
    page.click(row("fontSize") + " .step:last-child")
    size = becomes("fontSize", lambda now: now == "17.6px", ":root")
    page.focus(row("fontSize") + " input")
    page.keyboard.press("ArrowRight")
    becomes("fontSize", lambda now: float(now[:-2]) > float(size[:-2]), ":root")
    # A font.
    page.select_option(row("fontFamily") + " select", '"Verdana"')
    becomes("fontFamily", lambda now: now.startswith("Verdana"))
    # A switch, and what it makes active.
    assert page.locator(row("lineHeight") + " input").is_disabled()
    page.click(row("publisherStyles") + " .switch")
    page.wait_for_selector(row("lineHeight") + " input:enabled")
    before = one.style("lineHeight")
    page.fill(row("lineHeight") + " input", "2")
    becomes("lineHeight", lambda now: now != before)
    # One of several values beside each other.
    page.check(row("textAlign") + " .segment:nth-child(4) input", force=True)
    becomes("textAlign", "right")
    # Pages or scrolling.
    page.click(row("scroll") + " .switch")
    one.until(f"{SHELL}.current().flow.mode === 'scroll'")
    # A value of this book.
    page.select_option(row("language") + " select", '"fr"')
    page.wait_for_selector(row("language") + " .reset:not([hidden])")
    # All of it again.
    page.click(".reset-all")
    becomes("fontSize", "16px", ":root")
    one.until(f"{SHELL}.current().flow.mode === 'paged'")
    settings = one.running.json(f"books/{one.running.book('Read Aloud')}/settings")["settings"]
    assert [key for key, setting in settings.items() if setting["preference"] is not None] == []


# ------------------------------------------------------------------------------------------------ Search, highlights

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
    end = time.monotonic() + 5
    while not one.drawn("search"):
        assert time.monotonic() < end, "no match is drawn"
        one.page.wait_for_timeout(50)
    one.page.click("#search .close")
    one.page.click("#matches-bar button >> nth=-1")
    one.until("document.querySelector('#matches-bar').hidden")
    one.page.wait_for_timeout(300)
    assert not one.drawn("search")


def test_highlights_by_selecting_with_notes_and_after_a_reload(window):
    one = window()
    one.read()
    one.open("contents")
    one.turned(lambda: one.page.click(".entry:has-text('Loomings')"))
    box = one.select("having little or no money")
    bar = one.page.locator("#selection-bar").bounding_box()
    assert abs(bar["x"] + bar["width"] / 2 - (box[0] + box[2]) / 2) < 60 and (bar["y"] + bar["height"] < box[1] or bar["y"] > box[3])
    one.page.click("#selection-bar .dot >> nth=2")
    one.until("document.querySelector('#selection-bar').hidden")
    one.page.wait_for_timeout(200)
    assert one.drawn() >= 1
    one.select("nothing particular")
    one.page.click("#selection-bar [aria-label='Add a note']")
    one.page.wait_for_selector("#note[open]")
    one.page.fill("#note textarea", "A <b>note</b>")
    one.page.keyboard.press("Control+Enter")
    one.until("!document.querySelector('#note').open")
    place = one.place()
    one.page.wait_for_timeout(200)

    one.page.reload()
    one.shown()
    assert one.place() == place
    one.until("document.querySelector('#waiting').hidden")
    end = time.monotonic() + 5
    while one.drawn() < 2:
        assert time.monotonic() < end, "the highlights are not drawn"
        one.page.wait_for_timeout(50)
    one.open("highlights")
    assert one.page.locator(".quote").all_inner_texts() == ["having little or no money", "nothing particular"]
    assert one.page.locator(".highlight-note").all_inner_texts() == ["A <b>note</b>"]
    one.page.fill("#highlights-find", "NOTE")
    assert one.page.locator(".quote").all_inner_texts() == ["nothing particular"]
    one.page.fill("#highlights-find", "")
    # Both have the colour that was chosen last.
    one.page.click("#highlights-colors .dot >> nth=1")
    assert one.page.locator(".quote").count() == 0
    one.page.click("#highlights-colors .dot >> nth=2")
    assert one.page.locator(".quote").count() == 2
    one.page.click(".highlight [aria-label=Delete] >> nth=0")
    one.until("document.querySelectorAll('.quote').length === 1")
    one.page.click(".toast button")
    one.until("document.querySelectorAll('.quote').length === 2")


def test_a_highlight_is_picked_changed_and_deleted(window):
    one = window()
    one.read()
    one.open("contents")
    one.turned(lambda: one.page.click(".entry:has-text('Loomings')"))
    box = one.select("having little or no money")
    one.page.keyboard.press("1")
    one.until("document.querySelector('#selection-bar').hidden")
    one.page.wait_for_timeout(400)
    one.page.mouse.click(box[0] + 8, box[1])
    one.page.wait_for_selector("#selection-bar:not([hidden])")
    assert one.page.locator("#selection-bar .dot[aria-pressed=true]").count() == 1
    one.page.click("#selection-bar .dot >> nth=3")
    one.until("document.querySelector('#selection-bar').hidden")
    id = one.running.book("Read Aloud")
    assert [mark["color"] for mark in one.running.json(f"books/{id}/highlights")["highlights"]] == ["pink"]
    one.page.wait_for_timeout(300)
    one.page.mouse.click(box[0] + 8, box[1])
    one.page.click("#selection-bar [aria-label=Delete]")
    one.page.wait_for_timeout(300)
    assert one.running.json(f"books/{id}/highlights")["highlights"] == [] and not one.drawn()


# ------------------------------------------------------------------------------------------------------------- Places

def test_the_slider_and_the_way_back(window):
    one = window()
    one.read()
    one.bars()
    start = one.place()
    facts = one.page.inner_text("#fact-page")
    assert re.fullmatch(r"Page \W*1\W* of \W*\d+\W*", facts), facts
    assert "min" in one.page.inner_text("#fact-time") and "left" in one.page.inner_text("#fact-left")
    assert one.page.locator("#ticks span").count() >= 5
    box = one.page.locator("#slider").bounding_box()
    one.turned(lambda: one.page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2))
    assert "raven" in one.place()[0]
    assert one.page.get_attribute("#slider", "aria-valuetext").endswith("The Raven")
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
    one.page.wait_for_timeout(200)
    one.page.goto("about:blank")
    one.running.close()
    one.running.close = lambda: None
    with Running(folder, tmp_path / "data") as again:
        other = Window(browser, again)
        other.read()
        assert other.place() == place
        other.close()


# ------------------------------------------------------------------------------------ Languages, sizes, accessibility

WORDS = {"en": "Contents", "de": "Inhalt", "fr": "Sommaire", "ar": "المحتويات", "ja": "目次"}


@pytest.mark.parametrize("language", WORDS)
def test_languages(window, language):
    one = window(locale=language)
    one.read()
    assert one.page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == [language, "rtl" if language == "ar" else "ltr"]
    assert one.page.get_attribute("#show-contents", "aria-label") == WORDS[language]
    for box in ("#library", "#settings .close"):
        one.open("settings")
        left = one.page.locator(box).bounding_box()["x"] < 600
        assert left == ((language != "ar") == (box == "#library")), box
        one.page.click("#settings .close")
    missing = one.page.evaluate("[...document.querySelectorAll('[aria-label], [data-t]')].map((one) => one.ariaLabel || one.textContent).filter((text) => /^[a-z]+[.A-Z]/.test(text))")
    assert missing == []
    one.open("settings")
    own = one.running.json(f"books/{one.running.book('Read Aloud')}/settings")["settings"]["fontSize"]["label"]
    assert own in one.page.inner_text("#form") and (language == "en") == (own == "Font size")


def test_another_language_is_chosen(window):
    one = window()
    one.shelf()
    one.page.select_option("#language", "ja")
    one.page.wait_for_selector("h1:has-text('ライブラリ')")
    one.read()
    assert one.page.get_attribute("#show-contents", "aria-label") == "目次"


def test_a_book_from_right_to_left(window):
    one = window()
    with lectern.Publication.open(next(iter(p for p in one.running.application.shelf.paths.values() if "arabic" in p.name))) as book:
        title = book.manifest["metadata"]["title"]
    one.read(title)
    first, second = one.turned(lambda: one.page.keyboard.press("ArrowLeft"))
    assert one.turned(lambda: one.page.keyboard.press("ArrowRight"))[1] == first
    assert one.page.evaluate("getComputedStyle(document.querySelector('#slider')).direction") == "rtl"


def test_a_phone(window):
    one = window(size=(390, 844), has_touch=True)
    one.shelf()
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390
    one.read()
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390
    one.until("document.body.dataset.bars === 'hidden'")
    one.page.touchscreen.tap(195, 400)
    one.until("document.body.dataset.bars === 'shown'")
    one.page.wait_for_timeout(400)
    one.page.touchscreen.tap(*centre(one, "#show-settings"))
    one.page.wait_for_selector("#settings:not([hidden])")
    sheet = one.page.locator("#settings").bounding_box()
    assert sheet["width"] == 390 and sheet["y"] > 844 * 0.4, "the page is seen above the form"
    one.page.touchscreen.tap(*centre(one, "#settings .close"))
    assert one.turned(lambda: one.page.touchscreen.tap(370, 420))


def centre(one, selector):
    box = one.page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("theme", ["light", "sepia", "dark"])
def test_no_finding_of_axe(window, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    one = window()
    one.running.post("reader", {"theme": theme})
    findings = []

    def check(name):
        one.page.wait_for_timeout(150)
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        answer = axe.run(one.page, options={"runOnly": {"type": "tag", "values": tags}, "iframes": False})
        findings.extend(f"{name}: {found['impact']} {found['id']} {found['nodes'][0]['target']}" for found in answer.response["violations"])

    one.shelf()
    check("shelf")
    one.read()
    check("book")
    id = one.running.book("Read Aloud")
    found = one.running.post(f"books/{id}/search", {"query": "raven"})[1]["matches"][0]
    one.running.post(f"books/{id}/highlights", {"locator": found, "note": "a note"})
    for panel in ("contents", "highlights", "settings", "search"):
        one.open(panel)
        if panel == "search":
            one.page.fill("#search-query", "the")
            one.page.wait_for_selector(".match")
        if panel == "settings":
            one.page.click("#form summary")
        check(panel)
        if panel == "highlights":
            one.page.click(".highlight-tools button")
            check("note")
            one.page.keyboard.press("Escape")
        one.page.click(f"#{panel} .close")
    one.page.click("#show-help")
    check("help")
    assert findings == []


def test_every_text_can_be_read_on_any_paper(window):
    """Whatever colours a reader chooses for the page, those of the window follow, and keep a contrast of 4.5."""
    one = window()
    one.shelf()
    worst = one.page.evaluate("""async () => {
      const { paint, contrast } = await import('./ui/theme.js');
      const random = (() => { let seed = 7; return () => (seed = (seed * 16807) % 2147483647) / 2147483647 })();
      const color = () => '#' + [0, 0, 0].map(() => Math.floor(random() * 256).toString(16).padStart(2, '0')).join('');
      let worst = 21;
      for (let at = 0; at < 400; at++) {
        paint(color(), color());
        const get = (name) => document.documentElement.style.getPropertyValue(`--${name}`);
        for (const text of ['ink', 'muted', 'accent']) for (const back of ['paper', 'raised']) worst = Math.min(worst, contrast(get(text), get(back)));
        worst = Math.min(worst, contrast(get('on-accent'), get('accent')));
      }
      return worst;
    }""")
    assert worst >= 4.5


# ---------------------------------------------------------------------------------------------------------- Security

def test_what_a_book_says_is_only_ever_text(window):
    one = window()
    one.shelf()
    assert HOSTILE in one.page.locator(".book-title").all_inner_texts()
    one.read("<img")
    assert one.page.evaluate("document.querySelectorAll('img').length") == 0 and one.page.inner_text("#title") == HOSTILE
    one.open("contents")
    assert HOSTILE in " ".join(one.page.locator(".entry-title").all_inner_texts())
    one.open("search")
    one.page.fill("#search-query", "raven")
    one.page.wait_for_selector(".list-heading")
    assert one.page.evaluate("document.querySelectorAll('img[src=x]').length") == 0
    assert one.page.title() == f"{HOSTILE} – Lectern"
