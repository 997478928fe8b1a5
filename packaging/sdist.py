# SPDX-License-Identifier: BSD-3-Clause
"""Builds the Python package from the root of the checkout, and the source distribution: the files that Git tracks.

Usage: sdist.py FOLDER
"""
import gzip
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import build_wheel, get_requires_for_build_wheel, prepare_metadata_for_build_wheel  # noqa: F401

ROOT = Path(__file__).resolve().parents[1]
# The functions of a backend run in the root, but setuptools needs the folder of the package.
os.chdir(ROOT / "bindings/python")


def build_sdist(folder, settings=None):
    """The archive is the same each time: names sorted, without owners, with the time of the commit."""
    if not (ROOT / ".git").exists():
        raise SystemExit("lectern: a source distribution is made from a checkout with Git.")
    with tempfile.TemporaryDirectory() as work:
        made = build_meta.prepare_metadata_for_build_wheel(work, {"--global-option": ["--quiet"]})
        metadata = (Path(work) / made / "METADATA").read_bytes()
    version = next(line[9:] for line in metadata.decode().splitlines() if line.startswith("Version: "))
    name = f"liblectern-{version}"
    time = int(os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct"))
    with open(Path(folder) / f"{name}.tar.gz", "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(git("ls-files", "-z").strip("\0").split("\0")):
            if os.path.lexists(ROOT / path):
                archive.add(ROOT / path, f"{name}/{path}", filter=lambda entry: plain(entry, time))
        entry = tarfile.TarInfo(f"{name}/PKG-INFO")
        entry.size = len(metadata)
        archive.addfile(plain(entry, time), io.BytesIO(metadata))
    return f"{name}.tar.gz"


def plain(entry, time):
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = time
    entry.mode = 0o755 if entry.mode & 0o100 else 0o644
    return entry


def git(*arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(build_sdist(sys.argv[1]))
