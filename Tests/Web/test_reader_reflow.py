# SPDX-License-Identifier: BSD-3-Clause
"""The reader with `--reflow`: PDFs are read as text, from where they were left."""
import pytest

import lectern
from support.pdf_file import written

from .reader_server import Running

pytestmark = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "books").mkdir()
    (tmp_path / "books" / "voyage.pdf").write_bytes(written(*([f"This is what page {number} says."] for number in range(1, 31))))
    return tmp_path / "books"


def read(folder, data, reflow, act):
    with Running(folder, data, reflow=reflow) as running:
        [book] = running.json("shelf")["books"]
        return act(running.application.reading(book["id"]))


def test_the_place_is_kept(folder, tmp_path):
    def turn(page):
        def act(reading):
            begun = reading.navigator.location
            # The first location is that of the page that opens.
            for place in (begun or {"position": 1}, page):
                reading.navigator.location = reading.publication.locate(place)
            return begun
        return act

    data = tmp_path / "data"
    assert read(folder, data, False, turn({"href": "publication.pdf", "fragments": ["page=20"]})) is None
    begun = read(folder, data, True, turn({"href": "publication.pdf/17-30.xhtml", "fragments": ["page-25"]}))
    assert (begun["href"], begun["locations"]["fragments"]) == ("publication.pdf/17-30.xhtml", ["page-20"])
    begun = read(folder, data, False, lambda reading: reading.navigator.location)
    assert (begun["href"], begun["locations"]["fragments"]) == ("publication.pdf", ["page=25"])


def test_the_settings_are_those_of_text(folder, tmp_path):
    kinds = [read(folder, tmp_path / "data", reflow, lambda reading: (reading.kind, "fontSize" in reading.navigator.settings["settings"])) for reflow in (True, False)]
    assert kinds == [("reflowable", True), ("pdf", False)]
