# SPDX-License-Identifier: BSD-3-Clause
"""Documents and style sheets as served to a web view: their text and elements, without scripts and outside
references."""
import itertools
import json
import re
import xml.parsers.expat

import pytest

import lectern
from support.collections_of_files import corpus, is_own
from support.tiny_books import CHAPTER, epub

#: Every n-th book of the large corpus, and every n-th of its documents.
BOOKS, DOCUMENTS = 5, 3
LARGEST = 4 << 20
TYPES = {"application/xhtml+xml", "image/svg+xml"}
XHTML = "http://www.w3.org/1999/xhtml}"


class Parsed:
    """The elements of a document in order, and its text without style and script elements."""

    def __init__(self, data):
        self.elements, self.open, pieces = [], [], []
        parser = xml.parsers.expat.ParserCreate(namespace_separator="}")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = lambda name: self.open.pop()
        parser.CharacterDataHandler = lambda text: self.open[-1].endswith(("}style", "}script")) or pieces.append(text)
        # References to XHTML entities are dropped, because their DTD is not read.
        parser.UseForeignDTD(True)
        self.skipped = []
        parser.SkippedEntityHandler = lambda name, _: self.skipped.append(name)
        parser.Parse(data, True)
        self.text = "".join(pieces)

    def _start(self, name, attributes):
        self.elements.append((name, attributes, tuple(self.open)))
        self.open.append(name)

    def named(self, name):
        return [attributes for element, attributes, _ in self.elements if element == XHTML + name]

    @property
    def head(self):
        return [(name.removeprefix(XHTML), attributes) for name, attributes, above in self.elements
                if above == (XHTML + "html", XHTML + "head")]


def parsed(data):
    try:
        return Parsed(data)
    except xml.parsers.expat.ExpatError:
        return None


def documents(book):
    manifest = book.manifest
    links = [*manifest["readingOrder"], *manifest.get("resources", [])]
    return [link["href"] for link in links if link.get("type") in TYPES]


def check(navigator, href, original):
    response = navigator.get(href)
    assert response.status == 200
    data = response.read()
    assert len(data) == response.length
    before, after = parsed(original), parsed(data)
    if response.type == "text/html":
        assert before is None or before.elements[0][0].rpartition("}")[2] not in ("html", "svg"), href
        return
    if before is None:
        return  # an encoding, or characters in names, that this parser does not support
    assert after and (after.text == before.text or before.skipped), href
    if before.elements[0][0] != XHTML + "html":
        return
    policies = [a for a in after.named("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert len(policies) == 1 and policies[0]["content"] == response.headers["Content-Security-Policy"]
    assert after.head[0] == ("meta", policies[0])
    if "data-lectern" in after.elements[0][1]:
        assert re.search("~lectern/[0-9a-f]{16}/css/page.css$", after.head[-1][1]["href"])
    # All elements are kept in order; an object becomes an image or a frame.
    kept = iter(name for name, _, _ in after.elements)
    assert all(name in kept for name, _, _ in before.elements if name not in (XHTML + "object", XHTML + "embed"))
    own = {name: value for name, value in before.elements[0][1].items()
           if name.rpartition("}")[2] not in ("dir", "style", "data-lectern", "profile", "manifest", "base")}
    assert own.items() <= after.elements[0][1].items()


def test_documents_of_books():
    paths = sorted(path for path in (corpus() / "epub").rglob("*.epub") if path.stat().st_size <= LARGEST)
    count = 0
    for path in paths[::1 if is_own(corpus()) else BOOKS]:
        try:
            book = lectern.Publication.open(path)
        except lectern.LecternError:
            continue
        with book, lectern.Navigator(book) as navigator:
            for href in documents(book)[::DOCUMENTS]:
                try:
                    with book.get(href) as resource:
                        original = resource.read()
                except lectern.LecternError:
                    continue
                check(navigator, href, original)
                count += 1
    assert count > 10


NAMESPACE = ' xmlns="http://www.w3.org/1999/xhtml"'


@pytest.fixture
def served(tmp_path):
    """The first chapter as served to the page."""
    opened = []

    def serve(text, href="EPUB/c1.xhtml", **more):
        files = {"EPUB/c1.xhtml": text, **more.pop("files", {})}
        book = lectern.Publication.open(write(tmp_path, epub(files=files, **more)))
        navigator = lectern.Navigator(book)
        opened.extend((navigator, book))
        return navigator.get(href).read().decode()

    yield serve
    for handle in opened:
        handle.close()


NUMBERS = itertools.count()


def write(folder, data):
    path = folder / f"{next(NUMBERS)}.epub"
    path.write_bytes(data)
    return path


def test_order_of_the_head(served):
    text = served(CHAPTER.format("One"))
    order = ["Content-Security-Policy", "lectern-before.css", "<title>One", "lectern-default.css", "lectern-after.css",
             "audio[controls]", "/css/page.css", "</head>"]
    places = [text.index(piece) for piece in order]
    assert places == sorted(places)
    assert re.search('href="../~lectern/[0-9a-f]{16}/css/page.css"', text)
    assert re.search(r'<html[^>]* data-lectern="view=paged', text)


def test_attributes_are_not_there_twice(served):
    text = served(f'<html{NAMESPACE} xml:lang="de" lang="de" dir="ltr" style="color: red"><head/><body style="a: b"/></html>')
    root = re.search(r"<html[^>]*>", text)[0]
    assert [root.count(f" {name}=") for name in ("xml:lang", "lang", "dir", "style", "data-lectern")] == [1] * 5
    assert "color: red" in root
    assert "lectern-default.css" not in text


def test_fixed_layouts_have_only_the_policy(served):
    text = served(CHAPTER.format("One"), metadata='<meta property="rendition:layout">pre-paginated</meta>')
    assert "Content-Security-Policy" in text and "<link" not in text and "data-lectern" not in text


TEXT = "A house stood by the water. "


@pytest.mark.parametrize("head, body, is_chapter", [
    ("", f"<p>{TEXT * 60}</p>", True), ("", f"<p>{TEXT * 10}</p>", False), ("", "<p>\u5bb6</p>" * 1100, True),
    ("", f"<p>{' ' * 4000}</p><!-- {TEXT * 60} --><img src='i.png' alt='{TEXT * 60}'/>", False),
    (f"<title>{TEXT * 60}</title><style>{'p { color: red } ' * 200}</style>", "<svg><text>" + TEXT * 60 + "</text></svg>", False),
    ('<meta name="viewport" content="width=600, height=800"/>', f"<p>{TEXT * 60}</p>", False),
    ('<meta content="height = 800px ; width=600px" name="viewport"/>', f"<p>{TEXT * 60}</p>", False),
    ('<meta name="viewport" content="width=device-width, initial-scale=1"/>', f"<p>{TEXT * 60}</p>", True),
    ('<meta name="viewport"/>', f"<p>{TEXT * 60}</p>", True),
])
def test_a_fixed_page_of_much_text_without_a_size_is_a_chapter(served, head, body, is_chapter):
    text = f"<html{NAMESPACE}><head>{head}</head><body>{body}</body></html>"
    fixed = {"metadata": '<meta property="rendition:layout">pre-paginated</meta>'}
    assert ("data-lectern=" in served(text, **fixed)) == is_chapter
    [item, *_] = json.loads(served(text, "~lectern/state.json", **fixed))["readingOrder"]
    assert item["layout"] == ("reflowable" if is_chapter else "fixed")


def test_style_sheets(served):
    sheet = "p { page-break-before: always; font-size: 12pt } /* 12pt */"
    item = '<item id="s" href="s.css" media-type="text/css"/>'
    nav = '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
    text = served(CHAPTER.format("One"), "EPUB/s.css", manifest=nav + item, files={"EPUB/s.css": sheet})
    assert text == "p { break-before: column; font-size: 1rem } /* 12pt */"


def test_ranges_are_of_the_prepared_bytes(tmp_path):
    path = write(tmp_path, epub())
    with lectern.Publication.open(path) as book, lectern.Navigator(book) as navigator:
        whole = navigator.get("EPUB/c1.xhtml").read()
        for first, last in ((0, 0), (5, 400), (300, len(whole) - 1)):
            response = navigator.get("EPUB/c1.xhtml", f"bytes={first}-{last}")
            assert response.status == 206
            assert response.headers["Content-Range"] == f"bytes {first}-{last}/{len(whole)}"
            assert response.read() == whole[first:last + 1]


def test_a_large_chapter(tmp_path):
    text = CHAPTER.replace("<p ", "<p>" + "word " * 6_000_000 + "</p><p ").format("One")
    with lectern.Publication.open(write(tmp_path, epub(files={"EPUB/c1.xhtml": text}))) as book, lectern.Navigator(book) as navigator:
        response = navigator.get("EPUB/c1.xhtml")
        assert response.length > len(text)
        pieces = b"".join(response.chunks())
        assert pieces.endswith(text[-1000:].strip().encode()) and len(pieces) == response.length


def test_a_document_that_is_too_large(tmp_path):
    for size, status in ((32 << 20, 200), ((32 << 20) + 1, 413)):
        text = CHAPTER.format("One").ljust(size)
        with lectern.Publication.open(write(tmp_path, epub(files={"EPUB/c1.xhtml": text}))) as book, lectern.Navigator(book) as navigator:
            response = navigator.get("EPUB/c1.xhtml")
            assert response.status == status
            if status == 413:
                assert b'data-lectern-error="The document is larger than 32 MB."' in response.read()


LOOSE = (f'<html{NAMESPACE}><head><title/><script src="a.js"/><link rel="stylesheet" href="a.css"/></head><body>'
         '<a id="x"/><div/><svg><path/></svg><p>before<br>after</p></body></html>')


def kind_of(tmp_path, text):
    with lectern.Publication.open(write(tmp_path, epub(files={"EPUB/c1.xhtml": text}))) as book, lectern.Navigator(book) as navigator:
        response = navigator.get("EPUB/c1.xhtml")
        return response.type, response.read().decode()


def test_what_is_not_well_formed_is_served_as_html(tmp_path):
    kind, text = kind_of(tmp_path, LOOSE)
    assert kind == "text/html" and text.startswith("<!DOCTYPE html>")
    # In HTML, "/>" would not close these elements.
    for piece in ("<title></title>", "<script></script>", '<a id="x"></a>', "<div></div>", "<path></path>", 'href="a.css?'):
        assert piece in text
    assert "before<br>after</p></body></html>" in text and "Content-Security-Policy" in text
    for other in ("", "<p>no namespace<p>", f"<div{NAMESPACE}>another root</div>", LOOSE.replace("<br>", "&nbsp;")):
        assert kind_of(tmp_path, other)[0] == "text/html", other


def test_what_is_well_formed_stays_xhtml(tmp_path):
    for text in (LOOSE.replace("<br>", "<br/>"), CHAPTER.format("One"),
                 '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "xhtml11.dtd">' + LOOSE.replace("<br>", "&nbsp;")):
        assert kind_of(tmp_path, text)[0] == "application/xhtml+xml", text


@pytest.mark.parametrize("codec, label, word", [
    ("cp932", "Shift_JIS", "\u65e5\u672c\u8a9e"), ("euc_jp", "EUC-JP", "\u65e5\u672c\u8a9e"), ("iso2022_jp", "ISO-2022-JP", "\u65e5\u672c\u8a9e"),
    ("gb18030", "gb2312", "\u4e2d\u6587\u9f8d"), ("big5hkscs", "Big5", "\u4e2d\u6587\u9f8d"), ("cp949", "ks_c_5601-1987", "\ud55c\uad6d\uc5b4"),
    ("cp1252", "windows-1252", "\u201cna\u00efve\u201d"), ("utf-16", "UTF-16", "\u65e5\U0001f600"),
])
def test_documents_are_served_in_utf8(tmp_path, codec, label, word):
    """A search finds words in documents of every encoding; invalid bytes become U+FFFD."""
    text = f'<?xml version="1.0" encoding="{label}"?>' + CHAPTER.format("One").replace("<p ", f"<p>a {word} b</p><p ")
    for damage in (b"", b"\xff<" if "16" not in codec and "2022" not in codec else b""):
        data = text.encode(codec).replace(b"<p>", b"<p>" + damage.replace(b"<", b"~"), 1)
        with lectern.Publication.open(write(tmp_path, epub(files={"EPUB/c1.xhtml": data}))) as book, lectern.Navigator(book) as navigator:
            response = navigator.get("EPUB/c1.xhtml")
            served = response.read().decode()
            assert f"a {word} b</p>" in served and "encoding=" not in served
            assert damage == b"" or codec.startswith("cp1252") or "\ufffd" in served
            assert [match.text for match in book.matches(word)] == [word]


def test_prefixes_of_attributes_are_declared(served):
    """Browsers stop parsing at an undeclared prefix."""
    text = served(f'<html{NAMESPACE} xmlns:d="urn:d"><head/><body><p epub:type="x" d:a="b" own:a="c" xml:lang="en"/></body></html>')
    [root] = re.findall(r"<html[^>]*>", text)
    assert 'xmlns:epub="http://www.idpf.org/2007/ops"' in root and 'xmlns:own="urn:undeclared:own"' in root
    assert root.count("xmlns:") == 3 and parsed(text.encode())
