# SPDX-License-Identifier: BSD-3-Clause
"""Files of preferences that are damaged, hostile, too new, or of another kind."""

import json
import os
import shutil
import sqlite3

import pytest

import lectern
from lectern.store import GLOBAL, publication
from support.store_files import (
    APPLICATION,  # fmt: skip
    books,
    flipped,
    header_flips,
    is_ours,
    make,
    overwritten,
    rows,
    sealed,
    sql,
    torn,
    truncated,
)

BOOK = publication("urn:book:0")
#: Damage may make a file look like something else, which is not touched.
REFUSED = (lectern.FormatError, lectern.UnsupportedError, lectern.IoError)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "preferences.db"


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return make(tmp_path_factory.mktemp("sound") / "preferences.db")


def names(file):
    return sorted(path.name for path in file.parent.iterdir())


def use(store):
    """Checks that a store works."""
    store.save(BOOK, {"fontSize": 1.5})
    assert store.load(BOOK) == {"fontSize": 1.5}
    assert BOOK in store.scopes
    store.migrate()


def set_aside(file, data):
    """Opens a damaged file: it is kept unchanged, a new file is created, and there is a warning."""
    file.write_bytes(data)
    entries = []
    with lectern.Context(logger=entries.append) as context, lectern.Store(file, context=context) as store:
        (warning,) = store.warnings
        assert warning["severity"] == "major" and warning["path"] == str(file)
        assert "preferences.db.damaged-1" in warning["message"]
        assert entries == [warning]
        assert store.scopes == []
        use(store)
    assert names(file) == ["preferences.db", "preferences.db.damaged-1"]
    assert file.with_name("preferences.db.damaged-1").read_bytes() == data
    with lectern.Store(file) as store:
        assert store.load(BOOK) == {"fontSize": 1.5} and store.warnings == []


# ----------------------------------------------------------------------------------------------- Damage


def test_a_sound_file(file, sound):
    assert sound[68:72] == APPLICATION.to_bytes(4, "big")
    file.write_bytes(sound)
    with lectern.Store(file) as store:
        assert store.warnings == [] and len(store.scopes) == 41


def test_an_empty_file_is_a_new_one(file):
    file.write_bytes(b"")
    with lectern.Store(file) as store:
        assert store.warnings == []
        use(store)


def test_truncated_files(tmp_path, sound):
    for number, (_, data) in enumerate(truncated(sound)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (set_aside if is_ours(data) else left_alone)(folder / "preferences.db", data)


def test_overwritten_files(tmp_path, sound):
    for number, (how, data) in enumerate(overwritten(sound)):
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            (set_aside if is_ours(data) else left_alone)(folder / "preferences.db", data)
        except REFUSED:
            pytest.fail(how)


def survives(file, data, texts):
    """Nothing is lost: readable data is read, the rest is kept in another file, or the file is not touched."""
    file.parent.mkdir()
    file.write_bytes(data)
    try:
        with lectern.Store(file) as store:
            kept = [store.load(scope) for scope in store.scopes]
            if store.warnings:
                assert file.with_name(file.name + ".damaged-1").read_bytes() == data
            else:
                assert len(kept) == len(texts) + 1 and names(file) == [file.name]
            assert all(one in texts or one == {"theme": "dark"} for one in kept)
            use(store)
    except REFUSED:
        # The changed bit makes it look like a file of another application, or a read-only one.
        assert file.read_bytes() == data and names(file) == [file.name]
        return
    with lectern.Store(file) as store:
        assert store.load(BOOK) == {"fontSize": 1.5}


TEXTS = [{"text": scope["id"] * 40} for scope in books(40)]


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_flipped_bits(tmp_path, sound, first):
    for seed in range(first, first + 50):
        survives(tmp_path / str(seed) / "preferences.db", flipped(sound, seed), TEXTS)


def test_flipped_bits_of_the_header(tmp_path):
    sound = make(tmp_path / "sound.db", 1)
    for number, data in enumerate(header_flips(sound)):
        survives(tmp_path / str(number) / "preferences.db", data, TEXTS[:1])


def test_each_damaged_file_has_a_name_of_its_own(file, sound):
    file.with_name(file.name + ".damaged-2").write_text("mine")
    file.with_name(file.name + ".damaged-4-journal").write_text("mine")
    for content in (b"one", b"two", b"three", b"four"):
        file.write_bytes(sound[:100] + content * 200)
        lectern.Store(file).close()
    contents = {path.suffix: path.read_bytes()[-5:] for path in file.parent.glob("*.damaged*")}
    assert contents == {".damaged-1": b"neone", ".damaged-2": b"mine", ".damaged-3": b"wotwo",
                        ".damaged-4-journal": b"mine", ".damaged-5": b"three", ".damaged-6": b"rfour"}  # fmt: skip


def test_damage_that_comes_later(file, sound):
    for action in ("load", "save", "scopes", "migrate", "refresh", "observe"):
        file.write_bytes(sound)
        events = []
        with lectern.Store(file) as store:
            store.observe(BOOK, lambda *event: events.append(event))
            with file.open("r+b") as open_file:
                open_file.write(torn(sound))
            {
                "load": lambda store=store: store.load(BOOK),
                "save": lambda store=store: store.save(BOOK, {"a": 1}),
                "scopes": lambda store=store: store.scopes,
                "migrate": store.migrate,
                "refresh": store.refresh,
                "observe": lambda store=store: store.observe(None, lambda *event: None),
            }[action]()
            assert ["quarantined" in warning["message"] for warning in store.warnings] == [True]
            assert store.load(BOOK) == ({"a": 1} if action == "save" else {})
            assert events[0] == (BOOK, {"text": "urn:book:0" * 40})
            assert events[-1] == (BOOK, store.load(BOOK))
            use(store)
        assert len(list(file.parent.glob("*.damaged-*"))) == 1
        shutil.rmtree(file.parent)
        file.parent.mkdir()


def test_two_stores_find_the_same_damage(file, sound):
    file.write_bytes(sound)
    with lectern.Store(file) as one, lectern.Store(file) as two:
        with file.open("r+b") as open_file:
            open_file.write(torn(sound))
        one.save(BOOK, {"a": 1})
        assert two.load(BOOK) == {"a": 1} and two.warnings == []
        two.save(GLOBAL, {"a": 2})
        assert one.load(GLOBAL) == {"a": 2}
    assert names(file) == ["preferences.db", "preferences.db.damaged-1"]


def test_a_journal_goes_with_its_file(file, sound):
    file.write_bytes(torn(sound))
    journal = file.with_name(file.name + "-journal")
    journal.write_bytes(b"no journal")
    lectern.Store(file).close()
    aside = file.with_name(file.name + ".damaged-1-journal")
    # SQLite itself removes a journal that it cannot use.
    assert aside.exists() or not journal.exists()


def test_a_link_is_followed(file, tmp_path, sound):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "real.db").write_bytes(torn(sound))
    file.symlink_to(folder / "real.db")
    with lectern.Store(file) as store:
        use(store)
    assert file.is_symlink()
    assert sorted(path.name for path in folder.iterdir()) == ["real.db", "real.db.damaged-1"]


# ------------------------------------------------------------------------------------ Files of others


def left_alone(file, data=None, kind=lectern.FormatError):
    """Nothing is written, not even next to the file."""
    if data is not None:
        file.write_bytes(data)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in file.parent.iterdir()}
    for options in {}, {"readOnly": True}:
        with pytest.raises(kind) as raised:
            lectern.Store(file, **options)
        assert raised.value.path == str(file)
        assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in file.parent.iterdir()} == before
    return raised.value


@pytest.mark.parametrize("data", [
    b"PK\3\4" + bytes(200), b"Lect", b"x" * 68 + b"Lectern is a library", b"SQLite format 3\0" + bytes(52) + b"Lecs" + bytes(4024),
    b"theme = dark\n", b"%PDF-1.7\n" * 5000, bytes(4096), b"\0"])
def test_a_file_that_never_was_a_store(file, data):
    """Even with files that look like its journals."""
    left_alone(file, data)
    for suffix in "-journal", "-wal", "-shm":
        file.with_name(file.name + suffix).write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(5000))
    left_alone(file)


def test_a_file_that_is_overwritten_while_it_is_open(file):
    sound = make(file)
    with lectern.Store(file) as store:
        file.write_bytes(b"Call me Ishmael. " * 1000)
        data = file.read_bytes()
        for action in (lambda: store.load(BOOK), lambda: store.save(BOOK, {}), store.refresh, store.migrate):
            with pytest.raises(lectern.FormatError):
                action()
        assert file.read_bytes() == data and names(file) == [file.name]
        file.write_bytes(sound)
        assert len(store.scopes) == 41


def test_a_database_of_another_application(file):
    sql(file, "CREATE TABLE notes (text)", "INSERT INTO notes VALUES ('mine')")
    left_alone(file)
    sql(file, f"PRAGMA application_id = {APPLICATION ^ 1}")
    left_alone(file)
    sql(file, "DROP TABLE notes", "VACUUM")
    left_alone(file)
    sql(file, "PRAGMA application_id = 0")
    left_alone(file)


def test_a_damaged_database_of_another_application(file):
    sql(file, *(f"CREATE TABLE notes{number} (text)" for number in range(50)))
    left_alone(file, file.read_bytes()[:4096])


def test_a_newer_version(file):
    make(file)
    sql(file, "PRAGMA user_version = 4", "ALTER TABLE preferences ADD COLUMN device TEXT")
    assert "newer" in left_alone(file, kind=lectern.UnsupportedError).message


def test_a_newer_version_comes_while_the_file_is_open(file):
    make(file)
    with lectern.Store(file) as store:
        sql(file, "PRAGMA user_version = 4")
        data = file.read_bytes()
        for action in (lambda: store.load(BOOK), lambda: store.save(BOOK, {}), store.refresh):
            with pytest.raises(lectern.UnsupportedError):
                action()
        assert file.read_bytes() == data


def test_versions_that_cannot_be(file):
    for version in (-1, -(2**31)):
        make(file, 1)
        sql(file, f"PRAGMA user_version = {version}")
        with lectern.Store(file) as store:
            assert "version" in store.warnings[0]["message"]
            use(store)


def test_a_file_that_is_too_large(file):
    make(file, 1)
    os.truncate(file, (1 << 30) + 4096)
    with pytest.raises(lectern.LimitError):
        lectern.Store(file)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE note (id)",
        "CREATE TABLE note_seal (records)",
        "CREATE INDEX note_id ON preferences (id)",
        "CREATE TRIGGER t AFTER INSERT ON preferences BEGIN DELETE FROM preferences; END",
        "CREATE VIEW v AS SELECT * FROM preferences",
        "CREATE INDEX i ON preferences (length(json))",
        "CREATE UNIQUE INDEX i ON preferences (json)",
        "CREATE VIRTUAL TABLE f USING fts5(a)",
        "ALTER TABLE preferences ADD COLUMN more TEXT CHECK (more > '')",
        "ALTER TABLE preferences ADD COLUMN more AS (upper(json))",
        "CREATE TABLE t (a CHECK (instr(printf('%1000000c', 'x'), printf('%500000c', 'y')) = 0))",
        "CREATE TABLE t (a, b aS(upper(a)) NOT NULL)",
        "DROP TABLE seal",
        "DROP INDEX preferences_key",
        "DROP TABLE unreadable",
        "DROP TABLE preferences",
    ],
)
def test_tables_that_are_not_ours(file, statement):
    """Code in the schema of a malicious file is not run."""
    make(file, 2)
    sql(file, statement)
    with lectern.Store(file) as store:
        store.save_notes("phone", [{"id": "1", "locator": {"href": "a"}}])
        assert "damaged" in store.warnings[0]["message"] and len(list(store.notes())) == 1
        use(store)
    aside = file.with_name(file.name + ".damaged-1")
    assert statement.startswith(("DROP", "ALTER")) or rows(aside, "SELECT count(*) FROM preferences") == [(3,)]


def test_tables_that_change_while_the_file_is_open(file):
    make(file, 2)
    with lectern.Store(file) as store:
        sql(file, "CREATE TRIGGER t AFTER INSERT ON preferences BEGIN DELETE FROM preferences; END")
        store.save(BOOK, {"a": 1})
        assert store.load(BOOK) == {"a": 1} and len(store.warnings) == 1


def test_statistics_do_no_harm(file):
    """Inspection tools may leave statistics behind."""
    make(file)
    with lectern.Store(file) as store:
        sql(file, "ANALYZE")
        assert len(store.scopes) == 41
    with lectern.Store(file) as store:
        use(store)
        assert store.warnings == []


def test_a_preferences_view(file):
    make(file, 2)
    sql(file, "DROP TABLE preferences",
        "CREATE VIEW preferences AS SELECT 'global' AS scope, '' AS kind, '' AS id, 1 AS checksum, '{}' AS json")  # fmt: skip
    with lectern.Store(file) as store:
        assert len(store.warnings) == 1
        use(store)


def test_a_write_ahead_log(file):
    """Another program has enabled this mode: it works, and is reset by the first change."""
    make(file, 2)
    sql(file, "PRAGMA journal_mode = WAL")
    data = file.read_bytes()
    with pytest.raises(lectern.UnsupportedError, match="log"):
        lectern.Store(file, readOnly=True)
    with lectern.Store(file) as store:
        assert store.load(GLOBAL) == {"theme": "dark"}
    assert file.read_bytes() == data and names(file) == ["preferences.db"]
    with lectern.Store(file) as store:
        assert store.load(GLOBAL) == {"theme": "dark"} and store.warnings == []
        use(store)
    assert rows(file, "PRAGMA journal_mode") == [("delete",)]
    assert names(file) == ["preferences.db"]


# ------------------------------------------------------------------------------- Rows that are none of ours

ODD = {
    "no JSON": "'{\"a\":'", "an array": "'[]'", "no UTF-8": "CAST(x'7b22ff' AS TEXT)", "nothing": "''",
    "too deep": "'" + "[" * 200 + "]" * 200 + "'", "too long": "CAST(zeroblob(4300000) AS TEXT)",
    "accents": "'{\"a" + "\u0301" * 500 + "\":1}'",
}  # fmt: skip


@pytest.mark.parametrize("value", ODD.values(), ids=ODD)
def test_what_is_no_preferences_is_kept(file, value):
    make(file, 2)
    sealed(file, f"UPDATE preferences SET json = {value} WHERE id = 'urn:book:0'")
    before = rows(file, "SELECT json FROM preferences WHERE id = 'urn:book:0'") if "ff" not in value else None
    events, entries = [], []
    with lectern.Context(logger=entries.append) as context, lectern.Store(file, context=context) as store:
        assert store.warnings == []
        assert store.load(BOOK) == store.load(BOOK) == {}
        store.observe(None, lambda scope, preferences: events.append((scope, preferences)))
        assert (BOOK, {}) in events and len(events) == 3
        assert store.load(GLOBAL, BOOK) == {"theme": "dark"} and len(store.scopes) == 3
        (warning,) = store.warnings
        assert warning["path"].startswith(str(file)) and "urn:book:0" in warning["path"]
        assert store.migrate()["changes"] == []
        store.save(BOOK, {"a": 1})
        assert store.load(BOOK) == {"a": 1}
        assert events[-1] == (BOOK, {"a": 1})
        assert "unreadable" in store.warnings[-1]["message"] and entries == store.warnings
    if before is not None:
        assert rows(file, "SELECT json FROM unreadable") == before


def test_rows_of_no_scope(file):
    make(file, 1)
    sealed(file, *(f"INSERT INTO preferences (scope, kind, id, json) VALUES ({values}, '{{}}')" for values in (
        "'banana', '', ''", "'global', 'pdf', ''", "'kind', '', ''", "'kind', 'liquid', ''", "'publication', '', ''",
        "'publication', 'liquid', 'a'", "CAST(x'ff' AS TEXT), '', ''", "'publication', '', CAST(x'ff' AS TEXT)",
        "'publication', '', CAST(zeroblob(9000) AS TEXT)")))  # fmt: skip
    with lectern.Store(file) as store:
        assert store.scopes == [GLOBAL, BOOK]
        store.observe(None, lambda *event: None)
        store.migrate()
        assert len(store.warnings) == 1
    assert rows(file, "SELECT count(*) FROM preferences") == [(11,)]


def test_text_in_another_encoding(file):
    make(file, 1)
    sql(file.with_name("other.db"), "PRAGMA encoding = 'UTF-16'", f"PRAGMA application_id = {APPLICATION}",
        *(statement for statement, in rows(file, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")),
        "INSERT INTO seal VALUES (0, 0)", "PRAGMA user_version = 2")  # fmt: skip
    with lectern.Store(file.with_name("other.db")) as store:
        store.save(GLOBAL, {"\u00e9": "\U0001f4d6"})
    with lectern.Store(file.with_name("other.db")) as store:
        assert store.load(GLOBAL) == {"\u00e9": "\U0001f4d6"}
        use(store)


# ----------------------------------------------------------------------------------------- Other users


def test_a_link_to_a_file(file, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    with lectern.Store(tmp_path / "link" / "p.db") as store:
        use(store)
    file.symlink_to("folder/p.db")
    with lectern.Store(file) as store:
        assert store.load(BOOK) == {"fontSize": 1.5}
        use(store)
    assert file.is_symlink() and names(tmp_path / "folder" / "p.db") == ["p.db"]


def test_somebody_else_uses_it(file):
    make(file, 1)
    with lectern.Store(file, busyTimeout=20) as store:
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert store.load(GLOBAL) == {"theme": "dark"}
        with pytest.raises(lectern.BusyError) as raised:
            store.save(GLOBAL, {"a": 1})
        assert raised.value.path == str(file)
        other.execute("COMMIT")
        other.execute("BEGIN EXCLUSIVE")
        for action in (lambda: store.load(GLOBAL), store.refresh, lambda: lectern.Store(file, busyTimeout=0)):
            with pytest.raises(lectern.BusyError):
                action()
        other.close()
        assert store.load(GLOBAL) == {"theme": "dark"}
        use(store)


def test_a_damaged_file_that_somebody_else_uses(file):
    make(file, 40)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT count(*) FROM sqlite_master").fetchall()
    with file.open("r+b") as open_file:
        open_file.write(torn(file.read_bytes()))
    with pytest.raises(lectern.BusyError):
        lectern.Store(file, busyTimeout=20)
    assert names(file) == ["preferences.db"]
    other.close()
    with lectern.Store(file) as store:
        use(store)


def test_the_text_in_the_file_is_json(file):
    make(file, 1)
    assert [json.loads(text) for text, in rows(file, "SELECT json FROM preferences")]
