# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about decorations: the messages to the page, and the resulting elements."""
import json

DOCUMENT = ('<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Chapter</title></head>'
            "<body><p>One word and other words.</p></body></html>")
# The ids in stacking order.
DRAWN = """[...lectern.shell.current().body.ownerDocument.querySelectorAll("[data-lectern-layer]")].flatMap((layer) =>
    [...layer.shadowRoot.querySelectorAll("lectern-decoration[data-id]")]
        .filter((node) => node.firstElementChild?.getBoundingClientRect().width > 0).map((node) => node.dataset.id))"""


def placed(decorations):
    """The decorations with a location in the document, because a whole resource cannot be drawn."""
    return [{**one, "locator": {"locations": {"cssSelector": "p"}, **one["locator"]}} for one in decorations]


class Group:
    """A page that shows a group of decorations."""

    def __init__(self, pages, *states):
        hrefs = sorted({one["locator"]["href"] for state in states for one in state})
        self.reader = pages.documents(dict.fromkeys(hrefs, DOCUMENT))
        self.reader.until("lectern.shell.current().decorations")
        self.hrefs, self.told = hrefs, []
        # The library sends nothing before the page reports that it is ready.
        self.reader.host.navigator.observe("web", lambda _, message: self.told.append(message))

    def drawn(self):
        """Ids by resource, as shown by the page."""
        found = {}
        for href in self.hrefs:
            self.reader.go({"href": href})
            self.reader.until("lectern.shell.current().decorations?.loading === false")
            self.reader.settle()
            found[href] = self.reader.evaluate(DRAWN)
        return found

    def apply(self, decorations):
        """The steps that the page received, by resource, once it shows the result."""
        self.told.clear()
        self.reader.host.navigator.apply_decorations("test", placed(decorations))
        steps = {}
        for message in map(self.read, self.told):
            if message["type"] == "decorations":
                steps |= message["changes"]
        shown = {href: [one["id"] for one in decorations if one["locator"]["href"] == href] for href in self.hrefs}
        assert self.drawn() == shown, "the page shows something else"
        return steps

    @staticmethod
    def read(message):
        return json.loads(message) if isinstance(message, str) else message


def named(step, decorations):
    """A step with the decoration of its rendered item."""
    by_id = {one["id"]: one for one in decorations}
    return {name: by_id[value["id"]] if name in ("add", "update") else value for name, value in step.items()}


def diff(vector, pages):
    given = vector["input"]
    group = Group(pages, given["source"], given["target"])
    group.apply(given["source"])
    steps = group.apply(given["target"])
    return {href: [named(step, given["target"]) for step in of_href] for href, of_href in steps.items()}


def equality(vector, pages):
    given = vector["input"]
    group = Group(pages, [given["a"]], [given["b"]])
    group.apply([given["a"]])
    return group.apply([given["b"]]) == {}


HANDLERS = {"decoration-diff": diff, "decoration-equality": equality}
