# SPDX-License-Identifier: BSD-3-Clause
# Opens a book and prints what it is, what it contains, and how it would be presented.
#
#   PYTHONPATH=bindings/python python3 examples/python/read.py book.epub    (or: make demo)
import sys

import lectern


def main(path):
    with lectern.Publication.open(path) as book, lectern.Navigator(book) as navigator:
        describe(book.manifest["metadata"])
        contents(book.manifest, book.positions_by_reading_order)
        preferences(navigator)
        decorations(navigator, book.positions)


def describe(metadata):
    heading(": ".join(names(metadata["title"]) + names(metadata.get("subtitle"))), "=")
    for label, key in (("by", "author"), ("translated by", "translator"), ("in", "language")):
        if key in metadata:
            print(f"  {label} {', '.join(names(metadata[key]))}")


def contents(manifest, positions):
    heading("Reading order, with positions")
    for link, found in zip(manifest["readingOrder"], positions):
        print(f"  {len(found):3}  {link['href']}")
    print(f"  {sum(map(len, positions)):3}  in all")
    heading("Contents")
    outline(manifest.get("toc", []))


def outline(links, indent="  "):
    for link in links:
        print(indent + link.get("title", link["href"]))
        outline(link.get("children", []), indent + "  ")


def preferences(navigator):
    before = navigator.settings["settings"]
    with navigator.edit_preferences() as draft:
        draft.set("fontSize", 1.5).set("theme", "dark").toggle("publisherStyles")
        navigator.submit_preferences(draft)
        heading(f"Preferences {draft.text}")
    after = navigator.settings["settings"]
    for key in ("fontSize", "theme", "publisherStyles"):
        print(f"  {after[key]['label']:18}{before[key]['valueLabel']} -> {after[key]['valueLabel']}")
    active = [new["label"] for key, new in after.items() if new["isActive"] > before[key]["isActive"]]
    print(f"  {'Now active':18}{', '.join(active)}")


def decorations(navigator, positions):
    yellow, blue = {"id": "highlight", "tint": "#FFD54F"}, {"id": "underline", "tint": "#3F51B5"}
    first, second, third = ({"locator": locator} for locator in positions[1:4])
    apply(navigator, [{"id": "1", "style": yellow, **first}, {"id": "2", "style": yellow, **second}])
    apply(navigator, [{"id": "1", "style": blue, **first}, {"id": "3", "style": yellow, **third}])
    for item in navigator.render_decorations(positions[1]["href"])["groups"]["highlights"]:
        print(f"  html    {item['id']}: {item['element']}")


def apply(navigator, state):
    heading("Decorations " + ", ".join(f"{item['id']}: {item['style']['id']}" for item in state))
    for href, changes in navigator.apply_decorations("highlights", state).items():
        for change in changes:
            ((action, what),) = change.items()
            print(f"  {action:8}{what if action == 'remove' else what['id']} in {href}")


def heading(title, line="-"):
    print(f"\n{title}\n{line * len(title)}")


def names(value):
    """The names in a string, in an object with one or in several languages, or in an array of these."""
    if isinstance(value, list):
        return [name for item in value for name in names(item)]
    if isinstance(value, dict):
        return names(value.get("name") or next(iter(value.values())))
    return [value] if value else []


if __name__ == "__main__":
    main(sys.argv[1])
