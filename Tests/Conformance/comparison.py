# SPDX-License-Identifier: BSD-3-Clause
"""Whether an answer is what a vector expects: facts count, spellings do not.

Expectations are plain JSON, or one of the wrappers below.  Members with their default value may be there or not, and
dialects of the toolkits (a language map for one text, hrefs rooted at "/") are brought to one spelling first.
"""
import json
import math
import re
from datetime import datetime, timezone
from urllib.parse import unquote

TOLERANCE = 1e-9

# What a member is when nothing is said, so that it may be left out.
DEFAULTS = {"templated": False, "readingProgression": "auto"}


# What may stand alone where other toolkits write a list of one.
LISTS = {"@context", "exemption", "rel", "role", "conformsTo"}

# Moments, which toolkits write with or without fractions and with several offsets.
MOMENTS = {"modified", "published"}


class Absent:
    """The answer of a parser that returned nothing, or of a call that was refused."""
    def __init__(self, why):
        self.why = why

    def __repr__(self):
        return f"refused: {self.why}"


def is_empty(value):
    return value is None or value == [] or value == {}


def moment(text):
    """The moment in seconds; what is none stays as it is."""
    text = re.sub(r"([+-]\d\d)(\d\d)$", r"\1:\2", text)
    try:
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=timezone.utc)).timestamp()
    except ValueError:
        return text


def canonical_member(key, value):
    if key in LISTS and isinstance(value, str):
        return [value]
    if key in MOMENTS and isinstance(value, str):
        return moment(value)
    if key == "href" and isinstance(value, str):
        # The slash says that it begins at the root, as all do.
        return value.removeprefix("/")
    return canonical(value)


def canonical(value):
    """Without defaults and empty members; a language map without a language is its text."""
    if isinstance(value, dict):
        members = {key: canonical_member(key, member) for key, member in value.items()
                   if key not in DEFAULTS or member != DEFAULTS[key]}
        members = {key: member for key, member in members.items() if not is_empty(member)}
        if set(members) == {"und"} and isinstance(members["und"], str):
            return members["und"]
        return members
    if isinstance(value, list):
        return [canonical(element) for element in value]
    return value


def parsed(text):
    """JSON text as the value that it means; every other value as it is."""
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
    """Whether two texts are one moment: a day begins at midnight in UTC."""
    return all(DATE.fullmatch(text) for text in (a, b)) and moment(a) == moment(b)


LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


def only_text(value):
    """The text of a language map with one language, which is no map in the dialect of Swift."""
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
    if isinstance(expected, dict) and isinstance(actual, dict):
        return expected.keys() == actual.keys() and all(equal(expected[key], actual[key]) for key in expected)
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(equal, expected, actual))
    if isinstance(expected, str) and isinstance(actual, str) and same_moment(expected, actual):
        return True
    if isinstance(actual, str) and only_text(expected) == actual:
        return True
    return type(expected) is type(actual) and expected == actual


def contains(expected, actual):
    """Whether `actual` has everything that `expected` has."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return all(key in actual and contains(member, actual[key]) for key, member in expected.items())
    if isinstance(expected, list) and isinstance(actual, list):
        return all(any(contains(element, other) for other in actual) for element in expected)
    return equal(expected, actual)


def same_set(expected, actual):
    """Sets of sets too: whatever the order."""
    def same(one, other):
        return equal(one, other) or isinstance(one, list) and same_set(one, other)
    return (isinstance(actual, list) and len(expected) == len(actual)
            and all(any(same(one, other) for other in actual) for one in expected)
            and all(any(same(one, other) for one in expected) for other in actual))


def strictly_decreasing(actual):
    return all(a > b for a, b in zip(actual, actual[1:]))


WRAPPERS = {
    "$notNull": lambda wanted, actual: (actual is not None) == wanted,
    "$error": lambda wanted, actual: isinstance(actual, Absent) == wanted,
    "$not": lambda wanted, actual: not matches(wanted, actual),
    "$contains": lambda wanted, actual: contains(canonical(wanted), canonical(actual)),
    # What is absent is empty.
    "$setEquals": lambda wanted, actual: same_set(wanted, actual or []),
    "$size": lambda wanted, actual: len(actual or ()) == wanted,
    "$keys": lambda wanted, actual: same_set(wanted, list(actual or ())),
    "$hasKey": lambda wanted, actual: wanted in (actual or ()),
    "$between": lambda wanted, actual: actual is not None and wanted[0] <= actual <= wanted[1],
    "$strictlyDecreasing": lambda wanted, actual: strictly_decreasing(actual) == wanted,
}


def wrapper(expected):
    names = [name for name in WRAPPERS if isinstance(expected, dict) and name in expected]
    return names[0] if names else None


def matches(expected, actual):
    """Whether `actual`, which may be Absent, is what a vector expects."""
    if name := wrapper(expected):
        if isinstance(actual, Absent) and name not in ("$error", "$not", "$notNull"):
            return False
        return WRAPPERS[name](expected[name], None if name == "$notNull" and isinstance(actual, Absent) else actual)
    if isinstance(actual, Absent):
        return expected is None
    if equal(expected, actual):
        return True
    if expected is None:
        return is_empty(actual)
    one, other = canonical(parsed(expected)), canonical(parsed(actual))
    return equal(one, other) or (is_empty(one) and is_empty(other))


def rooted(href, decoded):
    """An href of a publication as the Go toolkit writes it: beginning with a slash, and often decoded."""
    href = href if ":" in href.split("/")[0] else "/" + href
    return unquote(href) if decoded else href


def in_dialect(vector, actual):
    """An answer in the spelling of the toolkit that a vector comes from."""
    if vector.get("dialect") == "go-rooted" and isinstance(actual, str):
        return rooted(actual, decoded=vector["input"]["op"] != "resolve-percent-encoded")
    return actual
