# SPDX-License-Identifier: BSD-3-Clause
"""What recordings say about themselves is kept in the cache: they are not read when a publication is opened again."""
import json
import os
import zipfile

import pytest

import lectern
from support import daisy
from support.recordings import FORMS, mpeg, tag

TAGGED = tag() + mpeg(3)


def zipped(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)


def folder(path, files):
    path.mkdir()
    for name, data in files.items():
        (path / name).write_bytes(data.encode() if isinstance(data, str) else data)


def spoil(path):
    """Overwrites the content of recordings without a trace in sizes, times and checksums."""
    if path.is_dir():
        for one in path.iterdir():
            if one.suffix == ".mp3":
                spoil(one)
        return
    times = path.stat()
    path.write_bytes(path.read_bytes().replace(TAGGED, TAGGED[:10] + bytes(len(TAGGED) - 10)))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


MANIFEST = {"metadata": {"title": "T", "conformsTo": "https://readium.org/webpub-manifest/profiles/audiobook"},
            "readingOrder": [{"href": "a.mp3", "type": "audio/mpeg"}]}
MAKERS = {
    "book.mp3": lambda path: path.write_bytes(TAGGED),
    "book.zab": lambda path: zipped(path, {"a.mp3": TAGGED, "b.mp3": TAGGED}),
    "book": lambda path: folder(path, {"a.mp3": TAGGED, "b.mp3": TAGGED}),
    "book.audiobook": lambda path: zipped(path, {"manifest.json": json.dumps(MANIFEST), "a.mp3": TAGGED}),
    "daisy": lambda path: folder(path, daisy.daisy202_audio() | {"one.mp3": TAGGED}),
}


def opened(path, context):
    with lectern.open(path, context=context) as book:
        assert not book.warnings
        return book.manifest


@pytest.mark.parametrize("name", MAKERS)
def test_a_second_opening_reads_nothing_of_the_recordings(name, tmp_path):
    path = tmp_path / name
    MAKERS[name](path)
    with lectern.Context(cacheDirectory=str(tmp_path / "cache")) as context:
        first = opened(path, context)
    assert first["readingOrder"][0]["duration"] > 2.9
    spoil(path)
    with lectern.Context(cacheDirectory=str(tmp_path / "cache")) as context:
        assert opened(path, context) == first
    with lectern.Context() as context:
        assert opened(path, context) != first


@pytest.mark.parametrize("name", ["book.mp3", "book.zab", "book"])
def test_other_recordings_are_read(name, tmp_path):
    path = tmp_path / name
    with lectern.Context(cacheDirectory=str(tmp_path / "cache")) as context:
        MAKERS[name](path)
        first = opened(path, context)
        recording = path / "a.mp3" if path.is_dir() else path
        if name == "book.zab":
            zipped(path, {"a.mp3": tag(TALB="Another") + mpeg(3), "b.mp3": tag(TALB="Another") + mpeg(3)})
        else:
            recording.write_bytes(tag(TALB="Another", TIT2="") + mpeg(3))
        if path.is_dir():
            (path / "b.mp3").write_bytes(tag(TALB="Another") + mpeg(3))
        assert opened(path, context)["metadata"]["title"] == "Another" != first["metadata"]["title"]


@pytest.mark.parametrize("form", FORMS)
def test_all_formats_are_kept_as_they_are_read(form, tmp_path):
    path = tmp_path / form
    path.write_bytes(FORMS[form])
    with lectern.Context(cacheDirectory=str(tmp_path / "cache")) as context:
        first = opened(path, context)
        assert os.listdir(tmp_path / "cache")
        assert opened(path, context) == first


def test_damaged_values_are_read_again(tmp_path):
    path = tmp_path / "book"
    MAKERS["book"](path)
    with lectern.Context(cacheDirectory=str(tmp_path / "cache")) as context:
        first = opened(path, context)
        for one in (tmp_path / "cache").iterdir():
            one.write_bytes(one.read_bytes()[:-30] + bytes(30))
        assert opened(path, context) == first
