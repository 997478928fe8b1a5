# SPDX-License-Identifier: BSD-3-Clause
"""Durations, titles, people, chapters and covers of recordings."""
import io
import json
import random
import shutil
import struct
import subprocess
import zipfile

import pytest

import lectern
from support import recordings
from support.recordings import ALBUM, CHAPTERS, FORMS, JPEG, TITLE


def opened(data, name):
    return lectern.Publication.open_bytes(data, {"name": name})


def archive(**files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, data in files.items():
            file.writestr(name.replace("__", "."), data)
    return opened(buffer.getvalue(), "Folder.zab")


def names(book, role):
    return [person["name"] for person in book.metadata.get(role, [])]


@pytest.mark.parametrize("name", FORMS)
def test_duration_and_tags(name):
    with opened(FORMS[name], name) as book:
        assert book.reading_order[0]["duration"] == pytest.approx(10, abs=0.03)
        assert book.metadata["duration"] == book.reading_order[0]["duration"]
        assert book.reading_order[0]["title"] == TITLE
        assert book.metadata["title"] == ALBUM
        assert names(book, "author")[0] == "Anna Autor"
        if not name.endswith("wav"):
            assert names(book, "narrator") == ["Nora Narrator"]


@pytest.mark.parametrize("name", [name for name in FORMS if not name.endswith("wav")])
def test_chapters_and_cover(name):
    with opened(FORMS[name], name) as book:
        href = book.reading_order[0]["href"]
        assert [(link["href"], link["title"]) for link in book.toc] == [
            (href + (f"#t={start:g}" if start else ""), title) for start, title in CHAPTERS]
        assert book.locate({"href": href, "fragments": ["t=7"]})["title"] == CHAPTERS[2][1]
        cover = book.cover()
        assert (cover.link["type"], cover.read()) == ("image/jpeg", JPEG)
        assert [link["href"] for link in book.manifest["links"] if "cover" in link.get("rel", [])] == ["~readium/cover"]


def test_rest_of_the_tags():
    with opened(FORMS["list.m4b"], "a.m4b") as book:
        assert book.metadata["published"] == "2019-05-03"
        assert book.metadata["belongsTo"]["series"][0]["name"] == "Reihe"
    with opened(FORMS["a.opus"], "a.opus") as book:
        assert names(book, "author") == ["Anna Autor", "Bert Autor"]
        assert book.metadata["belongsTo"]["series"] == [{"name": "Reihe", "position": 2}]
    with opened(FORMS["id3-2.4.mp3"], "a.mp3") as book:
        assert [subject["name"] for subject in book.metadata["subject"]] == ["Speech"]
        assert book.metadata["language"] == ["en"]


def mp3(version=4, **texts):
    return recordings.id3([recordings.text_frame(name, text, version, 1) for name, text in texts.items()], version) + recordings.mpeg(1)


def test_order_by_tracks_and_discs():
    tags = {"a.mp3": ("2", "1", "C"), "b.mp3": ("1", "2/2", "B"), "c.mp3": ("1", "1", "A")}
    files = {name: mp3(TPOS=disc, TRCK=track, TIT2=title, TALB="Album") for name, (disc, track, title) in tags.items()}
    with archive(**files) as book:
        assert [(link["href"], link["title"]) for link in book.reading_order] == [("c.mp3", "A"), ("b.mp3", "B"), ("a.mp3", "C")]
        assert book.metadata["title"] == "Album"
        assert book.metadata["duration"] == pytest.approx(3, abs=0.1)
        assert "toc" not in book.manifest


def test_repeated_tracks_leave_the_order_of_names():
    with archive(**{"1.mp3": mp3(TRCK="1", TIT2="Same"), "2.mp3": mp3(TRCK="1", TIT2="Same")}) as book:
        assert [link["href"] for link in book.reading_order] == ["1.mp3", "2.mp3"]
        assert not any("title" in link for link in book.reading_order)
        assert book.metadata["title"] == "Folder"


def test_chapters_of_several_recordings():
    with archive(**{"01 One.mp3": FORMS["id3-2.4.mp3"], "02 Two.mp3": mp3(TIT2="Last")}) as book:
        assert [link["title"] for link in book.toc] == [TITLE, "Last"]
        assert [link["title"] for link in book.toc[0]["children"]] == [title for _, title in CHAPTERS]


CUE = """PERFORMER "Anna"
TITLE "Book"
FILE "Book.wav" WAVE
  TRACK 01 AUDIO
    TITLE "A"
    PERFORMER "Other"
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    TITLE "B"
    INDEX 00 00:04:00
    INDEX 01 01:05:37
  TRACK 03 AUDIO
    INDEX 01 02:00:00
"""


@pytest.mark.parametrize("sheet", [CUE, CUE.replace("\n", "\r\n"), CUE.lower().replace("book.wav", "Book.mp3").replace("anna", "Anna")
                                   .replace('"a"', '"A"').replace('"b"', '"B"').replace('"book"', '"Book"')])
def test_cue_sheet(sheet):
    with archive(**{"Book.mp3": recordings.mpeg(200), "Book.cue": sheet}) as book:
        assert [(link["href"], link["title"]) for link in book.toc] == [
            ("Book.mp3", "A"), ("Book.mp3#t=65.493", "B"), ("Book.mp3#t=120", "3")]
        assert book.metadata["title"] == "Book"
        assert names(book, "author") == ["Anna"]


XSPF = """<playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>
<track><location>2%20b.mp3</location><title>First</title><duration>61500</duration></track>
<track><location>1.mp3</location><title>Last</title></track></trackList></playlist>"""


def test_xspf_playlist():
    with archive(**{"1.mp3": recordings.mpeg(1), "2 b.mp3": recordings.mpeg(1), "l.xspf": XSPF}) as book:
        assert [(link["href"], link["title"]) for link in book.reading_order] == [("2%20b.mp3", "First"), ("1.mp3", "Last")]
        assert [link["duration"] for link in book.reading_order] == [61.5, pytest.approx(1, abs=0.03)]


def test_cover_beside_the_recordings_wins():
    with archive(**{"1.mp3": FORMS["id3-2.4.mp3"], "cover.jpg": JPEG + b"beside"}) as book:
        assert book.cover().link["href"] == "cover.jpg"


def test_durations_that_a_manifest_does_not_state():
    manifest = {"metadata": {"title": "T", "conformsTo": "https://readium.org/webpub-manifest/profiles/audiobook"}, "readingOrder": [
        {"href": "1.mp3", "type": "audio/mpeg", "duration": 5, "title": "Mine"}, {"href": "2.m4b", "type": "audio/mp4"}]}
    with archive(**{"manifest.json": json.dumps(manifest), "1.mp3": FORMS["id3-2.4.mp3"], "2.m4b": FORMS["list.m4b"]}) as book:
        assert [link["duration"] for link in book.reading_order] == [5, 10]
        assert [link.get("title") for link in book.reading_order] == ["Mine", None]
        assert book.metadata["duration"] == 15
        assert "toc" not in book.manifest


def test_unsynchronised_tags():
    text = "ÿ\0"  # FF 00 in ISO 8859-1
    plain = recordings.text_frame("TIT2", "aÿb", 3, 0) + recordings.picture_frame(3)
    body = plain.replace(b"\xff", b"\xff\x00")
    tag = b"ID3\3\0\x80" + recordings.synchsafe(len(body)) + body
    with opened(tag + recordings.mpeg(), "a.mp3") as book:
        assert book.reading_order[0]["title"] == "aÿb"
        assert book.cover().read() == JPEG
    data = recordings.text_frame("TIT2", "aÿb", 4, 0)[10:].replace(b"\xff", b"\xff\x00")
    with opened(recordings.id3([recordings.frame("TIT2", struct.pack(">I", 4) + data, 4, 0x03)]) + recordings.mpeg(), "a.mp3") as book:
        assert book.reading_order[0]["title"] == "aÿb", text


@pytest.mark.parametrize(("raw", "text"), [("Größe".encode("latin-1"), "Größe"), ("Größe".encode(), "Größe"), ("三体问题小说".encode("gb18030"), "三体问题小说")])
def test_text_without_an_honest_encoding(raw, text):
    tag = recordings.id3([recordings.frame("TIT2", b"\0" + raw, 3)], 3)
    with opened(tag + recordings.mpeg(), "a.mp3") as book:
        assert book.reading_order[0]["title"] == text


def test_sizes_that_are_not_synchsafe():
    long = "x" * 200
    frames = b"".join(name + struct.pack(">I", len(text) + 1) + b"\0\0\3" + text for name, text in ((b"TIT2", long.encode()), (b"TALB", b"Album")))
    with opened(recordings.id3([frames]) + recordings.mpeg(), "a.mp3") as book:
        assert (book.reading_order[0]["title"], book.metadata["title"]) == (long, "Album")


def test_version_1_and_2_2():
    old = b"TAG" + b"Title".ljust(30, b"\0") + b"Artist".ljust(30) + b"Album".ljust(30, b"\0") + b"1999" + b"\0" * 28 + b"\0\7\1"
    with opened(recordings.mpeg() + old, "a.mp3") as book:
        assert (book.reading_order[0]["title"], book.metadata["title"], names(book, "author")) == ("Title", "Album", ["Artist"])
    with opened(recordings.id3([recordings.text_frame("TT2", "T", 2, 0), recordings.text_frame("TAL", "A", 2, 0),
                                recordings.frame("PIC", b"\0JPG\3\0" + JPEG, 2)], 2) + recordings.mpeg(), "a.mp3") as book:
        assert (book.reading_order[0]["title"], book.metadata["title"], book.cover().read()) == ("T", "A", JPEG)


def test_what_is_not_known_is_missing():
    with opened(b"\xff\xfb\x90\0" + b"\0" * 100, "Name.mp3") as book:
        assert "duration" not in book.reading_order[0]
        assert book.metadata["title"] == "Name"


@pytest.mark.parametrize("name", FORMS)
def test_damaged_recordings_open(name):
    """Damaged tags do not prevent opening."""
    data = FORMS[name]
    chance = random.Random(name)
    for _ in range(60):
        changed = bytearray(data)
        for _ in range(chance.choice((1, 4, 30))):
            # The first bytes decide about the format.
            changed[chance.randrange(40, min(len(data), 3000))] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
        if chance.random() < 0.5:
            del changed[chance.randrange(40, len(changed)):]
        with opened(bytes(changed), name) as book:
            assert len(book.reading_order) == 1
            try:
                book.cover().read()
            except (lectern.NotFoundError, lectern.FormatError):
                pass


@pytest.mark.skipif(not shutil.which("ffprobe"), reason="ffprobe is not installed")
@pytest.mark.parametrize("form", ["mp3", "m4b", "flac", "opus", "ogg", "wav"])
def test_agrees_with_ffprobe(form, tmp_path):
    """Compares recordings made by ffmpeg."""
    path = tmp_path / f"a.{form}"
    described = tmp_path / "tags.txt"
    described.write_text(";FFMETADATA1\ntitle=Ein Titel\nalbum=Ein Buch\nartist=Anna\n" + "".join(
        f"[CHAPTER]\nTIMEBASE=1/1000\nSTART={start}\nEND={end}\ntitle={title}\n" for start, end, title in ((0, 1500, "Eins"), (1500, 3000, "Zwei"))))
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=3", "-i", described, "-map_metadata", "1", "-map_chapters", "1", path], check=True)
    asked = subprocess.run(["ffprobe", "-v", "error", "-show_format", "-show_chapters", "-of", "json", path], check=True, capture_output=True)
    facts = json.loads(asked.stdout)
    with lectern.open(path) as book:
        assert book.reading_order[0]["duration"] == pytest.approx(float(facts["format"]["duration"]), abs=0.05)
        assert book.metadata["title"] == "Ein Buch"
        times = [float(link["href"].partition("#t=")[2] or 0) for link in book.toc]
        assert times == [float(chapter["start_time"]) for chapter in facts["chapters"]][:len(times)]
        assert len(times) == (0 if form in ("flac", "ogg", "wav") else 2)
