# SPDX-License-Identifier: BSD-3-Clause
"""Strings of a manifest, which may come in several languages."""


def text(value, language=None):
    """A string, or the one of an object by language that suits best."""
    if isinstance(value, dict):
        return value.get(language) or next(iter(value.values()), "")
    return value or ""


def names(value, language=None):
    """The names of one or several contributors or subjects."""
    if isinstance(value, list):
        return [name for item in value for name in names(item, language)]
    if isinstance(value, dict) and "name" in value:
        value = value["name"]
    found = text(value, language)
    return [found] if found else []
