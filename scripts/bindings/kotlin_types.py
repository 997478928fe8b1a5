# SPDX-License-Identifier: BSD-3-Clause
"""The JSON types in Kotlin: a data class for a record, a sealed interface for a union, and a value wrapper for an
enumeration, because a newer library may return further values."""
from . import names

WIDTH = 120
#: The maximum number of lines in a file.
LONGEST = 450
#: Names that already mean something else in the binding.
RENAMED = {"Service": "ServiceInfo"}
KEYWORDS = {"as", "class", "fun", "in", "interface", "is", "object", "package", "val", "var", "when"}
KINDS = {"string": "String", "integer": "Long", "number": "Double", "boolean": "Boolean", "any": "Any?"}
#: Records with such names are inputs, which Java makes with builders.
BUILT = ("Options", "Request", "Query", "Filter", "Hints")
#: The names of union variants that are not records.
VARIANTS = {"string": "Text", "integer": "Number", "number": "Number", "boolean": "Flag", "array": "Items", "map": "Members",
            "constant": "Constant", "enum": "Name", "union": "Value"}


def parts(api):
    """Maps file names to contents, one file for each schema that defines types."""
    named = {one["name"]: one for one in api["types"]}
    unions = {}  # record -> the unions that it is a variant of
    for one in api["types"]:
        for variant in one.get("variants", ()):
            if variant["type"]["kind"] == "ref" and named[variant["type"]["name"]]["kind"] == "record":
                unions.setdefault(variant["type"]["name"], []).append(called(one["name"]))
    make = {"record": lambda one: record(one, unions.get(one["name"], [])), "enum": enum, "union": lambda one: union(one, named)}
    schemas = {}
    for one in api["types"]:
        schemas.setdefault(names.pascal(one["schema"]), []).append(folded(make[one["kind"]](one)))
    return {name: "import lectern.json.JsonValue\n\n" + "\n".join(texts)
            for schema, texts in schemas.items() for name, texts in split(schema, texts)}


def split(schema, texts):
    """One file for a schema, or several if it would be too long."""
    pieces, length = [[]], 0
    for text in texts:
        length += text.count("\n") + 1
        if length > LONGEST:
            pieces.append([])
            length = text.count("\n") + 1
        pieces[-1].append(text)
    return [(f"{schema}{number if number > 1 else ''}.kt", piece) for number, piece in enumerate(pieces, 1)]


def folded(text):
    """Folds long lines where Kotlin allows a line break."""
    return "".join(fold(line) for line in text.splitlines(keepends=True))


def fold(line):
    if len(line) <= WIDTH:
        return line
    indent = line[:len(line) - len(line.lstrip())]
    if " { " in line and line.endswith(" },\n"):
        begin, _, rest = line.partition(" { ")
        return f"{begin} {{\n{indent}    {rest[:-4]}\n{indent}}},\n"
    begin, mark, rest = next(cut for cut in (line.partition(mark) for mark in (" -> ", " = ")) if cut[1])
    return f"{begin}{mark.rstrip()}\n{indent}    {rest}"


def called(name):
    return RENAMED.get(name, name)


def identifier(name):
    name = names.camel(name)
    return f"`{name}`" if name in KEYWORDS else name


def kdoc(text, indent=""):
    from .kotlin import kdoc as written_kdoc
    return written_kdoc(text.replace("[", "").replace("]", ""), indent)


# ------------------------------------------------------------------------------------------------------- Expressions

def written(kind):
    """A type in Kotlin syntax."""
    what = kind["kind"]
    if what in ("array", "oneOrMany"):
        made = f"List<{written(kind['items'])}>"
    elif what == "map":
        made = f"Map<String, {written(kind['values'])}>"
    elif what == "ref":
        made = called(kind["name"])
    elif what == "constant":
        made = {str: "String", bool: "Boolean", int: "Long"}[type(kind["value"])]
    else:
        made = KINDS[what]
    return made + "?" if kind.get("nullable") and not made.endswith("?") else made


def decoded(kind, value):
    """An expression that converts a JSON value to this type."""
    what = kind["kind"]
    if kind.get("nullable") and what != "any":
        return f"{value}?.let {{ {decoded({**kind, 'nullable': False}, 'it')} }}"
    if what in ("array", "oneOrMany"):
        return f"Read.{'list' if what == 'array' else 'oneOrMany'}({value}) {{ {decoded(kind['items'], 'it')} }}"
    if what == "map":
        return f"Read.map({value}) {{ {decoded(kind['values'], 'it')} }}"
    if what == "ref":
        return f"{called(kind['name'])}.fromJson({value})"
    if what == "any":
        return value
    return f"Read.{written(kind).lower()}({value})"


# ------------------------------------------------------------------------------------------------------------- Types

def record(one, unions):
    fixed = [m for m in one["members"] if m["required"] and m["type"]["kind"] == "constant"]
    members = [m for m in without_aliases(one["members"]) if m not in fixed]
    members.sort(key=lambda m: not m["required"])
    name = called(one["name"])
    parameters, puts, reads = "", "", ""
    for m in members:
        kind = written(m["type"])
        optional = not m["required"]
        null_if_left_out = optional and not kind.endswith("?")
        own = identifier(m["name"])
        parameters += f"{kdoc(m['doc'], '    ')}    public val {own}: {kind}{'?' if null_if_left_out else ''}{' = null' if optional else ''},\n"
        value = decoded({**m["type"], "nullable": False}, "it")
        if m["required"]:
            way = "nullable" if m["type"].get("nullable") or kind == "Any?" else "required"
            puts += f"        it[\"{m['name']}\"] = {own}\n"
        else:
            way = "optional"
            puts += f"        it.optional(\"{m['name']}\", {own})\n"
        reads += f"                {own} = members.{way}(\"{m['name']}\") {{ {value} }},\n"
    overload = " @JvmOverloads constructor" if len(members) <= 8 else ""
    constants = "".join(f"{kdoc(m['doc'], '    ')}    public val {identifier(m['name'])}: {written(m['type'])} get() = {constant(m)}\n\n"
                        for m in fixed)
    puts = "".join(f"        it[\"{m['name']}\"] = {identifier(m['name'])}\n" for m in fixed) + puts
    taken = "".join(f"            members.skip(\"{m['name']}\")\n" for m in fixed)
    supertypes = ", ".join([*unions, "JsonValue"])
    make, builds = builder(name, members)
    return (f"{kdoc(one['doc'])}public data class {name}{overload}(\n{parameters}"
            f"    /** Other members, which are kept as they are. */\n    public val other: Map<String, Any?> = emptyMap(),\n"
            f") : {supertypes} {{\n{constants}    override fun toJson(): Map<String, Any?> = membersOf(other) {{\n{puts}    }}\n\n"
            f"    public companion object {{\n        /** Reads an object as lectern.json.Json gives it. */\n        @JvmStatic\n"
            f"        public fun fromJson(json: Any?): {name} {{\n"
            f"            val members = Members(\"{name}\", json)\n{taken}            return {name}(\n{reads}"
            f"                other = members.other(),\n            )\n        }}\n{make}    }}\n{builds}}}\n")


def builder(name, members):
    """The function that makes a builder, and its class, for what a program in Java fills in member by member."""
    if not name.endswith(BUILT) or any(m["required"] for m in members):
        return "", ""
    values, setters, passed = "", "", ""
    for m in members:
        own, kind = identifier(m["name"]), written(m["type"]).removesuffix("?")
        values += f"        private var {own}: {kind}? = null\n"
        setters += f"        public fun {own}(value: {kind}?): Builder = apply {{ {own} = value }}\n"
        passed += f"            {own} = {own},\n"
    return ("\n        /** A builder, for Java. */\n        @JvmStatic\n        public fun builder(): Builder = Builder()\n",
            f"\n    /** Sets members by their names: `{name}.builder()`. */\n    public class Builder internal constructor() {{\n{values}\n"
            f"{setters}\n        public fun build(): {name} = {name}(\n{passed}        )\n    }}\n")


def constant(m):
    return f"\"{m['type']['value']}\"" if isinstance(m["type"]["value"], str) else str(m["type"]["value"]).lower()


def without_aliases(members):
    """Keeps the first of several members with the same name in Kotlin; the others remain accessible as untyped
    members."""
    found = {}
    for m in members:
        found.setdefault(names.camel(m["name"]), m)
    return list(found.values())


def enum(one):
    name = called(one["name"])
    values = "".join(f"        @JvmField public val {names.snake(value).upper()}: {name} = {name}(\"{value}\")\n" for value in one["values"])
    return (f"{kdoc(one['doc'])}public data class {name}(public val value: String) : JsonValue {{\n"
            f"    override fun toJson(): String = value\n\n    override fun toString(): String = value\n\n"
            f"    public companion object {{\n{values}\n        @JvmStatic\n"
            f"        public fun fromJson(json: Any?): {name} = {name}(Read.string(json))\n    }}\n}}\n")


def union(one, named):
    name = called(one["name"])
    classes, cases = "", ""
    for variant in one["variants"]:
        kind = variant["type"]
        target = named.get(kind.get("name"), {}).get("kind")
        if target == "record":
            made = f"{called(kind['name'])}.fromJson(json)"
        else:
            label = VARIANTS[target or kind["kind"]]
            classes += (f"{kdoc(variant['doc'], '    ')}    public data class {label}(public val value: {written(kind)}) : {name} {{\n"
                        f"        override fun toJson(): Any? = value\n    }}\n\n")
            made = f"{label}({decoded(kind, 'json')})"
        cases += f"            {condition(variant['when'])} -> {made}\n"
    if "otherwise" not in one["variants"][-1]["when"]:
        classes += (f"    /** What a newer library may have. */\n    public data class Other(public val value: Any?) : {name} {{\n"
                    f"        override fun toJson(): Any? = value\n    }}\n\n")
        cases += "            else -> Other(json)\n"
    return (f"{kdoc(one['doc'])}public sealed interface {name} : JsonValue {{\n{classes}"
            f"    public companion object {{\n        @JvmStatic\n        public fun fromJson(json: Any?): {name} = when {{\n{cases}"
            f"        }}\n    }}\n}}\n")


def condition(when):
    if "json" in when:
        return "json is " + {"string": "String", "number": "Number", "boolean": "Boolean", "array": "List<*>", "object": "Map<*, *>"}[when["json"]]
    if "member" in when:
        value = when["is"] if isinstance(when["is"], list) else [when["is"]]
        return " || ".join(f"json is Map<*, *> && json[\"{when['member']}\"] == \"{one}\"" for one in value)
    if "has" in when:
        return f"json is Map<*, *> && \"{when['has']}\" in json"
    if "is" in when:
        return f"json == \"{when['is']}\""
    return "else"
