# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about positions in a document: where the page draws a locator."""
import lectern
from Conformance.comparison import Absent
from Conformance.through_c.quotes import CHAPTER, HREF, RANGES, range_of

#: The range of the decoration; false before it has been located.
FOUND = "lectern.shell.current().decorations?.groups.get('test')?.[0]?.span"
# Paths of names from the body, and the text in the element up to that point.
PATHS = f"""() => {{
    const span = {FOUND}, {{body}} = lectern.shell.current();
    const path = (element) => {{
        if (element === body) return "";
        const number = [...element.parentElement.children].filter((one) => one.localName === element.localName).indexOf(element) + 1;
        return `${{path(element.parentElement)}}/${{element.localName}}[${{number}}]`;
    }};
    const before = (scope, node, offset) => {{
        const range = body.ownerDocument.createRange();
        range.setStart(scope, 0);
        range.setEnd(node, offset);
        return range.toString().length;
    }};
    if (!span) return null;
    const ends = [[span.startContainer, span.startOffset], [span.endContainer, span.endOffset]];
    const [[from, first], [to, last]] = ends.map(([node, offset]) => [node.parentElement, before(node.parentElement, node, offset)]);
    return {{domRange: {{startContainer: path(from), startOffset: first, endContainer: path(to), endOffset: last}},
        textContentRange: ends.map(([node, offset]) => before(body, node, offset))}};
}}"""
# How the page parses a range, and whether it then draws it from text to text.
RANGE = f"""async (value) => {{
    const {{parseDOMRange, select, toDOMRange}} = await import("/~lectern/book/domrange.js"), {{body}} = lectern.shell.current();
    const read = parseDOMRange(value), span = {FOUND};
    if (!read || !span) return [read, Boolean(span)];
    const point = (node, offset) => toDOMRange({{node, offset}}, null, body).start;
    const isAt = (point, {{cssSelector, textNodeIndex, charOffset}}, otherwise) => textNodeIndex === point.textNodeIndex &&
        charOffset === (point.charOffset ?? otherwise) && select(cssSelector, body) === select(point.cssSelector, body);
    const start = isAt(read.start, point(span.startContainer, span.startOffset), 0);
    const end = !read.end || isAt(read.end, point(span.endContainer, span.endOffset), span.endContainer.length);
    return [read, start && end];
}}"""


def decorated(pages, files, locator):
    """A page with a decoration in the first of its documents, after it has been located."""
    reader = pages.documents(files)
    reader.until("lectern.shell.current().decorations")
    mark = {"id": "1", "locator": {"href": next(iter(files)), "type": "text/html", **locator}, "style": {"id": "highlight"}}
    reader.host.navigator.apply_decorations("test", [mark])
    reader.until(f"{FOUND} !== undefined")
    return reader


def anchored(vector, pages):
    """Kind text-quote-anchor-html."""
    given = vector["input"]
    text = (pages.vectors / given["fixture"]).read_text(encoding="utf-8")
    return decorated(pages, {"chapter.html": text}, {"text": given["text"]}).evaluate(PATHS)


def dom_range(vector, pages):
    """Kind dom-range-json."""
    asked, part = range_of(vector["input"])
    if asked is None:
        return None  # a locator without a range
    try:
        reader = decorated(pages, {HREF: CHAPTER.format(RANGES)}, {"locations": {"domRange": asked}})
    except lectern.JsonError as error:
        return Absent(str(error))
    read, is_drawn = reader.evaluate(RANGE, asked)
    assert bool(read) == is_drawn, "the page draws another range than it reads"
    return part(read) if read else Absent("no range")


HANDLERS = {"text-quote-anchor-html": anchored, "dom-range-json": dom_range}
