# SPDX-License-Identifier: BSD-3-Clause
"""Describes the C API in include/lectern.api.json, and generates from it what the bindings would otherwise repeat."""
