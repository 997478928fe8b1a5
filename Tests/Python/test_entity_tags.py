# SPDX-License-Identifier: BSD-3-Clause
"""Entity tags, conditions and HEAD in the answers to a web view (RFC 9110, 8.8.3, 13, 14)."""
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


def test_what_has_no_tag(navigator, tmp_path):
    """Generated documents, answers of services, and files of a folder."""
    for href in ("EPUB/c1.xhtml", "~lectern/index.html", "~lectern/state.json", "~readium/positions", "none.png"):
        with navigator.get(href) as response:
            assert "ETag" not in response.headers, href

    class Pictures(lectern.Service):
        name = "org.example.pictures"

        def get(self, href):
            return b"own" if href.endswith("a.png") else None

    with lectern.Context() as context:
        context.add_service(Pictures)
        with lectern.open(tmp_path / "book.epub", context=context) as book, lectern.Navigator(book) as other:
            with other.get("EPUB/a.png", headers={"If-None-Match": "*"}) as response:
                assert (response.status, response.read()) == (200, b"own") and "ETag" not in response.headers
    folder = tmp_path / "folder"
    with zipfile.ZipFile(tmp_path / "book.epub") as archive:
        archive.extractall(folder)
    with lectern.open(folder) as book, lectern.Navigator(book) as other, other.get("EPUB/a.png") as response:
        assert response.status == 200 and "ETag" not in response.headers
