#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Generates the books that the benchmark opens: make_books.py FOLDER

The books are the same on every machine, because they are generated from a seed.  Existing books are kept.
"""
import random
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

VERSION = "2"
EPOCH = (2000, 1, 1, 0, 0, 0)


@dataclass
class Shape:
    name: str
    title: str
    chapters: int
    paragraphs: int            # per chapter
    pictures: int = 0
    picture_size: int = 0      # incompressible bytes
    repeated: int = 1          # how often a chapter repeats its text


SHAPES = (
    Shape("small", "A Small Book", 6, 30),
    Shape("novel", "A Long Novel", 100, 45),
    Shape("long-novel", "War, Peace, and So Forth", 365, 45),
    Shape("2000-items", "Two Thousand Items", 2000, 4),
    Shape("large-items", "Two Thousand Large Items", 2000, 4, repeated=75),
    Shape("200-MB", "Two Hundred Megabytes", 20, 25, pictures=100, picture_size=2_000_000),
)

CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""

PACKAGE = """<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:example:{name}</dc:identifier>
<dc:title>{title}</dc:title><dc:creator id="author">N. N.</dc:creator>
<meta refines="#author" property="role" scheme="marc:relators">aut</meta><dc:language>en</dc:language>
<meta property="dcterms:modified">2000-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
{items}
</manifest>
<spine>
{spine}
</spine></package>"""

NAV = """<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head>
<body><nav epub:type="toc"><ol>
{entries}
</ol></nav></body></html>"""

CHAPTER = """<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>Chapter {number}</title>
<link rel="stylesheet" href="style.css"/></head>
<body><h1>Chapter {number}</h1>
{text}
</body></html>"""

SYLLABLES = [consonant + vowel for consonant in "bcdfghlmnprstvw" for vowel in ("a", "e", "i", "o", "u", "ea", "ou")]


def words(chance, count):
    """A vocabulary in which few words are frequent, as in natural languages."""
    vocabulary = ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 3))) + chance.choice(["", "n", "s", "t", "r"])
                  for _ in range(count)]
    weights = [1 / (rank + 3) for rank in range(count)]
    return vocabulary, weights


def paragraph(chance, vocabulary, weights):
    sentences = (" ".join(chance.choices(vocabulary, weights, k=chance.randint(5, 20))).capitalize() + "."
                 for _ in range(chance.randint(3, 8)))
    return "<p>" + " ".join(sentences) + "</p>"


def entries(shape):
    """Yields (name, content, deflate) for each file of the book."""
    chance = random.Random(shape.name)
    vocabulary, weights = words(chance, 6000)
    chapters = [f"chapter{number:04}.xhtml" for number in range(1, shape.chapters + 1)]
    pictures = [f"picture{number:03}.png" for number in range(1, shape.pictures + 1)]
    items = [f'<item id="c{n}" href="{name}" media-type="application/xhtml+xml"/>' for n, name in enumerate(chapters)]
    items += [f'<item id="p{n}" href="{name}" media-type="image/png"/>' for n, name in enumerate(pictures)]
    spine = "\n".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    contents = "\n".join(f'<li><a href="{name}">Chapter {n}</a></li>' for n, name in enumerate(chapters, 1))
    yield "mimetype", "application/epub+zip", False
    yield "META-INF/container.xml", CONTAINER, True
    yield "book/package.opf", PACKAGE.format(name=shape.name, title=shape.title, items="\n".join(items), spine=spine), True
    yield "book/nav.xhtml", NAV.format(entries=contents), True
    yield "book/style.css", "body { margin: 5% } h1 { text-align: center }", True
    for number, name in enumerate(chapters, 1):
        text = "\n".join(paragraph(chance, vocabulary, weights) for _ in range(shape.paragraphs))
        yield f"book/{name}", CHAPTER.format(number=number, text="\n".join([text] * shape.repeated)), True
    for name in pictures:
        yield f"book/{name}", chance.randbytes(shape.picture_size), False


def epub(shape):
    def write(target):
        with zipfile.ZipFile(target, "w") as archive:
            for name, content, deflate in entries(shape):
                entry = zipfile.ZipInfo(name, EPOCH)
                entry.compress_type = zipfile.ZIP_DEFLATED if deflate else zipfile.ZIP_STORED
                archive.writestr(entry, content)

    return write


def comic(pages, page_size):
    def write(target):
        chance = random.Random(pages)
        with zipfile.ZipFile(target, "w") as archive:
            for number in range(1, pages + 1):
                name = f"Comic/page {number}.jpg"
                archive.writestr(zipfile.ZipInfo(name, EPOCH), b"\xff\xd8\xff\xe0" + chance.randbytes(page_size))

    return write


def document(pages):
    """A PDF with a flat page tree and an outline entry for every tenth page."""
    def write(target):
        first_page, first_entry = 4, 4 + pages
        entries = range(0, pages, 10)
        kids = " ".join(f"{first_page + page} 0 R" for page in range(pages))
        objects = [
            "<</Type/Catalog/Pages 2 0 R/Outlines 3 0 R>>",
            f"<</Type/Pages/Count {pages}/Kids[{kids}]/MediaBox[0 0 612 792]>>",
            f"<</First {first_entry} 0 R/Last {first_entry + len(entries) - 1} 0 R/Count {len(entries)}>>",
            *("<</Type/Page/Parent 2 0 R>>" for _ in range(pages)),
            *(f"<</Title(Part {n + 1})/Parent 3 0 R/Dest[{first_page + page} 0 R/Fit]"
              + (f"/Next {first_entry + n + 1} 0 R" if n + 1 < len(entries) else "") + ">>"
              for n, page in enumerate(entries)),
        ]
        text, offsets = b"%PDF-1.7\n", []
        for number, content in enumerate(objects, 1):
            offsets.append(len(text))
            text += f"{number} 0 obj\n{content}\nendobj\n".encode()
        table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
        trailer = f"trailer\n<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(text)}\n%%EOF\n"
        text += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode()
        target.write_bytes(text)

    return write


def photograph(width, height):
    """A progressive JPEG with as much detail as a photograph."""
    def write(target):
        from PIL import Image

        chance = random.Random(width)
        small = (width // 4, height // 4)
        grain = [Image.frombytes("L", small, chance.randbytes(small[0] * small[1])) for _ in range(3)]
        shades = [Image.radial_gradient("L").rotate(angle).resize(small) for angle in (0, 90, 200)]
        channels = [Image.blend(shade, one, 0.4) for shade, one in zip(shades, grain)]
        image = Image.merge("RGB", channels).resize((width, height), Image.Resampling.BICUBIC)
        image.save(target, "JPEG", quality=85, progressive=True)

    return write


#: The files to generate, by name.
FILES = {
    **{f"{shape.name}.epub": epub(shape) for shape in SHAPES},
    "5000-pages.cbz": comic(5000, 2000),
    "1000-pages.pdf": document(1000),
    "24-megapixels.jpg": photograph(6000, 4000),
}


def make(name, write, folder):
    target = folder / name
    stamp = folder / f".{name}.{VERSION}"
    if target.exists() and stamp.exists():
        return
    write(target)
    stamp.touch()
    print(f"{target}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, write in FILES.items():
        make(name, write, folder)
