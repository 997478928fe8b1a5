# SPDX-License-Identifier: BSD-3-Clause
"""Opening PDFs with pdfium, from the Python package pypdfium2."""
import io
import threading

import pytest

import lectern
from support.pdf_file import IDENTIFIER, encrypted, pages, text

needs_pdfium = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")

INFO = (f"<</Title {text('Blue é 日本')}/Author(Ada; Bob)/Subject(About blue)/Keywords(sea, sky)"
        "/CreationDate(D:20200102030405+02'00')/ModDate(D:2021)>>")
OUTLINE = ["<</First 6 0 R/Last 8 0 R/Count 2>>",
           "<</Title(One)/Parent 5 0 R/Dest[3 0 R/Fit]/Next 8 0 R/First 7 0 R/Last 7 0 R>>",
           "<</Title(One.A)/Parent 6 0 R/A<</S/GoTo/D[4 0 R/Fit]>>>>",
           "<</Title(Web)/Parent 5 0 R/A<</S/URI/URI(https://example.org/)>>>>"]


def rich():
    """Two pages (3, 4), an outline (5 to 8), information (9)."""
    identifier = IDENTIFIER.hex()
    return pages(2, "/Lang(en-GB)/Outlines 5 0 R/ViewerPreferences<</Direction/R2L>>", [*OUTLINE, INFO],
                 f"/Info 9 0 R/ID[<{identifier}><00>]")


def open_pdf(data, **options):
    return lectern.Publication.open_bytes(data, {"name": "blue.pdf", **options})


@needs_pdfium
def test_metadata():
    with open_pdf(rich()) as book:
        assert book.manifest["metadata"] == {
            "conformsTo": ["https://readium.org/webpub-manifest/profiles/pdf"], "identifier": IDENTIFIER.hex(),
            "title": "Blue é 日本", "modified": "2021-01-01T00:00:00Z", "published": "2020-01-02T01:04:05Z",
            "language": ["en-GB"], "subject": [{"name": "sea"}, {"name": "sky"}], "author": [{"name": "Ada; Bob"}],
            "readingProgression": "rtl", "description": "About blue", "numberOfPages": 2}
        assert [link["href"] for link in book.manifest["readingOrder"]] == ["publication.pdf"]
        assert book.manifest["readingOrder"][0]["type"] == "application/pdf"


@needs_pdfium
def test_outline():
    with open_pdf(rich()) as book:
        child = {"href": "publication.pdf#page=2", "type": "application/pdf", "title": "One.A"}
        assert book.manifest["toc"] == [
            {"href": "publication.pdf#page=1", "type": "application/pdf", "title": "One", "children": [child]}]
        assert [one["message"] for one in book.warnings] == ["Some outline items do not refer to a page (1)."]


@needs_pdfium
def test_positions_are_pages():
    with open_pdf(pages(4)) as book:
        assert book.positions_by_reading_order == [[
            {"href": "publication.pdf", "type": "application/pdf",
             "locations": {"fragments": [f"page={page + 1}"], "progression": page / 4, "position": page + 1,
                           "totalProgression": page / 4}} for page in range(4)]]


@needs_pdfium
def test_the_file_is_a_resource(tmp_path):
    path = tmp_path / "other name.pdf"
    path.write_bytes(rich())
    with lectern.Publication.open(path) as book, book.get("publication.pdf") as resource:
        assert resource.read() == rich()
        assert resource.read(0, 4) == b"%PDF"


@needs_pdfium
@pytest.mark.parametrize("password", ["user", "owner"])
def test_password(password):
    with open_pdf(encrypted("user", "owner", 3), password=password) as book:
        assert book.manifest["metadata"]["numberOfPages"] == 3


@needs_pdfium
@pytest.mark.parametrize("options, message", [({}, "needs a password"), ({"password": "no"}, "does not open")])
def test_without_the_password(options, message):
    with pytest.raises(lectern.ProtectedError, match=message):
        open_pdf(encrypted("user", "owner"), **options)


@needs_pdfium
def test_the_password_of_the_owner_is_not_needed_for_reading():
    with open_pdf(encrypted("", "owner")) as book:
        assert book.manifest["metadata"]["title"] == "blue"


@needs_pdfium
def test_repaired_documents_open_with_a_warning():
    with open_pdf(pages(2, cross_references=False)) as book:
        assert book.manifest["metadata"]["numberOfPages"] == 2
        assert any("cross-reference" in one["message"] for one in book.warnings)


@needs_pdfium
@pytest.mark.parametrize("data", [b"%PDF-1.7\n", pages(0), rich()[:200]], ids=["header", "no page", "cut off"])
def test_damage_beyond_repair(data):
    with pytest.raises(lectern.FormatError) as caught:
        open_pdf(data)
    assert caught.value.path.startswith("blue.pdf")


@needs_pdfium
def test_rings_end():
    ring = ["<</First 5 0 R/Last 5 0 R>>",
            "<</Title(A)/Parent 4 0 R/Dest[3 0 R/Fit]/Next 5 0 R/First 5 0 R>>"]
    labels = "/PageLabels 6 0 R"
    with open_pdf(pages(1, "/Outlines 4 0 R" + labels, [*ring, "<</Kids[6 0 R 6 0 R]>>"])) as book:
        assert len(book.manifest["toc"]) == 1


class CountingFile(io.BytesIO):
    """Counts the bytes read, and tries to open another PDF meanwhile, as a host may."""
    read_bytes = 0

    def read(self, size=-1):
        data = super().read(size)
        self.read_bytes += len(data)
        with open_pdf(pages(1)):
            return data

    readinto = None


@needs_pdfium
def test_a_large_document_is_read_in_parts_and_with_no_lock_held():
    filler = b"<</Length %d>>stream\n" % (20 << 20) + bytes(20 << 20) + b"\nendstream"
    file = CountingFile(pages(2, more=[filler]))
    with lectern.Publication.open_stream(file) as book:
        assert book.manifest["metadata"]["numberOfPages"] == 2
        assert file.read_bytes < 2 << 20


@needs_pdfium
def test_a_failure_of_the_stream_is_its_own():
    class Failing(io.BytesIO):
        def read(self, size=-1):
            if self.tell() > 1 << 20:
                raise OSError("the line is dead")
            return super().read(size)

    filler = b"<</Length %d>>stream\n" % (4 << 20) + bytes(4 << 20) + b"\nendstream"
    with pytest.raises(lectern.IoError) as caught:
        lectern.Publication.open_stream(Failing(pages(2, more=[filler])))
    assert "the line is dead" in str(caught.value.__cause__)


@needs_pdfium
def test_threads_take_turns():
    data, seen = rich(), []

    def work():
        for _ in range(20):
            with open_pdf(data) as book:
                seen.append(book.manifest["metadata"]["numberOfPages"])

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [2] * 160


def test_without_pdfium(tmp_path):
    no_library = tmp_path / "libpdfium.so"
    no_library.write_bytes(b"no library")
    with lectern.Context(pdfium=str(no_library)) as context:
        with pytest.raises(lectern.UnsupportedError, match="cannot be loaded"):
            lectern.Publication.open_bytes(pages(1), context=context)


def test_a_library_that_is_no_pdfium():
    from support.tree import LIBRARY

    with lectern.Context(pdfium=str(LIBRARY)) as context:
        with pytest.raises(lectern.UnsupportedError, match="is not pdfium"):
            lectern.Publication.open_bytes(pages(1), context=context)
