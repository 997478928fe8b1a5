# SPDX-License-Identifier: BSD-3-Clause
"""Generates the books of the scenario.  Usage: python -m Bindings.scenario_books FOLDER"""
import sys
from pathlib import Path

from support.tiny_books import BOOKS, BROKEN
from support.tree import ROOT
from zip_book import zip_book


def make(folder):
    folder = Path(folder)
    zip_book(ROOT / "examples/book", folder / "book.epub")
    (folder / "fixed.epub").write_bytes(BOOKS["fixed layout, right to left"])
    (folder / "cut.epub").write_bytes(BROKEN["cut in half"])
    (folder / "empty.epub").write_bytes(BROKEN["an empty package"])
    # A highlight with members that no program knows.
    (folder / "notes.annotation").write_text(
        '{"@context": "http://www.w3.org/ns/anno.jsonld", "id": "urn:uuid:set", "type": "AnnotationSet", "title": "Mine", '
        '"about": {"dc:title": "Read Aloud"}, "items": [{"id": "urn:uuid:1", "type": "Annotation", "created": '
        '"2026-01-01T00:00:00Z", "own": [1], "target": {"source": "EPUB/text/raven.xhtml", "selector": [{"type": '
        '"TextQuoteSelector", "exact": "midnight dreary"}, {"type": "XPathSelector", "value": "/p"}]}}]}', encoding="utf-8")


if __name__ == "__main__":
    make(sys.argv[1])
