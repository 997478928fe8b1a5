# SPDX-License-Identifier: BSD-3-Clause
"""Generates small PDFs."""
import hashlib
import struct
import zlib

_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
IDENTIFIER = bytes(range(16))


def pdf(objects, trailer="", cross_references=True):
    """The bytes of a PDF; `objects` has the text of object 1, the catalog, and of the following ones."""
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
    """A PDF with this many empty pages.  The object after the pages is number 3 + count."""
    first = 3
    kids = " ".join(f"{first + index} 0 R" for index in range(count))
    return pdf([f"<</Type/Catalog/Pages 2 0 R{catalog}>>", f"<</Type/Pages/Count {count}/Kids[{kids}]>>",
                *["<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>"] * count, *more], trailer, **options)


def compressed(objects, packed, predictor=None, streams=()):
    """A PDF in the newer format: objects by number, those in `packed` inside the object stream 50, and a
    cross-reference stream, 51, optionally with a PNG or TIFF predictor.  The cross-references place other objects in
    the given streams."""
    bodies = [_bytes(body) for body in packed.values()]
    places = [sum(map(len, bodies[:index])) + index for index in range(len(bodies))]
    head = b" ".join(b"%d %d" % pair for pair in zip(packed, places)) + b" "
    objects = {**objects, 50: stream(head + b" ".join(bodies), f"/Type/ObjStm/N {len(packed)}/First {len(head)}")}
    data, offsets = bytearray(b"%PDF-1.7\n"), {}
    for number, body in objects.items():
        offsets[number] = len(data)
        data += b"%d 0 obj\n" % number + _bytes(body) + b"\nendobj\n"
    start = offsets[51] = len(data)
    size = max(51, *streams, 0) + 1
    rows = [bytes(7)] * size
    for number, offset in offsets.items():
        rows[number] = struct.pack(">BIH", 1, offset, 0)
    for index, number in enumerate(packed):
        rows[number] = struct.pack(">BIH", 2, 50, index)
    for number in streams:
        rows[number] = struct.pack(">BIH", 2, streams[number], 0)
    parameters = f"/DecodeParms<</Predictor {predictor}/Columns 7>>" if predictor else ""
    data += b"51 0 obj\n" + stream(_predicted(rows, predictor), f"/Type/XRef/W[1 4 2]/Size {size}/Root 1 0 R{parameters}")
    return bytes(data + b"\nendobj\nstartxref\n%d\n%%%%EOF\n" % start)


def stream(data, dictionary=""):
    """A compressed stream."""
    data = zlib.compress(data)
    return _bytes(f"<</Filter/FlateDecode/Length {len(data)}{dictionary}>>stream\n") + data + b"\nendstream"


def _predicted(rows, predictor):
    if predictor == 2:
        return b"".join(bytes((byte - left) & 255 for byte, left in zip(row, b"\0" + row)) for row in rows)
    if predictor is None:
        return b"".join(rows)
    # Cycles through the PNG filters.
    data, above = b"", bytes(7)
    for index, row in enumerate(rows):
        kind = index % 5
        data += bytes([kind]) + bytes(
            (byte - _guess(kind, left, up, corner)) & 255
            for byte, left, up, corner in zip(row, b"\0" + row, above, b"\0" + above))
        above = row
    return data


def _guess(kind, left, up, corner):
    nearest = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
    return [0, left, up, (left + up) // 2, nearest][kind]


def text(value):
    """A text string, in UTF-16."""
    return "<FEFF" + value.encode("utf-16-be").hex() + ">"


def encrypted(user, owner, count=1, catalog=""):
    """A PDF that either password opens, with the oldest encryption: 40-bit RC4."""
    _, dictionary = _encryption(user, owner)
    return pages(count, catalog, [dictionary], trailer=_encrypted(3 + count))


def encrypted_pages(user, owner, *texts):
    """Likewise, with a page for each text, as in `written`."""
    key, dictionary = _encryption(user, owner)
    first, count = 3, len(texts)
    contents = []
    for index, lines in enumerate(texts):
        data = _rc4(hashlib.md5(key + struct.pack("<I", first + count + index)[:3] + bytes(2)).digest()[:10], content(*lines))
        contents.append(b"<</Length %d>>stream\n" % len(data) + data + b"\nendstream")
    return pdf([*_leaves(count, HELVETICA, ""), *contents, dictionary], _encrypted(first + 2 * count))


def _encryption(user, owner):
    """The key, and the dictionary for checking a password."""
    entry = _rc4(hashlib.md5(_pad(owner)).digest()[:5], _pad(user))
    key = hashlib.md5(_pad(user) + entry + struct.pack("<i", -4) + IDENTIFIER).digest()[:5]
    return key, f"<</Filter/Standard/V 1/R 2/P -4/O <{entry.hex()}>/U <{_rc4(key, _PADDING).hex()}>>>"


def _encrypted(number):
    identifier = IDENTIFIER.hex()
    return f"/Encrypt {number} 0 R/ID[<{identifier}><{identifier}>]"


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


HELVETICA = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>"


def content(*lines, size=10, left=20, top=380, leading=12):
    """A content stream that draws these lines; a line may be (x, y, size, text)."""
    shown = []
    for number, line in enumerate(lines):
        x, y, height, words = line if isinstance(line, tuple) else (left, top - leading * number, size, line)
        escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        shown.append(f"BT /F {height} Tf 1 0 0 1 {x} {y} Tm ({escaped}) Tj ET")
    return "\n".join(shown).encode("cp1252")


def written(*texts, catalog="", more=(), resources=HELVETICA, **options):
    """A PDF with a page for each text: a list of lines, or the bytes of its content.

    The pages are the objects from 3 on, followed by their contents and then by others.  The resources are shared by all
    pages, or a list for each."""
    contents = [stream(text if isinstance(text, bytes) else content(*text)) for text in texts]
    return pdf([*_leaves(len(texts), resources, catalog), *contents, *more], **options)


def _leaves(count, resources, catalog):
    """The catalog, the page tree, and pages whose contents are the objects after them."""
    kids = " ".join(f"{3 + index} 0 R" for index in range(count))
    each = [resources] * count if isinstance(resources, str) else resources
    pages = [f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents {3 + count + index} 0 R/Resources<<{own}>>>>"
             for index, own in enumerate(each)]
    return [f"<</Type/Catalog/Pages 2 0 R{catalog}>>", f"<</Type/Pages/Count {count}/Kids[{kids}]>>", *pages]
