# SPDX-License-Identifier: BSD-3-Clause
"""What all handles of the library have in common."""

from __future__ import annotations

import weakref
from typing import ClassVar, NoReturn, TypeVar

from ._library import library

H = TypeVar("H", bound="Handle")


class Handle:
    """Something the library keeps open for you.

    Use it in a ``with`` statement, or call close().  A handle that is forgotten is
    freed together with its Python object, or at exit.  A handle that is used after
    close() raises HandleError; other handles made from it stay usable.
    """

    #: The C function that frees handles of this type.
    _free_function: ClassVar[str]

    def __init__(self, number: int) -> None:
        # ctypes passes this number wherever the object itself is an argument.  It stays
        # after close(): the library recognises it as freed, and no number is used twice.
        self._as_parameter_ = number
        # Not __del__, which may run when the modules it needs are gone.
        self._free: weakref.finalize[..., Handle] = weakref.finalize(self, _free, self._free_function, number)

    @classmethod
    def _borrowed(cls: type[H], number: int) -> H:
        """A handle that belongs to the library: there is nothing to free."""
        self = cls.__new__(cls)
        self._as_parameter_ = number
        self._free = weakref.finalize(self, _nothing)
        return self

    def _give_away(self) -> int:
        """The number, for the library to take over; this object is closed."""
        self._free.detach()
        return self._as_parameter_

    def close(self) -> None:
        """Frees the handle.  Doing so again is fine."""
        self._free()

    @property
    def closed(self) -> bool:
        """Whether close() was called."""
        return not self._free.alive

    def __enter__(self: H) -> H:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self.closed else "open"
        return f"<lectern.{type(self).__name__} {self._as_parameter_:#x} {state}>"

    def __reduce__(self) -> NoReturn:
        # A copy would be freed when the original is.
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled")


def _nothing() -> None:
    """Frees a handle that is not ours to free."""


def _free(function: str, number: int) -> None:
    getattr(library(), function)(number)
