# SPDX-License-Identifier: BSD-3-Clause
"""Unusable preferences are kept without effect and reported; the result of merges does not depend on their grouping."""

import itertools
import json
import random

import pytest

import lectern
from support.books_without_files import audiobook, comic, publication


def pointers(ignored):
    assert all(entry["reason"].endswith(".") and set(entry) == {"pointer", "reason"} for entry in ignored)
    return [entry["pointer"] for entry in ignored]


# ------------------------------------------------------------------------------------------------- Kept and reported

ODD = {"fontsize": 1.2, "a/b~": [1], "stripWidth": 500, "theme": "neon", "fontSize": 1.5, "scroll": True, "gone": None}
IGNORED = ["/fontsize", "/a~1b~0", "/stripWidth", "/theme", "/gone"]


def test_a_submission_tells_what_it_ignored():
    with publication() as book, lectern.Navigator(book) as navigator:
        with navigator.edit_preferences(ODD) as draft:
            assert pointers(draft.settings["ignored"]) == IGNORED
            assert draft.json == ODD
            submission = draft.submit()
            assert pointers(submission["ignored"]) == IGNORED and set(submission["changed"]) == {"fontSize", "scroll"}
            again = draft.submit()
            assert again["ignored"] == submission["ignored"] and again["changed"] == []
        reasons = {entry["pointer"]: entry["reason"] for entry in submission["ignored"]}
        assert reasons["/fontsize"] == "No setting has this key."
        assert "This kind of navigator" in reasons["/stripWidth"] and '"light"' in reasons["/theme"]
        assert navigator.settings["settings"]["theme"]["value"] == "light"


def test_submitted_preferences_tell_it_through_the_settings():
    told = []
    with publication() as book, lectern.Navigator(book) as navigator:
        assert navigator.settings["ignored"] == []
        navigator.observe("settings", lambda topic, event: told.append(pointers(event["ignored"])))
        navigator.submit_preferences(ODD)
        assert pointers(navigator.settings["ignored"]) == IGNORED
        navigator.submit_preferences({"misspelt": 1})
        assert pointers(navigator.settings["ignored"]) == ["/misspelt"]
        navigator.submit_preferences({})
        assert navigator.settings["ignored"] == []
    assert told == [[], IGNORED, ["/misspelt"], []]


def test_initial_preferences_too():
    with publication() as book, lectern.Navigator(book, {"preferences": ODD}) as navigator:
        assert pointers(navigator.settings["ignored"]) == IGNORED
        with navigator.edit_preferences() as draft:
            assert draft.json == ODD


def test_at_most_200_are_listed():
    with lectern.Preferences("pdf", {f"x{number}": number for number in range(1000)}) as draft:
        assert len(draft.settings["ignored"]) == 200 and len(draft.json) == 1000


def test_a_book_of_another_kind_loses_nothing():
    """A set of preferences passes through forms of every kind without loss."""
    chosen = {"fontSize": 1.5, "volume": 0.5, "captions": "fr", "pageSpacing": 8.0, "stripWidth": 800, "pitch": 1.2,
              "readingProgression": "btt"}
    for kind in ("reflowable", "fixed", "pdf", "image", "audio", "video", "tts", "pspdfkit", "pdfium", "exoplayer"):
        with lectern.Preferences(kind, chosen) as draft:
            assert draft.json == chosen, kind
            known = set(draft.settings["settings"])
            assert {pointer[1:] for pointer in pointers(draft.settings["ignored"])} >= set(chosen) - known


def test_editing_replaces_what_is_kept():
    with lectern.Preferences("reflowable", {"appearance": "neon", "theme": "x", "fontSize": 1.5, "fontsize": 2}) as draft:
        assert draft.copy().set("theme", "dark").json == {"theme": "dark", "fontSize": 1.5, "fontsize": 2}
        assert draft.copy().clear("theme").json == {"fontSize": 1.5, "fontsize": 2}
        assert draft.copy().clear("fontsize").json == {"fontSize": 1.5, "theme": "x", "appearance": "neon"}
        assert draft.copy().clear().json == {}
        with pytest.raises(lectern.NotFoundError):
            draft.clear("nobody:knows")
        with pytest.raises(lectern.NotFoundError):
            draft.set("fontsize", 1)


def test_filters_split_what_is_kept():
    chosen = {"theme": "x", "language": 5, "volume": 0.5, "mystery": 1, "offsetFirstPage": 1, "fontSize": 1.5}
    with lectern.Preferences("reflowable", chosen) as draft:
        assert draft.keep("publication") == {"language": 5, "offsetFirstPage": 1}
        assert {**draft.keep("publication"), **draft.keep("shared")} == chosen
        for keys in ("publication", "shared", ["theme", "mystery"], ["volume", "fontSize"], []):
            kept, dropped = draft.keep(keys), draft.drop(keys)
            assert {**kept, **dropped} == chosen and not set(kept) & set(dropped)
        assert draft.keep(["mystery", "fontSize"]) == {"fontSize": 1.5, "mystery": 1}


# -------------------------------------------------------------------------------------------------------------- Merge

POOL = {
    "reflowable": {
        "theme": ["dark", "sepia", None, "neon"], "appearance": ["dark", None, "neon"], "scroll": [True, None, 3],
        "overflow": ["auto", "scrolled", "paginated", None, "x"], "readingProgression": ["auto", "ltr", "rtl", "btt", None],
        "columnCount": ["1", None, 9], "doublePageSpread": ["both", "portrait", "auto", None], "columns": [0.2, 2, None],
        "textNormalization": ["bold", "a11y", None], "fontWeight": [1.0, None, "x"], "fontSize": [1.5, 99, None],
        "imageFilter": ["none", "invert", None], "misspelt": [1, None], "horizontalPageMargins": [0.5, None, "wide"],
        "pageMargins": [1.3, None],
    },
    "image": {
        "scroll": [True, False, None], "scrolled": [True, None], "overflow": ["auto", "scrolled", None], "quality": [0.9, "low", None],
        "spread": ["always", "portrait", None, "x"], "spreads": [True, None], "doublePageSpread": ["portrait", "landscape", "auto"],
        "readingProgression": ["ttb", "auto", None], "fontSize": [2, None], "orientation": ["auto", "portrait", None],
    },
}


@pytest.mark.parametrize("kind", POOL)
def test_merge_is_associative(kind):
    """(a, b), c and a, (b, c) give the same preferences, settings and reports."""
    chance = random.Random(7)
    pool = POOL[kind]

    def some():
        keys = chance.sample(list(pool), chance.randint(0, 5))
        return {key: chance.choice(pool[key]) for key in keys}

    with lectern.Preferences(kind) as left, lectern.Preferences(kind) as right, lectern.Preferences(kind) as tail:
        for _ in range(1500):
            a, b, c = some(), some(), some()
            one_by_one = left.clear().merge(a).merge(b).merge(c)
            behind = tail.clear().merge(b).merge(c).text
            together = right.clear().merge(a).merge(behind)
            assert one_by_one.json == together.json, (a, b, c)
            assert one_by_one.settings == together.settings, (a, b, c)
            again = tail.clear().merge(one_by_one.text)
            assert again.json == one_by_one.json, (a, b, c)


def test_null_and_auto_win():
    with lectern.Preferences("reflowable", {"fontSize": 2, "scroll": True}) as draft:
        with lectern.Preferences("reflowable", {"fontSize": None, "overflow": "auto"}) as patch:
            assert patch.json == {"fontSize": None, "scroll": None}
            draft.merge(patch)
        values = draft.settings["settings"]
        assert values["fontSize"]["value"] == 1.0 and values["fontSize"]["preference"] is None
        assert values["scroll"]["value"] is False


def test_a_usable_value_is_not_replaced_by_an_unusable_one():
    with lectern.Preferences("reflowable", {"fontSize": 2}) as draft:
        assert draft.merge({"fontSize": "huge"}).json == {"fontSize": 2}
        assert draft.clear().merge({"fontSize": "huge"}).merge({"fontSize": "tiny"}).json == {"fontSize": "tiny"}
        assert draft.merge({"fontSize": 1.2}).json == {"fontSize": 1.2}


def test_the_logger_hears_of_a_merge():
    told = []
    with lectern.Context(logger=told.append) as context:
        manifest = {"metadata": {"title": "T"}, "links": [], "readingOrder": []}
        with lectern.Publication.open_manifest(manifest, context=context) as book, lectern.Navigator(book) as navigator:
            with navigator.edit_preferences() as draft:
                draft.merge({"fontsize": 1, "fontSize": 9})
    assert [entry["path"].rsplit("/", 1)[1] for entry in told] == ["fontsize", "fontSize"]


# ---------------------------------------------------------------------------------------- One setting, labels, events

@pytest.mark.parametrize("kind", ["reflowable", "fixed", "pdf", "image", "audio", "video", "tts"])
def test_one_setting(kind):
    with lectern.Preferences(kind) as draft:
        for key, setting in draft.settings["settings"].items():
            assert draft.setting(key) == setting
            for value, label in zip(setting["values"] or [], setting["valueLabels"] or []):
                assert draft.label(key, value) == label
        with pytest.raises(lectern.NotFoundError):
            draft.setting("misspelt")


def test_labels_of_any_value():
    with lectern.Preferences("reflowable") as draft:
        expected = [
            ("fontSize", 1.2, "120%"), ("fontSize", 77, "500%"), ("lineHeight", 1.5, "1.5 lines"), ("lineHeight", 1, "1 line"), ("pageMargins", 1.3, "130%"), ("textAlign", "center", "Centered"), ("fontFamily", "sans-serif", "Sans serif"), ("scroll", True, "On"),
            ("scroll", "paginated", "Off"), ("overflow", "scrolled", "On"), ("theme", "sepia", "Sepia"), ("appearance", "dark", "Dark"),
            ("columnCount", 2, "Two"), ("readingProgression", "rtl", "Right to left"), ("language", "fr", "fr"),
            ("fontFamily", "Literata", "Literata"), ("fontSize", None, "Not set"),
        ]
        for key, value, label in expected:
            assert draft.label(key, value) == label
        assert draft.json == {}
        for key, value in (("theme", "neon"), ("fontSize", "1"), ("scroll", 2)):
            with pytest.raises(lectern.JsonError) as raised:
                draft.label(key, value)
            assert raised.value.path == f"preferences > /{key}"
        with pytest.raises(lectern.NotFoundError):
            draft.label("misspelt", 1)
    with lectern.Preferences("tts") as draft:
        assert draft.label("voices", {"fr": "Thomas"}) == '{"fr":"Thomas"}'


def test_labels_in_the_language_of_the_navigator():
    with publication() as book, lectern.Navigator(book, {"locale": "de"}) as navigator, navigator.edit_preferences() as draft:
        assert (draft.label("fontSize", 1.25), draft.label("theme", "dark")) == ("125\u00a0%", "Dunkel")


def test_a_draft_can_be_observed():
    told = []
    with lectern.Preferences("reflowable", {"theme": "dark"}) as draft:
        draft.observe(None, lambda topic, event: told.append((topic, event)))
        assert [topic for topic, _ in told] == ["preferences", "settings"]
        assert told[0][1] == {"theme": "dark"} and told[1][1]["changed"] == []
        del told[:]
        draft.set("wordSpacing", 0.3)
        assert [topic for topic, _ in told] == ["preferences", "settings"]
        assert told[0][1] == draft.json == {"theme": "dark", "wordSpacing": 0.3, "publisherStyles": False}
        assert told[1][1]["changed"] == ["publisherStyles", "wordSpacing"]
        assert {key: value for key, value in told[1][1].items() if key in draft.settings} == draft.settings
        del told[:]
        draft.set("wordSpacing", 0.3).activate("wordSpacing").merge({}).clear("fontSize")
        with pytest.raises(lectern.JsonError):
            draft.set("theme", "neon")
        assert told == []
        draft.merge({"misspelt": 1})
        assert told[0][1]["misspelt"] == 1 and pointers(told[1][1]["ignored"]) == ["/misspelt"]


def test_a_listener_may_edit_the_draft():
    told = []
    with lectern.Preferences() as draft:

        def listener(topic, event):
            told.append(event)
            if event.get("theme") == "dark":
                draft.set("fontSize", 2.0)

        with draft.observe("preferences", listener) as subscription:
            draft.set("theme", "dark")
            assert told == [{}, {"theme": "dark"}, {"theme": "dark", "fontSize": 2.0}]
            subscription.close()
            draft.clear()
            assert len(told) == 3
        with draft.copy() as copy:
            copy.set("theme", "sepia")
        assert len(told) == 3
        with pytest.raises(lectern.ArgumentError):
            draft.observe("spreads", listener)


def test_what_listeners_hear_is_what_the_draft_holds():
    """For random edits, the last event equals the draft, and each event has the change."""
    chance = random.Random(3)
    last = {}
    with comic() as book, lectern.Navigator(book) as navigator, navigator.edit_preferences() as draft:
        draft.observe(None, lambda topic, event: last.update({topic: event}))
        keys = list(draft.settings["settings"])
        for _ in range(300):
            before = {key: setting["value"] for key, setting in draft.settings["settings"].items()}
            key = chance.choice(keys)
            edit = chance.choice([draft.increment, draft.decrement, draft.toggle, draft.clear, draft.activate])
            last["settings"]["changed"] = []
            try:
                edit(key)
            except lectern.LecternError:
                pass
            after = {key: setting["value"] for key, setting in draft.settings["settings"].items()}
            assert last["preferences"] == draft.json and last["settings"]["settings"] == draft.settings["settings"]
            assert last["settings"]["changed"] == [key for key in keys if before[key] != after[key]]


def test_freeing_in_any_order():
    for order in itertools.permutations(range(3)):
        with audiobook() as book:
            navigator = lectern.Navigator(book)
            draft = navigator.edit_preferences()
            subscription = draft.observe(None, lambda topic, event: None)
            handles = [navigator, draft, subscription]
            for index in order:
                handles[index].close()
    assert json.dumps(lectern.live_handles()) == "{}"
