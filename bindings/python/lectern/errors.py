# SPDX-License-Identifier: BSD-3-Clause
"""Exceptions for failed calls: LecternError, with one subclass per status of lectern.h."""

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = [
    "AbiError",
    "ArgumentError",
    "BusyError",
    "CallbackError",
    "CancelledError",
    "FormatError",
    "HandleError",
    "InternalError",
    "IoError",
    "JsonError",
    "LecternError",
    "LimitError",
    "NotFoundError",
    "ProtectedError",
    "UnsupportedError",
]


class LecternError(Exception):
    """A failed call into the library.

    Catch a subclass to handle one status, or this class to handle all of them, including
    those that a newer library may add.
    """

    #: The name of the status, such as "LECTERN_ERROR_FORMAT".
    status: str = ""
    #: The number of the status, which is negative; 0 if this package does not know it.
    code: int = 0
    #: An English sentence for developers and logs.
    message: str
    #: The location of the problem, outermost first, such as "book.epub > OEBPS/content.opf
    #: > /package/spine"; "" if unknown.
    path: str
    #: The underlying errors.  An exception raised by one of your callbacks is not here but
    #: in ``__cause__``, as usual.
    causes: tuple["LecternError", ...]

    def __init__(self, message: str, path: str = "", causes: Sequence["LecternError"] = ()) -> None:
        """An error of your own, for a callback that fails with a certain status."""
        super().__init__(message)
        self.message = message
        self.path = path
        self.causes = tuple(causes)

    def __str__(self) -> str:
        place = f"{self.path}: " if self.path else ""
        kind = f" [{self.status}]" if self.status else ""
        reasons = "".join(f"\n  because {cause}" for cause in self.causes)
        return f"{place}{self.message}{kind}{reasons}"


class InternalError(LecternError):
    """A bug in Lectern; please report it."""

    status, code = "LECTERN_ERROR_INTERNAL", -1


class HandleError(LecternError):
    """The handle was closed, or is of another type."""

    status, code = "LECTERN_ERROR_HANDLE", -2


class ArgumentError(LecternError):
    """An argument is out of range, or not valid UTF-8."""

    status, code = "LECTERN_ERROR_ARGUMENT", -3


class JsonError(LecternError):
    """Malformed JSON, or it does not match its schema."""

    status, code = "LECTERN_ERROR_JSON", -4


class AbiError(LecternError):
    """This package and the loaded library are incompatible."""

    status, code = "LECTERN_ERROR_ABI", -5


class NotFoundError(LecternError):
    """No such file, href, setting, style or schema."""

    status, code = "LECTERN_ERROR_NOT_FOUND", -6


class UnsupportedError(LecternError):
    """Not available for this publication or in this build."""

    status, code = "LECTERN_ERROR_UNSUPPORTED", -7


class IoError(LecternError):
    """The operating system or a stream failed."""

    status, code = "LECTERN_ERROR_IO", -8


class FormatError(LecternError):
    """The publication is damaged beyond repair."""

    status, code = "LECTERN_ERROR_FORMAT", -9


class ProtectedError(LecternError):
    """The publication needs a password or a licence."""

    status, code = "LECTERN_ERROR_PROTECTED", -10


class LimitError(LecternError):
    """A limit of the context was reached."""

    status, code = "LECTERN_ERROR_LIMIT", -11


class CancelledError(LecternError):
    """The progress callback stopped the call."""

    status, code = "LECTERN_ERROR_CANCELLED", -12


class CallbackError(LecternError):
    """A callback failed or broke its contract."""

    status, code = "LECTERN_ERROR_CALLBACK", -13


class BusyError(LecternError):
    """Called from a callback where this is not possible."""

    status, code = "LECTERN_ERROR_BUSY", -14


_BY_STATUS: dict[str, type[LecternError]] = {
    subclass.status: subclass for subclass in LecternError.__subclasses__()
}


def from_json(error: Mapping[str, Any]) -> LecternError:
    """The exception for a JSON object (schema "error")."""
    status = error.get("status", "")
    exception = _BY_STATUS.get(status, LecternError)(
        error.get("message", ""),
        error.get("path", ""),
        [from_json(cause) for cause in error.get("causes", ())],
    )
    exception.status = status
    return exception
