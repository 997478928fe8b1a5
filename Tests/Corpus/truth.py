# SPDX-License-Identifier: BSD-3-Clause
"""Compares Lectern's description of a publication with that of a second, independent implementation.

Each field is a small function of the truth and the answers of Lectern, which returns the two values to compare.  A
field of several formats is compared in the same way for all.  Hrefs are compared decoded: whether a character must be
encoded is tested elsewhere.
"""
import posixpath
import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote

STRUCTURE = "http://idpf.org/epub/vocab/structure/#"
RELATIONS = {"cover": "cover", "toc": "contents", "bodymatter": "start"}

TOLERANCE = 1e-9
#: Pixels in each direction.
THUMBNAIL = 100


@dataclass
class Answers:
    """Lectern's description of one publication."""
    manifest: dict
    warnings: list
    positions: list           # a list of locators for each item of the reading order
    lengths: list             # the size in bytes of each item of the reading order; None for missing ones
    cover: "Cover"


@dataclass
class Cover:
    """The result of requesting the cover."""
    is_there: bool            # whether the first image that is called a cover can be read
    href: str = None          # of the returned image
    type: str = None
    thumbnail: object = None  # its width and height, or the status of the failure


# ------------------------------------------------------------------------------------------------------------- Reading

def decoded(href):
    """An href to compare.  An entry without a target has none, or the empty reference."""
    return None if href in (None, "", "#") else unquote(href)


def wanted(truth, href):
    """An expected href.  The truth quotes those of Readium manifests as written, not decoded."""
    if truth["kind"] == "rwpm" and href and not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", href):
        path = re.split(r"[?#{]", href)[0]
        href = posixpath.normpath(path.lstrip("/")) + href[len(path):] if path else href
    return decoded(href)


def stem(truth):
    """The default title of a publication that has none."""
    return PurePosixPath(truth["file"]).stem


def values(localized):
    """All translations of a string."""
    if localized is None:
        return [None]
    return list(localized.values()) if isinstance(localized, dict) else [localized]


def as_list(value):
    return [] if value is None else value if isinstance(value, list) else [value]


def same_text(expected, localized):
    """(expected, actual); any translation is accepted for a plain string."""
    if isinstance(expected, dict):
        return expected, localized
    found = values(localized)
    return expected, expected if expected in found else found[0]


def names(metadata, kind):
    return [values(one["name"] if isinstance(one, dict) else one) for one in as_list(metadata.get(kind))]


def same_names(expected, found):
    actual = [next((text for text in translations if text == name), translations[0])
              for name, translations in zip(expected, found)]
    return expected, actual + [translations[0] for translations in found[len(expected):]]


def tree(entries, children, href=decoded):
    if not isinstance(entries, list):
        return entries
    return [(entry.get("title"), href(entry.get("href")), tree(entry.get(children, []), children, href)) for entry in entries]


def nested(entries):
    """Nests a flat list of entries with levels, such as the outline of a PDF."""
    roots, open_lists = [], []
    for entry in entries:
        node = {"title": entry["title"], "href": f"publication.pdf#page={entry['page']}" if entry["page"] else None, "children": []}
        del open_lists[entry["level"] - 1:]
        (open_lists[-1] if open_lists else roots).append(node)
        open_lists.append(node["children"])
    return roots


def relations(types):
    return [RELATIONS.get(one, STRUCTURE + one) for one in types]


def cover_of(manifest):
    """The first image that is a cover.  Pages can have the same relation."""
    links = manifest.get("resources", []) + manifest["readingOrder"]
    covers = [link["href"] for link in links
              if "cover" in as_list(link.get("rel")) and link.get("type", "").startswith("image/")]
    return decoded(covers[0]) if covers else None


# -------------------------------------------------------------------------------------------------------------- Fields

def title(truth, it):
    expected = stem(truth) if truth["title"] is None else truth["title"]
    return same_text(expected, it.manifest["metadata"].get("title"))


def guessed_title(truth, it):
    """The title of a format without metadata is the name of the common folder, or of the file."""
    expected = truth.get("comicinfo", {}).get("Title") or truth["title_guess"] or stem(truth)
    return same_text(expected, it.manifest["metadata"].get("title"))


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


def conforms_to(truth, it):
    return as_list(truth["conforms_to"]), as_list(it.manifest["metadata"].get("conformsTo"))


def type_of_work(truth, it):
    return truth["type"], it.manifest["metadata"].get("@type")


def pages(truth, it):
    return truth["pages"], it.manifest["metadata"].get("numberOfPages")


def reading_progression(truth, it):
    return truth["reading_progression"] or "auto", it.manifest["metadata"].get("readingProgression", "auto")


def layout(truth, it):
    return truth["layout"] or "reflowable", it.manifest["metadata"].get("layout", "reflowable")


def reading_order(truth, it):
    return ([wanted(truth, item["href"]) for item in truth["reading_order"]],
            [decoded(link["href"]) for link in it.manifest["readingOrder"]])


def raw_reading_order(truth, it):
    return ([decoded(href) for href in truth["reading_order_raw"]],
            [decoded(link["href"]) for link in it.manifest["readingOrder"]])


def of_items(truth, it, key, member=None):
    """Compares a property of each item of the reading order; if the truth has none, any value is accepted."""
    actual = [link.get(member or key) for link in it.manifest["readingOrder"]]
    expected = [item.get(key) for item in truth["reading_order"]]
    if truth["kind"] == "epub":
        return expected, actual
    return [one if one is not None else other for one, other in zip(expected, actual)] + expected[len(actual):], actual


def reading_order_types(truth, it):
    return of_items(truth, it, "type")


def reading_order_titles(truth, it):
    return [item["title"] for item in truth["reading_order"]], [link.get("title") for link in it.manifest["readingOrder"]]


def reading_order_durations(truth, it):
    return ([item["duration"] for item in truth["reading_order"]],
            [link.get("duration") for link in it.manifest["readingOrder"]])


def reading_order_lengths(truth, it):
    return [item["length"] for item in truth["reading_order"]], it.lengths


def resources(truth, it):
    return ([wanted(truth, href) for href in truth["resources"]],
            [decoded(link["href"]) for link in it.manifest.get("resources", [])])


def links(truth, it):
    """The links of the manifest itself: without services and licences."""
    actual = [link for link in it.manifest["links"]
              if "~readium" not in link["href"] and "license" not in as_list(link.get("rel"))]
    return ([(as_list(link.get("rel")), wanted(truth, link["href"]), link.get("type")) for link in truth["links"]],
            [(as_list(link.get("rel")), decoded(link["href"]), link.get("type")) for link in actual])


def licence(truth, it):
    return truth["lcp"], any("license" in as_list(link.get("rel")) for link in it.manifest["links"])


def toc(truth, it):
    entries = nested(truth["toc"]) if truth["kind"] == "pdf" else truth["toc"]
    return tree(entries, "children", lambda href: wanted(truth, href)), tree(it.manifest.get("toc", []), "children")


# The roles for the elements of ComicInfo.xml.
CONTRIBUTORS = {"Writer": "author", "Penciller": "penciler", "Inker": "inker", "Colorist": "colorist", "Letterer": "letterer",
                "Editor": "editor", "Translator": "translator", "CoverArtist": "contributor", "Genre": "subject"}


def comicinfo(truth, it):
    said, metadata = truth["comicinfo"], it.manifest["metadata"]
    expected = {kind: [name.strip() for name in said[tag].split(",")] for tag, kind in CONTRIBUTORS.items() if tag in said}
    actual = {kind: [one["name"] for one in as_list(metadata.get(kind))] for kind in expected}
    expected |= {"title": said.get("Title", stem(truth)), "description": said.get("Summary"), "language": said.get("LanguageISO"),
                 "publisher": said.get("Publisher"), "series": (said.get("Series"), float(said["Number"]) if "Number" in said else None),
                 "published": "-".join(said[part].rjust(2, "0") for part in ("Year", "Month", "Day") if part in said) or None,
                 "progression": "rtl" if said.get("Manga") == "YesAndRightToLeft" else None}
    series = (metadata.get("belongsTo", {}).get("series") or [{}])[0]
    date = metadata.get("published")
    actual |= {"title": metadata["title"], "description": metadata.get("description"),
               "language": next(iter(as_list(metadata.get("language"))), None),
               "publisher": next((one["name"] for one in as_list(metadata.get("publisher"))), None),
               "series": (series.get("name"), series.get("position")),
               "published": date and date[:len(expected["published"] or "")], "progression": metadata.get("readingProgression")}
    return expected, actual


def comicinfo_pages(truth, it):
    """(relations, property page) of each page.  Without a front cover, the first page is the cover."""
    count = len(it.manifest["readingOrder"])
    rels, places = [[] for _ in range(count)], [None] * count
    said = truth["comicinfo_pages"]
    first = {kind: next((int(page["Image"]) for page in said if page.get("Type") == kind), None) for kind in ("FrontCover", "Story")}
    rels[first["FrontCover"] or 0].append("cover")
    if first["Story"] not in (None, first["FrontCover"] or 0):
        rels[first["Story"]].append("start")
    for page in said:
        if page.get("DoublePage", "").lower() in ("true", "1"):
            places[int(page["Image"])] = "center"
    return (list(zip(rels, places)), [(as_list(link.get("rel")), link.get("properties", {}).get("page"))
                                      for link in it.manifest["readingOrder"]])


def page_list(truth, it):
    return tree(truth["page_list"], "children"), tree(it.manifest.get("pageList", []), "children")


def landmarks(truth, it):
    return tree(truth["landmarks"], "children"), tree(it.manifest.get("landmarks", []), "children")


def landmark_types(truth, it):
    return ([relations(entry.get("types", [])) for entry in truth["landmarks"]],
            [as_list(link.get("rel")) for link in it.manifest.get("landmarks", [])])


def cover(truth, it):
    return decoded(truth["cover"]), cover_of(it.manifest)


def cover_file(truth, it):
    """The image itself, if it is in the publication."""
    if truth["cover"] is None:
        return None, None
    return decoded(truth["cover"]) if it.cover.is_there else None, decoded(it.cover.href)


def cover_thumbnail(truth, it):
    """Any cover except a drawing can be scaled."""
    if it.cover.href is None:
        return None, None
    if it.cover.type == "image/svg+xml":
        return "LECTERN_ERROR_UNSUPPORTED", it.cover.thumbnail
    fits = isinstance(it.cover.thumbnail, tuple) and all(0 < side <= THUMBNAIL for side in it.cover.thumbnail)
    return True, fits or it.cover.thumbnail


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


#: field -> (function, the required member of the truth, the names under which the truth may mark it as ambiguous)
FIELDS = {
    "title": (title, "title", {"title"}), "guessed title": (guessed_title, "title_guess", set()),
    "subtitle": (subtitle, "subtitle", {"subtitle"}), "identifier": (identifier, "identifier", {"identifier"}),
    "languages": (languages, "languages", {"languages"}), "authors": (authors, "authors", {"authors", "contributors"}),
    "publishers": (publishers, "publishers", {"contributors"}), "description": (description, "description", {"description"}),
    "comicinfo": (comicinfo, "comicinfo", {"comicinfo"}), "comicinfo pages": (comicinfo_pages, "comicinfo_pages", {"comicinfo"}),
    "profiles": (conforms_to, "conforms_to", set()), "type": (type_of_work, "type", set()), "pages": (pages, "pages", {"pages"}),
    "reading progression": (reading_progression, "reading_progression", {"reading_progression"}),
    "layout": (layout, "layout", {"layout"}),
    "reading order": (reading_order, "reading_order", {"reading_order", "href"}),
    "reading order of LPF": (raw_reading_order, "reading_order_raw", {"reading_order"}),
    "reading order types": (reading_order_types, "reading_order.type", {"reading_order"}),
    "reading order titles": (reading_order_titles, "reading_order.title", {"reading_order"}),
    "durations": (reading_order_durations, "reading_order.duration", {"reading_order"}),
    "lengths": (reading_order_lengths, "reading_order.length", {"reading_order", "href"}),
    "resources": (resources, "resources", {"resources"}), "links": (links, "links", {"links"}),
    "licence": (licence, "lcp", set()),
    "toc": (toc, "toc", {"toc"}), "page list": (page_list, "page_list", {"page_list"}),
    "landmarks": (landmarks, "landmarks", {"landmarks"}), "landmark types": (landmark_types, "landmarks", {"landmarks"}),
    "cover": (cover, "cover", {"cover"}), "cover file": (cover_file, "cover", {"cover"}),
    "cover thumbnail": (cover_thumbnail, "kind", set()),
    "positions total": (positions_total, "positions.total", {"positions", "reading_order", "href"}),
    "positions counts": (positions_counts, "positions.counts", {"positions", "reading_order", "href"}),
    "positions values": (positions_values, "positions.list", {"positions", "reading_order", "href"}),
}

#: Members of the truth about its subject, its method, or a group of rows.
ABOUT = {"file", "kind", "sha256", "features", "ambiguous", "status", "error", "search", "repaired", "pypdf"}

#: Members that no function of the library returns: the raw contents of archives and documents.
RAW = {"entries", "zip", "mimetype", "rootfiles", "opf_path", "version", "identifiers", "titles", "contributors", "subjects_raw",
       "dates_raw", "modified_raw", "meta", "manifest_count", "manifest_missing", "display_options", "rendition",
       "page_progression_direction_raw", "non_linear", "cover_source", "encryption", "toc_source", "landmarks_source",
       "page_list_source", "nav_href", "ncx_href", "ncx_toc", "guide", "other_navs", "packaged", "lpf", "authors_raw", "page_sizes",
       "encrypted"}

FALLBACK = "the first document of its fallbacks is read, not an item of a foreign type (EPUB 3.3, 3.5.1)"
SHOWN = "the package names no cover; the manifest links the image that a page at the beginning shows alone"
#: Where Lectern is right and the truth is wrong: path -> (fields, reason).
REASONED = {
    **{f"epub/{book}.epub": ({"cover"}, SHOWN) for book in (
        "epubcheck/epub3_03-resources/data-url-in-html-img-foreign-intrinsic-fallback-valid",
        "epubcheck/epub3_03-resources/fallback-chain-circular-error",
        "epubcheck/epub3_03-resources/foreign-xhtml-picture-source-no-type-error",
        "epubcheck/epub3_03-resources/resources-remote-font-in-svg-valid",
        "epubcheck/epub3_06-content-document/content-xhtml-img-srcset-undeclared-error",
        "samples/haruko-html-jpeg", "w3c-tests/lay-pp-spine-overrides_image-only-pp")},
    "epub/w3c-tests/fxl-spine-overrides_duplicate.epub": (
        {"positions total", "positions counts", "positions values"},
        "of several overrides of one itemref EPUB Reading Systems 3.3 uses the first; the truth uses the last"),
    "epub/wrapped-opf/epub3_05-package-document/item-property-cover-image-wrongtype-error.epub": (
        {"cover", "cover file"}, "a page that claims to be the cover image is a cover, but no image"),
    "rwpm/wrong-types.json": (
        {"title", "languages", "reading progression", "reading order types", "toc"},
        "the truth quotes values of the wrong type, which are left out"),
    "pdf/pypdf-imagemagick-ASCII85Decode.pdf": ({"title"}, "a NUL at the end of a title is no part of it"),
    "pdf/pypdf-imagemagick-images.pdf": ({"title"}, "a NUL at the end of a title is no part of it"),
    "epub/epubcheck/epub2/opf-pagemap-ref-not-found-warning.epub": (
        {"page list"}, "the page map is found by its media type"),
    "epub/epubcheck/epub3_04-ocf/ocf-container-filename-character-composition-valid.epub": (
        {"toc"}, "the hrefs of the contents are those of the manifest, also in their normal form"),
    **{f"epub/{book}.epub": ({"reading order", "reading order types"}, FALLBACK) for book in (
        "w3c-tests/pub-foreign_json-spine", "w3c-tests/pub-foreign_xml-suffix-spine",
        "wrapped-opf/epub3_05-package-document/fallback-style-error")},
    "epub/wrapped-opf/epub3_05-package-document/spine-empty-error.epub": (
        {"reading order"}, "without a spine, the documents of the manifest are read"),
    "audio/dickinson.zab": ({"guessed title"}, "the recordings name their album"),
    "audio/no-durations.audiobook": ({"durations"}, "durations that the manifest does not state are those of the recordings"),
    "cbz/futuristic_tales.cbz": (
        {"guessed title"}, "all pages are in one folder; the truth also looks at what is no page"),
}

#: What opens although the truth wants it to be refused: path -> reason.
OPENED = {
    "epub/epubcheck/epub2/ocf-metainf-container-rootfile-full-path-empty-error.epub": "there is a package document",
    "other/not-a.zip": "the content is an image",
}

#: Likewise for a whole kind of publication.
REASONED_KINDS = {
    "zab": ({"positions total", "positions counts"}, "recordings are measured in time and have no positions"),
}

#: Fields with a different meaning for a kind of publication.
OTHERWISE = {"epub": {"lengths"}}     # the compressed size of an entry, which its positions show


def unknown_members(truth):
    """Members of the truth that are not compared."""
    return set(truth) - ABOUT - RAW - {needed.split(".")[0] for _, needed, _ in FIELDS.values()}


def knows(truth, needed):
    """Whether the truth has a member, or a nested one; for a list, of its first element."""
    value = truth
    for name in needed.split("."):
        value = value[0] if isinstance(value, list) and value else value
        if not isinstance(value, dict) or name not in value:
            return False
        value = value[name]
    return True


@dataclass
class Verdict:
    field: str
    agrees: bool
    set_aside: bool           # the truth marks this field as ambiguous for this book, or is wrong
    expected: object
    actual: object


def compare(truth, answers):
    """A verdict for each field that the truth has for this publication."""
    ambiguous = {note["field"] for note in truth["ambiguous"]}
    reasoned = REASONED.get(truth["file"], (set(), ""))[0] | REASONED_KINDS.get(truth["kind"], (set(), ""))[0]
    for field, (function, needed, ambiguities) in FIELDS.items():
        if not knows(truth, needed) or field in OTHERWISE.get(truth["kind"], ()):
            continue
        expected, actual = function(truth, answers)
        yield Verdict(field, expected == actual, field in reasoned or bool(ambiguities & ambiguous), expected, actual)
