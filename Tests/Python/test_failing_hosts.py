# SPDX-License-Identifier: BSD-3-Clause
"""Failures of fetchers and services of the host: each error names the file."""
import io

import pytest

import lectern
from support.pdf_file import pages

from .searched import XHTML, document, manifest

PDF = "application/pdf"
SVG = "image/svg+xml"
FILES = {XHTML: ("a.html", document("<p>one two</p>")), PDF: ("a.pdf", pages(2)),
         SVG: ("a.svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>')}


class WithoutSize(io.BytesIO):
    def tell(self):
        raise OSError("the line is dead")


class WithoutBytes(io.BytesIO):
    def read(self, size=-1):
        raise OSError("the line is dead")


class Short(io.BytesIO):
    def tell(self):
        return super().tell() + 100


def fetched(kind, broken):
    href, data = FILES[kind]
    described = manifest([href], kind=kind)
    if kind == PDF:
        described["metadata"]["conformsTo"] = "https://readium.org/webpub-manifest/profiles/pdf"
    return lectern.Publication.open_manifest(described, lambda href: broken(data))


def served(kind, broken):
    href, data = FILES[kind]

    class Files(lectern.Service):
        name = "org.example.files"

        def get(self, href):
            return None if href.startswith("/") else lectern.Resource.of_stream({"href": href}, broken(data))

    with lectern.Context() as context:
        context.add_service(Files)
        return lectern.Publication.open_manifest(manifest([href], kind=kind), context=context)


def read(resource):
    with resource:
        return resource.read()


CALLS = {
    "text": (lambda book, href: book.text(href), (XHTML, PDF)),
    "search": (lambda book, href: book.search("one").next(), (XHTML, PDF)),
    "content": (lambda book, href: book.content().next(), (XHTML, PDF)),
    "locate": (lambda book, href: book.locate({"href": href, "text": {"highlight": "one"}}), (XHTML, PDF)),
    "get": (lambda book, href: read(book.get(href)), (XHTML, PDF, SVG)),
    "cover": (lambda book, href: read(book.cover()), (XHTML, SVG)),
}


@pytest.mark.parametrize("broken", [WithoutSize, WithoutBytes, Short])
@pytest.mark.parametrize("opened", [fetched, served])
@pytest.mark.parametrize("call, kind", [(call, kind) for call, (_, kinds) in CALLS.items() for kind in kinds])
def test_errors_say_of_which_file(call, kind, opened, broken, unraisable):
    if kind == PDF and call != "get" and lectern._pdfium.path() is None:
        pytest.skip("pypdfium2 is not installed")
    href = FILES[kind][0]
    with opened(kind, broken) as book, pytest.raises(lectern.IoError) as failed:
        CALLS[call][0](book, href)
    assert failed.value.path == f"publication > {href}"


@pytest.mark.parametrize("broken", [WithoutSize, WithoutBytes, Short])
def test_routes_are_files_too(broken):
    class Positions(lectern.Service):
        name = "positions"

        def get(self, href):
            return lectern.Resource.of_stream({"href": href}, broken(b"{}")) if "positions" in href else None

    with lectern.Context() as context:
        context.add_service(Positions)
        with lectern.Publication.open_manifest(manifest(["a.html"]), context=context) as book:
            with pytest.raises(lectern.IoError) as failed:
                book.positions
    assert failed.value.path == "publication > /~readium/positions"


@pytest.mark.parametrize("broken", [WithoutSize, WithoutBytes, Short])
def test_overlays_are_files_too(broken):
    described = manifest(["a.html"])
    described["readingOrder"][0]["alternate"] = [{"href": "a.smil", "type": "application/smil+xml"}]
    with lectern.Publication.open_manifest(described, lambda href: broken(b"<smil/>")) as book:
        with pytest.raises(lectern.IoError) as failed:
            book.get("/~readium/guided-navigation.json?ref=a.html")
    assert failed.value.path == "publication > a.smil"
