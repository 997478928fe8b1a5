# SPDX-License-Identifier: BSD-3-Clause
"""Examples: the lines of the scenario that call a function in each language, its steps, and their answers."""
import json
import re
from functools import cache

from .member import ROOT, api
from .values import shapes, types

FOLDER = ROOT / "Tests/Bindings"
#: The program of each language, how a verb begins there, and how a function is defined.
PROGRAMS = {
    "c": ("scenario.c", r"^  X\({0},", r"^static \w+ \*?{0}\(.*?^}}"),
    "python": ("run_python.py", r'^    "{0}":', r"^    def {0}\(.*?(?=^    (?:def|#)|^\S)"),
    "cpp": ("cpp/scenario.cpp", r'^    {{"{0}",', r"^(?:template .*?\n)?[\w:]+ {0}\(.*?^}}"),
    "node": ("run_node.mjs", r"^  {0}(?::|,)", r"^(?:async )?function {0}\(.*?^}}"),
    "kotlin": ("kotlin/Scenario.kt", r'^        "{0}" ->', r"^    private (?:inline )?fun {0}\(.*?(?=^    (?:private|fun)|^\S)"),
}


@cache
def program(language):
    return (FOLDER / PROGRAMS[language][0]).read_text(encoding="utf-8")


def verb(function):
    return function.removeprefix("lectern_")


def snippet(function, language, names):
    """The lines that perform a verb, with a helper if that makes the call; "" if the scenario has none.

    The names are those of the members that call the function.
    """
    path, start, define = PROGRAMS[language]
    text = program(language)
    match = re.search(start.format(verb(function)), text, re.M)
    if not match:
        return ""
    lines = block(text[match.start():])
    helpers = [found[0].rstrip() for name in dict.fromkeys(re.findall(r"\w+", lines))
               if (found := re.search(define.format(name), text, re.M | re.S)) and calls(found[0], names)]
    if language == "c":
        lines = expanded(lines)
    shown = helpers if helpers and not calls(lines, names) else [lines]
    return "\n\n".join(dedented(one) for one in shown)


def block(text):
    """The first line, and the deeper lines and closing brackets after it."""
    first, *rest = text.split("\n")
    depth = len(first) - len(first.lstrip())
    found = [first]
    for line in rest:
        at = len(line) - len(line.lstrip())
        if line.strip() and (at < depth or (at == depth and not line.strip().startswith(("}", ")", "]")))):
            break
        found.append(line)
    return "\n".join(found).rstrip()


def expanded(text):
    """A step of the program in C without the macros around the call."""
    text = re.sub(r"\s*\\$", "", re.sub(r"^  X\(\w+,\s*|\)\s*\\?$", "", text), flags=re.M).strip()
    return re.sub(r"^MADE\((\w+), (\w+), (.*)\)$", r"lectern_\2(\3, &out.\1, &error)", text, flags=re.S)


def calls(text, names):
    """Whether a text has one of these names; that of the step does not count."""
    body = re.sub(r"^[\s{]*\"?\w+\"?(:|,| ->)", "", text)
    return any(re.search(rf"\b{re.escape(name)}\b" if name[0].isalnum() else re.escape(name), body) for name in names)


def dedented(text):
    lines = text.splitlines()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:] for line in lines)


# ------------------------------------------------------------------------------------------------------- Answers

@cache
def steps():
    """(verb, words, answer) of each step of the scenario."""
    lines = (FOLDER / "scenario.txt").read_text(encoding="utf-8").splitlines()
    answers = (json.loads(line) for line in (FOLDER / "golden.jsonl").read_text(encoding="utf-8").splitlines())
    steps_ = (re.split(r" {2,}", line.strip()) for line in lines if line.strip() and not line.startswith("#"))
    return [(words[0], words[1:], answer) for words, answer in zip(steps_, answers)]


def step(function):
    """The words and the answer of a step that succeeds, preferably with an answer."""
    found = [(words, answer) for name, words, answer in steps() if name == verb(function) and not is_failure(answer)]
    return next((one for one in found if one[1] is not None), found[0] if found else None)


def is_failure(answer):
    return isinstance(answer, dict) and set(answer) == {"error"}


@cache
def values():
    """A value for each schema: the first of its own examples, or one that the scenario has."""
    found = {name: document["examples"][0] for name, document in shapes().items() if document.get("examples")}
    functions = {verb(one["name"]): one for one in api()["functions"]}
    pages, topics = {}, {one["topic"]: one["json"] for one in api()["events"]}
    for name, words, answer in steps():
        if is_failure(answer):
            continue
        for topic, event in answer if name == "events" else ():
            keep(found, topics.get(topic.partition("/")[0]), event)
        for entry in answer if name == "logged" else ():
            keep(found, "log-entry", entry)
        if name == "navigator_get":
            keep(found, "web-response", answer["response"])
        if name in functions:
            of_step(found, functions[name], words, answer, pages)
    return found


def of_step(found, function, words, answer, pages):
    """Keeps the JSON that a step passes in and gets back."""
    outputs = [p for p in function["parameters"] if p["direction"] == "out" and p["kind"] != "error"]
    inputs = [p for p in function["parameters"] if p["direction"] == "in" and p["kind"] in ("handle", "text", "json", "number", "boolean", "callbacks")
              and p["name"] not in ("abi", "listener", "compute", "fetcher", "renderer")]
    given = words[1:] if any(p["kind"] == "handle" for p in outputs) else words
    for p, word in zip(inputs, given):
        if p.get("json") and word != "-":
            keep(found, p["json"], json.loads(word))
    for p in outputs:
        if p["kind"] == "buffer" and p.get("json") not in (None, "any"):
            keep(found, p["json"], answer)
        if p["kind"] == "handle":
            pages[words[0]] = p.get("json")
    if function["noun"] == "cursor":
        keep(found, pages.get(words[0]), answer)


def keep(found, schema, value):
    """Keeps the first value that says something, and those inside it that have a schema of their own."""
    if schema not in (None, "any") and value not in (None, {}, []):
        for name, inside in nested(api()["schemas"][schema]["type"], value):
            found.setdefault(name, inside)
        found.setdefault(schema, value)


def nested(kind, value):
    """The values inside a value that are of the type of a whole schema: (schema, value)."""
    one = types().get(kind.get("name"), kind)
    if kind["kind"] == "ref" and isinstance(value, dict) and roots().get(kind["name"]):
        yield roots()[kind["name"]], value
    if one["kind"] == "record" and isinstance(value, dict):
        for member in one["members"]:
            if value.get(member["name"]) is not None:
                yield from nested(member["type"], value[member["name"]])
    elif one["kind"] in ("array", "oneOrMany"):
        for item in (value if isinstance(value, list) else [value])[:3]:
            yield from nested(one["items"], item)
    elif one["kind"] == "map" and isinstance(value, dict):
        for item in list(value.values())[:3]:
            yield from nested(one["values"], item)


@cache
def roots():
    """The schema of each type that is a whole schema."""
    return {one["type"]["name"]: name for name, one in reversed(api()["schemas"].items()) if one["type"]["kind"] == "ref"}


def shortened(value, depth=0):
    """A value with at most two items in each list, and texts that are not too long."""
    if isinstance(value, list):
        return [shortened(one, depth + 1) for one in value[:2 if depth else 3]]
    if isinstance(value, dict):
        return {name: shortened(one, depth + 1) for name, one in value.items()}
    return value[:160] + "…" if isinstance(value, str) and len(value) > 200 else value


def value(schema):
    """The example for a schema, and where it comes from: the tests, or the schema itself."""
    if values().get(schema) not in (None, {}, []):
        return shortened(values()[schema]), "From the tests. Long lists and texts are shortened."
    return shape(api()["schemas"][schema]["type"]), "Only the shape, with values that mean nothing."


def shape(kind, depth=0):
    """A value of a type: its required members, or else the first ones."""
    one = types().get(kind.get("name"), kind)
    if one["kind"] == "record":
        required = [m for m in one["members"] if m["required"] or m["name"] in kind.get("requires", ())]
        return {m["name"]: shape(m["type"], depth + 1) for m in required or one["members"][:0 if depth > 2 else 4]}
    if one["kind"] == "union":
        return shape(one["variants"][0]["type"], depth + 1)
    if one["kind"] in ("array", "oneOrMany", "map"):
        inner = shape(one["values" if one["kind"] == "map" else "items"], depth + 1) if depth < 4 else None
        return {"name": inner} if one["kind"] == "map" else [] if inner is None else [inner]
    return {"string": "text", "integer": 1, "number": 0.5, "boolean": True, "any": "any", "enum": (one.get("values") or [""])[0],
            "constant": one.get("value")}[one["kind"]]
