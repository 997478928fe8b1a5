# SPDX-License-Identifier: BSD-3-Clause
"""The browser of a fixture."""
from contextlib import contextmanager

import pytest

from .reading import CHROMIUM, launch


@contextmanager
def chromium():
    """Chromium; without it or its driver, tests are skipped."""
    api = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM:
        pytest.skip("no Chromium")
    with api.sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()
