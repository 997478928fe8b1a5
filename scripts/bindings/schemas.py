# SPDX-License-Identifier: BSD-3-Clause
"""Converts the JSON Schemas of include/schemas to types: named records, enumerations and unions, and types composed of
them.

A type is a dictionary with a kind, and optionally nullable: true.

    string, integer, number, boolean, any
    constant     value            exactly this string, number or boolean
    array        items            a list of a type
    map          values           an object with arbitrary names
    oneOrMany    items            the type itself, or a list of it
    ref          name             a named type; requires lists optional members that are required here

Named types:

    record       members (name, type, required, doc), open: whether other members are kept, extra: their type
    enum         values           strings
    union        variants, each with a type and a condition, see _recognise
"""
import json

from . import names
from .header import ROOT

FOLDER = ROOT / "include" / "schemas"
SUFFIX = ".schema.json"
PRIMITIVES = ("string", "integer", "number", "boolean")


def documents():
    """All schemas by name."""
    return {path.name.removesuffix(SUFFIX): json.loads(path.read_text(encoding="utf-8"))
            for path in sorted(FOLDER.glob("*" + SUFFIX))}


class Types:
    """The types of all schemas."""

    def __init__(self, found):
        self.documents = found
        self.named = {}          # name -> type
        self._places = {}        # name -> location
        self.schemas = {name: {"title": document["title"], "doc": document["description"],
                               "type": self.at((name,), document)} for name, document in found.items()}
        for one in self.named.values():
            if one["kind"] == "union":
                self._recognise(one)

    # ----------------------------------------------------------------------------------------------- References

    def _follow(self, reference, place):
        file, _, pointer = reference.partition("#")
        place = (file.removesuffix(SUFFIX) if file else place[0], *[step for step in pointer.split("/") if step])
        node = self.documents[place[0]]
        for step in place[1:]:
            node = node[step]
        return place, node

    def _resolved(self, place, node):
        """The location of a definition after resolving references and lists with one element."""
        while True:
            only = [node[key][0] for key in ("allOf", "oneOf", "anyOf") if len(node.get(key, ())) == 1]
            reference = node.get("$ref") or (only[0].get("$ref") if only else None)
            if not reference or "properties" in node or "properties" in (only[0] if only else {}):
                return place, node
            place, node = self._follow(reference, place)

    # ---------------------------------------------------------------------------------------------------- Types

    def at(self, place, node):
        """The type at a location."""
        place, node = self._resolved(place, node)
        kinds = node.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else list(kinds)
        nullable = "null" in kinds
        kinds = [kind for kind in kinds if kind != "null"]
        if "const" in node:
            return {"kind": "constant", "value": node["const"]}
        if "enum" in node:
            return self._enum(place, node)
        choice = next((key for key in ("oneOf", "anyOf") if key in node and _is_choice(node, key)), None)
        if choice:
            return self._choice(place, node, choice)
        if len(node.get("allOf", ())) == 2 and _only_requires(node["allOf"][1]):
            return {**self.at(place, node["allOf"][0]), "requires": node["allOf"][1]["required"]}
        if "properties" in node or "allOf" in node:
            made = self._record(place, node)
        elif len(kinds) > 1:
            made = self._union(place, node, [((*place, kind), {"type": kind}) for kind in kinds])
        elif kinds == ["array"]:
            items = node.get("items")
            made = {"kind": "array", "items": self.at((*place, "items"), items) if items else {"kind": "any"}}
        elif kinds == ["object"]:
            values = node.get("additionalProperties")
            values = self.at((*place, "additionalProperties"), values) if isinstance(values, dict) else {"kind": "any"}
            made = {"kind": "map", "values": values}
        else:
            made = {"kind": kinds[0] if kinds else "any"}
        return {**made, "nullable": True} if nullable else made

    def _enum(self, place, node):
        values = [value for value in node["enum"] if value is not None]
        if all(isinstance(value, str) for value in values):
            made = self._name(place, lambda: {"kind": "enum", "doc": node.get("description", ""), "values": values})
        else:
            made = {"kind": "integer"}
        return {**made, "nullable": True} if None in node["enum"] else made

    def _choice(self, place, node, key):
        options = [((*place, key, str(index)), one) for index, one in enumerate(node[key])]
        some = [(where, one) for where, one in options if one != {"type": "null"}]
        nullable = len(some) < len(options)
        if len(some) == 1:
            made = self.at(place if "$ref" not in some[0][1] else some[0][0], some[0][1])
        elif len(some) == 2 and "items" in some[1][1] and self._same(place, some[0][1], some[1][1]["items"]):
            made = {"kind": "oneOrMany", "items": self.at((*place, "items"), some[1][1]["items"])}
        else:
            made = self._union(place, node, some)
        return {**made, "nullable": True} if nullable else made

    def _same(self, place, one, other):
        """Whether two definitions in a schema are equal."""
        return one == other or self._resolved(place, one)[0] == self._resolved(place, other)[0] != place

    def _union(self, place, node, options):
        def make():
            return {"kind": "union", "doc": node.get("description", ""),
                    "variants": [{"type": self.at(self._variant(place, where, one), one), "doc": one.get("description", "")}
                                 for where, one in options]}
        return self._name(place, make)

    def _variant(self, place, where, node):
        """Names a variant by what distinguishes it: a constant, or its first required member."""
        if "$ref" in node or "properties" not in node:
            return where
        constants = [one["const"] for one in node["properties"].values() if isinstance(one.get("const"), str)]
        label = (constants or node.get("required") or ["other"])[0]
        return (*place, "oneOf", label)

    def _record(self, place, node):
        def make():
            members = {member["name"]: member for member in self._members(place, node)}
            rest = self._rest(place, node)
            made = {"kind": "record", "doc": node.get("description", ""), "members": list(members.values()), "open": rest is not None}
            return {**made, "extra": rest} if rest and rest["kind"] != "any" else made
        return self._name(place, make)

    def _rest(self, place, node):
        """The type of members that are not listed; None if they are not allowed."""
        rest = node.get("additionalProperties", True)
        if rest is False:
            return None
        return self.at((*place, "additionalProperties"), rest) if isinstance(rest, dict) else {"kind": "any"}

    def _members(self, place, node):
        """The members of its parts (allOf) first, then its own."""
        required = set(node.get("required", ()))
        for part in node.get("allOf", ()):
            for member in self._members(*self._resolved(place, part)):
                yield {**member, "required": member["required"] or member["name"] in required}
        for name, one in node.get("properties", {}).items():
            kind = self.at((*place, "properties", name), one)
            doc = one.get("description") or self._resolved(place, one)[1].get("description", "")
            yield {"name": name, "type": kind, "required": name in required, "doc": doc}

    def _name(self, place, make):
        """A reference to the type with the name of this location, which is created once."""
        name = names.of(place)
        if name not in self.named:
            self._places[name], self.named[name] = place, {}
            self.named[name] = {"name": name, "schema": place[0], **make()}
        elif self._places[name] != place:
            raise ValueError(f"{name} is both {'/'.join(self._places[name])} and {'/'.join(place)}: choose a name in names.py.")
        return {"kind": "ref", "name": name}

    # ---------------------------------------------------------------------------------------------------- Unions

    def _recognise(self, union):
        """Adds the condition of each variant.  The conditions are tested in order:

            {"json": "string"}                  by JSON type
            {"member": "type", "is": "go"}      by a constant, or a list of constants
            {"has": "add"}                      by a member
            {"otherwise": true}                 always; only for the last variant

        The tag of a union is the member whose constant distinguishes all variants.
        """
        # A variant without a condition comes last.
        variants = union["variants"] = sorted(union["variants"], key=lambda one: _shape(one["type"], self.named) == "any")
        shapes = [_shape(one["type"], self.named) for one in variants]
        records = [self.named[one["type"]["name"]] if shape == "object" and one["type"]["kind"] == "ref" else None
                   for one, shape in zip(variants, shapes)]
        tag = _tag([record for record in records if record])
        if tag and all(records):
            union["tag"] = tag
        for index, (one, shape, record) in enumerate(zip(variants, shapes, records)):
            others = [other for other in records if other and other is not record]
            if shapes.count(shape) == 1 and shape != "any":
                one["when"] = {"json": shape}
            elif one["type"]["kind"] == "constant":
                one["when"] = {"is": one["type"]["value"]}
            elif tag and record:
                one["when"] = {"member": tag, "is": next(m for m in record["members"] if m["name"] == tag)["type"]["value"]}
            elif record and _own_member(record, others):
                one["when"] = {"has": _own_member(record, others)}
            elif index == len(variants) - 1:
                one["when"] = {"otherwise": True}
            else:
                raise ValueError(f"{union['name']}: how is variant {index} told from the others?")


def _is_choice(node, key):
    """Whether oneOf or anyOf lists types; in a record it may also list combinations of required members."""
    return any("type" in one or "$ref" in one or "properties" in one or "const" in one or "enum" in one or "anyOf" in one
               for one in node[key])


def _only_requires(node):
    """Whether a schema only makes members required."""
    return set(node) == {"required"} or (set(node) == {"required", "properties"} and
                                         all(_only_requires(one) for one in node["properties"].values()))


def _shape(kind, named):
    """The JSON type of a type, or "any" if there are several."""
    while kind["kind"] == "ref":
        kind = named[kind["name"]]
        if kind["kind"] == "union":
            shapes = {_shape(one["type"], named) for one in kind["variants"]}
            return shapes.pop() if len(shapes) == 1 else "any"
    shapes = {"array": "array", "map": "object", "record": "object", "enum": "string", "integer": "number"}
    if kind["kind"] == "constant":
        return "string" if isinstance(kind["value"], str) else "boolean" if isinstance(kind["value"], bool) else "number"
    return shapes.get(kind["kind"], kind["kind"])


def _tag(records):
    """The member that has a different constant in each of these records."""
    if len(records) < 2:
        return None
    for member in records[0]["members"]:
        constants = [one["type"].get("value") for record in records for one in record["members"]
                     if one["name"] == member["name"] and one["type"]["kind"] == "constant"]
        if len(set(map(str, constants))) == len(records):
            return member["name"]
    return None


def _own_member(record, others):
    """A member that this record requires, and the others cannot have."""
    foreign = {member["name"] for other in others for member in other["members"]}
    return next((m["name"] for m in record["members"] if m["required"] and m["name"] not in foreign), None)
