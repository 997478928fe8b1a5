# SPDX-License-Identifier: BSD-3-Clause
"""Profiles: settings with a name, between which the reader switches.  Books of one kind use the same profile; if none is
chosen, the settings of their kind."""
import secrets
from typing import get_args

from lectern import types
from lectern.store import kind, profile

KINDS = get_args(types.StoreScopeKind)
LONGEST_NAME = 60


class Profiles:
    def __init__(self, library):
        self.library = library

    def scope(self, kind_name):
        """Where the settings of books of this kind are stored."""
        chosen = self.chosen(kind_name)
        return kind(kind_name) if chosen is None else profile(chosen, kind_name)

    def chosen(self, kind_name):
        return self.library.profiles(kind(kind_name)).get("chosen")

    def listed(self, kind_name):
        """All profiles by name, and the chosen one."""
        found = self.library.profiles(kind(kind_name))
        return {"all": sorted(found["profiles"], key=lambda one: (one["title"].casefold(), one["id"])), "chosen": found.get("chosen")}

    # -- Changes: each returns what is needed to undo it, if anything

    def choose(self, kind_name, id):
        """A profile that has no settings for this kind yet begins with the current ones."""
        if id is not None and profile(id, kind_name) not in self.library.scopes:
            self.library.save(profile(id, kind_name), self.library.load(self.scope(kind_name)))
        self.library.save_profiles(choose=[(kind(kind_name), id)])

    def add(self, kind_name, title):
        """Makes a copy of the current settings, and chooses it."""
        current = self.chosen(kind_name)
        made = {"id": secrets.token_hex(8), "title": named(title, "profile"), "copyOf": current}
        self.library.save_profiles([made])
        self.choose(kind_name, made["id"])

    def rename(self, kind_name, one):
        self._require(one["id"])
        self.library.save_profiles([{"id": one["id"], "title": named(one["title"], "profile")}])

    def remove(self, kind_name, id):
        title = self._require(id)
        stored = [(scope, self.library.load(scope)) for scope in self.library.scopes if scope.get("id") == id and scope["scope"] == "profile"]
        kinds = [one for one in KINDS if self.chosen(one) == id]
        self.library.save_profiles(remove=[id])
        return {"id": id, "title": title, "stored": stored, "kinds": kinds}

    def restore(self, kind_name, removed):
        """Brings back a profile that was just removed, with the settings and the choices that remove() has returned."""
        one = {"id": removed["id"], "title": named(removed["title"], "profile")}
        self.library.save_profiles([one])
        self.library.save_all((profile(one["id"], scope.get("kind")), preferences) for scope, preferences in removed["stored"])
        self.library.save_profiles(choose=[(kind(name), one["id"]) for name in removed["kinds"]])

    def _require(self, id):
        """The title of a profile; raises KeyError if it was removed."""
        return {one["id"]: one["title"] for one in self.library.profiles()["profiles"]}[id]

    def change(self, kind_name, data):
        for action in (self.choose, self.add, self.rename, self.remove, self.restore):
            if action.__name__ in data:
                return action(kind_name, data[action.__name__])
        raise ValueError("Expected a change of profiles.")


def named(text, what):
    """A name that someone has typed, on one line."""
    if not isinstance(text, str) or not 0 < len(text.strip()) <= LONGEST_NAME:
        raise ValueError(f"Expected the name of a {what}.")
    return " ".join(text.split())
