# SPDX-License-Identifier: BSD-3-Clause
"""Manifests, links and locators as JSON."""
from ..comparison import Absent, returns_null
from .rule import anything, found, is_refused, leaving, rule

#: The ranges of the members of a locator (Readium Locator, Locations).
RANGES = {"progression": (0, 1), "totalProgression": (0, 1), "position": (1, None)}


@rule("manifest-helpers", "The base URL is a directory", "Readium Web Publication Manifest, 2.2; the Swift toolkit")
def a_base_url_is_a_directory(asked):
    """Kotlin returns the URL of the manifest."""
    is_file = isinstance(asked.expected, str) and not asked.expected.endswith("/")
    return directory if asked.given.get("member") in ("baseURL", "baseUrl") and is_file else None


def directory(url):
    return url.rpartition("/")[0] + "/"


@rule("locator-json", "Locations out of range, such as a progression of 25.32, are dropped", "Readium Locator, Locations; the Kotlin toolkit")
def locations_out_of_range(asked):
    wrong = {name for name, (least, most) in RANGES.items() for value in found(asked.value, name)
             if isinstance(value, (int, float)) and (value < least or most is not None and value > most)}
    is_parsed = asked.given.get("op") == "parse"
    return leaving(*(name for name in wrong if is_parsed and found(asked.expected, name)))


@rule("manifest-json", "A link without a type has that of its file extension", "docs/deviations.md, Publications")
def links_without_a_type(asked):
    """Kotlin drops such links."""
    if not isinstance(asked.value, dict) or asked.given.get("op") != "parse":
        return None
    untyped = {link.get("href") for name in ("readingOrder", "resources") for link in asked.value.get(name) or []
               if isinstance(link, dict) and "type" not in link} - set(found(asked.expected, "href"))

    def typed(value):
        return {name: [link for link in links if link.get("href") not in untyped] if name in ("readingOrder", "resources")
                else links for name, links in value.items()} if isinstance(value, dict) else value
    return typed if untyped else None


@rule("encryption-json properties-json",
      "A resource is encrypted even if its description is broken", "Readium Web Publication Manifest, Encryption")
def a_broken_description_of_an_encryption(asked):
    value = asked.value
    if asked.kind == "properties-json":
        if asked.given.get("member") != "encryption":
            return None
        value = value.get("encrypted")
    is_broken = value is not None and not (isinstance(value, dict) and isinstance(value.get("algorithm"), str))
    return anything if is_broken and (asked.expected is None or is_refused(asked.expected)) else None


@rule("opds-json dom-range-json", "An unusable value is dropped with a warning, which counts as a refusal",
      "docs/deviations.md, Publications")
def null_for_a_refusal(asked):
    """A few Swift parsers return nil; most of them throw."""
    is_null = asked.given.get("op") == "parse" and asked.expected is None and asked.value is not None
    is_meant = is_null and not returns_null("kotlin/" if asked.is_kotlin else "", asked.given)
    return (lambda value: None if isinstance(value, Absent) else value) if is_meant else None


@rule("dom-range-json", "A range that is null is absent, and the answer to a query has the range of its place",
      "include/lectern.h, lectern_publication_locate()")
def a_range_that_is_null(asked):
    return anything if asked.given.get("op") == "parse" and asked.value is None and asked.expected is None else None
