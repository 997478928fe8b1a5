# SPDX-License-Identifier: BSD-3-Clause
"""Lists of voices, through the C API."""
import lectern
import pytest
from lectern import voices

VOICES = [
    {"id": "0", "language": "fr-FR", "name": "Zoé", "quality": "low", "own": {"deep": [1, None, "é"]}},
    {"id": "1", "language": "en-US", "name": "Bob", "quality": "medium", "gender": "male", "number": 12345678901234567890},
    {"id": "2", "language": "en_GB", "name": "Ann", "quality": "high", "gender": "female"},
    {"id": "3", "language": "en", "name": "Robot", "quality": None, "gender": None},
    {"id": "4", "language": "en-GB", "name": "Art", "quality": "high", "gender": "male"},
    {"id": "5", "language": "ar-EG"},
    {"id": "6", "language": "en-IE", "name": "Una", "quality": "higher"},
    {"id": "7", "language": "zh-TW"},
]


def ids(found):
    return [voice["id"] for voice in found]


@pytest.mark.parametrize("language, expected", [
    ("en", "12346"), ("EN", "12346"), ("en-GB", "24"), ("en_gb", "24"), ("en-AU", ""), ("fr", "0"), ("fr-CA", ""), ("de", ""),
    ("zh-Hant", "7"), ("zh-Hant-TW", ""),
])
def test_language(language, expected):
    assert "".join(ids(voices.select(VOICES, language, sort=False))) == expected


@pytest.mark.parametrize("regions, expected", [
    # Arabic, English, French; the default region of English, then regions by name, then no region; then quality and
    # gender.
    ([], "57162430"), (["GB"], "57241630"), (["IE", "gb"], "57624130"), (["419", "DE"], "57162430"),
])
def test_order(regions, expected):
    assert "".join(ids(voices.select(VOICES, preferred_regions=regions))) == expected


def test_one_call_for_a_menu():
    assert "".join(ids(voices.select(VOICES, "en", preferred_regions=["IE", "GB"]))) == "62413"


def test_voices_come_back_whole():
    assert voices.select(VOICES, "fr") == [VOICES[0]]
    assert sorted(voices.select(VOICES), key=lambda voice: voice["id"]) == VOICES
    assert voices.select('[{"id":"a","language":"en","x":1.50}]') == [{"id": "a", "language": "en", "x": 1.5}]


def test_what_is_equal_keeps_its_order():
    same = [{"id": str(number), "language": "sv-SE", "name": "Alva"} for number in range(50)]
    assert voices.select(same) == same
    assert voices.select([]) == voices.select([], "en") == []


def test_many_voices_and_regions():
    many = [{"id": str(number), "language": "en-GB", "name": str(number % 10)} for number in range(20_000)]
    regions = ["".join((chr(65 + number % 26), chr(65 + number // 26 % 26))) for number in range(20_000)]
    ordered = voices.select(many, preferred_regions=regions)
    assert len(ordered) == len(many) and [voice["name"] for voice in ordered[:3]] == ["0", "0", "0"]


def test_a_long_tag_is_read_once():
    many = [{"id": str(number), "language": "en-GB"} for number in range(20_000)]
    assert voices.select(many, "en-GB-x" + "-accents" * 100_000) == []


@pytest.mark.parametrize("wrong, path", [
    ([{"language": "en"}], "voices > /0"), ([{"id": "a"}], "voices > /0"), ([{"id": "a", "language": ""}], "voices > /0/language"),
    ([{"id": "a", "language": "en"}, 1], "voices > /1"), ([{"id": "a", "language": "en", "quality": "best"}], "voices > /0/quality"),
    ([{"id": "a", "language": "en", "gender": 1}], "voices > /0/gender"), ("{}", "voices"),
])
def test_wrong_voices_say_where(wrong, path):
    for ask in (lambda: voices.select(wrong), lambda: voices.select(wrong, "en")):
        with pytest.raises(lectern.JsonError) as raised:
            ask()
        assert raised.value.path == path


@pytest.mark.parametrize("language", ["", "english please", "e", "12"])
def test_a_language_that_is_none(language):
    with pytest.raises(lectern.JsonError) as raised:
        voices.select(VOICES, language)
    assert raised.value.path == "options > /language"


def test_regions_that_are_none():
    with pytest.raises(lectern.JsonError) as raised:
        voices.select(VOICES, preferred_regions=["GB", "Ireland"])
    assert raised.value.path == "options > /preferredRegions/1"
