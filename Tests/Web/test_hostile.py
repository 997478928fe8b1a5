# SPDX-License-Identifier: BSD-3-Clause
"""Books that attack the page that shows them: nothing leaves the book, and it can still be read."""
import time
from urllib.request import urlopen

import hostile_books
import pytest
from attacked import Attacked, Remote
from hostile_books import SUBJECTS

#: Frames without scripts, and frames as WebKit needs them, in which only the policy of the documents forbids scripts.
CASES = [pytest.param((kind, subject), name, id=f"{kind}-{name}",
                      marks=[pytest.mark.quick] * (position == 0 and kind == "sealed"))
         for kind in ("sealed", "policy") for subject, names in SUBJECTS.items() for position, name in enumerate(names)]
#: What nothing but the policy and the sandbox stops.
STOPPED = """opens-windows redefines-prototypes frame-elsewhere dialogs images media style-sheets images-of-style-sheets takes-the-focus
import-map service-worker worker storage network attributes vectors animation-events""".split()


@pytest.fixture(scope="module")
def remote():
    server = Remote()
    yield server
    server.close()


@pytest.fixture(scope="module")
def attacked(request, browser, remote, tmp_path_factory):
    """One book for all attempts of a subject."""
    kind, subject = request.param
    remote.take()
    path = hostile_books.make(subject, tmp_path_factory.mktemp(subject), remote.url)
    opened = Attacked(browser, path, kind)
    yield opened
    opened.close()


@pytest.mark.parametrize("attacked, name", CASES, indirect=["attacked"])
def test_an_attempt_fails_and_the_book_is_read(attacked, remote, name):
    attacked.show(name)
    assert attacked.readable() is True
    attacked.provoke(name)
    attacked.page.wait_for_timeout(100)
    attacked.show(name)
    assert attacked.readable() is True
    turned = attacked.turn()
    assert turned or attacked.reader.place()["atEnd"]
    assert remote.take() == []
    assert attacked.hacked() == []
    assert attacked.events == []
    assert attacked.stays()
    assert attacked.forged() == []
    assert attacked.stored() == []


@pytest.mark.parametrize("name", STOPPED)
def test_without_policy_and_sandbox_the_attempt_succeeds(browser, remote, tmp_path, name):
    remote.take()
    opened = Attacked(browser, hostile_books.attempts(tmp_path / "open.epub", (name,), remote.url), "open")
    try:
        opened.provoke(name)
        opened.page.wait_for_timeout(200)
        assert remote.take() or opened.hacked() or opened.events or opened.stored()
    finally:
        opened.reader.close()


def test_the_remote_server_would_hear(remote):
    remote.take()
    urlopen(remote.url + "sheet.css").close()
    remote.datagrams.sendto(b"stun", remote.server_address)
    time.sleep(0.05)
    assert remote.take() == ["a connection", "/~remote/sheet.css", "a datagram"]
