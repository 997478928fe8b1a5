# SPDX-License-Identifier: BSD-3-Clause
"""One browser for all tests of the page; a host and a page of it for each."""
import books
import pytest
from reading import ARGUMENTS, CHROMIUM, Reader


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes long, so only `make page` runs it")


@pytest.fixture(scope="session")
def browser():
    api = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM:
        pytest.skip("no Chromium")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def shelf(tmp_path_factory):
    """Path of a book of our own, by its name in books.py."""
    folder = tmp_path_factory.mktemp("books")
    return lambda name: books.make(name, folder)


@pytest.fixture
def read(browser):
    """Opens a book: read(path, preferences, size=(800, 600)) → Reader."""
    opened = []

    def open_book(*arguments, **more):
        opened.append(Reader(browser, *arguments, **more))
        return opened[-1]
    yield open_book
    for reader in opened:
        reader.close()
        assert not reader.errors


@pytest.fixture(scope="module")
def page(browser):
    """An empty document, for tests of style sheets."""
    page = browser.new_page()
    page.set_content("<!DOCTYPE html><html><head></head><body></body></html>")
    yield page
    page.close()
