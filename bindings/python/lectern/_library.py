# SPDX-License-Identifier: BSD-3-Clause
"""Finds and loads liblectern, once per process."""

import ctypes
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional, Union

from ._functions import ABI, FUNCTIONS
from .errors import AbiError

# First the name with the ABI number: the plain name is meant for linking, and may be
# absent.
_FILE_NAMES = {
    "win32": ("lectern.dll",),
    "darwin": (f"liblectern.{ABI}.dylib", "liblectern.dylib"),
}.get(sys.platform, (f"liblectern.so.{ABI}", "liblectern.so"))

_PACKAGE = Path(__file__).resolve().parent
_lock = threading.Lock()
_library: Optional[ctypes.CDLL] = None

#: The functions of the loaded library by name; empty until it is loaded.
DECLARED: dict[str, Any] = {}


def load(path: Union[str, "os.PathLike[str]", None] = None) -> None:
    """Loads the library.  This is not necessary if it is in one of the default locations.

    Without a path, the locations are: ``$LECTERN_LIBRARY``, the folder of this package,
    ``build/lib`` of a source checkout, and the search path of the system's loader.

    A process has one library: loading it again has no effect, and loading another file
    raises RuntimeError.  Raises OSError if it is not found, and AbiError if it is
    incompatible with this package.
    """
    wanted = os.fspath(path) if path is not None else None
    with _lock:
        _load(wanted)


def library() -> ctypes.CDLL:
    """The loaded library, with the types of its functions declared."""
    if _library is not None:
        return _library
    with _lock:
        return _load(None)


def declared(name: str) -> Any:
    """A function of the library, which is loaded if necessary."""
    library()
    return DECLARED[name]


def _load(wanted: Optional[str]) -> ctypes.CDLL:
    global _library
    if _library is None:
        _library = _declare(_open(wanted))
    elif wanted is not None and not _same(wanted, _library._name):
        raise RuntimeError(f"{_library._name} is already loaded; cannot load {wanted} as well")
    return _library


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _open(wanted: Optional[str]) -> ctypes.CDLL:
    named = wanted or os.environ.get("LECTERN_LIBRARY")
    if named:
        return ctypes.CDLL(named)
    for file in _nearby():
        # If a file exists but does not load, report the error instead of trying the next
        # one.
        if file.is_file():
            return ctypes.CDLL(str(file))
    for name in _FILE_NAMES:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    looked = "\n  ".join([*map(str, _nearby()), *_FILE_NAMES])
    raise OSError(
        "liblectern was not found. Pass its path to lectern.load(), or set LECTERN_LIBRARY. "
        f"Looked for:\n  {looked}"
    )


def _nearby() -> Iterator[Path]:
    for name in _FILE_NAMES:
        yield _PACKAGE / name
    checkout = _PACKAGE.parents[2] if len(_PACKAGE.parents) > 2 else None
    if checkout is not None and (checkout / "include" / "lectern.h").is_file():
        for name in _FILE_NAMES:
            yield checkout / "build" / "lib" / name


def _declare(opened: ctypes.CDLL) -> ctypes.CDLL:
    functions = {}
    for name, (argtypes, restype) in FUNCTIONS.items():
        try:
            function = getattr(opened, name)
        except AttributeError:
            raise AbiError(f"The library has no {name}.", opened._name) from None
        function.argtypes = argtypes
        function.restype = restype
        functions[name] = function
    abi = opened.lectern_abi()
    if abi != ABI:
        raise AbiError(f"The library has ABI {abi}; this package needs {ABI}.", opened._name)
    DECLARED.update(functions)
    return opened
