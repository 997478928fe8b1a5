# SPDX-License-Identifier: BSD-3-Clause
"""Packages of PDFs: positions by pages, which are counted when the positions are requested."""
import io
import json
import zipfile

import pytest

import lectern
from support.pdf_file import encrypted, pages

from .odd_files import CountingFile

needs_pdfium = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")


def package(files, properties=(), **options):
    """A package of PDFs by name; `options` are for the ZIP archive."""
    order = [{"href": name, "type": "application/pdf"} for name in files]
    for link, given in zip(order, properties):
        link["properties"] = given
    manifest = {"metadata": {"title": "Blue", "conformsTo": "https://readium.org/webpub-manifest/profiles/pdf"},
                "readingOrder": order}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", **options) as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        for name, body in files.items():
            if body is not None:
                archive.writestr(name, body)
    return data.getvalue()


def counts(book):
    return [len(positions) for positions in book.positions_by_reading_order]


@needs_pdfium
@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_positions_are_pages(compression):
    files = {"a.pdf": pages(2), "b.pdf": pages(1)}
    with lectern.Publication.open_bytes(package(files, compression=compression)) as book:
        places = [("a.pdf", "page=1", 0, 0), ("a.pdf", "page=2", 1 / 2, 1 / 3), ("b.pdf", "page=1", 0, 2 / 3)]
        assert book.positions == [
            {"href": href, "type": "application/pdf",
             "locations": {"fragments": [page], "progression": progression, "position": index + 1,
                           "totalProgression": total}}
            for index, (href, page, progression, total) in enumerate(places)]
        assert any(link["href"] == "~readium/positions" for link in book.manifest["links"])


@needs_pdfium
def test_what_cannot_be_read_is_one_position():
    protected = {"encrypted": {"scheme": "http://readium.org/2014/01/lcp", "algorithm": "http://www.w3.org/2001/04/xmlenc#aes256-cbc"}}
    files = {"damaged.pdf": b"%PDF-1.7\nnothing", "missing.pdf": None, "locked.pdf": encrypted("user", "owner"),
             "good.pdf": pages(2), "protected.pdf": pages(2)}
    with lectern.Publication.open_bytes(package(files, [{}, {}, {}, {}, protected])) as book:
        assert counts(book) == [1, 1, 1, 2, 1]
        assert book.positions[0]["locations"] == {"fragments": ["page=1"], "progression": 0, "position": 1, "totalProgression": 0}


@needs_pdfium
def test_the_password_is_that_of_the_documents():
    with lectern.Publication.open_bytes(package({"a.pdf": encrypted("user", "owner", 3)}), {"password": "user"}) as book:
        assert counts(book) == [3]


def test_without_pdfium(tmp_path):
    with lectern.Context(pdfium=str(tmp_path / "none.so")) as context:
        with lectern.Publication.open_bytes(package({"a.pdf": pages(2)}), context=context) as book:
            assert counts(book) == [1]


@needs_pdfium
def test_documents_that_the_host_serves():
    manifest = {"metadata": {"title": "Served"},
                "readingOrder": [{"href": f"{name}.pdf", "type": "application/pdf"} for name in "abc"]}
    served = {"a.pdf": pages(2), "c.pdf": pages(1)}
    with lectern.Publication.open_manifest(manifest, served.get) as book:
        assert counts(book) == [2, 1, 1]
        assert book.locate({"position": 4})["href"] == "c.pdf"


@needs_pdfium
def test_documents_are_opened_once_and_only_for_positions():
    filler = b"<</Length %d>>stream\n" % (8 << 20) + bytes(8 << 20) + b"\nendstream"
    file = CountingFile(package({f"{number}.pdf": pages(number, more=[filler]) for number in range(1, 5)}))
    with lectern.Publication.open_stream(file) as book:
        opening = file.read_bytes
        assert opening < 1 << 20
        assert counts(book) == [1, 2, 3, 4]
        counting = file.read_bytes - opening
        # They are stored, so their beginnings and ends suffice.
        assert counting < 4 << 20
        assert len(book.positions) == 10
        assert file.read_bytes == opening + counting


@needs_pdfium
def test_a_failure_of_the_source_is_told():
    class Failing(CountingFile):
        fails = False

        def read(self, size=-1):
            if self.fails:
                raise OSError("the line is dead")
            return super().read(size)

    file = Failing(package({"a.pdf": pages(2, more=[b"(" + b"x" * (1 << 20) + b")"])}))
    with lectern.Publication.open_stream(file) as book:
        file.fails = True
        with pytest.raises(lectern.IoError):
            book.positions_by_reading_order
        file.fails = False
        assert counts(book) == [2]


@needs_pdfium
def test_a_text_that_cannot_be_read_says_of_which_document():
    files = {"damaged.pdf": b"%PDF-1.7\nnothing", "good.pdf": pages(1)}
    with lectern.Publication.open_bytes(package(files), {"name": "blue.lcpdf"}) as book:
        with pytest.raises(lectern.FormatError) as failed:
            book.text("damaged.pdf")
    assert failed.value.path == "blue.lcpdf > damaged.pdf"
