# SPDX-License-Identifier: BSD-3-Clause
"""Measures the memory that a call takes."""
import pytest


def _status(name):
    with open("/proc/self/status", encoding="ascii") as lines:
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith(name + ":"))


def growth(call):
    """The result of the second call, and by how much the process grew at its peak, in bytes.  The first call creates
    tables that are kept."""
    call()
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as peak:
            peak.write("5")
    except OSError as error:
        pytest.skip(f"the peak of the memory cannot be reset: {error}")
    before = _status("VmRSS")
    answer = call()
    return answer, _status("VmHWM") - before
