# SPDX-License-Identifier: BSD-3-Clause
"""Open publications as Readium manifests, positions, settings, preferences and decorations.

    import lectern

    with lectern.Publication.open("book.epub") as book:
        print(book.manifest["metadata"]["title"], len(book.positions))

Every handle is a context manager; every failure is a LecternError that says where
it happened.  The shapes of the dicts are the JSON schemas that schema() returns.
"""

from . import errors, links, store, voices
from ._library import load
from .about import build_info, live_handles, schema, version
from .context import Context
from .cursor import Cursor
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
from .navigator import Navigator
from .preferences import Preferences
from .publication import Publication, sniff
from .resource import Resource
from .response import Response
from .service import Service
from .store import Store
from .subscription import Subscription
from .tokens import tokenize

__version__ = "0.1.0"

__all__ = [
    "AbiError",
    "ArgumentError",
    "BusyError",
    "CallbackError",
    "CancelledError",
    "Context",
    "Cursor",
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
    "Response",
    "Service",
    "Store",
    "Subscription",
    "UnsupportedError",
    "build_info",
    "diff",
    "errors",
    "links",
    "live_handles",
    "load",
    "schema",
    "sniff",
    "store",
    "tokenize",
    "version",
    "voices",
]
