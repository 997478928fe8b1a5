# SPDX-License-Identifier: BSD-3-Clause
"""A program that drops handles, closes them twice, in the wrong order, or never, neither crashes nor leaks.

Each program runs in a separate process, with warnings as errors, so that complaints of Python at exit are noticed.
"""
import subprocess
import sys

import pytest

HEAD = """
import contextlib, gc, json, sys, threading
import lectern
def handles():
    gc.collect()
    return lectern.live_handles()
def opened():
    return lectern.open("book.epub")
"""

PROGRAMS = {
    "thousands of books forgotten": """
        import os
        from pathlib import Path
        data = Path("book.epub").read_bytes()
        def memory():
            return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
        for number in range(int(os.environ.get("LECTERN_FORGOTTEN", 10_000))):
            book = lectern.open(data)
            if number % 100 == 0:
                lectern.Navigator(book).observe(None, lambda topic, event: None)
                book.search("whale").next()
            if number == 500:
                before = memory()
        book = None
        assert handles() == {}, lectern.live_handles()
        assert memory() - before < 30_000_000, memory() - before
        """,
    "circles are collected": """
        class Window:
            def __init__(self):
                self.book = opened()
                self.view = lectern.Navigator(self.book)
                self.view.observe(None, self.heard)
                self.draft = self.view.edit_preferences()
                self.draft.observe(None, self.heard)
            def heard(self, topic, event):
                self.last = event
        windows = [Window() for _ in range(50)]
        assert handles()["publication"] == 50
        windows.clear()
        assert handles() == {}, lectern.live_handles()
        """,
    "closed twice": """
        book = opened()
        view = lectern.Navigator(book)
        draft = view.edit_preferences()
        stop = view.observe(None, lambda topic, event: None)
        resource, cursor = book.cover(), book.search("whale")
        for one in (stop, draft, resource, cursor, view, book) * 3:
            one.close()
        assert handles() == {} and book.closed
        try:
            book.manifest
        except lectern.HandleError:
            print("refused")
        """,
    "the wrong order": """
        book = opened()
        view = lectern.Navigator(book)
        draft = view.edit_preferences()
        cursor, resource = book.search("whale"), book.get("EPUB/text/title.xhtml")
        book.close(); view.close()
        assert len(list(cursor)) == 1 and resource.size == 786 and draft.set("theme", "dark").json
        draft.close(); cursor.close(); resource.close()
        assert handles() == {}
        """,
    "nothing closed at exit": """
        book = opened()
        view = lectern.Navigator(book)
        view.observe(None, lambda topic, event: None)
        store = lectern.Store()
        store.observe(None, lambda scope, preferences: None)
        matches = book.matches("whale")
        print(next(matches))
        sys.circle = [book, view, store, matches]
        sys.circle.append(sys.circle)
        """,
    "a thread at exit": """
        book = opened()
        def work():
            with contextlib.suppress(lectern.HandleError):  # Open handles are freed at exit.
                while True:
                    book.word_count
        threading.Thread(target=work, daemon=True).start()
        book.word_count
        """,
    "a service that is open at exit": """
        class Echo(lectern.Service):
            name = "org.example.echo"
            links = [{"href": "~echo", "type": "text/plain"}]
            def get(self, href):
                return b"echo" if href == "/~echo" else None
        context = lectern.Context()
        context.add_service(Echo)
        book = lectern.Publication.open("book.epub", context=context)
        print(book.get("~echo").read())
        """,
    "the file is closed first": """
        file = open("book.epub", "rb")
        book = lectern.open(file)
        file.close()
        try:
            book.word_count
        except lectern.IoError as error:
            assert isinstance(error.__cause__, ValueError)
        book.close()
        assert handles() == {}
        """,
    "an exception through a callback": """
        class Own(BaseException): pass
        def step(*arguments):
            raise Own()
        context = lectern.Context()
        book = lectern.open("book.epub", context=context)
        context.set_progress(step)
        matches = book.matches("whale")
        try:
            next(matches)
        except Own:
            print("raised")
        """,
    "a child of fork": """
        import os, warnings
        book = opened()
        child = os.fork()
        if child == 0:
            book.close()
            assert opened().title == "Read Aloud"
            sys.exit(0)
        assert os.waitpid(child, 0)[1] == 0 and book.title == "Read Aloud"
        """,
    "handles cannot be copied": """
        import copy, pickle
        for twice in copy.copy, copy.deepcopy, pickle.dumps:
            try:
                twice(opened())
            except TypeError as error:
                assert "cannot be copied" in str(error)
            else:
                raise AssertionError(twice)
        assert handles() == {}
        """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name, book, tmp_path):
    (tmp_path / "book.epub").write_bytes(book.read_bytes())
    lines = PROGRAMS[name].splitlines()
    text = HEAD + "\n".join(line[8:] for line in lines)
    done = subprocess.run([sys.executable, "-W", "error", "-X", "faulthandler", "-c", text], cwd=tmp_path, capture_output=True,
                          text=True, timeout=300)
    assert done.returncode == 0 and not done.stderr, done.stderr
