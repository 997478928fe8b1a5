# SPDX-License-Identifier: BSD-3-Clause
"""Shared fixtures: the library, the sample book as a file, and the schemas."""
import pytest

# Must come first: it sets up the import paths.
from tree import LIBRARY, ROOT


@pytest.fixture(scope="session")
def library():
    assert LIBRARY.exists(), f"{LIBRARY} is not there: run `make lib`"
    return LIBRARY


@pytest.fixture(scope="session")
def book(tmp_path_factory):
    """The sample book with deflated entries, which is the harder case."""
    from zip_book import zip_book

    return zip_book(ROOT / "examples" / "book", tmp_path_factory.mktemp("book") / "book.epub", deflate=True)


@pytest.fixture(scope="session")
def schemas():
    """A validator for each schema by name, which resolves references without a network."""
    from schemas import validators

    return validators()
