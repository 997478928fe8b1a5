# SPDX-License-Identifier: BSD-3-Clause
"""Settings that a host declares behave like built-in ones in every operation, for every kind of book."""
import pytest

import lectern
from support.books_without_files import audiobook, comic, pdf, publication

DECLARED = [
    {"key": "x:ruler", "type": "toggle", "cssVariable": "--X-ruler", "requires": [{"setting": "scroll", "is": True}]},
    {"key": "x:height", "type": "range", "range": {"min": 0, "max": 10}, "step": 1, "default": 2,
     "requires": [{"setting": "x:ruler", "is": True}], "invalidatesPagination": True, "cssVariable": "--X-height"},
    {"key": "x:glow", "type": "percent", "step": 0.25, "scope": "publication", "cssVariable": "--X-glow"},
    {"key": "x:size", "type": "range", "range": {"min": 1, "max": 8}, "stops": [1, 2, 4, 8]},
    {"key": "x:shape", "type": "enum", "values": ["line", "box", 3], "requires": [{"setting": "x:height", "is": [5, 6]}]},
    {"key": "x:tint", "type": "color", "default": "#abc", "cssVariable": "--X-tint"},
    {"key": "x:spoken", "type": "language", "values": ["fr", "de"], "scope": "publication", "cssVariable": "--X-spoken"},
    {"key": "x:face", "type": "font", "cssVariable": "--X-face"},
    {"key": "x:own", "type": "value"},
    {"key": "x:none", "type": "toggle", "requires": [{"layout": "fixed"}]},
]
OPTIONS = {"settings": DECLARED}
BOOKS = {"reflowable": publication, "comic": comic, "pdf": pdf, "audiobook": audiobook}


@pytest.fixture
def editor():
    """Creates drafts of one navigator: editor({"theme": "dark"})."""
    with publication() as book, lectern.Navigator(book, OPTIONS) as navigator:
        yield navigator.edit_preferences


def test_set(editor):
    with editor({}) as draft:
        draft.set("x:glow", 0.5).set("x:tint", 0xFF0000).set("x:spoken", "fr_CA").set("x:face", "A b").set("x:own", {"a": [1]})
        assert draft.json == {"x:glow": 0.5, "x:tint": "#FF0000", "x:spoken": "fr-CA", "x:face": "A b", "x:own": {"a": [1]}}
        draft.set("x:glow", 7).set("x:own", None).set("x:height", -3)
        assert draft.json["x:glow"] == 1 and draft.json["x:height"] == 0 and "x:own" not in draft.json


@pytest.mark.parametrize("key, value", [
    ("x:ruler", "yes"), ("x:height", "tall"), ("x:shape", "circle"), ("x:shape", 4), ("x:tint", "reddish"),
    ("x:spoken", "not a language"), ("x:face", ""), ("x:face", 1), ("x:glow", True),
])
def test_refused_values(editor, key, value):
    with editor({}) as draft:
        with pytest.raises(lectern.JsonError) as raised:
            draft.set(key, value)
        assert raised.value.path == f"preferences > /{key}"
        assert draft.json == {}


def test_steps(editor):
    with editor({}) as draft:
        for _ in range(6):
            draft.increment("x:glow")
            draft.increment("x:size")
        assert (draft.json["x:glow"], draft.json["x:size"]) == (1, 8)
        draft.decrement("x:glow").decrement("x:size")
        assert (draft.json["x:glow"], draft.json["x:size"]) == (0.75, 4)
        draft.increment("x:height")
        assert draft.json["x:height"] == 3, "from the default"
        for key in ("x:ruler", "x:tint", "x:spoken", "x:face", "x:own"):
            with pytest.raises(lectern.UnsupportedError):
                draft.increment(key)


def test_toggle(editor):
    with editor({}) as draft:
        draft.toggle("x:ruler")
        assert draft.json == {"scroll": True, "x:ruler": True}
        draft.toggle("x:ruler").toggle("x:shape")
        # It requires the ruler, and a height.
        assert draft.json == {"scroll": True, "x:ruler": True, "x:height": 5, "x:shape": "line"}
        draft.toggle("x:shape").toggle("x:shape").toggle("x:shape")
        assert draft.json["x:shape"] == "line", "all around"


def test_conditions_in_a_chain(editor):
    with editor({"x:height": 6, "x:ruler": False}) as draft:
        assert not draft.is_active("x:shape") or draft.settings["settings"]["x:shape"]["unmet"] == []
        draft.activate("x:shape")
        assert draft.json == {"x:height": 6, "x:ruler": False}, "the height is what is asked for"
        draft.activate("x:height")
        assert draft.json == {"scroll": True, "x:height": 6, "x:ruler": True}
        assert draft.is_active("x:height")
        draft.set("scroll", False)
        assert not draft.is_active("x:ruler") and draft.is_active("x:height")


def test_impossible(editor):
    with editor({}) as draft, pytest.raises(lectern.UnsupportedError) as raised:
        draft.activate("x:none")
    assert "x:none" in raised.value.message and "fixed layout" in raised.value.message


@pytest.mark.parametrize("size", [1, 2, 3, 10])
def test_circles_end(size):
    ring = [{"key": f"k{n}", "type": "toggle", "requires": [{"setting": f"k{(n + 1) % size}", "is": True}]} for n in range(size)]
    with publication() as book, lectern.Navigator(book, {"settings": ring}) as navigator:
        with navigator.edit_preferences() as draft:
            if size == 1:
                with pytest.raises(lectern.UnsupportedError):
                    draft.activate("k0")
            draft.set("k0", True)
            assert draft.json == {f"k{n}": True for n in range(size)}
            settings = draft.settings["settings"]
            assert all(setting["isActive"] for key, setting in settings.items() if key.startswith("k"))


def test_contradictions_fail_as_a_whole():
    declared = [{"key": "a", "type": "toggle", "requires": [{"setting": "scroll", "is": True}, {"setting": "columnCount", "is": 2},
                                                           {"setting": "b", "is": True}]},
                {"key": "b", "type": "toggle", "requires": [{"setting": "scroll", "is": False}]}]
    with publication() as book, lectern.Navigator(book, {"settings": declared}) as navigator:
        with navigator.edit_preferences({"scroll": True}) as draft:
            with pytest.raises(lectern.UnsupportedError):
                draft.activate("a")
            assert draft.json == {"scroll": True}


def test_clear_and_merge(editor):
    with editor({"x:glow": 0.5, "x:ruler": True, "theme": "dark"}) as draft:
        draft.clear("x:glow")
        assert draft.json == {"theme": "dark", "x:ruler": True}
        draft.merge({"x:glow": 0.25, "x:ruler": None, "x:tint": "#123456", "x:height": 99, "x:shape": "circle", "x:unknown": 1})
        assert draft.json == {"theme": "dark", "x:ruler": None, "x:height": 99, "x:glow": 0.25, "x:tint": "#123456",
                              "x:shape": "circle", "x:unknown": 1}
        draft.clear()
        assert draft.json == {}


def test_scopes(editor):
    everything = {"theme": "dark", "language": "fr", "x:ruler": True, "x:glow": 0.5, "x:spoken": "fr"}
    with editor(everything) as draft:
        assert draft.keep("publication") == {"language": "fr", "x:glow": 0.5, "x:spoken": "fr"}
        assert draft.keep("shared") == {"theme": "dark", "x:ruler": True}
        assert draft.drop("publication") == draft.keep("shared")
        assert draft.keep(["x:glow"]) == {"x:glow": 0.5}


def test_settings(editor):
    with editor({"x:glow": 0.5}) as draft:
        all = draft.settings["settings"]
    assert list(all)[-len(DECLARED):] == [one["key"] for one in DECLARED]
    assert all["x:glow"]["origin"] == "preference" and all["x:height"]["origin"] == "builtin"
    assert all["x:glow"]["valueLabel"] == "50%" and all["x:glow"]["stepCount"] == 5
    assert all["x:tint"]["value"] == "#AABBCC"
    assert all["x:spoken"]["values"] == ["fr", "de"]
    assert [key for key, setting in all.items() if key.startswith("x:") and setting["invalidatesPagination"]] == ["x:height"]
    assert all["scroll"]["invalidatesPagination"] and not all["fontSize"]["invalidatesPagination"]


@pytest.mark.parametrize("key, moves", [("x:height", True), ("x:glow", False)])
def test_submitting_says_whether_content_moves(editor, key, moves):
    with editor({}) as draft:
        submission = draft.set(key, 1, activate=False).submit()
    assert submission["changed"] == [key] and submission["invalidatesPagination"] == moves


def test_events_tell_of_them():
    with publication() as book, lectern.Navigator(book, OPTIONS) as navigator:
        seen = []
        navigator.observe("settings", lambda topic, event: seen.append(event))
        navigator.submit_preferences({"x:glow": 0.5})
    assert len(seen) == 2 and "x:glow" in str(seen[1])


def test_every_layer_knows_them():
    options = {**OPTIONS, "preferences": {"x:glow": 1}, "appPreferences": {"x:glow": 0.5, "x:size": 4},
               "defaults": {"x:size": 2, "x:tint": "#111111"}}
    with publication() as book, lectern.Navigator(book, options) as navigator:
        all = navigator.settings["settings"]
    assert [(all[key]["value"], all[key]["origin"]) for key in ("x:glow", "x:size", "x:tint")] == [
        (1, "preference"), (4, "app"), ("#111111", "default")]


# ------------------------------------------------------------------------------- Declared once for books of every kind

@pytest.mark.parametrize("kind", BOOKS)
def test_one_declaration_for_all_books(kind):
    everything = [{"key": f"own:{number}", "type": "toggle", "requires": [condition]} for number, condition in enumerate([
        {"setting": "scroll", "is": True}, {"setting": "speed", "is": 2}, {"setting": "stripWidth", "is": 1000},
        {"setting": "continuous", "is": False}, {"setting": "voiceIdentifier", "is": "a"},
        {"setting": "pageSpacing", "is": 150}, {"setting": "theme", "is": ["dark", "sepia"]},
        {"anyOf": [{"setting": "speed", "is": 2}, {"setting": "scroll", "is": True}]}])]
    with BOOKS[kind]() as book, lectern.Navigator(book, {"settings": everything}) as navigator:
        all = navigator.settings["settings"]
        for number in range(len(everything)):
            setting = all[f"own:{number}"]
            wanted = setting["requires"][0]
            names = [one["setting"] for one in wanted.get("anyOf", [wanted])]
            with navigator.edit_preferences() as draft:
                assert draft.is_active(setting["key"]) == setting["isActive"] == (setting["unmet"] == [])
                if setting["isActive"] or set(names) & set(all):
                    draft.activate(setting["key"])
                    assert draft.is_active(setting["key"])
                    continue
                assert setting["unmet"] == setting["requires"] and "not available here" in setting["reasons"][0]
                with pytest.raises(lectern.UnsupportedError) as raised:
                    draft.activate(setting["key"])
                assert f'"{names[0]}"' in raised.value.path and draft.json == {}


def test_null_of_a_setting_that_is_not_there():
    declared = [{"key": "a", "type": "toggle", "requires": [{"setting": "imageFilter", "is": None}]}]
    for make, holds in ((publication, True), (audiobook, False)):
        with make() as book, lectern.Navigator(book, {"settings": declared}) as navigator:
            assert navigator.settings["settings"]["a"]["isActive"] == holds


def test_a_value_that_only_another_kind_has():
    declared = [{"key": "a", "type": "toggle", "requires": [{"setting": "readingProgression", "is": "btt"}]},
                {"key": "b", "type": "toggle", "requires": [{"setting": "readingProgression", "is": ["btt", "rtl"]}]}]
    with pdf() as book, lectern.Navigator(book, {"settings": declared}) as navigator:
        assert navigator.settings["settings"]["a"]["reasons"] == ["Needs “Reading direction”: Bottom to top, not available here"]
        with navigator.edit_preferences() as draft:
            with pytest.raises(lectern.UnsupportedError):
                draft.activate("a")
            draft.activate("b")
            assert draft.json["readingProgression"] == "rtl"


@pytest.mark.parametrize("condition, path", [
    ({"setting": "no such key", "is": 1}, "setting"), ({"setting": "speed", "is": "fast"}, "is"),
    ({"setting": "speed", "is": 99}, "is"), ({"setting": "fit", "is": "round"}, "is"),
])
def test_what_no_kind_has_is_an_error(condition, path):
    declared = [{"key": "a", "type": "toggle", "requires": [condition]}]
    for make in BOOKS.values():
        with make() as book, pytest.raises(lectern.JsonError) as raised:
            lectern.Navigator(book, {"settings": declared})
        assert raised.value.path == f"options > /settings/0/requires/0/{path}"


@pytest.mark.parametrize("type, values, index", [
    ("enum", ["a", "b", "a"], 2), ("enum", [1, "1", 1.0], 2), ("value", [{"x": 1, "y": [2]}, {"y": [2], "x": 1}], 1),
    ("font", ["A", "A"], 1), ("enum", [None, None], 1), ("enum", [2**80, float(2**80)], 1)])
def test_steps_would_not_get_past_a_value_that_is_there_twice(type, values, index):
    with publication() as book, pytest.raises(lectern.JsonError) as raised:
        lectern.Navigator(book, {"settings": [{"key": "a", "type": type, "values": values}]})
    assert raised.value.path == f"options > /settings/0/values/{index}"


def test_the_largest_ranges():
    wide = {"range": {"min": -1.7e308, "max": 1.7e308}}
    options = {"settings": [{"key": "a", "type": "range", **wide}, {"key": "b", "type": "percent", **wide}]}
    with publication() as book, lectern.Navigator(book, options) as navigator, navigator.edit_preferences() as draft:
        draft.set("a", 0).increment("a").set("b", 1.7e308)
        assert draft.json == {"a": 0.34e308, "b": 1.7e308}
        assert draft.settings["settings"]["b"]["valueLabel"] == "1.7e+308"


#: Submitted in order; neighbours differ little, or only in spelling.
SUBMITTED = [
    {}, {"x:ruler": True}, {"x:ruler": True, "scroll": True}, {"scroll": True}, {"x:own": {"a": 1, "b": 2}}, {},
    {"x:own": {"b": 2, "a": 1}}, {"x:own": 1}, {}, {"x:own": 1.0}, {}, {"x:own": "\u00E9"}, {}, {"x:own": "e\u0301"},
    {"x:tint": "#FF0000", "fontSize": 1.5}, {"fontSize": 2, "theme": "dark"}, {"fontSize": 1.5, "columnCount": "2"},
]


def test_settings_are_those_of_a_new_navigator():
    with publication() as book, lectern.Navigator(book, OPTIONS) as navigator:
        for preferences in SUBMITTED:
            navigator.submit_preferences(preferences)
            with lectern.Navigator(book, OPTIONS | {"preferences": preferences}) as new:
                assert navigator.settings_text == new.settings_text
