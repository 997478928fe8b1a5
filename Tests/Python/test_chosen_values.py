# SPDX-License-Identifier: BSD-3-Clause
"""What the reader chose, beside what is possible."""
import json

import pytest

import lectern

from .drafts import manifest, navigator_of


def setting(kind, preferences, key):
    with lectern.Preferences(kind, preferences) as draft:
        return draft.settings["settings"][key]


@pytest.mark.parametrize("kind, key, chosen, effective", [
    ("reflowable", "fontSize", 99, 5.0), ("reflowable", "fontSize", -3, 0.1), ("audio", "speed", 6.5, 6.0),
    ("image", "stripWidth", 3000, 2400), ("pdf", "pageSpacing", 1e9, 200.0),
])
def test_a_number_out_of_range_is_kept_and_the_nearest_takes_effect(kind, key, chosen, effective):
    found = setting(kind, {key: chosen}, key)
    if kind == "image":
        found = setting(kind, {key: chosen, "scroll": True}, key)
    assert (found["value"], found["preference"], found["displayValue"], found["effectiveValue"]) == (chosen, chosen, chosen, effective)
    with lectern.Preferences(kind, {key: chosen}) as draft:
        assert draft.json == {key: chosen}


def test_what_renders_uses_the_nearest_number():
    book = manifest({"language": "en"})
    with lectern.Publication.open_manifest(book, lambda href: b"") as publication, lectern.Navigator(publication) as navigator:
        navigator.submit_preferences({"fontSize": 99})
        assert navigator.css("one")["properties"]["--USER__fontSize"] == "500.00000%"
        assert navigator.settings["settings"]["fontSize"]["value"] == 99
        with navigator.get("~lectern/state.json") as response:
            assert json.loads(response.body.read())["settings"]["fontSize"] == 5.0
        # A form steps from the nearest possible value.
        with navigator.edit_preferences() as draft:
            assert draft.decrement("fontSize").json["fontSize"] == 4.9
        with navigator.edit_preferences() as draft:
            assert draft.increment("fontSize").json["fontSize"] == 99


def test_a_control_sets_what_is_possible():
    with lectern.Preferences("reflowable") as draft:
        assert draft.set("fontSize", 99).json == {"fontSize": 5.0}


DIRECTIONS = [("reflowable", ["ttb"]), ("pdf", ["ttb"]), ("image", ["ttb", "btt"])]


@pytest.mark.parametrize("kind, more", DIRECTIONS)
def test_pages_that_are_turned_go_left_or_right(kind, more):
    turned, scrolled = setting(kind, {"scroll": False}, "readingProgression"), setting(kind, {"scroll": True}, "readingProgression")
    assert turned["values"] == ["ltr", "rtl"] and turned["valueLabels"] == ["Left to right", "Right to left"]
    assert scrolled["values"] == ["ltr", "rtl", *more] and len(scrolled["valueLabels"]) == len(scrolled["values"])
    for value in more:
        # Any direction may be submitted: the one it takes scrolls.
        found = setting(kind, {"readingProgression": value}, "readingProgression")
        assert found["effectiveValue"] == value and value in found["values"]
        scroll = setting(kind, {"readingProgression": value}, "scroll")
        assert (scroll["value"], scroll["effectiveValue"], scroll["isActive"]) == (True, True, False)


@pytest.mark.parametrize("kind, more", DIRECTIONS)
def test_steps_and_toggles_visit_what_is_offered(kind, more):
    for scroll in (False, True):
        with lectern.Preferences(kind, {"scroll": scroll, "readingProgression": "ltr"}) as draft:
            visited = ["ltr"]
            while draft.increment("readingProgression", activate=False).json["readingProgression"] != visited[-1]:
                visited.append(draft.json["readingProgression"])
            assert visited == ["ltr", "rtl", *(more if scroll else [])]


def test_the_direction_of_a_fixed_layout_is_left_or_right():
    assert setting("fixed", {}, "readingProgression")["values"] == ["ltr", "rtl"]


@pytest.mark.parametrize("name, values", [("columns", [0, 0.3, 0.49, 0.5, 0.99, 1.0]), ("columnCount", ["1", "2"])])
def test_more_columns_are_never_fewer(name, values):
    found = [setting("reflowable", {name: value}, "columnCount")["value"] for value in values]
    assert found == sorted(found) and found[-1] == "2" and found[0] == "1"


@pytest.mark.parametrize("key", ["doublePageSpread", "spread"])
def test_pairs_in_portrait_are_a_preference_of_every_book(key):
    for kind in ("reflowable", "fixed", "image", "pdf"):
        with lectern.Preferences(kind, {key: "portrait"}) as draft:
            assert draft.settings["ignored"] == []
            if kind != "reflowable":
                assert draft.settings["settings"]["spread"]["value"] == "portrait"


@pytest.mark.parametrize("kind", ["fixed", "image"])
def test_margins_of_the_first_design_are_space_around_pages(kind):
    for key, older in (("horizontalSpace", "horizontalPageMargins"), ("verticalSpace", "verticalPageMargins")):
        found = setting(kind, {older: 0.2}, key)
        assert found["isActive"] and (found["value"], found["valueLabel"]) == (50, "50 px")


@pytest.mark.parametrize("kind", ["image", "pdf", "audio"])
def test_a_theme_is_a_setting_without_a_default(kind):
    unset, dark = setting(kind, {}, "theme"), setting(kind, {"appearance": "dark"}, "theme")
    assert unset["isActive"] and (unset["value"], unset["displayValue"]) == (None, "light") and unset["hint"]
    assert dark["isEffective"] and dark["value"] == "dark" and dark["values"] == ["light", "dark", "sepia"]
    if kind != "audio":
        assert setting(kind, {"theme": "dark"}, "backgroundColor")["effectiveValue"] == "#000000"


@pytest.mark.parametrize("chosen", ["preferences", "appPreferences", "defaults"])
def test_a_theme_colors_the_room_around_fixed_pages(chosen):
    """This is its only effect."""
    with lectern.Preferences("fixed", {"theme": "dark"}) as draft:
        found = draft.settings["settings"]
        assert not found["theme"]["isActive"] and found["backgroundColor"]["displayValue"] == "#000000"
    backgrounds = []
    for theme in ("dark", "sepia", "light"):
        with navigator_of("fixed", **{chosen: {"theme": theme}}) as navigator:
            backgrounds.append(json.loads(navigator.get("~lectern/state.json").body.read())["background"])
    assert backgrounds == ["#000000", "#FAF4E8", "#FFFFFF"]


@pytest.mark.parametrize("kind", ["reflowable", "fixed", "image", "pdf"])
def test_turning_the_screen_reflows_nothing(kind):
    assert setting(kind, {}, "orientation")["reflows"] is False


LABELS = [("fontSize", 1.5, "150%"), ("pageMargins", 1.3, "130%"), ("verticalMargins", 0.7, "70%"), ("lineHeight", 1.5, "1.5 lines")]


@pytest.mark.parametrize("key, value, label", LABELS)
def test_labels_of_numbers_have_units(key, value, label):
    assert setting("reflowable", {key: value}, key)["valueLabel"] == label


@pytest.mark.parametrize("key, format, value, label", [
    ("fontSize", {"template": "{number} pt", "scale": 12, "decimals": 0}, 1.0, "12 pt"),
    ("fontSize", {"template": "{number} px", "scale": 16}, 1.25, "20 px"),
    ("pageMargins", {"template": "{number} px", "scale": 30}, 2.0, "60 px"),
    ("lineHeight", {"template": "{number} px", "scale": 16}, 1.25, "20 px"),
])
def test_a_host_gives_numbers_other_units(key, format, value, label):
    book, options = manifest({"language": "en"}), {"labels": {"formats": {key: format}}}
    with lectern.Publication.open_manifest(book, lambda href: b"") as publication, \
            lectern.Navigator(publication, options) as navigator:
        navigator.submit_preferences({key: value})
        assert navigator.settings["settings"][key]["valueLabel"] == label
