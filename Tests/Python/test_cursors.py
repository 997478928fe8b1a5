# SPDX-License-Identifier: BSD-3-Clause
"""Cursors: forwards, backwards, at the ends, from inside themselves, and without their publication."""
import threading

import lectern
import pytest


def spots(page):
    return [(hit["href"], hit["locations"]["progression"]) for hit in page["locators"]]


@pytest.fixture
def cursor(sample):
    with sample.search("the") as cursor:
        yield cursor


def test_forwards_and_backwards(sample):
    with sample.search("the") as cursor:
        assert cursor.previous() is None, "there is nothing in front of the beginning"
        pages = list(cursor)
        assert len(pages) > 1
        assert cursor.next() is None and cursor.next() is None
        back = []
        while (page := cursor.previous()) is not None:
            back.append(page)
        assert back == pages[-2::-1]
        assert cursor.previous() is None
        assert cursor.next() == pages[1], "the first page was the last one given"


def test_the_end_is_a_status(sample):
    functions = lectern._library.library()
    from ctypes import byref, c_void_p

    with sample.search("zephyrine") as cursor:
        json, error = c_void_p(1), c_void_p(1)
        assert functions.lectern_cursor_next(cursor, byref(json), byref(error)) == 1
        assert json.value is None and error.value is None


def test_it_needs_no_publication(packed):
    with lectern.Publication.open(packed("sample")) as book:
        with book.search("the") as cursor:
            expected = list(cursor)
        cursor = book.search("the")
    with cursor:
        assert list(cursor) == expected


def test_closed_cursor(cursor):
    cursor.close()
    with pytest.raises(lectern.HandleError):
        cursor.next()


def test_progress_and_cancelling(packed):
    steps, stops = [], []

    def step(task, done, total):
        if task == "search":
            steps.append((done, total))
        return bool(stops)

    with lectern.Context(progress=step) as context:
        with lectern.Publication.open(packed("sample"), context=context) as book, book.search("the") as cursor:
            assert steps == [], "nothing is read before somebody asks"
            first = cursor.next()
            assert 0 < len(steps) < steps[0][1], "nor behind the page that is wanted"
            stops.append(True)
            with pytest.raises(lectern.CancelledError):
                cursor.next()
            stops.clear()
            second = cursor.next()
            assert second not in (None, first), "the same page is tried again"
            list(cursor)
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert all(done < total for done, total in steps)


def test_from_inside_of_itself(packed):
    seen = []

    def step(task, done, total):
        if task == "search" and not seen:
            with pytest.raises(lectern.BusyError):
                cursor.next()
            seen.append(task)

    with lectern.Context(progress=step) as context, lectern.Publication.open(packed("sample"), context=context) as book:
        with book.search("the") as cursor:
            assert cursor.next() is not None
    assert seen


def test_threads_share_the_pages(sample):
    with sample.search("e") as cursor:
        expected = [spots(page) for page in cursor]
    found, lock = [], threading.Lock()

    def work():
        for page in cursor:
            with lock:
                found.append(spots(page))

    with sample.search("e") as cursor:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(found) == sorted(expected)
