# SPDX-License-Identifier: BSD-3-Clause
"""A document as other software reads it: elements and text with lxml, selectors with cssselect.

`text` is the DOM's `textContent` without scripts and ruby readings; `shown` is the visible part of it, where a run
of white space is one space and block edges separate texts.
"""
import html
import re
from array import array
from bisect import bisect_left
from functools import lru_cache

from lxml import cssselect, etree

from support.rendered import BLOCKS, EMBEDDED, HIDDEN

SPACE = re.compile("[ \t\n\r\f]+")
#: The maximum size of the context of a quote, in characters including white space.
NEAR = 4000
ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]*;)")
OF_XML = {b"amp;", b"lt;", b"gt;", b"quot;", b"apos;"}
UNREAD = HIDDEN | {"noembed", "noframes", "desc", "defs", "metadata", "symbol"}
#: Separators between two blocks, and between two lines of one block.
BLOCK, LINE = "\0", "\n"
SHOWN = str.maketrans(BLOCK + LINE, "  ")


def dense(text):
    """The text without white space and soft hyphens, which quotes ignore."""
    return re.sub(r"[\s\u00ad\u200b\ufeff]+", "", text)


def _without_entities(data):
    """Expands the entities declared in the XHTML DTDs, because no DTD is loaded here."""
    def character(match):
        name = match[1]
        known = None if name in OF_XML else html.entities.html5.get(name.decode())
        return match[0] if known is None else "".join(f"&#{ord(it)};" for it in known).encode()

    return data if b"<!ENTITY" in data else ENTITY.sub(character, data)


def _is_well_formed(data):
    try:
        etree.fromstring(_without_entities(data), etree.XMLParser(huge_tree=True, no_network=True))
        return True
    except etree.XMLSyntaxError as error:
        return all(it.domain == etree.ErrorDomains.NAMESPACE for it in error.error_log)


def _parsed(data, is_xml):
    """The root without namespaces, as selectors see it, and whether the document is well-formed XML.

    As in browsers, names that are invalid with namespaces are accepted.
    """
    if is_xml and _is_well_formed(data):
        parser = etree.XMLParser(huge_tree=True, no_network=True, recover=True)
        root = etree.fromstring(_without_entities(data), parser)
        for node in root.iter(etree.Element):
            name = node.tag.rpartition("}")[2]
            if name != node.tag and ":" not in name:
                node.tag = name
        return root, True
    root = etree.fromstring(data, etree.HTMLParser(huge_tree=True, encoding=_encoding(data)))
    if root is None:
        raise ValueError("nothing is in it")
    return root, False


def _encoding(data):
    try:
        data.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        return None


class Page:
    """A document.  Positions are offsets in `text`."""

    def __init__(self, data, media_type):
        self.root, self.is_well_formed = _parsed(data, media_type.partition(";")[0].strip().lower() != "text/html")
        self._spans, self._gap, self._hidden, self._left_out = {}, "", 0, 0
        self._texts, self._length = [], 0
        self._marked, self._places = [], array("l")
        # Text before the body is not shown, and not read either.
        self._body = next((it for it in self.root if it.tag == "body"), self.root)
        self._is_in_body = False
        self._walk()
        self.text = "".join(self._texts)
        self.marked = "".join(self._marked)
        self.shown = self.marked.translate(SHOWN)
        self._found = lru_cache(maxsize=4096)(self._elements)

    @property
    def lines(self):
        """The texts of the blocks."""
        return [line for line in self.marked.replace(LINE, " ").split(BLOCK) if line]

    # ---------------------------------------------------------------------------------------------------- Reading

    def _walk(self):
        for event, node in etree.iterwalk(self.root, events=("start", "end", "comment", "pi")):
            if event == "start":
                self._enter(node)
                self._read(node.text)
            elif event == "end":
                self._leave(node)
            if event != "start" and node is not self.root:
                self._read(node.tail)

    def _enter(self, node):
        self._is_in_body = self._is_in_body or node is self._body
        self._spans[node] = [self._length, None]
        name = node.tag
        self._hidden += name in UNREAD or name in EMBEDDED
        self._left_out += name in UNREAD
        if name in BLOCKS or name in EMBEDDED:
            self._gap = BLOCK
        elif name == "br" and self._gap != BLOCK:
            self._gap = LINE

    def _leave(self, node):
        self._spans[node][1] = self._length
        self._hidden -= node.tag in UNREAD or node.tag in EMBEDDED
        self._left_out -= node.tag in UNREAD
        if node.tag in BLOCKS:
            self._gap = BLOCK
        if node is self._body:
            self._is_in_body = False

    def _read(self, text):
        if not text or self._left_out:
            return
        if self._is_in_body and not self._hidden:
            self._show(text)
        self._texts.append(text)
        self._length += len(text)

    def _show(self, text):
        at = 0
        for space in [*SPACE.finditer(text), None]:
            end = len(text) if space is None else space.start()
            if end > at:
                if self._gap and self._marked:
                    self._marked.append(self._gap)
                    # A separator takes the position of the character before it, so that each position has one
                    # character.
                    self._places.append(self._places[-1])
                self._gap = ""
                self._marked.append(text[at:end])
                self._places.extend(range(self._length + at, self._length + end))
            if space is not None:
                self._gap = self._gap or " "
                at = space.end()

    # --------------------------------------------------------------------------------------------------- Resolving

    def _elements(self, selector):
        try:
            return cssselect.CSSSelector(selector)(self.root)
        except (cssselect.SelectorError, etree.XPathError) as error:
            raise LookupError(f"{selector}: {error}") from error

    def resolve(self, locator):
        """The positions (start, end) of a locator's quote in its element, or a LookupError with the reason."""
        selector, quote = locator.get("locations", {}).get("cssSelector"), locator.get("text", {})
        if selector is None:
            raise LookupError("no selector")
        elements = self._found(selector)
        if len(elements) != 1:
            raise LookupError(f"{selector} finds {len(elements)} elements")
        start, end = self._spans[elements[0]]
        if "highlight" not in quote:
            return [(start, end)]
        # A line ends in white space, which need not be in the document.
        words = re.compile(r"\s*".join(map(re.escape, re.split(r"\s+", quote["highlight"]))))
        places, at = [], words.search(self.text, start, end)
        if not at:
            raise LookupError(f"{quote['highlight']!r} is not in {selector}: {self.text[start:end][:200]!r}")
        while at:
            if self._agrees(quote, *at.span()):
                places.append(at.span())
            at = words.search(self.text, at.start() + 1, end)
        if not places:
            raise LookupError(f"the text around {quote['highlight']!r} is nowhere in {selector}: {quote}")
        return places

    def _agrees(self, quote, start, end):
        """Whether the context of a position matches the quote: as shown, or as in the document."""
        before, after = quote.get("before") or "", quote.get("after") or ""
        # White space after the end tag of the body is in the body for browsers, but not for lxml.
        if not self.is_well_formed and not self.text[end + len(after.rstrip()):].strip():
            after = after.rstrip()
        first, last = self._shown_range(start, end)
        return ((self.shown.endswith(before, 0, first) or dense(self.text[max(0, start - NEAR):start]).endswith(dense(before)))
                and (self.shown.startswith(after, last) or dense(self.text[end:end + NEAR]).startswith(dense(after))))

    def _shown_range(self, start, end):
        first = bisect_left(self._places, start)
        return first, max(first, bisect_left(self._places, end - 1) + 1)

    def shown_at(self, start, end):
        """The text that a reader sees there."""
        return self.shown[slice(*self._shown_range(start, end))]
