# SPDX-License-Identifier: BSD-3-Clause
"""Open publications as Readium manifests, positions, settings, preferences and decorations.

    import lectern

    with lectern.open("book.epub") as book:
        print(book.title, book.authors, book.word_count)

Every handle is a context manager; every failure is a LecternError that says where it
happened.  lectern.types has the types of the dicts, generated from the JSON schemas that
schema() returns.
"""

from . import cfi, errors, links, notes, packaging, store, voices
from ._library import load
from .about import build_info, live_handles, schema, version
from .cancelling import CancelToken
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
from .match import Match
from .navigator import Navigator
from .preferences import Preferences
from .publication import Publication, open, sniff
from .remote import open_url
from .resource import Resource
from .response import Response
from .service import Service
from .setting import Setting
from .store import Store
from .subscription import Registration, Subscription
from .tokens import tokenize

__version__ = "1.0.0"

__all__ = [
    "AbiError",
    "ArgumentError",
    "BusyError",
    "CallbackError",
    "CancelToken",
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
    "Match",
    "Navigator",
    "NotFoundError",
    "Preferences",
    "ProtectedError",
    "Publication",
    "Registration",
    "Resource",
    "Response",
    "Service",
    "Setting",
    "Store",
    "Subscription",
    "UnsupportedError",
    "build_info",
    "cfi",
    "diff",
    "errors",
    "links",
    "live_handles",
    "load",
    "notes",
    "open",
    "open_url",
    "packaging",
    "schema",
    "sniff",
    "store",
    "tokenize",
    "version",
    "voices",
]
