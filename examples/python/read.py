# SPDX-License-Identifier: BSD-3-Clause
# Opens a book and prints its metadata, its contents, and its presentation.
#
#   PYTHONPATH=bindings/python python3 examples/python/read.py book.epub    (or: make demo)
import sys

import lectern

YELLOW, BLUE = {"id": "highlight", "tint": "#FFD54F"}, {"id": "underline", "tint": "#3F51B5"}


def main(path):
    with lectern.open(path) as book, lectern.Navigator(book) as navigator:
        describe(book)
        contents(book)
        preferences(navigator)
        decorations(navigator, *(book.positions * 4)[1:4])  # even a short book has that many


def describe(book):
    heading(": ".join(filter(None, (book.title, book.subtitle))), "=")
    for what, values in ("author", book.authors), ("translator", book.contributors("translator")), ("language", book.languages):
        if values:
            print(f"  {what:12}{', '.join(values)}")


def contents(book):
    heading(f"Reading order: {len(book.positions)} positions")
    for link, found in zip(book.reading_order, book.positions_by_reading_order):
        print(f"  {len(found):3}  {link['href']}")
    heading("Contents")
    outline(book.toc)


def outline(links, indent="  "):
    for link in links:
        print(indent + link.get("title", link["href"]))
        outline(link.get("children", []), indent + "  ")


def preferences(navigator):
    before = navigator.settings["settings"]
    preferences = {"fontSize": 1.5, "theme": "dark", "publisherStyles": False}
    heading("Preferences " + ", ".join(f"{key}: {value}" for key, value in preferences.items()))
    navigator.submit_preferences(preferences)
    for key, new in navigator.settings["settings"].items():
        if new["preference"] is not None:
            print(f"  {new['label']:18}{before[key]['valueLabel']} -> {new['valueLabel']}")
        elif new["isActive"] and not before[key]["isActive"]:
            print(f"  {new['label']:18}can be used now")


def decorations(navigator, first, second, third):
    apply(navigator, [("1", first, YELLOW), ("2", second, YELLOW)])
    apply(navigator, [("1", first, BLUE), ("3", third, YELLOW)])
    for item in navigator.render_decorations(first["href"])["groups"]["highlights"]:
        print(f"  html    {item['id']}: {item['element']}")


def apply(navigator, state):
    heading("Decorations " + ", ".join(f"{id}: {style['id']}" for id, _, style in state))
    group = [{"id": id, "locator": locator, "style": style} for id, locator, style in state]
    for href, changes in navigator.apply_decorations("highlights", group).items():
        for action, what in (pair for change in changes for pair in change.items()):
            print(f"  {action:8}{what if action == 'remove' else what['id']} in {href}")


def heading(title, line="-"):
    print(f"\n{title}\n{line * len(title)}")


if __name__ == "__main__":
    main(sys.argv[1])
