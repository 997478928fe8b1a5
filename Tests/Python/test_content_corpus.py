# SPDX-License-Identifier: BSD-3-Clause
"""The content of real books, compared with lxml, in both directions."""
import pytest

import lectern
from support.collections_of_files import corpus, is_own

from . import reading

#: Every n-th book in each folder of the large corpus, and every n-th element of each.
BOOKS, ELEMENTS = 8, 7
#: In bytes; larger books take too long here.
LARGEST = 2 << 20


def books():
    folders = sorted(folder for folder in (corpus() / "epub").glob("*") if folder.is_dir())
    for folder in folders:
        yield from [path for path in sorted(folder.rglob("*.epub")) if path.stat().st_size <= LARGEST][::1 if is_own(corpus()) else BOOKS]


def opened():
    for path in books():
        try:
            yield path, lectern.Publication.open(path)
        except lectern.LecternError:
            pass


@pytest.fixture(params=["sample", "epub2", "fixed-layout"])
def book(request, packed):
    with lectern.Publication.open(packed(request.param)) as book:
        yield book


def compare(book, name):
    """:returns: the number of documents and elements that were compared"""
    resources = {}
    for element in book.elements():
        resources.setdefault(element["locator"]["href"], []).append(element)
    documents = compared = 0
    for href, elements in resources.items():
        with book.get(href) as resource:
            root = reading.parsed(resource.read()) if "xml" in resource.link.get("type", "") else None
        if root is None:
            continue
        # A document may be in the reading order more than once.
        times = sum(link["href"] == href for link in book.reading_order)
        texts = [element for element in elements if element["role"] not in ("image", "audio", "video", "pageBreak")]
        assert "".join(reading.squeezed(it["text"]) for it in texts) == reading.visible(reading.body_of(root)) * times, f"{name} {href}"
        for element in elements[::ELEMENTS]:
            selector = element["locator"]["locations"]["cssSelector"]
            nodes = reading.found(root, selector)
            assert len(nodes) == 1, f"{name} {href}: {selector} finds {len(nodes)}"
            if element in texts:
                said = [reading.squeezed(text.replace("\uE000", "").replace("\uE001", "")) for text in reading.blocks(nodes[0])]
                assert reading.squeezed(element["text"]) in said, f"{name} {href}: {selector}"
            compared += 1
        documents += 1
    return documents, compared


def there_and_back(book, name):
    with book.content() as cursor:
        pages = list(cursor)
        back = []
        while (page := cursor.previous()) is not None:
            back.append(page)
    assert back == pages[-2::-1], name
    every = [element for page in pages for element in page["elements"]]
    for number in range(0, len(every), max(1, len(every) // 12)):
        locator = every[number]["locator"]
        for members in (("locations", "text"), ("locations",)):
            start = {key: value for key, value in locator.items() if key in ("href", "type", *members)}
            with book.content(start) as cursor:
                assert cursor.next()["elements"][0] == every[number], f"{name}: {start}"
            with book.content(start) as cursor:
                page = cursor.previous()
                assert (page["elements"][-1] if page else None) == (every[number - 1] if number else None), f"{name}: {start}"
        if "text" in locator:
            assert next(book.elements({**locator, "locations": {}}))["text"] == every[number]["text"], f"{name}: {locator}"


def test_own_books(book):
    documents, compared = compare(book, "")
    assert documents >= 1 and compared >= 1
    there_and_back(book, "")


def test_texts_are_those_of_the_document():
    documents = compared = 0
    for path, book in opened():
        with book:
            counts = compare(book, path.name)
        documents, compared = documents + counts[0], compared + counts[1]
    assert documents > 20 and compared > 100


def test_locators_lead_back():
    for path, book in opened():
        with book:
            there_and_back(book, path.name)
