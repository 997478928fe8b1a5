# SPDX-License-Identifier: BSD-3-Clause
"""Writes the API reference and the man pages.

Usage: PYTHONPATH=scripts:bindings/python python3 -m reference [FOLDER]      (build/docs)
"""
import shutil
import sys
from pathlib import Path

from . import chapters, contents, examples, functions, html, index, man, members, values
from .member import ROOT, api

SITE = Path(__file__).with_name("site")


def files():
    """The text of each file by its path in the site."""
    found = {"index.html": index.first_page(), "index.js": index.script(), "json/index.html": index.schemas()}
    for path in sorted(SITE.iterdir()):
        found[path.name] = path.read_text(encoding="utf-8")
    for title in html.subjects():
        found[f"api/{html.slug(title)}.html"] = functions.page(title, members.by_function())
    for name in api()["schemas"]:
        found[f"json/{name}.html"] = values.page(name, *examples.value(name))
        found[f"json/{name}.schema.json"] = (ROOT / f"include/schemas/{name}.schema.json").read_text(encoding="utf-8")
    for language in members.MODULES:
        found[f"bindings/{language}.html"] = members.page(language)
    for name in contents.titles():
        found[f"chapters/{name}.html"] = chapters.page(name)
    return found


def main(folder):
    shutil.rmtree(folder, ignore_errors=True)
    for path, text in files().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    for path, text in man.files().items():
        (folder / "man" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "man" / path).write_text(text, encoding="utf-8")
    shutil.copytree(ROOT / "docs/pictures", folder / "pictures")
    if not contents.available():
        print("docs: without the chapters, because cmark-gfm is not installed")
    print(f"docs: {folder / 'index.html'}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/docs"))
