# SPDX-License-Identifier: BSD-3-Clause
"""Canonically equivalent spellings are different strings: in JSON, and for hosts that use them as keys."""
import json

import pytest

import lectern
from support.books_without_files import publication

ONE, TWO = "caf\u00e9", "cafe\u0301"
#: Their accents are in a different order, so their lengths are equal, too.
ABOVE, BELOW = "a\u0307\u0323", "a\u0323\u0307"
PAIRS = [(ONE, TWO), (ABOVE, BELOW), ("\u212a", "K")]


@pytest.fixture
def book():
    with publication() as opened:
        yield opened


@pytest.mark.parametrize("first, second", PAIRS)
def test_members_of_an_object(book, first, second):
    many = {f"key {number}": number for number in range(20)}
    with lectern.Navigator(book, {"settings": [{"key": "acme:any", "type": "value"}]}) as navigator:
        for value in ({first: 1, second: 2}, {**many, first: 1, second: 2}):
            with navigator.edit_preferences({"acme:any": value}) as draft:
                assert draft.json == {"acme:any": value}


@pytest.mark.parametrize("first, second", PAIRS)
def test_keys_of_settings(book, first, second):
    settings = [{"key": first, "type": "toggle"}, {"key": second, "type": "range", "range": {"min": 0, "max": 3}, "step": 1}]
    labels = {"settings": {first: "first", second: "second"}, "values": {first: {"true": "yes"}}}
    with lectern.Navigator(book, {"settings": settings, "labels": labels}) as navigator:
        with navigator.edit_preferences({second: 2, first: True}) as draft:
            assert draft.json == {first: True, second: 2}
            assert draft.keep([second]) == {second: 2}
            assert draft.increment(second).submit()["changed"] == [first, second]
        shown = navigator.settings["settings"]
        assert [shown[first]["label"], shown[second]["label"]] == ["first", "second"]
        assert [shown[first]["valueLabel"], shown[second]["valueLabel"]] == ["yes", "3"]


@pytest.mark.parametrize("first, second", PAIRS)
def test_values(book, first, second):
    settings = [{"key": "acme:any", "type": "value"}, {"key": "acme:one", "type": "enum", "values": [first, second]}]
    colors = {first: "#111111", second: "#222222"}
    with lectern.Navigator(book, {"settings": settings, "colors": colors}) as navigator:
        for value in (first, second):
            navigator.submit_preferences({"acme:any": value, "acme:one": value, "textColor": value})
            with navigator.edit_preferences() as draft:
                assert draft.json == {"acme:any": value, "acme:one": value, "textColor": colors[value]}
                # A different spelling of a preference is a change, too.
                assert draft.set("acme:any", [value]).submit()["changed"] == ["acme:any"]


@pytest.mark.parametrize("first, second", PAIRS)
def test_styles_topics_and_what_a_host_computes(book, first, second):
    template = {"layout": "bounds", "width": "page", "element": "<p>{{style.note}}</p>"}
    heard = []
    with lectern.Navigator(book, {"decorationTemplates": {first: template}}) as navigator:
        assert (navigator.supports_decoration(first), navigator.supports_decoration(second)) == (True, False)
        navigator.observe("decorations/" + first, lambda topic, event: heard.append(topic))
        locator = {"href": "text/one.xhtml", "type": "text/html"}
        mark = {"id": "1", "locator": locator, "style": {"id": first}, "interactions": ["activate"]}
        for group in (first, second):
            navigator.apply_decorations(group, [mark])
            navigator.activate_decoration(group, "1")
    assert heard == ["decorations/" + first]
    assert [book.cache(name, lambda name=name: name.encode()) for name in (first, second)] == [
        first.encode(), second.encode()]


@pytest.mark.parametrize("first, second", PAIRS)
def test_stores(book, first, second):
    one, two = ({"scope": "publication", "id": name} for name in (first, second))
    heard = []
    with lectern.Store() as store:
        store.save({"scope": "global"}, {first: 1, second: 2})
        store.migrate()
        store.observe(one, lambda scope, preferences: heard.append((scope, preferences)))
        store.save(two, {second: 3})
        assert store.load({"scope": "global"}, two) == {first: 1, second: 3}
    assert heard == [(one, {})]


def test_a_group_may_begin_with_an_accent(book):
    with lectern.Navigator(book) as navigator:
        navigator.observe("decorations/\u0301", lambda topic, event: None)
        with pytest.raises(lectern.ArgumentError):
            navigator.observe("decorations/", lambda topic, event: None)


def test_pointers_have_the_code_points_of_a_key(book):
    with lectern.Navigator(book) as navigator, pytest.raises(lectern.NotFoundError) as caught:
        navigator.edit_preferences().set("~\u0301/\u0301", 1)
    assert caught.value.path == "preferences > /~0\u0301~1\u0301"


def test_many_spellings_of_one_text_take_no_longer_than_others(book):
    spellings = ["".join(("\u00e9", "e\u0301")[number >> bit & 1] for bit in range(16)) for number in range(1 << 16)]
    text = json.dumps({"acme:any": {spelling: number for number, spelling in enumerate(spellings)}})
    with lectern.Navigator(book, {"settings": [{"key": "acme:any", "type": "value"}]}) as navigator:
        with navigator.edit_preferences(text) as draft:
            assert len(draft.json["acme:any"]) == len(spellings)
