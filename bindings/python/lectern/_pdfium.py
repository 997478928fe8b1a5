# SPDX-License-Identifier: BSD-3-Clause
"""Finds the pdfium in the Python package pypdfium2."""

import functools
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Optional

_FILE_NAME = {"win32": "pdfium.dll", "darwin": "libpdfium.dylib"}.get(sys.platform, "libpdfium.so")


@functools.cache
def path() -> Optional[str]:
    """The path of its library, or None.  Does not import the package."""
    try:
        spec = find_spec("pypdfium2_raw")
    except (ImportError, ValueError):
        return None
    for folder in (spec.submodule_search_locations or []) if spec else []:
        file = Path(folder) / _FILE_NAME
        if file.is_file():
            return str(file)
    return None
