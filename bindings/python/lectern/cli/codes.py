# SPDX-License-Identifier: BSD-3-Clause
"""Exit codes, as documented in ``lectern --help``."""

DONE, NOTHING, USAGE, NO_BOOK = range(4)


class UsageError(Exception):
    """Invalid arguments on the command line."""
