# SPDX-License-Identifier: BSD-3-Clause
"""Paths of the checkout."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
FIXTURES = ROOT / "Tests" / "Fixtures"
BINDING = ROOT / "bindings" / "python"
LIBRARY = Path(os.environ.get("LECTERN_LIBRARY") or ROOT / "build" / "lib" / "liblectern.so").resolve()

sys.path[:0] = [str(BINDING), str(EXAMPLES)]
# This folder creates publications of other formats.
sys.path.append(str(ROOT / "Tests" / "Checks"))
