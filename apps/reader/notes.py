# SPDX-License-Identifier: BSD-3-Clause
"""The notes of one book: their view for the window, edits, and decorations."""
import threading

import lectern

from .drawing import GROUP, MARKS, STYLES, TINTS, mark, tint
from .locators import sound
from .progress import seconds

LONGEST_TEXT, LONGEST_TAG, MOST_TAGS = 20_000, 80, 50


class Notes:
    def __init__(self, publication, kept, progress, tell):
        """`kept` has the notes of this book; `tell` is called with the view of each change."""
        self.publication, self.kept, self.progress, self.tell = publication, kept, progress, tell
        self.lock, self.marks, self.places, self.drawn, self.removed = threading.RLock(), {}, {}, [], set()

    def draw(self, navigator):
        """Binds the decorations of a navigator to the notes."""
        self.close()
        self.navigator = navigator
        self.drawn = [self.kept.show(navigator, GROUP), self.kept.observe(self._changed)]

    def _changed(self, event):
        with self.lock:
            for id in (*event["removed"], *(note["id"] for note in event["saved"]), *(self.marks if event["reset"] else ())):
                self.marks.pop(id, None)
            self.marks.update({note["id"]: mark(note) for note in event["saved"] if has_text(note)})
            self.navigator.apply_decorations(MARKS, list(self.marks.values()))
        self.tell({**event, "saved": [self.view(note) for note in event["saved"]]})

    # -- Views

    @property
    def all(self):
        """All notes in the order of the book."""
        return sorted(map(self.view, self.kept), key=lambda one: -1 if one["at"] is None else one["at"])

    def view(self, note):
        """The view of a note for the window: with its location in the book, in words and numbers.

        Waits until the chapters and pages of the book are known.
        """
        self.progress.ready.wait(20)
        locator = self._place(note)
        key = self.progress.order_key(locator)
        chapter = None if key is None else self.progress.chapter_at(key)
        locations = locator.get("locations") or {}
        link = {} if key is None else self.progress.order[int(key)]
        position = None if key is None else locations.get("position") or self.progress.position_at(key)
        return {
            "id": note["id"], "kind": note.get("kind"), "locator": locator, "at": key,
            "quote": (locator.get("text") or {}).get("highlight") or "", "text": note.get("body", {}).get("text") or "",
            "tags": note.get("tags") or [], "style": note.get("style"),
            "color": note.get("color"), "tint": tint(note.get("color")),
            "chapter": chapter and chapter["number"], "position": position,
            "title": (chapter and chapter["title"]) or locator.get("title") or link.get("title") or "",
            "time": seconds(locations) if link.get("type", "").startswith(("audio/", "video/")) else None,
            "page": self.progress.page_label(key) or note.get("page"),
            "modified": note.get("modified") or note.get("created"),
        }

    def _place(self, note):
        """The location of a note; an imported one may only have a quote, and one of another edition another file."""
        locator = sound(note.get("locator"))
        is_here = locator.get("href") in self.progress.index
        if not locator or (is_here and "progression" in (locator.get("locations") or {})):
            return locator
        known = self.places.get(note["id"])
        if known is None or known[0] != locator:
            try:
                # In another edition, the words may be in another file.
                known = locator, self.publication.locate(locator if is_here else {"text": locator.get("text")})
            except lectern.LecternError:
                known = locator, locator
            self.places[note["id"]] = known
        return known[1]

    def one(self, id):
        """One note; raises KeyError if this book has no such note."""
        return self.view(self._kept(id))

    def _kept(self, id):
        found = next(self.kept.find(id=id), None)
        if found is None:
            raise KeyError(id)
        return found

    # -- Edits

    def put(self, given):
        """Adds a note, or changes the one with this id."""
        id = given.get("id")
        if id is None:
            note = self.kept.add(located(given), **{"kind": "bookmark", **checked(given)})
        else:
            note = self.kept.edit(id, **checked(given, self._kept(id)))
        return self.view(note)

    def remove(self, id):
        self._kept(id)
        self.removed.add(id)
        self.kept.delete(id)

    def restore(self, id):
        """Undoes a deletion: a later edit restores the whole note."""
        self.removed.remove(id)
        return self.view(self.kept.edit(id))

    def close(self):
        for subscription in self.drawn:
            subscription.close()
        self.drawn = []


def has_text(note):
    """Whether a mark is shown next to the text; an imported note may not belong to any document."""
    return bool(note.get("kind") == "note" and note.get("locator", {}).get("href") and note.get("body", {}).get("text"))


def located(given):
    locator = given.get("locator")
    if not isinstance(locator, dict) or not isinstance(locator.get("href"), str):
        raise ValueError("A note must have a locator.")
    return locator


def checked(given, before=None):
    """Only the members that a reader may change, with valid values."""
    changes = {}
    for name, known in (("style", STYLES), ("color", TINTS)):
        if name in given:
            if given[name] not in known:
                raise ValueError(f"{given[name]!r} is not a valid {name} of a note.")
            changes[name] = given[name]
    if "tags" in given:
        changes["tags"] = tags(given["tags"]) or None
    text = str(given.get("text") or "")[:LONGEST_TEXT].strip()
    if "text" in given:
        changes["body"] = {**(before or {}).get("body", {}), "text": text} if text else None
    if "style" in changes or (before or {}).get("style"):
        # A range is a note or a highlight; a single position remains a bookmark, even with text.
        has = text if "text" in given else (before or {}).get("body", {}).get("text")
        changes["kind"] = "note" if has else "highlight"
        if not before:
            changes.setdefault("color", next(iter(TINTS)))
    return changes


def tags(given):
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise ValueError("Expected a list of strings as tags.")
    found = dict.fromkeys(" ".join(one.split())[:LONGEST_TAG] for one in given)
    return [one for one in found if one][:MOST_TAGS]

