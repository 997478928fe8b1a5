# SPDX-License-Identifier: BSD-3-Clause
"""Shows publications that are generated for one question each."""
import lectern

from ..reading import Reader


class Pages:
    def __init__(self, browser, vectors):
        self.browser, self.opened = browser, []
        #: The folder of the vectors and their fixtures.
        self.vectors = vectors

    def open(self, manifest, files, options=None, size=(800, 600)):
        """Opens a page with a publication of these files."""
        contents = {href: text.encode() for href, text in files.items()}
        book = lectern.Publication.open_manifest(manifest, contents.get)
        options = {"verticalPages": False, **(options or {})}
        self.opened.append(Reader(self.browser, book, options.pop("preferences", None), size, options=options))
        return self.opened[-1]

    def documents(self, files, **more):
        """Opens a book of these documents."""
        order = [{"href": href, "type": "application/xhtml+xml" if href.endswith(".xhtml") else "text/html"} for href in files]
        return self.open({"metadata": {"title": "Book"}, "links": [], "readingOrder": order}, files, **more)

    def close(self):
        """Closes everything that was opened for the last question."""
        while self.opened:
            self.opened.pop().close()
