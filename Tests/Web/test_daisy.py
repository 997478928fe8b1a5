# SPDX-License-Identifier: BSD-3-Clause
"""DAISY books in the page: texts are highlighted while their recordings play, page numbers and notes are skipped."""
import pytest
from support import daisy

from .media_books import wav
from .test_overlay import command, play


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    folder = tmp_path_factory.mktemp("daisy")
    made = {}
    for name, make in daisy.BOOKS.items():
        files = {one.replace(".mp3", ".wav"): content.replace(b".mp3", b".wav") if isinstance(content, bytes) and b".mp3" in content[:9999]
                 else content.replace(".mp3", ".wav") if isinstance(content, str) else content for one, content in make().items()}
        files |= {one: wav(10) for one in files if one.endswith(".wav")}
        made[name] = folder / f"{name}.daisy"
        made[name].write_bytes(daisy.packed(files))
    return made


def heard(reader):
    """The ids of the texts that are heard, in order."""
    reader.until("lectern.shell.overlay.state === 'stopped' && trace.length > 2", 60)
    return list(dict.fromkeys(reader.evaluate("trace.map(([id]) => id)")))


#: Notes are skipped unless the reader wants them.
HEARD = {"skipNotes": False, "skipNoteNumbers": False}


@pytest.mark.parametrize("name, preferences, ids", [
    ("2.02", HEARD, ["c1", "c3", "c4", "c5", "c6"]),
    ("2.02", {"skipPageNumbers": False}, ["c1", "c2", "c3", "c6", "c7"]),
    ("3", {"skipSidebars": True, **HEARD}, ["d1", "d2", "d3", "d4", "d5", "d7", "d8", "d9", "d12", "d21"]),
])
def test_texts_are_heard_in_order(read, books, name, preferences, ids):
    reader = read(books[name], preferences={"speed": 4, **preferences})
    play(reader, skippable=None)
    found = heard(reader)
    assert [one for one in found if one != "c8"] == ids


def test_a_text_is_highlighted_while_it_is_heard(read, books):
    reader = read(books["3"])
    play(reader)
    reader.until("trace.some(([id]) => id === 'd4')")
    command(reader, "stop")
    assert reader.said("media")[0]["state"] == "playing"


@pytest.mark.parametrize("name", ["2.02 audio", "3 audio"])
def test_recordings_alone_are_in_the_player(read, books, name):
    reader = read(books[name])
    reader.until("lectern.shell.kind === 'player'")
    assert reader.evaluate("lectern.shell.book.readingOrder.length") == 2
