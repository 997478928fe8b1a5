# SPDX-License-Identifier: BSD-3-Clause
"""Relocates highlights of one edition of a book in another one.

Books are rewritten: files are renamed, documents merged and split, words changed, chapters moved.  Random highlights
from the library must then be found where their words are, or nearby, or be reported as lost.
"""
import argparse
import random
import sys
from collections import Counter
from pathlib import Path

import lectern
from support import isolation
from support.tree import ROOT

from .rewriting import KINDS, Edition, dense, packed, rewritten

#: The example book, and books of the corpus; each is rewritten in every way.
OWN = ROOT / "examples" / "book"
BOOKS = ("standardebooks/jane-austen_pride-and-prejudice", "standardebooks/walt-whitman_leaves-of-grass",
         "toolkits/epubjs-alice", "samples/kusamakura-japanese-vertical-writing")
HIGHLIGHTS = 100
#: The maximum distance of "nearby" in characters: normally, and if few of the words are left.
CLOSE, NEAR = 40, 400
#: A highlight with at least this share of words left is one that a person would find.
LEFT = 0.5
RIGHT = ("exact", "changed", "nearby", "lost")
ANSWERS = (*RIGHT, "twin", "missed", "wrong")


class Truth:
    """Where the words of a highlight are in the new edition."""

    def __init__(self, layouts, words, text):
        self.parts = {}
        for layout in layouts:
            places = [layout.words[word][:2] for word in words if word in layout.words]
            if places:
                self.parts[layout.href] = (min(it[0] for it in places), max(it[1] for it in places), len(places))
        self.left = sum(it[2] for it in self.parts.values()) / len(words)
        self.is_whole = len(self.parts) == 1 and self.left == 1 and any(
            dense(layout.text[self.parts[layout.href][0]:self.parts[layout.href][1]]) == dense(text)
            for layout in layouts if layout.href in self.parts)

    def has(self, fit, href, start, end):
        """Whether a position is among the words, or near them."""
        if href not in self.parts:
            return False
        first, last, _ = self.parts[href]
        slack = 0 if fit == "exact" else NEAR if self.left <= LEFT else CLOSE
        return start <= last + slack and first - slack <= max(end, start)


class Pair:
    """Two editions of a book."""

    def __init__(self, old, edition, new):
        self.old, self.edition = old, edition
        self.before = edition.laid_out()
        self.after = new.laid_out()
        self.new = lectern.Publication.open_bytes(packed(new, self.after))
        self.layouts = {layout.href: layout for layout in self.after}

    def highlights(self, count, chance):
        """Locators from the library, with their words."""
        layouts = [it for it in self.before if len(it.words) > 20]
        weights = [len(it.words) for it in layouts]
        made = 0
        for _ in range(4 * count):
            layout = chance.choices(layouts, weights)[0]
            order = list(layout.words)
            start = chance.randrange(len(order))
            length = chance.choice((1, 1, 2, 3, 5, 8, 8, 12, 20, 30, 60, 200))
            words = order[start:start + length]
            first, last = layout.path(words[0]), layout.path(words[-1], end=True)
            shared = 0
            while shared < min(len(first), len(last)) - 1 and first[shared] == last[shared]:
                shared += 1
            cfi = ",".join("".join(it) for it in (first[:shared], first[shared:], last[shared:]))
            locator = self.old.locate({"href": layout.href, "partialCfi": cfi, "cfi": True})
            text = layout.text[layout.words[words[0]][0]:layout.words[words[-1]][1]]
            # Skips hidden text, which is not part of the text.
            if dense(locator.get("text", {}).get("highlight", "")) == dense(text):
                yield locator, words, text
                made += 1
                if made == count:
                    return

    def judged(self, locator, words, text):
        """The verdict on an answer, and its mistake."""
        truth = Truth(self.after, words, text)
        try:
            found = self.new.locate(locator)
        except lectern.NotFoundError:
            found = {}
        fit = found.get("fit", "lost")
        if fit == "lost":
            return ("missed" if truth.left > LEFT else "lost"), f"lost, {truth.left:.0%} are at {truth.parts}"
        layout = self.layouts.get(found["href"])
        start, end = layout.range(found["locations"]["partialCfi"])
        there = layout.text[start:end]
        where = f"{fit}: {there!r} in {found['href']} at {start}, {truth.left:.0%} are at {truth.parts}"
        if fit == "exact" and dense(there) != dense(text):
            return "wrong", where
        if truth.has(fit, found["href"], start, end):
            return fit, where
        if not truth.parts and fit in ("changed", "nearby"):
            return (fit if self._is_near(layout, words, start, end) else "wrong"), where
        # An identical passage in an identical context elsewhere.
        return ("twin" if fit == "exact" and self._is_twin(locator, layout, start, end) else "wrong"), where

    def _is_near(self, layout, words, start, end):
        order = [word for before in self.before for word in before.words]
        at, last = order.index(words[0]), order.index(words[-1])
        around = [word for word in order[max(0, at - 60):at] + order[last + 1:last + 61] if word in layout.words]
        return any(abs(edge - place) <= NEAR for word in around for edge in layout.words[word][:2] for place in (start, end))

    @staticmethod
    def _is_twin(locator, layout, start, end):
        quote = locator["text"]
        before, after = dense(quote.get("before", ""))[-20:], dense(quote.get("after", ""))[:20]
        return (dense(layout.text[max(0, start - 200):start]).endswith(before)
                or dense(layout.text[end:end + 200]).startswith(after))


def examine(path, kind, count, seed):
    """The counts, and the mistakes."""
    chance, counts, mistakes = random.Random(seed + kind), Counter(), []
    with lectern.Publication.open(path) as old:
        edition = Edition(old)
        pair = Pair(old, edition, rewritten(edition, kind, seed + kind))
        with pair.new:
            for locator, words, text in pair.highlights(count, chance):
                answer, what = pair.judged(locator, words, text)
                counts[answer] += 1
                if answer not in RIGHT:
                    mistakes.append(f"{answer}: {locator.get('text')}: {what}")
    return counts, mistakes


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("books", type=Path, nargs="*", help="these books, in place of ours and those of the corpus")
    parser.add_argument("--corpus", type=Path, default=ROOT, help="the corpus, if there is one")
    parser.add_argument("--only", default="", help="only the kinds of changes whose name contains this")
    parser.add_argument("--highlights", type=int, default=HIGHLIGHTS, metavar="N", help=f"in each book (default {HIGHLIGHTS})")
    parser.add_argument("--seed", default="", help="picks others")
    parser.add_argument("--mistakes", type=int, default=20, metavar="N", help="print so many mistakes (default 20)")
    return parser.parse_args()


def main():
    options = arguments()
    lectern.load()
    large = [path for name in BOOKS if (path := options.corpus / "epub" / f"{name}.epub").is_file()]
    books = options.books or [OWN, *large]
    totals, mistakes, died = {kind: Counter() for kind in KINDS if options.only in kind}, [], 0
    for kind, total in totals.items():
        for path in books:
            outcome = isolation.run(examine, path, kind, options.highlights, options.seed + path.stem, seconds=600)
            if outcome.died:
                died += 1
                mistakes.append(f"{path.stem}, {kind}: it died: {outcome.died}")
                continue
            counts, wrong = outcome.value
            total.update(counts)
            mistakes += [f"{path.stem}, {kind}: {one}" for one in wrong]
    print(*mistakes[:options.mistakes], sep="\n")
    print_table(totals)
    sums = sum(totals.values(), Counter())
    return 1 if died or sums["wrong"] or sums["missed"] > 0.01 * sums.total() or not sums["exact"] else 0


def print_table(totals):
    print(f"{'':24}{'places':>8}" + "".join(f"{answer:>8}" for answer in ANSWERS))
    for kind, counts in [*totals.items(), ("together", sum(totals.values(), Counter()))]:
        shares = (f"{counts[answer] / max(1, counts.total()):>8.1%}" for answer in ANSWERS)
        print(f"{kind:24}{counts.total():>8}" + "".join(shares))


if __name__ == "__main__":
    sys.exit(main())
