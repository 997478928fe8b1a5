# SPDX-License-Identifier: BSD-3-Clause
"""Generates misuse.c from include/lectern.h: calls every function with each parameter in turn set to invalid values.

Usage: python -m C.generate_misuse OUTPUT.c

A new function of the header is covered automatically, or this program fails because it has no valid value for a new
parameter.
"""
import json
import sys

from bindings import header

SCHEMAS = header.ROOT / "include" / "schemas"

#: A valid value for each input that is not a handle: by function and parameter, or by parameter alone.
GOOD = {
    "lectern_error_new.path": '"good > path"', "lectern_error_new.status": "LECTERN_ERROR_IO",
    "lectern_publication_open_memory.data": "book", "lectern_publication_open_memory.size": "book_size",
    "abi": "LECTERN_ABI", "data": '"good"', "size": "4", "offset": "0", "length": "16", "keep": "1", "flags": "0",
    "release": "on_release", "user_data": "&releases", "options": "NULL",
    "lectern_publication_thumbnail.options": '"{\\"position\\":1}"',
    "request": '"{}"', "target": '"{\\"to\\":\\"start\\"}"', "command": '"{\\"command\\":\\"back\\"}"',
    "lectern_navigator_receive.message": '"{\\"type\\":\\"ready\\"}"',
    "name": '"locator"', "message": '"good"', "path": "good_path", "href": "good_href", "topic": '"settings"',
    "kind": '"reflowable"', "key": '"scroll"', "value": '"true"', "preferences": '"{}"', "keys": '"[\\"fontSize\\"]"',
    "group": '"group"', "id": '"1"', "style": '"highlight"', "interaction": '"activate"', "event": '"{}"',
    "decorations": "good_decorations", "before": '"[]"', "after": "good_decorations",
    "lectern_resource_new.data": '"good"', "lectern_resource_new.size": "4",
    "location": "good_location", "viewport": '"{\\"width\\":1,\\"height\\":1}"',
    "link": '"{\\"href\\":\\"a\\"}"', "links": '"[{\\"href\\":\\"a\\",\\"type\\":\\"audio/mpeg\\"}]"',
    "filter": '"{\\"kind\\":\\"audio\\"}"', "parameters": '"{}"', "base_url": '"https://example.org/"', "hints": "NULL",
    "lectern_store_open.path": "NULL", "scope": '"{\\"scope\\":\\"global\\"}"', "scopes": '"{\\"scope\\":\\"global\\"}"',
    "changes": '"[{\\"scope\\":{\\"scope\\":\\"global\\"},\\"preferences\\":{}}]"',
    "notes": '"[]"', "ours": '"[]"', "theirs": '"[]"', "identity": '"{\\"title\\":\\"a\\"}"',
    "lectern_store_save_notes.changes": '"{\\"device\\":\\"a\\",\\"now\\":\\"2026-01-01\\"}"',
    "lectern_store_save_profiles.changes": '"{}"',
    "lectern_store_notes.query": '"{}"', "lectern_store_note_changes.query": '"{}"',
    "lectern_store_observe_notes.query": '"{}"', "lectern_navigator_show_notes.query": '"{}"',
    "role": '"toc"', "variant": '"v"', "manifest": "good_manifest", "query": '"the"',
    "language": '"en"', "voices": '"[]"',
    "text": '"Good. Better."', "start": "NULL",
    "cfi": '"epubcfi(/6/2!/4/2)"', "a": '"epubcfi(/6/2!/4/2)"', "b": '"epubcfi(/6/2!/4/4)"',
    "lectern_cfi_join.start": '"epubcfi(/6/2!/4/2)"', "lectern_cfi_join.end": '"epubcfi(/6/2!/4/4)"',
    "lectern_publication_cfi.query": '"{\\"href\\":\\"a\\"}"',
    "lectern_publication_footnote.query": '"{\\"href\\":\\"a\\"}"', "lectern_publication_word.query": '"{\\"href\\":\\"a\\"}"',
    "definition": '"{\\"layout\\":\\"boxes\\",\\"element\\":\\"<div></div>\\"}"',
}

#: lectern_error_new returns the status that it is given, regardless of other arguments.
ALSO = {"lectern_error_new": "LECTERN_ERROR_IO"}

#: Numbers out of range: parameter -> (value, status).
OUT_OF_RANGE = {
    "abi": [("LECTERN_ABI + 1", "LECTERN_ERROR_ABI"), ("UINT32_MAX", "LECTERN_ERROR_ABI")],
    "flags": [("0x80000000u", "LECTERN_ERROR_ARGUMENT")],
    "keep": [("2", "LECTERN_ERROR_ARGUMENT"), ("-1", "LECTERN_ERROR_ARGUMENT")],
}

#: Functions without a status, and their results for an invalid handle.
WITHOUT_STATUS = {
    "lectern_buffer_data": 'strcmp({call}, "") == 0', "lectern_buffer_size": "{call} == 0",
    "lectern_error_message": "{call} != NULL", "lectern_error_path": 'strcmp({call}, "") == 0',
    "lectern_error_status": "{call} == LECTERN_ERROR_HANDLE",
}

#: JSON of each type, to pass where a schema requires another type.
BY_TYPE = {"object": "{}", "array": "[]", "string": '"text"', "number": "1.5", "boolean": "true", "null": "null"}


class Call:
    """A call of one function with valid values.  One of them is replaced."""

    def __init__(self, function):
        self.function = function
        self.outputs = [p for p in function.parameters if p.kind in ("handle output", "number output")]
        self.callbacks = next((p for p in function.parameters if p.kind == "callbacks"), None)
        self.has_error = any(p.kind == "error" for p in function.parameters)
        self.releases = self.callbacks or any(p.kind == "function" for p in function.parameters)

    def good(self, parameter):
        name, kind = parameter.name, parameter.kind
        if kind == "handle":
            return f"good_{parameter.base}"
        if kind in ("handle output", "number output"):
            return f"&{name}"
        if kind == "error":
            return "with_error ? &error : NULL"
        if kind == "callbacks":
            return f"&{name}"
        value = GOOD.get(f"{self.function.name}.{name}", GOOD.get(name))
        if value is None:
            raise SystemExit(f"{self.function.name}: what is a good value of {parameter.type} {name}?")
        return value

    def text(self, replaced=None, value=None):
        arguments = [value if p is replaced else self.good(p) for p in self.function.parameters]
        return f"{self.function.name}({', '.join(arguments)})"

    def attempt(self, replaced, value, how, expected, also=None, release="1"):
        """Statements that make the call with an invalid value, and check that it had no effect."""
        lines = ["for (int with_error = 0; with_error < 2; with_error++) {" if self.has_error
                 else "{ const int with_error = 0;"]
        for p in (p for p in self.outputs if p is not replaced):
            lines.append(f"  lectern_{p.base} *{p.name} = (void *)0x55;" if p.kind == "handle output"
                         else f"  {p.base} {p.name} = 55;")
        lines.append("  lectern_error *error = (void *)(uintptr_t)(with_error ? 0x55 : 0);")
        if self.callbacks and replaced is not self.callbacks:
            lines.append(f"  const lectern_{self.callbacks.base} {self.callbacks.name} = table_{self.callbacks.base};")
        if self.releases:
            lines.append("  releases = 0;")
        lines.append(f"  lectern_status status = {self.text(replaced, value)};")
        also = also or ALSO.get(self.function.name, expected)
        lines.append(f'  refused("{self.function.name}({replaced.name})", {how}, status, {expected}, {also}, error, with_error);')
        for p in self.outputs:
            if p is not replaced:
                lines.append(f'  CHECK(!{p.name}, "{self.function.name} with %s sets {p.name}", {how});')
        if self.releases and release is not None:
            lines.append(f'  CHECK(releases == ({release}), "{self.function.name} with %s releases %d times", {how}, releases);')
        return lines + ["}"]


def blocks(function):
    """The tests for one function, each a list of lines."""
    call = Call(function)
    for p in function.parameters:
        if p.kind == "handle":
            yield handle_block(call, p)
        elif p.kind in ("handle output", "number output") and not p.optional:
            yield call.attempt(p, "NULL", '"NULL"', "LECTERN_ERROR_ARGUMENT")
        elif p.kind in ("text", "json"):
            if not p.optional:
                yield call.attempt(p, "NULL", '"NULL"', "LECTERN_ERROR_ARGUMENT")
            yield loop("NOT_UTF8", call.attempt(p, "not_utf8[i].value", "not_utf8[i].name", "LECTERN_ERROR_ARGUMENT"))
            if p.kind == "json":
                yield loop("NOT_JSON", call.attempt(p, "not_json[i].value", "not_json[i].name", "LECTERN_ERROR_JSON",
                                                    "i < NOT_JSON - 2 ? LECTERN_ERROR_JSON : LECTERN_ERROR_LIMIT"))
            for text in wrong_json(p.json):
                yield call.attempt(p, quoted(text), quoted(text), "LECTERN_ERROR_JSON")
        elif p.kind == "callbacks":
            yield from callback_blocks(call, p)
        elif p.name in OUT_OF_RANGE:
            for value, status in OUT_OF_RANGE[p.name]:
                yield call.attempt(p, value, quoted(value), status)
        elif p.kind == "bytes":
            yield call.attempt(p, "NULL", '"NULL with a size"', "LECTERN_ERROR_ARGUMENT")


def handle_block(call, p):
    is_free = call.function.name.endswith("_free")
    value = f"(lectern_{p.base} *)bad_{p.base}[i].value"
    lines = loop("BAD_HANDLES", call.attempt(p, value, f"bad_{p.base}[i].name", "LECTERN_ERROR_HANDLE"),
                 start=1 if is_free or p.optional else 0)
    if is_free:
        lines += [f"lectern_{p.base} *twice = new_{p.base}();",
                  f'CHECK({call.function.name}(NULL) == LECTERN_OK, "{call.function.name} of NULL");',
                  f'CHECK({call.function.name}(twice) == LECTERN_OK, "{call.function.name} once");',
                  f'CHECK({call.function.name}(twice) == LECTERN_ERROR_HANDLE, "{call.function.name} twice");']
    return lines


def callback_blocks(call, p):
    if not p.optional:
        yield call.attempt(p, "NULL", '"NULL"', "LECTERN_ERROR_ARGUMENT", release="0")
    for how, size, tail, release in (
            ("struct_size 0", "0", "NULL", "0"),
            ("a struct_size that ends inside of the first member", "sizeof(size_t) - 1", "NULL", "0"),
            ("a struct_size of everything", "SIZE_MAX", "&releases", None),
            ("a function that is not known yet", f"sizeof {p.name}", "&releases", "1")):
        yield [f"WITH_TAIL({p.base}) {p.name} = {{0}};",
               f"{p.name}.table = table_{p.base};",
               f"{p.name}.table.struct_size = {size};",
               f"memset(&{p.name}.table + 1, {'0x7f' if tail != 'NULL' else '0'}, "
               f"sizeof {p.name} - sizeof(lectern_{p.base}));"
               ] + call.attempt(p, f"&{p.name}.table", quoted(how), "LECTERN_ERROR_ABI", release=release)


def loop(count, body, start=0):
    return [f"for (size_t i = {start}; i < {count}; i++) {{"] + ["  " + line for line in body] + ["}"]


def wrong_json(name):
    """JSON that violates the schema: every other type, and an unknown member if the schema allows none."""
    if name in (None, "any"):
        return
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    allowed = types(schema)
    for kind, text in BY_TYPE.items():
        if kind not in allowed and not (kind == "string" and "enum" in allowed):
            yield text
    if schema.get("additionalProperties") is False:
        yield '{"no-such-member":1}'
    if "array" in allowed:
        yield "[[]]"


def types(schema):
    """The top-level types that a schema allows; "enum" for a choice of strings."""
    if "enum" in schema:
        return {"enum"}
    if "type" in schema:
        return {schema["type"]} if isinstance(schema["type"], str) else set(schema["type"])
    return set().union(*(types(one) for one in schema.get("oneOf", schema.get("allOf", []))))


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def without_status(function):
    """Functions without a status must return for all arguments."""
    parameter = next(iter(function.parameters), None)
    if parameter is None:
        return [f'CHECK({function.name}() {"!= NULL" if "char" in function.result else "== LECTERN_ABI"}, "{function.name}");']
    if parameter.kind == "number":
        return ["for (int64_t i = INT32_MIN; i <= INT32_MAX; i += i > -100 && i < 100 ? 1 : 65535)",
                f'  CHECK({function.name}((lectern_status)i) != NULL, "{function.name} of %d", (int)i);']
    call = f"{function.name}((const lectern_{parameter.base} *)bad_{parameter.base}[i].value)"
    return loop("BAD_HANDLES", [f'CHECK({WITHOUT_STATUS[function.name].format(call=call)}, '
                                f'"{function.name} with %s", bad_{parameter.base}[i].name);'])


def program():
    functions = header.functions()
    lines = ["/* Generated by generate_misuse.py from include/lectern.h. */", '#include "misuse.h"', ""]
    for function in functions:
        lines.append(f"static void test_{function.name}(void) {{")
        direct = function.result != "lectern_status" or function.name in WITHOUT_STATUS
        for block in [without_status(function)] if direct else blocks(function):
            lines += ["  {"] + ["    " + line for line in block] + ["  }"]
        lines += ["}", ""]
    lines += ["int main(int argc, char **argv) {", "  if (argc != 2) return 2;", "  set_up(argv[1]);"]
    lines += [f"  test_{function.name}();" for function in functions]
    lines += ["  tear_down();", f'  return finish("misuse of {len(functions)} functions");', "}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as output:
        output.write(program())
