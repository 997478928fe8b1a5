# SPDX-License-Identifier: BSD-3-Clause
"""The first page of a PDF is drawn if that is bounded work, and refused if it is not."""
import base64
import io
import random
import zlib

import pytest
from PIL import Image

import lectern
from pdf_file import compressed, encrypted, pdf, stream

pytestmark = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")

PAINT = "1 0 0 rg 0 0 300 400 re f "
RED, WHITE = (255, 0, 0), (255, 255, 255)


def document(content, resources="", objects=(), page="", **options):
    """A page whose content is object 4; other objects from 5 on."""
    return pdf(["<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Count 1/Kids[3 0 R]>>",
                f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<<{resources}>>{page}>>",
                content if isinstance(content, bytes) else plain(content), *objects], **options)


def plain(content, dictionary=""):
    return f"<</Length {len(content)}{dictionary}>>stream\n{content}\nendstream"


def form(content, resources=None, more=""):
    own = "" if resources is None else f"/Resources<<{resources}>>"
    return plain(content, f"/Type/XObject/Subtype/Form/BBox[0 0 300 400]{own}{more}")


def color(data, options=None, **context):
    """What is in the middle of the page."""
    with lectern.Publication.open_bytes(data, options, lectern.Context(**context)) as book, book.cover_fitting(30, 40) as cover:
        with Image.open(io.BytesIO(cover.read())) as image:
            return image.getpixel((15, 20))


def refused(data, match="intricate", options=None, **context):
    with lectern.Publication.open_bytes(data, options, lectern.Context(**context)) as book:
        with pytest.raises(lectern.UnsupportedError, match=match) as caught:
            book.cover_fitting(30, 40)
        assert caught.value.path.endswith("publication.pdf")
        with pytest.raises(lectern.UnsupportedError):
            book.cover


def chain(length, content="/F Do /F Do", last=PAINT):
    """Forms from object 5 on, each of which runs the next one."""
    forms = [form(content, f"/XObject<</F {number} 0 R>>") for number in range(6, 5 + length)]
    return [*forms, form(last)]


# -------------------------------------------------------------------------------------------------------------- Honest

def test_forms_are_drawn():
    assert color(document("/F Do", "/XObject<</F 5 0 R>>", chain(5))) == RED
    assert color(document("/F Do " * 10_000, "/XObject<</F 5 0 R>>", [form("0 g")])) == WHITE
    assert color(document("/F Do " * 100, "/XObject<</F 5 0 R>>", [form("/F Do " * 98, "/XObject<</F 6 0 R>>"), form(PAINT)])) == RED


def test_forms_that_inherit_resources():
    """And that list themselves there, as many do."""
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
    for count in (10_001, 200_000):
        refused(document("/F Do " * count, "/XObject<</F 5 0 R>>", [form("0 g")]))
    refused(document("/F Do " * 9_000, "/XObject<</F 5 0 R>>", [form("0 g " * 20_000)]))


@pytest.mark.parametrize("content", [
    "/F Do /F Do", "/#46 Do/#46#20 Do /F#  Do", "(F) Do (F) Do", "(F) % /G\nDo (F) %/G \rDo", "<46> Do <46> Do", "/F\0Do/F\x0cDo",
    "(x) Tj(F)Do[]Do", "/F%x\nDo /F%x\nDo", "/F\x80Do /F\xffDo"])
def test_forms_by_whatever_name(content):
    """Content is counted with everything that somebody may take for a name."""
    forms = [form(content, f"/XObject<</F {number} 0 R/G 99 0 R/F#20 {number} 0 R>>") for number in range(6, 45)]
    refused(document("/F Do", "/XObject<</F 5 0 R>>", [*forms, form(PAINT)]))


def test_a_name_and_its_operator_in_two_streams():
    forms = [form("/F Do /F Do", "/XObject<</F 6 0 R>>"), form("/F Do", "/XObject<</F 6 0 R>>")]
    objects = [*forms, plain("/F"), plain("Do")]
    refused(pdf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]/Resources<</XObject<</F 5 0 R>>>>>>",
                 "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents[7 0 R 8 0 R]>>", "null", *objects]))


def test_patterns_masks_and_glyphs_inside_of_themselves():
    cell = plain("/Pattern cs /P scn 0 0 9 9 re f 1 1 9 9 re f",
                 "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Pattern<</P 5 0 R>>>>")
    refused(document("/Pattern cs /P scn 0 0 300 400 re f", "/Pattern<</P 5 0 R>>", [cell]))
    mask = ["<</SMask<</S/Luminosity/G 6 0 R>>>>", form("/S gs 0 0 9 9 re f 1 1 9 9 re f", "/ExtGState<</S 5 0 R>>")]
    refused(document("/S gs " + PAINT, "/ExtGState<</S 5 0 R>>", mask))
    font = ["<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[1]/Encoding<</Differences[65/A]>>"
            "/CharProcs<</A 6 0 R>>/Resources<</Font<</T 5 0 R>>>>>>", plain("1 0 d0 BT /T 1 Tf (AAAA) Tj ET")]
    refused(document("BT /T 9 Tf (AAAA) Tj ET", "/Font<</T 5 0 R>>", font))
    refused(document("/S gs", "/ExtGState<</S<</Font[5 0 R 1]>>>>", font))


def test_forms_below_what_is_painted_again_and_again():
    cell = plain("/F Do", "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</XObject<</F 6 0 R>>>>")
    objects = [cell, form("/F Do " * 500, "/XObject<</F 7 0 R>>"), form("0 g")]
    refused(document("/Pattern cs /P scn " + "0 0 300 400 re f " * 50, "/Pattern<</P 5 0 R>>", objects))


def test_functions_that_double():
    functions = [f"<</FunctionType 3/Domain[0 1]/Functions[{number} 0 R {number} 0 R]/Bounds[.5]/Encode[0 1 0 1]>>" for number in range(6, 45)]
    objects = [*functions, "<</FunctionType 2/Domain[0 1]/C0[0 0 0]/C1[1 0 0]/N 1>>"]
    refused(document("/S sh", "/Shading<</S<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 300 0]/Function 5 0 R>>>>", objects))
    refused(document("/C cs 1 scn 0 0 9 9 re f", "/ColorSpace<</C[/Separation/X/DeviceRGB 5 0 R]>>", objects))
    refused(document("/T gs", "/ExtGState<</T<</TR 5 0 R>>>>", objects))
    assert color(document(PAINT, "/ColorSpace<</C[/Separation/X/DeviceRGB 5 0 R]>>", objects[-3:])) == RED


def test_conditions_that_double():
    terms = [f"[/And {number} 0 R {number} 0 R]" for number in range(6, 45)]
    objects = [*terms, "<</Type/OCG/Name(x)>>"]
    refused(document("/OC /M BDC " + PAINT + "EMC", "/Properties<</M<</Type/OCMD/VE 5 0 R>>>>", objects))


@pytest.mark.parametrize("size", ["/Width 100000/Height 100000", "/Width 2147483648/Height 2147483648", "/Width 9223372036854775807/Height 9"])
def test_images_that_are_too_large(size):
    refused(document("/I Do", "/XObject<</I 5 0 R>>", [plain("x", f"/Subtype/Image{size}/BitsPerComponent 1/ColorSpace/DeviceGray")]), "pixels")


def test_images_are_as_large_as_the_context_allows():
    data = document("/I Do", "/XObject<</I 5 0 R>>", [plain("\0" * 30, "/Subtype/Image/Width 10/Height 3/BitsPerComponent 8/ColorSpace/DeviceGray")])
    assert color(data) == WHITE
    refused(data, "more than 29 pixels", maxPixels=29)


# ------------------------------------------------------------------------------------------------- However it is stored

def lzw(data, early=1):
    table, width, held, bits, result, text = {}, 9, 0, 0, bytearray(), b""

    def put(code):
        nonlocal held, bits
        held, bits = held << width | code, bits + width
        while bits >= 8:
            bits -= 8
            result.append(held >> bits & 255)
        held &= (1 << bits) - 1

    def code(text):
        return text[0] if len(text) == 1 else table[text]

    put(256)
    for byte in data:
        byte = bytes([byte])
        if not text or text + byte in table:
            text += byte
            continue
        put(code(text))
        table[text + byte] = 258 + len(table)
        width = max(9, (257 + len(table) + early).bit_length())
        if len(table) == 3800:
            put(256)
            table, width = {}, 9
        text = byte
    put(code(text))
    width = max(width, (258 + len(table) + early).bit_length())
    put(257)
    put(0)
    return bytes(result)


def run_lengths(data):
    return b"".join(bytes([len(data[start:start + 128]) - 1]) + data[start:start + 128] for start in range(0, len(data), 128)) + b"\xfe \x80"


FILTERS = {
    "FlateDecode": lambda data: zlib.compress(data), "ASCIIHexDecode": lambda data: data.hex().encode() + b">",
    "ASCII85Decode": lambda data: base64.a85encode(data) + b"~>", "RunLengthDecode": run_lengths, "LZWDecode": lzw,
}


def stored(data, *filters):
    for name in reversed(filters):
        data = FILTERS[name](data)
    return f"<</Filter[{''.join('/' + name for name in filters)}]/Length {len(data)}>>stream\n".encode() + data + b"\nendstream"


@pytest.mark.parametrize("filters", [(name,) for name in FILTERS] + [("ASCII85Decode", "FlateDecode"), ("ASCIIHexDecode", "LZWDecode")])
def test_filters(filters):
    chance = random.Random(1)
    noise = " ".join(f"{chance.random():.3f} g" for _ in range(3000))
    for count, ask in ((10_000, lambda data: color(data) == RED), (10_001, refused)):
        content = f"{PAINT} q {noise} /F Do Q ".encode() + b"/F Do " * (count - 1)
        assert ask(document(stored(content, *filters), "/XObject<</F 5 0 R>>", [form("0 g")])) in (True, None)


def test_a_filter_for_images_hides_nothing():
    refused(document(b"<</Filter/DCTDecode/Length 5>>stream\n/F Do\nendstream", "/XObject<</F 5 0 R>>", chain(40)), "damaged|intricate")


def test_object_streams():
    bomb = {1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
            3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources 5 0 R>>", 5: "<</XObject<</F 6 0 R>>>>"}
    twice = stream(b"/F Do /F Do", "/Subtype/Form/BBox[0 0 9 9]/Resources 5 0 R")
    refused(compressed({4: stream(b"/F Do"), 6: twice}, bomb))
    once = stream(PAINT.encode(), "/Subtype/Form/BBox[0 0 300 400]/Resources 5 0 R")
    assert color(compressed({4: stream(b"/F Do"), 6: once}, bomb)) == RED


def test_damaged_documents_are_repaired_before_they_are_counted():
    bomb = document("/F Do", "/XObject<</F 5 0 R>>", [form("/F Do /F Do")], cross_references=False)
    refused(bomb)
    for wrong in (b"/Length 11", b"/Length 3", b"/Length 99999", b"/Length 9 0 R"):
        refused(document("/F Do", "/XObject<</F 5 0 R>>", [form("/F Do /F Do")]).replace(b"/Length 11", wrong))


def test_what_a_second_table_says():
    """The newest table decides; where one says two things, the document is repaired first."""
    harmless = document("/F Do", "/XObject<</F 5 0 R>>", [form(PAINT), form("/F Do /F Do")])
    place = harmless.index(b"6 0 obj")
    old = int(harmless.split(b"startxref\n")[-1].split()[0])
    update = len(harmless)
    refused(harmless.replace(b"6 0 obj", b"5 0 obj") + b"xref\n5 1\n%010d 00000 n \ntrailer\n<</Root 1 0 R/Size 9/Prev %d>>\nstartxref\n%d\n%%%%EOF"
            % (place, old, update))


def test_encrypted_documents_are_decrypted_before_they_are_counted():
    assert color(encrypted("", "owner")) == WHITE
    assert color(encrypted("user", "owner"), {"password": "user"}) == WHITE


# ------------------------------------------------------------------------------------------------------- At which size

@pytest.mark.parametrize("content, resources", [
    ("0 0 300 400 re f " * 1000, ""), ("BT /T 400 Tf (" + "A" * 1000 + ") Tj ET", ""), (r"BT /T 400 Tf (\)" + "A" * 1000 + ") Tj ET", ""),
    ("BT /T 400 Tf <" + "41" * 1000 + "> Tj ET", "")])
def test_what_is_painted_counts_for_each_pixel(content, resources):
    data = document("/F Do " * 30, "/XObject<</F 5 0 R>>", [form(content * 30, resources)])
    with lectern.Publication.open_bytes(data) as book:
        with pytest.raises(lectern.UnsupportedError, match="intricate"):
            book.cover_fitting(1000, 1000)
        book.cover_fitting(3, 4).close()


def test_blending_paints_again_what_is_behind():
    many = "0 0 300 400 re f " * 50_000
    refused(document("/B gs " + many, "/ExtGState<</B<</BM/Multiply>>>>"))
    assert color(document("1 0 0 rg /B gs " + many, "/ExtGState<</B<</BM/Normal>>>>")) == RED


@pytest.mark.parametrize("step", ["0.0001", "1", "0", "-1", "(x)", "null"])
def test_cells_that_overlap(step):
    for steps in (f"/XStep {step}/YStep 100", f"/XStep 100/YStep {step}"):
        cell = plain("0 0 9 9 re f", f"/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 100 100.5]{steps}/Resources<<>>")
        refused(document("/Pattern cs /P scn 0 0 300 400 re f", "/Pattern<</P 5 0 R>>", [cell]))
