# SPDX-License-Identifier: BSD-3-Clause
"""Waiting for a condition: tests never wait for a time."""
import time


def until(condition, seconds=30, pause=lambda: time.sleep(0.02)):
    """Calls a function until it returns a true value, and returns this."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"not within {seconds} seconds"
        pause()
    return found
