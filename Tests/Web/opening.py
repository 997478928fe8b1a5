# SPDX-License-Identifier: BSD-3-Clause
"""Opens a chapter without preloading others."""
from . import books

OPEN = """async () => {
    await lectern.go({href: "EPUB/long.xhtml"});
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}"""


def busy_book(folder, body, head=""):
    """A book whose second chapter, long.xhtml, has this body."""
    words = books.Words(books.LATIN, 5)
    return books.epub(folder / "busy.epub", "Busy", "en", [
        ("a.xhtml", words.chapter(1, 3)), ("long.xhtml", books.document(body, head=head)), ("z.xhtml", words.chapter(2, 3))])


def alone(reader):
    """Prevents the preloading of other chapters."""
    reader.evaluate("""() => {
        const {view} = lectern.shell;
        view.live.prepare = () => {};
        for (const index of [...view.live.keys()]) if (index !== view.index) view.live.drop(index);
    }""")
    return reader
