# SPDX-License-Identifier: BSD-3-Clause
"""Files of the library: stores of preferences and notes, and the cache folder."""
import contextlib
import functools
import json
import sqlite3
import tempfile
from pathlib import Path

import lectern
from Python.test_pdf_packages import package
from support import note_files
from support.pdf_file import pages
from support.pictures import encoded, picture
from support.store_files import former

from . import books, texts
from .case import MEMORY

BOOK = {"id": "urn:b", "identifier": "urn:x", "hash": "00", "readingOrder": ["EPUB/c1.xhtml"]}
VALUES = ("NULL", "''", "0", "-1", "9223372036854775807", "1e308", "x'00ff'", "'{}'", "'{\"a\":[1]}'", "'[['", "'global'", "zeroblob(99999)", "hex(randomblob(9))", "'\u202e'", "1.5")
#: The placeholders are a table, a column and a value of the schema, another value, and a name of a kind of change.
STATEMENTS = ("UPDATE {t} SET {c} = {v}", "UPDATE {t} SET {c} = {v} WHERE rowid = 1", "DELETE FROM {t}", "DELETE FROM {t} WHERE rowid = 1", "DROP TABLE {t}", "DROP INDEX {i}",
              "ALTER TABLE {t} RENAME TO other", "ALTER TABLE {t} ADD COLUMN more DEFAULT {v}", "ALTER TABLE {t} DROP COLUMN {c}", "ALTER TABLE {t} RENAME COLUMN {c} TO other",
              "CREATE TRIGGER trap AFTER INSERT ON {t} BEGIN DELETE FROM {u}; END", "CREATE TRIGGER trap BEFORE UPDATE ON {t} BEGIN SELECT RAISE(ABORT, 'no'); END",
              "CREATE VIEW {t}2 AS SELECT * FROM {t}", "CREATE UNIQUE INDEX more ON {t} ({c})", "INSERT INTO {t} ({c}) VALUES ({v})", "INSERT OR REPLACE INTO {t} SELECT * FROM {u}",
              "CREATE TABLE more (a CHECK (a > {v}))", "PRAGMA user_version = {v}", "PRAGMA application_id = {v}", "PRAGMA journal_mode = wal", "PRAGMA auto_vacuum = 1", "VACUUM",
              "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = replace(sql, 'TEXT', 'INTEGER')", "PRAGMA writable_schema = 1; UPDATE sqlite_master SET rootpage = 3 WHERE name = '{t}'",
              "PRAGMA writable_schema = 1; DELETE FROM sqlite_master WHERE name = '{i}'", "DROP TABLE {t}; CREATE VIEW {t} AS SELECT * FROM {u}", "DROP TABLE {t}; CREATE TABLE {t} (a)",
              "DROP TABLE {t}; CREATE VIRTUAL TABLE {t} USING fts5(a)", "CREATE TABLE copied AS SELECT * FROM {t}; DROP TABLE {t}; ALTER TABLE copied RENAME TO {t}")


@functools.cache
def sound():
    """The bytes of valid stores: with preferences and notes, with preferences, of version 1; and the tables."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        file = Path(folder) / "a"
        with lectern.Store(file) as store:
            store.save_all([({"scope": "global"}, texts.OLDER), ({"scope": "publication", "id": "urn:b"}, {"fontSize": 2})])
            store.save_profiles([{"id": "day", "title": "By day"}], choose=[({"scope": "global"}, "day")])
        preferences = file.read_bytes()
        with lectern.Store(file) as store:
            store.add_publication(BOOK)
            store.save_notes("d", [note_files.note(number, publication="urn:b", tags=["x"]) for number in range(3)], now="2026-01-01T00:00:00Z")
        with contextlib.closing(sqlite3.connect(file)) as connection:
            names = connection.execute("SELECT name, type FROM sqlite_master").fetchall()
            columns = {name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")] for name, kind in names if kind == "table"}
        first = former(Path(folder) / "b", {("global", "", ""): {"theme": "dark"}})
        return [file.read_bytes(), preferences, first], columns, [name for name, kind in names if kind == "index"] or ["x"]


def make(random):
    """A file, SQL statements that change it, and bytes to change afterwards."""
    files, columns, indices = sound()
    table, other = random.choice(list(columns)), random.choice(list(columns))
    names = {"t": table, "u": other, "c": random.choice(columns[table]), "v": random.choice(VALUES), "i": random.choice(indices)}
    statements = [random.choice(STATEMENTS).format(**names) for _ in range(random.choice((0, 1, 1, 2)))]
    spots = [[random.choice((random.randrange(100), random.randrange(4096), random.randrange(len(files[0])))), random.choice((b"\0", b"\xff", random.randbytes(2), bytes(99)))]
             for _ in range(random.choice((0, 1, 4)) if statements else random.choice((1, 2, 9, 40)))]
    return {"file": random.choice((0, 0, 1, 2)), "sql": statements, "bytes": spots, "end": random.choice((None,) * 9 + (0, 99, 4096, 6000)), "changes": texts.json_text(texts.CHANGES, random),
            "notes": texts.json_text({"device": "d", "now": "2026-02-01T00:00:00Z", "publication": "urn:b", "save": [note_files.note(1, body={"text": "One"})], "delete": ["urn:uuid:2"]}, random),
            "query": texts.json_text({"text": "whale", "publication": "urn:b", "kind": ["note", "highlight"], "order": "modified", "limit": 2}, random),
            "scopes": texts.json_text([one["scope"] for one in texts.CHANGES], random), "profiles": texts.json_text(texts.PROFILES, random), "merged": texts.json_text([note_files.note(number) for number in range(4)], random)}


def use(case, given):
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        file = Path(folder) / "store"
        data = damaged(given, file)
        store = case.made(lectern.Store, "store_open", None, str(file), json.dumps({"busyTimeout": 0}))
        if not store:
            case.check(file.read_bytes() == data, "a file that was refused is another one")
            return
        with store:
            case.ask("store_warnings", store)
            keep(case, store, given)
        again = case.made(lectern.Store, "store_open", None, str(file), None)
        if again:
            again.close()


def damaged(given, file):
    file.write_bytes(sound()[0][given["file"]])
    for statement in given["sql"]:
        # SQLite itself may reject it.
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(file)) as connection:
            connection.executescript(statement)
    data = bytearray(file.read_bytes())
    for at, spot in given["bytes"]:
        data[at:at + len(spot)] = spot
    data = bytes(data[:given["end"]])
    file.write_bytes(data)
    return data


def keep(case, store, given):
    """A failure changes nothing, and saved values can be read."""
    scopes = case.ask("store_scopes", store) or []
    before = case.ask("store_load", store, json.dumps(scopes))
    if not case.do("store_save_all", store, given["changes"]):
        case.check(case.ask("store_load", store, json.dumps(scopes)) == before, "saving failed and changed the store")
    case.ask("store_load", store, given["scopes"])
    if case.do("store_save", store, '{"scope":"global"}', '{"fontSize":1.5}'):
        case.check(case.ask("store_load", store, '[{"scope":"global"}]') == {"fontSize": 1.5}, "what was saved is not there")
    profiles = case.ask("store_profiles", store, None)
    if not case.do("store_save_profiles", store, given["profiles"]):
        case.check(case.ask("store_profiles", store, None) == profiles, "saving profiles failed and changed them")
    case.ask("store_profiles", store, given["scopes"])
    if case.ask("store_migrate", store):
        case.check(not (case.ask("store_migrate", store) or {"changes": []})["changes"], "there is something to migrate a second time")
    case.ask("store_add_publication", store, json.dumps(BOOK))
    case.ask("store_publications", store)
    notes = case.ask("store_notes", store, "{}")
    if case.ask("store_save_notes", store, given["notes"]) is None:
        case.check(notes is None or case.ask("store_notes", store, "{}") == notes, "saving notes failed and changed them")
    case.ask("store_notes", store, given["query"])
    merged = case.ask("store_merge_notes", store, given["merged"])
    if merged:
        notes = case.ask("store_notes", store, "{}")
        case.ask("store_merge_notes", store, given["merged"])
        case.check(case.ask("store_notes", store, "{}") == notes, "merging again changed the notes")
    case.ask("store_note_changes", store, '{"since":0}')
    case.do("store_refresh", store)


# ------------------------------------------------------------------------------------------------------------- Caches

def make_cache(random):
    """Changes to files in the folder: bytes of another file, changed bytes, a folder instead of the file."""
    changes = [[random.choice(("bytes", "bytes", "swap", "cut", "folder", "link")), random.randrange(4), random.randrange(400), random.choice((b"\0", b"\xff", random.randbytes(3), bytes(99)))]
               for _ in range(random.choice((1, 1, 2, 4)))]
    return {"book": random.randrange(len(kept_books())), "changes": changes, "size": random.choice((None, 0, 1, 9999))}


@functools.cache
def kept_books():
    return [("a.pdf", pages(3)), ("a.webpub", package({"a.pdf": pages(2), "b.pdf": pages(1)})),
            ("a.cbz", books.packed({"1.png": encoded(picture(90, 120), "PNG"), "2.jpg": encoded(picture(60, 90), "JPEG")}))]


def use_cache(case, given):
    """The answers do not depend on the contents of the folder."""
    name, data = kept_books()[given["book"]]
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        path = Path(folder) / "kept"
        right = answers_of(case, name, data, {})
        options = {"cacheDirectory": str(path), **({} if given["size"] is None else {"cacheSize": given["size"]})}
        for _ in range(2):
            case.check(answers_of(case, name, data, options) == right, "with a cache, the answers are others")
            files = [file for file in sorted(path.iterdir()) if file.is_file()] if path.exists() else []
            for how, number, at, spot in given["changes"] if files else ():
                spoil(files[number % len(files)], files[(number + 1) % len(files)], how, at, spot)
        case.check(answers_of(case, name, data, options) == right, "with a damaged cache, the answers are others")


def spoil(file, other, how, at, spot):
    """Damages a file.  One that an earlier change has replaced by a symbolic link is left alone, since writing would follow it."""
    if file.is_symlink():
        return
    with contextlib.suppress(OSError):
        kept = file.read_bytes()
        if how == "bytes":
            file.write_bytes(kept[:at] + spot + kept[at + len(spot):])
        elif how == "cut":
            file.write_bytes(kept[:at])
        elif how == "swap":
            file.write_bytes(other.read_bytes())
        else:
            file.unlink()
            file.mkdir() if how == "folder" else file.symlink_to(other)


def answers_of(case, name, data, options):
    with lectern.Context(**options) as context, lectern.Publication.open_bytes(data, {"name": name}, context) as publication:
        found = [case.ask("publication_positions", publication), case.ask("publication_statistics", publication, None)]
        cover = case.call("cover fitting", lambda: publication.cover(width=30, height=40))
        if cover:
            with cover:
                found.append(case.call("read the cover", cover.read))
        return found
