# SPDX-License-Identifier: BSD-3-Clause
"""Files of notes: export, import, and synchronization with other devices."""
import io
import json
from typing import NamedTuple

import lectern
from lectern import notes

from .names import names, text
from .places import name_of

#: The available formats, with media types and file extensions.
FORMATS = {"markdown": ("text/markdown", ".md"), "html": ("text/html", ".html"), "csv": ("text/csv", ".csv"),
           "readium": ("application/rd-annotations+json", ".annotation"), "w3c": ("application/ld+json", ".jsonld")}


class Download(NamedTuple):
    name: str
    kind: str
    data: bytes


def export(reading, format):
    """Exports the notes of a book."""
    kind, ending = FORMATS[format]
    metadata = reading.publication.manifest["metadata"]
    title = text(metadata.get("title")) or "Notes"
    about = {"dc:title": title, "dc:identifier": metadata.get("identifier"), "dc:creator": names(metadata.get("author"))}
    file = io.BytesIO()
    notes.write_to(file, reading.notes.kept, format=format, title=title, readingOrder=reading_order(reading),
                   about={name: value for name, value in about.items() if value},
                   protected=bool(reading.publication.info["protection"]))
    return Download(notes.file_name(title, ending), kind, file.getvalue())


def take_in(reading, data):
    """Imports the notes in a file of another program into this book."""
    try:
        with notes.read(_bytes(data), readingOrder=reading_order(reading), skipInvalid=True) as pages:
            parts = list(pages)
    except lectern.LecternError:
        # It may be a file of changes, which identifies its books itself.
        if is_delta(data):
            return merge(reading.notes.kept.store, data)
        raise
    found = [{**note, "publication": reading.notes.kept.publication, "locator": notes.place(note, reading.publication)}
             for part in parts for note in part["notes"]]
    merged = notes.merge_into(reading.notes.kept.store, found)
    return {"notes": len(found), "changed": merged["changed"], "skipped": sum(len(part["skipped"]) for part in parts)}


def changes(store, device):
    """All notes on all books, including deleted ones, for another device."""
    delta = notes.all_changes(store)
    return Download(notes.file_name(name_of(device), ".notes.json"), "application/json", json.dumps(delta, ensure_ascii=False).encode())


def merge(store, data):
    """Merges the result of `changes` on another device."""
    if not is_delta(data):
        raise ValueError("The file does not contain notes of another device.")
    found = json.loads(_bytes(data))["notes"]
    return {"notes": len(found), "changed": notes.merge_into(store, found)["changed"], "skipped": 0}


def is_delta(data):
    try:
        delta = json.loads(_bytes(data))
    except ValueError:
        return False
    return isinstance(delta, dict) and isinstance(delta.get("notes"), list) and "revision" in delta


def reading_order(reading):
    return reading.publication.identity.get("readingOrder", [])


def _bytes(data):
    """The text of a file, as sent by the window."""
    if not isinstance(data.get("text"), str):
        raise ValueError("Expected the text of a file.")
    return data["text"].encode("utf-8", "surrogatepass")
