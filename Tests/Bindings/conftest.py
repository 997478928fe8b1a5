# SPDX-License-Identifier: BSD-3-Clause
"""The books of the scenario, and a SIGINT that interrupts programs."""
import signal

import pytest

from .scenario_books import make

# A shell ignores SIGINT for background commands, and so would the programs that the tests interrupt.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def books(tmp_path):
    """A folder with the books of the scenario."""
    folder = tmp_path / "books"
    folder.mkdir()
    make(folder)
    return folder
