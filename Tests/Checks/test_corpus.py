# SPDX-License-Identifier: BSD-3-Clause
"""The corpus and the hostile files: those beside the checkout, or some of our own."""
import subprocess
import sys

import collections_of_files
import pytest
from tree import ROOT

COLLECTIONS = {"corpus": collections_of_files.corpus, "hostile": collections_of_files.hostile}


@pytest.mark.parametrize("name", COLLECTIONS)
def test_collection(name, library):
    folder = COLLECTIONS[name]()
    # Readium's schemas come with the large corpus.
    options = [] if name == "hostile" or (folder / "schemas").is_dir() else ["--no-schemas"]
    done = subprocess.run([sys.executable, ROOT / "Tests" / "Corpus" / f"{name}.py", f"--{name}", folder, *options],
                          capture_output=True, text=True, errors="replace", timeout=600)
    print(done.stdout[-6000:])
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
