# SPDX-License-Identifier: BSD-3-Clause
"""Minimizes the input of a failure."""
import time


def smaller(value):
    """The value with a part removed, large parts first."""
    if isinstance(value, (str, bytes, list, tuple)):
        size = len(value)
        while size:
            yield from (value[:start] + value[start + size:] for start in range(0, len(value), size))
            size //= 2
    if isinstance(value, dict):
        yield from ({key: value[key] for key in value if key != left} for left in value)
    places = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, (list, tuple)) else ()
    for place, part in places:
        for less in smaller(part):
            changed = dict(value) if isinstance(value, dict) else list(value)
            changed[place] = less
            yield tuple(changed) if isinstance(value, tuple) else changed


def reduced(value, fails, seconds=30):
    """The smallest value found in this time for which `fails` is still true."""
    end = time.monotonic() + seconds
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for less in smaller(value):
            if time.monotonic() > end:
                return value
            if fails(less):
                value, is_smaller = less, True
                break
    return value
