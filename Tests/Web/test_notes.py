# SPDX-License-Identifier: BSD-3-Clause
"""Footnotes: which links are references, what the pop-up shows, and how it closes."""
import pytest

from . import books, fixed_books


@pytest.fixture
def reader(read, tmp_path):
    return fixed_books.interactive(read(fixed_books.make("notes", tmp_path)))


def click(reader, name):
    reader.page.frames[1].evaluate("(name) => document.getElementById(name).click()", name)
    reader.idle()


def note(reader):
    """The text of the footnote that is shown."""
    shown = reader.page.locator(".lectern-note-content")
    return " ".join(shown.inner_text().split()) if shown.count() else None


def where(reader):
    return reader.place()["locator"]["href"].rpartition("/")[2]


@pytest.mark.parametrize("name, text", [
    ("r1", "The note itself, with bold and a link."), ("r2", "Une note."), ("r3", "3. A paragraph as a note."),
    ("r5", "Word What it means."), ("r6", "Behind an anchor."), ("r9", "Nine. More of nine."), ("r11", "By its role."),
])
def test_a_note_pops_up(reader, name, text):
    click(reader, name)
    assert note(reader) == text
    assert where(reader) == "one.xhtml"
    dialog = reader.page.get_by_role("dialog")
    assert dialog.get_attribute("aria-label") == "Note"
    box = dialog.bounding_box()
    assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= 800 and box["y"] + box["height"] <= 600


@pytest.mark.parametrize("name, href", [("r7", "two.xhtml"), ("r8", "one.xhtml"), ("r10", "one.xhtml")])
def test_other_links_are_followed(reader, name, href):
    click(reader, name)
    assert note(reader) is None
    assert where(reader) == href


def test_a_note_that_pops_up_has_no_page(read, tmp_path):
    words = books.Words(books.LATIN, 3)
    links = "".join(f'<p><a epub:type="noteref" href="#n{number}">{number}</a></p>' for number in range(9))
    notes = "".join(f'<aside epub:type="footnote" id="n{number}">{words.paragraphs(4)}</aside>' for number in range(9))
    reader = read(books.epub(tmp_path / "notes.epub", "Notes", "en", [("a.xhtml", books.document(links + notes))]))
    reader.until("lectern.shell.footnotes && !lectern.shell.current().body.innerText.includes('.')")
    reader.settle()
    reader.move("resourceEnd")
    at = reader.at()
    assert (at["page"], at["off"]) == (at["pages"] - 1, 0) and reader.evaluate("probe.blank()") == []
    # Without pop-ups, footnotes are in the text.
    for is_on in (False, True):
        reader.tell({"type": "command", "command": "options", "options": {"footnotes": is_on}})
        reader.until(f"(lectern.place().pages > {at['pages']}) !== {str(is_on).lower()}")


def test_the_language_of_a_note_is_kept(reader):
    click(reader, "r2")
    assert reader.page.locator(".lectern-note-content p").get_attribute("lang") == "fr"


def test_nothing_of_a_note_acts(reader):
    click(reader, "r4")
    content = reader.page.locator(".lectern-note-content")
    assert note(reader).startswith("Clean")
    assert content.locator("script, iframe, form, input, svg, style, link, object").count() == 0
    assert content.evaluate("(element) => [...element.querySelectorAll('*')].flatMap((each) => each.getAttributeNames())"
                            ".filter((name) => !['lang', 'dir', 'href', 'src', 'alt', 'title', 'id'].includes(name))") == []
    assert content.locator("math").evaluate("(element) => element.namespaceURI").endswith("MathML")
    assert content.locator("img").count() == 0 or "example" not in str(content.locator("img").evaluate_all(
        "(all) => all.map((each) => each.src)"))
    assert reader.evaluate("window.broken") is None
    for link in content.locator("a").all():
        link.click()
    assert reader.evaluate("window.broken") is None
    assert not any("example" in path for path in reader.host.requests)


def test_escape_closes_and_gives_the_focus_back(reader):
    document = reader.page.frames[1]
    document.locator("#r1").focus()
    reader.page.keyboard.press("Enter")
    reader.idle()
    assert note(reader)
    assert reader.evaluate("document.activeElement.className") == "lectern-note"
    reader.page.keyboard.press("ArrowRight")
    reader.page.keyboard.press("Escape")
    reader.idle()
    assert note(reader) is None
    assert document.evaluate("document.activeElement.id") == "r1"
    assert not reader.said("key")


def test_it_goes_away_with_a_click_beside_it_and_with_a_turn(reader):
    click(reader, "r1")
    reader.page.mouse.click(400, 590)
    reader.idle()
    assert note(reader) is None
    click(reader, "r1")
    reader.move("forward")
    assert note(reader) is None


def test_buttons_have_the_language_of_the_host(read, tmp_path):
    """Not the language of the book."""
    reader = fixed_books.interactive(read(fixed_books.make("notes", tmp_path), options={"locale": "de"}))
    click(reader, "r1")
    assert reader.page.locator(".lectern-note-tools button").all_inner_texts() == ["Zur Anmerkung", "Schließen"]


def test_go_to_note(reader):
    click(reader, "r2")
    reader.page.get_by_role("button", name="Go to note").click()
    reader.idle()
    assert where(reader) == "two.xhtml" and note(reader) is None
    reader.tell({"type": "command", "command": "back"})
    assert where(reader) == "one.xhtml"


def test_a_link_in_a_note_is_followed(reader):
    click(reader, "r1")
    reader.page.locator(".lectern-note-content a").first.click()
    reader.idle()
    assert where(reader) == "two.xhtml"


def displayed(reader, name):
    return reader.page.frames[1].evaluate("(name) => getComputedStyle(document.getElementById(name)).display", name)


def test_only_notes_that_pop_up_are_hidden(reader):
    assert displayed(reader, "n1") == displayed(reader, "fn:é") == "none"
    assert displayed(reader, "other") == "block" and displayed(reader, "n3") == "block"
    # A link into it shows it.
    click(reader, "r1")
    reader.page.get_by_role("button", name="Go to note").click()
    reader.idle()
    assert displayed(reader, "n1") == "block"


def test_without_pop_ups_links_are_links(read, tmp_path):
    reader = fixed_books.interactive(read(fixed_books.make("notes", tmp_path)))
    reader.tell({"type": "command", "command": "options", "options": {"footnotes": False}})
    reader.move("end")
    reader.go({"href": "EPUB/one.xhtml"})
    click(reader, "r2")
    assert note(reader) is None and where(reader) == "two.xhtml"
