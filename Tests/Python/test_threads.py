# SPDX-License-Identifier: BSD-3-Clause
"""Handles shared by several threads."""

import io
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import lectern

THREADS = 8


def in_threads(work):
    """Calls work(number) from all threads at the same time; returns the results."""
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


def test_one_draft_edited_and_submitted_by_all(navigator):
    """If several threads edit and submit one draft, the last submission has all edits."""
    keys = ["theme", "fontSize", "pageMargins", "scroll", "fontFamily", "language", "textNormalization", "columnCount"]
    values = ["dark", 2.0, 0.7, True, "Literata", "fr", True, "2"]
    with navigator.edit_preferences() as draft:

        def edit(number):
            for _ in range(20):
                draft.clear(keys[number]).set(keys[number], values[number], activate=False).submit()

        in_threads(edit)
        assert draft.json == dict(zip(keys, values))
        with navigator.edit_preferences() as submitted:
            assert submitted.json == draft.json


def test_the_present_value_comes_first(sample):
    """Even while others submit, no listener receives an older value after a newer one."""
    numbers = itertools.count(1)
    lock = threading.Lock()
    told = []

    def submit_and_listen(number):
        for _ in range(20):
            heard = []
            submit_next()
            with navigator.observe("preferences", lambda topic, event: heard.append(event["acme:number"])):
                assert heard, "observe() returned before the present value came"
                submit_next()
            told.append(heard)

    def submit_next():
        # The thread that takes the next number submits it before another is taken.
        with lock:
            navigator.submit_preferences({"acme:number": next(numbers)})

    with lectern.Navigator(sample, {"settings": [{"key": "acme:number", "type": "value"}]}) as navigator:
        in_threads(submit_and_listen)
    assert len(told) == THREADS * 20
    for heard in told:
        assert heard == sorted(set(heard))


def test_observing_while_a_listener_waits(navigator):
    """The delivering thread may wait for a thread that starts observing: no thread waits for a listener of another."""
    heard = []

    def listen():
        navigator.observe("settings", lambda topic, event: heard.append(event["settings"]["fontSize"]["value"]))

    def wait(topic, event):
        if event:
            thread = threading.Thread(target=listen)
            thread.start()
            thread.join(timeout=60)
            assert heard == [2], "the other thread was kept waiting"

    navigator.observe("preferences", wait)
    navigator.submit_preferences({"fontSize": 2})
    assert heard == [2]


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
