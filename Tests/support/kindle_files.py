# SPDX-License-Identifier: BSD-3-Clause
"""Small books for Mobipocket and Kindle: MOBI 6, KF8, both in one file; all three compressions."""
import re
import struct
import zlib

from .fictionbook import PNG

NONE = 0xFFFFFFFF
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"


def database(records, magic=b"BOOKMOBI", name=b"Book"):
    """A Palm database."""
    place = 78 + 8 * len(records) + 2
    table = b""
    for number, record in enumerate(records):
        table += struct.pack(">II", place, number)
        place += len(record)
    return name.ljust(32, b"\0") + bytes(28) + magic + bytes(8) + struct.pack(">H", len(records)) + table + b"\0\0" + b"".join(records)


def variable(value):
    parts = [value & 0x7F | 0x80]
    while value := value >> 7:
        parts.insert(0, value & 0x7F)
    return bytes(parts)


def index(tags, entries, texts=()):
    """The records of an index.

    :param tags: the number of values of each tag
    :param entries: names, with values by tag
    :param texts: see ``text_places``
    """
    masks = {tag: 1 << place for place, tag in enumerate(tags)}
    table = b"".join(bytes((tag, count, masks[tag], 0)) for tag, count in tags.items()) + b"\0\0\0\x01"
    tagx = b"TAGX" + struct.pack(">II", 12 + len(table), 1) + table
    body, offsets = b"", []
    for name, values in entries:
        offsets.append(192 + len(body))
        body += bytes((len(name),)) + name + bytes((sum(masks[tag] for tag in values),))
        body += b"".join(variable(value) for tag in tags if tag in values for value in values[tag])
    head = struct.pack(">4sIIIIIIIII", b"INDX", 192, 0, 0, 0, 0, 1, 65001, NONE, len(entries)) + struct.pack(">IIII", 0, 0, 0, bool(texts))
    data = struct.pack(">4sIIIIII", b"INDX", 192, 0, 0, 0, 192 + len(body), len(entries))
    record = data.ljust(192, b"\0") + body + b"IDXT" + b"".join(struct.pack(">H", offset) for offset in offsets)
    return [head.ljust(192, b"\0") + tagx, record] + ([b"".join(variable(len(text)) + text for text in texts)] if texts else [])


def text_places(texts):
    places, place = [], 0
    for text in texts:
        places.append(place)
        place += len(variable(len(text))) + len(text)
    return places


# ------------------------------------------------------------------------------------------------------- Compression

def palmdoc(data):
    """Literals, runs, distances, and spaces with a letter."""
    out, place = bytearray(), 0
    while place < len(data):
        part = data[place:place + 10]
        while len(part) > 2 and (found := data.rfind(part, max(0, place - 2047), place)) < 0:
            part = part[:-1]
        if len(part) > 2:
            out += struct.pack(">H", 0x8000 | place - found << 3 | len(part) - 3)
            place += len(part)
        elif data[place] == 32 and place + 1 < len(data) and 0x40 <= data[place + 1] < 0x80:
            out.append(data[place + 1] ^ 0x80)
            place += 2
        elif data[place] == 0 or 9 <= data[place] < 0x80:
            out.append(data[place])
            place += 1
        else:
            run = data[place:place + 8]
            out += bytes((len(run),)) + run
            place += len(run)
    return bytes(out)


#: The code of a compressed phrase, and the beginning of longer codes.
NESTED, LONG = 1, 2


def huffman(data):
    return b"".join(bytes((LONG, byte)) if byte in b"<>\x01\x02" else bytes((byte,)) for byte in data).replace(b"the ", bytes((NESTED,)))


def huffman_tables():
    codes = [0xFF << 8 | 0x80 | 8] * 256
    codes[LONG] = 9
    limits = b"".join(struct.pack(">II", (1 << length) - 1, 0) if length < 16 else struct.pack(">II", LONG << 8, LONG << 8 | 0xFF)
                      if length == 16 else struct.pack(">II", 0, 0) for length in range(1, 33))
    tables = struct.pack(">4sIIIII", b"HUFF", 24, 24, 24 + 1024, 0, 0) + b"".join(struct.pack(">I", code) for code in codes) + limits
    phrases = [(bytes((255 - number,)), True) for number in range(256)]
    # The long code for its byte has the same place.
    phrases[255 - NESTED] = (b"the ", False)
    body, offsets = b"", []
    for phrase, is_plain in phrases:
        offsets.append(512 + len(body))
        body += struct.pack(">H", len(phrase) | is_plain << 15) + phrase
    cdic = struct.pack(">4sIII", b"CDIC", 16, 256, 8) + b"".join(struct.pack(">H", offset) for offset in offsets) + body
    return [tables, cdic]


COMPRESSIONS = {1: bytes, 2: palmdoc, 17480: huffman}


# ------------------------------------------------------------------------------------------------------------ Headers

def exth(records):
    body = b"".join(struct.pack(">II", kind, 8 + len(value)) + value for kind, value in records)
    data = b"EXTH" + struct.pack(">II", 12 + len(body), len(records)) + body
    return data + bytes(-len(data) % 4)


def header(records, *, version, compression, length, count, charset=65001, encryption=0, title=b"The Book", more=(), **places):
    """The first record.  The places are numbers of records."""
    fixed = bytearray(struct.pack(">HHIHHHH", compression, 0, length, count, 4096, encryption, 0) + b"MOBI" + bytes(244))

    def put(place, value):
        fixed[place:place + 4] = struct.pack(">I", value)

    for place in (*range(80, 84), 108, 192, 244, 248, 252, 256, 260):
        put(place, NONE)
    extended = exth(records)
    for place, value in ((20, 248), (24, 2), (28, charset), (36, version), (40, places.get("words", NONE)), (84, 264 + len(extended)), (88, len(title)), (92, 0x0407), (104, version), (196, places.get("flow_count", 0)),
                         (108, places.get("images", NONE)), (112, places.get("huff", 0)), (116, places.get("huff_count", 0)), (128, 0x40),
                         (192, places.get("flows", NONE)), (240, 3), (244, places.get("ncx", NONE)), (248, places.get("fragments", NONE)),
                         (252, places.get("skeletons", NONE)), (260, places.get("guide", NONE)), *more):
        put(place, value)
    return bytes(fixed) + extended + title + bytes(2)


def text_records(text, compression):
    """Records of 4096 bytes, with a trailing entry of three bytes, and one byte for parts of characters."""
    parts = [text[place:place + 4096] for place in range(0, len(text), 4096)]
    return [COMPRESSIONS[compression](part) + b"\0" + b"xy\x83" for part in parts]


METADATA = [(100, b"Anna Author"), (100, b"Bert Other; Carl Third"), (101, b"House"), (103, b"<p>First words.</p>"), (104, b"978-3-16-148410-0"),
            (105, b"sea"), (105, b"ships"), (106, b"2001-02-03"), (113, b"B00TEST123"), (524, b"en"), (201, struct.pack(">I", 0))]


def assemble(text, compression, metadata, version, places, parts, images, **more):
    """The records of one part of a book: header, text, tables, indexes, images."""
    records = text_records(text, compression)
    count = len(records)
    if compression == 17480:
        places |= {"huff": 1 + len(records), "huff_count": 2}
        records += huffman_tables()
    for name, part in parts.items():
        places[name] = 1 + len(records)
        records += part
    if images:
        places["images"] = 1 + len(records)
    return [header(metadata, version=version, compression=compression, length=len(text), count=count, **more, **places), *records, *images]


# ------------------------------------------------------------------------------------------------------------- MOBI 6

CHAPTERS = ("One", "Two", "Three")


def mobi_text(charset="utf-8"):
    """The text, and the positions of its chapters."""
    body = ('<html><head><guide><reference type="toc" title="Contents" filepos={toc} /></guide></head><body>'
            '<p height="2em" width="0">Title &amp; caf\u00e9</p><img recindex="00001" alt="cover"><mbp:pagebreak/>'
            '{mark_toc}<p>Contents</p><a filepos={one}>Chapter One</a> <a filepos={two}>Chapter Two</a> <a filepos={middle}>the middle</a><mbp:pagebreak/>'
            '<div align="center">{mark_one}<h1>One</h1><p width="1em">First the sea. {mark_middle}Then the ship.<font size="+2">large</font></p>'
            '<mbp:pagebreak/>{mark_two}<h1>Two</h1></div><blockquote width="-1em">Quoted <b>words</b></blockquote>'
            '<mbp:pagebreak/>{mark_three}<h2 id="own">Three</h2><p>the end<br>of it</p></body></html>')
    names = ("toc", "one", "two", "three", "middle")
    blank = dict.fromkeys(names, "0" * 10)
    sizes = {f"mark_{name}": f"@{name}@" for name in names}
    draft = body.format(**blank, **sizes)
    places = {}
    for _ in names:
        first = min((draft.index(f"@{name}@"), name) for name in names if name not in places)
        places[first[1]] = len(draft[:first[0]].encode(charset))
        draft = draft.replace(f"@{first[1]}@", "")
    text = body.format(**{name: f"{place:010}" for name, place in places.items()}, **dict.fromkeys(sizes, ""))
    return text.encode(charset), places


def contents(entries, tags):
    """An index of contents: titles, values by tag."""
    titles = [title.encode() for title, _ in entries]
    places = text_places(titles)
    return index(tags, [(b"%03d" % number, {**values, 3: [places[number]]}) for number, (_, values) in enumerate(entries)], titles)


def mobi_records(compression=2, charset="utf-8", metadata=METADATA, text=None, images=(PNG, PNG), has_index=True, words=(), **more):
    made, places = mobi_text(charset)
    # The index of a dictionary: places and lengths of entries.
    parts = {"words": index({1: 1, 2: 1}, [(word, {1: [place], 2: [length]}) for word, place, length in words])} if words else {}
    if has_index:
        parts["ncx"] = contents([("Chapter One", {1: [places["one"]]}), ("Chapter Two", {1: [places["two"]]}),
                                 ("Three \u00e9", {1: [places["three"]], 21: [1]})], {1: 1, 3: 1, 21: 1})
    return assemble(made if text is None else text, compression, metadata, 6, {}, parts, list(images),
                    charset=65001 if charset == "utf-8" else 1252, **more)


def mobi(**options):
    return database([*mobi_records(**options), b"\xe9\x8e\r\n"])


def dictionary():
    """Entries with an index of their words and inflections."""
    words = [f"<idx:entry><idx:orth><b>{word}</b><idx:infl><idx:iform value='{word}s'/></idx:infl></idx:orth><p>{meaning}</p></idx:entry><hr/>".encode()
             for word, meaning in (("sail", "A sheet of canvas."), ("ship", "A large boat."))]
    head = b"<html><head></head><body>"
    return mobi(text=head + b"".join(words) + b"</body></html>", has_index=False, images=(), metadata=[*METADATA[:-1], (531, b"en"), (532, b"en")],
                words=[(b"sail", len(head), len(words[0])), (b"ship", len(head) + len(words[0]), len(words[1]))])


def repeated_phrases(phrase, is_plain, bits):
    """A text of 1-bit codes for one and the same phrase."""
    codes = struct.pack(">I", 1 << 8 | 0x80 | 1) * 256
    limits = b"".join(struct.pack(">II", 0, 1) for _ in range(32))
    tables = struct.pack(">4sIIIII", b"HUFF", 24, 24, 24 + 1024, 0, 0) + codes + limits
    stored = struct.pack(">H", len(phrase) | is_plain << 15) + phrase
    cdic = struct.pack(">4sIII", b"CDIC", 16, 2, 1) + struct.pack(">HH", 4, 4) + stored
    texts = [b"\xff" * (bits // 8)] * 8
    head = header(METADATA, version=6, compression=17480, length=1 << 20, count=len(texts), huff=1 + len(texts), huff_count=2, more=[(240, 0)])
    return database([head, *texts, tables, cdic])


# ---------------------------------------------------------------------------------------------------------------- KF8

def base32(value, length):
    digits = ""
    for _ in range(length):
        digits, value = DIGITS[value % 32] + digits, value // 32
    return digits


def link(fragment, offset):
    return f"kindle:pos:fid:{base32(fragment, 4)}:off:{base32(offset, 10)}"


def font():
    """A font as a record: compressed, and combined with a key."""
    plain = b"\0\x01\0\0" + b"font data" * 300
    packed, key = zlib.compress(plain), bytes(range(3, 19))
    mixed = bytes(byte ^ key[place % 16] if place < 1040 else byte for place, byte in enumerate(packed))
    return b"FONT" + struct.pack(">IIIII", len(plain), 3, 40, len(key), 24) + key + mixed, plain


HEAD = ('<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title>'
        '<link rel="stylesheet" type="text/css" href="kindle:flow:0001?mime=text/css"/></head><body aid="0">')
TAIL = "</body></html>"
BODIES = (
    '<h1 aid="1">One</h1><p>First the sea, caf\u00e9. <a href="{note}">note</a> <a href="{out}">out</a></p><img src="kindle:embed:0001?mime=image/png" alt=""/>',
    '<h1 id="two" aid="2">Two</h1><p>kindle:embed:0001 stays. <a href="{one}">back</a></p><img alt="d" src="kindle:flow:0002?mime=image/svg+xml"/>',
    '<p>Before.</p><p aid="9">The note, the end.</p>')
STYLE = '@font-face { font-family: F; src: url(kindle:embed:0002?mime=application/x-font) } p { background: url("kindle:embed:0001") }'
DRAWING = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="kindle:embed:0001?mime=image/png"/></svg>'


def kf8_records(compression=2, metadata=METADATA, bodies=BODIES, images=None, spine=None, has_images=True, head=HEAD, **more):
    tail = TAIL.encode()
    links = {"note": link(5, 0), "out": "https://example.org/?a=b", "one": link(0, 0)}
    text, skeletons, fragments = b"", [], []
    for number, body in enumerate(bodies):
        body = body.format(**links).encode()
        middle = len(body) // 2
        # Fragments are divided between elements.
        middle = body.index(b"<p", 1) if b"<p" in body[1:] else middle
        start = len(text)
        skeletons.append((b"SKEL%010d" % number, {1: [2], 6: [start, len(head) + len(tail)]}))
        place = start + len(head)
        for part in (body[:middle], body[middle:]):
            fragments.append((b"%010d" % place, {2: [0], 3: [number], 4: [len(fragments)], 6: [0, len(part)]}))
            place += len(part)
        text += head.encode() + tail + body
    flows, raw = [(0, len(text))], text
    for flow in (STYLE, DRAWING):
        flows.append((len(raw), len(raw) + len(flow)))
        raw += flow.encode()
    parts = {
        "fragments": index({2: 1, 3: 1, 4: 1, 6: 2}, fragments, [b"P-//*[@aid='0']"]),
        "skeletons": index({1: 1, 6: 2}, skeletons),
        "ncx": contents([("One", {6: [0, 0]}), ("Two", {6: [2, 0]}), ("Note", {6: [5, 0], 21: [1]})][:len(bodies)], {3: 1, 6: 2, 21: 1}),
        "guide": index({1: 1, 6: 2}, [(b"text", {1: [0], 6: [0, 0]})], [b"Begin"]),
        "flows": [b"FDST" + struct.pack(">II", 12, len(flows)) + b"".join(struct.pack(">II", *flow) for flow in flows)],
    }
    places = {"flow_count": len(flows)}
    images = [PNG, font()[0]] if images is None else images
    images = [*images, b"RESC" + bytes(12) + spine] if spine else images
    return assemble(raw, compression, metadata, 8, places, parts, images if has_images else [], **more)


def kf8(**options):
    return database([*kf8_records(**options), b"\xe9\x8e\r\n"])


def hybrid(**options):
    """Both forms in one file, with shared images."""
    first = mobi_records(metadata=[*METADATA, (121, bytes(4))], images=(PNG, font()[0]), **options)
    place = len(first) + 1
    first = mobi_records(metadata=[*METADATA, (121, struct.pack(">I", place))], images=(PNG, font()[0]), **options)
    return database([*first, b"BOUNDARY", *kf8_records(has_images=False), b"\xe9\x8e\r\n"])


# ------------------------------------------------------------------------------------------------------------- Damage

def damaged(data, chance):
    """The file with random damage in records or structures."""
    data = bytearray(data)
    marks = [match.start() for match in re.finditer(b"INDX|TAGX|IDXT|EXTH|MOBI|HUFF|CDIC|FDST|FONT|RESC", data)]
    kind = chance.randrange(4)
    if kind == 0:
        return bytes(data[:chance.randrange(len(data))])
    for _ in range(chance.choice((1, 3, 20))):
        place = chance.randrange(76, 78 + 8 * data[77]) if kind == 1 else chance.randrange(len(data))
        if kind == 2:
            place = chance.choice(marks) + chance.randrange(64)
        value = chance.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\0", b"\0\xff", bytes((chance.randrange(256),))))
        data[place:place + len(value)] = value
    return bytes(data)
