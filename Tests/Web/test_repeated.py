# SPDX-License-Identifier: BSD-3-Clause
"""A document that is in the spine twice: turning pages leads through both, and a place stays in the one that it is in."""
import zipfile

import pytest

from . import books

MODES = {"paged": {}, "scrolled": {"scroll": True, "continuous": False}, "continuous": {"scroll": True}}


@pytest.fixture
def path(tmp_path):
    words = books.Words(books.LATIN)
    once = books.epub(tmp_path / "once.epub", "Twice", "en", [(f"{name}.xhtml", words.chapter(1, 4)) for name in "ab"])
    with zipfile.ZipFile(once) as book, zipfile.ZipFile(tmp_path / "twice.epub", "w") as copy:
        for entry in book.infolist():
            copy.writestr(entry, book.read(entry).replace(b"</spine>", b'<itemref idref="i0"/></spine>'))
    return tmp_path / "twice.epub"


def item(reader):
    """The item of the reading order that the location is in, by its position."""
    position = reader.host.navigator.location["locations"]["position"]
    return [one["position"] <= position for one in reader.evaluate("lectern.shell.book.readingOrder")].count(True) - 1


@pytest.mark.parametrize("mode", MODES)
def test_turning_leads_through_both(read, path, mode):
    reader = read(path, MODES[mode], (600, 500))
    for way, expected in (("forward", [0, 1, 2]), ("backward", [2, 1, 0])):
        seen = [item(reader)]
        for _ in range(100):
            if not reader.move(way):
                break
            if item(reader) != seen[-1]:
                seen.append(item(reader))
        assert seen == expected


def test_a_place_stays_in_its_item(read, path):
    reader = read(path, {}, (600, 500))
    last = reader.evaluate("lectern.shell.book.readingOrder")[2]
    assert reader.go({"href": last["href"], "type": last["type"], "locations": {"position": last["position"]}})
    assert item(reader) == 2
    stored = reader.host.navigator.location
    reader.set(fontSize=1.5)
    assert item(reader) == 2
    # A link without a position leads to the first one, from elsewhere.
    assert reader.go({"href": "EPUB/b.xhtml"}) and reader.go({"href": last["href"]})
    assert item(reader) == 0
    assert reader.go(stored)
    assert item(reader) == 2
