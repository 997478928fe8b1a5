#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures operations on a large library of notes.  Usage: notes.py FOLDER [NOTES]

By default, the library has 100,000 notes on 1000 books.  It is generated once and kept in the folder.
"""
import io
import resource
import sys
import time
from pathlib import Path

import lectern
from lectern import notes

WORDS = "whale sea ship captain harpoon night storm island quay sailor".split()
BOOKS = 1000


def note(number, color="yellow"):
    word, other = WORDS[number % 10], WORDS[number // 10 % 10]
    return {"id": f"urn:uuid:{number:08}", "kind": "note", "publication": f"urn:book:{number % BOOKS}", "style": "solid", "color": color,
            "locator": {"href": f"EPUB/c{number // BOOKS % 20}.xhtml", "type": "application/xhtml+xml",
                        "locations": {"progression": (number * 37 % 1000) / 1000, "cssSelector": f"#p{number % 90}", "partialCfi": f"/4/{number % 90 * 2}/1:0"},
                        "text": {"before": "There was, once upon a time, a ", "highlight": f"{word} that had seen the {other} number {number}",
                                 "after": " and nothing else was to be seen for days"}},
            "body": {"text": f"Remember the {other}, and compare it with the {word} of the first chapter."}, "tags": [word],
            "created": "2026-01-01T00:00:00Z", "modified": "2026-01-02T00:00:00Z"}


def library(path, count):
    """Creates a store with this many notes, unless it exists; prints how long that took."""
    if path.exists():
        return None
    made = path.with_suffix(".new")
    made.unlink(missing_ok=True)
    began = time.perf_counter()
    with lectern.Store(made) as store:
        for first in range(0, count, 10_000):
            store.merge_notes(note(number) for number in range(first, min(first + 10_000, count)))
    made.rename(path)
    return time.perf_counter() - began


def timed(what, call, times=5):
    """The shortest of several times, in milliseconds."""
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        answer = call()
        best = min(best, time.perf_counter() - began)
    print(f"{what:52}{best * 1000:10.1f} ms")
    return answer


def main(folder, count=100_000):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"notes-{count}.db"
    took = library(path, count)
    print(f"\nA library of {count} notes ({path.stat().st_size >> 20} MB)" + (f", made in {took:.1f} s" if took else ""))

    def opened():
        lectern.Store(path).close()

    timed("open it", opened)
    with lectern.Store(path) as store:
        timed("the notes of one book, 100", lambda: list(store.notes(publication="urn:book:7")))
        timed("the first 100 of all, the latest first", lambda: next(store.notes(limit=100)))
        found = timed("words that 1% have, all of them", lambda: list(store.notes(text="harpoon captain", limit=10_000)))
        assert found
        timed("words that one has", lambda: list(store.notes(text="number 77777" if count > 77777 else "number 7")))
        timed("a tag, the first 100", lambda: next(store.notes(tag="whale", limit=100)))
        timed("what has changed since the last time: nothing", lambda: store.note_changes(store.note_changes(10**9)["revision"]))
        timed("save one", lambda: store.save_notes("bench", [{"id": "urn:uuid:00000001", "color": str(time.perf_counter())}]))
    some = range(0, count, -(-count // 10_000))
    changes = [{**note(number, "blue"), "modified": "2027-01-01T00:00:00Z"} for number in some]
    with lectern.Store() as memory:
        memory.merge_notes(note(number) for number in some)
        timed(f"merge {len(changes)} changes, in memory", lambda: memory.merge_notes(changes), 1)
    copy = folder / "notes-copy.db"
    copy.write_bytes(path.read_bytes())
    with lectern.Store(copy) as store:
        timed(f"merge {len(changes)} changes", lambda: store.merge_notes(changes), 1)
        timed("the same again: nothing changes", lambda: store.merge_notes(changes), 1)
    copy.unlink()
    file = io.BytesIO()
    timed("write 10000 notes as annotations", lambda: (file.seek(0), notes.write_to(file, (note(number) for number in range(10_000)))))
    timed("read 10000 annotations", lambda: notes.load(file.getvalue()))
    print(f"{'the most memory of this process':52}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10:10} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
