# SPDX-License-Identifier: BSD-3-Clause
"""Files of notes with some invalid items."""
import json

import pytest

import lectern
from lectern import notes
from support.note_files import HREF, annotation, annotation_set

ORDER = ["EPUB/c0.xhtml", HREF]


def w3c(*items):
    return json.dumps({"type": "AnnotationPage", "items": list(items)}).encode()


def rows(*items):
    return json.dumps({"rows": [{"id": "h", "uri": HREF}, *items]}).encode()


def calibre(*items):
    return json.dumps({"annotations": [{"type": "bookmark", "title": "a", "pos": "epubcfi(/2/4)"}, *items]}).encode()


def lua(*items):
    good = b'{["page"]="/body/DocFragment[1]/body/p.0",["datetime"]="2026-01-01 00:00:00"}'
    return b"return {annotations={" + b",".join([good, *items]) + b"}}"


def selecting(*selectors):
    return annotation(2, target={"source": HREF, "selector": list(selectors)})


#: Files with one valid item and several invalid ones.
INVALID = {
    "no objects": annotation_set(annotation(), 1, "a", None, True, [], 2.5),
    "no path": annotation_set(annotation(), *[annotation(2, target={"source": source}) for source in ("#p1", "", "#", None, 5, {})]),
    "no target": annotation_set(annotation(), *[annotation(2, target=target) for target in (None, [], "", 5, {})]),
    "dates": annotation_set(annotation(), *[annotation(2, created=date) for date in (
        "yesterday", "", 5, None, {}, "2026-13-01T00:00:00Z", "0000-01-01T00:00:00Z", "2026-01-01T99:00:00Z", "10000-01-01T00:00:00Z",
        "2026-01-01T00:00:00Z" + " " * 100)]),
    "ids": annotation_set(annotation(), *[annotation(2, id=id) for id in ("", None, 5, "a" * 1025, "a\0b")]),
    "selectors": annotation_set(annotation(), *[selecting(one) for one in (
        1, {}, {"type": 1}, {"type": "TextQuoteSelector"}, {"type": "TextQuoteSelector", "exact": 5}, {"type": "CssSelector", "value": ""},
        {"type": "TextQuoteSelector", "exact": "a" * 70_000}, {"type": "ProgressionSelector", "value": 2}, {"type": "CfiSelector", "value": "/4["},
        {"type": "TextPositionSelector", "start": 5, "end": 2}, {"type": "TextPositionSelector", "start": -1, "end": 2},
        {"type": "FragmentSelector", "value": []})]),
    "types": annotation_set(annotation(), *[annotation(2, **members) for members in (
        {"type": "Note"}, {"motivation": "shouting"}, {"creator": "me"}, {"body": "text"}, {"body": {"type": "TextualBody", "value": 5}},
        {"body": {"type": "TextualBody", "value": "a", "tags": [1]}}, {"body": {"type": "TextualBody", "value": "a", "color": ""}})]),
    "too large": annotation_set(annotation(), annotation(2, own="a" * 2_000_000), annotation(3, body={
        "type": "TextualBody", "value": "a", "tags": ["b" * 1000] * 600}), annotation(4, own=json.loads("[" * 90 + "]" * 90))),
    "no JSON": annotation_set(annotation(), "X", "Y", "Z").replace(b'"X"', b"@!").replace(b'"Y"', b'{"id": 01}').replace(b'"Z"', b'"a\n\xff"'),
    "no UTF-8": annotation_set(annotation(), annotation(2, own="XX")).replace(b"XX", b"\xc3\x28"),
    "first": annotation_set("X", annotation()).replace(b'"X"', b'{"id": nul}'),
    "accents": annotation_set(annotation(), annotation(2, own="a" + "\u0301" * 500)),
    "w3c": w3c({"type": "Annotation", "target": HREF}, 1, {}, {"type": "Annotation"}, {"type": "Annotation", "target": ["a", "b"]},
               {"type": "Annotation", "target": "#p"}, {"type": "Annotation", "target": {"source": ""}}, {"type": "Annotation", "target": "a", "id": ""},
               {"type": "Annotation", "target": "a", "bodyValue": "a" * 70_000}),
    "hypothesis": rows(1, {}, {"id": "a"}, {"id": "a", "uri": ""}, {"id": "a", "uri": "#p"}, {"id": "a", "uri": HREF, "created": "x"},
                       {"id": "a", "uri": HREF, "tags": "x"}, {"id": "a", "uri": HREF, "target": [{"selector": [{}]}]}),
    "calibre": calibre(1, {}, {"type": "poem"}, {"type": "bookmark", "title": "b"}, {"type": "bookmark", "title": "b", "pos": "epubcfi("},
                       {"type": "bookmark", "title": "b", "pos": "epubcfi(/999/4)"}, {"type": "highlight", "start_cfi": "x", "spine_index": 0},
                       {"type": "highlight", "start_cfi": "/2/4", "spine_index": -1}, {"type": "highlight", "start_cfi": "/2/4", "spine_name": ""},
                       {"type": "highlight", "start_cfi": "/2/4", "spine_index": 0, "timestamp": "x"}, {"type": "highlight", "start_cfi": "/2/4", "spine_name": "#a"}),
    "koreader": lua(b"1", b"{}", b'{["page"]=true}', b'{["page"]="nowhere"}', b'{["page"]="/body/DocFragment[99]/a"}', b'{["page"]="/body/DocFragment[0]/a"}',
                    b'{["page"]="/body/DocFragment[1]/a",["datetime"]="x"}', b'{["page"]="\xff\xfe"}', b'{["pos0"]="/body/DocFragment[1]/a",["drawer"]="lighten",["color"]=""}'),
}


@pytest.mark.parametrize("name", INVALID)
def test_one_bad_item_is_one_skipped_item(name, check):
    file = INVALID[name]
    with notes.read(file, skipInvalid=True, readingOrder=ORDER) as cursor:
        pages = [check("notes", page) for page in cursor]
    [read], skipped = ([one for page in pages for one in page[name]] for name in ("notes", "skipped"))
    assert skipped and len({one["path"].split("/")[2] for one in skipped}) == len(skipped)
    # The parsed notes can be stored.
    with lectern.Store() as store:
        assert store.merge_notes([read])["changed"] == 1
    if name not in ("w3c", "calibre"):
        with pytest.raises((lectern.JsonError, lectern.LimitError)):
            notes.read(file, readingOrder=ORDER)
