# SPDX-License-Identifier: BSD-3-Clause
"""Files on a server: in parts and as a whole, changed, cut off, slow, and missing."""
import random
import urllib.error
import urllib.request
import zipfile

import pytest

import lectern
from lectern.remote import BLOCK, RemoteFile
from support.http_files import FileServer, Served
from support.tiny_books import epub

NOISE = random.Random(1).randbytes(20 * BLOCK + 17)


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A book with a picture of more than a megabyte, which nobody looks at."""
    path = tmp_path_factory.mktemp("large") / "large.epub"
    path.write_bytes(epub())
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("EPUB/picture.png", NOISE)
        archive.writestr("EPUB/other.png", b"small")
    return path.read_bytes()


@pytest.fixture
def server(large):
    with FileServer({"/shelf/My%20Book.epub": Served(large), "/noise": Served(NOISE), "/empty": Served(b"")}) as server:
        yield server


def sent(server):
    """The number of bytes that the requests asked for."""
    total = 0
    for _, headers in server.requests:
        first, _, last = headers["Range"].removeprefix("bytes=").partition("-")
        total += int(last) + 1 - int(first)
    return total


# ------------------------------------------------------------------------------------------------------------ Reading

def test_a_book_is_read_in_parts(server, large):
    with lectern.open_url(server.url + "/shelf/My%20Book.epub") as book:
        assert (book.title, [link["href"] for link in book.reading_order]) == ("Tiny", ["EPUB/c1.xhtml", "EPUB/c2.xhtml"])
        assert book.text("EPUB/c2.xhtml").startswith("Two") and list(book.matches("One"))
        assert sent(server) < len(large) / 2
        count = len(server.requests)
        assert book.text("EPUB/c2.xhtml") and len(server.requests) == count, "the cache is not used"
        assert book.get("EPUB/picture.png").read() == NOISE
    assert all(headers.get("If-Range") == '"1"' for _, headers in server.requests[1:])


def test_any_part_is_that_of_the_file(server):
    chance = random.Random(2)
    with RemoteFile(server.url + "/noise", cache_size=3 * BLOCK) as file:
        for _ in range(200):
            start, length = chance.randrange(len(NOISE) + 10), chance.choice([0, 1, 100, BLOCK, 5 * BLOCK])
            file.seek(start)
            assert file.read(length) == NOISE[start:start + length]
        assert file.seek(-5, 2) == len(NOISE) - 5 and file.read() == NOISE[-5:] and file.read(1) == b""
        assert file.seek(3) == 3 and file.seek(2, 1) == 5 and file.tell() == 5
        with pytest.raises(ValueError):
            file.seek(-1)


def test_a_server_without_ranges_sends_everything_once(server, large):
    server.files["/shelf/My%20Book.epub"].ranges = False
    with lectern.open_url(server.url + "/shelf/My%20Book.epub") as book:
        assert book.text("EPUB/c1.xhtml") and book.get("EPUB/picture.png").read() == NOISE
    assert len(server.requests) == 1


def test_the_name_and_the_media_type_are_hints(server):
    server.files["/page"] = Served(b"<p>Hello", kind="text/html; charset=utf-8")
    with lectern.open_url(server.url + "/page") as book:
        assert book.info["format"] == "text/html"
    server.files["/shelf/No%20Book.epub"] = Served(b"none")
    with pytest.raises(lectern.LecternError) as raised:
        lectern.open_url(server.url + "/shelf/No%20Book.epub?key=1")
    assert raised.value.path.startswith("No Book.epub")
    with pytest.raises(lectern.LecternError) as raised:
        lectern.open_url(server.url + "/shelf/No%20Book.epub", {"name": "mine"})
    assert raised.value.path.startswith("mine")


def test_headers_are_those_of_each_request(server):
    with lectern.open_url(server.url + "/shelf/My%20Book.epub", headers={"Authorization": "Bearer 1"}) as book:
        assert book.get("EPUB/picture.png").read()
    assert len(server.requests) > 1 and {fields["Authorization"] for _, fields in server.requests} == {"Bearer 1"}


def test_an_opener_makes_the_requests(server):
    opener = urllib.request.build_opener()
    opener.addheaders = [("User-Agent", "Reader/1")]
    with lectern.open_url(server.url + "/shelf/My%20Book.epub", opener=opener) as book:
        assert book.title == "Tiny"
    assert {fields["User-Agent"] for _, fields in server.requests} == {"Reader/1"}


def test_an_empty_file(server):
    with pytest.raises(lectern.FormatError):
        lectern.open_url(server.url + "/empty")


# ----------------------------------------------------------------------------------------------------------- Failures

@pytest.mark.parametrize("change", [
    lambda served: setattr(served, "tag", '"2"'), lambda served: setattr(served, "data", served.data + b"x"),
    lambda served: setattr(served, "ranges", False)])
def test_a_file_that_changes(server, change):
    served = server.files["/shelf/My%20Book.epub"]
    with lectern.open_url(server.url + "/shelf/My%20Book.epub") as book:
        change(served)
        assert book.title == "Tiny"
        with pytest.raises(lectern.IoError) as raised:
            book.get("EPUB/picture.png").read()
    assert "has changed" in str(raised.value.__cause__)


def test_a_change_by_its_time(server):
    served = server.files["/noise"]
    served.tag, served.modified = 'W/"1"', 1e9
    with RemoteFile(server.url + "/noise") as file:
        assert file.seek(BLOCK) and file.read(10) == NOISE[BLOCK:BLOCK + 10]
        served.modified += 5
        file.seek(5 * BLOCK)
        with pytest.raises(OSError, match="has changed"):
            file.read(1)
    assert not any("If-Range" in headers for _, headers in server.requests)


def test_an_answer_that_is_cut_off(server):
    served = server.files["/shelf/My%20Book.epub"]
    with lectern.open_url(server.url + "/shelf/My%20Book.epub") as book:
        served.most = 1000
        with pytest.raises(lectern.IoError):
            book.get("EPUB/picture.png").read()
        served.most = None
        assert book.get("EPUB/picture.png").read() == NOISE


def test_a_slow_server(server):
    served = server.files["/shelf/My%20Book.epub"]
    with lectern.open_url(server.url + "/shelf/My%20Book.epub", timeout=0.2) as book:
        served.going.clear()
        with pytest.raises(lectern.IoError) as raised:
            book.get("EPUB/picture.png").read()
        assert isinstance(raised.value.__cause__, TimeoutError)
        served.going.set()
        assert book.get("EPUB/picture.png").read() == NOISE


def test_what_cannot_be_opened(server):
    with pytest.raises(urllib.error.HTTPError) as raised:
        lectern.open_url(server.url + "/none.epub")
    raised.value.close()
    assert raised.value.code == 404
    for address in ("file:///etc/passwd", "book.epub", "ftp://example.org/book.epub"):
        with pytest.raises(ValueError):
            lectern.open_url(address)
    url = server.url
    server.shutdown()
    server.server_close()
    with pytest.raises(OSError):
        lectern.open_url(url + "/noise", timeout=1)
