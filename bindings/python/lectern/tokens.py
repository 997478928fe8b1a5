# SPDX-License-Identifier: BSD-3-Clause
"""Splits any text into sentences or words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from ._calls import fetch_json
from ._values import json_text, text

if TYPE_CHECKING:
    from . import types


def tokenize(string: str, options: Union[types.TokenOptions, str, None] = None) -> list[tuple[int, int]]:
    """The ranges of the sentences of a text: ``string[begin:end]`` returns one.

    :param options: schema "token-options": words or paragraphs instead of sentences, a
        language.  Offsets count code points, like Python, unless "offsets" overrides that.
    """
    if options is None:
        options = {"offsets": "utf-32"}
    elif not isinstance(options, str):
        options = {"offsets": "utf-32", **options}
    ranges: types.Ranges = fetch_json("lectern_text_tokenize", text(string), json_text(options))
    return [(begin, end) for begin, end in ranges]
