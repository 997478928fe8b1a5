# SPDX-License-Identifier: BSD-3-Clause
"""Changing settings while a book is open: each affects the document on the screen, and can be undone."""
import json
from contextlib import suppress

import pytest

import lectern

from . import books
from .reading import until

BODY = """<h1>Title</h1><p id="p">Some <b>bold</b> <em>text</em>, <a href="#h">a link</a> and <code>code</code>.</p>
<h2 id="h">Part</h2><p id="q"><ruby>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby></p><blockquote><p id="quote">Quote</p></blockquote>
<p><img id="img" src="picture.png" alt="" class="gaiji"/></p>""" + '<p class="more">Text to fill pages.</p>' * 200
STYLE = "<style>body { color: #222; margin: 3em } p { text-align: right; line-height: 1.1; color: navy }</style>"

#: A preference, and the resulting styles of elements in the document.
TABLE = [
    ({"fontSize": 1.5}, {"html": {"fontSize": "24px"}, "p": {"fontSize": "24px"}}),
    ({"fontFamily": "Georgia"}, {"p": {"fontFamily": "Georgia"}, "h1": {"fontFamily": "Georgia"}}),
    ({"fontWeight": 1.75}, {"p": {"fontWeight": "700"}, "b": {"fontWeight": "900"}}),
    ({"theme": "dark"}, {"html": {"backgroundColor": "rgb(0, 0, 0)"}, "p": {"color": "rgb(254, 254, 254)"},
                         "a": {"color": "rgb(99, 202, 255)"}}),
    ({"theme": "sepia"}, {"html": {"backgroundColor": "rgb(250, 244, 232)"}, "p": {"color": "rgb(18, 18, 18)"}}),
    ({"backgroundColor": "#102030", "textColor": "#F0F0F0"},
     {"html": {"backgroundColor": "rgb(16, 32, 48)", "colorScheme": "dark"}, "p": {"color": "rgb(240, 240, 240)"},
      "a": {"color": "rgb(240, 240, 240)"}}),
    ({"theme": "dark", "imageFilter": "darken"}, {"img": {"filter": "brightness(0.8) invert(0)"}}),
    ({"theme": "dark", "imageFilter": "invert"}, {"img": {"filter": "brightness(1) invert(1)"}}),
    ({"textNormalization": True}, {"b": {"fontWeight": "400"}, "em": {"fontStyle": "normal"}}),
    ({"publisherStyles": False, "lineHeight": 2.0}, {"p": {"lineHeight": "32px"}}),
    ({"publisherStyles": False, "textAlign": "justify"}, {"p": {"textAlign": "justify", "hyphens": "auto"},
                                                          "h1": {"hyphens": "manual"}, "quote": {"textAlign": "right"}}),
    ({"publisherStyles": False, "textAlign": "justify", "hyphens": False}, {"p": {"hyphens": "none"}}),
    ({"publisherStyles": False, "paragraphSpacing": 2.0}, {"p": {"marginTop": "32px", "marginBottom": "32px"}}),
    ({"publisherStyles": False, "paragraphIndent": 2.0}, {"p": {"textIndent": "32px"}, "b": {"textIndent": "0px"}}),
    ({"publisherStyles": False, "wordSpacing": 0.5}, {"p": {"wordSpacing": "8px"}, "h1": {"wordSpacing": "8px"}}),
    ({"publisherStyles": False, "letterSpacing": 0.5}, {"p": {"letterSpacing": "4px", "fontVariantLigatures": "none"}}),
    ({"publisherStyles": False, "typeScale": 1.5}, {"h1": {"fontSize": "54px"}, "h2": {"fontSize": "36px"}}),
    ({"columnCount": "2"}, {"html": {"columnCount": "2"}}),
    ({"columnCount": "1"}, {"html": {"columnCount": "1"}}),
    ({"scroll": True}, {"html": {"columnCount": "auto", "overflowY": "auto"}}),
    ({"verticalText": True}, {"p": {"writingMode": "vertical-rl"}}),
]
SHOWN = """() => [...document.querySelectorAll("iframe")].find((frame) =>
  frame.contentDocument?.getElementById("p") && getComputedStyle(frame).visibility !== "hidden")?.contentDocument"""
COMPUTED = f"""wanted => {{
  const shown = ({SHOWN})();
  if (!shown) return null;
  const found = {{}};
  for (const [name, styles] of Object.entries(wanted)) {{
    const element = shown.getElementById(name) || shown.querySelector(name);
    const style = shown.defaultView.getComputedStyle(element);
    found[name] = Object.fromEntries(Object.keys(styles).map((key) => [key, style[key]]));
  }}
  return found;
}}"""


def computed(reader, expected):
    """These styles, as soon as they are as expected: another view is only shown when it is ready."""
    with suppress(AssertionError):  # which does not show the styles
        until(reader.page, lambda: reader.evaluate(COMPUTED, expected) == expected, 10)
    return reader.evaluate(COMPUTED, expected)


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    path = tmp_path_factory.mktemp("settings") / "settings.epub"
    return books.epub(path, "Settings", "en", [("one.xhtml", books.document(BODY, head=STYLE))],
                      [("picture.png", books.png(20, 20))])


@pytest.mark.parametrize("version", [1, 2])
def test_each_setting_reaches_the_document_and_goes_again(read, book, version):
    reader = read(book, size=(900, 700), options={"readiumCSS": {"version": version}})
    wanted = {}
    for _, values in TABLE:
        for name, styles in values.items():
            wanted.setdefault(name, {}).update(styles)
    before = reader.evaluate(COMPUTED, wanted)
    wrong = []
    for preferences, values in TABLE:
        # Version 2 supports neither of them.
        if version == 2 and "typeScale" in preferences:
            continue
        reader.preferences.clear()
        reader.set(**preferences)
        expected = {name: dict(styles) for name, styles in values.items()}
        if version == 2 and preferences.get("textAlign") and "hyphens" not in preferences:
            # Only version 1 hyphenates justified text.
            expected["p"].pop("hyphens"), expected["h1"].pop("hyphens")
        found = computed(reader, expected)
        if found != expected:
            wrong.append((preferences, found, expected))
    assert not wrong
    reader.preferences.clear()
    reader.set()
    assert computed(reader, before) == before


@pytest.mark.parametrize("size", [(390, 844), (700, 900), (1400, 800)])
@pytest.mark.parametrize("version", [1, 2])
def test_margins_grow_with_their_setting_on_every_screen(read, book, size, version):
    reader = read(book, size=size, options={"readiumCSS": {"version": version}})
    measure = f"""() => {{ const shown = ({SHOWN})(), style = shown.defaultView.getComputedStyle(shown.body);
      return parseFloat(shown.body.getClientRects()[0].width) - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight); }}"""
    lines = []
    for margins in (0, 0.5, 1, 1.5, 2, 3):
        reader.set(pageMargins=margins, columnCount="2" if size[0] > 1000 else "1")
        lines.append(reader.evaluate(measure))
    assert all(shorter < longer for longer, shorter in zip(lines, lines[1:])), lines
    assert lines[-1] > 150


#: The distances from the text on the screen to its edges.
EDGES = """() => {
  const frame = lectern.shell.current(), {left, top, right, bottom} = frame.element.parentElement.closest(".continuous, #view > *, #view")
    .getBoundingClientRect(), own = frame.element.getBoundingClientRect();
  const low = Math.max(left, own.left), high = Math.min(right, own.right), range = frame.document.createRange();
  range.selectNodeContents(frame.body);
  const rects = [...range.getClientRects()].map((rect) => frame.toView(rect)).filter((rect) => rect.width > 0 && rect.height > 0
    && rect.right > low && rect.left < high && rect.bottom > Math.max(top, own.top) && rect.top < Math.min(bottom, own.bottom));
  return [Math.max(low, Math.min(...rects.map((rect) => rect.left))), innerWidth - Math.min(high, Math.max(...rects.map((rect) => rect.right)))];
}"""


@pytest.mark.parametrize("more", [{}, {"scroll": True, "continuous": False}, {"scroll": True, "continuous": True}])
def test_vertical_text_has_margins_at_the_left_and_the_right(read, shelf, more):
    reader = read(shelf("japanese"), {"pageMargins": 1, **more})
    found = []
    for margins in (0.5, 1, 2):
        reader.set(pageMargins=margins)
        reader.move("forward")
        found.append(reader.evaluate(EDGES))
        # The margin is 30 px on a screen of this size; strokes may extend beyond a line by 8.
        assert min(found[-1]) >= 30 * margins - 8.5, found
    # If lines fill a page, the left margin also has the rest that is less than two lines.
    for side in list(zip(*found))[0 if more else 1:]:
        assert side[0] < side[2], found


@pytest.mark.parametrize("direction, rule, writing", [
    ("rtl", "", "vertical-rl"), ("rtl", "html { writing-mode: horizontal-tb }", "horizontal-tb"),
    ("rtl", "body { writing-mode: horizontal-tb }", "horizontal-tb"),
    (None, "html { writing-mode: vertical-rl }", "vertical-rl"), (None, "body { writing-mode: vertical-lr }", "vertical-lr"),
])
def test_the_publication_decides_between_vertical_and_horizontal_writing(read, tmp_path, direction, rule, writing):
    path = books.epub(tmp_path / "vertical.epub", "Vertical", "ja",
                      [("one.xhtml", books.document('<p id="p">' + "文字 " * 4000 + "</p>", head=f"<style>{rule}</style>"))],
                      direction=direction)
    reader = read(path)
    wanted = {name: {"writingMode": writing} for name in ("html", "body", "p")}
    assert computed(reader, wanted) == wanted
    assert reader.place()["pages"] > 3
    # It applies again after the reader had another preference.
    other = "horizontal-tb" if writing.startswith("v") else "vertical-rl"
    reader.set(verticalText=other != "horizontal-tb")
    others = {name: {"writingMode": other} for name in wanted}
    assert computed(reader, others) == others
    reader.preferences.clear()
    reader.set()
    assert computed(reader, wanted) == wanted


@pytest.mark.parametrize("root", ["", "html { font-size: 62.5% } p { text-indent: 2rem }"])
def test_sizes_of_font_elements_follow_the_reader(read, tmp_path, root):
    """As HTML 4 has them; a style of the book takes precedence."""
    sizes = {"1": 10, "2": 13, "3": 16, "4": 18, "5": 24, "6": 32, "7": 48, "-2": 10, "-1": 13, "+1": 18, "+2": 24, "+3": 32, "+4": 48}
    fonts = "".join(f'<p><font id="f{size}" size="{size}">Text</font></p>' for size in sizes)
    body = f'<style>{root} .own {{ font-size: 150% }}</style>{fonts}<p id="p"><font id="own" class="own" size="1">Text</font></p>'
    reader = read(books.epub(tmp_path / "a.epub", "Fonts", "en", [("a.xhtml", books.document(body))]))
    for factor in (1, 2.5):
        reader.set(fontSize=factor)
        expected = {f"f{size}": {"fontSize": f"{pixels * factor:g}px"} for size, pixels in sizes.items()}
        own = 1.5 * 16 * (0.625 if root else 1)
        expected["own"] = {"fontSize": f"{own * factor:g}px"}
        assert computed(reader, expected) == expected


#: Sends settings with several font sizes, and returns how often the document was laid out before the next animation frame,
#: whether its sheet is the same, and the places that the library has been told, after a while.
SIZES = """async (texts) => {
  const frame = lectern.shell.current(), {view} = lectern.shell, rule = frame.sheet.cssRules[0], {layout} = frame;
  let count = 0;
  frame.layout = function () { count++; return layout.call(this); };
  const first = frame.window.getComputedStyle(frame.body).fontSize;
  texts.forEach((text) => lectern.receive(text));
  await null;
  const now = [frame.window.getComputedStyle(frame.body).fontSize, count, view.dirty];
  texts.forEach((text) => lectern.receive(text));
  const later = [count, view.dirty];
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return {first, now, later, end: [count, view.dirty], isSame: frame.sheet.cssRules[0] === rule};
}"""


def test_settings_act_before_the_next_animation_frame_and_once_in_each(read, book):
    reader = read(book)
    messages = []
    for size in (1.2, 1.4, 1.5):
        with lectern.Navigator(reader.host.book, {**reader.host.options, "preferences": {"fontSize": size}}) as other:
            state = json.loads(other.get("~lectern/state.json").body.read())
        messages.append(json.dumps({"type": "settings", **{name: state[name] for name in ("settings", "css", "background", "direction")}}))
    reader.idle()
    told = len(reader.said("location"))
    found = reader.evaluate(SIZES, messages)
    size = float(found["first"][:-2])
    assert found == {"first": found["first"], "now": [f"{1.5 * size:g}px", 1, False], "later": [1, True], "end": [2, False], "isSame": True}
    reader.idle()
    assert len(reader.said("location")) <= told + 1, "not for each of them"
