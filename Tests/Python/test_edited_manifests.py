# SPDX-License-Identifier: BSD-3-Clause
"""Manifests that a host changes while a publication is opened, or for a copy."""
import json

import pytest

import lectern
from support.tiny_books import epub


@pytest.fixture
def book(packed):
    return packed("sample")


def titled(manifest, title):
    return {**manifest, "metadata": {**manifest["metadata"], "title": title}}


def edited(book, edit, *services):
    context = lectern.Context()
    context.set_editor(edit)
    for service in services:
        context.add_service(service)
    return lectern.Publication.open(book, context=context)


def test_an_editor_changes_what_the_publication_says(book):
    given = []

    def edit(manifest):
        given.append(json.loads(json.dumps(manifest)))
        manifest["metadata"]["title"] = "Mine"
        manifest["links"].append({"href": "https://example.org/shelf", "rel": "collection", "type": "text/html"})
        manifest["readingOrder"] = manifest["readingOrder"][:2]
        manifest["x-shelf"] = 7
        return manifest

    with lectern.open(book) as plain, edited(book, edit) as changed:
        assert given[0]["readingOrder"] and given[0]["metadata"] == plain.manifest["metadata"]
        assert changed.title == "Mine" and changed.manifest["x-shelf"] == 7
        assert changed.manifest["links"][-1]["href"] != "https://example.org/shelf", "routes are added at the end"
        assert changed.links({"rel": "collection"})[0]["href"] == "https://example.org/shelf"
        assert [link["href"] for link in changed.reading_order] == [link["href"] for link in plain.reading_order][:2]
        kept = {link["href"] for link in changed.reading_order}
        assert {place["href"] for place in changed.positions} == kept
        href = changed.reading_order[0]["href"]
        assert changed.get(href).read() == plain.get(href).read()
        assert {match.href for match in changed.matches("the")} <= kept
        for link in plain.manifest["links"]:
            assert link in changed.manifest["links"], "services are as before"


def test_none_leaves_the_manifest_as_it_is(book):
    with lectern.open(book) as plain, edited(book, lambda manifest: None) as same:
        assert same.manifest == plain.manifest and same.warnings == plain.warnings


def test_a_manifest_that_goes_through_unchanged_is_the_same(book):
    with lectern.open(book) as plain, edited(book, lambda manifest: manifest) as same:
        assert same.manifest == plain.manifest
        assert same.positions_text == plain.positions_text


def test_services_of_the_library_follow_the_manifest(book):
    def without_text(manifest):
        return {**manifest, "readingOrder": [{"href": "cover.png", "type": "image/png"}], "resources": []}

    with edited(book, without_text) as pictures:
        assert not [link for link in pictures.manifest["links"] if "search" in link["href"]]
        with pytest.raises(lectern.UnsupportedError):
            pictures.search("whale")


@pytest.mark.parametrize("answer, path", [
    ({"metadata": {}, "links": [], "readingOrder": []}, "sample.epub > manifest > /metadata"),
    ({"metadata": {"title": "A"}, "links": [], "readingOrder": []}, "sample.epub > manifest"),
    ([], "sample.epub > manifest"),
])
def test_an_editor_that_makes_no_manifest_ends_the_opening(book, answer, path):
    with pytest.raises(lectern.JsonError) as raised:
        edited(book, lambda manifest: answer)
    assert raised.value.path == path


def test_an_editor_that_fails_ends_the_opening(book):
    with pytest.raises(lectern.CallbackError, match="not today") as raised:
        edited(book, lambda manifest: (_ for _ in ()).throw(ValueError("not today")))
    assert raised.value.path == "sample.epub" and isinstance(raised.value.__cause__, ValueError)
    assert not lectern.live_handles().get("publication")


def test_services_of_the_host_see_the_edited_manifest(book):
    seen = []

    class Service(lectern.Service):
        name = "org.example.seen"

        def __init__(self, publication):
            super().__init__(publication)
            seen.append(publication.title)

    edited(book, lambda manifest: titled(manifest, "Edited"), Service).close()
    assert seen == ["Edited"]


def test_an_editor_may_open_publications(book):
    inner = []
    with lectern.Context() as context:
        def edit(manifest):
            with lectern.Publication.open(book, context=context) as other:
                inner.append(other.title)
            return titled(manifest, "Outer")

        context.set_editor(edit)
        with lectern.Publication.open(book, context=context) as outer, lectern.open(book) as plain:
            assert (outer.title, inner) == ("Outer", [plain.title])


def test_an_editor_is_removed(book):
    context = lectern.Context()
    with context.set_editor(lambda manifest: titled(manifest, "Edited")):
        assert lectern.Publication.open(book, context=context).title == "Edited"
    assert lectern.Publication.open(book, context=context).title != "Edited"


def test_files_of_the_host_are_edited_too():
    manifest = {"metadata": {"title": "Remote"}, "links": [], "readingOrder": [{"href": "a.html", "type": "text/html"}]}
    asked = []
    context = lectern.Context()
    context.set_editor(lambda manifest: {**manifest, "readingOrder": [{"href": "b.html?page=1", "type": "text/html"}]})

    def fetch(href):
        asked.append(href)
        return b"<p>Text</p>"

    with lectern.Publication.open_manifest(manifest, fetch, context=context) as book:
        assert book.get("b.html?page=1").read() == b"<p>Text</p>" and asked == ["b.html?page=1"]
        assert len(book.positions) == 1


# --------------------------------------------------------------------------------------------------------------- Copies

class Counted(lectern.Service):
    name = "org.example.counted"
    events: list = []
    links = [{"href": "~own/number", "type": "text/plain"}]

    def __init__(self, publication):
        super().__init__(publication)
        self.number = len(self.events)
        self.events.append(publication.title)

    def get(self, href):
        return str(self.number).encode() if href == "/~own/number" else None


def test_services_are_opened_for_a_copy(book):
    Counted.events.clear()
    context = lectern.Context()
    context.add_service(Counted)
    with lectern.Publication.open(book, context=context) as first:
        context.close()
        with first.copy(titled(first.manifest, "Second")) as second:
            assert Counted.events == [first.title, "Second"]
            assert [one.get("~own/number").read() for one in (first, second)] == [b"0", b"1"]
            assert second.manifest == titled(first.manifest, "Second")
            first.close()
            assert second.get("~own/number").read() == b"1"
            assert second.get(second.reading_order[0]["href"]).read()


def test_a_copy_has_its_own_places(book):
    with lectern.open(book) as first:
        order = first.manifest["readingOrder"]
        with first.copy({**first.manifest, "readingOrder": order[::-1]}) as second:
            assert [place["href"] for place in second.positions][0] == order[-1]["href"]
            assert len(second.positions) == len(first.positions)
            assert second.locate({"href": order[-1]["href"]})["locations"]["position"] == 1
            assert first.locate({"href": order[0]["href"]})["locations"]["position"] == 1


def test_a_copy_may_be_copied_and_edited_back(book):
    with lectern.open(book) as first, first.copy(titled(first.manifest, "B")) as second:
        with second.copy(titled(second.manifest, first.title)) as third:
            assert third.manifest == first.manifest


@pytest.mark.parametrize("manifest, path", [
    ("{", "manifest"), ({"metadata": {}, "links": [], "readingOrder": []}, "manifest > /metadata"),
])
def test_a_copy_needs_a_manifest(book, manifest, path):
    with lectern.open(book) as first, pytest.raises(lectern.JsonError) as raised:
        first.copy(manifest)
    assert raised.value.path.startswith(path)


LOCKED = """<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#">
<e:EncryptedData><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/>
<e:CipherData><e:CipherReference URI="EPUB/c1.xhtml"/></e:CipherData></e:EncryptedData></encryption>"""


def test_encryption_does_not_depend_on_the_manifest():
    with lectern.Publication.open_bytes(epub(files={"META-INF/encryption.xml": LOCKED})) as first:
        manifest = json.loads(json.dumps(first.manifest))
        locked = [link["href"] for link in manifest["readingOrder"] + manifest["resources"]
                  if "encrypted" in link.get("properties", {})]
        for link in manifest["readingOrder"] + manifest["resources"]:
            link.pop("properties", None)
        with first.copy(manifest) as second:
            assert locked
            for href in locked:
                with pytest.raises(lectern.ProtectedError):
                    second.get(href).read()
