# SPDX-License-Identifier: BSD-3-Clause
"""Text of books in the cells of a terminal.  A title may hold anything, also what a terminal would obey."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Union

#: A text, or a text with the name of its style.
Span = Union[str, tuple[str, str]]

#: Control characters, and the marks that would turn the text behind them around.
CONTROLS = re.compile("[\0-\x1f\x7f-\x9f\u061c\u2028-\u202e\u2066-\u206f]+")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
#: Around text that runs from right to left, so that what is beside it stays where it is.
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


def clean(text: str) -> str:
    """One line without control characters."""
    return CONTROLS.sub(" ", text)


def clean_lines(text: str) -> str:
    """Several lines without control characters."""
    return "\n".join(clean(line.replace("\t", "    ")) for line in text.split("\n"))


def is_right_to_left(text: str) -> bool:
    """Whether a part of it is."""
    return bool(_RIGHT_TO_LEFT.search(text))


def width(text: str) -> int:
    """The cells that a text takes: two for an ideograph, none for an accent on the letter before it."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def fitted(text: str, cells: int) -> str:
    """The text, cut to so many cells."""
    if width(text) <= cells:
        return text
    return _head(text, cells - 1) + "…"


def wrapped(text: str, cells: int) -> Iterator[str]:
    """Lines of at most so many cells, broken at spaces, or between ideographs and in long words if need be."""
    line = ""
    for word in re.findall(r"\S+|\s+", text.strip()):
        if width(line + word) > cells and line.strip():
            yield line.rstrip()
            line = ""
        line += word if line else word.lstrip()
        while width(line) > cells:
            head = _head(line, cells) or line[0]
            yield head
            line = line[len(head) :]
    yield line.rstrip()


def _head(text: str, cells: int) -> str:
    taken = 0
    for index, character in enumerate(text):
        taken += _width(character)
        if taken > cells:
            return text[:index]
    return text
