# SPDX-License-Identifier: BSD-3-Clause
"""An EPUB 3.3: the package document and the navigation document are made from the manifest.

Images of the reading order get a page of their own.  Media overlays are not written.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from typing import Any, Optional
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from ..errors import NotFoundError, UnsupportedError
from ..publication import Publication
from .metadata import elements
from .resources import Resources, is_route, links, path_of, rels
from .targets import Target

PACKAGE, NAVIGATION, PAGES = "package.opf", "navigation.xhtml", "pages-of-images"
XHTML = "application/xhtml+xml"
DOCUMENTS = (XHTML, "image/svg+xml")
IMAGES = ("image/jpeg", "image/png", "image/gif", "image/webp")

#: What the navigation document replaces, and media overlays.
LEFT_OUT = ("application/x-dtbncx+xml", "application/smil+xml")

CONTAINER = f"""<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="{PACKAGE}" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{title}</title>
<meta name="viewport" content="width={width}, height={height}"/>
<style>body {{ margin: 0 }} img {{ display: block; width: {width}px; height: {height}px }}</style></head>
<body><img src={source} alt={title_text}/></body></html>
"""
#: Properties of items in the manifest, by those of RWPM.
ITEM = {"js": "scripted", "mathml": "mathml", "svg": "svg", "remote-resources": "remote-resources"}
#: Properties of items in the spine, by member and value of RWPM.
SPINE = {
    ("page", "left"): "page-spread-left", ("page", "right"): "page-spread-right",
    ("page", "center"): "rendition:page-spread-center", ("layout", "fixed"): "rendition:layout-pre-paginated",
    ("layout", "reflowable"): "rendition:layout-reflowable",
    **{("orientation", value): f"rendition:orientation-{value}" for value in ("auto", "landscape", "portrait")},
    **{("spread", value): f"rendition:spread-{value}" for value in ("auto", "both", "none", "landscape")},
    ("overflow", "paginated"): "rendition:flow-paginated", ("overflow", "scrolled"): "rendition:flow-scrolled-doc",
}


def fill(book: Publication, target: Target, *, stored: bool) -> Resources:
    with target.add("mimetype", stored=True) as file:
        file.write(b"application/epub+zip")
    _write(target, "META-INF/container.xml", CONTAINER)
    return _Package(book, target, stored).written()


def _write(target: Target, path: str, text: str) -> None:
    with target.add(path) as file:
        file.write(text.encode("utf-8"))


class _Package:
    def __init__(self, book: Publication, target: Target, stored: bool) -> None:
        self.book = book
        self.manifest: dict[str, Any] = json.loads(book.manifest_text)
        self.target = target
        reserved = {"mimetype", "META-INF/container.xml", PACKAGE, NAVIGATION, "META-INF/encryption.xml"}
        self.resources = Resources(book, target, reserved, stored=stored)
        self.items: list[str] = []
        self.spine: list[str] = []
        #: Pages by the path of their image.
        self.pages: dict[str, str] = {}

    def written(self) -> Resources:
        ids: dict[str, str] = {}
        for link in links(self.manifest, "readingOrder", "resources"):
            if link.get("type") in LEFT_OUT:
                continue
            path = None if is_route(link) else self.resources.copy(link)
            if path is not None and path not in ids:
                ids[path] = f"item-{len(ids) + 1}"
                self.items.append(_item(ids[path], path, link.get("type", "application/octet-stream"), _properties(link)))
        for number, link in enumerate(self.manifest["readingOrder"], 1):
            path = path_of(link["href"])
            if path in ids:
                self.spine.append(_reference(self._document(number, link, path, ids[path]), link))
        if not self.spine:
            raise NotFoundError("None of the pages of the book is there.")
        in_order = {path_of(link["href"]) for link in self.manifest["readingOrder"]}
        for path, link in self.resources.added.items():
            # Documents that others refer to are in the spine, too (EPUB 3.3, 5.7.2).
            if link.get("type") == XHTML and path not in in_order:
                reflowable = f' properties="{SPINE["layout", "reflowable"]}"' if self._is_fixed else ""
                self.spine.append(f'<itemref idref="{ids[path]}" linear="no"{reflowable}/>')
        _write(self.target, NAVIGATION, self._navigation())
        _write(self.target, PACKAGE, self._package())
        return self.resources

    def _document(self, number: int, link: dict[str, Any], path: str, id: str) -> str:
        """The id of a document in the reading order, which is written for an image."""
        kind = link.get("type", "")
        if kind in DOCUMENTS:
            return id
        if kind not in IMAGES:
            raise UnsupportedError(f"An EPUB has pages in XHTML, SVG or as images: {link['href']} is {kind or 'of no known type'}.")
        page = f"{PAGES}/{number:04}.xhtml"
        width, height = link.get("width"), link.get("height")
        if not width or not height:
            thumbnail = self.book.get(f"~readium/thumbnail?href={quote(link['href'], safe='')}&width=1000&height=1000").link
            width, height = thumbnail["width"], thumbnail["height"]
        title = link.get("title") or str(number)
        text = PAGE.format(title=escape(title), title_text=quoteattr(title), width=width, height=height,
                           source=quoteattr("../" + quote(path)))
        _write(self.target, page, text)
        self.pages[path] = page
        self.items.append(_item(f"page-{number}", page, XHTML))
        return f"page-{number}"

    # The package document

    @property
    def _is_fixed(self) -> bool:
        return bool(self.pages) or self.manifest["metadata"].get("layout") == "fixed"

    def _package(self) -> str:
        metadata = self.manifest["metadata"]
        identifier = metadata.get("identifier") or uuid.uuid5(uuid.NAMESPACE_URL, self.book.manifest_text).urn
        direction = metadata.get("readingProgression")
        progression = f' page-progression-direction="{direction}"' if direction in ("ltr", "rtl") else ""
        items = [_item("navigation", NAVIGATION, XHTML, ["nav"]), *self.items]
        return "\n".join([
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="identifier">',
            '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
            f'<dc:identifier id="identifier">{escape(identifier)}</dc:identifier>',
            *elements(metadata, is_fixed=self._is_fixed), "</metadata>",
            "<manifest>", *items, "</manifest>", f"<spine{progression}>", *self.spine, "</spine>", "</package>", ""])

    # The navigation document

    def _navigation(self) -> str:
        toc = self.manifest.get("toc") or [
            {"href": link["href"], "title": link.get("title") or str(number)}
            for number, link in enumerate(self.manifest["readingOrder"], 1)]
        lists = [("toc", toc), ("page-list", self.manifest.get("pageList", ()))]
        parts = [f'<nav epub:type="{kind}">{entries}</nav>' for kind, rows in lists if (entries := self._list(rows))]
        title = escape(self.book.title or "")
        return (f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"'
                f' xmlns:epub="http://www.idpf.org/2007/ops"><head><title>{title}</title></head>\n<body>'
                + "\n".join(parts) + "</body></html>\n")

    def _list(self, rows: Iterable[dict[str, Any]]) -> str:
        entries = []
        for link in rows:
            inner = self._list(link.get("children", ()))
            target = self._target(link["href"])
            label = escape(link.get("title") or link["href"])
            # An entry that leads nowhere needs some below it (EPUB 3.3, 7.3).
            if target or inner:
                entries.append(f"<li>{f'<a href={quoteattr(target)}>{label}</a>' if target else f'<span>{label}</span>'}{inner}</li>")
        return f"<ol>{''.join(entries)}</ol>" if entries else ""

    def _target(self, href: str) -> Optional[str]:
        path = path_of(href)
        if path is None or path not in self.resources.added:
            return None
        page = self.pages.get(path)
        return page or quote(path) + (f"#{fragment}" if (fragment := href.partition("#")[2]) else "")


def _item(id: str, path: str, kind: str, properties: Iterable[str] = ()) -> str:
    listed = " ".join(properties)
    more = f" properties={quoteattr(listed)}" if listed else ""
    return f'<item id="{id}" href={quoteattr(quote(path))} media-type={quoteattr(kind)}{more}/>'


def _properties(link: dict[str, Any]) -> list[str]:
    contained = link.get("properties", {}).get("contains", ())
    is_cover = "cover" in rels(link) and link.get("type", "").startswith("image/")
    return [ITEM[one] for one in contained if one in ITEM] + (["cover-image"] if is_cover else [])


def _reference(id: str, link: dict[str, Any]) -> str:
    given = link.get("properties", {}).items()
    listed = " ".join(SPINE[name, value] for name, value in given if isinstance(value, str) and (name, value) in SPINE)
    return f'<itemref idref="{id}"' + (f' properties="{listed}"' if listed else "") + "/>"
