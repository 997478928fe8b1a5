# SPDX-License-Identifier: BSD-3-Clause
"""Notes of e-readers: KOReader's tables of any age, the output of its exporter, and Kindle's My Clippings.txt."""
import json
import random

import pytest

import lectern
from lectern import notes
from support.note_files import READ_ERA

from .test_xpointers import book

ORDER = ["c0.xhtml", "c1.xhtml"]
PAGE = "/body/DocFragment[2]/body/p[21]/text()"
DATE = "2022-01-01 10:00:00"


def lua(value):
    """A table as written by KOReader."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"[{json.dumps(name, ensure_ascii=False)}] = {lua(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return lua({number: one for number, one in enumerate(value, 1)})
    return json.dumps(value, ensure_ascii=False)


def sidecar(**tables):
    return ("-- we can read Lua syntax here!\nreturn " + lua(tables) + "\n").encode()


def mark(number=0, **members):
    """An item of the table annotations."""
    start = f"{PAGE}.{9 + number}"
    return {"datetime": DATE, "drawer": "lighten", "page": start, "pos0": start, "pos1": f"{PAGE}.14", "text": "whale", **members}


def older(number=0, **members):
    """A bookmark and the corresponding mark."""
    one = mark(number)
    bookmark = {"datetime": DATE, "highlighted": True, "notes": "whale", **{name: one[name] for name in ("page", "pos0", "pos1")}, **members}
    return bookmark, {name: one[name] for name in ("datetime", "pos0", "pos1", "text")} | {"drawer": "underscore"}


def pages(file, check=None, **options):
    with notes.read(file, **{"readingOrder": ORDER, **options}) as cursor:
        found = [check("notes", page) if check else page for page in cursor]
    return tuple([one for page in found for one in page[name]] for name in ("notes", "warnings", "skipped"))


def short(note):
    locator = note["locator"]
    return note["kind"], locator.get("text", {}).get("highlight"), note.get("style"), note.get("body", {}).get("text")


# ---------------------------------------------------------------------------------------------------------------- KOReader

def test_the_locator_has_the_xpointers(check):
    # Since August 2026, each step has an index.
    [found], _, _ = pages(sidecar(annotations=[mark(page="/body[1]/DocFragment[2]/body[1].0", pos0="/body[1]/DocFragment[2]/body[1]/p[21]/text()[1].9")]))
    assert found["locator"]["href"] == "c1.xhtml"
    [found], warnings, skipped = pages(sidecar(annotations=[mark(note="n", color="red", chapter="One")]), check)
    assert found["locator"] == {"href": "c1.xhtml", "type": "application/xhtml+xml", "title": "One", "text": {"highlight": "whale"},
                                "locations": {"xPointer": {"start": PAGE + ".9", "end": PAGE + ".14"}}}
    assert warnings == skipped == []
    with book("<p>0</p>", "".join(f"<p>The word whale number {number}.</p>" for number in range(30))) as publication:
        assert publication.locate(found["locator"])["text"]["after"].startswith(" number 20")
        assert notes.place(found, publication)["locations"]["progression"] > 0.5


@pytest.mark.parametrize("text, body", [
    (None, None), ("", None), ("whale", None), (f"Page 12 whale @ {DATE}", None), (f"Seite [3]12 whale @ {DATE}", None),
    ("mine", "mine"), ("Page 12 whale", "Page 12 whale"), (f"Page 12 shark @ {DATE}", f"Page 12 shark @ {DATE}")])
def test_older_bookmarks(check, text, body):
    bookmark, look = older(**({} if text is None else {"text": text}), chapter="One")
    [found], [warning], skipped = pages(sidecar(bookmarks=[bookmark], highlight={7: [look]}), check)
    assert short(found) == ("highlight" if body is None else "note", "whale", "underline", body) and skipped == []
    assert found["locator"]["locations"]["xPointer"] == {"start": PAGE + ".9", "end": PAGE + ".14"}
    assert "2024.07" in warning["message"] and warning["path"] == "annotations > /bookmarks"


def test_older_tables_without_each_other(check):
    bookmark, look = older()
    # A mark without a bookmark, and a bookmark without a mark.
    for tables in ({"bookmarks": [bookmark]}, {"highlight": {7: [look]}}, {"highlight": [[look]]}, {"bookmarks": {2: bookmark, "5": older(1)[0]}}):
        found, _, _ = pages(sidecar(**tables), check)
        assert {one["locator"]["text"]["highlight"] for one in found} == {"whale"} and {one["kind"] for one in found} == {"highlight"}
    # Very old marks have no pos0; the date identifies the bookmark.
    del look["pos0"], look["pos1"]
    [found], _, _ = pages(sidecar(bookmarks=[bookmark], highlight={7: [look]}), check)
    assert short(found) == ("highlight", "whale", "underline", None)
    [alone], _, _ = pages(sidecar(highlight={7: [look]}), check)
    assert "href" not in alone["locator"] and alone["locator"]["text"] == {"highlight": "whale"}


def test_bookmarks_of_pages(check):
    page = {"datetime": DATE, "notes": "in One", "page": "/body/DocFragment[2]/body/p[3].0", "text": f"Page 3 in One @ {DATE}"}
    found, _, _ = pages(sidecar(bookmarks=[page, page | {"page": "/body/DocFragment[1]/body.0", "text": "mine"}]), check)
    assert [short(one) for one in found] == [("bookmark", None, None, None), ("bookmark", None, None, "mine")]
    assert [one["locator"]["href"] for one in found] == ["c1.xhtml", "c0.xhtml"]
    [new], _, _ = pages(sidecar(annotations=[{"datetime": DATE, "page": page["page"], "text": "in One"}]), check)
    assert new["locator"] == found[0]["locator"] and new["id"] == found[0]["id"]


def test_each_note_once(check):
    (one, look), (two, other) = older(), older(1)
    file = sidecar(annotations=[mark(note="new"), mark(2)], bookmarks=[one, two], highlight={7: [look, other]}, annotations_rolling=[mark(), mark(3)])
    found, warnings, _ = pages(file, check)
    assert [(note["locator"]["locations"]["xPointer"]["start"][-2:], note["kind"]) for note in found] == [
        (".9", "note"), ("11", "highlight"), ("10", "highlight"), ("12", "highlight")]
    assert len(warnings) == 1 and len({note["id"] for note in found}) == 4
    # All were migrated: nothing is inferred.
    assert pages(sidecar(annotations=[mark()], bookmarks=[one], highlight={7: [look]}), check)[1] == []


def test_pages_of_other_layouts(check):
    page = {"datetime": DATE, "page": 3, "drawer": "lighten", "pos0": {"page": 3, "x": 1}, "pos1": {"page": 3, "x": 2}, "text": "gamma"}
    bookmark = {"datetime": DATE, "page": 3}
    [marked, placed], _, _ = pages(sidecar(annotations=[page, bookmark]), check, readingOrder=["b.pdf"])
    assert marked["locator"]["locations"] == placed["locator"]["locations"] == {"fragments": ["page=3"]}
    [comic], _, [outside] = pages(sidecar(annotations=[bookmark], annotations_paging=[{"datetime": DATE, "page": 9}]), check,
                                  readingOrder=["1.jpg", "2.jpg", "3.jpg"], skipInvalid=True)
    assert comic["locator"]["href"] == "3.jpg" and outside["path"].startswith("annotations > /annotations_paging/0")
    [quote], _, [skipped] = pages(sidecar(annotations_paging=[page, bookmark]), check)
    assert "href" not in quote["locator"] and "layout" in skipped["message"]


@pytest.mark.parametrize("place, options, locator", [
    ({"last_xpointer": "/body/DocFragment[2].0", "percent_finished": 0.5}, {},
     {"href": "c1.xhtml", "type": "application/xhtml+xml", "locations": {"totalProgression": 0.5, "xPointer": {"start": "/body/DocFragment[2].0"}}}),
    ({"last_xpointer": PAGE + ".3", "percent_finished": 7}, {},
     {"href": "c1.xhtml", "type": "application/xhtml+xml", "locations": {"xPointer": {"start": PAGE + ".3"}}}),
    ({"last_page": 12, "percent_finished": 1}, {"readingOrder": ["b.pdf"]},
     {"href": "b.pdf", "type": "application/pdf", "locations": {"fragments": ["page=12"], "totalProgression": 1}})])
def test_last_places(check, place, options, locator):
    [found], _, _ = pages(sidecar(**place, partial_md5_checksum="abc"), check, **options)
    assert found["kind"] == "position" and found["locator"] == locator and not {"style", "color", "created"} & set(found)
    later, _, _ = pages(sidecar(**place | {"percent_finished": 0.7}, partial_md5_checksum="abc"), check, **options)
    assert later[0]["id"] == found["id"], "one for each book"


def test_a_share_of_the_book_is_no_place(check):
    found, _, [skipped] = pages(sidecar(percent_finished=0.4), check)
    assert found == [] and skipped["path"] == "annotations > /percent_finished"


def test_what_is_not_linear_is_numbered(check):
    """A cover outside of the reading order, as many books have it."""
    with book("<p>Cover</p>", "<p>one whale</p>", "<p>two whale</p>", linear=0) as publication:
        order = check("publication-identity", publication.identity)["readingOrder"]
        assert order == ["c0.xhtml", "c1.xhtml", "c2.xhtml"] and len(publication.reading_order) == 2
        marks = [mark(pos0=f"/body/DocFragment[{number}]/body/p/text().4", pos1=f"/body/DocFragment[{number}]/body/p/text().9") for number in (2, 3)]
        found, _, _ = pages(sidecar(annotations=marks, last_xpointer="/body/DocFragment[3]/body/p.0"), check, readingOrder=order)
        calibre = [{"type": "bookmark", "title": "b", "pos_type": "epubcfi", "pos": "epubcfi(/4/2/4/2/1:0)"},
                   {"type": "last-read", "pos_type": "epubcfi", "pos": "epubcfi(/6/2/4/2/1:0)"}]
        others = notes.load(json.dumps({"type": "calibre_annotation_collection", "annotations": calibre}).encode(), readingOrder=order)
        assert [one["locator"]["href"] for one in (*found, *others)] == ["c1.xhtml", "c2.xhtml", "c2.xhtml", "c1.xhtml", "c2.xhtml"]
        for one in found:
            assert publication.locate(one["locator"])["href"] == one["locator"]["href"]
        bookmark = {"id": "a", "kind": "bookmark", "locator": {"href": "c2.xhtml"}}
        assert '"/body/DocFragment[3]/body.0"' in notes.write([bookmark], format="koreader", readingOrder=order)


def test_a_quote_outside_of_the_reading_order_is_anywhere(check):
    start = "/body/DocFragment[3]/body/p/text().4"
    [first, other], [warning], skipped = pages(sidecar(annotations=[mark(), mark(pos0=start, pos1=start)]), check)
    assert first["locator"]["href"] == "c1.xhtml" and "href" not in other["locator"] and skipped == []
    assert warning["path"] == "annotations > /annotations/1/pos0" and other["locator"]["text"] == {"highlight": "whale"}
    with book("<p>0</p>", "<p>1</p>", "<p>one whale</p>") as publication:
        assert publication.locate(other["locator"])["href"] == "c2.xhtml"
    assert start in notes.write([other], format="koreader", readingOrder=ORDER)
    [kept], _, [bookmark] = pages(sidecar(annotations=[{"datetime": DATE, "page": start}, mark()]), check, skipInvalid=True)
    assert kept["locator"]["href"] == "c1.xhtml" and bookmark["path"] == "annotations > /annotations/0/page"


@pytest.mark.parametrize("place", ["/FictionBook/body/section/p", "/body/DocFragment" + "é" * 100, "/body/DocFragment[2]" + "🐳" * 100, "/body/DocFragment[9]/body.0", "", 5])
def test_a_last_place_that_leads_nowhere_is_skipped(check, place):
    [found], _, [skipped] = pages(sidecar(annotations=[mark()], last_xpointer=place), check)
    assert found["kind"] == "highlight" and skipped["path"] == "annotations > /last_xpointer"


@pytest.mark.parametrize("tables, path", [
    ({"annotations": 3}, "/annotations"), ({"annotations": {"a": mark()}}, "/annotations"), ({"bookmarks": "x"}, "/bookmarks"), ({"highlight": {7: 3}}, "/highlight/6"),
    ({"highlight": {"x": []}}, "/highlight"), ({"highlight": {7: [3]}}, "/highlight/6/0"), ({"bookmarks": [3]}, "/bookmarks/0"),
    ({"annotations": [{"page": "/FictionBook/body/p"}]}, "/annotations/0/page"), ({"bookmarks": [{"page": True}]}, "/bookmarks/0/page")])
def test_tables_that_cannot_be_read_are_errors(tables, path):
    with pytest.raises(lectern.JsonError) as refused:
        notes.load(sidecar(**tables), readingOrder=ORDER)
    assert refused.value.path == f"annotations > {path}"


def test_what_has_no_notes():
    assert notes.load(sidecar(annotations={}, bookmarks={}, highlight={}, doc_props={"title": "T"}), readingOrder=ORDER) == []
    with pytest.raises(lectern.ArgumentError, match="readingOrder"):
        notes.load(sidecar(last_xpointer=PAGE))


# ------------------------------------------------------------------------------------------------------------ Its exporter

ENTRY = {"chapter": "One", "page": 3, "text": "the whale", "note": "n", "time": 1665232736, "sort": "highlight", "drawer": "underscore", "color": "red"}
EXPORT = {"created_on": 1, "version": "json/1.0.0", "entries": [ENTRY], "title": "T", "author": "A", "file": "/x.epub", "number_of_pages": 10}


def test_what_the_exporter_writes(check):
    [found], warnings, skipped = pages(json.dumps(EXPORT).encode(), check)
    assert short(found) == ("note", "the whale", "underline", "n") and warnings == skipped == []
    assert found["locator"] == {"title": "One", "locations": {"totalProgression": 0.2}, "text": {"highlight": "the whale"}}
    assert found["created"] == "2022-10-08T12:38:56Z" and found["color"] == "red"
    assert found["headings"] == [{"level": 0, "text": "T"}, {"text": "One"}] and found["origin"]["item"]["document"]["author"] == "A"
    [only], _, _ = pages(json.dumps(EXPORT).encode(), check, readingOrder=["c1.xhtml"])
    assert only["locator"]["href"] == "c1.xhtml" and only["id"] == found["id"]
    with book("<p>0</p>", "<p>See the whale.</p>") as publication:
        assert publication.locate(found["locator"])["href"] == notes.place(found, publication)["href"] == "c1.xhtml"


def test_several_books(check):
    one = {name: EXPORT[name] for name in ("title", "author", "number_of_pages")}
    documents = [one | {"entries": [ENTRY, {"page": 2, "sort": "bookmark", "text": "in One", "time": 1}]}, one | {"title": "U", "entries": {}},
                 {"title": "V", "entries": [{"text": "x", "page": "xii"}, {"sort": "bookmark", "page": 1}]}]
    file = json.dumps({"created_on": 1, "version": "json/1.0.0", "documents": documents}).encode()
    found, _, [skipped] = pages(file, check)
    assert [(*short(one)[:2], one["headings"][0]["text"]) for one in found] == [("note", "the whale", "T"), ("bookmark", None, "T"), ("highlight", "x", "V")]
    assert found[2]["page"] == "xii" and skipped["path"] == "annotations > /documents/2/entries/1"


@pytest.mark.parametrize("change, path", [
    ({"entries": [3]}, "/entries/0"), ({"entries": 3}, "/entries"), ({"entries": [{"text": 3}]}, "/entries/0/text"), ({"entries": [{"time": "x"}]}, "/entries/0/time")])
def test_exports_that_are_none(change, path):
    with pytest.raises(lectern.JsonError) as refused:
        notes.load(json.dumps(EXPORT | change).encode(), format="koreader-export")
    assert refused.value.path == f"annotations > {path}"


# ------------------------------------------------------------------------------------------------------------------ Kindle

def clipping(line, text="", title="T (A)"):
    return f"\ufeff{title}\r\n{line}\r\n\r\n{text}\r\n==========\r\n"


def clippings(*entries):
    return "".join(clipping(*entry) if isinstance(entry, tuple) else clipping(entry) for entry in entries).encode()


@pytest.mark.parametrize("line, kind, page, location, created", [
    ("- Your Highlight on page 3 | Location 30-31 | Added on Monday, 1 January 2024 10:00:00", "highlight", "3", (30, 31), "2024-01-01T10:00:00Z"),
    ("- Your Highlight on Location 1234-36 | Added on Sunday, February 4, 2024 12:05:09 PM", "highlight", None, (1234, 1236), "2024-02-04T12:05:09Z"),
    ("- Your Highlight at location 5-9 | Added on Sunday, February 4, 2024 12:05:09 AM", "highlight", None, (5, 9), "2024-02-04T00:05:09Z"),
    ("- Your Highlight on Page xii | Added on Monday, April 21, 2014 10:08:07 PM", "highlight", "xii", None, "2014-04-21T22:08:07Z"),
    ("- Your Note on page 3 | Location 31 | Added on Monday, 1 January 2024 10:00:00", "note", "3", (31, 31), "2024-01-01T10:00:00Z"),
    ("- Your Bookmark on Location 123 | Added on Monday, 1 January 2024 10:00:00", "bookmark", None, (123, 123), "2024-01-01T10:00:00Z"),
    ("- Ihre Markierung auf Seite 7 | Position 60-61 | Hinzugefügt am Dienstag, 5. März 2024 08:01:02", "highlight", "7", (60, 61), "2024-03-05T08:01:02Z"),
    ("- Votre surlignement à l'emplacement 123-124 | Ajouté le mardi 2 janvier 2024 10:00:00", "highlight", None, (123, 124), "2024-01-02T10:00:00Z"),
    ("- Tu subrayado en la página 3 | posición 30-31 | Añadido el martes, 5 de marzo de 2024 20:00:00", "highlight", "3", (30, 31), "2024-03-05T20:00:00Z"),
    ("- La tua nota a pagina 3 | posizione 31 | Aggiunta in data lunedì 1 gennaio 2024 10:00:00", "note", "3", (31, 31), "2024-01-01T10:00:00Z"),
    ("- Seu marcador na posição 99 | Adicionado: sexta-feira, 1 de março de 2024 10:00:00", "bookmark", None, (99, 99), "2024-03-01T10:00:00Z"),
    ("- Je markering op pagina 3 | Locatie 30-31 | Toegevoegd op maandag 1 januari 2024 10:00:00", "highlight", "3", (30, 31), "2024-01-01T10:00:00Z"),
    ("- Ваш выделенный отрывок в месте 123–124 | Добавлено: понедельник, 1 января 2024 г. в 10:00:00", "highlight", None, (123, 124), "2024-01-01T10:00:00Z"),
    ("- 您在第 3 页（位置 #30-31）的标注 | 添加于 2024年1月2日星期二 下午3:04:05", "highlight", "3", (30, 31), "2024-01-02T15:04:05Z"),
    ("- 您在位置 #30-31的笔记 | 添加于 2024年1月2日星期二 上午3:04:05", "note", None, (30, 31), "2024-01-02T03:04:05Z"),
    ("- 3ページ|位置No. 31のメモ |作成日: 2024年1月1日月曜日 22:01:00", "note", "3", (31, 31), "2024-01-01T22:01:00Z"),
    ("- 4ページ|位置No. 40のブックマーク |作成日: 2024年1月1日月曜日 22:02:00", "bookmark", "4", (40, 40), "2024-01-01T22:02:00Z"),
    ("- Página 3 | Tu nota | Posición 31 | Añadido el martes, 5 de marzo de 2024 1:00:00 p. m.", "note", "3", (31, 31), "2024-03-05T13:00:00Z"),
    ("- Tu subrayado en la Ubicación 30-31 | Agregado el martes, 5 de marzo de 2024 12:00:00 a.\u00a0m.", "highlight", None, (30, 31), "2024-03-05T00:00:00Z"),
    ("- 3페이지의 메모 | 위치 31 | 2024년 1월 1일 월요일 오후 10:00:00에 추가됨", "note", "3", (31, 31), "2024-01-01T22:00:00Z"),
    ("- 位置No. 123-124のハイライト |作成日: 2024年1月2日火曜日 10:00:00", "highlight", None, (123, 124), "2024-01-02T10:00:00Z"),
    ("- Your Highlight on Page 3-4 | Added on Monday, 1 January 2024 10:00:00", "highlight", "3", None, "2024-01-01T10:00:00Z"),
    # An unknown language: an entry with text is a highlight.
    ("- Eich amlygiad 30-31 | Ychwanegwyd 1 Ionawr 2024 10:00:00", "highlight", None, (30, 31), None),
    ("- Sub | 31", "highlight", None, None, None)])
def test_entries_in_several_languages(check, line, kind, page, location, created):
    text = "" if kind == "bookmark" else "The word\r\nwhale"
    [found], warnings, skipped = pages(clippings((line, text)), check)
    assert (found["kind"], found.get("page"), found.get("created")) == (kind, page, created) and warnings == skipped == []
    locations = found["locator"].get("locations", {})
    assert locations.get("kindleLocation") == (location and {"start": location[0], "end": location[1]}) and locations.get("pageLabel") == page
    where = found["locator"].get("text", {}).get("highlight") if kind == "highlight" else found.get("body", {}).get("text")
    assert where == (None if kind == "bookmark" else "The word\nwhale")
    assert found["headings"] == [{"level": 0, "text": "T (A)"}] and found["origin"]["item"]["line"] == line and "href" not in found["locator"]


AT = "| Added on Monday, 1 January 2024 10:00:00"


def test_a_note_belongs_to_its_highlight(check):
    file = clippings(
        (f"- Your Highlight on page 3 | Location 30-31 {AT}", "one"), (f"- Your Note on page 3 | Location 31 {AT}", "about one"),
        (f"- Your Note on Location 40 {AT}", "about two"), (f"- Your Highlight on Location 40-45 {AT}", "two"),
        (f"- Your Highlight on Location 30-31 {AT}", "three", "Other"), (f"- Your Note on Location 77 {AT}", "about nothing"),
        # KOReader's export only has pages.
        (f"- Your highlight on page 9 {AT}", "four"), (f"- Your note on page 9 {AT}", "about four"), (f"- Your highlight on page 9 {AT}", "five"))
    found, _, _ = pages(file, check)
    assert [(short(one)[0], short(one)[1], short(one)[3]) for one in found] == [
        ("note", "one", "about one"), ("note", "two", "about two"), ("highlight", "three", None), ("note", None, "about nothing"),
        ("note", "four", "about four"), ("highlight", "five", None)]
    assert len({one["id"] for one in found}) == 6 and notes.load(file) == found, "no reading order is needed"


def test_clippings_in_a_book_and_in_a_store(check):
    found = notes.load(clippings((f"- Your Highlight on Location 30-31 {AT}", "See the whale"), (f"- Your Note on Location 77 {AT}", "n")))
    with book("<p>0</p>", "<p>See the whale.</p>") as publication, lectern.Store() as store:
        assert publication.locate(found[0]["locator"])["href"] == notes.place(found[0], publication)["href"] == "c1.xhtml"
        assert publication.locate(found[0]["locator"])["fit"] == "exact"
        assert notes.merge_into(store, found)["changed"] == 2
        assert [one["id"] for one in store.notes(text="whale")] == [found[0]["id"]]
        store.save_notes("phone", [{"id": "new", "locator": {"text": {"highlight": "x"}}}])
        assert len(list(store.notes())) == 3
    assert "See the whale" in notes.write(found, format="markdown")


@pytest.mark.parametrize("message", [" <You have reached the clipping limit for this item>", "<您已达到本内容的剪贴上限>", "<このアイテムのクリップの上限に達しました>"])
@pytest.mark.parametrize("before", ["", "The word\r\n"])
def test_what_may_not_be_copied_is_no_text(check, message, before):
    line = f"- Your Highlight on Location 30-31 {AT}"
    [found], [warning], skipped = pages(clippings((line, before + message)), check)
    assert short(found)[:2] == ("highlight", before.strip() or None) and skipped == []
    assert warning["path"] == "annotations > /0/text" and found["locator"]["locations"] == {"kindleLocation": {"start": 30, "end": 31}}
    for text in ("<b>", "a clipping limit"):
        [found], warnings, _ = pages(clippings((line, text)), check)
        assert short(found)[1] == text and warnings == []


@pytest.mark.parametrize("format", ["readium", "epub", "w3c"])
def test_an_annotation_names_a_resource(format):
    found = notes.load(clippings((f"- Your Bookmark on Location 3 {AT}", ""), (f"- Your Highlight on Location 30-31 {AT}", "See the whale")))
    with pytest.raises(lectern.JsonError) as refused:
        notes.write(found, format=format)
    assert refused.value.path == "notes > /0/locator/href"
    written = notes.write(found, format=format, readingOrder=ORDER).encode()
    first, second = notes.load(written)
    assert first["locator"]["href"] == "c0.xhtml" and second["locator"]["text"] == {"highlight": "See the whale"}
    with book("<p>0</p>", "<p>See the whale.</p>") as publication:
        assert publication.locate(second["locator"])["href"] == "c1.xhtml"


@pytest.mark.parametrize("file", [
    b"T (A)\n- Your Highlight on page 3\n", b"T\n- Your Highlight\n\ntext", clippings((f"- Your Highlight on Location 30-31 {AT}", "whale")).rstrip(),
    clippings((f"- Your Highlight on Location 30-31 {AT}", "whale")).replace(b"\r\n", b"\n"),
    b"[Series 1] Title\n- Your Highlight on Location 30-31 | x\n\nwhale\n==========\n"])
def test_files_that_are_cut_or_changed(file):
    assert len(notes.load(file) + pages(file)[2]) == 1


def test_a_file_that_is_none():
    with pytest.raises(lectern.JsonError) as refused:
        notes.load(b"T\n* Your Highlight on page 3\n\nx\n==========\n")
    assert refused.value.path == "annotations"


def test_damaged_files():
    """Any file is read or rejected."""
    dice = random.Random(1)
    bookmark, look = older(text="mine")
    files = [sidecar(annotations=[mark()], bookmarks=[bookmark], highlight={7: [look]}, last_xpointer=PAGE), json.dumps(EXPORT).encode(),
             clippings((f"- Your Highlight on Location 30-31 {AT}", "whale"), (f"- Your Note on Location 31 {AT}", "n"))]
    for _ in range(150):
        file = bytearray(dice.choice(files))
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(file))
            file[at:at + dice.randint(0, 3)] = dice.choice([b"", b"[", b"-", b"9" * 30, b"\xff", b"/", b".", b'"', b"|", b"\n", bytes([dice.randrange(256)])])
        try:
            pages(bytes(file), skipInvalid=dice.random() < 0.5)
        except (lectern.JsonError, lectern.LimitError, lectern.ArgumentError):
            pass


# ----------------------------------------------------------------------------------------------------------------- ReadEra

def test_the_backup_of_readera(check):
    with notes.read(READ_ERA) as cursor:
        page = check("notes", cursor.next())
    assert page["set"] == {"format": "readera"} and page["warnings"] == []
    first, second, third = page["notes"]
    [skipped] = page["skipped"]
    assert first["id"] == "r1" and short(first) == ("note", "the whale", "solid", "big") and first["headings"] == [{"level": 0, "text": "Moby Dick"}]
    assert first["locator"]["locations"] == {"totalProgression": 0.5, "xPointer": {
        "start": "/body/DocFragment[2]/body/p[3]/text().4", "end": "/body/DocFragment[2]/body/p[3]/text().13"}}
    assert (first["created"], first["modified"]) == ("2024-03-04T05:06:07Z", "2024-03-05T05:06:07Z") and "modified" not in second
    assert second["locator"] == {"text": {"highlight": "a sea"}, "locations": {"fragments": ["page=403"]}}
    assert short(third) == ("bookmark", None, None, "Bookmark 1") and skipped["path"] == "annotations > /docs/0/bookmarks/1"


def test_places_of_readera():
    with book("<p>See.</p>", "<p>1</p><p>whale</p><p>See the whale.</p>") as publication:
        first, _, third = notes.load(READ_ERA)
        assert publication.locate(first["locator"])["text"]["highlight"] == "the whale"
        assert [notes.place(one, publication)["href"] for one in (first, third)] == ["c1.xhtml", "c0.xhtml"]


@pytest.mark.parametrize("documents, path", [
    (3, "/docs"), ([3], "/docs/0"), ([{}], "/docs/0/data"), ([{"data": {"doc_title": 3}, "citations": [{"note_body": "a"}]}], "/docs/0/citations/0/document/doc_title"),
    ([{"data": {}, "citations": [{"note_body": 3}]}], "/docs/0/citations/0/note_body"), ([{"data": {}, "citations": 3}], "/docs/0/citations")])
def test_backups_that_are_none(documents, path):
    with pytest.raises(lectern.JsonError) as refused:
        notes.load(json.dumps({"docs": documents}).encode(), format="readera")
    assert refused.value.path == f"annotations > {path}"
