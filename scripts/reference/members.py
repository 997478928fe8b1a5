# SPDX-License-Identifier: BSD-3-Clause
"""The pages of the bindings: each with all classes, functions and properties of a language."""
from collections import Counter
from functools import cache

from . import cpp, html, kotlin, node, python
from .member import api

MODULES = {"python": python, "cpp": cpp, "node": node, "kotlin": kotlin}


@cache
def everything():
    """The members by language; overloads are numbered."""
    found = {language: module.members() for language, module in MODULES.items()}
    for members in found.values():
        seen = Counter()
        for one in members:
            seen[one.title] += 1
            one.number = seen[one.title]
    return found


@cache
def by_function():
    """The members by C function and language."""
    found = {}
    for language, members in everything().items():
        for one in members:
            for name in one.calls:
                found.setdefault((name, language), []).append(one)
    return found


def meaning(member):
    """Its comment; without one, the comment of the only function that it calls."""
    if member.doc or len(member.calls) != 1:
        return member.doc
    return next(one["doc"] for one in api()["functions"] if one["name"] in member.calls)


def page(language):
    members = everything()[language]
    owners = dict.fromkeys(one.owner or (one.name if one.kind == "class" else "") for one in members)
    parts = [html.tag("ul", "".join(html.tag("li", html.link(f"#{owner or 'functions'}-members", owner or "Functions", code=bool(owner)))
                                    for owner in sorted(owners)), class_="columns")]
    for owner in sorted(owners):
        some = [one for one in members if (one.owner or (one.name if one.kind == "class" else "")) == owner]
        parts.append(html.tag("section", html.tag("h2", html.link(f"#{owner or 'functions'}-members", owner or "Functions"), id=f"{owner or 'functions'}-members")
                              + "".join(map(entry, some))))
    title = html.LANGUAGES[language]
    return html.page(title, f"All members of the binding for {title}", parts, depth=1)


def entry(member):
    called = ", ".join(html.link("../" + html.address(name), name, code=True) for name in sorted(member.calls))
    return html.tag("div", html.code(member.signature, member.language) + html.prose(meaning(member))
                    + (html.tag("p", "Calls " + called, class_="note") if called else ""), class_="entry", id=member.anchor)
