# SPDX-License-Identifier: BSD-3-Clause
"""Walking over pages that are made when they are asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from ctypes import c_void_p
from typing import Generic, Optional, TypeVar

from ._calls import output, take
from ._handles import Handle

P = TypeVar("P")


class Cursor(Handle, Generic[P]):
    """A place in a sequence of pages, such as the results of a search.

    Iterating over it gives the pages that follow.  Threads take turns; a callback that runs
    while a page is made gets BusyError.  It works on after its publication was closed.
    """

    _free_function = "lectern_cursor_free"

    def next(self) -> Optional[P]:
        """The page behind the one given last; None when that was the last one."""
        return self._step("lectern_cursor_next")

    def previous(self) -> Optional[P]:
        """The page in front of the one given last; None when that was the first one."""
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
