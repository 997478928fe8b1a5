# SPDX-License-Identifier: BSD-3-Clause
"""Converts Python values to C arguments: text, JSON, numbers."""

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, Optional, Union

#: Bytes in any accepted form.
BytesInput = Union[bytes, bytearray, memoryview]
PathInput = Union[str, "os.PathLike[str]"]


def text(value: Optional[str]) -> Optional[bytes]:
    """NUL-terminated UTF-8; None is NULL."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"expected str, not {type(value).__name__}")
    return _without_nul(value.encode("utf-8"))


def path(value: PathInput) -> bytes:
    return _without_nul(os.fsencode(value))


def data(value: BytesInput) -> bytes:
    """The bytes of a bytes-like object.  Rejects a number, which bytes() would convert to
    zeros."""
    return value if type(value) is bytes else bytes(memoryview(value))


def json_value(value: Any) -> bytes:
    """Any JSON value: a str becomes a JSON string."""
    encoded = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return encoded.encode("utf-8")


def json_text(value: Union[Mapping[str, Any], Iterable[Any], str, None]) -> Optional[bytes]:
    """An object or array; a str is passed through as JSON; None is NULL."""
    if value is None or isinstance(value, str):
        return text(value)
    return json_value(dict(value) if isinstance(value, Mapping) else list(value))


def unsigned(value: int, bits: int = 64) -> int:
    # ctypes wraps out-of-range numbers around, which would turn -1 into "to the end".
    if not 0 <= value < 2**bits:
        raise ValueError(f"{value} is not between 0 and {2**bits - 1}")
    return value


def _without_nul(encoded: bytes) -> bytes:
    # C would truncate the text there, and act on something else.
    if b"\0" in encoded:
        raise ValueError("embedded null character")
    return encoded
