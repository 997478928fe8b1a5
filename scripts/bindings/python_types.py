# SPDX-License-Identifier: BSD-3-Clause
"""Writes the JSON types as TypedDicts in bindings/python/lectern/types."""
import keyword
import re
import textwrap

from . import names
from .python_functions import HEAD

FOLDER = "bindings/python/lectern/types"

#: The modules and their schemas.  A module may only use those above it.
MODULES = {
    "_library": ("Builds, limits, errors and warnings", (
        "build-info", "context-options", "error", "handles", "names", "warnings", "log-entry", "ranges")),
    "_links": ("Links", ("link", "links", "link-filter", "link-parameters")),
    "_places": ("Places in a publication", (
        "locator", "location", "locators", "locator-query", "positions", "positions-by-reading-order", "cfi", "cfi-place", "footnote", "pages", "word")),
    "_manifest": ("Manifests", ("manifest",)),
    "_publication": ("Publications", (
        "accessibility", "accessibility-options", "consumed-rights", "content-protection", "format", "guided-navigation", "open-options", "page-images", "presentation", "publication-info", "reference", "services", "sniff-hints",
        "statistics", "statistics-options", "cover-options", "thumbnail-options", "update")),
    "_content": ("Text: search, content, voices", (
        "content", "search-options", "content-options", "markdown-options", "token-options", "voices", "voice-options")),
    "_notes": ("Bookmarks, highlights and notes", (
        "note", "note-list", "notes", "note-read-options", "note-write-options", "publication-identity",
        "publication-records", "store-publication", "note-changes", "note-query", "note-page", "note-changes-query",
        "note-delta", "note-merge", "event-notes")),
    "_settings": ("Settings, preferences and stores", (
        "preferences", "preference-keys", "settings", "setting", "submission", "store-changes", "store-migration",
        "store-options", "store-profile-changes", "store-profiles", "store-scope", "store-scopes", "event-preferences",
        "event-settings", "event-store")),
    "_decorations": ("Decorations", (
        "decoration", "decorations", "decoration-changes", "decoration-template", "interaction", "rendered-decorations",
        "event-cue", "event-decorations", "event-unplaced")),
    "_navigator": ("Navigators", (
        "css", "go-target", "navigator-options", "spreads", "viewport", "event-location", "event-spreads")),
    "_messages": ("Messages of the page in a web view", (
        "web-command", "web-message", "event-error", "event-key", "event-link", "event-media", "event-selection", "event-tap")),
    "_web": ("The page in a web view", (
        "event-web", "web-pdf-page", "web-request", "web-response", "web-speech", "web-state")),
}

PRIMITIVES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "any": "Any"}


def files(api):
    module_of = {schema: module for module, (_, schemas) in MODULES.items() for schema in schemas}
    missing = set(api["schemas"]) - set(module_of)
    if missing:
        raise ValueError(f"python_types.py: which module are the types of {sorted(missing)} in?")
    home = {one["name"]: module_of[one["schema"]] for one in api["types"]}
    aliases = {names.pascal(name): name for name in api["schemas"] if names.pascal(name) not in home}
    contents = {module: [*(one for one in api["types"] if home[one["name"]] == module),
                         *(alias(name, api["schemas"][schema]) for name, schema in aliases.items() if schema in schemas)]
                for module, (_, schemas) in MODULES.items()}
    home |= {name: module_of[schema] for name, schema in aliases.items()}
    made = {f"{FOLDER}/{module}.py": written(module, contents[module], home) for module in MODULES}
    return {f"{FOLDER}/__init__.py": package(home), **made}


def alias(name, schema):
    return {"kind": "alias", "name": name, "doc": schema["doc"], "type": schema["type"]}


def package(home):
    names_of = {module: sorted(name for name, where in home.items() if where == module) for module in MODULES}
    lines = [HEAD + '"""The shapes of the JSON that goes in and comes out, named after its schemas.\n',
             "Members that a schema does not list are kept, where it says so; the types do not know them.",
             "A value of a Literal may be one that a later version has added.", '"""\n']
    lines += [listed(f"from .{module} import (", these, ")") for module, these in names_of.items()]
    lines += ["", listed("__all__ = [", [f'"{name}"' for name in sorted(home)], "]"), ""]
    return "\n".join(lines)


def listed(opening, items, closing):
    """A list of names, wrapped."""
    line = f"{opening}{', '.join(items)}{closing}"
    if len(line) <= 116:
        return line.replace("import (", "import ").removesuffix(")") if closing == ")" else line
    lines = textwrap.wrap(", ".join(items) + ",", 108, break_long_words=False, break_on_hyphens=False)
    return "\n".join([opening, *(f"    {line}" for line in lines), closing])


# ---------------------------------------------------------------------------------------------------------- Modules

def written(module, types, home):
    body = "\n".join(line for one in ordered(types) for line in DEFINITIONS[one["kind"]](one))
    used = {}
    for name in sorted({name for one in types for name in references(one)}):
        if home[name] != module:
            used.setdefault(home[name], []).append(name)
    typing = [name for name in ("Any", "Literal", "Optional", "TypedDict", "Union") if re.search(rf"\b{name}\b", body)]
    head = HEAD + f'"""{MODULES[module][0]}."""\n\nfrom __future__ import annotations\n\nfrom typing import {", ".join(typing)}\n'
    imports = [listed(f"from .{other} import (", these, ")") for other, these in used.items()]
    return head + "".join(f"\n{line}" for line in imports) + ("\n" if imports else "") + body + "\n"


def ordered(types):
    """Records first, because their annotations are resolved lazily; then the types that refer to them."""
    done, rest = [one for one in types if one["kind"] in ("record", "enum")], [one for one in types if one["kind"] in ("union", "alias")]
    while rest:
        waiting = {one["name"] for one in rest}
        ready = [one for one in rest if not references(one) & waiting]
        done, rest = done + ready, [one for one in rest if one not in ready]
    return done


def references(one):
    """The names that a type refers to."""
    if isinstance(one, list):
        return {name for part in one for name in references(part)}
    if not isinstance(one, dict):
        return set()
    own = {one["name"]} if one.get("kind") == "ref" else set()
    return own | {name for part in one.values() for name in references(part)}


# ------------------------------------------------------------------------------------------------------ Expressions

def expression(kind, quoted=False):
    made = PRIMITIVES.get(kind["kind"]) or EXPRESSIONS[kind["kind"]](kind, quoted)
    return f"Optional[{made}]" if kind.get("nullable") and made != "Any" else made


def one_or_many(kind, quoted):
    items = expression(kind["items"], quoted)
    return f"Union[{items}, list[{items}]]"


def literal(value):
    return f'"{value}"' if isinstance(value, str) else repr(value)


EXPRESSIONS = {
    "ref": lambda kind, quoted: f'"{kind["name"]}"' if quoted else kind["name"],
    "array": lambda kind, quoted: f"list[{expression(kind['items'], quoted)}]",
    "map": lambda kind, quoted: f"dict[str, {expression(kind['values'], quoted)}]",
    "oneOrMany": one_or_many,
    "constant": lambda kind, quoted: f"Literal[{literal(kind['value'])}]",
}


# ------------------------------------------------------------------------------------------------------ Definitions

def comment(doc, indent=""):
    lines = textwrap.wrap(" ".join(doc.split()), 112 - len(indent))
    return [f"{indent}#: {line}" for line in lines]


def assignment(name, parts, opening):
    line = f"{name} = {opening}[{', '.join(parts)}]"
    if len(line) <= 116:
        return [line]
    return [f"{name} = {opening}[", *(f"    {part}," for part in parts), "]"]


def enum(one):
    return ["", "", *comment(one["doc"]), *assignment(one["name"], [literal(value) for value in one["values"]], "Literal")]


def union(one):
    return ["", "", *comment(one["doc"]), *assignment(one["name"], [expression(v["type"]) for v in one["variants"]], "Union")]


def plain_alias(one):
    return ["", "", *comment(one["doc"]), f"{one['name']} = {expression(one['type'])}"]


def record(one):
    """A class.  Optional members, and members whose names are not identifiers, go into separate base classes."""
    odd = [m for m in one["members"] if not m["name"].isidentifier() or keyword.iskeyword(m["name"])]
    required = [m for m in one["members"] if m["required"] and m not in odd]
    optional = [m for m in one["members"] if not m["required"] and m not in odd]
    lines, bases = [], []
    for total in (True, False):
        these = [m for m in odd if m["required"] is total]
        if these:
            base = f"_{one['name']}{'Odd' if total else 'OddOptional'}"
            members = ", ".join(f'"{m["name"]}": {expression(m["type"], True)}' for m in these)
            lines += ["", "", f"{base} = TypedDict(", f'    "{base}",', f"    {{{members}}},", *([] if total else ["    total=False,"]), ")"]
            bases.append(base)
    if required and optional:
        base = f"_{one['name']}Required"
        lines += ["", "", f"class {base}({', '.join(bases) or 'TypedDict'}):", *member_lines(required)]
        bases = [base]
    own = optional or required
    arguments = (bases or ["TypedDict"]) + ([] if not optional else ["total=False"])
    doc = one["doc"] or f"Part of the schema \"{one['schema']}\"."
    lines += ["", "", f"class {one['name']}({', '.join(arguments)}):", *docstring(doc)]
    return lines + ([""] + member_lines(own) if own else [])


def docstring(doc):
    doc = " ".join(doc.split()).replace("\\", "\\\\")
    lines = textwrap.wrap(doc, 108)
    if len(lines) == 1 and not doc.endswith('"'):
        return [f'    """{doc}"""']
    return [f'    """{lines[0]}', *(f"    {line}" for line in lines[1:]), '    """']


def member_lines(members):
    lines = []
    for member in members:
        lines += comment(member["doc"], "    ") + [f"    {member['name']}: {expression(member['type'])}"]
    return lines


DEFINITIONS = {"enum": enum, "union": union, "alias": plain_alias, "record": record}
