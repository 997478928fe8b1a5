# SPDX-License-Identifier: BSD-3-Clause
"""Writes include/lectern.abi.txt: everything that compiled programs rely on, one fact per line, so that changes show up
in review.

Within one LECTERN_ABI, facts are only added.  `python3 -m bindings --abi OLD.abi.txt` lists other changes.
packaging/abi has the facts of the last release.
"""

PATH = "include/lectern.abi.txt"


def files(api):
    return {PATH: "".join(line + "\n" for line in facts(api))}


def facts(api):
    yield f"abi {api['abi']}"
    for one in api["enums"]:
        for value in one["values"]:
            yield f"value {value['name']} = {value['value']}"
    for one in api["structs"]:
        yield f"struct {one['type']}: {one['size']} bytes"
        for field in one["fields"]:
            written = c_function(field["callback"]) if field["kind"] == "callback" else field["type"]
            yield f"field {one['type']}.{field['name']} at {field['offset']}: {written}"
    for one in api["functions"]:
        yield f"function {one['name']}: {c_function(one)}"


def c_function(one):
    parameters = ", ".join(parameter["type"] for parameter in one["parameters"]) or "void"
    return f"{one['result']['type']} ({parameters})"


def broken(old, new):
    """What would break programs that were compiled with the old facts, one sentence each."""
    old, new = _by_name(old), _by_name(new)
    if old["abi"] != new["abi"]:
        return []
    wrong = []
    for name, fact in old.items():
        if name not in new:
            wrong.append(f"{name} is gone.")
        elif name.startswith("struct "):
            if _bytes(new[name]) < _bytes(fact):
                wrong.append(f"{name} has become smaller: {fact}, now {new[name]}.")
        elif new[name] != fact:
            wrong.append(f"{name} has changed from {fact} to {new[name]}.")
    # Fields may only be added after those that older programs know.
    for name, fact in new.items():
        kind, _, member = name.partition(" ")
        size = old.get(f"struct {member.partition('.')[0]}")
        if kind == "field" and name not in old and size and int(fact.split(":")[0]) < _bytes(size):
            wrong.append(f"{name} has been inserted before the end of the struct.")
    return wrong


def _by_name(facts):
    """Indexes facts by name: "field lectern_stream.read at 24: ..." by "field lectern_stream.read"."""
    found = {}
    for fact in facts:
        words = fact.split()
        name = "abi" if words[0] == "abi" else f"{words[0]} {words[1].rstrip(':')}"
        found[name] = fact[len(words[0]) + 1:] if name == "abi" else " ".join(words[2:]).removeprefix("at ").removeprefix("= ")
    return found


def _bytes(fact):
    return int(fact.split()[0])
