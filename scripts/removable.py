# SPDX-License-Identifier: BSD-3-Clause
"""Copies the static libraries of the Swift runtime and of C++ to build/swift, without what nothing uses.  The linker takes the
copies (--remap-inputs in Package.swift).

In that of the Swift runtime, each function is marked as one to keep (SHF_GNU_RETAIN), although only programs that load
libraries in Swift need that; and the page for the settings of Swift's backtracer, zeros until it is switched on, is in the file.
When it is loaded, it reads the arguments of the process from /proc, and the settings of the backtracer from the environment: a
library has no use for either.

Of that of C++, the Swift runtime needs strings, the sizes of hash tables, and the guards of static variables.  The rest would
come with it for exceptions, which Sources/CAssets/CPlusPlus.c replaces, and allocate memory for them when it is loaded.
"""
import json
import os
import struct
import subprocess
import tempfile
from pathlib import Path

COPIES = Path(__file__).resolve().parents[1] / "build" / "swift"
COPY = COPIES / "libswiftCore.a"
CPLUSPLUS = COPIES / "libstdc++.a"
#: The last ones are for the types of exceptions, which the guards name.
MEMBERS = ("string-inst.o", "hashtable_c++0x.o", "guard.o", "guard_error.o", "eh_exception.o", "tinfo.o", "class_type_info.o",
           "si_class_type_info.o")
SHT_NOBITS = 8
SHF_GNU_RETAIN = 1 << 21
SHF_EXCLUDE = 1 << 31
#: Parts of names in the two files that are not to be initialised.
UNUSED = (b"_swift_stdlib_getUnsafeArgvArgc", b"backtracer_argv")
#: The others are the tables of the runtime, which finds its way through them at run time.
CODE_AND_DATA = (b".text", b".rodata", b".data", b".bss")


def original():
    swiftc = [os.environ.get("SWIFT", "swift") + "c", "-static-stdlib", "-print-target-info"]
    paths = json.loads(subprocess.run(swiftc, check=True, capture_output=True).stdout)["paths"]
    return Path(paths["runtimeResourcePath"]) / "linux" / "libswiftCore.a"


def members(archive):
    """Where the files of an archive begin."""
    place = len(b"!<arch>\n")
    while place < len(archive):
        yield place + 60
        size = int(archive[place + 48:place + 58])
        place += 60 + size + size % 2


def sections(data, start):
    """(place of the header, name, type, flags, place of the content, size) of each section of the 64-bit ELF file there."""
    table, = struct.unpack_from("<Q", data, start + 0x28)
    count, names = struct.unpack_from("<HH", data, start + 0x3C)
    # Where there are more than 65,279 sections, the first header has the numbers.
    size, link = struct.unpack_from("<QI", data, start + table + 32)
    headers = [start + table + 64 * number for number in range(count or size)]
    strings = start + struct.unpack_from("<Q", data, headers[link if names == 0xFFFF else names] + 24)[0]
    for header in headers:
        name, kind, flags, _, content, size = struct.unpack_from("<IIQQQQ", data, header)
        yield header, data[strings + name:data.index(0, strings + name)], kind, flags, start + content, size


def made_removable(archive):
    data = bytearray(archive)
    for start in members(data):
        if data[start:start + 5] != b"\x7fELF\x02":
            continue
        all_ = list(sections(data, start))
        is_unused = any(part in name for _, name, *_ in all_ for part in UNUSED if name.startswith(CODE_AND_DATA))
        for header, name, kind, flags, content, size in all_:
            if name == b".init_array" and is_unused:
                struct.pack_into("<Q", data, header + 8, flags | SHF_EXCLUDE)
            if name.startswith(CODE_AND_DATA):
                struct.pack_into("<Q", data, header + 8, flags & ~SHF_GNU_RETAIN)
            elif name == b"swift5_backtrace" and not any(data[content:content + size]):
                struct.pack_into("<I", data, header + 4, SHT_NOBITS)
    return data


def cplusplus():
    """The path of the static library of C++ that belongs to the compiler."""
    command = [os.environ.get("CXX", "g++"), "-print-file-name=libstdc++.a"]
    return Path(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()).resolve()


def write_members(source, target):
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        subprocess.run(["ar", "x", source, *MEMBERS], check=True, cwd=folder)
        subprocess.run(["ar", "rcs", "new.a", *MEMBERS], check=True, cwd=folder)
        Path(folder, "new.a").replace(target)


def main():
    source = original()
    times = (source.stat().st_mtime_ns, source.stat().st_mtime_ns)
    COPIES.mkdir(parents=True, exist_ok=True)
    copy = COPY.stat() if COPY.is_file() else None
    is_same = copy and (copy.st_mtime_ns, copy.st_size) == (times[1], source.stat().st_size)
    # A copy that an older version of this script made is made again.
    if not is_same or copy.st_ctime < Path(__file__).stat().st_mtime:
        COPY.write_bytes(made_removable(source.read_bytes()))
        os.utime(COPY, ns=times)
    write_members(cplusplus(), CPLUSPLUS)
