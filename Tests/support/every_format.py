# SPDX-License-Identifier: BSD-3-Clause
"""A small book in each format beside EPUB, PDF and the packages of Readium and the W3C, by the name of its file."""
from PIL import Image

from . import daisy, kindle_files, other_archives, recordings
from .fictionbook import fb2, fbz
from .pictures import encoded

HTML = """<!DOCTYPE html>
<html lang="en"><head><title>A page</title></head><body><h1>One</h1><p>First the <em>sea</em>.</p>
<h2 id="s">Two</h2><p>Then a ship.</p></body></html>"""
XHTML = HTML.replace("<!DOCTYPE html>\n<html ", '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml" ')
MARKDOWN = """# One

First the *sea*.

## Two

Then a [ship](https://example.org).
"""
TEXT = """CHAPTER I

First the sea, in a line of a paragraph that
was wrapped.

CHAPTER II

Then a ship.
"""
PICTURES = {f"page {number}.png": encoded(Image.new("RGB", (60, 90), color), "PNG") for number, color in ((1, "navy"), (2, "olive"), (10, "teal"))}


def made():
    """The bytes of each book.  A name ends as such files are called."""
    archives = other_archives.MAKERS
    return {
        **{f"daisy {kind}.zip": daisy.packed(make()) for kind, make in daisy.BOOKS.items()},
        "dtbook.xml": daisy.DTBOOK.encode(),
        "mobi.mobi": kindle_files.mobi(), "old.prc": kindle_files.mobi(charset="cp1252", compression=17480), "amazon.azw": kindle_files.mobi(),
        "kf8.azw3": kindle_files.kf8(), "both.mobi": kindle_files.hybrid(),
        "fiction.fb2": fb2(), "fiction.fbz": fbz(fb2()), "fiction.fb2.zip": fbz(fb2()),
        "page.html": HTML.encode(), "page.xhtml": XHTML.encode(), "text.md": MARKDOWN.encode(), "text.txt": TEXT.encode(),
        **{f"comic.{name}": make(PICTURES) for name, make in archives.items()},
        **recordings.FORMS,
    }
