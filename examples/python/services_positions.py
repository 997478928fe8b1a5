# SPDX-License-Identifier: BSD-3-Clause
# Positions of our own: one for every 500 words, in place of one for every kilobyte.  Everything that
# asks for positions is answered with these, the locators of places included.
#
#   PYTHONPATH=bindings/python python3 examples/python/services_positions.py book.epub
import json
import sys
from html.parser import HTMLParser

import lectern

ROUTE = "/~readium/positions"
WORDS = 500


class WordPositions(lectern.Service):
    name = "positions"

    def get(self, href):
        if href != ROUTE:
            return None
        places = [
            {"href": link["href"], "type": link["type"], "locations": {"progression": start / words}}
            for link, words in self.counted()
            for start in range(0, words, WORDS)
        ]
        for index, place in enumerate(places):
            place["locations"].update(position=index + 1, totalProgression=index / len(places))
        return json.dumps({"total": len(places), "positions": places}).encode()

    def counted(self):
        """The items of the reading order with the words in each, at least one."""
        for link in self.publication.manifest["readingOrder"]:
            with self.publication.get(link["href"]) as resource:
                yield link, max(1, len(words(resource.read().decode())))


def words(markup):
    text = []
    parser = HTMLParser()
    parser.handle_data = text.append
    parser.feed(markup)
    return " ".join(text).split()


def main(path):
    with lectern.Context() as context:
        context.add_service(WordPositions)
        with lectern.Publication.open(path) as plain, lectern.Publication.open(path, context=context) as book:
            print(f"{len(plain.positions)} positions of the library, {len(book.positions)} of ours")
            for link, ours in zip(book.manifest["readingOrder"], book.positions_by_reading_order):
                print(f"  {len(ours):3}  {link['href']}")
            print()
            for position in (1, len(book.positions)):
                place = book.locate({"position": position})
                after = " ".join(place["text"].get("after", "").split())
                print(f"Position {position} is in {place['href']}, and goes on: {after}")


if __name__ == "__main__":
    main(sys.argv[1])
