# SPDX-License-Identifier: BSD-3-Clause
"""The man pages: lectern(1) from the parser of the command line, liblectern(3) from the header."""
import argparse
import re

from bindings import header

from . import functions, html
from .member import ROOT, api


def files():
    """The pages by name, below man1 and man3."""
    return {"man1/lectern.1": command_line(), "man3/liblectern.3": library()}


def escaped(text):
    """Text in which roff sees no requests and no escapes."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def head(name, section, about):
    return [f'.TH {name.upper()} {section} "{released()}" "Lectern {api()["version"]}" "Lectern"', ".SH NAME", f"{name} \\- {escaped(about)}"]


def released():
    """The date of the release, so that the pages are the same each time; "" if there is none yet."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    match = re.search(r"^## \S+ \((\d{4}-\d\d-\d\d)", text, re.M)
    return match[1] if match else ""


def page(lines):
    """The page, without what mandoc calls superfluous: a paragraph right after a heading."""
    return re.sub(r"^(\.S[SH] .*\n)\.PP\n", r"\1", "\n".join(lines) + "\n", flags=re.M)


def paragraphs(text):
    """A comment as paragraphs; indented lines are kept."""
    made = []
    for part in re.split(r"\n\s*\n", text.strip()):
        lines = part.splitlines()
        if all(line.startswith(" ") for line in lines):
            made += [".PP", ".RS 4", ".nf", *map(escaped, lines), ".fi", ".RE"]
        else:
            made += [".PP", *(escaped(line.strip()) for line in lines)]
    return made


# ------------------------------------------------------------------------------------------------ The command line

def command_line():
    from lectern.cli import parser
    root = parser()
    commands = next(action for action in root._actions if isinstance(action, argparse._SubParsersAction))
    lines = head("lectern", 1, "read, search and describe books")
    lines += [".SH SYNOPSIS", ".B lectern", ".I COMMAND", "[options] [files]", ".SH DESCRIPTION", escaped(root.description),
              "The library is described in", ".BR liblectern (3).", ".SH OPTIONS", *options(root), ".SH COMMANDS"]
    for name, one in commands.choices.items():
        lines += [f".SS {name}", *usage(one), *paragraphs(one.description or ""), *options(one, name)]
    title, _, codes = root.epilog.partition(":\n")
    lines += [f".SH {title.upper().replace('CODES', 'STATUS')}"]
    for line in codes.splitlines():
        code, meaning = line.split(None, 1)
        lines += [".TP", f".B {code}", escaped(meaning)]
    lines += [".SH SEE ALSO", ".BR liblectern (3)"]
    return page(lines)


def usage(parser):
    text = " ".join(parser.format_usage().removeprefix("usage:").split())
    return [".PP", f".B {escaped(text)}"]


def options(parser, name=""):
    """The arguments of a command, and those of its own commands."""
    lines = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner, one in action.choices.items():
                lines += [".PP", f".B {escaped(f'{name} {inner}')}", *usage(one), *paragraphs(one.description or ""), ".RS 4", *options(one, f"{name} {inner}"), ".RE"]
        elif action.help != argparse.SUPPRESS and not isinstance(action, argparse._HelpAction):
            help_ = " ".join(((action.help or "") % {**vars(action), "prog": parser.prog}).split())
            lines += [".TP", f".B {escaped(written(action))}", escaped(help_) or "\\&"]
    return lines


def written(action):
    metavar = action.metavar or ("{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper())
    metavar = metavar if isinstance(metavar, str) else " ".join(metavar)
    value = "" if action.nargs == 0 else f" {metavar}"
    return ", ".join(option + value for option in action.option_strings) or metavar


# ------------------------------------------------------------------------------------------------------ The library

def library():
    lines = head("liblectern", 3, "open publications, describe and search them, and show them in a web view")
    lines += [".SH SYNOPSIS", ".nf", ".B #include <lectern.h>", "", *map(escaped, example()), ".fi", ".PP",
              ".B cc \\fIprogram.c\\fB $(pkg\\-config \\-\\-cflags \\-\\-libs lectern)", ".SH DESCRIPTION"]
    lines += paragraphs("Lectern opens publications" + about())
    lines += [".SH CONVENTIONS"]
    for _, name, text in functions.conventions():
        lines += [f".SS {name}", *paragraphs(text)]
    lines += [".SH ERRORS"]
    for value in api()["enums"][0]["values"]:
        lines += [".TP", f".B {value['name']}", escaped(value["doc"])]
    declared = {one["name"]: one for one in api()["functions"]}
    lines += [".SH FUNCTIONS"]
    for title, names in html.subjects().items():
        some = [name for name in names if name in declared]
        lines += [f".SS {title}"] * bool(some)
        for name in some:
            lines += [".TP", f".B {name}", escaped(functions.sentence(declared[name]["doc"]))]
    lines += [".SH FILES", ".TP", ".I lectern.h", "the whole interface, with a comment for each function", ".TP", ".I lectern.api.json",
              "the same for programs, such as generators of bindings", ".TP", ".I schemas/*.schema.json", "a JSON schema for each kind of data",
              ".SH SEE ALSO", ".BR lectern (1),", ".BR pkg\\-config (1)"]
    return page(lines)


def about():
    return header.clean(header.text().partition("Lectern opens publications")[2].partition("This file")[0])


def example():
    """The program at the beginning of the header."""
    text = header.text()
    return re.findall(r"^ \*   (.*)$", text[:text.index(" * Lectern opens")], re.M)
