# SPDX-License-Identifier: BSD-3-Clause
"""Highlights in a page under test."""
from pathlib import Path

SCRIPT = Path(__file__).with_name("marks.js").read_text(encoding="utf-8")
#: Replaces all decorations by `items`, and waits until they are drawn.
DRAW = """async () => {
    const {decorations} = lectern.shell.current();
    decorations.replace({marks: items}, "");
    const isDone = () => !decorations.pending &&
      decorations.groups.get("marks").every((mark) => mark.span !== undefined && (!mark.span || mark.extent));
    while (!isDone()) await probe.wait(20);
}"""
#: The elements of decorations in the page itself: those of images.
DECORATIONS = """[...document.querySelectorAll("lectern-decorations")].flatMap(({shadowRoot}) =>
    [...shadowRoot.querySelectorAll("lectern-decoration > *")])"""


def wait_for_decorations(reader):
    """Waits until the page has the decorations of the library."""
    reader.until("lectern.shell.current()?.decorations?.loading === false")


def prepared(reader):
    """Waits for the decorations of the first page, and installs the helpers of marks.js."""
    wait_for_decorations(reader)
    reader.evaluate(f"(window.marks = {SCRIPT}, null)")
    return reader


def apply(reader, items, group="marks", hrefs=()):
    """Applies decorations like a host: through the library, whose message reaches the page."""
    reader.host.navigator.apply_decorations(group, items)
    hrefs = sorted({*hrefs, *(item["locator"]["href"] for item in items)})
    reader.tell({"type": "decorations", "group": group, "hrefs": hrefs})
    wait_for_decorations(reader)
    reader.idle()


def item(name, place, **more):
    """A decoration as the page receives it."""
    return {"id": name, "locator": place, "style": "highlight", "layout": "boxes", "width": "wrap",
            "element": f'<div class="lectern-highlight" data-name="{name}"></div><p>not shown</p>', **more}


def highlights(locators, **style):
    return [{"id": str(number), "locator": locator, "style": {"id": "highlight", "tint": "#FF8800", **style}}
            for number, locator in enumerate(locators)]
