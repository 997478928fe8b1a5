# SPDX-License-Identifier: BSD-3-Clause
"""Ending long calls: by a token, or after a time."""

from __future__ import annotations

import time
from contextvars import ContextVar, Token
from types import TracebackType
from typing import Optional

from ._calls import remember

__all__ = ["CancelToken"]


class CancelToken:
    """Cancels the calls that are made in its ``with`` block, which then raise CancelledError.

        with lectern.CancelToken(timeout=2):
            book.statistics()

    The block may be in a coroutine: a token is a context variable, which ``asyncio.to_thread``
    passes on.  Leaving the block cancels what other threads still do with it.
    """

    def __init__(self, timeout: Optional[float] = None) -> None:
        """Creates a token.

        :param timeout: seconds from now; then the ``__cause__`` of the CancelledError is a
            TimeoutError
        """
        self._timeout = timeout
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._cancelled = False
        self._entered: list[Token[tuple[CancelToken, ...]]] = []

    def cancel(self) -> None:
        """Cancels; may be called in any thread, and more than once."""
        self._cancelled = True

    @property
    def cancelled(self) -> bool:
        """Whether cancel() was called, or the time is over."""
        return self._cancelled or self._is_late

    @property
    def _is_late(self) -> bool:
        return self._deadline is not None and time.monotonic() >= self._deadline

    def __enter__(self) -> CancelToken:
        self._entered.append(_tokens.set((*_tokens.get(), self)))
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        exception: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.cancel()
        _tokens.reset(self._entered.pop())


_tokens: ContextVar[tuple[CancelToken, ...]] = ContextVar("lectern.cancelling", default=())


def is_cancelled() -> bool:
    """Whether a token of this context is cancelled; keeps the reason for the exception."""
    for token in _tokens.get():
        if not token.cancelled:
            continue
        if not token._cancelled:
            remember(TimeoutError(f"{token._timeout} s are over"))
        return True
    return False
