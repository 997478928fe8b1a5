# SPDX-License-Identifier: BSD-3-Clause
"""The built-in styles of decorations, and templates that show pictures, letters and texts."""

import pytest

import lectern
from support.books_without_files import audiobook, comic, pdf, publication

STYLES = ["highlight", "underline", "highlightUnderline", "strikethrough", "outline", "mask", "textColor"]
RED, YELLOW, VEIL = "#FF0000", "#FFFF00", "color-mix(in srgb, Canvas 50%, transparent)"


@pytest.mark.parametrize("make, shown", [(publication, STYLES), (pdf, STYLES[:-1]), (comic, STYLES[:-1]), (audiobook, STYLES[:1])])
def test_styles_of_each_kind(make, shown):
    with make() as book, lectern.Navigator(book) as navigator:
        assert [style for style in STYLES if navigator.supports_decoration(style)] == shown
        assert [style for style in STYLES if navigator.supports_decoration(style, "hover")] == (shown if len(shown) > 1 else [])


@pytest.fixture
def item(sample):
    """Renders one decoration with a template of the host, or a built-in one."""
    with lectern.Navigator(sample) as navigator:
        def render(style, template=None, extras=None):
            if template is not None:
                navigator.set_decoration_template(style["id"], template)
            href = sample.manifest["readingOrder"][0]["href"]
            navigator.apply_decorations("g", [{
                "id": "a", "locator": {"href": href, "type": "application/xhtml+xml"}, "style": style, "extras": extras or {}}])
            (item,) = navigator.render_decorations(href)["groups"]["g"]
            return item
        yield render


@pytest.mark.parametrize("style, tint", [("highlight", "rgba(255, 255, 0, 0.3)"), ("underline", YELLOW), ("strikethrough", RED),
                                         ("outline", RED), ("textColor", RED)])
def test_default_tints(item, style, tint):
    assert tint in item({"id": style})["element"]
    other = item({"id": style, "tint": "#0000FF"})["element"]
    assert tint not in other and ("#0000FF" in other or "rgba(0, 0, 255, 0.3)" in other)


@pytest.mark.parametrize("style", [style for style in STYLES if style != "mask"])
def test_active_decorations_have_a_fill_and_a_line(item, style):
    element = item({"id": style, "tint": "#0000FF", "isActive": True})["element"]
    assert "background-color: rgba(0, 0, 255, 0.3)" in element and "--lectern-line: #0000FF" in element


def test_colors_of_the_text_and_of_the_veil(item):
    assert item({"id": "textColor"})["textColor"] == RED and "mask" not in item({"id": "textColor"})
    assert item({"id": "textColor", "tint": 255})["textColor"] == "#0000FF"
    assert item({"id": "mask", "tint": "#000000CC"})["mask"] == "#000000CC"
    assert item({"id": "mask"})["mask"] == VEIL and "textColor" not in item({"id": "mask"})
    assert not {"mask", "textColor"} & set(item({"id": "highlight"}))
    own = {"element": "<i></i>", "textColor": "{{extras.ink|blue}}", "mask": "{{tint@0.8|#000000}}"}
    found = item({"id": "own"}, own, {"ink": "teal"})
    assert (found["textColor"], found["mask"]) == ("teal", "rgba(0, 0, 0, 0.8)")


def test_extras_of_a_color_update_the_decoration(sample):
    with lectern.Navigator(sample, {"decorationTemplates": {"own": {"element": "<i></i>", "mask": "{{extras.ink}}"}}}) as navigator:
        href = sample.manifest["readingOrder"][0]["href"]
        one = {"id": "a", "locator": {"href": href, "type": "text/html"}, "style": {"id": "own"}, "extras": {"ink": "red"}}
        navigator.apply_decorations("g", [one])
        other = {**one, "extras": {"ink": "blue"}}
        assert navigator.apply_decorations("g", [other]) == {href: [{"update": other}]}


IMAGE = {"position": "topLeft", "mask": "circle", "size": {"width": 100, "height": 80}, "margin": 20}


def test_pictures_and_letters(item):
    note = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"
    template = {"image": {**IMAGE, "images": {"note": note}}}
    found = item({"id": "icon", "image": "note"}, template)
    assert (found["layout"], found["width"]) == ("bounds", "page")
    element = found["element"]
    for part in ("align-content:start;justify-content:left;", "width:100.0px;height:80.0px;", "--lectern-margin:20.0px;", "border-radius:50%",
                 "&#39;http://www.w3.org/2000/svg&#39;", "<img", 'data-activable="1"'):
        assert part.replace(".0px", "px") in element.replace(".0px", "px"), part
    assert "src=\"/pictures/a.png\"" in item({"id": "icon", "image": "/pictures/a.png"})["element"]
    letters = item({"id": "icon", "image": "A<b", "tint": "#000080"})["element"]
    assert ">A&lt;b</span>" in letters and "background:#000080;color:#FFFFFF;" in letters and "<img" not in letters
    assert "color:#000000;" in item({"id": "icon", "image": "A", "tint": "#FFFFAA"})["element"]
    assert "outline:" in item({"id": "icon", "image": "A", "isActive": True})["element"]
    # Longer ones are smaller.
    def size(text):
        return float(item({"id": "icon", "image": text})["element"].partition("font-size:")[2].partition("px")[0])
    assert size("A") == 48 and size("ABCDEFGHI") < size("ABCD") < 48


def test_texts(item):
    found = item({"id": "label", "text": "see p. 7", "tint": "#EEEEEE"}, {"text": {"position": "bottomEnd"}, "layout": "boxes", "width": "wrap"})
    assert (found["layout"], found["width"]) == ("boxes", "wrap")
    assert "align-content:end;justify-content:end;" in found["element"] and ">see p. 7</span>" in found["element"]
    assert "width:max-content;" in found["element"] and ";height:" not in found["element"]
    assert "width:60px;height:20px;" in item(
        {"id": "label", "text": "x"}, {"text": {"size": {"width": 60, "height": 20}}})["element"].replace(".0px", "px")


@pytest.mark.parametrize("template, path", [
    ({"image": {"position": "above"}}, "/image/position"), ({"image": {"mask": "star"}}, "/image/mask"),
    ({"image": {"size": {"width": 1}}}, "/image/size"), ({"image": {"size": {"width": -1, "height": 1}}}, "/image/size/width"),
    ({"image": {"margin": "20px"}}, "/image/margin"), ({"image": {"images": {"a": ""}}}, "/image/images/a"),
    ({"image": {"more": 1}}, "/image/more"), ({"text": {"images": {}}}, "/text/images"), ({"text": []}, "/text"),
    ({"image": {}, "element": "<i></i>"}, "definition"), ({"image": {}, "text": {}}, "definition"), ({"mask": "red"}, "definition"),
    ({"element": "<i></i>", "textColor": ""}, "/textColor"), ({"element": "<i></i>", "mask": "{{nothing}}"}, "/mask"),
])
def test_templates_that_are_none(navigator, template, path):
    with pytest.raises(lectern.JsonError) as refused:
        navigator.set_decoration_template("own", template)
    assert refused.value.path.endswith(path), refused.value.path
    assert not navigator.supports_decoration("own")
