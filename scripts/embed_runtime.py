#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the files that the library carries, deflated, to build/assets.h: the JSON schemas, and the files of the page.

`make lib` runs it, so a new file in one of the folders needs nothing else.  It also prepares the Swift runtime.
"""
import re
import zlib
from pathlib import Path

import removable

ROOT = Path(__file__).resolve().parents[1]
SCHEMAS = ROOT / "include" / "schemas"
RUNTIME = ROOT / "Sources" / "LecternWeb" / "runtime"
HEADER = ROOT / "build" / "assets.h"
#: On lines of its own; the licence stays.
COMMENT = re.compile(r"^ *(//(?! SPDX)[^\n]*|/\*(?:[^*]|\*(?!/))*\*/ *)$", re.M)


def schemas():
    """The schemas by their names."""
    return {path.name.removesuffix(".schema.json"): path for path in SCHEMAS.glob("*.schema.json")}


def runtime():
    """The files of the page by their paths."""
    return {path.relative_to(RUNTIME).as_posix(): path for path in RUNTIME.rglob("*") if path.suffix in {".html", ".js", ".css"}}


def content(path):
    """The bytes of a file; of a script without the lines that are comments, which stay as empty lines."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        text = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    return text.encode()


def deflated(data):
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    return stream.compress(data) + stream.flush()


def table(name, files):
    """C arrays with the content of files, and a table of these, ordered by name."""
    arrays = rows = ""
    for number, (key, path) in enumerate(sorted(files.items())):
        data = content(path)
        stored = deflated(data)
        arrays += f"static const unsigned char {name}_{number}[] = {{{','.join(map(str, stored))}}};\n"
        rows += f'    {{"{key}", {name}_{number}, {len(stored)}, {len(data)}}},\n'
    return f"{arrays}static const assets_file {name}[] = {{\n{rows}}};\n"


if __name__ == "__main__":
    text = table("schemas", schemas()) + table("runtime_files", runtime())
    if not HEADER.is_file() or HEADER.read_text(encoding="utf-8") != text:
        HEADER.parent.mkdir(exist_ok=True)
        HEADER.write_text(text, encoding="utf-8")
    removable.main()
