#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the embedded files, compressed, to build/assets.h: the JSON schemas and the files of the page.

`make lib` runs it, so a new file in one of the folders needs nothing else.
"""
import re
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCHEMAS = ROOT / "include" / "schemas"
RUNTIME = ROOT / "Sources" / "LecternWeb" / "runtime"
HEADER = ROOT / "build" / "assets.h"
#: Comments on lines of their own, except the licence.
COMMENT = re.compile(r"^ *(//(?! SPDX)[^\n]*|/\*(?! SPDX)(?:[^*]|\*(?!/))*\*/ *)$", re.M)
#: Type annotations within a line of code.
TYPE = re.compile(r"/\*\* @type \{[^*\n]*\} \*/ ?")
#: Comments at the end of a line of code.  (In a string, a quotation mark would follow.)
TRAILING = re.compile(r" +// [^\"'`]*$")
#: Files of one kind are compressed in groups of up to this size, because they have many words in common.  Inflating a
#: group takes up to 0.7 ms.
TOGETHER = 160 * 1024


def schemas():
    """The schemas by name."""
    return {path.name.removesuffix(".schema.json"): path for path in SCHEMAS.glob("*.schema.json")}


def runtime():
    """The files of the page by path."""
    return {path.relative_to(RUNTIME).as_posix(): path for path in RUNTIME.rglob("*") if path.suffix in {".html", ".js", ".css"}}


def content(path):
    """The contents of a file; of scripts and style sheets without comments, types and indentation.  Line numbers do not
    change."""
    text = path.read_text(encoding="utf-8")
    return (text if path.suffix in {".html", ".json"} else code(text)).encode()


def code(text):
    """A script or style sheet without comments, types and indentation.  Template literals are kept."""
    lines, is_text = [], False
    for line in COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text).split("\n"):
        lines.append(line if is_text else TRAILING.sub("", TYPE.sub("", line)).lstrip(" "))
        is_text ^= line.count("`") % 2 == 1
    return "\n".join(lines)


def groups(files):
    """Groups files for compression, and yields their contents by name."""
    group, size = {}, 0
    for name, path in sorted(files.items(), key=lambda file: (file[1].suffix, file[0])):
        data = content(path)
        if group and size + len(data) > TOGETHER:
            yield group
            group, size = {}, 0
        group[name] = data
        size += len(data)
    yield group


def deflated(group):
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    return stream.compress(b"".join(group.values())) + stream.flush()


def table(name, files):
    """C arrays with the contents of files, and a table of them, sorted by name."""
    arrays = streams = ""
    rows = []
    for number, group in enumerate(groups(files)):
        stream, offset = deflated(group), 0
        for key, data in group.items():
            rows.append(f'    {{"{key}", {name}_groups + {number}, {offset}, {len(data)}}},\n')
            offset += len(data)
        arrays += f"static const unsigned char {name}_{number}[] = {{{','.join(map(str, stream))}}};\n"
        streams += f"    {{{name}_{number}, {len(stream)}, {offset}}},\n"
    return (f"{arrays}static const assets_group {name}_groups[] = {{\n{streams}}};\n"
            f"static const assets_file {name}[] = {{\n{''.join(sorted(rows))}}};\n")


if __name__ == "__main__":
    text = table("schemas", schemas()) + table("runtime_files", runtime())
    if not HEADER.is_file() or HEADER.read_text(encoding="utf-8") != text:
        HEADER.parent.mkdir(exist_ok=True)
        HEADER.write_text(text, encoding="utf-8")
