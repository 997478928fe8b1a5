# SPDX-License-Identifier: BSD-3-Clause
"""Copying from books whose licence limits it."""
import json

import pytest

from support.tiny_books import epub

TEXT = "Call me Ishmael."
SELECT = """(count) => {
    const {document, body} = lectern.shell.current(), node = document.createTreeWalker(body, 4).nextNode();
    document.getSelection().setBaseAndExtent(node, 0, node, count); }"""
#: Lets a script see what would be in the clipboard.
COPY = """(type) => {
    const {document} = lectern.shell.current(), window = document.defaultView, data = new window.DataTransfer();
    const event = type === "dragstart" ? new window.DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: data})
      : new window.ClipboardEvent(type, {bubbles: true, cancelable: true, clipboardData: data});
    document.getSelection().anchorNode.parentElement.dispatchEvent(event);
    return [event.defaultPrevented, data.getData("text/plain")]; }"""


@pytest.fixture
def licensed(read, tmp_path):
    def open_book(**rights):
        chapter = f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>C</title></head><body><p>{TEXT * 2}</p></body></html>'
        files = {"EPUB/c1.xhtml": chapter}
        if rights:
            files["META-INF/license.lcpl"] = json.dumps({"id": "1", "provider": "https://example.org", "rights": rights})
        (tmp_path / "a.epub").write_bytes(epub(files=files))
        reader = read(tmp_path / "a.epub")
        reader.until("lectern.shell.current()?.selection")
        return reader
    return open_book


def copied(reader, count, type="copy"):
    reader.evaluate(SELECT, count)
    return reader.evaluate(COPY, type)


def rights(reader):
    with reader.host.book.get("~readium/content-protection") as answer:
        return json.loads(answer.read())["rights"]


def test_what_the_licence_allows_is_copied_and_counted(licensed):
    reader = licensed(copy=20)
    assert copied(reader, 16) == [True, TEXT]
    assert reader.heard("copy")["text"] == TEXT
    reader.settle()
    assert rights(reader)["charactersToCopyLeft"] == 4
    assert copied(reader, 5) == [True, ""], "one more than is left"
    assert reader.heard("error") == {
        "type": "error", "message": "The licence allows to copy 4 more characters, not 5.", "subject": "rights"}
    assert copied(reader, 4, "cut") == [True, TEXT[:4]]
    reader.heard("copy", 2)
    reader.settle()
    assert rights(reader) == {"canCopy": False, "canPrint": True, "charactersToCopyLeft": 0}


def test_a_text_is_not_dragged_out_of_a_licensed_book(licensed):
    reader = licensed(copy=20)
    assert copied(reader, 4, "dragstart") == [True, ""]
    assert rights(reader)["charactersToCopyLeft"] == 20


@pytest.mark.parametrize("limits", [{}, {"print": 3}])
def test_without_a_limit_the_browser_copies(licensed, limits):
    reader = licensed(**limits)
    assert copied(reader, 16) == [False, ""]
    assert not reader.said("copy") and not reader.said("error")
