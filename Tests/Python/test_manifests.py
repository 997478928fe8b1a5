# SPDX-License-Identifier: BSD-3-Clause
"""Publications from a manifest and files that the host serves, and properties derived from manifests."""
import io

import lectern
import pytest

BOOK = {
    "@context": "https://readium.org/webpub-manifest/context.jsonld",
    "metadata": {"@type": "http://schema.org/Book", "title": {"en": "Title", "fr": "Titre"}, "language": ["ar"],
                 "x-own": {"deep": [1, None]}, "presentation": {"spread": "landscape"}},
    "links": [{"href": "https://example.org/book/manifest.json", "rel": "self", "type": "application/webpub+json"}],
    "readingOrder": [
        {"href": "one.html", "type": "text/html", "title": "One", "x-own": True,
         "alternate": [{"href": "one.txt", "type": "text/plain"}]},
        {"href": "a b.html", "type": "text/html", "properties": {"layout": "fixed", "page": "left", "fit": "width"}},
    ],
    "resources": [{"href": "style.css", "type": "text/css", "rel": ["stylesheet"]}],
    "toc": [{"href": "one.html", "title": "One", "children": [{"href": "one.html#two", "title": "Two"}]}],
    "page-list": [{"href": "one.html#p1", "title": "1"}],
    "x-own": {"anything": "goes"},
}
FILES = {"one.html": b"<p>one</p>", "a%20b.html": b"<p>two</p>", "style.css": b"p {}"}


def test_the_host_serves_the_files():
    asked = []

    def fetch(href):
        asked.append(href)
        return FILES.get(href)

    with lectern.Publication.open_manifest(BOOK, fetch) as book:
        with book.get("one.html#two") as resource:
            assert resource.read() == b"<p>one</p>"
            assert resource.link["title"] == "One"
        assert book.get("a b.html").read() == b"<p>two</p>"
        assert book.get("style.css").size == 4
        with pytest.raises(lectern.NotFoundError):
            book.get("missing.html")
    assert asked[0] == "one.html"
    assert {"a%20b.html", "missing.html"} <= set(asked)


def test_files_may_be_streams_and_resources():
    answers = {"one.html": io.BytesIO(b"stream"), "a%20b.html": lectern.Resource.of({"href": "other"}, b"resource")}
    with lectern.Publication.open_manifest(BOOK, lambda href: answers.pop(href, None)) as book:
        assert book.get("one.html").read() == b"stream"
        assert book.get("a b.html").read() == b"resource"


def test_what_a_fetcher_raises_is_the_cause():
    def fetch(href):
        raise RuntimeError("no luck")

    with lectern.Publication.open_manifest(BOOK, fetch) as book:
        with pytest.raises(lectern.CallbackError) as raised:
            book.get("one.html")
        assert isinstance(raised.value.__cause__, RuntimeError)


def test_positions_wait_for_a_file_that_cannot_be_had_for_now():
    online = False

    def fetch(href):
        if href == "one.html" and not online:
            raise ConnectionError("no line")
        return FILES.get(href, b"") * 1000

    book = {key: value for key, value in BOOK.items() if key != "readingOrder"}
    book["readingOrder"] = [{"href": name, "type": "text/html"} for name in ("one.html", "a b.html", "missing.html")]
    with lectern.Publication.open_manifest(book, fetch) as book:
        for ask in (lambda: book.positions, lambda: book.positions_by_reading_order, lambda: book.locate({"locations": {"position": 1}})):
            with pytest.raises(lectern.CallbackError) as raised:
                ask()
            assert raised.value.path == "publication > one.html"
            assert isinstance(raised.value.__cause__, ConnectionError)
        online = True
        assert [len(places) for places in book.positions_by_reading_order] == [10, 10, 1]
        online = False
        assert len(book.positions) == 21


def test_without_a_fetcher_there_are_no_files():
    with lectern.Publication.open_manifest(BOOK) as book:
        assert book.manifest["metadata"]["title"] == {"en": "Title", "fr": "Titre"}
        with pytest.raises(lectern.NotFoundError):
            book.get("one.html")


def test_nothing_that_a_manifest_says_is_lost():
    with lectern.Publication.open_manifest(BOOK) as book:
        manifest = book.manifest
        with lectern.Publication.open_manifest(book.manifest_text) as again:
            assert again.manifest == manifest
    expected = dict(BOOK)
    expected["pageList"] = expected.pop("page-list")
    expected["links"] = BOOK["links"] + [link for link in manifest["links"] if link["href"].startswith("~readium/")]
    assert normal(manifest) == normal(expected)


def normal(value):
    """Normalizes single relations and languages in lists, and file names with spaces."""
    if isinstance(value, dict):
        return {key: [member] if key in ("rel", "language") and isinstance(member, str) else
                member.replace(" ", "%20") if key == "href" else normal(member) for key, member in value.items()}
    return [normal(element) for element in value] if isinstance(value, list) else value


@pytest.mark.parametrize("wrong", [
    [], "text", {}, {"metadata": {}}, {"metadata": []}, {"readingOrder": []},
])
def test_what_is_no_manifest(wrong):
    with pytest.raises(lectern.JsonError) as raised:
        lectern.Publication.open_manifest(lectern._values.json_value(wrong).decode())
    assert raised.value.path.startswith("manifest")


def test_info():
    with lectern.Publication.open_manifest(BOOK) as book:
        info = book.info
        assert info["baseURL"] == "https://example.org/book/"
        assert info["effectiveReadingProgression"] == "rtl"
        assert info["presentation"]["spread"] == "landscape" and info["presentation"]["fit"] == "contain"
        assert (info["allAreHTML"], info["allAreAudio"], info["protection"]) == (True, False, None)


def test_languages_of_a_publication_with_translations():
    manifest = {"metadata": {"title": "T", "language": ["en", "fr"]}, "readingOrder": [
        {"href": "a.html", "type": "text/html", "alternate": [{"href": "de/a.html", "type": "text/html", "language": "de"}]},
        {"href": "b.html", "type": "text/html", "language": ["fr", "cy"]}], "resources": [{"href": "c.html", "type": "text/html", "language": "de"}]}
    with lectern.Publication.open_manifest(manifest) as book:
        assert book.info["languages"] == ["en", "fr", "de", "cy"]
    with lectern.Publication.open_manifest({**manifest, "metadata": {"title": "T"}, "readingOrder": [{"href": "a.html", "type": "text/html"}], "resources": []}) as book:
        assert book.info["languages"] == []


@pytest.mark.parametrize("metadata, expected", [
    ({"language": ["ar", "en"]}, "ltr"), ({"language": ["ar", "fa"]}, "ltr"), ({"language": ["ar-EG"]}, "rtl"),
    ({"language": "he"}, "rtl"), ({}, "ltr"), ({"language": ["en", "ar"], "readingProgression": "rtl"}, "rtl"),
])
def test_only_one_language_gives_the_direction(metadata, expected):
    manifest = {"metadata": {"title": "T", **metadata}, "readingOrder": [{"href": "1.xhtml", "type": "application/xhtml+xml"}]}
    with lectern.Publication.open_manifest(manifest) as book:
        assert book.info["effectiveReadingProgression"] == expected


def test_info_of_a_book(sample):
    info = sample.info
    assert info["format"] == "application/epub+zip"
    assert "https://readium.org/webpub-manifest/profiles/epub" in info["conformsTo"]
    assert info["baseURL"] is None


def test_links_and_collections():
    with lectern.Publication.open_manifest(BOOK) as book:
        assert book.link("one.html?x=1#y")["title"] == "One"
        assert book.link("one.txt")["type"] == "text/plain"
        assert book.link("a%20b.html") == book.link("a b.html")
        with pytest.raises(lectern.NotFoundError):
            book.link("missing")
        assert [link["href"] for link in book.links({"rel": "stylesheet"})] == ["style.css"]
        assert [link["href"] for link in book.links({"kind": "html"})] == ["one.html", "a%20b.html"]
        assert [link["title"] for link in book.links({"collection": "toc"})] == ["One"]
        for role in ("pageList", "page-list"):
            assert [link["title"] for link in book.collection(role)] == ["1"]
        assert book.collection("landmarks") == []
        assert len(book.links({})) == len(book.manifest["readingOrder"] + book.manifest["resources"] + book.manifest["links"])


def test_layout():
    with lectern.Publication.open_manifest(BOOK) as book:
        assert book.layout("one.html") == {
            "layout": "reflowable", "clipped": False, "continuous": True, "fit": "contain", "orientation": "auto",
            "overflow": "auto", "spread": "landscape"}
        fixed = book.layout("a b.html")
        assert (fixed["layout"], fixed["fit"], fixed["page"]) == ("fixed", "width", "left")
        with pytest.raises(lectern.NotFoundError):
            book.layout("missing")


# ------------------------------------------------------------------------------------------------------------ Sniffing

@pytest.mark.parametrize("hints, expected", [
    ({"name": "book.EPUB"}, "application/epub+zip"), ({"mediaType": "audio/mpeg"}, "audio/mpeg"),
    ({"fileExtension": ["cbz"]}, "application/vnd.comicbook+zip"),
    ({"mediaType": ["application/x-unknown", "application/pdf"]}, "application/pdf"),
])
def test_sniffing_hints(hints, expected):
    assert lectern.sniff(hints=hints)["mediaType"] == expected


def test_bytes_decide(packed):
    content = packed("sample").read_bytes()
    assert lectern.sniff(io.BytesIO(content))["mediaType"] == "application/epub+zip"
    assert lectern.sniff(io.BytesIO(content), {"name": "book.pdf"})["mediaType"] == "application/epub+zip"
    assert lectern.sniff(io.BytesIO(b"%PDF-1.7\n"), {"name": "book.epub"})["specifications"] == ["pdf"]


def test_what_nobody_knows():
    with pytest.raises(lectern.UnsupportedError):
        lectern.sniff(io.BytesIO(bytes(100)), {"name": "book.unknown"})
    with pytest.raises(lectern.UnsupportedError):
        lectern.sniff()
