# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures of the page: a browser for all tests; a host and a page for each."""
import zipfile

import pytest

import lectern

from . import books, hostile_books
from .attacked import Attacked, Remote
from .chromium import chromium
from .differences import FIREFOX
from .reader_server import Running, pack_sample
from .reading import Reader, window_engine


def pytest_collection_modifyitems(config, items):
    engine = config.getoption("engine")
    for item in items:
        if engine != "chromium" and item.get_closest_marker("chromium"):
            item.add_marker(pytest.mark.skip(reason=f"{engine} has not got what it asks for"))
        if engine == "firefox" and item.name in FIREFOX:
            item.add_marker(pytest.mark.xfail(reason=FIREFOX[item.name]))


@pytest.fixture(scope="session")
def browser(request):
    engine = request.config.getoption("engine")
    if engine != "chromium":
        opened = window_engine(engine)
        yield opened
        return opened.close()
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def shelf(tmp_path_factory):
    """The path of a generated book, by its name in books.py."""
    folder = tmp_path_factory.mktemp("books")
    return lambda name: books.make(name, folder)


@pytest.fixture
def read(browser):
    """Opens a book: read(path, preferences, size=(800, 600)) → Reader."""
    opened = []

    def open_book(*arguments, **more):
        opened.append(Reader(browser, *arguments, **more))
        return opened[-1]
    yield open_book
    for reader in opened:
        reader.close()
        assert not reader.errors


@pytest.fixture
def remote():
    """A server that represents the network."""
    server = Remote()
    yield server
    server.close()


@pytest.fixture
def attack(browser, remote, tmp_path):
    """Opens a book with one attempt, in a window of its own: attack(name, host) → Attacked"""
    opened = []

    def open_book(name, kind, **more):
        path = hostile_books.attempts(tmp_path / "hostile.epub", (name,), remote.url)
        opened.append(Attacked(browser, path, kind, remote, **more))
        return opened[-1]
    yield open_book
    for one in opened:
        one.close()
    assert lectern.live_handles() == {}


@pytest.fixture(scope="module")
def page(browser):
    """An empty document, for tests of style sheets."""
    page = browser.new_page()
    page.set_content("<!DOCTYPE html><html><head></head><body></body></html>")
    yield page
    page.close()


# The reader

@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shelf")
    sample = pack_sample(folder)
    books.make("arabic", folder)
    # The same book with a title, a chapter and a description that look like markup.
    with zipfile.ZipFile(sample) as book, zipfile.ZipFile(folder / "hostile.epub", "w") as copy:
        from .reader_window import HOSTILE
        escaped = HOSTILE.replace("&", "&amp;").replace("<", "&lt;")
        for entry in book.infolist():
            data = book.read(entry)
            if entry.filename.endswith((".opf", "nav.xhtml")):
                data = data.replace(b"Read Aloud", escaped.encode()).replace(b"The Raven", escaped.encode()).replace(b"1ec7e12ab00c", b"1ec7e12ab00d")
            copy.writestr(entry, data)
    return folder


@pytest.fixture
def running(folder, tmp_path):
    with Running(folder, tmp_path / "data") as one:
        yield one


@pytest.fixture
def window(browser, running):
    from .reader_window import Window
    opened = []

    def open_window(**more):
        opened.append(Window(browser, running, **more))
        return opened[-1]
    yield open_window
    for one in opened:
        one.close()


@pytest.fixture(scope="module")
def shelf_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shelf")
    pack_sample(folder)
    (folder / "deeper").mkdir()
    books.make("japanese", folder / "deeper")
    (folder / "notes.csv").write_text("no book")
    (folder / "broken.epub").write_bytes(b"PK\x03\x04 and no more")
    return folder


@pytest.fixture
def fresh(shelf_folder, tmp_path):
    """Restarts a reader with the same data."""
    started = []

    def end():
        while started:
            started.pop().close()

    def start():
        end()
        started.append(Running(shelf_folder, tmp_path / "data"))
        return started[0]
    start.end = end
    yield start
    end()


@pytest.fixture(scope="module")
def second_edition(tmp_path_factory):
    """A folder with two editions of a book."""
    folder = tmp_path_factory.mktemp("editions")
    with zipfile.ZipFile(pack_sample(folder)) as book, zipfile.ZipFile(folder / "second.epub", "w") as copy:
        for entry in book.infolist():
            data = book.read(entry).replace(b"1ec7e12ab00c", b"1ec7e12ab00e").replace(b"raven.xhtml", b"poe.xhtml")
            copy.writestr(entry.filename.replace("raven.xhtml", "poe.xhtml"), data)
    return folder
