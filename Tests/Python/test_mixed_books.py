# SPDX-License-Identifier: BSD-3-Clause
"""Books with reflowable and fixed resources: which settings act on the resource that is shown."""
import json

import pytest

import lectern

HTML = "application/xhtml+xml"


def book(layout="reflowable"):
    """Text, a page that is made for a screen in landscape, and one more page."""
    links = [{"href": "text", "type": HTML, "properties": {"layout": "reflowable"}},
             {"href": "map", "type": HTML, "properties": {"layout": "fixed", "orientation": "landscape"}},
             {"href": "page", "type": HTML, "properties": {"layout": "fixed"}}]
    return {"metadata": {"title": "Title", "language": "en", "layout": layout}, "links": [], "readingOrder": links}


@pytest.fixture(params=["reflowable", "fixed"])
def navigator(request):
    with lectern.Publication.open_manifest(book(request.param), lambda href: b"<html/>") as publication, \
            lectern.Navigator(publication) as navigator:
        yield navigator


def go(navigator, href):
    navigator.location = {"href": href, "type": HTML}


def active(settings):
    return {key for key, one in settings["settings"].items() if one["isActive"]}


def test_the_resource_that_is_shown_decides(navigator):
    heard = []
    with navigator.observe("settings", lambda topic, event: heard.append(event)):
        heard.clear()
        go(navigator, "text")
        text = navigator.settings
        assert {"fontSize", "scroll"} <= active(text) and not {"spread", "fit"} & active(text)
        go(navigator, "map")
        page = navigator.settings
        assert {"spread", "fit"} <= active(page) and not {"fontSize", "scroll"} & active(page)
        assert page["settings"]["fontSize"]["reasons"] == ["Only in a reflowable layout"]
        assert page["settings"]["fontSize"]["requires"][-1] == {"layout": "reflowable"}
        assert active(heard[-1]) == active(page)
        count = len(heard)
        go(navigator, "map")
        assert len(heard) == count
        navigator.location = None
        assert active(navigator.settings) == active(heard[-1])


def test_a_page_has_its_own_orientation(navigator):
    heard = []
    go(navigator, "text")
    with navigator.observe("settings", lambda topic, event: heard.append(event)):
        go(navigator, "map")
        found = heard[-1]["settings"]["orientation"]
        assert (found["value"], found["origin"], heard[-1]["changed"]) == ("landscape", "publication", ["orientation"])
        go(navigator, "page")
        assert heard[-1]["settings"]["orientation"]["value"] == "auto"
        navigator.submit_preferences({"orientation": "portrait"})
        go(navigator, "map")
        assert navigator.settings["settings"]["orientation"]["value"] == "portrait"


def test_each_resource_is_styled_by_the_settings_of_its_layout(navigator):
    navigator.submit_preferences({"fontSize": 1.5, "spread": "always"})
    for shown in ("text", "map"):
        go(navigator, shown)
        assert navigator.css("text")["properties"]["--USER__fontSize"] == "150.00000%"
        assert navigator.spreads["isEnabled"] is True
        assert [[one["href"] for one in spread["resources"]] for spread in navigator.spreads["spreads"]] == [["text"], ["map", "page"]]
        with navigator.get("~lectern/state.json") as response:
            state = json.loads(response.body.read())
        assert state["settings"]["fontSize"] == 1.5 and state["settings"]["spread"] == "always"
        assert state["css"]["reflowable"]["properties"]["--USER__fontSize"] == "150.00000%"


def test_a_form_changes_settings_of_both_layouts(navigator):
    go(navigator, "map")
    with navigator.edit_preferences() as draft:
        assert not draft.settings["settings"]["lineHeight"]["isActive"]
        draft.set("lineHeight", 1.5)
        assert draft.json == {"publisherStyles": False, "lineHeight": 1.5}
        draft.set("spread", "never").submit()
    go(navigator, "text")
    assert navigator.settings["settings"]["lineHeight"]["isActive"]


def test_one_layout_is_the_same_everywhere():
    one = book()
    one["readingOrder"] = one["readingOrder"][:1] + [{"href": "more", "type": HTML}]
    with lectern.Publication.open_manifest(one, lambda href: b"") as publication, lectern.Navigator(publication) as navigator:
        heard = []
        before = navigator.settings
        with navigator.observe("settings", lambda topic, event: heard.append(event)):
            go(navigator, "text")
            go(navigator, "more")
            assert len(heard) == 1 and navigator.settings == before
        with navigator.edit_preferences() as draft, pytest.raises(lectern.LecternError):
            draft.set("spread", "always")
