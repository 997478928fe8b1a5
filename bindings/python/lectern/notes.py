# SPDX-License-Identifier: BSD-3-Clause
"""Bookmarks, highlights and notes as values: import, export and merging."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ctypes import c_void_p
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, BinaryIO, Optional, Union

from . import _callbacks as callbacks
from ._calls import fetch_json, fetch_text, output
from ._values import BytesInput, json_text, json_value
from .cursor import Cursor
from .errors import LecternError

if TYPE_CHECKING:
    from . import types
    from .navigator import Navigator
    from .publication import Publication
    from .store import NotesListener, Store
    from .subscription import Subscription

    #: A list of notes, or JSON text.
    NotesInput = Union[Sequence[types.Note], str]

#: The size of a part for parts(): the number of notes, and of bytes of JSON.  Well below
#: the limits of the library.
_PART = 256
_PART_SIZE = 4 << 20


def read(file: Union[BytesInput, BinaryIO], **options: Any) -> Cursor[types.Notes]:
    """Reads notes that another program has written, page by page, from bytes or a seekable
    binary file.

    :param options: by the names of the schema "note-read-options", such as
        ``readingOrder=[...]`` or ``skipInvalid=True``

    Raises JsonError with the path of the problem, LimitError, ArgumentError.
    """
    stream = callbacks.stream(_file(file))
    return Cursor(output(c_void_p, "lectern_notes_read", stream, json_text(options)))


def load(file: Union[BytesInput, BinaryIO], **options: Any) -> list[types.Note]:
    """Reads all notes of a file at once; like read(), for a short file."""
    with read(file, **options) as pages:
        return [note for page in pages for note in page["notes"]]


def write(notes: NotesInput, **options: Any) -> str:
    """Writes notes as text for another program.

    :param options: by the names of the schema "note-write-options", such as
        ``format="markdown"``
    """
    return fetch_text("lectern_notes_write", _list(notes), json_text(options))


def write_to(file: BinaryIO, notes: Iterable[types.Note], **options: Any) -> int:
    """Writes any number of notes to a binary file, and returns their number."""
    rest, count = parts(notes), 0
    part = next(rest, [])
    while True:
        following = next(rest, [])
        text = write(part, **options, **{"from": count, "more": bool(following)})
        file.write(text.encode())
        count += len(part)
        if not following:
            return count
        part = following


def parts(notes: Iterable[Any]) -> Iterator[list[Any]]:
    """Splits any number of notes into lists that are small enough for one call."""
    part: list[Any] = []
    size = 0
    for note in notes:
        own = len(json_value(note))
        if part and (len(part) == _PART or size + own > _PART_SIZE):
            yield part
            part, size = [], 0
        part.append(note)
        size += own
    if part:
        yield part


def merge_into(store: Store, notes: Iterable[Any]) -> types.NoteMerge:
    """Merges any number of notes into a store, part by part.  Returns the combined
    result."""
    answers = [store.merge_notes(part) for part in parts(notes)]
    return {"changed": sum(one["changed"] for one in answers), "reply": [note for one in answers for note in one["reply"]]}


def file_name(title: str, ending: str = "") -> str:
    """A file name for the notes of a book that is safe on all file systems and cannot be
    mistaken for an option."""
    kept = "".join(one if one.isalnum() or one in " -_." else "_" for one in title)
    # Not an option or a hidden file, and not too long for file systems, which count bytes.
    name = kept.encode("utf-8", "replace")[:200].decode("utf-8", "ignore").strip().lstrip("-. ").rstrip(". ")
    if re.fullmatch(r"(?i)(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\..*)?", name):
        name = "_" + name
    return (name or "notes") + ending


def merge(ours: NotesInput, theirs: NotesInput) -> list[types.Note]:
    """Merges two lists of notes that were edited separately; a pure function."""
    return fetch_json("lectern_notes_merge", _list(ours), _list(theirs))


def place(note: Mapping[str, Any], book: Publication, exact: bool = False) -> Any:
    """The locator of a note, completed with the members that determine its order and page.

    Members that were read from an annotation are not changed, so that it can be written
    back unchanged.

    :param exact: also adds the XPointers of KOReader and a CFI, which the formats
        "koreader" and "calibre" need
    """
    locator: Any = note.get("locator", {})
    is_kept = note.get("origin", {}).get("format") in ("readium", "epub", "w3c")
    if not locator or not exact and (is_kept or "progression" in locator.get("locations", {})):
        return locator
    query: Any = {name: value for name, value in locator.items() if name != "title"}
    if exact:
        query.update(xPointer=True, cfi=True)
    try:
        found: Any = book.locate(query)
    except LecternError:
        return locator
    # The quality of the match is not part of the location.
    found.pop("fit", None)
    return {**found, **locator, "locations": {**found.get("locations", {}), **locator.get("locations", {})}}


def changes(store: Store, since: int = 0) -> Iterator[types.NoteDelta]:
    """The changes in a store since a revision, part by part."""
    delta = store.note_changes(since)
    yield delta
    while delta["more"]:
        delta = store.note_changes(delta["revision"])
        yield delta


def all_changes(store: Store, since: int = 0) -> types.NoteDelta:
    """All changes in a store since a revision, as one result."""
    parts = list(changes(store, since))
    return {**parts[-1], "notes": [note for part in parts for note in part["notes"]]}


def add_publications(store: Store, other: Store) -> None:
    """Copies the records of publications that this store does not have from another
    store."""
    known = {one["id"] for one in store.publications}
    for record in other.publications:
        if record["id"] in known:
            continue
        keys = zip_longest(record.get("identifiers", []), record.get("hashes", []))
        for identifier, digest in list(keys) or [(None, None)]:
            said: dict[str, Any] = {"id": record["id"], "title": record.get("title"), "identifier": identifier}
            said.update(hash=digest, readingOrder=record.get("readingOrder", []))
            store.add_publication({name: value for name, value in said.items() if value is not None})


class BookNotes:
    """The notes of one publication in a store, as seen and edited by one device.

    ::

        with lectern.open("book.epub") as book, lectern.Store("notes.db") as store:
            notes = book.notes(store, device="phone")
            note = notes.add(match.locator, "Here it is.", tags=["sea"])
            notes.edit(note["id"], color="blue")
            for note in notes.find(text="here"):
                print(note["locator"]["text"]["highlight"])
    """

    def __init__(self, store: Store, publication: str, device: str) -> None:
        """The notes of the publication with this id in a store; see Publication.notes()."""
        self.store = store
        #: The id of the publication's record in the store.
        self.publication = publication
        self.device = device

    def __iter__(self) -> Iterator[types.Note]:
        """In reading order."""
        return self.find()

    def find(self, text: Optional[str] = None, **query: Any) -> Iterator[types.Note]:
        """Finds notes by words, and by the names of the schema "note-query", such as
        ``tag="sea"``."""
        return self.store.notes(publication=self.publication, text=text, **query)

    def add(
        self, locator: Mapping[str, Any], text: Optional[str] = None, **members: Any
    ) -> types.Note:
        """Adds a bookmark, a highlight or a note, depending on the members; "kind"
        overrides that."""
        if text is not None:
            members = {"body": {"text": text}, **members}
        if "style" not in members and "kind" not in members and (text or locator.get("text", {}).get("highlight")):
            members = {"style": "solid", "color": "yellow", **members}
        return self._save({"locator": dict(locator), **members})

    def edit(self, id: str, **members: Any) -> types.Note:
        """Replaces members of a note; None removes a member."""
        return self._save({"id": id, **members})

    def delete(self, *ids: str) -> None:
        """Deletes the notes with these ids, all or none."""
        self.store.save_notes(self.device, delete=ids)

    def move_to(self, locator: Mapping[str, Any]) -> types.Note:
        """Saves the last location of this device."""
        return self._save({"kind": "position", "locator": dict(locator)})

    @property
    def positions(self) -> list[types.Note]:
        """The last locations of all devices, newest first."""
        return list(self.find(kind="position", order="modified"))

    def observe(self, listener: NotesListener, **query: Any) -> Subscription:
        """Calls ``listener(event)`` with all notes, and then with each change."""
        return self.store.observe_notes(listener, publication=self.publication, **query)

    def show(self, navigator: Navigator, group: str = "notes", **query: Any) -> Subscription:
        """Shows them as a group of decorations that is kept up to date."""
        return navigator.show_notes(group, self.store, publication=self.publication, **query)

    def _save(self, members: Mapping[str, Any]) -> types.Note:
        [note] = self.store.save_notes(self.device, [members], publication=self.publication)
        return note


def _file(file: Union[BytesInput, BinaryIO]) -> BinaryIO:
    return io.BytesIO(file) if isinstance(file, (bytes, bytearray, memoryview)) else file


def _list(notes: NotesInput) -> Union[bytes, None]:
    return json_text(notes) if isinstance(notes, str) else json_value(list(notes))
