# SPDX-License-Identifier: BSD-3-Clause
"""HTML: elements, the frame of a page, and the comments of the header as text with links.

The pages are well-formed XML as well, so that a test can parse them strictly.
"""
import re
from functools import cache
from html import escape

from bindings import header

from .contents import titles
from .member import api

LANGUAGES = {"c": "C", "python": "Python", "cpp": "C++", "node": "Node", "kotlin": "Kotlin"}
SECTION = re.compile(r"^/\* -{4,} ([A-Z][\w ]*) \*/$", re.M)


def escaped(text):
    return escape(str(text), quote=False)


def tag(name, content, **attributes):
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items() if value is not None)
    return f"<{name}{written}>{content}</{name}>"


def link(address_, text, code=False):
    return tag("a", f"<code>{escaped(text)}</code>" if code else escaped(text), href=address_)


def code(text, language):
    return tag("pre", tag("code", escaped(text), class_=f"language-{language}"), tabindex="0")


def table(heads, rows):
    """A table that scrolls by itself on a small screen."""
    top = tag("tr", "".join(tag("th", head, scope="col") for head in heads))
    body = "".join(tag("tr", "".join(tag("td", cell) for cell in row)) for row in rows)
    return tag("div", tag("table", tag("thead", top) + tag("tbody", body)), class_="scrolling", tabindex="0")


# ---------------------------------------------------------------------------------------------------- Addresses

def slug(title):
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


@cache
def subjects():
    """The sections of the header, with the names of their declarations."""
    text = header.text()
    found = list(SECTION.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return {match[1]: declared(text[match.end():end]) for match, end in zip(found, ends)}


def declared(text):
    """Functions, handles and structs, in their order."""
    names = re.findall(r"^LECTERN_API [^(]*?\b(lectern_\w+)\(|^typedef struct (lectern_\w+)(?= [{l])", text, re.M)
    return list(dict.fromkeys(one or other for one, other in names))


@cache
def places():
    """The address of each function, handle, struct, status and constant, from the root of the site."""
    found = {name: f"api/{slug(title)}.html#{name}" for title, names in subjects().items() for name in names}
    values = [value["name"] for one in api()["enums"] for value in one["values"]] + [one["name"] for one in api()["constants"]]
    return {**found, **{name: f"api/types.html#{name}" for name in values}, "lectern_status": "api/types.html#lectern_status"}


def address(name):
    return places()[name]


# --------------------------------------------------------------------------------------------------------- Text

#: Parameters in the comments of the bindings, each on a line of its own.
PARAMETER = re.compile(r"\s*(?:@param (\w+)|:param (\w+):)\s*")
NAME = re.compile(r"\b(lectern_\w+\b(?:\(\))?|LECTERN_\w+\b)|@json ([a-z-]+)|schema \"([a-z-]+)\"")


def linked(text, up="../"):
    """Escaped text, in which names of the interface and of schemas are links."""
    def one(match):
        name = (match[1] or "").removesuffix("()")
        if name in places():
            return link(up + places()[name], match[1], code=True)
        schema = match[2] or match[3]
        if schema in api()["schemas"]:
            return "schema " + link(f"{up}json/{schema}.html", schema, code=True)
        return escaped(match[0])
    found, at = [], 0
    for match in NAME.finditer(text):
        found += [escaped(text[at:match.start()]), one(match)]
        at = match.end()
    return re.sub(r"``?([^`<>\n]+)``?", r"<code>\1</code>", "".join(found) + escaped(text[at:]))


def prose(text, inline=False, up="../"):
    """A comment: paragraphs, lists, and indented text as it is."""
    if inline:
        return linked(" ".join(text.split()), up)
    text = PARAMETER.sub(lambda match: f"\n\n``{match[1] or match[2]}``: ", text)
    return "".join(paragraph(part, up) for part in re.split(r"\n\s*\n", text) if part.strip())


def paragraph(text, up):
    lines = text.splitlines()
    start = next((at for at, line in enumerate(lines) if re.match(r" +\S", line)), None)
    if start is None or (start > 0 and all(re.match(r" +\S", line) for line in lines[1:]) and not lines[1].strip().startswith("- ")):
        return tag("p", linked(" ".join(text.split()), up))
    end = next((at for at, line in enumerate(lines) if at > start and not line.startswith(" ")), len(lines))
    before, inner, after = lines[:start], lines[start:end], lines[end:]
    made = tag("p", linked(" ".join(" ".join(before).split()), up)) if before else ""
    if inner[0].strip().startswith("- "):
        items = re.split(r"^ *- ", "\n".join(inner), flags=re.M)[1:]
        made += tag("ul", "".join(tag("li", linked(" ".join(item.split()), up)) for item in items))
    else:
        indent = min(len(line) - len(line.lstrip()) for line in inner if line.strip())
        made += tag("pre", tag("code", linked("\n".join(line[indent:] for line in inner), up)), tabindex="0")
    return made + (paragraph("\n".join(after), up) if after else "")


# ---------------------------------------------------------------------------------------------------- The frame

def page(title, subtitle, parts, depth=0, chapters=()):
    """A whole page; depth is the number of folders above it."""
    up = "../" * depth
    head = (f'<meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />'
            f"<title>{escaped(re.sub('<.*?>', '', title))} - Lectern</title>"
            f'<link rel="stylesheet" href="{up}reference.css" />'
            f'<script src="{up}index.js" defer="defer"></script><script src="{up}reference.js" defer="defer"></script>')
    search = ('<div class="search"><input type="search" id="site-search" placeholder="Search (press /)" aria-label="Search" '
              'autocomplete="off" /><ol id="site-results" hidden="hidden"></ol></div>')
    top = tag("header", link(f"{up}index.html", "Lectern") + search)
    main = tag("main", tag("h1", title) + (tag("p", subtitle, class_="subtitle") if subtitle else "") + "\n".join(parts), id="site-main")
    body = tag("a", "Skip to the text", href="#site-main", class_="skip") + top + tag("div", navigation(up) + main, class_="frame")
    return f'<!DOCTYPE html>\n<html lang="en" data-root="{up or "./"}">\n<head>{head}</head>\n<body>{body}</body>\n</html>\n'


def navigation(up):
    groups = {"Interface": [(f"api/{slug(title)}.html", title) for title in subjects()],
              "JSON": [("json/index.html", "All schemas")],
              "Bindings": [(f"bindings/{name}.html", title) for name, title in LANGUAGES.items() if name != "c"],
              "Chapters": [(f"chapters/{name}.html", title) for name, title in titles().items()]}
    lists = "".join(tag("h2", name) + tag("ul", "".join(tag("li", link(up + place, title)) for place, title in some))
                    for name, some in groups.items())
    return tag("nav", tag("details", tag("summary", "Contents") + lists, open="open"), aria_label="Contents")
