# SPDX-License-Identifier: BSD-3-Clause
"""Profiles: sets of preferences with a title, which a reader switches between and changes independently."""

import contextlib
import sqlite3
import threading

import pytest

import lectern
from lectern._calls import call
from lectern._values import json_text
from lectern.store import GLOBAL, kind, profile, publication
from support.schemas import explain, validators

TEXT, COMICS = kind("reflowable"), kind("image")
BOOK = publication("urn:isbn:9780000000001")
DAY, NIGHT = {"id": "day", "title": "By day"}, {"id": "night", "title": "At night"}


@pytest.fixture(params=["file", "memory"])
def store(request, tmp_path):
    with lectern.Store(tmp_path / "preferences.db" if request.param == "file" else None) as store:
        yield store
        assert store.warnings == []


@pytest.fixture
def file(tmp_path):
    return tmp_path / "preferences.db"


@pytest.fixture
def two(store):
    """A store with two profiles; "day" is chosen for text."""
    store.save_profiles(save=[DAY, NIGHT], choose=[(TEXT, "day")])
    store.save_all([(profile("day", "reflowable"), {"fontSize": 1.2}), (profile("night", "reflowable"), {"theme": "dark"}),
                    (profile("night", "image"), {"fit": "width"}), (profile("night"), {"volume": 0.5})])
    return store


def refused(status, function, *arguments, **named):
    with pytest.raises(lectern.LecternError) as raised:
        function(*arguments, **named)
    assert raised.value.status == f"LECTERN_ERROR_{status}" and raised.value.message and raised.value.path
    return raised.value


VALIDATORS = validators()


def valid(schema, document):
    assert not explain(VALIDATORS[schema], document)


def listed(store, *scopes):
    answer = store.profiles(*scopes)
    valid("store-profiles", answer)
    return answer


# ------------------------------------------------------------------------------------------------ Preferences


def test_there_are_none_at_first(store):
    assert listed(store) == listed(store, TEXT, BOOK) == {"profiles": []}


def test_each_is_changed_independently(two):
    two.save(profile("night", "reflowable"), {"theme": "sepia"})
    assert two.load(profile("night", "reflowable")) == {"theme": "sepia"}
    assert two.load(profile("day", "reflowable")) == {"fontSize": 1.2}
    assert two.load(profile("night", "image")) == {"fit": "width"} and two.load(TEXT) == {}
    assert profile("day", "reflowable") in two.scopes and len(two.scopes) == 4


def test_a_profile_takes_its_place_in_the_order_of_the_scopes(two):
    """App, profile, book: the order of the Settings API proposal."""
    two.save_all([(GLOBAL, {"theme": "light", "scroll": True}), (BOOK, {"language": "fr", "scroll": False})])
    merged = two.load(GLOBAL, profile("night"), profile("night", "reflowable"), BOOK)
    assert merged == {"theme": "dark", "scroll": False, "volume": 0.5, "language": "fr"}


def test_they_are_listed_by_id(two):
    assert listed(two)["profiles"] == [DAY, NIGHT]


def test_a_title_need_not_be_unique(store):
    store.save_profiles(save=[{"id": id, "title": "Mine"} for id in "ba"])
    assert listed(store)["profiles"] == [{"id": "a", "title": "Mine"}, {"id": "b", "title": "Mine"}]


def test_renaming_keeps_the_rest(two):
    two.save_profiles(save=[{"id": "day", "title": "Tag"}])
    assert listed(two, TEXT) == {"profiles": [{"id": "day", "title": "Tag"}, NIGHT], "chosen": "day"}
    assert two.load(profile("day", "reflowable")) == {"fontSize": 1.2}


def test_a_copy_is_independent(two):
    two.save_profiles(save=[{"id": "late", "title": "Late", "copyOf": "night"}])
    for scope in ("reflowable", "image", None):
        assert two.load(profile("late", scope)) == two.load(profile("night", scope))
    two.save(profile("late", "reflowable"), {"fontSize": 3})
    assert two.load(profile("night", "reflowable")) == {"theme": "dark"}


def test_a_copy_replaces_what_was_there(two):
    two.save_profiles(save=[{"id": "night", "copyOf": "day"}])
    assert two.load(profile("night", "reflowable")) == {"fontSize": 1.2}
    assert two.load(profile("night", "image")) == two.load(profile("night")) == {}
    assert listed(two)["profiles"] == [DAY, NIGHT]
    two.save_profiles(save=[{"id": "day", "copyOf": "day"}])
    assert two.load(profile("day", "reflowable")) == {"fontSize": 1.2}


def test_a_copy_of_one_that_the_same_call_makes(two):
    two.save_profiles(save=[{"id": "a", "title": "A", "copyOf": "day"}, {"id": "b", "title": "B", "copyOf": "a"}],
                      choose=[(GLOBAL, "b")])
    assert two.load(profile("b", "reflowable")) == {"fontSize": 1.2} and listed(two)["chosen"] == "b"


def test_a_removed_profile_is_gone(two):
    two.save_profiles(choose=[(BOOK, "night"), (COMICS, "night"), (GLOBAL, "day")])
    two.save_profiles(remove=["night", "never was"])
    assert listed(two, BOOK) == listed(two, COMICS) == {"profiles": [DAY]}
    assert listed(two, GLOBAL, TEXT, BOOK)["chosen"] == "day"
    assert two.scopes == [profile("day", "reflowable")]
    # A new profile with the same id is empty.
    two.save_profiles(save=[NIGHT])
    assert two.load(profile("night")) == {} and "chosen" not in listed(two, BOOK)


# ------------------------------------------------------------------------------------------------------ Choosing


def test_the_last_scope_with_a_choice_decides(two):
    two.save_profiles(choose=[(GLOBAL, "night")])
    assert listed(two)["chosen"] == listed(two, GLOBAL, COMICS, BOOK)["chosen"] == "night"
    assert listed(two, GLOBAL, TEXT, BOOK)["chosen"] == "day"
    two.save_profiles(choose=[(BOOK, "night"), (publication(BOOK["id"], "tts"), "day")])
    assert listed(two, GLOBAL, TEXT, BOOK)["chosen"] == "night"
    assert listed(two, GLOBAL, TEXT, BOOK, publication(BOOK["id"], "tts"))["chosen"] == "day"
    two.save_profiles(choose=[(BOOK, None), (TEXT, "night"), (TEXT, None)])
    assert listed(two, TEXT, BOOK) == {"profiles": [DAY, NIGHT]}


def test_a_choice_is_no_preference(two):
    two.save(TEXT, {"fontSize": 2})
    two.save(TEXT, None)
    assert listed(two, TEXT)["chosen"] == "day" and two.load(TEXT) == {} and TEXT not in two.scopes


# --------------------------------------------------------------------------------------------- All or none


@pytest.mark.parametrize(
    "status, changes",
    [
        ("NOT_FOUND", {"choose": [(BOOK, "nobody")]}),
        ("NOT_FOUND", {"save": [{"id": "a", "title": "A", "copyOf": "nobody"}]}),
        ("NOT_FOUND", {"remove": ["day"], "choose": [(BOOK, "day")]}),
        ("JSON", {"save": [{"id": "a"}]}),
        ("JSON", {"save": [{"id": "", "title": "A"}]}),
        ("JSON", {"save": [{"id": "a", "title": ""}]}),
        ("JSON", {"save": [{"title": "A"}]}),
        ("JSON", {"save": [{"id": "a", "title": "A", "theme": "dark"}]}),
        ("JSON", {"choose": [(profile("night"), "day")]}),
        ("JSON", {"choose": [({"scope": "banana"}, "day")]}),
        ("JSON", {"choose": [(BOOK, 1)]}),
        ("JSON", {"remove": [1]}),
        ("LIMIT", {"save": [{"id": "a" * 8193, "title": "A"}]}),
        ("LIMIT", {"save": [{"id": "a", "title": "A" * 8193}]}),
    ],
)  # fmt: skip
def test_what_fails_changes_nothing(two, status, changes):
    before = listed(two, TEXT), two.scopes
    changes = {**changes, "save": [{"id": "day", "title": "Changed"}, *changes.get("save", [])]}
    refused(status, two.save_profiles, **changes)
    assert (listed(two, TEXT), two.scopes) == before


def test_what_is_no_change(store):
    for text in ("[]", "null", '{"rename": []}', '{"save": {}}', '{"choose": [{"scope": {"scope": "global"}}]}'):
        with pytest.raises(lectern.JsonError):
            call("lectern_store_save_profiles", store, text.encode())
    store.save_profiles()
    refused("JSON", store.profiles, profile("a"))


def test_preferences_of_a_profile_that_is_not_there(two):
    """A program that still has it open does not bring it back."""
    two.save_profiles(remove=["night"])
    refused("NOT_FOUND", two.save, profile("night", "reflowable"), {"theme": "dark"})
    refused("NOT_FOUND", two.save_all, [(TEXT, {"a": 1}), (profile("night"), {})])
    assert two.load(TEXT) == {}
    two.save(profile("night"), None)
    for scope in ({"scope": "profile"}, {"scope": "profile", "id": ""}, {"scope": "profile", "id": "a", "kind": "x"}):
        refused("JSON", two.load, scope)
        refused("JSON", two.observe, scope, print)


# ------------------------------------------------------------------------------------------------ Listening


def observed(store, scope):
    events = []
    store._observe("lectern_store_observe", None if scope is None else json_text(scope),
                   lambda topic, event: (valid("event-store", event), events.append(event)))
    return events


def test_listeners_are_told_the_choice_and_the_title(two):
    text, night = observed(two, TEXT), observed(two, profile("night"))
    assert text == [{"scope": TEXT, "profile": "day", "preferences": {}}]
    assert night == [{"scope": profile("night"), "title": "At night", "preferences": {"volume": 0.5}}]
    two.save_profiles(choose=[(TEXT, "night"), (COMICS, "night")])
    two.save(TEXT, {"a": 1})
    two.save_profiles(save=[{"id": "night", "title": "Nacht", "copyOf": "day"}])
    two.save_profiles(remove=["night"])
    assert text[1:] == [
        {"scope": TEXT, "profile": "night", "preferences": {}},
        {"scope": TEXT, "profile": "night", "preferences": {"a": 1}},
        {"scope": TEXT, "preferences": {"a": 1}},
    ]
    # The first of these has a new title and new preferences.
    assert night[1:] == [
        {"scope": profile("night"), "title": "Nacht", "preferences": {}},
        {"scope": profile("night"), "preferences": {}},
    ]


def test_listeners_of_all_scopes(two):
    events = observed(two, None)
    assert sorted((one["scope"].get("id", ""), one["scope"].get("kind", "")) for one in events) == [
        ("", "reflowable"), ("day", ""), ("day", "reflowable"), ("night", ""), ("night", "image"), ("night", "reflowable"),
    ]  # fmt: skip
    events.clear()
    two.save_profiles(choose=[(TEXT, "day")], save=[DAY])
    assert events == []
    two.save_profiles(choose=[(BOOK, "day")])
    assert events == [{"scope": BOOK, "profile": "day", "preferences": {}}]


def test_what_other_processes_choose(file):
    with lectern.Store(file) as here, lectern.Store(file) as there:
        there.save_profiles(save=[DAY, NIGHT])
        text, day = observed(here, TEXT), observed(here, profile("day"))
        there.save_profiles(choose=[(TEXT, "day")], save=[{"id": "day", "title": "Tag"}])
        here.refresh()
        assert text[-1]["profile"] == "day" and day[-1]["title"] == "Tag" and len(text) == len(day) == 2
        there.save_profiles(remove=["day"])
        here.refresh()
        assert text[-1] == {"scope": TEXT, "preferences": {}} and "title" not in day[-1]


def test_threads_choose_at_the_same_time(file):
    """Each makes its own profile with a store of its own; none is lost, and the choice is one of them."""
    def work(name):
        with lectern.Store(file, busyTimeout=60_000) as store:
            for number in range(10):
                store.save_profiles(save=[{"id": f"{name}{number}", "title": name}], choose=[(GLOBAL, f"{name}{number}")])

    threads = [threading.Thread(target=work, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with lectern.Store(file) as store:
        answer = listed(store)
        assert len(answer["profiles"]) == 30 and answer["chosen"][1:] == "9" and store.warnings == []


# ---------------------------------------------------------------------------------------- In the file


def rows(file, statement, *values):
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(statement, values).fetchall()


def test_they_outlive_the_store_in_a_file_of_the_same_version(file):
    with lectern.Store(file) as store:
        store.save_profiles(save=[DAY], choose=[(TEXT, "day")])
    assert rows(file, "PRAGMA user_version") == [(2,)]
    with lectern.Store(file, readOnly=True) as store:
        assert listed(store, TEXT) == {"profiles": [DAY], "chosen": "day"}
        refused("ARGUMENT", store.save_profiles, save=[NIGHT])


@pytest.mark.parametrize("record", [("profile/facts", ""), ("kind/facts", "reflowable"), ("profile", "reflowable")])
def test_a_damaged_record_costs_nothing_else(file, record):
    with lectern.Store(file) as store:
        store.save_profiles(save=[DAY, NIGHT], choose=[(TEXT, "day"), (BOOK, "day")])
        store.save_all([(profile("day", "reflowable"), {"fontSize": 1.2}), (profile("night"), {"theme": "dark"})])
    rows(file, "UPDATE preferences SET json = '{}' WHERE scope = ? AND kind = ? AND id IN ('', 'day')", *record)
    with lectern.Store(file) as store:
        assert len(store.warnings) == 1 and (file.parent / f"{file.name}.damaged-1").exists()
        answer = listed(store, TEXT)
        assert answer["profiles"] == [{"id": "day", "title": "day" if record[0] == "profile/facts" else "By day"}, NIGHT]
        assert ("chosen" in answer) == (record[0] != "kind/facts") and listed(store, BOOK)["chosen"] == "day"
        assert store.load(profile("day", "reflowable")) == ({} if record[0] == "profile" else {"fontSize": 1.2})
        # It can be used, renamed and removed as before.
        store.save(profile("day", "image"), {"fit": "page"})
        store.save_profiles(save=[DAY])
        store.save_profiles(remove=["day"])
        assert listed(store, BOOK) == {"profiles": [NIGHT]}


def test_migration_includes_profiles(store):
    store.save_profiles(save=[DAY], choose=[(TEXT, "day")])
    store.save(profile("day", "reflowable"), {"publisherDefaults": False})
    changes = store.migrate()["changes"]
    assert [(one["scope"], one["to"]) for one in changes] == [(profile("day", "reflowable"), {"publisherStyles": False})]
    assert listed(store, TEXT) == {"profiles": [DAY], "chosen": "day"} and store.migrate()["changes"] == []
