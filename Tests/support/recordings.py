# SPDX-License-Identifier: BSD-3-Clause
"""Small recordings with tags, chapters and pictures, written byte by byte.  All are silent."""
import base64
import struct

#: The beginning of a JPEG, which is all that recognises it.
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + b"\x00" * 100

TITLE = "Das erste Kapitel"
ALBUM = "Ein Buch über 三"
CHAPTERS = ((0, "One"), (2.5, "Zwei Ü"), (6, "三"))


def synchsafe(number):
    return bytes(number >> shift & 127 for shift in (21, 14, 7, 0))


def text_frame(name, text, version=4, encoding=3):
    codec = {0: "latin-1", 1: "utf-16", 2: "utf-16-be", 3: "utf-8"}[encoding]
    return frame(name, bytes([encoding]) + text.encode(codec), version)


def frame(name, data, version=4, flags=0):
    if version == 2:
        return name.encode() + struct.pack(">I", len(data))[1:] + data
    size = synchsafe(len(data)) if version == 4 else struct.pack(">I", len(data))
    return name.encode() + size + struct.pack(">H", flags) + data


def id3(frames, version=4, flags=0):
    body = b"".join(frames) + b"\0" * 20
    return b"ID3" + bytes([version, 0, flags]) + synchsafe(len(body)) + body


def chapter_frame(start, title, version=4):
    times = struct.pack(">IIII", round(start * 1000), round(start * 1000) + 1, 0xFFFFFFFF, 0xFFFFFFFF)
    return frame("CHAP", b"chp%d\0" % start + times + text_frame("TIT2", title, version, 1 if version == 3 else 3), version)


def picture_frame(version=4):
    return frame("APIC", b"\0image/jpeg\0\3front\0" + JPEG, version)


def tag(version=4, **texts):
    """A tag with the usual texts, chapters and a picture."""
    encoding = 3 if version == 4 else 1
    values = {"TIT2": TITLE, "TALB": ALBUM, "TPE1": "Anna Autor", "TCOM": "Nora Narrator", "TCON": "(101)Speech", "TLAN": "eng", "TRCK": "3/9"} | texts
    return id3([text_frame(name, text, version, encoding) for name, text in values.items() if text]
               + [chapter_frame(start, title, version) for start, title in CHAPTERS] + [picture_frame(version)], version)


def mpeg(seconds=10.0, xing=False):
    """Frames of 128 kbit/s and 44.1 kHz."""
    first = b"\xff\xfb\x90\0" + b"\0" * 413
    count = round(seconds * 44100 / 1152)
    if not xing:
        return first * count
    return (b"\xff\xfb\x90\0" + b"\0" * 32 + b"Xing" + struct.pack(">II", 1, count)).ljust(417, b"\0") + first * 5


def box(name, *parts):
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + name.encode("latin-1") + body


def full_box(name, *parts):
    return box(name, b"\0\0\0\0", *parts)


def tag_box(name, value, kind=1):
    return box(name, box("data", struct.pack(">II", kind, 0), value))


def track(number, handler, *parts, chapters=None):
    return box("trak", full_box("tkhd", struct.pack(">III", 0, 0, number), b"\0" * 68),
               box("tref", box("chap", struct.pack(">I", chapters))) if chapters else b"",
               box("mdia", full_box("mdhd", struct.pack(">IIII", 0, 0, 1000, 10000)), full_box("hdlr", b"\0" * 4, handler, b"\0" * 13),
                   box("minf", box("stbl", *parts))))


def mp4(seconds=10, chapters="list"):
    """With the chapters of Nero, or in a track of texts."""
    head = box("ftyp", b"M4B \0\0\0\0M4B mp42isom")
    titles = [struct.pack(">H", len(title.encode())) + title.encode() for _, title in CHAPTERS]
    data = box("mdat", *titles)
    tracks = []
    if chapters == "track":
        ends = [start for start, _ in CHAPTERS[1:]] + [seconds]
        durations = [round((end - start) * 1000) for (start, _), end in zip(CHAPTERS, ends, strict=True)]
        tracks = [track(1, b"soun", chapters=2),
                  track(2, b"text", full_box("stts", struct.pack(">I", 3), *[struct.pack(">II", 1, duration) for duration in durations]),
                        full_box("stsz", struct.pack(">II", 0, 3), *[struct.pack(">I", len(title)) for title in titles]),
                        full_box("stsc", struct.pack(">IIII", 1, 1, 3, 1)), full_box("stco", struct.pack(">II", 1, len(head) + 8)))]
    items = [tag_box("©nam", TITLE.encode()), tag_box("©alb", ALBUM.encode()), tag_box("©ART", b"Anna Autor"), tag_box("©nrt", b"Nora Narrator"),
             tag_box("©day", b"2019-05-03"), tag_box("trkn", b"\0\0\0\3\0\x09\0\0", 0), tag_box("covr", JPEG, 13),
             box("----", full_box("mean", b"com.apple.iTunes"), full_box("name", b"SERIES"), box("data", struct.pack(">II", 1, 0), b"Reihe"))]
    listed = b"".join(struct.pack(">QB", round(start * 10_000_000), len(title.encode())) + title.encode() for start, title in CHAPTERS)
    user = box("udta", full_box("meta", full_box("hdlr", b"\0" * 21), box("ilst", *items)),
               box("chpl", b"\1" + b"\0" * 7, bytes([len(CHAPTERS)]), listed) if chapters == "list" else b"")
    return head + data + box("moov", full_box("mvhd", struct.pack(">IIII", 0, 0, 1000, round(seconds * 1000)), b"\0" * 80), *tracks, user)


def flac_picture():
    return struct.pack(">II", 3, 10) + b"image/jpeg" + struct.pack(">I", 5) + b"front" + b"\0" * 16 + struct.pack(">I", len(JPEG)) + JPEG


def comments(picture=False):
    fields = [f"TITLE={TITLE}", f"album={ALBUM}", "ARTIST=Anna Autor; Bert Autor", "COMPOSER=Nora Narrator", "DATE=2019", "TRACKNUMBER=3", "SERIES=Reihe",
              "SERIES-PART=2"]
    for number, (start, title) in enumerate(CHAPTERS, 1):
        fields += [f"CHAPTER{number:03}=00:{int(start) // 60:02}:{start % 60:06.3f}", f"CHAPTER{number:03}NAME={title}"]
    if picture:
        fields.append("METADATA_BLOCK_PICTURE=" + base64.b64encode(flac_picture()).decode())
    encoded = [field.encode() for field in fields]
    return struct.pack("<I", 4) + b"test" + struct.pack("<I", len(encoded)) + b"".join(struct.pack("<I", len(field)) + field for field in encoded)


def flac(seconds=10):
    info = b"\x10\0\x10\0" + b"\0" * 6 + struct.pack(">Q", 44100 << 44 | 1 << 41 | 15 << 36 | round(seconds * 44100)) + b"\0" * 16
    blocks = [(0, info), (4, comments()), (6, flac_picture()), (1, b"\0" * 10)]
    return b"fLaC" + b"".join(bytes([kind | (0x80 if (kind, data) == blocks[-1] else 0)]) + struct.pack(">I", len(data))[1:] + data for kind, data in blocks)


def ogg_page(packet, granule, number, flags=0):
    lengths = b"\xff" * (len(packet) // 255) + bytes([len(packet) % 255])
    return b"OggS\0" + bytes([flags]) + struct.pack("<qIII", granule, 7, number, 0) + bytes([len(lengths)]) + lengths + packet


def opus(seconds=10):
    head = b"OpusHead\1\2" + struct.pack("<HIH", 312, 44100, 0) + b"\0"
    return ogg_page(head, 0, 0, 2) + ogg_page(b"OpusTags" + comments(picture=True), 0, 1) + ogg_page(b"\0" * 50, round(seconds * 48000) + 312, 2, 4)


def vorbis(seconds=10):
    head = b"\1vorbis" + struct.pack("<IBI", 0, 2, 44100) + b"\0" * 14
    return ogg_page(head, 0, 0, 2) + ogg_page(b"\3vorbis" + comments(picture=True), 0, 1) + ogg_page(b"\0" * 50, round(seconds * 44100), 2, 4)


def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def wav(seconds=10):
    texts = b"INFO" + chunk(b"INAM", TITLE.encode()) + chunk(b"IPRD", ALBUM.encode() + b"\0") + chunk(b"IART", b"Anna Autor\0")
    body = chunk(b"fmt ", struct.pack("<HHIIHH", 1, 1, 1000, 1000, 1, 8)) + chunk(b"LIST", texts) + chunk(b"data", b"\0" * round(seconds * 1000))
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WAVE" + body


#: One recording of each form, ten seconds long.
FORMS = {
    "id3-2.3.mp3": tag(3) + mpeg(), "id3-2.4.mp3": tag(4) + mpeg(), "xing.mp3": tag(4) + mpeg(xing=True), "list.m4b": mp4(),
    "track.m4b": mp4(chapters="track"), "a.flac": flac(), "a.opus": opus(), "a.ogg": vorbis(), "a.wav": wav()}
