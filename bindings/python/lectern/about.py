# SPDX-License-Identifier: BSD-3-Clause
"""Information about the loaded library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union, overload

from ._calls import fetch_json
from ._library import library
from ._values import text

if TYPE_CHECKING:
    from . import types


def version() -> str:
    """The version of the loaded library, such as "1.0.0"."""
    return str(library().lectern_version().decode("utf-8"))


def build_info() -> types.BuildInfo:
    """Formats, services and dependencies of the loaded library (schema "build-info")."""
    return fetch_json("lectern_build_info")


@overload
def schema(name: None = None) -> list[str]: ...
@overload
def schema(name: str) -> dict[str, Any]: ...
def schema(name: Optional[str] = None) -> Union[list[str], dict[str, Any]]:
    """A JSON schema by name; without a name, the names of all schemas.

    Raises NotFoundError for an unknown name.
    """
    if name is None:
        return fetch_json("lectern_schema", None)
    return fetch_json("lectern_schema", text(name))


def live_handles() -> dict[str, int]:
    """The number of open handles by type: ``{}`` if there is no leak.

    Counts the handles of the whole process, including those whose Python object has not
    been garbage-collected yet, so tests should call gc.collect() first.
    """
    return fetch_json("lectern_live_handles")
