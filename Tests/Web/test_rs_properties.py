# SPDX-License-Identifier: BSD-3-Clause
"""Properties of the reading system, which a host sets, affect documents and the size of their pages."""
import pytest

from . import books

BODY = """<h1>Title</h1><p id="p">Some text, <a href="#h">a link</a> and <code>code</code>.</p><h2 id="h">Part</h2>
<p><img id="img" src="picture.png" alt=""/></p>""" + "<p>" + "Words to fill a page with lines of text. " * 400 + "</p>"
STYLES = """([selector, name]) => { const {document, window} = lectern.shell.current(), [element, pseudo] = selector.split("::");
  return window.getComputedStyle(document.querySelector(element), pseudo && "::" + pseudo)[name]; }"""
#: The geometry of the pages, and the line length.
PAGES = """() => { const {geometry, document, window} = lectern.shell.current(), style = window.getComputedStyle(document.body);
  return [geometry.columns, geometry.gutter, Math.round(parseFloat(style.width) - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight))]; }"""


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    path = tmp_path_factory.mktemp("properties") / "book.epub"
    return books.epub(path, "Properties", "en", [("one.xhtml", books.document(BODY))], [("picture.png", books.png(900, 300))])


def options(**properties):
    return {"readiumCSS": {"rsProperties": properties}}


def test_they_act_on_documents(read, book):
    reader = read(book, {"theme": "light"}, options=options(
        baseFontFamily=["Literata", "serif"], compFontFamily=["Inter"], codeFontFamily=["Fira Mono"], baseLineHeight=1.75,
        typeScale=1.5, linkColor="#0066CC", selectionBackgroundColor="#FFEE00", selectionTextColor="#112233",
        maxMediaWidth={"value": 0.5, "unit": "%"}, maxMediaHeight={"value": 50, "unit": "px"}, boxSizingMedia="border-box"))
    for selector, name, value in [
            ("p", "fontFamily", "Literata, serif"), ("h1", "fontFamily", "Inter"), ("code", "fontFamily", '"Fira Mono"'),
            ("p", "lineHeight", "28px"), ("h1", "fontSize", "54px"), ("a", "color", "rgb(0, 102, 204)"),
            ("p::selection", "backgroundColor", "rgb(255, 238, 0)"), ("p::selection", "color", "rgb(17, 34, 51)"),
            ("img", "boxSizing", "border-box")]:
        assert reader.evaluate(STYLES, [selector, name]) == value, (selector, name)
    box = reader.evaluate("(() => { const {width, height} = lectern.shell.current().document.images[0].getBoundingClientRect();"
                          " return [width, height]; })()")
    assert box[1] == 50 and box[0] <= reader.evaluate(PAGES)[2] / 2


@pytest.mark.parametrize("size, properties, columns, gutter", [
    ((500, 700), {"pageGutter": {"value": 35, "unit": "px"}}, 1, 35), ((500, 700), {"pageGutter": {"value": 2, "unit": "rem"}}, 1, 32),
    ((500, 700), {"pageGutter": {"value": 0.05, "unit": "%"}}, 1, 25), ((500, 700), {"--RS__pageGutter": "calc(1px)"}, 1, 20),
    ((500, 700), {"--RS__pageGutter": "1constructor"}, 1, 20), ((500, 700), {"colCount": 2}, 2, 20), ((1200, 800), {}, 2, 40), ((1200, 800), {"colCount": 1}, 1, 40),
])
def test_they_decide_on_margins_and_columns(read, book, size, properties, columns, gutter):
    assert read(book, {"pageMargins": 1}, size, options=options(**properties)).evaluate(PAGES)[:2] == [columns, gutter]


def test_the_reader_has_the_last_word(read, book):
    reader = read(book, {"pageMargins": 2, "columnCount": "1"}, (1200, 800), options=options(colCount=2, pageGutter={"value": 10, "unit": "px"}))
    assert reader.evaluate(PAGES)[:2] == [1, 20]


def test_lines_are_no_longer_than_that(read, book):
    reader = read(book, {}, (1200, 800), options=options(maxLineLength={"value": 20, "unit": "rem"}, colCount=1))
    assert reader.evaluate(PAGES)[2] == 320
