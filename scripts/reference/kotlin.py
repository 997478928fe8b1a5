# SPDX-License-Identifier: BSD-3-Clause
"""The public members of the Kotlin binding."""
import re

from .member import ROOT, Member, closed, named, through
from .outline import head, members as inner, outline

FOLDER = ROOT / "bindings/kotlin/src/lectern"
NOTATION = re.compile(r"@\w+(?::\w+)?(?:\([^)]*\))?\s+")
TYPE = re.compile(r"public (?:(?:abstract|sealed|open|data|fun|enum|value|inline) )*(class|interface|object) (\w+)")
VALUE = re.compile(r"(?:(?:abstract|override|open|const|lateinit|inline|operator|infix|suspend) )*(fun|val|var|typealias|constructor)\b(?: ?<[^>]*>)?(?: (?:[\w<>?*, ]+\.)?(\w+))?")
#: What only the binding itself uses, although it is in this folder.
GENERATED = ("C.kt", "Structs.kt")


def members():
    return [member for path in sorted(FOLDER.glob("*.kt")) if path.name not in GENERATED for member in of_file(path)]


def of_file(path):
    name = path.relative_to(ROOT).as_posix()
    items = outline(path.read_text(encoding="utf-8"))
    helpers = closed(private(items))
    return [member for item in items for member in of_item(item, "", name, helpers)]


def plain(item):
    return NOTATION.sub("", " ".join(re.sub(r"/\*\*.*?\*/", "", item.text, flags=re.S).split()))


def private(items, all_=False):
    """The declarations that are not public, with the functions they call."""
    found = {}
    for item in items:
        if "companion object" in item.lines[0]:
            indent = len(item.lines[0]) - len(item.lines[0].lstrip()) + 4
            found |= private(inner(item, indent), item.lines[0].strip().startswith("private"))
        match = re.match(r"(?:private|internal) (.*)", plain(item)) or (all_ and re.match("(.*)", plain(item)))
        if match and (value := VALUE.match(match[1])):
            found[value[2] or ""] = (item.text, named(item.text))
    return found


def of_item(item, owner, path, helpers, indent=4):
    text = plain(item)
    match = TYPE.match(text)
    if match:
        title = f"{owner}.{match[2]}" if owner else match[2]
        items = inner(item, indent)
        helpers = {**helpers, **closed(private(items))}
        signature = head(text, [" {", " :"])
        header = item.text.partition("{\n")[0]
        found = [Member("kotlin", owner, match[2], "class", signature, item.doc, path, item.line, through(header, helpers))]
        return found + [one for inside in items for one in of_item(inside, title, path, helpers, indent + 4)]
    if text.startswith("override ") and not item.doc:
        return []       # described where it is declared
    if re.match(r"public companion object", text):
        return [one for inside in inner(item, indent) for one in of_item(inside, owner, path, helpers, indent + 4)]
    if not (text.startswith(("public ", "override ")) and (value := VALUE.match(text.removeprefix("public ")))):
        return []
    signature = head(text, [" {", " = ", " get()", " by "]).removeprefix("public ")
    kind = {"fun": "function", "constructor": "function"}.get(value[1], "property")
    name = value[2] or value[1]
    return [Member("kotlin", owner, name, kind, signature, item.doc, path, item.line, through(item.text, helpers))]
