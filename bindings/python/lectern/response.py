# SPDX-License-Identifier: BSD-3-Clause
"""What a web view gets for a request."""

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
        #: Of HTTP: 200, 206, 404, 416, …
        self.status: int = described["status"]
        #: The media type, with the charset where there is one.
        self.type: str = described["type"]
        #: How many bytes there are to send.
        self.length: int = described["length"]
        #: By name, ``Content-Type`` and ``Content-Length`` among them.  A host whose web view
        #: takes no headers leaves them out.
        self.headers: dict[str, str] = described["headers"]
        #: The bytes, read when they are asked for.
        self.body = body

    def chunks(self, size: int = 262144) -> Iterator[bytes]:
        """The bytes in pieces, so that a recording is never in memory as a whole."""
        with self:
            for offset in range(0, self.length, size):
                yield self.body.read(offset, size)

    def read(self) -> bytes:
        """All bytes at once."""
        with self:
            return self.body.read()

    def close(self) -> None:
        """Frees the body.  Doing so again is fine."""
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
