# SPDX-License-Identifier: BSD-3-Clause
"""The shelf, the store, and the open books."""
import threading
from itertools import islice

import lectern

from .drawing import tint
from .locators import sound
from .reading import Reading
from .shelf import Shelf
from .store import Store

#: The maximum number of books that stay open without a window.
MOST_OPEN = 4
#: The maximum number of notes in search results of the shelf.
MOST_NOTES = 24
LANGUAGES = ("en", "de", "fr", "ar", "ja")


class Application:
    def __init__(self, path, data, scripts=False, reflow=False):
        self.scripts = scripts
        self.store = Store(data)
        cache = data / "cache"
        cache.mkdir(exist_ok=True, mode=0o700)
        self.context = lectern.Context(cacheDirectory=str(cache))
        self.shelf = Shelf(path.resolve(), self.context, reflow)
        self.lock, self.open = threading.RLock(), {}
        #: Returns the address of the page for a book id; set by the server.
        self.address = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def language(self):
        """The chosen language of labels, or None for that of the browser."""
        return self.store.reader.value["language"]

    def books(self):
        """The books of the shelf that have been found so far."""
        self.shelf.look()
        found = []
        for entry in self.shelf.there():
            record = self.store.book(entry["id"]).value
            found.append({**entry, "progress": record["progress"], "opened": record["opened"]})
        return {"books": found, "refused": self.shelf.not_opened(), "complete": self.shelf.done.is_set(),
                "single": self.shelf.single, "folder": str(self.shelf.folder)}

    def notes(self, words):
        """Notes on books of the shelf that contain these words, latest first."""
        books = {self.store.book(id).value["publication"]: book for id, book in list(self.shelf.books.items())}
        found = (note for note in self.store.library.notes(text=words) if note.get("publication") in books)
        return {"notes": [self._described(note, books[note["publication"]]) for note in islice(found, MOST_NOTES)]}

    @staticmethod
    def _described(note, book):
        locator = sound(note.get("locator"))
        return {"id": note["id"], "book": book["id"], "title": book["title"], "language": book["language"],
                "heading": locator.get("title") or "", "quote": (locator.get("text") or {}).get("highlight") or "",
                "text": note.get("body", {}).get("text") or "", "tags": note.get("tags") or [], "tint": tint(note.get("color"))}

    def reading(self, id, language=None, dark=False):
        """Opens a book; raises KeyError if there is none with this id."""
        with self.lock:
            reading = self.open.pop(id, None)
            if reading is None:
                publication = self.shelf.open(self.shelf.paths[id])
                reading = Reading(id, publication, self.store, self.scripts, language or self.language or LANGUAGES[0], dark)
            elif language:
                reading.start(language, dark)
            self.open[id] = reading  # keeps the order of use: the most recent is last
            for other in list(self.open)[:-MOST_OPEN]:
                if not self.open[other].reader.queues:
                    self.open.pop(other).close()
            return reading

    def adopt(self, id, edition):
        """Uses the notes of another edition, or none, and reopens the book."""
        with self.lock:
            reading = self.reading(id)
            self.store.adopt(reading.publication, id, reading.notes.kept, edition)
            if edition is not None:
                self.open.pop(id).close()

    def close(self):
        self.shelf.close()
        with self.lock:
            while self.open:
                self.open.popitem()[1].close()
        self.store.close()
        self.context.close()
