# SPDX-License-Identifier: BSD-3-Clause
"""Searches words in books, and verifies the results with independent software.

For words in every EPUB of a corpus, each match is located by its selector and its quote with lxml; then the results of
`Publication.locate`, and the locators of content.  All must be the same text.
"""
import argparse
import csv
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import lectern
from support import isolation
from support.rendered import folded

from . import sampling
from .page import Page

#: Per book: words, matches per word, and elements; matches per word that are located.
WORDS, MATCHES, ELEMENTS, LOCATED = 20, 30, 60, 10
#: The share that must be correct, for well-formed documents and for those that every program parses differently.
TARGETS = {"well-formed": 1.0, "not well-formed": 0.99}
CHECKS = ("words found", "matches", "matches located", "elements", "elements located", "elements read from")


@dataclass
class Figures:
    """How often a check was tried and correct, for each kind of document."""
    tried: Counter = field(default_factory=Counter)
    right: Counter = field(default_factory=Counter)
    mistakes: list = field(default_factory=list)

    def count(self, kind, check, mistake):
        self.tried[kind, check] += 1
        self.right[kind, check] += mistake is None
        if mistake is not None:
            self.mistakes.append(f"{check}: {mistake}")

    def add(self, name, other):
        self.tried += other.tried
        self.right += other.right
        self.mistakes += [f"{name}: {mistake}" for mistake in other.mistakes]

    def share(self, kind):
        tried = sum(number for (its, _), number in self.tried.items() if its == kind)
        return sum(number for (its, _), number in self.right.items() if its == kind) / max(1, tried)


class Book:
    """An open publication, with its documents as lxml reads them."""

    def __init__(self, publication):
        self.publication = publication
        self._pages = {}

    def page(self, href):
        if href not in self._pages:
            with self.publication.get(href) as resource:
                self._pages[href] = Page(resource.read(), resource.link.get("type", ""))
        return self._pages[href]

    def pages(self):
        """The readable documents of the reading order."""
        for link in self.publication.manifest["readingOrder"]:
            if "html" not in link.get("type", ""):
                continue
            try:
                yield self.page(link["href"].partition("#")[0])
            except (lectern.LecternError, ValueError, SyntaxError):
                pass

    def kind(self, href):
        return "well-formed" if self.page(href).is_well_formed else "not well-formed"

    def resolve(self, locator):
        return self.page(locator["href"]).resolve(locator)

    def matches(self, word, most=MATCHES):
        matches = []
        with self.publication.search(word) as pages:
            for page in pages:
                matches += page["locators"]
                if len(matches) >= most:
                    break
        return matches[:most]


def examine(path, seed):
    """The figures of one book."""
    figures = Figures()
    with lectern.Publication.open(path) as publication:
        book = Book(publication)
        lines = [line for page in book.pages() for line in page.lines]
        for word in sampling.words(lines, WORDS, seed):
            examine_word(book, word, figures)
        elements = list(publication.elements())
        for element in elements[::max(1, -(-len(elements) // ELEMENTS))]:
            examine_element(book, element, figures)
    return figures


def examine_word(book, word, figures):
    matches, last = book.matches(word), {}
    kinds = {book.kind(hit["href"]) for hit in matches} or {"well-formed"}
    figures.count(min(kinds), "words found", None if matches else repr(word))
    for number, hit in enumerate(matches):
        href, kind = hit["href"], book.kind(hit["href"])
        try:
            # Each match is after the previous one, even if they are alike.
            place = next((it for it in book.resolve(hit) if it[0] > last.get(href, -1)), None)
            mistake = wrong_match(book.page(href), word, place)
        except LookupError as error:
            place, mistake = None, f"{word!r} in {href}: {error}"
        figures.count(kind, "matches", mistake)
        if place is None:
            continue
        last[href] = place[0]
        if number < LOCATED:
            figures.count(kind, "matches located", located(book, hit, place))


def wrong_match(page, word, place):
    if place is None:
        return f"{word!r}: all places of this match are those of the ones before"
    shown = page.shown_at(*place)
    return None if folded(shown) == folded(word) else f"{word!r} is said to be {shown!r}"


def located(book, locator, place):
    """The mistake in the answer for a location; None if it is the same location."""
    try:
        found = book.publication.locate(locator)
        if found["href"] != locator["href"]:
            return f"{locator} is found in {found['href']}"
        return None if place in book.resolve(found) else f"{locator} is found elsewhere: {found}"
    except (lectern.LecternError, LookupError) as error:
        return f"{locator}: {error}"


def examine_element(book, element, figures):
    """An image in the reading order is read, too, but has no elements."""
    locator = element["locator"]
    if "html" not in locator["type"]:
        return
    try:
        kind = book.kind(locator["href"])
    except (lectern.LecternError, ValueError, SyntaxError):
        return
    try:
        places = book.resolve(locator)
        figures.count(kind, "elements", None)
    except LookupError as error:
        figures.count(kind, "elements", f"{locator['href']}: {error}")
        return
    if locator.get("text"):
        figures.count(kind, "elements located", located(book, locator, places[0]))
    first = next(book.publication.elements(locator), None)
    figures.count(kind, "elements read from", None if first == element else f"{locator} leads to {first}")


def books(corpus, only="", every=1):
    """The EPUBs of the index that can be opened."""
    with open(corpus / "INDEX.tsv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                if row["path"].endswith(".epub") and row["expectation"].startswith("opens") and only in row["path"]]
    return [row["path"] for row in rows[::every]]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--only", default="", help="only publications whose path contains this")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth publication")
    parser.add_argument("--seed", default="", help="picks other words")
    parser.add_argument("--mistakes", type=int, default=40, metavar="N", help="print so many mistakes (default 40)")
    return parser.parse_args()


def main():
    options = arguments()
    if not (options.corpus / "INDEX.tsv").exists():
        sys.exit(f"there is no corpus at {options.corpus}")
    lectern.load()
    total, opened, died = Figures(), 0, []
    for name in books(options.corpus, options.only, options.every):
        outcome = isolation.run(attempt, options.corpus / name, options.seed + name, seconds=300)
        if outcome.died:
            died.append(f"{name}: {outcome.died}")
        elif outcome.value is not None:
            opened += 1
            total.add(name, outcome.value)
    print(*total.mistakes[:options.mistakes], *died, sep="\n", flush=True)
    print(f"\n{opened} books")
    kinds = [kind for kind in TARGETS if any(its == kind for its, _ in total.tried)]
    for kind in kinds:
        print(f"{kind}: {total.share(kind):.3%}, and {TARGETS[kind]:.0%} is the least")
        for check in CHECKS:
            if tried := total.tried[kind, check]:
                print(f"  {check:20} {total.right[kind, check]:7} of {tried:7}")
    return 1 if died or not kinds or any(total.share(kind) < TARGETS[kind] for kind in kinds) else 0


def attempt(path, seed):
    """None for a book that cannot be opened or has no text."""
    try:
        return examine(path, seed)
    except lectern.LecternError:
        return None


if __name__ == "__main__":
    sys.exit(main())
