# SPDX-License-Identifier: BSD-3-Clause
"""The injection into resources: Readium CSS properties, sheets and fonts, properly escaped."""
import re

import pytest

import lectern
from support.books_without_files import audiobook, comic, publication

ONE, TWO = "text/one.xhtml", {"readiumCSS": {"version": 2}}


def css(preferences=None, options=None, href=ONE, language="en", **more):
    with publication(language, **more) as book, lectern.Navigator(book, {**(options or {}), "preferences": preferences or {}}) as navigator:
        return navigator.css(href)


def written(preferences=None, options=None, **more):
    """The properties that have a value, without their prefix."""
    properties = css(preferences, options, **more)["properties"]
    return {name.removeprefix("--USER__"): value for name, value in properties.items() if value is not None}


# ------------------------------------------------------------------------------------------------------------ Resources

def test_a_reflowable_resource():
    found = css()
    assert found["href"] == ONE and found["layout"] == "reflowable" and found["version"] == 1
    assert (found["family"], found["language"], found["dir"]) == ("default", "en", "ltr")
    assert [(sheet["href"], sheet["place"], sheet["onlyUnstyled"]) for sheet in found["stylesheets"]] == [
        ("ReadiumCSS-before.css", "start", False), ("ReadiumCSS-default.css", "end", True), ("ReadiumCSS-after.css", "end", False)]
    assert "width=device-width" in found["viewport"] and found["fontFaces"] == "" and "audio" in found["rules"]
    assert found["backgroundColor"] == "#FFFFFF"


@pytest.mark.parametrize("language, more, family, direction, folder", [
    ("ar", {}, "rtl", "rtl", "rtl/"), ("ja", {}, "cjk-horizontal", "ltr", "cjk-horizontal/"),
    ("ja", {"readingProgression": "rtl"}, "cjk-vertical", None, "cjk-vertical/"),
])
def test_families(language, more, family, direction, folder):
    found = css(language=language, **more)
    assert (found["family"], found["dir"], found["language"]) == (family, direction, language)
    assert all(sheet["href"].startswith(folder + "ReadiumCSS-") for sheet in found["stylesheets"])


@pytest.mark.parametrize("href", ["text/one.xhtml#p1", "./text/../text/one.xhtml?x=1", "text/%6Fne.xhtml"])
def test_spellings_of_a_href(href):
    assert css(href=href)["href"] == ONE


def test_a_link_with_a_query_and_a_fragment():
    for own in ("page.html?x=1", "page.html"):
        items = [{"href": own, "type": "text/html"}]
        with publication(items=items) as book, lectern.Navigator(book) as navigator:
            for href in ("page.html?x=1", "page.html?x=1#p", "./page.html?x=1#"):
                assert navigator.css(href)["href"] == book.link(href)["href"] == own


def test_other_resources():
    assert css(href="notes.html")["layout"] == "reflowable"
    with pytest.raises(lectern.UnsupportedError):
        css(href="style.css")
    for href in ("nowhere.xhtml", "../one.xhtml", "https://example.org/text/one.xhtml", ""):
        with pytest.raises(lectern.NotFoundError):
            css(href=href)


def test_layout_of_each_resource():
    items = [{"href": "a.xhtml", "type": "application/xhtml+xml"},
             {"href": "b.xhtml", "type": "application/xhtml+xml", "properties": {"layout": "fixed"}}]
    preferences = {"fontSize": 2, "backgroundColor": "#102030", "publisherStyles": False, "lineHeight": 1.5}
    with publication(items=items) as book, lectern.Navigator(book, {"preferences": preferences}) as navigator:
        flows, fixed = navigator.css("a.xhtml"), navigator.css("b.xhtml")
    assert flows["layout"] == "reflowable" and flows["properties"]["--USER__fontSize"] == "200.00000%"
    assert fixed["layout"] == "fixed" and fixed["properties"] == {"background-color": "#102030"}
    assert fixed["style"] == "background-color: #102030 !important;\n" and fixed["backgroundColor"] == "#102030"
    for name in ("family", "language", "dir", "viewport"):
        assert fixed[name] is None
    assert fixed["stylesheets"] == [] and fixed["fontFaces"] == fixed["rules"] == ""


@pytest.mark.parametrize("preferences, background, around", [
    ({}, None, "#FFFFFF"), ({"theme": "dark"}, None, "#000000"), ({"theme": "sepia"}, None, "#FAF4E8"),
    ({"theme": "dark", "backgroundColor": "#123456"}, "#123456", "#123456"),
])
@pytest.mark.parametrize("options", [{}, TWO], ids=["1", "2"])
def test_background_of_a_fixed_book(preferences, background, around, options):
    found = css(preferences, options, presentation={"layout": "fixed"})
    assert found["properties"] == {"background-color": background}, "the theme is not active in a fixed layout"
    assert found["backgroundColor"] == around, "but it colors the room around the pages"


@pytest.mark.parametrize("options", [{}, TWO], ids=["1", "2"])
def test_background_of_a_fixed_page_in_a_book_that_flows(options):
    items = [{"href": "a.xhtml", "type": "application/xhtml+xml"},
             {"href": "b.xhtml", "type": "application/xhtml+xml", "properties": {"layout": "fixed"}}]
    found = css({"theme": "dark"}, options, items=items, href="b.xhtml")
    assert found["properties"] == {"background-color": "#000000"} and found["backgroundColor"] == "#000000"


@pytest.mark.parametrize("options", [{}, TWO], ids=["1", "2"])
@pytest.mark.parametrize("preferences, language, name", [
    ({"imageFilter": "invert"}, "en", "invertImages"), ({"imageFilter": "darken", "theme": "sepia"}, "en", "darkenImages"),
    ({"letterSpacing": 0.5, "publisherStyles": False}, "ar", "letterSpacing"), ({"lineHeight": 1.5}, "en", "lineHeight"),
    ({"columnCount": "2", "scroll": True}, "en", "colCount"), ({"textAlign": "publisher", "publisherStyles": False}, "en", "textAlign"),
    ({"fontFamily": "publisher"}, "en", "fontFamily"), ({"fontFamily": "publisher"}, "en", "fontOverride"),
])
def test_what_does_not_act_is_not_written(preferences, language, name, options):
    assert name not in written(preferences, options, language=language)


def test_letter_spacing_of_japanese_is_for_version_2():
    spaced = {"letterSpacing": 0.5, "publisherStyles": False}
    assert "letterSpacing" not in written(spaced, language="ja")
    assert written(spaced, TWO, language="ja")["letterSpacing"] == "0.25000rem"


def test_custom_settings_that_do_not_act_are_not_written():
    declared = [{"key": "a", "type": "range", "range": {"min": 0, "max": 9}, "default": 5, "cssVariable": "--A",
                 "requires": [{"setting": "scroll", "is": True}]},
                {"key": "b", "type": "enum", "values": ["x", None], "cssVariable": "--B"}]
    for preferences, expected in (({}, (None, None)), ({"a": 7, "b": "x"}, (None, "x")),
                                  ({"a": 7, "scroll": True, "b": "publisher"}, ("7", None))):
        properties = css(preferences, {"settings": declared})["properties"]
        assert (properties["--A"], properties["--B"]) == expected


def test_books_without_text():
    with comic() as book, lectern.Navigator(book, {"preferences": {"backgroundColor": "#111111"}}) as navigator:
        assert navigator.css("2.jpg")["properties"] == {"background-color": "#111111"}
    with audiobook() as book, lectern.Navigator(book) as navigator:
        assert navigator.css("one.mp3")["backgroundColor"] is None


def test_it_follows_what_is_submitted():
    with publication() as book, lectern.Navigator(book) as navigator:
        navigator.submit_preferences({"theme": "dark"})
        assert navigator.css(ONE)["properties"]["--USER__appearance"] == "readium-night-on"
        navigator.submit_preferences({})
        found = navigator.css(ONE)
    assert found["properties"]["--USER__appearance"] is None, "null: to be removed"
    assert "appearance" not in found["style"]


def test_style_says_the_same_as_the_properties():
    found = css({"theme": "sepia", "fontFamily": "A b", "fontWeight": 1.5})
    lines = {f"{name}: {value} !important;" for name, value in found["properties"].items() if value is not None}
    assert set(found["style"].splitlines()) == lines


# ------------------------------------------------------------------------------------------------- Version 1 and others

def test_version_1():
    properties = written({"theme": "dark", "imageFilter": "darken", "fontWeight": 2.5, "textNormalization": True, "columnCount": 2})
    assert properties["appearance"] == "readium-night-on" and properties["darkenImages"] == "readium-darken-on"
    assert properties["font-weight"] == "1000" and properties["fontOverride"] == "readium-font-on"
    assert properties["pageMargins"] == "1.00000" and properties["colCount"] == "2"
    assert "advancedSettings" not in properties


ADVANCED = {"lineHeight": 1.5, "paragraphSpacing": 0.5, "paragraphIndent": 1, "wordSpacing": 0.2, "letterSpacing": 0.6,
            "textAlign": "justify", "hyphens": True, "ligatures": False}
BARE = {"view": "readium-paged-on", "lineLength": "calc(min(100%, 40rem) * 0.88000)", "fontSize": "100.00000%"}


def test_version_2_says_little():
    assert written({}, TWO) == BARE


def test_version_2_has_no_flags_for_the_styles_of_the_publisher():
    assert written(ADVANCED, TWO) == BARE
    assert written({**ADVANCED, "publisherStyles": False}, TWO) == {
        **BARE, "lineHeight": "1.50000", "paraSpacing": "0.50000rem", "paraIndent": "1.00000rem", "wordSpacing": "0.20000rem",
        "letterSpacing": "0.30000rem", "textAlign": "justify", "bodyHyphens": "auto", "ligatures": "none"}


@pytest.mark.parametrize("language, names", [
    ("ar", {"lineHeight", "paraSpacing", "paraIndent", "wordSpacing", "textAlign", "ligatures"}),
    ("ja", {"lineHeight", "paraSpacing", "letterSpacing"}),
])
def test_version_2_in_other_scripts(language, names):
    assert set(written({**ADVANCED, "publisherStyles": False}, TWO, language=language)) - set(BARE) == names


@pytest.mark.parametrize("language, key, versions", [
    ("ar", "wordSpacing", {2}), ("en", "ligatures", {2}), ("ar", "ligatures", {1, 2}), ("ja", "letterSpacing", {2}), ("ja", "ligatures", set()),
])
def test_the_form_knows_the_rules_of_the_sheets(language, key, versions):
    for version in (1, 2):
        options = {"readiumCSS": {"version": version}, "preferences": {**ADVANCED, "publisherStyles": False}}
        with publication(language) as book, lectern.Navigator(book, options) as navigator:
            assert navigator.settings["settings"][key]["isEffective"] == (version in versions)
            assert ("typeScale" in navigator.settings["settings"]) == (version == 1)


@pytest.mark.parametrize("preferences, colors", [
    ({}, {}), ({"theme": "light", "textColor": "#112233"}, {"textColor": "#112233"}),
    ({"theme": "dark"}, {"backgroundColor": "#000000", "textColor": "#FEFEFE", "linkColor": "#63CAFF", "visitedColor": "#0099E5"}),
    ({"theme": "sepia"}, {"backgroundColor": "#FAF4E8", "textColor": "#121212"}),
    ({"theme": "sepia", "backgroundColor": "#FFEEDD"}, {"backgroundColor": "#FFEEDD", "textColor": "#121212"}),
])
def test_version_2_spells_themes_out(preferences, colors):
    assert written(preferences, TWO) == {**BARE, **colors}


@pytest.mark.parametrize("preferences, expected", [
    ({"theme": "dark", "imageFilter": "invert"}, {"invertImages": "readium-invert-on"}),
    ({"theme": "dark", "imageFilter": "darken"}, {"darkenImages": "readium-darken-on"}),
    ({"theme": "light", "imageFilter": "darken"}, {}),
])
def test_version_2_filters_images_where_the_setting_acts(preferences, expected):
    assert {name: value for name, value in written(preferences, TWO).items() if "Images" in name} == expected


@pytest.mark.parametrize("preferences, viewport, columns", [
    ({"columnCount": "2"}, None, "2"), ({"columnCount": "1"}, 2000, "1"), ({}, None, None), ({}, 500, "1"), ({}, 959.5, "1"),
    ({}, 960, "2"), ({"scroll": True}, 2000, None),
])
def test_version_2_counts_columns(preferences, viewport, columns):
    options = {**TWO, **({"viewport": {"width": viewport, "height": 800}} if viewport else {})}
    assert written(preferences, options).get("colCount") == columns


def test_columns_follow_the_viewport():
    with publication() as book, lectern.Navigator(book, TWO) as navigator:
        for viewport, columns in (({"width": 1000, "height": 500}, "2"), ({"width": 500, "height": 1000}, "1"), (None, None),
                                  ({"width": 1000, "height": 500, "insets": {"left": 50}}, "1")):
            navigator.set_viewport(viewport)
            assert navigator.css(ONE)["properties"]["--USER__colCount"] == columns


@pytest.mark.parametrize("margins, share", [(0, "1.00000"), (1, "0.88000"), (2.5, "0.70000"), (4, "0.52000")])
def test_version_2_turns_margins_into_line_lengths(margins, share):
    assert written({"pageMargins": margins}, TWO)["lineLength"] == f"calc(min(100%, 40rem) * {share})"


def test_version_2_names():
    properties = written({"fontWeight": 1.75, "textNormalization": True, "fontFamily": "serif", "scroll": True}, TWO)
    assert properties["fontWeight"] == "700" and properties["a11yNormalize"] == "readium-a11y-on"
    assert properties["fontFamily"] == "serif" and properties["view"] == "readium-scroll-on"
    assert written({"fontWeight": 0}, TWO)["fontWeight"] == "1"
    assert not {"appearance", "advancedSettings", "fontOverride", "pageMargins", "typeScale", "font-weight"} & set(css({}, TWO)["properties"])


# ------------------------------------------------------------------------------------------------------ Nothing breaks out

HOSTILE = ['"; } body { display: none } a { b: "', "x; color: red", "a\\", "a\\\"; }", "</style><script>alert(1)</script>", "'", '"',
           "url(javascript:alert(1))", "/* */", "*/ } body {", "a\n} body {", "a\r\f\0b", "!important", "expression(alert(1))", "{", "}",
           "@import 'x'", "<!--", "-->", "\u2028;}", "é 漢字", "\\0000003b", "var(--x)", "&quot;"]

STRING = r'"(?:\\[0-9a-f]{1,6} |\\["\\]|[^"\\\n\r\f<>\x00-\x1f\x7f])*"'
WORD = r"-?[A-Za-z][\w-]*"
NUMBER = r"\d+(?:\.\d+)?(?:%|rem|px)?"
VALUE = rf"(?:{STRING}|{WORD}|#[0-9A-F]{{6,8}}|{NUMBER}|calc\(min\(100%, 40rem\) \* {NUMBER}\))"
STYLE = re.compile(rf"(?:(?:--)?[A-Za-z][\w-]*: {VALUE}(?:, {VALUE})* !important;\n)*")
FONT_FACE = re.compile(
    rf"@font-face \{{ font-family: {STRING}; src: url\({STRING}\);(?: font-weight: \d+;)?(?: font-style: [a-z]+;)? \}}")

OWN = [{"key": f"own:{kind}", "type": kind, "cssVariable": f"--OWN-{kind}"} for kind in ("font", "color", "language", "value")] + [
    {"key": "own:enum", "type": "enum", "values": HOSTILE, "cssVariable": "--OWN-enum"},
    {"key": "own:number", "type": "range", "range": {"min": -1e300, "max": 1e300}, "cssVariable": "--OWN-number"},
    {"key": "own:toggle", "type": "toggle", "cssVariable": "--OWN-toggle"}]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("version", [1, 2])
def test_nothing_breaks_out(text, version):
    """For any preferences, every line of the style is one declaration, and every font one rule."""
    options = {"readiumCSS": {"version": version}, "settings": OWN,
               "fonts": [{"family": text, "alternates": ["Safe", text + text],
                          "files": [{"href": text, "weight": 700, "style": "italic"}, {"href": "https://example.org/" + text}]}]}
    preferences = {key: text for key in ("fontFamily", "textColor", "backgroundColor", "language", "theme", "textAlign", "columnCount",
                                         "fontSize", "readingProgression", *(one["key"] for one in OWN))}
    found = css({**preferences, "publisherStyles": False}, options)
    assert STYLE.fullmatch(found["style"]), found["style"]
    assert "--USER__fontFamily: " in found["style"] and "--OWN-font: " in found["style"] and "--OWN-enum: " in found["style"]
    assert found["style"].count("\n") == sum(value is not None for value in found["properties"].values())
    rules = found["fontFaces"].split("\n")
    assert len(rules) == 2 and all(FONT_FACE.fullmatch(rule) for rule in rules), found["fontFaces"]
    assert "<" not in found["style"] + found["fontFaces"]


def test_custom_variables():
    preferences = {"own:font": "A b", "own:color": "#abcdef80", "own:language": "fr-CA", "own:value": {"a": 1}, "own:enum": "/* */",
                   "own:number": -2.5, "own:toggle": True}
    properties = css(preferences, {"settings": OWN})["properties"]
    assert {name: value for name, value in properties.items() if name.startswith("--OWN")} == {
        "--OWN-font": '"A b"', "--OWN-color": "#ABCDEF80", "--OWN-language": "fr-CA", "--OWN-value": None, "--OWN-enum": '"/* */"',
        "--OWN-number": "-2.50000", "--OWN-toggle": "1"}


def test_fonts():
    fonts = [{"family": "Literata", "alternates": ["serif"], "files": [{"href": "fonts/a.woff2", "weight": 400, "style": "normal"},
                                                                     {"href": "https://example.org/b.woff2"}]}, {"family": "Local"}]
    found = css({"fontFamily": "Literata"}, {"fonts": fonts})
    assert found["fontFaces"] == (
        '@font-face { font-family: "Literata"; src: url("fonts/a.woff2"); font-weight: 400; font-style: normal; }\n'
        '@font-face { font-family: "Literata"; src: url("https://example.org/b.woff2"); }')
    assert found["properties"]["--USER__fontFamily"] == "Literata, serif"


@pytest.mark.parametrize("family, text", [
    ("serif", "serif"), ("-apple-system", "-apple-system"), ("--own", "--own"), ("-", '"-"'), ("-1", '"-1"'), ("inherit", '"inherit"'),
    ("Revert-Layer", '"Revert-Layer"'), ("default", '"default"')])
def test_families_that_would_mean_something_else_are_in_quotes(family, text):
    assert css({"fontFamily": family})["properties"]["--USER__fontFamily"] == text


# --------------------------------------------------------------------------------------------------------- Vertical text

def test_vertical_text_scrolls_unless_the_view_can_page_it():
    vertical = dict(language="ja", readingProgression="rtl")
    assert written(**vertical)["view"] == "readium-scroll-on"
    assert written({"scroll": False}, **vertical)["view"] == "readium-scroll-on"
    pages = {"verticalPages": True}
    assert written(options=pages, **vertical)["view"] == "readium-paged-on"
    assert written({"scroll": True}, pages, **vertical)["view"] == "readium-scroll-on"
    # Vertical text has one column.
    assert "colCount" not in written({"columnCount": "2"}, pages, **vertical)
    assert written({"columnCount": "2", "verticalText": False}, pages, **vertical)["colCount"] == "2"


# -------------------------------------------------------------------------------------------- Properties of the host

def of_host(version=1, preferences=None, **properties):
    return css(preferences, {"readiumCSS": {"version": version, **properties}})


def test_values_of_the_reading_system():
    found = of_host(rsProperties={
        "maxLineLength": {"value": 40, "unit": "rem"}, "maxMediaWidth": {"value": 0.5, "unit": "%"}, "linkColor": "#0066CC",
        "selectionTextColor": {"rgb": [1, 2, 3]}, "baseFontFamily": ["Literata", "Comic Sans MS", "serif"], "colCount": 2,
        "boxSizingMedia": "border-box", "typeScale": 1.2, "baseLineHeight": 1.5, "sans-serif-ja": ["Noto Sans JP"],
        "--RS__own": "calc(1px + 2px)", "paraIndent": None})
    wanted = {
        "--RS__maxLineLength": "40.00000rem", "--RS__maxMediaWidth": "50.00000%", "--RS__linkColor": "#0066CC",
        "--RS__selectionTextColor": "rgb(1, 2, 3)", "--RS__baseFontFamily": 'Literata, "Comic Sans MS", serif',
        "--RS__colCount": "2", "--RS__boxSizingMedia": "border-box", "--RS__typeScale": "1.20000",
        "--RS__baseLineHeight": "1.50000", "--RS__sans-serif-ja": '"Noto Sans JP"', "--RS__own": "calc(1px + 2px)",
        "--RS__paraIndent": None}
    assert {name: value for name, value in found["properties"].items() if name.startswith("--RS__")} == wanted
    assert "--RS__linkColor: #0066CC !important;\n" in found["style"] and "paraIndent" not in found["style"]


def test_the_host_has_the_last_word_on_user_properties():
    settings = {"fontSize": 1.5, "theme": "sepia"}
    found = of_host(preferences=settings, userProperties={
        "fontSize": {"value": 2.5, "unit": "vmax"}, "appearance": None, "fontOverride": True, "a11yNormalize": False,
        "--USER__ruler": "on", "--USER__fontSize": "3vmin"})["properties"]
    # A string takes precedence over a value.
    assert found["--USER__fontSize"] == "3vmin" and found["--USER__ruler"] == "on"
    assert found["--USER__appearance"] is None and found["--USER__a11yNormalize"] is None
    assert found["--USER__fontOverride"] == "readium-font-on"


def test_user_properties_are_those_of_the_version():
    assert of_host(2, userProperties={"linkColor": "#00FF00"})["properties"]["--USER__linkColor"] == "#00FF00"
    with pytest.raises(lectern.JsonError, match="linkColor"):
        of_host(1, userProperties={"linkColor": "#00FF00"})


def test_pages_of_a_fixed_layout_have_none():
    with comic() as book, lectern.Navigator(book, {"readiumCSS": {"rsProperties": {"linkColor": "#00FF00"}}}) as navigator:
        assert "linkColor" not in navigator.css(book.manifest["readingOrder"][0]["href"])["style"]


@pytest.mark.parametrize("properties, path", [
    ({"rsProperties": {"linkColour": "#00FF00"}}, "rsProperties/linkColour"), ({"rsProperties": {"linkColor": "green;"}}, "rsProperties/linkColor"),
    ({"rsProperties": {"pageGutter": {"value": 1, "unit": "px;"}}}, "rsProperties/pageGutter"),
    ({"rsProperties": {"boxSizingMedia": "a;b"}}, "rsProperties/boxSizingMedia"), ({"rsProperties": {"baseFontFamily": "serif"}}, "baseFontFamily"),
    ({"rsProperties": {"--USER__x": "1"}}, "--USER__x"), ({"rsProperties": {"--RS__a b": "1"}}, "--RS__a b"),
    ({"rsProperties": {"--RS__x": 1}}, "--RS__x"), ({"rsProperties": []}, "rsProperties"),
    *(({"userProperties": {"--USER__x": text}}, "--USER__x") for text in
      ["", "a; b", "}", "'", '"', "(", ")", "a !important", "/* a", "</style>", "\\", "a\nb", "[", '"\'"']),
])
def test_what_is_no_property_is_refused(properties, path):
    with pytest.raises(lectern.JsonError) as error:
        of_host(**properties)
    assert error.value.path.endswith(path)
