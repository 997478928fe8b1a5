# SPDX-License-Identifier: BSD-3-Clause
"""The reader in trouble: files that are not books, protected or missing books, and a stopped server."""
import zipfile

import pytest

from .reader_server import Running, pack_sample
from .reader_window import Window, expect

RIGHTS = '<rights xmlns="http://ns.adobe.com/adept"><licenseToken/></rights>'
ENCRYPTION = ('<?xml version="1.0"?><encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
              'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod '
              'Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><enc:CipherData><enc:CipherReference '
              'URI="EPUB/none.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>')


def changed(book, copy, name, identifier, more=()):
    """A copy of the sample with another title and identifier, and more files."""
    with zipfile.ZipFile(book) as source, zipfile.ZipFile(copy, "w") as target:
        for entry in source.infolist():
            data = source.read(entry)
            if entry.filename.endswith(".opf"):
                data = data.replace(b"Read Aloud", name.encode()).replace(b"1ec7e12ab00c", identifier)
            target.writestr(entry, data)
        for path, text in more:
            target.writestr(path, text)


@pytest.fixture
def troubled(browser, tmp_path):
    """A window, and a shelf with a good book, a protected one, and a file that is not a book."""
    folder = tmp_path / "books"
    folder.mkdir()
    sample = pack_sample(folder)
    changed(sample, folder / "protected.epub", "Locked Away", b"1ec7e12ab00e",
            [("META-INF/encryption.xml", ENCRYPTION), ("META-INF/rights.xml", RIGHTS)])
    (folder / "broken.epub").write_bytes(b"PK\x03\x04 and no more")
    with Running(folder, tmp_path / "data") as running:
        one = Window(browser, running)
        yield one
        one.errors = [each for each in one.errors if "Failed to load resource" not in each]
        one.close()


def test_the_shelf_says_which_files_are_no_books(troubled):
    one = troubled
    one.shelf()
    assert [book["title"] for book in one.running.json("shelf")["books"]] == ["Locked Away", "Read Aloud"]
    expect(one.page.locator("#refused summary")).to_have_text("1 file could not be opened")
    one.page.click("#refused summary")
    text = one.page.inner_text("#refused li")
    assert text.startswith("broken.epub") and len(text) > len("broken.epub ")
    one.page.fill("#find", "zzz")
    expect(one.page.locator("#none")).to_contain_text("No book matches")
    assert not one.page.is_visible("#refused")
    one.page.click("#none button")
    expect(one.page.locator(".book-link")).to_have_count(2)
    assert one.page.evaluate("document.activeElement.id") == "find" and not one.page.is_visible("#none")


def test_the_shelf_sees_files_that_are_added_and_replaced(troubled, monkeypatch):
    one = troubled
    monkeypatch.setattr("reader.shelf.PAUSE", 0)
    folder = one.running.application.shelf.folder
    one.shelf()
    expect(one.page.locator(".book-link")).to_have_count(2)
    changed(folder / "read-aloud.epub", folder / "new.epub", "Brand New", b"1ec7e12ab00f")
    changed(folder / "read-aloud.epub", folder / "broken.epub", "Downloaded", b"1ec7e12ab010")
    one.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(one.page.locator(".book-link")).to_have_count(4)
    expect(one.page.locator("#refused")).to_be_hidden()
    assert sorted(book["title"] for book in one.running.json("shelf")["books"]) == [
        "Brand New", "Downloaded", "Locked Away", "Read Aloud"]


def test_a_protected_book_says_so(troubled):
    one = troubled
    one.shelf()
    assert "Protected" in one.page.inner_text(".book-link:has-text('Locked Away')")
    assert "Protected" not in one.page.inner_text(".book-link:has-text('Read Aloud')")
    one.read("Locked Away")
    expect(one.page.locator("#protected")).to_contain_text("protected by \u2068Adobe ADEPT\u2069")
    one.page.click("#protected button")
    assert not one.page.is_visible("#protected")


def test_a_book_that_is_gone_has_a_way_out(troubled):
    one = troubled
    book, path = one.running.book("Locked Away"), one.running.application.shelf.paths[one.running.book("Locked Away")]
    path.unlink()
    one.page.goto(f"{one.running.url}read?book={book}")
    expect(one.page.locator("#failed h2")).to_have_text("This book could not be opened")
    assert not one.page.is_visible("#top") and not one.page.is_visible("#bottom")
    one.page.keyboard.press("Enter")
    one.page.wait_for_selector(".book-link")
    expect(one.page.locator(".book-link")).to_have_count(1)


def test_a_server_that_has_ended_is_named(troubled):
    one = troubled
    one.read()
    one.bars()
    one.page.route("**/api/**", lambda route: route.abort())
    one.page.click("#bookmark")
    expect(one.page.locator(".toast")).to_contain_text("does not answer")


def test_a_title_in_several_languages_is_the_same_in_the_book(browser, tmp_path):
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "manifest.json").write_text("""{"@context": "https://readium.org/webpub-manifest/context.jsonld",
      "metadata": {"title": {"fr": "Le titre", "de": "Der Titel"}, "language": "de", "author": {"name": {"fr": "Un", "de": "Ein"}}},
      "links": [{"rel": "self", "href": "https://example.org/manifest.json", "type": "application/webpub+json"}],
      "readingOrder": [{"href": "a.html", "type": "text/html"}]}""")
    (folder / "a.html").write_text("<!DOCTYPE html><html lang='de'><title>a</title><body><p>Text</p></body></html>")
    pack_sample(tmp_path)
    with Running(tmp_path, tmp_path / "data") as running:
        told = running.json(f"books/{running.book('Der Titel')}")
        assert (told["title"], told["authors"]) == ("Der Titel", ["Ein"])
        one = Window(browser, running)
        one.page.goto(f"{running.url}read?book={running.book('Der Titel')}")
        expect(one.page).to_have_title("Der Titel – Lectern")
        one.close()


def test_an_empty_shelf_says_where_books_go(browser, tmp_path):
    folder = tmp_path / "books"
    folder.mkdir()
    with Running(folder, tmp_path / "data") as running:
        one = Window(browser, running)
        one.page.goto(running.url)
        one.page.wait_for_selector("#none:not([hidden])")
        assert str(folder) in one.page.inner_text("#none") and "EPUB" in one.page.inner_text("#none")
        one.close()
