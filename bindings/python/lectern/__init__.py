# SPDX-License-Identifier: BSD-3-Clause
"""Open EPUBs as Readium manifests, positions, settings, preferences and decorations.

    import lectern

    with lectern.Publication.open("book.epub") as book:
        print(book.manifest["metadata"]["title"], len(book.positions))

Every handle is a context manager; every failure is a LecternError that says where
it happened.  The shapes of the dicts are the JSON schemas that schema() returns.
"""

from . import errors
from ._library import load
from .about import build_info, live_handles, schema, version
from .context import Context
from .decorations import diff
from .errors import (
    AbiError,
    ArgumentError,
    BusyError,
    CallbackError,
    CancelledError,
    FormatError,
    HandleError,
    InternalError,
    IoError,
    JsonError,
    LecternError,
    LimitError,
    NotFoundError,
    ProtectedError,
    UnsupportedError,
)
from .navigator import Navigator, Subscription
from .preferences import Preferences
from .publication import Publication
from .resource import Resource

__version__ = "0.1.0"

__all__ = [
    "AbiError",
    "ArgumentError",
    "BusyError",
    "CallbackError",
    "CancelledError",
    "Context",
    "FormatError",
    "HandleError",
    "InternalError",
    "IoError",
    "JsonError",
    "LecternError",
    "LimitError",
    "Navigator",
    "NotFoundError",
    "Preferences",
    "ProtectedError",
    "Publication",
    "Resource",
    "Subscription",
    "UnsupportedError",
    "build_info",
    "diff",
    "errors",
    "live_handles",
    "load",
    "schema",
    "version",
]
