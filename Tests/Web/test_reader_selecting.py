# SPDX-License-Identifier: BSD-3-Clause
"""Selecting with the keyboard."""
import pytest

from . import books
from .reader_server import Running
from .reader_window import SHELL, Window

#: The first word of the document and the selection.
WORDS = f"""(() => {{
  const frame = {SHELL}.current(), walker = frame.document.createTreeWalker(frame.body, 4);
  let first = walker.nextNode();
  while (!first.data.trim()) first = walker.nextNode();
  return [first.data.trim(), frame.document.getSelection().toString().trim()];
}})()"""


@pytest.mark.parametrize("name", ["novel", "arabic", "japanese", "mongolian"])
def test_it_begins_with_the_first_word_of_the_page(browser, tmp_path, name):
    """The first word of the first of two columns, on the right in Arabic; of the first line, on the right in Japanese
    and on the left in Mongolian."""
    path = books.make(name, tmp_path)
    with Running(path, tmp_path / "data") as running:
        one = Window(browser, running, size=(1440, 900))
        one.page.goto(running.url)
        one.page.wait_for_url("**/read?book=*")
        one.shown()
        one.page.focus("#page")
        one.page.keyboard.press("v")
        one.page.wait_for_selector("#selection-bar:not([hidden])")
        first, selected = one.inside(WORDS)
        assert selected and first.startswith(selected)
        one.close()
