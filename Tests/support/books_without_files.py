# SPDX-License-Identifier: BSD-3-Clause
"""Publications that only have a manifest, for tests that need no files."""
import lectern

PROFILES = "https://readium.org/webpub-manifest/profiles/"


def publication(language="en", items=None, **metadata):
    """A publication with HTML in its reading order, unless `items` overrides it."""
    metadata = {"title": "A book", "language": language, **metadata}
    items = items or [{"href": "text/one.xhtml", "type": "application/xhtml+xml"},
                      {"href": "text/two.xhtml", "type": "application/xhtml+xml"}]
    resources = [{"href": "style.css", "type": "text/css"}, {"href": "notes.html", "type": "text/html"}]
    return lectern.Publication.open_manifest({"metadata": metadata, "readingOrder": items, "resources": resources})


def audiobook():
    return publication(items=[{"href": "one.mp3", "type": "audio/mpeg", "duration": 60}],
                       conformsTo=PROFILES + "audiobook")


def comic():
    return publication(items=[{"href": "1.jpg", "type": "image/jpeg"}, {"href": "2.jpg", "type": "image/jpeg"}],
                       conformsTo=PROFILES + "divina")


def pdf():
    return publication(items=[{"href": "book.pdf", "type": "application/pdf"}], conformsTo=PROFILES + "pdf")
