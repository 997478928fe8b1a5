# SPDX-License-Identifier: BSD-3-Clause
"""URI templates and hrefs."""
import re
from urllib.parse import quote, unquote

from .rule import anything, rule, strings, texts

#: An expression of a URI template: the operator and the names.
EXPRESSION = re.compile(r"\{([+#./;?&]?)([^{}]+)\}")
RFC_6570 = "RFC 6570, 3.2"
TEMPLATES = "uri-template href link-json"
#: What no URL contains (RFC 3986, 2): other characters than these, and a percent sign without two digits.
NO_URL = re.compile(r"[^\w!#$%&'()*+,\-./:;=?@\[\]~]|%(?![0-9A-Fa-f]{2})")

ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def template(asked):
    value = asked.get("template") or asked.value or ""
    return value.get("href", "") if isinstance(value, dict) else value


def parameters(asked):
    arguments = asked.get("args") or []
    given = arguments.values() if isinstance(arguments, dict) else arguments
    return asked.get("parameters") or next((one for one in given if isinstance(one, dict)), {})


def variables(asked):
    """The names in the expressions that encode reserved characters."""
    return [(operator, name) for operator, names in EXPRESSION.findall(template(asked)) if operator not in ("+", "#")
            for name in names.split(",")]


def is_expanded(asked):
    return asked.given.get("op") == "expand" or asked.given.get("method") in ("resolve", "expandTemplate", "url")


@rule(TEMPLATES, "Reserved characters in the values of a URI template are encoded", RFC_6570)
def reserved_characters_in_values(asked):
    """The toolkits keep some of them, such as a comma."""
    written = "".join(strings(asked.expected))
    values = [parameters(asked)[name] for _, name in variables(asked) if name in parameters(asked)]
    return texts(unquote) if is_expanded(asked) and any(quote(value, safe="") not in written for value in values) else None


@rule(TEMPLATES, "Variables of a URI template without a value are left out", RFC_6570)
def variables_without_a_value(asked):
    """The toolkits keep the name of a parameter, and the place in a list."""
    missing = [(operator, name) for operator, name in variables(asked) if name not in parameters(asked)]
    written = "".join(strings(asked.expected))
    kept = [name for operator, name in missing if operator not in ("?", "&") or f"{name}=" in written]
    return anything if is_expanded(asked) and kept else None


@rule(TEMPLATES, "A list of names is empty where there are none", "include/lectern.h: lists are never null")
def no_list_of_names(asked):
    is_asked = "parameters" in (asked.given.get("member"), asked.given.get("op"))
    return (lambda names: names or []) if is_asked and asked.expected is None else None


@rule("locator-json link-json href-normalise",
      "An href that is no URL is taken for a path, and encoded", "docs/deviations.md, Links and locators")
def an_href_that_is_no_url(asked):
    """Kotlin refuses it, and Go takes it for a URL whose parts are encoded."""
    href = asked.given.get("href") or (asked.value.get("href") if isinstance(asked.value, dict) else None) or ""
    if not NO_URL.search(href) or EXPRESSION.search(href):
        return None
    if asked.expected is None:
        return anything
    is_encoded = asked.given.get("op") == "resolve-percent-encoded" and not ABSOLUTE.match(href)
    return texts(unquote) if is_encoded and ("?" in href or "#" in href) else None


@rule("href-normalise", "An empty href is refused", "docs/deviations.md, Links and locators")
def an_empty_href(asked):
    return anything if asked.given.get("href") == "" and asked.expected else None
