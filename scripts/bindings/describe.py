# SPDX-License-Identifier: BSD-3-Clause
"""Writes include/lectern.api.json, a machine-readable description of the header and the schemas.

Each part is a list in header order.  The docstrings here and in schemas.py document the members.
"""
import json
import re

from . import header, schemas

PATH = "include/lectern.api.json"

#: The sizes of struct members on a 64-bit system; types with a star are pointers.
SIZES = {"size_t": 8, "uint64_t": 8, "int64_t": 8, "int32_t": 4, "uint32_t": 4, "lectern_status": 4, "double": 8}
POINTER = 8


def description():
    types = schemas.Types(schemas.documents())
    constants = header.constants()
    values = {one.name: one.value for one in constants}
    return {
        "$comment": "Generated from include/lectern.h and include/schemas by scripts/bindings: run `make bindings`.",
        "version": values["LECTERN_VERSION"],
        "abi": values["LECTERN_ABI"],
        "constants": [{"name": one.name, "value": one.value, "doc": one.doc} for one in constants],
        "enums": [enum(one) for one in header.enums()],
        "handles": [handle(one) for one in header.handles()],
        "structs": [struct(one) for one in header.structs()],
        "functions": [function(one) for one in header.functions()],
        "events": events(types),
        "schemas": types.schemas,
        "types": list(types.named.values()),
    }


def enum(one):
    return {"name": one.name, "doc": one.doc,
            "values": [{"name": value.name, "value": value.value, "doc": " ".join(value.doc.split())} for value in one.values]}


def handle(one):
    return {"name": one.name.removeprefix("lectern_"), "type": one.name, "free": f"{one.name}_free", "doc": one.doc}


def struct(one):
    fields, offset = [], 0
    for member in one.members:
        size = POINTER if "*" in member.type else SIZES[member.type]
        offset = -(-offset // size) * size
        fields.append({"name": member.name, "type": member.type, "offset": offset, "size": size, "doc": member.doc,
                       **field_kind(member)})
        offset += size
    return {"name": one.name.removeprefix("lectern_"), "type": one.name, "doc": one.doc,
            "size": -(-offset // POINTER) * POINTER, "fields": fields}


def field_kind(member):
    if member.function:
        return {"kind": "callback", "nullable": member.function.optional, "callback": signature(member.function)}
    return {"kind": {"struct_size": "size", "user_data": "user_data"}.get(member.name, "text"),
            "nullable": member.name == "user_data"}


def function(one):
    noun, verb = noun_and_verb(one.name)
    doc = one.doc or (f"Frees the {noun}; NULL is fine." if verb == "free" else "")
    made = {"name": one.name, "noun": noun, "verb": verb, "doc": doc, **signature(one)}
    return {**made, "routes": one.routes} if one.routes else made


def noun_and_verb(name):
    """Splits a function name into noun and verb: lectern_publication_open_memory is publication, open_memory."""
    name = name.removeprefix("lectern_")
    noun = next((noun for noun in header.HANDLES if name.startswith(noun + "_")), None)
    if noun is None and "_" in name:
        noun = name.split("_")[0]
    return (noun, name[len(noun) + 1:]) if noun else (None, name)


def signature(one):
    """The result, the parameters, and the statuses that the comment mentions."""
    return {"result": result(one), "parameters": [parameter(p, one) for p in one.parameters],
            "statuses": sorted(set(re.findall(r"LECTERN_(?:END|PASS|ERROR_\w+)", one.doc)))}


def result(one):
    made = {"type": one.result, "kind": "number"}
    if one.result == "void":
        made["kind"] = "none"
    elif one.result == "lectern_status":
        made["kind"] = "status"
    elif "char" in one.result:
        # Returned text belongs to the handle that was passed in, or otherwise to the library.
        owner = next((p.name for p in one.parameters if p.kind == "handle"), None)
        made |= {"kind": "text", "ownership": "handle" if owner else "static", **({"owner": owner} if owner else {})}
    return {**made, "doc": one.result_doc} if one.result_doc else made


def parameter(p, one):
    nullable = p.optional or p.kind in ("error", "user data")
    made = {"name": p.name, "type": p.type, "kind": p.kind.split(" output")[0].replace(" ", "_"),
            "direction": "out" if p.is_output else "in", "nullable": nullable, "doc": p.doc}
    if p.kind in ("handle", "handle output", "error"):
        made["handle"] = p.base
    if p.is_boolean:
        made["kind"] = "boolean"
    if p.kind in ("number", "number output"):
        made["number"] = p.base if p.base != "status" else "lectern_status"
    if p.kind == "callbacks":
        made["struct"] = p.base
    if p.json:
        made["json"] = p.json
    if p.kind == "handle output" and p.base == "buffer":
        made["kind"] = "buffer"
        made["content"] = "json" if p.json else "text" if p.text else "bytes"
    if p.kind in ("bytes", "memory"):
        made["size"] = one.parameters[one.parameters.index(p) + 1].name
    return {**made, **ownership(p, one)}


def ownership(p, one):
    """Who owns the target of a parameter, and how it is released.

        borrowed    the callee uses it during the call
        copied      the callee keeps a copy, and calls release of a struct when it no longer needs it
        kept        the callee uses it until it calls the function release, or copies it if that is NULL
        caller      the caller must free it
        library     the library frees it, because it is an output of a callback
    """
    if p.kind in ("handle output", "error"):
        free = {"free": f"lectern_{p.base}_free"}
        return {"ownership": "library" if one.in_callback else "caller", **free}
    if p.kind in ("handle", "memory") or (one.in_callback and p.kind in ("text", "json")):
        return {"ownership": "borrowed"}
    if p.kind == "bytes" and any(other.kind == "function" for other in one.parameters):
        return {"ownership": "kept", "release": "release"}
    return {"ownership": "copied"} if p.kind in ("text", "json", "bytes", "callbacks") else {}


def events(types):
    """The topics of events, with their JSON types."""
    prefix = "event-"
    return [{"topic": name.removeprefix(prefix), "json": name, "doc": one["doc"]}
            for name, one in types.schemas.items() if name.startswith(prefix)]


def files(api):
    return {PATH: written(api) + "\n"}


def written(value, indent=""):
    """Formats JSON, with values that fit on one line kept on one line."""
    text = json.dumps(value, ensure_ascii=False)
    if len(indent + text) <= 116 or not isinstance(value, (dict, list)):
        return text
    inner = indent + " "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + written(one, inner) for one in value) + f"\n{indent}]"
    pairs = (f"{inner}{json.dumps(name)}: {written(one, inner)}" for name, one in value.items())
    return "{\n" + ",\n".join(pairs) + f"\n{indent}}}"
