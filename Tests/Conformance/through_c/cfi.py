# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about EPUB CFIs: as strings, and in small books around their documents.

Locators describe a position by the texts between child elements, vectors by an XPath and a step.  To convert between
them, this parses the documents with lxml.
"""
import re
from xml.etree import ElementTree

from .common import Refused
from .tiny_epub import around_package

#: The number of characters of context in vectors.
MOST = 12


def refusing(question):
    """A handler for which a rejection by the library is an answer."""
    def ask(vector, folder):
        import lectern
        try:
            return question(vector["input"], folder)
        except (lectern.ArgumentError, lectern.NotFoundError) as refused:
            raise Refused(str(refused)) from refused
    return ask


# Conversion to and from strings

def parse(given, folder):
    from lectern import cfi
    found = cfi.parse(("#" if given.get("percentEncoded") else "") + given["cfi"])
    if given.get("get") == "spineIndex":
        return found["path"][0][1]["index"] // 2 - 1
    found["canonical"] = found.pop("cfi")
    for end in ("start", "end"):
        found.get(end, {}).pop("cfi", None)
    return found


def compare(given, folder):
    from lectern import cfi
    return cfi.compare(given["a"], given["b"])


def collapse(given, folder):
    from lectern import cfi
    if calibre := given.get("calibre"):
        # Calibre writes a step for the root element.
        start, end = (f"epubcfi(/6/{2 * calibre['spine_index'] + 2}!{calibre[name].removeprefix('/2')})"
                      for name in ("start_cfi", "end_cfi"))
        return cfi.join(start, end)
    found = cfi.parse(given["cfi"])
    return found.get(given["to"], found)["cfi"]


# In books

class Around:
    """A book around a document, or with a package document."""

    def __init__(self, given, folder, cfi=None):
        import lectern
        self.document = content(given, "document", folder)
        self.tree = parsed(self.document) if self.document else None
        self.has_package = "package" in given
        self.has_base = self.has_package or cfi is None or "!" in re.sub(r"\[(?:\^.|[^\]^])*\]", "", cfi)
        package = content(given, "package", folder) or spine(cfi if self.has_base else None, given.get("base"))
        try:
            self.book = lectern.Publication.open_bytes(around_package(package, "package.opf", page=self.document))
        except lectern.LecternError as error:
            raise Refused(str(error)) from error

    def whole(self, cfi):
        """The CFI with a package part."""
        return cfi if self.has_base else cfi.replace("(", "(/6/2!", 1)

    def short(self, cfi):
        return cfi if self.has_base else cfi.replace("/6/2!", "", 1)

    # From vectors to locators

    def element(self, xpath):
        at = self.tree
        for number in re.findall(r"/\*\[(\d+)\]", xpath):
            at = at[int(number) - 1]
        return at

    def css(self, xpath):
        return " > ".join([":root", *(f":nth-child({number})" for number in re.findall(r"/\*\[(\d+)\]", xpath))])

    def point(self, end):
        texts = chunks(self.element(end["element"]))
        point = {"cssSelector": self.css(end["element"]), "textNodeIndex": sum(map(bool, texts[:end["chunk"] // 2]))}
        return point | ({"charOffset": end["chunkOffset"]} if "chunkOffset" in end else {})

    # From locators to vectors

    def place(self, cfi):
        """The target of a CFI."""
        from lectern import cfi as cfis

        from ..comparison import More
        if self.tree is None:
            # Only an item of the spine.
            steps = cfis.parse(cfi)["path"][0]
            cfi = "epubcfi({})".format("".join(f"/{it['index']}" + (f"[{it['id']}]" if "id" in it else "") for it in steps))
        query = {"fragments": [self.whole(cfi)]}
        locator, said = self.book.locate(query), self.book.cfi(query)
        parts = cfis.parse(said["cfi"])
        found = More(href=locator["href"], confidence="low" if said["fit"] == "doubtful" else "high")
        found |= {name: parts["terminal"][name] for name in ("side", "temporal", "spatial") if name in parts.get("terminal", {})}
        if said["fit"] == "corrected":
            found["corrected"] = self.short(said["cfi"])
        if len(parts["path"]) == 1:
            found["itemref"] = parts["path"][0][1].get("id")
        elif self.tree is not None:
            found |= self.node(locator, parts)
        return found

    def node(self, locator, parts):
        path = xpath(self.tree, locator["locations"]["cssSelector"])
        element = self.element(path)
        found = {"element": path} | ({"id": element.get("id")} if element.get("id") else {})
        last, texts = parts["path"][-1][-1]["index"], chunks(element)
        if last in (0, 2 * len(texts)) and not found.get("id"):
            found["virtual"] = "after" if last else "before"
        if point := locator["locations"].get("domRange", {}).get("start"):
            number = [number for number, text in enumerate(texts) if text][point["textNodeIndex"]]
            offset = point["charOffset"]
        elif last % 2:
            number, offset = last // 2, parts["terminal"]["offset"]
        else:
            return found
        units = texts[number].encode("utf-16-le")
        before, after = (part.decode("utf-16-le") for part in (units[:2 * offset], units[2 * offset:]))
        return found | {"chunk": 2 * number + 1, "offset": offset, "before": before[-MOST:], "after": after[:MOST]}

    def text(self, start, end):
        """The text between two positions."""
        def at(end):
            return chunk_path(end["element"], end["chunk"], end["offset"]) if "chunk" in end else [*steps(end["element"])]
        first, last, text = at(start), at(end), []
        for path, element in walk(self.tree):
            for number, chunk in enumerate(chunks(element)):
                for offset, character in units(chunk):
                    if first <= chunk_path(path, 2 * number + 1, offset) < last:
                        text.append((chunk_path(path, 2 * number + 1, offset), character))
        return "".join(character for _, character in sorted(text))


def steps(path):
    return [2 * int(number) for number in re.findall(r"/\*\[(\d+)\]", path)]


def chunk_path(path, chunk, offset):
    return [*steps(path), chunk, offset]


def units(text):
    offset = 0
    for character in text:
        yield offset, character
        offset += len(character.encode("utf-16-le")) // 2


def xpath(tree, selector):
    """The element of a selector, by the indices of elements."""
    from lxml import cssselect
    [at] = cssselect.CSSSelector(selector)(tree)
    path = ""
    while (parent := at.getparent()) is not None:
        path, at = f"/*[{list(parent).index(at) + 1}]{path}", parent
    return "/*" + path


def parsed(document):
    """The root element, with namespaces, comments and instructions removed."""
    from lxml import etree
    root = etree.fromstring(document, etree.XMLParser(remove_comments=True, remove_pis=True))
    for element in root.iter(etree.Element):
        element.tag = element.tag.rpartition("}")[2]
    return root


def chunks(element):
    """The texts before, between and after the child elements."""
    return [element.text or "", *(child.tail or "" for child in element)]


def walk(element, path="/*"):
    yield path, element
    for number, child in enumerate(element, 1):
        yield from walk(child, f"{path}/*[{number}]")


def content(given, name, folder):
    source = given.get(name)
    if source is None:
        return None
    return (folder / source["fixture"]).read_bytes() if "fixture" in source else source["xml"].encode()


SPINE = """<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Book</dc:title><dc:identifier id="id">0</dc:identifier></metadata>
<manifest><item id="chapter" href="chapter.xhtml" media-type="application/xhtml+xml"/></manifest><spine>{}</spine></package>"""


def spine(cfi, base):
    """A package document with the item at the spine position that a CFI, or the path before its `!`, gives."""
    found = re.match(r"(?:epubcfi\()?/6/(\d+)(?:\[(\w+)\])?(?:$|[!,])", base or cfi or "")
    number, id = (int(found[1]), found[2]) if found else (2, None)
    named = f' id="{id}"' if id else ""
    return SPINE.format("<itemref/>" * (number // 2 - 1) + f'<itemref idref="chapter"{named}/>').encode()


def resolve(given, folder):
    around = Around(given, folder, given["cfi"])
    with around.book:
        return around.place(given["cfi"])


def range_(given, folder):
    from lectern import cfi
    if given.get("op") == "join":
        return cfi.join(given["start"], given["end"])
    around = Around(given, folder, given["cfi"])
    with around.book:
        parts = cfi.parse(given["cfi"])
        start, end = (around.place(parts[name]["cfi"]) for name in ("start", "end"))
        found = type(start)(href=start["href"], start=start, end=end, text=around.text(start, end))
        assert around.book.cfi({"fragments": [around.whole(given["cfi"])]})["end"]
        return found


def make(given, folder):
    from lectern import cfi
    around = Around(given, folder)
    with around.book:
        if "spineIndex" in given:
            return around.book.cfi({"href": item(content(given, "package", folder), given["spineIndex"])})["cfi"]
        ends = [given[name] for name in ("start", "end") if name in given]
        if all("chunk" in end for end in ends):
            found = asked(around, {"domRange": dict(zip(("start", "end"), map(around.point, ends)))})
        else:
            found = [asked(around, {"domRange": {"start": around.point(end)}} if "chunk" in end else
                           {"cssSelector": around.css(end["element"])}) for end in ends]
            found = cfi.join(*found) if len(found) == 2 else found[0]
    base = given.get("base")
    return found if base and f"({base}" in found else found.replace("/6/2!", f"{base}!" if base else "", 1)


def item(package, index):
    """The href of the item of an itemref."""
    all = [element for element in ElementTree.fromstring(package).iter()]
    reference = [element.get("idref") for element in all if element.tag.endswith("}itemref")][index]
    return next(element.get("href") for element in all if element.get("id") == reference)


def asked(around, where):
    return around.book.cfi({"href": "chapter.xhtml"} | where)["cfi"]


HANDLERS = {f"cfi.{name}": refusing(question) for name, question in {
    "parse": parse, "compare": compare, "collapse": collapse, "resolve": resolve, "range": range_, "make": make}.items()}
