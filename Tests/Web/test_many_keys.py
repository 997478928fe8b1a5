# SPDX-License-Identifier: BSD-3-Clause
"""Keys that are pressed faster than pages can be shown: each turns a page."""
import pytest

from . import books, fixed_books
from .reading import until

COUNT = 14


def chapters(folder):
    """Chapters of one page each, so that each key needs another document."""
    return books.epub(folder / "short.epub", "Short", "en", [
        (f"c{number:02}.xhtml", books.document(f"<h1>Chapter {number}</h1><p>Words.</p>")) for number in range(COUNT + 4)])


def long(folder):
    words = books.Words(books.LATIN)
    return books.epub(folder / "long.epub", "Long", "en", [(f"{name}.xhtml", words.chapter(1, 25)) for name in "abc"])


def comic(folder):
    return fixed_books.comic(folder / "comic.cbz", COUNT + 4)


def fixed(folder):
    return fixed_books.fixed(folder / "fixed.epub", count=COUNT + 4)


@pytest.mark.parametrize("animated", [False, True], ids=["still", "animated"])
@pytest.mark.parametrize("make", [chapters, long, comic, fixed])
def test_each_of_many_keys_turns_a_page(read, tmp_path, make, animated):
    reader = read(make(tmp_path), {"spread": "never"}, size=(390, 700), animated=animated)
    path = []
    for key in ("ArrowRight", "ArrowLeft"):
        if key == "ArrowLeft":
            # Where one key after the other leads.
            for _ in range(COUNT):
                path.append(where(reader))
                reader.move("backward")
                reader.idle()
            path.append(where(reader))
            for _ in range(COUNT):
                reader.move("forward")
                reader.idle()
            assert where(reader) == path[0]
        for _ in range(COUNT):
            reader.page.keyboard.down(key)
        reader.page.keyboard.up(key)
        reader.idle()
    until(reader.page, lambda: where(reader) == path[-1])
    assert len(path) == len({tuple(one) for one in path}) == COUNT + 1


def where(reader):
    place = reader.place()
    return [place["locator"]["href"], place["page"]]
