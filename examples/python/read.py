# SPDX-License-Identifier: BSD-3-Clause
# Opens a book and prints what it is, what it contains, and how it would be presented.
#
#   PYTHONPATH=bindings/python python3 examples/python/read.py book.epub    (or: make demo)
import sys

import lectern

YELLOW, BLUE = {"id": "highlight", "tint": "#FFD54F"}, {"id": "underline", "tint": "#3F51B5"}


def main(path):
    with lectern.Publication.open(path) as book, lectern.Navigator(book) as navigator:
        describe(book.manifest["metadata"])
        contents(book.manifest, book.positions_by_reading_order)
        preferences(navigator)
        decorations(navigator, *(book.positions * 4)[1:4])  # even a short book has that many


def describe(metadata):
    heading(": ".join(names(metadata["title"]) + names(metadata.get("subtitle", []))), "=")
    for key in filter(metadata.get, ("author", "translator", "language")):
        print(f"  {key:12}{', '.join(names(metadata[key]))}")


def contents(manifest, positions):
    heading(f"Reading order: {sum(map(len, positions))} positions")
    for link, found in zip(manifest["readingOrder"], positions):
        print(f"  {len(found):3}  {link['href']}")
    heading("Contents")
    outline(manifest.get("toc", []))


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


def names(value):
    """The names in a string, in an object with one or in several languages, or in an array of these."""
    if isinstance(value, dict):
        return names(value.get("name") or next(iter(value.values())))
    return [name for item in value for name in names(item)] if isinstance(value, list) else [value]


if __name__ == "__main__":
    main(sys.argv[1])
