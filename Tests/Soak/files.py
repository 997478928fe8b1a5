# SPDX-License-Identifier: BSD-3-Clause
"""Small files that are crafted to be expensive: each function writes one to a path."""
import json
import struct
import zipfile
import zlib

CONTAINER = '<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>'
PACKAGE = '<package version="3.0"><metadata/><manifest>{}</manifest><spine>{}</spine></package>'
ITEM = '<item id="c{0}" media-type="application/xhtml+xml" href="{0}.xhtml"/>'
REFERENCE = '<itemref idref="c{}"/>'
PAGE = b'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>%s</body></html>'


def epub(path, *chapters, manifest="", doctype="", files=()):
    """A book with these bodies as its chapters 0.xhtml, 1.xhtml, and so on.

    The document type and the manifest items are added to the package document, and files to the archive.
    """
    numbers = range(len(chapters))
    items = manifest + "".join(map(ITEM.format, numbers))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("p.opf", doctype + PACKAGE.format(items, "".join(map(REFERENCE.format, numbers))))
        for number, chapter in enumerate(chapters):
            archive.writestr(f"{number}.xhtml", chapter if chapter.startswith(b"<!DOCTYPE") else PAGE % chapter)
        for name, content in files:
            archive.writestr(name, content)


def words(path, count):
    """Writes a paragraph of one-letter words."""
    epub(path, b"<p>" + b"a " * count + b"</p>")


def letters(path, size):
    """Writes a paragraph that is a single word."""
    epub(path, b"<p>" + b"a" * size + b"</p>")


def decompositions(path, size):
    """Letters that fold to three scalars each, and are in no table."""
    epub(path, b"<p>" + "\ufb2c".encode() * (size // 3) + b"</p>")


def one_id(path, count):
    """Paragraphs that share one id."""
    epub(path, b"<p id=a>b" * count)


def paragraphs(path, count):
    """The maximum number of paragraphs in a document."""
    epub(path, b"<p>b" * count)


def subset(declarations, body):
    """A document with an internal subset."""
    return f"<!DOCTYPE html [{declarations}]>".encode() + PAGE % body.encode()


def attributes(element, count):
    """Declares default attributes of an element."""
    return f"<!ATTLIST {element} " + " ".join(f'a{number} CDATA "x"' for number in range(count)) + ">"


def default_attributes(path, count, elements):
    epub(path, subset(attributes("p", count), "<p/>" * elements))


def default_attributes_of_a_package(path, count, elements):
    items = "".join(f'<item id="z{number}" href="{number}.png" media-type="image/png"/>' for number in range(elements))
    epub(path, b"<p>a</p>", manifest=items, doctype=f"<!DOCTYPE package [{attributes('item', count)}]>")


def entities(path, size):
    """Entities that expand to eighty times the size of the document, which expat allows by default."""
    count = size // 20_000
    epub(path, subset(f'<!ENTITY e "{"x" * 2000}">', "<p>" + ("y" * 17_600 + "&e;" * 800) * count + "</p>"))


def page_breaks(path, count, ids=True):
    id = ' id="p{0}"' if ids else ""
    page = f'<span xmlns:e="http://www.idpf.org/2007/ops" e:type="pagebreak" title="{{0}}"{id}/>x '
    epub(path, "".join(page.format(number) for number in range(count)).encode())


def page_list(path, count):
    """A page list and a table of contents, each entry with its own id."""
    entries = "".join(f'<li><a href="0.xhtml#p{number}">{number}</a></li>' for number in range(count))
    nav = "".join(f'<nav e:type="{kind}"><ol>{entries}</ol></nav>' for kind in ("page-list", "toc"))
    body = "".join(f'<p id="p{number}">{number}</p>' for number in range(count))
    epub(path, body.encode(), manifest='<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>',
         files=[("nav.xhtml", PAGE.replace(b"<body>", b'<body xmlns:e="http://www.idpf.org/2007/ops">') % nav.encode())])


def deep_matches(path, depth, count):
    epub(path, b"<i>" * depth + b"<b>a</b>" * count + b"</i>" * depth)


def backlinks(path, count):
    """A footnote with many links to the reference, which an anchor at the end names."""
    epub(path, b'<ol><li id="n">' + b'<a href="#r"/>' * count + b'x</li></ol>' + b"<p>a</p>" * count
         + b'<p>a<a name="r" href="#n">1</a></p>')


def links(path, count):
    """A manifest with many links in its reading order."""
    manifest = {"metadata": {"title": "T"}, "links": [], "readingOrder": [{"href": f"{number}.html"} for number in range(count)]}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", json.dumps(manifest, separators=(",", ":")))
        for number in (0, count - 1):
            archive.writestr(f"{number}.html", PAGE % b"<p id='a'>b</p>")


def shared(path, names, size):
    """Many names for one entry of an archive, all in the reading order."""
    chapter = PAGE % (b"<p>" + b"Call me Ishmael, some years ago. " * (size // 33) + b"</p>")
    numbers = range(names)
    package = PACKAGE.format("".join(map(ITEM.format, numbers)), "".join(map(REFERENCE.format, numbers)))
    files = [("mimetype", b"application/epub+zip", 0), ("META-INF/container.xml", CONTAINER.encode(), 8),
             ("p.opf", package.encode(), 8), ("0.xhtml", chapter, 8)]
    data, directory, count = bytearray(), bytearray(), 0
    for name, content, method in files:
        stored = _deflated(content) if method else content
        fields = struct.pack("<HHHHHIII", 20, 0, method, 0, 0x21, zlib.crc32(content), len(stored), len(content))
        for alias in [name] if name != "0.xhtml" else [f"{number}.xhtml" for number in numbers]:
            directory += b"PK\1\2" + struct.pack("<H", 20) + fields
            directory += struct.pack("<HHHHHII", len(alias), 0, 0, 0, 0, 0, len(data)) + alias.encode()
            count += 1
        data += b"PK\3\4" + fields + struct.pack("<HH", len(name), 0) + name.encode() + stored
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(data), 0)
    with open(path, "wb") as file:
        file.write(data + directory + end)


def _deflated(content):
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return deflate.compress(content) + deflate.flush()


def sparse(path, size):
    """The start of a PDF followed by zeroes, which take no space on the disk."""
    with open(path, "wb") as file:
        file.write(b"%PDF-1.7\n")
        file.truncate(size)
