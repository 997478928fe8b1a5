# SPDX-License-Identifier: BSD-3-Clause
"""Prints a line with hashes of the answers for each publication of a corpus. Two builds of the library print the same lines.

Usage: python -m Corpus.answers --corpus FOLDER
"""
import argparse
import hashlib
import json
from pathlib import Path

import lectern

from .corpus import is_publication, rows


def digest(value):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def answers(path):
    """The manifest as the library writes it, warnings, positions, and the text."""
    try:
        with lectern.open(path) as book:
            yield digest(book.manifest_text)
            yield digest([(warning["message"], warning.get("path")) for warning in book.warnings])
            yield digest(book.positions_text)
            yield digest([element.get("text") for element in book.elements()])
    except lectern.LecternError as error:
        yield digest(f"{error.status} {error}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpus", type=Path, required=True)
    corpus = parser.parse_args().corpus
    for row in filter(is_publication, rows(corpus)):
        print(row["path"], *answers(corpus / row["path"]), flush=True)


if __name__ == "__main__":
    main()
