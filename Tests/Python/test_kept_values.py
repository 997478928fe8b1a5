# SPDX-License-Identifier: BSD-3-Clause
"""Values of the host that survive the process: of the same file only, and never a failure."""
import os
import subprocess
import sys

import pytest

import lectern
from support.tiny_books import epub

PROGRAM = """
import sys, lectern
with lectern.Context(cacheDirectory=sys.argv[2]) as context:
    with lectern.Publication.open(sys.argv[1], context=context) as book:
        print(book.keep("org.example.count", lambda: sys.argv[3].encode()).decode())
"""


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "a.epub"
    path.write_bytes(epub())
    return path


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "kept"


def kept(book, folder, value, key="k", variant=None, options=None, services=(), edit=None, **context):
    """The value of a key after it was requested, and how often it was computed."""
    computed = []

    def compute():
        computed.append(value)
        return value

    with lectern.Context(**({"cacheDirectory": str(folder)} if folder else {}), **context) as made:
        for service in services:
            made.add_service(service)
        made.set_editor(edit)
        with lectern.Publication.open(book, options, made) as opened:
            found = [opened.keep(key, compute, variant) for _ in range(2)]
            assert found[0] == found[1] and len(computed) < 2
    return found[0], len(computed)


def test_another_process_gets_the_value(book, folder):
    run = [sys.executable, "-c", PROGRAM, str(book), str(folder)]
    assert [subprocess.run([*run, value], capture_output=True, check=True, text=True).stdout for value in ("one", "two")] == [
        "one\n", "one\n"]


def test_keys_and_variants_are_apart(book, folder):
    asked = [("k", None), ("k", ""), ("k", "v"), ("kv", None), ("l", None)]
    for round in range(2):
        for number, (key, variant) in enumerate(asked):
            assert kept(book, folder, b"%d" % number, key, variant) == (b"%d" % number, 1 - round)


@pytest.mark.parametrize("value", [b"", b"\0\xff" * 1000])
def test_any_bytes(book, folder, value):
    assert kept(book, folder, value) == (value, 1)
    assert kept(book, folder, b"other") == (value, 0)


def test_of_another_file_there_is_another_value(book, folder):
    assert kept(book, folder, b"one") == (b"one", 1)
    stamp = book.stat().st_mtime_ns
    book.write_bytes(epub(title="Other"))
    os.utime(book, ns=(stamp, stamp))
    assert kept(book, folder, b"two") == (b"two", 1)


def test_services_and_editors_of_the_host_make_no_difference(book, folder):
    class Nothing(lectern.Service):
        name = "org.example.nothing"

    assert kept(book, folder, b"one") == (b"one", 1)
    assert kept(book, folder, b"two", services=[Nothing]) == (b"one", 0)
    edit = lambda manifest: {**manifest, "metadata": {"title": "Edited"}}  # noqa: E731
    assert kept(book, folder, b"two", edit=edit) == (b"one", 0)


def test_without_a_directory_it_is_kept_in_memory(book, folder):
    assert [kept(book, None, value) for value in (b"one", b"two")] == [(b"one", 1), (b"two", 1)]
    assert not folder.exists()


def test_nothing_is_kept_of_a_file_with_a_password(book, folder):
    for value in (b"one", b"two"):
        assert kept(book, folder, value, options={"password": "secret"}) == (value, 1)


def test_the_absence_of_a_value_is_not_kept(book, folder):
    assert kept(book, folder, None) == (None, 1)
    assert kept(book, folder, b"now") == (b"now", 1)


def test_a_failure_is_not_kept(book, folder):
    with lectern.Context(cacheDirectory=str(folder)) as context:
        with lectern.Publication.open(book, context=context) as opened:
            with pytest.raises(lectern.CallbackError):
                opened.keep("k", lambda: 1 / 0)
            assert opened.keep("k", lambda: b"now") == b"now"
            assert opened.cache("k", lambda: b"other") == b"other", "another namespace"


def test_the_size_is_limited(book, folder):
    for number in range(40):
        kept(book, folder, b"x" * 1000, key=str(number), cacheSize=10_000)
    files = sorted(folder.iterdir())
    assert 0 < sum(file.stat().st_size for file in files) <= 10_000
    assert kept(book, folder, b"x" * 5000, key="large", cacheSize=10_000)[1] == 1
    assert kept(book, folder, b"y" * 5000, key="large", cacheSize=10_000)[1] == 1, "more than a quarter"


def test_a_damaged_value_is_computed_again(book, folder):
    kept(book, folder, b"one")
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    assert kept(book, folder, b"two") == (b"two", 1)
