# SPDX-License-Identifier: BSD-3-Clause
"""The server of the reader, without a browser: access, storage, statistics."""
import json
import threading

import pytest

import lectern
from reader.files import JSONFile, write_atomically
from reader.progress import Pace, Progress
from support.waiting import until

from .reader_server import Running, pack_sample


@pytest.fixture(scope="module")
def running(shelf_folder, tmp_path_factory):
    with Running(shelf_folder, tmp_path_factory.mktemp("data")) as one:
        yield one


# ------------------------------------------------------------------------------------------------------ Who may ask

def test_it_listens_on_loopback_only(running):
    assert running.server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost", "127.0.0.1:1", "127.0.0.1.evil.example:80", None])
def test_another_host_is_refused(running, host):
    """DNS rebinding: a foreign host name that resolves to this address."""
    status, _, body = running.ask("GET", f"/{running.token}/", headers={"Host": host})
    assert status in (400, 403) and b"<html" not in body


@pytest.mark.parametrize("path", ["/", "/x/", "/favicon.ico", "/{token}x/", "/{short}/", "/%2e%2e/{token}/", "/%C3%BC/"])
def test_without_the_token_there_is_nothing(running, path):
    path = path.format(token=running.token, short=running.token[:-1])
    status, _, body = running.ask("GET", path)
    assert status == 404 and len(body) < 100


@pytest.mark.parametrize("name", [
    "../server.py", "..%2fserver.py", "%2e%2e/server.py", "i18n/../../server.py", "/etc/passwd", "..\\server.py", "book.html%00.js",
    "", "i18n", "I18N/en.json"])
def test_no_path_leads_out_of_the_folder(running, name):
    status, _, body = running.get(f"ui/{name}")
    assert status == 404 and b"import" not in body


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_only_get_and_post(running, method):
    status, headers, _ = running.ask(method, f"/{running.token}/api/shelf", b"")
    assert status == 405 and headers["Allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize("headers, status", [
    ({"Origin": "https://evil.example", "Content-Type": "application/json"}, 403),
    ({"Origin": "null", "Content-Type": "application/json"}, 403),
    ({"Sec-Fetch-Site": "cross-site", "Content-Type": "application/json"}, 403),
    ({"Content-Type": "text/plain"}, 415), ({}, 415),
    ({"Content-Type": "application/json", "Content-Length": None, "Transfer-Encoding": "chunked"}, 411),
    ({"Content-Type": "application/json", "Content-Length": "99999999"}, 413),
    ({"Content-Type": "application/json", "Content-Length": "-1"}, 411),
])
def test_forged_and_oversized_posts(running, headers, status):
    theme = running.json("shelf")["reader"]["theme"]
    assert running.ask("POST", f"/{running.token}/api/reader", b'{"theme": "dark"}', headers)[0] == status
    assert running.json("shelf")["reader"]["theme"] == theme


@pytest.mark.parametrize("body", [b"", b"[]", b"1", b"{", b'{"theme": "<b>"}', b'{"other": 1}', b"\xff", b'{"theme": {"a": []}}', b"[" * 100000])
def test_what_is_not_understood_is_refused(running, body):
    status, _, answer = running.ask("POST", f"/{running.token}/api/reader", body, {"Content-Type": "application/json"})
    assert status == (200 if body == b"" else 400) and json.loads(answer) is not None


def test_answers_say_what_a_browser_may_do(running):
    for path in ("", "read"):
        _, headers, body = running.get(path)
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and f"script-src {running.url}ui/;" in policy and "unsafe" not in policy
        assert headers["Referrer-Policy"] == "no-referrer" and headers["X-Content-Type-Options"] == "nosniff"
        assert b"style=" not in body and b"onclick" not in body and body.count(b"<script") == 1
    id = running.book("Read Aloud")
    _, headers, _ = running.get(f"api/books/{id}/cover?width=100")
    assert "sandbox" in headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["api", "api/", "api/books", "api/books/", "api/books/none", "api/books/none/settings", "api/none", "book", "book/none/x",
                                  "api/books/{id}/none", "api/books/{id}/cover?width=99999", "api/books/{id}/cover?width=x", "api/books/{id}/search"])
def test_addresses_that_are_not_there(running, path):
    assert running.get(path.format(id=running.book("Read Aloud")))[0] in (400, 404)


def test_a_get_changes_nothing(running):
    id = running.book("Read Aloud")
    for path in ("quit", f"books/{id}/notes/remove", "reader"):
        assert running.get(f"api/{path}")[0] in (400, 404)
    assert not running.server.ended.is_set()


def test_quit_ends_it(fresh):
    running = fresh()
    assert running.post("quit")[0] == 200 and running.server.ended.wait(2)


def test_it_ends_when_nothing_is_asked(fresh):
    running = fresh()
    running.server.used -= 60
    running.json("shelf")
    asked = threading.Thread(target=running.server.wait, args=(60,), daemon=True)
    asked.start()
    asked.join(2)
    assert asked.is_alive()
    running.server.used -= 60
    asked.join(5)
    assert not asked.is_alive() and not running.server.ended.is_set()


# -------------------------------------------------------------------------------------------------------- The shelf

def test_the_books_of_a_folder(running):
    running.json("shelf")  # rescans the folder unless it has just done so
    assert running.application.shelf.done.wait(20)
    shelf = running.json("shelf")
    assert shelf["complete"] and not shelf["single"] and len(shelf["books"]) == 2
    sample = next(book for book in shelf["books"] if book["title"] == "Read Aloud")
    assert sample["authors"][0] == "Herman Melville" and sample["sortAuthor"] == "Melville, Herman" and sample["hasCover"]
    status, headers, image = running.get(f"api/books/{sample['id']}/cover?width=200")
    assert status == 200 and headers["Content-Type"] == "image/svg+xml" and b"<svg" in image
    other = next(book for book in shelf["books"] if book is not sample)
    assert not other["hasCover"] and other["direction"] == "rtl"
    assert running.get(f"api/books/{other['id']}/cover?width=200")[0] == 404


def test_one_book_is_a_shelf_of_one(tmp_path):
    with Running(pack_sample(tmp_path), tmp_path / "data") as running:
        shelf = running.json("shelf")
        assert shelf["single"] and [book["title"] for book in shelf["books"]] == ["Read Aloud"]


# ----------------------------------------------------------------------------------------------------- Storage

def test_preferences_and_language_are_there_the_next_day(fresh):
    running = fresh()
    id = running.book("Read Aloud")
    running.post(f"books/{id}/settings", {"edits": [{"edit": "set", "key": "fontSize", "value": 1.4}, {"edit": "set", "key": "language", "value": "fr"}]})
    running.post("reader", {"language": "de", "theme": "sepia"})
    running = fresh()
    assert running.json("shelf")["reader"]["language"] == "de"
    settings = running.json(f"books/{id}")["settings"]["settings"]
    with running.application.reading(id).navigator.get("~lectern/state.json") as response:
        assert json.loads(response.body.read())["options"]["theme"] == "sepia"
    assert settings["fontSize"]["preference"] == 1.4 and settings["fontSize"]["label"] == "Schriftgröße"
    assert settings["language"]["preference"] == "fr"
    # Settings of a book only apply to that book; the others apply to all books.
    second = next(book["id"] for book in running.json("shelf")["books"] if book["id"] != id)
    other = running.json(f"books/{second}")
    assert other["settings"]["settings"]["fontSize"]["preference"] == 1.4
    assert other["settings"]["settings"]["language"]["preference"] is None


def test_vertical_text_has_pages(fresh):
    running = fresh()
    for book in running.json("shelf")["books"]:
        scroll = running.json(f"books/{book['id']}")["settings"]["settings"]["scroll"]
        assert scroll["isActive"] and scroll["effectiveValue"] is False, book["title"]


def test_preferences_for_one_book_only(fresh):
    running = fresh()
    id = running.book("Read Aloud")
    other = next(book["id"] for book in running.json("shelf")["books"] if book["id"] != id)
    edits = [{"edit": "set", "key": "fontSize", "value": 2}]
    assert running.post(f"books/{id}/settings", {"own": True, "edits": edits})[1]["settings"]["own"]
    assert running.json(f"books/{other}")["settings"]["settings"]["fontSize"]["preference"] is None
    assert fresh().json(f"books/{id}/settings")["settings"]["fontSize"]["preference"] == 2


def test_a_damaged_file_is_put_aside(tmp_path):
    path = tmp_path / "a.json"
    path.write_text("{")
    file = JSONFile(path, {"n": 1})
    assert file.value == {"n": 1} and path.with_suffix(".damaged").exists()
    file.update(n=2)
    file.save()
    assert JSONFile(path, {"n": 1}).value == {"n": 2} and [one.name for one in tmp_path.iterdir() if ".new" in one.name] == []


def test_a_file_is_whole_while_it_is_written(tmp_path):
    path, ended = tmp_path / "a.json", threading.Event()

    def write():
        for number in range(60):
            write_atomically(path, json.dumps({"numbers": [number] * 5000}).encode())
        ended.set()
    thread = threading.Thread(target=write)
    thread.start()
    reads = 0
    while not ended.is_set():
        if path.exists():
            numbers = json.loads(path.read_bytes())["numbers"]
            assert len(set(numbers)) == 1
            reads += 1
    thread.join()
    assert reads


# ---------------------------------------------------------------------------------------------------------- Search

def test_search_has_context_and_draws(running):
    id = running.book("Read Aloud")
    status, found = running.post(f"books/{id}/search", {"query": "the"})
    assert status == 200 and found["first"] == 0 and len(found["matches"]) >= 60 and not found["complete"]
    more = running.post(f"books/{id}/search/more")[1]
    assert more["first"] == len(found["matches"])
    first = found["matches"][0]
    assert first["title"] and first["text"]["highlight"].lower() == "the"
    navigator = running.application.reading(id).navigator
    assert navigator.render_decorations(first["href"])["groups"]["search"]
    assert running.post(f"books/{id}/search/pick", {"number": 10 ** 9})[0] == 400
    running.post(f"books/{id}/search/end")
    assert not navigator.decorations("search")


def test_a_word_of_letters_that_mean_something_elsewhere(running):
    id = running.book("Read Aloud")
    for query in ("<script>", "%", "\\", "\u202e", "*" * 2000):
        assert running.post(f"books/{id}/search", {"query": query}) == (200, {"first": 0, "matches": [], "complete": True})


# -------------------------------------------------------------------------------------------------- Chapters and time

@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    with lectern.Publication.open(pack_sample(tmp_path_factory.mktemp("book"))) as book:
        progress = Progress(book)
        assert progress.ready.wait(10)
        yield book, progress


def test_contents_with_places(running):
    contents = running.json(f"books/{running.book('Read Aloud')}/contents")
    starts = [one["at"] for one in contents["starts"]]
    assert starts == sorted(starts) and starts[0] == 0 and len(starts) >= 6
    assert all(chapter["position"] for chapter in contents["chapters"])


def test_what_is_said_of_the_book(running):
    groups = running.json(f"books/{running.book('Read Aloud')}/about")["accessibility"]["groups"]
    assert [one["title"] for one in groups][:2] == ["Ways of reading", "Conformance"]


def test_what_is_left_counts_down(counted):
    book, progress = counted
    told = [progress.describe(place, 250) for place in book.positions]
    assert [one["position"] for one in told] == list(range(1, len(told) + 1))
    for name in ("progress", "chapter"):
        values = [one[name] for one in told if one[name] is not None]
        assert values == sorted(values)
    minutes = [one["minutesLeft"] for one in told]
    assert minutes == sorted(minutes, reverse=True) and minutes[0] == pytest.approx(sum(progress.words) / 250)
    by_chapter = {}
    for one in told:
        by_chapter.setdefault(one["chapter"], []).append(one["pagesLeft"])
    assert len(by_chapter) >= 6
    for left in by_chapter.values():
        assert left == sorted(left, reverse=True)
    assert sum(left[-1] <= 1 for left in by_chapter.values()) >= 6


def test_the_last_page_of_a_chapter_and_of_the_book(counted):
    book, progress = counted
    last = {**book.positions[-1], "locations": {**book.positions[-1]["locations"], "progression": 1.0, "totalProgression": 1.0}}
    assert progress.describe(last, 250)["pagesLeft"] == 0
    assert progress.describe(None, 250) is None and progress.describe({"href": "none", "type": "x"}, 250) is None


def test_the_pace_is_learnt_from_pages_that_were_read(counted):
    class Reader:
        value = {"speed": 250, "turns": 0}

        def update(self, **members):
            self.value.update(members)
    _, progress = counted
    pace, key, now = Pace(Reader()), 1.0, 0.0
    pace.turned(progress, key, now)
    for _ in range(12):
        key, now = key + 0.05, now + 60 * progress.words_between(key, key + 0.05) / 400
        pace.turned(progress, key, now)
    assert 320 < pace.speed <= 400
    before = pace.speed
    pace.turned(progress, key + 0.3, now + 0.1)  # leafing
    pace.turned(progress, key, now + 30)  # back
    pace.turned(progress, key + 0.05, now + 9999)  # a meal
    assert pace.speed == before


# ------------------------------------------------------------------------------------------------------------ Events

def test_events_reach_those_who_listen(running):
    id = running.book("Read Aloud")
    reading = running.application.reading(id)
    heard, listening = [], threading.Event()

    def listen():
        for data in reading.reader.listen():
            listening.set()
            heard.append(data.decode())
            if "event: settings" in heard[-1]:
                return
    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    assert listening.wait(2)
    running.post(f"books/{id}/settings", {"edits": [{"edit": "set", "key": "theme", "value": "dark"}]})
    thread.join(5)
    assert any(one.startswith("event: settings\ndata: {") and one.endswith("\n\n") and one.count("\n") == 3 for one in heard)
    until(lambda: not reading.reader.queues)
