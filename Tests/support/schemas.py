# SPDX-License-Identifier: BSD-3-Clause
"""Validators for the schemas of include/schemas."""
import json

from jsonschema import Draft7Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from .tree import ROOT

FOLDER = ROOT / "include" / "schemas"
SUFFIX = ".schema.json"


def documents():
    """All schemas by name."""
    return {path.name.removesuffix(SUFFIX): json.loads(path.read_text(encoding="utf-8"))
            for path in sorted(FOLDER.glob("*" + SUFFIX))}


def validators():
    found = documents()
    registry = Registry().with_resources(
        (name + SUFFIX, Resource.from_contents(document, default_specification=DRAFT7)) for name, document in found.items())
    return {name: Draft7Validator(document, registry=registry) for name, document in found.items()}


def explain(validator, document):
    """The validation errors of a document: "" if there are none, otherwise a line for each of the first errors."""
    errors = sorted(validator.iter_errors(document), key=lambda error: [str(step) for step in error.absolute_path])
    return "\n".join("/" + "/".join(map(str, error.absolute_path)) + ": " + error.message[:300] for error in errors[:10])
