# SPDX-License-Identifier: BSD-3-Clause
"""Locations in books of the corpus survive a round trip through every kind of query."""
import lectern
from support.collections_of_files import corpus, is_own

#: Use every n-th book of the large corpus, and this many locations in each.
STEP, PLACES = 9, 4


def books():
    rows = (corpus() / "INDEX.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [corpus() / row.split("\t")[0] for row in rows][::1 if is_own(corpus()) else STEP]


def number(locator):
    return locator["href"], locator["locations"].get("position")


def words(place):
    return place.get("text", {}).get("after", "").split()


def check_positions(book):
    positions = book.positions
    for position in positions[::max(1, len(positions) // PLACES)]:
        place = book.locate({"position": position["locations"]["position"]})
        assert {**place["locations"], **position["locations"]} == place["locations"]
        progression = position["locations"].get("progression", 0)
        for query in (place, {"totalProgression": position["locations"]["totalProgression"]},
                      {"href": position["href"], "progression": progression}):
            assert number(book.locate(query)) == number(position)
        if len(words(place)) > 3:
            again = book.locate({"href": place["href"], "text": place["text"]})
            # Some books repeat their own text.
            assert again["href"] == place["href"] and words(again)[:3] == words(place)[:3]


def check_matches(book):
    with book.search("the") as pages:
        for page in [page for page in (pages.next() for _ in range(3)) if page]:
            for match in page["locators"][:PLACES]:
                place = book.locate(match)
                assert {**place["locations"], **match["locations"]} == place["locations"]
                assert (place["text"], place.get("title")) == (match["text"], match.get("title"))
                again = book.locate({"href": match["href"], "text": match["text"]})
                if again["locations"]["progression"] != match["locations"]["progression"]:
                    # Some books repeat their own text.
                    quote = " ".join("".join(match["text"].values()).split())
                    assert again["fit"] == "ambiguous" and " ".join(book.text(match["href"]).split()).count(quote) > 1


def check_contents(book):
    for link in book.manifest.get("toc", [])[:PLACES]:
        if link["href"] == "#":
            continue
        try:
            place = book.locate(link)
        except lectern.NotFoundError:
            continue
        assert number(book.locate(place)) == number(place)


def test_places_in_the_corpus(library):
    tried = 0
    for path in books():
        try:
            book = lectern.Publication.open(path)
        except lectern.LecternError:
            continue
        with book:
            check_positions(book)
            check_contents(book)
            try:
                check_matches(book)
            except lectern.UnsupportedError:
                pass
            tried += 1
    assert tried > 10
