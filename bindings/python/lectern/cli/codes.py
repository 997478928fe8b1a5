# SPDX-License-Identifier: BSD-3-Clause
"""Exit codes, which ``lectern --help`` explains."""

DONE, NOTHING, USAGE, NO_BOOK = range(4)


class UsageError(Exception):
    """The command line asks for what cannot be."""
