# SPDX-License-Identifier: BSD-3-Clause
"""Describes the C API in include/lectern.api.json, and generates the repetitive parts of the bindings from it."""
