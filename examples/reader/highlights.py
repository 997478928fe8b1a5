# SPDX-License-Identifier: BSD-3-Clause
"""Highlights of one book: colours, underlines, notes."""
import secrets
import threading
import time

GROUP, NOTES = "highlights", "notes"
#: The colours on offer, by the names under which they are kept.
TINTS = {"yellow": "#F6CF4A", "green": "#8BCB7B", "blue": "#7CB8F2", "pink": "#F59AB5", "purple": "#B79BEA"}
STYLES = ("highlight", "underline")
LONGEST_NOTE = 20_000

#: The mark of a note: a small tab where the highlight begins.
NOTE = {
    "layout": "bounds",
    "element": '<div><div class="reader-note" style="--reader-tint: {{tint}}"></div></div>',
    "stylesheet": ".reader-note { position: absolute; inset-block-start: -0.2em; inset-inline-start: -0.35em; width: 0.5em; "
                  "height: 0.5em; border-radius: 50%; background: var(--reader-tint); border: 1px solid rgba(0, 0, 0, 0.35); }",
}
TEMPLATES = {"reader-note": NOTE}


class Highlights:
    def __init__(self, record, navigator, progress):
        self.record, self.navigator, self.progress, self.lock = record, navigator, progress, threading.RLock()
        self.draw()

    @property
    def all(self):
        """In the order of the book, with their chapters."""
        with self.lock:
            return sorted(self.record.value["highlights"], key=lambda one: self.progress.order_key(one["locator"]) or 0)

    def put(self, given):
        """Adds a highlight, or changes the one with this id."""
        with self.lock:
            found = [dict(one) for one in self.record.value["highlights"]]
            mark = next((one for one in found if one["id"] == given.get("id")), None)
            if mark is None:
                mark = {"id": secrets.token_hex(8), "created": now(), "locator": located(given),
                        "style": STYLES[0], "color": next(iter(TINTS)), "note": ""}
                found.append(mark)
            mark.update(checked(given), modified=now())
            self.record.update(highlights=found)
            self.draw()
            return mark

    def remove(self, id):
        with self.lock:
            self.record.update(highlights=[one for one in self.record.value["highlights"] if one["id"] != id])
            self.draw()

    def draw(self):
        marks = self.record.value["highlights"]
        self.navigator.apply_decorations(GROUP, [decoration(one, one["style"]) for one in marks])
        self.navigator.apply_decorations(NOTES, [decoration(one, "reader-note") for one in marks if one["note"]])


def decoration(mark, style):
    return {"id": mark["id"], "locator": mark["locator"], "style": {"id": style, "tint": TINTS.get(mark["color"], "#F6CF4A")},
            "interactions": ["activate"]}


def located(given):
    locator = given.get("locator")
    if not isinstance(locator, dict) or not isinstance(locator.get("href"), str):
        raise ValueError("A highlight needs a locator.")
    return locator


def checked(given):
    """Only the members that a reader may change, with values that are known."""
    changes = {}
    if "note" in given:
        changes["note"] = str(given["note"] or "")[:LONGEST_NOTE]
    for name, known in (("style", STYLES), ("color", TINTS)):
        if name in given:
            if given[name] not in known:
                raise ValueError(f"{given[name]!r} is not a {name} of highlights.")
            changes[name] = given[name]
    return changes


def now():
    return int(time.time())
