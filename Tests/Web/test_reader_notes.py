# SPDX-License-Identifier: BSD-3-Clause
"""Notes in the reader, without a browser: storage, and exchange with other programs and devices."""
import json

import pytest

import lectern
from support.note_files import HYPOTHESIS, KOREADER, annotation, annotation_set
from support.waiting import until

from .reader_server import Running, pack_sample

RAVEN = "EPUB/text/raven.xhtml"


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    folder = tmp_path_factory.mktemp("books")
    with Running(pack_sample(folder), folder / "data") as one:
        yield one


def place(running, id, query):
    return running.post(f"books/{id}/search", {"query": query})[1]["matches"][0]


def put(running, book, query=None, **members):
    """Adds a note at words of the book, or changes one."""
    given = {"locator": place(running, book, query)} if query else {}
    status, kept = running.post(f"books/{book}/notes", {**given, **members})
    assert status == 200, kept
    return kept


def notes(running, id):
    return running.json(f"books/{id}/notes")["notes"]


@pytest.fixture
def book(running):
    """The id of the book, after removing its notes."""
    id = running.book("Read Aloud")
    for note in notes(running, id):
        running.post(f"books/{id}/notes/remove", {"id": note["id"]})
    return id


# -------------------------------------------------------------------------------------------------------------- Edits

def test_a_note_is_there_the_next_day(fresh):
    running = fresh()
    id = running.book("Read Aloud")
    kept = put(running, id, "Ishmael", style="solid", color="blue", text="<b>a note</b>", tags=[" a  tag", "", "a tag"])
    assert (kept["kind"], kept["quote"], kept["tags"], kept["title"], kept["page"]) == ("note", "Ishmael", ["a tag"], "Loomings", "1")
    bookmark = put(running, id, locator={"href": RAVEN, "type": "application/xhtml+xml", "locations": {"progression": 0.5}})
    assert (bookmark["kind"], bookmark["chapter"]) == ("bookmark", next(
        chapter["number"] for chapter in running.json(f"books/{id}/contents")["chapters"] if chapter["title"] == "The Raven"))
    running = fresh()
    assert notes(running, id) == [kept, bookmark]


def test_notes_change_and_go_and_come_back(running, book):
    kept = put(running, book, "Ishmael", style="solid")
    assert (kept["kind"], kept["style"], kept["color"], kept["text"]) == ("highlight", "solid", "yellow", "")
    changed = put(running, book, id=kept["id"], style="underline", color="pink", text="n", tags=["t"])
    assert changed["locator"] == kept["locator"] and (changed["kind"], changed["style"], changed["tags"]) == ("note", "underline", ["t"])
    assert put(running, book, id=kept["id"], color="green")["text"] == "n"
    navigator = running.application.reading(book).navigator
    drawn = navigator.render_decorations(kept["locator"]["href"])["groups"]
    assert [one["style"] for one in drawn["notes"]] == ["underline"] and [one["style"] for one in drawn["note-marks"]] == ["reader-note"]
    for wrong in ({"locator": 1}, {}, {"locator": {"href": 1}}, {"id": kept["id"], "color": "#fff"}, {"id": kept["id"], "style": "x"},
                  {"id": kept["id"], "tags": "x"}, {"id": kept["id"], "tags": [1]}):
        assert running.post(f"books/{book}/notes", wrong)[0] == 400, wrong
    assert running.post(f"books/{book}/notes", {"id": "none", "text": "x"})[0] == 404
    before = notes(running, book)
    running.post(f"books/{book}/notes/remove", {"id": kept["id"]})
    assert notes(running, book) == [] and not navigator.decorations("notes") and not navigator.decorations("note-marks")
    assert running.post(f"books/{book}/notes/restore", {"id": kept["id"]})[0] == 200
    assert [{**one, "modified": 0} for one in notes(running, book)] == [{**one, "modified": 0} for one in before]
    assert len(navigator.decorations("notes")) == 1
    assert running.post(f"books/{book}/notes/restore", {"id": "none"})[0] == 404
    assert put(running, book, id=kept["id"], text="")["kind"] == "highlight" and not navigator.decorations("note-marks")


def test_the_shelf_finds_notes_of_all_books(fresh):
    running = fresh()
    id = running.book("Read Aloud")
    kept = put(running, id, "Nevermore", style="solid", color="pink", text="Quoth", tags=["bird"])
    for words in ("nevermore", "QUOTH bird"):
        [found] = running.json(f"notes?text={words.replace(' ', '%20')}")["notes"]
        assert (found["id"], found["book"], found["title"], found["tint"]) == (kept["id"], id, "Read Aloud", kept["tint"])
    assert running.json("notes?text=raven%20quoth")["notes"] == [] and running.get("api/notes")[0] == 404
    # A book is identified by its record, even after a restart; a note on an unknown book is skipped.
    with lectern.Store(running.application.store.folder / "preferences.db") as other:
        other.save_notes("elsewhere", [{"id": "x", "publication": "none", "kind": "bookmark", "locator": {"href": "x"}, "tags": ["bird"]}])
    assert [one["id"] for one in fresh().json("notes?text=bird")["notes"]] == [kept["id"]]


def test_what_others_save_is_heard_and_drawn(running, book):
    """`lectern notes` and another window use the same file."""
    reading = running.application.reading(book)
    kept, locator = reading.notes.kept, place(running, book, "Nevermore")
    heard = []
    channel = reading.reader.listen()
    next(channel)
    with lectern.Store(running.application.store.folder / "preferences.db") as other:
        other.save_notes("elsewhere", [{"id": "x", "locator": locator, "style": "solid", "color": "blue"}], publication=kept.publication)
    until(lambda: heard.append(next(channel).decode()) or "event: notes" in heard[-1])
    channel.close()
    told = json.loads(heard[-1].partition("data: ")[2])
    assert [(one["id"], one["quote"], one["tint"]) for one in told["saved"]] == [("x", "Nevermore", "#7CB8F2")] and not told["removed"]
    assert [one["id"] for one in reading.navigator.decorations("notes")] == ["x"]


def test_what_an_earlier_version_kept_becomes_notes_once(tmp_path, fresh):
    running = fresh()
    id = running.book("Read Aloud")
    locator, last = place(running, id, "Ishmael"), running.application.reading(id).publication.locate({"position": 24})
    old = {"id": "0011223344556677", "created": 1767225600, "modified": 1767229200, "locator": locator, "style": "highlight", "color": "pink"}
    path = tmp_path / "data" / "books" / f"{id}.json"
    fresh.end()
    for _ in range(2):
        path.parent.mkdir(exist_ok=True)
        value = json.loads(path.read_text()) if path.exists() else {}
        path.write_text(json.dumps({**value, "location": last, "opened": 1767229200, "highlights": [
            {**old, "note": "mine"}, {**old, "id": "8899", "style": "underline", "note": ""}]}))
        running = fresh()
        one, other = sorted(notes(running, id), key=lambda note: note["style"])
        assert (one["kind"], one["style"], one["color"], one["text"], one["modified"]) == ("note", "solid", "pink", "mine", "2026-01-01T01:00:00Z")
        assert (other["kind"], other["style"], other["locator"]) == ("highlight", "underline", locator)
        assert running.json(f"books/{id}")["location"]["locator"]["locations"]["position"] == 24
        fresh.end()
        assert {"highlights", "location"}.isdisjoint(json.loads(path.read_text()))


# --------------------------------------------------------------------------------------------------- Other programs

@pytest.mark.parametrize("format, kind, ending", [
    ("markdown", "text/markdown", ".md"), ("html", "text/html", ".html"), ("csv", "text/csv", ".csv"),
    ("readium", "application/rd-annotations+json", ".annotation"), ("w3c", "application/ld+json", ".jsonld"),
])
def test_export(running, book, format, kind, ending):
    put(running, book, "Ishmael", style="solid", text="mine")
    status, headers, body = running.get(f"api/books/{book}/notes/export?format={format}")
    assert status == 200 and headers["Content-Type"] == kind and "sandbox" in headers["Content-Security-Policy"]
    assert headers["Content-Disposition"] == f"attachment; filename*=UTF-8''Read%20Aloud{ending}"
    assert b"Ishmael" in body and b"mine" in body and (ending[1] in "mc" or b"Read Aloud" in body)
    assert running.get(f"api/books/{book}/notes/export?format=none")[0] == 404


@pytest.mark.parametrize("data, quotes", [(HYPOTHESIS, 1), (KOREADER, 1), (annotation_set(annotation()), 1)])
def test_import(running, book, data, quotes):
    text = data.decode().replace("EPUB/c1.xhtml", RAVEN).replace("the whale", "midnight dreary")
    for changed in (True, False):
        status, said = running.post(f"books/{book}/notes/import", {"text": text})
        assert status == 200 and said["notes"] >= 1 and bool(said["changed"]) == changed
    found = [one for one in notes(running, book) if one["quote"]]
    assert [one["quote"] for one in found] == ["midnight dreary"] * quotes
    if "DocFragment" not in text:  # KOReader counts documents: its note is in another one
        assert {(one["title"], one["position"]) for one in found} == {("The Raven", 21)}
    for one in notes(running, book):
        assert put(running, book, id=one["id"], text="changed here")["text"] == "changed here"


def test_a_file_that_is_none_changes_nothing(running, book):
    for text, status in (("{}", 422), ("[", 422), ("", 422), (None, 400), ('{"notes": 1, "revision": 0}', 422), ('{"notes": [1], "revision": 0}', 422)):
        assert running.post(f"books/{book}/notes/import", {"text": text})[0] == status, text
    assert running.post("notes/merge", {"text": "{}"})[0] == 400
    assert notes(running, book) == []


def test_a_file_may_say_anything_of_a_place(tmp_path):
    places = [{"locations": {"progression": "x", "position": "y", "fragments": 5}}, {"title": 5, "locations": {"progression": 5e300, "fragments": [5]}},
              {"locations": {"progression": True, "totalProgression": []}}, {"href": "nowhere"}]
    locators = [None, *({"locator": {"href": RAVEN, **one}} for one in places)]
    with Running(pack_sample(tmp_path), tmp_path / "data") as running:
        id = running.book("Read Aloud")
        publication = running.application.reading(id).notes.kept.publication
        for number, locator in enumerate(locators):
            made = [{"id": f"{kind}{number}", "kind": kind, "publication": publication, "created": f"2026-01-0{number + 1}T00:00:00Z", **(locator or {}), **more}
                    for kind, more in (("note", {"style": "solid", "body": {"text": "odd"}}), ("position", {"device": f"Odd#{number}"}))]
            assert running.post("notes/merge", {"text": json.dumps({"notes": made, "revision": 1, "more": False})})[0] == 200
            assert len(notes(running, id)) == number + 1 == len(running.json("notes?text=odd")["notes"])
            assert running.json(f"books/{id}")["id"] == id and running.get(f"api/books/{id}/notes/export?format=html")[0] == 200
        kept = put(running, id, "Ishmael", style="solid", text="mine")
        assert kept["id"] in [one["id"] for one in running.application.reading(id).navigator.decorations("note-marks")]
        assert running.post("reader", {"device": "Other"})[0] == 200


# ------------------------------------------------------------------------------------------------------ Other devices

def test_two_devices_become_the_same(running, book, tmp_path):
    """Each has edits; files are exchanged in both directions, repeatedly, and in another order."""
    with Running(running.application.shelf.paths[book], tmp_path) as other:
        one = put(running, book, "Ishmael", style="solid", text="first")
        files = [running.get("api/notes/changes")]
        assert files[0][1]["Content-Disposition"].endswith(".notes.json")
        other.post("notes/merge", {"text": files[0][2].decode()})
        assert notes(other, book) == notes(running, book)
        put(other, book, id=one["id"], tags=["there"])
        put(running, book, id=one["id"], color="green")
        gone = put(running, book, "Nevermore", style="solid")
        running.post(f"books/{book}/notes/remove", {"id": gone["id"]})
        ours, theirs = (device.get("api/notes/changes")[2].decode() for device in (running, other))
        for device, texts in (running, (theirs, theirs)), (other, (ours, files[0][2].decode(), ours)):
            for text in texts:
                assert device.post("notes/merge", {"text": text})[0] == 200
        assert notes(other, book) == notes(running, book)
        [merged] = notes(other, book)
        assert (merged["text"], merged["tags"], merged["color"]) == ("first", ["there"], "green")


def test_the_last_place_of_another_device_is_offered(running, book, tmp_path):
    with Running(running.application.shelf.paths[book], tmp_path) as other:
        running.post("reader", {"device": "Study"})
        other.post("reader", {"device": "Phone"})
        reading = running.application.reading(book)
        assert running.json(f"books/{book}")["elsewhere"] is None
        reading.places.moved(reading.publication.locate({"position": 3}))
        reading.places.moved(reading.publication.locate({"position": 24}))
        reading.places.save()
        other.json(f"books/{book}")
        other.post("notes/merge", {"text": running.get("api/notes/changes")[2].decode()})
        offered = other.json(f"books/{book}")["elsewhere"]
        assert (offered["device"], offered["position"]) == ("Study", 24)
        # On this device there is no other reading position, even after the other device is renamed, which is reported
        # to the other.
        assert running.post("reader", {"device": "Desk"})[1]["device"] == "Desk"
        assert running.json(f"books/{book}")["elsewhere"] is None
        other.post("notes/merge", {"text": running.get("api/notes/changes")[2].decode()})
        assert {**other.json(f"books/{book}")["elsewhere"], "device": "Study"} == offered
        assert len(list(other.application.store.library.notes(kind="position"))) == 1
        there = other.application.reading(book)
        for position in (4, 5):
            there.places.moved(there.publication.locate({"position": position}))
        there.places.save()
        assert other.json(f"books/{book}")["elsewhere"] is None
    for wrong in ("", " ", "x" * 61, 1):
        assert running.post("reader", {"device": wrong})[0] == 400


def test_the_notes_of_another_edition_are_offered(second_edition, tmp_path):
    """It has the same title, another identifier, and other document names."""
    with Running(second_edition, tmp_path) as running:
        first, second = sorted(book["id"] for book in running.json("shelf")["books"])
        put(running, first, "midnight dreary", style="solid", text="first")
        [offered] = running.json(f"books/{second}")["editions"]
        assert (offered["title"], offered["notes"]) == ("Read Aloud", 1) and notes(running, second) == []
        own = put(running, second, "Ishmael", style="solid")
        assert running.post(f"books/{second}/edition", {"id": "urn:other"})[0] == 404
        assert running.post(f"books/{second}/edition", {"id": offered["id"]})[0] == 200
        assert running.json(f"books/{second}")["editions"] == []
        assert {note["id"] for note in notes(running, second)} == {note["id"] for note in notes(running, first)}
        found = {note["quote"]: note for note in notes(running, second)}
        assert len(found) == 2 and found["Ishmael"]["id"] == own["id"]
        assert (found["midnight dreary"]["title"], found["midnight dreary"]["position"]) == ("The Raven", 21)
    with Running(second_edition, tmp_path) as running:
        assert len(notes(running, second)) == 2 and running.json(f"books/{second}")["editions"] == []


def test_another_book_with_the_same_title_stays_one(second_edition, tmp_path):
    with Running(second_edition, tmp_path) as running:
        first, second = (book["id"] for book in running.json("shelf")["books"])
        put(running, first, "Ishmael", style="solid")
        assert len(running.json(f"books/{second}")["editions"]) == 1
        assert running.post(f"books/{second}/edition", {"id": None})[0] == 200
        assert running.json(f"books/{second}")["editions"] == [] and notes(running, second) == []


def test_printed_pages_have_their_places(running, book):
    pages = running.json(f"books/{book}/contents")["pages"]
    assert [label for _, label in pages] == [str(number) for number in range(1, 14)]
    assert pages == sorted(pages) and pages[0][0] > 0
