# SPDX-License-Identifier: BSD-3-Clause
"""The common part of all handles."""

from __future__ import annotations

import weakref
from typing import ClassVar, NoReturn, TypeVar

from ._calls import postpone, raise_postponed
from ._library import library

H = TypeVar("H", bound="Handle")


class Handle:
    """An object that the library keeps open.

    Use it in a ``with`` statement, or call close().  A handle that is not closed is freed
    together with its Python object, or at exit.  Using a handle after close() raises
    HandleError; other handles created from it remain usable.
    """

    #: The C function that frees handles of this type.
    _free_function: ClassVar[str]

    def __init__(self, number: int) -> None:
        # ctypes passes this number wherever the object itself is an argument.  It is kept
        # after close(): the library recognises freed handles, and never reuses a number.
        self._as_parameter_ = number
        # Unlike __del__, this does not run when the modules it needs are already gone.
        self._free: weakref.finalize[..., Handle] = weakref.finalize(self, _free, self._free_function, number)

    @classmethod
    def _borrowed(cls: type[H], number: int) -> H:
        """Wraps a handle that belongs to the library and must not be freed."""
        self = cls.__new__(cls)
        self._as_parameter_ = number
        self._free = weakref.finalize(self, _nothing)
        return self

    def _give_away(self) -> int:
        """Closes this object, and returns its number for the library to take ownership
        of."""
        self._free.detach()
        return self._as_parameter_

    def close(self) -> None:
        """Frees the handle.  Closing twice is harmless."""
        self._free()
        raise_postponed()

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
        # Freeing the original would free the copy as well.
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled")


def _nothing() -> None:
    """For handles that must not be freed."""


def _free(function: str, number: int) -> None:
    free = getattr(library(), function)
    try:
        free(number)
    except KeyboardInterrupt as exception:
        # Python ignores exceptions while it collects garbage: close() or the next call raises it.
        postpone(exception)
        free(number)  # has no effect if the handle was freed
