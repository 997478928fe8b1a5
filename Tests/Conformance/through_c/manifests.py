# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about the components of a manifest: each is put into a manifest, which is opened and read back."""
from ..comparison import More
from .common import Refused, Unhandled
from .toolkit import follow, member

CHAPTER = {"href": "chapter.html", "type": "text/html"}

#: Where values of a type are in the manifest.
PLACES = {
    "Accessibility": ("metadata", "accessibility"), "Collection": ("metadata", "belongsTo", "collection"),
    "Contributor": ("metadata", "author"), "EPUBMediaOverlay": ("metadata", "mediaOverlay"),
    "LocalizedString": ("metadata", "subtitle"), "Metadata": ("metadata",), "Properties": ("resources", 0, "properties"),
    "Encryption": ("resources", 0, "properties", "encrypted"), "Link": ("toc", 0),
    "PublicationCollection": ("vectors",), "ReadingProgression": ("metadata", "readingProgression"),
    "Subject": ("metadata", "subject"), "TDM": ("metadata", "tdm"), "Tdm": ("metadata", "tdm"),
    "EPUBLayout": ("metadata", "layout"), "EpubLayout": ("metadata", "layout"),
} | {kind: ("resources", 0, "properties") + path for kind, path in {
    "OPDSAvailability": ("availability",), "OPDSAvailability.State": ("availability", "state"), "OPDSCopies": ("copies",),
    "OPDSHolds": ("holds",), "OPDSPrice": ("price",), "OPDSAcquisition": ("indirectAcquisition", 0),
    "Presentation.Fit": ("fit",), "Presentation.Orientation": ("orientation",), "Presentation.Overflow": ("overflow",),
    "Presentation.Page": ("page",), "Presentation.Spread": ("spread",)}.items()}
#: Where lists that are read unchanged are in the manifest, even with one element.
LISTS = {"[Link]": ("toc",), "[OPDSAcquisition]": ("resources", 0, "properties", "indirectAcquisition"), "[Subject]": ("metadata", "subject"), "[Contributor]": ("metadata", "author"),
         "[Collection]": ("metadata", "belongsTo", "collection")}
#: Types that a manifest writes as lists.
LISTED = ("Contributor", "Collection", "Subject")


def opened(manifest):
    import lectern
    try:
        return lectern.Publication.open_manifest(manifest)
    except lectern.LecternError as error:
        raise Refused(str(error)) from error


def whole(json):
    """A complete manifest from a partial one."""
    if not isinstance(json, dict):
        return json
    metadata = json.get("metadata", {})
    return {"links": [], "readingOrder": [CHAPTER]} | json | {
        "metadata": {"title": "T"} | metadata if isinstance(metadata, dict) else metadata}


def put(value, path):
    for step in reversed(path):
        value = [value] if step == 0 else {step: value}
        if step == "properties":
            value |= {"href": "file", "type": "text/html"}
    return value


def read(type, json):
    """The result of parsing a value; Refused if the library dropped it."""
    if json is None:
        return [] if type in LISTS else None
    path = LISTS.get(type) or PLACES.get(type)
    if path is None:
        raise Unhandled(f"no manifest has a {type} by itself")
    given = put(json, path)
    with opened(whole(given)) as book:
        value, warnings = book.manifest, book.warnings
    for step in path:
        value = value[step] if isinstance(value, list) and len(value) > step else \
            value.get(step) if isinstance(value, dict) else None
    if type in LISTS:
        return value if isinstance(value, list) else [] if value is None else [value]
    if value is None and json in ({}, [], "auto") and not warnings:
        # Empty values and defaults are not written.
        return json
    if value is None and type == "Properties" and isinstance(json, dict):
        # Only members of the toolkits were dropped.
        return {}
    if value is None:
        raise Refused("; ".join(warning["message"] for warning in warnings) or "left out")
    return value[0] if type in LISTED and isinstance(value, list) else value


def parse_manifest(json):
    with opened(json) as book:
        manifest = read_manifest(book)
    return manifest if "@context" in json else without_context(manifest)


def read_manifest(book):
    """A manifest without the routes of services."""
    manifest = book.manifest
    manifest["links"] = [link for link in manifest["links"] if "~readium" not in link["href"]]
    return manifest


def without_context(manifest):
    return {key: value for key, value in manifest.items() if key != "@context"}


def read_metadata(json):
    """The metadata without anything that the library derives from the reading order."""
    if json is None:
        return None
    metadata = parse_manifest({"metadata": json, "links": [], "readingOrder": [CHAPTER]})["metadata"]
    return metadata


#: Types that are more than a member of a manifest.
WHOLE = {"Manifest": parse_manifest, "Metadata": read_metadata}


def value_of(type, json):
    if isinstance(json, dict) and "op" in json:
        json = model({"id": "", "input": json}, None)
    return WHOLE[type](json) if type in WHOLE else read(type, json)


def model(vector, folder):
    given = vector["input"]
    if given["op"] in ("parse", "serialize"):
        if given["op"] == "serialize" and not given.get("type"):
            raise Unhandled("a value without a type")
        found = value_of(given["type"], given["json" if given["op"] == "parse" else "model"])
        if given["type"] == "Metadata" and vector["id"].startswith("swift/"):
            # Without a declared progression, the direction is up to the reader.
            found.setdefault("readingProgression", "auto")
        return follow(given.get("then"), found)
    if given["op"] == "construct" and given["type"] in PLACES:
        arguments = given["args"]
        return value_of(given["type"], next(iter(arguments.values() if isinstance(arguments, dict) else arguments), None))
    if given["op"] == "get" and given["on"]["type"] in (PLACES.keys() | WHOLE) - {"LocalizedString"}:
        found = value_of(given["on"]["type"], given["on"]["value"])
        return follow(given.get("then"), found if given["member"] == "rawValue" else member(found, given["member"]))
    raise Unhandled(f"no function answers {given['op']} of {given.get('type') or given['on']['type']}")


# Publications

def publication(vector, folder):
    """Kinds manifest-helpers and manifest-json: properties of a publication derived from its manifest."""
    given = vector["input"]
    if given["op"] in ("parse", "serialize"):
        return model(vector, folder)
    json = given["on"]["value"]
    order = {name: typed(json[name]) for name in ("readingOrder", "resources") if name in json}
    with opened(whole({"readingOrder": []} | json | order)) as book:
        answer = asked_of(book, given.get("member") or given["method"], argument(given))
    return follow(given.get("then"), untyped(answer, json))


def argument(given):
    arguments = given.get("args") or []
    return next(iter(arguments.values() if isinstance(arguments, dict) else arguments), None)


#: The collections of a manifest, by their names in the toolkits.
COLLECTIONS = {"landmarks": "landmarks", "listOfAudioClips": "loa", "listOfVideoClips": "lov", "pageList": "pageList",
               "images": "images"}


def asked_of(book, name, asked):
    import lectern
    try:
        if name in ("conforms", "conformsTo"):
            return asked in book.info["conformsTo"]
        if name in ("linkWithRel", "linksWithRel"):
            found = book.links({"rel": asked})
            return found if name == "linksWithRel" else next(iter(found), None)
        if name in ("linkWithHREF", "linkWithHref"):
            return book.link(asked)
        if name in ("baseURL", "baseUrl"):
            return book.info["baseURL"]
        if name == "jsonManifest":
            return without_context(read_manifest(book))
        if name in COLLECTIONS:
            return book.collection(COLLECTIONS[name])
    except lectern.NotFoundError:
        return None
    raise Unhandled(f"no function answers {name}")


def typed(json):
    """Adds types to links, which constructed links in the toolkits do not need, but parsed manifests do."""
    if isinstance(json, list):
        return [typed(one) for one in json]
    if not isinstance(json, dict):
        return json
    found = {key: typed(one) for key, one in json.items()}
    return {"type": "text/html"} | found if "href" in found else found


def untyped(answer, json):
    """Removes types that were added."""
    if "type" in str(json):
        return answer
    if isinstance(answer, list):
        return [untyped(one, json) for one in answer]
    return {key: one for key, one in answer.items() if key != "type"} if isinstance(answer, dict) else answer


# Lists of links

def links(vector, folder):
    """Kinds link-json and link-list-helpers: filters, templates and URLs of links."""
    given = vector["input"]
    if given["op"] not in ("get", "call"):
        return model(vector, folder)
    value, name = given["on"]["value"], given.get("member") or given["method"]
    if isinstance(value, dict):
        return of_link(value, name, given)
    texts = [text for text in flat(given.get("args") or [])]
    return follow(given.get("then"), of_links(value, name, texts))


def flat(arguments):
    for one in arguments.values() if isinstance(arguments, dict) else arguments:
        yield from one if isinstance(one, list) else [one]


def of_links(value, name, texts):
    import lectern
    if name.startswith("allAre"):
        return lectern.links.all_match(value, {"kind": name.removeprefix("allAre").lower()})
    short = name.replace("HREF", "Href")
    if short.endswith("Rel"):
        filter = {"rel": texts}
    elif short.endswith("Href"):
        filter = {"href": texts[0]}
    elif "MediaType" in short:
        filter = {"type": texts}
    else:
        raise Unhandled(f"no function answers {name}")
    if short.startswith("allM"):
        return lectern.links.all_match(value, filter)
    found = lectern.links.filtered(value, filter)
    if short.startswith("first") and "Index" not in short:
        return found[0] if found else None
    if short.startswith("any"):
        return bool(found)
    if short.startswith("filter"):
        return found
    raise Unhandled("no function tells the place in a list")


def of_link(value, name, given):
    import lectern
    arguments = given.get("args") or {}
    if name == "templateParameters":
        return lectern.links.parameters(value)
    if name == "expandTemplate":
        return lectern.links.expanded(value, next(iter(arguments.values() if isinstance(arguments, dict) else arguments)))
    if name in ("url", "toUrl"):
        raise Unhandled("lectern_link_url() gives absolute URLs")
    return member(read("Link", value), name)


def templates(vector, folder):
    """Kind uri-template."""
    import lectern
    given = vector["input"]
    link = {"href": given["template"], "templated": True}
    try:
        if given["op"] == "parameters":
            return lectern.links.parameters(link)
        return lectern.links.expanded(link, given["parameters"])["href"]
    except lectern.LecternError as error:
        raise Refused(str(error)) from error


# Presentation

def effective_progression(vector, folder):
    given = vector["input"]
    metadata = {"title": "T"} | (given.get("metadata") or {"language": given.get("languages"),
                                                         "readingProgression": given.get("readingProgression")})
    with opened(whole({"metadata": metadata})) as book:
        found = book.info["effectiveReadingProgression"]
    return found if "metadata" in given else {"readingProgression": found}


def layout_of(vector, folder):
    given = vector["input"]
    if "on" in given:
        publication_layout, link = given["on"]["value"].get("layout"), given["args"][0]
    else:
        publication_layout, link = given["publicationLayout"], {"properties": {"layout": given["linkLayout"]}}
    link = {"href": "chapter.html", "type": "text/html"} | {key: one for key, one in link.items() if one is not None}
    with opened({"metadata": {"title": "T"} | ({"layout": publication_layout} if publication_layout else {}),
                 "links": [], "readingOrder": [link]}) as book:
        found = book.layout(link["href"])["layout"]
    return found if "on" in given else {"layout": found}


def presentation(vector, folder):
    """The kinds presentation, presentation.parse and presentation.serialize, and the properties of links."""
    given = vector["input"]
    type = given.get("type") or (given.get("on") or {}).get("type") or "Presentation"
    if given.get("member") == "presentation":
        return presented(given["on"]["value"])
    if type != "Presentation":
        return model(vector, folder)
    json = given.get("json", given.get("model", given.get("presentation")))
    found = presented({"presentation": json})
    return {"json": found} if "presentation" in given else found


def presented(metadata):
    """The presentation of a publication, with defaults filled in."""
    with opened(whole({"metadata": metadata})) as book:
        return More(book.info["presentation"])


def enumeration(vector, folder):
    """Kind presentation.enum: one property of a link."""
    name, value = vector["input"]["property"], vector["input"]["value"]
    given = {"resources": [{"href": "file", "type": "text/html", "properties": {name: value}}]}
    with opened(whole(given)) as book:
        return {"value": book.manifest["resources"][0].get("properties", {}).get(name)}


HANDLERS = {
    "opds-json": model, "presentation": presentation, "presentation.enum": enumeration,
    "presentation.parse": presentation, "presentation.serialize": presentation,
    "accessibility-json": model, "collection-json": model, "contributor-json": model, "encryption-json": model,
    "epub-layout": model, "layoutOf": layout_of, "link-json": links, "link-list-helpers": links,
    "localized-string": model, "manifest-helpers": publication, "manifest-json": publication, "metadata-json": model,
    "metadata.effectiveReadingProgression": effective_progression, "presentation.layoutOf": layout_of,
    "properties-json": model, "reading-progression": model, "reading-progression-effective": effective_progression,
    "subject-json": model, "tdm-json": model, "uri-template": templates,
}
