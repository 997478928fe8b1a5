# SPDX-License-Identifier: BSD-3-Clause
"""Extras are compared if the rendering depends on them."""

import lectern
import pytest

ONE = "EPUB/text/loomings.xhtml"
IN_ELEMENT = "<b>{{extras.label}}</b>"
IN_SECTION = "<b>{{#extras.label}}x{{/extras.label}}</b>"
IN_ELSE = "<b>{{#style.none}}{{else}}{{extras.label|none}}{{/style.none}}</b>"


def decoration(extras=None, style="mark"):
    one = {"id": "a", "locator": {"href": ONE, "type": "application/xhtml+xml"}, "style": {"id": style}}
    return one if extras is None else {**one, "extras": extras}


def changed(navigator, before, after):
    navigator.apply_decorations("g", [before])
    changes = navigator.apply_decorations("g", [after])
    assert changes in ({}, {ONE: [{"update": after}]})
    assert navigator.decorations("g") == [after]
    return changes != {}


def rendered(navigator):
    (item,) = navigator.render_decorations(ONE)["groups"]["g"]
    return item["element"]


@pytest.mark.parametrize("element", [IN_ELEMENT, IN_SECTION, IN_ELSE])
def test_extras_that_a_template_names(navigator, element):
    navigator.set_decoration_template("mark", {"element": element})
    assert changed(navigator, decoration({"label": "one"}), decoration({"label": "two"}))
    assert changed(navigator, decoration({"label": "one"}), decoration({"other": "one"}))
    assert changed(navigator, decoration(), decoration({"label": "one"}))
    assert changed(navigator, decoration({"label": {"a": [1]}}), decoration({"label": {"a": [2]}}))
    # Extras that the template does not use may change without a redraw.
    assert not changed(navigator, decoration({"label": "one", "n": 1}), decoration({"n": 2, "label": "one"}))
    assert not changed(navigator, decoration(), decoration({"n": 2}))


def test_no_change_means_the_same_drawing(navigator):
    values = [None, "", "x", "y", 0, False, True, [], [1], {"a": None}]
    every = [None, {}, {"n": 1}] + [{"label": value} for value in values] + [{"label": value, "n": 2} for value in values]
    for element in (IN_ELEMENT, IN_SECTION, IN_ELSE):
        navigator.set_decoration_template("mark", {"element": element})
        for before in every:
            for after in every:
                navigator.apply_decorations("g", [decoration(before)])
                old = rendered(navigator)
                if navigator.apply_decorations("g", [decoration(after)]) == {}:
                    assert rendered(navigator) == old, (element, before, after)


def test_all_extras_count_for_a_renderer(navigator):
    navigator.set_decoration_template("mark", {"layout": "boxes"}, lambda one: f"<b>{one.get('extras')}</b>")
    assert changed(navigator, decoration({"label": "one"}), decoration({"label": "two"}))
    assert changed(navigator, decoration(), decoration({"n": 1}))
    assert not changed(navigator, decoration({"a": 1, "b": 2}), decoration({"b": 2, "a": 1.0}))
    navigator.set_decoration_template("mark", None)


@pytest.mark.parametrize("style", ["highlight", "underline", "unknown"])
def test_styles_that_draw_no_extras(navigator, style):
    assert not changed(navigator, decoration({"n": 1}, style), decoration({"n": 2}, style))


def test_the_function_knows_no_templates():
    assert lectern.diff([decoration({"label": "one"})], [decoration({"label": "two"})]) == {}


def test_many_names_and_many_decorations(navigator):
    """The names in a template are not searched for each decoration."""
    names = "".join("{{extras.a%d}}" % n for n in range(30_000))
    navigator.set_decoration_template("mark", {"element": "<b>" + names})

    def state(version):
        return [{**decoration({"other": version}), "id": str(n)} for n in range(2000)]

    navigator.apply_decorations("g", state(1))
    assert navigator.apply_decorations("g", state(2)) == {}
    changed = state(2)
    changed[7]["extras"]["a29999"] = 1
    assert navigator.apply_decorations("g", changed) == {ONE: [{"update": changed[7]}]}
