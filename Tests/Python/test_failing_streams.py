# SPDX-License-Identifier: BSD-3-Clause
"""A stream that fails at its n-th read, for every n: the call fails with its error, or has no effect.

A publication is never incomplete: if it opens, the results are those of a stream that never fails.
"""

import io

import pytest

import lectern
from support.collections_of_files import corpus

OWN = ("sample", "epub2", "fixed-layout")

#: A dozen small books, in every format.
DOZEN = (
    "epub/w3c-tests/*.epub", "epub/standardebooks/*.epub", "epub/i18n/*.epub", "cbz/natural-order.cbz", "cbz/comicinfo-manga.cbz",
    "cbz/stored-with-descriptors.cbz", "audio/plain.zab", "audio/packaged.audiobook", "rwpm/simple.webpub",
    "rwpm/comic.divina", "rwpm/localized.webpub", "lpf/l5.02.lpf", "pdf/outline.pdf", "pdf/object-streams.pdf",
)
#: More reads than any of them needs.
MOST = 5000


class Failing(io.BytesIO):
    """Fails at one of its reads, and counts them."""

    def __init__(self, data, at):
        super().__init__(data)
        self.reads, self.at = 0, at

    def read(self, size=-1):
        self.reads += 1
        if self.reads - 1 == self.at:
            raise OSError("the disk is gone")
        return super().read(size)


def everything(data, name, at):
    """(results, number of reads, whether the stream failed)"""
    stream = Failing(data, at)
    try:
        with lectern.Publication.open_stream(stream, {"name": name}) as book:
            found = [book.manifest, book.positions, book.warnings]
            with book.get(book.manifest["readingOrder"][0]["href"]) as resource:
                found.append(resource.read())
        return found, stream.reads, False
    except lectern.LecternError as error:
        assert isinstance(error.__cause__, OSError), f"read {at} of {name}: {error}"
        return None, stream.reads, True


def try_every_read(path):
    data = path.read_bytes()
    expected, reads, failed = everything(data, path.name, at=-1)
    assert not failed and reads <= MOST
    for at in range(reads):
        found, _, failed = everything(data, path.name, at)
        assert failed, f"{path.name} swallowed the failure of read {at}"
    return reads


@pytest.mark.parametrize("name", OWN)
def test_own_books(name, packed):
    assert try_every_read(packed(name)) >= 1


@pytest.mark.parametrize("pattern", DOZEN)
def test_a_dozen_books(pattern):
    found = sorted(corpus().glob(pattern), key=lambda path: path.stat().st_size)
    assert try_every_read(found[len(found) // 2]) >= 1


def test_a_recording_that_becomes_something_else_is_a_failure_of_the_stream():
    class Changing(io.BytesIO):
        def read(self, size=-1):
            data = super().read(size)
            self.seek(0)
            self.write(bytes(len(self.getvalue())))
            return data

    with pytest.raises(lectern.IoError):
        lectern.Publication.open_stream(Changing(b"ID3" + bytes(5000)))
