# SPDX-License-Identifier: BSD-3-Clause
"""The JSON API for the reader's window.  GET does not change anything except which books are open; POST performs one
action."""
from typing import NamedTuple

from . import exchange
from .application import LANGUAGES
from .places import name_of
from .profiles import named


class Image(NamedTuple):
    kind: str
    data: bytes


class Stream(NamedTuple):
    channel: object


THEMES = (None, "light", "sepia", "dark")
SORTS = ("recent", "title", "author", "added")
COVER_WIDTHS = range(40, 1201)


def get(application, path, query):
    if path in GET:
        return GET[path](application, query)
    book, id, *rest = path.split("/")
    if book != "books":
        raise KeyError(path)
    if rest == ["cover"]:
        return cover(application, id, int(query.get("width") or 300))
    if not rest:
        entry = application.shelf.books[id]
        chosen = reader(application)
        described = application.reading(id, chosen["language"] or language(query), query.get("dark") == "true").described()
        return {**described, "title": entry["title"], "authors": entry["authors"], "page": application.address(id), "reader": chosen}
    reading = application.reading(id)
    return BOOK_GET["/".join(rest)](reading, query)


GET = {
    "shelf": lambda application, query: {**application.books(), "reader": reader(application)},
    "notes": lambda application, query: application.notes(query["text"]),
    "notes/changes": lambda application, query: exchange.changes(application.store.library, application.store.device),
}
BOOK_GET = {
    "events": lambda reading, query: Stream(reading.reader),
    "contents": lambda reading, query: reading.contents(),
    "about": lambda reading, query: reading.about(),
    "settings": lambda reading, query: reading.form(),
    "notes": lambda reading, query: reading.listed(),
    "thumbnail": lambda reading, query: Image(*reading.thumbnail(int(query["position"]), int(query["side"]))),
    "notes/export": lambda reading, query: exchange.export(reading, query.get("format")),
}


def post(application, path, data):
    if not isinstance(data, dict):
        raise ValueError("Expected an object.")
    if path in POST:
        return POST[path](application, data)
    book, id, action = path.split("/", 2)
    if book != "books":
        raise KeyError(path)
    if action == "edition":
        return application.adopt(id, data.get("id")) or {}
    return BOOK_POST[action](application.reading(id), data) or {}


BOOK_POST = {
    "settings": lambda reading, data: reading.edit(data.get("edits") or [], data.get("own")),
    "profiles": lambda reading, data: reading.change_profiles(data),
    "go": lambda reading, data: reading.go(data["target"]),
    "command": lambda reading, data: reading.navigator.send(data),
    "search": lambda reading, data: reading.search.start(data["query"], data.get("options") or {}),
    "search/more": lambda reading, data: reading.search.more(),
    "search/pick": lambda reading, data: reading.match(int(data["number"])),
    "search/end": lambda reading, data: reading.search.end(),
    "notes": lambda reading, data: reading.notes.put(data),
    "notes/remove": lambda reading, data: reading.notes.remove(data["id"]),
    "notes/restore": lambda reading, data: reading.notes.restore(data["id"]),
    "notes/import": exchange.take_in,
}


def language(query):
    given = query.get("language")
    return given if given in LANGUAGES else None


def cover(application, id, width):
    if width not in COVER_WIDTHS:
        raise ValueError("Expected the width of a cover.")
    found = application.shelf.cover(id, width)
    if found is None:
        raise KeyError(id)
    return Image(*found)


def reader(application):
    kept = application.store.reader.value
    return {**{name: kept[name] for name in ("language", "theme", "sort", "speed")}, "device": name_of(kept["device"])}


def change_reader(application, data):
    known = {"language": (None, *LANGUAGES), "theme": THEMES, "sort": SORTS}
    data = dict(data)
    device = data.pop("device", None)
    if device is not None:
        device = named(device, "device")
    for name, value in data.items():
        if name not in known or value not in known[name]:
            raise ValueError(f"{name} cannot be {value!r}.")
    if device:
        application.store.rename_device(device)
    application.store.reader.update(**data)
    return reader(application)


POST = {"reader": change_reader, "notes/merge": lambda application, data: exchange.merge(application.store.library, data)}
