# SPDX-License-Identifier: BSD-3-Clause
"""Kindle, DAISY, FictionBook and other formats in the page: a decoration on a match is drawn on the words."""
import pytest

from support import every_format

from .marking import apply, highlights, prepared

BOOKS = every_format.made()
#: A text that a book has once.
TEXTS = {"daisy 2.02.zip": "Die Fußnote", "daisy 3.zip": "Second one", "dtbook.xml": "The producer", "mobi.mobi": "the ship",
         "kf8.azw3": "First the sea, café", "fiction.fb2": "Two lines", "page.html": "First the sea", "text.md": "First the sea",
         "text.txt": "a paragraph that was wrapped"}
#: Registers the range of a text for the measurements of marks.js.
EXPECT = """(text) => {
  const {document, body} = lectern.shell.current(), walker = document.createTreeWalker(body, 4), places = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let offset = 0; offset < node.length; offset++) places.push([node, offset]);
  }
  const start = places.map(([node, offset]) => node.data[offset].replace(/\\s/, " ")).join("").indexOf(text);
  const range = document.createRange(), [last, offset] = places[start + text.length - 1];
  range.setStart(...places[start]);
  range.setEnd(last, offset + 1);
  marks.ranges.set("0", range);
}"""


@pytest.mark.parametrize("name", TEXTS)
def test_a_decoration_on_a_match_is_on_the_words(read, tmp_path, name):
    (tmp_path / name).write_bytes(BOOKS[name])
    reader = prepared(read(tmp_path / name))
    match, = reader.host.book.matches(TEXTS[name])
    apply(reader, highlights([match.locator]))
    reader.go(match.locator)
    reader.evaluate(EXPECT, TEXTS[name])
    found = reader.evaluate("marks.check()")
    assert found["wrong"] == [] and found["ids"] == ["0"]
