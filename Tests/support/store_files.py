# SPDX-License-Identifier: BSD-3-Clause
"""Valid and invalid files of preferences."""

import json
import random
import sqlite3

import lectern
from lectern.store import GLOBAL, publication

#: "Lect", the application id in the header of SQLite files.
APPLICATION = 0x4C656374
PAGE = 4096


def books(count):
    return [publication(f"urn:book:{number}") for number in range(count)]


def make(path, count=40):
    """Creates a valid file with many pages; returns its bytes."""
    path.unlink(missing_ok=True)
    with lectern.Store(path) as store:
        store.save_all([(GLOBAL, {"theme": "dark"}), *((scope, {"text": scope["id"] * 40}) for scope in books(count))])
    return path.read_bytes()


def sql(path, *statements):
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def rows(path, query):
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def former(path, preferences):
    """Creates a file of version 1, which has no checksums, with preferences by (scope, kind, identifier)."""
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE preferences (\n  scope TEXT NOT NULL,\n  kind TEXT NOT NULL,\n  id TEXT NOT NULL,\n"
        "  json TEXT NOT NULL,\n  PRIMARY KEY (scope, kind, id)\n);"
        "CREATE TABLE unreadable (scope TEXT, kind TEXT, id TEXT, json);"
        f"PRAGMA application_id={APPLICATION}; PRAGMA user_version=1;"
    )
    rows = [(*key, json.dumps(value) if isinstance(value, dict) else value) for key, value in preferences.items()]
    connection.executemany("INSERT INTO preferences VALUES (?, ?, ?, ?)", rows)
    connection.commit()
    connection.close()
    return path.read_bytes()


def checksum(*texts):
    """The checksum of a record: 64-bit FNV-1a over scope, kind, identifier and JSON, each followed by 0xFF."""
    value = 0xCBF29CE484222325
    for text in texts:
        for byte in text + b"\xff":
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return signed(value)


def signed(value):
    return (value + 2**63) % 2**64 - 2**63


def sealed(path, *statements):
    """Changes a file like another version of the library: with the matching checksums."""
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    for statement in statements:
        connection.execute(statement)
    records = connection.execute("SELECT rowid, checksum, scope, kind, id, json FROM preferences").fetchall()
    total = 0
    for row, former, *texts in records:
        now = checksum(*texts) if all(isinstance(text, bytes) for text in texts) else former
        total += now
        if now != former:
            connection.execute("UPDATE preferences SET checksum = ? WHERE rowid = ?", (now, row))
    connection.execute("UPDATE seal SET records = ?, checksum = ?", (len(records), signed(total)))
    connection.commit()
    connection.close()


def truncated(data):
    """The file truncated at each sector, and at odd offsets.  SQLite treats a file of one byte as empty."""
    for end in (2, 15, 16, 99, 100, 101, *range(512, len(data), 512), len(data) - 1):
        yield f"cut off at {end}", data[:end]


def overwritten(data):
    yield "zeros", bytes(len(data))
    yield "text", b"theme = dark\n" * 100
    yield "a header and zeros", data[:100] + bytes(len(data) - 100)
    yield "a header alone", data[:100]
    yield "another page size", data[:16] + b"\x02\x00" + data[18:]
    yield "no page size", data[:16] + b"\x00\x03" + data[18:]
    yield "an unknown schema format", data[:44] + b"\0\0\0\x09" + data[48:]
    for start in range(0, len(data), PAGE):
        yield f"page {start // PAGE} is zeros", data[:start] + bytes(PAGE) + data[start + PAGE :]
        yield f"page {start // PAGE} is noise", data[:start] + random.Random(start).randbytes(PAGE) + data[start + PAGE :]


def is_ours(data):
    """Whether a file starts like a store."""
    return data[:16] == b"SQLite format 3\0" and data[68:72] == APPLICATION.to_bytes(4, "big")


def torn(data):
    """A file that is damaged after its header; the change counter indicates a modification."""
    return data[:24] + b"\x7f" * 4 + data[28:100] + (b"no database" * len(data))[:len(data) - 100]


def header_flips(data):
    """Flips one bit of each byte of the header."""
    for place in range(100):
        damaged = bytearray(data)
        damaged[place] ^= 1 << place % 8
        yield bytes(damaged)


def flipped(data, seed):
    """Flips some bits, half of the time in the page that describes the others."""
    dice = random.Random(seed)
    damaged = bytearray(data)
    for _ in range(dice.choice((1, 2, 8, 64))):
        damaged[dice.randrange(PAGE if seed % 2 else len(data))] ^= 1 << dice.randrange(8)
    return bytes(damaged)
