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


def warnings(more):
    with lectern.Publication.open_bytes(epub(**more)) as book:
        return [(one["severity"], one["message"]) for one in book.warnings]


@pytest.mark.parametrize("more, message", [
    ({"metadata": RECORD}, 'The file "EPUB/record.json" does not exist.'),
    ({"manifest": NAV_ITEM.replace('"nav.xhtml"', '"/EPUB/nav.xhtml"')}, '"/EPUB/nav.xhtml" begins with a slash.'),
    ({"manifest": NAV_ITEM + PICTURE, "files": contents("p.png#part")}, 'The contents refer to "EPUB/p.png", which is no document (image/png).'),
    (old("p.png"), 'The contents refer to "EPUB/p.png", which is no document (image/png).'),
    ({"files": preview("c1.xhtml#epubcfi(/4/2/1:3)")}, "The links of the collection must not be CFIs."),
])
def test_a_mistake(more, message):
    found = warnings(more)
    assert [one for one in found if one[1] == message] == [("minor", message)], found


@pytest.mark.parametrize("more", [
    {"metadata": RECORD, "files": {"EPUB/record.json": "{}"}},
    {"metadata": RECORD.replace("record.json", "https://example.org/record.json")},
    {"manifest": NAV_ITEM + DRAWING, "files": contents("d.svg")},
    {"files": preview("c1.xhtml#p1")},
])
def test_no_mistake(more):
    assert warnings(more) == []


def test_contents_of_an_old_book_may_lead_to_drawings():
    assert not [message for _, message in warnings(old("d.svg")) if "which is no document" in message]
