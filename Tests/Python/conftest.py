# SPDX-License-Identifier: BSD-3-Clause
"""Sample books, and the check that no test leaves a handle open."""

import gc
import sys

import pytest

import lectern
from support.schemas import explain
from support.tree import EXAMPLES, FIXTURES
from zip_book import zip_book

from .web import Page


@pytest.fixture(autouse=True)
def nothing_stays_open(library):
    yield
    # Collecting takes a tenth of a second, which most tests do not need.
    if lectern.live_handles() or lectern._callbacks._kept:
        gc.collect()
    assert lectern.live_handles() == {}
    assert lectern._callbacks._kept == {}, "a callback was not released"


@pytest.fixture(scope="session")
def packed(tmp_path_factory):
    """Packs a fixture, or the sample book, once for all tests: packed("epub2") -> path."""
    folder = tmp_path_factory.mktemp("books")
    books = {}

    def pack(name, deflate=True):
        source = EXAMPLES / "book" if name == "sample" else FIXTURES / name
        if (name, deflate) not in books:
            target = folder / ("deflated" if deflate else "stored") / f"{name}.epub"
            books[name, deflate] = zip_book(source, target, deflate)
        return books[name, deflate]

    return pack


@pytest.fixture
def sample(packed):
    """The sample book, open."""
    with lectern.Publication.open(packed("sample")) as book:
        yield book


@pytest.fixture
def navigator(sample):
    with lectern.Navigator(sample) as navigator:
        yield navigator


@pytest.fixture
def check(schemas):
    """Validates an answer against a schema, and returns it."""
    def check(name, document):
        assert not explain(schemas[name], document), explain(schemas[name], document)
        return document

    return check


@pytest.fixture
def page(navigator):
    """A page that shows the sample book."""
    return Page(navigator)


@pytest.fixture
def unraisable(monkeypatch):
    """Collects the exceptions that were passed to sys.unraisablehook."""
    seen = []
    # Keeps only the exception, because the other arguments must not outlive the hook.
    monkeypatch.setattr(sys, "unraisablehook", lambda args: seen.append(args.exc_value))
    yield seen
    # Tracebacks keep the arguments of the functions alive.
    seen.clear()
