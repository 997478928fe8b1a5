# SPDX-License-Identifier: BSD-3-Clause
"""What every room needs."""


class Refused(Exception):
    """The library refused the input: what `$error` expects."""


class Unhandled(Exception):
    """There is no way to ask this through the C API."""


# The constants of a toolkit, by the names that its tests give them.
VOCABULARIES = {
    "dcterms": "http://purl.org/dc/terms/", "media": "http://www.idpf.org/epub/vocab/overlays/#",
    "rendition": "http://www.idpf.org/vocab/rendition/#", "a11y": "http://www.idpf.org/epub/vocab/package/a11y/#",
    "marc": "http://id.loc.gov/vocabulary/", "onix": "http://www.editeur.org/ONIX/book/codelists/current.html#",
    "schema": "http://schema.org/", "xsd": "http://www.w3.org/2001/XMLSchema#", "tdm": "http://www.w3.org/ns/tdmrep#",
    "meta": "http://idpf.org/epub/vocab/package/meta/#", "link": "http://idpf.org/epub/vocab/package/link/#",
    "item": "http://idpf.org/epub/vocab/package/item/#", "itemref": "http://idpf.org/epub/vocab/package/itemref/#",
}


def resolved(expected, folder):
    """An expectation with the bytes of the files that it names, and with the URIs that it puts together."""
    if isinstance(expected, list):
        return [resolved(element, folder) for element in expected]
    if not isinstance(expected, dict):
        return expected
    if expected.get("op") == "+" and str(expected.get("left")).lower() in VOCABULARIES:
        return VOCABULARIES[expected["left"].lower()] + expected["right"]
    if "bytesOf" in expected:
        content = (folder / expected["bytesOf"]).read_bytes()
        span = expected.get("range")
        return content[span["start"]:span["endExclusive"]].hex() if span else content.hex()
    return {key: resolved(member, folder) for key, member in expected.items()}
