# SPDX-License-Identifier: BSD-3-Clause
"""Answers of the library that are measured."""
import ctypes

from lectern import _calls, _library


def size(name, *arguments):
    """Bytes of an answer, which Python does not copy."""
    buffer = _calls.output(ctypes.c_void_p, name, *arguments)
    count = _library.library().lectern_buffer_size(buffer)
    _library.library().lectern_buffer_free(buffer)
    return count
