# SPDX-License-Identifier: BSD-3-Clause
"""A setting of a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from . import types


class Setting:
    """A snapshot of a setting: its effective value, the reason for it, and how a form shows
    it.

    ``json`` has all members (schema "setting").
    """

    __slots__ = ("json",)

    def __init__(self, json: types.Setting) -> None:
        """A setting of Navigator.settings or Preferences.setting()."""
        self.json = json

    @property
    def key(self) -> str:
        """The key of its preference, such as "fontSize"."""
        return self.json["key"]

    @property
    def type(self) -> types.SettingType:
        """The kind of control in a form: toggle, enum, range, percent, color, language,
        font, value."""
        return self.json["type"]

    @property
    def label(self) -> str:
        """Its name, in the language of the labels."""
        return self.json["label"]

    @property
    def value(self) -> Any:
        """The value to show in a form: the chosen one, otherwise the one that is in effect
        when it is active."""
        return self.json["displayValue"]

    @property
    def value_label(self) -> Optional[str]:
        """The label of the value, such as "120%"."""
        return self.json["valueLabel"]

    @property
    def preference(self) -> Any:
        """The reader's choice; None if there is none."""
        return self.json["preference"]

    @property
    def effective_value(self) -> Any:
        """The value in effect; None while the setting is inactive."""
        return self.json["effectiveValue"]

    @property
    def is_active(self) -> bool:
        """Whether the layout, the script and the other settings let it take effect."""
        return self.json["isActive"]

    @property
    def reasons(self) -> list[str]:
        """Why it is inactive: sentences for a tooltip."""
        return self.json["reasons"]

    @property
    def choices(self) -> list[tuple[Any, str]]:
        """The possible values, each with its label; [] if they are not listed."""
        values, labels = self.json["values"] or [], self.json["valueLabels"]
        return list(zip(values, labels or map(str, values)))

    @property
    def range(self) -> Optional[tuple[float, float]]:
        """The minimum and maximum of a number."""
        found = self.json["range"]
        return None if found is None else (found["min"], found["max"])

    def __repr__(self) -> str:
        active = "" if self.is_active else ", inactive"
        return f"<lectern.Setting {self.key}: {self.value!r}{active}>"
