# SPDX-License-Identifier: BSD-3-Clause
"""Notes in a store, in a file and in memory."""
import json

import pytest

import lectern
from support.note_files import NOW, annotation, annotation_set, ids, place, random_notes, save

from .test_xpointers import book


def at(second):
    return f"2026-01-01T00:{second // 60:02}:{second % 60:02}Z"


@pytest.fixture(params=["file", "memory"])
def store(request, tmp_path):
    with lectern.Store(tmp_path / "notes.db" if request.param == "file" else None) as store:
        yield store


@pytest.fixture
def file(tmp_path):
    return tmp_path / "notes.db"


# ------------------------------------------------------------------------------------------------------------ Saving

def test_a_note_is_kept(store, check):
    [saved] = save(store, {"locator": place(0.5), "color": "blue", "style": "solid", "own": [1]}, publication="b")
    check("note", saved)
    assert saved["kind"] == "highlight" and saved["created"] == saved["modified"] == NOW
    assert saved["clocks"] == {name: "1767225600000.0.phone" for name in ("place", "look", "text")}
    assert list(store.notes()) == list(store.notes(publication="b")) == [saved]
    assert saved["own"] == [1] and saved["publication"] == "b"


def test_an_edit_changes_what_it_names(store):
    [saved] = save(store, {"id": "n", "locator": place(0.5), "color": "blue"})
    [edited] = save(store, {"id": "n", "color": "pink", "tags": ["a"]}, now=at(1), device="tablet")
    assert edited == {**saved, "color": "pink", "tags": ["a"], "modified": at(1),
                      "clocks": {**saved["clocks"], "look": "1767225601000.0.tablet", "tags": "1767225601000.0.tablet"}}
    [cleared] = save(store, {"id": "n", "tags": None}, now=at(2))
    assert "tags" not in cleared and cleared["color"] == "pink"
    assert save(store, {"id": "n", "color": "pink"}, now=at(3)) == [cleared], "nothing has changed"


def test_an_edit_counts_whatever_the_clock_says(store):
    save(store, {"id": "n", "locator": place(0.5), "color": "blue"}, now=at(9))
    [edited] = save(store, {"id": "n", "color": "pink"}, now=at(1), device="tablet")
    assert edited["clocks"]["look"] == "1767225609000.1.tablet"


@pytest.mark.parametrize("foreign", [
    {"clocks": {name: clock for name in ("place", "look", "text", "tags")}}
    for clock in ("253402300799999.2147483647.zz", "253402300799999.2147483640.zz", "1.2147483647.zz")
] + [{"modified": "9999-12-31T23:59:59.999-23:59"}, {"created": "9999-12-31T24:00:60.999-23:59"}])
def test_a_clock_at_the_end_of_its_range_loses_like_any_other(store, foreign):
    theirs = {"id": "1", "kind": "highlight", "locator": place(0.5), "color": "pink", "style": "solid", **foreign}
    store.merge_notes([theirs])
    for number in range(20):
        save(store, {"id": "1", "color": f"c{number}"})
        store.merge_notes([theirs])
        [kept] = store.notes()
        assert kept["color"] == f"c{number}"
    # Another device can read it.
    with lectern.Store() as other:
        other.merge_notes([theirs])
        other.merge_notes(store.note_changes()["notes"])
        assert list(other.notes()) == [kept]


def test_a_deletion_and_its_end(store):
    save(store, {"id": "n", "locator": place(0.5)}, {"id": "m", "locator": place(0.6)})
    store.save_notes("phone", delete=["n", "unknown"], now=at(1))
    assert ids(store.notes()) == ["m"]
    save(store, {"id": "n", "color": "blue"}, now=at(2))
    assert sorted(ids(store.notes())) == ["m", "n"]
    store.save_notes("phone", delete=["n"], now=at(3))
    assert [one.get("deleted") for one in store.note_changes()["notes"]] == [None, at(3)]
    store.save_notes("phone", now=at(4), purgeBefore=at(3))
    assert len(store.note_changes()["notes"]) == 2
    store.save_notes("phone", now=at(4), purgeBefore=at(4))
    assert ids(store.note_changes()["notes"]) == ["m"]


def test_all_or_nothing(store):
    for wrong, path in (({"id": "n", "kind": "poem"}, "/save/1/kind"), ({"id": "n"}, "/save/1/locator"), (3, "/save/1"),
                        ({"locator": {}}, "/save/1/locator/href"), ({"id": ""}, "/save/1/id"),
                        ({"locator": place(0), "headings": [{"text": "A", "level": "1"}]}, "/save/1/headings/0/level"),
                        ({"locator": {"href": "a", "locations": {"textPosition": {"start": 1, "end": "b"}}}}, "/save/1/locator/locations/textPosition/end")):
        with pytest.raises(lectern.JsonError) as refused:
            save(store, {"id": "m", "locator": place(0.5)}, wrong)
        assert refused.value.path == f"changes > {path}"
    with pytest.raises(lectern.LimitError):
        save(store, {"id": "m", "locator": place(0.5)}, {"locator": place(0), "own": "a" * 1_100_000})
    assert list(store.notes()) == []
    for wrong in ({"now": "today"}, {"device": ""}, {"own": 1}):
        with pytest.raises(lectern.JsonError):
            store.save_notes(**{"device": "phone", "now": NOW, **wrong})


def test_last_places(store):
    for second, device in enumerate(("phone", "tablet", "phone")):
        save(store, {"kind": "position", "locator": place(second / 10)}, device=device, now=at(second), publication="b")
    assert list(store.notes(publication="b")) == []
    found = list(store.notes(publication="b", kind="position", order="modified"))
    assert [(one["device"], one["locator"]["locations"]["progression"]) for one in found] == [("phone", 0.2), ("tablet", 0.1)]


# ----------------------------------------------------------------------------------------------------------- Queries

@pytest.fixture
def many(store):
    store.add_publication({"id": "b", "title": "B", "readingOrder": ["z.xhtml", "a.xhtml"]})
    save(store, *[
        {"id": "1", "locator": place(0.9, "z.xhtml"), "tags": ["sea", "a"], "publication": "b"},
        {"id": "2", "locator": place(0.1, "a.xhtml", "Élan vital"), "publication": "b", "body": {"text": "Look: 鯨 here"}},
        {"id": "3", "locator": place(0.1, "z.xhtml#x"), "publication": "b", "kind": "bookmark"},
        {"id": "4", "locator": place(0.5, "z.xhtml"), "publication": "c", "tags": ["seaside"]}])
    save(store, {"id": "1", "color": "pink"}, now=at(5))
    return store


@pytest.mark.parametrize("query, expected", [
    ({"publication": "b"}, "312"), ({"publication": "c"}, "4"), ({"publication": "d"}, ""), ({}, "1234"),
    ({"publication": "b", "order": "modified"}, "123"), ({"order": "place"}, "3124"),
    ({"publication": "b", "href": "z.xhtml"}, "31"), ({"href": "/z.xhtml#y"}, "134"),
    ({"kind": "bookmark"}, "3"), ({"kind": ["bookmark", "note"]}, "23"), ({"tag": "sea"}, "1"), ({"tag": "se"}, ""),
    ({"text": "WHALE"}, "134"), ({"text": "elan vital"}, "2"), ({"text": "鯨"}, "2"), ({"text": "hal the"}, "134"),
    ({"text": "whale seas", "publication": "c"}, "4"), ({"text": "\"*' AND"}, ""), ({"text": " "}, "1234"),
    ({"since": at(1)}, "1"), ({"until": at(1)}, "234"), ({"id": "2"}, "2"), ({"id": "2", "publication": "c"}, ""),
])
def test_queries(many, query, expected):
    assert "".join(ids(many.notes(**query))) == expected
    assert "".join(ids(many.notes(**query, limit=1))) == expected, "page by page"


def test_what_a_query_may_not_say(store):
    for wrong in ({"own": 1}, {"limit": 0}, {"kind": "poem"}, {"since": "x"}, {"text": ""}, {"order": "size"}):
        with pytest.raises(lectern.JsonError):
            list(store.notes(**wrong))


def test_a_page(many, check):
    from lectern._calls import fetch_json
    page = check("note-page", fetch_json("lectern_store_notes", many, check_query(check, {"limit": 3})))
    assert len(page["notes"]) == 3 and page["next"]


def check_query(check, query):
    return json.dumps(check("note-query", query)).encode()


def test_random_notes_are_found(store):
    """Searches with and without the index, compared with a search in Python."""
    made = random_notes(300)
    store.merge_notes(made)
    found = {one["id"]: one for one in store.notes()}
    for word in ("abc", "ß", "一二", "a", "\"'<", "{}[", "😀", "déß", "一二ا"):
        folded = word.replace("é", "e").replace("ß", "ss").replace("'", "'")

        def text(one):
            parts = [one["locator"].get("text", {}).get("highlight", ""), one.get("body", {}).get("text", ""), *one.get("tags", [])]
            return " ".join("\n".join(parts).lower().replace("é", "e").replace("ß", "ss").split())

        expected = {id for id, one in found.items() if folded in text(one)}
        if " " not in word:
            assert set(ids(store.notes(text=word))) == expected, word


# ------------------------------------------------------------------------------------------------------ Publications

def test_a_publication_is_found_again(store, check):
    first = check("store-publication", store.add_publication(
        check("publication-identity", {"identifier": "urn:isbn:1", "title": "One", "hash": "x"})))
    assert first == {"id": "urn:isbn:1", "match": "new", "candidates": []}

    def found(**identity):
        answer = store.add_publication(identity)
        return answer["id"], answer["match"], [one["id"] for one in answer["candidates"]]

    assert found(hash="x") == ("urn:isbn:1", "hash", [])
    assert found(identifier="urn:isbn:1", title="One", hash="y") == ("urn:isbn:1", "work", [])
    assert found(hash="y", title="Changed") == ("urn:isbn:1", "hash", [])
    assert found(identifier="urn:isbn:1", title="Another", hash="z") == ("urn:hash:z", "new", ["urn:isbn:1"])
    assert found(title="Alone") == ("urn:lectern::Alone:", "new", [])
    assert found(id="urn:isbn:1", hash="q", title="Another") == ("urn:isbn:1", "id", [])
    assert found(hash="q") == ("urn:isbn:1", "hash", [])
    records = check("publication-records", store.publications)
    assert [one["id"] for one in records] == ["urn:hash:z", "urn:isbn:1", "urn:lectern::Alone:"]
    assert records[1]["hashes"] == ["x", "y", "q"]
    with pytest.raises(lectern.JsonError):
        store.add_publication({})


def test_the_identity_of_a_book(sample, packed, check, tmp_path):
    identity = check("publication-identity", sample.identity)
    assert identity["readingOrder"] == [link["href"] for link in sample.reading_order]
    with lectern.open(packed("sample").read_bytes()) as other:
        assert other.identity == identity, "the same bytes in another place"
    with lectern.open(packed("sample", deflate=False)) as other:
        assert {**other.identity, "hash": None} == {**identity, "hash": None} and other.identity["hash"] != identity["hash"]


@pytest.mark.parametrize("spine", ["<spine/>", '<spine toc="n"></spine>', ""])
def test_a_book_without_a_spine(store, check, spine):
    with book("<p>One</p>", spine=spine) as publication:
        identity = check("publication-identity", publication.identity)
        assert identity["readingOrder"] == []
        assert store.add_publication(identity)["id"]


def test_notes_follow_a_new_reading_order(store):
    for order, expected in ((["a", "b"], "12"), (["b", "a"], "21")):
        store.add_publication({"id": "p", "readingOrder": order})
        save(store, {"id": "1", "locator": place(0, "a"), "publication": "p"}, {"id": "2", "locator": place(0, "b"), "publication": "p"})
        assert "".join(ids(store.notes(publication="p"))) == expected


# --------------------------------------------------------------------------------------------------- Merging, syncing

def test_two_stores_become_the_same(store, check):
    with lectern.Store() as other:
        save(store, {"id": "n", "locator": place(0.5), "color": "blue"}, {"id": "gone", "locator": place(0)})
        delta = check("note-delta", store.note_changes())
        assert check("note-merge", other.merge_notes(delta["notes"])) == {"changed": 2, "reply": []}
        save(store, {"id": "n", "color": "pink"}, now=at(1))
        save(other, {"id": "n", "body": {"text": "Look"}}, device="tablet", now=at(2))
        other.save_notes("tablet", delete=["gone"], now=at(2))
        changes = store.note_changes(delta["revision"])
        assert ids(changes["notes"]) == ["n"]
        answer = other.merge_notes(changes["notes"])
        assert answer["changed"] == 1 and store.merge_notes(answer["reply"])["changed"] == 1
        store.merge_notes(other.note_changes()["notes"])
        assert list(store.notes()) == list(other.notes())
        [merged] = store.notes()
        assert (merged["color"], merged["body"]) == ("pink", {"text": "Look"})
        assert other.merge_notes(store.note_changes()["notes"]) == {"changed": 0, "reply": []}
        assert store.note_changes(store.note_changes()["revision"])["notes"] == []


def test_changes_in_parts(store):
    save(store, *[{"id": str(number), "locator": place(0)} for number in range(25)])
    since, found = 0, []
    while True:
        delta = store.note_changes(since, limit=10)
        found += ids(delta["notes"])
        since = delta["revision"]
        if not delta["more"]:
            break
    assert found == [str(number) for number in range(25)]


def test_a_file_can_be_imported_twice(store):
    read = lectern.notes.load(annotation_set(annotation(1), annotation(2)))
    assert store.merge_notes([{**one, "publication": "b"} for one in read])["changed"] == 2
    save(store, {"id": "urn:uuid:1", "color": "blue"}, now="2026-02-01T00:00:00Z")
    assert store.merge_notes([{**one, "publication": "b"} for one in read])["changed"] == 0
    assert {one["id"]: one["color"] for one in store.notes()} == {"urn:uuid:1": "blue", "urn:uuid:2": "yellow"}
    [item] = [one for one in json.loads(lectern.notes.write(list(store.notes())))["items"] if one["id"] == "urn:uuid:2"]
    assert item == annotation(2)


# --------------------------------------------------------------------------------------------------------- Listening

def test_listeners_hear_in_the_order_in_which_they_began(store):
    heard = []
    listeners = [store.observe_notes(lambda event, number=number: heard.append(number)) for number in range(20)]
    listeners.pop(3).close()
    heard.clear()
    save(store, {"id": "a", "locator": place(0.5)})
    assert heard == [number for number in range(20) if number != 3]


def test_listeners(store, check):
    save(store, {"id": "1", "locator": place(0), "publication": "b"}, {"id": "2", "locator": place(0), "publication": "c"})
    heard = []
    with store.observe_notes(lambda event: heard.append(check("event-notes", event)), publication="b"):
        [first] = heard
        assert first["reset"] and ids(first["saved"]) == ["1"] and first["removed"] == []
        save(store, {"id": "3", "locator": place(0), "publication": "b"}, now=at(1))
        save(store, {"id": "2", "color": "pink"}, now=at(1))
        store.save_notes("phone", delete=["1"], now=at(2))
        store.save(lectern.store.GLOBAL, {"theme": "dark"})
    save(store, {"id": "3", "color": "pink"}, now=at(3))
    assert [(ids(one["saved"]), one["removed"]) for one in heard[1:]] == [(["3"], []), ([], ["1"])]


def test_a_listener_may_save(store):
    heard = []

    def listener(event):
        heard.append(ids(event["saved"]))
        if len(heard) < 3:
            save(store, {"id": str(len(heard)), "locator": place(0)}, now=at(len(heard)))

    with store.observe_notes(listener):
        assert heard == [[], ["1"], ["2"]]


def test_a_change_of_another_connection_is_noticed(file):
    with lectern.Store(file) as store, lectern.Store(file) as other:
        heard = []
        with store.observe_notes(heard.append):
            save(other, {"id": "1", "locator": place(0)})
            store.refresh()
        assert [ids(one["saved"]) for one in heard] == [[], ["1"]]


def test_notes_are_drawn(sample, navigator, store):
    notes = sample.notes(store, device="phone")
    href = sample.reading_order[0]["href"]
    first = notes.add(place(0.1, href), color="blue")
    with notes.show(navigator, "mine"):
        second = notes.add(place(0.2, href), "Look", style="underline", color="#123456")
        notes.add(place(0.3, href), kind="bookmark")
        drawn = navigator.decorations("mine")
        assert [(one["id"], one["style"]) for one in drawn] == [
            (first["id"], {"id": "highlight", "tint": "#BED3F3"}), (second["id"], {"id": "underline", "tint": "#123456"})]
        notes.edit(first["id"], color="mauve")
        assert [one["style"]["tint"] for one in navigator.decorations("mine")] == ["#C8C8C8", "#123456"]
        notes.delete(first["id"])
        assert [one["id"] for one in navigator.decorations("mine")] == [second["id"]]
    notes.delete(second["id"])
    assert len(navigator.decorations("mine")) == 1, "it stays as it was"


def test_the_notes_of_a_book(sample, store):
    notes = sample.notes(store, device="phone")
    href = sample.reading_order[0]["href"]
    added = notes.add(place(0.1, href), "Here it is.", tags=["sea"])
    assert added["kind"] == "note" and added["color"] == "yellow"
    assert notes.edit(added["id"], color="blue")["color"] == "blue"
    assert list(notes) == list(notes.find("HERE")) == list(notes.find(tag="sea")) and len(list(notes)) == 1
    notes.move_to(place(0.5, href))
    [position] = sample.notes(store, device="tablet").positions
    assert position["device"] == "phone" and position["locator"]["locations"]["progression"] == 0.5
    notes.delete(added["id"])
    assert list(notes) == []


def test_pages_of_all_publications(store):
    """Sorted by location, notes of one publication come after those of another."""
    save(store, *[{"id": str(number), "locator": place(number / 100), "publication": f"p{number % 7}"} for number in range(100)])
    expected = sorted(range(100), key=lambda number: (number % 7, number))
    for limit in (1, 7, 1000):
        assert ids(store.notes(order="place", limit=limit)) == [str(number) for number in expected]
        assert ids(store.notes(order="place", text="whale", limit=limit)) == [str(number) for number in expected]
    newest = sorted((number for number in range(100) if number % 7 == 3), key=str)
    assert ids(store.notes(publication="p3", order="modified", limit=5)) == [str(number) for number in newest]


def test_what_a_call_may_change(file):
    """Each limit, exactly and exceeded."""
    store = lectern.Store(file)
    many = [{"id": str(number), "locator": {"href": "a"}} for number in range(10_000)]
    save(store, *many)
    for change in (lambda: save(store, *many, {"id": "more"}), lambda: store.merge_notes([*many, {"id": "more"}]),
                   lambda: store.save_notes("phone", delete=[str(number) for number in range(10_001)])):
        with pytest.raises(lectern.LimitError, match="10000 notes"):
            change()
    assert len(list(store.notes())) == 10_000
    assert list(store.notes(text="a" * 256)) == []
    with store, pytest.raises(lectern.LimitError):
        list(store.notes(text="a" * 257))


def test_answers_are_short(store):
    """Any answer can be passed to another store."""
    for number in range(12):
        save(store, {"id": str(number), "locator": {"href": "a"}, "own": "\u00e9" * 450_000})
    seen, delta = [], store.note_changes()
    while True:
        assert len(json.dumps(delta, ensure_ascii=False).encode()) < 6 << 20
        with lectern.Store() as other:
            # Escaped, it takes three times the space.
            assert other.merge_notes(json.loads(json.dumps(delta["notes"])))["changed"] == len(delta["notes"])
        seen += ids(delta["notes"])
        if not delta["more"]:
            break
        delta = store.note_changes(delta["revision"])
    assert seen == [str(number) for number in range(12)] and sorted(ids(store.notes())) == sorted(seen)


def test_events_are_short(file):
    """Notes that do not fit into one event are delivered by the next call."""
    with lectern.Store(file) as store:
        tell_much(store)


def tell_much(store):
    events = []
    with pytest.raises(lectern.LimitError, match="narrower"):
        for number in range(20):
            store.observe_notes(lambda event: None, publication="b").close()
            save(store, {"id": str(number), "locator": {"href": "a"}, "publication": "b", "own": "a" * 1_000_000})
    assert number in (17, 18), "16 MB"
    store.observe_notes(events.append, publication="c")
    assert events == [{"reset": True, "saved": [], "removed": []}]
    for id in range(number):
        save(store, {"id": str(id), "publication": "c"})
    assert sorted(ids([one for event in events[1:] for one in event["saved"]])) == sorted(map(str, range(number)))
    store.refresh()
