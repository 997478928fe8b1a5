# SPDX-License-Identifier: BSD-3-Clause
"""Shared by all handlers."""


class Refused(Exception):
    """The library rejected the input, as `$error` expects, which may also give the location."""
    def __init__(self, why="", path=None):
        super().__init__(why)
        self.path = path


class Unhandled(Exception):
    """The question cannot be answered through the C API."""
