# SPDX-License-Identifier: BSD-3-Clause
"""Notes in text files of devices and services, where an entry that cannot be read does not keep the others out."""
import random

import pytest

import lectern
from lectern import notes
from support.note_files import ADOBE, KINDLE_CSV, KINDLE_HTML, KOBO, KOBO_CSV, MOON_READER, MOON_READER_TEXT, READ_ERA_TEXT, READWISE, TEXTS, format_of

from .test_foreign_notes import AT, clipping, clippings
from .test_xpointers import book

#: Formats that are recognised by their content.
RECOGNISED = sorted(set(TEXTS) - {"kobo"})
TEXT = "<p>Call me Ishmael. Some years ago never mind how long precisely</p>"


def pages(file, check=None, **options):
    with notes.read(file, **options) as cursor:
        found = [check("notes", page) if check else page for page in cursor]
    return tuple([one for page in found for one in page[name]] for name in ("notes", "warnings", "skipped"))


def short(note):
    return note["kind"], note["locator"].get("text", {}).get("highlight"), note.get("body", {}).get("text")


#: The first highlight of each file has a note.
NOTES = {**dict.fromkeys(TEXTS, "Short & famous"), "kindle": "The first sentence", "moonreader": "Short\nand famous", "readwise": 'Short, "and" famous'}


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_each_format(check, name):
    format = format_of(name)
    found, warnings, skipped = pages(TEXTS[name], check, format=format)
    assert short(found[0]) == ("note", "Call me Ishmael.", NOTES[name]) and warnings == skipped == []
    assert len({one["id"] for one in found}) == len(found) and found == notes.load(TEXTS[name], format=format)
    assert all(one["origin"]["format"] == format for one in found)
    with lectern.Store() as store:
        assert notes.merge_into(store, found)["changed"] == len(found)
    for other in ("markdown", "html", "csv"):
        assert "Call me Ishmael." in notes.write(found, format=other)


@pytest.mark.parametrize("name", RECOGNISED)
def test_the_content_says_which_format_it_is(name):
    text = TEXTS[name].decode("utf-8-sig")
    for file in (text.encode(), text.encode("utf-8-sig"), b"\xff\xfe" + text.encode("utf-16-le"), b"\xfe\xff" + text.encode("utf-16-be"),
                 text.replace("\r\n", "\n").encode(), text.replace("\r", "").replace("\n", "\r\n").encode()):
        with notes.read(file) as cursor:
            page = cursor.next()
        assert page["set"]["format"] == format_of(name) and short(page["notes"][0]) == ("note", "Call me Ishmael.", NOTES[name])


@pytest.mark.parametrize("file", [b"", b"  \n", b"Moby Dick\n\nCall me Ishmael.\n", b"<html><body><p>x</p></body></html>", b"a,b\r\nc,d\r\n", b"read me", b"- a list", b"[Series 1] Title\n", b"{}", b"[]", b"[3]"])
def test_what_no_format_is(file):
    with pytest.raises(lectern.JsonError, match="no known format of notes"):
        notes.load(file)


def test_a_text_of_another_format():
    with pytest.raises(lectern.JsonError, match='not in the format "koreader"'):
        notes.load(b"Moby Dick\n", format="koreader")


def test_other_encodings():
    for encoding, words in (("cp1252", "Für Élise"), ("shift_jis", "吾輩は猫である。名前はまだ無い。")):
        [found] = notes.load(clippings((f"- Your Highlight on page 3 | Location 30-31 {AT}", words)).decode().lstrip("\ufeff").encode(encoding))
        assert found["locator"]["text"]["highlight"] == words


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_quotes_are_found_in_a_book(name):
    format = format_of(name)
    found = notes.load(TEXTS[name], format=format, readingOrder=["c0.xhtml", "c1.xhtml"])[0]
    with book("<p>0</p>", TEXT) as publication:
        locator = notes.place({**found, "locator": {**found["locator"], **({"href": "c1.xhtml"} if format == "adobe" else {})}}, publication)
        assert locator["href"] == "c1.xhtml" and locator["locations"]["progression"] < 0.1


def test_annotations_of_adobe(check):
    with notes.read(ADOBE) as cursor:
        page = check("notes", cursor.next())
    assert page["set"] == {"format": "adobe", "about": {
        "dc:identifier": ["urn:isbn:9780000000001"], "dc:title": "Moby Dick", "dc:creator": ["Herman Melville"]}}
    first, second = page["notes"]
    assert first["id"] == "urn:uuid:11111111-0000-4000-8000-000000000001"
    assert first["locator"] == {"href": "EPUB/c1.xhtml", "type": "application/xhtml+xml", "locations": {"partialCfi": "/4/2,/1:0,/1:16"},
                                "text": {"highlight": "Call me Ishmael."}}
    assert (first["created"], first["modified"]) == ("2024-03-04T05:06:07Z", "2024-03-05T05:06:07Z")
    assert short(second) == ("bookmark", None, None) and second["locator"] == {"href": "EPUB/c1.xhtml", "type": "application/xhtml+xml"}


def test_an_annotation_file_that_is_cut_off(check):
    cut = ADOBE.index(b"000000000003")
    [found], [warning], _ = pages(ADOBE[:cut], check)
    assert short(found)[1] == "Call me Ishmael." and "complete" in warning["message"]
    # An element without its end.
    [found], [warning], [skipped] = pages(ADOBE.replace(b"</text>", b"", 1), check)
    assert short(found)[0] == "bookmark" and "not well-formed" in skipped["message"]
    with pytest.raises(lectern.JsonError, match="well-formed") as refused:
        notes.load(ADOBE[:200])
    assert refused.value.path == "annotations"
    with pytest.raises(lectern.JsonError, match="annotationSet"):
        notes.load(b"<a/>", format="adobe")
    # Without a place.
    [kept], _, [skipped] = pages(ADOBE.replace(b'start="EPUB/c1.xhtml#point(/1/4/4/1:0)"', b""), check)
    assert "no resource" in skipped["message"] and kept["id"].endswith("1")


@pytest.mark.parametrize("start, end, cfi", [
    ("/1/4/2/1:0", "/1/4/2/1:0", "/4/2/1:0"), ("/1/4/2/1:0", "/1/4/6/1:3", "/4,/2/1:0,/6/1:3"), ("/1/4/2/1:0", "x", "/4/2/1:0"),
    ("/1/3/2/1:0", "/1/3/2/1:2", None), ("/0/4/2", "/0/4/2", None), ("", "", None), ("/1/4/99999999999999999999", "", None)])
def test_points_of_adobe(start, end, cfi):
    file = ADOBE.replace(b"/1/4/2/1:0", start.encode()).replace(b"/1/4/2/1:16", end.encode())
    assert notes.load(file)[0]["locator"].get("locations", {}).get("partialCfi") == cfi


def test_exports_of_kobo(check):
    found, _, _ = pages(KOBO, check, format="kobo")
    assert [short(one) for one in found] == [("note", "Call me Ishmael.", "Short & famous"), ("highlight", "Some years ago", None)]
    assert found[0]["headings"] == [{"level": 0, "text": "Moby Dick"}] and "href" not in found[0]["locator"]
    assert notes.load(KOBO, format="kobo", readingOrder=["c.xhtml"])[0]["locator"]["href"] == "c.xhtml"
    for word in ("Notiz", "Nota", "Notitie", "メモ", "Remarque", "Annotation ", "ANMERKUNG", "anotación", "注記", "Poznámka"):
        [found], _, _ = pages(f"T\n\na\nb\n{word}: c\nd\n".encode(), format="kobo")
        assert short(found) == ("note", "a\nb", "c\nd")
    # A word with a colon is no note.
    [found], _, [skipped] = pages(b"T\n\nHe said: no\nNothing: no\nNote to self: no\n\nNote: alone\n", check, format="kobo")
    assert short(found) == ("highlight", "He said: no\nNothing: no\nNote to self: no", None) and "no highlight" in skipped["message"]
    # The author is no quote.
    [found], _, _ = pages("T\nA\n\na\nRemarque\u00a0: c\n".encode(), check, format="kobo")
    assert short(found) == ("note", "a", "c")


def test_tables_of_kobos(check):
    first, second = pages(KOBO_CSV, check)[0]
    assert (first["created"], first["modified"], first["headings"]) == ("2024-03-04T05:06:07Z", "2024-03-05T05:06:07Z", [{"level": 0, "text": "Moby Dick"}])
    assert "modified" not in second and short(second)[1] == "Some years ago\nnever mind" and second["headings"][0]["text"] == "moby"
    assert first["origin"]["item"]["Author"] == "Herman Melville"
    # Columns that other programs write.
    [found] = notes.load("Title;Author;Chapter;Highlighted Text;Note;Date\nT;A;One;a;n;2024-01-01\n".encode())
    assert short(found) == ("note", "a", "n") and found["headings"] == [{"level": 0, "text": "T"}, {"text": "One"}] and found["created"] == "2024-01-01T00:00:00Z"


def test_the_html_of_kindles(check):
    with notes.read(KINDLE_HTML) as cursor:
        page = check("notes", cursor.next())
    assert page["set"] == {"format": "kindle", "about": {"dc:title": "Moby Dick", "dc:creator": ["Melville, Herman"]}}
    assert [short(one) for one in page["notes"]] == [("note", "Call me Ishmael.", "Short & famous"), ("highlight", "Some years ago", None),
                                                     ("note", None, "Alone"), ("bookmark", None, None)]
    first, second, _, last = page["notes"]
    assert first["headings"] == [{"level": 0, "text": "Moby Dick"}, {"text": "Loomings"}, {"text": "Ishmael"}]
    assert first["locator"] == {"title": "Ishmael", "text": {"highlight": "Call me Ishmael."},
                                "locations": {"pageLabel": "3", "kindleLocation": {"start": 30, "end": 30}}}
    assert (first["color"], first["page"], second["color"]) == ("pink", "3", "blue") and "page" not in second
    assert last["locator"]["locations"] == {"kindleLocation": {"start": 99, "end": 99}}


@pytest.mark.parametrize("heading, kind, chapter, page, location", [
    ("Highlight (<span class='highlight_yellow'>yellow</span>) - 3. A Page > Another > Page 88 &middot; Location 1536", "highlight", "3. A Page > Another", "88", 1536),
    ("Note - Page 20 &gt;  Location 200", "note", None, "20", 200), ("Bookmark - Page xii", "bookmark", None, "xii", None),
    ("ハイライト(<span class='highlight_pink'>ピンク</span>) - 3.7 開発 > ページ23 ·位置607", "highlight", "3.7 開発", "23", 607),
    ("Markierung(gelb) - Seite 3 · Position 30", "highlight", None, "3", 30), ("Signet - Page 4", "bookmark", None, "4", None)])
def test_headings_of_kindles(heading, kind, chapter, page, location):
    # Elements of some applications are not nested properly.
    file = f"<div class='bookTitle'>T</div><h3 class='noteHeading'>{heading}</div><div class='noteText'>a<br>b</h3><h2 class='sectionHeading'>S</h2>"
    [found] = notes.load(file.encode())
    assert short(found)[0] == kind and found.get("page") == page and found["locator"].get("title") == chapter
    assert found["locator"]["locations"].get("kindleLocation", {}).get("start") == location
    assert "a\nb" in short(found)


def test_the_table_of_kindles(check):
    found, _, _ = pages(KINDLE_CSV, check)
    assert [(*short(one), one["color"], one["headings"][0]["text"]) for one in found] == [
        ("note", "Call me Ishmael.", "Short & famous", "pink", "Moby Dick"), ("highlight", "Some years ago,\nnever mind", None, "yellow", "Moby Dick")]
    assert found[0]["locator"]["locations"] == {"kindleLocation": {"start": 30, "end": 30}} and found[1]["page"] == "4"


def test_the_text_of_readera(check):
    with notes.read(READ_ERA_TEXT) as cursor:
        page = check("notes", cursor.next())
    assert page["set"] == {"format": "readera-text", "about": {"dc:title": "Moby Dick", "dc:creator": ["Herman Melville"]}}
    assert [short(one)[1:] for one in page["notes"]] == [("Call me Ishmael.", "Short & famous"), ("Some years ago", None)]
    # The last separator may be missing; lines of two dashes may be in a quote.
    found, _, [skipped] = pages(b"T\n\na\n--\nb\n--\nn\n*****\n--\nalone\n\n*****\n\nc\nd", check)
    assert [short(one)[1:] for one in found] == [("a\n--\nb", "n"), ("c\nd", None)] and "no quote" in skipped["message"]
    with pytest.raises(lectern.JsonError):
        notes.load(b"One of many\nlines\nof a novel\n\n*****\n")


def test_records_of_moon_reader(check):
    found, _, _ = pages(MOON_READER, check)
    assert [short(one) for one in found] == [("note", "Call me Ishmael.", "Short\nand famous"), ("highlight", "Some years ago", None),
                                             ("bookmark", "never mind how long", None)]
    assert [(one.get("color"), one.get("style")) for one in found] == [("#FFFF00", "solid"), ("#00AAFF", "underline"), (None, None)]
    assert found[0]["created"] == "2024-03-04T05:06:07Z" and found[0]["origin"]["item"]["path"] == "/sdcard/Books/Moby Dick.epub"
    # Without the line before the first record; with a note that is the separator.
    file = MOON_READER.replace(b"trim:false\n#\n", b"trim:false\n").replace(b"Short<BR>and famous", b"#")
    assert short(pages(file, check)[0][0]) == ("note", "Call me Ishmael.", "#")


def test_records_that_are_cut_off(check):
    lines = MOON_READER.split(b"\n")
    found, _, [skipped] = pages(b"\n".join(lines[:28]), check)
    assert len(found) == 1 and "too few lines" in skipped["message"] and skipped["path"] == "annotations > /1"
    del lines[22:30]
    found, _, [skipped] = pages(b"\n".join(lines), check)
    assert [short(one)[0] for one in found] == ["note", "bookmark"] and "too few lines" in skipped["message"]
    with pytest.raises(lectern.JsonError, match="indent"):
        notes.load(b"x", format="moonreader")


def test_shared_text_of_moon_reader(check):
    found, _, _ = pages(MOON_READER_TEXT, check)
    assert [short(one) for one in found] == [("note", "Call me Ishmael.", "Short & famous"), ("highlight", "Some years ago", None)]
    assert found[0]["headings"] == [{"level": 0, "text": "Moby Dick - Herman Melville"}, {"text": "Loomings"}]
    # Parentheses of the quotes: there are fewer notes than quotes that end with them.
    file = MOON_READER_TEXT.replace(b"Some years ago", b"Some years ago (never mind)\nhow long (precisely)")
    assert [short(one)[1:] for one in pages(file, check)[0]] == [
        ("Call me Ishmael. (Short & famous)", None), ("Some years ago (never mind)\nhow long (precisely)", None)]
    for first in (b"T", b"T (1)", b"T (a: 1; b: 0)"):
        file = first + b"\n" + MOON_READER_TEXT.split(b"\n", 1)[1]
        assert short(pages(file, check)[0][0])[2] is None


def test_rows_of_readwise(check):
    first, second = pages(READWISE, check)[0]
    assert first["tags"] == ["sea", "whales"] and first["color"] == "yellow" and first["page"] == "3" and first["created"] == "2024-03-04T05:06:07Z"
    assert first["locator"] == {"locations": {"pageLabel": "3"}, "text": {"highlight": "Call me Ishmael."}}
    assert second["locator"] == {"locations": {"kindleLocation": {"start": 31, "end": 31}}, "text": {"highlight": "Some years ago\nnever mind"}}
    assert second["color"] == "blue" and second["origin"]["item"]["Book Author"] == "Herman Melville"


HEAD = READWISE.split(b"\r\n")[0] + b"\n"


@pytest.mark.parametrize("rows, count, reason", [
    (b"a,T\n\"b,T\nc,T\n", 2, "not closed"), (b"a,T\n,T,,,,,,order,1,,\n", 1, "no highlight"), (b"a" + b"," * 20 + b"\nb,T\n", 1, "columns"),
    (b"a,T\n" + b"x" * 70_000 + b",T\n", 1, "longer"), (b"a,T\ne" + b"\xcc\x81" * 300 + b",T\n", 1, "combining")])
def test_rows_that_cannot_be_read(check, rows, count, reason):
    found, _, [skipped] = pages(HEAD + rows, check)
    assert len(found) == count and reason in skipped["message"]


@pytest.mark.parametrize("separator", [";", "\t"])
def test_other_separators(separator):
    [found] = notes.load(separator.join(("Highlight", "Book Title", "Note")).encode() + f'\na, "b"{separator}T{separator}"c{separator} d"\n'.encode())
    assert short(found) == ("note", 'a, "b"', f"c{separator} d")


def test_columns_in_another_order():
    [found] = notes.load(b"Book Title,Note,Highlight\nT,n,a\n")
    assert short(found) == ("note", "a", "n")
    with pytest.raises(lectern.JsonError, match="header"):
        notes.load(b"a,b\n", format="readwise")


@pytest.mark.parametrize("format, file", [
    ("readwise", HEAD), ("kobo", b"Moby Dick\n"), ("kobo", b""), ("moonreader", b"0\nindent:false\ntrim:false\n"), ("kindle", b""),
    ("adobe", b"<annotationSet/>"), ("moonreader-text", b"T\n")])
def test_a_file_without_notes_says_so(check, format, file):
    found, [warning], skipped = pages(file, check, format=format)
    assert found == skipped == [] and "no notes" in warning["message"]


def test_entries_of_kindle_that_cannot_be_read(check):
    file = clippings((f"- Your Highlight on Location 30-31 {AT}", "one")) + b"T\r\nNothing\r\n\r\nx\r\n==========\r\n" + clipping(
        f"- Your Highlight on Location 40 {AT}", "a" * 70_000).encode() + clipping(f"- Your Highlight on Location 50 {AT}", "two").encode()
    found, _, skipped = pages(file, check)
    assert [short(one)[1] for one in found] == ["one", "two"] and [one["path"] for one in skipped] == ["annotations > /1/line", "annotations > /2/text"]


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_damaged_files(name):
    """Any file is read or refused."""
    dice = random.Random(name)
    for _ in range(60):
        file = bytearray(TEXTS[name])
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(file))
            file[at:at + dice.randint(0, 30)] = dice.choice([b"", b"#\n", b"\"", b"\n", b"<", b"(", b",", b"\xff", b"\x00", bytes([dice.randrange(256)])])
        try:
            pages(bytes(file), format=format_of(name))
        except (lectern.JsonError, lectern.LimitError):
            pass
