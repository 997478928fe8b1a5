# SPDX-License-Identifier: BSD-3-Clause
"""The Tab key goes to the next link from the page on the screen, however the reader came there."""
import pytest

from . import books
from .reading import until

#: The link with the focus, and whether it is on the screen.
FOCUS = """(() => {
  const frame = lectern.shell.current(), {activeElement: {id}} = frame.document;
  const {left, right} = frame.document.activeElement.getBoundingClientRect();
  return [id, left >= 0 && right <= frame.flow.width];
})()"""


@pytest.fixture
def reader(read, tmp_path):
    words = books.Words(books.LATIN, 3)
    body = (f'<h1>Chapter</h1><p><a id="first" href="#end">first link</a></p>{words.paragraphs(12)}<h2 id="section">Section</h2>'
            f'{words.paragraphs(3)}<p><a id="middle" href="#end">after the section</a></p>{words.paragraphs(12)}'
            '<p id="end"><a id="last" href="#section">last</a></p>')
    return read(books.epub(tmp_path / "tab.epub", "Tab", "en", [("a.xhtml", books.document(body)), ("b.xhtml", words.chapter(2, 3))]),
                size=(390, 780))


def press(reader, *keys):
    for key in keys:
        reader.page.keyboard.press(key)
        reader.idle()


def focused(reader, name):
    """Waits until an element on the screen has the focus."""
    until(reader.page, lambda: reader.evaluate(FOCUS) == [name, True])
    return reader.at()["page"]


def test_after_page_turns(reader):
    press(reader, "Tab")
    focused(reader, "first")
    press(reader, "ArrowRight", "ArrowRight")
    page = reader.at()["page"]
    assert page == 2
    press(reader, "Tab")
    assert focused(reader, "middle") >= page
    press(reader, "Tab")
    focused(reader, "last")
    press(reader, "Shift+Tab")
    focused(reader, "middle")
    press(reader, "End", "Shift+Tab")
    focused(reader, "middle")


def test_after_a_jump_and_after_a_link(reader):
    reader.go({"href": "EPUB/a.xhtml", "locations": {"fragments": ["section"]}})
    page = reader.at()["page"]
    press(reader, "Tab")
    assert focused(reader, "middle") >= page
    # The last link leads back to the section.
    press(reader, "Tab")
    focused(reader, "last")
    press(reader, "Enter")
    until(reader.page, lambda: reader.at()["page"] == page)
    press(reader, "Tab")
    focused(reader, "middle")


def test_behind_the_last_link_the_focus_leaves_the_document(reader):
    press(reader, "Tab", "End")
    page = reader.at()["page"]
    assert page > 3
    press(reader, "Tab", "Tab")
    assert reader.evaluate("lectern.shell.current().document.hasFocus()") is False or reader.evaluate(FOCUS)[0] != "first"
    assert reader.at()["page"] == page
