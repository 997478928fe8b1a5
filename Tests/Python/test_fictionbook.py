# SPDX-License-Identifier: BSD-3-Clause
"""FictionBook documents: metadata, documents, links, notes, images."""
import io
import re
import xml.etree.ElementTree as ElementTree

import pytest

import lectern
from support.fictionbook import PNG, fb2, fbz


def opened(data, name="book.fb2"):
    return lectern.Publication.open_bytes(data, {"name": name})


def documents(book):
    """The documents as trees; all of them are well-formed."""
    return {link["href"]: ElementTree.fromstring(book.get(link["href"]).read()) for link in book.reading_order}


def letters(text):
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("data, name", [(fb2(), "book.fb2"), (fb2(), "book"), (fbz(fb2()), "book.fb2.zip"), (fbz(fb2()), "book.fbz"),
                                        (fb2(encoding="windows-1251"), "book.fb2"), (fb2(encoding="utf-16"), "book.fb2")])
def test_metadata(data, name):
    with opened(data, name) as book:
        metadata = book.metadata
        assert metadata["title"] == "The Book & more" and metadata["language"] == ["ru"]
        assert metadata["author"] == [{"name": "Anna B. Author", "sortAs": "Author, Anna B."}, {"name": "nick"}]
        assert metadata["translator"] == [{"name": "Trans"}] and metadata["publisher"] == [{"name": "House"}]
        assert metadata["identifier"] == "doc-1" and metadata["altIdentifier"] == ["urn:isbn:9783161484100"]
        assert metadata["description"] == "First words.\nMore." and metadata["published"] == "2001-01-01"
        assert metadata["belongsTo"] == {"series": [{"name": "Row", "position": 2}]}
        assert [(one["name"], one.get("code")) for one in metadata["subject"]] == [
            ("Fantasy", "sf_fantasy"), ("odd", "odd"), ("sea", None), ("ships", None)]
        assert not book.warnings


def test_sniffed():
    for data, name in ((fb2(), "book.fb2"), (fbz(fb2()), "book.fb2.zip")):
        assert "fb2" in lectern.sniff(io.BytesIO(data), {"name": name})["specifications"]


def test_each_section_is_a_document():
    with opened(fb2()) as book:
        assert [link.get("title") for link in book.reading_order] == ["The Book", "Chapter One", "Part Two", "Notes"]
        chapter, part = book.toc
        assert (chapter["href"], chapter["title"]) == ("text/0002.xhtml", "Chapter One")
        assert [(link["href"], link["title"]) for link in part["children"]] == [("text/0003.xhtml#two", "Two A")]
        assert {place["href"] for place in book.positions} == {link["href"] for link in book.reading_order}


def test_every_letter_is_there_once():
    with opened(fb2()) as book:
        shown = "".join("".join(tree.find("{*}body").itertext()) for tree in documents(book).values())
    root = ElementTree.fromstring(fb2())
    written = "".join("".join(body.itertext()) for body in root.findall("{*}body"))
    assert letters(shown) == letters(written)


def test_markup():
    with opened(fb2()) as book:
        tree = documents(book)["text/0002.xhtml"]
    html = "{http://www.w3.org/1999/xhtml}"

    def one(path):
        return tree.find(f".//{path}".replace("//", "//" + html))
    for name, text in (("em", "slanted"), ("strong", "bold"), ("s", "gone"), ("sub", "2"), ("sup", "2"), ("code", "if"), ("th", "Head")):
        assert "".join(one(name).itertext()) == text
    assert one("h2").find(html + "br") is not None and "".join(one("h2").itertext()) == "ChapterOne"
    assert one("th").get("colspan") == "2"
    assert [each.get("class") for each in tree.iter(html + "p")].count("v") == 2
    links = {"".join(each.itertext()): each.get("href") for each in tree.iter(html + "a")}
    assert links == {"[1]": "0004.xhtml#n1", "a link": "0003.xhtml#three", "out": "https://example.org/?a&b"}
    assert tree.get("lang") == "ru"


def test_notes():
    with opened(fb2()) as book:
        note = book.footnote({"href": "text/0002.xhtml", "text": {"highlight": "[1]"}})
        assert (note["role"], note["text"]) == ("footnote", "The note.")
        tree = documents(book)["text/0004.xhtml"]
        asides = [each for each in tree.iter("{http://www.w3.org/1999/xhtml}aside")]
        assert [each.get("id") for each in asides] == ["n1", "n2"]
        assert all(each.get("{http://www.idpf.org/2007/ops}type") == "footnote" for each in asides)
        spoken = " ".join(element["text"] for element in book.content() if element.get("text"))
        assert "The note." not in spoken


def test_images_and_cover():
    with opened(fb2()) as book:
        assert book.cover().read() == PNG and book.cover().link["type"] == "image/png"
        assert [link["href"] for link in book.collection("resources") if link["type"] == "image/png"] == ["images/1.png", "images/2.png"]
        tree = documents(book)["text/0002.xhtml"]
        image = next(tree.iter("{http://www.w3.org/1999/xhtml}img"))
        assert (image.get("src"), image.get("alt")) == ("../images/2.png", "A picture")
        assert book.get("images/2.png").read() == PNG


def test_search_and_places():
    with opened(fb2()) as book:
        match, = book.matches("Two lines")
        place = book.locate(match.locator)
        assert place["href"] == "text/0002.xhtml" and place["title"] == "Chapter One"
        assert book.locate({"href": "text/0003.xhtml#two"})["title"] == "Two A"


def test_long_sections_are_divided():
    long = "<p>" + "word " * 15_000 + "</p>"
    body = f"<body><section><title><p>Part</p></title><p>Ahead.</p><section><title><p>A</p></title>{long}</section><section>{long}</section></section></body>"
    with opened(fb2(body=body)) as book:
        assert [link.get("title") for link in book.reading_order] == ["Part", "A", None]
        assert book.toc == [{"href": "text/0002.xhtml", "title": "Part", "children": [{"href": "text/0003.xhtml", "title": "A"}]}]


def test_mistakes():
    with opened(fb2(binaries='<binary id="x">!!</binary><binary id="y">AAAA</binary>')) as book:
        assert len(book.warnings) == 2
    with opened(fb2(description="")) as book:
        assert book.title == "book"
    for body in ("", "<body></body>", "<body><section/></body>"):
        with pytest.raises(lectern.FormatError):
            opened(fb2(body=body))
    with pytest.raises(lectern.FormatError):
        opened(fb2().replace(b"FictionBook", b"OtherBook"), "a.fb2")


def test_deep_and_many():
    deep = "<section>" * 100 + "<p>Deep</p>" + "</section>" * 100
    with opened(fb2(body=f"<body>{deep}</body>")) as book:
        assert [match.text for match in book.matches("Deep")] == ["Deep"]
    deepest = "<section><title><p>t</p></title><p>word</p>" * 100_000 + "</section>" * 100_000
    with opened(fb2(body=f"<body>{deepest}</body>")) as book:
        assert sum(len(book.get(link["href"]).read()) for link in book.reading_order) > 400_000
    many = "<section><p>x</p></section>" * 5000
    with opened(fb2(body=f"<body>{many}</body>")) as book:
        assert len(book.reading_order) == 5000
    with opened(fb2(body=f"<body>{many * 3}</body>")) as book:
        assert len(book.reading_order) == 1 and sum(1 for _ in book.matches("x")) == 15_000
