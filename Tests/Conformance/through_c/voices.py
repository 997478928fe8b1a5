# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about lists of voices.  Additional members are returned: here, the index in the given list."""
from ..comparison import More


def numbered(vector):
    return [voice | {"index": index} for index, voice in enumerate(vector["input"]["voices"])]


def speaking(vector, folder):
    import lectern
    return {"indices": [voice["index"] for voice in lectern.voices.select(numbered(vector), vector["input"]["language"], sort=False)]}


def ordered(vector, folder):
    import lectern
    found = lectern.voices.select(numbered(vector), preferred_regions=vector["input"]["preferredRegions"])
    return More(indices=[voice["index"] for voice in found], lastLanguage=found[-1]["language"] if found else None)


HANDLERS = {"tts.filterByLanguage": speaking, "tts.sort": ordered}
