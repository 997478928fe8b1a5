# SPDX-License-Identifier: BSD-3-Clause
"""Vectors that the C API answers: a table of kind -> function(vector, folder) -> JSON value.

A handler raises Refused if the library rejects the input, and Unhandled if it does not support the question, which then
goes to the Swift evaluator.
"""
from .common import Refused, Unhandled  # noqa: F401

from . import (
    accessibility, addresses, annotations, cfi, content, decorations, epub, files, manifests, places, publications, quotes,
    searching, settings, spreads, stylesheets, voices)

MODULES = (
    accessibility, addresses, annotations, cfi, content, decorations, epub, files, manifests, places, publications, quotes,
    searching, settings, spreads, stylesheets, voices)
HANDLERS = {kind: handler for module in MODULES for kind, handler in module.HANDLERS.items()}
