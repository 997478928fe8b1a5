# SPDX-License-Identifier: BSD-3-Clause
"""Sentences and words of any text."""

from typing import Optional

from ._calls import fetch_array
from ._values import ObjectInput, json_text, text


def tokenize(string: str, options: Optional[ObjectInput] = None) -> list[tuple[int, int]]:
    """Where the sentences of a text begin and end, such that ``string[begin:end]`` is one.

    :param options: schema "token-options": words or paragraphs instead of sentences, a
        language.  Offsets count code points, as Python does, unless "offsets" says otherwise.
    """
    if options is None:
        options = {"offsets": "utf-32"}
    elif not isinstance(options, str):
        options = {"offsets": "utf-32", **options}
    ranges = fetch_array("lectern_text_tokenize", text(string), json_text(options))
    return [(begin, end) for begin, end in ranges]
