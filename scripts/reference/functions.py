# SPDX-License-Identifier: BSD-3-Clause
"""The pages of the functions: a page for each section of the header, with each function in every language."""
import json
import re

from bindings import header

from . import examples, html
from .member import api, owner_of

OWNERSHIP = {"borrowed": "borrowed for the call", "copied": "copied", "caller": "yours", "library": "of the library",
             "kept": "used until release is called, or copied without it"}


def page(title, members):
    """The page of a section, with the members of the bindings by C function and language."""
    functions = {one["name"]: one for one in api()["functions"]}
    structs = {one["type"]: one for one in api()["structs"]}
    handles = {one["type"]: one for one in api()["handles"]}
    names = html.subjects()[title]
    parts = [html.tag("ul", "".join(html.tag("li", html.link(f"#{name}", name, code=True) + " " + html.tag("span", first(name, functions, structs, handles)))
                                    for name in names), class_="overview")] if len(names) > 1 else []
    if title == "Types":
        parts += [enumeration(one) for one in api()["enums"]] + [constants()]
    for name in names:
        if name in functions:
            parts.append(function(functions[name], members))
        elif name in structs:
            parts.append(struct(structs[name]))
        else:
            parts.append(handle(handles[name]))
    return html.page(title, "", parts, depth=1)


def first(name, *tables):
    """The first sentence about a name."""
    doc = next(table[name]["doc"] for table in tables if name in table)
    return html.escaped(sentence(doc))


def sentence(doc):
    text = " ".join(re.split(r"\n\n|@param", doc)[0].split())
    return re.split(r"(?<=[.:]) {1,2}(?=[A-Z(])|(?<=[a-z]\.) (?=[a-z]+:)", text)[0].rstrip(":")


def section(name, parts, kind):
    return html.tag("section", html.tag("h2", html.link(f"#{name}", name, code=True), id=name) + "".join(parts), class_=kind)


# ----------------------------------------------------------------------------------------------------- Functions

def function(one, members):
    """A function: its meaning, its form in each language, parameters, errors, and a step of the scenario."""
    name = one["name"]
    parts = [html.prose(one["doc"]), languages(one, members), parameters(one)]
    if one["result"].get("doc"):
        parts.append(html.tag("p", "Returns " + html.linked(one["result"]["doc"])))
    parts += [errors(one), answer(name)]
    return section(name, parts, "function")


def declaration(one):
    """The C declaration."""
    written = [re.sub(r"\(\*\)", f"(*{p['name']})", p["type"]) if "(*)" in p["type"] else joined(p["type"], p["name"]) for p in one["parameters"]]
    head = joined(one["result"]["type"], one["name"]) + "("
    line = head + (", ".join(written) or "void") + ");"
    return line if len(line) <= 80 else head + "\n    " + ",\n    ".join(written) + ");"


def joined(kind, name):
    return kind + name if kind.endswith("*") else f"{kind} {name}"


def languages(one, members):
    """A panel for each language: declaration, comment of the binding, example."""
    panels = []
    for language, title in html.LANGUAGES.items():
        if language == "c":
            inside = html.code(declaration(one), "c") + example(one["name"], language, [one["name"]])
        else:
            inside = binding(one["name"], language, members.get((one["name"], language), []))
        panels.append(html.tag("div", html.tag("h3", title) + inside, class_="panel", data_language=language))
    return html.tag("div", "".join(panels), class_="languages")


def binding(name, language, found):
    if not found:
        return html.tag("p", absent(name, html.LANGUAGES[language]))
    parts = []
    for member in found:
        shown = f"{member.name}.close()" if owner_of(name) and member.kind == "class" else member.signature
        parts.append(html.tag("a", html.code(shown, language), href=f"../bindings/{language}.html#{member.anchor}", class_="member"))
        parts.append(html.prose(member.doc if member.kind != "class" else "Frees the handle."))
    return "".join(parts) + example(name, language, [member.called for member in found])


def absent(name, title):
    """Why a binding has no member for a function."""
    if name.startswith(("lectern_buffer_", "lectern_error_")):
        return f"The binding for {title} calls this itself: buffers become values of the language, and errors exceptions."
    return f"The binding for {title} has no member for this function."


def example(name, language, names):
    text = examples.snippet(name, language, names)
    return html.tag("details", html.tag("summary", "Example, from the tests") + html.code(text, language)) if text else ""


def parameters(one):
    rows = []
    for p in one["parameters"]:
        kind = html.linked(p["type"]) if "lectern_" in p["type"] else f"<code>{html.escaped(p['type'])}</code>"
        notes = [OWNERSHIP[p["ownership"]]] if p.get("ownership") else []
        if p.get("free"):
            notes.append("free with " + html.linked(p["free"] + "()"))
        doc = html.linked(p["doc"])
        if p.get("json") and p["json"] in api()["schemas"]:
            doc = (doc + " " if doc else "") + "JSON: " + html.link(f"../json/{p['json']}.html", p["json"], code=True)
        if p["kind"] == "error":
            doc = "the reason, if the call fails"
        rows.append((f"<code>{p['name']}</code>", kind, "out" if p["direction"] == "out" else "in", ("may be NULL" if p["nullable"] else ""),
                     ", ".join(notes), doc))
    return html.tag("h3", "Parameters") + html.table(("Name", "Type", "", "NULL", "Ownership", "Meaning"), rows) if rows else ""


def errors(one):
    if one["result"]["kind"] != "status":
        return ""
    named_ = ", ".join(html.linked(status) for status in one["statuses"])
    text = f"Named above: {named_}. " if named_ else ""
    return html.tag("h3", "Errors") + html.tag("p", text + "As every function: "
                                              + html.linked("LECTERN_ERROR_HANDLE, LECTERN_ERROR_ARGUMENT, LECTERN_ERROR_INTERNAL") + ".")


def answer(name):
    """A step of the scenario with its answer."""
    step = examples.step(name)
    if not step or step[1] in (None, True):
        return ""
    words, value = step
    call = f"{examples.verb(name)}({', '.join(word for word in words if word != '-')})"
    value = examples.shortened(value)
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return html.tag("details", html.tag("summary", "An answer, from the tests") + html.code(call, "text") + html.code(text, "json"))


# ---------------------------------------------------------------------------------------------------------- Types

def handle(one):
    frees = html.tag("p", "Freed with " + html.linked(one["free"] + "()") + ".")
    return section(one["type"], [html.prose(one["doc"]), frees], "handle")


def struct(one):
    rows = [(f"<code>{field['name']}</code>", f"<code>{html.escaped(field['type'])}</code>", "may be NULL" if field["nullable"] else "",
             html.prose(field["doc"] or STANDARD.get(field["name"], ""), inline=True) + schemas(field)) for field in one["fields"]]
    return section(one["type"], [html.prose(one["doc"]), html.table(("Member", "Type", "NULL", "Meaning"), rows)], "struct")


STANDARD = {"struct_size": "sizeof of this struct, so that it can grow.", "user_data": "Passed to the functions.",
            "release": "Called once, when the library no longer needs the struct."}


def schemas(field):
    """The parameters of a callback that have a meaning of their own."""
    parts = [f" <code>{p['name']}</code>: " + html.linked(p["doc"]) + (" JSON: " + html.link(f"../json/{p['json']}.html", p["json"], code=True)
                                                                     if p.get("json") in api()["schemas"] else "")
             for p in field.get("callback", {}).get("parameters", []) if p["doc"] or p.get("json")]
    return "".join(parts)


def enumeration(one):
    name = one["name"] or "flags"
    rows = [(html.tag("code", value["name"], id=value["name"]), str(value["value"]), html.linked(value["doc"])) for value in one["values"]]
    return section(name, [html.prose(one["doc"]), html.table(("Name", "Value", "Meaning"), rows)], "enum")


def constants():
    rows = [(html.tag("code", one["name"], id=one["name"]), f"<code>{html.escaped(json.dumps(one['value']))}</code>", html.linked(one["doc"]))
            for one in api()["constants"]]
    return section("constants", [html.table(("Name", "Value", "Meaning"), rows)], "constants")


def conventions():
    """The rules for all functions, from the beginning of the header: number, name and text of each."""
    text = header.clean(header.text().partition("CONVENTIONS")[2].partition("*/")[0])
    found = re.findall(r"^ *(\d+) (\w+) +(.*?)(?=^ *\d+ [A-Z]\w+ |\Z)", text, re.M | re.S)
    return [(number, name, re.sub(r"\n {10,}", "\n", body)) for number, name, body in found]
