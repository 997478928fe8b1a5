# SPDX-License-Identifier: BSD-3-Clause
"""What every handler needs."""


class Refused(Exception):
    """The library refused the input: what `$error` expects."""


class Unhandled(Exception):
    """There is no way to ask this through the C API."""
