# SPDX-License-Identifier: BSD-3-Clause
"""Persistent data: preferences and notes in a lectern.Store, the rest in JSON files."""
import platform
import secrets
from contextlib import suppress

import lectern
from lectern.notes import BookNotes
from lectern.store import publication

from .files import JSONFile, Saver
from .profiles import Profiles
from .takeover import take_over

#: The initial state of a reader.
READER = {"version": 1, "language": None, "theme": None, "sort": "recent", "speed": 250, "turns": 0, "device": None}
BOOK = {"version": 2, "progress": None, "opened": None, "ownPreferences": False, "publication": None, "editions": []}


class Store:
    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.saver = Saver()
        self.reader = self.saver.add(JSONFile(folder / "reader.json", READER))
        self.library = self._library(folder / "preferences.db")
        self.profiles = Profiles(self.library)
        if not self.device:
            self.rename_device(platform.node().partition(".")[0] or "Lectern")
        self.saver.add(Others(self.library))
        self.books = {}

    @staticmethod
    def _library(path):
        try:
            library = lectern.Store(path)
            with suppress(OSError):
                path.chmod(0o600)  # earlier versions of the library used the umask
            return library
        except (lectern.UnsupportedError, lectern.FormatError) as error:
            print(f"Preferences and notes are not kept: {error}", flush=True)
            return lectern.Store()

    @property
    def device(self):
        """A human-readable name and, after the #, a unique id."""
        return self.reader.value["device"]

    def rename_device(self, name):
        former = self.device
        number = (former or "").rpartition("#")[2] or secrets.token_hex(4)
        self.reader.update(device=f"{name}#{number}")
        # The last locations contain the name as well.
        for note in list(self.library.notes(kind="position")) if former not in (None, self.device) else ():
            if note.get("device") == former and "publication" in note:
                place = {"kind": "position", "locator": note.get("locator")}
                self.library.save_notes(self.device, [place], [note["id"]], now=note.get("modified"),
                                        publication=note["publication"])

    def notes(self, book, id):
        """The notes of a book, including those that an earlier version stored elsewhere."""
        known = self.book(id).value["publication"]
        added = self.library.add_publication({**book.identity, **({"id": known} if known else {})})
        if not known:
            # Candidates are only available now, because the book is known from here on.
            self.book(id).update(publication=added["id"], editions=[one["id"] for one in added["candidates"]])
        kept = BookNotes(self.library, added["id"], self.device)
        take_over(self.book(id), kept)
        return kept

    def editions(self, id):
        """Books with notes that may be other editions of this one."""
        titles = {one["id"]: one.get("title") for one in self.library.publications}
        counts = {edition: sum(1 for _ in self.library.notes(publication=edition))
                  for edition in self.book(id).value["editions"]}
        return [{"id": edition, "title": titles.get(edition), "notes": count} for edition, count in counts.items() if count]

    def adopt(self, book, id, kept, edition):
        """Uses the notes of another edition for this book, too; None if it is a different book."""
        known = self.book(id).value["editions"]
        if edition is not None:
            if edition not in known:
                raise KeyError(edition)
            self.library.add_publication({**book.identity, "id": edition})
            made = [{"id": note["id"], "publication": edition} for note in kept]
            self.library.save_notes(self.device, made)
            kept.publication = edition
        self.book(id).update(editions=[], publication=kept.publication)

    def book(self, id):
        """The record of a book."""
        if id not in self.books:
            self.books[id] = self.saver.add(JSONFile(self.folder / "books" / f"{id}.json", BOOK))
        return self.books[id]

    def load_preferences(self, id, shared):
        return self.library.load(shared, publication(id))

    def save_preferences(self, id, shared, draft, own):
        """Settings of a book are saved for that book; the others in a scope that it shares with others, unless the
        reader wants them separate."""
        if own:
            self.library.save(publication(id), draft.json)
            return
        self.library.save_all([(shared, draft.drop("publication")), (publication(id), draft.keep("publication"))])

    def close(self):
        self.saver.close()
        self.library.close()


class Others:
    """Notices, once a second, changes by other processes that use the same store, such as `lectern notes`."""

    def __init__(self, library):
        self.library, self.path = library, "What others have saved"

    def save(self):
        try:
            self.library.refresh()
        except lectern.LecternError as error:
            raise OSError(0, error.message) from error
