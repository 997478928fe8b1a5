# SPDX-License-Identifier: BSD-3-Clause
"""A Readium package: manifest.json, and the resources at their hrefs."""

from __future__ import annotations

import json

from ..publication import Publication
from .resources import Resources, is_route, links, rels
from .targets import Target

MANIFEST = "manifest.json"


def fill(book: Publication, target: Target, *, stored: bool) -> Resources:
    manifest = json.loads(book.manifest_text)
    # Services, the address of the manifest, and the licence, which only encrypted resources need.
    unwanted = {"self"} if stored else {"self", "license"}
    manifest["links"] = [
        link for link in manifest.get("links", ()) if not is_route(link) and not rels(link) & unwanted
    ]
    resources = Resources(book, target, {MANIFEST}, stored=stored)
    for link in links(manifest, "readingOrder", "resources", "links"):
        if resources.copy(link) and not stored:
            # The bytes that were read are not encrypted any more.
            link.get("properties", {}).pop("encrypted", None)
    with target.add(MANIFEST) as file:
        file.write(json.dumps(manifest, ensure_ascii=False, indent=2).encode("utf-8"))
    return resources
