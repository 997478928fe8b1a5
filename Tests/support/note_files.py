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
