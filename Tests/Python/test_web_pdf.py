# SPDX-License-Identifier: BSD-3-Clause
"""PDF pages in a web view: pictures, and the text over them."""
import io
import json
import threading

import pytest
from PIL import Image

import lectern
from support.pdf_file import pdf
from support.schemas import explain, validators

from .web import Page, answer, state_of

pytestmark = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")

HREF = "publication.pdf"
HELVETICA = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"


def book(*contents, page="", catalog=""):
    """A PDF with a page for each content."""
    count = len(contents)
    kids = " ".join(f"{3 + number} 0 R" for number in range(count))
    font = 3 + 2 * count
    leaves = [f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents {3 + count + number} 0 R"
              f"/Resources<</Font<</F {font} 0 R>>>>{page}>>" for number in range(count)]
    streams = [f"<</Length {len(content)}>>stream\n{content}\nendstream" for content in contents]
    return pdf([f"<</Type/Catalog/Pages 2 0 R{catalog}>>", f"<</Type/Pages/Count {count}/Kids[{kids}]>>", *leaves, *streams, HELVETICA])


def line(words, x=50, y=300, size=20):
    return f"BT /F {size} Tf {x} {y} Td ({words}) Tj ET"


@pytest.fixture
def opened():
    handles = []

    def open_bytes(data, **options):
        publication = lectern.Publication.open_bytes(data, options or None)
        navigator = lectern.Navigator(publication)
        handles.extend([navigator, publication])
        return navigator

    yield open_bytes
    for handle in handles:
        handle.close()


def layer(navigator, page=1):
    status, kind, body = answer(navigator, f"~lectern/pdf/page.json?href={HREF}&page={page}")
    assert (status, kind) == (200, "application/json; charset=utf-8"), body
    found = json.loads(body)
    assert not explain(validators()["web-pdf-page"], found)
    return found


def picture(navigator, page=1, width=300):
    status, kind, body = answer(navigator, f"~lectern/pdf/page.png?href={HREF}&page={page}&width={width}")
    assert (status, kind) == (200, "image/png"), body
    with Image.open(io.BytesIO(body)) as image:
        return image.convert("RGB")


def words(found):
    return [(found["text"][start:start + length], box) for start, length, *box in found["boxes"]]


def test_the_text_layer_has_the_words_where_they_are_drawn(opened):
    navigator = opened(book(line("Call me Ishmael.") + " " + line("Some years ago", y=250)))
    found = layer(navigator)
    assert (found["width"], found["height"], found["label"]) == (300, 400, "1")
    assert [word for word, _ in words(found)] == ["Call", "me", "Ishmael.", "Some", "years", "ago"]
    assert found["text"].split() == ["Call", "me", "Ishmael.", "Some", "years", "ago"] and "\n" in found["text"]
    drawn = picture(navigator).load()
    for word, (left, top, right, bottom) in words(found):
        ink = [(x, y) for x in range(300) for y in range(400)
               if drawn[x, y][0] < 128 and left - 1 <= x <= right + 1 and top - 1 <= y <= bottom + 1]
        assert ink, word
    everywhere = sum(drawn[x, y][0] < 128 for x in range(300) for y in range(400))
    inside = sum(drawn[x, y][0] < 128 for x in range(300) for y in range(400)
                 if any(box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1 for _, box in words(found)))
    assert inside == everywhere
    assert 49 <= words(found)[0][1][0] <= 53 and 75 <= words(found)[0][1][1] <= 101


def test_pages_that_are_rotated_or_have_another_origin(opened):
    turned = layer(opened(book(line("Turned"), page="/Rotate 90")))
    assert (turned["width"], turned["height"]) == (400, 300)
    [(word, (left, top, right, bottom))] = words(turned)
    assert word == "Turned" and 298 <= left < right <= 330 and 45 <= top < bottom <= 130
    moved = layer(opened(book(line("Moved", x=150, y=250), page="/CropBox[100 200 300 400]")))
    assert (moved["width"], moved["height"]) == (200, 200)
    [(word, (left, top, right, bottom))] = words(moved)
    assert word == "Moved" and 49 <= left <= 53 and 130 <= top < bottom <= 156


def test_pictures_have_the_width_that_is_asked_for(opened):
    navigator = opened(book(line("One"), line("Two")))
    for width in (1, 75, 300, 1024, 4096):
        size = picture(navigator, 2, width).size
        assert size == ((width, round(width * 4 / 3)) if width < 4096 else (3072, 4096))
    assert picture(navigator, 1).tobytes() != picture(navigator, 2).tobytes()


def test_labels_of_pages(opened):
    labels = "/PageLabels<</Nums[0<</S/r>>1<</S/D/P(A-)>>]>>"
    navigator = opened(book(line("One"), line("Two"), catalog=labels))
    assert [layer(navigator, page)["label"] for page in (1, 2)] == ["i", "A-1"]
    page = Page(navigator)
    for number, label in ((1, "i"), (2, "A-1")):
        page.send({"type": "location", "locator": {
            "href": HREF, "type": "application/pdf", "locations": {"progression": (number - 1) / 2, "fragments": [f"page={number}"]}}})
        assert navigator.location["locations"]["pageLabel"] == label and navigator.location["locations"]["position"] == number


def test_the_state_of_a_pdf(opened):
    state = state_of(opened(book(line("One"), line("Two"))))
    assert [(item["as"], item["layout"], item["positions"]) for item in state["readingOrder"]] == [("pdf", "fixed", 2)]
    assert state["kind"] == "pdf" and "reflowable" not in state["css"]


def test_what_cannot_be_drawn(opened):
    navigator = opened(book(line("One")))
    for query, status in (("page=2&width=9", 404), ("page=0&width=9", 400), ("page=1&width=0", 400), ("page=1&width=5000", 400),
                          ("page=1", 400), ("width=9", 400), ("page=x&width=9", 400), ("page=99999999999&width=9", 400),
                          ("page=1&width=-1", 400), ("page=1e3&width=9", 400)):
        assert answer(navigator, f"~lectern/pdf/page.png?href={HREF}&{query}")[0] == status, query
    assert answer(navigator, "~lectern/pdf/page.png?href=no.pdf&page=1&width=9")[0] == 404
    assert answer(navigator, f"~lectern/pdf/page.json?href={HREF}&page=2")[0] == 404
    # The document remains usable.
    assert picture(navigator, 1, 30).size == (30, 40)


def test_other_files_are_no_pdfs(sample):
    with lectern.Navigator(sample) as navigator:
        assert answer(navigator, "~lectern/pdf/page.json?href=EPUB/text/raven.xhtml&page=1")[0] == 404


def test_threads_draw_at_the_same_time(opened):
    navigator = opened(book(*(line(f"Page {number}") for number in range(8))))
    expected = {number: layer(navigator, number)["text"] for number in range(1, 9)}
    found, failures = [], []

    def draw(first):
        try:
            for step in range(8):
                number = (first + step) % 8 + 1
                found.append(layer(navigator, number)["text"] == expected[number] and picture(navigator, number, 60).size == (60, 80))
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=draw, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and found == [True] * 32
