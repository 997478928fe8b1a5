# SPDX-License-Identifier: BSD-3-Clause
"""Small videos, made without an encoder of videos: each frame is a key frame of VP8, as it is in a WebP image."""
import io
import struct

from PIL import Image, ImageDraw


def frame(width, height, share):
    """A key frame of VP8: the sun at a share of its way over the hills."""
    image = Image.new("RGB", (width, height), (60 + int(120 * (1 - abs(2 * share - 1))), 120, 190))
    draw = ImageDraw.Draw(image)
    x, y, size = width * share, height * (0.2 + (2 * share - 1) ** 2 * 0.4), height / 8
    draw.ellipse((x - size, y - size, x + size, y + size), fill=(255, 220, 90))
    draw.ellipse((-width * 0.3, height * 0.6, width * 0.7, height * 1.8), fill=(50, 110, 60))
    draw.ellipse((width * 0.4, height * 0.7, width * 1.4, height * 1.9), fill=(80, 140, 70))
    data = io.BytesIO()
    image.save(data, "WEBP", quality=60, method=0)
    data = data.getvalue()
    assert data[12:16] == b"VP8 "
    return data[20:20 + struct.unpack("<I", data[16:20])[0]]


def element(name, *content):
    """An element of EBML."""
    data = b"".join(content)
    return bytes.fromhex(name) + struct.pack(">Q", len(data) | 1 << 56) + data


def number(value):
    return struct.pack(">Q", value)


def webm(seconds, width=160, height=90, rate=5):
    """A silent video."""
    count = int(seconds * rate)
    frames = [frame(width, height, n / max(1, count - 1)) for n in range(count)]
    clusters, cues, at = [], [], 0
    head = element("1549a966", element("2ad7b1", number(1_000_000)), element("4489", struct.pack(">d", seconds * 1000)),
                   element("4d80", b"tests"), element("5741", b"tests"))
    tracks = element("1654ae6b", element("ae", element("d7", number(1)), element("73c5", number(1)), element("83", b"\1"),
                                         element("86", b"V_VP8"), element("e0", element("b0", number(width)), element("ba", number(height)))))
    for first in range(0, count, rate):
        blocks = [element("a3", b"\x81" + struct.pack(">hB", (n - first) * 1000 // rate, 0x80), frames[n])
                  for n in range(first, min(first + rate, count))]
        cluster = element("1f43b675", element("e7", number(first * 1000 // rate)), *blocks)
        cues.append((first * 1000 // rate, at))
        clusters.append(cluster)
        at += len(cluster)

    def index(begin):
        return element("1c53bb6b", *(element("bb", element("b3", number(time)), element(
            "b7", element("f7", number(1)), element("f1", number(begin + place)))) for time, place in cues))

    begin = len(head) + len(tracks) + len(index(0))
    return (element("1a45dfa3", element("4282", b"webm"), element("4287", number(2)), element("4285", number(2)))
            + element("18538067", head, tracks, index(begin), *clusters))

