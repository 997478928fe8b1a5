# SPDX-License-Identifier: BSD-3-Clause
"""Fits text of books into the cells of a terminal.  A title may contain anything, including control sequences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Union

#: A string, or a string with the name of its style.
Span = Union[str, tuple[str, str]]

#: Tabs, line breaks, and marks that would reverse the text after them.
_SPACES = re.compile("[\t-\r\u061c\u2028-\u202e\u2066-\u206f]+")
#: These, and the other control characters.
_CONTROLS = re.compile("[\0-\x1f\x7f-\x9f\u061c\u2028-\u202e\u2066-\u206f]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
#: Isolates right-to-left text, so that its surroundings keep their order.
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


def clean(text: str) -> str:
    """The text as one line without control characters: white space becomes a space, the rest is escaped."""
    return escaped(_SPACES.sub(" ", text))


def escaped(text: str) -> str:
    """The text with its control characters escaped as in JSON."""
    return _CONTROLS.sub(lambda one: f"\\u{ord(one[0]):04x}", text)


def clean_lines(text: str) -> str:
    """The lines without control characters."""
    return "\n".join(clean(line.replace("\t", "    ")) for line in text.split("\n"))


def is_right_to_left(text: str) -> bool:
    """Whether any part of the text is right-to-left."""
    return bool(_RIGHT_TO_LEFT.search(text))


def width(text: str) -> int:
    """The number of cells of a text: an ideograph takes two, a combining accent none."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def fitted(text: str, cells: int) -> str:
    """The text, truncated to this number of cells."""
    if width(text) <= cells:
        return text
    return _head(text, cells - 1) + "…"


def wrapped(text: str, cells: int) -> Iterator[str]:
    """Wraps a text to a number of cells, at spaces, or between ideographs and inside long words if necessary."""
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
