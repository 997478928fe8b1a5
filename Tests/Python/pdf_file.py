# SPDX-License-Identifier: BSD-3-Clause
"""Writes small PDFs."""
import hashlib
import struct

_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
IDENTIFIER = bytes(range(16))


def pdf(objects, trailer="", cross_references=True):
    """The bytes of a PDF: objects are the texts of object 1, the catalog, and those that follow it."""
    data, offsets = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n" % number + _bytes(body) + b"\nendobj\n"
    start = len(data)
    if cross_references:
        data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
        data += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    data += b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, _bytes(trailer), start)
    return bytes(data)


def pages(count, catalog="", more=(), trailer="", **options):
    """A PDF of so many empty pages.  The object behind the pages is number 3 + count."""
    first = 3
    kids = " ".join(f"{first + index} 0 R" for index in range(count))
    return pdf([f"<</Type/Catalog/Pages 2 0 R{catalog}>>", f"<</Type/Pages/Count {count}/Kids[{kids}]>>",
                *["<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>"] * count, *more], trailer, **options)


def text(value):
    """A text string, in UTF-16."""
    return "<FEFF" + value.encode("utf-16-be").hex() + ">"


def encrypted(user, owner, count=1):
    """A PDF that opens with either password, in the oldest way: RC4 with 40 bits."""
    entry = _rc4(hashlib.md5(_pad(owner)).digest()[:5], _pad(user))
    key = hashlib.md5(_pad(user) + entry + struct.pack("<i", -4) + IDENTIFIER).digest()[:5]
    check = _rc4(key, _PADDING)
    dictionary = f"<</Filter/Standard/V 1/R 2/P -4/O <{entry.hex()}>/U <{check.hex()}>>>"
    identifier = IDENTIFIER.hex()
    return pages(count, more=[dictionary], trailer=f"/Encrypt {3 + count} 0 R/ID[<{identifier}><{identifier}>]")


def _bytes(body):
    return body if isinstance(body, bytes) else body.encode("latin-1")


def _pad(password):
    return (password.encode("latin-1") + _PADDING)[:32]


def _rc4(key, data):
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    result, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        result.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(result)
