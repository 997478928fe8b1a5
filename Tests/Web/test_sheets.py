# SPDX-License-Identifier: BSD-3-Clause
"""Our style sheets for books, in Chromium: what each user property of Readium CSS 1 and 2 changes in each family of
sheets, that it changes nothing else, what the base rules are, and that text stays readable in every theme.

The attributes and properties of the root are those that the library gives the page."""
import json
import re
import sys
from pathlib import Path

import pytest

import lectern

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))
from books_without_files import publication  # noqa: E402

CSS = Path(__file__).resolve().parents[2] / "Sources" / "LecternWeb" / "runtime" / "css"

FAMILIES = {"default": ("en", {}), "rtl": ("ar", {}), "cjk-horizontal": ("ja", {}),
            "cjk-vertical": ("ja", {"readingProgression": "rtl"})}
CJK = ["cjk-horizontal", "cjk-vertical"]

PROBES = """<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>
<p>text <span>span</span> <b>b</b> <strong>strong</strong> <em>em</em> <i>i</i> <a href="#x">link <u>inside</u></a>
<a id="anchor">anchor</a> <sub>sub</sub><sup>sup</sup> <code>code</code><kbd>kbd</kbd><samp>samp</samp><var>var</var>
<ruby>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby> <small>small</small><mark>mark</mark>
<img alt="" src="data:,"><img class="gaiji" id="gaiji" alt="" src="data:,"></p>
<div>div</div><ul><li>li</li></ul><dl><dt>dt</dt><dd>dd</dd></dl>
<blockquote><p id="quoted">p</p></blockquote><figure><figcaption><p id="caption">p</p></figcaption></figure>
<header><p id="headed">p</p></header><hgroup><p id="grouped">p</p></hgroup><aside>aside</aside>
<pre>pre <code id="listing">code</code></pre><p><span class="symbol" id="symbol">x</span></p>
<table><tr><th>th</th><td>td</td></tr></table>
<svg width="9" height="9"><text>text</text><image href="data:,"/><path d="M0 0"/></svg>
<math><mi>x</mi></math>"""

#: What a publication says about all of its elements, and as loudly as it can.
LOUD = {
    "color": "rgb(1, 2, 3)", "background-color": "rgb(200, 201, 202)", "border-top-color": "rgb(4, 5, 6)",
    "fill": "rgb(7, 8, 9)", "font-family": "Publisher", "font-size": "13px", "font-weight": "600",
    "font-style": "italic", "font-stretch": "75%", "font-optical-sizing": "none", "font-variant-caps": "small-caps",
    "font-variant-ligatures": "contextual", "line-height": "17px", "text-align": "center", "text-indent": "3px",
    "text-transform": "uppercase", "text-decoration-line": "overline", "word-spacing": "2px", "letter-spacing": "1px",
    "hyphens": "none", "margin-top": "5px", "margin-right": "6px", "margin-bottom": "7px", "margin-left": "8px",
    "filter": "opacity(0.5)", "mix-blend-mode": "screen", "vertical-align": "top",
}
TRACKED = [*LOUD, "writing-mode", "display", "column-count", "color-scheme"]

SETUP = """([sheets, publisher, probes, language]) => {
  document.documentElement.lang = language;
  document.head.replaceChildren();
  for (const text of [sheets.before, publisher, sheets.default, sheets.after, sheets.page]) {
    if (text === null) continue;
    const style = document.createElement("style");
    style.textContent = text;
    document.head.append(style);
  }
  document.body.innerHTML = probes;
  const seen = {};
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.id) element.id = element.localName in seen ? `${element.localName}${++seen[element.localName]}` : element.localName;
    seen[element.localName] ??= 1;
  }
}"""
READ = """([root, tracked]) => {
  const html = document.documentElement;
  html.setAttribute("data-lectern", root.data);
  html.removeAttribute("style");
  if (root.dir) html.dir = root.dir; else html.removeAttribute("dir");
  for (const [name, value] of Object.entries(root.properties)) if (value) html.style.setProperty(name, value, "important");
  const found = {};
  for (const element of [html, document.body, ...document.body.querySelectorAll("*")]) {
    const style = getComputedStyle(element);
    found[element.id || element.localName] = Object.fromEntries(tracked.map((name) => [name, style.getPropertyValue(name)]));
  }
  return found;
}"""


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_page()
    page.set_content("<!DOCTYPE html><html><head></head><body></body></html>")
    yield page
    page.close()


SHEETS = {name: (CSS / file).read_text("utf-8") for name, file in {
    "before": "ReadiumCSS-before.css", "default": "ReadiumCSS-default.css", "after": "ReadiumCSS-after.css",
    "page": "page.css"}.items()}
STYLED = {**SHEETS, "default": None}


def rules(selector, declarations, important=True):
    mark = " !important" if important else ""
    return f"{selector} {{ {' '.join(f'{name}: {value}{mark};' for name, value in declarations.items())} }}"


def loud():
    """The rule of a publication that means it: its selector has the weight of three ids."""
    return rules("body:not(#a#b#c), body :not(#a#b#c)", LOUD)


def root_of(family, preferences=None, version=1, own=None):
    """What the library gives the root of a document."""
    language, more = FAMILIES[family]
    settings = [{"key": f"test:{name.strip('-_')}", "type": "value", "cssVariable": name, "default": value}
                for name, value in (own or {}).items()]
    options = {"verticalPages": True, "preferences": preferences or {}, "settings": settings, "readiumCSS": {"version": version}}
    with publication(language, **more) as book, lectern.Navigator(book, options) as navigator:
        return json.loads(navigator.get("~lectern/state.json").read())["css"]["reflowable"]


def at(data, properties=None, family="default", **more):
    """The same, written by hand: for properties that no setting has."""
    named = {("--USER__" + name): value for name, value in (properties or {}).items()}
    return {"data": f"{data} family={family}", "properties": {**named, **more}, "dir": "rtl" if family == "rtl" else None}


def read(page, root):
    return page.evaluate(READ, [root, TRACKED])


def set_up(page, family="default", publisher=None, sheets=STYLED, probes=PROBES, language=None):
    page.evaluate(SETUP, [sheets, loud() if publisher is None else publisher, probes, language or FAMILIES[family][0]])


def changes(page, before, root):
    """What differs from `before`: (id, property) -> value."""
    now = read(page, root)
    return {(probe, name): value for probe, values in now.items() for name, value in values.items()
            if before[probe][name] != value}


# ------------------------------------------------------------------------------------- Each property, in each family

HEADINGS = "h1 h2 h3 h4 h5 h6".split()
CODE = "code kbd samp var pre listing".split()
FREE = "p p2".split()
QUOTED = "quoted caption headed grouped".split()
PARAGRAPHS = FREE + QUOTED
SPACED = [*HEADINGS, *PARAGRAPHS, "li", "div", "dt", "dd"]
LINKS = ["a", "u"]
#: What stands in the paragraphs that are indented.
INSIDE = """span b strong em i a u anchor sub sup code kbd samp var ruby rp rt rp2 small mark img gaiji symbol""".split()


def of(probes, **values):
    return {(probe, name.replace("_", "-")): value for probe in probes for name, value in values.items()}


def everything(page):
    return page.evaluate("() => [document.body, ...document.body.querySelectorAll('*')].map((e) => e.id || e.localName)")


def but(probes, *excluded):
    return [probe for probe in probes if probe not in excluded]


def sizes(scale):
    rem = 16
    return {**of([*PARAGRAPHS, "li", "div", "pre", "dd", "h4", "h5", "h6"], font_size="16px"),
            **of(["h3"], font_size=rem * scale), **of(["h2"], font_size=rem * scale ** 2),
            **of(["h1"], font_size=rem * scale ** 3)}


NOT_CJK, LATIN = ["default", "rtl"], ["default"]
#: The name of the case, the tokens and properties of the root, what changes, the families in which it does.
#: A change is (probes, {property: value}); "*" are all elements of the body.
TABLE = [
    ("backgroundColor", {"backgroundColor": "#112233"}, None, [
        ("html", {"background-color": "rgb(17, 34, 51)"}), ("*", {"background-color": "rgba(0, 0, 0, 0)"})]),
    ("textColor", {"textColor": "#445566"}, None, [
        ("html", {"color": "rgb(68, 85, 102)", "border-top-color": "rgb(68, 85, 102)"}),
        (("*", *LINKS), {"color": "rgb(68, 85, 102)"}), (("*", "a"), {"border-top-color": "currentcolor"}),
        ("text", {"fill": "rgb(68, 85, 102)"})]),
    ("linkColor", {"linkColor": "#0a0b0c"}, None, [(LINKS, {"color": "rgb(10, 11, 12)"})]),
    ("fontFamily", {"fontFamily": "Georgia, serif"}, None, [
        ("html", {"font-family": "Georgia, serif"}),
        (("*", *CODE, "math", "mi", "symbol"), {"font-family": "Georgia, serif"})]),
    ("fontSize", {"fontSize": "150%"}, None, [("html", {"font-size": "24px"})]),
    ("fontSizeNormalize", {"fontSizeNormalize": "readium-normalize-on"}, None, [
        ([*PARAGRAPHS, "li", "div", "pre", "dd", "h4", "h5", "h6"], {"font-size": "16px"}), ("h3", {"font-size": "19.2px"}),
        ("h2", {"font-size": "23.04px"}), ("h1", {"font-size": "27.648px"}), (["sub", "sup"], {"font-size": "10.8px"})]),
    ("typeScale", {"typeScale": "1.5"}, None, [
        ([*PARAGRAPHS, "li", "div", "pre", "dd", "h4", "h5", "h6"], {"font-size": "16px"}), ("h3", {"font-size": "24px"}),
        ("h2", {"font-size": "36px"}), ("h1", {"font-size": "54px"}), (["sub", "sup"], {"font-size": "10.8px"})]),
    ("a11yNormalize", {"a11yNormalize": "readium-a11y-on"}, LATIN, [
        ("*", {"font-weight": "400", "font-style": "normal", "font-variant-caps": "normal", "text-transform": "none"}),
        (("*", "a"), {"text-decoration-line": "none"}), ("a", {"text-decoration-line": "underline"}),
        (["sub", "sup"], {"font-size": "16px", "vertical-align": "baseline"})]),
    ("fontWeight", {"fontWeight": "300"}, None, [("body", {"font-weight": "300"}), (["b", "strong"], {"font-weight": "bolder"})]),
    ("fontWidth", {"fontWidth": "150%"}, None, [("body", {"font-stretch": "150%"})]),
    ("fontOpticalSizing", {"fontOpticalSizing": "auto"}, None, [("body", {"font-optical-sizing": "auto"})]),
    ("lineHeight", {"lineHeight": "2"}, None, [
        ("html", {"line-height": "32px"}), (["body", *PARAGRAPHS, "li", "div"], {"line-height": "26px"})]),
    ("textAlign", {"textAlign": "justify"}, NOT_CJK, [(["body", *FREE, "li", "dd"], {"text-align": "justify"})]),
    ("textAlign start", {"textAlign": "start"}, NOT_CJK, [(["body", *FREE, "li", "dd"], {"text-align": "start"})]),
    ("bodyHyphens", {"bodyHyphens": "auto"}, LATIN, [
        (["body", *PARAGRAPHS, "li", "div", "dd"], {"hyphens": "auto"}), ([*HEADINGS, *CODE], {"hyphens": "manual"})]),
    ("paraSpacing", {"paraSpacing": "2rem"}, None, [(PARAGRAPHS, {"margin-block": "32px"})]),
    ("paraIndent", {"paraIndent": "3rem"}, NOT_CJK, [(FREE, {"text-indent": "48px"}), (INSIDE, {"text-indent": "0px"})]),
    ("wordSpacing", {"wordSpacing": "0.5rem"}, NOT_CJK, [(SPACED, {"word-spacing": "8px"})]),
    ("letterSpacing", {"letterSpacing": "0.25rem"}, ["default", *CJK], [
        (SPACED, {"letter-spacing": "4px", "font-variant-ligatures": "none"})]),
    ("ligatures", {"ligatures": "none"}, NOT_CJK, [("*", {"font-variant-ligatures": "none"})]),
    ("noRuby", {"noRuby": "readium-noRuby-on"}, CJK, [(["rt", "rp", "rp2"], {"display": "none"})]),
    ("darkenImages", {"darkenImages": "readium-darken-on"}, None, [(["img", "gaiji", "image"], {"filter": "brightness(0.8) invert(0)"})]),
    ("darkenImages 30", {"darkenImages": "30%"}, None, [(["img", "gaiji", "image"], {"filter": "brightness(0.3) invert(0)"})]),
    ("invertImages", {"invertImages": "readium-invert-on"}, None, [(["img", "gaiji", "image"], {"filter": "brightness(1) invert(1)"})]),
    ("invertImages 40", {"invertImages": "40%"}, None, [(["img", "gaiji", "image"], {"filter": "brightness(1) invert(0.4)"})]),
    ("both filters", {"darkenImages": "readium-darken-on", "invertImages": "50%"}, None, [
        (["img", "gaiji", "image"], {"filter": "brightness(0.8) invert(0.5)"})]),
    ("invertGaiji", {"invertGaiji": "readium-invert-on"}, None, [("gaiji", {"filter": "brightness(1) invert(1)"})]),
    ("invertGaiji beside", {"invertGaiji": "20%", "darkenImages": "70%"}, None, [
        (["img", "image"], {"filter": "brightness(0.7) invert(0)"}), ("gaiji", {"filter": "brightness(0.7) invert(0.2)"})]),
    ("blendImages", {"blendImages": "readium-blend-on"}, None, [(["img", "gaiji", "svg"], {"mix-blend-mode": "multiply"})]),
]


def spread(rows, names, vertical):
    """The expectations of a row, by probe and property."""
    found = {}
    for probes, values in rows:
        if "margin-block" in values:
            value = values["margin-block"]
            values = {name: value for name in (["margin-left", "margin-right"] if vertical else ["margin-top", "margin-bottom"])}
        if isinstance(probes, tuple):
            probes = but(names, *probes[1:])
        elif probes == "*":
            probes = names
        for probe in [probes] if isinstance(probes, str) else probes:
            for name, value in values.items():
                found[probe, name] = value
    return found


VERTICAL = "html, body, body * { writing-mode: vertical-rl !important; }"


@pytest.fixture(scope="module", params=FAMILIES)
def family(request, page):
    set_up(page, request.param, loud() + (VERTICAL if request.param == "cjk-vertical" else ""))
    return request.param, everything(page), read(page, at("", {}, request.param))


@pytest.mark.parametrize("name, properties, families, rows", TABLE, ids=[row[0] for row in TABLE])
def test_a_property_changes_what_it_should_and_nothing_else(page, family, name, properties, families, rows):
    family, names, before = family
    found = changes(page, before, at(" ".join(properties), properties, family))
    expected = spread(rows, names, family == "cjk-vertical") if families is None or family in families else {}
    for (probe, style), value in list(expected.items()):
        if value == "currentcolor":
            expected[probe, style] = "rgb(68, 85, 102)" if probe not in LINKS else LOUD["color"]
        if value == "bolder":
            expected[probe, style] = "900"
    if name == "fontSize":
        # Of the root only: the rest of this publication is in px, and does not follow.
        found = {key: value for key, value in found.items() if key[1] == "font-size"}
    if name.startswith("linkColor"):
        # What is drawn in its own colour follows.
        found = {key: value for key, value in found.items() if key[1] == "color"}
    unchanged = {key for key, value in expected.items() if before[key[0]][key[1]] == value}
    assert found == {key: value for key, value in expected.items() if key not in unchanged}


def test_every_property_of_both_versions_is_covered(page):
    """The names in the table of Readium CSS, and those that act elsewhere."""
    tested = {name for row in TABLE for name in row[1]}
    elsewhere = {"view", "colCount", "pageMargins", "lineLength", "appearance", "fontOverride", "advancedSettings",
                 "visitedColor", "selectionBackgroundColor", "selectionTextColor"}
    version = {1: root_of("default")["properties"], 2: root_of("default", version=2)["properties"]}
    for names in version.values():
        names = {name.removeprefix("--USER__") for name in names if name != "font-weight"}
        assert names - tested - elsewhere == set()
    sheet = SHEETS["after"] + SHEETS["page"]
    for name in tested | elsewhere - {"view", "colCount", "pageMargins", "lineLength", "fontOverride"}:
        assert re.search(rf"data-lectern[~*]=\"?{name}\b", sheet), name


# ------------------------------------------------------------------------------------------ Settings of the library

ROWS = {row[0]: row[3] for row in TABLE}
SETTINGS = [
    # Preferences, what follows for the first version, and for the second one where it differs.
    ({"fontSize": 1.5}, [("html", {"font-size": "24px"})], None),
    ({"fontFamily": "Georgia"}, [("html", {"font-family": "Georgia"}),
                                 (("*", *CODE, "math", "mi", "symbol"), {"font-family": "Georgia"})], None),
    ({"fontWeight": 1.5}, [("body", {"font-weight": "600"}), (["b", "strong"], {"font-weight": "900"})], None),
    ({"lineHeight": 2.0}, ROWS["lineHeight"], None),
    ({"textAlign": "left"}, [(["body", *FREE, "li", "dd"], {"text-align": "left"})], None),
    ({"hyphens": True}, ROWS["bodyHyphens"], None),
    ({"paragraphSpacing": 1.0}, [(PARAGRAPHS, {"margin-top": "16px", "margin-bottom": "16px"})], None),
    ({"paragraphIndent": 1.0}, [(FREE, {"text-indent": "16px"}), (INSIDE, {"text-indent": "0px"})], None),
    ({"wordSpacing": 0.5}, ROWS["wordSpacing"], None),
    ({"letterSpacing": 0.5}, ROWS["letterSpacing"], None),
    ({"typeScale": 1.5}, ROWS["typeScale"], []),
    ({"textNormalization": True}, ROWS["a11yNormalize"], None),
    ({"theme": "dark", "imageFilter": "darken"}, [(["img", "gaiji", "image"], {"filter": "brightness(0.8) invert(0)"})], None),
    ({"theme": "dark", "imageFilter": "invert"}, [(["img", "gaiji", "image"], {"filter": "brightness(1) invert(1)"})], None),
    ({"backgroundColor": "#112233"}, ROWS["backgroundColor"], None),
    ({"textColor": "#445566"}, [("html", {"color": "rgb(68, 85, 102)"}), (("*", *LINKS), {"color": "rgb(68, 85, 102)"})], None),
    ({"theme": "sepia"}, [("html", {"color": "rgb(18, 18, 18)", "background-color": "rgb(250, 244, 232)"}),
                          ("*", {"background-color": "rgba(0, 0, 0, 0)"})], None),
    ({"theme": "dark"}, [("html", {"color": "rgb(254, 254, 254)", "background-color": "rgb(0, 0, 0)", "color-scheme": "dark"}),
                         ("a", {"color": "rgb(99, 202, 255)"}), ("*", {"background-color": "rgba(0, 0, 0, 0)"})], None),
]
CHOSEN = {"publisherStyles": False}


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("preferences, rows, second", SETTINGS, ids=[" ".join(row[0]) for row in SETTINGS])
def test_a_preference_acts_in_both_versions(page, version, preferences, rows, second):
    set_up(page)
    now = read(page, root_of("default", {**CHOSEN, **preferences}, version))
    for (probe, name), value in spread(rows if version == 1 or second is None else second, everything(page), False).items():
        if (probe, name) in [("body", "border-top-color")] or value in ("currentcolor", "bolder"):
            continue
        assert now[probe][name] == value, (probe, name)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("version", [1, 2])
def test_without_preferences_nothing_of_a_publication_changes(page, family, version):
    """The library writes some properties all the same: a size of 100 %, margins of 1."""
    set_up(page, family, sheets={name: None for name in SHEETS})
    bare = read(page, {"data": "", "properties": {}, "dir": None})
    set_up(page, family)
    found = changes(page, bare, root_of(family, None, version))
    # What the rule of the publication leaves open: the root, which is no element of its body.
    assert {key: value for key, value in found.items() if key[0] != "html" and key[1] != "writing-mode"} == {}


def test_what_base_rules_change_in_a_publication_with_few_rules(page):
    few = "p { margin: 1em 0 } .symbol { color: red } h1 { font-size: 3em }"
    set_up(page, publisher=few, sheets={name: None for name in SHEETS})
    bare = read(page, {"data": "", "properties": {}, "dir": "ltr"})
    set_up(page, publisher=few)
    found = changes(page, bare, root_of("default"))
    names = {name for _, name in found}
    assert names <= {"font-family", "line-height", "margin-left", "margin-right", "color"}, names
    assert {probe for probe, name in found if name.startswith("margin")} == {"blockquote", "figure", "dd"}
    assert {probe for probe, name in found if name == "color"} <= {"a", "u"}


def test_the_publication_wins_over_base_rules_and_the_reader_over_both(page):
    """However little weight the selector of the publication has, and however much."""
    set_up(page, publisher="h1 { hyphens: auto; break-after: auto } * { line-height: 1.9; font-family: Theirs }"
           "#x#x#x#x#x, p { color: red !important } @layer theirs { p { text-align: right !important } }")
    now = read(page, root_of("default"))
    assert now["h1"]["hyphens"] == "auto" and now["html"]["font-family"] == now["p"]["font-family"] == "Theirs"
    now = read(page, root_of("default", {**CHOSEN, "textAlign": "left", "textColor": "#445566", "fontFamily": "Ours"}))
    assert (now["p"]["text-align"], now["p"]["color"], now["p"]["font-family"]) == ("left", "rgb(68, 85, 102)", "Ours")


def test_all_properties_at_once_with_the_units_that_the_toolkits_write(page):
    """Those of the toolkits' own tests of what they write."""
    set_up(page)
    values = {
        "a11yNormalize": "readium-a11y-on", "advancedSettings": "readium-advanced-on", "appearance": "readium-night-on",
        "backgroundColor": "#00FF00", "bodyHyphens": "auto", "colCount": "auto", "darkenImages": "readium-darken-on",
        "fontFamily": '"Times New", "Comic Sans"', "fontOverride": "readium-font-on", "fontSize": "2.30000vmax",
        "invertImages": "readium-invert-on", "letterSpacing": "8.90000rem", "ligatures": "common-ligatures",
        "lineHeight": "4.50000pt", "pageMargins": "1.20000", "paraIndent": "6.70000rem", "paraSpacing": "5.60000pt",
        "textAlign": "justify", "textColor": "#FF0000", "typeScale": "3.40000", "view": "readium-scroll-on",
        "wordSpacing": "7.80000rem"}
    data = " ".join({"appearance": "appearance=night", "view": "view=scroll"}.get(name, name) for name in values)
    page.set_viewport_size({"width": 1000, "height": 500})
    now = read(page, at(data, values))
    rem = 23
    assert now["html"]["background-color"] == "rgb(0, 255, 0)" and now["html"]["font-size"] == f"{rem}px"
    paragraph = {"color": "rgb(255, 0, 0)", "font-family": '"Times New", "Comic Sans"', "font-size": f"{rem}px",
                 "font-style": "normal", "font-variant-caps": "normal", "text-transform": "none", "hyphens": "auto",
                 "text-align": "justify", "line-height": "6px", "font-variant-ligatures": "common-ligatures"}
    assert {name: now["p"][name] for name in paragraph} == paragraph
    lengths = {"text-indent": 6.7 * rem, "margin-top": 5.6 * 4 / 3, "word-spacing": 7.8 * rem, "letter-spacing": 8.9 * rem}
    assert {name: float(now["p"][name][:-2]) for name in lengths} == pytest.approx(lengths, abs=0.02)
    assert float(now["h1"]["font-size"][:-2]) == pytest.approx(rem * 3.4 ** 3, abs=0.1)
    assert now["img"]["filter"] == "brightness(0.8) invert(1)"
    page.set_viewport_size({"width": 1280, "height": 720})


def test_vertical_writing_follows_the_choice_of_the_reader_and_else_the_publication(page):
    def writing(preferences, publisher, family="cjk-vertical"):
        set_up(page, family, publisher)
        now = read(page, root_of(family, preferences))
        return now["html"]["writing-mode"], now["p"]["writing-mode"]

    vertical, horizontal = ("vertical-rl",) * 2, ("horizontal-tb",) * 2
    own = "html { writing-mode: horizontal-tb }", "html, body { writing-mode: vertical-rl }"
    assert writing(None, "") == vertical
    assert writing(None, own[0]) == horizontal
    assert writing({"verticalText": True}, own[0]) == vertical
    assert writing({"verticalText": False}, own[1]) == horizontal
    assert writing(None, own[1], "cjk-horizontal") == vertical
    assert writing(None, "", "cjk-horizontal") == horizontal


def test_settings_of_a_host_reach_properties_that_the_library_has_no_setting_for(page):
    set_up(page)
    now = read(page, root_of("default", own={"--USER__fontWidth": "condensed", "--USER__fontOpticalSizing": "auto"}))
    assert (now["body"]["font-stretch"], now["body"]["font-optical-sizing"]) == ("75%", "auto")
    set_up(page, "cjk-horizontal")
    for value, shown in (True, "none"), (False, "block"):
        now = read(page, root_of("cjk-horizontal", own={"--USER__noRuby": value}))
        assert now["rp"]["display"] == "none" and (now["rt"]["display"] == "none") == (shown == "none")


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
    return page.evaluate("""wanted => wanted.map(([id, name]) =>
        getComputedStyle(id === "html" ? document.documentElement : document.getElementById(id)).getPropertyValue(name))""",
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


#: How many lines of 1.5 the base rules give a language, and the font that comes first.
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
      <table id="grid" data-lectern-wide="wrap small fixed"><tr><td id="cell">{0}</td></tr></table>""".format("wide" * 200)
    set_up(page, probes=probes, publisher="""#scroller { overflow: auto; height: 99px } #inline { display: inline-block }
      #placed { position: absolute } #code { white-space: pre !important } #cell { white-space: nowrap; font-size: 40px }
      body { width: 300px; font-size: 20px }""")
    page.evaluate("() => { const root = document.documentElement; root.removeAttribute('style'); root.removeAttribute('data-lectern'); }")
    assert styles(page, ("scroller", "overflow-x"), ("inline", "display"), ("placed", "position"), ("code", "white-space"),
                  ("cell", "white-space"), ("cell", "font-size"), ("grid", "table-layout")) == [
        "visible", "block", "static", "pre-wrap", "normal", "12px", "fixed"]
    widths = page.evaluate("() => ['code', 'grid'].map((id) => document.getElementById(id).scrollWidth)")
    assert max(widths) <= 300


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
    """At their own addresses, one for all; and under the names that css() says."""
    served = {}
    for family, (language, more) in FAMILIES.items():
        with publication(language, **more) as book, lectern.Navigator(book) as navigator:
            for sheet in navigator.css("text/one.xhtml")["stylesheets"]:
                response = navigator.get("~lectern/css/" + sheet["href"])
                assert (response.status, response.type) == (200, "text/css; charset=utf-8")
                served.setdefault(sheet["href"].rpartition("/")[2], set()).add(response.read())
            assert navigator.get("~lectern/css/page.css").status == 200
            assert navigator.get("~lectern/css/other/ReadiumCSS-after.css").status == 404
    assert sorted(served) == sorted(file.name for file in CSS.glob("Readium*")) and {len(texts) for texts in served.values()} == {1}


def test_the_sheets_are_small_and_of_the_features_that_every_view_has():
    text = "".join(SHEETS.values())
    assert len(text) < 20 * 1024
    bare = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", text, flags=re.S)
    for missing in (":has(", ":dir(", "@container", "color-mix(", "dvh", " & ", "@scope", "light-dark(", "@import"):
        assert missing not in bare, missing
    assert all(len(line) <= 120 for line in text.splitlines())
