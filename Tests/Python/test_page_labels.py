# SPDX-License-Identifier: BSD-3-Clause
"""Page labels of printed books, PDFs and comics; their locations, and the label at any location."""
import pytest

import lectern
from support.pdf_file import pages as pdf_pages
from support.tiny_books import NAV_ITEM, epub

from .test_locate import archive

ONE, TWO = "EPUB/c1.xhtml", "EPUB/c2.xhtml"
PAGE = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>T</title></head>
<body>{}</body></html>"""
NAV = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="toc"><ol><li><a href="c1.xhtml">One</a></li></ol></nav>{}</body></html>"""
LIST = """<nav epub:type="page-list"><ol><li><a href="c1.xhtml#p1">ix</a></li><li><a href="c1.xhtml#p2">10</a></li>
<li><a href="c2.xhtml#p3">11</a></li></ol></nav>"""
BREAKS = ('<p id="a">Before. <span epub:type="pagebreak" id="p1" title="ix"/>After ix. <i role="doc-pagebreak" id="p2" aria-label="10"></i>'
          "After ten.</p>", '<p>Still ten.</p><p id="b"><span epub:type="pagebreak" id="p3">11</span>After eleven.</p>')


def book(list_="", breaks=BREAKS):
    return lectern.Publication.open_bytes(epub(files={
        "EPUB/nav.xhtml": NAV.format(list_), ONE: PAGE.format(breaks[0]), TWO: PAGE.format(breaks[1])}))


def label(publication, **query):
    return publication.locate({**query, "page": True})["locations"].get("pageLabel")


@pytest.mark.parametrize("list_, source", [(LIST, "pageList"), ("", "pageBreaks")])
def test_the_page_of_a_place_and_the_place_of_a_page(list_, source):
    with book(list_) as publication:
        pages = publication.pages
        assert pages["source"] == source
        assert [(page["label"], page["locator"]["href"], page["locator"]["locations"]["fragments"]) for page in pages["pages"]] == [
            ("ix", ONE, ["p1"]), ("10", ONE, ["p2"]), ("11", TWO, ["p3"])]
        numbers = [page["locator"]["locations"]["totalProgression"] for page in pages["pages"]]
        assert numbers == sorted(numbers)
        for words, expected in (("Before", None), ("After ix", "ix"), ("After ten", "10"), ("Still ten", "10"), ("After eleven", "11")):
            assert label(publication, text={"highlight": words}) == expected
        # The label is only included on request.
        assert "pageLabel" not in publication.locate({"text": {"highlight": "After ten"}})["locations"]
        for query, start in (({"pageLabel": "10"}, "p2"), ({"locations": {"pageLabel": "IX"}}, "p1"), ({"pageLabel": " 11"}, "p3")):
            assert publication.locate(query)["locations"]["fragments"] == [start]
        for page in pages["pages"]:
            assert label(publication, **page["locator"]) == page["label"]
        with pytest.raises(lectern.NotFoundError) as raised:
            publication.locate({"pageLabel": "9"})
        assert "\"9\"" in raised.value.message
        # Other information takes precedence.
        assert publication.locate({"href": TWO, "fragments": ["b"], "pageLabel": "ix"})["href"] == TWO


def test_breaks_without_ids_and_labels_that_are_not_unique():
    breaks = ('<p>One <span epub:type="pagebreak" title="1"/>two <span epub:type="pagebreak" title="2"/>three '
              '<span epub:type="pagebreak" title="2"/>four <span epub:type="pagebreak"/>five</p>', "<p>six</p>")
    with book(breaks=breaks) as publication:
        assert [page["label"] for page in publication.pages["pages"]] == ["1", "2", "2"]
        assert [label(publication, text={"highlight": word}) for word in ("One", "two", "three", "four", "five", "six")] == [
            None, "1", "2", "2", "2", "2"]
        found = publication.locate({"pageLabel": "2"})
        assert found["text"]["after"].strip().startswith("three"), "the first of two"


@pytest.mark.parametrize("list_", [
    "".join(f'<li><a href="c1.xhtml#p{number}">{label}</a></li>' for number, label in ((1, "i"), (2, "ii"), (1, "1"), (2, "2"))),
    "".join(f'<li><a href="c1.xhtml{id}">{label}</a></li>' for id, label in (("", "i"), ("#gone", "1"), ("#p2", "ii"), ("#p2", "2")))])
def test_several_pages_that_begin_at_one_place(list_):
    with book(f'<nav epub:type="page-list"><ol>{list_}</ol></nav>') as publication:
        assert [label(publication, text={"highlight": words}) for words in ("After ix", "After ten")] == ["1", "2"], "the last of them"
        # A label resolves to itself, and is kept with its location.
        for wanted in ("i", "ii", "1", "2"):
            found = publication.locate({"pageLabel": wanted, "page": True})
            assert found["locations"]["pageLabel"] == wanted == label(publication, **found)
        for page in publication.pages["pages"]:
            assert label(publication, **page["locator"]) == page["label"]
        # The label of another location is not kept.
        assert label(publication, href=TWO, locations={"progression": 0.5, "pageLabel": "i"}) == "2"


def test_a_page_that_begins_at_a_named_anchor():
    page = '<nav epub:type="page-list"><ol><li><a href="c1.xhtml#old">7</a></li></ol></nav>'
    with book(page, ('<p>Before. <a name="old"></a>After.</p>', "<p>Behind.</p>")) as publication:
        assert [label(publication, text={"highlight": words}) for words in ("Before", "After", "Behind")] == [None, "7", "7"]


def test_the_navigator_says_the_same():
    for list_ in (LIST, ""):
        with book(list_) as publication, lectern.Navigator(publication) as navigator:
            for selector, expected in (("#p2", "10"), ("#a", None), ("#p1", "ix")):
                navigator.receive({"type": "location", "locator": {"href": ONE, "locations": {"cssSelector": selector, "progression": 0.5}}})
                assert navigator.location["locations"].get("pageLabel") == expected


def test_books_without_pages():
    with book(breaks=("<p>One</p>", "<p>Two</p>")) as publication:
        assert publication.pages == {"pages": []}
        assert label(publication, text={"highlight": "One"}) is None
        with pytest.raises(lectern.NotFoundError):
            publication.locate({"pageLabel": "1"})


def test_epub_2():
    ncx = """<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap/><pageList>
      <pageTarget type="normal" value="1" id="t"><navLabel><text>1</text></navLabel><content src="c1.xhtml#p1"/></pageTarget></pageList></ncx>"""
    item = NAV_ITEM + '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    with lectern.Publication.open_bytes(epub(version="2.0", manifest=item.replace('properties="nav"', ""), spine=' toc="ncx"', files={
            "EPUB/toc.ncx": ncx, ONE: PAGE.format(BREAKS[0])})) as publication:
        assert [page["label"] for page in publication.pages["pages"]] == ["1"]
        assert label(publication, text={"highlight": "After ten"}) == "1"


def test_comics_have_numbers():
    files = {f"{number}.jpg": b"\xff\xd8\xff" for number in range(1, 4)}
    with lectern.Publication.open_bytes(archive(**files), {"name": "a.cbz"}) as comic:
        assert [page["label"] for page in comic.pages["pages"]] == ["1", "2", "3"] and comic.pages["source"] == "numbers"
        assert label(comic, position=2) == "2"
        assert comic.locate({"pageLabel": "3"})["href"] == "3.jpg"


@pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")
def test_pages_of_a_pdf():
    with lectern.Publication.open_bytes(pdf_pages(3), {"name": "a.pdf"}) as document:
        assert [page["label"] for page in document.pages["pages"]] == ["1", "2", "3"]
        assert document.locate({"pageLabel": "2"})["locations"]["fragments"] == ["page=2"]
        assert label(document, position=3) == "3"
