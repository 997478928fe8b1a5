# SPDX-License-Identifier: BSD-3-Clause
"""Compares an answer with the expectation of a vector: by meaning, not by spelling.

Expectations are plain JSON, or one of the wrappers below.  Members with their default value are optional, and dialects
of the toolkits (a language map for one text, hrefs rooted at "/") are normalized first.
"""
import json
import math
import re
from datetime import datetime, timezone
from urllib.parse import unquote

TOLERANCE = 1e-9

# The constants of a toolkit, by their names in its tests.
VOCABULARIES = {
    "dcterms": "http://purl.org/dc/terms/", "media": "http://www.idpf.org/epub/vocab/overlays/#",
    "rendition": "http://www.idpf.org/vocab/rendition/#", "a11y": "http://www.idpf.org/epub/vocab/package/a11y/#",
    "marc": "http://id.loc.gov/vocabulary/", "onix": "http://www.editeur.org/ONIX/book/codelists/current.html#",
    "schema": "http://schema.org/", "xsd": "http://www.w3.org/2001/XMLSchema#", "tdm": "http://www.w3.org/ns/tdmrep#",
    "meta": "http://idpf.org/epub/vocab/package/meta/#", "link": "http://idpf.org/epub/vocab/package/link/#",
    "item": "http://idpf.org/epub/vocab/package/item/#", "itemref": "http://idpf.org/epub/vocab/package/itemref/#",
}

# Default values of members, which may be omitted.
DEFAULTS = {"templated": False, "readingProgression": "auto"}


# Members with a single value where other toolkits write a list of one.
LISTS = {"@context", "exemption", "rel", "role", "conformsTo"}

# Properties of a style sheet.
CSS = re.compile(r"--\w+|font-weight")

# Dates, which toolkits write with or without fractions and with several offsets.
MOMENTS = {"modified", "published"}


class Absent:
    """The answer of a parser that returned nothing, or of a call that was rejected: the reason, and optionally the
    location."""
    def __init__(self, why, path=None):
        self.why = why
        self.path = path

    def __repr__(self):
        return f"refused: {self.why}"


class More(dict):
    """An answer with more members than a vector expects: only the expected ones are compared."""


def resolved(expected, folder):
    """An expectation with the contents of the files that it names, and with composed URIs resolved."""
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


def is_empty(value):
    return value is None or value == [] or value == {}


def moment(text):
    """A date in seconds; any other value is unchanged."""
    text = re.sub(r"([+-]\d\d)(\d\d)$", r"\1:\2", text)
    try:
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=timezone.utc)).timestamp()
    except ValueError:
        return text


def css(text):
    """A CSS value without differences in spelling: decimals, and quotation marks around fonts."""
    return re.sub(r"\d+\.\d+", lambda number: f"{float(number[0]):g}", text.replace('"', ""))


def canonical_member(key, value):
    if CSS.match(key) and isinstance(value, str):
        return css(value)
    if key in LISTS and isinstance(value, str):
        return [value]
    if key in MOMENTS and isinstance(value, str):
        return moment(value)
    if key == "href" and isinstance(value, str):
        # The slash means that it is relative to the root, as are all others.
        return value.removeprefix("/")
    return canonical(value)


def canonical(value):
    """The value without defaults and empty members; a language map without a language becomes its text."""
    if isinstance(value, dict):
        members = {key: canonical_member(key, member) for key, member in value.items()
                   if key not in DEFAULTS or member != DEFAULTS[key] or isinstance(value, More)}
        if isinstance(value, More):
            return More(members)
        members = {key: member for key, member in members.items() if not is_empty(member)}
        if set(members) == {"und"} and isinstance(members["und"], str):
            return members["und"]
        return members
    if isinstance(value, list):
        return [canonical(element) for element in value]
    return value


def parsed(text):
    """JSON text is parsed; any other value is unchanged."""
    if not isinstance(text, str) or text[:1] not in ("{", "["):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def same_number(a, b):
    return math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


DATE = re.compile(r"\d{4}-\d{2}-\d{2}(T.*)?")


def same_moment(a, b):
    """Whether two strings are the same time: a date means midnight in UTC."""
    return all(DATE.fullmatch(text) for text in (a, b)) and moment(a) == moment(b)


LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


def only_text(value):
    """The text of a language map with one language, which Swift writes as a plain string."""
    if isinstance(value, dict) and len(value) == 1:
        [(language, text)] = value.items()
        if isinstance(text, str) and LANGUAGE.fullmatch(language):
            return text
    return None


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def equal(expected, actual):
    if name := wrapper(expected):
        return actual is not None and WRAPPERS[name](expected[name], actual)
    if is_number(expected) and is_number(actual):
        return same_number(expected, actual)
    if isinstance(expected, dict) and isinstance(actual, dict) and (isinstance(actual, More) or names_a_part(expected)):
        return all(equal_member(key, expected[key], actual) for key in expected)
    if isinstance(expected, dict) and isinstance(actual, dict):
        return expected.keys() == actual.keys() and all(equal(expected[key], actual[key]) for key in expected)
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(equal, expected, actual))
    if isinstance(expected, str) and isinstance(actual, str) and same_moment(expected, actual):
        return True
    if isinstance(actual, str) and only_text(expected) == actual:
        return True
    return type(expected) is type(actual) and expected == actual


def names_a_part(expected):
    return any(key.endswith(("Contains", "DoesNotContain")) for key in expected)


def equal_member(key, expected, actual):
    """settingsContains expects a subset of the settings, headDoesNotContain expects that sheets are in neither part of
    the head."""
    if key == "headDoesNotContain":
        sheets = [one["stylesheet"] for part in ("headStart", "headEnd") for one in actual[part] if "stylesheet" in one]
        return not any(sheet.endswith(name) for sheet in sheets for name in expected)
    if key.endswith("Contains"):
        return equal(expected, More(actual.get(key.removesuffix("Contains"), {})))
    return key in actual and equal(expected, actual[key])


def contains(expected, actual):
    """Whether `actual` has everything that `expected` has."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return all(key in actual and contains(member, actual[key]) for key, member in expected.items())
    if isinstance(expected, list) and isinstance(actual, list):
        return all(any(contains(element, other) for other in actual) for element in expected)
    return equal(expected, actual)


def same_set(expected, actual):
    """Compares sets, including nested ones, in any order."""
    def same(one, other):
        return equal(one, other) or isinstance(one, list) and same_set(one, other)
    return (isinstance(actual, list) and len(expected) == len(actual)
            and all(any(same(one, other) for other in actual) for one in expected)
            and all(any(same(one, other) for one in expected) for other in actual))


def has_size(wanted, actual):
    """The number of elements; for an object, the sum over some of its members."""
    if isinstance(wanted, dict):
        return all(sum(len(actual[name]) for name in names.split("+")) == size for names, size in wanted.items())
    return len(actual or ()) == wanted


def strictly_decreasing(actual):
    return all(a > b for a, b in zip(actual, actual[1:]))


WRAPPERS = {
    "$notNull": lambda wanted, actual: (actual is not None) == wanted,
    "$error": lambda wanted, actual: isinstance(actual, Absent) == wanted,
    "$not": lambda wanted, actual: not matches(wanted, actual),
    "$either": lambda wanted, actual: any(matches(one, actual) for one in wanted),
    "$contains": lambda wanted, actual: contains(canonical(wanted), canonical(actual)),
    # An absent set is empty.
    "$setEquals": lambda wanted, actual: same_set(wanted, actual or []),
    "$size": lambda wanted, actual: has_size(wanted, actual),
    "$keys": lambda wanted, actual: same_set(wanted, list(actual or ())),
    "$hasKey": lambda wanted, actual: wanted in (actual or ()),
    "$between": lambda wanted, actual: actual is not None and wanted[0] <= actual <= wanted[1],
    "$strictlyDecreasing": lambda wanted, actual: strictly_decreasing(actual) == wanted,
}


def wrapper(expected):
    names = [name for name in WRAPPERS if isinstance(expected, dict) and name in expected]
    return names[0] if names else None


def matches(expected, actual):
    """Whether `actual`, which may be Absent, meets the expectation of a vector."""
    if name := wrapper(expected):
        if isinstance(actual, Absent) and name not in ("$error", "$not", "$notNull", "$either"):
            return False
        if name == "$error" and "path" in expected and getattr(actual, "path", None) not in (None, expected["path"]):
            return False
        return WRAPPERS[name](expected[name], None if name == "$notNull" and isinstance(actual, Absent) else actual)
    if isinstance(actual, Absent):
        return False
    if equal(expected, actual):
        return True
    if isinstance(actual, More) and isinstance(expected, dict) and not names_a_part(expected) and expected.keys() - actual:
        return False
    return equal(canonical(parsed(expected)), canonical(parsed(actual)))


def rooted(href, decoded):
    """An href of a publication as the Go toolkit writes it: with a leading slash, and often decoded."""
    href = href if ":" in href.split("/")[0] else "/" + href
    return unquote(href) if decoded else href


def without(value, names, parent=""):
    """Removes members at any depth: by name, or by two nested names such as segments/locator.

    List elements that become empty are removed, too."""
    if isinstance(value, list):
        left = [without(one, names, parent) for one in value]
        return [one for one, whole in zip(left, value) if one != {} or whole == {}]
    if not isinstance(value, dict):
        return value
    return type(value)({key: without(one, names, key) for key, one in value.items()
                        if key not in names and f"{parent}/{key}" not in names})


#: Swift types whose initialisers return nil for unknown values; the others throw.
FAILABLE = {"EPUBLayout", "EPUBMediaOverlay", "OPDSAvailability.State", "ReadingProgression"}


def returns_null(id, question):
    """Whether a parser of the toolkit returns null where others throw: all of Kotlin's do, and log a warning."""
    return question.get("op") in ("parse", "construct") and (id.startswith("kotlin/") or question.get("type") in FAILABLE)


def in_dialect(vector, actual):
    """Converts an answer to the dialect of the toolkit that a vector comes from."""
    if isinstance(actual, Absent) and returns_null(vector["id"], vector["input"]):
        return None
    if actual == "auto" and vector["id"].startswith("kotlin/") and vector["input"].get("type") == "ReadingProgression":
        # Kotlin has no value for a missing declaration.
        return None
    if vector.get("dialect") == "go-rooted" and isinstance(actual, str):
        return rooted(actual, decoded=vector["input"]["op"] != "resolve-percent-encoded")
    return actual
