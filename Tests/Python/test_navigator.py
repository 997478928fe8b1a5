# SPDX-License-Identifier: BSD-3-Clause
"""Settings, submitted preferences, and listeners."""

import gc
import json
import weakref

import pytest

import lectern


def test_settings_of_a_reflowable_book(navigator):
    settings = navigator.settings
    assert (settings["navigator"], settings["layout"]) == ("epub", "reflowable")
    size = settings["settings"]["fontSize"]
    assert (size["key"], size["type"], size["value"], size["preference"]) == (
        "fontSize",
        "percent",
        1.0,
        None,
    )
    assert (size["range"], size["step"]) == ({"min": 0.1, "max": 5.0}, 0.1)
    assert json.loads(navigator.settings_text) == settings


def test_settings_of_a_fixed_book(packed):
    with lectern.Publication.open(packed("fixed-layout")) as book, lectern.Navigator(book) as navigator:
        settings = navigator.settings
    assert settings["layout"] == "fixed"
    assert settings["settings"]["spread"]["isActive"]


def test_submitting_replaces(navigator):
    navigator.submit_preferences({"fontSize": 1.4, "theme": "dark"})
    navigator.submit_preferences({"theme": "sepia"})
    settings = navigator.settings["settings"]
    assert (settings["fontSize"]["value"], settings["fontSize"]["preference"]) == (1.0, None)
    assert (settings["theme"]["value"], settings["theme"]["origin"]) == ("sepia", "preference")


def test_unusable_preferences_are_ignored_and_logged(packed):
    entries = []
    with lectern.Context(logger=entries.append) as context:
        with lectern.Publication.open(packed("sample"), context=context) as book:
            with lectern.Navigator(book) as navigator:
                navigator.submit_preferences({"noSuchKey": 1, "fontSize": "big", "theme": "dark"})
                with navigator.edit_preferences() as draft:
                    assert draft.json == {"theme": "dark", "noSuchKey": 1, "fontSize": "big"}
    assert [entry["path"] for entry in entries] == ["preferences > /noSuchKey", "preferences > /fontSize"]


def test_options(sample):
    options = {
        "preferences": {"fontSize": 1.2},
        "appPreferences": {"theme": "sepia", "fontSize": 2},
        "defaults": {"scroll": True},
        "locale": "fr",
        "settings": [
            {"key": "acme:ruler", "type": "range", "range": {"min": 0, "max": 10}, "step": 1, "default": 2}
        ],
    }
    with lectern.Navigator(sample, options) as navigator:
        settings = navigator.settings["settings"]
    assert (settings["fontSize"]["value"], settings["fontSize"]["origin"]) == (1.2, "preference")
    assert (settings["theme"]["value"], settings["theme"]["origin"]) == ("sepia", "app")
    assert (settings["scroll"]["value"], settings["scroll"]["origin"]) == (True, "default")
    assert settings["acme:ruler"]["value"] == 2
    assert settings["fontSize"]["label"] != "Font size"


def test_navigator_outlives_its_publication(packed):
    book = lectern.Publication.open(packed("sample"))
    with lectern.Navigator(book) as navigator:
        book.close()
        assert navigator.settings["layout"] == "reflowable"


def test_listener_of_settings_hears_the_present_ones_first(navigator):
    events = []
    with navigator.observe("settings", lambda topic, event: events.append((topic, event))):
        assert [topic for topic, event in events] == ["settings"]
        assert events[0][1]["settings"]["fontSize"]["value"] == 1.0
        navigator.submit_preferences({"fontSize": 1.5})
    assert events[-1][0] == "settings"
    assert events[-1][1]["settings"]["fontSize"]["value"] == 1.5
    heard = len(events)
    navigator.submit_preferences({})
    assert len(events) == heard, "a closed subscription is not called"


def test_listener_of_everything(navigator):
    topics = []
    navigator.observe(None, lambda topic, event: topics.append(topic))
    assert topics == ["preferences", "settings", "spreads"]
    navigator.submit_preferences({"fontSize": 1.5})
    assert topics[3:] == ["preferences", "settings"]


def test_listener_of_preferences(navigator):
    heard = []
    navigator.submit_preferences({"theme": "dark"})
    navigator.observe("preferences", lambda topic, event: heard.append(event))
    assert heard == [{"theme": "dark"}], "what to store is known at once"
    navigator.submit_preferences({"fontSize": 1.5})
    navigator.submit_preferences({"fontSize": 1.5})
    assert heard[1:] == [{"fontSize": 1.5}]


def test_listener_of_settings_hears_what_is_different(navigator):
    events = []
    navigator.observe("settings", lambda topic, event: events.append(event))
    navigator.submit_preferences({"fontSize": 1.5, "theme": "dark"})
    navigator.submit_preferences({"fontSize": 1.5, "scroll": True})
    navigator.submit_preferences({"fontSize": 1.5, "scroll": True, "theme": "light"})
    assert [(event["changed"], event["invalidatesPagination"]) for event in events] == [
        ([], False),
        (["theme", "fontSize"], False),
        (["theme", "scroll"], True),
        ([], False),
    ]


def test_listener_that_listens(navigator):
    """The current value arrives before observe() returns, also inside a listener."""
    heard = []

    def listen(topic, event):
        if event == {"fontSize": 2}:
            navigator.submit_preferences({"fontSize": 3})
            inner.append(navigator.observe("preferences", lambda topic, event: heard.append(event)))
            assert heard == [{"fontSize": 3}], "the value that holds, not that of the current event"

    inner = []
    navigator.observe("preferences", listen)
    navigator.submit_preferences({"fontSize": 2})
    navigator.submit_preferences({"fontSize": 4})
    assert heard == [{"fontSize": 3}, {"fontSize": 4}]


def test_what_a_listener_changes_while_it_is_told_the_present_comes_after_it(navigator):
    order = []

    def first(topic, event):
        order.append(("first", event))

    def second(topic, event):
        order.append(("second", event))
        if not event:
            navigator.submit_preferences({"fontSize": 2})
            order.append(("second", "returns"))

    navigator.observe("preferences", first)
    del order[:]
    navigator.observe("preferences", second)
    assert order == [
        ("second", {}),
        ("second", "returns"),
        ("first", {"fontSize": 2}),
        ("second", {"fontSize": 2}),
    ]


def test_listener_that_submits(navigator):
    heard = []

    def limit(topic, event):
        size = event["settings"]["fontSize"]["value"]
        heard.append(size)
        if size > 2:
            navigator.submit_preferences({"fontSize": 2})

    navigator.observe("settings", limit)
    navigator.submit_preferences({"fontSize": 3})
    assert heard == [1.0, 3, 2]
    assert navigator.settings["settings"]["fontSize"]["value"] == 2


def test_listener_that_closes_itself(navigator):
    heard = []

    def once(topic, event):
        heard.append(event)
        if event:
            subscription.close()

    subscription = navigator.observe("preferences", once)
    navigator.submit_preferences({"fontSize": 1.5})
    navigator.submit_preferences({"fontSize": 1.6})
    assert heard == [{}, {"fontSize": 1.5}]


def test_listener_that_raises(navigator, unraisable):
    def listener(topic, event):
        raise RuntimeError("not listening")

    navigator.observe("preferences", listener)
    navigator.submit_preferences({"fontSize": 1.5})
    assert [str(exception) for exception in unraisable] == ["not listening"] * 2
    assert navigator.settings["settings"]["fontSize"]["value"] == 1.5


def test_navigator_ends_its_subscriptions(sample):
    navigator = lectern.Navigator(sample)
    subscription = navigator.observe(None, lambda topic, event: None)
    navigator.close()
    assert subscription.closed
    assert lectern._callbacks._kept == {}


def test_forgotten_navigator_whose_listener_knows_it(sample):
    navigator = lectern.Navigator(sample)
    navigator.observe("preferences", lambda topic, event, known=navigator: known.settings)
    seen = weakref.ref(navigator)
    del navigator
    gc.collect()
    assert seen() is None
    assert "navigator" not in lectern.live_handles()


def test_closing_leaves_no_cycle(sample):
    gc.collect()
    gc.disable()
    try:
        navigator = lectern.Navigator(sample)
        subscription = navigator.observe("settings", lambda topic, event: None)
        draft = navigator.edit_preferences()
        seen = [weakref.ref(handle) for handle in (navigator, subscription, draft)]
        navigator.close()
        draft.close()
        del navigator, subscription, draft
        assert [handle() for handle in seen] == [None, None, None]
    finally:
        gc.enable()


def test_unknown_topic(navigator):
    # A group of decorations can have any name, so topics are not checked against a list; in any case, the library
    # releases the listener.
    try:
        navigator.observe("weather", lambda topic, event: None).close()
    except lectern.LecternError:
        pass
    assert lectern._callbacks._kept == {}


def test_preferences_that_are_no_object(navigator):
    with pytest.raises(lectern.JsonError):
        navigator.submit_preferences("[]")
