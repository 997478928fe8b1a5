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


# ------------------------------------------------------------------------------------------------- Recordings

AUDIOBOOK = "https://readium.org/webpub-manifest/profiles/audiobook"


def recordings(*durations, type="audio/mpeg", profile=AUDIOBOOK):
    order = [{"href": f"{number}.mp3", "type": type, **({"duration": seconds} if seconds else {})}
             for number, seconds in enumerate(durations, 1)]
    return lectern.Publication.open_manifest({
        "metadata": {"title": "T", **({"conformsTo": profile} if profile else {})}, "links": [], "readingOrder": order})


@pytest.mark.parametrize("type, profile", [("audio/mpeg", AUDIOBOOK), ("video/mp4", None)])
def test_a_recording_has_a_position_for_every_thirty_seconds(type, profile):
    with recordings(75, 30, 15, type=type, profile=profile) as book:
        assert counts(book) == [3, 1, 1]
        assert [one["locations"] for one in book.positions] == [
            {"fragments": ["t=0"], "progression": 0, "position": 1, "totalProgression": 0},
            {"fragments": ["t=30"], "progression": 0.4, "position": 2, "totalProgression": 0.25},
            {"fragments": ["t=60"], "progression": 0.8, "position": 3, "totalProgression": 0.5},
            {"fragments": ["t=0"], "progression": 0, "position": 4, "totalProgression": 0.625},
            {"fragments": ["t=0"], "progression": 0, "position": 5, "totalProgression": 0.875}]
        assert [one["type"] for one in book.positions] == [type] * 5
        assert "~readium/positions" in [link["href"] for link in book.manifest["links"]]
        with book.get("~readium/positions") as resource:
            assert json.loads(resource.read())["positions"] == book.positions


def test_places_of_recordings_by_any_number():
    with recordings(75, 30, 15) as book:
        for one in book.positions:
            assert book.locate({"position": one["locations"]["position"]})["locations"] == one["locations"]
            assert book.locate(one)["locations"] == one["locations"]
        for asked in ({"href": "1.mp3#t=45"}, {"href": "1.mp3", "progression": 0.6}, {"totalProgression": 0.375},
                      {"href": "1.mp3", "totalProgression": 0.375}):
            found = book.locate(asked)
            assert (found["href"], found["locations"]["position"], found["locations"]["fragments"]) == ("1.mp3", 2, ["t=45"]), asked
            assert found["locations"]["progression"] == pytest.approx(0.6) and found["locations"]["totalProgression"] == pytest.approx(0.375)
        assert [book.locate({"href": f"1.mp3#t={time}"})["locations"]["position"] for time in (0, 29.9, 30, 59.9, 60, 75)] == [1, 1, 2, 2, 3, 3]
        assert book.locate({"totalProgression": 1})["locations"] == {
            "fragments": ["t=15"], "progression": 1, "position": 5, "totalProgression": 1}


def test_recordings_without_durations_have_one_position_each():
    with recordings(None, None, None, None) as book:
        assert [one["locations"] for one in book.positions] == [
            {"fragments": ["t=0"], "progression": 0, "position": number + 1, "totalProgression": number / 4} for number in range(4)]
        assert book.locate({"position": 3})["href"] == "3.mp3"
        assert book.locate({"href": "2.mp3#t=90"})["locations"]["position"] == 2
        # Total progressions cannot be resolved without durations.
        assert book.locate({"href": "2.mp3", "totalProgression": 0.9})["href"] == "2.mp3"
        for asked in ({"totalProgression": 0.5}, {"href": "5.mp3", "totalProgression": 0.5}):
            with pytest.raises(lectern.NotFoundError):
                book.locate(asked)
    with recordings(60, None, 60) as book:
        assert counts(book) == [2, 1, 2]
        assert [one["locations"]["totalProgression"] for one in book.positions] == [0, 0.25, 0.5, 0.5, 0.75]
        assert book.locate({"href": "2.mp3"})["locations"]["position"] == 3
        assert book.locate({"position": 5})["locations"]["fragments"] == ["t=30"]


@pytest.mark.parametrize("seconds", [1e18, 1e300, 40e6, 2e6])
def test_durations_that_no_recording_has_cost_nothing(seconds):
    with recordings(60, seconds) as book:
        assert counts(book) == [2, 1] and book.locate({"position": 3})["href"] == "2.mp3"


def test_a_list_of_the_package_takes_precedence_over_times():
    listed = [{"href": "1.mp3", "type": "audio/mpeg", "locations": {"position": 1, "totalProgression": 0}},
              {"href": "2.mp3", "type": "audio/mpeg", "locations": {"position": 2, "totalProgression": 0.5}}]
    audiobook = {"metadata": {"title": "T", "conformsTo": AUDIOBOOK}, "links": [{"href": "p.json", "type": LIST}],
                 "readingOrder": [{"href": f"{number}.mp3", "type": "audio/mpeg", "duration": 90} for number in (1, 2)]}
    files = {"manifest.json": json.dumps(audiobook), "p.json": json.dumps({"positions": listed}), "1.mp3": "x", "2.mp3": "x"}
    with lectern.Publication.open_bytes(packed(files), {"name": "a.audiobook"}) as book:
        assert book.positions == listed and book.locate({"position": 2})["locations"]["totalProgression"] == 0.5


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
