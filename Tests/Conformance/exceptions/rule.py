# SPDX-License-Identifier: BSD-3-Clause
"""Rules for vectors that we intentionally do not meet, or only partly.

A rule is a function of a vector.  If it does not concern the vector, it returns None; otherwise it returns a function
that removes the known difference from both the expected and the actual answer, and the rest has to match.  A rule sees
the question and the expectation, but neither the id nor our answer.
"""
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Callable

from ..comparison import without


class Asked:
    """A vector as a rule sees it."""

    def __init__(self, vector, expected, folder):
        self.kind, self.source, self.given, self.expected = vector["kind"], vector.get("source", ""), vector["input"], expected
        self.folder = folder

    def get(self, name):
        """A member of the question; an empty object if it has none."""
        return self.given.get(name) or {}

    @property
    def steps(self):
        """The names of the members or methods that are applied to the first result."""
        return [step.get("get") or step.get("call") for step in self.get("then") or []]

    @property
    def value(self):
        """The parsed JSON, or the object whose member is requested."""
        return self.given["json"] if "json" in self.given else self.get("on").get("value")

    @property
    def is_kotlin(self):
        return "kotlin-toolkit" in self.source

    @cached_property
    def document(self):
        """The text of the file that the vector is about."""
        if "fixture" not in self.given:
            return self.given.get("html") or ""
        return (Path(self.folder) / self.given["fixture"]).read_text(encoding="utf-8", errors="replace")


@dataclass(frozen=True)
class Rule:
    name: str
    #: The kinds of vectors, separated by spaces.
    kinds: str
    reason: str
    #: The document that justifies the reason.
    source: str
    alike: Callable

    def change(self, vector, expected, folder):
        try:
            return self.alike(Asked(vector, expected, folder)) if vector["kind"] in self.kinds.split() else None
        except (AttributeError, KeyError, TypeError):
            # The rule does not concern a question or an expectation of another shape.
            return None


#: All rules, in the order of their files.
RULES = []


def rule(kinds, reason, source):
    def add(function):
        RULES.append(Rule(function.__name__, kinds, reason, source, function))
        return function
    return add


def anything(value):
    """Ignores the whole answer."""
    return None


def leaving(*names):
    """Ignores these members; segments/locator is a locator inside `segments`."""
    return (lambda value: without(value, names)) if names else None


def texts(change):
    """Applies `change` to all strings."""
    def changed(value):
        if isinstance(value, str):
            return change(value)
        if isinstance(value, list):
            return [changed(one) for one in value]
        return type(value)({key: changed(one) for key, one in value.items()}) if isinstance(value, dict) else value
    return changed


def strings(value):
    """All strings in a value."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for part in parts for text in strings(part)]


def found(value, name):
    """The values of all members of this name, at any depth."""
    if isinstance(value, list):
        return [one for part in value for one in found(part, name)]
    if not isinstance(value, dict):
        return []
    return ([value[name]] if name in value else []) + [one for part in value.values() for one in found(part, name)]


def is_refused(expected):
    return isinstance(expected, dict) and bool(expected.get("$error") or expected.get("error"))
