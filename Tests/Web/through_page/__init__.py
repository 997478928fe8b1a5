# SPDX-License-Identifier: BSD-3-Clause
"""Vectors that the page answers, in a browser: a table of kind -> function(question, pages) -> JSON value.

`pages.open(…)` shows a publication that is generated for the question.  Handlers do not see the expected answer.
"""
from . import decorations, quotes, spreads, stylesheets

HANDLERS = {kind: handler for module in (decorations, quotes, spreads, stylesheets) for kind, handler in module.HANDLERS.items()}
