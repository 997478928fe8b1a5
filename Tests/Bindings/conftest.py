# SPDX-License-Identifier: BSD-3-Clause
"""Shared fixtures: paths, and the books of the scenario."""
import signal
import sys
from pathlib import Path

import pytest

# The paths are defined in one place; importing it also finds the library.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Checks"))

from tree import LIBRARY, ROOT  # noqa: E402

# A shell ignores SIGINT for background commands, and so would the programs that the tests interrupt.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def library():
    assert LIBRARY.exists(), f"{LIBRARY} is not there: run `make lib`"
    return LIBRARY


@pytest.fixture
def books(tmp_path):
    """A folder with the books of the scenario."""
    from scenario_books import make

    folder = tmp_path / "books"
    folder.mkdir()
    make(folder)
    return folder


@pytest.fixture(scope="session")
def book(tmp_path_factory):
    """The sample book."""
    from zip_book import zip_book

    return zip_book(ROOT / "examples" / "book", tmp_path_factory.mktemp("book") / "book.epub")
