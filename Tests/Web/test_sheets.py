# SPDX-License-Identifier: BSD-3-Clause
"""The changes by each user property of Readium CSS 1 and 2, in each family of our style sheets, and nothing else; the
changes by base rules, and the order of precedence."""
import re

import pytest

from .sheets import CJK, FAMILIES, SHEETS, at, changes, everything, loud, read, root_of, set_up

# ------------------------------------------------------------------------------------- Each property, in each family

HEADINGS = "h1 h2 h3 h4 h5 h6".split()
CODE = "code kbd samp var pre listing".split()
FREE = "p p2".split()
QUOTED = "quoted caption headed grouped".split()
PARAGRAPHS = FREE + QUOTED
SPACED = [*HEADINGS, *PARAGRAPHS, "li", "div", "dt", "dd"]
LINKS = ["a", "u"]
#: Elements inside the indented paragraphs.
INSIDE = """span b strong em i a u anchor sub sup code kbd samp var ruby rp rt rp2 small mark img gaiji symbol""".split()


def but(probes, *excluded):
    return [probe for probe in probes if probe not in excluded]




NOT_CJK, LATIN = ["default", "rtl"], ["default"]
#: The name of the case, the tokens and properties of the root, the changes, and the families in which they apply.
#: A change is (probes, {property: value}); "*" are all elements of the body.
TABLE = [
    ("backgroundColor", {"backgroundColor": "#112233"}, None, [
        ("html", {"background-color": "rgb(17, 34, 51)"}), ("*", {"background-color": "rgba(0, 0, 0, 0)"})]),
    ("textColor", {"textColor": "#445566"}, None, [
        ("html", {"color": "rgb(68, 85, 102)", "border-top-color": "rgb(68, 85, 102)"}),
        (("*", *LINKS), {"color": "rgb(68, 85, 102)"}),
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
        if value == "bolder":
            expected[probe, style] = "900"
    if name == "fontSize":
        # Only for the root: the rest of this publication is in px, and does not scale.
        found = {key: value for key, value in found.items() if key[1] == "font-size"}
    if name.startswith("linkColor"):
        # Parts that inherit the text colour change, too.
        found = {key: value for key, value in found.items() if key[1] == "color"}
    unchanged = {key for key, value in expected.items() if before[key[0]][key[1]] == value}
    assert found == {key: value for key, value in expected.items() if key not in unchanged}


def test_every_property_of_both_versions_is_covered(page):
    """The names in the table of Readium CSS, and those that apply elsewhere."""
    tested = {name for row in TABLE for name in row[1]}
    elsewhere = {"view", "colCount", "pageMargins", "lineLength", "appearance", "fontOverride", "advancedSettings",
                 "visitedColor", "selectionBackgroundColor", "selectionTextColor"}
    version = {1: root_of("default")["properties"], 2: root_of("default", version=2)["properties"]}
    for names in version.values():
        names = {name.removeprefix("--USER__") for name in names if name != "font-weight"}
        assert names - tested - elsewhere == set()
    sheet = SHEETS["after"] + SHEETS["page"]
    for name in tested | elsewhere - {"view", "colCount", "pageMargins", "lineLength", "fontOverride"}:
        assert re.search(rf"data-lectern-{name.lower()}\b", sheet), name


# ------------------------------------------------------------------------------------------ Settings of the library

ROWS = {row[0]: row[3] for row in TABLE}
SETTINGS = [
    # Preferences, the changes with version 1, and with version 2 if they differ.
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
        if value == "bolder":
            continue
        assert now[probe][name] == value, (probe, name)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("version", [1, 2])
def test_without_preferences_nothing_of_a_publication_changes(page, family, version):
    """The library still writes some properties: a size of 100 %, margins of 1."""
    set_up(page, family, sheets={name: None for name in SHEETS})
    bare = read(page, {"data": "", "properties": {}, "dir": None})
    set_up(page, family)
    found = changes(page, bare, root_of(family, None, version))
    # The part that the rule of the publication does not cover: the root, which is not in its body.  In vertical text,
    # formulas are horizontal in WebKit, and so not inline.
    assert {key: value for key, value in found.items()
            if key[0] != "html" and key[1] != "writing-mode" and key != ("math", "display")} == {}


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
    """Regardless of the specificity of the publication's selector."""
    set_up(page, publisher="h1 { hyphens: auto; break-after: auto } * { line-height: 1.9; font-family: Theirs }"
           "#x#x#x#x#x, p { color: red !important } @layer theirs { p { text-align: right !important } }")
    now = read(page, root_of("default"))
    assert now["h1"]["hyphens"] == "auto" and now["html"]["font-family"] == now["p"]["font-family"] == "Theirs"
    now = read(page, root_of("default", {**CHOSEN, "textAlign": "left", "textColor": "#445566", "fontFamily": "Ours"}))
    assert (now["p"]["text-align"], now["p"]["color"], now["p"]["font-family"]) == ("left", "rgb(68, 85, 102)", "Ours")


def test_all_properties_at_once_with_the_units_that_the_toolkits_write(page):
    """The properties in the toolkits' own tests of their output."""
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


def test_what_is_justified_is_hyphenated_however_its_style_is_written(page):
    """Engines serialize the attribute with or without a space after the colon."""
    set_up(page)
    read(page, at("advancedSettings textAlign"))
    for colon in (":", ": "):
        assert page.evaluate("""(text) => {
            document.documentElement.setAttribute("style", text);
            return ["p", "h1"].map((id) => getComputedStyle(document.getElementById(id)).hyphens);
        }""", f"--USER__textAlign{colon}justify") == ["auto", "manual"]


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
