# SPDX-License-Identifier: BSD-3-Clause
"""The corpus and the hostile files: the external collections, or generated ones."""
import subprocess
import sys

from support import collections_of_files


def check(name, folder, *options):
    done = subprocess.run([sys.executable, "-m", f"Corpus.{name}", f"--{name}", folder, *options],
                          capture_output=True, text=True, errors="replace", timeout=600)
    print(done.stdout[-6000:])
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_corpus(library):
    folder = collections_of_files.corpus()
    # Readium's schemas are part of the large corpus.
    check("corpus", folder, *([] if (folder / "schemas").is_dir() else ["--no-schemas"]))


def test_hostile_files(library):
    folder = collections_of_files.hostile()
    # `make hostile` opens all files of the large collection, each in three ways.
    check("hostile", folder, *([] if collections_of_files.is_own(folder) else ["--ways", "file", "--every", "3"]))
