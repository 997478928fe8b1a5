# SPDX-License-Identifier: BSD-3-Clause
"""Converts EPUBs with calibre to MOBI 6, KF8 and files with both, and compares what Lectern reads with what calibre's ebook-meta
and libmobi's mobitool say, and how long opening takes beside calibre.

python -m Corpus.kindle --corpus ../shared/corpus --folder build/kindle    (Debian: calibre, libmobi-tools)
"""
import argparse
import html.parser
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import lectern

from .formats import costs

#: Of the codes of ISO 639-2 in the corpus, those that do not begin like the shorter ones.
SHORTER = {"jpn": "ja", "khm": "km"}
FORMS = {"old.mobi": ["--mobi-file-type", "old"], "azw3": [], "both.mobi": ["--mobi-file-type", "both"]}
#: In bytes: larger books take too long to convert.
LARGEST = 900_000


class Text(html.parser.HTMLParser):
    """The letters of a document, without those of its head and of drawings."""

    SKIPPED = {"head", "style", "script", "guide", "svg"}

    def __init__(self, markup):
        super().__init__()
        self.parts, self.skipped = [], None
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag, attrs):
        if self.skipped is None and tag in self.SKIPPED:
            self.skipped = tag

    def handle_endtag(self, tag):
        if tag == self.skipped:
            self.skipped = None

    def handle_data(self, data):
        if self.skipped is None:
            self.parts.append(data)


def letters(markup):
    return "".join(unicodedata.normalize("NFC", "".join(Text(markup).parts)).split())


def run(*command):
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=300, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}).stdout


def convert(corpus, folder, most):
    books = [path for path in sorted(corpus.rglob("*.epub")) if path.stat().st_size < LARGEST and "epubcheck" not in path.parts]
    for book in books[::max(1, len(books) // most)][:most]:
        for ending, options in FORMS.items():
            target = folder / f"{book.stem}.{ending}"
            if not target.exists():
                run("ebook-convert", str(book), str(target), *options)


def truth_of(path):
    """What the two programs say."""
    said = dict(re.findall(r"(?m)^(\w[\w() ]*?)\s*:\s(.*)$", run("ebook-meta", str(path))))
    with tempfile.TemporaryDirectory() as folder:
        run("mobitool", "-s", "-o", folder, str(path))
        files = {file.name: file for file in Path(folder).rglob("*.*")}
        parts = [files[name].read_text("utf-8", "replace") for name in sorted(files) if re.match(r"part\d+\.html", name)]
        ncx = next((files[name] for name in sorted(files) if name.endswith(".ncx")), None)
        titles = [] if ncx is None else [" ".join("".join(label.itertext()).split()) for label in
                                         ElementTree.parse(ncx).getroot().iterfind(".//{*}navPoint/{*}navLabel")]
    return {"title": said.get("Title"), "authors": [re.sub(r"\s*\[.*", "", one) for one in said.get("Author(s)", "").split(" & ")],
            "publisher": said.get("Publisher"), "languages": said.get("Languages"), "tags": sorted(filter(None, said.get("Tags", "").split(", "))),
            "day": said.get("Published", "")[:10], "parts": [letters(part) for part in parts], "contents": titles}


def flat(links):
    return [title for link in links for title in (link.get("title", ""), *flat(link.get("children", [])))]


def compared(path):
    """For each field, whether it is the same; None if there is no truth."""
    truth = truth_of(path)
    with lectern.Publication.open(path) as book:
        metadata = book.metadata
        parts = [letters(book.get(link["href"]).read().decode()) for link in book.reading_order]
        # calibre writes "Unknown" into a book without a title, and shows the name of the file instead of it.
        yield "title", metadata["title"] == truth["title"] or (metadata["title"], truth["title"]) == ("Unknown", path.stem)
        names = [one["name"] for one in metadata.get("author", [])] or ["Unknown"]
        yield "authors", names == truth["authors"]
        yield "publisher", metadata.get("publisher", [{"name": None}])[0]["name"] == truth["publisher"]
        yield "language", (metadata.get("language") or [None])[0][:2] == SHORTER.get(truth["languages"], truth["languages"][:2]) if truth["languages"] else None
        yield "subjects", sorted(one["name"] for one in metadata.get("subject", [])) == truth["tags"]
        yield "day", metadata.get("published", "")[:10] == truth["day"] if truth["day"] else None
        if truth["parts"]:
            yield "text", "".join(parts) == "".join(truth["parts"])
            if book.reading_order[0]["href"].endswith(".xhtml"):
                yield "reading order", parts == truth["parts"]
        yield "contents", flat(book.toc) == truth["contents"] if truth["contents"] else None


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--corpus", type=Path, required=True)
    options.add_argument("--folder", type=Path, required=True)
    options.add_argument("--most", type=int, default=24, help="the number of EPUBs")
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    convert(given.corpus, given.folder, given.most)
    same, wrong = Counter(), Counter()
    paths = [path for path in sorted(given.folder.iterdir()) if path.suffix in (".mobi", ".azw3")]
    for path in paths:
        for field, is_same in compared(path):
            if is_same is not None:
                (same if is_same else wrong)[field] += 1
            if is_same is False:
                print(f"{path.name}: {field}")
    for field in sorted({*same, *wrong}):
        print(f"{field:15} {same[field]} of {same[field] + wrong[field]}")
    print(f"{len(paths)} files, {100 * same.total() / max(1, (same + wrong).total()):.1f} % of fields")
    with tempfile.TemporaryDirectory() as folder:
        costs(sorted(paths, key=lambda path: path.stat().st_size)[-6:], Path(folder))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
