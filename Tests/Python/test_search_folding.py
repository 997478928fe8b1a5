# SPDX-License-Identifier: BSD-3-Clause
"""Queries as people type them: the primary level of the Unicode Collation Algorithm, and classes of punctuation."""
import unicodedata

import pytest

from .searched import found

#: A query and a text that match, in both directions.
SAME = [
    ("abc", "ABC"), ("eleve", "élève"), ("Strasse", "Straße"), ("lodz", "Łódź"), ("soren", "Søren"), ("dakovo", "Đakovo"), ("hal", "Ħal"),
    ("aether", "æther"), ("oeuvre", "œuvre"), ("abc", "ＡＢＣ"), ("123", "１２３"), ("カナ", "ｶﾅ"), ("ガギ", "ｶﾞｷﾞ"), ("ガギ", "カ\u3099キ\u3099"), ("パ", "ﾊﾟ"),
    ("「カ」。", "｢ｶ｣｡"), ("ー", "ｰ"), ("a b", "a\u3000b"), ("a b", "a\u2009b"), ("a b", "a\xa0b"),
    ("don't", "don’t"), ("з'ява", "зʼява"), ("з'ява", "з’ява"), ("o'neil", "O‘Neil"), ("'ukulele", "ʻukulele"), ("5'", "5′"),
    ('"yes"', "“yes”"), ('"yes"', "„yes“"), ('"yes"', "«yes»"), ('"yes"', "»yes«"), ("'yes'", "‹yes›"), ('"yes"', "＂yes＂"), ('"はい"', "〝はい〟"),
    ("to-day", "to–day"), ("well-then", "well—then"), ("well—then", "well--then"), ("well--then", "well-then"), ("— then", "--- then"), ("a--", "a⸺"), ("to-day", "to‐day"), ("to-day", "to\u2011day"), ("3-1", "3−1"), ("a-b", "a－b"), ("בית-ספר", "בית־ספר"),
    ("wait... what", "wait… what"), ("wait..", "wait‥"), ("wait... what", "wait . . . what"), ("wait… what", "wait\xa0.\xa0.\xa0. what"),
    ("wait. . . .", "wait...."), ("wait ... what", "wait… what"), ("cooperate", "co\xadoperate"), ("coöperate", "cooperate"), ("ΣΑΣ", "σας"), ("ИЙ", "ий"), ("क", "क़"), ("फिर", "फ़िर"), ("ড়", "ড\u09bc"),
    ("CO2", "CO₂"), ("x2", "x²"), ("No 5", "№ 5"), ("kg", "㎏"), ("1", "①"), ("iv", "Ⅳ"), ("tm", "™"), ("1a", "1ª"), ("Mme", "Mᵐᵉ"), ("1/2", "½"),
    ("office", "oﬃce"), ("q", "𝑞"), ("℃", "°C"), ("μm", "µm"), ("(株)", "㈱"),
    ("3", "٣"), ("3", "३"), ("1871", "۱۸۷۱"), ("محمد", "ﻣﺤﻤﺪ"), ("لا", "ﻻ"), ("ijs", "ĳs"), ("dz", "ǆ"), ("人", "⼈"),
]
#: A query and a text that do not match.
OTHERS = [
    ("は", "ば"), ("は", "ぱ"), ("ば", "は"), ("は", "は\u3099"), ("ハ", "ﾊﾞ"), ("っ", "つ"), ("つ", "っ"), ("は", "ハ"), ("ｶ", "ガ"), ("ゃ", "や"),
    ("a", "b"), ("to-day", "to day"), ("to-day", "today"), ("ড", "ড়"), ("ਸ", "ਸ਼"), ("য", "য\u09bc"), ("s", "ß"), ("a", "æ"), ("a-b", "a_b"), ("한", "하"),
    ("end.", "end ."), ("a.b", "a. b"), ("a..", "a."),
]


@pytest.mark.parametrize("query, text", SAME)
def test_the_same(query, text):
    assert found(f"<p>x {text} y</p>", query) == [text], "found"
    assert found(f"<p>x {query} y</p>", text) == [query], "found the other way"
    assert found(f"<p>x {text} y</p>", query, exact=True) == [query] * (query in text) and found(f"<p>x {text} y</p>", text, exact=True) == [text]


def test_all_compatibility_forms():
    """Letters, digits and signs with a compatibility decomposition of up to three characters."""
    blocks = [(0xAA, 0xBF), (0x2070, 0x209F), (0x2100, 0x218F), (0x2460, 0x24FF), (0x2E80, 0x2FDF), (0x3200, 0x33FF), (0xFB00, 0xFDFF), (0xFE70, 0xFEFC), (0xFF01, 0xFFEE), (0x1D400, 0x1D7FF)]
    forms = {}
    for character in (chr(code) for first, last in blocks for code in range(first, last + 1)):
        plain = unicodedata.normalize("NFKD", character).replace("\u2044", "/")
        if plain != unicodedata.normalize("NFD", character) and len(plain) <= 3 and " " not in plain:
            forms[character] = plain
    assert len(forms) > 1900
    texts = " ".join(f"[{character}]" for character in forms)
    missed = [plain for plain in set(forms.values()) if f"[{plain}]".isprintable() and not found(f"<p>{texts}</p>", f"[{plain}]")]
    assert missed == []


@pytest.mark.parametrize("query, text", OTHERS)
def test_others(query, text):
    assert found(f"<p>x {text} y</p>", query) == []


@pytest.mark.parametrize("query, text, options, count", [
    ("lodz", "Łódź", {"diacriticSensitive": True}, 0), ("łódź", "Łódź", {"diacriticSensitive": True}, 1), ("aether", "æther", {"diacriticSensitive": True}, 0),
    ("ÉLÈVE", "élève", {"diacriticSensitive": True}, 1), ("Abc", "ABC", {"caseSensitive": True}, 0), ("ABC", "ＡＢＣ", {"caseSensitive": True}, 1),
    # Width and punctuation are ignored unless the search is exact.
    ("don't", "don’t", {"caseSensitive": True, "diacriticSensitive": True}, 1), ("カナ", "ｶﾅ", {"caseSensitive": True, "diacriticSensitive": True}, 1),
    ("to-day", "to–day", {"wholeWord": True}, 1), ("day", "to–day", {"wholeWord": True}, 1),
])
def test_options_turn_it_off(query, text, options, count):
    assert len(found(f"<p>x {text} y</p>", query, **options)) == count
