# SPDX-License-Identifier: BSD-3-Clause
"""Preferences that are kept."""

from collections.abc import Iterable, Mapping
from ctypes import c_void_p
from typing import Any, Callable, Optional, Union

from ._calls import call, fetch_array, fetch_object, output
from ._values import Object, ObjectInput, Objects, PathInput, json_text, json_value, path
from .context import Context
from .preferences import Preferences, preferences_text
from .subscription import Observable, Subscription

#: A dict that follows the schema "store-scope".
Scope = Mapping[str, Any]
#: Called with a scope and the preferences that are now stored for it.
StoreListener = Callable[[Object, Object], object]

#: The scope for all publications.
GLOBAL: Object = {"scope": "global"}


def kind(name: str) -> Object:
    """The scope of one kind of publication, such as "reflowable"."""
    return {"scope": "kind", "kind": name}


def publication(id: str, kind: Optional[str] = None) -> Object:
    """The scope of one publication, or of one way to present it."""
    scope = {"scope": "publication", "id": id}
    return scope if kind is None else {**scope, "kind": kind}


class Store(Observable):
    """Preferences by what they hold for, in one file or in memory.

    Threads may share it, and processes the file; a process that is forked off while it is
    open opens the file again when it uses the store::

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
        """Opens a store, and makes its file if there is none.

        :param file: None keeps the preferences in memory
        :param context: its logger gets the warnings; its option ``sqlite`` says where
            SQLite is
        :param options: by the names of the schema "store-options", such as
            ``busyTimeout=100``

        A damaged file is renamed, and reported in the warnings.  Raises FormatError for a
        database of another application, UnsupportedError without SQLite or for a file of
        a newer version, BusyError while others use it, IoError, NotFoundError.
        """
        encoded = None if file is None else path(file)
        super().__init__(
            output(c_void_p, "lectern_store_open", context, encoded, json_text(options))
        )

    @property
    def warnings(self) -> Objects:
        """What was wrong with the file and survived (schema "warnings")."""
        return fetch_array("lectern_store_warnings", self)

    def load(self, *scopes: Scope) -> Object:
        """The preferences of a scope; of several, later ones win, key by key."""
        return fetch_object("lectern_store_load", self, json_value([dict(one) for one in scopes]))

    def save(self, scope: Scope, preferences: Union[Preferences, ObjectInput, None]) -> None:
        """Keeps preferences in the place of those of the scope; None forgets these."""
        call("lectern_store_save", self, json_text(scope), preferences_text(preferences))

    def save_all(
        self, changes: Iterable[tuple[Scope, Union[Preferences, Mapping[str, Any], None]]]
    ) -> None:
        """The same for several scopes and their preferences: all or none."""
        call("lectern_store_save_all", self, json_value([_change(*change) for change in changes]))

    @property
    def scopes(self) -> Objects:
        """The scopes that something is kept for."""
        return fetch_array("lectern_store_scopes", self)

    def observe(self, scope: Optional[Scope], listener: StoreListener) -> Subscription:
        """Calls ``listener(scope, preferences)``, now and after each change; None is all scopes.

        It runs in the thread that causes the event, and may use the store; what it saves
        is delivered after the current event.  What other processes save is noticed by the
        next call, such as refresh().  An exception from it goes to sys.unraisablehook.
        """

        def event(topic: str, event: Object) -> None:
            listener(event["scope"], event["preferences"])

        return self._observe("lectern_store_observe", json_text(scope), event)

    def refresh(self) -> None:
        """Notices what others have saved, and tells the listeners."""
        call("lectern_store_refresh", self)

    def migrate(self) -> Object:
        """Puts today's keys and values in the place of older ones; says what changed
        (schema "store-migration")."""
        return fetch_object("lectern_store_migrate", self)


def _change(scope: Scope, preferences: Union[Preferences, Mapping[str, Any], None]) -> Object:
    if isinstance(preferences, Preferences):
        preferences = preferences.json
    return {"scope": dict(scope), "preferences": None if preferences is None else dict(preferences)}
