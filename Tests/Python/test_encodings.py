# SPDX-License-Identifier: BSD-3-Clause
"""Encodings of documents, by their labels in the Encoding Standard."""
import pytest

import lectern

from .searched import XHTML, publication

#: In HTML, the title would contain the rest of the document, so this shows that it is parsed as XML.
BODY = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p>{}</p></body></html>'


def text(data, kind=XHTML):
    with publication(data, kind=kind, raw=True) as book:
        return lectern._calls.fetch_text("lectern_publication_text", book, b"0.html")


def encoded(label, codec, words, mark=b""):
    return mark + f'<?xml version="1.0" encoding="{label}"?>{BODY.format(words)}'.encode(codec)


@pytest.mark.parametrize("label", ["UTF-8", "utf8", "UTF8", "Utf-8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_names_of_utf_8(label, mark):
    assert text(encoded(label, "utf-8", "é日😀", mark)) == "é日😀"


@pytest.mark.parametrize("label, codec, words", [
    ("ISO-8859-1", "cp1252", "“é” €"), ("latin1", "cp1252", "“é” €"), ("US-ASCII", "cp1252", "“é” €"), ("cp1252", "cp1252", "“é” €"),
    ("ISO-8859-2", "iso8859-2", "łódź"), ("latin2", "iso8859-2", "łódź"), ("windows-1251", "cp1251", "Кит"),
    ("KOI8-R", "koi8-r", "Кит"), ("ISO-8859-9", "cp1254", "ş"), ("x-mac-ukrainian", "mac-cyrillic", "Кит"), ("greek8", "iso8859-7", "φ")])
def test_names_of_encodings_of_one_byte(label, codec, words):
    assert text(encoded(label, codec, words)) == words


@pytest.mark.parametrize("label", ["UTF-16", "utf-16le", "unicode", "ucs-2", "csunicode", "iso-10646-ucs-2", "unicodefeff"])
@pytest.mark.parametrize("codec, mark", [("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff"), ("utf-16-le", b"")])
def test_names_of_utf_16(label, codec, mark):
    assert text(encoded(label, codec, "é日😀", mark)) == "é日😀"


@pytest.mark.parametrize("label", ["UTF-16", "x-unknown", "ucs-2"])
def test_a_name_that_cannot_be_right_is_taken_for_utf_8(label):
    assert text(encoded(label, "utf-8", "é日😀")) == "é日😀"


def test_bytes_that_are_not_in_the_encoding_are_replaced():
    damaged = encoded("UTF8", "utf-8", "aéb").replace("é".encode(), b"\xff").replace(b"<title/>", b"<title>T</title>")
    assert text(damaged) == "a\ufffdb"
