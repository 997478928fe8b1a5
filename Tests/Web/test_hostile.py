# SPDX-License-Identifier: BSD-3-Clause
"""Books that attack the page that shows them: no data leaves the book, and it remains readable."""
from urllib.request import urlopen

import pytest

from support import waiting

from . import hostile_books
from .hostile_books import ATTEMPTS
from .reader_server import Running, pack_sample
from .reading import IDLE, until

#: Hosts that pass on complete answers, with the frames of the engine; and hosts that only pass on bytes and media
#: types, with frames as WebKit needs them, in which only the documents themselves disable scripts.
KINDS = ("sealed", "bare")
#: Attempts that only the sandbox of the frame stops.
OPEN = ("opens-windows", "dialogs")


@pytest.mark.parametrize("kind, name", [pytest.param(kind, name, id=f"{kind}-{name}") for kind in KINDS for name in ATTEMPTS])
def test_an_attempt_fails_and_the_book_is_read(request, attack, kind, name):
    one = attack(name, kind)
    one.provoke(name)
    one.finish()
    one.show(name)
    found = {"hacked": one.hacked(), "events": one.events, "moved": not one.stays(), "forged": one.forged(), "stored": one.stored(),
             "errors": one.reader.errors}
    if ATTEMPTS[name].shown:
        assert one.readable() is True
        assert one.turn() or one.reader.place()["atEnd"]
    found["heard"] = one.heard(request.config.getoption("engine") in ATTEMPTS[name].left)
    assert {key: value for key, value in found.items() if value} == {}


@pytest.mark.parametrize("name", [name for name, attempt in ATTEMPTS.items() if attempt.engines])
def test_what_nobody_prevents_succeeds(request, attack, remote, name):
    if request.config.getoption("engine") not in ATTEMPTS[name].engines:
        pytest.skip("this engine does not do what it asks for")
    one = attack(name, "open" if name in OPEN else "careless")

    def happens():
        return any(f"/{name}/" in heard for heard in remote.take()) or one.events or one.hacked() or one.stored()
    try:
        one.provoke(name)
    except Exception:  # what has happened may have broken the page
        if not happens():
            raise
    else:
        until(one.page, happens)


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
