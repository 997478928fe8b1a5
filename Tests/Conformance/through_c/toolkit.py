# SPDX-License-Identifier: BSD-3-Clause
"""The objects of the toolkits, as a vector walks through them (`then`), over the JSON that they are written as."""
from .common import Unhandled, resolved

# What a member of an object is called in JSON.
NAMES = {
    "mediaType": "type", "alternates": "alternate", "rels": "rel", "roles": "role", "languages": "language",
    "localizedTitle": "title", "localizedSubtitle": "subtitle", "localizedSortAs": "sortAs", "subjects": "subject",
    "accessModes": "accessMode", "accessModesSufficient": "accessModeSufficient", "features": "feature",
    "hazards": "hazard", "exemptions": "exemption",
} | {kind + "s": kind for kind in (
    "author", "translator", "editor", "artist", "illustrator", "letterer", "penciler", "colorist", "inker", "narrator",
    "contributor", "publisher", "imprint")}

# Members of members.
PLACES = {
    "belongsToSeries": ("belongsTo", "series"), "belongsToCollections": ("belongsTo", "collection"),
}

# The members of Metadata; all others are its `otherMetadata`.
METADATA = {
    "@type", "conformsTo", "identifier", "altIdentifier", "title", "subtitle", "sortAs", "accessibility", "modified",
    "published", "language", "subject", "layout", "readingProgression", "description", "duration", "numberOfPages",
    "belongsTo", "tdm",
} | {name for kind, name in NAMES.items() if kind == name + "s" and name not in ("role", "rel", "feature", "hazard")}

# What is listed in a publication, apart from its sub-collections.
MANIFEST = {"@context", "metadata", "links", "readingOrder", "resources", "toc"}

# Members that are lists, empty ones where nothing is written.
LISTS = {"links", "readingOrder", "resources", "children", "alternate", "rel", "role", "subject", "language"}

# The references of a guided navigation object.
REFERENCES = {"text": "textref", "img": "imgref", "image": "imgref", "audio": "audioref", "video": "videoref"}


def follow(steps, value):
    """Applies the steps one after the other; what is absent stays so."""
    for step in steps or []:
        if value is None:
            return None
        value = apply(step, value)
    return value


def apply(step, value):
    if "get" in step:
        return member(value, step["get"])
    if "index" in step:
        return element(value, step["index"])
    if "firstWithId" in step:
        return next((one for one in value if one.get("id") == step["firstWithId"]), None)
    if "map" in step:
        return [member(one, step["map"]) for one in value]
    if "call" in step:
        return call(value, step["call"], step.get("args") or [])
    raise Unhandled(f"the step {step} is unknown")


def member(value, name):
    if isinstance(value, (list, str)) or (isinstance(value, dict) and name in ("isEmpty", "count", "size")):
        return of_list(value, name)
    if name == "otherMetadata":
        return {key: one for key, one in value.items() if key not in METADATA}
    if name == "subcollections":
        return {key: [{"links": links}] for key, links in value.items() if key not in MANIFEST}
    if name == "refs":
        return {short: value[long] for short, long in REFERENCES.items() if long in value}
    if name in PLACES:
        return follow([{"get": step} for step in PLACES[name]], value)
    name = NAMES.get(name, name)
    return value.get(name, [] if name in LISTS else None)


def of_list(value, name):
    if name in ("count", "size"):
        return len(value)
    if name == "isEmpty":
        return len(value) == 0
    if name in ("first", "last"):
        return (value[0] if name == "first" else value[-1]) if value else None
    raise Unhandled(f"a list has no member {name}")


def element(value, place):
    if isinstance(place, int):
        return value[place] if place < len(value) else None
    return value.get(resolved(place, None))


def call(value, method, arguments):
    if method in ("first", "last", "count", "size", "isEmpty"):
        return of_list(value, method)
    if method == "contains":
        return arguments[0] in (value or [])
    if method in ("firstWithRel", "filterByRel"):
        rel = list(arguments.values())[0] if isinstance(arguments, dict) else arguments[0]
        links = [link for link in value if rel in link.get("rel", [])]
        return of_list(links, "first") if method == "firstWithRel" else links
    raise Unhandled(f"there is no method {method}")
