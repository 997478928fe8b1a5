# SPDX-License-Identifier: BSD-3-Clause
"""Import and export of notes in formats of other programs."""
import csv
import io
import json
import os
import random

import pytest

import lectern
from lectern import notes
from support.note_files import (
    CALIBRE_EXPORT,
    CALIBRE_FILE,
    HREF,
    HYPOTHESIS,
    KOREADER,
    annotation,
    annotation_set,
    note,
    random_notes,
)

from .memory import growth
from .test_xpointers import book

ORDER = ["EPUB/c0.xhtml", HREF]
#: The number of notes in the round trip.
COUNT = int(os.environ.get("LECTERN_NOTES", 2000))


def without_origin(found):
    return [{key: value for key, value in one.items() if key != "origin"} for one in found]


# ------------------------------------------------------------------------------------------------------------ Import

def test_an_annotation_set(check):
    with notes.read(annotation_set(annotation(), title="Mine", generator="An app")) as cursor:
        page = check("notes", cursor.next())
        assert cursor.next() is None
    assert page["set"] == {"format": "readium", "id": "urn:uuid:set", "title": "Mine", "about": {"dc:title": "Moby Dick"},
                           "generator": "An app"}
    assert without_origin(page["notes"]) == [
        {"id": "urn:uuid:1", "kind": "highlight", "style": "solid", "color": "yellow", "created": "2026-01-01T00:00:00Z",
         "locator": {"href": HREF, "type": "application/xhtml+xml",
                     "text": {"before": "see ", "highlight": "the whale", "after": " again"}}}]
    assert page["warnings"] == page["skipped"] == []


@pytest.mark.parametrize("file, options, expected", [
    (KOREADER, {"readingOrder": ORDER}, [("note", HREF, "the whale", "underline", "A \"first\" note\nof two lines"),
                                         ("bookmark", "EPUB/c0.xhtml", None, None, None)]),
    (CALIBRE_FILE, {"readingOrder": ORDER}, [("bookmark", HREF, None, None, "here"),
                                             ("note", "EPUB/c0.xhtml", "the whale", "solid", "big"),
                                             ("position", HREF, None, None, None)]),
    (CALIBRE_EXPORT, {"readingOrder": ORDER}, [("bookmark", HREF, None, None, "here"),
                                               ("note", "EPUB/c0.xhtml", "the whale", "solid", "big"),
                                               ("position", HREF, None, None, None)]),
    (HYPOTHESIS, {}, [("note", HREF, "the whale", "solid", "**big**")]),
])
def test_what_other_programs_write(check, file, options, expected):
    with notes.read(file, **options) as cursor:
        page = check("notes", cursor.next())
    found = [(one["kind"], one["locator"]["href"], one["locator"].get("text", {}).get("highlight"), one.get("style"),
              one.get("body", {}).get("text")) for one in page["notes"]]
    assert found == expected
    assert notes.load(file, **options) == page["notes"], "the ids are the same each time"


def test_a_range_of_calibre_is_a_cfi():
    [_, found, last] = notes.load(CALIBRE_EXPORT, readingOrder=ORDER)
    assert found["locator"]["locations"] == {"partialCfi": "/4/8[p1],/1:4,/1:13"}
    assert found["headings"] == [{"text": "Loomings"}] and found["color"] == "green"
    assert last["locator"]["locations"] == {"partialCfi": "/4/8"} and last["created"].startswith("2024-05-03T12:00:00")


@pytest.mark.parametrize("target, locations, quote", [
    ({"source": "c1.xhtml"}, None, None), ({"source": "c1.xhtml", "selector": []}, None, None), ("c1.xhtml", None, None),
    ({"source": "c1.xhtml", "selector": {"type": "TextQuoteSelector", "exact": "the whale"}}, None, "the whale"),
    ({"source": "c1.xhtml#:~:text=the whale"}, {"fragments": [":~:text=the whale"]}, "the whale"),
    ({"source": "c1.xhtml", "selector": [{"type": "TextFragmentSelector", "value": "the whale"}]}, {"fragments": [":~:text=the whale"]}, "the whale"),
    ({"source": "c1.xhtml", "selector": [{"type": "CfiSelector", "value": "/4/4/2:3"}]}, {"partialCfi": "/4/4/2:3"}, None)])
def test_targets_as_programs_write_them(target, locations, quote):
    """Without a selector, with spaces in a text fragment, with an offset in the alternative text of an image."""
    [found] = notes.load(annotation_set(annotation(target=target)))
    assert found["locator"]["href"] == "c1.xhtml" and found["locator"].get("locations") == locations
    with book("<p>0</p>", '<p>See the whale.</p><p>a<img src="x.png" alt="a big fish"/></p>') as publication:
        located = publication.locate(found["locator"])
        assert located["href"] == "c1.xhtml" and located["text"].get("highlight") == quote
        assert located["locations"].get("partialCfi") == (locations or {}).get("partialCfi")


def test_what_counts_resources_needs_their_order():
    for file in (KOREADER, CALIBRE_FILE):
        with pytest.raises(lectern.ArgumentError, match="readingOrder"):
            notes.read(file)
    with pytest.raises(lectern.JsonError, match="no resource with this number"):
        notes.read(CALIBRE_FILE, readingOrder=["one.xhtml"])


@pytest.mark.parametrize("document, path", [
    (b"", ""), (b"[]", ""), (b"{}", "/type"), (b"hello", ""), (b'{"type": "AnnotationSet"}', "/id"),
    (annotation_set(annotation(), annotation(2, target={"source": HREF, "selector": [{"type": "ProgressionSelector", "value": 2}]})),
     "/items/1/target/selector/0/value"),
    (annotation_set(annotation(created=None)), "/items/0/created"),
    (annotation_set(annotation(body={"type": "TextualBody", "value": "a", "tags": "x"})), "/items/0/body/tags"),
    (annotation_set(annotation(target={"source": HREF, "selector": [{"type": "CfiSelector", "value": "/4["}]})),
     "/items/0/target/selector/0/value"),
    (annotation_set()[:-3], ""), (annotation_set(annotation()) + b"x", ""),
    (b'{"type": "AnnotationSet", "id": "a", "about": {}, "items": [1, ]}', ""),
    (b'{"rows": [{"id": 1}]}', "/rows/0/id"),
    (b"return { annotations = 3 }", "/annotations"), (b"return os.exit()", ""), (b"return {" * 100, ""),
    (b"encoding=json+base64:\n!", ""),
])
def test_what_is_refused_says_where(document, path):
    with pytest.raises(lectern.JsonError) as refused:
        notes.read(document)
    assert refused.value.path == "annotations" + (f" > {path}" if path else "")
    assert len(str(refused.value)) < 400


def test_an_item_that_cannot_be_read_can_be_skipped():
    file = annotation_set(annotation(1), annotation(2, created="yesterday"), annotation(3))
    with notes.read(file, skipInvalid=True) as cursor:
        page = cursor.next()
    assert [one["id"] for one in page["notes"]] == ["urn:uuid:1", "urn:uuid:3"]
    assert [one["path"] for one in page["skipped"]] == ["annotations > /items/1/created"]


def test_what_a_call_takes():
    """Each limit, exactly and exceeded."""
    tiny = [{"id": str(number)} for number in range(10_000)]
    assert len(notes.merge(tiny, [])) == 10_000
    with pytest.raises(lectern.LimitError, match="10000 notes"):
        notes.merge(tiny, [*tiny, {"id": "one more"}])
    whole = '[{"id":"a","own":""}]'
    assert notes.write('[{"id":"a","own":"' + "x" * ((16 << 20) - len(whole)) + '"}]', format="csv")
    with pytest.raises(lectern.LimitError, match="bytes"):
        notes.write('[{"id":"a","own":"' + "x" * ((16 << 20) - len(whole) + 1) + '"}]', format="csv")
    # The list, the note, its id and the array.
    values = ("0," * (1_000_000 - 4))[:-1]
    assert notes.write('[{"id":"a","own":[' + values + "]}]", format="csv")
    with pytest.raises(lectern.LimitError, match="values"):
        notes.write('[{"id":"a","own":[' + values + ",0]}]", format="csv")


def test_many_members_of_a_head():
    """Each is kept; of duplicates, the last one."""
    many = {f"m{number}": number for number in range(20_000)}
    file = annotation_set(annotation(), **many)[:-1] + b', "m7": "again"}'
    with notes.read(file) as cursor:
        found = cursor.next()["set"]
    assert {name: found[name] for name in many} == {**many, "m7": "again"}
    assert json.loads(notes.write([], members=found))["m19999"] == 19_999


def test_limits():
    for file, path in ((annotation_set(annotation(body={"type": "TextualBody", "value": "a" * 70_000})), "/items/0/body/value"),
                       (annotation_set(annotation(own="a" * 2_000_000)), "/items/0")):
        with pytest.raises(lectern.LimitError) as refused:
            notes.read(file)
        assert refused.value.path == f"annotations > {path}"
    with pytest.raises(lectern.LecternError):
        notes.read(annotation_set(annotation(own=json.loads("[" * 100 + "]" * 100))))


def test_pages_in_both_directions():
    file = annotation_set(*[annotation(number) for number in range(600)])
    with notes.read(file) as cursor:
        pages = list(cursor)
        assert [len(page["notes"]) for page in pages] == [256, 256, 88]
        assert ["set" in page for page in pages] == [True, False, False]
        assert cursor.next() is None
        assert [cursor.previous(), cursor.previous(), cursor.previous()] == [pages[1], pages[0], None]
        assert cursor.next() == pages[1]


class Endless(io.RawIOBase):
    """An annotation set of any size, generated while it is read."""

    def __init__(self, count):
        head, end = annotation_set().split(b"[]")
        self.head, self.end = head + b"[", b"]" + end
        self.item = json.dumps(annotation()).encode().ljust(999) + b","
        self.size = len(self.head) + count * 1000 - 1 + len(self.end)
        self.count = count

    def seek(self, offset, whence=0):
        self.offset = self.size if whence == 2 else offset
        return self.offset

    def tell(self):
        return self.offset

    def read(self, size=-1):
        first = self.offset
        start = min(max(0, first - len(self.head)) // 1000, self.count - 1)
        text = (self.head if first < len(self.head) else b"") + self.item * (min(self.count, start + size // 1000 + 2) - start)
        if start + size // 1000 + 2 >= self.count:
            text = text[:-1] + self.end
        skipped = first if first < len(self.head) else first - len(self.head) - start * 1000
        return text[skipped:skipped + size]


def test_memory_does_not_grow_with_the_file():
    """10 MB."""
    def walk(count):
        with notes.read(Endless(count)) as cursor:
            return sum(len(page["notes"]) for page in cursor)

    count, grown = growth(lambda: walk(10_000))
    assert count == 10_000 and grown < 8 << 20


# ------------------------------------------------------------------------------------------------------------ Export

def test_notes_of_every_kind_come_back():
    made = random_notes(COUNT)
    for format in ("readium", "w3c"):
        file = io.BytesIO()
        assert notes.write_to(file, made, format=format) == COUNT
        assert without_origin(notes.load(file.getvalue())) == made


def test_the_draft_of_epub_has_neither_cfi_nor_progression():
    made = note(locator={"href": HREF, "locations": {"progression": 0.5, "partialCfi": "/4/2:1", "cssSelector": "#a"}})
    file = notes.write([made], format="epub")
    assert "epub-anno" in json.loads(file)["@context"]
    [item] = json.loads(file)["items"]
    assert "@context" not in item and [one["type"] for one in item["target"]["selector"]] == ["CssSelector"]
    assert notes.load(file.encode())[0]["locator"]["locations"] == {"cssSelector": "#a"}


@pytest.mark.parametrize("format", ["readium", "w3c", "epub"])
def test_a_fragment_that_is_a_cfi(format):
    cfi = "epubcfi(/6/4!/4/2,/1:0,/1:5)"
    made = note(locator={"href": HREF, "locations": {"fragments": [cfi, "p1", "epubcfi(", "page=2"]}})
    [item] = json.loads(notes.write([made], format=format))["items"]
    assert [(one["conformsTo"], one["value"]) for one in item["target"]["selector"]] == [
        ("http://www.idpf.org/epub/linking/cfi/epub-cfi.html", cfi), ("http://tools.ietf.org/rfc/rfc3236", "p1"),
        ("http://tools.ietf.org/rfc/rfc3778", "page=2")]
    [found] = notes.load(notes.write([made], format=format).encode())
    assert found["locator"]["locations"] == {"fragments": ["p1", "page=2"], "partialCfi": "/4/2,/1:0,/1:5"}


@pytest.mark.parametrize("format", ["readium", "w3c", "epub"])
def test_a_reading_position_stays_one(format):
    made = {"id": "urn:uuid:1", "kind": "position", "created": "2026-01-01T00:00:00Z",
            "locator": {"href": HREF, "type": "application/xhtml+xml", "locations": {"cssSelector": "#a"}}}
    [read] = notes.load(notes.write([made], format=format).encode())
    assert without_origin([read]) == [made]
    # Edited, it is a bookmark like others.
    file = notes.write([{**read, "kind": "bookmark"}], format=format)
    assert "position" not in file and notes.load(file.encode())[0]["kind"] == "bookmark"


STRANGE = annotation(own={"a": [1]}, motivation="highlighting", body={
    "type": "TextualBody", "value": "", "tag": "", "color": "pink", "highlight": "solid", "own": 1}, target={
    "source": HREF, "own": 2, "selector": [{"type": "XPathSelector", "value": "/p"}, {"type": "ProgressionSelector", "value": 0}]})


def edited(**members):
    [read] = notes.load(annotation_set(STRANGE))
    [item] = json.loads(notes.write([{**read, **members}]))["items"]
    return item


def test_what_is_not_understood_is_written_back():
    assert edited() == STRANGE


def test_only_what_was_edited_is_replaced():
    assert edited(color="blue") == {**STRANGE, "body": {**STRANGE["body"], "color": "blue"}}
    assert edited(modified="2026-03-01T00:00:00Z") == {**STRANGE, "modified": "2026-03-01T00:00:00Z"}
    commented = edited(body={"text": "Look"}, kind="note")
    assert commented == {**STRANGE, "motivation": "commenting", "body": {**STRANGE["body"], "value": "Look"}}
    tagged = edited(tags=["a", "b"])["body"]
    assert tagged["tags"] == ["a", "b"] and "tag" not in tagged and tagged["own"] == 1
    moved = edited(locator={"href": HREF, "locations": {"progression": 0.5}})
    assert moved["target"] == {"source": HREF, "selector": [{"type": "ProgressionSelector", "value": 0.5}]}
    assert moved["own"] == STRANGE["own"]


def test_a_set_in_parts():
    made = [note(number) for number in range(5)]
    whole = json.loads(notes.write(made, id="urn:uuid:set", title="Mine"))
    options = {"id": "urn:uuid:set", "title": "Mine"}
    parts = [notes.write(made[:2], more=True, **options), notes.write([], **{"from": 2}, more=True),
             notes.write(made[2:], **{"from": 2}, more=True), notes.write([], **{"from": 5})]
    assert json.loads("".join(parts)) == whole
    assert json.loads(notes.write([]))["items"] == []


def test_members_of_a_set_that_are_not_known_can_be_kept():
    with notes.read(annotation_set(annotation(), own={"a": 1})) as cursor:
        found = cursor.next()["set"]
    assert found["own"] == {"a": 1}
    written = json.loads(notes.write([], members={"own": found["own"], "id": "no", "items": 3}))
    assert written["own"] == {"a": 1} and written["id"] != "no" and written["items"] == []


def test_no_text_of_a_protected_book_leaves():
    made = note(body={"text": "mine"}, kind="note")
    for format in ("readium", "epub", "w3c", "markdown", "html", "csv"):
        text = notes.write([made], format=format, protected=True)
        assert "whale" not in text and "mine" in text
    [read] = notes.load(annotation_set(annotation()))
    assert "whale" not in notes.write([read], protected=True)


def test_markdown():
    made = [note(1, headings=[{"text": "One"}], tags=["sea"]),
            note(2, headings=[{"text": "One"}], kind="note", body={"text": "*really*", "format": "text/markdown"}),
            note(3, kind="bookmark", page="xi")]
    made[0]["locator"] = {"href": HREF, "text": {"highlight": "a *whale*\n\n# of"}}
    assert notes.write(made, format="markdown", title="Moby Dick") == (
        "# Moby Dick\n\n## One\n\n> a \\*whale\\*\n>\n> \\# of\n\nTags: sea\n\n> the whale\n\n*really*\n\n> the whale\n\nBookmark: xi\n\n")


def test_html_and_csv_escape():
    made = note(body={"text": "<b>\"x\", & 'y'\nz"}, kind="note")
    text = notes.write([made], format="html", title="<T>")
    assert "<title>&lt;T&gt;</title>" in text and "<p>&lt;b&gt;&quot;x&quot;, &amp; &#39;y&#39;<br>\nz</p>" in text
    [head, row] = csv.reader(io.StringIO(notes.write([made], format="csv"), newline=""))
    assert dict(zip(head, row))["text"] == made["body"]["text"]


def test_a_template():
    template = {"begin": "{{title}} by {{author}}\n", "note": "{{#text}}{{text}}{{/text}}{{#highlight}}{ {{quote}} }{{/highlight}};", "end": "."}
    about = {"dc:title": "Moby Dick", "dc:creator": ["Melville"]}
    assert notes.write([note()], format="markdown", about=about, template=template) == "Moby Dick by Melville\n{ the whale };."
    for wrong in ("{{unknown}}", "{{#text}}", "{{/text}}", "{{text", "{{#text}}{{/tags}}"):
        with pytest.raises(lectern.JsonError) as refused:
            notes.write([], format="html", template={"note": wrong})
        assert refused.value.path == "options > /template/note"
    with pytest.raises(lectern.JsonError):
        notes.write([], template={})


def test_what_is_no_note_is_refused():
    for wrong, path in ((3, "/0"), ({}, "/0/id"), (note(kind="poem"), "/0/kind"), (note(tags="a"), "/0/tags"),
                        (note(locator={}), "/0/locator/href"), (note(created="x"), "/0/created"),
                        (note(clocks={"place": "x"}), "/0/clocks/place"), (note(clocks={"own": "1.0.a"}), "/0/clocks/own"),
                        (note(body={"direction": "up"}), "/0/body/direction"), (note(headings=[{}]), "/0/headings/0/text"),
                        (note(locator={"href": HREF, "locations": []}), "/0/locator/locations")):
        with pytest.raises(lectern.JsonError) as refused:
            notes.write([wrong])
        assert refused.value.path == f"notes > {path}"
    with pytest.raises(lectern.JsonError):
        notes.write([], own=1)


def test_a_member_that_is_null_is_none(check):
    nulls = note(color=None, style=None, created=None, tags=None, kind=None, creator=None, own=None, unknown={"a": None},
                 body={"text": "a", "format": None}, headings=[{"text": "A", "level": None}], origin={"format": "own", "item": None},
                 locator={"href": HREF, "type": None, "locations": {"progression": None}, "text": {"before": None, "highlight": "a"}})
    expected = {"id": nulls["id"], "body": {"text": "a"}, "headings": [{"text": "A"}], "unknown": {"a": None}, "origin": nulls["origin"],
                "locator": {"href": HREF, "locations": {}, "text": {"highlight": "a"}}}
    [merged] = check("note-list", notes.merge([nulls], []))
    assert merged == expected
    with lectern.Store() as store:
        store.merge_notes([nulls])
        [saved] = store.save_notes("a", [{**nulls, "id": "2"}], now="2026-01-01T00:00:00Z")
        kept = {one["id"]: one for one in check("note-list", list(store.notes()))}
    assert {**kept[nulls["id"]], "clocks": {}} == {**expected, "clocks": {}}
    assert kept["2"] == saved and {name: saved.get(name) for name in expected} == {**expected, "id": "2"} and "color" not in saved


# ---------------------------------------------------------------------------------------------------------- Merging

def test_the_later_edit_of_each_group_counts():
    ours = note(color="blue", tags=["a"], clocks={"place": "1.0.a", "look": "5.0.a", "text": "1.0.a", "tags": "2.0.a"})
    theirs = note(color="pink", body={"text": "x"}, tags=["b"],
                  clocks={"place": "1.0.a", "look": "4.9.b", "text": "3.0.b", "tags": "2.0.b"})
    [merged] = notes.merge([ours], [theirs])
    assert (merged["color"], merged["body"], merged["tags"]) == ("blue", {"text": "x"}, ["b"])
    assert merged["clocks"] == {"place": "1.0.a", "look": "5.0.a", "text": "3.0.b", "tags": "2.0.b"}
    assert notes.merge([theirs], [ours]) == notes.merge([merged], [ours, theirs]) == [merged]


@pytest.mark.parametrize("clock", [
    "1.9223372036854775807.x", "1.9223372036854775808.x", "1.2147483648.x", "9223372036854775807.0.x", "253500000000001.0.x", "-1.0.x", "1.0", "1..x",
    "99999999999999999999.0.x"])
def test_a_clock_that_is_none(clock):
    with pytest.raises(lectern.JsonError) as refused:
        notes.merge([note(clocks={"look": clock})], [])
    assert refused.value.path == "ours > /0/clocks/look"


def test_the_date_of_a_deletion_is_that_of_the_last_one():
    """Even if the clock of the device was slow, and the earlier deletion was undone in between."""
    def state(look, deleted, date):
        clocks = {"place": "7000.0.a", "look": f"{look}.0.b", "deleted": deleted}
        return {"id": "1", "locator": {"href": "a"}, "color": "pink", "clocks": clocks, **({"deleted": date} if date else {})}

    first = state(7000, "17000.0.a", "1970-01-01T00:00:17Z")
    undone, last = state(18000, "17000.0.a", None), state(18000, "18000.1.c", "1970-01-01T00:00:07Z")
    merged = notes.merge(notes.merge([first], [undone]), [last])
    assert merged[0]["deleted"] == "1970-01-01T00:00:07Z"
    assert merged == notes.merge(merged, [first]) == notes.merge([first], notes.merge([undone], [last]))


def test_what_a_note_without_clocks_lacks_is_not_removed():
    [merged] = notes.merge([note(tags=["a"], modified="2026-01-01T00:00:00Z")], [{"id": "urn:uuid:1", "color": "pink", "modified": "2027-01-01T00:00:00Z"}])
    assert merged["tags"] == ["a"] and merged["locator"] == note()["locator"] and merged["color"] == "pink"
    older = note(tags=["b"], color="blue", modified="2026-06-01T00:00:00Z")
    [once] = notes.merge([merged], [older])
    assert (once["tags"], once["color"]) == (["b"], "pink"), "each group has the date of its edit"


def test_notes_come_in_the_order_of_reading():
    def at(id, cfi):
        return {"id": id, "locator": {"href": HREF, "locations": {"partialCfi": cfi}}}

    made = [at("a", "/4/10/1:3"), at("b", "/4/8,/1:2,/1:9"), at("c", "/4/8/1:1"), at("d", "/4/8[x/99]/1:10")]
    assert [one["id"] for one in notes.merge(made, [])] == ["c", "b", "d", "a"]


# ----------------------------------------------------------------------------------------------------------- Damage

@pytest.mark.parametrize("file", [
    annotation_set(annotation(), annotation(2, body={"type": "TextualBody", "value": "a\u00e9", "tags": ["x"], "color": "pink"})),
    KOREADER, CALIBRE_FILE, CALIBRE_EXPORT, HYPOTHESIS,
    json.dumps({"type": "AnnotationCollection", "first": {"items": [annotation(body=["x", {"type": "Choice", "items": [{"value": "y"}]}])]}}).encode(),
], ids=["readium", "koreader", "calibre file", "calibre", "hypothesis", "w3c"])
def test_damaged_files_are_refused_or_read(file, check):
    dice = random.Random(file)
    for _ in range(150):
        damaged = bytearray(file)
        for _ in range(dice.choice((1, 1, 3, 20))):
            place = dice.randrange(len(damaged))
            choice = dice.random()
            if choice < 0.4:
                damaged[place] = dice.choice(b'{}[]",:\\\0 019-etn\xff\xc3')
            elif choice < 0.7:
                del damaged[place:place + dice.randrange(1, 30)]
            else:
                damaged[place:place] = damaged[dice.randrange(len(damaged)):][:dice.randrange(1, 60)]
            damaged = damaged or bytearray(b" ")
        for skip in (False, True):
            try:
                with notes.read(bytes(damaged), readingOrder=ORDER, skipInvalid=skip) as cursor:
                    pages = list(cursor)
            except (lectern.JsonError, lectern.LimitError, lectern.ArgumentError) as refused:
                assert refused.path.startswith("annotations")
                continue
            found = [one for page in pages for one in check("notes", page)["notes"]]
            assert notes.write(found) and notes.write(found, format="html")
            notes.merge(found, found)
