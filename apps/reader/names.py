# SPDX-License-Identifier: BSD-3-Clause
"""Strings of a manifest, which may be localized."""
import html
import re

MOST_SUBJECTS = 8
#: HTML tags that end a paragraph, and any tag.
_ENDS, _TAG = re.compile(r"<(?:br|/p|/div|/li|/h\d)\b", re.I), re.compile(r"</?[a-z!][^>]*>", re.I)


def text(value, language=None):
    """A string, or the best one of a localized string."""
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


def paragraphs(source):
    """The plain text of a string that may be HTML."""
    plain = html.unescape(_TAG.sub("", _ENDS.sub(lambda found: "\n" + found[0], source)))
    return [line for line in (" ".join(part.split()) for part in plain.splitlines()) if line]


def facts(metadata):
    """The publisher's metadata about a book, as far as it exists."""
    languages = metadata.get("language") or []
    languages = [languages] if isinstance(languages, str) else languages
    language = languages[0] if languages else None
    return {"description": paragraphs(text(metadata.get("description"), language)), "publisher": ", ".join(names(metadata.get("publisher"), language)),
            "published": str(metadata.get("published") or ""), "languages": languages, "subjects": names(metadata.get("subject"), language)[:MOST_SUBJECTS],
            "translator": ", ".join(names(metadata.get("translator"), language)), "narrator": ", ".join(names(metadata.get("narrator"), language))}
