# SPDX-License-Identifier: BSD-3-Clause
"""Questions to links and lists of links, without a publication.

Links are dicts (schema "link"), filters follow the schema "link-filter":

    from lectern import links

    links.filtered(manifest["resources"], {"kind": "bitmap"})
    links.url(links.expanded(search, {"query": "whale"}), "https://example.org/book/")
"""

from ctypes import c_int32
from typing import Optional

from ._calls import fetch_array, fetch_object, fetch_text, output
from ._values import Object, ObjectInput, Objects, ObjectsInput, json_text, text


def filtered(links: ObjectsInput, filter: ObjectInput) -> Objects:
    """The links that pass a filter."""
    return fetch_array("lectern_links_filter", json_text(links), json_text(filter))


def all_match(links: ObjectsInput, filter: ObjectInput) -> bool:
    """Whether all links pass a filter, such as {"kind": "audio"}; true for an empty list."""
    return bool(output(c_int32, "lectern_links_all", json_text(links), json_text(filter)))


def parameters(link: ObjectInput) -> list[str]:
    """The names of the variables of a templated link; [] for one that is not."""
    return fetch_array("lectern_link_parameters", json_text(link))


def expanded(link: ObjectInput, parameters: ObjectInput) -> Object:
    """The link with its URI template (RFC 6570) expanded.

    Values are strings, numbers, booleans, lists or dicts of them; None leaves a variable out.
    """
    return fetch_object("lectern_link_expand", json_text(link), json_text(parameters))


def url(link: ObjectInput, base_url: Optional[str] = None) -> str:
    """The absolute URL of a link.

    Raises ArgumentError when the href is relative and there is no absolute base.
    """
    return fetch_text("lectern_link_url", json_text(link), text(base_url))
