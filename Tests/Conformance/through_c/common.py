# SPDX-License-Identifier: BSD-3-Clause
"""What every room needs."""


class Refused(Exception):
    """The library refused the input: what `$error` expects."""


class Unhandled(Exception):
    """There is no way to ask this through the C API."""


VOCABULARIES = {"dcterms": "http://purl.org/dc/terms/"}


def resolved(expected, folder):
    """An expectation with the bytes of the file that it names, and with the URIs that it puts together."""
    if isinstance(expected, dict) and expected.get("op") == "+" and expected.get("left") in VOCABULARIES:
        return VOCABULARIES[expected["left"]] + expected["right"]
    if isinstance(expected, dict) and "$keys" in expected:
        return {"$keys": [resolved(key, folder) for key in expected["$keys"]]}
    if isinstance(expected, dict) and "bytesOf" in expected:
        content = (folder / expected["bytesOf"]).read_bytes()
        span = expected.get("range")
        return content[span["start"]:span["endExclusive"]].hex() if span else content.hex()
    return expected
