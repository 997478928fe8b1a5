# SPDX-License-Identifier: BSD-3-Clause
"""Vectors that iterate over the content of a document: lectern_publication_content(), in the terms of the toolkits."""
from ..comparison import More
from .common import Refused, Unhandled

EMBEDDED = ("image", "audio", "video")


def iterator(vector, folder):
    import lectern
    given = vector["input"]
    link = {"href": given["start"]["href"], "type": given["start"]["type"]}
    manifest = {"metadata": {"title": "T"}, "links": [], "readingOrder": [link]}
    with lectern.Publication.open_manifest(manifest, lambda href: given["html"].encode()) as book:
        try:
            before, behind = (elements(book, given["start"], way) for way in ("previous", "next"))
        except lectern.LecternError as error:
            raise Refused(str(error)) from error
    return walk(before + behind, len(before), given["calls"])


def elements(book, start, way):
    """The elements on one side of the start."""
    found = []
    with book.content(start) as pages:
        while page := getattr(pages, way)():
            found = found + page["elements"] if way == "next" else page["elements"] + found
    return found


def walk(found, start, calls):
    """The answer of the last call.  `current` is the element that was returned last."""
    current, answer = None, None
    for call in calls:
        if call not in ("next", "previous", "hasNext", "hasPrevious"):
            raise Unhandled(f"the call {call}")
        is_next = call.lower().endswith("next")
        place = start - (not is_next) if current is None else current + (1 if is_next else -1)
        there = 0 <= place < len(found)
        if call.startswith("has"):
            answer = there
        else:
            current, answer = (place, spelled(found[place])) if there else (current, None)
    return answer


def spelled(element):
    locator = element["locator"]
    said = More(element="text", role="body" if element["role"] == "paragraph" else element["role"],
                locator=More(locator, locations=More(locator["locations"]), text=More(locator.get("text", {}))))
    if element["role"] in EMBEDDED:
        link = {key: element[key] for key in ("href", "type", "alternate") if key in element}
        said |= {"element": element["role"], "embeddedLink": link}
    else:
        runs = element.get("segments") or [{"text": element.get("text", "")}]
        said["segments"] = [{"text": run["text"]} | attributes(language=run.get("language", element.get("language")))
                            for run in runs]
    return More(said | attributes(accessibilityLabel=element.get("alt")))


def attributes(**given):
    found = [{"key": key, "value": value} for key, value in given.items() if value]
    return {"attributes": found} if found else {}


HANDLERS = {"content-iterator": iterator}
