# SPDX-License-Identifier: BSD-3-Clause
"""Comparing decorations; a Navigator is what keeps them."""

from ._calls import fetch_object
from ._values import Objects, ObjectsInput, json_text


def diff(before: ObjectsInput, after: ObjectsInput) -> dict[str, Objects]:
    """The difference between two states of a group, per resource; a pure function.

    Returns the changes to make in each resource, one after the other, in a list in which
    later decorations lie on top of earlier ones::

        {"text/ch1.xhtml": [{"remove": "3"}, {"add": {…}, "index": 0}, {"move": "5"}, {"update": {…}}]}

    Without an index, it is the end of the list: on top.  Extras do not count here.

    Raises JsonError when something is not a decoration (schema "decorations").
    """
    return fetch_object("lectern_decorations_diff", json_text(before), json_text(after))
