# SPDX-License-Identifier: BSD-3-Clause
"""Drafts of preferences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from ctypes import c_int32, c_void_p
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _callbacks as callbacks
from ._calls import call, fetch_json, fetch_text, output
from ._functions import END, NO_ACTIVATE
from ._values import json_text, json_value, text
from .setting import Setting
from .subscription import Observable, Subscription

if TYPE_CHECKING:
    from . import types

    #: A draft, a dict by setting, or JSON text.
    PreferencesInput = Union["Preferences", Mapping[str, Any], str, None]


def preferences_text(preferences: PreferencesInput) -> Optional[bytes]:
    """Preferences in any accepted form, as a C argument."""
    if isinstance(preferences, Preferences):
        return text(preferences.text)
    return json_text(preferences)


class Preferences(Observable):
    """A draft of preferences, with the rules for editing it.

    Navigator.edit_preferences() creates one with the rules of that navigator.  It changes
    nothing until it is submitted.  Editing methods return the draft, so calls can be
    chained::

        draft.set("theme", "dark").increment("fontSize").toggle("publisherStyles")

    It can also be used like a dict of settings::

        draft["fontSize"] = 1.2
        print(draft["fontSize"].label, draft["fontSize"].value_label)
        del draft["fontSize"]

    It is sufficient for a settings form: it has the chosen values (json) and the resulting
    settings (settings), reports each change (observe), and applies them (submit).  A store
    can save what was submitted::

        navigator.observe("preferences", lambda topic, chosen: store.save(chosen))

    The methods raise NotFoundError for an unknown key, JsonError for a value that the
    setting does not accept, and UnsupportedError for a setting without steps, one that is
    not a switch, or one that cannot become active in this publication.
    """

    _free_function = "lectern_preferences_free"

    #: Whether the last increment or decrement had no effect, because the setting was at its
    #: limit.
    at_end = False

    def __init__(
        self,
        kind: str = "reflowable",
        preferences: PreferencesInput = None,
    ) -> None:
        """Creates a draft without a navigator, with the rules for a kind of publication.

        :param kind: "reflowable", "fixed", "pdf", "image", "audio", "video" or "tts"; or a
            component with limits of its own, "pspdfkit", "pdfium" or "exoplayer"
        :param preferences: the preferences to start from (schema "preferences")
        """
        super().__init__(
            output(c_void_p, "lectern_preferences_new", text(kind), preferences_text(preferences))
        )

    @classmethod
    def _adopt(cls, number: int) -> Preferences:
        draft = cls.__new__(cls)
        Observable.__init__(draft, number)
        return draft

    @property
    def json(self) -> types.Preferences:
        """The preferences as a dict, to submit or to store."""
        return fetch_json("lectern_preferences_json", self)

    @property
    def text(self) -> str:
        """The preferences as JSON text."""
        return fetch_text("lectern_preferences_json", self)

    @property
    def settings(self) -> types.Settings:
        """The settings that would result from this draft, for a form (schema
        "settings")."""
        return fetch_json("lectern_preferences_settings", self)

    def setting(self, key: str) -> types.Setting:
        """One of these settings (schema "setting")."""
        return fetch_json("lectern_preferences_setting", self, text(key))

    def __getitem__(self, key: str) -> Setting:
        """The current state of a setting: ``draft["fontSize"].label``."""
        return Setting(self.setting(key))

    def __setitem__(self, key: str, value: Any) -> None:
        """Like set()."""
        self.set(key, value)

    def __delitem__(self, key: str) -> None:
        """Like clear()."""
        self.clear(key)

    def __iter__(self) -> Iterator[str]:
        """The keys of all settings, in the order of a form."""
        return iter(self.settings["settings"])

    def label(self, key: str, value: Any) -> str:
        """The label in a form for a current or possible value of a setting: "120%" for
        1.2."""
        return fetch_text("lectern_preferences_label", self, text(key), json_value(value))

    def observe(self, topic: Optional[str], listener: callbacks.EventFunction) -> Subscription:
        """Calls ``listener(topic, event)`` for "preferences", "settings", or both with
        None.

        The current values are delivered before this method returns, and each change before
        the method that makes it returns.  An exception from the listener is passed to
        sys.unraisablehook.
        """
        return self._observe("lectern_preferences_observe", text(topic), listener)

    def submit(self) -> types.Submission:
        """Submits the draft to the navigator that created it; it can be edited further.

        Returns the difference (schema "submission"): the ``changed`` keys, whether the
        change ``invalidatesPagination`` (new pages and spreads) or ``reflows`` (the content
        moves), the ``location`` of the reader, to go there again in both cases, and the
        preferences that were ``ignored``, with the reasons.

        Raises UnsupportedError for a draft without a navigator.
        """
        return fetch_json("lectern_preferences_submit", self)

    def copy(self) -> Preferences:
        """An independent draft with the same preferences, rules and navigator."""
        return Preferences._adopt(output(c_void_p, "lectern_preferences_copy", self))

    def set(self, key: str, value: Any, activate: bool = True) -> Preferences:
        """Sets a preference to any JSON value that the setting accepts; None unsets it.

        If the setting supports it, "publisher" selects the publisher's design, even over
        the defaults of the app.

        :param activate: also change other preferences as needed for it to take effect
        """
        call("lectern_preferences_set", self, text(key), json_value(value), _flags(activate))
        return self

    def increment(self, key: str, activate: bool = True) -> Preferences:
        """Moves to the next value that makes a visible difference.

        Works for numbers and for settings with a list of values.  At the upper limit
        nothing changes, and at_end is true.
        """
        return self._step("lectern_preferences_increment", key, activate)

    def decrement(self, key: str, activate: bool = True) -> Preferences:
        """Moves to the previous value that makes a visible difference.

        At the lower limit nothing changes, and at_end is true.
        """
        return self._step("lectern_preferences_decrement", key, activate)

    def _step(self, name: str, key: str, activate: bool) -> Preferences:
        self.at_end = call(name, self, text(key), _flags(activate)) == END
        return self

    def toggle(self, key: str, activate: bool = True) -> Preferences:
        """Inverts a switch, starting from the preferred or otherwise the effective
        value."""
        call("lectern_preferences_toggle", self, text(key), _flags(activate))
        return self

    def activate(self, key: str) -> Preferences:
        """Changes other preferences as needed for this setting to take effect."""
        call("lectern_preferences_activate", self, text(key))
        return self

    def is_active(self, key: str) -> bool:
        """Whether the setting would take effect."""
        return bool(output(c_int32, "lectern_preferences_is_active", self, text(key)))

    def clear(self, key: Optional[str] = None) -> Preferences:
        """Unsets one preference, or all of them, so that the defaults of the app and the
        publication apply again."""
        call("lectern_preferences_clear", self, text(key))
        return self

    def merge(self, preferences: PreferencesInput) -> Preferences:
        """Merges preferences into the draft.  They take precedence; None as a value unsets
        a key.

        Unknown keys and invalid values have no effect, but are kept and listed in
        ``settings["ignored"]``.
        """
        call("lectern_preferences_merge", self, preferences_text(preferences))
        return self

    def keep(self, keys: Union[str, Iterable[str]]) -> types.Preferences:
        """The preferences with these keys, as a dict.  The draft does not change.

        :param keys: keys, or the name of a set: "publication" for those that belong to one
        book,
            such as its language
        """
        return self._filter(keys, 1)

    def drop(self, keys: Union[str, Iterable[str]]) -> types.Preferences:
        """The preferences without these keys, as a dict; parameters as for keep()."""
        return self._filter(keys, 0)

    def _filter(self, keys: Union[str, Iterable[str]], keep: int) -> types.Preferences:
        encoded = json_value(keys if isinstance(keys, str) else list(keys))
        return fetch_json("lectern_preferences_filter", self, encoded, keep)


def _flags(activate: bool) -> int:
    return 0 if activate else NO_ACTIVATE
