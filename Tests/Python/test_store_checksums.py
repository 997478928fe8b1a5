# SPDX-License-Identifier: BSD-3-Clause
"""Files of preferences with damage that SQLite does not detect, of other versions of the library, and on full
devices."""

import os
import random
import sqlite3
import subprocess

import pytest

import lectern
from lectern.store import GLOBAL, kind, publication
from support.store_files import checksum, former, make, rows, sealed, signed, sql

KEPT = {
    ("global", "", ""): {"theme": "dark", "fontSize": 1.25},
    ("kind", "reflowable", ""): {"lineHeight": 1.5},
    ("publication", "", "urn:book:0"): {"scroll": True},
    ("publication", "", "urn:book:1"): {"scroll": False},
    ("publication", "tts", "urn:book:0"): {"speed": 2},
}
SCOPES = [GLOBAL, kind("reflowable"), publication("urn:book:0"), publication("urn:book:1"), publication("urn:book:0", "tts")]
RIGHT = list(zip(SCOPES, KEPT.values()))
BOOK = SCOPES[2]
IS_BOOK = "WHERE id = 'urn:book:0' AND kind = ''"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "preferences.db"


def small(file):
    file.unlink(missing_ok=True)
    with lectern.Store(file) as store:
        store.save_all(RIGHT)
    return file.read_bytes()


def copies(file):
    return sorted(path.name for path in file.parent.iterdir() if "damaged" in path.name)


def damaged(file, lost=(), why=""):
    """Opens a damaged file: the damage is reported once, with a copy; everything else is still there, now and later."""
    data = file.read_bytes()
    entries = []
    with lectern.Context(logger=entries.append) as context, lectern.Store(file, context=context) as store:
        (warning,) = store.warnings
        assert warning["severity"] == "major" and warning["path"] == str(file) and entries == [warning]
        assert why in warning["message"] and "preferences.db.damaged-1" in warning["message"]
        assert [store.load(scope) for scope in SCOPES] == [{} if scope in lost else value for scope, value in RIGHT]
        assert store.scopes == [scope for scope in SCOPES if scope not in lost]
        store.save(BOOK, {"scroll": None})
        assert store.load(BOOK) == {"scroll": None}
    assert copies(file) == ["preferences.db.damaged-1"]
    assert (file.parent / "preferences.db.damaged-1").read_bytes() == data
    with lectern.Store(file) as store:
        assert store.warnings == [] and store.load(BOOK) == {"scroll": None}
        assert store.scopes == [scope for scope in SCOPES if scope not in lost or scope == BOOK]


# ---------------------------------------------------------------------------------------------- Damage


@pytest.mark.parametrize("statement, lost, why", [
    (f"UPDATE preferences SET json = '{{\"scroll\":false}}' {IS_BOOK}", [BOOK], "1 of 5 records do not match"),
    (f"UPDATE preferences SET json = 1 {IS_BOOK}", [BOOK], "urn:book:0"),
    (f"UPDATE preferences SET json = NULL {IS_BOOK}", [BOOK], "1 of 5 records"),
    (f"UPDATE preferences SET json = CAST(json AS BLOB) {IS_BOOK}", [BOOK], "1 of 5 records"),
    (f"UPDATE preferences SET json = CAST(zeroblob(20000000) AS TEXT) {IS_BOOK}", [BOOK], "1 of 5 records"),
    (f"UPDATE preferences SET id = 'urn:book:2' {IS_BOOK}", [BOOK], "1 of 5 records"),
    (f"UPDATE preferences SET id = 'urn:book:1' {IS_BOOK}", [BOOK], "1 of 5 records"),
    (f"UPDATE preferences SET kind = 'tts' {IS_BOOK}", [BOOK], "1 of 5 records"),
    (f"UPDATE preferences SET scope = 'banana' {IS_BOOK}", [BOOK], "1 of 5 records"),
    (f"UPDATE preferences SET checksum = checksum + 1 {IS_BOOK}", [BOOK], "1 of 5 records"),
    (f"UPDATE preferences SET checksum = 'x' {IS_BOOK}", [BOOK], "1 of 5 records"),
    (f"UPDATE preferences SET checksum = NULL {IS_BOOK}", [BOOK], "1 of 5 records"),
    ("UPDATE preferences SET json = '{}' WHERE scope = 'publication'", SCOPES[2:], "3 of 5 records"),
    ("UPDATE preferences SET json = '{}'", SCOPES, "5 of 5 records"),
    (f"DELETE FROM preferences {IS_BOOK}", [BOOK], "1 records are missing"),
    ("DELETE FROM preferences", SCOPES, "5 records are missing"),
    ("INSERT INTO preferences VALUES ('publication', '', 'urn:book:3', 7, '{}')", [], "1 of 6 records"),
    ("INSERT INTO preferences (json) VALUES (NULL)", [], "1 of 6 records"),
    ("INSERT INTO preferences SELECT * FROM preferences", [], "5 of 10 records"),
    ("UPDATE seal SET checksum = checksum + 1", [], "the checksum of all records"),
    ("UPDATE seal SET records = -9223372036854775807 - 1", [], "the checksum of all records"),
    ("UPDATE seal SET records = 9223372036854775807", [], "records are missing"),
    ("UPDATE seal SET records = 'x'", [], "the checksum of all records"),
    ("DELETE FROM seal", [], "the checksum of all records"),
    ("INSERT INTO seal SELECT * FROM seal", [], "the checksum of all records"),
])  # fmt: skip
def test_records_that_do_not_fit(file, statement, lost, why):
    small(file)
    sql(file, statement)
    damaged(file, lost, why)


def test_an_index_that_does_not_lead_to_each_record(file):
    """A key that differs only in the index hides a record."""
    data = small(file)
    at = [place for place in range(len(data)) if data.startswith(b"urn:book:1", place)]
    assert len(at) == 2, "once in the table, once in its index"
    pages = dict(rows(file, "SELECT rootpage, name FROM sqlite_master"))
    (place,) = (place for place in at if pages[place // 4096 + 1] == "preferences_key")
    for key in (b"urn:book:2", b"urn:book:0", b"urn:book:\xff"):
        file.write_bytes(data[:place] + key + data[place + 10 :])
        damaged(file, [], "its index does not cover")
        os.unlink(file.parent / copies(file)[0])


@pytest.mark.parametrize("action", ["load", "missing", "save", "save_all", "scopes", "migrate", "observe"])
def test_damage_that_comes_while_the_file_is_open(file, action):
    data = small(file)
    events = []
    with lectern.Store(file) as store:
        store.observe(BOOK, lambda *event: events.append(event))
        with sqlite3.connect(file) as other:
            # SQLite's change counters are not changed, so it notices no modification.
            text = other.execute(f"SELECT json FROM preferences {IS_BOOK}").fetchone()[0]
        other.close()
        place = data.index(text.encode())
        with file.open("r+b") as raw:
            raw.seek(place)
            raw.write(b'{"scrOll":true}')
        sql(file, "PRAGMA application_id = 1281713012", "UPDATE unreadable SET kind = 1")
        with lectern.Store(file.with_name("another")) as another:
            another.save(GLOBAL, {})
        {
            "load": lambda: store.load(BOOK),
            "missing": lambda: store.load(publication("none")),
            "save": lambda: store.save(BOOK, {"a": 1}),
            "save_all": lambda: store.save_all([(GLOBAL, {"a": 1}), (BOOK, None)]),
            "scopes": lambda: store.scopes,
            "migrate": store.migrate,
            "observe": lambda: store.observe(None, lambda *event: None),
        }[action]()
        assert store.load(BOOK) == ({"a": 1} if action == "save" else {})
        assert [warning["severity"] for warning in store.warnings] == ["major"]
        assert events[0] == (BOOK, {"scroll": True}) and events[-1] == (BOOK, store.load(BOOK))
        assert store.load(SCOPES[1]) == {"lineHeight": 1.5}


def survives(file, data):
    """The right preferences, or a warning; never a wrong value.  Returns the outcome."""
    for path in file.parent.iterdir():
        path.unlink()
    file.write_bytes(data)
    try:
        with lectern.Store(file) as store:
            found = [store.load(scope) for scope in SCOPES]
            assert all(value in (right, {}) for value, (_, right) in zip(found, RIGHT)), found
            assert {str(scope) for scope in store.scopes} <= {str(scope) for scope in SCOPES}
            lost = sum(value == {} for value in found)
            if lost or store.warnings:
                assert store.warnings
                assert (file.parent / copies(file)[0]).read_bytes() == data
            return "all right" if not store.warnings else "nothing lost" if not lost else "all lost" if lost == 5 else "lost some"
    except (lectern.FormatError, lectern.UnsupportedError, lectern.IoError):
        # It looks like a file of another application, or of a later version.
        assert file.read_bytes() == data and copies(file) == []
        return "refused"


def flips(data, step_of_data, step_of_zeros):
    dice = random.Random(1)
    data_places = [place for place, byte in enumerate(data) if byte]
    zeros = [place for place, byte in enumerate(data) if not byte]
    for place in data_places[::step_of_data] + zeros[::step_of_zeros]:
        yield place, data[:place] + bytes([data[place] ^ dice.randrange(1, 256)]) + data[place + 1 :]


def test_one_changed_byte(file):
    """LECTERN_ALL_BYTES=1 tries every byte of the file."""
    every = bool(os.environ.get("LECTERN_ALL_BYTES"))
    ends = {}
    for place, data in flips(small(file), 1 if every else 5, 1 if every else 149):
        try:
            end = survives(file, data)
        except AssertionError as error:
            raise AssertionError(f"byte {place}") from error
        ends[end] = ends.get(end, 0) + 1
    print(ends)
    assert ends["all right"] and ends["lost some"]


def test_too_many_records(file):
    """All of them are compared when a file is opened."""
    small(file)
    sealed(file, """INSERT INTO preferences (scope, kind, id, json)
        WITH n (i) AS (SELECT 6 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        SELECT 'publication', '', 'book ' || i, '{}' FROM n""")  # fmt: skip
    with lectern.Store(file) as store:
        with pytest.raises(lectern.LimitError):
            store.save_all([(GLOBAL, {"a": 1}), (publication("new"), {})])
        store.save_all([(GLOBAL, {"a": 2}), (publication("book 77"), None)])
        assert store.load(GLOBAL) == {"a": 2} and store.warnings == []
    sealed(file, *["INSERT INTO preferences (scope, kind, id, json) VALUES ('banana', '', '', '')"] * 2)
    data = file.read_bytes()
    with pytest.raises(lectern.LimitError):
        lectern.Store(file)
    assert file.read_bytes() == data and copies(file) == []


def test_a_repair_that_fails_leaves_no_copy(file):
    small(file)
    sql(file, f"UPDATE preferences SET json = '{{}}' {IS_BOOK}")
    data = file.read_bytes()
    with sqlite3.connect(file) as reader:
        # A reader blocks the change.
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM preferences").fetchone()
        for _ in range(3):
            with pytest.raises(lectern.BusyError):
                lectern.Store(file, busyTimeout=10)
    reader.close()
    assert file.read_bytes() == data and copies(file) == []
    damaged(file, [BOOK], "1 of 5 records")


# ------------------------------------------------------------------------------------- Files of version 1


def test_a_file_without_checksums_is_read_as_it_is(file):
    data = former(file, KEPT)
    with lectern.Store(file) as store:
        assert [store.load(scope) for scope in SCOPES] == list(KEPT.values())
        assert store.load(publication("none")) == {} and store.scopes == SCOPES
        store.observe(None, lambda *event: None)
        store.refresh()
        assert store.warnings == []
    assert file.read_bytes() == data


@pytest.mark.parametrize("action", ["save", "forget", "migrate"])
def test_the_first_change_gives_it_checksums(file, action):
    former(file, {**KEPT, ("banana", "", ""): "[1"})
    sql(file, "INSERT INTO unreadable VALUES ('global', '', '', 'odd')")
    events = []
    with lectern.Store(file) as store, lectern.Store(file) as other:
        other.observe(BOOK, lambda *event: events.append(event))
        assert other.load(BOOK) == {"scroll": True}
        if action == "migrate":
            store.migrate()
        else:
            store.save(BOOK, {"a": 1} if action == "save" else None)
        expected = {"save": {"a": 1}, "forget": {}, "migrate": {"scroll": True}}[action]
        for one in (store, other):
            assert one.load(BOOK) == expected and one.load(GLOBAL) == KEPT["global", "", ""]
            assert [warning["severity"] for warning in one.warnings] in ([], ["minor"])
        assert events[-1] == (BOOK, expected)
    assert rows(file, "PRAGMA user_version") == [(2,)] and copies(file) == []
    assert rows(file, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") == [
        ("preferences",), ("seal",), ("unreadable",)]  # fmt: skip
    assert rows(file, "SELECT json FROM preferences WHERE scope = 'banana'") == [("[1",)]
    assert rows(file, "SELECT json FROM unreadable") == [("odd",)]
    sql(file, "UPDATE preferences SET json = '{}' WHERE scope = 'global'")
    with lectern.Store(file) as store:
        assert len(store.warnings) == 1 and store.load(GLOBAL) == {}


def test_what_has_no_checksum_is_kept_in_a_copy(file):
    former(file, {**KEPT, ("publication", "", "blob"): b"{}"})
    sql(file, "INSERT INTO preferences VALUES ('publication', '', 'large', CAST(zeroblob(20000000) AS TEXT))")
    data = file.read_bytes()
    with lectern.Store(file) as store:
        assert store.load(BOOK) == {"scroll": True} and store.load(publication("blob")) == {}
        assert file.read_bytes() == data
        store.save(BOOK, {"a": 1})
        assert "2 of 7 records are not text or are too large" in store.warnings[-1]["message"]
        assert store.load(BOOK) == {"a": 1} and store.scopes == SCOPES
    assert (file.parent / copies(file)[0]).read_bytes() == data


def test_many_records_are_brought_forward(file):
    former(file, {("publication", "", f"book {number:05}"): {"n": number} for number in range(5000)})
    with lectern.Store(file) as store:
        store.save(GLOBAL, {"a": 1})
        assert store.load(publication("book 04999")) == {"n": 4999} and len(store.scopes) == 5001


# ------------------------------------------------------------------------------------ A later version

LATER = [
    "CREATE TABLE places (id TEXT PRIMARY KEY, locator VARCHAR(1000), n INTEGER UNIQUE)",
    "CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, text, place REFERENCES places (id)) ",
    "CREATE UNIQUE INDEX notes_text ON notes (lower(text)) WHERE text > ''",
    "CREATE INDEX preferences_json ON preferences (json)",
    "ALTER TABLE preferences ADD COLUMN device TEXT NOT NULL DEFAULT 'here'",
    "ALTER TABLE preferences ADD COLUMN modified",
    "ALTER TABLE seal ADD COLUMN notes INTEGER",
    "ALTER TABLE unreadable ADD COLUMN since",
    "INSERT INTO places VALUES ('urn:book:0', '{\"href\":\"a\"}', 1)",
    "INSERT INTO notes VALUES (1, 'mine', 'urn:book:0')",
    "UPDATE preferences SET device = 'there', modified = 7",
    "INSERT INTO preferences (scope, kind, id, json, device) VALUES ('series', '', 'whales', '{\"a\":1}', 'x')",
    "INSERT INTO preferences (scope, kind, id, json) VALUES ('kind', 'liquid', '', '[]')",
    "INSERT INTO preferences (scope, kind, id, json) VALUES ('publication', 'liquid', 'urn:book:0', '{\"b\":1}')",
]
UNKNOWN = "SELECT * FROM preferences WHERE scope = 'series' OR kind = 'liquid' ORDER BY kind"


def test_what_a_later_version_has_added_stays(file):
    small(file)
    sealed(file, *LATER)
    beside = [rows(file, query) for query in ("SELECT * FROM places", "SELECT * FROM notes", UNKNOWN)]
    with lectern.Store(file) as store:
        assert [store.load(scope) for scope in SCOPES] == list(KEPT.values())
        store.save(BOOK, {"scroll": None})
        store.save(publication("new"), {"a": 1})
        store.save(SCOPES[3], None)
        store.save_all([(GLOBAL, {"bionicReading": True}), (BOOK, {"font-size": 1})])
        store.migrate()
        assert store.scopes == [GLOBAL, SCOPES[1], publication("new"), BOOK, SCOPES[4]]
        assert [warning["severity"] for warning in store.warnings] == ["minor"]
    assert beside == [rows(file, query) for query in ("SELECT * FROM places", "SELECT * FROM notes", UNKNOWN)]
    assert rows(file, f"SELECT device, modified FROM preferences {IS_BOOK}") == [("there", 7)]
    assert rows(file, "SELECT device, modified FROM preferences WHERE id = 'new'") == [("here", None)]
    assert rows(file, "PRAGMA integrity_check") == [("ok",)]
    # Damage to one record does not affect them either.
    sql(file, f"UPDATE preferences SET json = '{{}}' {IS_BOOK}")
    with lectern.Store(file) as store:
        assert "1 of 8 records" in store.warnings[0]["message"]
        assert store.load(BOOK) == {} and store.load(GLOBAL) != {}
    assert beside == [rows(file, query) for query in ("SELECT * FROM places", "SELECT * FROM notes", UNKNOWN)]
    assert rows(file, "SELECT device FROM preferences WHERE scope = 'global'") == [("there",)]


def test_a_later_version_comes_while_the_file_is_open(file):
    small(file)
    with lectern.Store(file) as store:
        sealed(file, *LATER)
        assert store.load(BOOK) == {"scroll": True}
        store.save(BOOK, {"a": 1})
        assert store.warnings == []
    assert rows(file, f"SELECT device FROM preferences {IS_BOOK}") == [("there",)]


def test_the_checksum_is_the_one_that_is_documented(file):
    small(file)
    connection = sqlite3.connect(file)
    connection.text_factory = bytes
    found = connection.execute("SELECT checksum, scope, kind, id, json FROM preferences").fetchall()
    seal = connection.execute("SELECT * FROM seal").fetchall()
    connection.close()
    assert [value for value, *texts in found] == [checksum(*texts) for _, *texts in found]
    assert seal == [(5, signed(sum(value for value, *_ in found)))]
    assert checksum(b"") == signed(0xAF64724C8602EB6E), "FNV-1a of the byte 0xFF"


# ------------------------------------------------------------------------------------------ A full device


@pytest.fixture
def device(tmp_path):
    """A device of 256 KB."""
    folder = tmp_path / "device"
    folder.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", folder]).returncode:
        pytest.skip("mounting a device takes the rights of the superuser")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill(folder):
    """Fills the device completely."""
    with (folder / "filler").open("wb", buffering=0) as filler:
        try:
            while True:
                filler.write(bytes(4096))
        except OSError:
            pass


def full(action, file):
    before = file.read_bytes() if file.exists() else None
    with pytest.raises(lectern.IoError) as raised:
        action()
    assert raised.value.message.endswith("and try again.") and "nothing was changed: free " in raised.value.message
    assert raised.value.path == str(file)
    assert not before or file.read_bytes() == before
    assert not [path for path in file.parent.iterdir() if "-journal" in path.name]
    return int(raised.value.message.partition("free ")[2].split()[0])


def test_a_full_device(device):
    file = device / "preferences.db"
    make(file, 10)
    books = [publication(f"urn:book:{number}") for number in range(10)]
    kept = {"text": "urn:book:3" * 40}
    with lectern.Store(file) as store:
        fill(device)
        assert store.load(books[3]) == kept
        # Deleting needs a journal, too; the error says what to do.
        for action in (
            lambda: store.save(GLOBAL, {"theme": "light"}), lambda: store.save(books[3], None),
            lambda: store.save(publication("new"), {"a": "x" * 100}), lambda: store.save_all([(BOOK, {}), (GLOBAL, None)]),
        ):  # fmt: skip
            assert full(action, file) <= 2
            assert store.load(books[3]) == kept and len(store.scopes) == 11
        assert full(lambda: store.save(GLOBAL, {"a": "x" * 4_000_000}), file) == 9
        with lectern.Store(file) as other:
            assert other.load(GLOBAL) == {"theme": "dark"}
        (device / "filler").unlink()
        store.save(books[3], None)
        store.save(GLOBAL, {"theme": "light"})
        assert store.load(GLOBAL, books[3]) == {"theme": "light"} and store.warnings == []
    full(lambda: [fill(device), lectern.Store(device / "new.db")], device / "new.db")


def test_other_files_on_a_full_device(device):
    """A file of version 1 can still be read; a damaged file must wait for space."""
    file = device / "preferences.db"
    data = former(file, KEPT)
    fill(device)
    with lectern.Store(file) as store:
        assert [store.load(scope) for scope in SCOPES] == list(KEPT.values())
        full(lambda: store.save(BOOK, None), file)
        assert store.load(BOOK) == {"scroll": True}
    assert file.read_bytes() == data
    (device / "filler").unlink()
    small(file)
    sql(file, f"UPDATE preferences SET json = '{{}}' {IS_BOOK}")
    data = file.read_bytes()
    fill(device)
    with pytest.raises(lectern.IoError) as raised:
        lectern.Store(file)
    assert "1 of 5 records" in raised.value.message and "the device is full" in raised.value.message
    assert file.read_bytes() == data and copies(file) == []
    (device / "filler").unlink()
    with lectern.Store(file) as store:
        assert len(store.warnings) == 1 and len(store.scopes) == 4
