# SPDX-License-Identifier: BSD-3-Clause
"""Properties that hold for all pairs of settings of every kind, for all values."""

import hashlib
import itertools
import json
import os
import random
import subprocess
import sys

import pytest

import lectern

from .drafts import CUSTOM, PUBLISHER, WORLDS, draft_of, is_same, navigator_of, stops, values_of

pytestmark = pytest.mark.parametrize("world", WORLDS)


@pytest.fixture
def draft(world):
    with draft_of(world) as draft:
        yield draft


@pytest.fixture
def settings(draft):
    """The settings of an empty draft."""
    return draft.settings["settings"]


@pytest.fixture
def values(draft, settings):
    return {key: values_of(draft, setting) for key, setting in settings.items()}


#: Only every n-th pair is tested; `make soak` tests all of them.
EVERY = int(os.environ.get("LECTERN_EVERY_PAIR", "4"))


def pairs(values):
    """Every value of every setting together with every value of every other, as preferences."""
    both = ({one: value, other: beside} for one, other in itertools.combinations(values, 2)
            for value, beside in itertools.product(values[one], values[other]))
    return itertools.islice(both, 0, None, EVERY)


def reload(draft, preferences):
    draft.clear().merge(preferences)


# --------------------------------------------------------------------------------------------------------- Activation

def attempt(draft, settings, edit, key):
    """Whether an edit succeeded; if not, the error names the unmet condition, and nothing has changed."""
    before = draft.text
    try:
        edit()
    except lectern.UnsupportedError as error:
        assert draft.text == before
        assert_names_a_condition(error, key, settings)
        # Setting its requirements manually does not help either.
        meet(draft, key, settings)
        assert not draft.is_active(key), error.path
        return False
    return True


def meet(draft, key, settings, waiting=()):
    for other, wanted in (one for condition in settings[key]["requires"] for one in named(condition).items()):
        if other not in (*waiting, key):
            draft.set(other, wanted[0] if isinstance(wanted, list) else wanted, activate=False)
            meet(draft, other, settings, (*waiting, key))


def assert_names_a_condition(error, key, settings):
    """The path lists the settings that would have to change first, down to the condition that cannot be met."""
    source, *steps = error.path.split(" > ")
    conditions = [json.loads(step) for step in steps[1::2]]
    keys = [step[1:].replace("~1", "/").replace("~0", "~") for step in steps[0::2]]
    assert source == "preferences" and keys[0] == key and len(keys) == len(conditions), error.path
    for setting, condition in zip(keys, conditions):
        assert condition in settings[setting]["requires"], error.path
    for setting, condition in zip(keys[1:], conditions):
        assert setting in named(condition), error.path
    assert set(conditions[-1]) & {"layout", "script", "feature"} or key.startswith("acme:"), error.path


def named(condition):
    """The settings in a condition, with the values that it requires."""
    return {one["setting"]: one["is"] for one in condition.get("anyOf", [condition]) if "setting" in one}


def needed(key, settings, found=()):
    """The settings that directly or indirectly determine whether a setting is active."""
    for other in set().union(*map(named, settings[key]["requires"])) - set(found) - {key}:
        found = needed(other, settings, (*found, other))
    return found


def test_activated_is_active(draft, settings, values):
    nothing = [{key: value} for key in values for value in values[key]] + [{}]
    for preferences in [*nothing, *pairs(values)]:
        for key in preferences or settings:
            reload(draft, preferences)
            if attempt(draft, settings, lambda: draft.activate(key), key):
                assert draft.is_active(key), (preferences, key)
                changed = {name for name, value in draft.json.items() if not is_same(value, preferences.get(name))}
                assert changed <= set(needed(key, settings)), (preferences, key)


def test_what_is_active_stays_as_it_is(draft, values):
    for preferences in pairs(values):
        reload(draft, preferences)
        before = draft.text
        for key in preferences:
            if draft.is_active(key):
                assert draft.activate(key).text == before


# -------------------------------------------------------------------------------------------------------- Setting

def test_set_is_in_effect(draft, settings, values):
    """A value set with activation takes effect regardless of earlier values, and only its requirements have changed."""
    for first, second in itertools.permutations(values, 2):
        for (at, value), (turn, other) in itertools.product(enumerate(values[first]), enumerate(values[second])):
            before = {first: value}
            reload(draft, before)
            if is_of_publisher(settings[second], other):
                # It is stored without changing the setting.
                assert is_same(draft.set(second, other).json, {**before, second: other})
            elif attempt(draft, settings, lambda: draft.set(second, other), second):
                after = draft.json
                assert is_same(after[second], other) and draft.is_active(second), (before, second, other)
                changed = {key for key in {**before, **after} if not is_same(after.get(key), before.get(key))}
                assert changed <= {second, *needed(second, settings)}, (before, second, other)
                # Reading all settings is slow, so this is done once for each value with each other setting.
                if at == turn % len(values[first]):
                    assert_in_effect(draft.settings["settings"][second], other)


def is_of_publisher(setting, value):
    return value == PUBLISHER and value in (setting["values"] or [])


def assert_in_effect(setting, value):
    assert is_same(setting["preference"], value) and is_same(setting["value"], value), (setting, value)
    assert is_same(setting["effectiveValue"], value) and setting["origin"] == "preference"
    assert setting["isActive"] and setting["isEffective"] and setting["unmet"] == []


def test_set_without_activation_changes_nothing_else(draft, values):
    for first, second in itertools.permutations(values, 2):
        value = values[first][-1]
        for turn, other in enumerate(values[second]):
            reload(draft, {first: value})
            draft.set(second, other, activate=False)
            assert is_same(draft.json.get(first), value) and is_same(draft.json[second], other) and len(draft.json) == 2
            if turn == 0:
                shown = draft.settings["settings"][second]
                assert is_same(shown["preference"], other)
                # It is in effect, or there is a reason that an interface can show.
                assert shown["isActive"] == (not shown["unmet"]) == draft.is_active(second)
                if shown["isActive"]:
                    assert_in_effect(shown, other)


def test_unset_is_as_if_it_had_never_been(draft, settings, values):
    initial = draft.settings
    for key in settings:
        for value in values[key]:
            draft.set(key, value, activate=False)
            assert draft.set(key, None).json == {} and draft.settings == initial
            draft.set(key, value, activate=False)
            assert draft.clear(key).json == {}


def test_defaults_are_those_of_nothing_submitted(draft, settings, values):
    for key, setting in settings.items():
        assert is_same(setting["default"], setting["value"]) and setting["preference"] is None
    for preferences in itertools.islice(pairs(values), 0, None, 31):
        reload(draft, preferences)
        for key, setting in draft.settings["settings"].items():
            assert is_same(setting["default"], settings[key]["default"])


# ------------------------------------------------------------------------------------------------------------- Steps

def walk(draft, key, step):
    """The values after repeated presses of a button, until nothing changes."""
    visited = []
    while not step(key, activate=False).at_end:
        visited.append(draft.json[key])
    before = draft.text
    assert step(key, activate=False).at_end and draft.text == before
    return visited


def test_steps_visit_each_stop_once(draft, settings):
    for key, setting in settings.items():
        if setting["range"] is None or setting["stepCount"] is None:
            continue
        grid = stops(setting)
        draft.clear().set(key, setting["range"]["min"], activate=False)
        up = [] if is_same(grid[0], setting["range"]["min"]) else [grid[0]]
        assert walk(draft, key, draft.increment) == up + grid[1:] and len(grid) == setting["stepCount"]
        # Going down visits the same grid, except for an end that is not on it.
        if setting["step"] and not is_same(grid[-1], round(setting["range"]["min"] + (len(grid) - 1) * setting["step"], 10)):
            draft.set(key, grid[-2], activate=False)
            grid = grid[:-1]
        assert walk(draft, key, draft.decrement) == grid[-2::-1]


def test_steps_never_leave_the_range(draft, settings, values):
    for key, setting in settings.items():
        if setting["range"] is None:
            continue
        low, high = setting["range"]["min"], setting["range"]["max"]
        for value in [*values_of(draft, setting, steps=6), low - 1, high + 1, -1e300, 1e300]:
            for step in (draft.increment, draft.decrement):
                draft.set(key, value, activate=False)
                start = draft.json[key]
                assert low <= start <= high and (start == value or not low <= value <= high)
                end = step(key, activate=False).json[key]
                assert low <= end <= high and draft.at_end == (end == start)
                assert end >= start if step == draft.increment else end <= start
                if setting["step"] and abs(end - start) > setting["step"] * 0.999999:
                    back = draft.decrement if step == draft.increment else draft.increment
                    assert back(key, activate=False).json[key] == pytest.approx(start, abs=1e-9)


def test_steps_of_lists_go_from_end_to_end(draft, settings):
    for key, setting in settings.items():
        if setting["type"] != "enum":
            continue
        reload(draft, {key: setting["values"][0]})
        assert walk(draft, key, draft.increment) == setting["values"][1:]
        assert walk(draft, key, draft.decrement) == setting["values"][-2::-1]


DOWNWARDS = ("ttb", "btt")
#: Its list depends on whether pages are scrolled, which depends on its value (test_chosen_values.py).
DEPENDENT = {"readingProgression"}


def test_toggles_come_back(draft, settings, values):
    for preferences in pairs({key: values[key] for key in settings if settings[key]["type"] in ("toggle", "enum")}):
        for key in preferences.keys() - DEPENDENT:
            reload(draft, preferences)
            choices = draft.setting(key)["values"] or [True, False]
            seen = [draft.toggle(key, activate=False).json.get(key) for _ in choices if key in draft.json]
            assert is_same(seen[-1], preferences[key])
            assert all(any(is_same(one, choice) for one in seen) for choice in choices)
            assert is_same({**draft.json, key: None}, {**preferences, key: None})


# ------------------------------------------------------------------------------------------------- Against the app

def test_whatever_is_offered_wins_over_the_app(world, values):
    """Every value of a list can be chosen and stepped to, regardless of the preferences of the app."""
    with draft_of(world) as draft:
        offered = {key: one["values"] for key, one in draft.settings["settings"].items() if one["values"]}
    assert not [key for key, choices in offered.items() if None in choices]
    for turn in range(max(map(len, offered.values()), default=0)):
        # These two fix the scrolling, which must then be activated.
        ways = {key: [value for value in choices if value not in DOWNWARDS] for key, choices in offered.items()}
        app = {key: choices[turn % len(choices)] for key, choices in ways.items()}
        with navigator_of(world, appPreferences=app) as navigator, navigator.edit_preferences({}) as draft:
            shown = draft.settings["settings"]
            for key, choices in offered.items():
                assert is_same(shown[key]["value"], app[key]) or shown[key]["origin"] != "app"
                for value in choices:
                    draft.clear().set(key, value, activate=False)
                    after = draft.settings["settings"][key]
                    assert is_same(draft.json, {key: value}) and is_same(after["value"], value)
                    assert after["origin"] == "preference" and not draft.merge(draft.text).clear(key).json
                if shown[key]["type"] == "enum" and key not in DEPENDENT:
                    assert_steps_end(draft, key, choices, app[key])


def assert_steps_end(draft, key, choices, start):
    """Steps from the app's value to both ends and no further."""
    at = [is_same(one, start) for one in choices].index(True)
    for step, expected in ((draft.increment, choices[at + 1:]), (draft.decrement, choices[:at][::-1])):
        draft.clear()
        assert is_same(walk(draft, key, step), expected)
        assert draft.json == ({key: expected[-1]} if expected else {})


# ----------------------------------------------------------------------------------------------------- Rendering

#: Contexts in which settings are active that are inactive elsewhere, and vice versa.
CONTEXTS = [
    {}, {"publisherStyles": False}, {"publisherStyles": False, "theme": "dark"}, {"scroll": True}, {"scroll": True, "scrollAxis": "horizontal"},
    {"language": "ar", "publisherStyles": False}, {"language": "ja", "publisherStyles": False, "theme": "sepia"},
    {"language": "ja", "verticalText": True, "publisherStyles": False}, {"spread": "never"}, {"acme:ruler": 3, "acme:on": True},
]


@pytest.mark.parametrize("version", [1, 2])
def test_what_is_not_active_is_not_rendered(world, values, version):
    """The preference for an inactive setting never affects the output."""
    variables = {one["key"]: one["cssVariable"] for one in CUSTOM}
    with navigator_of(world, readiumCSS={"version": version}, viewport={"width": 900, "height": 600}) as navigator:
        known = navigator.settings["settings"]
        asked = {other for setting in known.values() for condition in setting["requires"] for other in named(condition)}
        for context in CONTEXTS:
            context = {key: value for key, value in context.items() if key in known}
            for key in known:
                for value in values.get(key, []):
                    navigator.submit_preferences({**context, key: value})
                    setting, css = navigator.settings["settings"][key], navigator.css("one")
                    if setting["isActive"]:
                        continue
                    assert css["properties"].get(variables.get(key)) is None, (context, key, value)
                    if key == "theme":
                        # It still colors the room around fixed pages.
                        assert css["backgroundColor"] not in (None, "#FFFFFF") or value not in ("dark", "sepia")
                        css["backgroundColor"] = None
                    # Other settings determine whether these are active.
                    if key not in asked or not key.startswith("acme:"):
                        spreads = navigator.spreads
                        navigator.submit_preferences({one: chosen for one, chosen in context.items() if one != key})
                        without = navigator.css("one") | ({"backgroundColor": None} if key == "theme" else {})
                        assert (without, navigator.spreads) == (css, spreads), (context, key, value)


#: The Readium CSS properties that only one setting writes.
PROPERTIES = {
    "lineHeight": "lineHeight", "paragraphSpacing": "paraSpacing", "paragraphIndent": "paraIndent", "textAlign": "textAlign",
    "wordSpacing": "wordSpacing", "letterSpacing": "letterSpacing", "ligatures": "ligatures", "typeScale": "typeScale",
    "textColor": "textColor", "backgroundColor": "backgroundColor", "pageMargins": "pageMargins", "fontSize": "fontSize",
}


@pytest.mark.parametrize("layer", ["preferences", "appPreferences", "defaults"])
def test_what_is_rendered_is_effective_whoever_asked(world, values, layer):
    for context in CONTEXTS:
        chosen = {key: values[key][-1] for key in PROPERTIES if key in values}
        context = {key: value for key, value in context.items() if key in values}
        with navigator_of(world, **{"preferences": {}, "appPreferences": {}, layer: {**chosen, **context}}) as navigator:
            properties = navigator.css("one")["properties"]
            for key, setting in navigator.settings["settings"].items():
                assert_members_agree(setting)
                name = "--USER__" + PROPERTIES.get(key, "")
                if key in chosen and name in properties:
                    assert setting["isEffective"] == (properties[name] is not None), (context, key)
                if key in chosen and setting["isActive"]:
                    assert setting["isEffective"], (context, key)


def test_members_agree(world, values):
    with draft_of(world) as draft:
        for preferences in [{}, *itertools.islice(pairs(values), 0, None, 31)]:
            reload(draft, preferences)
            for setting in draft.settings["settings"].values():
                assert_members_agree(setting)


def assert_members_agree(setting):
    assert setting["isActive"] == (setting["unmet"] == []) and len(setting["reasons"]) == len(setting["unmet"])
    assert (setting["hint"] is not None) == (setting["isActive"] and not setting["isEffective"])
    assert setting["isActive"] or not setting["isEffective"]
    assert setting["reflows"] or not setting["invalidatesPagination"]
    assert all(condition in setting["requires"] for condition in setting["unmet"])


# ------------------------------------------------------------------------------------------------- Filters and merges

def test_filters_divide(draft, settings, values):
    full = {key: values[key][-1] for key in values if values[key]}
    draft.merge(full)
    every = draft.json
    choices = ["publication", "shared", [], list(settings), ["no such key"]]
    choices += [[key] for key in settings] + [list(pair) for pair in itertools.combinations(settings, 2)]
    for keys in choices:
        kept, left = draft.keep(keys), draft.drop(keys)
        assert not set(kept) & set(left) and {**kept, **left} == every
        if isinstance(keys, list):
            assert set(kept) == set(keys) & set(every)
        else:
            assert all(settings[key]["scope"] == keys for key in kept)
        reload(draft, kept)
        assert draft.merge(left).json == every
    assert draft.keep("publication") == draft.drop("shared") and draft.drop("publication") == draft.keep("shared")


def test_merging_is_associative(draft, values):
    """In each of three patches, each setting is absent, null or has one of two values: every pair of these occurs."""
    chance = random.Random(1)
    settings = [key for key in values if values[key]]
    missing = {(one, other, states) for one, other in itertools.combinations(settings, 2)
               for states in itertools.product(range(4), repeat=2)}
    while True:
        patches = [{key: chance.randrange(4) for key in settings} for _ in range(3)]
        missing -= {(one, other, (patches[0][one], patches[0][other])) for one, other in itertools.combinations(settings, 2)}
        first, second, third = ({key: (None, values[key][0], values[key][-1])[state - 1] for key, state in patch.items() if state}
                                for patch in patches)
        draft.clear()
        one = draft.merge(first).merge(second).merge(third).text
        draft.clear()
        assert draft.merge({**first, **second}).merge(third).text == one
        draft.clear()
        assert draft.merge(first).merge({**second, **third}).text == one
        assert is_same(draft.json, {**first, **second, **third})
        if not missing:
            return


# ------------------------------------------------------------------------------------------------------ Determinism

def test_what_was_stored_leads_to_the_same(world, values):
    """Parsing, resubmitting, and reordering keys do not change a single byte."""
    with navigator_of(world) as navigator, navigator.edit_preferences({}) as draft:
        for preferences in [{}, *itertools.islice(pairs(values), 0, None, 31)]:
            reload(draft, preferences)
            text, shown = draft.text, draft.settings
            assert draft.merge(text).text == text
            reload(draft, dict(reversed(list(json.loads(text).items()))))
            assert draft.text == text
            navigator.submit_preferences(draft)
            submitted = navigator.settings_text
            assert json.loads(submitted) == shown
            with navigator.edit_preferences() as again:
                assert again.text == text
                navigator.submit_preferences(again)
            assert navigator.settings_text == submitted


def fingerprint(world):
    digest = hashlib.sha256()
    with draft_of(world) as draft:
        values = {key: values_of(draft, setting) for key, setting in draft.settings["settings"].items()}
        for preferences in itertools.islice(pairs(values), 0, None, 31):
            reload(draft, preferences)
            digest.update(lectern._calls.fetch_text("lectern_preferences_settings", draft).encode())
    return digest.hexdigest()


def test_another_process_writes_the_same_bytes(world):
    # Hash tables of both Swift and Python have a different seed there.
    script = "import sys; from Python import test_settings_properties as it; print(it.fingerprint(sys.argv[1]))"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    done = subprocess.run([sys.executable, "-c", script, world], env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == fingerprint(world), done.stderr
