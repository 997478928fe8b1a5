# SPDX-License-Identifier: BSD-3-Clause
"""The page labels of PDFs, as a page list."""
import pytest

import lectern
from support.pdf_file import compressed, encrypted, pages, pdf, stream, text

from .odd_files import CountingFile

pytestmark = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")

PAGE = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>"


def opened(data):
    """The labels by page, and the warnings about them."""
    with lectern.Publication.open_bytes(data, {"name": "blue.pdf"}) as book:
        links = book.manifest.get("pageList", [])
        assert all(link["type"] == "application/pdf" for link in links)
        labels = {int(link["href"].removeprefix("publication.pdf#page=")): link["title"] for link in links}
        return labels, [one["message"] for one in book.warnings if "label" in one["message"]]


def labelled(count, numbers, more=(), **options):
    return pages(count, f"/PageLabels<</Nums[{numbers}]>>", more, **options)


def titles(*names):
    return dict(enumerate(names, 1)), []


@pytest.mark.parametrize("numbers, names", [
    ("0<</S/r>>", ["i", "ii", "iii", "iv"]),
    ("0<</S/R/St 1998>>", ["MCMXCVIII", "MCMXCIX", "MM", "MMI"]),
    ("0<</S/a/St 25>>", ["y", "z", "aa", "bb"]),
    ("0<</S/A/St 52>>", ["ZZ", "AAA", "BBB", "CCC"]),
    ("0<</S/D/St 7>>", ["7", "8", "9", "10"]),
    ("0<</P(A-)/S/D>>2<</P(B-)/S/D/St 5>>", ["A-1", "A-2", "B-5", "B-6"]),
    ("2<</S/D>>0<</S/r>>", ["i", "ii", "1", "2"]),
    ("0<</P(Cover)>>1<</S/D>>", ["Cover", "1", "2", "3"]),
    ("2<</S/r>>", ["1", "2", "i", "ii"]),
    (f"0<</P {text('Blatt – 日')}/S/D>>", ["Blatt – 日1", "Blatt – 日2", "Blatt – 日3", "Blatt – 日4"]),
    (r"0<</P(\204\(\040\)\212 caf\351 )/S/D>>",
     ["—( )− café 1", "—( )− café 2", "—( )− café 3", "—( )− café 4"]),
    ("0<</P<EFBBBFC3A9>/S/D>>", ["é1", "é2", "é3", "é4"]),
    ("0<</S/r/St 4000000000>>", ["4000000000", "4000000001", "4000000002", "4000000003"]),
    ("0<</S/D/St 9223372036854775806>>", ["9223372036854775806", "9223372036854775807"]),
    ("0<</S/r/St -1>>", ["-1", "0", "i", "ii"]),
    ("0<</S/#72>> % roman\n", ["i", "ii", "iii", "iv"]),
])
def test_styles(numbers, names):
    assert opened(labelled(4, numbers)) == titles(*names)


@pytest.mark.parametrize("catalog", ["", "/PageLabels null", "/PageLabels 99 0 R", "/PageLabels<<>>"])
def test_no_labels(catalog):
    assert opened(pages(2, catalog)) == ({}, [])


@pytest.mark.parametrize("numbers", ["", "0<</S/D>>", "0<</S/D/St 1>>2<</S/D/St 3>>", "9<</S/r>>", "0<<>>"])
def test_numbers_of_pages_are_no_labels(numbers):
    assert opened(labelled(4, numbers)) == ({}, [])


def test_a_page_without_label_is_not_in_the_list():
    assert opened(labelled(4, "0<</S/r>>1<<>>2<</S/D>>")) == ({1: "i", 3: "1", 4: "2"}, [])


def test_tree():
    more = ["<</Kids[7 0 R 8 0 R]>>", "<</Limits[0 1]/Nums[0 9 0 R 1<</S/D>>]>>",
            "<</Kids[<</Nums[2<</S 10 0 R/P 11 0 R/St 12 0 R>>]>>]>>", "<</S/r>>", "/A", "(p. )", "4"]
    # The style is not resolved through references, which do not occur in practice.
    assert opened(pages(3, "/PageLabels 6 0 R", more)) == ({1: "i", 2: "1", 3: "p."}, [])


@pytest.mark.parametrize("predictor", [None, 2, 10, 15])
def test_object_streams_and_cross_reference_streams(predictor):
    objects = {1: "<</Type/Catalog/Pages 2 0 R/PageLabels 10 0 R>>", 2: "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>"}
    packed = {3: PAGE, 4: PAGE, 10: "<</Nums[0 11 0 R 1 12 0 R]>>", 11: "<</S/R>>", 12: "<</P(x)>>"}
    assert opened(compressed(objects, packed, predictor)) == titles("I", "x")
    packed = {1: objects.pop(1), **packed}
    assert opened(compressed(objects, packed, predictor)) == titles("I", "x")


def updated(data, number, body, previous=None, more=""):
    """An incremental update of one object."""
    place = len(data)
    previous = previous or int(data.split()[-2])
    data += b"%d 0 obj\n" % number + body.encode() + b"\nendobj\n"
    start = len(data)
    return data + (f"xref\n{number} 1\n{place:010} 00000 n \ntrailer\n<</Size 20/Root 1 0 R/Prev {previous}{more}>>\n"
                   f"startxref\n{start}\n%%EOF\n").encode()


def test_the_newest_object_counts():
    data = pages(2, "/PageLabels 5 0 R", ["<</Nums[0<</S/r>>]>>"])
    assert opened(updated(data, 5, "<</Nums[0<</S/A>>]>>")) == titles("A", "B")
    # A deleted object is null.
    deleted = data + b"xref\n5 1\n0000000000 00001 f \ntrailer\n<</Size 6/Root 1 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (
        int(data.split()[-2]), len(data))
    assert opened(deleted) == ({}, [])


def test_hybrid_files():
    data = pages(2, "/PageLabels 5 0 R")
    place, tables = len(data), int(data.split()[-2])
    data += b"5 0 obj\n<</Nums[0<</S/A>>]>>\nendobj\n"
    hidden = len(data)
    row = bytes([1]) + place.to_bytes(4, "big") + bytes(2)
    data += b"9 0 obj\n" + stream(row, "/Type/XRef/W[1 4 2]/Size 6/Index[5 1]") + b"\nendobj\n"
    assert opened(updated(data, 8, "null", tables, f"/XRefStm {hidden}")) == titles("A", "B")


def test_bytes_in_front_of_the_header_do_not_count():
    assert opened(b"junk\n" * 20 + labelled(2, "0<</S/r>>")) == titles("i", "ii")


def test_encrypted():
    def data(numbers):
        return encrypted("", "owner", 2, f"/PageLabels<</Nums[{numbers}]>>")

    assert opened(data("0<</S/r>>")) == titles("i", "ii")
    assert opened(data("0<</S/r>>1<</P(x)>>")) == (
        {}, ["The page labels are ignored: The objects of the PDF are encrypted."])


LEFT_OUT = "The page labels are ignored: "
RING, DEEP = LEFT_OUT + "Their number tree contains a node twice.", LEFT_OUT + "Their number tree is too deep."
DAMAGED, MUCH = LEFT_OUT + "The objects of the PDF are damaged.", LEFT_OUT + "The limit for reading the PDF was reached."


@pytest.mark.parametrize("labels, more, message", [
    ("4 0 R", ["<</Kids[4 0 R]>>"], RING),
    ("4 0 R", ["<</Kids[5 0 R]>>", "<</Kids[4 0 R]>>"], RING),
    ("4 0 R", [f"<</Kids[{5 + depth} 0 R {5 + depth} 0 R]>>" for depth in range(30)] + ["<</Nums[0<</S/r>>]>>"], RING),
    ("4 0 R", [f"<</Kids[{5 + depth} 0 R]>>" for depth in range(5000)] + ["<</Nums[0<</S/r>>]>>"], DEEP),
    ("4 0 R", ["<</Nums[" + "0 5 0 R " * 50_000 + "]>>", "<</S/r>>"], MUCH),
    ("4 0 R", ["<</Nums[" + "0<</S/r>>" * 200_000 + "]>>"], MUCH),
    ("4 0 R", [f"<</Nums[0<</P({'x' * 100_000})>>]>>"], LEFT_OUT + "A label is too long."),
    ("4 0 R", ["[" * 100_000], DAMAGED),
    ("4 0 R", ["<</Kids" * 100_000], DAMAGED),
    ("4 0 R", ["<</Nums[0]>>"], DAMAGED),
    ("4 0 R", ["<</Nums[0<</S/r>>]"], DAMAGED),
    ("4 0 R", ["<</Nums 7>>"], DAMAGED),
    ("4 0 R", ["4 0 R"], DAMAGED),
    ("(text)", [], DAMAGED),
], ids=lambda value: None if isinstance(value, list) else value[-20:])
def test_hostile_trees(labels, more, message):
    assert opened(pages(1, f"/PageLabels {labels}", more)) == ({}, [message])


def test_a_stream_that_inflates_to_more_than_there_is():
    packed = {10: "<</Nums[0" + " " * (64 << 20) + "<</S/r>>]>>"}
    objects = {1: "<</Type/Catalog/Pages 2 0 R/PageLabels 10 0 R>>", 2: "<</Type/Pages/Count 1/Kids[3 0 R]>>", 3: PAGE}
    assert opened(compressed(objects, packed)) == ({}, [MUCH])


def test_objects_behind_one_long_comment():
    count = 10_000
    packed = {5: f"<</Nums[{' '.join(f'0 {number} 0 R' for number in range(60, 60 + count))}]>>"}
    comment = b"%" + b"x" * (4 << 20) + b"\n<</S/r>>"
    head = b" ".join(b"%d 0" % number for number in range(60, 60 + count)) + b" "
    objects = {1: "<</Type/Catalog/Pages 2 0 R/PageLabels 5 0 R>>", 2: "<</Type/Pages/Count 1/Kids[3 0 R]>>", 3: PAGE,
               49: stream(head + comment, f"/Type/ObjStm/N {count}/First {len(head)}")}
    assert opened(compressed(objects, packed, streams=dict.fromkeys(range(60, 60 + count), 49))) == ({}, [MUCH])


@pytest.mark.parametrize("old, new", [
    (b"startxref\n", b"startxref\n9"), (b"startxref", b"startxxxx"), (b"xref\n0 5", b"xref\n0 99999999"),
    (b"xref\n0 5", b"xref\n0 -5"), (b"/Root", b"/Prev 7/Root"),
])
def test_damaged_cross_references_are_left_to_pdfium(old, new):
    data = labelled(2, "0<</S/r>>")
    assert old in data
    assert opened(data.replace(old, new)) == ({}, [])


def test_every_damage_is_survived():
    data = compressed({1: "<</Type/Catalog/Pages 2 0 R/PageLabels 10 0 R>>", 2: "<</Type/Pages/Count 1/Kids[3 0 R]>>"},
                      {3: PAGE, 10: "<</Nums[0 11 0 R]>>", 11: "<</S/r/P<feff00e9>>>"}, 12)
    for place in range(len(data)):
        for change in (data[:place] + bytes([data[place] ^ 0x11]) + data[place + 1:], data[:place] + data[place + 1:]):
            try:
                lectern.Publication.open_bytes(change, {"name": "blue.pdf"}).close()
            except (lectern.FormatError, lectern.ProtectedError, lectern.LimitError):
                pass


def test_only_what_is_needed_is_read():
    filler = b"<</Length %d>>stream\n" % (20 << 20) + bytes(20 << 20) + b"\nendstream"

    def cost(catalog):
        file = CountingFile(pdf([f"<</Type/Catalog/Pages 2 0 R{catalog}>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>", PAGE, filler,
                             "<</Nums[0<</S/r>>]>>", filler]))
        with lectern.Publication.open_stream(file) as book:
            return file.read_bytes, len(book.manifest.get("pageList", []))

    without, none = cost("")
    with_labels, one = cost("/PageLabels 5 0 R")
    assert (none, one) == (0, 1)
    assert without < 1 << 20
    assert with_labels - without < 32 << 10
