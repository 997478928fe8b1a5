# SPDX-License-Identifier: BSD-3-Clause
"""Strings of a manifest, which may come in several languages."""
import html
import re

MOST_SUBJECTS = 8
#: Of HTML: what ends a paragraph, and any tag.
_ENDS, _TAG = re.compile(r"<(?:br|/p|/div|/li|/h\d)\b", re.I), re.compile(r"</?[a-z!][^>]*>", re.I)


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


def paragraphs(source):
    """Of a text that may be HTML, its words alone."""
    plain = html.unescape(_TAG.sub("", _ENDS.sub(lambda found: "\n" + found[0], source)))
    return [line for line in (" ".join(part.split()) for part in plain.splitlines()) if line]


def facts(metadata):
    """What a publisher says of a book, as far as it is said."""
    languages = metadata.get("language") or []
    languages = [languages] if isinstance(languages, str) else languages
    language = languages[0] if languages else None
    return {"description": paragraphs(text(metadata.get("description"), language)), "publisher": ", ".join(names(metadata.get("publisher"), language)),
            "published": str(metadata.get("published") or ""), "languages": languages, "subjects": names(metadata.get("subject"), language)[:MOST_SUBJECTS],
            "translator": ", ".join(names(metadata.get("translator"), language)), "narrator": ", ".join(names(metadata.get("narrator"), language))}
