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
#: Comments that have their lines to themselves; the licence stays.
COMMENT = re.compile(r"^ *(//(?! SPDX)[^\n]*|/\*(?! SPDX)(?:[^*]|\*(?!/))*\*/ *)$", re.M)
#: Types within a line of code.
TYPE = re.compile(r"/\*\* @type \{[^*\n]*\} \*/ ?")
#: Comments at the end of a line of code.  A text has its quotation mark after them.
TRAILING = re.compile(r" +// [^\"'`]*$")
#: Files of one kind are deflated together, up to so many bytes: they have many words in common, and it takes up to 0.7 ms to
#: inflate so much.
TOGETHER = 160 * 1024


def schemas():
    """The schemas by their names."""
    return {path.name.removesuffix(".schema.json"): path for path in SCHEMAS.glob("*.schema.json")}


def runtime():
    """The files of the page by their paths."""
    return {path.relative_to(RUNTIME).as_posix(): path for path in RUNTIME.rglob("*") if path.suffix in {".html", ".js", ".css"}}


def content(path):
    """The bytes of a file; of scripts and style sheets without comments, types and indents.  Lines keep their numbers."""
    text = path.read_text(encoding="utf-8")
    return (text if path.suffix in {".html", ".json"} else code(text)).encode()


def code(text):
    """What is left of a script or a style sheet.  Texts between backticks stay as they are."""
    lines, is_text = [], False
    for line in COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text).split("\n"):
        lines.append(line if is_text else TRAILING.sub("", TYPE.sub("", line)).lstrip(" "))
        is_text ^= line.count("`") % 2 == 1
    return "\n".join(lines)


def groups(files):
    """The content of files by their names, as it is deflated together."""
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
    """C arrays with the content of files, and a table of these, ordered by name."""
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
    removable.main()
