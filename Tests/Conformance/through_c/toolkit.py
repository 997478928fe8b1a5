# SPDX-License-Identifier: BSD-3-Clause
"""The objects of the toolkits, as traversed by a vector (`then`), on top of their JSON."""
from ..comparison import resolved
from .common import Unhandled

# The JSON names of members.
NAMES = {
    "mediaType": "type", "alternates": "alternate", "rels": "rel", "roles": "role", "languages": "language",
    "localizedTitle": "title", "localizedSubtitle": "subtitle", "localizedSortAs": "sortAs",
    "localizedName": "name", "subjects": "subject",
    "accessModes": "accessMode", "accessModesSufficient": "accessModeSufficient", "features": "feature",
    "hazards": "hazard", "exemptions": "exemption", "encryption": "encrypted",
    "indirectAcquisitions": "indirectAcquisition",
    "archive": "https://readium.org/webpub-manifest/properties#archive", "tableOfContents": "toc", "context": "@context",
} | {kind + "s": kind for kind in (
    "author", "translator", "editor", "artist", "illustrator", "letterer", "penciler", "colorist", "inker", "narrator",
    "contributor", "publisher", "imprint")}

# Nested members.
PLACES = {
    "belongsToSeries": ("belongsTo", "series"), "belongsToCollections": ("belongsTo", "collection"),
}

# The members of Metadata; all others are in its `otherMetadata`.
METADATA = {
    "@type", "conformsTo", "identifier", "altIdentifier", "title", "subtitle", "sortAs", "accessibility", "modified",
    "published", "language", "subject", "layout", "readingProgression", "description", "duration", "numberOfPages",
    "belongsTo", "tdm",
} | {name for kind, name in NAMES.items() if kind == name + "s" and name not in ("role", "rel", "feature", "hazard")}

# The members of a manifest, apart from its sub-collections.
MANIFEST = {"@context", "metadata", "links", "readingOrder", "resources", "toc"}

# Members that are lists, and empty if nothing is written.
LISTS = {
    "links", "readingOrder", "resources", "toc", "pageList", "landmarks", "children", "alternate", "rel", "role", "subject",
    "language", "conformsTo", "contains", "accessMode", "accessModeSufficient", "feature", "hazard", "exemption",
    "indirectAcquisition",
} | {kind for name, kind in NAMES.items() if kind + "s" == name and kind != "type"}

# Defaults for absent members.
DEFAULTS = {"templated": False, "isTemplated": False}

# Members that are the text of a language map; with the prefix localized… they are the map.
TRANSLATED = {"title", "subtitle", "sortAs", "name"}

# The toolkits wrap strings in their own types.
TEXTS = {"value", "rawValue", "string", "toString", "url", "href"}

# The references of a guided navigation object.
REFERENCES = {"text": "textref", "img": "imgref", "image": "imgref", "audio": "audioref", "video": "videoref"}


def follow(steps, value):
    """Applies the steps in order; an absent value remains absent."""
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
    if isinstance(value, str) and name in TEXTS:
        return value
    if isinstance(value, (list, str)) or (isinstance(value, dict) and name in ("isEmpty", "count", "size")):
        return of_list(value, name)
    if not isinstance(value, dict):
        raise Unhandled(f"{value} has no member {name}")
    if name == "otherMetadata":
        return {key: one for key, one in value.items() if key not in METADATA}
    if name == "subcollections":
        return {key: [{"links": links}] for key, links in value.items() if key not in MANIFEST}
    if name == "refs":
        return {short: value[long] for short, long in REFERENCES.items() if long in value}
    if name in PLACES:
        return follow([{"get": step} for step in PLACES[name]], value) or []
    if name in TRANSLATED and isinstance(value.get(name), dict):
        return text_of(value[name])
    name = NAMES.get(name, name)
    return value.get(name, [] if name in LISTS else DEFAULTS.get(name))


def text_of(translations):
    """The text of a language map for a reader without preferences."""
    return next((translations[language] for language in ("und", "en") if language in translations),
                next(iter(translations.values()), None))


def of_list(value, name):
    if name in ("count", "size"):
        return len(value)
    if name == "isEmpty":
        return len(value) == 0
    if name in ("first", "last"):
        return (value[0] if name == "first" else value[-1]) if value else None
    raise Unhandled(f"a list has no member {name}")


def element(value, place):
    if isinstance(value, list):
        return value[place] if isinstance(place, int) and place < len(value) else None
    return value.get(resolved(place, None)) if isinstance(value, dict) else None


def call(value, method, arguments):
    argument = next(iter(arguments.values() if isinstance(arguments, dict) else arguments), None)
    if method == "contains":
        return argument in (value or [])
    if method in ("get", "getOrNull"):
        return element(value, argument)
    if method in ("firstWithRel", "filterByRel", "linkWithRel", "linksWithRel"):
        links = [link for link in links_of(value) if argument in link.get("rel", [])]
        return of_list(links, "first") if method in ("firstWithRel", "linkWithRel") else links
    if method in ("firstWithHref", "firstWithHREF", "linkWithHref", "linkWithHREF"):
        return next((link for link in links_of(value) if link["href"] == argument), None)
    if argument is None:
        return member(value, method)
    raise Unhandled(f"there is no method {method}")


def links_of(value):
    """The links of a list, or of a whole manifest."""
    return value if isinstance(value, list) else [
        link for name in ("readingOrder", "resources", "links") for link in value.get(name, [])]
