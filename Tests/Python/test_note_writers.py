# SPDX-License-Identifier: BSD-3-Clause
"""Notes for KOReader and calibre, which number the resources, and what was written can be read."""
import base64
import io
import json

import pytest

import lectern
from lectern import notes
from support.note_files import CALIBRE_EXPORT, CALIBRE_FILE, HREF, KOREADER, note

from .test_foreign_notes import mark, older, sidecar
from .test_xpointers import book

ORDER = ["EPUB/c0.xhtml", HREF]
FORMATS = ("koreader", "calibre")


def read(text, **options):
    return notes.load(text.encode(), readingOrder=ORDER, **options)


def without(found, *names):
    return [{name: value for name, value in one.items() if name not in ("origin", *names)} for one in found]


def items(text):
    """The annotations in calibre's file."""
    magic, data = text.split("\n", 1)
    assert magic == "encoding=json+base64:"
    return json.loads(base64.b64decode(data))


POINTER = {"start": "/body/DocFragment[2]/body/p[3]/text().4", "end": "/body/DocFragment[2]/body/p[3]/text().13"}
HEADING = [{"text": "Loomings"}]
MADE = [
    note(1, kind="note", body={"text": 'Short "and"\n\\famous\x01'}, headings=HEADING, modified="2026-02-01T00:00:00Z"),
    note(2, style="underline", color="red"), note(3, style="strikethrough", color="#12AB34"), note(4, color="orange"),
    note(5, kind="bookmark", body={"text": "here"})]
for one in MADE:
    one["locator"] = {"href": HREF, "type": "application/xhtml+xml", "locations": {"xPointer": POINTER, "partialCfi": "/4/8,/1:4,/1:13"},
                      "text": {"highlight": "the whale"}}
    if one["kind"] == "bookmark":
        one["locator"] = {**one["locator"], "locations": {"xPointer": {"start": POINTER["start"]}, "partialCfi": "/4/8/1:4"}}
        del one["locator"]["text"], one["style"], one["color"]


def test_what_calibre_reads():
    written = notes.write(MADE, format="calibre", readingOrder=ORDER)
    assert items(written)[0] == {
        "type": "highlight", "timestamp": "2026-02-01T00:00:00Z", "uuid": "urn:uuid:1", "start_cfi": "/2/4/8/1:4", "end_cfi": "/2/4/8/1:13",
        "spine_index": 1, "spine_name": HREF, "highlighted_text": "the whale", "notes": MADE[0]["body"]["text"],
        "style": {"type": "builtin", "kind": "color", "which": "yellow"}, "toc_family_titles": ["Loomings"]}
    assert items(written)[4] == {"type": "bookmark", "timestamp": "2026-01-01T00:00:00Z", "uuid": "urn:uuid:5", "pos": "epubcfi(/4/2/4/8/1:4)",
                                 "pos_type": "epubcfi", "title": "here"}
    found = read(written)
    for one, made in zip(found, MADE):
        made = {**made, "locator": {**made["locator"], "locations": {"partialCfi": made["locator"]["locations"]["partialCfi"]}}}
        assert without([one], "created", "modified") == without([made], "created", "modified")


def test_what_koreader_reads():
    written = notes.write(MADE, format="koreader", readingOrder=ORDER)
    assert '["annotations_externally_modified"] = true' in written and '["note"] = "Short \\"and\\"\\n\\\\famous\\001"' in written
    found = read(written)
    for one, made in zip(found, MADE):
        made = {**made, "locator": {**made["locator"], "locations": {"xPointer": made["locator"]["locations"]["xPointer"]}}}
        if "headings" in made:
            made["locator"]["title"] = "Loomings"
        assert without([one], "id") == without([made], "id")


def items_of(file):
    return [one["origin"]["item"] for one in notes.load(file, readingOrder=ORDER)]


@pytest.mark.parametrize("format, file", [
    ("koreader", KOREADER), ("koreader", sidecar(annotations=[mark(own={"a": [1, 2.5], "3": "x"}, text="it's \\ \u00e9\x02")])),
    ("koreader", sidecar(bookmarks=[older(text="mine")[0]], highlight={7: [older()[1]]})),
    ("koreader", sidecar(annotations=[{"datetime": "2024-05-01 12:00:00", "page": 3, "drawer": "lighten", "pos0": {"page": 3, "x": 1.5}, "pos1": {"page": 3, "x": 2},
                                       "pboxes": [{"x": 1, "y": 2}], "text": "gamma"}], doc_props={"title": "T"})),
    ("calibre", CALIBRE_FILE), ("calibre", CALIBRE_EXPORT)])
def test_what_was_read_is_written_back(format, file):
    order = ["b.pdf"] if b"pboxes" in file else ORDER
    with notes.read(file, readingOrder=order) as pages:
        page = pages.next()
    written = notes.write(page["notes"], format=format, readingOrder=order, members={name: value for name, value in page["set"].items() if name != "format"})
    with notes.read(written.encode(), readingOrder=order) as pages:
        again = pages.next()
    assert again["notes"] == page["notes"]
    if format == "koreader":
        assert again["set"] == {**page["set"], "annotations_externally_modified": True}


@pytest.mark.parametrize("format, file, color", [("koreader", KOREADER, '["color"] = "blue"'), ("calibre", CALIBRE_FILE, None)])
def test_only_what_was_edited_is_replaced(format, file, color):
    found = notes.load(file, readingOrder=ORDER)
    [edited] = [one for one in found if one["kind"] == "note"]
    written = notes.write([{**edited, "color": "blue"}], format=format, readingOrder=ORDER)
    if color:
        assert color in written and '["pageno"] = 12' in written
    else:
        [item] = items(written)
        assert item == {**edited["origin"]["item"], "style": {"type": "builtin", "kind": "color", "which": "blue"}}
    # A bookmark that became a highlight is a new item.
    [mark] = [one for one in found if one["kind"] == "bookmark"][:1]
    written = notes.write([{**mark, "kind": "highlight"}], format=format, readingOrder=ORDER)
    assert read(written)[0]["locator"]["href"] == mark["locator"]["href"] and read(written)[0]["kind"] in ("highlight", "note")


def test_parts_are_one_file():
    position = note(9, kind="position", locator={"href": HREF, "locations": {"totalProgression": 0.5, "xPointer": {"start": POINTER["start"]}, "partialCfi": "/4/8/1:4"}})
    made = [position, *MADE]
    for format in FORMATS:
        whole = read(notes.write(made, format=format, readingOrder=ORDER))
        for size in (1, 2, 3):
            parts = [made[at:at + size] for at in range(0, len(made), size)] + [[]]
            written = "".join(notes.write(part, format=format, readingOrder=ORDER, more=number + 1 < len(parts), **{"from": number * size})
                              for number, part in enumerate(parts))
            assert without(read(written), "id") == without(whole, "id")
        assert sorted(one["kind"] for one in whole) == sorted(one["kind"] for one in made)
        file = io.BytesIO()
        assert notes.write_to(file, MADE * 200, format=format, readingOrder=ORDER) == 1000
        assert len(notes.load(file.getvalue(), readingOrder=ORDER)) == 1000
        assert read(notes.write([], format=format, readingOrder=ORDER)) == []


@pytest.mark.parametrize("format", FORMATS)
def test_notes_without_an_exact_place(format):
    made = [note(1, kind="note", body={"text": "n"}), {"id": "a", "kind": "bookmark", "locator": {"text": {"highlight": "x"}}}]
    first, second = read(notes.write(made, format=format, readingOrder=ORDER))
    assert (first["locator"]["href"], second["locator"]["href"]) == (HREF, ORDER[0]) and first["body"]["text"] == "n"
    with pytest.raises(lectern.ArgumentError, match="readingOrder"):
        notes.write(made, format=format)
    with pytest.raises(lectern.JsonError, match="reading order") as refused:
        notes.write([made[0], note(2, locator={"href": "other.xhtml"})], format=format, readingOrder=ORDER)
    assert refused.value.path == "notes > /1/locator/href"
    assert "whale" not in notes.write(MADE, format=format, readingOrder=ORDER, protected=True)


def test_the_library_makes_the_places():
    with book("<p>0</p>", "<p>Call me Ishmael. Some years ago</p>") as publication:
        order = [link["href"] for link in publication.reading_order]
        [made] = [{"id": "a", "kind": "highlight", "locator": {"text": {"highlight": "Some years"}}}]
        placed = {**made, "locator": notes.place(made, publication, exact=True)}
        for format in FORMATS:
            [found] = notes.load(notes.write([placed], format=format, readingOrder=order).encode(), readingOrder=order)
            assert found["locator"]["text"] == {"highlight": "Some years"}
            location = publication.locate({"href": found["locator"]["href"], "locations": found["locator"]["locations"]})
            assert location["text"]["highlight"] == "Some years"
            assert found["locator"]["locations"].get("xPointer", {}).get("start") in (None, "/body/DocFragment[2]/body/p/text().17")


#: Members that a host may keep, but annotation sets do not know.
ODD = [{"style": "glow"}, {"creator": {"id": "x", "type": "Robot"}}, {"body": {"type": "Odd", "href": "x"}}] + [
    {"locator": {"href": HREF, "locations": one}} for one in (
        {"textPosition": {"start": 5, "end": 1}}, {"partialCfi": "x"}, {"progression": 2}, {"cssSelector": ""}, {"fragments": ["xywh="]})]


@pytest.mark.parametrize("format", ("readium", "epub", "w3c", *FORMATS))
def test_what_is_written_can_be_read(format):
    for odd in ODD:
        [found] = read(notes.write([note(**odd)], format=format, readingOrder=ORDER))
        assert found["locator"]["href"] == HREF
    if format not in FORMATS:
        for locator in ({"href": "#a"}, None):
            with pytest.raises(lectern.JsonError) as refused:
                notes.write([note(locator=locator)], format=format)
            assert refused.value.path == "notes > /0/locator/href"
