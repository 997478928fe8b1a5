# SPDX-License-Identifier: BSD-3-Clause
"""Python objects as callback structs.

There is one C function per kind of callback, which is created once and never freed;
user_data identifies the Python object.  This way no C function can disappear while it runs,
and an object is kept exactly until the library releases it.

No exception may leave a callback.  If the callback can report a failure it does, and the
exception becomes the ``__cause__`` of the one that the interrupted call raises.  Otherwise
ctypes passes the exception to sys.unraisablehook.  An exception of a signal handler, such as
KeyboardInterrupt, ends the interrupted call, which raises it unchanged.
"""

from __future__ import annotations

import ctypes
import itertools
import json
import weakref
from typing import TYPE_CHECKING, Any, BinaryIO, Callable, Optional, Protocol, TypeVar

from . import _structs as structs
from ._calls import interrupt, is_interrupted, remember, reporting
from ._functions import PASS
from ._library import library
from .cancelling import is_cancelled
from .errors import CallbackError, IoError, LecternError

if TYPE_CHECKING:
    from . import types

LogFunction = Callable[["types.LogEntry"], object]
StepFunction = Callable[[str, int, int], object]
EventFunction = Callable[[str, Any], object]
ElementFunction = Callable[["types.Decoration"], str]
EditFunction = Callable[["types.Manifest"], Optional["types.Manifest"]]
#: Returns the handle of a resource for an href, or None to try the next provider.
AnswerFunction = Callable[[str], Optional[int]]
ComputeFunction = Callable[[], Optional[bytes]]

S = TypeVar("S", bound=ctypes.Structure)

_numbers = itertools.count(1)
_kept: dict[int, Any] = {}


def keep(target: Any) -> int:
    """Keeps an object until the library calls release; returns its user_data."""
    number = next(_numbers)
    _kept[number] = target
    return number


def stream(file: BinaryIO) -> structs.Stream:
    """A seekable binary file as a stream."""
    return _struct(structs.Stream, file, read=_read, size=_size)


def logger(log: Optional[LogFunction]) -> Optional[structs.Logger]:
    return None if log is None else _struct(structs.Logger, log, log=_log)


def progress(step: Optional[StepFunction]) -> structs.Progress:
    """Without a function, only signals and tokens stop a call."""
    if step is None:
        return structs.Progress(ctypes.sizeof(structs.Progress), None, release, step=_step)
    return _struct(structs.Progress, step, step=_step)


def renderer(element: ElementFunction) -> structs.Renderer:
    return _struct(structs.Renderer, element, element=_element)


def editor(edit: Optional[EditFunction]) -> Optional[structs.Editor]:
    return None if edit is None else _struct(structs.Editor, edit, edit=_edit)


def fetcher(get: AnswerFunction) -> structs.Fetcher:
    return _struct(structs.Fetcher, get, get=_fetch)


def compute(function: ComputeFunction) -> structs.Compute:
    return _struct(structs.Compute, function, compute=_compute)


class Instance(Protocol):
    """A service for one publication, as used by the callbacks below."""

    def links(self) -> bytes: ...
    def get(self, href: str) -> Optional[int]: ...
    def close(self) -> None: ...


def service(name: bytes, make: Callable[[int], Optional[Instance]]) -> structs.Service:
    """A service with instances created by ``make`` from the handle of a publication."""
    functions = {"open": _open, "links": _links, "get": _fetch_from, "close": _close}
    return _struct(structs.Service, make, name=name, **functions)


class EventTarget:
    """Holds the function of a listener for the lifetime of its Subscription.

    Unlike other targets, listeners are only weakly referenced: they usually refer to the
    navigator that they observe, so a navigator that is never closed, and everything its
    listeners refer to, could never be collected.
    """

    __slots__ = ("function", "__weakref__")

    def __init__(self, function: EventFunction) -> None:
        self.function = function


def listener(target: EventTarget) -> structs.Listener:
    return _struct(structs.Listener, weakref.ref(target), event=_event)


def _struct(kind: type[S], target: Any, **functions: Any) -> S:
    return kind(ctypes.sizeof(kind), keep(target), release, **functions)


def _reports(kind: Any) -> Callable[[Callable[..., Any]], Any]:
    """A callback that catches all exceptions of its own."""

    def made(function: Callable[..., Any]) -> Any:
        reporting.add(function.__code__)
        return kind(function)

    return made


@structs.RELEASE
def release(user_data):  # type: ignore
    _kept.pop(user_data, None)


@_reports(structs.READ)
def _read(user_data, offset, memory, capacity, count, error):  # type: ignore
    try:
        file = _kept[user_data]
        file.seek(offset)
        piece = file.read(capacity)
        if not isinstance(piece, bytes):
            # Via memoryview, which rejects the str of a file opened as text.
            piece = bytes(memoryview(piece))
        if len(piece) > capacity:
            raise ValueError(f"read({capacity}) returned {len(piece)} bytes")
        ctypes.memmove(memory, piece, len(piece))
        count[0] = len(piece)
        return 0
    except BaseException as exception:
        return _report(IoError.code, exception, error)


@_reports(structs.SIZE)
def _size(user_data, size, error):  # type: ignore
    try:
        file = _kept[user_data]
        file.seek(0, 2)
        size[0] = file.tell()
        return 0
    except BaseException as exception:
        return _report(IoError.code, exception, error)


@structs.LOG
def _log(user_data, entry):  # type: ignore
    _kept[user_data](json.loads(entry))


@_reports(structs.STEP)
def _step(user_data, task, done, total):  # type: ignore
    step = None
    try:
        if is_interrupted() or is_cancelled():
            return 1
        step = _kept.get(user_data)
        return 1 if step is not None and step(task.decode("utf-8"), done, total) else 0
    except BaseException as exception:
        (interrupt if step is None else remember)(exception)
        return 1


@structs.EVENT
def _event(user_data, topic, event):  # type: ignore
    target = _kept[user_data]()
    if target is not None:
        target.function(topic.decode("utf-8"), json.loads(event))


@_reports(structs.ELEMENT)
def _element(user_data, decoration, html, error):  # type: ignore
    try:
        encoded = _kept[user_data](json.loads(decoration)).encode("utf-8")
        return library().lectern_buffer_new(encoded, len(encoded), html, error)
    except BaseException as exception:
        return _report(CallbackError.code, exception, error)


@_reports(structs.EDIT)
def _edit(user_data, manifest, edited, error):  # type: ignore
    def changed() -> Optional[bytes]:
        found = _kept[user_data](json.loads(manifest))
        return None if found is None else json.dumps(found, ensure_ascii=False).encode("utf-8")

    return _bytes(changed, edited, error)


@_reports(structs.GET)
def _fetch(user_data, href, resource, error):  # type: ignore
    return _answer(_kept[user_data], href, resource, error)


@_reports(structs.GET)
def _fetch_from(instance, href, resource, error):  # type: ignore
    return _answer(_kept[instance].get, href, resource, error)


@_reports(structs.OPEN)
def _open(user_data, publication, instance, error):  # type: ignore
    try:
        made = _kept[user_data](publication)
        if made is None:
            return PASS
        instance[0] = keep(made)
        return 0
    except BaseException as exception:
        return _report(CallbackError.code, exception, error)


@_reports(structs.LINKS)
def _links(instance, links, error):  # type: ignore
    return _bytes(_kept[instance].links, links, error)


@structs.CLOSE
def _close(instance):  # type: ignore
    _kept.pop(instance).close()


@_reports(structs.COMPUTE)
def _compute(user_data, output, error):  # type: ignore
    return _bytes(_kept[user_data], output, error)


def _bytes(function: Callable[[], Optional[bytes]], output: Any, error: Any) -> int:
    try:
        value = function()
        if value is None:
            return PASS
        made = bytes(memoryview(value))
        result: int = library().lectern_buffer_new(made, len(made), output, error)
        return result
    except BaseException as exception:
        return _report(CallbackError.code, exception, error)


def _answer(function: AnswerFunction, href: bytes, resource: Any, error: Any) -> int:
    try:
        handle = function(href.decode("utf-8"))
        if handle is None:
            return PASS
        resource[0] = handle
        return 0
    except BaseException as exception:
        return _report(CallbackError.code, exception, error)


def _report(status: int, exception: BaseException, error: Any) -> int:
    remember(exception)
    path = ""
    try:
        if isinstance(exception, LecternError):
            # Passed on unchanged: the library adds the location.
            status = exception.code or status
            message, path = str(exception.message), str(exception.path)
        else:
            message = f"{type(exception).__name__}: {exception}"
    except BaseException:
        # The exception cannot be converted to a string.
        message = type(exception).__name__
    texts = [text.replace("\0", "\ufffd").encode("utf-8", "replace") for text in (message, path)]
    result: int = library().lectern_error_new(status, texts[0], texts[1] or None, error)
    return result
