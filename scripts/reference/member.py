# SPDX-License-Identifier: BSD-3-Clause
"""The members of the bindings, and the functions of the library that each calls."""
import re
from dataclasses import dataclass, field
from functools import cache

from bindings import describe

ROOT = describe.header.ROOT


@cache
def api():
    return describe.description()


@cache
def functions():
    return {one["name"] for one in api()["functions"]}


@dataclass
class Member:
    """A class, function or property of a binding."""

    language: str
    owner: str                   # the class, or ""
    name: str
    kind: str                    # class, function, property, ...
    signature: str
    doc: str
    path: str
    line: int
    calls: set = field(default_factory=set)     # C functions
    number: int = 1              # of those with the same title: overloads

    @property
    def title(self):
        return f"{self.owner}.{self.name}" if self.owner else self.name

    @property
    def called(self):
        """The name in a call: that of the class, if it is a constructor; a bracket, if it is the operator."""
        if "operator fun get" in self.signature:
            return "["
        return self.owner if self.name in ("__init__", "constructor") else self.name

    @property
    def anchor(self):
        """The id of its entry; operators have no letters."""
        plain = re.sub(r"[^\w.]", lambda match: f"_{ord(match[0]):x}", self.title)
        return plain if self.number == 1 else f"{plain}-{self.number}"


def named(text):
    """The C functions that a source text names."""
    return set(re.findall(r"\blectern_\w+", text)) & functions()


def closed(direct):
    """Adds to each name the functions of the names that its text mentions, by (text, functions) for each name."""
    calls = {name: set(found) for name, (_, found) in direct.items()}
    words = {name: set(re.findall(r"\w+", text)) & direct.keys() - {name} for name, (text, _) in direct.items()}
    changed = True
    while changed:
        changed = False
        for name, others in words.items():
            more = set().union(*(calls[other] for other in others)) - calls[name]
            calls[name] |= more
            changed = changed or bool(more)
    return calls


def through(text, helpers):
    """The functions that a text calls itself, or through helpers that it mentions, by their names."""
    words = set(re.findall(r"\w+", text))
    return named(text).union(*(calls for name, calls in helpers.items() if name in words))


def pascal(name):
    return "".join(word.capitalize() for word in name.split("_"))


def owner_of(function):
    """The class whose close() calls a function that frees handles; "" for other functions."""
    match = re.fullmatch(r"lectern_(\w+)_free", function)
    return pascal(match[1]) if match else ""
