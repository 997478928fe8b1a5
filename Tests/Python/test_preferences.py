# SPDX-License-Identifier: BSD-3-Clause
"""Drafts of preferences."""

import pytest

import lectern


@pytest.fixture
def draft():
    with lectern.Preferences() as draft:
        yield draft


def test_a_draft_begins_empty(draft):
    assert draft.json == {}
    assert draft.text == "{}"
    assert draft.settings["layout"] == "reflowable"


def test_a_draft_of_a_fixed_layout():
    with lectern.Preferences("fixed", {"spread": "never"}) as draft:
        assert draft.settings["layout"] == "fixed"
        assert draft.settings["settings"]["spread"]["value"] == "never"


@pytest.mark.parametrize(
    ("kind", "navigator", "layout", "key", "value"),
    [
        ("pdf", "pdf", "fixed", "pageSpacing", 8),
        ("image", "image", "fixed", "stripWidth", 1200),
        ("audio", "audio", None, "speed", 1.5),
        ("tts", "tts", None, "voices", {"fr": "a"}),
        ("pspdfkit", "pdf", "fixed", "pageSpacing", 10),
        ("pdfium", "pdf", "fixed", "scrollAxis", "horizontal"),
        ("exoplayer", "audio", None, "pitch", 0.5),
    ],
)
def test_kinds(kind, navigator, layout, key, value):
    with lectern.Preferences(kind) as draft:
        settings = draft.set(key, value).settings
        assert (settings["navigator"], settings["layout"]) == (navigator, layout)
        assert settings["settings"][key]["value"] == value
        assert draft.json[key] == value


@pytest.mark.parametrize("text", ['{"theme":"pink","appearance":"dark"}', '{"appearance":"dark","theme":"pink"}'])
def test_a_newer_name_that_cannot_be_used_does_not_hide_an_older_one(text):
    with lectern.Preferences("reflowable", text) as draft:
        assert draft.json == {"theme": "dark"}


def test_unknown_kind():
    with pytest.raises(lectern.LecternError):
        lectern.Preferences("liquid")


def test_editing_chains(draft):
    draft.set("theme", "dark").increment("fontSize").increment("fontSize").decrement("pageMargins")
    assert draft.json == {"theme": "dark", "fontSize": 1.2, "pageMargins": 0.7}


def test_set_none_unsets(draft):
    assert draft.set("theme", "dark").set("theme", None).json == {}


def test_steps_end_at_the_range(draft):
    draft.set("fontSize", 4.95)
    assert draft.increment("fontSize").json["fontSize"] == 5.0
    assert draft.increment("fontSize").json["fontSize"] == 5.0


def test_ten_small_steps_are_one(draft):
    draft.set("letterSpacing", 0)
    for _ in range(10):
        draft.increment("letterSpacing")
    assert draft.json["letterSpacing"] == 1.0


def test_toggle_starts_from_the_effective_value(draft):
    assert draft.toggle("publisherStyles").json == {"publisherStyles": False}
    assert draft.toggle("publisherStyles").json == {"publisherStyles": True}


def test_editing_activates(draft):
    assert not draft.is_active("wordSpacing")
    draft.set("wordSpacing", 0.5)
    assert draft.is_active("wordSpacing")
    assert draft.json == {"wordSpacing": 0.5, "publisherStyles": False}


def test_editing_without_activating(draft):
    draft.set("wordSpacing", 0.5, activate=False).increment("lineHeight", activate=False)
    assert not draft.is_active("wordSpacing")
    assert "publisherStyles" not in draft.json


def test_activate(draft):
    draft.activate("wordSpacing")
    assert draft.json == {"publisherStyles": False}


def test_activate_what_cannot_be(draft):
    with pytest.raises(lectern.UnsupportedError):
        draft.activate("spread")
    assert draft.json == {}


def test_clear(draft):
    draft.set("theme", "dark").set("fontSize", 2)
    assert draft.clear("theme").json == {"fontSize": 2}
    assert draft.clear().json == {}


def test_merge(draft):
    draft.set("theme", "dark").set("fontSize", 2)
    assert draft.merge({"theme": None, "scroll": True}).json == {"theme": None, "fontSize": 2, "scroll": True}
    assert draft.settings["settings"]["theme"]["preference"] is None


def test_merge_with_another_draft(draft):
    with lectern.Preferences("reflowable", {"theme": "sepia"}) as other:
        assert draft.merge(other).json == {"theme": "sepia"}


def test_keep_and_drop(draft):
    draft.merge({"language": "fr", "theme": "dark", "fontSize": 2})
    assert draft.keep("publication") == {"language": "fr"}
    assert draft.drop("publication") == {"theme": "dark", "fontSize": 2}
    assert draft.keep(["theme"]) == {"theme": "dark"}
    assert draft.drop(key for key in ("theme", "fontSize")) == {"language": "fr"}
    assert len(draft.json) == 3, "the draft stays as it is"


@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("noSuchKey", 1, lectern.NotFoundError),
        ("theme", "mauve", lectern.JsonError),
        ("fontSize", "large", lectern.JsonError),
    ],
)
def test_refused_values(draft, key, value, error):
    with pytest.raises(error) as caught:
        draft.set(key, value)
    assert key in caught.value.path + caught.value.message
    assert draft.json == {}


def test_increment_goes_through_the_values_of_an_enum(draft):
    assert draft.increment("theme").json == {"theme": "dark"}
    assert draft.increment("theme").increment("theme").json == {"theme": "sepia"}


@pytest.mark.parametrize("key", ["publisherStyles", "textColor", "language"])
def test_increment_what_has_no_steps(draft, key):
    with pytest.raises(lectern.UnsupportedError):
        draft.increment(key)


def test_toggle_what_is_no_switch(draft):
    with pytest.raises(lectern.UnsupportedError):
        draft.toggle("fontSize")


def test_a_navigator_submits_a_draft(navigator):
    with navigator.edit_preferences() as draft:
        draft.increment("fontSize")
        assert navigator.settings["settings"]["fontSize"]["value"] == 1.0
        assert draft.settings["settings"]["fontSize"]["value"] == 1.1
        navigator.submit_preferences(draft)
    assert navigator.settings["settings"]["fontSize"]["value"] == 1.1


@pytest.mark.parametrize("form", [dict, lambda value: '{"theme":"sepia"}'], ids=["dict", "text"])
def test_stored_preferences_come_back(navigator, form):
    stored = form({"theme": "sepia"})
    navigator.submit_preferences(stored)
    with navigator.edit_preferences() as draft:
        assert draft.json == {"theme": "sepia"}
    with navigator.edit_preferences({}) as draft:
        assert draft.json == {}


def test_a_draft_outlives_its_navigator(sample):
    with lectern.Navigator(sample) as navigator:
        draft = navigator.edit_preferences()
    with draft:
        assert draft.toggle("scroll").json == {"scroll": True}


#: The standard properties of the first design, each with a value, and the current equivalent: kind, key and value.
STANDARD_PROPERTIES = {
    "verticalPageMargins": [(2, "reflowable", "verticalMargins", 2), (8, "pdf", "pageSpacing", 8)],
    "horizontalPageMargins": [(2, "reflowable", "pageMargins", 2)],
    "appearance": [("dark", "reflowable", "theme", "dark"), ("sepia", "reflowable", "theme", "sepia")],
    "backgroundColor": [(0xFFF8E0, kind, "backgroundColor", "#FFF8E0") for kind in ("reflowable", "fixed", "pdf", "image")],
    "textColor": [("#123", "reflowable", "textColor", "#112233")],
    "textAlignment": [(value, "reflowable", "textAlign", value) for value in ("left", "right", "justify")],
    "hyphenation": [(True, "reflowable", "hyphens", True)],
    "ligature": [(False, "reflowable", "ligatures", False)],
    "fontFamily": [("serif", "reflowable", "fontFamily", "serif")],
    "fontSize": [(1.5, "reflowable", "fontSize", 1.5)],
    "lineHeight": [(1.5, "reflowable", "lineHeight", 1.5)],
    "paragraphIndent": [(0.4, "reflowable", "paragraphIndent", 0.4)],
    "paragraphSpacing": [(0.5, "reflowable", "paragraphSpacing", 0.5)],
    "wordSpacing": [(0.5, "reflowable", "wordSpacing", 0.5)],
    "letterSpacing": [(0.5, "reflowable", "letterSpacing", 0.5)],
    "publisherDefaults": [(False, "reflowable", "publisherStyles", False)],
    "readingProgression": [(value, kind, "readingProgression", value)
                           for value in ("ltr", "rtl") for kind in ("reflowable", "fixed", "pdf", "image")]
    + [("auto", "reflowable", "readingProgression", None)],
    "doublePageSpread": [("both", "fixed", "spread", "always"), ("portrait", "image", "spread", "portrait"),
                         ("landscape", "pdf", "spread", "auto"), ("both", "reflowable", "columnCount", "2")],
    "columns": [(2, "reflowable", "columnCount", "2")],
    "overflow": [("scrolled", kind, "scroll", True) for kind in ("reflowable", "pdf", "image")]
    + [("paginated", "reflowable", "scroll", False), ("auto", "pdf", "scroll", None)],
    "continuous": [(False, "reflowable", "continuous", False), (False, "image", "continuous", False), (True, "audio", "continuous", True)],
    "orientation": [("landscape", "fixed", "orientation", "landscape"), ("landscape", "image", "orientation", "landscape")],
    "fit": [("contain", "fixed", "fit", "page"), ("cover", "image", "fit", "cover"), ("width", "pdf", "fit", "width"),
            ("height", "image", "fit", "height")],
    "playbackRate": [(1.5, kind, "speed", 1.5) for kind in ("audio", "video", "tts", "exoplayer")],
    "playbackVolume": [(0.5, "audio", "volume", 0.5)],
    "quality": [(0, "image", "quality", "low"), (0.5, "image", "quality", "high"), (1, "image", "quality", "max")],
    "captions": [("subtitles-fr", "audio", "captions", "subtitles-fr")],
}


def test_each_standard_property_of_the_first_design_has_a_home():
    assert len(STANDARD_PROPERTIES) == 27
    for older, homes in STANDARD_PROPERTIES.items():
        for value, kind, key, current in homes:
            expected = {key: current}
            with lectern.Preferences(kind, {older: value}) as draft:
                assert draft.json == expected, (older, kind)
                # The current key is stored, and every function still accepts the older one.
                assert draft.keep([older]) == expected and draft.drop([older]) == {}
                assert draft.clear(older).json == {} and draft.is_active(older) == draft.is_active(key)
                assert draft.merge({older: value}).json == expected
