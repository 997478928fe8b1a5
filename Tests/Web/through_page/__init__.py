# SPDX-License-Identifier: BSD-3-Clause
"""Vectors that the page answers, in a browser: one table, kind -> function(question, pages) -> JSON value.

`pages.open(…)` shows a publication that is made for the question.  No handler sees the expected answer.
"""
from . import decorations, quotes, spreads, stylesheets

HANDLERS = {kind: handler for module in (decorations, quotes, spreads, stylesheets) for kind, handler in module.HANDLERS.items()}
