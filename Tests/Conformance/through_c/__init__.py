# SPDX-License-Identifier: BSD-3-Clause
"""Vectors that the C API answers: one table, kind -> function(vector, folder) -> JSON value.

A room raises Refused when the library refused, and Unhandled when it has no way to ask: then the Swift evaluator does.
"""
from .common import Refused, Unhandled, resolved  # noqa: F401

from . import decorations, epub, publications, settings, spreads

ROOMS = {**decorations.ROOMS, **epub.ROOMS, **publications.ROOMS, **settings.ROOMS, **spreads.ROOMS}
