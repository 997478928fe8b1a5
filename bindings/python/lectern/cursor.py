# SPDX-License-Identifier: BSD-3-Clause
"""Iteration over pages that are computed on demand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from ctypes import c_void_p
from typing import Generic, Optional, TypeVar

from ._calls import output, take
from ._handles import Handle

P = TypeVar("P")


class Cursor(Handle, Generic[P]):
    """A position in a sequence of pages, such as the results of a search.

    Iteration returns the remaining pages.  Calls from several threads run one at a time; a
    callback that uses the cursor while a page is computed gets BusyError.  The cursor
    remains usable after its publication is closed.
    """

    _free_function = "lectern_cursor_free"

    def next(self) -> Optional[P]:
        """The page after the last one returned; None at the end."""
        return self._step("lectern_cursor_next")

    def previous(self) -> Optional[P]:
        """The page before the last one returned; None at the beginning."""
        return self._step("lectern_cursor_previous")

    def __iter__(self) -> Iterator[P]:
        while (page := self.next()) is not None:
            yield page

    def _step(self, name: str) -> Optional[P]:
        buffer = output(c_void_p, name, self)
        if buffer is None:
            return None
        page: P = json.loads(take(buffer))
        return page
