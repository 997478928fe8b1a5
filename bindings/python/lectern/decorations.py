# SPDX-License-Identifier: BSD-3-Clause
"""Compares decorations.  A Navigator holds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Union

from ._calls import fetch_json
from ._values import json_text

if TYPE_CHECKING:
    from . import types

    #: A list of decorations, or JSON text.
    DecorationsInput = Union[Sequence[types.Decoration], str]


def diff(before: DecorationsInput, after: DecorationsInput) -> types.DecorationChanges:
    """The difference between two states of a group, per resource; a pure function.

    Returns the changes to apply in each resource, in order, to a list in which later
    decorations are on top of earlier ones::

        {"text/ch1.xhtml": [{"remove": "3"}, {"add": {…}, "index": 0}, {"move": "5"},
        {"update": {…}}]}

    A missing index means the end of the list, that is, on top.  Extras are ignored here.

    Raises JsonError if something is not a decoration (schema "decorations").
    """
    return fetch_json("lectern_decorations_diff", json_text(before), json_text(after))
