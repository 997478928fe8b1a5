# SPDX-License-Identifier: BSD-3-Clause
"""Package documents and media overlays of EPUBs."""
import re

from .rule import anything, leaving, rule, strings, texts

PACKAGES = "epub-metadata epub-opf"

#: The members of metadata for the MARC relators that have one.
ROLES = {"aut": "author", "pbl": "publisher", "trl": "translator", "edt": "editor", "art": "artist", "ill": "illustrator",
         "clr": "colorist", "nrt": "narrator", "ink": "inker", "let": "letterer", "pen": "penciler", "ctb": "contributor"}


@rule(PACKAGES, "White space in metadata is collapsed", "EPUB 3.3, 5.5.2")
def white_space_in_metadata(asked):
    return texts(collapsed) if any(text != collapsed(text) for text in strings(asked.expected)) else None


def collapsed(text):
    return " ".join(text.split())


@rule(PACKAGES, "A person with several roles is listed under each of them", "EPUB 3.3, D.3.9: a role may be repeated")
def several_roles(asked):
    """The toolkits take the first."""
    roles = {}
    for element in re.findall(r"<meta\b[^>]*property=\"role\"[^>]*>[^<]*", asked.document):
        refined = re.search(r'refines="([^"]*)"', element)
        roles.setdefault(refined and refined[1], []).append(ROLES.get(element.rpartition(">")[2].strip(), "contributor"))
    later = sorted({role for of_one in roles.values() for role in of_one[1:]})
    asks = {step for step in asked.steps if step and step != "metadata"}
    if not asks:
        return leaving(*later)
    is_denied = isinstance(asked.expected, dict) and "$not" in asked.expected
    is_listed = isinstance(asked.expected, list)
    return anything if (is_denied or is_listed) and any(role + "s" in asks or role in asks for role in later) else None


@rule(PACKAGES, "Conformance to other standards than those of accessibility is kept among the other metadata", "the Kotlin toolkit")
def conformance_to_other_standards(asked):
    claims = re.findall(r"conformsTo\b[^>]*>([^<]+)<", asked.document)
    others = [claim for claim in claims if not re.search("epub.?accessibility|epub/a11y/accessibility", claim, re.I)]
    return anything if others and "otherMetadata" in asked.steps and asked.expected is True else None


@rule("smil", "A fragment that ends in a comma is not valid", "Media Fragments URI 1.0, 4.2.1")
def a_clip_without_an_end(asked):
    open_end = re.compile(r"(#t=[\d.]+),$")
    return texts(lambda text: open_end.sub(r"\1", text)) if any(map(open_end.search, strings(asked.expected))) else None


@rule("smil-clock", "An end that is not behind the begin of a clip is left out", "Media Fragments URI 1.0, 4.2.1")
def a_clip_without_a_length(asked):
    """The value is the end of a clip that begins at 0."""
    return anything if asked.expected == 0 else None
