# SPDX-License-Identifier: BSD-3-Clause
"""Sentences and words of any text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from ._calls import fetch_json
from ._values import json_text, text

if TYPE_CHECKING:
    from . import types


def tokenize(string: str, options: Union[types.TokenOptions, str, None] = None) -> list[tuple[int, int]]:
    """Where the sentences of a text begin and end, such that ``string[begin:end]`` is one.

    :param options: schema "token-options": words or paragraphs instead of sentences, a
        language.  Offsets count code points, as Python does, unless "offsets" says otherwise.
    """
    if options is None:
        options = {"offsets": "utf-32"}
    elif not isinstance(options, str):
        options = {"offsets": "utf-32", **options}
    ranges: types.Ranges = fetch_json("lectern_text_tokenize", text(string), json_text(options))
    return [(begin, end) for begin, end in ranges]
