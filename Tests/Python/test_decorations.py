# SPDX-License-Identifier: BSD-3-Clause
"""Decorations: declared per group, compared by id, rendered per resource, activated."""

import pytest

import lectern
from support.schemas import explain

ONE = "EPUB/text/loomings.xhtml"
TWO = "EPUB/text/walrus.xhtml"


def decoration(id, href=ONE, style="highlight", **members):
    return {
        "id": id,
        "locator": {"href": href, "type": "application/xhtml+xml", "locations": {"progression": 0}},
        "style": {"id": style, "tint": "#FFFF00"},
        **members,
    }


def test_applying_tells_the_difference(navigator):
    a, b = decoration("a"), decoration("b", TWO)
    assert navigator.apply_decorations("notes", [a, b]) == {ONE: [{"add": a}], TWO: [{"add": b}]}
    assert navigator.decorations("notes") == [a, b]

    underlined = decoration("a", style="underline")
    assert navigator.apply_decorations("notes", [underlined]) == {
        ONE: [{"update": underlined}],
        TWO: [{"remove": "b"}],
    }
    assert navigator.apply_decorations("notes", []) == {ONE: [{"remove": "a"}]}
    assert navigator.decorations("notes") == []


def test_each_id_is_there_once(navigator):
    a, b = decoration("a"), decoration("b", TWO)
    navigator.apply_decorations("notes", [a])
    for refused, path in (([b, a, a], "/2/id"), ([a, b, decoration("a", TWO), b], "/2/id"), ([a, b, decoration("c"), b], "/3/id")):
        with pytest.raises(lectern.JsonError) as raised:
            navigator.apply_decorations("notes", refused)
        assert raised.value.path == f"decorations > {path}" and navigator.decorations("notes") == [a]
    # Ids are compared as bytes.
    navigator.apply_decorations("notes", [decoration("\u00e9"), decoration("e\u0301")])


def test_unknown_group_is_empty(navigator):
    assert navigator.decorations("nothing here") == []


def test_groups_do_not_mix(navigator):
    navigator.apply_decorations("notes", [decoration("1")])
    assert navigator.apply_decorations("search", [decoration("1")]) == {ONE: [{"add": decoration("1")}]}
    assert list(navigator.render_decorations(ONE)["groups"]) == ["notes", "search"]


def test_diff_is_a_function():
    a, moved = decoration("a"), decoration("a", TWO)
    assert lectern.diff([a], [a]) == {}
    assert lectern.diff([], [a]) == {ONE: [{"add": a}]}
    assert lectern.diff([a], [moved]) == {ONE: [{"remove": "a"}], TWO: [{"add": moved}]}
    assert lectern.diff("[]", "[]") == {}


def test_diff_of_something_else():
    with pytest.raises(lectern.JsonError) as caught:
        lectern.diff([], [{"id": "a"}])
    assert "/0" in caught.value.path


def test_rendering(navigator):
    navigator.apply_decorations("notes", [decoration("a"), decoration("b", TWO)])
    rendered = navigator.render_decorations(ONE)
    (item,) = rendered["groups"]["notes"]
    assert (item["id"], item["style"], item["layout"], item["width"]) == ("a", "highlight", "boxes", "wrap")
    assert item["element"].startswith("<div") and "255, 255, 0" in item["element"]
    assert rendered["stylesheet"]


def test_rendering_a_resource_without_decorations(navigator):
    navigator.apply_decorations("notes", [decoration("a")])
    assert not any(navigator.render_decorations(TWO)["groups"].values())


def test_supported_styles(navigator):
    assert navigator.supports_decoration("highlight")
    assert navigator.supports_decoration("underline", "activate")
    assert not navigator.supports_decoration("hologram")
    for interaction in ("activate", "secondary", "hover"):
        assert navigator.supports_decoration("highlight", interaction)
        assert not navigator.supports_decoration("hologram", interaction)
    assert not navigator.supports_decoration("highlight", "telepathy")


def test_template_of_text(navigator):
    definition = {
        "layout": "bounds",
        "width": "page",
        "element": '<i title="{{tint}}"></i>',
        "stylesheet": "i {}",
    }
    navigator.set_decoration_template("mark", definition)
    assert navigator.supports_decoration("mark")
    navigator.apply_decorations("notes", [decoration("a", style="mark")])
    rendered = navigator.render_decorations(ONE)
    (item,) = rendered["groups"]["notes"]
    assert (item["element"], item["layout"], item["width"]) == ('<i title="#FFFF00"></i>', "bounds", "page")
    assert "i {}" in rendered["stylesheet"]
    navigator.set_decoration_template("mark", None)
    assert not navigator.supports_decoration("mark")


def test_template_of_a_function(navigator):
    seen = []

    def element(decoration):
        seen.append(decoration)
        return f"<b>{decoration['id']} ♥</b>"

    navigator.set_decoration_template("mark", {"layout": "boxes"}, element)
    navigator.apply_decorations("notes", [decoration("a", style="mark", extras={"mine": 1})])
    (item,) = navigator.render_decorations(ONE)["groups"]["notes"]
    assert item["element"] == "<b>a ♥</b>"
    assert seen[0]["id"] == "a"
    navigator.set_decoration_template("mark", None)
    assert lectern._callbacks._kept == {}


@pytest.mark.parametrize("answer", [RuntimeError("no ink"), None], ids=["raises", "returns None"])
def test_template_of_a_function_that_fails(navigator, answer):
    def element(decoration):
        if answer is not None:
            raise answer

    navigator.set_decoration_template("mark", {"layout": "boxes"}, element)
    navigator.apply_decorations("notes", [decoration("a", style="mark")])
    with pytest.raises(lectern.CallbackError) as caught:
        navigator.render_decorations(ONE)
    assert isinstance(caught.value.__cause__, RuntimeError if answer else AttributeError)


def test_activation(navigator):
    a = decoration("a", interactions=["activate"], extras={"note": 7})
    navigator.apply_decorations("notes", [a])
    events, others = [], []
    navigator.observe("decorations/notes", lambda topic, event: events.append((topic, event)))
    navigator.observe("decorations/search", lambda topic, event: others.append(event))
    place = {"rect": {"x": 1, "y": 2, "width": 30, "height": 40}, "point": {"x": 5.5, "y": 6}}
    navigator.activate_decoration("notes", "a", place)
    assert events == [("decorations/notes", {"group": "notes", "decoration": a, **place})]
    assert others == []


def test_activation_without_a_place(navigator):
    navigator.apply_decorations("notes", [decoration("a", interactions=["activate"])])
    events = []
    navigator.observe(None, lambda topic, event: events.append((topic, event)))
    navigator.activate_decoration("notes", "a")
    assert events[-1][0] == "decorations/notes"
    assert "point" not in events[-1][1]


def test_activation_of_what_is_not_there(navigator):
    with pytest.raises(lectern.NotFoundError):
        navigator.activate_decoration("notes", "a")


def test_activation_of_what_does_not_enable_it(navigator):
    navigator.apply_decorations("notes", [decoration("a")])
    with pytest.raises(lectern.UnsupportedError):
        navigator.activate_decoration("notes", "a")


HOVER = {"interaction": "hover", "phase": "enter"}
OTHERS = {"secondary": {"interaction": "secondary"}, "hover": HOVER}


@pytest.mark.parametrize("name", OTHERS)
def test_other_interactions_of_a_decoration(navigator, schemas, name):
    a = decoration("a", interactions=[name])
    navigator.apply_decorations("notes", [a])
    assert navigator.decorations("notes") == [a]
    assert navigator.render_decorations(ONE)["groups"]["notes"][0]["interactions"] == [name]
    heard = []
    navigator.observe(None, lambda topic, event: heard.append((topic, event)))
    heard.clear()
    place = {"rect": {"x": 1, "y": 2, "width": 30, "height": 40}, "point": {"x": 5.5, "y": 6}}
    navigator.activate_decoration("notes", "a", {**OTHERS[name], **place})
    phase = {"phase": "enter"} if name == "hover" else {}
    assert heard == [(f"{name}/notes", {"group": "notes", "decoration": a, **phase, **place})]
    assert not explain(schemas["event-decorations"], heard[0][1])
    (other,) = OTHERS.keys() - {name}
    with pytest.raises(lectern.UnsupportedError):
        navigator.activate_decoration("notes", "a", OTHERS[other])


@pytest.mark.parametrize("name", OTHERS)
def test_other_interactions_of_a_group(navigator, name):
    navigator.apply_decorations("notes", [decoration("a")])
    heard = []
    # They take gestures away from the browser, so whoever listens to all does not ask for them.
    everything = navigator.observe(None, lambda topic, event: None)
    with pytest.raises(lectern.UnsupportedError) as refused:
        navigator.activate_decoration("notes", "a", OTHERS[name])
    assert name in str(refused.value)
    navigator.activate_decoration("notes", "a")
    everything.close()
    with navigator.observe(f"{name}/notes", lambda topic, event: heard.append(event["decoration"]["id"])):
        navigator.activate_decoration("notes", "a", OTHERS[name])
        with pytest.raises(lectern.UnsupportedError):
            navigator.activate_decoration("notes", "a")
    with pytest.raises(lectern.UnsupportedError):
        navigator.activate_decoration("notes", "a", OTHERS[name])
    assert heard == ["a"]


@pytest.mark.parametrize("event, path", [
    ({"interaction": "telepathy"}, "/interaction"), ({"interaction": "hover"}, "event"), ({"phase": "enter"}, "/phase"),
    ({"interaction": "secondary", "phase": "leave"}, "/phase"), ({**HOVER, "phase": "stay"}, "/phase"),
    ({**HOVER, "point": {"x": 1}}, "/point")])
def test_interactions_that_are_none(navigator, event, path):
    navigator.apply_decorations("notes", [decoration("a", interactions=["activate", "secondary", "hover"])])
    with pytest.raises(lectern.JsonError) as refused:
        navigator.activate_decoration("notes", "a", event)
    assert refused.value.path.endswith(path)
    with pytest.raises(lectern.JsonError):
        navigator.apply_decorations("notes", [decoration("a", interactions=["telepathy"])])


def test_names_are_only_names(navigator):
    id, group = "'); alert(1); ('", 'a/b "c" ♥'
    navigator.apply_decorations(group, [decoration(id, interactions=["activate"])])
    heard = []
    navigator.observe(f"decorations/{group}", lambda topic, event: heard.append(event["decoration"]["id"]))
    navigator.activate_decoration(group, id)
    assert heard == [id]
