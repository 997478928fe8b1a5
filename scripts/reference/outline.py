# SPDX-License-Identifier: BSD-3-Clause
"""The declarations of a source file, by their indentation: the bindings are formatted, so this is enough to find them.

An item begins at a line with the indentation of its scope, and has the deeper lines after it, its closing bracket, and
the comment before it.
"""
import re
from dataclasses import dataclass, field

#: Lines that continue an item although they are not indented: closing brackets, and labels of C++.
CONTINUES = re.compile(r"\s*([)}\]]|(public|private|protected):)")
#: A beginning that is not complete without the next line.
PREFIX = re.compile(r"\s*(template <[^()]*>|(@\w+(\([^()]*\))?\s*)+)$", re.S)
LABEL = re.compile(r"\s*(public|private|protected):$")


@dataclass
class Item:
    doc: str
    line: int                    # counted from 1
    access: str = ""             # the last label of C++ before it
    lines: list[str] = field(default_factory=list)

    @property
    def text(self):
        return "\n".join(self.lines)


def outline(text, indent=0, first=1):
    """The items of a scope whose members have this indentation."""
    found, comment, access, inside = [], [], "", False
    for number, line in enumerate(text.split("\n"), first):
        depth = len(line) - len(line.lstrip())
        if inside or (depth == indent and line.lstrip().startswith(("/**", "///", "//"))):
            comment.append(line)
            inside = (inside or line.lstrip().startswith("/*")) and "*/" not in line
        elif line.strip() and depth < indent:
            access = LABEL.match(line)[1] if LABEL.match(line) else access
        elif not line.strip():
            comment = []
            if found and found[-1].lines:
                found[-1].lines.append("")
        elif depth == indent and not CONTINUES.match(line) and not (
                found and found[-1].lines and PREFIX.match(found[-1].text)):
            found.append(Item(doc_of(comment), number, access, [line]))
            comment = []
        elif found:
            found[-1].lines += [*comment, line]
            comment = []
    return found


def members(item, indent):
    """The items inside a class or an object."""
    start = next((at for at, line in enumerate(item.lines, 1) if line.endswith("{")), len(item.lines))
    return outline("\n".join(item.lines[start:]), indent, item.line + start)


def doc_of(comment):
    """The text of a documentation comment."""
    lines = [line.strip() for line in comment]
    if lines and lines[0].startswith("/**"):
        joined = "\n".join(lines).removeprefix("/**").removesuffix("*/")
        return "\n".join(re.sub(r"^\* ?", "", line).rstrip() for line in joined.splitlines()).strip()
    return "\n".join(line.removeprefix("///").strip() for line in lines if line.startswith("///")).strip()


def head(text, stops, brackets="()[]"):
    """The text before the first of these strings outside of brackets, on one line."""
    depth, at = 0, 0
    while at < len(text):
        if depth == 0 and any(text.startswith(stop, at) for stop in stops):
            break
        if text[at] in brackets:
            depth += 1 if brackets.index(text[at]) % 2 == 0 else -1
        at += 1
    return re.sub(r"(?<=[(\[]) | (?=[)\]])", "", " ".join(text[:at].split())).replace(",)", ")")
