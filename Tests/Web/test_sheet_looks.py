# SPDX-License-Identifier: BSD-3-Clause
"""The look that our style sheets give documents: readable in every theme and language, and within a page."""
import re

import pytest

import lectern

from .sheets import CSS, FAMILIES, SHEETS, VALUE, at, everything, publication, read, root_of, set_up

# --------------------------------------------------------------------------------------------------------- Themes

def luminance(color):
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", color)[:3])
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted([luminance(one), luminance(other)], reverse=True)
    return (high + 0.05) / (low + 0.05)


BOLD = """body { background: white; color: #222 } p { color: navy; background: ivory } a { color: #00f } a:visited { color: purple }
    h1 { color: maroon; background: url(data:,) yellow } td { background: #eee } mark { background: yellow }"""


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("preferences", [
    {"theme": "light"}, {"theme": "sepia"}, {"theme": "dark"}, {"backgroundColor": "#203040", "textColor": "#E0E0E0"},
    {"backgroundColor": "#808080", "textColor": "#000000"}, {"theme": "dark", "backgroundColor": "#FFFFFF", "textColor": "#000000"},
    {"theme": "sepia", "textColor": "#301000"},
], ids=str)
@pytest.mark.parametrize("publisher", ["", BOLD], ids=["plain", "coloured"])
def test_text_and_links_are_readable_in_every_theme(page, version, preferences, publisher):
    set_up(page, publisher=publisher)
    root = root_of("default", preferences, version)
    now = read(page, root)
    back = now["html"]["background-color"]
    if preferences.get("theme") == "light":
        assert back == "rgba(0, 0, 0, 0)", "the light theme leaves the colours of the publication alone"
        back = "rgb(255, 255, 255)"
    else:
        assert {now[probe]["background-color"] for probe in everything(page)} == {"rgba(0, 0, 0, 0)"}
        dark = luminance(back) < 0.179
        assert now["html"]["color-scheme"] == ("dark" if dark else "light")
    for probe in ("p", "h1", "li", "td", "code", "a", "u", "anchor", "mark"):
        behind = now[probe]["background-color"] if "rgba" not in now[probe]["background-color"] else back
        assert contrast(now[probe]["color"], behind) >= 4.5, probe
    visited = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--lectern-visited')").strip()
    if visited:
        page.evaluate("color => document.body.style.setProperty('outline-color', color)", visited)
        assert contrast(page.evaluate("getComputedStyle(document.body).outlineColor"), back) >= 4.5


def test_colours_of_links_and_selections(page):
    set_up(page, publisher="a { color: red } a u { color: green }")
    now = read(page, at("backgroundColor textColor linkColor", {
        "backgroundColor": "#FFFFFF", "textColor": "#111111", "linkColor": "#0000FF"}))
    assert now["a"]["color"] == now["u"]["color"] == "rgb(0, 0, 255)" and now["anchor"]["color"] == "rgb(17, 17, 17)"
    now = read(page, at("textColor", {"textColor": "#111111"}))
    assert now["a"]["color"] == "rgb(255, 0, 0)", "a link keeps its colour on the publication's own background"

    def selected():
        return page.evaluate("""() => { const style = getComputedStyle(document.querySelector("p"), "::selection");
            return [style.color, style.backgroundColor]; }""")
    both = {"selectionBackgroundColor": "#FFEE00", "selectionTextColor": "#010203"}
    read(page, at("selectionBackgroundColor selectionTextColor", both))
    assert selected() == ["rgb(1, 2, 3)", "rgb(255, 238, 0)"]
    read(page, at("selectionBackgroundColor", both))
    assert selected()[1] != "rgb(255, 238, 0)"


@pytest.mark.chromium
def test_forced_colours_leave_images_alone(browser):
    page = browser.new_page(forced_colors="active")
    page.set_content("<!DOCTYPE html><html><head></head><body></body></html>")
    set_up(page, publisher="")
    now = read(page, at("appearance=night darkenImages blendImages", {"darkenImages": "readium-darken-on"}))
    assert now["img"]["filter"] == "none" and now["svg"]["mix-blend-mode"] == "normal"
    assert now["html"]["background-color"] == "rgb(255, 255, 255)"
    page.close()


# ------------------------------------------------------------------------------- Documents without styles, languages

TEXT = """<h1>1</h1><p>first</p><p id="second">second</p><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>
<blockquote><p id="quote">q</p></blockquote><ul><li><p id="item">i</p></li></ul><pre>pre</pre><code>c</code>
<table><tr><th>th</th><td>td</td></tr></table><figure><figcaption>f</figcaption></figure><hr><sup>1</sup>
<p><em>em</em><i>i</i><cite>c</cite></p><aside>a</aside><nav><ol><li>n</li></ol></nav>"""


def styles(page, *wanted):
    return page.evaluate(f"""wanted => wanted.map(([id, name]) =>
        ({VALUE})(getComputedStyle(id === "html" ? document.documentElement : document.getElementById(id)), name))""",
                         [list(pair) for pair in wanted])


def test_the_look_of_a_document_without_styles(page):
    set_up(page, publisher="", sheets=SHEETS, probes=TEXT)
    read(page, root_of("default"))
    sizes = [round(float(size[:-2]), 2) for size in styles(page, *((f"h{level}", "font-size") for level in range(1, 7)))]
    assert sizes == [27.65, 23.04, 19.2, 16, 16, 16]
    assert styles(page, ("p", "text-indent"), ("second", "text-indent"), ("quote", "text-indent"), ("item", "text-indent"),
                  ("second", "margin-top")) == ["0px", "20px", "0px", "0px", "0px"]
    assert styles(page, ("pre", "white-space"), ("h1", "break-after"), ("h1", "hyphens"), ("figure", "break-inside"),
                  ("p", "hyphens"), ("nav", "display"), ("ol", "list-style-type"), ("table", "border-collapse")) == [
        "pre-wrap", "avoid", "manual", "avoid", "auto", "block", "none", "collapse"]
    assert "mono" in styles(page, ("pre", "font-family"))[0]


#: The line height of a language in multiples of 1.5 by the base rules, and its first font.
LANGUAGES = {
    **{tag: 1 for tag in "en fr de el ru tr pl he yi hy ka".split()},
    **{tag: 1.1 for tag in "am as bn gu ml pa si ta ti".split()},
    **{tag: 1.15 for tag in "hi kn lo mr ne or sa th ja ko zh zh-Hant zh-TW".split()},
    **{tag: 1.2 for tag in "ar fa ps sd ug ckb".split()}, **{tag: 1.25 for tag in "bo dz km my te".split()}, "ur": 1.5,
}


def test_fonts_and_lines_by_language(page):
    set_up(page, publisher="", sheets=SHEETS, probes=TEXT)
    latin = None
    for tag, factor in LANGUAGES.items():
        page.evaluate("tag => document.documentElement.lang = tag", tag)
        height, family, em, span, wrap, breaks = styles(
            page, ("html", "line-height"), ("p", "font-family"), ("em", "font-style"), ("h6", "font-style"),
            ("p", "word-break"), ("p", "line-break"))
        assert float(height[:-2]) == pytest.approx(24 * factor, abs=0.01), tag
        latin = latin or family
        assert (family == latin) == (tag in "en fr de el ru tr pl or".split()), tag
        assert (em == "normal") == (breaks == "strict") == (tag[:2] in ("ja", "ko", "zh")), tag
        assert (wrap == "keep-all") == (tag == "ko"), tag
    assert len(LANGUAGES) >= 28 + 8


def test_a_language_inside_of_another_keeps_the_font_of_the_publication(page):
    set_up(page, publisher="body { font-family: Theirs; line-height: 1.2 }", probes='<p lang="ar">x</p><p lang="ja"><em>y</em></p>')
    assert styles(page, ("p", "font-family"), ("p2", "font-family"), ("p", "line-height"), ("em", "font-style")) == [
        "Theirs", "Theirs", "19.2px", "normal"]


# --------------------------------------------------------------------------------------------------- The page sheet

PIXELS = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='{}' height='{}'/%3E"


def test_what_cannot_break_fits_a_page(page):
    def box(identifier, mark=None):
        return page.evaluate("""async ([id, mark]) => {
            const element = document.getElementById(id);
            if (element.decode) await element.decode();
            element.toggleAttribute("data-lectern-fit", Boolean(mark));
            const {width, height} = element.getBoundingClientRect();
            return [Math.round(width), Math.round(height)]; }""", [identifier, mark])

    probes = f"""<img id="tall" src="{PIXELS.format(300, 3000)}"><img id="wide" src="{PIXELS.format(3000, 300)}">
      <img id="small" src="{PIXELS.format(40, 40)}" style="max-width: 20px"><img id="own" src="{PIXELS.format(300, 3000)}">
      <svg id="drawing" width="2000" height="2000" viewBox="0 0 1 1"></svg>"""
    set_up(page, publisher="body { margin: 0; width: 400px } #own { max-height: 100%; height: 3000px; width: 900px; max-width: none }",
           probes=probes)
    page.evaluate("""() => { const root = document.documentElement; root.setAttribute("data-lectern-flow", "paged");
        root.style.cssText = "--lectern-inline: 400px; --lectern-block: 600px"; }""")
    assert box("tall") == [58, 576] and box("wide") == [400, 40] and box("small") == [20, 20]
    assert box("drawing")[0] <= 400 and box("drawing")[1] <= 576
    assert box("own") == [900, 3000] and box("own", True) == [400, 576]
    page.evaluate("() => document.documentElement.setAttribute('data-lectern-flow', 'scroll')")
    assert box("tall") == [300, 3000], "a strip scrolls"


def test_marks_of_the_paginator(page):
    probes = """<div id="scroller" data-lectern-tall="overflow">x</div><span id="inline" data-lectern-tall="block">x</span>
      <div id="placed" data-lectern-tall="static">x</div><pre id="code">{0}</pre>
      <table id="grid" data-lectern-wide="wrap small break fixed"><tr><td id="cell">{0}</td></tr></table>""".format("wide" * 200)
    set_up(page, probes=probes, publisher="""#scroller { overflow: auto; height: 99px } #inline { display: inline-block }
      #placed { position: absolute } #code { white-space: pre !important } #cell { white-space: nowrap; font-size: 40px }
      body { width: 300px; font-size: 20px }""")
    page.evaluate("() => { const root = document.documentElement; root.removeAttribute('style'); root.removeAttribute('data-lectern'); }")
    assert styles(page, ("scroller", "overflow-x"), ("inline", "display"), ("placed", "position"), ("code", "white-space"),
                  ("cell", "white-space"), ("cell", "font-size"), ("grid", "table-layout")) == [
        "visible", "block", "static", "pre-wrap", "normal", "12px", "fixed"]
    widths = page.evaluate("() => ['code', 'grid'].map((id) => document.getElementById(id).scrollWidth)")
    assert max(widths) <= 300


@pytest.mark.chromium
def test_focus_is_seen_and_motion_can_be_reduced(browser):
    page = browser.new_page(reduced_motion="reduce")
    page.set_content("<!DOCTYPE html><html><head></head><body></body></html>")
    set_up(page, publisher="a:focus { outline: none } @keyframes turn { to { rotate: 1turn } } p { animation: turn 1s infinite }",
           probes='<p>x <a href="#x">link</a></p><h1 tabindex="-1">target</h1>')
    page.keyboard.press("Tab")
    assert styles(page, ("a", "outline-style"), ("p", "animation-name")) == ["solid", "none"]
    page.evaluate("document.getElementById('h1').focus()")
    assert styles(page, ("h1", "outline-style")) == ["none"]
    page.close()


# ---------------------------------------------------------------------------------------------------- The files

def test_the_library_serves_the_sheets_of_each_family():
    """Each at its own address, shared by the families; and under the names in css()."""
    served = {}
    for family, (language, more) in FAMILIES.items():
        with publication(language, **more) as book, lectern.Navigator(book) as navigator:
            for sheet in navigator.css("text/one.xhtml")["stylesheets"]:
                response = navigator.get("~lectern/css/" + sheet["href"])
                assert (response.status, response.type) == (200, "text/css; charset=utf-8")
                served.setdefault(sheet["href"].rpartition("/")[2], set()).add(response.read())
            assert navigator.get("~lectern/css/page.css").status == 200
            assert navigator.get("~lectern/css/other/lectern-after.css").status == 404
    names = sorted(file.name.replace("lectern-", "ReadiumCSS-") for file in CSS.glob("lectern-*"))
    assert sorted(served) == names and len(names) == 3 and {len(texts) for texts in served.values()} == {1}


def test_the_sheets_are_small_and_of_the_features_that_every_view_has():
    text = "".join(SHEETS.values())
    assert len(text) < 26 * 1024
    bare = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", text, flags=re.S)
    for missing in (":has(", ":dir(", "@container", "color-mix(", "dvh", " & ", "@scope", "light-dark(", "@import"):
        assert missing not in bare, missing
    assert all(len(line) <= 120 for line in text.splitlines())
