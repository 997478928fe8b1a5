# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of several folders share: the library, the sample book as a file, and the schemas."""
import pytest

from support.schemas import validators
from support.tree import EXAMPLES, LIBRARY
from zip_book import zip_book


def pytest_addoption(parser):
    parser.addoption("--engine", default="chromium", choices=("chromium", "firefox", "qt", "webkit"),
                     help="what shows the page: Chromium, Firefox, or a window of scripts/desktop.sh")


@pytest.fixture(scope="session")
def library():
    assert LIBRARY.exists(), f"{LIBRARY} is not there: run `make lib`, or set LECTERN_LIBRARY"
    return LIBRARY


@pytest.fixture(scope="session")
def book(tmp_path_factory):
    """The sample book."""
    return zip_book(EXAMPLES / "book", tmp_path_factory.mktemp("book") / "book.epub")


@pytest.fixture(scope="session")
def schemas():
    """A validator for each schema by name, which resolves references without a network."""
    return validators()
