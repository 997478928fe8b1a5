# SPDX-License-Identifier: BSD-3-Clause
"""Paths of the checkout."""
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = Path(os.environ.get("LECTERN_LIBRARY") or ROOT / "build" / "lib" / "liblectern.so.0").resolve()

sys.path[:0] = [str(ROOT / path) for path in ("bindings/python", "examples", "scripts")]
os.environ["LECTERN_LIBRARY"] = str(LIBRARY)
os.environ["SWIFT_BACKTRACE"] = "enable=no"
