# SPDX-License-Identifier: BSD-3-Clause
"""The choice of the cover, its declarations, and failures."""
import io
import json
import zipfile

import pytest
from PIL import Image

import lectern
from support.pdf_file import encrypted, pages, pdf
from support.pictures import encoded, picture

from .links_of_epubs import epub
from .odd_files import FailingFile

ROUTE = "/~readium/cover"
#: The link of the service.
LISTED = {"href": ROUTE[1:], "type": "image/png", "rel": ["cover"]}
needs_pdfium = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")


@pytest.fixture(autouse=True)
def nothing_is_printed(capfd):
    yield
    assert capfd.readouterr() == ("", "")


def color(name, size=(8, 12), format="PNG"):
    return encoded(Image.new("RGB", size, name), format)


def packed(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def webpub(reading_order=({"href": "a.html", "type": "text/html"},), resources=(), links=(), **files):
    manifest = {"@context": "https://readium.org/webpub-manifest/context.jsonld", "metadata": {"title": "Blue"},
                "links": list(links), "readingOrder": list(reading_order), "resources": list(resources)}
    named = {name.replace("_", "."): content for name, content in files.items()}
    return packed({"manifest.json": json.dumps(manifest), "a.html": "<p>Blue</p>", **named})


def opened(data, *services, name="book.webpub", **options):
    context = lectern.Context(**options)
    for service in services:
        context.add_service(service)
    return lectern.Publication.open_bytes(data, {"name": name}, context)


def link(href, rel="cover", type="image/png", **more):
    return {"href": href, "rel": rel, "type": type, **more}


def cover(book):
    with book.cover() as resource:
        return resource.link, resource.read()


# ------------------------------------------------------------------------------------------------------------ Choosing

def test_the_image_that_the_manifest_calls_a_cover():
    data = webpub(resources=[link("b.png", rel=[]), link("c.png")], b_png=color("red"), c_png=color("blue"))
    with opened(data) as book:
        found, content = cover(book)
        assert (found["href"], content) == ("c.png", color("blue"))
        assert not [one for one in book.manifest["links"] if "~" in one["href"] and "cover" in one["href"]], "it is listed already"
        for spelling in (ROUTE, ROUTE[1:]):
            with book.get(spelling) as resource:
                assert resource.read() == color("blue")


def test_the_largest_of_several():
    covers = [link("b.png", width=10, height=20), link("c.png", width=30, height=40), link("d.png"),
              link("e.svg", type="image/svg+xml", width=1000, height=1000)]
    data = webpub(resources=covers, b_png=color("red"), c_png=color("blue"), d_png=color("green"), e_svg="<svg/>")
    with opened(data) as book:
        assert cover(book)[0]["href"] == "c.png"


def test_alternates_count():
    page = link("a.html", type="text/html", alternate=[link("b.png", rel=[])])
    with opened(webpub([page], b_png=color("red"))) as book:
        assert cover(book)[1] == color("red")


def test_what_is_no_image_is_passed_over():
    covers = [link("missing.png", width=99, height=99), link("a.html", width=98, height=98), link("empty.png"), link("c.png")]
    with opened(webpub(resources=covers, empty_png=b"", c_png=color("blue"))) as book:
        assert cover(book)[1] == color("blue")


@pytest.mark.parametrize("covers, error, message", [
    ((), lectern.NotFoundError, "no cover"),
    ((link("missing.png"),), lectern.NotFoundError, "missing.png"),
    ((link("b.png"),), lectern.FormatError, "not an image"),
])
def test_without_a_cover(covers, error, message):
    with opened(webpub(resources=covers, b_png="a text")) as book:
        for ask in (lambda: book.cover(), lambda: book.cover(width=10, height=10), lambda: book.get(ROUTE)):
            with pytest.raises(error, match=message) as caught:
                ask()
            assert caught.value.path.startswith("book.webpub")


PAGES = {
    "img": '<html><head><title>Cover</title></head><body><div><img alt="Cover" src="b.png"/></div></body></html>',
    "in a line": '<html><body><p> <img src="b.png" alt=""/> </p></body></html>',
    "svg": '<html><body><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 12"><title>Cover</title>'
           '<image width="8" height="12" xlink:href="b.png" xmlns:xlink="http://www.w3.org/1999/xlink"/></svg></body></html>',
    "drawing": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 12"><image width="8" height="12" href="b.png"/></svg>',
}


def paged(page, reading_order=("c.html", "a.html"), landmarks=()):
    """A book that begins with a page."""
    type = "image/svg+xml" if page.startswith("<svg") else "application/xhtml+xml"
    links = [{"href": href, "type": type if href == "c.html" else "text/html"} for href in reading_order]
    manifest = {"metadata": {"title": "Blue"}, "links": [], "readingOrder": links, "resources": [{"href": "b.png"}]}
    if landmarks:
        manifest["landmarks"] = [{"href": href, "title": "Cover", "rel": "cover"} for href in landmarks]
    return packed({"manifest.json": json.dumps(manifest), "a.html": "<p>Blue</p>", "c.html": page, "b.png": color("blue")})


@pytest.mark.parametrize("name", PAGES)
def test_the_image_of_a_page_that_shows_nothing_else(name):
    for data in (paged(PAGES[name]), paged(PAGES[name], ("a.html", "c.html"), ["c.html#top"])):
        with opened(data) as book:
            found, content = cover(book)
            assert (found["href"], found["type"], content) == ("b.png", "image/png", color("blue"))
            with book.cover(width=4, height=6) as small:
                assert small.link["width"] == 4
            with book.get(ROUTE) as resource:
                assert resource.read() == color("blue")


@pytest.mark.parametrize("page", [
    '<body><img src="b.png"/><p>Blue</p></body>', '<body><img src="b.png"/><img src="b.png"/></body>',
    '<body><img src="missing.png"/></body>', '<body><img src="https://example.org/b.png"/></body>', "<body/>",
    '<body><img src="a.html"/></body>', '<body><video src="b.png"/></body>', '<body><img src="c.html"/></body>', "",
    '<body><figure><img src="b.png"/><figcaption>Blue</figcaption></figure></body>', '<body><img hidden="" src="b.png"/></body>'])
def test_a_page_with_anything_else_is_no_cover(page):
    with opened(paged(page)) as book, pytest.raises(lectern.NotFoundError, match="no cover"):
        cover(book)


@pytest.mark.parametrize("content, href", [
    ('<title>Cover</title><g><image width="8" height="12" href="../b.png"/></g>', "b.png"),
    ('<image width="8" height="12" xlink:href="/b.png"/>', "b.png"),
    ('<image width="8" height="12" href="../b.png"/><path d="M0 0h9v9z"/>', "d/c.svg"),
    ('<image href="../b.png"/><image href="../b.png"/>', "d/c.svg"),
    ('<image href="missing.png"/>', "d/c.svg"), ('<image href="../a.html"/>', "d/c.svg"), ("<image/>", "d/c.svg"),
    ('<image href="data:image/png;base64,iVBO"/>', "d/c.svg"), ('<image href="c.svg"/>', "d/c.svg"), ("<image", "d/c.svg"),
    ('<image href="../b.png"/><text>Blue</text>', "d/c.svg"), (" " * 70_000 + '<image href="../b.png"/>', "d/c.svg"),
])
def test_a_drawing_that_is_the_frame_of_an_image(content, href):
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{content}</svg>'
    manifest = {"metadata": {"title": "Blue"}, "links": [], "readingOrder": [{"href": "a.html", "type": "text/html"}],
                "resources": [link("d/c.svg", type="image/svg+xml"), {"href": "b.png"}]}
    files = {"manifest.json": json.dumps(manifest), "a.html": "<p>Blue</p>", "b.png": color("blue"), "d/c.svg": drawing}
    with opened(packed(files)) as book:
        found, _ = cover(book)
        assert (found["href"], found["type"]) == (href, "image/png" if href == "b.png" else "image/svg+xml")
        if href == "b.png":
            with book.cover(width=4, height=4) as resource:
                assert resource.link["height"] == 4


def first_cover(book):
    """The cover that clients use."""
    found = book.links({"rel": "cover"})
    return found[0]["href"] if found else None


def served(book, href):
    with book.get(href) as resource:
        return resource.read()


@pytest.mark.parametrize("name", PAGES)
def test_a_cover_that_only_a_page_shows_is_linked_or_routed(name):
    listed = paged(PAGES[name])
    with opened(listed) as book:
        assert first_cover(book) == "b.png"
        assert [one["links"] for one in book.services if one["name"] == "cover"] == [[]]
    with zipfile.ZipFile(io.BytesIO(listed)) as archive:
        files = {entry: archive.read(entry) for entry in archive.namelist()}
    files["manifest.json"] = files["manifest.json"].replace(b'[{"href": "b.png"}]', b"[]")
    with opened(packed(files)) as book:
        assert book.links({"rel": "cover"}) == [LISTED]
        assert cover(book)[1] == served(book, ROUTE[1:]) == color("blue")
        assert [one["links"] for one in book.services if one["name"] == "cover"] == [[LISTED]]


COVER = '<html xmlns="http://www.w3.org/1999/xhtml"><body><img src="b.png"/></body></html>'
IMAGE = '<item id="b" href="b.png" media-type="image/png"{}/>'
GUIDE = '<guide><reference type="cover" href="c1.xhtml"/></guide>'


@pytest.mark.parametrize("version", ["2.0", "3.0"])
@pytest.mark.parametrize("said", ["nothing", "property", "meta", "guide", "meta of the page", "both"])
def test_the_relation_is_of_the_image_and_not_of_the_page(version, said):
    data = epub(version, page=COVER, image=color("blue"), item=IMAGE.format(' properties="cover-image"' if said in ("property", "both") else ""),
                guide=GUIDE if said in ("guide", "both") else "",
                metadata={"meta": '<meta name="cover" content="b"/>', "meta of the page": '<meta name="cover" content="c1"/>'}.get(said, ""))
    with opened(data, name="book.epub") as book:
        assert [(one["href"], one["type"]) for one in book.links({"rel": "cover", "collection": "readingOrder"})] == []
        assert [one["href"] for one in book.links({"rel": "cover"})] == ["b.png"]
        assert cover(book)[1] == served(book, "b.png") == color("blue")


def test_a_page_alone_is_no_cover():
    with opened(epub(page=COVER.replace("<img", "<p>Blue</p><img"), image=color("blue"), item=IMAGE.format(""), guide=GUIDE), name="a.epub") as book:
        assert book.links({"rel": "cover"}) == []
        assert [one["rel"] for one in book.collection("landmarks")] == [["cover"]]


def test_of_a_frame_and_its_image_the_image_is_linked():
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><image width="8" height="12" href="b.png"/></svg>'
    item = IMAGE.format("") + '<item id="s" href="s.svg" media-type="image/svg+xml" properties="cover-image"/>'
    with opened(epub(image=color("blue"), item=item, files={"s.svg": drawing}), name="a.epub") as book:
        assert [one["href"] for one in book.links({"rel": "cover"})] == ["b.png"]
        assert cover(book)[0]["href"] == "b.png"


def test_pages_are_read_at_opening_only_where_no_link_tells():
    large = COVER.replace("<img", "<!--" + "x" * 20000 + "--><img")
    with opened(epub(page=large, image=color("blue"), item=IMAGE.format("")), name="a.epub") as book:
        assert book.links({"rel": "cover"}) == []
        with pytest.raises(lectern.NotFoundError):
            book.cover()
    asked = []
    manifest = {"metadata": {"title": "Blue"}, "links": [], "readingOrder": [{"href": "c.html", "type": "text/html"}]}
    with lectern.Publication.open_manifest(manifest, lambda href: asked.append(href)) as book:
        assert asked == []


def test_a_page_that_is_not_where_a_cover_is():
    with opened(paged(PAGES["img"], ("a.html", "c.html"))) as book, pytest.raises(lectern.NotFoundError, match="no cover"):
        cover(book)


def test_bytes_decide_what_it_is():
    with opened(webpub(resources=[link("b.png")], b_png=color("red", format="GIF"))) as book:
        assert cover(book)[0]["type"] == "image/gif"


def test_drawings_are_covers_that_are_not_scaled():
    data = webpub(resources=[link("b.svg", type="image/svg+xml")], b_svg="<svg xmlns='http://www.w3.org/2000/svg'/>")
    with opened(data) as book:
        assert cover(book)[0]["type"] == "image/svg+xml"
        with pytest.raises(lectern.UnsupportedError, match="image/svg"):
            book.cover(width=10, height=10)


@pytest.mark.parametrize("format", ["AVIF", "BMP", "TIFF"])
def test_other_formats_are_not_scaled(format):
    with opened(color("red", (64, 64), format), name="page") as book:
        assert cover(book)[1] == color("red", (64, 64), format)
        with pytest.raises(lectern.UnsupportedError, match=format.lower()):
            book.cover(width=10, height=10)


def test_comics_show_their_first_page_or_what_comicinfo_says():
    pictures = {f"{number}.png": color(name) for number, name in enumerate(("red", "blue", "green"))}
    with opened(packed(pictures), name="book.cbz") as book:
        assert cover(book)[1] == color("red")
    said = {**pictures, "ComicInfo.xml": '<ComicInfo><Pages><Page Image="1" Type="FrontCover"/></Pages></ComicInfo>'}
    with opened(packed(said), name="book.cbz") as book:
        assert cover(book)[1] == color("blue")


def test_a_reading_order_of_images_needs_no_relation():
    """In this case, the link of the service indicates a cover."""
    order = [link(name, rel=[]) for name in ("b.png", "c.png")]
    with opened(webpub(order, b_png=color("red"), c_png=color("blue"))) as book:
        assert cover(book)[1] == color("red")
        assert [one for one in book.manifest["links"] if one["href"] == ROUTE[1:]] == [LISTED]
        text = book.manifest_text
        assert next(one for one in book.services if one["name"] == "cover")["links"]
    with lectern.Publication.open_manifest(text, lambda href: color(href[0].replace("b", "red"))) as again:
        assert cover(again)[1] == color("red")
        assert [one["href"] for one in again.manifest["links"]].count(ROUTE[1:]) == 1


def test_the_sample_has_a_cover(packed):
    with lectern.Publication.open(packed("fixed-layout")) as book:
        expected = [one for one in book.links({"rel": "cover"}) if one["type"].startswith("image/")]
        if expected:
            assert cover(book)[0]["href"] == expected[0]["href"]
        else:
            with pytest.raises(lectern.NotFoundError):
                book.cover()


# ---------------------------------------------------------------------------------------------------------------- PDF

PAGE = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R>>",
        "<</Length 35>>stream\n1 0 0 rg 0 200 300 200 re f        \nendstream"]


@needs_pdfium
def test_the_first_page_of_a_pdf():
    with lectern.Publication.open_bytes(pdf(PAGE)) as book:
        assert [one for one in book.manifest["links"] if "cover" in one.get("rel", [])] == [LISTED]
        found, content = cover(book)
        assert found == {**LISTED, "width": 600, "height": 800}
        with Image.open(io.BytesIO(content)) as page:
            assert page.size == (600, 800) and page.mode == "RGB"
            assert page.getpixel((300, 100)) == (255, 0, 0) and page.getpixel((300, 700)) == (255, 255, 255)
        for box, size in (((30, 1000), (30, 40)), ((1000, 1200), (900, 1200)), ((1, 1), (1, 1)), ((2**31 - 1,) * 2, (3072, 4096))):
            with book.cover(width=box[0], height=box[1]) as resource, Image.open(io.BytesIO(resource.read())) as page:
                assert page.size == size == (resource.link["width"], resource.link["height"])
        with book.get(ROUTE) as resource:
            assert resource.read() == content


@needs_pdfium
def test_pdfs_in_packages_and_with_passwords():
    order = [{"href": "b.pdf", "type": "application/pdf"}]
    with opened(webpub(order, b_pdf=pages(1))) as book:
        assert cover(book)[0]["width"] == 600
    with lectern.Publication.open_bytes(encrypted("user", "owner"), {"password": "user"}) as book:
        assert cover(book)[0]["height"] == 800
    with opened(webpub(order, b_pdf="no PDF")) as book, pytest.raises(lectern.FormatError):
        book.cover()


# ------------------------------------------------------------------------------------------------- Services of the host

class Drawn(lectern.Service):
    """Draws a cover for any book."""
    name = "cover"
    answer = color("purple", (40, 60))

    def get(self, href):
        return self.answer if href == ROUTE else None


@pytest.mark.parametrize("ask", [lambda book: book.cover(), lambda book: book.cover(width=10, height=10)])
def test_a_pdf_that_cannot_be_had_is_named_once(ask):
    with opened(webpub([{"href": "no.pdf", "type": "application/pdf"}])) as book, pytest.raises(lectern.NotFoundError) as raised:
        ask(book)
    assert (raised.value.message, raised.value.path) == ('The publication has no resource "no.pdf".', "book.webpub")


def test_a_service_of_the_host_is_asked_first():
    data = webpub(resources=[link("b.png")], b_png=color("red"))
    with opened(data, Drawn) as book:
        assert cover(book)[1] == Drawn.answer
        with book.cover(width=20, height=20) as resource, Image.open(io.BytesIO(resource.read())) as image:
            assert image.size == (13, 20) and image.getpixel((5, 5)) == (128, 0, 128)
        with book.get_builtin(ROUTE) as resource:
            assert resource.read() == color("red")


def test_a_service_may_draw_vectors():
    class Vector(Drawn):
        def get(self, href):
            return lectern.Resource.of({"href": href, "type": "image/svg+xml"}, b"<svg/>") if href == ROUTE else None

    with opened(webpub(), Vector) as book:
        assert cover(book)[1] == b"<svg/>"
        with pytest.raises(lectern.UnsupportedError):
            book.cover(width=20, height=20)


def test_a_service_may_choose_by_a_link_and_wrap_what_is_there():
    class Chosen(lectern.Service):
        name = "org.example.chosen"
        links = [link("/~mine", width=1, height=1)]

        def get(self, href):
            if href == "/~mine":
                with self.publication.cover() as own:
                    return own.read()
            return None

    data = webpub(resources=[link("b.png", width=9, height=9)], b_png=color("red"))
    with opened(data, Chosen) as book:
        assert cover(book)[0]["href"] == "/~mine"


@pytest.mark.parametrize("answer, error", [
    (b"", lectern.CallbackError), (b"a text", lectern.CallbackError), (color("red")[:-30], lectern.FormatError)])
def test_a_service_that_lies_fails_alone(answer, error):
    class Lying(Drawn):
        pass

    Lying.answer = answer
    with opened(webpub(resources=[link("b.png")], b_png=color("red")), Lying) as book:
        with pytest.raises(error):
            book.cover(width=2, height=2)
        assert book.get("b.png").read() == color("red")


def test_a_service_that_fails():
    class Failing(Drawn):
        def get(self, href):
            raise KeyError(href)

    with opened(webpub(), Failing) as book, pytest.raises(lectern.CallbackError):
        book.cover()


# -------------------------------------------------------------------------------------------------- Streams that fail

@pytest.mark.parametrize("kind", ["image", "archive", pytest.param("pdf", marks=needs_pdfium)])
def test_streams_that_fail(kind):
    photo = encoded(picture(300, 400), "PNG")
    data = {"image": photo, "archive": packed({"1.png": photo}), "pdf": pages(1) + bytes(3_000_000)}[kind]
    for reads in range(100):
        stream = FailingFile(data)
        with lectern.Publication.open_stream(stream) as book:
            stream.left = reads
            try:
                with book.cover(width=30, height=30) as resource:
                    assert len(resource.read()) > 100
                break
            except lectern.IoError as error:
                assert isinstance(error.__cause__, OSError)
    assert 0 < reads < 99 or kind == "pdf"
