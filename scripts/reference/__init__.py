# SPDX-License-Identifier: BSD-3-Clause
"""The API reference and the man pages, made from the header, the schemas, the bindings and the tests."""
