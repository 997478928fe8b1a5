# SPDX-License-Identifier: BSD-3-Clause
"""Measures answers of the library."""
import ctypes

from lectern import _calls, _library


def size(name, *arguments):
    """The size of an answer in bytes, without copying it to Python."""
    buffer = _calls.output(ctypes.c_void_p, name, *arguments)
    count = _library.library().lectern_buffer_size(buffer)
    _library.library().lectern_buffer_free(buffer)
    return count
