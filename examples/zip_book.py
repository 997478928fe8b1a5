# SPDX-License-Identifier: BSD-3-Clause
# Packs an exploded publication into an EPUB.
#
#   python3 examples/zip_book.py examples/book build/read-aloud.epub [--deflate]
#
# Prints the path of the file.  The result is reproducible.
"""Packs folders into EPUBs; also used by the tests."""

import argparse
import zipfile
from pathlib import Path

# The earliest time that a ZIP archive can represent.
_TIMESTAMP = (1980, 1, 1, 0, 0, 0)


def zip_book(folder, target, deflate=False):
    """Packs a folder into the file target, and returns its path.

    The mimetype is the first entry and is stored, as the EPUB Container Format requires.  The other entries are stored
    as well unless deflate is true: the output of DEFLATE differs between versions of zlib, and with it the number of
    positions of the book.
    """
    folder, target = Path(folder), Path(target)
    files = {path.relative_to(folder).as_posix(): path for path in _files(folder)}
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files, key=lambda name: (name != "mimetype", name)):
            entry = zipfile.ZipInfo(name, _TIMESTAMP)
            entry.create_system = 3  # Unix, even if packed elsewhere
            entry.external_attr = 0o100644 << 16
            if deflate and name != "mimetype":
                entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name].read_bytes())
    return target


def _files(folder):
    # Skips hidden files, which editors and file managers create.
    return (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--deflate", action="store_true", help="compress the entries")
    options = parser.parse_args()
    if not options.folder.is_dir():
        parser.error(f"{options.folder} is not a folder")
    print(zip_book(options.folder, options.target, options.deflate))
