# SPDX-License-Identifier: BSD-3-Clause
"""The metadata of a manifest as elements of a package document (EPUB 3.3, 5.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape, quoteattr

#: Codes of the Library of Congress (MARC relators), by members of RWPM.  Others are contributors.
ROLES = {
    "author": "aut", "translator": "trl", "editor": "edt", "artist": "art", "illustrator": "ill", "letterer": "ltr",
    "penciler": "pnc", "colorist": "clr", "inker": "ink", "narrator": "nrt", "contributor": None,
}
#: Properties of schema.org, by the members of the accessibility object of RWPM.
ACCESSIBILITY = {
    "accessMode": "accessMode", "feature": "accessibilityFeature", "hazard": "accessibilityHazard",
    "summary": "accessibilitySummary",
}
#: Properties of the whole rendition, by the members of RWPM.
RENDITION = {"orientation": "orientation", "spread": "spread"}


def elements(metadata: dict[str, Any], *, is_fixed: bool) -> list[str]:
    """All elements but the identifier."""
    result = _named("dc:title", "title", metadata.get("title") or "Untitled")
    result += [f"<dc:language>{escape(one)}</dc:language>" for one in _list(metadata.get("language")) or ["und"]]
    modified = str(metadata.get("modified") or metadata.get("published") or "1980-01-01")
    result.append(f'<meta property="dcterms:modified">{escape((modified + "T00:00:00")[:19])}Z</meta>')
    if "published" in metadata:
        result.append(f"<dc:date>{escape(metadata['published'])}</dc:date>")
    if "description" in metadata:
        result.append(f"<dc:description>{escape(metadata['description'])}</dc:description>")
    for name in ("publisher", "imprint"):
        result += [f"<dc:publisher>{_text(one)}</dc:publisher>" for one in _list(metadata.get(name))]
    result += [f"<dc:subject>{_text(one)}</dc:subject>" for one in _list(metadata.get("subject"))]
    result += _people(metadata)
    result += _collections(metadata.get("belongsTo", {}))
    accessibility = metadata.get("accessibility", {})
    for member, name in ACCESSIBILITY.items():
        result += [_meta(f"schema:{name}", escape(str(one))) for one in _list(accessibility.get(member))]
    for one in _list(accessibility.get("accessModeSufficient")):
        result.append(_meta("schema:accessModeSufficient", escape(",".join(_list(one)))))
    if is_fixed:
        result.append(_meta("rendition:layout", "pre-paginated"))
    for member, name in RENDITION.items():
        if isinstance(value := metadata.get("presentation", {}).get(member), str):
            result.append(_meta(f"rendition:{name}", escape(value)))
    return result


def _people(metadata: dict[str, Any]) -> Iterable[str]:
    number = 0
    for member, role in ROLES.items():
        for person in _list(metadata.get(member)):
            number += 1
            id = f"person-{number}"
            element = "creator" if member == "author" else "contributor"
            given = person if isinstance(person, dict) else {"name": person}
            yield from _named(f"dc:{element}", id, given["name"])
            for code in [role] if role else _list(given.get("role")):
                yield f'<meta refines="#{id}" property="role" scheme="marc:relators">{escape(code)}</meta>'
            if "sortAs" in given:
                yield f'<meta refines="#{id}" property="file-as">{_text(given["sortAs"])}</meta>'


def _collections(belongs: dict[str, Any]) -> Iterable[str]:
    number = 0
    for kind in ("series", "collection"):
        for collection in _list(belongs.get(kind)):
            number += 1
            id = f"collection-{number}"
            given = collection if isinstance(collection, dict) else {"name": collection}
            if "name" not in given:
                continue
            yield from _named("meta", id, given["name"], ' property="belongs-to-collection"')
            yield f'<meta refines="#{id}" property="collection-type">{"series" if kind == "series" else "set"}</meta>'
            if "position" in given:
                yield f'<meta refines="#{id}" property="group-position">{given["position"]:g}</meta>'


def _named(element: str, id: str, name: Any, attributes: str = "") -> list[str]:
    """An element with a text, and more of them in other languages."""
    texts = list(name.items()) if isinstance(name, dict) else [("und", name)]
    result = []
    for number, (language, text) in enumerate(texts):
        tagged = "" if language in ("und", "undefined") else f" xml:lang={quoteattr(language)}"
        result.append(
            f'<meta refines="#{id}" property="alternate-script"{tagged}>{escape(str(text))}</meta>' if number
            else f'<{element} id="{id}"{attributes}{tagged}>{escape(str(text))}</{element}>')
    return result


def _meta(property: str, value: str) -> str:
    return f"<meta property={quoteattr(property)}>{value}</meta>"


def _list(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _text(value: Any) -> str:
    """A string, one in several languages, of which the first counts, or an object with a name."""
    if isinstance(value, dict) and "name" in value:
        value = value["name"]
    if isinstance(value, dict):
        value = next(iter(value.values()), "")
    return escape(str(value or ""))
