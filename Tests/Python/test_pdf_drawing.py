# SPDX-License-Identifier: BSD-3-Clause
"""The first page of a PDF as a cover: rendered by pdfium, and rejected if its forms would be drawn too often."""
import io

import pytest
from PIL import Image

import lectern
from support.pdf_file import compressed, encrypted, pdf, stream

pytestmark = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")

PAINT = "1 0 0 rg 0 0 300 400 re f "
RED, WHITE = (255, 0, 0), (255, 255, 255)


def document(content, resources="", objects=(), page="", **options):
    """A page with object 4 as its content, and other objects from 5 on."""
    return pdf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
                f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<<{resources}>>{page}>>",
                content if isinstance(content, bytes) else plain(content), *objects], **options)


def plain(content, dictionary=""):
    return f"<</Length {len(content)}{dictionary}>>stream\n{content}\nendstream"


def form(content, resources=None, more=""):
    own = "" if resources is None else f"/Resources<<{resources}>>"
    return plain(content, f"/Type/XObject/Subtype/Form/BBox[0 0 300 400]{own}{more}")


def color(data, options=None, **context):
    """The color in the middle of the page."""
    with lectern.Publication.open_bytes(data, options, lectern.Context(**context)) as book, book.cover(width=30, height=40) as cover:
        with Image.open(io.BytesIO(cover.read())) as image:
            return image.getpixel((15, 20))


def refused(data, match="too complex", options=None, **context):
    with lectern.Publication.open_bytes(data, options, lectern.Context(**context)) as book:
        with pytest.raises(lectern.UnsupportedError, match=match) as caught:
            book.cover(width=30, height=40)
        assert caught.value.path.endswith("publication.pdf")
        with pytest.raises(lectern.UnsupportedError):
            book.cover()


def chain(length, content="/F Do /F Do", last=PAINT):
    """Forms from object 5 on, each of which draws the next one."""
    forms = [form(content, f"/XObject<</F {number} 0 R>>") for number in range(6, 5 + length)]
    return [*forms, form(last)]


# -------------------------------------------------------------------------------------------------------------- Honest

def test_forms_are_drawn():
    assert color(document("/F Do", "/XObject<</F 5 0 R>>", chain(5))) == RED
    assert color(document("/F Do " * 10_000, "/XObject<</F 5 0 R>>", [form("0 g")])) == WHITE
    assert color(document("/F Do " * 100, "/XObject<</F 5 0 R>>", [form("/F Do " * 98, "/XObject<</F 6 0 R>>"), form(PAINT)])) == RED


def test_forms_that_inherit_resources():
    """Forms that also list themselves there, as many do."""
    assert color(document("/F Do", "/XObject<</F 5 0 R/G 6 0 R>>", [form("/G Do"), form(PAINT)])) == RED
    shared = ["<</XObject<</F 5 0 R/G 6 0 R>>>>"]
    assert color(document("/F Do", "/XObject<</F 5 0 R/G 6 0 R>>", [form("/G Do", None, "/Resources 7 0 R"), form(PAINT), *shared])) == RED


def test_the_same_name_elsewhere_is_something_else():
    nested = [form("/F Do", "/XObject<</F 6 0 R>>"), form("/F Do", "/XObject<</F 7 0 R>>"), form(PAINT, "/XObject<</F 5 0 R>>")]
    assert color(document("/F Do", "/XObject<</F 5 0 R>>", nested)) == RED
    assert color(document("/F gs /F Do", "/XObject<</F 5 0 R>>/ExtGState<</F 6 0 R>>", [form(PAINT), "<</CA 1>>"])) == RED


def test_patterns_masks_and_glyphs():
    cell = plain(PAINT, "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 300 400]/XStep 300/YStep 400/Resources<<>>")
    assert color(document("/Pattern cs /P scn 0 0 300 400 re f", "/Pattern<</P 5 0 R>>", [cell])) == RED
    mask = ["<</SMask<</S/Luminosity/G 6 0 R>>>>", form("1 g 0 0 300 400 re f", "", "/Group<</S/Transparency/CS/DeviceGray>>")]
    assert color(document("/S gs " + PAINT, "/ExtGState<</S 5 0 R>>", mask)) == RED
    font = ["<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[1]"
            "/Encoding<</Differences[65/A]>>/CharProcs<</A 6 0 R>>/Resources<<>>>>", plain("1 0 0 0 1 1 d1 0 0 1 1 re f")]
    letters = "1 0 0 rg BT /T 400 Tf (" + "A" * 1000 + ") Tj ET"
    assert color(document(letters, "/Font<</T 5 0 R>>", font)) == RED


@pytest.mark.parametrize("page", [{}, {"trailer": "/Encrypt 9 0 R"}, {"cross_references": False}])
def test_a_document_without_forms_is_drawn_however_damaged(page):
    assert color(document(PAINT, **page)) == RED


# ----------------------------------------------------------------------------------------------------------- Malicious

def test_forms_that_run_themselves():
    both = "/XObject<</F 5 0 R/G 6 0 R>>"
    for forms in ([form("/F Do /F Do", "/XObject<</F 5 0 R>>")], [form("/F Do /F Do")], [form("/G Do /G Do", both), form("/F Do /F Do", both)]):
        refused(document("/F Do", "/XObject<</F 5 0 R>>" if len(forms) == 1 else both, forms))


@pytest.mark.parametrize("length", [13, 16, 30, 1000])
def test_forms_that_double(length):
    refused(document("/F Do /F Do", "/XObject<</F 5 0 R>>", chain(length)))


def test_forms_that_come_too_often():
    for count in (10_001, 50_000):
        refused(document("/F Do " * count, "/XObject<</F 5 0 R>>", [form("0 g")]))
    refused(document("/F Do " * 9_000, "/XObject<</F 5 0 R>>", [form("0 g " * 20_000)]))
    refused(document("".join(f"/F{number} Do " for number in range(10_001))))


@pytest.mark.parametrize("content", [
    "/F Do /F Do", "/#46 Do/#46#20 Do /F#  Do", "(F) Do (F) Do", "<46> Do <46> Do", "/F\0Do/F\x0cDo",
    "(x) Tj(F)Do[]Do", "/F%x\nDo /F%x\nDo", "/F\x80Do /F\xffDo", "(F) % /G\nDo (F) %/G \rDo", "/F%\n%/G\nDo /F Do", "/H Do /H Do",
    "/G\x01 Do /G\x01 Do", "/" + "G" * 300 + " Do /F Do"])
def test_forms_by_whatever_name(content):
    """Content is counted with every token that a parser may treat as a name."""
    forms = [form(content, f"/XObject<</F {number} 0 R/G 3 0 R/F#20 {number} 0 R/G#01 {number} 0 R/{'G' * 300} {number} 0 R>>")
             for number in range(6, 45)]
    refused(document("/F Do", "/XObject<</F 5 0 R>>", [*forms, form(PAINT)]))


def test_forms_of_the_page_for_one_that_has_none():
    """As in pdfium, even if the form has other resources."""
    refused(document("/F Do", "/XObject<</F 5 0 R>>", [form("/F Do /F Do", "/Font<<>>")]))


def test_what_only_looks_different():
    refused(document("/F Do", "/XObject<</F 5 0 R>>", [form("/F Do /F Do").replace("/Subtype/Form", "/Subtype(Form)")]))
    bad = "<</Length 3/Filter/Nothing>>stream\nx y\nendstream"
    page = "<</Type/Page/Parent 7 0 R/MediaBox[0 0 300 400]/Contents[5 0 R 4 0 R]>>"
    elsewhere = "<</Type/Pages/Resources<</XObject<</F 6 0 R>>>>>>"
    refused(pdf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[2 0 R 3 0 R]>>", page, plain("/F Do"), bad,
                 form("/F Do /F Do"), elsewhere]))


def test_a_name_and_its_operator_in_two_streams():
    forms = [form("/F Do /F Do", "/XObject<</F 6 0 R>>"), form("/F Do", "/XObject<</F 6 0 R>>")]
    objects = [*forms, plain("/F"), plain("Do")]
    refused(pdf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]/Resources<</XObject<</F 5 0 R>>>>>>",
                 "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents[7 0 R 8 0 R]>>", "null", *objects]))


@pytest.mark.parametrize("size", ["/Width 2147483648/Height 2147483648", "/Width 9223372036854775807/Height 9"])
def test_images_that_are_too_large_are_left_out(size):
    image = plain("x", f"/Subtype/Image{size}/BitsPerComponent 1/ColorSpace/DeviceGray")
    assert color(document("/I Do " + PAINT, "/XObject<</I 5 0 R>>", [image])) == RED


def test_the_bitmap_is_as_large_as_the_context_allows():
    data = document(PAINT)
    assert color(data, maxPixels=30 * 40) == RED
    with lectern.Publication.open_bytes(data, None, lectern.Context(maxPixels=30 * 40 - 1)) as book:
        with pytest.raises(lectern.LimitError, match="30 × 40 pixels"):
            book.cover(width=30, height=40)


# ------------------------------------------------------------------------------------------------- However it is stored

def test_object_streams():
    bomb = {1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
            3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources 5 0 R>>", 5: "<</XObject<</F 6 0 R>>>>"}
    twice = stream(b"/F Do /F Do", "/Subtype/Form/BBox[0 0 9 9]/Resources 5 0 R")
    refused(compressed({4: stream(b"/F Do"), 6: twice}, bomb))
    once = stream(PAINT.encode(), "/Subtype/Form/BBox[0 0 300 400]/Resources 5 0 R")
    assert color(compressed({4: stream(b"/F Do"), 6: once}, bomb)) == RED


def test_encrypted_documents():
    assert color(encrypted("", "owner")) == WHITE
    assert color(encrypted("user", "owner"), {"password": "user"}) == WHITE
