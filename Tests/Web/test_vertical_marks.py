# SPDX-License-Identifier: BSD-3-Clause
"""Marks in vertical text cover the letters; lines are beside them."""
import pytest

from . import books
from .reading import until

TEXT = "These are words of the text. "


@pytest.fixture(params=["vertical-rl", "vertical-lr", "horizontal-tb"])
def writing(request):
    return request.param


@pytest.mark.parametrize("style", ["highlight", "underline", "highlightUnderline"])
def test_marks_lie_on_the_letters(read, tmp_path, writing, style):
    body = f"<style>html {{ writing-mode: {writing} }}</style><p>{TEXT}<span id='it'>Marked words.</span> {TEXT * 6}</p>"
    reader = read(books.epub(tmp_path / "a.epub", "V", "en", [("a.xhtml", books.document(body))]))
    locator = {"href": "EPUB/a.xhtml", "type": "application/xhtml+xml", "text": {"highlight": "Marked words."}}
    reader.host.navigator.apply_decorations("marks", [{"id": "a", "locator": locator, "style": {"id": style, "tint": "#00AA00"}}])
    reader.tell({"type": "decorations", "group": "marks", "hrefs": ["EPUB/a.xhtml"]})
    padding, line, text = until(reader.page, lambda: reader.evaluate("""(() => {
      const {document, decorations} = lectern.shell.current();
      const element = decorations?.layer.top.querySelector("lectern-decoration > *");
      if (!element) return null;
      const style = document.defaultView.getComputedStyle(element), {left, top, right, bottom} = element.getBoundingClientRect();
      const [l, t, r, b] = ["Left", "Top", "Right", "Bottom"].map((side) => parseFloat(style[`border${side}Width`]));
      const text = document.getElementById("it").getBoundingClientRect();
      return [[left + l, top + t, right - r, bottom - b], [l, t, r, b], [text.left, text.top, text.right, text.bottom]];
    })()"""))
    # The color covers the letters and a pixel more along the line; the line is beside them, where the next line follows.
    along = 0 if writing == "horizontal-tb" else 1
    expected = [value - (at == along) + (at == along + 2) for at, value in enumerate(text)]
    assert all(abs(one - other) < 0.6 for one, other in zip(padding, expected)), (padding, expected)
    assert line == [2 if writing == "vertical-rl" else 0, 0, 2 if writing == "vertical-lr" else 0, 2 if writing == "horizontal-tb" else 0]
