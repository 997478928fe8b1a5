# SPDX-License-Identifier: BSD-3-Clause
"""Mistakes in package documents and contents of books that can be read: each is one warning."""
import pytest

import lectern
from support.tiny_books import NAV, NAV_ITEM, NCX, NCX_ITEM, PACKAGE, epub

RECORD = '<link rel="record" href="record.json" media-type="application/ld+json"/>'
PICTURE = '<item id="p" href="p.png" media-type="image/png"/>'
DRAWING = '<item id="d" href="d.svg" media-type="image/svg+xml"/>'
PICTURES = {"EPUB/p.png": "PNG", "EPUB/d.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>'}


def preview(href):
    package = PACKAGE.format(version="3.0", title="Tiny", language="en", metadata="", manifest=NAV_ITEM, spine="")
    return {"EPUB/package.opf": package.replace("</spine>", f'</spine><collection role="preview"><link href="{href}"/></collection>')}


def contents(href):
    return {"EPUB/nav.xhtml": NAV.replace('href="c2.xhtml"', f'href="{href}"'), **PICTURES}


def old(href):
    files = {"EPUB/toc.ncx": NCX.replace("c1.xhtml", href), "EPUB/nav.xhtml": None, **PICTURES}
    metadata = '<dc:language>en</dc:language>'
    return {"version": "2.0", "manifest": NCX_ITEM + PICTURE + DRAWING, "spine": ' toc="ncx"', "files": files, "metadata": metadata}


REMOTE = '<item id="r" href="https://example.org/r" media-type="{}"/>'
SCRIPTED = '<item id="s" href="s.xhtml" media-type="application/xhtml+xml" properties="scripted"/>'
SCRIPT = {"EPUB/s.xhtml": "<html/>"}
FONT = '<item id="f" href="f.otf" media-type="{}"/>'
OBFUSCATED = {"EPUB/f.otf": "font", "META-INF/encryption.xml": """<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
    <EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>
    <CipherData><CipherReference URI="EPUB/f.otf"/></CipherData></EncryptedData></encryption>"""}
SIGNATURES = {"META-INF/signatures.xml": '<{} xmlns="urn:oasis:names:tc:opendocument:xmlns:container"/>'}


def dictionaries(*maps):
    """One dictionary for each search key map."""
    items = "".join(f'<item id="{name}" href="{name}.xml" properties="dictionary search-key-map" '
                    'media-type="application/vnd.epub.search-key-map+xml"/>' for name in sorted(set(maps)))
    package = PACKAGE.format(version="3.0", title="Tiny", language="en", manifest=NAV_ITEM + items, spine="",
                             metadata='<dc:type>dictionary</dc:type><meta property="source-language">en</meta><meta property="target-language">en</meta>')
    collections = "".join(f'<collection role="dictionary"><link href="{name}.xml"/><link href="c1.xhtml"/></collection>' for name in maps)
    return {"EPUB/package.opf": package.replace("</spine>", "</spine>" + collections), **{f"EPUB/{name}.xml": "<x/>" for name in maps}}


def warnings(more):
    with lectern.Publication.open_bytes(epub(**more)) as book:
        return [(one["severity"], one["message"]) for one in book.warnings]


@pytest.mark.parametrize("more, message", [
    ({"metadata": RECORD}, 'The file "EPUB/record.json" does not exist.'),
    ({"manifest": NAV_ITEM.replace('"nav.xhtml"', '"/EPUB/nav.xhtml"')}, '"/EPUB/nav.xhtml" begins with a slash.'),
    ({"manifest": NAV_ITEM + PICTURE, "files": contents("p.png#part")}, 'The contents refer to "EPUB/p.png", which is no document (image/png).'),
    (old("p.png"), 'The contents refer to "EPUB/p.png", which is no document (image/png).'),
    ({"files": preview("c1.xhtml#epubcfi(/4/2/1:3)")}, "The links of the collection must not be CFIs."),
    ({"files": {"META-INF/a<b.txt": ""}}, "The name has characters that file names must not contain."),
    ({"files": {"EPUB/C1.xhtml": ""}}, 'The name only differs from "EPUB/c1.xhtml" in case or Unicode form.'),
    ({"files": {"EPUB/ss.txt": "", "EPUB/\xdf.txt": ""}}, 'The name only differs from "EPUB/ss.txt" in case or Unicode form.'),
    ({"files": {"EPUB/\xe9.txt": "", "EPUB/e\u0301.txt": ""}}, 'The name only differs from "EPUB/\xe9.txt" in case or Unicode form.'),
    ({"files": {path: text.format("container") for path, text in SIGNATURES.items()}}, "The root element must be signatures."),
    ({"manifest": NAV_ITEM + REMOTE.format("image/jpeg")}, '"https://example.org/r" must be in the publication.'),
    ({"manifest": NAV_ITEM + REMOTE.format("application/xhtml+xml")}, '"https://example.org/r" must be in the publication.'),
    ({"manifest": NAV_ITEM + FONT.format("font/opentype"), "files": OBFUSCATED}, "The obfuscated font has no core media type."),
    ({"files": dictionaries("a", "a")}, "The search key map belongs to another dictionary, too."),
])
def test_a_mistake(more, message):
    found = warnings(more)
    assert [one for one in found if one[1] == message] == [("minor", message)], found


@pytest.mark.parametrize("more", [
    {"metadata": RECORD, "files": {"EPUB/record.json": "{}"}},
    {"metadata": RECORD.replace("record.json", "https://example.org/record.json")},
    {"manifest": NAV_ITEM + DRAWING, "files": contents("d.svg")},
    {"files": preview("c1.xhtml#p1")},
    {"files": {"EPUB/a b?.txt": "", "EPUB/C3.xhtml": "", "EPUB/\xdf.txt": ""}},
    {"files": {path: text.format("signatures") for path, text in SIGNATURES.items()}},
    {"manifest": NAV_ITEM + REMOTE.format("audio/mpeg")}, {"manifest": NAV_ITEM + REMOTE.format("font/woff2")},
    {"manifest": NAV_ITEM + REMOTE.format("image/svg+xml")}, {"manifest": NAV_ITEM + SCRIPTED + REMOTE.format("image/png"), "files": SCRIPT},
    {"manifest": NAV_ITEM + FONT.format("font/otf"), "files": OBFUSCATED},
    {"files": dictionaries("a", "b")},
])
def test_no_mistake(more):
    assert warnings(more) == []


def test_contents_of_an_old_book_may_lead_to_drawings():
    assert not [message for _, message in warnings(old("d.svg")) if "which is no document" in message]
