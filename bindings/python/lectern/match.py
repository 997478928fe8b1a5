# SPDX-License-Identifier: BSD-3-Clause
"""A search result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from . import types


class Match:
    """A search result with its context.  ``locator`` can be passed to a navigator."""

    __slots__ = ("locator",)

    def __init__(self, locator: types.Locator) -> None:
        """A match at a locator that a search has found."""
        self.locator = locator

    @property
    def text(self) -> str:
        """The text that was found, as in the book."""
        return self._around().get("highlight", "")

    @property
    def before(self) -> str:
        """The text before it."""
        return self._around().get("before", "")

    @property
    def after(self) -> str:
        """The text after it."""
        return self._around().get("after", "")

    @property
    def title(self) -> Optional[str]:
        """The title of the section."""
        return self.locator.get("title")

    @property
    def href(self) -> str:
        """The href of the resource."""
        return self.locator["href"]

    @property
    def position(self) -> Optional[int]:
        """The number of the position, from 1."""
        return self.locator.get("locations", {}).get("position")

    def _around(self) -> types.LocatorText:
        return self.locator.get("text", {})

    def __str__(self) -> str:
        return f"{self.before}{self.text}{self.after}"

    def __repr__(self) -> str:
        return f"<lectern.Match {self.text!r} in {self.href}>"
