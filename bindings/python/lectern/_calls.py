# SPDX-License-Identifier: BSD-3-Clause
"""Calls the library: failures become exceptions, buffers become Python values."""

from __future__ import annotations

import ctypes
import json
import os
import sys
import threading
from ctypes import byref, c_void_p
from threading import get_ident
from types import CodeType
from typing import Any, Optional, TypeVar

from ._functions import FUNCTIONS
from ._library import DECLARED, declared
from .errors import LecternError, from_json

T = TypeVar("T")


#: The exceptions of callbacks during the current call, by thread.  Almost always empty,
#: which is faster to check than a threading.local.
_raised: dict[int, list[BaseException]] = {}
#: The exceptions of signal handlers, likewise.
_interrupts: dict[int, BaseException] = {}
#: The code of callbacks that catch their own exceptions.
reporting: set[CodeType] = set()


def remember(exception: BaseException) -> None:
    """Keeps an exception of a callback for the call that ran the callback."""
    if not isinstance(exception, Exception):
        _interrupts[get_ident()] = exception
    _raised.setdefault(get_ident(), []).append(exception)


def interrupt(exception: BaseException) -> None:
    """Keeps the exception of a signal handler: the current call ends soon, and raises it
    unchanged."""
    postpone(exception)
    remember(exception)


def postpone(exception: BaseException) -> None:
    """Keeps the exception of a signal handler for the next call, or for raise_postponed()."""
    _interrupts[get_ident()] = exception


def raise_postponed() -> None:
    exception = _interrupts.pop(get_ident(), None) if _interrupts else None
    if exception is not None:
        raise exception


def is_interrupted() -> bool:
    return bool(_interrupts) and get_ident() in _interrupts


def run(name: str, arguments: tuple[Any, ...]) -> int:
    """Calls a function.  In the main thread, exceptions of signal handlers are kept.

    Python runs the handlers when it enters a callback, before a try statement there could catch
    anything; such an exception goes to sys.unraisablehook."""
    global _hook
    function = DECLARED.get(name) or declared(name)
    if get_ident() != _main or sys.unraisablehook is _keep_interrupt:
        result: int = function(*arguments)
        return result
    _hook = before = sys.unraisablehook
    sys.unraisablehook = _keep_interrupt
    try:
        result = function(*arguments)
    finally:
        sys.unraisablehook = before
    return result


def _keep_interrupt(unraisable: Any) -> None:
    exception, trace = unraisable.exc_value, unraisable.exc_traceback
    is_leak = trace is not None and trace.tb_frame.f_code in reporting
    if get_ident() == _main and exception and (is_leak or not isinstance(exception, Exception)):
        interrupt(exception)
    else:
        _hook(unraisable)


def _in_child() -> None:
    global _main
    _main = get_ident()


_hook = sys.unraisablehook
_main = threading.main_thread().ident
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)


def call(name: str, *arguments: Any) -> int:
    """Calls a function whose last parameter is ``lectern_error **``, which is omitted here.

    Returns its status, which is not negative: failures raise.
    """
    if _raised and get_ident() in _raised:
        return _call_apart(name, arguments)
    error = c_void_p()
    try:
        status = run(name, (*arguments, byref(error)))
    except ctypes.ArgumentError:
        _release(arguments)
        raise
    if status < 0 or _raised or _interrupts:
        _settle(status, error)
    return status


def _call_apart(name: str, arguments: tuple[Any, ...]) -> int:
    """Makes a call from inside a callback, after earlier callbacks of the outer call have
    raised."""
    before = _raised.pop(get_ident())
    try:
        return call(name, *arguments)
    finally:
        _raised[get_ident()] = before


def _settle(status: int, error: c_void_p) -> None:
    """Raises the exception for a call that failed, or whose callbacks raised."""
    raised = _raised.pop(get_ident(), [])
    interrupting = _interrupts.pop(get_ident(), None) if _interrupts else None
    if interrupting is not None:
        try:
            DECLARED["lectern_error_free"](error)
            raise interrupting
        finally:
            raised.clear()
            del interrupting
    if status < 0:
        _fail(status, error, raised)
    else:
        _survive(raised)


def _release(arguments: tuple[Any, ...]) -> None:
    """Releases callback structs that did not reach the library; otherwise the library
    releases them."""
    for argument in arguments:
        if isinstance(argument, ctypes.Structure):
            argument.release(argument.user_data)


def _survive(raised: list[BaseException]) -> None:
    """Reports exceptions of callbacks that did not stop the call, so that they are not
    lost."""
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
    """Calls a function whose second to last parameter is an output of this type."""
    if _raised:
        return outputs((ctype,), name, *arguments)[0]
    # Inlines outputs() for the most common case, which makes a short call a third faster.
    value, error = ctype(), c_void_p()
    try:
        status = run(name, (*arguments, byref(value), byref(error)))
        if status < 0 or _raised or _interrupts:
            _settle(status, error)
    except ctypes.ArgumentError:
        _release(arguments)
        raise
    except BaseException:
        _free(value)
        raise
    return value.value


def outputs(types: tuple[Any, ...], name: str, *arguments: Any) -> list[Any]:
    """Likewise for a function with several outputs."""
    values = [ctype() for ctype in types]
    try:
        call(name, *arguments, *map(byref, values))
    except BaseException:
        for value in values:
            _free(value)
        raise
    return [value.value for value in values]


def _free(value: Any) -> None:
    """Frees outputs if an interrupt is raised although the call succeeded."""
    if isinstance(value, c_void_p) and value:
        for free in (free for free in FUNCTIONS if free.endswith("_free")):
            declared(free)(value)


def fetch_bytes(name: str, *arguments: Any) -> bytes:
    """Calls a function that returns a buffer."""
    return take(output(c_void_p, name, *arguments))


def fetch_optional(name: str, *arguments: Any) -> Optional[bytes]:
    """Likewise for a function that may return no buffer."""
    buffer = output(c_void_p, name, *arguments)
    return take(buffer) if buffer else None


def fetch_text(name: str, *arguments: Any) -> str:
    return fetch_bytes(name, *arguments).decode("utf-8")


def fetch_json(name: str, *arguments: Any) -> T:  # type: ignore[type-var]
    """Calls a function that returns JSON.  The caller declares its type."""
    value: T = json.loads(take(output(c_void_p, name, *arguments)))
    return value


def take(buffer: Any) -> bytes:
    """Copies the contents of a buffer, and frees it."""
    # If there is a buffer, the library is loaded.
    try:
        size = DECLARED["lectern_buffer_size"](buffer)
        return ctypes.string_at(DECLARED["lectern_buffer_data"](buffer), size)
    finally:
        DECLARED["lectern_buffer_free"](buffer)


def _fail(status: int, error: c_void_p, raised: list[BaseException]) -> None:
    failure = _take_error(status, error)
    # The last exception, because earlier ones did not stop the call.
    cause = raised[-1] if raised else None
    try:
        if cause is None:
            raise failure
        if isinstance(cause, Exception):
            raise failure from cause
        # KeyboardInterrupt and the like are unrelated to the book, so they are raised
        # unchanged.
        raise cause
    finally:
        # Breaks the reference cycle between exceptions and the frames of their tracebacks.
        raised.clear()
        del failure, cause


def _take_error(status: int, error: c_void_p) -> LecternError:
    if not error:
        failure = from_json({"status": DECLARED["lectern_status_name"](status).decode("utf-8")})
    else:
        try:
            buffer = c_void_p()
            DECLARED["lectern_error_json"](error, byref(buffer))
            failure = from_json(json.loads(take(buffer)))
        finally:
            DECLARED["lectern_error_free"](error)
    failure.code = status
    return failure
