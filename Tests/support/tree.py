# SPDX-License-Identifier: BSD-3-Clause
"""Paths of the checkout, and the environment of the programs that tests start."""
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
FIXTURES = ROOT / "Tests" / "Fixtures"
BINDING = ROOT / "bindings" / "python"
LIBRARY = Path(os.environ.get("LECTERN_LIBRARY") or ROOT / "build" / "lib" / "liblectern.so").resolve()

os.environ["LECTERN_LIBRARY"] = str(LIBRARY)
os.environ["SWIFT_BACKTRACE"] = "enable=no"
# The same folders as in pytest.ini and scripts/common.mk.
os.environ["PYTHONPATH"] = os.pathsep.join(map(str, (BINDING, ROOT / "apps", EXAMPLES, ROOT / "scripts", ROOT / "Tests")))
