# SPDX-License-Identifier: BSD-3-Clause
"""Comics and recordings in RAR, 7z and tar archives, through libarchive."""
import io
import random

import pytest

import lectern
from support import recordings
from support.other_archives import MAKERS, rar4, tar

JPEG = b"\xff\xd8\xff\xe0" + b"\0" * 500
PAGES = {"c/p 10.jpg": JPEG + b"10", "c/p 2.jpg": JPEG + b"2", "c/\u00fc 1.jpg": JPEG + b"1",
         "c/ComicInfo.xml": b"<ComicInfo><Title>My comic</Title></ComicInfo>"}
TYPES = {"cbr": "application/vnd.comicbook-rar", "cb7": "application/x-cb7", "cbt": "application/x-cbt"}


def opened(data, name, context=None):
    return lectern.Publication.open_bytes(data, {"name": name}, context)


@pytest.mark.parametrize("form", MAKERS)
def test_comics(form):
    with opened(MAKERS[form](PAGES), form) as book:
        assert book.title == "My comic" and book.info["format"] == TYPES[form[-3:]]
        hrefs = [link["href"] for link in book.reading_order]
        assert hrefs == ["c/p%202.jpg", "c/p%2010.jpg", "c/%C3%BC%201.jpg"]
        for order in (hrefs, hrefs[::-1]):
            assert [book.get(href).read()[504:] for href in order] == [b"2", b"10", b"1"][::1 if order is hrefs else -1]
        with book.get(hrefs[1]) as page:
            assert page.size == 506 and page.read(500, 6) == b"\0\0\0\0" + b"10"
        assert book.cover().read() == PAGES["c/p 2.jpg"] and len(book.positions) == 3
        assert not book.warnings


@pytest.mark.parametrize("form", MAKERS)
def test_formats_inside(form):
    """The contents determine the format."""
    with opened(MAKERS[form]({"1.mp3": recordings.FORMS["id3-2.4.mp3"], "2.mp3": recordings.FORMS["xing.mp3"]}), "x") as book:
        assert book.info["allAreAudio"] and book.metadata["duration"] == pytest.approx(20, abs=0.1)
    with pytest.raises(lectern.UnsupportedError, match="no images"):
        opened(MAKERS[form]({"a.txt": b"text"}), "x.rar")


def test_a_stream_of_the_host():
    file = io.BytesIO(rar4(PAGES))
    with lectern.Publication.open_stream(file, {"name": "a.cbr"}) as book:
        assert [len(book.get(link["href"]).read()) for link in book.reading_order] == [505, 506, 505]


def test_sniffing_says_what_opening_does():
    for form, maker in MAKERS.items():
        found = lectern.sniff(io.BytesIO(maker(PAGES)), {"name": form})
        assert found["mediaType"] == TYPES[form[-3:]] and "informal-comic" in found["specifications"]


def test_encrypted():
    with pytest.raises(lectern.ProtectedError, match="encrypted"):
        opened(rar4(PAGES, flags=0x04), "a.cbr")


def test_names_outside_of_the_archive():
    with opened(tar({"../up.jpg": JPEG, "/root.jpg": JPEG, "./in.jpg": JPEG, "in.jpg": JPEG, "a\\b.jpg": JPEG}), "a.cbt") as book:
        assert [link["href"] for link in book.reading_order] == ["a/b.jpg", "in.jpg"]
        assert len(book.warnings) >= 2


def test_limits():
    context = lectern.Context(maxEntries=2)
    with pytest.raises(lectern.LimitError, match="entries"):
        opened(tar(PAGES), "a.cbt", context)
    context = lectern.Context(maxTotalInflated=1000)
    with pytest.raises(lectern.LimitError, match="1000 bytes"):
        opened(tar(PAGES), "a.cbt", context)


def test_without_libarchive():
    context = lectern.Context(libarchive="/nowhere/libarchive.so")
    with pytest.raises(lectern.UnsupportedError, match="libarchive"):
        opened(tar(PAGES), "a.cbt", context)


@pytest.mark.parametrize("form", MAKERS)
def test_damaged(form):
    data = MAKERS[form](PAGES)
    chance = random.Random(form)
    for _ in range(100):
        changed = bytearray(data)
        for _ in range(chance.choice((1, 3, 20))):
            changed[chance.randrange(8, len(changed))] = chance.choice((0, 0xFF, chance.randrange(256)))
        if chance.random() < 0.3:
            del changed[chance.randrange(20, len(changed)):]
        try:
            with opened(bytes(changed), form) as book:
                for link in book.reading_order:
                    book.get(link["href"]).read()
        except lectern.LecternError as error:
            assert error.message and not isinstance(error, lectern.InternalError)
