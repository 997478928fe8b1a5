# SPDX-License-Identifier: BSD-3-Clause
"""Vectors that the C API answers: one table, kind -> function(vector, folder) -> JSON value.

A handler raises Refused when the library refused, and Unhandled when it has no way to ask: then the Swift evaluator does.
"""
from .common import Refused, Unhandled  # noqa: F401

from . import (
    accessibility, addresses, annotations, cfi, content, decorations, epub, files, manifests, places, publications, quotes,
    searching, settings, spreads, stylesheets, voices)

MODULES = (
    accessibility, addresses, annotations, cfi, content, decorations, epub, files, manifests, places, publications, quotes,
    searching, settings, spreads, stylesheets, voices)
HANDLERS = {kind: handler for module in MODULES for kind, handler in module.HANDLERS.items()}
