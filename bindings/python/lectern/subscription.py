# SPDX-License-Identifier: BSD-3-Clause
"""Listening to a navigator, a draft or a store."""

import weakref
from ctypes import c_void_p
from typing import Optional

from . import _callbacks as callbacks
from ._calls import output
from ._handles import Handle


class Subscription(Handle):
    """A registered listener; close it to stop listening.  observe() makes it.

    It also ends with what it listens to, which keeps it: you may ignore it.
    """

    _free_function = "lectern_subscription_free"

    def __init__(self, owner: "Observable", number: int, target: callbacks.EventTarget) -> None:
        super().__init__(number)
        self._target: Optional[callbacks.EventTarget] = target
        self._owner = weakref.ref(owner)
        owner._subscriptions.add(self)

    def close(self) -> None:
        """Stops listening; after it returns, the listener is not called any more."""
        super().close()
        self._target = None
        owner = self._owner()
        if owner is not None:
            owner._subscriptions.discard(self)


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
