# SPDX-License-Identifier: BSD-3-Clause
"""Shows the settings for a book, and the result of changing them.

Settings are changed with KEY=VALUE, where the value is JSON or text: fontSize=1.2 theme=dark. With --json, prints an
object (schema settings). The exit code is 2 for an unknown setting or an invalid value."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..errors import JsonError, NotFoundError
from ..navigator import Navigator
from ..setting import Setting
from .books import opened
from .codes import DONE, UsageError
from .screen import Screen, sentence


def change(text: str) -> tuple[str, Any]:
    key, separator, value = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"{text} is not KEY=VALUE")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK")
    parser.add_argument("changes", nargs="*", type=change, metavar="KEY=VALUE", help="a setting with its value")
    parser.add_argument("--language", metavar="TAG", help="of the labels, such as de (en)")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(given: argparse.Namespace, screen: Screen) -> int:
    options: dict[str, Any] = {"locale": given.language} if given.language else {}
    with opened(given.book) as book, Navigator(book, json.dumps(options)) as navigator:
        with navigator.edit_preferences() as draft:
            for key, value in given.changes:
                try:
                    draft.set(key, value)
                except (NotFoundError, JsonError) as error:
                    raise UsageError(sentence(error)) from None
            draft.submit()
        if screen.json:
            screen.data(navigator.settings_text)
        else:
            settings = [Setting(one) for one in navigator.settings["settings"].values()]
            active = [[one.key, one.label, shown(one), possible(one)] for one in settings if one.is_active]
            screen.table(active, ["label", "", "heading", "faint"])
            idle = [[one.key, one.label, " ".join(one.reasons)] for one in settings if not one.is_active]
            if idle:
                screen.line()
                screen.line(("Without effect in this book, or now:", "heading"))
                screen.table(idle, ["faint", "faint", "faint"])
    return DONE


def shown(setting: Setting) -> str:
    return setting.value_label or ("-" if setting.value is None else str(setting.value))


def possible(setting: Setting) -> str:
    """The possible values."""
    if setting.choices:
        return ", ".join(value if isinstance(value, str) else json.dumps(value) for value, _ in setting.choices)
    return "" if setting.range is None else "{:g} to {:g}".format(*setting.range)
