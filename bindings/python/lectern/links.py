# SPDX-License-Identifier: BSD-3-Clause
"""Functions on links and lists of links that need no publication.

Links are dicts (schema "link"), filters follow the schema "link-filter":

    from lectern import links

    links.filtered(manifest["resources"], {"kind": "bitmap"})
    links.url(links.expanded(search, {"query": "whale"}), "https://example.org/book/")
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_int32
from typing import TYPE_CHECKING, Optional, Union

from ._calls import fetch_json, fetch_text, output
from ._values import json_text, text

if TYPE_CHECKING:
    from . import types

    LinksInput = Union[Sequence[types.Link], str]
    FilterInput = Union[types.LinkFilter, str]


def filtered(links: LinksInput, filter: FilterInput) -> list[types.Link]:
    """The links that match a filter."""
    return fetch_json("lectern_links_filter", json_text(links), json_text(filter))


def all_match(links: LinksInput, filter: FilterInput) -> bool:
    """Whether all links match a filter, such as {"kind": "audio"}; true for an empty
    list."""
    return bool(output(c_int32, "lectern_links_all", json_text(links), json_text(filter)))


def index(links: LinksInput, filter: FilterInput) -> Optional[int]:
    """The index of the first link that matches a filter, such as {"href": "chapter.xhtml"}; None if there is none."""
    found: int = output(c_int32, "lectern_links_index", json_text(links), json_text(filter))
    return None if found < 0 else found


def parameters(link: Union[types.Link, str]) -> list[str]:
    """The names of the variables of a templated link; [] for any other link."""
    return fetch_json("lectern_link_parameters", json_text(link))


def expanded(
    link: Union[types.Link, str], parameters: Union[types.LinkParameters, str]
) -> types.Link:
    """The link with its URI template (RFC 6570) expanded.

    Values are strings, numbers, booleans, lists or dicts of them; a variable with the value
    None is omitted.
    """
    return fetch_json("lectern_link_expand", json_text(link), json_text(parameters))


def url(link: Union[types.Link, str], base_url: Optional[str] = None) -> str:
    """The absolute URL of a link.

    Raises ArgumentError if the href is relative and there is no absolute base.
    """
    return fetch_text("lectern_link_url", json_text(link), text(base_url))
