# SPDX-License-Identifier: BSD-3-Clause
"""Three novels, searched by the library and by an independent program."""
from collections import Counter

import pytest

import lectern
from support import rendered
from support.collections_of_files import corpus

FOLDER = corpus() / "epub" / "standardebooks"
NOVELS = ("herman-melville_moby-dick", "jane-austen_pride-and-prejudice", "walt-whitman_leaves-of-grass")

#: Apostrophes, dashes, accents and capitals in all forms, rare and frequent words, phrases across markup and lines.
QUERIES = """the|e|whale|WHALE|Ahab|Moby Dick|Moby-Dick|Call me Ishmael|don't|don\u2019t|I'm|o'clock|ship's|'tis|Pequod's
Mr. Darcy|mr. bennet|Mrs.|Lady Catherine de Bourgh|It is a truth universally acknowledged|tete-a-tete|t\u00eate-\u00e0-t\u00eate
\u00e9|CAF\u00c9|naive|co\u00f6perate|cooperate|\u2014|\u2013|--|\u2026|?\u201d|sea-captain|O Captain! my Captain!|our fearful trip
I celebrate myself|Walt Whitman, a kosmos|of the|, and|. The|\u201cI|Pip|zephyrine|s s|a  b|1|\u00a7|I. |(\u2019)"""


@pytest.mark.parametrize("name", NOVELS)
def test_counts(name):
    path = FOLDER / f"{name}.epub"
    texts = rendered.texts(path)
    with lectern.Publication.open(path) as book:
        for query in QUERIES.replace("\n", "|").split("|"):
            expected = {name: rendered.count(lines, query) for name, lines in texts.items()}
            with book.search(query) as cursor:
                found = Counter(locator["href"] for page in cursor for locator in page["locators"])
            assert {name: number for name, number in expected.items() if number} == dict(found), query
