# SPDX-License-Identifier: BSD-3-Clause
"""What the loaded library says about itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union, overload

from ._calls import fetch_json
from ._library import library
from ._values import text

if TYPE_CHECKING:
    from . import types


def version() -> str:
    """The version of the loaded library, such as "0.1.0"."""
    return str(library().lectern_version().decode("utf-8"))


def build_info() -> types.BuildInfo:
    """Formats, services and dependencies of the loaded library (schema "build-info")."""
    return fetch_json("lectern_build_info")


@overload
def schema(name: None = None) -> list[str]: ...
@overload
def schema(name: str) -> dict[str, Any]: ...
def schema(name: Optional[str] = None) -> Union[list[str], dict[str, Any]]:
    """The JSON schema of that name; without one, the names of all schemas.

    Raises NotFoundError for an unknown name.
    """
    if name is None:
        return fetch_json("lectern_schema", None)
    return fetch_json("lectern_schema", text(name))


def live_handles() -> dict[str, int]:
    """How many handles of each type are open: ``{}`` when nothing leaks.

    It counts those of the whole process.  Handles whose Python object still waits for
    the garbage collector are among them, so a test calls gc.collect() first.
    """
    return fetch_json("lectern_live_handles")
