# SPDX-License-Identifier: BSD-3-Clause
"""Words in books are found, and found again by other programs: in books of the corpus, or in generated ones."""
import subprocess
import sys

import pytest

from support.collections_of_files import corpus, is_own
from support.tree import ROOT


def run(program, *arguments):
    done = subprocess.run([sys.executable, "-m", f"Corpus.{program}", "--corpus", corpus(), *arguments],
                          capture_output=True, text=True, errors="replace", timeout=900)
    print(done.stdout[-6000:])
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    if done.stdout.startswith("skipped: "):
        pytest.skip(done.stdout.strip())


def test_books_of_the_corpus(library):
    run("roundtrip", "--every", "1" if is_own(corpus()) else "12")


def test_new_editions(library):
    # The example book, rewritten in each way; `make editions` uses books of the corpus.
    run("editions", "--highlights", "25", ROOT / "examples" / "book")


def test_cfis_of_the_corpus(library):
    run("cfis", "--books", "4", "--places", "60")


def test_in_a_browser(library):
    if is_own(corpus()):
        pytest.skip("there is no large corpus: the mistakes that are allowed are a share of what is found there")
    # One book, and malformed markup; `make roundtrip` uses ten books, and `make cfi` the CFIs of a hundred.
    run("browser", "--only", "mixed-directions")
