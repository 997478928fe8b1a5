# SPDX-License-Identifier: BSD-3-Clause
"""Positions: every item of the reading order has one; and lists that are part of a publication."""
import io
import json
import zipfile

import pytest

import lectern

from .links_of_epubs import epub

LIST = "application/vnd.readium.position-list+json"


def counts(book):
    return [len(positions) for positions in book.positions_by_reading_order]


def place(href, number, total):
    return {"href": href, "type": "text/html", "locations": {"position": number, "totalProgression": total}}


def manifest(links=(), hrefs=("a.html", "b.html")):
    return {"metadata": {"title": "Blue"}, "links": list(links),
            "readingOrder": [{"href": href, "type": "text/html"} for href in hrefs]}


def packed(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def test_every_item_has_a_position_whatever_its_file_is_like():
    for files in ({"c1.xhtml": None, "c2.xhtml": None}, {"c1.xhtml": "", "c2.xhtml": None}, {"c1.xhtml": "x" * 3000, "c2.xhtml": ""}):
        with lectern.Publication.open_bytes(epub(files=files), {"name": "a.epub"}) as book:
            positions = book.positions
            assert all(counts(book)) and len(positions) == sum(counts(book))
            assert [one["locations"]["position"] for one in positions] == list(range(1, len(positions) + 1))
            assert positions[0]["locations"]["totalProgression"] == 0
            for number in range(len(positions)):
                assert book.locate({"position": number + 1})["href"] == positions[number]["href"]
    far = manifest(hrefs=("https://example.org/a.html", "missing.html"))
    with lectern.Publication.open_bytes(packed({"manifest.json": json.dumps(far)}), {"name": "a.webpub"}) as book:
        assert counts(book) == [1, 1]
    with lectern.Publication.open_manifest(far) as book:
        assert counts(book) == [1, 1]


def test_a_length_that_cannot_be_had_is_an_error():
    def failing(href):
        raise OSError("the line is dead")

    with lectern.Publication.open_manifest(manifest(), failing) as book:
        for _ in range(2):
            with pytest.raises(lectern.LecternError):
                book.positions


# ------------------------------------------------------------------------------------------------- Lists of publications

PLACES = [place("a.html", 1, 0), place("a.html", 2, 0.25), place("b.html", 3, 0.5)]


@pytest.mark.parametrize("href", ["positions.json", "~readium/positions", "/~readium/positions", "https://example.org/p?x=1"])
def test_a_remote_list_comes_through_the_fetcher(href):
    asked = []

    def fetch(asked_href):
        asked.append(asked_href)
        return json.dumps({"total": 3, "positions": PLACES}).encode() if asked_href == href else None

    with lectern.Publication.open_manifest(manifest([{"href": href, "type": LIST}]), fetch) as book:
        assert book.positions == PLACES and counts(book) == [2, 1]
        assert asked == [href], "it is asked for once, and no lengths are"
        assert book.locate({"position": 3})["href"] == "b.html"
        with book.get("~readium/positions") as resource:
            assert json.loads(resource.read())["positions"] == PLACES


@pytest.mark.parametrize("answer", [None, b"", b"{}", b"[1", b'{"positions": 5}', json.dumps({"positions": PLACES[:2]}).encode()])
def test_a_remote_list_that_is_of_no_use_is_done_without(answer):
    told = []
    with lectern.Context(logger=told.append) as context:
        fetch = {"p.json": answer, "a.html": b"x" * 1500, "b.html": b"y"}.get
        with lectern.Publication.open_manifest(manifest([{"href": "p.json", "type": LIST}]), fetch, context=context) as book:
            assert counts(book) == [2, 1] and counts(book) == [2, 1]
    assert len(told) == (answer is not None), told


def test_a_remote_list_that_cannot_be_had_is_an_error():
    class Broken(io.BytesIO):
        def read(self, size=-1):
            raise OSError("the line is dead")

    with lectern.Publication.open_manifest(manifest([{"href": "p.json", "type": LIST}]), lambda href: Broken(b"{}")) as book:
        with pytest.raises(lectern.LecternError) as failed:
            book.positions
    assert failed.value.path == "publication > p.json"


def test_a_list_in_a_package_that_leaves_items_out_is_not_used():
    for places, expected in ((PLACES, [2, 1]), (PLACES[:2], [1, 1])):
        files = {"manifest.json": json.dumps(manifest([{"href": "p.json", "type": LIST}])), "a.html": "x", "b.html": "x",
                 "p.json": json.dumps({"positions": places})}
        with lectern.Publication.open_bytes(packed(files), {"name": "a.webpub"}) as book:
            assert counts(book) == expected
            assert any("does not cover the reading order" in one["message"] for one in book.warnings) == (len(places) < 3)


# ------------------------------------------------------------------------------------------------------------ Protection

def test_a_licence_alone_says_what_protects_a_publication():
    lcp = {"scheme": "http://readium.org/2014/01/lcp", "name": "Readium LCP"}
    files = {"manifest.json": json.dumps(manifest()), "a.html": "x", "b.html": "x"}
    with lectern.Publication.open_bytes(packed(files), {"name": "a.webpub"}) as book:
        assert book.info["protection"] is None
    with lectern.Publication.open_bytes(packed({**files, "license.lcpl": "{}"}), {"name": "a.webpub"}) as book:
        assert book.info["protection"] == lcp
        with book.get("a.html") as resource:
            assert resource.read() == b"x"
    with lectern.Publication.open_bytes(epub(files={"META-INF/license.lcpl": "{}"}), {"name": "a.epub"}) as book:
        assert book.info["protection"] == lcp
        assert [one["href"] for one in book.links({"rel": "license"})] == ["META-INF/license.lcpl"]
    rights = '<rights xmlns="http://ns.adobe.com/adept"/>'
    with lectern.Publication.open_bytes(epub(files={"META-INF/rights.xml": rights}), {"name": "a.epub"}) as book:
        assert book.info["protection"]["name"] == "Adobe ADEPT"


@pytest.mark.parametrize("files, name, specification", [
    ({"META-INF/sinf.xml": '<fairplay:sinf xmlns:fairplay="http://itunes.apple.com/ns/epub"/>'}, "Apple FairPlay", "fairplay"),
    ({"rights.xml": "<kdrm/>"}, "Kobo DRM", "kobo"),
    ({"META-INF/rights.xml": '<rights xmlns="http://ns.adobe.com/adept"><licenseToken><encryptedKey>' + "A" * 172 + "</encryptedKey></licenseToken></rights>"},
     "Adobe ADEPT", "adept"),
    ({"META-INF/rights.xml": '<rights xmlns="http://ns.adobe.com/adept"><licenseToken><encryptedKey>' + "A" * 64 + "</encryptedKey></licenseToken></rights>"},
     "Barnes & Noble DRM", "barnes-and-noble")])
def test_protections_are_named(files, name, specification):
    encryption = ('<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData>'
                  '<e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><e:CipherData><e:CipherReference URI="c1.xhtml"/>'
                  "</e:CipherData></e:EncryptedData></encryption>")
    data = epub(files={**files, "META-INF/encryption.xml": encryption})
    assert lectern.sniff(io.BytesIO(data))["specifications"] == ["zip", "epub", specification]
    with lectern.Publication.open_bytes(data, {"name": "a.epub"}) as book:
        assert book.info["protection"]["name"] == name
        assert any(name in warning["message"] for warning in book.warnings)
        with pytest.raises(lectern.ProtectedError, match=name), book.get("c1.xhtml") as resource:
            resource.read()


def test_presentation_stands_beside_layout():
    """Current clients use the one, older clients the other."""
    fixed = '<meta property="rendition:layout">pre-paginated</meta>'
    with lectern.Publication.open_bytes(epub(metadata=fixed), {"name": "a.epub"}) as book:
        metadata = book.manifest["metadata"]
        assert metadata["layout"] == metadata["presentation"]["layout"] == "fixed"
