# SPDX-License-Identifier: BSD-3-Clause
"""A reader in the browser, served on loopback by the Python binding: docs/reader.md."""
