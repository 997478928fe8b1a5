# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about searching."""
from ..comparison import More
from .places import total_progression


def search(vector, folder):
    """Kind search: the matches in a document with this text, and their total progression."""
    import lectern
    given = vector["input"]
    if given["op"] == "totalProgression":
        return total_progression(given)
    chapter = f"<html><head><title/></head><body><p>{given['text']}</p></body></html>".encode()
    manifest = {"metadata": {"title": "T"}, "links": [], "readingOrder": [{"href": "chapter.html", "type": "text/html"}]}
    with lectern.Publication.open_manifest(manifest, lambda href: chapter) as book:
        with book.search(given["query"], given["options"]) as pages:
            page = pages.next()
    return [More(progression=match["locations"]["progression"], text=match["text"])
            for match in (page or {"locators": []})["locators"]]


HANDLERS = {"search": search}
