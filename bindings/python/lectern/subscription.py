# SPDX-License-Identifier: BSD-3-Clause
"""Subscriptions to a navigator, a draft, a store or a context."""

from __future__ import annotations

import weakref
from ctypes import c_void_p
from typing import Callable, Optional

from . import _callbacks as callbacks
from ._calls import output
from ._handles import Handle


class Subscription(Handle):
    """A registered listener: call it, close it, or leave its ``with`` statement to stop
    listening.

    observe() creates it.  The observed object keeps it alive and ends it, so it may be
    ignored.
    """

    _free_function = "lectern_subscription_free"

    def __init__(
        self, owner: Observable, number: int, target: Optional[callbacks.EventTarget] = None
    ) -> None:
        """Made by observe()."""
        super().__init__(number)
        self._target = target
        self._owner = weakref.ref(owner)
        owner._subscriptions.add(self)

    def close(self) -> None:
        """Stops listening; after it returns, the listener is not called anymore."""
        super().close()
        self._target = None
        owner = self._owner()
        if owner is not None:
            owner._subscriptions.discard(self)

    __call__ = close


class Observable(Handle):
    """A handle with listeners."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self._subscriptions: set[Subscription] = set()

    def close(self) -> None:
        """Ends the subscriptions, and frees the handle."""
        for subscription in tuple(self._subscriptions):
            subscription.close()
        super().close()

    def _observe(
        self, function: str, what: Optional[bytes], listener: callbacks.EventFunction
    ) -> Subscription:
        target = callbacks.EventTarget(listener)
        struct = callbacks.listener(target)
        return Subscription(self, output(c_void_p, function, self, what, struct), target)


class Registration:
    """The logger or progress callback of a context: used like a Subscription."""

    def __init__(self, remove: Callable[[Registration], None]) -> None:
        """Made by the functions that set a callback."""
        self._remove = remove

    def close(self) -> None:
        """Removes the callback, unless another one has replaced it.  Closing twice is
        harmless."""
        self._remove(self)

    __call__ = close

    def __enter__(self) -> Registration:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
