# SPDX-License-Identifier: BSD-3-Clause
# A custom style that a Python function renders, and a reader who clicks on it.  Prints the HTML for the web view, then
# the note of the decoration that was clicked.
#
#   PYTHONPATH=bindings/python python3 examples/python/highlights.py book.epub
import html
import sys

import lectern

SIDEMARK = {
    "layout": "bounds",
    "width": "page",
    "stylesheet": ".acme-sidemark { float: left; width: 5px; height: 100%; border-radius: 3px; }",
}


def sidemark(decoration):
    tint = html.escape(decoration["style"]["tint"], quote=True)
    return f'<div><div class="acme-sidemark" style="background-color: {tint}"></div></div>'


def note(id, locator, text):
    return {
        "id": id,
        "locator": locator,
        "style": {"id": "acme-sidemark", "tint": "#E91E63"},
        "interactions": ["activate"],
        # Private to the host: extras never reach the web view.
        "extras": {"note": text},
    }


def show(topic, event):
    decoration, point = event["decoration"], event["point"]
    print(f"{topic}: {decoration['extras']['note']} (at {point['x']}, {point['y']})")


def main(path):
    with lectern.Publication.open(path) as book, lectern.Navigator(book) as navigator:
        navigator.set_decoration_template("acme-sidemark", SIDEMARK, sidemark)
        print("can be clicked:", navigator.supports_decoration("acme-sidemark", "activate"))

        first, second = book.positions[1:3]
        navigator.apply_decorations("notes", [note("1", first, "How it begins"), note("2", second, "A good sentence")])
        rendered = navigator.render_decorations(first["href"])
        for item in rendered["groups"]["notes"]:
            print(f"{item['id']}: {item['layout']} x {item['width']}  {item['element']}")

        navigator.observe("decorations/notes", show)
        # A host does this when its web view reports a click.
        navigator.activate_decoration("notes", "2", {"point": {"x": 12, "y": 340}})
        try:
            navigator.activate_decoration("notes", "3")
        except lectern.NotFoundError as error:
            print(error.status)


if __name__ == "__main__":
    main(sys.argv[1])
