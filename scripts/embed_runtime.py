#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the table of the files that the library carries for the page: Sources/CAssets/RuntimeFiles.c.

`make lib` runs it, so a new file of Sources/LecternWeb/runtime needs nothing else.
"""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RUNTIME = ROOT / "Sources" / "LecternWeb" / "runtime"
TABLE = ROOT / "Sources" / "CAssets" / "RuntimeFiles.c"
SUFFIXES = {".html", ".js", ".css"}


def names():
    """The files below the folder of the runtime, by their path in it."""
    return sorted(path.relative_to(RUNTIME).as_posix() for path in RUNTIME.rglob("*") if path.suffix in SUFFIXES)


def table():
    found = [(name, "file_" + re.sub(r"\W", "_", name)) for name in names()]
    arrays = "".join(f'static const char {array}[] = {{\n#embed "../LecternWeb/runtime/{name}" suffix(, )\n    0}};\n'
                     for name, array in found)
    rows = "".join(f'    {{"{name}", {array}, sizeof {array} - 1}},\n' for name, array in found)
    return f"""// SPDX-License-Identifier: BSD-3-Clause
//
// The files of the page, which are in Sources/LecternWeb/runtime.  scripts/embed_runtime.py writes this table.

#include "CAssets.h"

{arrays}
static const assets_file files[] = {{
{rows}}};

const assets_file *assets_runtime_files(size_t *count) {{
  *count = sizeof files / sizeof files[0];
  return files;
}}
"""


if __name__ == "__main__":
    if not TABLE.is_file() or TABLE.read_text(encoding="utf-8") != table():
        TABLE.write_text(table(), encoding="utf-8")
