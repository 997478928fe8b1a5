# SPDX-License-Identifier: BSD-3-Clause
"""Compares what Lectern says about a book with what a second, independent implementation found.

Each field is one small function that takes the truth and the answers of Lectern, and returns the two values to be
equal.  Hrefs are compared decoded: whether an encoded character had to be is settled elsewhere.
"""
from dataclasses import dataclass
from urllib.parse import unquote

STRUCTURE = "http://idpf.org/epub/vocab/structure/#"
RELATIONS = {"cover": "cover", "toc": "contents", "bodymatter": "start"}

TOLERANCE = 1e-9


@dataclass
class Answers:
    """What Lectern says about one book."""
    manifest: dict
    warnings: list
    positions: list           # one list of locators for each item of the reading order


# ------------------------------------------------------------------------------------------------------------- Reading

def decoded(href):
    """An href to compare.  An entry without a target has none, or the empty reference."""
    return None if href in (None, "", "#") else unquote(href)


def values(localized):
    """Every translation of a string."""
    if localized is None:
        return [None]
    return list(localized.values()) if isinstance(localized, dict) else [localized]


def as_list(value):
    return [] if value is None else value if isinstance(value, list) else [value]


def same_text(expected, localized):
    """(expected, actual), where any translation will do."""
    found = values(localized)
    return expected, expected if expected in found else found[0]


def names(metadata, kind):
    return [values(one["name"] if isinstance(one, dict) else one) for one in as_list(metadata.get(kind))]


def same_names(expected, found):
    actual = [next((text for text in translations if text == name), translations[0])
              for name, translations in zip(expected, found)]
    return expected, actual + [translations[0] for translations in found[len(expected):]]


def tree(entries, children):
    return [(entry.get("title"), decoded(entry.get("href")), tree(entry.get(children, []), children)) for entry in entries]


def relations(types):
    return [RELATIONS.get(one, STRUCTURE + one) for one in types]


def cover_of(manifest):
    """The first image that is a cover.  Pages that are one go by the same relation."""
    links = manifest.get("resources", []) + manifest["readingOrder"]
    covers = [link["href"] for link in links
              if "cover" in as_list(link.get("rel")) and link.get("type", "").startswith("image/")]
    return decoded(covers[0]) if covers else None


# -------------------------------------------------------------------------------------------------------------- Fields

def title(truth, it):
    return same_text(truth["title"], it.manifest["metadata"].get("title"))


def subtitle(truth, it):
    return same_text(truth["subtitle"], it.manifest["metadata"].get("subtitle"))


def identifier(truth, it):
    return truth["identifier"], it.manifest["metadata"].get("identifier")


def languages(truth, it):
    return truth["languages"], as_list(it.manifest["metadata"].get("language"))


def authors(truth, it):
    return same_names(truth["authors"], names(it.manifest["metadata"], "author"))


def publishers(truth, it):
    return same_names(truth["publishers"], names(it.manifest["metadata"], "publisher"))


def description(truth, it):
    return truth["description"], it.manifest["metadata"].get("description")


def reading_progression(truth, it):
    return truth["reading_progression"], it.manifest["metadata"].get("readingProgression", "auto")


def layout(truth, it):
    return truth["layout"], it.manifest["metadata"].get("layout", "reflowable")


def reading_order(truth, it):
    return ([decoded(item["href"]) for item in truth["reading_order"]],
            [decoded(link["href"]) for link in it.manifest["readingOrder"]])


def reading_order_types(truth, it):
    return [item["type"] for item in truth["reading_order"]], [link.get("type") for link in it.manifest["readingOrder"]]


def toc(truth, it):
    return tree(truth["toc"], "children"), tree(it.manifest.get("toc", []), "children")


def page_list(truth, it):
    return tree(truth["page_list"], "children"), tree(it.manifest.get("pageList", []), "children")


def landmarks(truth, it):
    return tree(truth["landmarks"], "children"), tree(it.manifest.get("landmarks", []), "children")


def landmark_types(truth, it):
    return ([relations(entry.get("types", [])) for entry in truth["landmarks"]],
            [as_list(link.get("rel")) for link in it.manifest.get("landmarks", [])])


def cover(truth, it):
    return decoded(truth["cover"]), cover_of(it.manifest)


def positions_total(truth, it):
    return truth["positions"]["total"], sum(map(len, it.positions))


def positions_counts(truth, it):
    return truth["positions"]["counts"], list(map(len, it.positions))


def positions_values(truth, it):
    """(index of the item, position, progression, totalProgression) of each position, rounded to the tolerance."""
    actual = [(index, locator["locations"]["position"], locator["locations"].get("progression"),
               locator["locations"]["totalProgression"])
              for index, locators in enumerate(it.positions) for locator in locators]
    expected = [tuple(row) for row in truth["positions"]["list"]]
    close = len(actual) == len(expected) and all(
        one[:2] == other[:2] and abs(one[2] - other[2]) < TOLERANCE and abs(one[3] - other[3]) < TOLERANCE
        for one, other in zip(actual, expected) if one[2] is not None)
    return expected, expected if close else actual


#: field -> (function, the names under which the truth may call it ambiguous)
FIELDS = {
    "title": (title, {"title"}), "subtitle": (subtitle, {"subtitle"}), "identifier": (identifier, {"identifier"}),
    "languages": (languages, {"languages"}), "authors": (authors, {"authors", "contributors"}),
    "publishers": (publishers, {"contributors"}), "description": (description, {"description"}),
    "reading progression": (reading_progression, {"reading_progression"}), "layout": (layout, {"layout"}),
    "reading order": (reading_order, {"reading_order", "href"}),
    "reading order types": (reading_order_types, {"reading_order"}),
    "toc": (toc, {"toc"}), "page list": (page_list, {"page_list"}),
    "landmarks": (landmarks, {"landmarks"}), "landmark types": (landmark_types, {"landmarks"}), "cover": (cover, {"cover"}),
    "positions total": (positions_total, {"positions", "reading_order", "href"}),
    "positions counts": (positions_counts, {"positions", "reading_order", "href"}),
    "positions values": (positions_values, {"positions", "reading_order", "href"}),
}

#: Where the keys of the truth are not those of the functions above.
NEEDS = {"landmark_types": "landmarks", "reading_order_types": "reading_order", "positions_total": "positions",
         "positions_counts": "positions", "positions_values": "positions"}


#: Where Lectern is right and the truth is not: path -> (fields, why).
REASONED = {
    "epub/w3c-tests/fxl-spine-overrides_duplicate.epub": (
        {"positions total", "positions counts", "positions values"},
        "of several overrides of one itemref EPUB Reading Systems 3.3 uses the first; the truth uses the last"),
    "epub/wrapped-opf/epub3_05-package-document/item-property-cover-image-wrongtype-error.epub": (
        {"cover"}, "a page that claims to be the cover image is a cover, but no image"),
}


@dataclass
class Verdict:
    field: str
    agrees: bool
    set_aside: bool           # the truth calls this field ambiguous for this book, or is wrong
    expected: object
    actual: object


def compare(truth, answers):
    """A verdict for each field that the truth knows about this book."""
    ambiguous = {note["field"] for note in truth["ambiguous"]}
    reasoned, _ = REASONED.get(truth["file"], (set(), ""))
    for field, (function, ambiguities) in FIELDS.items():
        if NEEDS.get(function.__name__, function.__name__) not in truth:
            continue
        expected, actual = function(truth, answers)
        yield Verdict(field, expected == actual, field in reasoned or bool(ambiguities & ambiguous), expected, actual)
