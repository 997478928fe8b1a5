# SPDX-License-Identifier: BSD-3-Clause
"""The exceptions of `make conformance`: one file of rules for each subject."""
from . import addresses, books, contents, manifests, places, settings, sheets  # noqa: F401  each adds its rules
from .rule import RULES, Rule, anything

__all__ = ["RULES", "Rule", "anything"]
