# SPDX-License-Identifier: BSD-3-Clause
"""The public members of the C++ binding."""
import re

from .member import ROOT, Member, closed, named, through
from .outline import head, members as inner, outline

FOLDER = ROOT / "bindings/cpp/lectern"
TYPE = re.compile(r"(?:template <.*?> )?(?:class|struct|enum class|enum) (?:\[\[\w+\]\] |LECTERN_\w+ )?(\w+)(?=[ :{;<]|$)")


def members():
    """The members of all headers; a definition outside of its class belongs to its declaration."""
    found = [member for path in sorted(FOLDER.glob("*.hpp")) for member in of_file(path)]
    for member in found:
        owner, _, name = member.name.rpartition("::")
        for declared_ in found:
            if owner and (declared_.owner, declared_.name) == (owner, name):
                declared_.calls |= member.calls
    return [member for member in found if "::" not in member.name]


def of_file(path):
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"^namespace (?:lectern::)?detail \{\n.*?^\} // namespace (?:lectern::)?detail$", lambda m: "\n" * m[0].count("\n"), text, flags=re.M | re.S)
    text = re.sub(r"^(#.*(\\\n.*)*|LECTERN_(OPEN|CLOSE)_NAMESPACE|namespace .*|inline namespace .*|} // .*)$",
                  lambda m: "\n" * m[0].count("\n"), text, flags=re.M)
    name = path.relative_to(ROOT).as_posix()
    return [member for item in outline(text) for member in of_item(item, name)]


def of_item(item, path):
    joined = " ".join(item.text.split())
    match = TYPE.match(joined)
    if not match:
        return [made(item, "", path, {})]
    if joined.endswith(f"{match[1]};"):
        return []       # declared in advance
    own = Member("cpp", "", match[1], "class", head(item.text, ["{", ";"]), item.doc, path, item.line, named(head(item.text, ["{"])))
    if joined.startswith("enum"):
        return [own]
    items = inner(item, 2)
    start = "private" if joined.partition(match[1])[0].endswith("class ") else "public"
    private = {declared(one): (one.text, named(one.text)) for one in items if (one.access or start) != "public"}
    helpers = closed(private)
    public = [nested(one, match[1], path) or made(one, match[1], path, helpers) for one in items if (one.access or start) == "public"
              and not re.match(r"\s*(using \w+::\w+;|friend |(virtual )?~|static_assert)", one.text) and "= delete" not in one.text
              and (one.doc or " override" not in one.text)]
    return [own, *public]


def nested(item, owner, path):
    """A class inside a class."""
    match = TYPE.match(" ".join(item.text.split()))
    return match and Member("cpp", owner, match[1], "class", head(item.text, ["{", ";"]), item.doc, path, item.line)


def made(item, owner, path, helpers):
    signature = head(" ".join(item.text.split()), ["{", ";", " : "])
    signature = re.sub(r"\b(inline|LECTERN_LIFETIMEBOUND) ?", "", signature).strip()
    kind = "type" if re.search(r"\busing ", signature) else "function" if "(" in signature else "field"
    return Member("cpp", owner, declared(item), kind, signature, item.doc, path, item.line, through(item.text, helpers))


def declared(item):
    """The name that an item declares."""
    text = re.sub(r"template <(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*> ", "", " ".join(item.text.split()))
    if match := re.match(r"using (\w+)", text):
        return match[1]
    if match := re.match(r"[^(]*?\b(operator(?:\(\)|[^\w\s(]+| [\w:]+)|(?:\w+::)?\w+)\(", text.partition("{")[0] + "("):
        return match[1]
    return re.findall(r"\w+", re.split(r" = |[{;]", text)[0])[-1]
