# SPDX-License-Identifier: BSD-3-Clause
"""The version and the number of the interface, which all packages take from the header."""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_HEADER = (ROOT / "include/lectern.h").read_text(encoding="utf-8")

VERSION = re.search(r'^#define LECTERN_VERSION "(.+)"', _HEADER, re.M)[1]
ABI = int(re.search(r"^#define LECTERN_ABI (\d+)u", _HEADER, re.M)[1])
