# SPDX-License-Identifier: BSD-3-Clause
"""Ending long calls: Ctrl-C and other signals, tokens, times; with asyncio and threads."""
import asyncio
import gc
import signal
import sys
import threading
import time

import pytest

import lectern
from lectern import _handles
from lectern._library import library
from Soak.interrupts import CALLS, MOST, Slowly, seconds_to_interrupt
from support.slow_books import make_epub, make_html
from support.tiny_books import epub

TRIES = 2


@pytest.fixture(scope="module")
def slow(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slow")
    make_epub(folder / "long.epub")
    make_html(folder / "long.html")
    return {"epub": folder / "long.epub", "html": folder / "long.html"}


@pytest.fixture
def book(slow):
    with lectern.open(slow["epub"]) as book:
        yield book


# ------------------------------------------------------------------------------------------------------------ Signals

@pytest.mark.parametrize("progress", [None, lambda *_: None], ids=["alone", "progress"])
@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_ends_a_call(slow, name, progress):
    kind, call = CALLS[name]
    times = [seconds_to_interrupt(call, slow[kind], progress, 0.02 + 0.05 * number) for number in range(TRIES)]
    # A machine with other work may be slow once, but not each time.
    assert None not in times and min(times) <= MOST, times


def test_ctrl_c_is_not_reported_as_ignored(slow, monkeypatch):
    ignored = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)
    assert seconds_to_interrupt(lambda book: book.statistics(), slow["epub"], None, 0.05) is not None
    assert not ignored and sys.unraisablehook == ignored.append


class Late(Exception):
    pass


def test_what_a_handler_raises_is_raised_unchanged(book):
    def late(*_):
        raise Late

    before = signal.signal(signal.SIGALRM, late)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(Late) as raised:
            book.statistics()
        assert raised.value.__cause__ is None
    finally:
        signal.signal(signal.SIGALRM, before)
    assert book.positions


def test_a_handler_that_raises_nothing_changes_nothing(book):
    seen = []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(time.monotonic()))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
        assert book.text(book.reading_order[0]["href"]).startswith("Chapter 0")
        assert book.pages["pages"] == []
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert seen


def test_an_interrupt_frees_what_the_call_made():
    before = lectern.live_handles()
    data = epub()

    def stop(entry, *_):
        raise KeyboardInterrupt

    for _ in range(3):
        with lectern.Context(progress=stop) as context, pytest.raises(KeyboardInterrupt):
            lectern.Publication.open_bytes(data, context=context)
    assert lectern.live_handles() == before


class Interrupting:
    """The library, with a function that is interrupted once, before or after its work."""

    def __init__(self, name, is_done):
        self.name, self.is_done, self.wanted = name, is_done, True

    def __getattr__(self, name):
        function = getattr(library(), name)
        return (lambda number: self.run(function, number)) if name == self.name else function

    def run(self, function, number):
        if self.is_done or not self.wanted:
            function(number)
        if self.wanted:
            self.wanted = False
            raise KeyboardInterrupt


@pytest.mark.parametrize("is_done", [False, True])
def test_an_interrupt_of_a_finalizer_is_raised_by_close_or_the_next_call(slow, monkeypatch, is_done):
    books = [lectern.open(slow["epub"]) for _ in range(3)]
    interrupting = Interrupting("lectern_publication_free", is_done)
    monkeypatch.setattr(_handles, "library", lambda: interrupting)
    with pytest.raises(KeyboardInterrupt):
        books.pop().close()
    interrupting.wanted = True
    books.pop()
    gc.collect()
    with pytest.raises(KeyboardInterrupt):
        assert books[0].positions
    assert books[0].positions, "raised once"
    books.clear()
    gc.collect()
    assert not lectern.live_handles()


def test_an_interrupt_in_a_service_ends_the_call(slow):
    class Interrupting(lectern.Service):
        name = "org.example.interrupting"

        def get(self, href):
            if href.endswith("/c5.xhtml"):
                raise KeyboardInterrupt
            return None

    seen = []
    with lectern.Context(progress=lambda task, done, _: seen.append(done)) as context:
        context.add_service(Interrupting)
        with lectern.open(slow["epub"], context=context) as book:
            # Without an interrupt, statistics go on after a resource that cannot be read.
            with pytest.raises(KeyboardInterrupt):
                book.statistics()
            assert max(seen) <= 6
            with pytest.raises(KeyboardInterrupt):
                book.get("OEBPS/c5.xhtml")


# ------------------------------------------------------------------------------------------------------------- Tokens

def test_a_time(book):
    started = time.monotonic()
    with lectern.CancelToken(timeout=0.05) as token, pytest.raises(lectern.CancelledError) as raised:
        book.statistics()
    assert isinstance(raised.value.__cause__, TimeoutError) and token.cancelled
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("call", [
    lambda book, **most: book.statistics(**most),
    lambda book, **most: book.locate({"text": {"highlight": "no such words anywhere"}}, **most)])
def test_a_time_for_one_call(book, call):
    with pytest.raises(lectern.CancelledError) as raised:
        call(book, timeout=0)
    assert isinstance(raised.value.__cause__, TimeoutError)
    assert book.locate({"position": 1}, timeout=60), "the next call has its own time"


def test_a_token_of_another_thread(book):
    with lectern.CancelToken() as token, pytest.raises(lectern.CancelledError) as raised:
        threading.Timer(0.05, token.cancel).start()
        book.statistics()
    assert raised.value.__cause__ is None and token.cancelled


def test_a_token_is_for_its_block_and_its_thread(book):
    others = []
    with lectern.CancelToken() as token:
        assert not token.cancelled
        token.cancel()
        thread = threading.Thread(target=lambda: others.append(book.text("OEBPS/c1.xhtml")))
        thread.start()
        thread.join()
        with pytest.raises(lectern.CancelledError):
            book.pages
    assert others and book.text("OEBPS/c2.xhtml")


def test_tokens_are_nested(book):
    with lectern.CancelToken() as outer, lectern.CancelToken() as inner:
        outer.cancel()
        assert not inner.cancelled
        with pytest.raises(lectern.CancelledError):
            book.pages


def test_a_token_and_a_progress_callback(slow):
    tasks = []
    with lectern.Context(progress=lambda *step: tasks.append(step) and False) as context:
        with lectern.open(slow["epub"], context=context) as book:
            with lectern.CancelToken(timeout=0.1), pytest.raises(lectern.CancelledError):
                book.statistics()
            assert "statistics" in {task for task, *_ in tasks}
            # Removing the callback leaves the tokens.
            context.set_progress(None)
            with lectern.CancelToken(timeout=0), pytest.raises(lectern.CancelledError):
                book.statistics()


def test_a_token_while_opening(slow):
    with open(slow["epub"], "rb") as file, lectern.CancelToken(timeout=0), pytest.raises(lectern.CancelledError):
        lectern.Publication.open_stream(file)


# ------------------------------------------------------------------------------------------------------------ asyncio

def test_a_task_that_is_cancelled_ends_its_thread(book):
    ended = threading.Event()

    def work():
        try:
            return book.statistics()
        finally:
            ended.set()

    async def main():
        async def task():
            with lectern.CancelToken():
                return await asyncio.to_thread(work)

        running = asyncio.create_task(task())
        await asyncio.sleep(0.05)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    started = time.monotonic()
    asyncio.run(main())
    assert ended.wait(5) and time.monotonic() - started < 5


def test_tasks_have_tokens_of_their_own(book):
    async def main():
        async def task(seconds):
            with lectern.CancelToken(timeout=seconds):
                return await asyncio.to_thread(book.text, "OEBPS/c1.xhtml")

        stopped, done = await asyncio.gather(task(0), task(60), return_exceptions=True)
        # A text is short: it may have been complete before anything asked.
        assert isinstance(stopped, (str, lectern.CancelledError)) and done.startswith("Chapter 1")

    asyncio.run(main())


def test_a_slow_source_is_interrupted(slow):
    with pytest.raises(lectern.CancelledError), lectern.CancelToken(timeout=0.05):
        while True:
            lectern.Publication.open_stream(Slowly(slow["epub"])).close()
