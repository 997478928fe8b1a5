# SPDX-License-Identifier: BSD-3-Clause
"""Creates new editions of a book, and tracks where each of its words went.

Each word of the old edition is marked with two Private Use Area characters, which stay with it when documents are
changed.  When an edition is laid out, the marks are removed and give the position of each word.
"""
import io
import random
import re
import zipfile
from copy import deepcopy
from urllib.parse import unquote
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

from support.tiny_books import CONTAINER

from .page import _without_entities, dense

FIRST, COUNT = 0xE000, 6400
MARK = f"[{chr(FIRST)}-{chr(FIRST + COUNT - 1)}]"
#: A Han or Kana character is a word.
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\s\u3040-\u30ff\u3400-\u9fff]+")
MARKED = re.compile(rf"({MARK}{MARK})([\u3040-\u30ff\u3400-\u9fff]|[^\s\ue000-\uf8ff\u3040-\u30ff\u3400-\u9fff]+)")
#: Elements whose text is not read, or does not belong to the surrounding text.
APART = {"head", "script", "style", "rt", "rp", "svg", "math", "title", "object", "audio", "video", "iframe", "noscript",
         "template", "textarea", "select"}
BLOCKS = {"p", "li", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd", "pre", "tr"}
PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:0</dc:identifier>
<dc:title>{title}</dc:title><dc:language>{language}</dc:language></metadata>
<manifest>{items}</manifest><spine>{spine}</spine></package>"""


def name(element):
    return element.tag.rpartition("}")[2]


def marks(number):
    return chr(FIRST + number // COUNT) + chr(FIRST + number % COUNT)


def middle(text):
    text = dense(text)
    return text[len(text) // 2:][:60]


# ----------------------------------------------------------------------------------------------------------------- An edition

class Edition:
    """Documents with marked words: (href, root) in reading order."""

    def __init__(self, book):
        self.title, self.language = book.title, (book.metadata.get("language") or ["en"])
        self.language = self.language if isinstance(self.language, str) else self.language[0]
        self.documents, self.words, known = [], 0, []
        parser = etree.XMLParser(huge_tree=True, no_network=True, remove_comments=True, remove_pis=True, strip_cdata=True)
        for link in book.reading_order:
            if "html" not in link.get("type", ""):
                continue
            href = link["href"].partition("#")[0]
            with book.get(href) as resource:
                data = resource.read()
            try:
                root = etree.fromstring(_without_entities(data), parser)
            except etree.XMLSyntaxError:
                continue
            text = "".join(root.itertext())
            if re.search(MARK, text) or not any(name(it) == "body" for it in root):
                continue
            # A repeated document, such as a preview, would have two correct positions.
            if any(middle(text) in other or middle(other) in dense(text) for other in known):
                continue
            self.documents.append((href, root))
            known.append(dense(text))
        for _, root in self.documents:
            change_texts(root, lambda text: WORD.sub(self._marked, text))

    def _marked(self, match):
        self.words += 1
        return marks(self.words - 1) + match[0]

    def copy(self):
        other = object.__new__(Edition)
        other.__dict__.update(self.__dict__, documents=[(href, deepcopy(root)) for href, root in self.documents])
        return other

    def laid_out(self):
        return [Layout(href, deepcopy(root)) for href, root in self.documents]


def body(root):
    return next(it for it in root if name(it) == "body")


def change_texts(root, change):
    """Replaces each text of the body."""
    def read(element):
        if name(element) in APART:
            return
        element.text = change(element.text) if element.text else element.text
        for child in element:
            read(child)
            child.tail = change(child.tail) if child.tail else child.tail

    read(body(root))


def packed(edition, layouts):
    """An EPUB of the documents as they are laid out."""
    files = {}
    for layout in layouts:
        files[layout.href] = etree.tostring(layout.root, encoding="utf-8", xml_declaration=True)
    items = "".join(f'<item id="d{number}" href={quoteattr(href)} media-type="application/xhtml+xml"/>'
                    for number, href in enumerate(files))
    spine = "".join(f'<itemref idref="d{number}"/>' for number in range(len(files)))
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("META-INF/container.xml", CONTAINER.replace("EPUB/package.opf", "package.opf"))
        archive.writestr("package.opf", PACKAGE.format(
            title=escape(edition.title), language=edition.language, items=items, spine=spine))
        for href, data in files.items():
            archive.writestr(unquote(href), data)
    return target.getvalue()


class Layout:
    """A document without marks, its text, and the range of each marked word in it."""

    def __init__(self, href, root):
        self.href, self.root, self.words = href, root, {}
        self._starts, self._texts, self._length = {}, [], 0
        self._parents = []
        self._read(root)
        self.text = "".join(self._texts)

    def _read(self, element):
        element.text = self._chunk(element, 0, element.text or "")
        for number, child in enumerate(element):
            self._read(child)
            child.tail = self._chunk(element, number + 1, child.tail or "")

    def _chunk(self, element, number, text):
        self._starts[element, number] = self._length
        parts, at = [], 0
        for word in MARKED.finditer(text):
            parts.append(re.sub(MARK, "", text[at:word.start()]))
            start = self._length + sum(map(len, parts))
            origin = (ord(word[1][0]) - FIRST) * COUNT + ord(word[1][1]) - FIRST
            self.words[origin] = (start, start + len(word[2]), element, number)
            parts.append(word[2])
            at = word.end()
        parts.append(re.sub(MARK, "", text[at:]))
        clean = "".join(parts)
        self._texts.append(clean)
        self._length += len(clean)
        return clean

    def path(self, origin, end=False):
        """The CFI path to the start or the end of a word."""
        start, stop, element, number = self.words[origin]
        first = self._starts[element, number]
        text = self.text[first:stop if end else start]
        return [*steps(element), f"/{2 * number + 1}:{len(text.encode('utf-16-le')) // 2}"]

    def offset(self, path):
        """The offset in the text that a CFI path refers to."""
        element, chunk, steps_ = self.root, None, re.findall(r"/(\d+)(?:\[(?:\^.|[^\]])*\])?", path)
        for step in map(int, steps_):
            if step % 2 == 0 and 2 <= step <= 2 * len(element):
                element = element[step // 2 - 1]
            else:
                chunk = min(step // 2, len(element))
        if chunk is None:
            return self._starts[element, 0]
        units = int((re.search(r":(\d+)", re.sub(r"\[(?:\^.|[^\]])*\]", "", path)) or [0, 0])[1])
        start = self._starts[element, chunk]
        text = (element.text if chunk == 0 else element[chunk - 1].tail) or ""
        return start + len(text.encode("utf-16-le")[:2 * units].decode("utf-16-le", "ignore"))

    def range(self, cfi):
        parts = cfi.split(",") if "[" not in cfi else re.split(r",(?=[^\]]*(?:\[|$))", cfi)
        ends = [parts[0] + it for it in parts[1:]] or parts
        return self.offset(ends[0]), self.offset(ends[-1])


def steps(element):
    found = []
    while (parent := element.getparent()) is not None:
        found.insert(0, f"/{2 * parent.index(element) + 2}")
        element = parent
    return found


# -------------------------------------------------------------------------------------------------------------------- Changes

def renamed(edition, chance):
    edition.documents = [(f"OPS/part-{chance.randrange(10 ** 6):06}.xhtml", root) for _, root in edition.documents]


def shifted(edition, chance):
    """Each document gets the name of the next one."""
    names = [href for href, _ in edition.documents]
    turn = chance.randint(1, max(1, len(names) - 1))
    edition.documents = [(names[(number + turn) % len(names)], root) for number, (_, root) in enumerate(edition.documents)]


def moved(edition, chance):
    chance.shuffle(edition.documents)


def merged(edition, chance):
    """Some documents are appended to the previous one."""
    found = []
    for href, root in edition.documents:
        if found and chance.random() < 0.6:
            target, source = body(found[-1][1]), body(root)
            section = etree.SubElement(target, source.tag.replace("body", "div"))
            section.text = source.text
            for child in list(source):
                section.append(child)
        else:
            found.append((href, root))
    edition.documents = found


def split(edition, chance):
    """Documents are split between two blocks; ids are kept."""
    found = []
    for href, root in edition.documents:
        parts = [root]
        while len(parts) < 3 and chance.random() < 0.8 and (rest := _cut(parts[-1], chance)) is not None:
            parts.append(rest)
        stem, dot, suffix = href.rpartition(".")
        found += [(href if not number else f"{stem}-{number}{dot}{suffix}", part) for number, part in enumerate(parts)]
    edition.documents = found


def _cut(root, chance):
    """Cuts off and returns the second part of a document."""
    part = deepcopy(root)
    first, second = body(root), body(part)
    while len(first) == 1:
        first, second = first[0], second[0]
    if len(first) < 4:
        return None
    place = chance.randint(1, len(first) - 1)
    for child in list(first)[place:]:
        first.remove(child)
    for child in list(second)[:place]:
        second.remove(child)
    second.text = None
    return part


def reworded(edition, chance, share=0.06):
    """Words are changed, removed and added, and all punctuation is replaced."""
    def change(match):
        kind = chance.random() / share
        if kind >= 1:
            return match[0]
        if kind < 0.6:
            return match[1] + _another(match[2], chance)
        return "" if kind < 0.8 else match[0] + " " + _another("indeed", chance)

    table = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2014": "-", "\u2026": "."})
    for _, root in edition.documents:
        change_texts(root, lambda text: MARKED.sub(change, text).translate(table))


def _another(word, chance):
    if len(word) < 3 or chance.random() < 0.3:
        return "".join(chance.choice("aeioust") for _ in range(max(2, len(word))))
    at = chance.randrange(1, len(word))
    return word[:at] + chance.choice(("", "e", "u", "-", word[at])) + word[at + chance.randint(0, 1):]


def shortened(edition, chance):
    """Sentences and whole blocks are removed."""
    for _, root in edition.documents:
        for element in [it for it in body(root).iter(etree.Element) if name(it) in BLOCKS]:
            parent = element.getparent()
            if parent is None or len(parent) < 2 or chance.random() > 0.12:
                continue
            index = parent.index(element)
            if element.tail and index:
                parent[index - 1].tail = (parent[index - 1].tail or "") + element.tail
            parent.remove(element)
        change_texts(root, lambda text: "".join(
            it for it in re.split(r"(?<=[.!?\u3002])(?=\s|$|[\ue000-\uf8ff])", text)
            if chance.random() > 0.1 or len(it) < 20))


def remarked(edition, chance):
    """Elements are replaced and lose their ids, as in a converted book."""
    for _, root in edition.documents:
        space = root.tag.rpartition("}")[0]
        space = space + "}" if space else ""
        for element in list(body(root).iter(etree.Element)):
            element.attrib.pop("id", None)
            element.attrib.pop("class", None)
            if name(element) in ("em", "strong", "span", "cite"):
                element.tag = space + chance.choice(("i", "b", "span"))
            elif name(element) in BLOCKS and name(element) == "p" and chance.random() < 0.3:
                inner = etree.Element(space + "span")
                inner.text, element.text = element.text, None
                for child in list(element):
                    inner.append(child)
                element.append(inner)
        whole = body(root)
        wrapper = etree.Element(space + "div")
        wrapper.text, whole.text = whole.text, "\n"
        for child in list(whole):
            wrapper.append(child)
        whole.append(wrapper)


def in_turn(*changes):
    def change(edition, chance):
        for one in changes:
            one(edition, chance)
    return change


KINDS = {
    "renamed": renamed, "names shifted": shifted, "moved": moved, "merged": merged, "split": split, "reworded": reworded,
    "shortened": shortened, "other markup": remarked,
    "split, merged, renamed": in_turn(split, merged, renamed),
    "all": in_turn(shortened, reworded, split, moved, merged, remarked, shifted),
}


def rewritten(edition, kind, seed):
    """A new edition of a book."""
    new = edition.copy()
    KINDS[kind](new, random.Random(seed))
    return new
