# SPDX-License-Identifier: BSD-3-Clause
"""The content of documents."""
import re
from html import unescape

from .rule import anything, found, leaving, rule

KIND = "content-iterator"


def locator(asked):
    return asked.expected.get("locator") or {} if isinstance(asked.expected, dict) else {}


@rule(KIND, "Page breaks are elements of their own", "EPUB 3.3, structural semantics: pagebreak; docs/search-and-content.md")
def a_page_break(asked):
    """The toolkits return them as text of the surrounding block."""
    marked = r"<[^>]*(?:epub:type|role)=\"(?:doc-)?pagebreak\"[^>]*>([^<]*)<"
    text = locator(asked).get("text", {}).get("highlight")
    is_marked = text and text in re.findall(marked, asked.document)
    return (lambda answer: type(answer)({name: answer[name] for name in answer if name not in ("role", "locator")})) if is_marked else None


@rule(KIND, "An element has one locator, and its segments have none", "docs/search-and-content.md")
def locators_of_segments(asked):
    return leaving("segments/locator") if any(found(one, "locator") for one in found(asked.expected, "segments")) else None


@rule(KIND, "The progression of an element is measured by the length of the text", "Readium Locator: the progression in a resource is a share of its content")
def the_progression_of_an_element(asked):
    """Swift counts elements instead."""
    return leaving("progression") if any(found(asked.expected, "progression")) else None


@rule(KIND, "The text before an element is that of the document, with its white space", "Readium Locator, text.before")
def the_text_before(asked):
    return leaving("before") if any(found(asked.expected, "before")) else None


@rule(KIND, "The role of a text is that of its element", "docs/search-and-content.md: headings, items of lists, quotes")
def the_role_of_an_element(asked):
    """Swift knows body text, footnotes and quotes."""
    is_body = isinstance(asked.expected, dict) and asked.expected.get("role") == "body"
    text = locator(asked).get("text", {}).get("highlight", "")[:12]
    body = unescape(asked.document.partition("<body")[2])
    return leaving("role") if is_body and text and OWN_ROLE.intersection(opened(body.partition(text)[0])) else None


#: Elements with a role of their own.
OWN_ROLE = {"h1", "h2", "h3", "h4", "h5", "h6", "li", "dt", "dd", "blockquote", "td", "th", "caption", "figcaption", "pre"}


def opened(markup):
    """The names of the elements that are open at the end of some markup."""
    names = []
    for closing, name, empty in re.findall(r"<(/?)([a-z][a-z0-9]*)\b[^>]*?(/?)>", markup):
        if closing and name in names:
            del names[len(names) - 1 - names[::-1].index(name):]
        elif not closing and not empty:
            names.append(name)
    return names


@rule(KIND, "A progression is measured by the length of the text", "Readium Locator: the progression in a resource is a share of its content")
def a_start_at_a_progression(asked):
    """Swift counts elements instead."""
    start = asked.get("start").get("locations", {}).get("progression")
    text = locator(asked).get("text", {}).get("highlight")
    if start is None or not text:
        return None
    body = plain(asked.document.split("<body", 1)[-1].partition(">")[2])
    first = body.find(plain(text))
    return anything if not first <= start * len(body) < first + len(plain(text)) else None


def plain(markup):
    return " ".join(re.sub("<[^>]*>", "", markup).split())
