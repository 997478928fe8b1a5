# SPDX-License-Identifier: BSD-3-Clause
"""Functions on lists of voices of a speech engine.

Voices are dicts (schema "voices"); additional members are kept:

    from lectern import voices

    voices.select(engine_voices, "en", preferred_regions=["GB"])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Optional, Union

from ._calls import fetch_json
from ._values import json_text

if TYPE_CHECKING:
    from . import types

    VoicesInput = Union[Sequence[types.Voice], str]


def select(
    voices: VoicesInput,
    language: Optional[str] = None,
    *,
    preferred_regions: Sequence[str] = (),
    sort: bool = True,
) -> list[types.Voice]:
    """The voices to offer to a reader, sorted by language, region, quality, gender and name.

    :param language: only voices that speak it: "en" with any accent, "en-GB" with that one
    :param preferred_regions: such as ["GB", "IE"]; these come first, in this order
    :param sort: False keeps the voices in their order

    Raises JsonError if the language is not a BCP 47 tag.
    """
    options = {"language": language, "preferredRegions": list(preferred_regions), "sort": sort}
    return fetch_json("lectern_voices_select", json_text(voices), json_text(options))
