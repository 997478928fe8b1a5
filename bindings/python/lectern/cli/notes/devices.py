# SPDX-License-Identifier: BSD-3-Clause
"""`lectern notes changes` and `lectern notes merge`: synchronize notes between devices or stores."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Optional

from ...errors import JsonError
from ...notes import add_publications, all_changes, parts
from ...notes import changes as in_parts
from ...store import Store
from ..codes import DONE, UsageError
from ..screen import Screen, naming
from .library import opened, private

#: The signature of a store: it is an SQLite file.
STORE = b"SQLite format 3\0"

SUMMARIES = {
    "changes": "writes what has changed in a store, for another one",
    "merge": "merges other stores, or what has changed in them",
}


def arguments(parser: argparse.ArgumentParser, action: str) -> None:
    if action == "changes":
        parser.add_argument("--since", type=int, default=0, metavar="N", help="the revision of the last file (0)")
        parser.add_argument("-o", "--out", metavar="FILE", help="by default, standard output")
    else:
        parser.add_argument("files", nargs="+", metavar="FILE", help="stores, or files that `lectern notes changes` has written")
        parser.add_argument("--reply", metavar="FILE", help="write what the other stores lack, to be merged there")
        parser.add_argument("--both", action="store_true", help="add to the stores that are named what they lack")


def run(given: argparse.Namespace, store: Store, screen: Screen) -> int:
    return (changes if given.action == "changes" else merge)(given, store, screen)


def changes(given: argparse.Namespace, store: Store, screen: Screen) -> int:
    if given.since < 0:
        raise UsageError("--since must not be negative: it is the revision at the end of a file of changes.")
    delta: Any = all_changes(store, given.since)
    if given.out is None:
        screen.data(delta)
        return DONE
    write(given.out, delta)
    if screen.json:
        screen.data({"path": given.out, "notes": len(delta["notes"]), "revision": delta["revision"]})
    else:
        counted = f"  {len(delta['notes']):,} changes, up to the revision {delta['revision']}"
        screen.line(given.out, (counted, "faint"))
    return DONE


def merge(given: argparse.Namespace, store: Store, screen: Screen) -> int:
    reply: dict[str, Any] = {}
    with ExitStack() as stack:
        sources = [(path, *stack.enter_context(source(path, given.both))) for path in given.files]
        for path, other, found in sources:
            with naming(path, JsonError):
                counts = merge_parts(found, store, reply)
            if other is not None:
                add_publications(store, other)
            if screen.json:
                screen.data({"path": path, **counts})
            else:
                counted = f": {counts['changed']:,} of {counts['notes']:,} are new here, {counts['reply']:,} are newer here"
                screen.line((path, "heading"), counted)
        for other in [other for _, other, _ in sources if given.both and other is not None]:
            merge_parts(all_parts(store), other, {})
            add_publications(other, store)
    if given.reply is not None:
        write(given.reply, {"notes": list(reply.values()), "revision": 0, "more": False})
    return DONE


def merge_parts(lists: Iterable[list[Any]], store: Store, reply: dict[str, Any]) -> dict[str, int]:
    """Merges lists of notes into a store.  Notes that are newer in the store are added to the reply, by id."""
    counts = {"notes": 0, "changed": 0, "reply": 0}
    for part in lists:
        merged = store.merge_notes(part)
        reply.update({note["id"]: note for note in merged["reply"]})
        counts["notes"] += len(part)
        counts["changed"] += merged["changed"]
        counts["reply"] += len(merged["reply"])
    return counts


@contextmanager
def source(path: str, writes: bool) -> Iterator[tuple[Optional[Store], Iterable[list[Any]]]]:
    """The notes to merge, part by part, and the store if the path is a store and not a file of changes.

    :param writes: whether notes will be added to it
    """
    with open(path, "rb") as file:
        is_store = file.read(len(STORE)) == STORE
    if not is_store:
        yield None, parts(changed_notes(path))
        return
    with opened(path, writes) as other:
        yield other, all_parts(other)


def all_parts(store: Store) -> Iterator[list[Any]]:
    """The notes of a store, including deleted ones."""
    return (delta["notes"] for delta in in_parts(store))


def changed_notes(path: str) -> list[Any]:
    """The notes in a file of changes (schema note-delta)."""
    with open(path, encoding="utf-8") as file:
        try:
            delta = json.load(file)
        except ValueError:
            delta = None
    found = delta.get("notes") if isinstance(delta, dict) else None
    if not isinstance(found, list):
        raise UsageError(f"{path} is not a file from `lectern notes changes`; `lectern notes import` reads those of other programs.")
    return found


def write(path: str, delta: dict[str, Any]) -> None:
    with open(path, "w", encoding="utf-8", opener=private) as file:
        json.dump(delta, file, ensure_ascii=False)
        file.write("\n")
