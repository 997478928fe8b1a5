# SPDX-License-Identifier: BSD-3-Clause
"""Positions, locators, quotes, CFIs, decorations and notes."""
import re

from ..comparison import Absent
from .rule import anything, leaving, rule


def queries(asked):
    """The links and locators that are passed to a locator service."""
    given = [argument for step in asked.get("then") or [] for argument in step.get("args") or []]
    return [one for one in given if isinstance(one, dict) and "href" in one]


def resource(asked, href):
    links = [link for name in ("readingOrder", "resources", "links") for link in asked.get(name) or []]
    return next((link for link in links if link["href"] == href.partition("#")[0]), {})


def differing(asked, member):
    """Whether a query and its resource disagree."""
    return any(query.get(member, said) != said for query in queries(asked)
               if (said := resource(asked, query["href"]).get(member)) is not None)


@rule("locator-service", "The type of a place is that of its resource", "Readium Locator: the type of the resource")
def the_type_of_a_query(asked):
    """The toolkits return a locator as it is."""
    return leaving("type") if differing(asked, "type") and isinstance(asked.expected, dict) \
        and asked.expected["type"] in [query.get("type") for query in queries(asked)] else None


@rule("locator-service", "The title of a place is that of the query, or else of the table of contents",
      "docs/deviations.md, Links and locators")
def the_title_of_a_query(asked):
    """The toolkits prefer the title of the resource."""
    return leaving("title") if differing(asked, "title") and isinstance(asked.expected, dict) \
        and asked.expected.get("title") not in [query.get("title") for query in queries(asked)] else None


@rule("pdf-positions", "Each item of the reading order has a position, also a PDF without pages", "docs/deviations.md, Links and locators")
def a_pdf_without_pages(asked):
    return anything if asked.given.get("pageCount") == 0 else None


@rule("audio", "Recordings have positions, one for every 30 seconds", "Readium, Positions List: positions for every format")
def positions_of_recordings(asked):
    """The toolkits have none."""
    return anything if "positions" in asked.steps and asked.expected == 0 else None


@rule("cfi.make", "A position in a text node has an offset, even if it is 0", "EPUB CFI 1.1, 2.2: a path that ends in a text has a character offset")
def a_text_without_an_offset(asked):
    """Without an offset, an odd step means the whole text."""
    points = [asked.get("start"), asked.get("end")]
    if any("child" in point and "offset" not in point for point in points):
        return lambda cfi: re.sub(r"(/\d*[13579]):0(?=[,)])", r"\1", cfi)
    return None


@rule("cfi.make", "A package document that names no file has no publication", "EPUB 3.3, 5.6.1: a manifest has items")
def a_package_without_items(asked):
    package = asked.get("package").get("xml") or "<item "
    return anything if not re.search(r"<(\w+:)?item\s", package) else None


def wrong_letters(quote, text):
    """The least number of edits that turn the quote into some part of the text (Sellers)."""
    costs = list(range(len(quote) + 1))
    least = len(quote)
    for letter in text:
        before, costs[0] = costs[0], 0
        for place, wanted in enumerate(quote, 1):
            before, costs[place] = costs[place], min(before + (letter != wanted), costs[place] + 1, costs[place - 1] + 1)
        least = min(least, costs[-1])
    return least


@rule("text-quote-anchor", "One letter in six may be wrong where a whole publication is searched",
      "docs/deviations.md, Links and locators")
def a_quote_with_many_wrong_letters(asked):
    quote = asked.given.get("quote") or ""
    is_found = asked.given.get("op") == "matchQuote" and isinstance(asked.expected, dict)
    return anything if is_found and wrong_letters(quote, asked.given["text"]) * 6 > len(quote) else None


@rule("text-quote-anchor", "The similarity of a quote is a word, not a number", "include/lectern.h: the fit of a place")
def the_score_of_a_quote(asked):
    return leaving("score") if isinstance(asked.expected, dict) and "score" in asked.expected else None


@rule("decoration-diff", "Later decorations are drawn on top of earlier ones, so their order is part of the change", "docs/decorations.md")
def the_order_of_decorations(asked):
    """The toolkits ignore the order."""
    source, target = ([one["id"] for one in asked.get(name) or []] for name in ("source", "target"))
    kept = [id for id in target if id in source]
    appended = target[:len(kept)] == kept
    return unordered if kept != [id for id in source if id in target] or not appended else None


def unordered(changes):
    stripped = {href: [change for change in without_index(list_) if "move" not in change] for href, list_ in changes.items()}
    return {href: list_ for href, list_ in stripped.items() if list_}


def without_index(changes):
    return [{name: value for name, value in change.items() if name != "index"} for change in changes]


@rule("annotation.refuse", "A style or color that the format does not define is kept with a warning", "docs/notes.md: hosts can have their own")
def a_style_of_its_own(asked):
    """The warning has the path that a refusal would have."""
    path = asked.expected.get("path") or "" if isinstance(asked.expected, dict) else ""

    def refused(answer):
        warned = isinstance(answer, dict) and any(warning["path"] == path for warning in answer.get("warnings") or [])
        return Absent("a warning", path) if warned else answer
    return refused if re.search(r"/body/(highlight|color)$", path) else None
