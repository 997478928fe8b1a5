# SPDX-License-Identifier: BSD-3-Clause
"""Parses include/lectern.h: functions, structs, enums, handles, constants and their comments.

The header has a regular syntax on purpose.  Comments use these tags for what programs must know:

    @param NAME     describes a parameter
    @json NAME      the text follows include/schemas/NAME.schema.json; "any" is any JSON
    @text           the bytes of a buffer are text, not JSON
    @optional       may be NULL
    1 or 0          at the start of a description: a number that is a boolean
    @return         describes the result, if it is more than a status

A tag outside of @param describes the output of the function, or the parameter with the name of the schema; after a
route (~readium/...), the response of that route.
"""
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATH = ROOT / "include" / "lectern.h"


@dataclass
class Parameter:
    type: str                    # as written, without the name
    name: str
    in_callback: bool = False
    json: str | None = None      # the schema of the text, if the comment names one
    text: bool = False           # a buffer with text
    optional: bool = False
    doc: str = ""

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
            return {"error": "error", "void": "user data output"}.get(self.base, "handle output")
        if self.stars == 1:
            if self.base == "char":
                return "json" if self.json else "text"
            if self.base == "void":
                if self.name in ("user_data", "instance"):
                    return "user data"
                return "bytes" if self.type.startswith("const") else "memory"
            if self.base in HANDLES:
                return "handle"
            return "callbacks" if self.type.startswith("const") else "number output"
        return "number"

    @property
    def is_output(self):
        return self.kind.endswith("output") or self.kind in ("error", "memory")

    @property
    def is_boolean(self):
        return self.doc.startswith("1 or 0")


@dataclass
class Function:
    name: str
    result: str
    parameters: list[Parameter]
    doc: str
    in_callback: bool = False
    optional: bool = False       # a callback that may be NULL
    result_doc: str = ""
    routes: dict[str, str] = field(default_factory=dict)    # for a service, schema by route

    @property
    def outputs(self):
        return [p for p in self.parameters if p.kind in ("handle output", "number output", "user data output")]

    @property
    def json(self):
        """The schema of its JSON output."""
        return next((p.json for p in self.outputs if p.json and p.base == "buffer"), None)


@dataclass
class Member:
    """A field of a struct: a value or a callback."""

    type: str
    name: str
    doc: str = ""
    function: Function | None = None


@dataclass
class Struct:
    name: str
    doc: str
    members: list[Member] = field(default_factory=list)


@dataclass
class Named:
    """A handle type, a value of an enum, or a constant."""

    name: str
    doc: str
    value: int | str | None = None


@dataclass
class Enum:
    name: str                    # "" for an anonymous enum
    doc: str
    values: list[Named] = field(default_factory=list)


def text():
    return PATH.read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------------ Declarations

_COMMENT = r"(?:/\*\*(?P<doc>(?:(?!\*/).)*)\*/\s*)?"


def _declarations(pattern, source):
    return re.finditer(_COMMENT + pattern, source or text(), re.S)


def functions(source=None):
    """All exported functions, in header order."""
    found = _declarations(r"LECTERN_API (?P<result>[\w ]+?\*?)\s*\b(?P<name>lectern_\w+)\((?P<parameters>.*?)\);", source)
    return [_function(match["name"], match["result"], match["parameters"], match["doc"]) for match in found]


def handles(source=None):
    found = _declarations(r"typedef struct (?P<name>lectern_\w+) (?P=name);", source)
    return [Named(match["name"], clean(match["doc"])) for match in found]


def structs(source=None):
    """The callback structs."""
    found = _declarations(r"typedef struct (?P<name>lectern_\w+) \{(?P<body>.*?)\n\} (?P=name);", source)
    return [Struct(match["name"], clean(match["doc"]), _members(match["body"])) for match in found]


def enums(source=None):
    """The statuses, then the anonymous enums."""
    source = source or text()
    found = _declarations(r"(?P<typedef>typedef \w+ (?P<name>\w+);\s*)?\benum \{(?P<body>.*?)\};", source)
    return [Enum(match["name"] or "", clean(match["doc"]), _values(match["body"])) for match in found]


def constants(source=None):
    """Macros that are numbers or strings."""
    found = _declarations(r"#define (?P<name>LECTERN_\w+) (?P<value>\d+u?|\"[^\"]*\")\n", source)
    return [Named(match["name"], clean(match["doc"]), _value(match["value"])) for match in found]


def _value(written):
    return written[1:-1] if written.startswith('"') else int(written.rstrip("u"))


def _values(body):
    found = re.finditer(r"(?P<name>LECTERN_\w+)\s*=\s*(?P<value>-?\d+)\s*,?\s*(?:/\*\*<(?P<doc>.*?)\*/)?", body, re.S)
    return [Named(match["name"], clean(match["doc"]), int(match["value"])) for match in found]


def _members(body):
    return [_member(match["declaration"], match["doc"]) for match in
            re.finditer(_COMMENT + r"(?P<declaration>[a-z][^;]*);", body, re.S)]


def _member(declaration, comment):
    declaration = " ".join(declaration.split())
    match = re.fullmatch(r"(?P<result>.*?)\(\*(?P<name>\w+)\)\((?P<parameters>.*)\)", declaration)
    if not match:
        match = re.fullmatch(r"(?P<type>.*?)(?P<name>\w+)", declaration)
        return Member(match["type"].strip(), match["name"], clean(comment))
    function = _function(match["name"], match["result"].strip(), match["parameters"], comment, in_callback=True)
    return Member(f"{match['result'].strip()} (*)({match['parameters']})", match["name"], function.doc, function)


# ---------------------------------------------------------------------------------------------------- Comments

def clean(comment):
    """The text of a comment, without stars and common indentation."""
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in (comment or "").strip().splitlines()]
    # Lines after the first one are indented like the start of the comment.
    indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    common = min(indents, default=0)
    return "\n".join(lines[:1] + [line[common:] for line in lines[1:]]).strip()


def plain(doc):
    """The human-readable part of a comment: without tags and the gaps that they leave."""
    doc = re.sub(r"@json (any\b|[a-z-]+(<topic>)?)|@text|@optional", "", doc)
    return re.sub(r" +$", "", re.sub(r"(?<=\S) {3,}", "  ", doc), flags=re.M).strip()


def _function(name, result, parameters, comment, in_callback=False):
    comment = clean(comment)
    # The text before the first @param describes the function; "@param x ... @json name" describes x.
    about, *tags = re.split(r"(?=@param |@return )", comment)
    function = Function(name, result, _parameters(parameters, in_callback), plain(about), in_callback)
    function.optional = in_callback and (name == "release" or "@optional" in about)
    if "@optional" in about and not in_callback:
        raise ValueError(f"{name}: what is @optional?")
    for tag in tags:
        if tag.startswith("@return"):
            function.result_doc = " ".join(tag.removeprefix("@return").split())
            continue
        match = re.match(r"@param (\w+)", tag)
        parameter = next((p for p in function.parameters if p.name == match[1]), None)
        if parameter is None:
            raise ValueError(f"{name}: the comment names no parameter of the function: {match[1]}")
        parameter.optional = "@optional" in tag
        parameter.text = "@text" in tag
        parameter.json = _json_tag(tag)
        parameter.doc = " ".join(plain(tag[match.end():]).split())
    _assign_untold(function, about)
    return function


def _assign_untold(function, about):
    """Assigns a tag outside of @param to the output buffer, or to the parameter that is named after it."""
    name = _json_tag(about)
    buffers = [p for p in function.parameters if p.kind == "handle output" and p.base == "buffer"]
    if "@text" in about:
        if not buffers:
            raise ValueError(f"{function.name}: what is @text?")
        buffers[0].text = True
    if not name:
        return
    if "~readium/" in about and not buffers:
        routes = ((part.split()[0], _json_tag(part)) for part in re.split(r"(?=~readium/)", about)[1:])
        function.routes = {route: schema for route, schema in routes if schema}
        return
    named = [p for p in function.parameters if p.name == name.removesuffix("-<topic>")]
    targets = buffers or named
    if not targets:
        raise ValueError(f"{function.name}: what is @json {name} about?")
    targets[0].json = name


def _json_tag(comment):
    match = re.search(r"@json ([a-z-]+(<topic>)?)", comment)
    return match[1] if match else None


def _parameters(written, in_callback):
    written = " ".join(written.split())
    if written == "void":
        return []
    return [_parameter(part, in_callback) for part in re.split(r",\s*(?![^()]*\))", written)]


def _parameter(written, in_callback):
    if "(" in written:
        match = re.match(r"(.*\(\*)(\w+)(\).*)", written)
        return Parameter(match[1] + match[3], match[2], in_callback)
    match = re.match(r"(.*?)(\w+)$", written)
    return Parameter(match[1].strip(), match[2], in_callback)


#: The handle types without prefix; every other lectern_ struct is a callback struct.
HANDLES = [one.name.removeprefix("lectern_") for one in handles()]
