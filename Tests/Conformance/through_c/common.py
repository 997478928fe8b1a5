# SPDX-License-Identifier: BSD-3-Clause
"""What every handler needs."""


class Refused(Exception):
    """The library refused the input: what `$error` expects, which may say where."""
    def __init__(self, why="", path=None):
        super().__init__(why)
        self.path = path


class Unhandled(Exception):
    """There is no way to ask this through the C API."""
