# SPDX-License-Identifier: BSD-3-Clause
"""The corpus and the hostile files, when they lie beside the checkout; otherwise skipped, with what was missed."""
import os
import subprocess
import sys
from pathlib import Path

import pytest
from house import ROOT

COLLECTIONS = {
    "corpus": (Path(os.environ.get("CORPUS", ROOT / ".." / "shared" / "corpus")), "812 files, 721 of them publications"),
    "hostile": (Path(os.environ.get("HOSTILE", ROOT / ".." / "shared" / "hostile")), "548 files"),
}


@pytest.mark.parametrize("name", COLLECTIONS)
def test_collection(name, library):
    folder, content = COLLECTIONS[name]
    if not (folder / "INDEX.tsv").exists():
        pytest.skip(f"there is no {name} at {folder}: {content} were not tried; `make {name}` takes it from elsewhere")
    done = subprocess.run([sys.executable, ROOT / "Tests" / "Corpus" / f"{name}.py", f"--{name}", folder],
                          capture_output=True, text=True, errors="replace", timeout=600)
    print(done.stdout[-6000:])
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
