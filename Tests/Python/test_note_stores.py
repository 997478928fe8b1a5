# SPDX-License-Identifier: BSD-3-Clause
"""Files of notes: writing, read-only access, and damage."""
import sqlite3

import pytest

import lectern
from support.note_files import NOW, ids, place, save
from support.store_files import flipped, sql, torn


@pytest.fixture
def file(tmp_path):
    return tmp_path / "notes.db"


def test_reading_never_writes(file):
    with lectern.Store(file) as store:
        save(store, *[{"id": str(number), "locator": place(0), "publication": "b"} for number in range(50)])
        store.save(lectern.store.GLOBAL, {"theme": "dark"})
    before = file.read_bytes(), file.stat().st_mtime_ns
    for options in {}, {"readOnly": True}:
        with lectern.Store(file, **options) as store:
            assert len(list(store.notes(text="whale"))) == 50 and store.load(lectern.store.GLOBAL) == {"theme": "dark"}
            assert store.note_changes()["revision"] == 50 and store.publications == [] and store.scopes == [lectern.store.GLOBAL]
            store.observe_notes(lambda event: None)
            store.refresh()
            assert [path.name for path in file.parent.iterdir()] == [file.name]
        assert (file.read_bytes(), file.stat().st_mtime_ns) == before and [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_store_that_is_only_read(file):
    for data in (None, b""):
        if data is not None:
            file.write_bytes(data)
        with pytest.raises((lectern.NotFoundError, lectern.FormatError)):
            lectern.Store(file, readOnly=True)
        assert file.exists() == (data is not None) and (data is None or file.read_bytes() == b"")
    with lectern.Store(file) as store:
        save(store, {"id": "1", "locator": place(0)})
    with lectern.Store(file, readOnly=True) as store:
        for change in (lambda: save(store, {"id": "1"}), lambda: store.merge_notes([]), lambda: store.save(lectern.store.GLOBAL, {}),
                       store.migrate, lambda: store.add_publication({"title": "a"})):
            with pytest.raises(lectern.ArgumentError, match="readOnly"):
                change()
        assert ids(store.notes()) == ["1"]
    sql(file, "UPDATE note SET json = '{}'")
    damaged = file.read_bytes()
    with lectern.Store(file, readOnly=True) as store, pytest.raises(lectern.FormatError, match="damaged"):
        list(store.notes())
    assert file.read_bytes() == damaged
    file.write_bytes(torn(damaged))
    with pytest.raises(lectern.FormatError, match="damaged"):
        lectern.Store(file, readOnly=True)
    assert file.read_bytes() == torn(damaged) and [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("statement", [
    "DROP TABLE note", "DROP TABLE note_seal", "DROP INDEX note_place", "ALTER TABLE note DROP COLUMN href", "ALTER TABLE note RENAME COLUMN href TO ref",
    "ALTER TABLE note RENAME TO notes", "ALTER TABLE note ADD COLUMN more TEXT CHECK (more > '')", "PRAGMA user_version = 2",
    "CREATE TRIGGER t AFTER INSERT ON note BEGIN DELETE FROM note; END", "CREATE VIEW v AS SELECT * FROM note", "CREATE UNIQUE INDEX u ON note (kind)",
])
@pytest.mark.parametrize("is_open", [False, True])
def test_a_changed_schema_is_damage(file, statement, is_open):
    """It is reported as damage whenever it is noticed, and the file is kept."""
    with lectern.Store(file) as store:
        save(store, {"id": "1", "locator": place(0), "publication": "b"})
        if is_open:
            sql(file, statement)
            use_all(store)
    if not is_open:
        sql(file, statement)
        with lectern.Store(file) as store:
            use_all(store)


def use_all(store):
    list(store.notes(text="whale"))
    save(store, {"id": "2", "locator": place(0)}, {"id": "1", "color": "blue", "locator": place(0)})
    store.add_publication({"title": "a"})
    store.merge_notes([{"id": "3", "locator": place(0)}])
    store.save_notes("phone", delete=["2"], purgeBefore=NOW)
    assert {"1", "3"} == set(ids(store.notes()))
    assert all("damaged" in one["message"] for one in store.warnings)


def test_tables_made_anew_with_rules_are_damage(file):
    """Even if only a later call violates the constraint."""
    with lectern.Store(file) as store:
        save(store, {"id": "1", "locator": place(0)})
    columns = "id, publication, href, kind, place, modified, revision, deleted, tags, text, checksum, json"
    sql(file, "ALTER TABLE note RENAME TO former", f"CREATE TABLE note ({columns}, more TEXT NOT NULL)", f"INSERT INTO note SELECT {columns}, '' FROM former",
        "DROP TABLE former", *[statement for statement in INDEXES])
    with lectern.Store(file) as store:
        save(store, {"id": "2", "locator": place(0)})
        assert "2" in ids(store.notes()) and ["damaged" in one["message"] for one in store.warnings] == [True]


INDEXES = [
    "CREATE INDEX note_id ON note (id)", "CREATE INDEX note_place ON note (publication, place)", "CREATE INDEX note_modified ON note (modified DESC, id)",
    "CREATE INDEX note_revision ON note (revision)", "CREATE INDEX note_kind ON note (kind, id)"]


def test_a_file_keeps_its_notes(file):
    with lectern.Store(file) as store:
        saved = save(store, *[{"id": str(number), "locator": place(0), "publication": "b"} for number in range(50)])
    with lectern.Store(file) as store:
        assert store.warnings == [] and list(store.notes(publication="b", limit=7)) == sorted(saved, key=lambda one: one["id"])


def test_without_notes_the_file_is_that_of_an_earlier_version(file):
    with lectern.Store(file) as store:
        store.save(lectern.store.GLOBAL, {"theme": "dark"})
        assert list(store.notes()) == [] and store.publications == []
    assert version(file) == 2
    with lectern.Store(file) as store:
        save(store, {"locator": place(0)})
        assert store.load(lectern.store.GLOBAL) == {"theme": "dark"}
    assert version(file) == 3
    with lectern.Store(file) as store:
        assert store.warnings == [] and store.load(lectern.store.GLOBAL) == {"theme": "dark"} and len(list(store.notes())) == 1


def version(file):
    connection = sqlite3.connect(file)
    try:
        return connection.execute("PRAGMA user_version").fetchone()[0]
    finally:
        connection.close()


@pytest.mark.parametrize("damage", [
    "UPDATE note SET json = replace(json, 'whale', 'trout') WHERE id = '3'", "UPDATE note SET modified = 1 WHERE id = '3'",
    "UPDATE note SET checksum = 'x' WHERE id = '3'", "UPDATE note SET json = NULL WHERE id = '3'",
    "UPDATE note SET publication = 'c' WHERE id = '3'", "DELETE FROM note WHERE id = '3'",
])
def test_a_damaged_note_is_taken_out(file, damage):
    with lectern.Store(file) as store:
        save(store, *[{"id": str(number), "locator": place(0), "publication": "b"} for number in range(9)])
    sql(file, damage)
    with lectern.Store(file) as store:
        found = sorted(ids(store.notes()))
        assert found == [str(number) for number in range(9) if number != 3]
        [warning] = store.warnings
        assert warning["severity"] == "major" and "damaged-1" in warning["message"] and "notes" in warning["message"]
        save(store, {"id": "3", "locator": place(0)})
    with lectern.Store(file) as store:
        assert store.warnings == [] and len(list(store.notes())) == 9
    assert (file.parent / "notes.db.damaged-1").exists()


def test_the_index_can_be_lost(file):
    with lectern.Store(file) as store:
        save(store, *[{"id": str(number), "locator": place(0, quote=f"whale {number}")} for number in range(9)])
    for damage in ("DROP TABLE note_text", "UPDATE note_seal SET indexed = 0", "DELETE FROM note_text_data",
                   "UPDATE note_text_data SET block = x'00112233'"):
        sql(file, damage)
        with lectern.Store(file) as store:
            assert sorted(ids(store.notes(text="whale"))) == [str(number) for number in range(9)], damage
            save(store, {"id": "8", "color": damage})
            assert ids(store.notes(text="whale 3")) == ["3"]
            assert store.warnings == []


def test_a_virtual_table_of_another_kind_is_not_ours(file):
    with lectern.Store(file) as store:
        save(store, {"id": "1", "locator": place(0)})
    sql(file, "CREATE VIRTUAL TABLE other USING fts5(a)")
    with lectern.Store(file) as store:
        assert store.warnings and list(store.notes()) == []


def test_any_damage_is_survived(file):
    """Notes are complete or missing, and missing ones are reported."""
    with lectern.Store(file) as store:
        saved = {one["id"]: one for one in save(store, *[
            {"id": str(number), "locator": place(0, quote=f"whale {number}"), "publication": "b"} for number in range(60)])}
    data = file.read_bytes()
    for seed in range(100):
        for path in file.parent.iterdir():
            path.unlink()
        file.write_bytes(flipped(data, seed))
        try:
            with lectern.Store(file) as store:
                found = {one["id"]: one for one in store.notes()}
                words = set(ids(store.notes(text="whale")))
                list(store.notes(publication="b"))
                store.note_changes()
                save(store, {"id": "new", "locator": place(0)})
                after = {one["id"]: one for one in store.notes()}
                warnings = store.warnings
        except (lectern.FormatError, lectern.UnsupportedError):
            continue  # the page with the application id and the version
        assert all(saved[id] == one for id, one in found.items()), seed
        assert words <= set(saved) and "new" in after, seed
        assert len(after) == 61 or warnings, seed
        with lectern.Store(file) as store:
            assert {one["id"] for one in store.notes()} >= {"new"}, seed
