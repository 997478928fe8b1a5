# SPDX-License-Identifier: BSD-3-Clause
"""Calling the library: failures become exceptions, buffers become Python values."""

import ctypes
import json
import threading
from ctypes import byref, c_void_p
from typing import Any, Optional

from ._functions import FUNCTIONS
from ._library import library
from ._values import Object
from .errors import LecternError, from_json


class _Inside(threading.local):
    """For each call that this thread is inside of, what its callbacks raised."""

    def __init__(self) -> None:
        self.calls: list[list[BaseException]] = []


_inside = _Inside()


def remember(exception: BaseException) -> None:
    """Keeps what a callback raised, for the call that led to the callback."""
    if _inside.calls:
        _inside.calls[-1].append(exception)


def call(name: str, *arguments: Any) -> int:
    """Calls a function whose last parameter is ``lectern_error **``, left out here.

    Returns its status, which is not negative: failures raise.
    """
    error = c_void_p()
    raised: list[BaseException] = []
    function = getattr(library(), name)
    _inside.calls.append(raised)
    try:
        status = function(*arguments, byref(error))
    except ctypes.ArgumentError:
        _release(arguments)
        raise
    finally:
        _inside.calls.pop()
    if status < 0:
        _fail(status, error, raised)
    elif raised:
        _survive(raised)
    return int(status)


def _release(arguments: tuple[Any, ...]) -> None:
    """Lets go of callback structs that did not reach the library, which would have done so."""
    for argument in arguments:
        if isinstance(argument, ctypes.Structure):
            argument.release(argument.user_data)  # type: ignore[attr-defined]


def _survive(raised: list[BaseException]) -> None:
    """What callbacks raised without stopping the call must not be lost."""
    try:
        for exception in raised:
            if not isinstance(exception, Exception):
                raise exception
            _to_unraisablehook(exception)
    finally:
        raised.clear()


@ctypes.CFUNCTYPE(None, ctypes.py_object)
def _to_unraisablehook(exception):  # type: ignore
    raise exception


def output(ctype: Any, name: str, *arguments: Any) -> Any:
    """Calls a function whose last parameter but one is an output of that type."""
    return outputs((ctype,), name, *arguments)[0]


def outputs(types: tuple[Any, ...], name: str, *arguments: Any) -> list[Any]:
    """The same for a function with several outputs, of these types."""
    values = [ctype() for ctype in types]
    try:
        call(name, *arguments, *map(byref, values))
    except BaseException:
        for value in (value for value in values if isinstance(value, c_void_p) and value):
            # An interrupt is raised even if the call succeeded.
            for free in (free for free in FUNCTIONS if free.endswith("_free")):
                getattr(library(), free)(value)
        raise
    return [value.value for value in values]


def fetch_bytes(name: str, *arguments: Any) -> bytes:
    """Calls a function that puts out a buffer."""
    return take(output(c_void_p, name, *arguments))


def fetch_optional(name: str, *arguments: Any) -> Optional[bytes]:
    """The same for a function that may put out nothing."""
    buffer = output(c_void_p, name, *arguments)
    return take(buffer) if buffer else None


def fetch_text(name: str, *arguments: Any) -> str:
    return fetch_bytes(name, *arguments).decode("utf-8")


def fetch_object(name: str, *arguments: Any) -> Object:
    value: Object = json.loads(fetch_text(name, *arguments))
    return value


def fetch_array(name: str, *arguments: Any) -> list[Any]:
    value: list[Any] = json.loads(fetch_text(name, *arguments))
    return value


def take(buffer: Any) -> bytes:
    """Copies a buffer out, and frees it."""
    functions = library()
    try:
        size = functions.lectern_buffer_size(buffer)
        return ctypes.string_at(functions.lectern_buffer_data(buffer), size)
    finally:
        functions.lectern_buffer_free(buffer)


def _fail(status: int, error: c_void_p, raised: list[BaseException]) -> None:
    failure = _take_error(status, error)
    # The last one: what was raised before it did not stop the call.
    cause = raised[-1] if raised else None
    try:
        if cause is None:
            raise failure
        if isinstance(cause, Exception):
            raise failure from cause
        # KeyboardInterrupt and the like are not about the book: they are raised unchanged.
        raise cause
    finally:
        # The frames in the traceback would otherwise hold the exceptions that hold them.
        raised.clear()
        del failure, cause


def _take_error(status: int, error: c_void_p) -> LecternError:
    functions = library()
    if not error:
        failure = from_json({"status": functions.lectern_status_name(status).decode("utf-8")})
    else:
        try:
            buffer = c_void_p()
            functions.lectern_error_json(error, byref(buffer))
            failure = from_json(json.loads(take(buffer)))
        finally:
            functions.lectern_error_free(error)
    failure.code = status
    return failure
