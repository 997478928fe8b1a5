# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about notes, and their exchange with other programs."""
import json
import re

from ..comparison import More
from .cfi import parsed, xpath
from .common import Refused
from .tiny_epub import around


def _more(value):
    """A value that may have more members than expected, at any depth."""
    if isinstance(value, dict):
        return More({key: _more(member) for key, member in value.items()})
    return [_more(member) for member in value] if isinstance(value, list) else value


def _pointer(path):
    """The JSON pointer of "annotations > /items/0"."""
    return path.partition(" > ")[2]


def _notes(document, **options):
    import lectern
    try:
        with lectern.notes.read(json.dumps(document).encode(), **options) as cursor:
            pages = list(cursor)
    except lectern.LecternError as error:
        raise Refused(str(error), _pointer(error.path)) from error
    return {member: [one for page in pages for one in page[member]] for member in ("notes", "warnings", "skipped")}


def imported(vector, folder):
    found = _notes(vector["input"]["document"])
    for member in ("warnings", "skipped"):
        found[member] = [{**one, "path": _pointer(one["path"])} for one in found[member]]
    return _more(found)


def there_and_back(vector, folder):
    import lectern
    return More(items=json.loads(lectern.notes.write(_notes(vector["input"]["document"])["notes"]))["items"])


def exported(vector, folder):
    import lectern
    asked = vector["input"]
    hrefs = [f"unknown{index}" for index in range(asked.get("spineIndex", 0))] + [asked["note"]["locator"]["href"]]
    options = {"readingOrder": hrefs} if "spineIndex" in asked else {}
    text = lectern.notes.write([asked["note"]], protected=asked.get("protected", False), **options)
    return _more(json.loads(text)["items"][0])


def merged(vector, folder):
    import lectern
    asked = vector["input"]
    if "calibre" in asked:
        order = [f"{index}.xhtml" for index in range(20)]
        ours, theirs = (_notes(asked[side], format="calibre", readingOrder=order)["notes"] for side in ("ours", "theirs"))
        return {"ids": [note["origin"]["item"]["id"] for note in lectern.notes.merge(ours, theirs)]}
    [note] = lectern.notes.merge(*([asked[side]] if asked[side] else [] for side in ("ours", "theirs")))
    return note


def anchored(vector, folder):
    """The target of selectors, through the locator of the note that they create."""
    import lectern
    asked = vector["input"]
    item = {"id": "a", "type": "Annotation", "created": "2026-01-01T00:00:00Z",
            "target": {"source": "chapter.xhtml", "selector": asked["selector"]}}
    document = {"type": "AnnotationSet", "id": "s", "about": {}, "items": [item]}
    [note] = _notes(document)["notes"]
    with lectern.Publication.open_bytes(around({"chapter.xhtml": asked["document"]["xml"]}, [])) as book:
        try:
            found = book.locate(note["locator"])
        except lectern.LecternError as error:
            raise Refused(str(error)) from error
    text, locations = found.get("text", {}), found.get("locations", {})
    place = in_element(found, parsed(asked["document"]["xml"])) if text.get("highlight") else {}
    return More(text=text.get("highlight"), progression=locations.get("progression"),
                confidence="high" if text.get("highlight") else "low", **place)


def in_element(locator, tree):
    """The element of a locator, and its text before and after the highlight."""
    path = xpath(tree, locator["locations"]["cssSelector"])
    inside = "".join(tree.getroottree().xpath(path)[0].itertext())
    [place] = re.finditer(re.escape(locator["text"]["highlight"]), inside)
    return {"element": path, "before": inside[:place.start()], "after": inside[place.end():]}


HANDLERS = {"annotation.import": imported, "annotation.web": imported, "annotation.refuse": imported,
            "annotation.roundtrip": there_and_back, "annotation.export": exported, "annotation.anchor": anchored, "annotation.merge": merged}
