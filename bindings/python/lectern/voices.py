# SPDX-License-Identifier: BSD-3-Clause
"""Functions on lists of voices of a speech engine.

Voices are dicts (schema "voices"); additional members are kept:

    from lectern import voices

    voices.ordered(voices.speaking(engine_voices, "en"), preferred_regions=["GB"])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Union

from ._calls import fetch_json
from ._values import json_text, text

if TYPE_CHECKING:
    from . import types

    VoicesInput = Union[Sequence[types.Voice], str]


def speaking(voices: VoicesInput, language: str) -> list[types.Voice]:
    """The voices that speak a language: "en" with any accent, "en-GB" with that one.

    Raises ArgumentError if the language is not a BCP 47 tag.
    """
    return fetch_json("lectern_voices_filter", json_text(voices), text(language))


def ordered(voices: VoicesInput, preferred_regions: Sequence[str] = ()) -> list[types.Voice]:
    """The voices sorted for display: by language, region, quality, gender and name.

    :param preferred_regions: such as ["GB", "IE"]; these come first, in this order
    """
    options = {"preferredRegions": list(preferred_regions)}
    return fetch_json("lectern_voices_sort", json_text(voices), json_text(options))
