# SPDX-License-Identifier: BSD-3-Clause
"""What the author means survives the reader's settings: alignments, typefaces, sizes in units of the window."""
import pytest

from . import books

BODY = """<p id="centred" class="c">* * *</p><p id="attribute" align="center">* * *</p><center><p id="element">* * *</p></center>
<div class="c"><p id="inside">Chapter</p></div><p id="signed" style="text-align: right">A. Author</p>
<p id="reset" class="c plain">Words</p><p id="left" class="l">Words</p><p id="words">Words</p>
<div class="stanza l"><p id="verse">A line of verse</p><p id="title" class="c">A title</p></div>
<p><span id="mono" class="m">typed</span> <span id="other" style="font-family: fantasy">drawn</span></p>
<p id="wide" style="font-size: 3vw">Words</p><p id="sum" style="font-size: calc(4px + 2vw)">Words</p>
<p id="fixed" style="font-size: 12px !important">Words</p>"""
HEAD = """<style>.c { text-align: center } .plain { text-align: justify } .l { text-align: left }
.m { font-family: "Courier New", monospace } body { text-align: justify }</style>"""
READ = """([name, property]) => {
  const {document} = lectern.shell.current();
  return getComputedStyle(document.getElementById(name))[property];
}"""


@pytest.fixture
def open_book(read, tmp_path):
    def made(preferences, language="en", **more):
        path = books.epub(tmp_path / "kept.epub", "Kept", language, [("a.xhtml", books.document(BODY, head=HEAD))], **more)
        return read(path, {"publisherStyles": False, **preferences})
    return made


@pytest.mark.parametrize("chosen", ["left", "justify"])
def test_an_alignment_leaves_centered_and_signed_lines_and_verse(open_book, chosen):
    reader = open_book({"textAlign": chosen})
    found = {name: reader.evaluate(READ, [name, "textAlign"]) for name in
             ("centred", "attribute", "element", "inside", "signed", "reset", "left", "words", "verse", "title")}
    assert found.pop("attribute") in ("center", "-webkit-center") and found.pop("element") in ("center", "-webkit-center")
    assert found == {"centred": "center", "inside": "center", "signed": "right", "reset": chosen, "left": chosen, "words": chosen,
                     "verse": "left", "title": "center"}


def test_in_arabic_the_right_is_where_lines_begin(open_book):
    reader = open_book({"textAlign": "justify"}, "ar", direction="rtl")
    found = {name: reader.evaluate(READ, [name, "textAlign"]) for name in ("centred", "signed", "left", "words")}
    assert found == {"centred": "center", "signed": "justify", "left": "left", "words": "justify"}


def test_letters_of_one_width_stay_so(open_book):
    reader = open_book({"fontFamily": "serif"})
    assert [reader.evaluate(READ, [name, "fontFamily"]) for name in ("mono", "other", "words")] == ["monospace", *[
        reader.evaluate(READ, ["words", "fontFamily"])] * 2]


def test_sizes_of_the_window_follow_the_font_size(open_book):
    sizes = {}
    for factor in (1, 2):
        reader = open_book({"fontSize": factor})
        sizes[factor] = [float(reader.evaluate(READ, [name, "fontSize"])[:-2]) for name in ("words", "wide", "sum", "fixed")]
    assert sizes[2] == pytest.approx([2 * size for size in sizes[1]], rel=0.01)
