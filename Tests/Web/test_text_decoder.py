# SPDX-License-Identifier: BSD-3-Clause
"""Compares our decoders with the TextDecoder of a browser: every code of every encoding, and invalid bytes."""
import base64
import random

import pytest

import lectern

pytestmark = pytest.mark.chromium

#: By the name of the encoding, its other labels (Encoding Standard, 4.2).
LABELS = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8",
    "ibm866": "866 cp866 csibm866",
    "iso-8859-2": "csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso-8859-3": "csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso-8859-4": "csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso-8859-5": "csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    "iso-8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i "
                  "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "iso-8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
                  "iso_8859-7:1987 sun_eu_greek",
    "iso-8859-8": "csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
                  "iso_8859-8:1988 visual",
    "iso-8859-8-i": "csiso88598i logical",
    "iso-8859-10": "csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso-8859-13": "iso8859-13 iso885913",
    "iso-8859-14": "iso8859-14 iso885914",
    "iso-8859-15": "csisolatin9 iso8859-15 iso885915 iso_8859-15 l9",
    "iso-8859-16": "",
    "koi8-r": "cskoi8r koi koi8 koi8_r",
    "koi8-u": "koi8-ru",
    "macintosh": "csmacintosh mac x-mac-roman",
    "windows-874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620",
    "windows-1250": "cp1250 x-cp1250",
    "windows-1251": "cp1251 x-cp1251",
    "windows-1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
                    "iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252",
    "windows-1253": "cp1253 x-cp1253",
    "windows-1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
                    "x-cp1254",
    "windows-1255": "cp1255 x-cp1255",
    "windows-1256": "cp1256 x-cp1256",
    "windows-1257": "cp1257 x-cp1257",
    "windows-1258": "cp1258 x-cp1258",
    "x-mac-cyrillic": "x-mac-ukrainian",
    "gbk": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk",
    "gb18030": "",
    "big5": "big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc-jp": "cseucpkdfmtjapanese x-euc-jp",
    "iso-2022-jp": "csiso2022jp",
    "shift_jis": "csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis",
    "euc-kr": "cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949",
    "x-user-defined": "",
}
#: Bytes that Chromium 156 decodes differently from the Standard, and the text according to the Standard: in Big5, letters
#: with a combining character; in EUC-JP, text after a three-byte code without its third byte; in ISO-2022-JP, invalid bytes
#: after an incomplete escape sequence.
NOT_IN_CHROMIUM = [
    ("big5", b"\x88\x62\x88\x64\x88\xa3\x88\xa5", "\u00ca\u0304\u00ca\u030c\u00ea\u0304\u00ea\u030c"),
    ("euc-jp", b"\x8f\xa1.\xa1\xa2", "\ufffd.\u3001"), ("euc-jp", b"\x8f\xa1\x80\xa1\xa2", "\ufffd\u3001"),
    ("iso-2022-jp", b"\x1b$\x80.", "\ufffd$\ufffd."), ("iso-2022-jp", b"\x1b(\x0e.", "\ufffd(\ufffd."),
]


@pytest.fixture(scope="module")
def decoded(browser):
    """Decodes bytes in the browser."""
    page = browser.new_page()
    yield lambda label, data: page.evaluate(
        "([label, data]) => new TextDecoder(label).decode(Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0)))",
        [label, base64.b64encode(data).decode()])
    page.close()


def served(label, data):
    """Decodes bytes with the library, in a comment of a style sheet."""
    files = {"a.css": f'@charset "{label}";/*'.encode() + data + (b"\x1b(B" if label == "iso-2022-jp" else b"") + b"*/"}
    manifest = {"metadata": {"title": "T"}, "links": [], "readingOrder": [{"href": "a.html", "type": "text/html"}],
                "resources": [{"href": "a.css", "type": "text/css"}]}
    with lectern.Publication.open_manifest(manifest, files.get) as book, lectern.Navigator(book) as navigator:
        text = navigator.get("a.css").read().decode()
    assert text.startswith('@charset "utf-8";/*') and text.endswith("*/")
    return text[len('@charset "utf-8";/*'):-2]


def is_wrong(label, code):
    """Whether Chromium decodes a code differently from the Standard."""
    return label == "big5" and code[0] == 0x88 and code[1] in b"\x62\x64\xa3\xa5" or label == "euc-jp" and code[0] == 0x8F


def codes(label):
    """All codes of one or two bytes, and the valid ones of three and four."""
    def two(lead, first=0):
        return [bytes([lead, trail]) for trail in range(first, 256) if trail not in b"\n\r*"]

    if label == "iso-2022-jp":
        return [b"\x1b$B" + bytes([lead, trail]) + b"\x1b(B" for lead in range(0x21, 0x7F) for trail in range(0x21, 0x7F)] + [
            b"\x1b" + escape + bytes([byte]) + b"\x1b(B" for escape in (b"(I", b"(J") for byte in range(0x20, 0x80) if byte != 0x2A]
    found = [bytes([byte]) for byte in range(0x80, 256)]
    if label in ("gbk", "gb18030", "big5", "euc-jp", "shift_jis", "euc-kr"):
        found += [code for lead in range(0x80, 256) for code in two(lead) if not is_wrong(label, code)]
    if label == "euc-jp":
        found += [b"\x8f" + code for lead in range(0xA1, 0xFF) for code in two(lead, 0xA1)]
    if label == "gb18030":
        pointers = [*range(39500), *range(188990, 1237590, 1009), 189000, 1237575, 1237576, 1587599]
        found += [bytes([0x81 + pointer // 12600, 0x30 + pointer // 1260 % 10, 0x81 + pointer // 10 % 126, 0x30 + pointer % 10])
                  for pointer in pointers]
    return found


@pytest.mark.parametrize("label", [label for label in LABELS if label != "utf-8"])
def test_every_code(decoded, label):
    found = codes(label)
    data = b"\n".join(found)
    ours, theirs = served(label, data).split("\n"), decoded(label, data + (b"\x1b(B" if label == "iso-2022-jp" else b"")).split("\n")
    assert len(ours) == len(theirs)
    assert [(code.hex(), a, b) for code, a, b in zip(found, ours, theirs) if a != b] == []


@pytest.mark.parametrize("label, data, text", NOT_IN_CHROMIUM)
def test_what_chromium_does_not_decode(label, data, text):
    assert served(label, data) == text


@pytest.mark.parametrize("label", ["gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr", "utf-8"])
def test_what_is_not_valid(decoded, label):
    """Decodes random bytes, in which bytes with a special meaning are frequent."""
    chance = random.Random(label)
    often = {"iso-2022-jp": [b"\x1b$@", b"\x1b$B", b"\x1b(B", b"\x1b(J", b"\x1b(I", b"\x1bA", b"!", b"~", b"\x0e", b"\x80"],
             "gb18030": b"\x81\x84\x95\xfe09\x80\xff", "euc-jp": b"\x8e\xa1\xdf\xfe\x80",
             "utf-8": b"\xc2\xe0\xed\xf0\xf4\x80\x9f\xbf"}.get(label, b"\x81\x9f\xe0\xfc\xfe\x80\xff\xa0")
    left_out = b"*\r" + {"big5": b"\x88", "euc-jp": b"\x8f", "iso-2022-jp": b"\x1b"}.get(label, b"")
    codes = [often, [byte for byte in range(256) if byte not in left_out]]
    pieces = (chance.choice(chance.choice(codes)) for _ in range(60_000))
    data = b"".join(bytes([piece]) if isinstance(piece, int) else piece for piece in pieces)
    end = b".\x1b(B" if label == "iso-2022-jp" else b"."
    assert served(label, data + b".") == decoded(label, data + end)


def test_all_labels(browser):
    page = browser.new_page()
    labels = {label: name for name, others in LABELS.items() for label in [name, *others.split()]}
    assert page.evaluate("(labels) => Object.fromEntries(labels.map((label) => [label, new TextDecoder(label).encoding]))",
                         list(labels)) == labels
    page.close()


@pytest.mark.parametrize("name", LABELS)
def test_labels_are_names_of_one_encoding(name):
    data = bytes(byte for byte in range(0x20, 256) if byte != 0x2A)
    expected = served(name, data)
    for label in LABELS[name].split():
        assert served(label, data) == expected
        assert served(f" {label.upper()}\t", data) == expected
