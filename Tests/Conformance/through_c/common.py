# SPDX-License-Identifier: BSD-3-Clause
"""What every room needs."""


class Refused(Exception):
    """The library refused the input: what `$error` expects."""


class Unhandled(Exception):
    """There is no way to ask this through the C API."""


def resolved(expected, folder):
    """An expectation with the bytes of the file that it names."""
    if isinstance(expected, dict) and "bytesOf" in expected:
        content = (folder / expected["bytesOf"]).read_bytes()
        span = expected.get("range")
        return content[span["start"]:span["endExclusive"]].hex() if span else content.hex()
    return expected
