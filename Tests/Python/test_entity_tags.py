# SPDX-License-Identifier: BSD-3-Clause
"""Entity tags, conditions and HEAD in the answers to a web view (RFC 9110, 8.8.3, 13, 14)."""
import os
import zipfile

import pytest

import lectern
from support.tiny_books import epub

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8


def made(path, picture=PICTURE, title="Tiny"):
    path.write_bytes(epub(title=title))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("EPUB/a.png"), picture)
        archive.writestr(zipfile.ZipInfo("EPUB/b.png"), picture)
    return path


@pytest.fixture
def navigator(tmp_path):
    with lectern.open(made(tmp_path / "book.epub")) as book, lectern.Navigator(book) as navigator:
        yield navigator


def tag(navigator, href="EPUB/a.png"):
    with navigator.get(href) as response:
        return response.headers["ETag"]


def test_a_tag_is_that_of_one_file_in_one_book(navigator, tmp_path):
    first = tag(navigator)
    assert first.startswith('"') and first.endswith('"') and len(first) == 34
    assert tag(navigator) == tag(navigator, "/EPUB/a.png") == first != tag(navigator, "EPUB/b.png")
    # Another book at the same address, which differs in another file, and in this one.
    for change in ({"title": "Other"}, {"picture": PICTURE[::-1]}, {}):
        with lectern.open(made(tmp_path / "other.epub", **change)) as book, lectern.Navigator(book) as other:
            assert (tag(other) == first) == (not change)
    # It is known without a path, too, and by another navigator of the same book.
    with lectern.open((tmp_path / "book.epub").read_bytes()) as book, lectern.Navigator(book) as other:
        assert tag(other) == first


@pytest.mark.parametrize("header", ["{}", "W/{}", '"x", {}', '"x" ,W/{} , "y"', "*"])
def test_what_the_client_has_is_not_sent(navigator, header):
    expected = tag(navigator)
    with navigator.get("EPUB/a.png", headers={"if-none-MATCH": header.format(expected)}) as response:
        assert (response.status, response.length, response.body.read()) == (304, 0, b"")
        assert response.headers["ETag"] == expected and response.headers["Cache-Control"] == "no-cache"
        assert response.headers["Content-Length"] == str(len(PICTURE))


@pytest.mark.parametrize("header", ['"x"', "", "x", '"'])
def test_what_the_client_does_not_have_is_sent(navigator, header):
    with navigator.get("EPUB/a.png", headers={"If-None-Match": header}) as response:
        assert (response.status, response.read()) == (200, PICTURE)


def test_a_range_of_what_the_client_has_a_part_of(navigator):
    part = {"Range": "bytes=8-15", "If-Range": tag(navigator)}
    with navigator.get("EPUB/a.png", headers=part) as response:
        assert (response.status, response.read()) == (206, PICTURE[8:16]) and response.headers["ETag"] == part["If-Range"]
    for other in ('"x"', "W/" + part["If-Range"], "Sat, 28 Nov 2026 10:00:00 GMT", ""):
        with navigator.get("EPUB/a.png", headers={**part, "If-Range": other}) as response:
            assert (response.status, response.read()) == (200, PICTURE), other
    # The condition of If-None-Match comes first.
    with navigator.get("EPUB/a.png", headers={**part, "If-None-Match": part["If-Range"]}) as response:
        assert response.status == 304


@pytest.mark.parametrize("href", ["EPUB/a.png", "EPUB/c1.xhtml", "~lectern/index.html", "EPUB/none.png"])
def test_head(navigator, href):
    with navigator.get(href) as whole, navigator.get(href, "bytes=0-3", method="HEAD") as head:
        assert head.status == whole.status and "Content-Range" not in head.headers
        assert (head.length, head.body.read()) == (0, b"")
        varying = {"Content-Security-Policy"}
        assert {k: v for k, v in head.headers.items() if k not in varying} == {
            k: v for k, v in whole.headers.items() if k not in varying}


def test_other_headers_and_methods_have_no_effect(navigator):
    headers = {"Accept": "*/*", "X": "1", "Range": "bytes=0-3"}
    for method in (None, "GET", "POST", "PUT"):
        with navigator.get("EPUB/a.png", method=method, headers=headers) as response:
            assert (response.status, response.read()) == (206, PICTURE[:4])
    # The parameter has precedence.
    with navigator.get("EPUB/a.png", "bytes=5-6", headers=headers) as response:
        assert response.read() == PICTURE[5:7]
    for wrong in ({"headers": ["Range"]}, {"headers": {"Range": 1}}, {"method": 1}):
        with pytest.raises(lectern.JsonError):
            navigator.get("EPUB/a.png", **wrong) if "method" in wrong else lectern._calls.outputs(
                (lectern.navigator.c_void_p,) * 2, "lectern_navigator_get", navigator, b"EPUB/a.png",
                lectern._values.json_text(wrong))


def test_what_has_no_tag(navigator):
    """Generated documents, which depend on the settings, and failures."""
    for href in ("EPUB/c1.xhtml", "~lectern/index.html", "~lectern/state.json", "none.png"):
        with navigator.get(href) as response:
            assert "ETag" not in response.headers, href


def test_answers_of_services_have_a_tag_of_their_bytes(navigator, tmp_path):
    class Pictures(lectern.Service):
        name = "org.example.pictures"
        answer = b"own"

        def get(self, href):
            return self.answer if href.endswith("a.png") else None

    with lectern.Context() as context:
        context.add_service(Pictures)
        with lectern.open(tmp_path / "book.epub", context=context) as book, lectern.Navigator(book) as other:
            first = tag(other)
            assert first.startswith('"') and first != tag(navigator)
            with other.get("EPUB/a.png", headers={"If-None-Match": first}) as response:
                assert (response.status, response.read()) == (304, b"")
            with other.get("EPUB/a.png", headers={"Range": "bytes=1-1", "If-Range": first}) as response:
                assert (response.status, response.read()) == (206, b"w")
            Pictures.answer = b"new"
            with other.get("EPUB/a.png", headers={"If-None-Match": first}) as response:
                assert (response.status, response.read()) == (200, b"new") and response.headers["ETag"] != first
            Pictures.answer = bytes((4 << 20) + 1)
            with other.get("EPUB/a.png") as response:
                assert response.status == 200 and "ETag" not in response.headers
    with navigator.get("~readium/positions") as response:
        assert response.headers["ETag"].startswith('"')


def unpacked(book, folder):
    with zipfile.ZipFile(book) as archive:
        archive.extractall(folder)
    return folder


def test_files_of_a_folder_have_a_weak_tag(tmp_path):
    folders = [unpacked(made(tmp_path / f"{title}.epub", title=title), tmp_path / title) for title in ("One", "Two")]
    picture = folders[0] / "EPUB/a.png"
    for folder in folders:
        os.utime(folder / "EPUB/a.png", ns=(5, 5))
    with lectern.open(folders[0]) as book, lectern.Navigator(book) as navigator:
        first = tag(navigator)
        assert first.startswith('W/"') and first == tag(navigator) != tag(navigator, "EPUB/b.png")
        for header in (first, first.removeprefix("W/"), "*"):
            with navigator.get("EPUB/a.png", headers={"If-None-Match": header}) as response:
                assert response.status == 304, header
        # Only a strong tag says that two parts are of the same file.
        for header in (first, first.removeprefix("W/")):
            with navigator.get("EPUB/a.png", headers={"Range": "bytes=0-3", "If-Range": header}) as response:
                assert (response.status, response.read()) == (200, PICTURE), header
        with navigator.get("EPUB/a.png", headers={"Range": "bytes=0-3"}) as response:
            assert response.status == 206
        picture.write_bytes(PICTURE[::-1])
        os.utime(picture, ns=(6, 6))
        assert tag(navigator) != first
    with lectern.open(folders[1]) as book, lectern.Navigator(book) as other:
        assert tag(other) != first, "a file of the same size and time in another book"


def test_a_large_single_file_has_a_weak_tag(tmp_path):
    recording = tmp_path / "a.mp3"
    recording.write_bytes(b"\xff\xfb\x90\x64" + bytes(1 << 20))
    with lectern.open(recording) as book, lectern.Navigator(book) as navigator:
        assert tag(navigator, book.reading_order[0]["href"]).startswith('W/"')
    with lectern.open(recording.read_bytes()) as book, lectern.Navigator(book) as navigator:
        with navigator.get(book.reading_order[0]["href"]) as response:
            assert response.status == 200 and "ETag" not in response.headers
