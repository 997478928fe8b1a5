# SPDX-License-Identifier: BSD-3-Clause
"""The first page, the list of all schemas, and the index that the search uses."""
import json

from bindings import header

from . import contents, functions, html, members
from .member import api


def first_page():
    about = header.clean(header.text().partition("Lectern opens publications")[2].partition("CONVENTIONS")[0].partition("This file")[0])
    parts = [html.tag("p", "Lectern opens publications" + html.escaped(about)),
             '<p><picture><img src="pictures/reader.webp" alt="A book in the reader of the project" loading="lazy" /></picture></p>',
             html.tag("h2", "By subject", id="subjects"), *map(subject, html.subjects()),
             html.tag("h2", "Rules for every function", id="rules"), *(rule(*one) for one in functions.conventions())]
    if contents.available():
        links = "".join(html.tag("li", html.link(f"chapters/{name}.html", title.replace("`", ""))) for name, title in contents.titles().items())
        parts += [html.tag("h2", "Chapters", id="chapters"), html.tag("ul", links, class_="columns")]
    return html.page("API reference", f"Lectern {api()['version']}", parts)


def subject(title):
    names = html.subjects()[title]
    inside = "".join(html.tag("li", html.link(html.address(name), name, code=True)) for name in names)
    return html.tag("section", html.tag("h3", html.link(f"api/{html.slug(title)}.html", title)) + html.tag("ul", inside, class_="columns"))


def rule(number, name, text):
    return html.tag("section", html.tag("h3", f"{number} {name}", id=f"rule-{name.lower()}") + html.prose(text, up=""))


def schemas():
    rows = [(html.link(f"{name}.html", name, code=True), html.escaped(one["title"]), html.linked(functions.sentence(one["doc"])))
            for name, one in sorted(api()["schemas"].items())]
    return html.page("JSON", "The schemas of all JSON that the library takes and returns", [html.table(("Schema", "Title", "Meaning"), rows)], depth=1)


def entries():
    """What can be found: name, kind, address, and a sentence."""
    found = []
    for kind in ("functions", "structs", "handles"):
        for one in api()[kind]:
            name = one["name"] if kind == "functions" else one["type"]
            found.append((name, "C", html.address(name), functions.sentence(one["doc"])))
    values = [value for one in api()["enums"] for value in one["values"]] + api()["constants"]
    found += [(one["name"], "C", html.address(one["name"]), functions.sentence(one["doc"])) for one in values]
    for name, one in api()["schemas"].items():
        found.append((name, "schema", f"json/{name}.html", functions.sentence(one["doc"])))
    found += [(one["name"], "type", f"json/{one['schema']}.html#{one['name']}", functions.sentence(one["doc"])) for one in api()["types"]]
    for language, some in members.everything().items():
        title = html.LANGUAGES[language]
        found += [(one.title, title, f"bindings/{language}.html#{one.anchor}", functions.sentence(members.meaning(one))) for one in some]
    found += [(title.replace("`", ""), "chapter", f"chapters/{name}.html", "") for name, title in contents.titles().items()]
    return found


def script():
    """The index: JSON, in a script because a page from a file may not read other files."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in entries())
    return f"window.lecternIndex = [\n{lines}\n];\n"
