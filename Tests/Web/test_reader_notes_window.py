# SPDX-License-Identifier: BSD-3-Clause
"""Notes in a window of the reader: created, listed, edited, exchanged, on another device, on a phone."""
import json
import re

from .reader_server import Running
from .reader_window import Window, expect


def place(one, query):
    return one.running.post(f"books/{one.book}/search", {"query": query})[1]["matches"][0]


def filled(one):
    """The book has a highlight, two notes and a bookmark before it is opened."""
    one.book = one.running.book("Read Aloud")
    for query, members in (
        ("little or no money", {"style": "solid", "color": "blue", "tags": ["sea"]}),
        ("Circumambulate", {"style": "solid", "color": "yellow", "text": "Wálk", "tags": ["city", "sea"]}),
        ("midnight dreary", {"style": "underline", "color": "pink", "text": "When?", "tags": ["night"]}), ("Lenore", {}),
    ):
        assert one.running.post(f"books/{one.book}/notes", {"locator": place(one, query), **members})[0] == 200
    one.running.post(f"books/{one.book}/search/end")
    one.read()
    return one


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
    one.becomes(True, lambda: one.drawn() >= 1)
    one.select("nothing particular")
    one.page.click("#selection-bar [aria-label='Add a note']")
    one.page.wait_for_selector("#note[open]")
    one.page.fill("#note textarea", "A <b>note</b>")
    one.page.keyboard.press("Control+Enter")
    one.until("!document.querySelector('#note').open")
    place = one.place()
    one.idle()

    one.page.reload()
    one.shown()
    assert one.place() == place
    one.until("document.querySelector('#waiting').hidden")
    one.becomes(True, lambda: one.drawn() >= 2)
    one.open("notes")
    quotes = one.page.locator(".quote")
    expect(quotes).to_have_text(["having little or no money", "nothing particular"])
    expect(one.page.locator(".note-text")).to_have_text(["A <b>note</b>"])
    one.page.fill("#notes-find", "NOTE")
    expect(quotes).to_have_text(["nothing particular"])
    one.page.fill("#notes-find", "")
    # Both have the color that was chosen last, so there is no filter.
    expect(one.page.locator("#notes-colors .dot")).to_have_count(0)
    one.page.hover(".note")
    one.page.click(".note [aria-label=Delete] >> nth=0")
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
    one.becomes(True, lambda: one.drawn() >= 1)
    one.idle()
    one.page.mouse.click(box[0] + 8, box[1])
    one.page.wait_for_selector("#selection-bar:not([hidden])")
    expect(one.page.locator("#selection-bar .dot[aria-pressed=true]")).to_have_count(1)
    one.page.click("#selection-bar .dot >> nth=3")
    one.until("document.querySelector('#selection-bar').hidden")
    one.becomes(["pink"], lambda: [mark["color"] for mark in one.notes()])
    one.idle()
    one.page.mouse.click(box[0] + 8, box[1])
    one.page.click("#selection-bar [aria-label=Delete]")
    one.becomes(([], 0), lambda: (one.notes(), one.drawn()))


def test_the_panel_by_keyboard_alone(window):
    """Find, filter, go, edit with tags and colors, delete, undo."""
    one = filled(window())
    press = one.page.keyboard.press
    quotes, focused = one.page.locator(".quote"), "document.activeElement.textContent"
    press("m")
    expect(one.page.locator("#notes .list-heading")).to_have_text(["Loomings", "The Raven"])
    expect(quotes).to_have_text(["little or no money", "Circumambulate", "midnight dreary", "Lenore…"])
    one.until("document.activeElement.id === 'notes-find'")
    one.page.keyboard.type("walk CITY")
    expect(quotes).to_have_text(["Circumambulate"])
    expect(one.page.locator("#notes-count")).to_have_text("1 note")
    for _ in "walk CITY":
        press("Backspace")
    # Four styles and three tags, the most used one first.
    one.page.focus("#notes-tags .chip")
    press("Enter")
    expect(quotes).to_have_text(["little or no money", "Circumambulate"])
    assert one.page.evaluate(f"[{focused}, document.activeElement.ariaPressed]") == ["sea", "true"]
    press("Shift+Tab")
    press("Shift+Tab")
    press("Shift+Tab")
    assert one.page.evaluate("document.activeElement.ariaLabel") == "Blue"
    press(" ")
    expect(quotes).to_have_text(["little or no money"])
    # An edit in the dialog: text, a tag, another color.
    one.page.focus(".note-quote")
    press("e")
    one.until("document.activeElement.matches('textarea')")
    one.page.keyboard.type("Mine")
    press("Tab")
    press("Tab")
    one.page.keyboard.type("money,")
    press("Control+Enter")
    one.until("!document.querySelector('#note').open")
    expect(one.page.locator(".note-text")).to_have_text(["Mine"])
    kept = one.notes()[0]
    assert (kept["kind"], kept["text"], kept["tags"], kept["color"]) == ("note", "Mine", ["sea", "money"], "blue")
    one.until(f"{focused} === 'little or no money'")
    # All notes again; deleted ones can be restored.
    press("Delete")
    expect(quotes).to_have_text(["Circumambulate"])
    one.until(f"{focused} === 'Circumambulate'")
    press("Delete")
    expect(quotes).to_have_text(["midnight dreary", "Lenore…"])
    press("z")
    expect(quotes).to_have_count(3)
    press("z")
    expect(quotes).to_have_count(4)
    assert [{**note, "modified": 0} for note in one.notes()][0] == {**kept, "modified": 0}
    one.page.focus(".note-quote >> nth=0")
    one.turned(lambda: press("Enter"))
    one.becomes(True, lambda: one.drawn() >= 1 and one.drawn("note-marks") >= 1)


def test_a_bookmark_is_a_ribbon_on_its_page(window):
    one = window()
    one.read()
    one.turned(lambda: one.page.keyboard.press("]"))
    ribbon, button = one.page.locator("#ribbon"), one.page.locator("#bookmark")
    expect(ribbon).to_be_hidden()
    one.page.keyboard.press("k")
    expect(ribbon).to_be_visible()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert one.notes()[0]["kind"] == "bookmark" and one.notes()[0]["quote"]
    one.turned(lambda: one.page.keyboard.press("ArrowRight"))
    expect(ribbon).to_be_hidden()
    one.turned(lambda: one.page.keyboard.press("ArrowLeft"))
    expect(ribbon).to_be_visible()
    one.page.keyboard.press("k")
    expect(ribbon).to_be_hidden()
    assert one.notes() == []


def test_files_with_notes_go_out_and_come_in(window, browser, folder, tmp_path):
    """An export, an import, and synchronizing two devices; the other one offers the reading position."""
    one = filled(window())
    one.turned(lambda: one.page.keyboard.press("]"))
    one.idle()
    one.open("notes")
    one.page.click("#show-exchange")
    one.page.fill("#device-name", "Study")
    one.page.press("#device-name", "Tab")
    one.becomes("Study", lambda: one.running.json("shelf")["reader"]["device"])
    with one.page.expect_download() as download:
        one.page.click(".choice:has-text('Markdown')")
    assert download.value.suggested_filename == "Read Aloud.md" and "> midnight dreary" in download.value.path().read_text()
    one.running.application.reading(one.book).places.save()
    with one.page.expect_download() as download:
        one.page.click(".choice:has-text('Save a file')")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "Study.notes.json" and len(json.loads(file.read_text())["notes"]) >= 5
    with Running(folder, tmp_path / "phone") as phone:
        other = Window(browser, phone, size=(390, 844), has_touch=True, locale="ar")
        other.read()
        assert other.page.locator("#elsewhere").is_hidden()
        other.bars()
        other.page.click("#show-notes")
        other.page.click("#show-exchange")
        box = other.page.locator("#exchange").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and other.page.evaluate("document.documentElement.scrollWidth") <= 390
        other.page.set_input_files("#exchange input[type=file] >> nth=1", file)
        expect(other.page.locator(".exchange-status")).to_contain_text(re.compile("[56]"))
        other.page.click("#exchange [aria-label='إغلاق']")
        expect(other.page.locator(".quote")).to_have_count(4)
        # Mirrored: the bar of a note is on its right.
        assert other.page.evaluate("getComputedStyle(document.querySelector('.note'), '::before').right") == "9px"
        assert other.notes() == one.notes()
        other.page.click("#notes .close")
        expect(other.page.locator("#elsewhere .offer-text")).to_contain_text("Study")
        other.turned(lambda: other.page.click("#elsewhere .primary"))
        assert other.place()[0] == one.place()[0] and other.page.locator("#elsewhere").is_hidden()
        other.page.set_input_files("#exchange input[type=file] >> nth=0", {"name": "x", "mimeType": "text/plain", "buffer": b"{"})
        expect(other.page.locator(".exchange-status[data-state=failed]")).to_have_count(1)
        other.errors.clear()  # the browser reports the rejection
        other.close()


def test_the_shelf_leads_to_a_note_and_another_edition_asks_for_it(browser, second_edition, tmp_path):
    with Running(second_edition, tmp_path) as running:
        first, second = (book["id"] for book in running.json("shelf")["books"])
        one = Window(browser, running)
        one.book = first
        note = {"locator": place(one, "Ishmael"), "style": "solid", "text": "Who?"}
        assert running.post(f"books/{first}/notes", note)[0] == 200
        one.shelf()
        one.page.fill("#find", "who ishmael")
        one.page.click(".note-link:has-text('Who?')")
        one.shown()
        one.becomes(True, lambda: "loomings" in one.place()[0])
        assert one.page.url.endswith(f"read?book={first}")
        one.page.goto(f"{running.url}read?book={second}")
        one.shown()
        expect(one.page.locator("#edition")).to_contain_text("Read Aloud")
        one.page.focus("#edition .primary")
        with one.page.expect_navigation():
            one.page.keyboard.press("Enter")
        one.shown()
        assert one.notes() == running.json(f"books/{first}/notes")["notes"] != []
        expect(one.page.locator("#edition")).to_be_hidden()
        one.close()
