# SPDX-License-Identifier: BSD-3-Clause
"""PDFs as reflowable documents: the option `reflow`."""
import pytest

import lectern
from support.pdf_file import content, written

from .searched import hits
from .test_pdf_packages import package

pytestmark = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")


def sheet(number, *lines, heading=None):
    """A page with a running head and a page number."""
    head = [(20, 385, 8, f"A Voyage  {number}")] + ([(20, 350, 20, heading)] if heading else [])
    shown = [(20, 310 - 12 * place, 10, line) for place, line in enumerate(lines)]
    return content(*head, *shown, (150, 15, 8, f"{number}"))


# The objects 3 to 8 are the pages, 9 to 14 their contents.
OUTLINE = ["<</First 16 0 R/Last 17 0 R/Count 2>>", "<</Title(The Harbour)/Parent 15 0 R/Dest[3 0 R/Fit]/Next 17 0 R>>",
           "<</Title(The Sea & the Fog)/Parent 15 0 R/Dest[6 0 R/Fit]>>"]
LABELS = "/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>"
PAGES = [
    sheet(1, "The harbour lay in fog, and a boat", "was lost in the great", heading="The Harbour"),
    sheet(2, "white night. Nobody saw it.", "Its crew were never found, al-"),
    sheet(3, "though they were looked for <everywhere>."),
    sheet(4, "The sea is wide & cold.", heading="The Sea & the Fog"),
    b"0 0 0 rg 50 50 200 300 re f",
    sheet(6, "The end of the voyage."),
]


def voyage():
    return written(*PAGES, catalog=f"/Lang(en)/Outlines 15 0 R{LABELS}", more=OUTLINE)


def opened(data=None, reflow=True):
    return lectern.Publication.open_bytes(data or voyage(), {"reflow": reflow})


FIRST, SECOND = "publication.pdf/1-3.xhtml", "publication.pdf/4-6.xhtml"


def test_the_manifest_has_a_document_for_each_chapter():
    with opened() as book:
        manifest = book.manifest
        assert [(link["href"], link["type"], link["title"], link["alternate"]) for link in manifest["readingOrder"]] == [
            (FIRST, "application/xhtml+xml", "The Harbour", [{"href": "publication.pdf#page=1", "type": "application/pdf"}]),
            (SECOND, "application/xhtml+xml", "The Sea & the Fog", [{"href": "publication.pdf#page=4", "type": "application/pdf"}])]
        assert [link["href"] for link in manifest["toc"]] == [FIRST + "#page-1", SECOND + "#page-4"]
        assert [(link["title"], link["href"]) for link in manifest["pageList"]][1:3] == [("ii", FIRST + "#page-2"), ("1", FIRST + "#page-3")]
        assert [link["href"] for link in manifest["resources"]] == ["publication.pdf"]
        assert "conformsTo" not in manifest["metadata"] and book.info["format"] == "application/pdf"
        assert book.get("publication.pdf").read().startswith(b"%PDF-") and book.cover().link["type"] == "image/png"


def test_documents_have_headings_paragraphs_and_page_breaks():
    with opened() as book:
        elements = [(one["role"], one.get("level"), one.get("text")) for one in book.elements() if one["role"] != "pageBreak"]
        assert elements == [
            ("heading", 1, "The Harbour"),
            ("paragraph", None, "The harbour lay in fog, and a boat was lost in the great white night. Nobody saw it. "
                                "Its crew were never found, although they were looked for <everywhere>."),
            ("heading", 1, "The Sea & the Fog"), ("paragraph", None, "The sea is wide & cold."), ("image", None, None),
            ("paragraph", None, "The end of the voyage.")]
        text = book.get(FIRST).read().decode()
        for broken, label in (('great <span id="page-2" role="doc-pagebreak" aria-label="ii"></span>white', "ii"),
                              ('al<span id="page-3" role="doc-pagebreak" aria-label="1"></span>though', "1")):
            assert broken in text
        assert 'lang="en"' in text and "Voyage" not in text


def test_a_page_without_text_is_a_picture():
    with opened() as book:
        assert '<img src="5.png" alt="3"/>' in book.get(SECOND).read().decode()
        picture = book.get("publication.pdf/5.png")
        assert picture.link["type"] == "image/png" and picture.read().startswith(b"\x89PNG")
        for missing in ("publication.pdf/7.png", "publication.pdf/0.png", "publication.pdf/99999999999999999999.png", "publication.pdf/2-3.xhtml",
                        "publication.pdf/1-99999999999999999999.xhtml", "publication.pdf/x.xhtml", "other.pdf/1.png"):
            with pytest.raises(lectern.NotFoundError):
                book.get(missing)


def test_positions_are_those_of_the_pages():
    with opened() as book, opened(reflow=False) as pdf:
        positions, pages = book.positions, pdf.positions
        assert [one["locations"]["fragments"] for one in positions] == [[f"page-{number}"] for number in range(1, 7)]
        assert len(pages) == 6
        assert [one["locations"]["position"] for one in positions] == [1, 2, 3, 4, 5, 6]
        assert [one["href"] for one in positions] == [FIRST] * 3 + [SECOND] * 3
        assert [one["locations"]["progression"] for one in positions][3:5] == [0, 1 / 3]


@pytest.mark.parametrize("quote, page, label", [
    ("A schooner", None, None), ("harbour lay", 1, "i"), ("Nobody", 2, "ii"), ("great white night", 1, "i"), ("everywhere", 3, "1"),
    ("wide & cold", 4, "2"), ("end of the voyage", 6, "4")])
def test_places_map_both_ways(quote, page, label):
    with opened() as book, opened(reflow=False) as pdf:
        ours = hits(book, quote)
        assert len(ours) == len(hits(pdf, quote)) == (page is not None)
        for hit in ours:
            there = pdf.locate(hit)
            assert (there["href"], there["locations"]["fragments"], there["fit"]) == ("publication.pdf", [f"page={page}"], "exact")
            back = book.locate({**there, "page": True})
            assert (back["href"], back["fit"]) == (hit["href"], "exact")
            assert back["locations"]["domRange"] == book.locate(hit)["locations"]["domRange"]
            assert back["locations"]["pageLabel"] == label


@pytest.mark.parametrize("place, href, page", [
    ({"fragments": ["page=5"]}, SECOND, 5), ({"progression": 0.5}, SECOND, 4), ({}, FIRST, 1), ({"progression": 1}, SECOND, 6),
    ({"fragments": ["page=99"]}, SECOND, 6)])
def test_places_without_a_text(place, href, page):
    with opened() as book, opened(reflow=False) as pdf:
        found = book.locate({"href": "publication.pdf", **place})
        assert (found["href"], found["locations"].get("position")) == (href, page)
        assert found["locations"]["fragments"] == [f"page-{page}"]
        assert found["text"]["after"].startswith({1: "The Harbour", 4: "The Sea & the Fog", 5: "The end", 6: "The end"}[page])
        there = pdf.locate({"href": found["href"], "locations": found["locations"]})
        assert there["locations"]["fragments"] == [f"page={page}"]


def test_a_long_document_without_an_outline_is_in_parts():
    with opened(written(*([f"This is line one of page {number}."] for number in range(40)))) as book:
        assert [link["href"] for link in book.manifest["readingOrder"]] == [f"publication.pdf/{pages}.xhtml" for pages in ("1-16", "17-32", "33-40")]
        assert [hit["href"] for hit in hits(book, "one of page 20")] == ["publication.pdf/17-32.xhtml"]
        assert len(book.positions) == 40


def test_a_navigator_has_the_settings_of_text():
    with opened() as book, lectern.Navigator(book) as navigator, opened(reflow=False) as pdf, lectern.Navigator(pdf) as pages:
        assert navigator["fontSize"].is_active
        assert "fontSize" not in pages.settings["settings"]


def test_pdfs_in_a_package():
    with lectern.Publication.open_bytes(package({"a.pdf": written(["One whale."]), "b.pdf": written(["Two whales."], ["Three."])}), {"reflow": True}) as book:
        assert [link["href"] for link in book.manifest["readingOrder"]] == ["a.pdf/1-1.xhtml", "b.pdf/1-2.xhtml"]
        assert [hit["href"] for hit in hits(book, "whale")] == ["a.pdf/1-1.xhtml", "b.pdf/1-2.xhtml"]
    with pytest.raises(lectern.JsonError, match="/reflow: Expected a boolean"):
        opened(reflow="yes")


def test_kept_values_are_those_of_the_documents(tmp_path):
    path = tmp_path / "voyage.pdf"
    path.write_bytes(voyage())
    with lectern.Context(cacheDirectory=str(tmp_path / "cache")) as context:
        texts = []
        for reflow in (True, False, True, False):
            with lectern.open(path, {"reflow": reflow}, context) as book:
                texts.append((book.statistics(), len(book.reading_order)))
        assert texts[:2] == texts[2:] and texts[0][1] == 2


def test_a_drop_cap_is_no_heading():
    page = content((20, 340, 36, "O"), (50, 340, 10, "nce upon a time there was a rab-"), (20, 328, 10, "bit in the garden, and another"), (20, 316, 10, "one in the house."))
    with opened(written(page, page)) as book:
        assert [(one["role"], one["text"]) for one in book.elements() if "text" in one and one["role"] != "pageBreak"] == [
            ("paragraph", "Once upon a time there was a rabbit in the garden, and another one in the house.")] * 2
