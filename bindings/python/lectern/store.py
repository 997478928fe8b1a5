# SPDX-License-Identifier: BSD-3-Clause
"""Stored preferences and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from ctypes import c_void_p
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from ._calls import call, fetch_json, output
from ._values import PathInput, json_text, json_value, path
from .context import Context
from .preferences import Preferences, preferences_text
from .subscription import Observable, Subscription

if TYPE_CHECKING:
    from . import types
    from .preferences import PreferencesInput

    #: Called with an event: the notes that were saved and removed, and whether these are
    #: all.
    NotesListener = Callable[[types.EventNotes], object]
    #: Called with a scope and the preferences that are now stored for it.
    StoreListener = Callable[[types.StoreScope, types.Preferences], object]

#: The scope for all publications.
GLOBAL: types.StoreScope = {"scope": "global"}


def kind(name: types.StoreScopeKind) -> types.StoreScope:
    """The scope of one kind of publication, such as "reflowable"."""
    return {"scope": "kind", "kind": name}


def profile(id: str, kind: Optional[types.StoreScopeKind] = None) -> types.StoreScope:
    """The scope of one profile, optionally of what it has for one kind of publication."""
    if kind is None:
        return {"scope": "profile", "id": id}
    return {"scope": "profile", "id": id, "kind": kind}


def publication(id: str, kind: Optional[types.StoreScopeKind] = None) -> types.StoreScope:
    """The scope of one publication, optionally restricted to one kind of presentation."""
    if kind is None:
        return {"scope": "publication", "id": id}
    return {"scope": "publication", "id": id, "kind": kind}


class Store(Observable):
    """Preferences by scope, and notes, in a file or in memory.

    Threads may share a store, and processes the file; a process that is forked while it is
    open reopens the file when it uses the store::

        with lectern.Store("preferences.db") as store:
            store.save(lectern.store.GLOBAL, {"theme": "dark"})
            store.load(lectern.store.GLOBAL, lectern.store.publication("urn:isbn:..."))
    """

    _free_function = "lectern_store_free"

    def __init__(
        self,
        file: Optional[PathInput] = None,
        *,
        context: Optional[Context] = None,
        **options: int,
    ) -> None:
        """Opens a store, creating its file if it does not exist or is empty.

        :param file: None keeps the store in memory
        :param context: its logger gets the warnings; its option ``sqlite`` has the path of
        SQLite
        :param options: by the names of the schema "store-options", such as
            ``busyTimeout=100``, or ``readOnly=True``, which never writes

        A damaged file is renamed, and reported in the warnings.  Raises FormatError for a
        file that is not a store, UnsupportedError without SQLite or for a file of a newer
        version, BusyError while others use it, IoError, NotFoundError.
        """
        encoded = None if file is None else path(file)
        super().__init__(
            output(c_void_p, "lectern_store_open", context, encoded, json_text(options))
        )

    @property
    def warnings(self) -> list[types.Diagnostic]:
        """Damage that was found in the file and repaired (schema "warnings")."""
        return fetch_json("lectern_store_warnings", self)

    def load(self, *scopes: types.StoreScope) -> types.Preferences:
        """The preferences of a scope, or of several: later ones take precedence, key by
        key."""
        return fetch_json("lectern_store_load", self, json_value([dict(one) for one in scopes]))

    def save(self, scope: types.StoreScope, preferences: PreferencesInput) -> None:
        """Replaces the preferences of a scope; None removes them."""
        call("lectern_store_save", self, json_text(scope), preferences_text(preferences))

    def save_all(
        self, changes: Iterable[tuple[types.StoreScope, Union[Preferences, Mapping[str, Any], None]]]
    ) -> None:
        """Saves the preferences of several scopes, all or none."""
        call("lectern_store_save_all", self, json_value([_change(*change) for change in changes]))

    @property
    def scopes(self) -> list[types.StoreScope]:
        """The scopes that have stored preferences."""
        return fetch_json("lectern_store_scopes", self)

    def profiles(self, *scopes: types.StoreScope) -> types.StoreProfiles:
        """The profiles, and the id of the one that is chosen for the last of these scopes
        that has a choice (without scopes: globally)."""
        given = json_value([dict(one) for one in scopes]) if scopes else None
        return fetch_json("lectern_store_profiles", self, given)

    def save_profiles(
        self,
        save: Iterable[Union[types.StoreProfileToSave, Mapping[str, Any]]] = (),
        remove: Iterable[str] = (),
        choose: Iterable[tuple[types.StoreScope, Optional[str]]] = (),
    ) -> None:
        """Makes, renames, copies, removes and chooses profiles: all or none.

        :param save: schema "store-profile-changes"; their preferences are saved by save()
        :param choose: scopes with the id of the profile that is chosen, None for no choice
        """
        choices = [{"scope": dict(scope), "profile": chosen} for scope, chosen in choose]
        changes = {"save": [dict(one) for one in save], "remove": list(remove), "choose": choices}
        call("lectern_store_save_profiles", self, json_value(changes))

    def observe(self, scope: Optional[types.StoreScope], listener: StoreListener) -> Subscription:
        """Calls ``listener(scope, preferences)``, now and after each change, also of the
        chosen profile or of a title, which profiles() returns; None means all scopes.

        It runs in the thread that causes the event, and may use the store; what it saves is
        delivered after the current event.  Changes by other processes are noticed by the
        next call, such as refresh().  An exception from it is passed to sys.unraisablehook.
        """

        def event(topic: str, event: types.EventStore) -> None:
            listener(event["scope"], event["preferences"])

        return self._observe("lectern_store_observe", json_text(scope), event)

    def refresh(self) -> None:
        """Picks up changes that other processes have saved, and notifies the listeners."""
        call("lectern_store_refresh", self)

    def migrate(self) -> types.StoreMigration:
        """Migrates older keys and values to the current ones.  Returns the changes (schema
        "store-migration")."""
        return fetch_json("lectern_store_migrate", self)

    # ---------------------------------------------------------------------------------- Notes

    def add_publication(
        self, identity: Union[types.PublicationIdentity, Mapping[str, Any]]
    ) -> types.StorePublication:
        """The record of a publication, given ``book.identity``.  It is created if there is
        none.

        Its member "id" is the value of "publication" in notes; "candidates" are records
        that may be the same publication, if no certain match was found.
        """
        return fetch_json("lectern_store_add_publication", self, json_text(identity))

    @property
    def publications(self) -> types.PublicationRecords:
        """The records of all publications."""
        return fetch_json("lectern_store_publications", self)

    def save_notes(
        self,
        device: str,
        save: Iterable[Mapping[str, Any]] = (),
        delete: Iterable[str] = (),
        *,
        now: Union[str, datetime, None] = None,
        **options: Any,
    ) -> list[types.Note]:
        """Saves notes, or changed members of notes, and deletes others: all or none.

        :param now: the time of the edit; None means the current time
        :param options: "publication" for notes that have none, "purgeBefore"

        Returns the saved notes in their current state.
        """
        changes = {"device": device, "now": _date(now), "save": list(save), "delete": list(delete), **options}
        return fetch_json("lectern_store_save_notes", self, json_value(changes))

    def notes(self, **query: Any) -> Iterator[types.Note]:
        """The notes that match a query, by the names of the schema "note-query"."""
        while True:
            page: types.NotePage = fetch_json("lectern_store_notes", self, json_value(query))
            yield from page["notes"]
            if "next" not in page:
                return
            query = {**query, "after": page["next"]}

    def note_changes(self, since: int = 0, limit: Optional[int] = None) -> types.NoteDelta:
        """The changes since a revision, to be merged into another store."""
        return fetch_json("lectern_store_note_changes", self, json_value({"since": since, "limit": limit}))

    def merge_notes(self, notes: Iterable[Mapping[str, Any]]) -> types.NoteMerge:
        """Merges notes from another device or from a file; "reply" has the notes that the
        other side needs."""
        return fetch_json("lectern_store_merge_notes", self, json_value(list(notes)))

    def observe_notes(self, listener: NotesListener, **query: Any) -> Subscription:
        """Calls ``listener(event)`` with all notes that match a query, and then with each
        change."""

        def event(topic: str, event: types.EventNotes) -> None:
            listener(event)

        return self._observe("lectern_store_observe_notes", json_value(query), event)


def _date(moment: Union[str, datetime, None]) -> str:
    if isinstance(moment, str):
        return moment
    moment = datetime.now(timezone.utc) if moment is None else moment
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _change(
    scope: types.StoreScope, preferences: Union[Preferences, Mapping[str, Any], None]
) -> dict[str, Any]:
    if isinstance(preferences, Preferences):
        preferences = preferences.json
    return {"scope": dict(scope), "preferences": None if preferences is None else dict(preferences)}
