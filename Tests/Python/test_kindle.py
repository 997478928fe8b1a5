# SPDX-License-Identifier: BSD-3-Clause
"""Books for Mobipocket and Kindle: metadata, documents, links, images, contents."""
import io
import random
import re
import time
import xml.etree.ElementTree as ElementTree

import pytest

import lectern
from support.fictionbook import PNG
from support import kindle_files
from support.kindle_files import METADATA, database, font, hybrid, kf8, mobi, mobi_records

from .memory import growth

KINDS = {"mobi": mobi, "huffman": lambda: mobi(compression=17480), "stored": lambda: mobi(compression=1), "cp1252": lambda: mobi(charset="cp1252"),
         "kf8": kf8, "kf8 huffman": lambda: kf8(compression=17480), "hybrid": hybrid}


def opened(data, name="book.mobi"):
    return lectern.Publication.open_bytes(data, {"name": name})


def texts(book):
    return [book.get(link["href"]).read().decode() for link in book.reading_order]


def words(markup):
    body = re.sub(r"(?s)^.*<body[^>]*>", "", markup)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


@pytest.mark.parametrize("kind", KINDS)
def test_metadata(kind):
    with opened(KINDS[kind]()) as book:
        metadata = book.metadata
        assert metadata["title"] == "The Book" and metadata["language"] == ["en"]
        assert [one["name"] for one in metadata["author"]] == ["Anna Author", "Bert Other", "Carl Third"]
        assert metadata["publisher"] == [{"name": "House"}] and metadata["description"] == "<p>First words.</p>"
        assert metadata["identifier"] == "urn:isbn:9783161484100" and metadata["altIdentifier"] == ["amazon:B00TEST123"]
        assert [one["name"] for one in metadata["subject"]] == ["sea", "ships"] and metadata["published"] == "2001-02-03"
        assert metadata["layout"] == "reflowable"
        assert book.info["format"] == "application/x-mobipocket-ebook" and not book.warnings
        assert book.cover().read() == PNG


@pytest.mark.parametrize("name", ["book.mobi", "book.azw3", "book.prc", "book.azw", "book", "book.epub", "book.zip"])
def test_recognised_by_content(name):
    assert "mobi" in lectern.sniff(io.BytesIO(kf8()), {"name": name})["specifications"]
    opened(kf8(), name).close()


@pytest.mark.parametrize("kind", ["mobi", "huffman", "stored", "cp1252"])
def test_documents_of_mobipocket(kind):
    """Page breaks begin documents of plain HTML."""
    with opened(KINDS[kind]()) as book:
        assert [words(text) for text in texts(book)] == [
            "Title &amp; caf\u00e9", "Contents Chapter One Chapter Two the middle", "One First the sea. Then the ship. large",
            "Two Quoted words", "Three the end of it"]
        front, contents, one, two, three = texts(book)
        assert '<p style="text-indent:0px;margin-top:2em">' in front and '<img src="../images/1.png" alt="cover">' in front
        assert [re.sub(r"#.*", "", href) for href in re.findall(r'href="\.\./([^"]*)"', contents)[1:]] == [
            "text/0003.html", "text/0004.html", "text/0003.html"]
        # The element goes on over the page break.
        assert '<div align="center"><h1>Two' in two and '<font size="+2">' in one
        assert not any(word in text for text in (front, contents, one, two, three) for word in ("filepos=", "mbp:", "recindex", "guide"))
        middle = re.search(r'href="\.\./text/0003.html#([^"]*)"[^>]*>the middle', contents)[1]
        assert f'<a id="{middle}"></a>Then' in one


@pytest.mark.parametrize("kind", ["mobi", "cp1252"])
def test_contents_of_mobipocket(kind):
    with opened(KINDS[kind]()) as book:
        one, two = book.toc
        assert (one["title"], one["href"]) == ("Chapter One", "text/0003.html") and (two["title"], two["href"]) == ("Chapter Two", "text/0004.html")
        assert [(link["href"], link["title"]) for link in two["children"]][0][0] == "text/0005.html"
        assert book.manifest["landmarks"] == [{"href": "text/0002.html", "title": "Contents", "rel": ["contents"]}]


def test_contents_without_an_index_are_the_links_of_their_page():
    with opened(mobi(has_index=False)) as book:
        assert [link["title"] for link in book.toc] == ["Chapter One", "Chapter Two", "the middle"]


@pytest.mark.parametrize("kind", ["kf8", "kf8 huffman", "hybrid"])
def test_documents_of_kf8(kind):
    with opened(KINDS[kind]()) as book:
        documents = texts(book)
        for document in documents:
            ElementTree.fromstring(document)
        assert [words(text) for text in documents] == [
            "One First the sea, caf\u00e9. note out", "Two kindle:embed:0001 stays. back", "Before. The note, the end."]
        one, two, three = documents
        note = re.search(r'href="\.\./text/0003.xhtml#([^"]*)"', one)[1]
        assert f'<p id="{note}">The note' in three
        assert 'href="https://example.org/?a=b"' in one and '<img src="../images/1.png" alt=""/>' in one
        assert 'href="../text/0001.xhtml"' in two and "<svg " in two and 'xlink:href="../images/1.png"' in two
        assert not any("aid=" in text for text in documents) and 'href="../styles/1.css"' in one
        style = book.get("styles/1.css").read().decode()
        assert style == "@font-face { font-family: F; src: url(../fonts/2.ttf) } p { background: url(\"../images/1.png\") }"
        assert book.get("fonts/2.ttf").read() == font()[1] and book.get("images/1.png").read() == PNG


def test_contents_of_kf8():
    with opened(kf8()) as book:
        one, two = book.toc
        assert (one["title"], one["href"], two["href"]) == ("One", "text/0001.xhtml", "text/0002.xhtml")
        assert two["children"][0]["title"] == "Note" and two["children"][0]["href"].startswith("text/0003.xhtml#")
        assert book.manifest["landmarks"] == [{"href": "text/0001.xhtml", "title": "Begin", "rel": ["start"]}]


def test_fixed_layout():
    metadata = [*METADATA, (122, b"true"), (126, b"600x800"), (527, b"rtl")]
    spine = b'<package><spine><itemref idref="a" skelid="0" properties="page-spread-right"/><itemref skelid="1" properties="page-spread-left"/><itemref skelid="99"/></spine></package>'
    with opened(kf8(metadata=metadata, spine=spine)) as book:
        assert book.metadata["layout"] == "fixed" and book.metadata["readingProgression"] == "rtl"
        assert [link.get("properties", {}).get("page") for link in book.reading_order] == ["right", "left", None]
        assert 'content="width=600, height=800"' in texts(book)[0]
        assert len(book.positions) == 3


@pytest.mark.parametrize("kind", KINDS)
def test_services(kind):
    """Search, positions, content and places work as in an EPUB."""
    with opened(KINDS[kind]()) as book:
        found = [locator for page in book.search("the sea") for locator in page["locators"]]
        assert len(found) == 1 and found[0]["text"]["highlight"] == "the sea"
        # By its quote alone.
        again = book.locate({"href": found[0]["href"], "type": found[0]["type"], "text": found[0]["text"]})
        assert again["locations"]["position"] == found[0]["locations"]["position"] and again["text"]["highlight"] == "the sea"
        assert {place["href"] for place in book.positions} == {link["href"] for link in book.reading_order}
        assert "First the sea" in " ".join(str(item) for item in book.content())


def test_images_stay_in_the_file():
    """20 images of 3 MB."""
    data = mobi(images=[PNG + bytes(3_000_000)] * 20)
    with opened(data) as book:
        assert sum(link.get("type") == "image/png" for link in book.resources) == 20
        assert book.get("images/7.png").read() == PNG + bytes(3_000_000)


def test_a_dictionary_is_a_book():
    """Its index of words is not read."""
    with opened(kindle_files.dictionary()) as book:
        assert words(texts(book)[0]) == "sail A sheet of canvas. ship A large boat." and not book.warnings
        assert [match.text for match in book.matches("large boat")] == ["large boat"] and book.word_count == 9


# ----------------------------------------------------------------------------------------------- What is refused by name

@pytest.mark.parametrize("kind, word", [(1, "Mobipocket"), (2, "Kindle")])
def test_protected(kind, word):
    with pytest.raises(lectern.ProtectedError, match=word):
        opened(mobi(encryption=kind))


def test_print_replica():
    with pytest.raises(lectern.UnsupportedError, match="Print replicas"):
        opened(mobi(text=b"%MOP" + bytes(100)), "book.azw4")


@pytest.mark.parametrize("data", [b"", b"BOOKMOBI", bytes(60) + b"BOOKMOBI", database([b"x"]), database([bytes(300)] * 3), database([]),
                                  mobi(text=b"")])
def test_damaged_from_the_beginning(data):
    with pytest.raises((lectern.FormatError, lectern.IoError)):
        opened(data)


def test_without_the_signature():
    with pytest.raises(lectern.LecternError):
        opened(database(mobi_records(), magic=b"TEXtREAd"))


# ------------------------------------------------------------------------------------------------------- Hostile files

def used(data):
    """Opens a book and reads everything, as far as it goes."""
    try:
        with opened(data) as book:
            for link in [*book.reading_order, *book.resources]:
                book.get(link["href"]).read()
            book.toc, book.positions
    except lectern.LecternError as error:
        assert error.message


MANY = 100_000
HOSTILE = {
    "nested elements": lambda: mobi(text=b"<div>" * MANY + b"text"),
    "nested elements with page breaks": lambda: mobi(text=b"<div>" * MANY + b"text<mbp:pagebreak/>" * 9000),
    "tags without an end": lambda: mobi(text=b"<p a='" * MANY),
    "comments without an end": lambda: mobi(text=b"<!--" * MANY),
    "scripts without an end": lambda: mobi(text=b"<script>" * MANY),
    "links to everywhere": lambda: mobi(text=b"".join(b"<a filepos=%d>" % place for place in range(MANY))),
    "links into one word": lambda: mobi(text=b"".join(b"<a filepos=%d>" % (2_900_000 + place) for place in range(MANY)) + b"x" * 1_500_000),
    "attributes": lambda: mobi(text=b"<p" + b" a=b" * MANY * 3 + b">x"),
    "drawings": lambda: kf8(bodies=("<p>x</p>" + '<img src="kindle:flow:0002?mime=image/svg+xml"/>' * MANY,)),
    "addresses": lambda: kf8(bodies=('<p a="' + "kindle:pos:fid:0000:off:0000000000 " * MANY + '">x</p>',)),
    "phrases without text": lambda: kindle_files.repeated_phrases(b"", True, 1 << 24),
    "phrases of phrases without text": lambda: kindle_files.repeated_phrases(b"", False, 1 << 24),
    "phrases of themselves": lambda: kindle_files.repeated_phrases(b"\xff" * 4000, False, 1 << 16),
    "a long text": lambda: mobi(compression=1, text=b"x y " * 2_000_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_cost_is_bounded(name):
    data = HOSTILE[name]()
    start = time.process_time()
    used(data)
    assert time.process_time() - start < 2


@pytest.mark.parametrize("phrase", [b"\x01\x01\x01\x01", b"\x01the"])
def test_phrases_of_themselves(phrase):
    data = mobi(compression=17480)
    place = data.index(b"\0\4the ") + 2
    with pytest.raises(lectern.FormatError, match="dictionary"):
        opened(data[:place] + phrase + data[place + 4:])


def test_damaged_files():
    """300 books with damage in headers, indexes and tables."""
    sources = [mobi(), mobi(compression=17480), kf8(), kf8(compression=17480), hybrid(), mobi(charset="cp1252")]
    start = time.process_time()
    for seed in range(300):
        chance = random.Random(seed)
        used(kindle_files.damaged(chance.choice(sources), chance))
    assert time.process_time() - start < 60


def test_memory():
    """Opening a long text takes a few times its size."""
    data = mobi(compression=1, text=b"<p>Some words in a line of text.</p>\n" * 400_000)
    assert growth(lambda: used(data))[1] < 300 << 20


def test_a_damaged_book_of_another_name_is_called_a_kindle_book():
    with pytest.raises(lectern.FormatError, match="Kindle"):
        lectern.Publication.open_bytes(b"Name\0" + bytes(55) + b"BOOKMOBI" + bytes(50), {"name": "a.epub"})
