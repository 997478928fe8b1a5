# SPDX-License-Identifier: BSD-3-Clause
"""The public members of the Node binding: declarations for TypeScript, and the functions that its JavaScript calls."""
import re

from .member import ROOT, Member, closed, functions, owner_of
from .outline import head, members as inner, outline

FOLDER = ROOT / "bindings/node"
DECLARATION = FOLDER / "types/index.d.ts"
EXPORT = re.compile(r"(?:export )?(?:declare )?(?:abstract )?(class|interface|function|const|type) (\w+)")
INNER = re.compile(r"(?:(?:static|readonly|private|protected) )*(\w+|\[[\w.]+\])")
#: The declarations that every program sees, but that are no members of a class.
BRACKETS = "()[]{}"


def members():
    path = DECLARATION.relative_to(ROOT).as_posix()
    called = calls()
    found = []
    for item in outline(DECLARATION.read_text(encoding="utf-8")):
        match = EXPORT.match(item.text)
        if not match:
            continue
        kind, name = match.groups()
        if kind == "function":
            found.append(Member("node", "", name, kind, signature(item), item.doc, path, item.line, of("", name, called)))
            continue
        is_object = item.text.rstrip().endswith("}") or item.text.rstrip().endswith("};")
        shown = head(item.text, [" {", ";"]) if is_object and kind != "type" else signature(item)
        found.append(Member("node", "", name, "class", shown.removeprefix("export ").removesuffix(":"), item.doc, path, item.line,
                            {one for one in functions() if kind == "class" and owner_of(one) == name}))
        if is_object and kind != "type":
            found += [member(one, name, path, called) for one in inner(item, 2) if not re.match(r"\s*(private|protected) ", one.text)]
    return found


def member(item, owner, path, called):
    name = INNER.match(item.text.strip())[1]
    is_function = bool(re.match(r".*?[\w\]](<[^(]*>)?\(", item.lines[0]))
    return Member("node", owner, name, "function" if is_function else "property", signature(item), item.doc, path, item.line,
                  of(owner, name, called))


def signature(item):
    return re.sub(r"^export ", "", head(item.text, [";"], BRACKETS)).replace(", )", ")")


def of(owner, name, called):
    """The functions of a member; those of a promise and of its synchronous form are the same."""
    return next((called[one] for one in ((owner, name), ("", name), (owner, name.removesuffix("Sync")), ("", name.removesuffix("Sync")))
                 if one in called and (one[0] == owner)), set())


def calls():
    """The C functions by (class or object, name)."""
    found = {}
    for path in sorted((FOLDER / "lib").glob("*.js")):
        items = outline(path.read_text(encoding="utf-8"))
        # Functions of the addon that a module exports under its own name: version: native.version.
        found |= {("", match[1]): named(match[0]) for match in re.finditer(r"(\w+): native\.\w+", path.read_text(encoding="utf-8"))}
        scopes = {"": items}
        for item in items:
            if match := re.match(r"(?:class|const) (\w+)(?: extends \w+)? (?:= )?\{$", item.lines[0]):
                scopes[match[1]] = inner(item, 2)
        texts = {}
        for scope, all_ in scopes.items():
            for one in all_:
                if name := declared(one):
                    texts[scope, name] = texts.get((scope, name), "") + one.text
        helpers = closed({name: (text, named(text)) for (scope, name), text in texts.items() if scope == "" and name not in scopes})
        for (scope, name), text in texts.items():
            # A table of functions that the module exports one by one.
            place = ("", name) if scope.isupper() else (scope, name)
            words = set(re.findall(r"\w+", text))
            found.setdefault(place, set()).update(*(named(texts.get((scope, other), "")) for other in re.findall(r"\bthis\.(\w+)", text)))
            found.setdefault(place, set()).update(named(text), *(some for helper, some in helpers.items() if helper in words))
    return found


def declared(item):
    match = re.match(r"\s*(?:static |async |get |set |\* |function |const |class |opening\.)*(\w+)", item.text)
    return match[1] if match else ""


def named(text):
    """The functions of the addon that a text calls, by property or by name."""
    return {f"lectern_{one}" for one in re.findall(r"(?:\b(?:sync|native)\.|')(\w+)", text)} & functions()
