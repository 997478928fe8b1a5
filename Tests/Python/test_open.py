# SPDX-License-Identifier: BSD-3-Clause
"""Opening publications in every way, and reading their contents."""

import io
import json

import pytest

import lectern
from support.tree import EXAMPLES


def open_path(path):
    return lectern.Publication.open(path)


def open_text_path(path):
    return lectern.Publication.open(str(path))


def open_bytes(path):
    return lectern.Publication.open_bytes(path.read_bytes())


def open_bytearray(path):
    return lectern.Publication.open_bytes(bytearray(path.read_bytes()))


def open_memory_stream(path):
    return lectern.Publication.open_stream(io.BytesIO(path.read_bytes()))


WAYS = [open_path, open_text_path, open_bytes, open_bytearray, open_memory_stream]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_way_of_opening_gives_the_same_book(way, packed):
    path = packed("sample")
    with open_path(path) as expected, way(path) as book:
        assert book.manifest == expected.manifest
        assert book.positions == expected.positions
        href = book.manifest["readingOrder"][1]["href"]
        with book.get(href) as resource, expected.get(href) as other:
            assert resource.read() == other.read()


def test_exploded_directory(packed, sample):
    with lectern.Publication.open(EXAMPLES / "book") as book:
        assert not book.warnings
        assert book.manifest["metadata"] == sample.manifest["metadata"]
        assert [link["href"] for link in book.manifest["readingOrder"]] == [
            link["href"] for link in sample.manifest["readingOrder"]
        ]


def test_compression_changes_no_content(packed):
    with open_path(packed("sample", deflate=False)) as stored, open_path(packed("sample")) as deflated:
        for link in stored.manifest["readingOrder"]:
            with stored.get(link["href"]) as one, deflated.get(link["href"]) as other:
                assert one.read() == other.read()


def test_metadata(sample):
    metadata = sample.manifest["metadata"]
    assert metadata["title"] == "Read Aloud"
    assert metadata["subtitle"] == "Pieces for a Lectern"
    assert metadata["language"] == ["en", "fr"]
    assert metadata["author"][0]["name"] == "Herman Melville"
    assert metadata["author"][0]["sortAs"] == "Melville, Herman"
    assert len(metadata["author"]) == 6
    assert "George Fyler Townsend" in str(metadata["translator"])
    assert "Pieces for a Lectern" in str(metadata["belongsTo"]["series"])
    assert metadata["accessibility"]["hazard"] == ["none"]
    assert metadata["accessibility"]["conformsTo"] == ["https://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa"]


def test_table_of_contents_is_nested(sample):
    toc = sample.manifest["toc"]
    assert [link["title"] for link in toc][:2] == ["Read Aloud", "Loomings"]
    assert toc[3]["children"][0] == {"href": "EPUB/text/sonnets.xhtml#sonnet-18", "title": "Sonnet 18"}


def test_the_sample_book_has_no_mistakes(sample):
    assert sample.warnings == []


def test_text_is_the_same_as_the_object(sample):
    assert json.loads(sample.manifest_text) == sample.manifest
    assert json.loads(sample.positions_text) == {
        "total": len(sample.positions),
        "positions": sample.positions,
    }


def test_every_access_gives_a_fresh_object(sample):
    sample.manifest["metadata"]["title"] = "Mine"
    assert sample.manifest["metadata"]["title"] == "Read Aloud"


def test_positions(packed):
    with open_path(packed("sample", deflate=False)) as book:
        positions = book.positions
        by_item = book.positions_by_reading_order
    # A position for every 1024 bytes in the archive, rounded up.
    assert [len(item) for item in by_item] == [1, 7, 6, 6, 9, 5]
    assert [locator for item in by_item for locator in item] == positions
    assert [locator["locations"]["position"] for locator in positions] == list(range(1, 35))
    assert positions[0]["locations"]["totalProgression"] == 0


def test_resource_in_parts(sample):
    with sample.get("EPUB/text/loomings.xhtml") as resource:
        everything = resource.read()
        assert resource.size == len(everything)
        assert b"Call me Ishmael." in everything
        assert resource.link["type"] == "application/xhtml+xml"
        assert resource.read(100, 50) == everything[100:150]
        assert resource.read(len(everything) - 5) == everything[-5:]
        assert resource.read(len(everything) - 5, 100) == everything[-5:]
        assert resource.read(len(everything) + 1) == b""
        assert resource.read(0, 0) == b""


def test_resource_outlives_its_publication(packed):
    with open_path(packed("sample")) as book:
        resource = book.get("EPUB/css/book.css")
    with resource:
        assert resource.read().startswith(b'@charset "UTF-8";')


def test_services_are_resources(sample):
    with sample.get("/~readium/positions") as resource:
        assert json.loads(resource.read()) == json.loads(sample.positions_text)


def test_epub2(packed):
    with open_path(packed("epub2")) as book:
        manifest = book.manifest
    metadata = manifest["metadata"]
    assert metadata["author"]["name"] if isinstance(metadata["author"], dict) else metadata["author"]
    assert "William Blake" in str(metadata["author"])
    assert metadata["illustrator"]
    assert "Songs" in str(metadata["belongsTo"]["series"])
    assert [link["href"] for link in manifest["readingOrder"]] == [
        "OEBPS/text/the%20lamb.xhtml",
        "OEBPS/text/shepherd.xhtml",
    ]
    assert manifest["toc"][0]["children"][0]["href"] == "OEBPS/text/the%20lamb.xhtml#second"
    assert [link["title"] for link in manifest["pageList"]] == ["8", "5"]
    assert [link["href"] for link in manifest["landmarks"]] == [
        "OEBPS/text/the%20lamb.xhtml",
        "OEBPS/text/notes.xhtml",
    ]
    covers = [link["href"] for link in manifest["resources"] if "cover" in link.get("rel", [])]
    assert covers == ["OEBPS/images/cover.svg"]


def test_percent_encoded_href(packed):
    with open_path(packed("epub2")) as book, book.get("OEBPS/text/the%20lamb.xhtml") as resource:
        assert b"Little Lamb, who made thee?" in resource.read()


def test_fixed_layout(packed):
    with open_path(packed("fixed-layout")) as book:
        manifest, by_item = book.manifest, book.positions_by_reading_order
    assert manifest["metadata"]["layout"] == "fixed"
    pages = {link["href"].rpartition("/")[2]: link.get("properties", {}) for link in manifest["readingOrder"]}
    assert pages["front.svg"]["page"] == "center"
    assert pages["circle.xhtml"]["page"] == "left"
    assert pages["square.xhtml"]["page"] == "right"
    assert pages["colophon.xhtml"]["layout"] == "reflowable"
    assert [len(item) for item in by_item] == [1, 1, 1, 1, 1]


def test_broken_book_opens_with_warnings(packed):
    with open_path(packed("broken")) as book:
        warnings, manifest = book.warnings, book.manifest
    assert manifest["metadata"]["title"] == "Held Together With String"
    hrefs = [link["href"] for link in manifest["readingOrder"]]
    assert hrefs[:2] == ["EPUB/one.xhtml", "EPUB/two.xhtml"]
    assert warnings
    for warning in warnings:
        assert warning["severity"] in ("minor", "moderate", "major")
        assert warning["message"] and warning["path"].startswith("broken.epub")
    assert any("nobody" in warning["message"] or "nobody" in warning["path"] for warning in warnings)


def test_name_of_the_publication_in_warnings(packed):
    data = packed("broken").read_bytes()
    with lectern.Publication.open_bytes(data, {"name": "from the shelf"}) as book:
        assert all(warning["path"].startswith("from the shelf") for warning in book.warnings)


def test_bytes_are_kept_only_while_needed(packed):
    book = lectern.Publication.open_bytes(packed("sample").read_bytes())
    assert len(lectern._callbacks._kept) == 1
    resource = book.get("EPUB/css/book.css")
    book.close()
    assert resource.read()
    resource.close()
    assert lectern._callbacks._kept == {}


@pytest.mark.parametrize("address", ["https://example.org/a.epub", "HTTP://example.org/a.epub"])
def test_an_address_needs_a_stream_of_the_host(address):
    with pytest.raises(lectern.UnsupportedError, match="stream"):
        lectern.Publication.open(address)
