# SPDX-License-Identifier: BSD-3-Clause
"""What others must not learn or do: other users of the machine, other sites, and a script of a book."""
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from reader import api
from reader.server import BookHandler, WindowHandler
from support.waiting import until

from .reader_server import Running, pack_sample
from .reader_window import Window

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "FOO")


def parts(routes):
    return {part for _, part in routes}


#: All routes, from the tables of the reader itself: those that need the token, and those that need the secret of a
#: book.
WINDOW = [part for part in parts(WindowHandler.ROUTES) if part not in ("*", "ui", "api")] + ["ui/base.css", "ui/i18n/en.json", "api/quit"] + [
    f"api/{path}" for path in (*api.GET, *api.POST, "books/{id}", "books/{id}/cover", "books/{id}/edition")] + [
    f"api/books/{{id}}/{path}" for path in (*api.BOOK_GET, *api.BOOK_POST)]
BOOK = [f"{part}/{rest}" for part in parts(BookHandler.ROUTES) - {"*"} for rest in ("index.html", "answers.js", "send", "events", "state.json")] + [
    "EPUB/text/title.xhtml", ""]


@pytest.fixture(scope="module")
def running(shelf_folder, tmp_path_factory):
    with Running(shelf_folder, tmp_path_factory.mktemp("data")) as one:
        yield one


def asked(running, server, method, path, **headers):
    body = b"{}" if method == "POST" else None
    return running.ask(method, path, body, {"Content-Type": "application/json", "Host": server.host, **headers}, server=server)[0]


# ------------------------------------------------------------------------------------------------------- Who may ask

@pytest.mark.parametrize("method", METHODS)
def test_every_route_needs_the_secret(running, method):
    token, id = running.token, running.book("Read Aloud")
    other = next(book["id"] for book in running.json("shelf")["books"] if book["id"] != id)
    server, books = running.server, running.server.books
    secret = books.secret(id)
    wrong = {"", "x", token[:-1], token + "x", token.swapcase(), "x" * len(token), "%2e%2e", token.encode().hex(), secret}
    paths = [(server, f"/{given}/{path.format(id=id)}") for path in WINDOW for given in wrong]
    paths += [(server, f"/{path.format(id=id)}") for path in WINDOW]
    wrong = {"", "x", secret[:-1], secret.upper() + "x", token, books.secret(other), books.secret("")}
    paths += [(books, f"/{given}/{id}/{path}") for path in BOOK for given in wrong] + [(books, f"/{id}/{path}") for path in BOOK]
    statuses = {path: asked(running, one, method, path) for one, path in paths}
    assert set(statuses.values()) == {501 if method == "FOO" else 404}, statuses
    assert not server.ended.is_set()


@pytest.mark.parametrize("headers", [
    {"Host": "evil.example"}, {"Host": "localhost"}, {"Host": None}, {"Origin": "https://evil.example"}, {"Origin": "http://127.0.0.1"}])
def test_every_route_needs_the_address(running, headers):
    id, server = running.book("Read Aloud"), running.server
    paths = [(server, f"/{running.token}/{path.format(id=id)}") for path in WINDOW]
    paths += [(server.books, f"{urlsplit(server.books.address(id)).path}{path}") for path in BOOK]
    for method in ("GET", "POST", "PUT"):
        assert {asked(running, one, method, path, **headers) for one, path in paths} <= {400, 403}
    # The two servers have different origins.
    assert asked(running, server, "GET", f"/{running.token}/", Origin=server.books.origin) == 403
    assert asked(running, server.books, "POST", paths[-1][1], Origin=server.origin) == 403


def test_other_sites_may_only_open_the_window(running):
    """The file that opens the window counts as another site in the browser."""
    server, window, json = running.server, f"/{running.token}/", f"/{running.token}/api/shelf"
    foreign = {"Sec-Fetch-Site": "cross-site"}
    assert asked(running, server, "GET", window, **foreign, **{"Sec-Fetch-Dest": "document"}) == 200
    for destination in ("empty", "image", "script", "iframe", "object"):
        for path in (window, json):
            assert asked(running, server, "GET", path, **foreign, **{"Sec-Fetch-Dest": destination}) == 403
    assert asked(running, server, "POST", json, **foreign, **{"Sec-Fetch-Dest": "document", "Origin": "null"}) == 403


def test_no_document_of_a_book_is_the_top_document(running):
    books = running.server.books
    path = urlsplit(books.address(running.book("Read Aloud"))).path
    for one in BOOK:
        assert asked(running, books, "GET", path + one, **{"Sec-Fetch-Dest": "document"}) == 403
    assert asked(running, books, "GET", path + "EPUB/text/title.xhtml", **{"Sec-Fetch-Dest": "iframe"}) == 200
    # A sandboxed frame has an opaque origin, but may load the fonts of the book.
    opaque = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "font", "Origin": "null"}
    assert asked(running, books, "GET", path + "EPUB/text/title.xhtml", **opaque) == 200
    assert asked(running, books, "POST", path + "~lectern/send", **opaque) == 403


def test_only_the_window_may_frame_the_page(running):
    books = running.server.books
    path = urlsplit(books.address(running.book("Read Aloud"))).path
    _, headers, _ = running.ask("GET", f"{path}~lectern/index.html", headers={"Host": books.host}, server=books)
    assert f"frame-ancestors {running.server.origin}" in headers["Content-Security-Policy"].split("; ")


# ----------------------------------------------------------------------------------------------------- Private files

@pytest.fixture
def careless():
    """A process with a umask of 0."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_what_is_kept_is_private(careless, tmp_path):
    (tmp_path / "books").mkdir()
    pack_sample(tmp_path / "books")
    data = tmp_path / "data"
    data.mkdir(0o700)
    (data / "preferences.db").touch(0o644)  # as created by an earlier version
    with Running(tmp_path / "books", data / "new") as running, Running(tmp_path / "books", data) as older:
        for one in (running, older):
            id = one.book("Read Aloud")
            one.json(f"books/{id}")
            one.get(f"api/books/{id}/cover")
            one.post(f"books/{id}/go", {"target": {"position": 9}})
            one.post(f"books/{id}/notes", {"locator": {"href": "EPUB/text/title.xhtml", "type": "application/xhtml+xml"}, "text": "private"})
    found = {path: stat.S_IMODE(path.stat().st_mode) for path in data.rglob("*")}
    assert {path.name for path in found} >= {"preferences.db", "reader.json", "books", "cache"}
    for path, mode in found.items():
        assert mode == (0o700 if path.is_dir() else 0o600), path


def test_the_browser_is_given_a_file_and_not_the_address(tmp_path):
    """The arguments of a program are visible to every user: /proc/*/cmdline."""
    given = tmp_path / "given"
    browser = tmp_path / "browser"
    browser.write_text(f"""#!/bin/sh
path="${{1#file://}}"
{{ echo "$#"; echo "$1"; stat -c %a "$path" "${{path%/*}}"; cat "$path"; }} > {given}.new
mv {given}.new {given}
""")
    browser.chmod(0o755)
    environment = {**os.environ, "BROWSER": f"{browser} %s", "DISPLAY": ":0", "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", "import os; os.umask(0); from reader.__main__ import main; main()"]
    for ends in ("used", "ended"):
        process = subprocess.Popen([*command, pack_sample(tmp_path), "--data", tmp_path / "data"], env=environment, stdout=subprocess.PIPE, text=True)
        url = process.stdout.readline().split()[-1]
        try:
            until(given.exists)
            number, address, mode, folder, *page = given.read_text().splitlines()
            path = Path(urlsplit(address).path)
            assert (number, mode, folder) == ("1", "600", "700") and address.startswith("file:///")
            assert f"url={url}" in "".join(page) and 'content="no-referrer"' in "".join(page)
            assert urlsplit(url).path.strip("/") not in Path(f"/proc/{process.pid}/cmdline").read_text() + address
            assert path.exists()
            if ends == "used":
                with urlopen(url) as answer:
                    assert answer.status == 200 and answer.headers["Referrer-Policy"] == "no-referrer"
                until(lambda path=path: not path.exists())
        finally:
            process.terminate()
            process.wait(20)
            process.stdout.close()
        assert not path.parent.exists()
        given.unlink()


# --------------------------------------------------------------------------------------------------- A script of a book

#: Simulates a script of a book that has defeated all protections: it runs in the origin of the page and knows secret
#: addresses.
TAKEOVER = """async ([window_, other, note]) => {
  const done = {};
  const attempt = async (name, act) => { try { done[name] = await act() ?? "done"; } catch (error) { done[name] = error.name; } };
  await attempt("looks at the window", () => parent.document.title);
  await attempt("learns its address", () => parent.location.href);
  await attempt("asks who has opened the page", () => document.referrer || Promise.reject(new DOMException("", "SecurityError")));
  await attempt("reads all notes", async () => (await fetch(`${window_}api/notes/changes`)).text());
  await attempt("removes a note", async () => {
    await fetch(`${window_}api/books/${other}/notes/remove`, {method: "POST", headers: {"Content-Type": "application/json"}, body: note});
  });
  await attempt("removes a note without asking", async () => {
    await fetch(`${window_}api/books/${other}/notes/remove`, {method: "POST", mode: "no-cors", body: note});
  });
  await attempt("reads another book", async () => {
    const answer = await fetch(location.pathname.replace(/[0-9a-f]{20}\\/~lectern.*/, `${other}/~lectern/state.json`));
    if (!answer.ok) throw new DOMException("", "SecurityError");
  });
  await attempt("leaves the page", () => { top.location.href = "about:blank"; });
  await attempt("opens a window", () => window.open("about:blank") || Promise.reject(new DOMException("", "SecurityError")));
  return done;
}"""


def test_a_script_in_the_page_reaches_neither_the_window_nor_other_books(browser, running):
    id = running.book("Read Aloud")
    other = next(book["id"] for book in running.json("shelf")["books"] if book["id"] != id)
    locator = {"href": "one.xhtml", "type": "application/xhtml+xml"}
    note = running.post(f"books/{other}/notes", {"locator": locator, "text": "private"})[1]
    one = Window(browser, running)
    one.read("Read Aloud")
    done = one.inside(TAKEOVER, [running.url, other, json.dumps({"id": note["id"]})])
    assert len(done) == 9 and set(done.values()) == {"SecurityError", "TypeError"}, done
    assert [each["text"] for each in running.json(f"books/{other}/notes")["notes"]] == ["private"]
    assert one.page.url.startswith(running.url) and len(one.context.pages) == 1
    one.context.close()  # the browser reports what it has blocked
