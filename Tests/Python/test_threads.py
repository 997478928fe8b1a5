# SPDX-License-Identifier: BSD-3-Clause
"""The same handles from several threads."""

import io
import threading
from concurrent.futures import ThreadPoolExecutor

import lectern

THREADS = 8


def in_threads(work):
    """Calls work(number) from all threads at the same moment; returns what they return."""
    start = threading.Barrier(THREADS)

    def run(number):
        start.wait(timeout=30)
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def test_one_publication(sample):
    hrefs = [link["href"] for link in sample.manifest["readingOrder"]]

    def read_everything(number):
        contents = []
        for href in hrefs:
            with sample.get(href) as resource:
                contents.append(resource.read())
        return contents, sample.manifest, sample.positions

    results = in_threads(read_everything)
    assert all(result == results[0] for result in results)


def test_one_stream(packed):
    file = io.BytesIO(packed("sample").read_bytes())
    with lectern.Publication.open_stream(file) as book:
        href = "EPUB/text/raven.xhtml"

        def read(number):
            with book.get(href) as resource:
                return [resource.read(offset, 1000) for offset in range(0, resource.size, 1000)]

        results = in_threads(read)
    assert all(result == results[0] for result in results)
    assert b"Nevermore" in b"".join(results[0])


def test_many_publications(packed):
    path = packed("sample")

    def open_often(number):
        for _ in range(20):
            with lectern.Publication.open(path) as book:
                title = book.manifest["metadata"]["title"]
        return title

    assert in_threads(open_often) == ["Read Aloud"] * THREADS


def test_one_navigator(navigator):
    sizes = []
    navigator.observe("settings", lambda topic, event: sizes.append(event["settings"]["fontSize"]["value"]))

    def submit(number):
        for _ in range(20):
            navigator.submit_preferences({"fontSize": 1 + number / 10})
            navigator.apply_decorations(f"group {number}", [])
            assert navigator.settings["settings"]["fontSize"]["value"] >= 1

    in_threads(submit)
    assert sizes[-1] == navigator.settings["settings"]["fontSize"]["value"]


def test_one_draft():
    with lectern.Preferences() as draft:
        in_threads(lambda number: draft.increment("fontSize"))
        assert draft.json == {"fontSize": 1.8}


def test_listening_and_leaving(navigator):
    def listen(number):
        for _ in range(20):
            with navigator.observe("preferences", lambda topic, event: None):
                navigator.submit_preferences({"fontSize": 1 + number / 10})

    in_threads(listen)


def test_closing_while_others_read(packed):
    book = lectern.Publication.open(packed("sample"))

    def read_or_close(number):
        if number == 0:
            return book.close()
        try:
            return book.manifest["metadata"]["title"]
        except lectern.HandleError:
            return None

    assert set(in_threads(read_or_close)) <= {"Read Aloud", None}


def test_one_draft_closed_by_all():
    draft = lectern.Preferences()
    in_threads(lambda number: draft.close())
    assert draft.closed
