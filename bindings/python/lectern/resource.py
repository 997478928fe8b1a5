# SPDX-License-Identifier: BSD-3-Clause
"""Resources: the bytes at an href."""

from __future__ import annotations

from ctypes import c_uint64, c_void_p
from typing import TYPE_CHECKING, BinaryIO, Optional, Union

from . import _callbacks as callbacks
from . import _values as values
from ._calls import fetch_bytes, fetch_json, output
from ._functions import TO_THE_END
from ._handles import Handle
from ._values import BytesInput, json_text, unsigned

if TYPE_CHECKING:
    from . import types

#: The most bytes of a picture that a notebook shows.
MOST_SHOWN = 8 << 20


class Resource(Handle):
    """A file of a publication, or the answer of one of its services.

    Publication.get() creates it.  It remains readable after the publication is closed.
    Your own services create their answers with of() and of_stream().
    """

    _free_function = "lectern_resource_free"

    @classmethod
    def of(cls, link: Union[types.Link, str], data: BytesInput) -> Resource:
        """Creates a resource from a copy of these bytes.  :param link: schema "link" """
        kept = values.data(data)
        return cls(output(c_void_p, "lectern_resource_new", json_text(link), kept, len(kept)))

    @classmethod
    def of_stream(cls, link: Union[types.Link, str], file: BinaryIO) -> Resource:
        """Creates a resource that reads a seekable binary file.  The file remains yours."""
        encoded = json_text(link)
        stream = callbacks.stream(file)
        return cls(output(c_void_p, "lectern_resource_new_stream", encoded, stream))

    def __repr__(self) -> str:
        if self.closed:
            return super().__repr__()
        link = self.link
        return f"<lectern.Resource {link['href']} {link.get('type', '')}, open>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, Union[str, bytes]]:
        """In a notebook: the picture, such as a cover, that is not too large for one."""
        kind = self.link.get("type", "")
        shown = kind in ("image/png", "image/jpeg", "image/gif") and self.size <= MOST_SHOWN
        return {kind: self.read(), "text/plain": repr(self)} if shown else {"text/plain": repr(self)}

    @property
    def link(self) -> types.Link:
        """Href, media type and properties: a Readium Link object."""
        return fetch_json("lectern_resource_link", self)

    @property
    def size(self) -> int:
        """The size in bytes, after decompression."""
        size: int = output(c_uint64, "lectern_resource_size", self)
        return size

    def read(self, offset: int = 0, length: Optional[int] = None) -> bytes:
        """Reads that many bytes at the offset; without a length, reads to the end.

        Returns fewer bytes at the end, and none after it.  Raises FormatError if the data
        is damaged, and ValueError for negative numbers.
        """
        end = TO_THE_END if length is None else unsigned(length)
        return fetch_bytes("lectern_resource_read", self, unsigned(offset), end)
