# SPDX-License-Identifier: BSD-3-Clause
"""The public members of the Python binding."""
import ast

from .member import ROOT, Member, closed, named, through

FOLDER = ROOT / "bindings/python/lectern"
#: Modules that are public as such, beside what lectern itself exports.
MODULES = ("cfi", "links", "notes", "packaging/__init__", "store", "voices", "errors")


def members():
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.rglob("*.py"))}
    exported = exports(trees[FOLDER / "__init__.py"])
    found = []
    for path, tree in trees.items():
        name = path.relative_to(FOLDER).with_suffix("").as_posix()
        if name.startswith(("_", "types/", "cli/", "catalogue/")) and name != "_handles":
            continue
        prefix = name.removesuffix("/__init__") + "." if name in MODULES and name not in ("errors", "store") else ""
        source = Source(path, tree)
        for node in tree.body:
            is_public = name in MODULES or ("/" not in name and node_name(node) in exported | {"Handle", "Reading"})
            if is_public and not node_name(node).startswith("_") and not is_overload(node):
                found += source.of(node, prefix)
    return found


def exports(tree):
    """The names in __all__."""
    lists = (node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    return {one.value for one in next(lists).elts}


def node_name(node):
    return node.name if isinstance(node, (ast.ClassDef, ast.FunctionDef)) else "_"


class Source:
    """A module, with the functions that its private helpers call."""

    def __init__(self, path, tree):
        self.path = path.relative_to(ROOT).as_posix()
        functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("_"))
        self.helpers = closed({node.name: (ast.unparse(node), named(ast.unparse(node)))
                               for node in functions if not node.name.startswith("__")})

    def of(self, node, prefix):
        if isinstance(node, ast.FunctionDef):
            return [self.member(node, "", prefix, "function")]
        header = [one for one in node.body if not isinstance(one, (ast.FunctionDef, ast.ClassDef))]
        bases = [ast.unparse(base) for base in node.bases]
        frees = named("\n".join(map(ast.unparse, header[1:])))
        made = [Member("python", "", prefix + node.name, "class", f"class {prefix}{node.name}" + (f"({', '.join(bases)})" if bases else ""),
                       ast.get_docstring(node) or "", self.path, node.lineno, frees)]
        for one in node.body:
            if isinstance(one, ast.FunctionDef) and is_public(one) and (node.name, one.name) != ("Handle", "__init__"):
                made.append(self.member(one, prefix + node.name, "", kind_of(one)))
        return made

    def member(self, node, owner, prefix, kind):
        return Member("python", owner, prefix + node.name, kind, signature(node, owner, prefix, kind),
                      ast.get_docstring(node) or "", self.path, node.lineno, through(ast.unparse(node), self.helpers))


def is_overload(node):
    return "overload" in map(ast.unparse, node.decorator_list)


def is_public(node):
    return (not node.name.startswith("_") or node.name == "__init__") and not is_overload(node)


def kind_of(node):
    decorators = [ast.unparse(one) for one in node.decorator_list]
    if any(one.endswith(".setter") for one in decorators):
        return "setter"
    return next((kind for kind in ("property", "classmethod", "staticmethod") if kind in decorators), "method")


def signature(node, owner, prefix, kind):
    """The declaration, as a caller writes the call: without self."""
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    if kind == "property":
        return f"{owner}.{node.name}{result.replace(' -> ', ': ')}"
    arguments = node.args
    if owner and kind != "staticmethod":
        arguments.args = arguments.args[1:]
    if kind == "setter":
        return f"{owner}.{node.name} = {ast.unparse(arguments)}"
    if node.name == "__init__":
        return f"{owner}({ast.unparse(arguments)})"
    return f"{owner + '.' if owner else ''}{prefix}{node.name}({ast.unparse(arguments)}){result}"
