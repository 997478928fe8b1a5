# SPDX-License-Identifier: BSD-3-Clause
"""What is there the next day: preferences in a lectern.Store; places and highlights in one JSON file for each book."""
import lectern
from lectern.store import kind, publication

from .files import JSONFile, Saver

#: What is known of a reader who has read nothing yet.
READER = {"version": 1, "language": None, "theme": None, "sort": "recent", "speed": 250, "turns": 0}
BOOK = {"version": 1, "location": None, "progress": None, "opened": None, "highlights": [], "ownPreferences": False}


class Store:
    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.saver = Saver()
        self.reader = self.saver.add(JSONFile(folder / "reader.json", READER))
        self.preferences = self._preferences(folder / "preferences.db")
        self.books = {}

    @staticmethod
    def _preferences(path):
        try:
            return lectern.Store(path)
        except (lectern.UnsupportedError, lectern.FormatError) as error:
            print(f"Preferences are not kept: {error}", flush=True)
            return lectern.Store()

    def book(self, id):
        """The record of one book."""
        if id not in self.books:
            self.books[id] = self.saver.add(JSONFile(self.folder / "books" / f"{id}.json", BOOK))
        return self.books[id]

    def load_preferences(self, id, kind_name):
        return self.preferences.load(kind(kind_name), publication(id))

    def save_preferences(self, id, kind_name, draft, own):
        """What belongs to a book is kept for it; the rest for all books of its kind, unless the reader wants it apart."""
        if own:
            self.preferences.save(publication(id), draft.json)
            return
        shared, bound = draft.drop("publication"), draft.keep("publication")
        self.preferences.save_all([(kind(kind_name), shared), (publication(id), bound)])

    def close(self):
        self.saver.close()
        self.preferences.close()
