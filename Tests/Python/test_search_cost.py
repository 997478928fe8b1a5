# SPDX-License-Identifier: BSD-3-Clause
"""The memory and reads of a search: one resource at a time, however many there are."""
import io
import random
import zipfile

import pytest

import lectern

from . import memory
from .searched import document

CONTAINER = '<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>'
PACKAGE = '<package version="3.0"><metadata/><manifest>{}</manifest><spine>{}</spine></package>'
ITEM = '<item id="c{0}" media-type="application/xhtml+xml" href="{0}.xhtml"/>'
REFERENCE = '<itemref idref="c{}"/>'


def epub(chapters, compression=zipfile.ZIP_DEFLATED):
    target = io.BytesIO()
    numbers = range(len(chapters))
    with zipfile.ZipFile(target, "w", compression) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("p.opf", PACKAGE.format("".join(map(ITEM.format, numbers)), "".join(map(REFERENCE.format, numbers))))
        for number, chapter in enumerate(chapters):
            archive.writestr(f"{number}.xhtml", chapter)
    return target.getvalue()


def prose(size, seed=0):
    """Words that do not compress well."""
    chance = random.Random(seed)
    return " ".join("%x" % chance.getrandbits(32) for _ in range(size // 9))


# -------------------------------------------------------------------------------------------------------------- Memory

#: The size of one document in bytes.
LARGE = 400_000


def growth(book, query):
    """The matches of a search, and its memory."""
    with lectern.Publication.open_bytes(book) as publication:
        def search():
            with publication.search(query) as cursor:
                return sum(len(page["locators"]) for page in cursor)

        return memory.growth(search)


@pytest.mark.parametrize("query, matches_in_each", [("zephyrine", 0), ("chapter", 1)])
def test_memory_does_not_grow_with_the_number_of_resources(query, matches_in_each):
    text = prose(LARGE)
    few, many = (epub([document(f"<h1>Chapter {number}</h1><p>{text}</p>") for number in range(count)]) for count in (4, 60))
    found, of_few = growth(few, query)
    assert found == 4 * matches_in_each
    found, of_many = growth(many, query)
    assert found == 60 * matches_in_each
    # A resource exists in stored and inflated form, as a tree and as text, and so does the previous one.
    assert of_many < 12 * LARGE
    assert of_many < of_few + 4 * LARGE


# --------------------------------------------------------------------------------------------------------------- Reads

class Counted(io.BytesIO):
    """Records which bytes were read."""

    def __init__(self, data):
        super().__init__(data)
        self.read_bytes = []

    def read(self, size=-1):
        start = self.tell()
        data = super().read(size)
        self.read_bytes.append(range(start, start + len(data)))
        return data


@pytest.mark.parametrize("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_the_first_page_comes_before_the_rest_is_read(compression):
    chapters = [document(f"<h1>Chapter {number}</h1><p>{prose(60_000, number)}</p>") for number in range(20)]
    data = epub(chapters, compression)
    places = {info.filename: info.header_offset for info in zipfile.ZipFile(io.BytesIO(data)).infolist()}
    stream = Counted(data)
    with lectern.Publication.open_stream(stream) as publication:
        stream.read_bytes.clear()
        with publication.search("chapter") as cursor:
            assert stream.read_bytes == []
            for number in range(20):
                stream.read_bytes.clear()
                page = next(iter(cursor))
                assert [hit["href"] for hit in page["locators"]] == [f"{number}.xhtml"]
                start = places[f"{number}.xhtml"]
                end = places.get(f"{number + 1}.xhtml", len(data))
                # The header, which has the length of the name, may be read together with the start of the data.
                assert stream.read_bytes and all(start <= read.start < end for read in stream.read_bytes)
                assert max(read.stop for read in stream.read_bytes) <= end + 1024
                assert len(stream.read_bytes) <= 2


def test_nothing_is_read_twice_when_nothing_is_found():
    data = epub([document(f"<p>{prose(20_000, number)}</p>") for number in range(30)])
    stream = Counted(data)
    with lectern.Publication.open_stream(stream) as publication:
        stream.read_bytes.clear()
        with publication.search("zephyrine") as cursor:
            assert list(cursor) == []
            # The last ones may be in the part of the archive that was read when it was opened.
            assert len(stream.read_bytes) <= 30
            assert sum(map(len, stream.read_bytes)) < len(data) + 30 * 1024
            stream.read_bytes.clear()
            assert list(cursor) == []
            assert stream.read_bytes == []
