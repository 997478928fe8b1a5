# SPDX-License-Identifier: BSD-3-Clause
"""Placeholders of templates: defaults, else branches, and error positions in malformed templates."""

import lectern
import pytest

ONE = "EPUB/text/loomings.xhtml"


@pytest.fixture
def html(navigator):
    """Renders a template with a style and extras."""

    def html(element, style={}, extras={}):
        navigator.set_decoration_template("mark", {"element": element})
        locator = {"href": ONE, "type": "application/xhtml+xml"}
        navigator.apply_decorations("g", [{"id": "7", "locator": locator, "style": {"id": "mark", **style}, "extras": extras}])
        (item,) = navigator.render_decorations(ONE)["groups"]["g"]
        return item["element"]

    return html


@pytest.mark.parametrize("element, given, expected", [
    ("<i>{{tint}}</i>", {}, "<i>#FFFF00</i>"),
    ("<i>{{tint|#FF0000}}</i>", {}, "<i>#FF0000</i>"),
    ("<i>{{ tint | #f00 }}</i>", {}, "<i>#FF0000</i>"),
    ("<i>{{tint|#FF0000}}</i>", {"tint": "#00FF00"}, "<i>#00FF00</i>"),
    ("<i>{{tint|#FF0000}}</i>", {"tint": None}, "<i>#FF0000</i>"),
    ("<i>{{tint@0.3|#FF0000}}</i>", {}, "<i>rgba(255, 0, 0, 0.3)</i>"),
    ("<i>{{tint@0.3|#FF0000}}</i>", {"tint": 255}, "<i>rgba(0, 0, 255, 0.3)</i>"),
    ("<i>{{style.image|bookmark}}</i>", {}, "<i>bookmark</i>"),
    ("<i>{{style.image|bookmark}}</i>", {"image": ""}, "<i>bookmark</i>"),
    ("<i>{{style.image|bookmark}}</i>", {"image": None}, "<i>bookmark</i>"),
    ("<i>{{style.image|bookmark}}</i>", {"image": "note"}, "<i>note</i>"),
    ("<i>{{style.image|bookmark}}</i>", {"image": 0}, "<i>0</i>"),
    ("<i>{{style.image|bookmark}}</i>", {"image": False}, "<i>false</i>"),
    ("<i>{{style.image|<b> | 'x'}}</i>", {}, "<i>&lt;b&gt; | &#39;x&#39;</i>"),
    ("<i>{{style.image|}}</i>", {}, "<i></i>"),
    ("<i>{{id|x}}</i>", {}, "<i>7</i>"),
])
def test_defaults(html, element, given, expected):
    assert html(element, given) == expected


def test_default_of_extras(html):
    assert html("<i>{{extras.label|none}}</i>") == "<i>none</i>"
    assert html("<i>{{extras.label|none}}</i>", extras={"label": "a"}) == "<i>a</i>"


@pytest.mark.parametrize("value, expected", [
    (True, "yes"), ("x", "yes"), (0, "yes"), ([], "yes"), (False, "no"), (None, "no"), ("", "no"),
])
def test_else(html, value, expected):
    assert html("<i>{{#style.on}}yes{{else}}no{{/style.on}}</i>", {"on": value}) == f"<i>{expected}</i>"


def test_else_of_what_is_absent_and_of_inner_sections(html):
    element = "<i>{{#style.a}}a{{#style.b}}b{{else}}not b{{/style.b}}{{ else }}not a{{#style.b}}, b{{/style.b}}{{/style.a}}</i>"
    assert html(element) == "<i>not a</i>"
    assert html(element, {"b": 1}) == "<i>not a, b</i>"
    assert html(element, {"a": 1}) == "<i>anot b</i>"
    assert html(element, {"a": 1, "b": 1}) == "<i>ab</i>"


@pytest.mark.parametrize("element, place", [
    ("{{color}}", "Line 1, column 1: "),
    ("<b>{{", "Line 1, column 4: "),
    ("<b>\n  {{style.x}} {{style.}}", "Line 2, column 15: "),
    ("é♥\U0001F600{{tint@2}}", "Line 1, column 4: "),
    ("{{tint|red}}", "Line 1, column 1: "),
    ("{{tint|}}", "Line 1, column 1: "),
    ("{{tint@0.5|#12345}}", "Line 1, column 1: "),
    ("<b>\n\n{{#style.x}}\n{{#style.y}}{{/style.y}}", "Line 3, column 1: "),
    ("{{#style.x}}{{else}}", "Line 1, column 1: "),
    ("{{#style.x}}\n {{/style.y}}", "Line 2, column 2: "),
    ("<b>{{/style.x}}", "Line 1, column 4: "),
    ("<b>{{else}}", "Line 1, column 4: "),
    ("{{#style.x}}{{else}}{{else}}{{/style.x}}", "Line 1, column 21: "),
    ("{{#tint}}{{/tint}}", "Line 1, column 1: "),
    ("\r\n" * 3 + "{{|x}}", "Line 4, column 1: "),
    ("{{#style.x}}" * 9, "Line 1, column 85: "),
])
def test_malformed_templates_say_where(navigator, element, place):
    with pytest.raises(lectern.JsonError) as caught:
        navigator.set_decoration_template("mark", {"element": element})
    assert caught.value.path == "definition > /element"
    assert str(caught.value).count(place) == 1
    assert not navigator.supports_decoration("mark")


def test_malformed_templates_in_options(sample):
    with pytest.raises(lectern.JsonError) as caught:
        lectern.Navigator(sample, {"decorationTemplates": {"mark": {"element": "\n{{x}}"}}})
    assert caught.value.path == "options > /decorationTemplates/mark/element"
    assert "Line 2, column 1: " in str(caught.value)
