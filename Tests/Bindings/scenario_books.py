#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Generates the books of the scenario.  Usage: scenario_books.py FOLDER"""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "examples"), str(ROOT / "Tests/Checks")]

from tiny_books import BOOKS, BROKEN  # noqa: E402
from zip_book import zip_book  # noqa: E402


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
