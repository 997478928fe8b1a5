# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about URLs, hrefs, templates and media types, as far as links expose them."""
from urllib.parse import quote, unquote

from .common import Refused, Unhandled
from .toolkit import follow

#: The base of hrefs that are relative to the root of a publication.
ROOT = "https://book.example/"


def url_of(href, base):
    import lectern
    try:
        return lectern.links.url({"href": href}, base)
    except lectern.LecternError as error:
        raise Refused(str(error)) from error


def first(arguments):
    return next(iter(arguments.values() if isinstance(arguments, dict) else arguments), None)


def urls(vector, folder):
    """Kind url: the resolution of a URL against another."""
    given = vector["input"]
    base, href = given["on"]["value"], first(given["args"])
    if not isinstance(base, str) or ":" not in base or not isinstance(href, str):
        raise Unhandled("lectern_link_url() needs an absolute base")
    return follow(given.get("then"), url_of(href, base))


def hrefs(vector, folder):
    """Kind href: a URL or a URL template."""
    import lectern
    given = vector["input"]
    link = {"href": given["on"]["value"], "templated": True}
    name = given.get("member") or given["method"]
    if name == "parameters":
        return lectern.links.parameters(link)
    if name != "resolve":
        raise Unhandled(f"no function answers {name}")
    arguments = given["args"]
    named = arguments if isinstance(arguments, dict) else {}
    base = named.get("base") or (arguments[0] if arguments and isinstance(arguments, list) else None)
    values = named.get("parameters") or (arguments[1] if isinstance(arguments, list) and len(arguments) > 1 else {})
    if isinstance(base, dict):
        base, values = None, base
    found = lectern.links.expanded(link, values)
    return url_of(found["href"], base) if base else found["href"]


def normalised(vector, folder):
    """Kind href-normalise: hrefs relative to the file that contains them."""
    given = vector["input"]
    # Converts a path to a URL.
    base = given["base"] if ":" in given["base"] else ROOT + quote(unquote(given["base"].removeprefix("/")))
    found = url_of(given["href"], base)
    return found.removeprefix(ROOT)


def media_types(vector, folder):
    """Kind media-type: whether links with a type match a filter."""
    import lectern
    given = vector["input"]
    name = (given.get("member") or given.get("method") or given["op"]).lower()
    if name in ("isaudio", "isbitmap", "ishtml", "isvideo"):
        return lectern.links.all_match([link(given["on"]["value"])], {"kind": name[2:]})
    if name in ("matches", "matchesany"):
        wanted = [one for one in flat(given.get("args") or []) if one]
        if not wanted:
            raise Unhandled("a filter has a media type")
        return lectern.links.all_match([link(given["on"]["value"])], {"type": wanted})
    raise Unhandled("a filter of links knows kinds and matches of media types, and takes none apart")


def link(type):
    return {"href": "file", "type": type}


def flat(arguments):
    for one in arguments.values() if isinstance(arguments, dict) else arguments:
        yield from one if isinstance(one, list) else [one]


HANDLERS = {"href": hrefs, "href-normalise": normalised, "media-type": media_types, "url": urls}
