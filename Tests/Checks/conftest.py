# SPDX-License-Identifier: BSD-3-Clause
"""What these tests share: the library, the sample book as a file, and the schemas."""
import pytest

# Before others: it says where they are.
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
    """A validator for each schema, by name, resolving references between them without any network."""
    from schemas import validators

    return validators()
