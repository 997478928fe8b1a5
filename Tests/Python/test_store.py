# SPDX-License-Identifier: BSD-3-Clause
"""Stores of preferences, in a file and in memory."""

import gc
import os
import threading

import pytest

import lectern
from lectern.store import GLOBAL, kind, publication

REFLOWABLE = kind("reflowable")
BOOK = publication("urn:isbn:9780000000001")
BOOK_ALOUD = publication("urn:isbn:9780000000001", "tts")


@pytest.fixture(params=["file", "memory"])
def store(request, tmp_path):
    with lectern.Store(tmp_path / "preferences.db" if request.param == "file" else None) as store:
        yield store
        assert store.warnings == []


@pytest.fixture
def file(tmp_path):
    return tmp_path / "preferences.db"


def refused(function, *arguments):
    with pytest.raises(lectern.LecternError) as raised:
        function(*arguments)
    assert raised.value.message and raised.value.path
    return raised.value


# ------------------------------------------------------------------------------------ Loading and saving


def test_nothing_is_kept_at_first(store):
    assert store.scopes == []
    assert store.load(GLOBAL) == store.load(REFLOWABLE, BOOK) == store.load() == {}


def test_each_scope_is_kept_by_itself(store):
    scopes = [GLOBAL, REFLOWABLE, kind("tts"), BOOK, BOOK_ALOUD, publication("b")]
    for number, scope in enumerate(scopes):
        store.save(scope, {"number": number})
    assert [store.load(scope) for scope in scopes] == [{"number": number} for number in range(6)]
    assert sorted(map(str, store.scopes)) == sorted(map(str, scopes))


def test_scopes_come_in_order(store):
    scopes = [publication("b"), kind("tts"), BOOK_ALOUD, publication("\u00e9"), GLOBAL, publication("a"), kind("audio")]
    for scope in scopes:
        store.save(scope, {})
    assert store.scopes == [
        GLOBAL, kind("audio"), kind("tts"), publication("a"), publication("b"), publication("\u00e9"), BOOK_ALOUD,
    ]  # fmt: skip


def test_later_scopes_win_key_by_key(store):
    store.save(GLOBAL, {"theme": "dark", "fontSize": 1.2, "scroll": True})
    store.save(REFLOWABLE, {"fontSize": 1.5, "lineHeight": 1.4})
    store.save(BOOK, {"lineHeight": 1.6, "scroll": None})
    merged = store.load(GLOBAL, REFLOWABLE, BOOK)
    assert merged == {"theme": "dark", "fontSize": 1.5, "scroll": None, "lineHeight": 1.6}
    assert store.load(BOOK, REFLOWABLE)["lineHeight"] == 1.4
    assert store.load(REFLOWABLE, BOOK, REFLOWABLE)["lineHeight"] == 1.4


def test_saving_replaces_and_none_forgets(store):
    store.save(BOOK, {"a": 1, "b": 2})
    store.save(BOOK, {"b": 3})
    assert store.load(BOOK) == {"b": 3}
    store.save(BOOK, None)
    store.save(BOOK, None)
    assert store.load(BOOK) == {} and store.scopes == []
    store.save(BOOK, {})
    assert store.load(BOOK) == {} and store.scopes == [BOOK]


def test_preferences_come_back_as_they_were(store):
    odd = {
        "own:\u0000key": [1, 2.5, -0.0, 1e300, 12345678901234567890, None, True],
        "\U0001f4d6": {"b": "\u0000\u001f\"\\/", "a": "e\u0301"},
        "color": -1,
        "": None,
    }
    refused(store.save, BOOK, odd)
    del odd[""]
    store.save(BOOK, odd)
    assert store.load(BOOK) == odd
    assert list(store.load(BOOK)) == list(odd)


def test_odd_identifiers(store):
    ids = ["'; DROP TABLE preferences; --", "a\u0000b", "a", "e\u0301", "\u00e9", " ", "%", "x" * 8192, "\U0001f4d6"]
    for id in ids:
        store.save(publication(id), {"id": id})
    assert [store.load(publication(id)) for id in ids] == [{"id": id} for id in ids]
    assert len(store.scopes) == len(ids)


def test_several_at_once(store):
    with lectern.Preferences("reflowable", {"language": "fr", "fontSize": 1.5}) as draft:
        store.save_all([(REFLOWABLE, draft.drop("publication")), (BOOK, draft.keep("publication")), (GLOBAL, draft)])
    assert (store.load(REFLOWABLE), store.load(BOOK)) == ({"fontSize": 1.5}, {"language": "fr"})
    assert store.load(GLOBAL) == {"language": "fr", "fontSize": 1.5}
    store.save_all([(REFLOWABLE, None), (BOOK, {"a": 1}), (BOOK, {"a": 2})])
    assert store.load(REFLOWABLE) == {} and store.load(BOOK) == {"a": 2}
    store.save_all([])


def test_all_or_none(store):
    store.save(GLOBAL, {"a": 1})
    refused(store.save_all, [(GLOBAL, {"a": 2}), (BOOK, {"": 1})])
    refused(store.save_all, [(GLOBAL, {"a": 2}), ({"scope": "banana"}, {})])
    assert store.load(GLOBAL) == {"a": 1} and store.scopes == [GLOBAL]


@pytest.mark.parametrize(
    "scope",
    [
        {}, {"scope": "banana"}, {"scope": 1}, {"scope": "global", "id": "a"}, {"scope": "kind"},
        {"scope": "kind", "kind": "liquid"}, {"scope": "kind", "kind": "pdf", "id": "a"}, {"scope": "publication"},
        {"scope": "publication", "id": ""}, {"scope": "publication", "id": 1}, {"scope": "publication", "id": "a", "n": 1},
    ],
)  # fmt: skip
def test_what_is_no_scope(store, scope):
    assert isinstance(refused(store.load, scope), lectern.JsonError)
    assert isinstance(refused(store.save, scope, {}), lectern.JsonError)
    assert isinstance(refused(store.save_all, [(scope, {})]), lectern.JsonError)
    assert isinstance(refused(store.observe, scope, print), lectern.JsonError)


def test_what_are_no_preferences(store):
    for text in ("[]", "1", "null", "{", '{"":1}'):
        assert isinstance(refused(store.save, GLOBAL, text), lectern.JsonError)
    assert store.scopes == []


def test_what_is_too_much(store):
    assert refused(store.save, publication("x" * 8193), {}).status == "LECTERN_ERROR_LIMIT"
    assert refused(store.save, GLOBAL, {"a": "x" * (50 << 20)}).status == "LECTERN_ERROR_LIMIT"
    assert store.scopes == []


def test_much_is_fine(store):
    many = {f"key{number}": number for number in range(100_000)}
    store.save(GLOBAL, many)
    store.save(BOOK, {"k" * 1_000_000: 1})
    assert store.load(*[GLOBAL, BOOK] * 20_000) == {**many, "k" * 1_000_000: 1}


def test_many_scopes(store):
    scopes = [publication(f"book {number:05}") for number in range(5000)]
    store.save_all((scope, {scope["id"]: 1}) for scope in scopes)
    assert store.scopes == scopes
    assert len(store.load(*scopes)) == 5000


def test_one_call_does_not_fetch_everything(store):
    for number in range(5):
        store.save(publication(str(number)), {"text": "x" * 4_000_000})
    with pytest.raises(lectern.LimitError):
        store.load(*[publication(str(number)) for number in range(5)])
    assert len(store.load(*[publication(str(number)) for number in range(4)])) == 1


def test_options():
    lectern.Store(busyTimeout=0).close()
    for options in ({"busyTimeout": -1}, {"busyTimeout": 60_001}, {"busyTimeout": "1"}, {"timeout": 1}):
        assert isinstance(refused(lambda o=options: lectern.Store(**o)), lectern.JsonError)


def test_a_closed_store():
    store = lectern.Store()
    store.close()
    for function in (store.refresh, store.migrate, lambda: store.load(GLOBAL), lambda: store.scopes):
        with pytest.raises(lectern.HandleError):
            function()


@pytest.mark.parametrize("umask", [0, 0o022, 0o077])
def test_a_new_file_is_private(file, umask):
    """A new file is private regardless of the umask, because it may contain notes. An existing file keeps its mode."""
    before = os.umask(umask)
    try:
        with lectern.Store(file) as store:
            store.save(GLOBAL, {"number": 1})
        assert file.stat().st_mode & 0o777 == 0o600
        file.chmod(0o640)
        with lectern.Store(file) as store:
            store.save(GLOBAL, {"number": 2})
        assert file.stat().st_mode & 0o777 == 0o640 and list(file.parent.iterdir()) == [file]
    finally:
        os.umask(before)


# ------------------------------------------------------------------------------------------------ Files


def test_a_file_outlives_its_store(file):
    with lectern.Store(file) as store:
        store.save(BOOK, {"fontSize": 1.5})
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    with lectern.Store(file) as store:
        assert store.load(BOOK) == {"fontSize": 1.5} and store.scopes == [BOOK]


def test_memory_does_not():
    with lectern.Store() as store:
        store.save(BOOK, {"fontSize": 1.5})
    with lectern.Store() as store:
        assert store.scopes == []


def test_two_stores_of_one_file(file):
    with lectern.Store(file) as one, lectern.Store(file) as two:
        one.save(BOOK, {"a": 1})
        assert two.load(BOOK) == {"a": 1}
        two.save(BOOK, {"a": 2})
        assert one.load(BOOK) == {"a": 2}


def test_without_sqlite(file, tmp_path):
    other = tmp_path / "libother.so"
    other.write_bytes(b"no library")
    for library in (tmp_path / "none.so", other):
        with lectern.Context(sqlite=str(library)) as context:
            with pytest.raises(lectern.UnsupportedError) as raised:
                lectern.Store(file, context=context)
            assert str(library) in raised.value.message
            with lectern.Store(context=context) as store:
                store.save(GLOBAL, {"a": 1})
                assert store.load(GLOBAL) == {"a": 1}
    assert not file.exists()


def test_a_library_that_is_no_sqlite(file):
    with lectern.Context(sqlite="libc.so.6") as context, pytest.raises(lectern.UnsupportedError, match="not SQLite"):
        lectern.Store(file, context=context)


# --------------------------------------------------------------------------------------------- Listening


def test_the_present_first_then_each_change(store):
    events = []
    store.save(BOOK, {"a": 1})
    subscription = store.observe(BOOK, lambda scope, preferences: events.append((scope, preferences)))
    store.observe(GLOBAL, lambda scope, preferences: events.append((scope, preferences)))
    assert events == [(BOOK, {"a": 1}), (GLOBAL, {})]
    events.clear()
    store.save(BOOK, {"a": 2})
    store.save(BOOK, {"a": 2})
    store.save(publication("another"), {"a": 3})
    store.save_all([(BOOK, None), (GLOBAL, {"b": 1})])
    store.refresh()
    assert events == [(BOOK, {"a": 2}), (BOOK, {}), (GLOBAL, {"b": 1})]
    subscription.close()
    store.save(BOOK, {"a": 4})
    assert len(events) == 3


def test_all_scopes(store):
    events = []
    store.save(GLOBAL, {"a": 1})
    store.save(BOOK, {"a": 2})
    one = store.observe(None, lambda *event: events.append(event))
    two = store.observe(None, lambda *event: None)
    assert events == [(GLOBAL, {"a": 1}), (BOOK, {"a": 2})]
    store.save(REFLOWABLE, {"a": 3})
    two.close()
    store.save(BOOK, None)
    assert events[2:] == [(REFLOWABLE, {"a": 3}), (BOOK, {})]
    one.close()
    store.save(BOOK, {})
    assert len(events) == 4


def test_listeners_of_all_scopes_hear_nothing_of_notes(store, unraisable):
    events, notes = [], []
    store.observe(None, lambda *event: events.append(event))
    store.observe_notes(notes.append)
    store.save_notes("phone", [{"id": "a", "locator": {"href": "a", "type": "text/html"}}])
    store.save(GLOBAL, {"a": 1})
    assert events == [(GLOBAL, {"a": 1})] and len(notes) == 2 and unraisable == []


def test_saving_from_inside_of_a_listener(store):
    """It is delivered after the current event, to all listeners in the same order."""
    events = {1: [], 2: []}
    subscriptions = []

    def first(scope, preferences):
        events[1].append(preferences)
        if preferences.get("a", 9) < 3:
            store.save(BOOK, {"a": preferences["a"] + 1})
            assert events[2] == events[1][:-1]
            subscriptions.append(store.observe(GLOBAL, lambda *event: None))

    store.observe(BOOK, first)
    store.observe(BOOK, lambda scope, preferences: events[2].append(preferences))
    store.save(BOOK, {"a": 1})
    assert events[1] == events[2] == [{}, {"a": 1}, {"a": 2}, {"a": 3}]


def test_what_others_save(file):
    events = []
    with lectern.Store(file) as here, lectern.Store(file) as there:
        here.observe(BOOK, lambda *event: events.append(event))
        events.clear()
        there.save(BOOK, {"a": 1})
        there.save(GLOBAL, {"a": 2})
        assert events == []
        here.refresh()
        assert events == [(BOOK, {"a": 1})]
        there.save(BOOK, {"a": 3})
        here.load(GLOBAL)
        there.save(BOOK, {"a": 4})
        here.save(GLOBAL, {})
        there.save(BOOK, {"a": 5})
        here.save(BOOK, {"a": 6})
        there.save(BOOK, None)
        assert here.scopes == [GLOBAL]
        assert [preferences for _, preferences in events] == [{"a": number} for number in (1, 3, 4, 5, 6)] + [{}]
        here.observe(None, lambda *event: events.append(event))
        events.clear()
        there.save(REFLOWABLE, {"b": 1})
        there.save(GLOBAL, None)
        here.refresh()
        assert events == [(REFLOWABLE, {"b": 1}), (GLOBAL, {})]


def test_a_file_that_is_gone(file):
    events = []
    with lectern.Store(file) as store:
        store.save(BOOK, {"a": 1})
        store.observe(BOOK, lambda *event: events.append(event))
        file.unlink()
        store.refresh()
        assert events == [(BOOK, {"a": 1}), (BOOK, {})]
        store.save(BOOK, {"a": 2})
    with lectern.Store(file) as store:
        assert store.load(BOOK) == {"a": 2}


def test_a_listener_that_raises(store, unraisable):
    def listener(scope, preferences):
        raise ValueError("no")

    store.observe(BOOK, listener)
    store.save(BOOK, {"a": 1})
    assert store.load(BOOK) == {"a": 1}
    assert [type(one) for one in unraisable] == [ValueError, ValueError]


def test_a_forgotten_store_is_collected(file):
    store = lectern.Store(file)
    store.observe(None, lambda *event: store.scopes)  # noqa: F821
    del store
    gc.collect()
    assert lectern.live_handles() == {}


def test_the_order_of_closing_does_not_matter(file):
    store = lectern.Store(file)
    subscription = store.observe(BOOK, lambda *event: None)
    lectern.Store.__mro__[2].close(store)
    subscription.close()
    assert lectern.live_handles() == {}


def test_threads(store):
    """No save of any thread is lost, and the last event has the stored value."""
    told = {}
    store.observe(None, lambda scope, preferences: told.update({scope["id"]: preferences}))

    def work(name):
        for number in range(15):
            store.save(publication(name), {"number": number})
            store.save(publication("all"), {"name": name, "number": number})
            store.load(publication(name), publication("all"))

    threads = [threading.Thread(target=work, args=(str(number),)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.refresh()
    assert [store.load(publication(str(number))) for number in range(4)] == [{"number": 14}] * 4
    assert told == {scope["id"]: store.load(scope) for scope in store.scopes}
