# SPDX-License-Identifier: BSD-3-Clause
"""The chapters: the pages of docs/, which cmark-gfm converts."""
import re
import shutil
from functools import cache

from .member import ROOT

PROGRAM = "cmark-gfm"
#: The folder of the chapters.
FILES = "docs"


def available():
    return shutil.which(PROGRAM) is not None


@cache
def sources():
    """The chapters by name, in the order of docs/README.md, which is the first."""
    text = (ROOT / FILES / "README.md").read_text(encoding="utf-8")
    named = dict.fromkeys(re.findall(r"\]\(([\w-]+)\.md\)", text))
    return {"README": ROOT / FILES / "README.md", **{name: ROOT / FILES / f"{name}.md" for name in named}}


@cache
def titles():
    return {name: re.match(r"# (.*)", path.read_text(encoding="utf-8"))[1] for name, path in sources().items()} if available() else {}
