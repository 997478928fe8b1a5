# SPDX-License-Identifier: BSD-3-Clause
"""Prints a script that completes commands and options in a shell.

bash:  source <(lectern completion bash)
zsh:   source <(lectern completion zsh)
fish:  lectern completion fish | source"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple, Optional

from .codes import DONE
from .screen import Screen


class Option(NamedTuple):
    """An option of a command, or one of its arguments if it has no names."""

    names: list[str]
    help: str
    #: None if any text will do, such as the name of a file.
    choices: Optional[list[str]]
    takes_value: bool


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=sorted(SHELLS))


def run(given: argparse.Namespace, screen: Screen) -> int:
    from . import parser

    print("\n".join(SHELLS[given.shell](parser())))
    return DONE


def commands(root: argparse.ArgumentParser) -> dict[str, tuple[str, list[Option]]]:
    """The commands with their descriptions and options, from the parser."""
    action = next(one for one in root._actions if isinstance(one, argparse._SubParsersAction))
    summaries = {one.dest: one.help or "" for one in action._choices_actions}
    return {name: (summaries[name], options(one)) for name, one in action.choices.items()}


def options(parser: argparse.ArgumentParser) -> list[Option]:
    return [
        Option(
            list(one.option_strings),
            one.help or "",
            list(map(str, one.choices)) if one.choices else None,
            one.nargs != 0,
        )
        for one in parser._actions
        if not isinstance(one, argparse._SubParsersAction)
    ]


def bash(root: argparse.ArgumentParser) -> Iterator[str]:
    known = commands(root)
    top = [name for option in options(root) for name in option.names]
    yield "_lectern() {"
    yield '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"'
    yield '  local command="${COMP_WORDS[1]}" words='
    yield "  COMPREPLY=()"
    yield f'  if [ "$COMP_CWORD" -eq 1 ]; then words="{" ".join([*known, *top])}"'
    yield '  else case "$command $before" in'
    for name, (_, found) in known.items():
        for option in found:
            if option.names and option.takes_value:
                patterns = "|".join(f'"{name} {one}"' for one in option.names)
                yield f'    {patterns}) words="{" ".join(option.choices or [])}" ;;'
    yield '    *) case "$command" in'
    for name, (_, found) in known.items():
        offered = [one for option in found for one in (option.names or option.choices or [])]
        yield f'      {name}) words="{" ".join(offered)}" ;;'
    yield "    esac ;;"
    yield "  esac; fi"
    yield '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")'
    yield "}"
    yield "complete -o default -F _lectern lectern"


def zsh(root: argparse.ArgumentParser) -> Iterator[str]:
    def quoted(text: str) -> str:
        return text.replace("'", "'\\''").replace(":", "\\:").replace("[", "\\[").replace("]", "\\]")

    def specification(option: Option) -> Iterator[str]:
        values = f"({' '.join(option.choices)})" if option.choices else "_files"
        for name in option.names:
            yield f"'{name}[{quoted(option.help)}]" + (f":value:{values}'" if option.takes_value else "'")
        if not option.names:
            yield f"'*:argument:{values}'"

    yield "#compdef lectern"
    yield "_lectern() {"
    yield "  if (( CURRENT == 2 )); then"
    yield "    local -a commands=("
    for name, (summary, _) in commands(root).items():
        yield f"      '{name}:{quoted(summary)}'"
    yield "    )"
    yield "    _describe command commands"
    yield "    return"
    yield "  fi"
    yield "  local command=$words[2]"
    yield "  shift words; (( CURRENT-- ))"
    yield "  case $command in"
    for name, (_, found) in commands(root).items():
        yield f"    {name}) _arguments {' '.join(one for option in found for one in specification(option))} ;;"
    yield "  esac"
    yield "}"
    yield "compdef _lectern lectern"


def fish(root: argparse.ArgumentParser) -> Iterator[str]:
    def quoted(text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def line(condition: str, option: Option) -> Iterator[str]:
        names = [f"-l {one[2:]}" if one.startswith("--") else f"-s {one[1:]}" for one in option.names]
        values = f" -a {quoted(' '.join(option.choices))}" if option.choices else ""
        takes = (" -x" if option.choices else " -r") if option.takes_value and names else ""
        if names or values:
            offer = f"{takes} {' '.join(names)}{values} -d {quoted(option.help)}"
            yield f"complete -c lectern -n {quoted(condition)}{offer}"

    for name, (summary, _) in commands(root).items():
        yield f"complete -c lectern -n __fish_use_subcommand -f -a {name} -d {quoted(summary)}"
    for option in options(root):
        yield from line("__fish_use_subcommand", option)
    for name, (_, found) in commands(root).items():
        for option in found:
            yield from line(f"__fish_seen_subcommand_from {name}", option)


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
