#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures how long Ctrl-C takes to end a call: python -m Soak.interrupts [TRIES]

Each call would take seconds.  Another thread sends SIGINT while it runs, and the time is that from the signal to
KeyboardInterrupt in the program: at most 200 ms, with a progress callback and without.
"""
import os
import random
import signal
import sys
import tempfile
import threading
import time
import warnings
from pathlib import Path

import lectern
from support.slow_books import make_epub, make_html

#: The longest time from the signal to the exception, in seconds.
MOST = 0.2


class Slowly:
    """A file whose bytes come slowly, such as one in a network."""

    def __init__(self, path):
        self.file = open(path, "rb")

    def seek(self, *place):
        return self.file.seek(*place)

    def tell(self):
        return self.file.tell()

    def read(self, count):
        time.sleep(0.02)
        return self.file.read(min(count, 512))


def found(book):
    return [match for word in range(100) for match in book.search(f"notThere{word}", {"caseSensitive": True})]


def packaged(book):
    with tempfile.TemporaryDirectory() as folder:
        lectern.packaging.write(book, Path(folder) / "copy.webpub")


def opened(book):
    for _ in range(100):
        lectern.open(book.path, context=book.context).close()


#: What a program waits for, each with a book that makes it long.
CALLS = {
    "statistics": ("epub", lambda book: book.statistics()),
    "search": ("epub", found),
    "content": ("epub", lambda book: list(book.elements())),
    "sentences": ("epub", lambda book: list(book.elements(tokens={"unit": "sentence"}))),
    "pages": ("epub", lambda book: book.pages),
    "locate": ("epub", lambda book: book.locate({"text": {"highlight": "a text which is in no chapter " * 3}})),
    "positions": ("html", lambda book: [book.positions for _ in range(100)]),
    "texts": ("epub", lambda book: [book.text(link["href"]) for link in book.reading_order]),
    "open": ("html", opened),
    "stream": ("epub", lambda book: lectern.Publication.open_stream(Slowly(book.path), context=book.context)),
    "document": ("html", lambda book: [book.get(book.reading_order[0]["href"]).read() for _ in range(1000)]),
    "package": ("epub", packaged),
}


def books(folder):
    """The books by name, as files in a folder."""
    made = {"epub": Path(folder) / "long.epub", "html": Path(folder) / "long.html"}
    for kind, make in (("epub", make_epub), ("html", make_html)):
        if not made[kind].exists():
            make(made[kind])
    return made


def seconds_to_interrupt(call, path, progress, delay):
    """The time from a signal, which comes after the delay, to the exception; None if the call ended before."""
    with lectern.Context(progress=progress) as context, lectern.open(path, context=context) as book:
        book.path, book.context = path, context
        sent = []

        def send():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(delay, send)
        try:
            timer.start()
            call(book)
        except KeyboardInterrupt:
            return time.monotonic() - sent[0]
        finally:
            ignored = signal.signal(signal.SIGINT, signal.SIG_IGN)
            timer.cancel()
            timer.join()
            signal.signal(signal.SIGINT, ignored)
    return None


def main():
    tries = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    chance, slow = random.Random(tries), 0
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        files = books(folder)
        for name, (kind, call) in CALLS.items():
            for progress in (None, lambda *_: None):
                times = [seconds_to_interrupt(call, files[kind], progress, chance.uniform(0.01, 0.2))
                         for _ in range(tries)]
                known = [value for value in times if value is not None]
                slow += sum(value > MOST for value in known) + (len(known) < tries)
                print(f"{name:11} {'with   ' if progress else 'without'} a callback: {len(known)} of {tries}, "
                      f"{1000 * sum(known) / max(1, len(known)):.0f} ms, at most {1000 * max(known, default=0):.0f} ms",
                      flush=True)
    sys.exit(f"{slow} failures" if slow else 0)


if __name__ == "__main__":
    main()
