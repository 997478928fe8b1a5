# SPDX-License-Identifier: BSD-3-Clause
"""`lectern notes changes` and `lectern notes merge`: files by which several devices have the same notes."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ...notes import all_changes
from ...store import Store
from ..codes import DONE, UsageError
from ..screen import Screen

SUMMARIES = {
    "changes": "writes what has changed in a store, for another one",
    "merge": "merges what has changed in other stores",
}


def arguments(parser: argparse.ArgumentParser, action: str) -> None:
    if action == "changes":
        parser.add_argument("--since", type=int, default=0, metavar="N", help="the revision of the last file (0)")
        parser.add_argument("-o", "--out", metavar="FILE", help="by default, standard output")
    else:
        parser.add_argument("files", nargs="+", metavar="FILE", help="files that `lectern notes changes` has written")
        parser.add_argument("--reply", metavar="FILE", help="write what the other stores lack, to be merged there")


def run(given: argparse.Namespace, store: Store, screen: Screen) -> int:
    return (changes if given.action == "changes" else merge)(given, store, screen)


def changes(given: argparse.Namespace, store: Store, screen: Screen) -> int:
    if given.since < 0:
        raise UsageError("--since is a revision, which a file of changes has at its end.")
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
    deltas = [(path, changed_notes(path)) for path in given.files]
    reply: dict[str, Any] = {}
    for path, found in deltas:
        merged = store.merge_notes(found)
        reply.update({note["id"]: note for note in merged["reply"]})
        if screen.json:
            counts = {"notes": len(found), "changed": merged["changed"], "reply": len(merged["reply"])}
            screen.data({"path": path, **counts})
        else:
            counted = f": {merged['changed']:,} of {len(found):,} are new here, {len(merged['reply']):,} are newer here"
            screen.line((path, "heading"), counted)
    if given.reply is not None:
        write(given.reply, {"notes": list(reply.values()), "revision": 0, "more": False})
    return DONE


def changed_notes(path: str) -> list[Any]:
    """The notes of a file of changes (schema note-delta)."""
    with open(path, encoding="utf-8") as file:
        try:
            delta = json.load(file)
        except ValueError:
            delta = None
    found = delta.get("notes") if isinstance(delta, dict) else None
    if not isinstance(found, list):
        raise UsageError(f"{path} is no file of changes, which `lectern notes changes` writes; `import` reads others.")
    return found


def write(path: str, delta: dict[str, Any]) -> None:
    with open(path, "w", encoding="utf-8") as file:
        json.dump(delta, file, ensure_ascii=False)
        file.write("\n")
