# SPDX-License-Identifier: BSD-3-Clause
"""Small pictures of pages, and the images that are pages."""
import io
import zipfile
from urllib.parse import quote

import pytest
from PIL import Image

import lectern
from support.pdf_file import pages
from support.pictures import averaged, difference, encoded, picture
from support.tiny_books import NAV_ITEM, epub

needs_pdfium = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")


def comic(*pictures):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for number, bytes in enumerate(pictures, 1):
            archive.writestr(f"{number}.png", bytes)
    return lectern.Publication.open_bytes(data.getvalue(), {"name": "a.cbz"})


PAGE = ('<html xmlns="http://www.w3.org/1999/xhtml"><head><meta name="viewport" content="width=600, height=900"/></head>'
        "<body>{}</body></html>")
ITEMS = NAV_ITEM + '<item id="p" href="p.png" media-type="image/png"/>'
FIXED = '<meta property="rendition:layout">pre-paginated</meta>'


def fixed(first, second="<p>Text</p>", metadata=FIXED, **options):
    files = {"EPUB/c1.xhtml": PAGE.format(first), "EPUB/c2.xhtml": PAGE.format(second),
             "EPUB/p.png": encoded(picture(60, 90), "PNG")}
    return lectern.Publication.open_bytes(
        epub(metadata=metadata, manifest=ITEMS, files=files), {"name": "a.epub"}, **options)


def thumbnail(book, **parameters):
    query = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in parameters.items())
    with book.get("~readium/thumbnail?" + query) as answer:
        image = Image.open(io.BytesIO(answer.read()))
        assert (answer.link["type"], image.size) == (
            "image/" + image.format.lower(), (answer.link["width"], answer.link["height"]))
        return image


# ----------------------------------------------------------------------------------------------------------- Thumbnails

def test_a_page_of_a_comic():
    with comic(*(encoded(Image.new("RGB", (400, 600), color), "PNG") for color in ("red", "lime"))) as book:
        small = thumbnail(book, href="2.png", width=100, height=100)
        assert (small.size, small.convert("RGB").getpixel((5, 5))) == ((67, 100), (0, 255, 0))
        assert thumbnail(book, position=1).convert("RGB").getpixel((5, 5)) == (255, 0, 0)
        assert thumbnail(book, position=2).size == (171, 256), "256 pixels by default"
        assert [link["href"] for link in book.manifest["links"] if "thumbnail" in link["href"]] == [
            "~readium/thumbnail{?href,position,width,height,type}"]


def test_a_function_for_hosts_without_routes():
    with comic(*(encoded(picture(40, 60), "PNG") for _ in range(2))) as book:
        for options in ({"position": 2, "width": 10}, {"href": "2.png", "height": 15}, {"position": 1, "type": "image/jpeg"}):
            query = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in options.items())
            with book.thumbnail(**options) as picture_of_page, book.get("~readium/thumbnail?" + query) as answer:
                assert (picture_of_page.link, picture_of_page.read()) == (answer.link, answer.read())


@pytest.mark.parametrize("options", [
    {}, {"href": "1.png", "position": 1}, {"position": 0}, {"position": 1, "width": 4097}, {"position": 1, "height": 0},
    {"position": 1, "type": "image/gif"}, {"href": 1}, {"position": "1"},
])
def test_options_are_checked(options):
    with comic(encoded(picture(40, 60), "PNG")) as book, pytest.raises(lectern.JsonError) as raised:
        book.thumbnail(**options)
    assert raised.value.path.startswith("options")


@needs_pdfium
def test_a_page_of_a_pdf_as_jpeg():
    with lectern.Publication.open_bytes(pages(2), {"name": "a.pdf"}) as book:
        images = [thumbnail(book, position=2, width=80, **more) for more in ({}, {"type": "image/jpeg"}, {"type": "image/png"})]
        assert [image.format for image in images] == ["PNG", "JPEG", "PNG"]
        assert difference(images[0].convert("RGB"), images[1]) < 5
        with book.cover(type="image/jpeg") as cover, book.cover() as plain:
            assert (cover.link["type"], plain.link["type"]) == ("image/jpeg", "image/png")
            assert cover.link["width"] == plain.link["width"]


def test_a_thumbnail_is_the_scaled_image():
    image = picture(300, 200)
    with comic(encoded(image, "PNG")) as book:
        assert difference(thumbnail(book, href="1.png", width=60).convert("RGB"), averaged(image, (60, 40))) < 2


def test_an_image_that_is_small_is_returned_as_it_is():
    data = encoded(picture(20, 10), "PNG")
    with comic(data) as book, book.get("~readium/thumbnail?href=1.png") as answer:
        assert answer.read() == data and (answer.link["width"], answer.link["height"]) == (20, 10)


@needs_pdfium
def test_the_pages_of_a_pdf():
    with lectern.Publication.open_bytes(pages(3), {"name": "a.pdf"}) as book:
        href = book.reading_order[0]["href"]
        first = thumbnail(book, position=1, width=80, height=80)
        assert max(first.size) == 80 and first.format == "PNG"
        for page in (1, 3):
            assert thumbnail(book, href=f"{href}#page={page}", width=80, height=80).tobytes() == thumbnail(
                book, position=page, width=80, height=80).tobytes()
        with pytest.raises(lectern.NotFoundError, match="no page 4"):
            thumbnail(book, href=href + "#page=4")
        with pytest.raises(lectern.NotFoundError, match="no position 4"):
            thumbnail(book, position=4)


def test_a_fixed_page_that_shows_only_an_image():
    with fixed('<div><img src="p.png" alt=""/></div>') as book:
        assert thumbnail(book, href="EPUB/c1.xhtml", width=30).size == (30, 45)
        with pytest.raises(lectern.UnsupportedError, match="Only a browser") as raised:
            thumbnail(book, href="EPUB/c2.xhtml")
        assert raised.value.path == "a.epub > EPUB/c2.xhtml"


def test_a_service_of_the_host_draws_other_pages():
    class Drawn(lectern.Service):
        name = "org.example.drawn"

        def get(self, href):
            if not href.startswith("/~readium/thumbnail?"):
                return None
            try:
                return self.publication.get_builtin(href)
            except lectern.UnsupportedError:
                return lectern.Resource.of({"href": href, "type": "image/png", "width": 8, "height": 8},
                                           encoded(Image.new("RGB", (8, 8), "blue"), "PNG"))

    context = lectern.Context()
    context.add_service(Drawn)
    with fixed('<img src="p.png" alt=""/>', context=context) as book:
        assert thumbnail(book, href="EPUB/c1.xhtml", width=30).size == (30, 45)
        assert thumbnail(book, href="EPUB/c2.xhtml").getpixel((0, 0)) == (0, 0, 255)


@pytest.mark.parametrize("query", [
    "", "width=9", "href=1.png&width=0", "href=1.png&width=4097", "href=1.png&height=a", "href=1.png&page=1", "position=0",
    "href=%ff", "href=1.png&type=image/gif",
])
def test_requests_are_checked(query):
    with comic(encoded(picture(20, 10), "PNG")) as book, pytest.raises(lectern.ArgumentError) as raised:
        book.get("~readium/thumbnail?" + query)
    assert raised.value.path == "a.cbz"


def test_what_is_not_there_has_no_picture():
    with comic(encoded(picture(20, 10), "PNG"), b"no image") as book:
        with pytest.raises(lectern.NotFoundError):
            thumbnail(book, href="none.png")
        with pytest.raises(lectern.UnsupportedError):
            thumbnail(book, href="2.png")


@needs_pdfium
def test_thumbnails_are_kept_across_runs(tmp_path):
    book = tmp_path / "a.pdf"
    book.write_bytes(pages(1))
    for _ in range(2):
        with lectern.Context(cacheDirectory=str(tmp_path / "kept")) as context:
            with lectern.Publication.open(book, context=context) as opened:
                thumbnail(opened, position=1)
    assert len(list((tmp_path / "kept").iterdir())) == 1


# ------------------------------------------------------------------------------------------------------ Images of pages

def test_the_images_of_a_comic_are_its_pages(check):
    with comic(encoded(picture(20, 10), "PNG"), encoded(picture(30, 10), "PNG")) as book:
        assert check("page-images", book.page_images) == book.reading_order


def test_the_images_of_a_fixed_publication(check):
    image = '<div><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{}</svg></div>'
    with fixed(image.format('<image xlink:href="p.png"/>'), '<img src="p.png"/><p>Text</p>') as book:
        (png,) = book.links({"href": "EPUB/p.png"})
        assert check("page-images", book.page_images) == [png, None]


def test_reflowable_pages_are_no_images():
    with fixed('<img src="p.png" alt=""/>', metadata="") as book:
        assert book.page_images == [None, None]


def test_a_page_that_cannot_be_read_is_null(tmp_path):
    entries = []
    with lectern.Context(logger=entries.append) as context:
        data = epub(metadata=FIXED, manifest=ITEMS, files={"EPUB/c1.xhtml": None})
        with lectern.Publication.open_bytes(data, context=context) as book:
            assert book.page_images == [None, None]
    assert any("was not read" in entry["message"] for entry in entries)
