# SPDX-License-Identifier: BSD-3-Clause
"""Notes, and files of notes as other programs write them."""
import base64
import json
import random

HREF = "EPUB/c1.xhtml"


def annotation(number=1, **members):
    """An item of an annotation set."""
    return {"@context": "http://www.w3.org/ns/anno.jsonld", "id": f"urn:uuid:{number}", "type": "Annotation",
            "created": "2026-01-01T00:00:00Z", "target": {"source": HREF, "selector": [
                {"type": "TextQuoteSelector", "exact": "the whale", "prefix": "see ", "suffix": " again"}]}, **members}


def annotation_set(*items, **members):
    return json.dumps({"@context": "http://www.w3.org/ns/anno.jsonld", "id": "urn:uuid:set", "type": "AnnotationSet",
                       "about": {"dc:title": "Moby Dick"}, "items": list(items), **members}).encode()


def note(number=1, **members):
    return {"id": f"urn:uuid:{number}", "kind": "highlight",
            "locator": {"href": HREF, "type": "application/xhtml+xml", "locations": {"progression": 0.25},
                        "text": {"before": "see ", "highlight": "the whale", "after": " again"}},
            "style": "solid", "color": "yellow", "created": "2026-01-01T00:00:00Z", **members}


def text_of(dice, most=40):
    letters = "abc déß一二ا\n\"'<&,;{}[]😀"
    return "".join(dice.choice(letters) for _ in range(dice.randrange(1, most)))


def random_note(dice, number):
    """A random note with everything that an annotation set can express."""
    kind = dice.choice(("bookmark", "highlight", "note"))
    locations = {}
    if dice.random() < 0.7:
        locations["progression"] = dice.random()
    if dice.random() < 0.5:
        locations["cssSelector"] = f"#p{dice.randrange(100)}"
        if dice.random() < 0.5:
            start = dice.randrange(1000)
            locations["textPosition"] = {"start": start, "end": start + dice.randrange(1, 50)}
    if dice.random() < 0.5:
        locations["partialCfi"] = f"/4/{2 * dice.randrange(1, 50)}[p^]{dice.randrange(9)}],/1:{dice.randrange(9)},/3:{dice.randrange(9)}"
    if dice.random() < 0.2:
        locations["fragments"] = [dice.choice(("xywh=1,2,3,4", "t=10,20", ":~:text=a", "p7"))]
    made = {"id": f"urn:uuid:{number}", "kind": kind,
            "locator": {"href": f"EPUB/c{dice.randrange(30)}.xhtml", "type": "application/xhtml+xml", "locations": locations,
                        "text": {"before": text_of(dice), "highlight": text_of(dice), "after": text_of(dice)}},
            "created": f"2026-01-{dice.randrange(1, 29):02}T00:00:{dice.randrange(60):02}Z"}
    if kind != "bookmark":
        made |= {"style": dice.choice(("solid", "underline", "strikethrough", "outline")),
                 "color": dice.choice(("pink", "orange", "yellow", "green", "blue", "purple", "#12AB34"))}
    if kind == "note":
        made["body"] = {"text": text_of(dice, 200), **({"format": "text/markdown"} if dice.random() < 0.3 else {}),
                        **({"language": "he", "direction": "rtl"} if dice.random() < 0.3 else {})}
    if dice.random() < 0.3:
        made["tags"] = sorted({text_of(dice, 8) for _ in range(3)})
    if dice.random() < 0.3:
        made["creator"] = {"id": "urn:uuid:me", "type": "Person", "name": "Ann"}
    if dice.random() < 0.3:
        made |= {"headings": [{"level": 1, "text": "One"}, {"level": 2, "text": text_of(dice)}], "page": "xi"}
    if dice.random() < 0.5:
        made["modified"] = "2026-02-01T00:00:00.250Z"
    made["locator"] = {name: value for name, value in made["locator"].items() if value}
    return made


def random_notes(count, seed=1):
    dice = random.Random(seed)
    return [random_note(dice, number) for number in range(count)]


#: KOReader's metadata.epub.lua.
KOREADER = rb"""-- we can read Lua syntax here!
return {
    ["annotations"] = {
        [1] = {
            ["chapter"] = "Loomings",
            ["color"] = "yellow",
            ["datetime"] = "2024-05-01 12:00:00",
            ["datetime_updated"] = "2024-05-02 12:00:00",
            ["drawer"] = "underscore",
            ["note"] = "A \"first\" note\
of two lines",
            ["page"] = "/body/DocFragment[2]/body/p[3]/text().0",
            ["pageno"] = 12,
            ["pos0"] = "/body/DocFragment[2]/body/p[3]/text().0",
            ["pos1"] = "/body/DocFragment[2]/body/p[3]/text().9",
            ["text"] = "the whale",
        },
        [2] = {
            ["datetime"] = "2024-05-03 12:00:00",
            ["page"] = "/body/DocFragment[1]/body/p[1]/text().0",
        },
    },
    ["doc_props"] = { ["title"] = "Moby Dick" },
    ["percent_finished"] = 0.25,
}
"""

_CALIBRE = [
    {"type": "bookmark", "title": "here", "pos": "epubcfi(/4/2/4/8)", "pos_type": "epubcfi", "timestamp": "2024-05-01T12:00:00.123456+00:00"},
    {"type": "highlight", "uuid": "abc", "spine_index": 0, "start_cfi": "/2/4/8[p1]/1:4", "end_cfi": "/2/4/8[p1]/1:13",
     "highlighted_text": "the whale", "notes": "big", "style": {"kind": "color", "type": "builtin", "which": "green"},
     "timestamp": "2024-05-02T12:00:00.000000+00:00", "toc_family_titles": ["Loomings"]},
    {"type": "last-read", "pos": "epubcfi(/4/2/4/8)", "timestamp": "2024-05-03T12:00:00.000000+00:00"},
]
#: META-INF/calibre_bookmarks.txt, and an export.
CALIBRE_FILE = b"encoding=json+base64:\n" + base64.encodebytes(json.dumps(_CALIBRE).encode())
CALIBRE_EXPORT = json.dumps({"version": 1, "type": "calibre_annotation_collection", "annotations": _CALIBRE}).encode()

HYPOTHESIS = json.dumps({"total": 2, "rows": [
    {"id": "h1", "uri": "https://reader.example.org/moby", "text": "**big**", "tags": ["sea"], "user": "acct:ann@hypothes.is",
     "created": "2024-05-01T12:00:00.123456+00:00", "updated": "2024-05-02T12:00:00.123456+00:00",
     "target": [{"source": "https://reader.example.org/moby", "selector": [
         {"type": "EPUBContentSelector", "url": "/EPUB/c1.xhtml", "cfi": "/4", "title": "Loomings"},
         {"type": "RangeSelector", "startContainer": "/p[1]", "startOffset": 1, "endContainer": "/p[1]", "endOffset": 5},
         {"type": "TextPositionSelector", "start": 4, "end": 13},
         {"type": "TextQuoteSelector", "exact": "the whale", "prefix": "see ", "suffix": " again"}]}]},
    {"id": "h2", "uri": "https://reader.example.org/moby", "text": "yes", "tags": [], "references": ["h1"], "target": []},
]}).encode()


# Notes for stores

NOW = "2026-01-01T00:00:00Z"


def place(progression, href=HREF, quote="the whale"):
    return {"href": href, "type": "application/xhtml+xml", "locations": {"progression": progression},
            "text": {"highlight": quote}}


def save(store, *notes, device="phone", now=NOW, **options):
    return store.save_notes(device, notes, now=now, **options)


def ids(notes):
    return [one["id"] for one in notes]


# Text files of devices and services, with sentences of Moby Dick

#: Kindle's My Clippings.txt.
KINDLE = ("\ufeffMoby Dick (Herman Melville)\r\n- Your Highlight on page 3 | Location 30-31 | Added on Monday, 1 January 2024 10:00:00\r\n\r\n"
          "Call me Ishmael.\r\n==========\r\n\ufeffMoby Dick (Herman Melville)\r\n- Your Note on page 3 | Location 31 | Added on Monday, 1 January 2024 10:01:00"
          "\r\n\r\nThe first sentence\r\n==========\r\n").encode()

#: The .annot file of Adobe Digital Editions, as a Kobo writes it.
ADOBE = """<?xml version="1.0" encoding="UTF-8"?>
<annotationSet xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="http://ns.adobe.com/digitaleditions/annotations">
 <publication>
  <dc:identifier>urn:isbn:9780000000001</dc:identifier>
  <dc:title>Moby Dick</dc:title>
  <dc:creator>Herman Melville</dc:creator>
  <dc:language>en</dc:language>
 </publication>
 <annotation>
  <dc:identifier>urn:uuid:11111111-0000-4000-8000-000000000001</dc:identifier>
  <dc:date>2024-03-04T05:06:07Z</dc:date>
  <dc:creator>urn:uuid:22222222-0000-4000-8000-000000000002</dc:creator>
  <target>
   <fragment start="EPUB/c1.xhtml#point(/1/4/2/1:0)" end="EPUB/c1.xhtml#point(/1/4/2/1:16)" progress="0.0123" color="0">
    <text>Call me Ishmael.</text>
   </fragment>
  </target>
  <content>
   <dc:date>2024-03-05T05:06:07Z</dc:date>
   <text>Short &amp; famous</text>
  </content>
 </annotation>
 <annotation>
  <dc:identifier>urn:uuid:11111111-0000-4000-8000-000000000003</dc:identifier>
  <dc:date>2024-03-04T05:06:08Z</dc:date>
  <target>
   <fragment start="EPUB/c1.xhtml#point(/1/4/4/1:0)" end="EPUB/c1.xhtml#point(/1/4/4/1:0)" progress="0.5"/>
  </target>
 </annotation>
</annotationSet>
""".encode()

#: What a Kobo exports as text.
KOBO = "Moby Dick\n\nCall me Ishmael.\nNote: Short & famous\n\nSome years ago\n".encode()

#: Moon+ Reader's .mrexpt: a highlight with a note, an underlined one, and a bookmark.
MOON_READER = ("""4331
indent:false
trim:false
#
4325
Moby Dick
/sdcard/Books/Moby Dick.epub
/sdcard/books/moby dick.epub
1
0
0
16
-256
1709528767000

Short<BR>and famous
Call me Ishmael.
0
0
0
#
4326
Moby Dick
/sdcard/Books/Moby Dick.epub
/sdcard/books/moby dick.epub
1
0
17
14
1996532479
1709528768000


Some years ago
1
0
0
#
4327
Moby Dick
/sdcard/Books/Moby Dick.epub
/sdcard/books/moby dick.epub
1
0
17
0
0
1709528769000
never mind how long


0
0
0
""").encode()

#: The text that Moon+ Reader shares.
MOON_READER_TEXT = ("Moby Dick - Herman Melville (Highlight: 2; Note: 1)\n\n───────────────\n\n◆ Loomings\n\n▪ Call me Ishmael. (Short & famous)\n\n"
                    "▪ Some years ago\n").encode()

#: The CSV of Readwise.
READWISE = ("Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags\r\n"
            "Call me Ishmael.,Moby Dick,Herman Melville,B000000000,\"Short, \"\"and\"\" famous\",yellow,\"sea, whales\",page,3,"
            "2024-03-04 05:06:07+00:00,classics\r\n"
            "\"Some years ago\nnever mind\",Moby Dick,Herman Melville,,,Blue,,location,31,2024-03-04 05:06:08+00:00,\r\n").encode()

#: The HTML of Kindle's applications.
KINDLE_HTML = """<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml">
<head><meta charset="UTF-8"/><title>Notebook</title><style>.noteHeading > span { color: red }</style></head>
<body>
<div class="bodyContainer">
<div class="notebookFor">
Notebook Export
</div>
<div class="bookTitle">
Moby Dick
</div>
<div class="authors">
Melville, Herman
</div>
<div class="citation"></div>
<hr/>
<div class="sectionHeading">
Loomings
</div><div class="noteHeading">
Highlight(<span class="highlight_pink">pink</span>) - Ishmael > Page 3 \u00b7 Location 30
</div>
<div class="noteText">
Call me Ishmael.
</div><div class="noteHeading">
Note - Ishmael > Page 3 \u00b7 Location 31
</div>
<div class="noteText">
Short &amp; famous
</div><div class="noteHeading">
Highlight(<span class="highlight_blue">blue</span>) - Location 32
</div>
<div class="noteText">
Some years ago
</div>
<div class="noteHeading">Note - Location 90</div><div class="noteText">Alone</div>
<div class="noteHeading">Bookmark - Location 99</div><div class="noteText"></div>
</div>
</body>
</html>
""".encode()

#: The CSV of Kindle's applications.
KINDLE_CSV = ('"Your Kindle Notes For:",,,\r\n"Moby Dick",,,\r\n"by Herman Melville",,,\r\n"Free Kindle instant preview:",,,\r\n"https://example.org",,,\r\n'
              '----------------------------------------------,,,\r\n,,,\r\nAnnotation Type,Location,Starred?,Annotation\r\n'
              '"Highlight (Pink)","Location 30","","Call me Ishmael."\r\n"Note","Location 31","","Short & famous"\r\n'
              '"Highlight (Yellow)","Page 4","*","Some years ago,\r\nnever mind"\r\n').encode()

#: A Kobo's table of bookmarks.
KOBO_CSV = ("VolumeID,Text,Annotation,DateCreated,DateModified,BookTitle,Title,Author\r\n"
            "file:///mnt/onboard/moby.kepub.epub,Call me Ishmael.,Short & famous,2024-03-04T05:06:07.000,2024-03-05T05:06:07Z,Moby Dick,Loomings,Herman Melville\r\n"
            "file:///mnt/onboard/moby.kepub.epub,\"Some years ago\r\nnever mind\",,2024-03-04T05:06:08Z,2024-03-04T05:06:08Z,,,\r\n").encode()

#: The text that Moon+ Reader shares, as HTML.
MOON_READER_HTML = ("<html><head><title>Notes</title></head><body><b>Moby Dick</b> - Herman Melville (Highlight: 2; Note: 1)<br/><hr/>\n"
                    "<p>&#9670; Loomings</p>\n<p>&#9642; <span style=\"background-color:#ffff00\">Call me\nIshmael.</span> <i>(Short &amp; famous)</i></p>"
                    "<p>\u25aa Some years ago</p></body></html>").encode()

#: The text that ReadEra exports.
READ_ERA_TEXT = "Moby Dick\nHerman Melville\n\nCall me Ishmael.\n--\nShort & famous\n\n*****\n\nSome years ago\n\n*****\n".encode()

#: library.json of ReadEra's backup.
READ_ERA = json.dumps({"docs": [{
    "uri": "sha-1:1", "data": {"doc_title": "Moby Dick", "doc_authors": "Herman Melville", "doc_format": "EPUB"},
    "citations": [
        {"note_type": 3, "note_uri": "r1", "note_body": "the whale", "note_extra": "big", "note_page": 3, "note_mark": 2, "note_index": 0.5,
         "note_data": json.dumps({"ratio": 0.5, "page": 3, "xPath": "/body/DocFragment[2]/body/html/body/p[3]/text().4",
                                  "xPathEnd": "/body/DocFragment[2]/body/html/body/autoBoxing/p[3]/text().13"}),
         "note_insert_time": 1709528767000, "note_modified_time": 1709615167000},
        {"note_type": 3, "note_uri": "r2", "note_body": "a sea", "note_data": json.dumps({"ratio": 2, "xPath": "/page[402]/block[10]/line[0]"}),
         "note_insert_time": 1709528767000, "note_modified_time": 1709528767000}],
    "bookmarks": [{"note_type": 2, "note_uri": "r3", "note_body": "Bookmark 1", "note_insert_time": 1709528768000,
                   "note_data": json.dumps({"ratio": 0.25, "xPath": "/body/DocFragment[1]/body/body/p[1]/text().0"})},
                  {"note_type": 2, "note_uri": "r4", "note_body": "Bookmark 2", "note_data": "{"}]}], "colls": [], "words": []}).encode()

#: All texts, by format; the forms of a format follow its name.
TEXTS = {"kindle": KINDLE, "kindle HTML": KINDLE_HTML, "kindle CSV": KINDLE_CSV, "adobe": ADOBE, "kobo": KOBO, "kobo CSV": KOBO_CSV, "moonreader": MOON_READER,
         "moonreader-text": MOON_READER_TEXT, "moonreader-text HTML": MOON_READER_HTML, "readera-text": READ_ERA_TEXT, "readwise": READWISE}


def format_of(text):
    """The format of a key of the texts."""
    return text.split()[0]
