# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about positions in a document: quotes, and ranges as JSON."""
from ..comparison import More
from .common import Refused, Unhandled

HREF = "chapter.xhtml"
CHAPTER = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{}</body></html>'
#: A paragraph, and a link inside it, with enough texts for every range in the vectors.
TEXTS = "<b/>".join(f"text {number} that is longer than the offsets" for number in range(6))
RANGES = f"<p>{TEXTS}<b/><a>{TEXTS}</a></p>"


def located(body, query):
    """The target of a locator in a document; None if there is none."""
    import lectern
    manifest = {"metadata": {"title": "T"}, "links": [], "readingOrder": [{"href": HREF, "type": "application/xhtml+xml"}]}
    with lectern.Publication.open_manifest(manifest, lambda href: CHAPTER.format(body).encode()) as book:
        try:
            return book.locate({"href": HREF, **query})
        except lectern.NotFoundError:
            return None
        except lectern.JsonError as error:
            raise Refused(str(error)) from error


def quote_of(given):
    """A quote as the text of a locator."""
    context = given.get("context") or {}
    text = {"before": context.get("prefix"), "highlight": given["quote"], "after": context.get("suffix")}
    return {"text": {name: part for name, part in text.items() if part}}


def quote(vector, folder):
    """Kind text-quote-anchor: offsets in the text."""
    given = vector["input"]
    if given["op"] != "matchQuote":
        raise Unhandled("scores, which only Swift and the page see")
    found = located(f"<p>{given['text']}</p>", quote_of(given))
    highlight = (found or {}).get("text", {}).get("highlight")
    if not highlight:
        return None
    start = round(found["locations"]["progression"] * len(given["text"]))
    return More(start=start, end=start + len(highlight))


def range_of(given):
    """Converts the value of a vector to a range; also returns a function that extracts its part."""
    value = given.get("json", given.get("model"))
    is_point = given["type"].endswith("Point")
    return {"start": value} if is_point and value is not None else value, lambda found: found["start"] if is_point else found


def dom_range(vector, folder):
    """Kind dom-range-json: the range of the location for a locator with this range."""
    asked, part = range_of(vector["input"])
    found = located(RANGES, {"locations": {"domRange": asked}})["locations"]
    return part(found["domRange"]) if "domRange" in found else None


HANDLERS = {"text-quote-anchor": quote, "dom-range-json": dom_range}
