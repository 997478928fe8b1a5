# SPDX-License-Identifier: BSD-3-Clause
"""Finding and loading liblectern, once per process."""

import ctypes
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional, Union

from ._functions import ABI, FUNCTIONS
from .errors import AbiError

# The name with the ABI number first: the plain one is for linking, and may be absent.
_FILE_NAMES = {
    "win32": ("lectern.dll",),
    "darwin": (f"liblectern.{ABI}.dylib", "liblectern.dylib"),
}.get(sys.platform, (f"liblectern.so.{ABI}", "liblectern.so"))

_PACKAGE = Path(__file__).resolve().parent
_lock = threading.Lock()
_library: Optional[ctypes.CDLL] = None

#: The functions of the loaded library by their names; empty until it is loaded.
DECLARED: dict[str, Any] = {}


def load(path: Union[str, "os.PathLike[str]", None] = None) -> None:
    """Loads the library; not needed when it lies in one of the usual places.

    Without a path the places are: ``$LECTERN_LIBRARY``, beside this package,
    ``build/lib`` of a source checkout, and where the system's loader looks.

    A process has one library: loading it again does nothing, and loading another
    file raises RuntimeError.  Raises OSError when it is not found, and AbiError when
    it does not fit this package.
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
    """A function of the library, which is loaded for it."""
    library()
    return DECLARED[name]


def _load(wanted: Optional[str]) -> ctypes.CDLL:
    global _library
    if _library is None:
        _library = _declare(_open(wanted))
    elif wanted is not None and not _same(wanted, _library._name):
        raise RuntimeError(f"{_library._name} is loaded already; cannot load {wanted} as well")
    return _library


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _open(wanted: Optional[str]) -> ctypes.CDLL:
    named = wanted or os.environ.get("LECTERN_LIBRARY")
    if named:
        return ctypes.CDLL(named)
    for file in _nearby():
        # A file that is there but does not load is an error to show, not to skip.
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
