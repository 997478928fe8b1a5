# SPDX-License-Identifier: BSD-3-Clause
"""Phrases that go on over the end of a page of a PDF."""
import pytest

import lectern
from support.pdf_file import written

from .searched import hits
from .test_pdf_text import opened, pages

pytestmark = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")


def test_a_phrase_goes_on_on_the_next_page():
    with opened(written(["It ends with the great"], ["white whale, which was per-"], ["mitted on the next page.", "The end."])) as book:
        found = {query: pages(hits(book, query)) for query in ("great white", "great", "white", "permitted", "per-mitted", "page. The", "which was permitted on")}
        assert found == {"great white": [["page=1"]], "great": [["page=1"]], "white": [["page=2"]], "permitted": [["page=2"]], "per-mitted": [["page=2"]],
                         "page. The": [["page=3"]], "which was permitted on": [["page=2"]]}
        [hit] = hits(book, "great white")
        assert hit["text"] == {"before": "It ends with the ", "highlight": "great white", "after": " whale, which was per-"}
        located = book.locate(hit)
        assert (located["fit"], located["locations"]["fragments"]) == ("exact", ["page=1"])
        assert book.locate({"text": {"highlight": "white whale"}})["locations"]["fragments"] == ["page=2"]
        assert [hit["text"]["highlight"] for hit in hits(book, "great\\swhite", regularExpression=True)] == ["great white"]


def test_phrases_go_on_behind_the_pages_that_are_read_at_once():
    """Pages are read sixteen at a time."""
    sheets = [[f"page {number} ends here"] for number in range(40)]
    with opened(written(*sheets)) as book:
        assert pages(hits(book, "here page")) == [[f"page={number}"] for number in range(1, 40)]
        assert len(hits(book, "ends here")) == 40


RUNNING = {
    "page numbers": lambda number, lines: [*lines, str(number)],
    "roman numbers": lambda number, lines: [*lines, ("xii", "xiii", "xiv", "xv")[number - 1]],
    "dashes": lambda number, lines: [*lines, f"- {number} -"],
    "the title above": lambda number, lines: [f"MOBY-DICK {number}", *lines],
    "left and right pages": lambda number, lines: [f"{number} Herman Melville" if number % 2 else f"The Chase {number}", *lines],
    "above and below": lambda number, lines: ["Moby-Dick", *lines, "Copyright by nobody", f"Page {number} of 4"],
}


@pytest.mark.parametrize("around", RUNNING)
def test_a_phrase_goes_on_behind_running_heads(around):
    texts = [["It ends with the great"], ["white whale, which was per-"], ["mitted on the", "next page, and ends with a"], ["long tail."]]
    sheets = [RUNNING[around](number, lines) for number, lines in enumerate(texts, 1)]
    with opened(written(*sheets)) as book:
        found = {query: pages(hits(book, query)) for query in ("the great white whale", "great", "white", "which was permitted on", "a long")}
        assert found == {"the great white whale": [["page=1"]], "great": [["page=1"]], "white": [["page=2"]],
                         "which was permitted on": [["page=2"]], "a long": [["page=3"]]}
        [hit] = hits(book, "great white")
        assert hit["text"]["before"].endswith("It ends with the ") and hit["text"]["after"].startswith(" whale, which was per")
        located = book.locate({"text": {"highlight": "great white whale"}})
        assert (located["fit"], located["locations"]["fragments"][0]) == ("exact", "page=1")
        # What stands at the edge is still found, once on each page.
        for line in {line for sheet in sheets for line in sheet if len(line) > 8} - {line for lines in texts for line in lines}:
            assert len(hits(book, line)) == sum(line in sheet for sheet in sheets)


def test_lines_that_all_pages_have_are_text_if_there_is_no_other():
    with opened(written(*([f"This is page {number}"] for number in range(1, 5)))) as book:
        assert pages(hits(book, "page 1 This is")) == [["page=1"]]
