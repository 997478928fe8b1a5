# SPDX-License-Identifier: BSD-3-Clause
"""What a library shows of a book: metadata as publishers write it, covers, pages and the contents of comics."""
import io
import json
import zipfile
from urllib.parse import unquote

import pytest
from PIL import Image

import lectern
from support.pictures import encoded
from support.tiny_books import NAV_ITEM, NCX, NCX_ITEM, OVERLAY, PACKAGE, SPOKEN, epub
from support.tiny_packages import FRAME, W3C, archive

from . import links_of_epubs

PNG = encoded(Image.new("RGB", (4, 6), "blue"), "PNG")


def metadata(data, warnings=0):
    with lectern.Publication.open_bytes(data) as book:
        assert len(book.warnings) == warnings, book.warnings
        return book.metadata


def of(statements, warnings=0, **more):
    return metadata(epub(metadata=statements, **more), warnings)


# ------------------------------------------------------------------------------------------------------ Identifiers

@pytest.mark.parametrize("statement, expected", [
    ('<dc:identifier opf:scheme="ISBN">978-3-16-148410-0</dc:identifier>', "urn:isbn:9783161484100"),
    ('<dc:identifier opf:scheme="isbn">3-16-148410-X</dc:identifier>', "urn:isbn:316148410X"),
    ("<dc:identifier>978 3 16 148410 0</dc:identifier>", "urn:isbn:9783161484100"),
    ("<dc:identifier>urn:isbn:9783161484100</dc:identifier>", "urn:isbn:9783161484100"),
    ("<dc:identifier>URN:ISBN:978-3-16-148410-0</dc:identifier>", "urn:isbn:9783161484100"),
    ("<dc:identifier>isbn:9783161484100</dc:identifier>", "urn:isbn:9783161484100"),
    ("<dc:identifier>ISBN-13: 978-3-16-148410-0</dc:identifier>", "urn:isbn:9783161484100"),
    ("<dc:identifier>ISBN 9783161484100</dc:identifier>", "urn:isbn:9783161484100"),
    ('<dc:identifier id="i">9783161484101</dc:identifier><meta refines="#i" property="identifier-type" '
     'scheme="onix:codelist5">15</meta>', "urn:isbn:9783161484101"),
    # Not every number is an ISBN.
    ("<dc:identifier>9783161484101</dc:identifier>", {"value": "9783161484101"}),
    ("<dc:identifier>1234567890</dc:identifier>", {"value": "1234567890"}),
    ('<dc:identifier opf:scheme="ISBN">unknown</dc:identifier>', "isbn:unknown"),
    ('<dc:identifier opf:scheme="AMAZON">B000JQU1VS</dc:identifier>', "amazon:B000JQU1VS"),
    ('<dc:identifier opf:scheme="DOI">10.1000/182</dc:identifier>', "doi:10.1000/182"),
    ('<dc:identifier opf:scheme="UUID">00000000-0000-4000-8000-000000000009</dc:identifier>',
     "urn:uuid:00000000-0000-4000-8000-000000000009"),
    ('<dc:identifier opf:scheme="http://example.org/s">a b</dc:identifier>', {"value": "a b", "scheme": "http://example.org/s"}),
    ("<dc:identifier>https://example.org/book</dc:identifier>", "https://example.org/book"),
])
def test_all_identifiers_are_kept(statement, expected):
    found = of(statement)
    assert found["identifier"] == "urn:uuid:00000000-0000-4000-8000-000000000001"
    assert found["altIdentifier"] == [expected]


def test_one_identifier_has_no_alternatives():
    assert "altIdentifier" not in of("")
    assert "altIdentifier" not in of("<dc:identifier>urn:uuid:00000000-0000-4000-8000-000000000001</dc:identifier>")


def test_the_unique_identifier_may_be_an_isbn():
    package = PACKAGE.replace("urn:uuid:00000000-0000-4000-8000-000000000001", "978-3-16-148410-0").format(
        version="3.0", title="T", language="en", metadata="", spine="", manifest=NAV_ITEM)
    found = metadata(epub(files={"EPUB/package.opf": package}))
    assert (found["identifier"], found["altIdentifier"]) == ("978-3-16-148410-0", ["urn:isbn:9783161484100"])


# ------------------------------------------------------------------------------------------------- Persons and texts

@pytest.mark.parametrize("statements", [
    '<dc:creator id="a">Jo Doe</dc:creator><meta refines="#a" property="role">aut</meta><meta refines="#a" property="role">ill</meta>',
    '<dc:creator opf:role="aut ill">Jo Doe</dc:creator>', '<dc:creator opf:role="aut,ill">Jo Doe</dc:creator>',
    '<dc:creator id="a">Jo Doe</dc:creator><meta refines="#a" property="role">aut ill</meta>',
    '<dc:creator id="a">Jo Doe</dc:creator><meta refines="#a" property="role">AUT</meta><meta refines="#a" property="role">ILL</meta>',
    '<dc:creator opf:role="aut" id="a">Jo Doe</dc:creator><meta refines="#a" property="role">http://id.loc.gov/vocabulary/relators/ill</meta>'])
def test_all_roles_of_a_person(statements):
    found = of(statements)
    assert (found["author"], found["illustrator"]) == ([{"name": "Jo Doe"}], [{"name": "Jo Doe"}])


def test_roles_without_a_member_stay_with_the_person():
    found = of('<dc:creator id="a">Jo</dc:creator><meta refines="#a" property="role">bkp</meta><meta refines="#a" property="role">trl</meta>')
    assert found["translator"] == [{"name": "Jo", "role": ["bkp"]}] and "author" not in found


def test_a_publisher_with_another_role_is_both():
    found = of('<dc:publisher id="c">Jo</dc:publisher>' + "".join(f'<meta refines="#c" property="role">{role}</meta>' for role in ("pbl", "edt", "bkp")))
    assert (found["publisher"], found["editor"]) == ([{"name": "Jo", "role": ["bkp"]}], [{"name": "Jo"}])
    found = of('<dc:publisher opf:role="trl">Jo</dc:publisher>')
    assert found["publisher"] == found["translator"] == [{"name": "Jo"}]


def test_white_space_is_collapsed():
    found = of("""<dc:creator id="a">Jo
        Doe</dc:creator><meta refines="#a" property="file-as"> Doe,\t Jo </meta><dc:subject>Sea
        stories</dc:subject><dc:publisher>A  House</dc:publisher><dc:description>One.\n\nTwo.</dc:description>
        <meta property="belongs-to-collection" id="s">The
        Series</meta><meta refines="#s" property="collection-type">series</meta>""", title="A\n   Tale")
    assert found["title"] == "A Tale"
    assert found["author"] == [{"name": "Jo Doe", "sortAs": "Doe, Jo"}]
    assert [subject["name"] for subject in found["subject"]] == ["Sea stories"]
    assert found["publisher"] == [{"name": "A House"}]
    assert found["belongsTo"]["series"] == [{"name": "The Series"}]
    assert found["description"] == "One.\n\nTwo."


def test_white_space_of_calibres_series():
    found = of('<meta name="calibre:series" content="The\n  Series"/><meta name="calibre:series_index" content="2.5"/>')
    assert found["belongsTo"]["series"] == [{"name": "The Series", "position": 2.5}]


@pytest.mark.parametrize("date, expected", [
    ("1871-12-27", "1871-12-27"), ("1871-12-27T10:00:00+01:00", "1871-12-27T09:00:00Z"), ("1871", "1871-01-01"),
    ("1871-12", "1871-12-01"), ("1871-12-27T00:00:00Z", "1871-12-27T00:00:00Z"), (" 1871-12-27 ", "1871-12-27")])
def test_dates_are_as_precise_as_they_are(date, expected):
    assert of(f"<dc:date>{date}</dc:date>")["published"] == expected
    manifest = {"metadata": {"title": "T", "published": date}, "readingOrder": [{"href": "a.html", "type": "text/html"}]}
    with lectern.Publication.open_manifest(manifest) as book:
        assert book.metadata["published"] == expected


# --------------------------------------------------------------------------------------------------------- Languages

@pytest.mark.parametrize("written, expected, direction", [
    ("en_US", "en-US", "ltr"), ("zh_CN", "zh-CN", "ltr"), ("pt_BR.UTF-8", "pt-BR", "ltr"), ("sr_RS@latin", "sr-RS", "ltr"),
    ("eng", "en", "ltr"), ("fre", "fr", "ltr"), ("fra", "fr", "ltr"), ("ger", "de", "ltr"), ("jpn", "ja", "ltr"), ("chi", "zh", "ltr"),
    ("ENG", "en", "ltr"), ("eng-GB", "en-GB", "ltr"), ("ara", "ar", "rtl"), ("heb", "he", "rtl"), ("per", "fa", "rtl"), ("fas", "fa", "rtl"),
    ("ar_EG", "ar-EG", "rtl"), ("iw", "he", "rtl"), ("ji", "yi", "rtl"), ("in", "id", "ltr"), ("urd", "ur", "rtl")])
def test_languages_are_those_of_bcp_47(written, expected, direction):
    with lectern.Publication.open_bytes(epub(language=written)) as book:
        assert book.languages == [expected]
        assert book.info["effectiveReadingProgression"] == direction
        assert [warning["severity"] for warning in book.warnings] == ["minor"]


@pytest.mark.parametrize("written", ["en", "en-US", "grc", "gsw-CH", "zh-Hant-TW", "i-klingon", "x-private"])
def test_tags_in_use_stay_as_they_are(written):
    with lectern.Publication.open_bytes(epub(language=written)) as book:
        assert book.languages == [written] and not book.warnings


def test_what_is_no_language_is_left_out():
    with lectern.Publication.open_bytes(epub(language="in English")) as book:
        assert book.languages == [] and len(book.warnings) == 1


# ------------------------------------------------------------------------------------------------- Covers and pages

GUIDE = '<guide><reference type="cover" title="Cover" href="{}"/></guide>'
PAGE = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p><img src="b.png" alt=""/></p></body></html>'


@pytest.mark.parametrize("href, item", [
    ("b.png", '<item id="b" href="b.png" media-type="image/png"/>'),
    ("cover.xhtml", '<item id="b" href="b.png" media-type="image/png"/><item id="c" href="cover.xhtml" media-type="application/xhtml+xml"/>'),
    ("c2.xhtml", '<item id="b" href="b.png" media-type="image/png"/>')])
def test_covers_of_the_guide(href, item):
    """An image, a page outside of the spine, and a page in it."""
    files = {"c2.xhtml": PAGE, "cover.xhtml": PAGE} if href.endswith("xhtml") else {}
    data = links_of_epubs.epub("2.0", image=PNG, guide=GUIDE.format(href), item=item, files=files)
    with lectern.Publication.open_bytes(data) as book:
        assert book.cover().read() == PNG
        assert [link["href"] for link in book.resources if "cover" in link.get("rel", [])] == ["b.png"]


@pytest.mark.parametrize("href, item", [("b.png", ""), ("cover.xhtml", ""), ("cover.xhtml", '<item id="b" href="b.png" media-type="image/png"/>')])
def test_covers_that_only_the_guide_lists(href, item):
    long = PAGE.replace("<p>", "<p>" + "text " * 2000)
    data = links_of_epubs.epub("2.0", image=PNG, guide=GUIDE.format(href), item=item, page=long, files={"cover.xhtml": PAGE})
    with lectern.Publication.open_bytes(data) as book:
        assert book.cover().read() == PNG
        assert any("does not list the cover" in warning["message"] for warning in book.warnings)
    with lectern.Publication.open_bytes(links_of_epubs.epub("2.0", image=PNG, guide=GUIDE.format("gone.png"), item="", page=long)) as book:
        assert not any("cover" in link.get("rel", []) for link in book.resources)


def test_a_declared_cover_comes_before_the_guide():
    items = '<item id="b" href="b.png" media-type="image/png"/><item id="d" href="d.png" media-type="image/png"/>'
    other = encoded(Image.new("RGB", (4, 6), "red"), "PNG")
    data = links_of_epubs.epub("2.0", image=PNG, guide=GUIDE.format("b.png"), item=items, files={"d.png": other},
                               metadata='<meta name="cover" content="d"/>')
    with lectern.Publication.open_bytes(data) as book:
        assert book.cover().read() == other


@pytest.mark.parametrize("spine", [' toc="ncx" page-map="map"', ' toc="ncx"'])
def test_page_maps(spine):
    pages = """<page-map xmlns="http://www.idpf.org/2007/opf"><page name="i" href="c1.xhtml"/><page name=" 1 " href="c1.xhtml#p1"/>
        <page href="c2.xhtml"/><page name="2" href="C2.xhtml"/></page-map>"""
    item = NCX_ITEM + '<item id="map" href="map.xml" media-type="application/oebps-page-map+xml"/>'
    files = {"EPUB/map.xml": pages, "EPUB/toc.ncx": NCX, "EPUB/nav.xhtml": None}
    with lectern.Publication.open_bytes(epub("2.0", manifest=item, spine=spine, files=files)) as book:
        assert [(page["title"], page["href"]) for page in book.page_list] == [
            ("i", "EPUB/c1.xhtml"), ("1", "EPUB/c1.xhtml#p1"), ("2", "EPUB/c2.xhtml")]


# ------------------------------------------------------------------------------------------------------------ Comics

def comic(names, info=None):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in names:
            archive.writestr(name, PNG)
        if info:
            archive.writestr("ComicInfo.xml", f"<ComicInfo>{info}</ComicInfo>")
    return lectern.Publication.open_bytes(data.getvalue(), {"name": "x.cbz"})


def toc(links):
    return [(link["title"], link["href"], *([toc(link["children"])] if "children" in link else [])) for link in links]


def test_tags_are_subjects():
    with comic(["1.png"], "<Genre>Manga, Sea</Genre><Tags>Whales, Sea</Tags><Title>A\n Tale</Title>") as book:
        assert [subject["name"] for subject in book.metadata["subject"]] == ["Manga", "Sea", "Whales"]
        assert book.title == "A Tale"


@pytest.mark.parametrize("number, expected", [
    ("9783161484100", "urn:isbn:9783161484100"), ("978-3-16-148410-0", "urn:isbn:9783161484100"), ("9783161484101", "9783161484101"),
    ("5012345678900", "5012345678900"), ("75960608936802311", "75960608936802311")])
def test_the_gtin_of_a_comic_may_be_an_isbn(number, expected):
    with comic(["1.png"], f"<GTIN>{number}</GTIN>") as book:
        assert book.identifier == expected


def test_bookmarks_are_the_contents():
    info = """<Pages><Page Image="2" Bookmark="Two"/><Page Image="0" Bookmark="One "/><Page Image="9" Bookmark="Gone"/>
        <Page Image="1" Bookmark=""/></Pages>"""
    with comic(["a/1.png", "b/2.png", "b/3.png"], info) as book:
        assert toc(book.toc) == [("One", "a/1.png"), ("Two", "b/3.png")]


@pytest.mark.parametrize("names, expected", [
    (["Ch 2/1.png", "Ch 1/1.png", "Ch 1/2.png", "Ch 10/1.png"],
     [("Ch 1", "Ch%201/1.png"), ("Ch 2", "Ch%202/1.png"), ("Ch 10", "Ch%2010/1.png")]),
    (["Book/Ch 1/1.png", "Book/Ch 2/1.png"], [("Ch 1", "Book/Ch%201/1.png"), ("Ch 2", "Book/Ch%202/1.png")]),
    (["V1/C1/1.png", "V1/C2/1.png", "V2/C3/1.png"],
     [("V1", "V1/C1/1.png", [("C1", "V1/C1/1.png"), ("C2", "V1/C2/1.png")]), ("V2", "V2/C3/1.png", [("C3", "V2/C3/1.png")])]),
    (["cover.png", "extra/1.png"], [("extra", "extra/1.png")]),
    (["Book/1.png", "Book/2.png"], []), (["1.png"], [])])
def test_folders_are_the_contents(names, expected):
    with comic(names) as book:
        assert toc(book.toc) == expected


@pytest.mark.parametrize("names", [
    ["p 60.png", "p 60 (2).png", "p 61.png"], ["p.png", "p 1.png", "p1.png", "p2.png", "p10.png"],
    ["a/1.png", "a.png", "a b.png"], ["１.png", "２.png", "１０.png"], ["1.png", "２.png", "3.png", "10.png"], ["٩.png", "١٠.png"],
    ["ch 1.1.png", "ch 1.2.png", "ch 1.10.png", "ch 2.png"], ["1.heic", "2.png", "3.avif", "4.jxl", "5.heif"]])
def test_the_order_of_images(names):
    with comic(sorted(names, reverse=True)) as book:
        assert [unquote(link["href"]) for link in book.reading_order] == names
        assert book.info["allAreBitmap"]


def test_an_image_in_heif():
    data = b"\0\0\0\x18ftypheic" + bytes(100)
    with lectern.Publication.open_bytes(data) as book:
        assert book.info["format"] == "image/heic"


# ------------------------------------------------------------------------------------------------------------ Others

@pytest.mark.parametrize("sign", ["", "@"])
def test_texts_of_a_w3c_manifest(sign):
    def text(value, language):
        return {sign + "value": value, sign + "language": language}
    with lectern.Publication.open_bytes(archive(**{"publication.json": W3C | {
            "name": [text("Tiny", "en"), text("Minuscule", "fr")], "author": {"name": text("N.", "en")}, "description": text("D", "en"),
            "readingOrder": [{"url": "one.mp3", "name": text("One", "en")}]}, "one.mp3": FRAME})) as book:
        assert book.metadata["title"] == {"en": "Tiny", "fr": "Minuscule"} and book.metadata["author"] == [{"name": {"en": "N."}}]
        assert book.metadata["description"] == "D" and book.reading_order[0]["title"] == "One"


def test_a_reading_order_with_fragments():
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": "a.html#x", "type": "text/html"}], "toc": [{"href": "a.html", "title": "A"}]}
    with lectern.Publication.open_bytes(archive(**{"manifest.json": manifest, "a.html": "<p>one</p><p id='x'>whale</p>"})) as book:
        for href in ("a.html", "a.html#x", "./a.html"):
            assert book.locate({"href": href})["locations"]["position"] == 1
        with pytest.raises(lectern.NotFoundError):
            book.locate({"href": "b.html"})


@pytest.mark.parametrize("member", ["id", "@id"])
def test_the_identifier_of_a_w3c_manifest(member):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("publication.json", json.dumps({
            "@context": ["https://schema.org", "https://www.w3.org/ns/pub-context"], "@type": "Audiobook", member: "urn:x:1",
            "name": "T", "author": [{"name": "A", member: "urn:a"}], "readingOrder": ["1.mp3"]}))
        archive.writestr("1.mp3", b"ID3")
    with lectern.Publication.open_bytes(data.getvalue()) as book:
        assert book.identifier == "urn:x:1"
        assert book.metadata["author"][0]["identifier"] == "urn:a"
        assert book.metadata["@type"] == "http://schema.org/Audiobook"
        assert not any("@id" in key for key in book.metadata)


@pytest.mark.parametrize("policy, kept", [("https://example.org/p", True), ("see the imprint", False), ("policy.html", False)])
def test_policies_for_text_and_data_mining(policy, kept):
    found = of(f'<meta property="tdm:reservation">1</meta><meta property="tdm:policy">{policy}</meta>', 0 if kept else 1)
    assert found["tdm"] == {"reservation": "all", **({"policy": policy} if kept else {})}


@pytest.mark.parametrize("clip, expected", [
    ('clipBegin="2s" clipEnd="3s"', "#t=2,3"), ('clipBegin="2s"', "#t=2"), ('clipEnd="3s"', "#t=,3"), ("", ""),
    ('clipBegin="soon" clipEnd="9s"', ""), ('clipBegin="2s" clipEnd="late"', "#t=2"), ('clipBegin="soon"', ""),
    ('clipBegin="npt=1.5s" clipEnd="npt=0:00:04"', "#t=1.5,4"), ('clipBegin="0s"', "#t=0"),
    ('clipBegin="5s" clipEnd="2s"', "#t=5"), ('clipBegin="2s" clipEnd="2s"', "#t=2"), ('clipBegin="2s" clipEnd="2.0004s"', "#t=2"),
    ('clipEnd="0s"', ""), ('clipBegin="9s" clipEnd="10s"', "#t=9,10")])
def test_clips_are_media_fragments(clip, expected):
    overlay = OVERLAY.replace('clipBegin="0s" clipEnd="1.5s"', clip)
    with lectern.Publication.open_bytes(epub(files={
            "EPUB/package.opf": SPOKEN, "EPUB/o.smil": overlay, "EPUB/a.mp3": "ID3"})) as book:
        document = json.loads(book.get("~readium/guided-navigation.json").read())
        assert document["guided"][0]["children"][0]["audioref"] == "EPUB/a.mp3" + expected
