# SPDX-License-Identifier: BSD-3-Clause
"""A document that is in the spine twice: turning pages leads through both, and a place stays in the one that it is in."""
import zipfile

import pytest

from . import books
from .reading import until

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


def drawn(reader):
    """The marks that have a place in the item on the screen, once all have been looked for."""
    marks = reader.evaluate("""(lectern.shell.current().decorations?.groups.get("g") || []).map(({item, span}) =>
        [item.id, span === undefined ? null : Boolean(span)])""")
    return {name: isThere for name, isThere in marks}


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


@pytest.mark.parametrize("mode", MODES)
def test_marks_are_in_their_item(read, path, mode):
    """Marks without a position, and links, belong to the first."""
    reader = read(path, MODES[mode], (600, 500))
    first, _, last = reader.evaluate("lectern.shell.book.readingOrder")
    matches = [match for page in reader.host.book.search("Chapter 1") for match in page["locators"]]
    [words] = [match for match in matches if match["locations"]["position"] == first["position"]]

    def mark(name, position=None):
        locations = {**words["locations"], "position": position}
        return {"id": name, "style": {"id": "highlight"},
                "locator": {**words, "locations": {key: value for key, value in locations.items() if value is not None and "rog" not in key}}}
    reader.host.navigator.apply_decorations("g", [mark("first", first["position"]), mark("last", last["position"]), mark("any")])
    for one, own in ((first, {"first", "any"}), (last, {"last"})):
        expected = {name: name in own for name in ("first", "last", "any")}
        assert reader.go({"href": one["href"], "type": one["type"], "locations": {"position": one["position"]}})
        until(reader.page, lambda: drawn(reader) == expected)
