# SPDX-License-Identifier: BSD-3-Clause
"""DAISY 2.02 and 3: metadata, documents, contents, pages, guided navigation, recordings."""
import io
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

import lectern
from lectern.cli.books import files, is_book
from lectern.cli.catalogue import paths
from support import daisy
from support.daisy import BOOKS, packed


def opened(files, folder="", name="book.zip"):
    return lectern.Publication.open_bytes(packed(files, folder), {"name": name})


def tree(book, href):
    return ElementTree.fromstring(book.get(href).read())


def guides(book):
    return json.loads(book.get("~readium/guided-navigation.json").read())["guided"]


def leaves(objects, inside=()):
    """The steps, with all of their roles."""
    for one in objects:
        roles = (*inside, *one.get("role", ()))
        if "children" in one:
            yield from leaves(one["children"], roles)
        else:
            yield one.get("textref"), one.get("audioref"), [role for role in roles if role != "sequence"]


def flat(links):
    for link in links:
        yield link["title"], link["href"]
        yield from flat(link.get("children", ()))


# -------------------------------------------------------------------------------------------------------- Recognition

@pytest.mark.parametrize("kind", BOOKS)
@pytest.mark.parametrize("folder", ["", "Der Ordner/", "a/b/"])
def test_recognised(kind, folder):
    data = packed(BOOKS[kind](), folder)
    for name in ("book.zip", "book", "book.epub", "book.daisy"):
        found = lectern.sniff(io.BytesIO(data), {"name": name})
        assert "daisy" in found["specifications"] and found["mediaType"] == "application/daisy+zip"
        with lectern.Publication.open_bytes(data, {"name": name}) as book:
            assert book.info["format"] == "application/daisy+zip" and book.reading_order and book.toc
            assert not [one for one in book.warnings if one["severity"] != "minor"]


@pytest.mark.parametrize("kind", BOOKS)
def test_folders(kind, tmp_path):
    for name, content in BOOKS[kind]().items():
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
    with lectern.Publication.open(tmp_path) as book, opened(BOOKS[kind]()) as other:
        assert [link["href"] for link in book.reading_order] == [link["href"] for link in other.reading_order]
        assert book.toc == other.toc


@pytest.mark.parametrize("kind", BOOKS)
def test_folders_are_books_on_the_shelf(kind, tmp_path):
    for name in BOOKS[kind]():
        (tmp_path / name).write_bytes(b"")
    assert is_book(tmp_path)


def test_a_folder_with_a_book_and_its_metadata_is_none(tmp_path):
    for name in ("metadata.opf", "cover.jpg", "book.epub"):
        (tmp_path / name).write_bytes(b"")
    assert not is_book(tmp_path)


def test_archives_are_books_by_their_content(tmp_path):
    for name, data in {"book.zip": packed(daisy.daisy3()), "other.zip": packed({"a.txt": "x"}), "book.xml": daisy.DTBOOK.encode(),
                       "other.xml": b"<a/>", "book.txt": b"text"}.items():
        (tmp_path / name).write_bytes(data)
    assert list(files([str(tmp_path)])) == [str(tmp_path / name) for name in ("book.xml", "book.zip")]
    assert list(paths([str(tmp_path / "book.zip")], all=False)) == [str(tmp_path / "book.zip")]


def test_a_file_beside_the_folder():
    files = {"Buch/" + name: content for name, content in daisy.daisy202().items()} | {"liesmich.txt": "x"}
    with opened(files) as book:
        assert [link["href"] for link in book.reading_order] == ["Buch/one.html", "Buch/two.html"]


def test_several_books_are_refused():
    files = {f"{disc}/{name}": content for disc in ("disc1", "disc2") for name, content in daisy.daisy202().items()}
    with pytest.raises(lectern.UnsupportedError, match="2 DAISY books, or volumes of one"):
        opened(files)


# ----------------------------------------------------------------------------------------------------------- Metadata

def test_metadata_of_202():
    with opened(daisy.daisy202()) as book:
        metadata = book.metadata
        assert metadata["title"] == "Das Buch & mehr" and metadata["language"] == ["de"] and metadata["identifier"] == "id-1"
        assert metadata["author"] == [{"name": "Anna Autor"}, {"name": "B. Zweite"}] and metadata["narrator"] == [{"name": "Nora Sprecher"}]
        assert metadata["publisher"] == [{"name": "Haus"}] and metadata["published"] == "2001-05-06"
        assert metadata["duration"] == 30 and metadata["numberOfPages"] == 2
        assert metadata["http://purl.org/dc/terms/source"] == "978-3-16-148410-0"


def test_metadata_of_3():
    with opened(daisy.daisy3()) as book:
        metadata = book.metadata
        assert metadata["title"] == "The Book" and metadata["language"] == ["en"] and metadata["identifier"] == "uid-1"
        assert metadata["author"] == [{"name": "Anna Author", "sortAs": "Author, Anna"}] and metadata["narrator"] == [{"name": "Nora"}]
        assert metadata["publisher"] == [{"name": "House"}] and metadata["published"] == "2005-01-02" and metadata["duration"] == 12.5
        assert "conformsTo" not in metadata and not [key for key in metadata if "dtb" in key]


# --------------------------------------------------------------------------------------------------------- DAISY 2.02

@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252", "iso-8859-1", "utf-16"])
def test_documents_of_202(encoding):
    with opened(daisy.daisy202(encoding)) as book:
        assert [(link["href"], link["type"]) for link in book.reading_order] == [
            ("one.html", "application/xhtml+xml"), ("two.html", "application/xhtml+xml")]
        body = tree(book, "one.html").find("{*}body")
        assert re.sub(r"\s", "", "".join(body.itertext())) == "DasBuchiErstesÜbelEinSatzdraußen1DieFußnote."
        hrefs = [link.get("href") for link in body.iter(f"{{{daisy.XHTML}}}a")]
        assert hrefs == ["https://example.org/", "#c5"]
        assert {one.get("id") for one in body.iter() if one.get("id")} == {"c1", "c2", "x2", "c3", "c3b", "c4", "c5"}
        assert {link["href"] for link in book.resources} == {"a.png", "default.css", "one.mp3", "two.mp3"}


def test_contents_and_pages_of_202():
    with opened(daisy.daisy202()) as book:
        assert list(flat(book.toc)) == [("Das Buch", "one.html#c1"), ("Erstes Übel", "one.html#c3"), ("Unter", "two.html#c6")]
        assert [link["title"] for link in book.toc[1]["children"]] == ["Unter"]
        assert list(flat(book.manifest["pageList"])) == [("i", "one.html#c2"), ("1", "two.html#c7")]


def test_guided_navigation_of_202():
    with opened(daisy.daisy202()) as book:
        assert list(leaves(guides(book))) == [
            ("one.html#c1", "one.mp3#t=0,1.5", []), ("one.html#c2", "one.mp3#t=1.5,2", ["pagebreak"]), ("one.html#c3", "one.mp3#t=2,3", []),
            ("one.html#c4", "one.mp3#t=3,4", ["noteref"]), ("one.html#c5", "one.mp3#t=4,6.25", ["footnote"]),
            ("two.html#c6", "two.mp3#t=0,2", []), ("two.html#c6", "one.mp3#t=6.5,7", []), ("two.html#c7", "two.mp3#t=2,3", ["pagebreak"]),
            ("two.html#c8", None, [])]
        only = json.loads(book.get("~readium/guided-navigation.json?ref=two.html").read())["guided"]
        assert {text.split("#")[0] for text, _, _ in leaves(only)} == {"two.html"}


def test_notes_of_202():
    with opened(daisy.daisy202()) as book:
        assert book.footnote({"href": "one.html", "fragments": ["c4"]})["text"] == "Die Fußnote."
    with opened(daisy.daisy3()) as book:
        assert book.footnote({"href": "book-0002.xhtml", "fragments": ["d5"]})["text"] == "The note."


# ------------------------------------------------------------------------------------------------------------ DAISY 3

def test_each_level_is_a_document():
    with opened(daisy.daisy3()) as book:
        assert [(link["href"], link.get("title")) for link in book.reading_order] == [
            ("book-0001.xhtml", None), ("book-0002.xhtml", "Preface"), ("book-0003.xhtml", "One"), ("book-0004.xhtml", "Three"),
            ("book-0005.xhtml", "Notes")]
        assert list(flat(book.toc)) == [("Preface", "book-0002.xhtml#d3"), ("One", "book-0003.xhtml#d7"), ("Side", "book-0003.xhtml#d13")]
        assert list(flat(book.manifest["pageList"])) == [("ii", "book-0002.xhtml#d6")]


def test_every_letter_is_there_once():
    with opened(daisy.daisy3()) as book:
        shown = "".join("".join(tree(book, link["href"]).find("{*}body").itertext()) for link in book.reading_order)
    written = "".join(ElementTree.fromstring(daisy.DTBOOK.encode()).find("{*}book").itertext())
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", written)


def test_elements_of_dtbook():
    with opened(daisy.daisy3()) as book:
        third = book.get("book-0004.xhtml").read().decode()
        for text in ('<ol type="a"', 'start="3"', '<figure id="d15"', '<img src="a.png" id="d16"', '<figcaption', '<caption>Table', '<th scope="col">',
                     '<td colspan="2">', 'epub:type="z3998:poem"', '<div class="line">One line</div>', "<dt>Term</dt>", 'epub:type="epigraph"',
                     '<math xmlns="http://www.w3.org/1998/Math/MathML" id="d18"', "<mo>&lt;</mo>", "<br/>"):
            assert text in third, text
        second = book.get("book-0002.xhtml").read().decode()
        assert 'href="book-0005.xhtml#d20" epub:type="noteref" role="doc-noteref"' in second and 'href="book-0004.xhtml#d12"' in second
        assert 'href="https://example.org/?a&amp;b"' in second and '<span epub:type="pagebreak" role="doc-pagebreak" id="d6"' in second
        assert '<aside epub:type="footnote" role="doc-footnote" id="d20" class="note endnote"' in book.get("book-0005.xhtml").read().decode()
        assert '<aside epub:type="sidebar" id="d13"' in book.get("book-0003.xhtml").read().decode()


def test_guided_navigation_of_3():
    with opened(daisy.daisy3()) as book:
        steps = list(leaves(guides(book)))
        assert ("book-0002.xhtml#d5", "a.mp3#t=1.25,1.5", ["noteref"]) in steps
        assert ("book-0005.xhtml#d21", "a.mp3#t=8,9", ["footnote"]) in steps
        assert ("book-0002.xhtml#d6", "a.mp3#t=1.5,1.75", ["pagebreak"]) in steps
        assert ("book-0003.xhtml#d13", "a.mp3#t=6,7", ["aside"]) in steps
        assert len(steps) == 13 and [link for link in book.reading_order if not link.get("alternate")] == []


def test_text_alone():
    with opened(daisy.daisy3_text()) as book:
        assert list(flat(book.toc)) == [
            ("Preface", "book-0002.xhtml#d3"), ("One", "book-0003.xhtml#d7"), ("Two", book.toc[1]["children"][0]["href"]),
            ("Three", "book-0004.xhtml#d12"), ("Notes", book.toc[3]["href"])]
        assert list(flat(book.manifest["pageList"])) == [("ii", "book-0002.xhtml#d6"), ("1", "book-0003.xhtml#d11")]
        assert not [link for link in book.reading_order if link.get("alternate")]


def test_dtbook_alone(tmp_path):
    (tmp_path / "book.xml").write_text(daisy.DTBOOK)
    (tmp_path / "a.png").write_bytes(daisy.PNG)
    with lectern.Publication.open(tmp_path / "book.xml") as book:
        assert book.title == "The Book" and len(book.reading_order) == 5 and book.metadata["language"] == ["en"]
        assert book.get("a.png").read() == daisy.PNG
    with lectern.Publication.open_bytes(daisy.DTBOOK.encode()) as book:
        assert book.info["format"] == "application/x-dtbook+xml" and len(book.toc) == 4


# --------------------------------------------------------------------------------------------------------- Recordings

@pytest.mark.parametrize("kind, order, toc, pages", [
    ("2.02 audio", [("one.mp3", "Das Buch"), ("two.mp3", "Unter")],
     [("Das Buch", "one.mp3"), ("Erstes Übel", "one.mp3#t=5"), ("Unter", "two.mp3")], [("i", "one.mp3#t=4"), ("1", "two.mp3#t=4.5")]),
    ("3 audio", [("a.mp3", None), ("b.mp3", "Side")],
     [("Preface", "a.mp3#t=2"), ("One", "a.mp3#t=6"), ("Side", "b.mp3")], [("ii", "a.mp3#t=5")])])
def test_recordings_alone(kind, order, toc, pages):
    with opened(BOOKS[kind]()) as book:
        assert book.metadata["conformsTo"] == ["https://readium.org/webpub-manifest/profiles/audiobook"]
        assert [(link["href"], link.get("title")) for link in book.reading_order] == order
        assert [round(link["duration"]) for link in book.reading_order] == [10, 5]
        assert list(flat(book.toc)) == toc and list(flat(book.manifest["pageList"])) == pages
        assert book.positions and {place["href"] for place in book.positions} == {link["href"] for link in book.reading_order}


# ------------------------------------------------------------------------------------------------------ Same as a book

@pytest.mark.parametrize("kind, word, href", [("2.02", "Fußnote", "one.html"), ("3", "sentence", "book-0003.xhtml"), ("3 text", "Meaning", "book-0004.xhtml")])
def test_search_content_and_places(kind, word, href):
    with opened(BOOKS[kind]()) as book:
        match, = book.matches(word)
        assert match.locator["href"] == href
        assert word in " ".join(element.get("text", "") for element in book.elements())
        place = book.locate(match.locator)
        assert place["href"] == href and place["locations"]["position"] >= 1
        assert book.word_count > 5


# ------------------------------------------------------------------------------------------------------------- Damage

def test_missing_files_are_warnings():
    files = daisy.daisy202()
    for name in ("two.smil", "a.png"):
        del files[name]
    with opened(files) as book:
        assert [link["href"] for link in book.reading_order] == ["one.html"]
        assert [title for title, _ in flat(book.toc)] == ["Das Buch", "Erstes Übel"]
        assert any("may be one of several volumes" in one["message"] for one in book.warnings)
    files = daisy.daisy202() | {"ncc.html": daisy.ncc(daisy.NCC_BODY, more='<meta name="ncc:setInfo" content="1 of 3"/>')}
    with opened(files) as book:
        assert any("has 3 volumes" in one["message"] for one in book.warnings)


@pytest.mark.parametrize("files, message", [
    ({"ncc.html": "<html/>", "a.smil": "<smil/>"}, "no links to SMIL"),
    ({"ncc.html": daisy.ncc('<h1><a href="a.smil#x">A</a></h1>'), "a.smil": daisy.smil1()}, "neither text nor recordings"),
    ({"a.opf": daisy.opf(), "b.txt": "x"}, "neither text nor recordings"),
])
def test_nothing_to_read(files, message):
    with pytest.raises(lectern.FormatError, match=message):
        opened(files)


def test_steps_that_lead_to_each_other_end():
    loop = daisy.smil1('<par id="t1"><text src="one.smil#t1"/></par>', '<seq>' * 300 + daisy.par(1, "one.html#c1", "one.mp3", 0, 1) + "</seq>" * 300)
    with opened(daisy.daisy202() | {"one.smil": loop}) as book:
        assert [link["href"] for link in book.reading_order] == ["two.html"]


def test_a_text_that_is_no_document():
    with opened(daisy.daisy202() | {"one.smil": daisy.smil1(daisy.par(1, "a.png", "one.mp3", 0, 9))}) as book:
        assert [link["href"] for link in book.reading_order] == ["two.html"]
