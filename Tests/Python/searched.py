# SPDX-License-Identifier: BSD-3-Clause
"""Publications with a few lines of HTML to search in."""
import lectern

XHTML = "application/xhtml+xml"


def document(body, head=""):
    return (f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Nowhere</title>{head}</head>'
            f"<body>{body}</body></html>").encode()


def manifest(names, toc=(), kind=XHTML):
    return {"metadata": {"title": "T"}, "links": [], "toc": list(toc),
            "readingOrder": [{"href": name, "type": kind} for name in names]}


def publication(*bodies, toc=(), kind=XHTML, context=None, raw=False):
    """A publication with the reading order 0.html, 1.html, and so on."""
    files = {f"{number}.html": body if raw else document(body) for number, body in enumerate(bodies)}
    return lectern.Publication.open_manifest(manifest(files, toc, kind), files.get, context=context)


def hits(book, query, **options):
    """All matches in order."""
    with book.search(query, options or None) as cursor:
        return [hit for page in cursor for hit in page["locators"]]


def found(body, query, kind=XHTML, raw=False, **options):
    """The highlights of the matches in one document."""
    with publication(body, kind=kind, raw=raw) as book:
        return [hit["text"]["highlight"] for hit in hits(book, query, **options)]
