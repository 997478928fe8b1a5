# SPDX-License-Identifier: BSD-3-Clause
"""Books that attack the page that shows them: no data leaves the book, and it remains readable."""
from urllib.request import urlopen

import pytest

from support import waiting

from . import hostile_books
from .attacked import Attacked, Remote
from .hostile_books import ATTEMPTS, SUBJECTS
from .reader_server import Running, pack_sample
from .reading import IDLE, until

#: Hosts that pass on complete answers, with the frames of the engine; and hosts that only pass on bytes and media
#: types, with frames as WebKit needs them, in which only the documents themselves disable scripts.
CASES = [pytest.param((kind, subject), name, id=f"{kind}-{name}",
                      marks=pytest.mark.xdist_group(f"{kind}-{subject}"))
         for kind in ("sealed", "bare") for subject, names in SUBJECTS.items() for name in names]
#: Attempts that only the sandbox of the frame stops.
OPEN = ("opens-windows", "dialogs")
#: Attempts that succeed without countermeasures.
CONTROLS = [pytest.param(("open" if name in OPEN else "careless", subject), name, id=name, marks=pytest.mark.xdist_group(subject))
            for subject, names in SUBJECTS.items() for name, attempt in names.items() if attempt.engines]


@pytest.fixture(scope="module")
def remote():
    server = Remote()
    yield server
    server.close()


@pytest.fixture(scope="module")
def attacked(request, browser, remote, tmp_path_factory):
    """One book for all attempts of a subject: a function that returns the open book, and opens another after a
    failure."""
    kind, subject = request.param
    path = hostile_books.make(subject, tmp_path_factory.mktemp(subject), remote.url)
    opened = []

    def close(careful=True):
        for one in opened:
            one.close() if careful else one.reader.close()
        opened.clear()

    def current():
        opened or opened.append(Attacked(browser, path, kind))
        return opened[0]
    current.close = close
    yield current
    close(careful=kind in ("sealed", "bare"))


@pytest.mark.parametrize("attacked, name", CASES, indirect=["attacked"])
def test_an_attempt_fails_and_the_book_is_read(request, attacked, remote, name):
    one = attacked()
    try:
        # Includes requests while the chapter was preloaded.
        early = [path for path in remote.take() if f"/{name}/" in path]
        one.show(name)
        one.provoke(name)
        one.finish()
        one.show(name)
        found = {"heard": early + remote.take(), "hacked": one.hacked(), "events": one.events, "moved": not one.stays(), "forged": one.forged(),
                 "stored": one.stored()}
        if request.config.getoption("engine") in ATTEMPTS[name].left:
            found["heard"] = [one for one in found["heard"] if one != "a connection"]
        assert {key: value for key, value in found.items() if value} == {}
        if ATTEMPTS[name].shown:
            assert one.readable() is True
            assert one.turn() or one.reader.place()["atEnd"]
    except BaseException:
        attacked.close(careful=False)
        raise


@pytest.mark.parametrize("attacked, name", CONTROLS, indirect=["attacked"])
def test_what_nobody_prevents_succeeds(request, attacked, remote, name):
    if request.config.getoption("engine") not in ATTEMPTS[name].engines:
        pytest.skip("this engine does not do what it asks for")
    remote.take()
    one = attacked()
    try:
        one.provoke(name)
        until(one.page, lambda: any(f"/{name}/" in heard for heard in remote.take()) or one.hacked() or one.events or one.stored())
    finally:
        # Its marks remain in the window.
        attacked.close(careful=False)


def test_no_note_of_another_book_is_read_in_the_reader(browser, remote, tmp_path):
    """All notes are in one store."""
    (tmp_path / "books").mkdir()
    pack_sample(tmp_path / "books")
    hostile_books.attempts(tmp_path / "books" / "hostile.epub", ("takes-notes",), remote.url)
    with Running(tmp_path / "books", tmp_path / "data") as running:
        private, hostile = running.book("Read Aloud"), running.book("script")
        place = running.post(f"books/{private}/search", {"query": "Ishmael"})[1]["matches"][0]
        assert running.post(f"books/{private}/notes", {"locator": place, "text": "secret"})[0] == 200
        remote.take()
        page = browser.new_context(viewport={"width": 800, "height": 600}).new_page()
        page.add_init_script(IDLE)
        try:
            page.goto(f"{running.url}read?book={hostile}")
            def wait_for(href):
                until(page, lambda: ((running.json(f"books/{hostile}").get("location") or {}).get("locator") or {}).get("href") == href)

            wait_for("EPUB/first.xhtml")
            running.post(f"books/{hostile}/go", {"target": {"href": "EPUB/takes-notes.xhtml"}})
            wait_for("EPUB/takes-notes.xhtml")
            page.evaluate("idle()")
            assert remote.take() == []
            assert [note["text"] for note in running.json(f"books/{private}/notes")["notes"]] == ["secret"]
        finally:
            page.close()


def test_the_remote_server_would_hear(remote):
    remote.take()
    urlopen(remote.url + "sheet.css").close()
    remote.datagrams.sendto(b"stun", remote.server_address)
    heard = []
    waiting.until(lambda: heard.extend(remote.take()) or "a datagram" in heard)
    assert heard == ["a connection", "/~remote/sheet.css", "a datagram"]
