# SPDX-License-Identifier: BSD-3-Clause
"""Sniffing and opening agree on the format of a file."""
import io
import json
import zipfile
from contextlib import suppress

import pytest
from PIL import Image

import lectern
from lectern.cli.books import ENDINGS, OPENED
from support import collections_of_files
from support.pictures import encoded

from .links_of_epubs import CONTAINER, epub

#: In bytes; larger files take too long here.
LARGEST = 1 << 20
#: Formats that are recognised but not supported.
UNSUPPORTED = {"topaz", "kfx", "rtf", "opds1-catalog", "opds1-entry", "opds2-catalog", "opds-authentication", "lcpLicense"}
BOOKS = {"mobi", "fb2", "epub", "rwpm", "rpf", "lpf", "pdf", "informal-comic", "informal-audiobook"}


def sniffed(data, name=None):
    try:
        return lectern.sniff(io.BytesIO(data), {"name": name} if name else None)
    except lectern.UnsupportedError:
        return {"specifications": []}


def agreed(data, name=None):
    """The format on which both agree; None if the file cannot be opened."""
    found = sniffed(data, name)
    specifications = set(found["specifications"])
    try:
        book = lectern.Publication.open_bytes(data, {"name": name} if name else None)
    except lectern.UnsupportedError as error:
        if "not supported" in error.message:
            assert specifications & UNSUPPORTED, found
        return None
    except lectern.LecternError:
        assert not specifications & UNSUPPORTED, found
        return None
    with book:
        assert book.info["format"] == found.get("mediaType"), (name, found)
    return found


def files(folder):
    return [path for path in sorted(folder.rglob("*"))
            if path.is_file() and path.stat().st_size <= LARGEST and not {"truth", "schemas"} & set(path.parts)]


@pytest.mark.parametrize("collection", [collections_of_files.corpus, collections_of_files.hostile])
def test_sniffing_and_opening_agree(collection):
    """Each file is tried with and without its name."""
    folder, opened = collection(), 0
    for path in files(folder):
        data = path.read_bytes()
        for name in (path.name, None):
            opened += agreed(data, name) is not None
    assert opened > (20 if collections_of_files.is_own(folder) else 100)


# --------------------------------------------------------------------------------------------------- Crossed containers

MANIFEST = json.dumps({"metadata": {"title": "Blue"}, "readingOrder": [{"href": "a.html", "type": "text/html"}]})
PARTS = {
    "mimetype": {"mimetype": "application/epub+zip"},
    "container": {"META-INF/container.xml": CONTAINER, "c1.xhtml": "<html/>", "c2.xhtml": "<html/>"},
    "manifest": {"manifest.json": MANIFEST, "a.html": "<p>a</p>"},
    "other manifest": {"manifest.json": '{"name": "an app"}'},
    "damaged manifest": {"manifest.json": '{"metadata": {"title": "Blue"}, "readingOrder": ['},
    "publication": {"publication.json": json.dumps({
        "@context": ["https://schema.org", "https://www.w3.org/ns/pub-context"], "conformsTo": "https://www.w3.org/TR/audiobooks/",
        "name": "Blue", "readingOrder": ["a.html"]})},
    "images": {"1.png": encoded(Image.new("RGB", (2, 2), "blue"), "PNG")},
    "recordings": {"1.mp3": b"ID3"},
    "licence": {"license.lcpl": "{}"},
    "notes": {"notes.txt": "x"},
}


def packed(*parts, prefix=b""):
    with zipfile.ZipFile(io.BytesIO(epub())) as archive:
        package = archive.read("p.opf")
    data = io.BytesIO()
    data.write(prefix)
    with zipfile.ZipFile(data, "a") as archive:
        for part in parts:
            for name, content in PARTS[part].items():
                archive.writestr(name, content)
        if "container" in parts:
            archive.writestr("p.opf", package)
    return data.getvalue()


def test_crossed_containers():
    names = [None, "x.epub", "x.webpub", "x.lcpa", "x.lpf", "x.cbr", "x.zab", "x.pdf"]
    opened = 0
    for one in PARTS:
        for other in PARTS:
            for third in (None, "notes", "licence"):
                for name in names:
                    parts = dict.fromkeys(part for part in (one, other, third) if part)
                    opened += agreed(packed(*parts), name) is not None
    assert opened > 500


@pytest.mark.parametrize("parts, name, expected", [
    (["container", "manifest"], None, "application/epub+zip"),
    (["container", "manifest"], "x.webpub", "application/epub+zip"),
    (["manifest"], "x.cbz", "application/webpub+zip"),
    (["manifest", "licence"], "x.lcpa", "application/webpub+zip"),
    (["images", "other manifest"], "x.cbz", "application/vnd.comicbook+zip"),
    (["images", "notes"], "x.cbr", "application/vnd.comicbook+zip"),
    (["recordings"], "x.epub", "application/x.readium.zab+zip"),
])
def test_the_content_decides(parts, name, expected):
    for prefix in (b"", b"#!/bin/sh\n"):
        assert agreed(packed(*parts, prefix=prefix), name)["mediaType"] == expected


@pytest.mark.parametrize("manifest, expected", [
    ({"readingOrder": [{"href": "a.html"}]}, "application/webpub+json"),
    ({"readingOrder": [{"href": "a.mp3"}]}, "application/audiobook+json"),
    ({"readingOrder": [{"href": "a.png"}, {"href": "b", "type": "image/gif"}]}, "application/divina+json"),
])
@pytest.mark.parametrize("title", [{}, {"title": "Blue"}])
def test_manifests_that_stand_alone(manifest, expected, title):
    for name in (None, "x.json", "x.epub"):
        assert agreed(json.dumps({"metadata": title, **manifest}).encode(), name)["mediaType"] == expected


# ------------------------------------------------------------------------------------------------------------ By name

def zipped(**files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return data.getvalue()


@pytest.mark.parametrize("data, specification, word", [
    (b"TPZ0" + bytes(100), "topaz", "Topaz"),
    (b"CONT\2\0" + bytes(100), "kfx", "KFX"),
    (b"\xeaDRMION\xee" + bytes(100), "kfx", "KFX"),
    (b"{\\rtf1\\ansi Text.\\par}", "rtf", "RTF documents"),
    (b'{"id": "1", "issued": "2026-01-01T00:00:00Z", "provider": "https://x.org", "encryption": {"profile": "p"}}', "lcpLicense", "LCP licences"),
    (b'{"metadata": {"title": "C"}, "links": [{"rel": "self", "href": "c.json", "type": "application/opds+json"}], "publications": []}', "opds2-catalog", "OPDS"),
    (b'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>C</title></feed>', "opds1-catalog", "OPDS"),
    (b'<entry xmlns="http://www.w3.org/2005/Atom"><title>C</title></entry>', "opds1-entry", "OPDS"),
])
def test_what_is_known_and_not_read_is_refused_by_name(data, specification, word):
    for name in (None, "x", "x.mobi", "x.azw3", "x.fb2", "x.cbr", "x.cb7", "x.epub", "x.zip"):
        assert specification in sniffed(data, name)["specifications"], name
        with pytest.raises(lectern.UnsupportedError, match=word):
            lectern.Publication.open_bytes(data, {"name": name} if name else None)


@pytest.mark.parametrize("name, specifications", [
    ("x.azw3", ["mobi"]), ("x.fb2", ["xml", "fb2"]), ("x.fbz", ["zip", "fb2"]), ("x.cb7", ["7z", "informal-comic"]),
    ("x.cbr", ["rar", "informal-comic"])])
def test_names_alone(name, specifications):
    assert lectern.sniff(hints={"name": name})["specifications"] == specifications


def test_what_can_be_opened_is_in_the_list():
    formats = set(lectern.build_info()["formats"])
    for data in (epub(), packed("manifest"), packed("publication", "manifest"), packed("images"), packed("recordings")):
        found = agreed(data)
        assert found["mediaType"] in formats
        assert set(found["specifications"]) & BOOKS


def test_the_command_line_finds_the_files_of_all_formats():
    def types(endings):
        found = set()
        for ending in endings:
            with suppress(lectern.UnsupportedError):  # other names of the same formats
                found.add(lectern.sniff(None, {"name": "a" + ending})["mediaType"])
        return found
    formats = set(lectern.build_info()["formats"])
    packages = {one for one in formats if one.startswith("application/") and not one.endswith("+json")} - {"application/xhtml+xml", "application/x-dtbook+xml"}
    assert types(OPENED) == packages | {"audio/mp4"} and types(ENDINGS - OPENED).isdisjoint(formats)
