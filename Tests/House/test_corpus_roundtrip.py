# SPDX-License-Identifier: BSD-3-Clause
"""Words of the books of the corpus, found and found again by other programs; skipped without the corpus, or Chromium."""
import os
import subprocess
import sys
from pathlib import Path

import pytest
from house import ROOT

CORPUS = Path(os.environ.get("CORPUS", ROOT / ".." / "shared" / "corpus"))
#: Every so many of the books.
EVERY = 12


def run(program, *arguments):
    if not (CORPUS / "INDEX.tsv").exists():
        pytest.skip(f"there is no corpus at {CORPUS}: what is found in its books was not found again")
    done = subprocess.run([sys.executable, ROOT / "Tests" / "Corpus" / program, "--corpus", CORPUS, *arguments],
                          capture_output=True, text=True, errors="replace", timeout=900)
    print(done.stdout[-6000:])
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    if done.stdout.startswith("skipped: "):
        pytest.skip(done.stdout.strip())


def test_books_of_the_corpus(library):
    run("roundtrip.py", "--every", str(EVERY))


def test_in_a_browser(library):
    run("browser.py")
