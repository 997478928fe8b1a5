# SPDX-License-Identifier: BSD-3-Clause
"""Settings of reading aloud in navigators of documents: voices and media overlays."""
import json

import pytest

import lectern
from support.books_without_files import comic, pdf, publication

from .web import Page, state_of

KEYS = ["defaultLanguage", "speed", "pitch", "voices", "voiceIdentifier", "volume", "skipPageNumbers", "skipNoteNumbers", "skipNotes",
        "skipTables", "skipSidebars", "rubyReadings"]


@pytest.mark.parametrize("layout", ["reflowable", "fixed"])
def test_documents_can_be_read_aloud(layout):
    with publication(layout=layout) as book, lectern.Navigator(book) as view:
        settings = view.settings["settings"]
        assert list(settings)[-len(KEYS):] == KEYS
        assert all(settings[key]["isActive"] for key in KEYS)
        assert not any(settings[key]["reflows"] or settings[key]["invalidatesPagination"] for key in KEYS)
        assert {key: settings[key]["value"] for key in KEYS[1:3] + KEYS[5:]} == {
            "speed": 1.0, "pitch": 1.0, "volume": 1.0, "skipPageNumbers": True, "skipNoteNumbers": True, "skipNotes": True,
            "skipTables": False, "skipSidebars": False, "rubyReadings": False}


def test_what_has_no_text_cannot():
    items = [{"href": "1.jpg", "type": "image/jpeg"}, {"href": "a.pdf", "type": "application/pdf"}]
    with publication(items=items) as book, lectern.Navigator(book, {"locale": "fr"}) as view:
        for key in KEYS:
            assert view[key].json["reasons"] == ["Cette publication n’a pas de texte à lire à voix haute"], key
        assert json.loads(view.get("~lectern/state.json").read())["settings"]["speed"] is None
    for make in (comic, pdf):
        with make() as book, lectern.Navigator(book) as view:
            assert not set(KEYS) & view.settings["settings"].keys()


def test_they_are_stored_like_others():
    chosen = {"speed": 1.5, "volume": 0.5, "skipNotes": False, "voices": {"en": "Ann"}}
    with lectern.Store() as store, publication() as book, lectern.Navigator(book) as view:
        scope = {"scope": "kind", "kind": "reflowable"}
        with view.edit_preferences() as draft:
            draft.increment("speed").merge(chosen)
            answer = draft.submit()
            store.save(scope, draft)
        assert sorted(answer["changed"]) == sorted(chosen) and not answer["reflows"]
        assert store.load(scope) == chosen


@pytest.mark.parametrize("locale", ["de", "fr", "es", "ar", "ja"])
def test_their_labels(locale):
    def labels(locale):
        with publication() as book, lectern.Navigator(book, {"locale": locale}) as view:
            return [view[key].label for key in KEYS]
    same = {("fr", "Volume")}
    assert [one for one, other in zip(labels("en"), labels(locale)) if one == other and (locale, one) not in same] == []


def test_the_rate_of_the_page_is_the_setting(navigator, page):
    heard = []
    with navigator.observe("preferences", lambda topic, event: heard.append(event)):
        navigator.send({"command": "rate", "value": 1.5})
    assert heard[-1] == {"speed": 1.5} and navigator["speed"].value == 1.5
    messages = page.poll()
    assert [one["type"] for one in messages] == ["settings"] and messages[0]["settings"]["speed"] == 1.5


def test_a_choice_in_the_page_is_a_preference(navigator, page):
    navigator.submit_preferences({"fontSize": 1.2})
    page.send({"type": "preference", "key": "volume", "value": 0.25})
    assert navigator.edit_preferences().json == {"fontSize": 1.2, "volume": 0.25}
    assert state_of(navigator)["settings"]["volume"] == 0.25


def test_a_choice_that_is_no_value(navigator, page):
    with pytest.raises(lectern.JsonError):
        navigator.receive({"type": "preference", "key": "speed", "value": "fast"})
    assert navigator.edit_preferences().json == {}


def test_there_is_no_rate_where_nothing_is_played():
    with comic() as book, lectern.Navigator(book) as view:
        Page(view)
        with pytest.raises(lectern.NotFoundError):
            view.send({"command": "rate", "value": 2})
