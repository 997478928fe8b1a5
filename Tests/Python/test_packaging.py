# SPDX-License-Identifier: BSD-3-Clause
"""Packages of what is open: they open again, and have the same content."""
import json
import zipfile

import pytest

import lectern
from lectern import packaging
from support.tiny_books import epub
from support.tiny_packages import PACKAGES

from .test_edited_manifests import LOCKED


def hrefs(book):
    return [link["href"] for link in book.reading_order + book.collection("resources")]


def same(one, other):
    """Whether two publications say and have the same, but for their services and their protection."""
    assert hrefs(one) == hrefs(other)
    assert one.manifest["metadata"] == other.manifest["metadata"]
    assert one.manifest.get("toc") == other.manifest.get("toc")
    for href in hrefs(one):
        assert one.get(href).read() == other.get(href).read()
    assert not other.warnings


@pytest.mark.parametrize("folder", [False, True])
def test_the_sample_book(sample, tmp_path, folder):
    written = packaging.write(sample, tmp_path / "a.webpub", folder=folder)
    assert written.files == len(hrefs(sample)) and written.left_out == []
    assert written.bytes == sum(sample.get(href).size for href in hrefs(sample))
    with lectern.open(tmp_path / "a.webpub") as again:
        same(sample, again)
        assert [match.text for match in again.matches("raven")] == [match.text for match in sample.matches("raven")]
    assert [file.name for file in tmp_path.iterdir()] == ["a.webpub"], "nothing else is left"


@pytest.mark.parametrize("name", ["tiny.cbz", "tiny.audiobook", "tiny.lpf"])
def test_other_formats(name, tmp_path):
    with lectern.Publication.open_bytes(PACKAGES[name], {"name": name}) as book:
        packaging.write(book, tmp_path / "b.webpub")
        with lectern.open(tmp_path / "b.webpub") as again:
            same(book, again)


def test_the_same_book_gives_the_same_archive(sample, tmp_path):
    for name in "ab":
        packaging.write(sample, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_remote_publication_is_downloaded(tmp_path):
    manifest = {
        "metadata": {"title": "Remote"},
        "links": [{"href": "https://example.org/manifest.json", "rel": "self", "type": "application/webpub+json"}],
        "readingOrder": [{"href": "text/a%20b.html?v=2#x", "type": "text/html", "alternate": [{"href": "a.mp3", "type": "audio/mpeg"}]}],
        "resources": [{"href": "https://example.org/font.woff", "type": "font/woff"}, {"href": "../up.css", "type": "text/css"},
                      {"href": "gone.css", "type": "text/css"}, {"href": "large.bin", "type": "application/octet-stream"}]}
    files = {"text/a%20b.html?v=2#x": b"<p>Text</p>", "a.mp3": b"sound", "large.bin": bytes(range(256)) * 12_000}
    with lectern.Publication.open_manifest(manifest, files.get) as book:
        written = packaging.write(book, tmp_path / "c.webpub")
    assert sorted(written.left_out) == ["../up.css", "gone.css", "https://example.org/font.woff"] and written.files == 3
    with zipfile.ZipFile(tmp_path / "c.webpub") as archive:
        assert set(archive.namelist()) == {"text/a b.html", "a.mp3", "large.bin", "manifest.json"}
        assert archive.read("large.bin") == files["large.bin"]
        stored = {one.filename for one in archive.infolist() if one.compress_type == zipfile.ZIP_STORED}
        assert stored == {"a.mp3"}
        kept = json.loads(archive.read("manifest.json"))
        assert "links" in kept and not kept["links"]
    with lectern.open(tmp_path / "c.webpub") as again:
        assert again.get(again.reading_order[0]["href"]).read() == b"<p>Text</p>"


def test_an_edited_manifest_is_packaged(sample, tmp_path):
    edited = {**sample.manifest, "metadata": {**sample.manifest["metadata"], "title": "Mine"},
              "readingOrder": sample.manifest["readingOrder"][:1]}
    with sample.copy(edited) as copy:
        packaging.write(copy, tmp_path / "d.webpub")
    with lectern.open(tmp_path / "d.webpub") as again:
        assert again.title == "Mine" and len(again.reading_order) == 1


def test_an_encrypted_book_is_packaged_as_it_is_stored(tmp_path):
    files = {"META-INF/encryption.xml": LOCKED, "META-INF/license.lcpl": "{}"}
    with lectern.Publication.open_bytes(epub(files=files)) as book:
        packaging.write(book, tmp_path / "s.webpub", stored=True)
        stored = book.get_builtin("EPUB/c1.xhtml").read()
    with lectern.open(tmp_path / "s.webpub") as again:
        assert again.get_builtin("EPUB/c1.xhtml").read() == stored
        with pytest.raises(lectern.ProtectedError):
            again.get("EPUB/c1.xhtml").read()


def test_an_epub_of_an_epub(sample, tmp_path):
    written = packaging.write(sample, tmp_path / "a.epub")
    assert written.left_out == []
    with zipfile.ZipFile(tmp_path / "a.epub") as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type, first.extra) == ("mimetype", zipfile.ZIP_STORED, b"")
    with lectern.open(tmp_path / "a.epub") as again:
        assert not again.warnings
        assert [link["href"] for link in again.reading_order] == [link["href"] for link in sample.reading_order]
        for member in ("title", "language", "author", "identifier", "published", "description"):
            assert again.metadata.get(member) == sample.metadata.get(member), member
        assert [link["title"] for link in again.toc] == [link["title"] for link in sample.toc]
        assert again.cover().read() == sample.cover().read()


RICH = {
    "metadata": {"title": {"en": "A & B"}, "language": ["ar"], "readingProgression": "rtl", "modified": "2020-01-02T03:04:05.678Z",
                 "author": {"name": "Anna <A>", "sortAs": "A, Anna"}, "contributor": {"name": "C", "role": "bkp"}, "subject": ["S & T"],
                 "belongsTo": {"series": {"name": "Row", "position": 2.5}, "collection": "Set"},
                 "accessibility": {"feature": ["alternativeText"], "accessModeSufficient": [["textual", "visual"], "textual"]}},
    "readingOrder": [
        {"href": "a%20b.xhtml", "type": "application/xhtml+xml", "title": "One", "properties": {"contains": ["mathml", "js"], "page": "right"}},
        {"href": "c.xhtml", "type": "application/xhtml+xml", "properties": {"layout": "fixed", "spread": "none"}}],
    "resources": [{"href": "more.xhtml", "type": "application/xhtml+xml"}],
    "toc": [{"href": "a%20b.xhtml#x", "title": "Part <1>", "children": [{"href": "gone.xhtml", "title": "Nowhere"}, {"href": "c.xhtml", "title": "Two"}]}],
    "pageList": [{"href": "c.xhtml", "title": "ii"}]}


def test_an_epub_of_a_web_publication(tmp_path):
    text = b'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p id="x">Text</p></body></html>'
    with lectern.Publication.open_manifest({**RICH, "links": []}, lambda href: text) as book:
        packaging.write(book, tmp_path / "b", format="epub", folder=True)
    with lectern.open(tmp_path / "b") as again:
        assert not again.warnings
        assert again.title == "A & B" and again.metadata["readingProgression"] == "rtl" and again.metadata["language"] == ["ar"]
        assert again.metadata["author"] == [{"name": "Anna <A>", "sortAs": "A, Anna"}]
        assert again.metadata["modified"] == "2020-01-02T03:04:05Z" and again.metadata["subject"][0]["name"] == "S & T"
        assert again.metadata["belongsTo"]["series"] == [{"name": "Row", "position": 2.5}]
        assert again.metadata["accessibility"]["accessModeSufficient"] == [["textual", "visual"], ["textual"]]
        one, two = again.reading_order
        assert sorted(one["properties"]["contains"]) == ["js", "mathml"] and one["properties"]["page"] == "right"
        assert two["properties"]["layout"] == "fixed" and two["properties"]["spread"] == "none"
        assert [(link["href"], link["title"]) for link in again.toc] == [("a%20b.xhtml#x", "Part <1>")]
        assert [link["title"] for link in again.toc[0]["children"]] == ["Two"]
        assert [link["title"] for link in again.collection("pageList")] == ["ii"]


def test_an_epub_of_a_comic(tmp_path):
    with lectern.Publication.open_bytes(PACKAGES["tiny.cbz"], {"name": "tiny.cbz"}) as book:
        packaging.write(book, tmp_path / "c.epub")
        count = len(book.reading_order)
    with lectern.open(tmp_path / "c.epub") as again:
        assert len(again.reading_order) == count and again.metadata["layout"] == "fixed" and not again.warnings
        assert again.cover().link["type"].startswith("image/")


def test_an_epub_needs_pages(tmp_path):
    with lectern.Publication.open_bytes(PACKAGES["tiny.audiobook"], {"name": "a"}) as book, pytest.raises(lectern.UnsupportedError, match="audio/mpeg"):
        packaging.write(book, tmp_path / "d.epub")
    assert list(tmp_path.iterdir()) == []


class Unlocking(lectern.Service):
    """Pretends to decrypt."""
    name = "org.example.unlocking"

    def get(self, href):
        return b"<p>clear</p>" if href == "EPUB/c1.xhtml" else None


def test_what_a_service_decrypts_is_clear_in_the_package(tmp_path):
    files = {"META-INF/encryption.xml": LOCKED, "META-INF/license.lcpl": "{}"}
    data = epub(files=files)
    with lectern.Publication.open_bytes(data) as book, pytest.raises(lectern.ProtectedError):
        packaging.write(book, tmp_path / "e.webpub")
    assert list(tmp_path.iterdir()) == []
    context = lectern.Context()
    context.add_service(Unlocking)
    with lectern.Publication.open_bytes(data, context=context) as book:
        packaging.write(book, tmp_path / "e.webpub")
    with lectern.open(tmp_path / "e.webpub") as again:
        assert again.get("EPUB/c1.xhtml").read() == b"<p>clear</p>" and again.info["protection"] is None


def test_a_folder_with_files_is_not_touched(sample, tmp_path):
    (tmp_path / "own.txt").write_text("mine")
    with pytest.raises(FileExistsError):
        packaging.write(sample, tmp_path, folder=True)
    assert [file.name for file in tmp_path.iterdir()] == ["own.txt"]


@pytest.mark.parametrize("href", ["..%2fup.css", "a/..%2f..%2fup.css", "%2fetc/passwd", "a%5cb.css", "a%00b.css", "a//b.css"])
def test_no_file_is_written_outside(href, tmp_path):
    manifest = {"metadata": {"title": "A"}, "links": [], "readingOrder": [{"href": "a.html", "type": "text/html"}],
                "resources": [{"href": href, "type": "text/css"}]}
    with lectern.Publication.open_manifest(manifest, lambda href: b"x") as book:
        written = packaging.write(book, tmp_path / "f", folder=True)
    assert written.left_out == [href] and sorted(file.name for file in (tmp_path / "f").iterdir()) == ["a.html", "manifest.json"]
    assert [file.name for file in tmp_path.iterdir()] == ["f"]
