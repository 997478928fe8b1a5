# SPDX-License-Identifier: BSD-3-Clause
"""The reader in a browser: languages, sizes, accessibility, and hostile books."""
import json

import pytest

import lectern
from support.tree import ROOT

from . import fixed_books
from .reader_server import Running
from .reader_window import HOSTILE, Window

I18N = ROOT / "apps" / "reader" / "web" / "i18n"

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
    assert own in one.page.inner_text("#first") and (language == "en") == (own == "Font size")


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


#: The elements at the edges of the page and in the bar below it, and their texts.
FACTS = {"running-page": "pageOf", "running-time": "timeLeft", "fact-page": "pageOf", "fact-printed": "inPrint", "fact-left": "pagesLeft",
         "fact-time": "timeLeft"}


@pytest.mark.parametrize("language", WORDS)
def test_nothing_is_cut_in_the_bar_of_a_phone(window, language):
    """In a book with many pages."""
    texts = json.loads((I18N / f"{language}.json").read_text())
    one = window(size=(360, 780), locale=language)
    one.read()
    one.bars()
    for id, key in FACTS.items():
        text = texts[key] if isinstance(texts[key], str) else texts[key]["other"]
        text = text.format(page=1234, pages=2345, n=88, time=f"12 h {texts['minutes'].format(n=59)}")
        one.page.evaluate("([id, text]) => document.getElementById(id).textContent = text", [id, text])
        cut = one.page.evaluate("(id) => (({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.getElementById(id))", id)
        assert cut <= 0, text
    box = one.page.locator("#bottom").bounding_box()
    assert box["y"] + box["height"] <= 780 and box["height"] < 110, box


def test_a_phone(window):
    one = window(size=(390, 844), has_touch=True)
    one.shelf()
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390
    one.read()
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390
    one.until("document.body.dataset.bars === 'hidden'")
    one.page.touchscreen.tap(195, 400)
    one.until("document.body.dataset.bars === 'shown'")
    one.idle()
    one.page.touchscreen.tap(*centre(one, "#show-settings"))
    one.page.wait_for_selector("#settings:not([hidden])")
    sheet = one.page.locator("#settings").bounding_box()
    assert sheet["width"] == 390 and sheet["y"] > 844 * 0.4, "the page is seen above the form"
    one.page.touchscreen.tap(*centre(one, "#settings .close"))
    # Functions without a button in the bar of a phone are elsewhere.
    one.page.keyboard.press("t")
    one.page.tap("#show-about-here")
    one.page.tap("#about[open] .icon-button")
    one.page.tap("#contents .close")
    one.until("document.activeElement.id === 'page'")
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
        one.idle()
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        answer = axe.run(one.page, options={"runOnly": {"type": "tag", "values": tags}, "iframes": False})
        findings.extend(f"{name}: {found['impact']} {found['id']} {found['nodes'][0]['target']}" for found in answer.response["violations"])

    one.shelf()
    check("shelf")
    one.read()
    check("book")
    id = one.running.book("Read Aloud")
    found = one.running.post(f"books/{id}/search", {"query": "raven"})[1]["matches"][0]
    one.running.post(f"books/{id}/notes", {"locator": found, "style": "solid", "text": "a note", "tags": ["one"]})
    for panel in ("contents", "notes", "settings", "search"):
        one.open(panel)
        if panel == "search":
            one.page.fill("#search-query", "the")
            one.page.wait_for_selector(".match")
        if panel == "settings":
            one.page.click("#form summary")
        check(panel)
        if panel == "notes":
            one.page.hover(".note")
            one.page.click(".note-tools button")
            check("note")
            one.page.keyboard.press("Escape")
            one.page.click("#show-exchange")
            check("exchange")
            one.page.keyboard.press("Escape")
        one.page.click(f"#{panel} .close")
    one.page.click("#show-help")
    check("help")
    assert findings == []


def test_every_text_can_be_read_on_any_paper(window):
    """Whatever colours a reader chooses for the page, the window adopts them with a contrast of at least 4.5."""
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


# -------------------------------------------------------------------------------------------------------------- Themes

def test_a_fixed_layout_has_the_theme_of_the_window(browser, tmp_path):
    """Its setting is inactive, so the window must not try to set it."""
    fixed_books.make("fixed", tmp_path)
    with Running(tmp_path, tmp_path / "data") as running:
        running.application.store.reader.update(theme="dark")
        one = Window(browser, running)
        try:
            one.read("")
            assert one.page.inner_text("#toasts") == ""
            assert one.page.evaluate("document.documentElement.dataset.dark") == "true"
            behind = "getComputedStyle(document.documentElement).backgroundColor"
            assert one.inside(behind) == "rgb(0, 0, 0)"
        finally:
            one.close()
