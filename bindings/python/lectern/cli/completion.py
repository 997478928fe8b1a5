# SPDX-License-Identifier: BSD-3-Clause
"""Prints a script that completes commands and options in a shell.

bash:  source <(lectern completion bash)
zsh:   source <(lectern completion zsh)
fish:  lectern completion fish | source"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Optional

from .codes import DONE
from .screen import Screen


class Option(NamedTuple):
    """An option of a command, or a positional argument if it has no names."""

    names: list[str]
    help: str
    #: None if any text is allowed, such as a file name.
    choices: Optional[list[str]]
    takes_value: bool


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=sorted(SHELLS))


def run(given: argparse.Namespace, screen: Screen) -> int:
    from . import parser

    print("\n".join(SHELLS[given.shell](parser())))
    return DONE


def commands(root: argparse.ArgumentParser) -> dict[str, tuple[str, list[Option]]]:
    """The commands with their descriptions and options, from the parser; "notes list" is an action of the command
    "notes"."""
    found: dict[str, tuple[str, list[Option]]] = {}
    for action in root._actions:
        if isinstance(action, argparse._SubParsersAction):
            summaries = {one.dest: one.help or "" for one in action._choices_actions}
            for name, one in action.choices.items():
                below = commands(one)
                actions = [name for name in below if " " not in name]
                choice = [Option([], "what to do", actions, True)] if below else []
                found[name] = (summaries[name], [*options(one), *choice])
                found.update({f"{name} {key}": value for key, value in below.items()})
    return found


def actions_of(known: Iterable[str]) -> dict[str, list[str]]:
    """The actions of each command that has any."""
    pairs = [name.split(" ", 1) for name in known if " " in name]
    return {command: [action for one, action in pairs if one == command] for command, _ in pairs}


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
    for name, actions in actions_of(known).items():
        patterns = "|".join(f'"{name} {action}"' for action in actions)
        yield f'  case "$command ${{COMP_WORDS[2]}}" in {patterns})'
        yield '    [ "$COMP_CWORD" -gt 2 ] && command="$command ${COMP_WORDS[2]}" ;;'
        yield "  esac"
    yield f'  if [ "$COMP_CWORD" -eq 1 ]; then words="{" ".join([*(name for name in known if " " not in name), *top])}"'
    yield '  else case "$command $before" in'
    for name, (_, found) in known.items():
        for option in found:
            if option.names and option.takes_value:
                patterns = "|".join(f'"{name} {one}"' for one in option.names)
                yield f'    {patterns}) words="{" ".join(option.choices or [])}" ;;'
    yield '    *) case "$command" in'
    for name, (_, found) in known.items():
        offered = [one for option in found for one in (option.names or option.choices or [])]
        yield f'      "{name}") words="{" ".join(offered)}" ;;'
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
    known = commands(root)
    for name, (summary, _) in known.items():
        if " " not in name:
            yield f"      '{name}:{quoted(summary)}'"
    yield "    )"
    yield "    _describe command commands"
    yield "    return"
    yield "  fi"
    yield "  local command=$words[2]"
    yield "  shift words; (( CURRENT-- ))"
    for name, actions in actions_of(known).items():
        patterns = "|".join(f"'{name} {action}'" for action in actions)
        yield f'  case "$command $words[2]" in ({patterns})'
        yield '    if (( CURRENT > 2 )); then command+=" $words[2]"; shift words; (( CURRENT-- )); fi ;;'
        yield "  esac"
    yield "  case $command in"
    for name, (_, found) in known.items():
        yield f"    ('{name}') _arguments {' '.join(one for option in found for one in specification(option))} ;;"
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

    known = commands(root)
    actions = actions_of(known)
    for name, (summary, _) in known.items():
        if " " not in name:
            yield f"complete -c lectern -n __fish_use_subcommand -f -a {name} -d {quoted(summary)}"
    for option in options(root):
        yield from line("__fish_use_subcommand", option)
    for name, (_, found) in known.items():
        conditions = [f"__fish_seen_subcommand_from {word}" for word in name.split()]
        # `lectern notes search` is not `lectern search`.
        others = [command for command, all in actions.items() if name in all]
        if others or name in actions:
            conditions.append(f"not __fish_seen_subcommand_from {' '.join(others or actions[name])}")
        condition = "; and ".join(conditions)
        for action in actions.get(name, ()):
            summary = known[f"{name} {action}"][0]
            yield f"complete -c lectern -n {quoted(condition)} -f -a {action} -d {quoted(summary)}"
        for option in found:
            if option.names or name not in actions:
                yield from line(condition, option)


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
