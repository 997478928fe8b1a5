# SPDX-License-Identifier: BSD-3-Clause
"""Documents that cannot be read, or not as XHTML: an empty page, or the whole text, and a message for the host."""
import pytest

from . import books
from .host import Host

MODES = {"paged": {}, "scrolled": {"scroll": True, "continuous": False}, "continuous": {"scroll": True}}
LONG = "<p>word word word</p>" * 80


class Plain(Host):
    """A web view that passes on neither status nor headers."""

    def get(self, path, fields=None):
        _, headers, body = super().get(path, fields)
        return 200, {"Content-Type": headers["Content-Type"]}, body


class Broken(Host):
    """The connection fails before one of the documents."""

    def get(self, path, fields=None):
        if path == "EPUB/e.xhtml":
            raise ConnectionError
        return super().get(path, fields)


def write(folder, name, text):
    return books.epub(folder / f"{name}.epub", name, "en", [("a.xhtml", books.document(LONG)), ("e.xhtml", text),
                                                            ("b.xhtml", books.document(LONG))])


def name(reader):
    return reader.place()["locator"]["href"].rpartition("/")[2]


def errors(reader):
    return [(message["href"].rpartition("/")[2], message["message"]) for message in reader.said("error")]


def check_turning(reader):
    for way in ("forward", "backward"):
        seen = [name(reader)]
        for _ in range(60):
            if not reader.move(way):
                break
            if name(reader) != seen[-1]:
                seen.append(name(reader))
        # In a strip, an empty document may or may not start a screen.
        assert seen[0] == ("a.xhtml" if way == "forward" else "b.xhtml") and seen[-1] == ("b.xhtml" if way == "forward" else "a.xhtml")
        assert reader.evaluate("lectern.shell.strip") or len(seen) == 3, seen


@pytest.mark.parametrize("mode", MODES)
def test_an_empty_document_is_one_empty_page(read, tmp_path, mode):
    reader = read(write(tmp_path, "empty", ""), MODES[mode], (600, 500))
    check_turning(reader)
    assert errors(reader) == [("e.xhtml", "The document is empty.")]
    assert reader.go({"href": "EPUB/e.xhtml"})
    assert reader.place()["locator"]["href"] == "EPUB/e.xhtml" and reader.place()["pages"] == 1


@pytest.mark.parametrize("mode", MODES)
def test_a_document_that_never_arrives_is_one_empty_page(read, tmp_path, mode):
    reader = read(write(tmp_path, "broken", books.document("x")), MODES[mode], (600, 500), host=Broken)
    check_turning(reader)
    assert errors(reader) == [("e.xhtml", "The document cannot be read.")]
    reader.go({"href": "EPUB/e.xhtml"})
    location = reader.host.navigator.location
    assert location["href"] == "EPUB/e.xhtml" and location["locations"]["position"] == 2 and "text" not in location


def test_a_book_begins_with_an_unreadable_document(read, tmp_path):
    path = books.epub(tmp_path / "first.epub", "First", "en", [("e.xhtml", books.document("x")), ("a.xhtml", books.document(LONG))])
    reader = read(path, size=(600, 500), host=Broken)
    assert name(reader) == "e.xhtml" and reader.move("forward") and name(reader) == "a.xhtml"


@pytest.mark.parametrize("host", [Host, Plain])
@pytest.mark.parametrize("missing", ["a chapter", "a picture"])
def test_a_missing_resource_is_no_text_of_the_book(read, tmp_path, host, missing):
    import zipfile
    item = "gone.xhtml" if missing == "a chapter" else "gone.svg"
    whole = books.epub(tmp_path / "whole.epub", "Whole", "en", [("a.xhtml", books.document(LONG)), (item, books.document("x"))])
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(tmp_path / "missing.epub", "w") as new:
        for entry in old.infolist():
            if not entry.filename.endswith(item):
                new.writestr(entry, old.read(entry))
    reader = read(tmp_path / "missing.epub", size=(600, 500), host=host)
    reader.go({"href": f"EPUB/{item}"})
    assert name(reader) == item and "text" not in reader.host.navigator.location
    assert errors(reader) == [(item, f'The publication has no resource "EPUB/{item}".')]
    assert reader.evaluate("lectern.shell.current().body.innerText.trim()") == ""


def test_what_is_not_well_formed_is_read_to_its_end(read, tmp_path):
    text = books.document(LONG + '<p>before<br>after</p><a id="x"/><div/><p id="end">The end.</p>').replace("<title>Chapter</title>", "<title/>")
    reader = read(write(tmp_path, "loose", text), size=(600, 500))
    reader.go({"href": "EPUB/e.xhtml#end"})
    assert errors(reader) == [("e.xhtml", "The document is not well-formed XHTML and is read as HTML.")]
    assert reader.place()["atEnd"] is False and reader.place()["page"] == reader.place()["pages"] > 1
    found = reader.evaluate("""(({document}) => [document.compatMode, document.getElementById("end").innerText, document.body.lastElementChild.id,
        document.getElementById("x").childNodes.length, document.title])(lectern.shell.current())""")
    assert found == ["CSS1Compat", "The end.", "end", 0, ""]
    reader.go({"href": "EPUB/a.xhtml"})
    reader.go({"href": "EPUB/e.xhtml"})
    assert len(errors(reader)) == 1


def test_undeclared_prefixes_do_not_end_a_document(read, tmp_path):
    text = books.document('<p>one</p><p own:type="x">two</p><p id="end">three</p>')
    reader = read(write(tmp_path, "prefix", text), size=(600, 500))
    reader.go({"href": "EPUB/e.xhtml#end"})
    assert reader.evaluate("[lectern.shell.current().document.contentType, lectern.shell.current().body.innerText.split(/\\s+/).join(' ')]") \
        == ["application/xhtml+xml", "one two three"]
    assert errors(reader) == []
