# SPDX-License-Identifier: BSD-3-Clause
"""Readium's own schemas, from the corpus, to validate manifests without a network."""
import json
import re
from pathlib import Path

from jsonschema import Draft7Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

# The schemas use the named groups of ECMAScript; Python has a different syntax.
_NAMED_GROUP = re.compile(r"\(\?<(?=[A-Za-z])")


def validator(corpus):
    """A validator for manifests.  A schema that is not in the corpus allows everything."""
    registry = Registry(retrieve=lambda uri: Resource.from_contents({}, default_specification=DRAFT7))
    root = None
    for path in (Path(corpus) / "schemas" / "webpub-manifest").rglob("*.json"):
        schema = json.loads(_NAMED_GROUP.sub("(?P<", path.read_text(encoding="utf-8")))
        registry = registry.with_resource(schema["$id"], Resource.from_contents(schema, default_specification=DRAFT7))
        if path.name == "publication.schema.json":
            root = schema
    return Draft7Validator(root, registry=registry)
