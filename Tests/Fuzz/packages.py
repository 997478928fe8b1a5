# SPDX-License-Identifier: BSD-3-Clause
"""Exercises a publication: requests, searches, reads and presents everything."""
import io
import json
import tempfile
from pathlib import Path

import lectern

from . import addresses, books, formats, texts
from .case import MEMORY

PACKAGES = {"application/webpub+zip", "application/audiobook+zip", "application/divina+zip", "application/lpf+zip", "application/vnd.comicbook+zip"}
#: Formats whose manifests the library generates.
WRITTEN = {"application/epub+zip", "application/vnd.comicbook+zip", "application/x.readium.zab+zip", "application/lpf+zip", "application/pdf"}
HREFS = ("/~readium/guided-navigation.json", "/~readium/guided-navigation.json?ref=a.html", "a.html", "i.png", "OEBPS/a.xhtml", "OEBPS/b%20c.xhtml", "OEBPS/f.ttf", "/~readium/positions", "", "#", "../" * 99, "%", "%00", "a" * 9999, "\u0301" * 99)
RANGES = (0, 1, 2, 1040, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1)
KEYS = ("fontSize", "theme", "publisherStyles", "columnCount", "scroll", "language", "fontFamily", "backgroundColor", "acme:ruler",
        "acme:mode", "acme:zoom", "acme:any", "verticalText", "spread", "unknown")


def use(case, given):
    name, content = given
    data = books.packed(content, case.random.random() < 0.5) if isinstance(content, dict) else content
    publication = case.call("open", lectern.Publication.open_bytes, data, {"name": name})
    if publication:
        with publication:
            describe(case, publication)
            compare(case, publication, name, data)
            find(case, publication)
            search(case, publication)
            read(case, publication)
            present(case, publication)
    if name == "book.json":
        serve(case, data)


def use_folder(case, given):
    """Opens the same files from a folder, skipping names that would escape it."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as path:
        for name, data in given[1].items():
            file = Path(path) / "book" / name.strip("/")
            if "\0" in name or ".." in name or len(name.encode("utf-8", "replace")) > 200:
                continue
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
            except (OSError, UnicodeEncodeError):  # a folder has this name
                continue
        publication = case.call("open", lectern.Publication.open, Path(path) / "book")
        if publication:
            with publication:
                describe(case, publication)
                search(case, publication)
                read(case, publication)


def describe(case, publication):
    manifest = case.ask("publication_manifest", publication)
    # The manifest of a Readium package is passed on unchanged.
    if publication.info["format"] in WRITTEN:
        case.valid("manifest", manifest, "manifest", len(json.dumps(manifest)))
    for name in ("positions", "positions_by_reading_order", "warnings", "info", "services", "pages", "identity"):
        case.ask("publication_" + name, publication)
    case.ask("publication_accessibility", publication, None)
    for what, ask in (("cover", publication.cover), ("cover fitting", lambda: publication.cover(width=20, height=30))):
        resource = case.call(what, ask)
        if resource:
            resource.close()
    for _ in range(3):
        case.ask("publication_locate", publication, case.text(texts.PLACE))
        addresses.cfis(case, publication, texts.cfi_text(case.random), texts.cfi_text(case.random))
    for href in case.random.sample(HREFS, 4):
        get(case, publication, href)


def get(case, publication, href):
    """A range has the same bytes as the whole."""
    resource = case.call(f"get {href[:40]}", publication.get, href)
    if not resource:
        return
    with resource:
        whole = case.call("read", resource.read)
        offset, length = case.random.choice(RANGES), case.random.choice(RANGES)
        part = case.call("read a range", resource.read, offset, length)
        case.check(whole is None or part is None or part == whole[offset:offset + length],
                   f"{href[:40]}: {offset}+{length} is not what the whole has there")


def compare(case, publication, name, data):
    """A stream and memory give the same results, and a generated manifest can be parsed."""
    text = publication.manifest_text
    stream = case.call("open a stream", lectern.Publication.open_stream, io.BytesIO(data), {"name": name})
    case.check(stream, "it opens in memory, and not as a stream")
    if stream:
        with stream:
            case.check(stream.manifest_text == text and stream.warnings == publication.warnings, "the stream has another manifest or other warnings")
    again = case.call("open the manifest", lectern.Publication.open_manifest, text)
    case.check(again, "its manifest is none")
    if again:
        with again:
            case.check(again.manifest_text == text, "its manifest is another one when it is read again")


def find(case, publication):
    """Every file in the manifest exists, or a warning reports that it does not."""
    said = json.dumps([[warning["message"], warning["path"]] for warning in publication.warnings], ensure_ascii=False)
    manifest = publication.manifest
    for link in (manifest["readingOrder"] + manifest.get("resources", []))[:50]:
        href = link["href"]
        if ":" in href.split("/")[0] or link.get("templated") or "more warnings" in said or "\\" in json.dumps(href):
            continue
        try:
            publication.get(href).close()
        except lectern.NotFoundError:
            case.check(href[:100] in said or publication.info["format"] not in PACKAGES, f"{href[:60]} is not there, and nobody says so")
        except lectern.LecternError as error:
            case.look_at(f"get {href[:40]}", error)


def search(case, publication):
    cursor = case.made(lectern.Cursor, "publication_search", publication, case.random.choice(texts.QUERIES), case.text(texts.SEARCH))
    if cursor:
        with cursor:
            walk_pages(case, cursor, "locators", "a search finds other matches")


def walk_pages(case, cursor, schema, complaint):
    """All pages; they are the same when going back."""
    pages = case.call("pages", list, cursor) or []
    back = case.call("pages before", list, iter(cursor.previous, None)) if pages else None
    case.check(back is None or back == pages[-2::-1], f"{complaint} on its way back")
    for page in pages[:2]:
        case.valid("a page", page, schema, len(json.dumps(page)))
    return pages


def read(case, publication):
    """Going forwards and backwards gives the same elements, and each locator leads to its own element."""
    tokens = case.random.choice((None, *texts.TOKENS))
    cursor = case.call("content", publication.content, None, tokens)
    if not cursor:
        return
    with cursor:
        pages = walk_pages(case, cursor, "content", "there are other elements")
    elements = [element for page in pages for element in page["elements"]]
    hrefs = [link["href"].partition("#")[0] for link in publication.manifest["readingOrder"]]
    for element in case.random.sample(elements, min(3, len(elements))):
        start = case.call("content from an element", publication.content, element["locator"], tokens)
        if start:
            with start:
                page = case.call("the page of an element", start.next)
                # Without a position, it is unclear which occurrence of a repeated file is meant.
                is_certain = "position" in element["locator"]["locations"] or hrefs.count(element["locator"]["href"]) < 2
                case.check(not page or not is_certain or page["elements"][0] == element,
                           f"to begin at the element {element['locator']} leads to {page and page['elements'][0]['locator']}")
        case.call("locate an element", publication.locate, element["locator"])
    start = case.made(lectern.Cursor, "publication_content", publication, case.text(texts.PLACE), case.text({"tokens": texts.TOKENS[0]}))
    if start:
        with start:
            case.call("elements before a place", start.previous)
            case.call("elements from a place", list, start)
    for href in case.random.sample(HREFS, 3) + [link["href"] for link in publication.manifest["readingOrder"][:2]]:
        case.ask("publication_text", publication, href)
    case.ask("publication_markdown", publication, case.text({"start": texts.PLACE}))
    case.call("markdown", publication.markdown)


def serve(case, data):
    """A manifest with files that a host serves."""
    files = formats.beside(case.random)
    fetcher = lectern.service.fetcher(lambda href: files.get(href, "").encode() or None)
    served = case.made(lectern.Publication, "publication_open_manifest", None, data.replace(b"\0", b""), fetcher, None)
    if served:
        with served:
            describe(case, served)


def present(case, publication):
    view = case.made(lectern.Navigator, "navigator_new", publication, case.text(texts.OPTIONS))
    if not view:
        return
    with view:
        case.do("navigator_submit_preferences", view, case.text(texts.PREFERENCES))
        case.ask("navigator_settings", view)
        before = view.location
        if not case.do("navigator_set_location", view, case.text(texts.DECORATIONS[0]["locator"])):
            case.check(view.location == before, "setting the location failed and changed it")
        case.do("navigator_set_viewport", view, case.text(texts.OPTIONS["viewport"]))
        case.ask("navigator_spreads", view)
        decorate(case, view)
        draft = case.call("edit", view.edit_preferences)
        if draft:
            with draft:
                walk(case, draft)
                case.ask("preferences_submit", draft)


def decorate(case, view):
    before = case.ask("navigator_decorations", view, "g")
    applied = case.ask("navigator_apply_decorations", view, "g", case.text(texts.DECORATIONS))
    case.check(applied is not None or case.ask("navigator_decorations", view, "g") == before, "apply failed and changed the group")
    case.ask("navigator_render_decorations", view, "OEBPS/a.xhtml")
    case.do("navigator_activate_decoration", view, "g", "1", case.text(texts.INTERACTION))


def walk(case, draft):
    """A random walk: a failure changes nothing, and a value that was set can be read."""
    for _ in range(8):
        key, before = case.random.choice(KEYS), draft.text
        change = case.random.choice(("increment", "decrement", "toggle", "activate", "clear", "set", "merge"))
        arguments = {"set": (key, case.text(texts.PREFERENCES.get(key, 1)), case.random.randrange(2)), "merge": (case.text(texts.PREFERENCES),),
                     "activate": (key,), "clear": (key,)}.get(change, (key, case.random.randrange(2)))
        if not case.do("preferences_" + change, draft, *arguments):
            case.check(draft.text == before, f"{change} of {key} failed and changed the draft")
        shown = case.ask("preferences_settings", draft)
        if shown is None:
            continue
        # Unusable values are kept and listed.
        ignored = {one["pointer"].split("/")[1].replace("~1", "/").replace("~0", "~") for one in shown["ignored"]}
        case.check(all(shown["settings"][name]["preference"] == value for name, value in json.loads(draft.text).items() if name not in ignored),
                   f"after {change} of {key} the settings do not show the preferences")
