# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about style sheets: the elements injected into a document, and the properties of its root.

The description of a book and the format of an answer are the same for both interfaces; here the facts come from
lectern_navigator_get() and lectern_navigator_css().
"""
import re
from html.parser import HTMLParser

from ..comparison import More, css
from .styled_books import (
    around_document,
    of_family,
    of_prototype,
    own_attributes,
    with_first_settings,
    with_reading_system,
    with_settings,
    with_user_properties,
)

# The format of answers.  Facts are {"html", "body": attributes; "head": [{"name", "attributes", "text"}];
# "properties"}.

OURS = re.compile(r"(.*/)?~lectern/(\w+/)?css/page\.css")


def injection(given, facts):
    own = [number for number, element in enumerate(facts["head"]) if element["attributes"].get("id", "").startswith("own")]
    answer = More(headStart=inserted(facts["head"][:own[0]]), headEnd=inserted(facts["head"][own[-1] + 1:]), removed=[])
    for element in ("html", "body"):
        before, now = own_attributes(given["document"], element), facts[element]
        answer[element] = {name: now[name] for name in ("xml:lang", "dir", "style") if name in now and before.get(name) != now[name]}
        if "dir" in before and before["dir"] != now.get("dir"):
            answer["removed"].append(f"{element}@dir")
    return answer


def inserted(elements):
    """The elements that other toolkits inject, too: without the policy and the sheet of our own page."""
    return [found for element in elements if (found := worded(element["name"], element["attributes"], element["text"]))]


def worded(name, attributes, text):
    if name == "style":
        return {"styleLines": text.split("\n")} if text.startswith("@") else {"style": text}
    if name == "meta":
        return {"meta": attributes["name"], "content": attributes["content"]} if "name" in attributes else None
    href = attributes["href"]
    return None if OURS.fullmatch(href) else {"stylesheet": href if ":" in href else "/" + href}


def direction(given, facts):
    return {"dir": facts["html"].get("dir")}


def properties(given, facts):
    # The toolkits write nothing if there is no value.
    return {"css": {**facts["properties"], "font-weight": facts["properties"].get("font-weight") or ""}}


FLAGS = ("darkenImages", "invertImages", "fontOverride", "advancedSettings", "a11yNormalize")
NUMBERS = ("lineHeight", "pageMargins", "typeScale")


def words(given, facts):
    """In the terms of the first version: flags are booleans, lists are lists, lengths are strings."""
    found = {name.removeprefix("--USER__"): css(value) for name, value in facts["properties"].items() if value is not None}
    found |= {name: bool(found.get(name)) for name in FLAGS}
    found |= {name: float(found[name]) for name in NUMBERS if found.get(name)}
    for name in ("appearance", "view", "ligatures"):
        if found.get(name):
            found[name] = re.sub(r"^readium-(\w+)-on$|^(\w+)-ligatures$", r"\1\2", found[name])
    if found.get("fontFamily"):
        # A single name meant a family with a generic fallback.
        found["fontFamily"] = found["fontFamily"].split(", ")
    # Version 1 left the text size to the zoom of the web view.
    return {"userProperties": {name: value for name, value in found.items() if name != "fontSize"}}


def inline(given, facts):
    names = ("--USER__colCount", "--USER__bodyHyphens", "--USER__advancedSettings")
    return {"css": "".join(f"{name}: {facts['properties'][name]}; " for name in names)}


def starting(prefix):
    return lambda given, facts: {"css": {name: value for name, value in facts["properties"].items() if name.startswith(prefix)}}


def attribute(given, facts):
    """The style attribute of the document; in an XHTML attribute, a line end is a space."""
    text = facts["html"].get("style", "")
    return {"css": re.sub(r";\s+", ";\n", text) or None}


#: By kind: the book, and the answer.  The page is tested with the same table.
QUESTIONS = {
    "css.fromSettings": (with_settings, properties),
    "css.htmlDir": (lambda given: of_family(given["stylesheets"]), direction),
    "css.injection": (around_document, injection),
    "css.inline": (with_user_properties, attribute),
    "css.rsProperties": (with_reading_system, starting("--RS__")),
    "css.userProperties": (with_user_properties, starting("--USER__")),
    "seed.css.inlineOldTs": (of_prototype, inline),
    "seed.css.userProperties": (with_first_settings, words),
}


class Document(HTMLParser):
    """Parses the elements of the head, and the attributes of html and body."""

    def __init__(self, text):
        super().__init__()
        self.facts = {"head": []}
        self.feed(text)

    def handle_starttag(self, name, attributes):
        if name in ("html", "body"):
            self.facts[name] = dict(attributes)
        elif name in ("title", "meta", "link", "style"):
            self.facts["head"].append({"name": name, "attributes": dict(attributes), "text": ""})

    def handle_data(self, text):
        if self.lasttag in ("title", "style"):
            self.facts["head"][-1]["text"] += text


def handler(book_of, answer):
    def asked(vector, folder):
        import lectern
        given = vector["input"]
        book = book_of(given)
        files = {href: text.encode() for href, text in book.files.items()}
        with lectern.Publication.open_manifest(book.manifest, files.__getitem__) as publication, \
                lectern.Navigator(publication, book.all_options) as navigator:
            facts = Document(navigator.get(book.href).read().decode()).facts
            return answer(given, facts | {"properties": navigator.css(book.href)["properties"]})
    return asked


HANDLERS = {kind: handler(*question) for kind, question in QUESTIONS.items()}
