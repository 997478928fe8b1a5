# SPDX-License-Identifier: BSD-3-Clause
"""Books on a server: files that are read in parts, over HTTP.

    with lectern.open_url("https://example.org/book.epub") as book:
        print(book.title)

The library itself never uses the network.  Here, urllib does: with its proxies, its handlers for
authentication (see ``opener``), and the certificates of the system.
"""

from __future__ import annotations

import http.client
import io
import re
import urllib.request
from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Optional, cast
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit

from .context import Context
from .publication import Publication

if TYPE_CHECKING:
    from . import types

__all__ = ["RemoteFile", "open_url"]

#: The unit of the cache, and the least that is requested.
BLOCK = 1 << 16


class RemoteFile(io.RawIOBase):
    """A file on a server, as a seekable binary file.

    Its parts are requested when they are read, and kept in memory, the most recently used ones.
    A server without ranges sends the whole file, once.  If the file changes on the server, reads
    raise OSError: a part of another file would be worse.
    """

    def __init__(
        self,
        url: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
        timeout: float = 30,
        cache_size: int = 32 << 20,
        opener: Optional[urllib.request.OpenerDirector] = None,
    ) -> None:
        """Requests the beginning of a file.

        :param headers: of each request, such as Authorization
        :param timeout: the seconds that the server may take to connect, and for each answer
        :param cache_size: the most bytes to keep of a file that is read in parts
        :param opener: makes the requests, see ``urllib.request.build_opener``

        Raises ValueError for an address that is not HTTP, OSError if the server cannot be
        reached, or does not have the file.
        """
        if urlsplit(url).scheme.lower() not in ("http", "https"):
            raise ValueError(f"not an address of HTTP: {url}")
        self.url = url
        self._headers = dict(headers or {})
        self._timeout = timeout
        self._opener = opener or urllib.request.build_opener()
        self._most = max(1, cache_size // BLOCK)
        self._blocks: OrderedDict[int, bytes] = OrderedDict()
        self._position = 0
        #: The whole file, from a server without ranges.
        self._whole: Optional[bytes] = None
        #: The media type that the server states.
        self.type: Optional[str] = None
        self._size = 0
        self._validator: Optional[tuple[str, str]] = None
        self._begin()

    def _begin(self) -> None:
        try:
            with self._request(0, BLOCK) as answer:
                self.type = answer.headers.get_content_type() if answer.headers.get("Content-Type") else None
                self._validator = _validator(answer.headers)
                if answer.status == 206:
                    first, self._size = _content_range(answer.headers, 0)
                    self._keep(0, self._body(answer, min(BLOCK, self._size)))
                else:
                    self._whole = answer.read()
                    self._size = len(self._whole)
        except HTTPError as error:
            # RFC 9110, 15.5.17: nothing of an empty file can be sent.
            with error:
                if error.code != 416:
                    raise
            self._whole = b""

    # ------------------------------------------------------------------------------ A binary file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._size}[whence]
        if base + offset < 0:
            raise ValueError(f"negative seek position {base + offset}")
        self._position = base + offset
        return self._position

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        piece = self._bytes(self._position, min(self._position + len(view), self._size))
        view[: len(piece)] = piece
        self._position += len(piece)
        return len(piece)

    # ----------------------------------------------------------------------------------- The parts

    def _bytes(self, start: int, end: int) -> bytes:
        if start >= end:
            return b""
        if self._whole is not None:
            return self._whole[start:end]
        first, last = start // BLOCK, (end - 1) // BLOCK
        blocks: dict[int, bytes] = {}
        missing: list[int] = []
        for number in range(first, last + 1):
            known = self._blocks.get(number)
            if known is None:
                missing.append(number)
            else:
                self._blocks.move_to_end(number)
                blocks[number] = known
        for run in _runs(missing):
            blocks.update(self._fetch(run))
        together = b"".join(blocks[number] for number in range(first, last + 1))
        return together[start - first * BLOCK : end - first * BLOCK]

    def _fetch(self, run: range) -> dict[int, bytes]:
        """Requests blocks that follow each other."""
        start, end = run.start * BLOCK, min(run.stop * BLOCK, self._size)
        with self._request(start, end) as answer:
            if answer.status != 206 or _validator(answer.headers) != self._validator:
                raise OSError(f"{self.url} has changed on the server")
            if _content_range(answer.headers, start)[1] != self._size:
                raise OSError(f"{self.url} has changed on the server")
            body = self._body(answer, end - start)
        found = {number: body[(number - run.start) * BLOCK :][:BLOCK] for number in run}
        for number, block in found.items():
            self._keep(number, block)
        return found

    def _keep(self, number: int, block: bytes) -> None:
        self._blocks[number] = block
        while len(self._blocks) > self._most:
            self._blocks.popitem(last=False)

    def _request(self, start: int, end: int) -> http.client.HTTPResponse:
        asked = {**self._headers, "Range": f"bytes={start}-{end - 1}", "Accept-Encoding": "identity"}
        if self._validator and self._validator[0] == "ETag":
            asked["If-Range"] = self._validator[1]
        request = urllib.request.Request(self.url, headers=asked)
        answer: http.client.HTTPResponse = self._opener.open(request, timeout=self._timeout)
        return answer

    @staticmethod
    def _body(answer: http.client.HTTPResponse, length: int) -> bytes:
        body = answer.read(length)
        if len(body) < length:
            raise OSError(f"the answer has {len(body)} bytes instead of {length}")
        return body


def _validator(headers: Any) -> Optional[tuple[str, str]]:
    """What shows that a file has changed: a strong ETag, or else the time of the last change."""
    tag = headers.get("ETag")
    if tag and not tag.startswith("W/"):
        return "ETag", tag
    modified = headers.get("Last-Modified")
    return ("Last-Modified", modified) if modified else None


def _content_range(headers: Any, start: int) -> tuple[int, int]:
    """The first byte of an answer, which has to be the one that was requested, and the size of the file."""
    found = re.fullmatch(r"bytes (\d+)-\d+/(\d+)", headers.get("Content-Range") or "")
    if found is None or int(found[1]) != start:
        raise OSError(f"the server answers with the range {headers.get('Content-Range')!r}")
    return start, int(found[2])


def _runs(numbers: list[int]) -> list[range]:
    """Numbers in ascending order as ranges."""
    runs: list[range] = []
    for number in numbers:
        if runs and runs[-1].stop == number:
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
    return runs


def open_url(
    url: str,
    options: Optional[types.OpenOptions] = None,
    context: Optional[Context] = None,
    **how: Any,
) -> Publication:
    """Opens a file on a server, which is read in parts while they are needed.

    :param options: schema "open-options"; the name and the media type are those of the server
        unless you state them
    :param how: ``headers``, ``timeout``, ``cache_size`` and ``opener``, as for RemoteFile

    Raises OSError if the server cannot be reached, or does not have the file, and otherwise what
    Publication.open() raises.  If the server fails later, calls that read raise IoError.
    """
    file = RemoteFile(url, **how)
    known: types.OpenOptions = {"name": unquote(urlsplit(url).path).rpartition("/")[2] or urlsplit(url).netloc}
    if file.type:
        known["mediaType"] = file.type
    return Publication.open_stream(cast(BinaryIO, file), {**known, **(options or {})}, context)
