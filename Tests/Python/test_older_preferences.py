# SPDX-License-Identifier: BSD-3-Clause
"""The standard properties of the first design keep their meaning in the current settings."""

import pytest

import lectern
from support.books_without_files import comic, publication

SCROLLED = {"width": 600, "height": 800}


def value(draft, key):
    return draft.settings["settings"][key]["value"]


# ------------------------------------------------------------------------------------------------ Reading progression

@pytest.mark.parametrize("kind, known", [
    ("image", ["ltr", "rtl", "ttb", "btt"]), ("reflowable", ["ltr", "rtl", "ttb"]), ("pdf", ["ltr", "rtl", "ttb"]),
    ("fixed", ["ltr", "rtl"]), ("pspdfkit", ["ltr", "rtl"]), ("pdfium", ["ltr", "rtl"]),
])
def test_directions(kind, known):
    for direction in ("ltr", "rtl", "ttb", "btt", "auto"):
        with lectern.Preferences(kind, {"readingProgression": direction}) as draft:
            offered = known if direction in known[2:] else known[:2]
            assert draft.setting("readingProgression")["values"] == offered
            if direction in known:
                assert value(draft, "readingProgression") == direction and draft.settings["ignored"] == []
            elif direction == "auto":
                assert value(draft, "readingProgression") == "ltr" and draft.settings["ignored"] == []
            else:
                assert draft.json == {"readingProgression": direction} and value(draft, "readingProgression") == "ltr"
                assert [entry["pointer"] for entry in draft.settings["ignored"]] == ["/readingProgression"]


def test_the_example_of_the_seed():
    """navigator.submit(readingProgression: ttb, columnCount: 2)"""
    with lectern.Preferences("reflowable", {"readingProgression": "ttb", "columnCount": 2}) as draft:
        settings = draft.settings["settings"]
        assert settings["scroll"]["value"] is True and not settings["scroll"]["isActive"]
        assert settings["scroll"]["effectiveValue"] is True, "another setting forces it"
        assert settings["columnCount"]["value"] == "2" and settings["columnCount"]["effectiveValue"] is None
        assert settings["columnCount"]["displayValue"] == "2" and settings["columnCount"]["valueLabel"] == "Two"


@pytest.mark.parametrize("direction", ["ttb", "btt"])
def test_a_comic_downwards_scrolls(direction):
    with comic() as book, lectern.Navigator(book, {"preferences": {"scrollAxis": "horizontal"}, "viewport": SCROLLED}) as navigator:
        with navigator.edit_preferences() as draft:
            draft.set("spread", "always").set("readingProgression", direction)
            assert draft.submit()["changed"] == ["scroll", "scrollAxis", "spread", "readingProgression"]
        settings = navigator.settings["settings"]
        assert settings["scroll"]["value"] is True and settings["scrollAxis"]["value"] == "vertical"
        assert not navigator.spreads["isEnabled"] and not settings["scroll"]["isActive"]


def test_a_comic_may_ask_for_it_itself():
    items = [{"href": "1.jpg", "type": "image/jpeg"}]
    with publication(items=items, readingProgression="ttb") as book, lectern.Navigator(book) as navigator:
        settings = navigator.settings["settings"]
        assert (settings["readingProgression"]["value"], settings["readingProgression"]["origin"]) == ("ttb", "publication")
        assert (settings["scroll"]["value"], settings["scroll"]["origin"]) == (True, "publication")
        with navigator.edit_preferences() as draft:
            assert draft.toggle("scroll").json == {"scroll": False, "readingProgression": "ltr"}


@pytest.mark.parametrize("kind", ["image", "reflowable", "pdf"])
def test_back_to_pages(kind):
    with lectern.Preferences(kind, {"readingProgression": "ttb"}) as draft:
        draft.set("scroll", False)
        assert value(draft, "scroll") is False and value(draft, "readingProgression") == "ltr"
    with lectern.Preferences(kind) as draft:
        draft.set("scroll", False).set("readingProgression", "ttb")
        assert value(draft, "scroll") is True and draft.is_active("readingProgression")


def test_lines_keep_their_direction():
    with publication("ar") as book, lectern.Navigator(book, {"preferences": {"readingProgression": "ttb"}}) as navigator:
        css = navigator.css("text/one.xhtml")
        assert (css["family"], css["dir"]) == ("rtl", "rtl")
        with navigator.edit_preferences() as draft:
            assert draft.set("scroll", False).json == {"scroll": False, "readingProgression": "rtl"}


# ------------------------------------------------------------------------------------------------------------- Ranges

@pytest.mark.parametrize("kind, older, number, key, today", [
    ("reflowable", "horizontalPageMargins", 0, "pageMargins", 0.0), ("reflowable", "horizontalPageMargins", 0.25, "pageMargins", 1.0),
    ("reflowable", "horizontalPageMargins", 1, "pageMargins", 4.0), ("reflowable", "horizontalPageMargins", 1.3, "pageMargins", 1.3),
    ("reflowable", "verticalPageMargins", 0.5, "verticalMargins", 2.0), ("pdf", "verticalPageMargins", 0.1, "pageSpacing", 20.0),
    ("reflowable", "columns", 0, "columnCount", "1"), ("reflowable", "columns", 0.4, "columnCount", "1"),
    ("reflowable", "columns", 0.5, "columnCount", "2"), ("reflowable", "columns", 0.99, "columnCount", "2"),
    ("reflowable", "columns", 1, "columnCount", "2"), ("reflowable", "columns", 1.0, "columnCount", "2"), ("reflowable", "columnCount", 1, "columnCount", "1"), ("reflowable", "columns", 2, "columnCount", "2"),
    ("audio", "playbackVolume", 0.3, "volume", 0.3), ("audio", "playbackRate", 1, "speed", 1.0),
    ("image", "quality", 0.99, "quality", "max"), ("reflowable", "pageMargins", 0.25, "pageMargins", 0.25),
    ("reflowable", "fontSize", 0.5, "fontSize", 0.5),
])
def test_numbers_of_the_first_design(kind, older, number, key, today):
    with lectern.Preferences(kind, {older: number}) as draft:
        assert draft.json == {key: today} and value(draft, key) == today


def test_margins_are_apart():
    with lectern.Preferences("reflowable", {"verticalPageMargins": 0.1, "horizontalPageMargins": 0.9}) as draft:
        assert draft.json == {"pageMargins": 3.6, "verticalMargins": 0.4}


# --------------------------------------------------------------------------------------------------------- Two pages

@pytest.mark.parametrize("kind", ["fixed", "pdf", "image"])
@pytest.mark.parametrize("width, height, pairs", [(600, 800, True), (800, 600, False)])
def test_two_pages_in_portrait(kind, width, height, pairs):
    preferences = {"doublePageSpread": "portrait", "scroll": False}
    options = {"kind": kind, "preferences": preferences, "viewport": {"width": width, "height": height}}
    items = [{"href": f"{number}.jpg", "type": "image/jpeg"} for number in range(3)]
    with publication(items=items) as book, lectern.Navigator(book, options) as navigator:
        assert navigator.settings["settings"]["spread"]["preference"] == "portrait"
        assert navigator.spreads["isEnabled"] is pairs
        with navigator.edit_preferences() as draft:
            assert draft.label("spread", "portrait") == "In portrait only" and draft.is_active("offsetFirstPage")


@pytest.mark.parametrize("kind, key, word", [
    ("pspdfkit", "doublePageSpread", "portrait"), ("pdfium", "fit", "cover"),
    ("pspdfkit", "fit", "height"), ("reflowable", "textAlign", "end"),
    ("reflowable", "columns", 3), ("fixed", "readingProgression", "ttb"), ("pdf", "captions", "fr"), ("audio", "verticalPageMargins", 0.5),
])
def test_what_cannot_be_shown_is_kept(kind, key, word):
    with lectern.Preferences(kind, {key: word}) as draft:
        assert draft.json == {key: word}
        assert [entry["pointer"] for entry in draft.settings["ignored"]] == ["/" + key]
        assert all(setting["preference"] is None for setting in draft.settings["settings"].values())


# ---------------------------------------------------------------------------------------- Continuous and orientation

@pytest.mark.parametrize("kind", ["reflowable", "pdf", "image"])
def test_continuous_needs_scrolling(kind):
    with lectern.Preferences(kind, {"continuous": False}) as draft:
        assert value(draft, "continuous") is False and not draft.is_active("continuous")
        assert draft.set("scroll", True).is_active("continuous")


@pytest.mark.parametrize("kind", ["reflowable", "fixed", "pdf", "image"])
def test_orientation(kind):
    with lectern.Preferences(kind, {"orientation": "landscape"}) as draft:
        assert value(draft, "orientation") == "landscape" and draft.is_active("orientation")
    with publication(presentation={"orientation": "portrait"}) as book, lectern.Navigator(book, {"kind": kind}) as navigator:
        setting = navigator.settings["settings"]["orientation"]
        assert (setting["value"], setting["origin"]) == ("portrait", "publication")
