# SPDX-License-Identifier: BSD-3-Clause
"""The pages of the JSON: a table for each type of a schema, with an example."""
import json
from functools import cache

from bindings import schemas

from . import html
from .member import api


@cache
def shapes():
    return schemas.documents()


@cache
def types():
    return {one["name"]: one for one in api()["types"]}


@cache
def users():
    """The functions and callbacks that use each schema, as (title, address)."""
    found = {}
    for one in api()["functions"]:
        for p in one["parameters"]:
            if p.get("json"):
                found.setdefault(p["json"], {})[one["name"] + "()"] = html.address(one["name"])
        for schema in one.get("routes", {}).values():
            found.setdefault(schema, {})[one["name"] + "()"] = html.address(one["name"])
    for one in api()["structs"]:
        for member in one["fields"]:
            for p in member.get("callback", {}).get("parameters", []):
                if p.get("json"):
                    found.setdefault(p["json"], {})[f"{one['type']}.{member['name']}"] = html.address(one["type"])
    for one in api()["events"]:
        found.setdefault(one["json"], {})["lectern_listener"] = html.address("lectern_listener")
    return found


def named(kind):
    """A type in words, with links."""
    words = {"ref": lambda: reference(kind["name"]), "array": lambda: "array of " + named(kind["items"]),
             "map": lambda: "object of " + named(kind["values"]), "constant": lambda: f"<code>{html.escaped(json.dumps(kind['value']))}</code>",
             "oneOrMany": lambda: f"{named(kind['items'])}, or an array of them", "any": lambda: "any JSON"}
    text = words.get(kind["kind"], lambda: kind["kind"])()
    return text + (" or null" if kind.get("nullable") else "")


def reference(name):
    return html.link(f"../json/{types()[name]['schema']}.html#{name}", name)


def page(name, example, origin):
    """The page of a schema, with a value for it."""
    document = api()["schemas"][name]
    parts = [html.tag("p", html.prose(document["doc"], inline=True))]
    if users().get(name):
        used = ", ".join(html.link("../" + address, title, code=True) for title, address in users()[name].items())
        parts.append(html.tag("p", f"Used by {used}."))
    parts.append(html.tag("p", "Type: " + named(document["type"]) + ". " + html.link(f"{name}.schema.json", "JSON Schema") + "."))
    parts += [html.tag("h2", "Example", id="example"), html.code(json.dumps(example, ensure_ascii=False, indent=2), "json"),
              html.tag("p", origin, class_="note")]
    parts += [table(one) for one in types().values() if one["schema"] == name]
    return html.page(document["title"], f"<code>{name}</code>", parts, depth=1)


def table(one):
    head = html.tag("h2", html.link(f"#{one['name']}", one["name"]), id=one["name"])
    about = html.tag("p", html.prose(one["doc"], inline=True)) if one["doc"] else ""
    rows = {"record": members, "enum": enumeration, "union": variants}[one["kind"]](one)
    return html.tag("section", head + about + rows, class_="type")


def members(one):
    rows = [(f"<code>{html.escaped(m['name'])}</code>" + ("" if m["required"] else " <small>optional</small>"), named(m["type"]),
             html.prose(m["doc"], inline=True)) for m in one["members"]]
    more = f"Other members are kept: {named(one['extra'])}." if one.get("extra") else "Other members are kept." if one["open"] else ""
    return html.table(("Member", "Type", "Meaning"), rows) + (html.tag("p", more) if more else "")


def enumeration(one):
    return html.tag("p", "One of " + ", ".join(f"<code>{html.escaped(value)}</code>" for value in one["values"]) + ".")


def variants(one):
    rows = [(named(variant["type"]), condition(variant["when"]), html.prose(variant["doc"], inline=True)) for variant in one["variants"]]
    return html.table(("Type", "If the JSON", "Meaning"), rows)


def condition(when):
    words = {"json": lambda: f"is of the JSON type {when['json']}", "is": lambda: f"is <code>{html.escaped(json.dumps(when['is']))}</code>",
             "has": lambda: f"has the member <code>{html.escaped(when['has'])}</code>", "otherwise": lambda: "is anything else"}
    if "member" in when:
        value = when["is"] if isinstance(when["is"], list) else [when["is"]]
        return f"has <code>{html.escaped(when['member'])}</code>: " + " or ".join(f"<code>{html.escaped(json.dumps(v))}</code>" for v in value)
    return next(words[key]() for key in words if key in when)
