# SPDX-License-Identifier: BSD-3-Clause
"""Notes: files of other programs, writing, and merging."""
import io
import json

import lectern
from lectern import _callbacks
from support import note_files

from . import books, texts

ANNOTATIONS = ("readium", "epub", "w3c")
#: Formats that number the resources, so that notes of other resources are refused.
NUMBERED = ("koreader", "calibre")
FORMATS = (*ANNOTATIONS, *NUMBERED, "markdown", "html", "csv")
FILES = (
    note_files.annotation_set(note_files.annotation(), note_files.annotation(
        2, motivation="highlighting", body={"type": "TextualBody", "value": "a\u00e9", "format": "text/html", "tag": ["x"], "color": "pink"}, creator={"name": "A"},
        target={"source": "a.xhtml", "meta": {"headings": [{"level": 1, "txt": "One"}], "page": "1"}, "selector": [
            {"type": "FragmentSelector", "conformsTo": "http://idpf.org/epub/linking/cfi/epub-cfi.html", "value": "epubcfi(/6/2!/4/2,/1:1,/1:3)"},
            {"type": "CssSelector", "value": "#p", "refinedBy": {"type": "TextPositionSelector", "start": 1, "end": 3}},
            {"type": "ProgressionSelector", "value": 0.5}, {"type": "TextQuoteSelector", "exact": "a"}]})),
    json.dumps({"type": "AnnotationCollection", "first": {"items": [note_files.annotation(body=["x", {"type": "Choice", "items": [{"value": "y"}]}])]}}).encode(),
    note_files.KOREADER, note_files.CALIBRE_FILE, note_files.CALIBRE_EXPORT, note_files.HYPOTHESIS, note_files.READ_ERA, *note_files.TEXTS.values())
READ = {"format": "readium", "readingOrder": ["OEBPS/a.xhtml", "OEBPS/b.xhtml"], "skipInvalid": True}
WRITE = {"format": "readium", "from": 0, "more": False, "protected": False, "readingOrder": ["OEBPS/a.xhtml"], "id": "urn:x", "about": {"a": 1},
         "generator": "g", "generated": "2026-01-01T00:00:00Z", "members": {"x": 1}, "template": {"begin": "{{#about}}", "note": "{{text}}", "end": ""}}
#: Text that is special in other formats: for spreadsheets, browsers and terminals.
WORDS = ("=1+1", "@SUM(A1)", "<script>", "[a](javascript:x)", "\x9b31m", "\x7f", "\r\n# x", "|", "`", "{{#a}}", "\u202e", "-rf", "\ud800")


def make(random):
    data = random.choice(FILES)
    if random.random() < 0.6:
        try:
            data = texts.json_text(json.loads(data), random).encode("utf-8", "surrogatepass")
        except ValueError:
            data = books.mutate_bytes(data, random)
    elif random.random() < 0.8:
        data = books.mutate_bytes(data, random)
    options = {"skipInvalid": True, "readingOrder": READ["readingOrder"]} if random.random() < 0.7 else {**READ, "format": random.choice(("readium", "readera", *map(note_files.format_of, note_files.TEXTS)))}
    return {"file": data, "read": texts.json_text(options, random),
            "ours": notes(random), "theirs": notes(random), "write": texts.json_text({**WRITE, "format": random.choice(FORMATS)}, random)}


def notes(random):
    made = [note_files.random_note(random, random.randrange(4)) for _ in range(random.randrange(1, 4))]
    for one in made:
        stamps = (f"{random.choice((0, 1, 5, 2**53, 2**63 - 1, 2**64))}.{random.randrange(3)}.{random.choice(('a', 'b', '', '.'))}" for _ in range(4))
        one["clocks"] = dict(zip(random.sample(("place", "look", "text", "tags", "deleted"), 3), stamps))
        if random.random() < 0.3:
            one.setdefault("body", {})["text"] = random.choice(WORDS) + random.choice(WORDS)
    return texts.json_text(made, random)


def use(case, given):
    cursor = case.made(lectern.Cursor, "notes_read", _callbacks.stream(io.BytesIO(given["file"])), given["read"])
    found = []
    if cursor:
        with cursor:
            for page in case.call("pages of notes", list, cursor) or []:
                found += case.valid("notes", page, "notes", len(json.dumps(page)))["notes"]
    texts_of_notes = [json.dumps(found, ensure_ascii=False), given["ours"]]
    for text in texts_of_notes:
        case.ask("notes_write", text, given["write"])
        for name in FORMATS:
            written = case.ask("notes_write", text, json.dumps({"format": name, "readingOrder": READ["readingOrder"]}))
            case.check(written is not None or text != texts_of_notes[0] or name in NUMBERED, f"notes that were read cannot be written as {name}")
            if written is not None and text == texts_of_notes[0] and name in (*ANNOTATIONS, *NUMBERED):
                read_again(case, name, written, text)
    merge(case, given["ours"], given["theirs"])
    merge(case, given["ours"], texts_of_notes[0])


def read_again(case, name, written, text):
    cursor = case.made(lectern.Cursor, "notes_read", _callbacks.stream(io.BytesIO(written)),
                       json.dumps({"format": name, "readingOrder": READ["readingOrder"]}))
    case.check(cursor, f"what was written as {name} cannot be read")
    if cursor:
        with cursor:
            pages = case.call("pages of notes", list, cursor) or []
        count = sum(len(page["notes"]) for page in pages)
        case.check(count <= len(json.loads(text)), f"there are more notes in what was written as {name}")


def merge(case, ours, theirs):
    """The order and repetition of merges do not matter."""
    merged = case.ask("notes_merge", ours, theirs)
    if merged is None:
        return
    case.check(case.ask("notes_merge", theirs, ours) == merged, "notes merged the other way are others")
    text = json.dumps(merged)
    for other in (ours, theirs, text):
        case.check(case.ask("notes_merge", text, other) == merged, "notes merged again are others")
