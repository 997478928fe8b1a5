# SPDX-License-Identifier: BSD-3-Clause
"""Reads include/lectern.h: its functions, their parameters, and what their comments say about them.

The header is regular on purpose, so that this page is enough to check bindings, schemas and symbols against it,
and to generate calls.
"""
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATH = ROOT / "include" / "lectern.h"

#: Types of handles; every other lectern_ struct is a table of callbacks.
HANDLES = ("context", "publication", "resource", "cursor", "navigator", "preferences", "subscription", "buffer", "error",
           "store")


@dataclass
class Parameter:
    type: str          # as written, without the name
    name: str
    json: str | None = None      # the schema of the text, when the comment names one
    optional: bool = False

    @property
    def base(self):
        """The type without const, stars and the lectern_ prefix: "publication", "char", "uint64_t"."""
        return self.type.replace("const", "").replace("*", "").strip().removeprefix("lectern_")

    @property
    def stars(self):
        return self.type.count("*")

    @property
    def kind(self):
        if "(" in self.type:
            return "function"
        if self.stars == 2:
            return "error" if self.base == "error" else "handle output"
        if self.stars == 1:
            if self.base == "char":
                return "json" if self.json else "text"
            if self.base == "void":
                return "bytes" if self.type.startswith("const") else "user data"
            if self.base in HANDLES:
                return "handle"
            return "callbacks" if self.type.startswith("const") else "number output"
        return "number"


@dataclass
class Function:
    name: str
    result: str
    parameters: list[Parameter]
    comment: str
    json: str | None = field(default=None)   # the schema of its JSON output


def text():
    return PATH.read_text(encoding="utf-8")


def json_names(source=None):
    """Every NAME of an @json tag; event-<topic> is expanded by the topics of navigators and stores."""
    names = re.findall(r"@json ([a-z-]+)(<topic>)?", source or text())
    topics = ("preferences", "settings", "spreads", "location", "decorations", "store")
    return sorted({name + topic for name, tag in names for topic in (topics if tag else ("",))})


def functions(source=None):
    """Every exported function, in the order of the header."""
    found = re.finditer(r"(/\*\*(?:(?!\*/).)*\*/\s*)?LECTERN_API ([\w ]+?\*?)\s*\b(lectern_\w+)\((.*?)\);",
                        source or text(), re.S)
    return [_function(match[3], match[2].strip(), match[4], match[1] or "") for match in found]


def _function(name, result, parameters, comment):
    comment = re.sub(r"\s*\n\s*\*?\s*", " ", comment.strip("/* \n"))
    function = Function(name, result, _parameters(parameters), comment)
    # The text before the first @param describes the function; "@param x ... @json name" describes x.
    about, *tags = re.split(r"(?=@param )", comment)
    for tag in tags:
        match = re.match(r"@param (\w+)", tag)
        parameter = next((p for p in function.parameters if p.name == match[1]), None)
        if parameter is None:
            raise ValueError(f"{name}: the comment names no parameter of the function: {match[1]}")
        parameter.optional = "@optional" in tag
        parameter.json = _json_tag(tag)
        if parameter.json and parameter.kind == "handle output":
            function.json, parameter.json = parameter.json, None
    if _json_tag(about):
        _assign_untold(function, _json_tag(about))
    return function


def _assign_untold(function, name):
    """A tag outside of @param belongs to the JSON output, or to the one parameter that it is named after."""
    outputs = [p for p in function.parameters if p.kind == "handle output" and p.base == "buffer"]
    if outputs:
        function.json = name
        return
    for parameter in function.parameters:
        if parameter.name == name:
            parameter.json = name


def _json_tag(text):
    match = re.search(r"@json ([a-z-]+)", text)
    return match[1] if match else None


def _parameters(text):
    text = " ".join(text.split())
    if text == "void":
        return []
    return [_parameter(part) for part in re.split(r",\s*(?![^()]*\))", text)]


def _parameter(text):
    if "(" in text:
        match = re.match(r"(.*\(\*)(\w+)(\).*)", text)
        return Parameter(match[1] + match[3], match[2])
    match = re.match(r"(.*?)(\w+)$", text)
    return Parameter(match[1].strip(), match[2])
