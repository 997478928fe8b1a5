# SPDX-License-Identifier: BSD-3-Clause
"""The JSON that the reader's window asks for.  GET changes nothing but what is open; POST does one thing."""
from typing import NamedTuple

from .application import LANGUAGES


class Image(NamedTuple):
    kind: str
    data: bytes


class Stream(NamedTuple):
    channel: object


THEMES = (None, "light", "sepia", "dark")
SORTS = ("recent", "title", "author", "added")
COVER_WIDTHS = range(40, 1201)


def get(application, path, query):
    if path == "shelf":
        return {**application.books(), "reader": reader(application)}
    book, id, *rest = path.split("/")
    if book != "books":
        raise KeyError(path)
    if rest == ["cover"]:
        return cover(application, id, int(query.get("width") or 300))
    if not rest:
        return application.reading(id, language(query)).described()
    reading = application.reading(id)
    return BOOK_GET["/".join(rest)](reading)


BOOK_GET = {
    "events": lambda reading: Stream(reading.reader),
    "contents": lambda reading: reading.contents(),
    "about": lambda reading: reading.about(),
    "settings": lambda reading: reading.form(),
    "highlights": lambda reading: {"highlights": reading.highlights.all},
}


def post(application, path, data):
    if not isinstance(data, dict):
        raise ValueError("An object is expected.")
    if path == "reader":
        return change_reader(application, data)
    book, id, action = path.split("/", 2)
    if book != "books":
        raise KeyError(path)
    return BOOK_POST[action](application.reading(id), data) or {}


BOOK_POST = {
    "settings": lambda reading, data: reading.edit(data.get("edits") or [], data.get("own")),
    "go": lambda reading, data: reading.go(data["target"]),
    "command": lambda reading, data: reading.navigator.send(data),
    "search": lambda reading, data: reading.search.start(data["query"], data.get("options") or {}),
    "search/more": lambda reading, data: reading.search.more(),
    "search/pick": lambda reading, data: reading.match(int(data["number"])),
    "search/end": lambda reading, data: reading.search.end(),
    "highlights": lambda reading, data: reading.highlights.put(data),
    "highlights/remove": lambda reading, data: reading.highlights.remove(data["id"]),
}


def language(query):
    given = query.get("language")
    return given if given in LANGUAGES else None


def cover(application, id, width):
    if width not in COVER_WIDTHS:
        raise ValueError("That is no width of a cover.")
    found = application.shelf.cover(id, width)
    if found is None:
        raise KeyError(id)
    return Image(*found)


def reader(application):
    kept = application.store.reader.value
    return {name: kept[name] for name in ("language", "theme", "sort", "speed")}


def change_reader(application, data):
    known = {"language": (None, *LANGUAGES), "theme": THEMES, "sort": SORTS}
    for name, value in data.items():
        if name not in known or value not in known[name]:
            raise ValueError(f"{name} cannot be {value!r}.")
    application.store.reader.update(**data)
    return reader(application)
