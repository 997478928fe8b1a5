# SPDX-License-Identifier: BSD-3-Clause
"""The text of EPUBs, computed independently with Python's own parsers and regular expressions.

Blocks follow the style sheet of the HTML Standard; the comparison of text follows Unicode.
"""
import posixpath
import re
import unicodedata
import zipfile
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree import ElementTree

OPF, CONTAINER = "{http://www.idpf.org/2007/opf}", "{urn:oasis:names:tc:opendocument:xmlns:container}"

BLOCKS = set("""address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure
footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section
summary table caption colgroup col thead tbody tfoot tr td th ul xmp svg math canvas optgroup option""".split())
EMBEDDED = {"img", "audio", "video"}
HIDDEN = {"head", "script", "style", "template", "noscript", "iframe", "title", "rt", "rp", "rtc"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Blocks(HTMLParser):
    """The blocks of a document, each as a line of text."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.lines, self.hidden = [""], 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag in HIDDEN:
            self.hidden += 1
        if tag in BLOCKS or tag in EMBEDDED:
            self.lines.append("")
        if tag == "br":
            self.lines[-1] += " "

    def handle_endtag(self, tag):
        if tag in HIDDEN:
            self.hidden -= 1
        if tag in BLOCKS:
            self.lines.append("")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_data(self, data):
        if not self.hidden:
            self.lines[-1] += data


def folded(text):
    """Removes case, accents, strokes and invisible characters, and converts punctuation to ASCII; a run of dashes is one."""
    text = text.translate(TYPED).translate(INVISIBLE)
    text = unicodedata.normalize("NFD", text.casefold())
    text = "".join(c for c in text if not unicodedata.combining(c)).translate(STROKES)
    return re.sub(r"-+", "-", re.sub(r"\s+", " ", text))


# Characters for several letters are kept: matches never end inside.
TYPED = {ord(one): typed for typed, all in {
    "'": "\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u02bb\u02bc\u05f3\xb4", '"': "\xab\xbb\u201c\u201d\u201e\u201f\u2033\u05f4",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u2e3b\u05be"}.items() for one in all}
TYPED |= {wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)}
STROKES = str.maketrans("\u0142\xf8\u0111\u0127\u0167", "lodht")
INVISIBLE = dict.fromkeys((0xAD, 0x34F, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0x2061, 0x2062, 0x2063, 0xFEFF))


def spine(archive):
    """The names of the documents in reading order."""
    container = ElementTree.fromstring(archive.read("META-INF/container.xml"))
    package = container.find(f".//{CONTAINER}rootfile").get("full-path")
    root = ElementTree.fromstring(archive.read(package))
    items = {item.get("id"): item.get("href") for item in root.iter(OPF + "item")}
    for reference in root.iter(OPF + "itemref"):
        if reference.get("linear") != "no":
            yield posixpath.normpath(posixpath.join(posixpath.dirname(package), unquote(items[reference.get("idref")])))


def texts(path):
    """Maps each document of a book to the folded lines of its blocks."""
    with zipfile.ZipFile(path) as archive:
        return {name: [folded(line.strip()) for line in Blocks(archive.read(name).decode("utf-8")).lines]
                for name in spine(archive)}


def count(lines, query):
    """The number of occurrences of a text, including overlapping ones."""
    pattern = re.compile(f"(?={re.escape(folded(query))})")
    return sum(len(pattern.findall(line)) for line in lines)
