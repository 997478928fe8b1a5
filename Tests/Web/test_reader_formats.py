# SPDX-License-Identifier: BSD-3-Clause
"""The reader lists a folder with a book of each format, and opens each of them."""
import pytest

from support import daisy, every_format, tiny_packages
from support.tiny_books import epub

from .reader_server import Running
from .reader_window import SHELL, Window

BOOKS = {**every_format.made(), **{name: data for name, data in tiny_packages.PACKAGES.items() if name != "tiny.gif"}, "tiny.epub": epub()}
#: A recording may be a song; in a folder without other books, it is a part of one.
RECORDINGS = {name for name in BOOKS if name.endswith((".mp3", ".flac", ".opus", ".ogg", ".wav"))}
#: Others that are no books, or belong to one.
OTHERS = {"data.zip": daisy.packed({"a.csv": "1"}), "data.xml": b"<data/>", "a.doc": b"x", "page_files/frame.html": b"<p>x</p>",
          ".hidden/text.txt": b"x"}


@pytest.fixture(scope="module")
def shelf_of_formats(tmp_path_factory):
    folder = tmp_path_factory.mktemp("formats")
    for name, data in {**BOOKS, **OTHERS}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    for kind, files in daisy.BOOKS.items():
        (folder / kind).mkdir()
        for name, content in files().items():
            (folder / kind / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with Running(folder, tmp_path_factory.mktemp("data")) as one:
        yield one


def listed(running):
    """The books by the names of their files."""
    shelf = running.json("shelf")
    assert not shelf["refused"]
    paths = running.application.shelf.paths
    return {paths[book["id"]].name: book for book in shelf["books"]}


def test_each_is_on_the_shelf(shelf_of_formats):
    books = listed(shelf_of_formats)
    assert set(books) == set(BOOKS) - RECORDINGS | set(daisy.BOOKS)
    for name, book in books.items():
        assert book["title"]
        has_picture = name.startswith(("mobi", "old", "amazon", "kf8", "both", "fiction", "comic", "list", "track"))
        if has_picture:
            assert book["hasCover"], name
            status, kind, data = shelf_of_formats.get(f"api/books/{book['id']}/cover?width=100")
            assert status == 200 and data
    assert books["daisy 2.02 audio.zip"]["kind"] == books["list.m4b"]["kind"] == "audio" and books["comic.7z.cb7"]["kind"] == "comic"


#: Words on the first page of a text; None for recordings and pictures.
OPENED = {"daisy 2.02.zip": "Das Buch", "2.02": "Das Buch", "daisy 3.zip": "The Book", "3 text": "The Book", "dtbook.xml": "The Book",
          "mobi.mobi": "Title & café", "kf8.azw3": "First the sea", "fiction.fb2": "Words ahead", "fiction.fb2.zip": "Words ahead",
          "page.html": "Then a ship", "page.xhtml": "Then a ship", "text.md": "Then a ship", "text.txt": "was wrapped",
          "comic.rar5.cbr": None, "comic.7z.cb7": None, "comic.tar.cbt": None, "3 audio": None, "track.m4b": None}


@pytest.mark.parametrize("name", OPENED)
def test_each_opens(browser, shelf_of_formats, name):
    window = Window(browser, shelf_of_formats)
    try:
        window.page.goto(f"{shelf_of_formats.url}read?book={listed(shelf_of_formats)[name]['id']}")
        window.until(f"{SHELL}?.view?.place?.()", where=window.inside)
        window.until("document.querySelector('#waiting').hidden")
        if OPENED[name]:
            assert OPENED[name] in window.inside(f"{SHELL}.current().body.innerText")
    finally:
        window.close()
