# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about accessibility statements."""
from xml.sax.saxutils import escape

import lectern
from support.accessible import BLANK, METADATA, shown, statements
from support.accessible import group as group_of
from support.tiny_books import epub

from ..comparison import More


def display(vector, folder):
    asked = vector["input"]
    found = group_of(shown(asked["metadata"], dialect=vector.get("dialect", "readium")), asked["group"])
    texts = [one["compact"] for one in found["statements"] if one["id"] == "accessibility-summary"]
    return More(group=found["id"], shouldDisplay=found["shouldDisplay"],
                statements=[one["id"] for one in found["statements"]], **{"text": text for text in texts})


def order(vector, folder):
    return [one["id"] for one in shown({}, dialect=vector["dialect"])["groups"]]


def string(vector, folder):
    """The text of a statement, without the values that are filled in."""
    asked = vector["input"]
    for metadata in METADATA:
        for group in shown(metadata, language=asked["language"])["groups"]:
            if asked["id"] == group["id"] + "-title":
                return More(group=group["id"], title=group["title"])
            if asked["id"] == "conformance-details-title" and "details" in group:
                return More(group=group["id"], title=group["details"]["title"])
            for one in statements(group):
                if one["id"] == asked["id"]:
                    return More({form: unfilled(one, form) for form in ("compact", "descriptive")}, group=group["id"])
    return None


def unfilled(statement, form):
    text = statement[form].replace(BLANK, "")
    for part in statement.get("parts", []):
        text = text.replace(part[form], "")
    return text.strip()


def conformance(vector, folder):
    claimed = escape(vector["input"]["dcterms:conformsTo"])
    book = epub(metadata=f'<meta property="dcterms:conformsTo">{claimed}</meta>')
    with lectern.Publication.open_bytes(book) as publication:
        found = group_of(publication.accessibility(), "conformance")
    answer = More(statement=found["statements"][0]["id"])
    for one in found.get("details", {"statements": []})["statements"]:
        if one["id"] == "conformance-details-claim":
            parts = (part["compact"].split()[-1] for part in one["parts"])
            answer |= {"claim": one["compact"], **dict(zip(("epubAccessibility", "wcag", "level"), parts))}
    return answer


HANDLERS = {"a11y.display": display, "a11y.order": order, "a11y.string": string, "a11y.conformance": conformance}
