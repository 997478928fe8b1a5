# SPDX-License-Identifier: BSD-3-Clause
"""EPUB CFIs as strings, without a publication.

    from lectern import cfi

    cfi.parse("epubcfi(/6/4[chapter]!/4/2/1:3)")["terminal"]["offset"]
    cfi.join("epubcfi(/6/4!/4/2/1:3)", "epubcfi(/6/4!/4/2/1:8)")
    sorted(bookmarks, key=cfi.sort_key)

Publication.cfi() creates the CFI of a location, and Publication.locate() resolves a CFI.
"""

from __future__ import annotations

from ctypes import c_int32
from functools import cmp_to_key
from typing import TYPE_CHECKING

from ._calls import fetch_json, fetch_text, output
from ._values import text

if TYPE_CHECKING:
    from . import types


def parse(cfi: str) -> types.Cfi:
    """Parses a CFI (schema "cfi").

    Raises ArgumentError for a syntax error; its path has the character offset.
    """
    return fetch_json("lectern_cfi_parse", text(cfi))


def compare(a: str, b: str) -> int:
    """-1 if a comes first, 1 if b does, 0 if they are equivalent."""
    order: int = output(c_int32, "lectern_cfi_compare", text(a), text(b))
    return order


#: A key function for sorted() and the like.
sort_key = cmp_to_key(compare)


def join(start: str, end: str) -> str:
    """The CFI of the range between two positions."""
    return fetch_text("lectern_cfi_join", text(start), text(end))
