# SPDX-License-Identifier: BSD-3-Clause
"""Small books for tests of recordings, media overlays and reading aloud, generated for each run."""
import io
import json
import math
import struct
import wave
import zipfile
import zlib

RATE = 8000


def wav(seconds, pitches=(440,)):
    """A recording of tones, one after the other, with equal lengths."""
    frames = bytearray()
    total = int(seconds * RATE)
    for index in range(total):
        pitch = pitches[index * len(pitches) // total]
        frames.append(128 + int(40 * math.sin(2 * math.pi * pitch * index / RATE)))
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(RATE)
        file.writeframes(bytes(frames))
    return data.getvalue()


def png(width, height, color):
    """A picture that gets darker towards its lower right corner."""
    rows = b"".join(b"\0" + b"".join(bytes(max(0, int(part * (1 - (x + y) / (width + height) * 0.6))) for part in color)
                                     for x in range(width)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def audiobook(path, tracks, toc=(), cover=None, **metadata):
    """A packaged audiobook.  tracks: (title, seconds, whether the duration is declared); toc: links of the manifest."""
    manifest = {
        "@context": "https://readium.org/webpub-manifest/context.jsonld",
        "metadata": {"@type": "http://schema.org/Audiobook", "conformsTo": "https://readium.org/webpub-manifest/profiles/audiobook",
                     "title": "A Voyage in Tones", "author": "Ada Example", "language": "en", **metadata},
        "links": [], "readingOrder": [], "resources": [], "toc": list(toc)}
    with zipfile.ZipFile(path, "w") as archive:
        for number, (title, seconds, told) in enumerate(tracks, 1):
            link = {"href": f"audio/{number}.wav", "type": "audio/wav", "title": title}
            if told:
                link["duration"] = seconds
            manifest["readingOrder"].append(link)
            archive.writestr(link["href"], wav(seconds, (330 + 30 * number,)))
        if cover:
            manifest["resources"].append({"rel": "cover", "href": "cover.png", "type": "image/png"})
            archive.writestr("cover.png", cover)
        archive.writestr("manifest.json", json.dumps(manifest))
    return path


def video_book(path, items, resources, **metadata):
    """A packaged publication of videos.  items: links of the reading order; resources: data by name"""
    manifest = {"@context": "https://readium.org/webpub-manifest/context.jsonld",
                "metadata": {"title": "Days over the hills", "author": "Ada Example", "language": "en", **metadata},
                "links": [], "readingOrder": items, "resources": []}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        for name, data in resources.items():
            archive.writestr(name, data)
    return path


CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""


def clock(seconds):
    return "%.3fs" % seconds


def epub(path, chapters, style="", overlays=(), recordings=None, fixed=False, language="en", active=True):
    """An EPUB.  chapters: the content of each body; overlays: the content of a SMIL body for each chapter, or None."""
    items, spine, metadata = [], [], ""
    if active:
        metadata += ('<meta property="media:active-class">spoken</meta>'
                     '<meta property="media:playback-active-class">playing</meta>')
    if fixed:
        metadata += '<meta property="rendition:layout">pre-paginated</meta>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER)
        for number, body in enumerate(chapters, 1):
            overlay = overlays[number - 1] if number <= len(overlays) else None
            attribute = f' media-overlay="s{number}"' if overlay else ""
            items.append(f'<item id="c{number}" href="c{number}.xhtml" media-type="application/xhtml+xml"{attribute}/>')
            spine.append(f'<itemref idref="c{number}"/>')
            if overlay:
                items.append(f'<item id="s{number}" href="c{number}.smil" media-type="application/smil+xml"/>')
                metadata += f'<meta property="media:duration" refines="#s{number}">1s</meta>'
                archive.writestr(f"OPS/c{number}.smil", '<smil xmlns="http://www.w3.org/ns/SMIL" '
                                 f'xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body>{overlay}</body></smil>')
            viewport = '<meta name="viewport" content="width=400, height=600"/>' if fixed else ""
            archive.writestr(f"OPS/c{number}.xhtml", '<?xml version="1.0" encoding="utf-8"?>\n'
                             '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
                             f'xml:lang="{language}" lang="{language}"><head><title>Chapter {number}</title>{viewport}'
                             f'<style>{style}</style></head><body>{body}</body></html>')
        for name, data in (recordings or {}).items():
            items.append(f'<item id="{name.replace(".", "-")}" href="{name}" media-type="audio/wav"/>')
            archive.writestr("OPS/" + name, data)
        items.append('<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>')
        links = "".join(f'<li><a href="c{n}.xhtml">Chapter {n}</a></li>' for n in range(1, len(chapters) + 1))
        archive.writestr("OPS/nav.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml" '
                         'xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body>'
                         f'<nav epub:type="toc"><ol>{links}</ol></nav></body></html>')
        archive.writestr("OPS/package.opf", f"""<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:lectern:media</dc:identifier>
<dc:title>Read to you</dc:title><dc:language>{language}</dc:language>
<meta property="dcterms:modified">2024-01-01T00:00:00Z</meta>{metadata}</metadata>
<manifest>{"".join(items)}</manifest><spine>{"".join(spine)}</spine></package>""")
    return path
