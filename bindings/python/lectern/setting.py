# SPDX-License-Identifier: BSD-3-Clause
"""A setting of a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from . import types


class Setting:
    """A setting as it was when it was asked for: what is in effect, why, and how a form shows it.

    ``json`` has everything (schema "setting").
    """

    __slots__ = ("json",)

    def __init__(self, json: types.Setting) -> None:
        self.json = json

    @property
    def key(self) -> str:
        """The key of its preference, such as "fontSize"."""
        return self.json["key"]

    @property
    def type(self) -> types.SettingType:
        """How a form shows it: toggle, enum, range, percent, color, language, font, value."""
        return self.json["type"]

    @property
    def label(self) -> str:
        """Its name, in the language of the labels."""
        return self.json["label"]

    @property
    def value(self) -> Any:
        """What a form shows: what was chosen, or else what is in effect once it is active."""
        return self.json["displayValue"]

    @property
    def value_label(self) -> Optional[str]:
        """The value in words, such as "120%"."""
        return self.json["valueLabel"]

    @property
    def preference(self) -> Any:
        """What the reader has chosen; None if nothing."""
        return self.json["preference"]

    @property
    def effective_value(self) -> Any:
        """What is in effect; None while the setting is inactive."""
        return self.json["effectiveValue"]

    @property
    def is_active(self) -> bool:
        """Whether the layout, the writing and the other settings let it act."""
        return self.json["isActive"]

    @property
    def reasons(self) -> list[str]:
        """Why it is not active: sentences for a tooltip."""
        return self.json["reasons"]

    @property
    def choices(self) -> list[tuple[Any, str]]:
        """The values that can be chosen, each with its label; [] if they are not listed."""
        values, labels = self.json["values"] or [], self.json["valueLabels"]
        return list(zip(values, labels or map(str, values)))

    @property
    def range(self) -> Optional[tuple[float, float]]:
        """The least and the greatest value of a number."""
        found = self.json["range"]
        return None if found is None else (found["min"], found["max"])

    def __repr__(self) -> str:
        active = "" if self.is_active else ", inactive"
        return f"<lectern.Setting {self.key}: {self.value!r}{active}>"
