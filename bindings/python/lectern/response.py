# SPDX-License-Identifier: BSD-3-Clause
"""The answer to a request of a web view."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Optional

from .resource import Resource

if TYPE_CHECKING:
    from . import types


class Response:
    """The answer of Navigator.get(): status, headers, and the bytes to send.

    Close it, or use it in a ``with`` statement; read() and chunks() close it at the end.
    """

    def __init__(self, described: types.WebResponse, body: Resource) -> None:
        """An answer with this description (schema "web-response") and body."""
        #: The HTTP status: 200, 206, 404, 416, …
        self.status: int = described["status"]
        #: The media type, with a charset if applicable.
        self.type: str = described["type"]
        #: The number of bytes to send.
        self.length: int = described["length"]
        #: The headers by name, including ``Content-Type`` and ``Content-Length``.  A host
        #: whose web view does not support headers can ignore them.
        self.headers: dict[str, str] = described["headers"]
        #: The bytes, read on demand.
        self.body = body

    def chunks(self, size: int = 262144) -> Iterator[bytes]:
        """Iterates over the bytes in chunks, so that a recording is never in memory as a
        whole."""
        with self:
            for offset in range(0, self.length, size):
                yield self.body.read(offset, size)

    def read(self) -> bytes:
        """All bytes at once."""
        with self:
            return self.body.read()

    def close(self) -> None:
        """Frees the body.  Closing twice is harmless."""
        self.body.close()

    def __enter__(self) -> Response:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        exception: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<lectern.Response {self.status} {self.type}, {self.length} bytes>"
