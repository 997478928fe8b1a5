# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about fixed-layout pages side by side: the frames on the screen."""
from Conformance.through_c.spreads import WIDE

PAGE = ('<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Page</title><meta name="viewport" content="width=600, height=800"/>'
        "</head><body><p>Page</p></body></html>")
SIZE = WIDE["width"], WIDE["height"]

# From left to right.
SHOWN = """() => [...document.querySelectorAll("iframe[data-lectern-frame]")].filter((frame) => {
        const {left, right, top, bottom} = frame.getBoundingClientRect();
        return getComputedStyle(frame).visibility === "visible" && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
    }).sort((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
    .map((frame) => frame.contentWindow.location.pathname.slice(1))"""


def opened(pages, order, preferences, metadata, size=SIZE):
    links = [{"href": item["href"], "type": "application/xhtml+xml"}
             | ({"properties": {"page": item["page"]}} if item.get("page") else {}) for item in order]
    manifest = {"metadata": {"title": "T", **metadata}, "links": [], "readingOrder": links}
    return pages.open(manifest, {item["href"]: PAGE for item in order}, {"preferences": preferences}, size)


def read(reader):
    """The spreads from first to last, each with its pages from left to right."""
    spreads = [reader.evaluate(SHOWN)]
    while reader.move("forward"):
        spreads.append(reader.evaluate(SHOWN))
    return [spread for spread in spreads if spread]


def spreads(vector, pages):
    given = vector["input"]
    preferences = {"spread": "always" if given["spreadEnabled"] else "never", "offsetFirstPage": given["offsetFirstPage"]}
    numbers = {item["href"]: number for number, item in enumerate(given["readingOrder"])}
    found = read(opened(pages, given["readingOrder"], preferences,
                        {"layout": given["layout"], "readingProgression": given["readingProgression"]}))
    return {"spreads": [sorted(numbers[href] for href in spread) for spread in found]}


def is_enabled(vector, pages):
    given = vector["input"]
    order = [{"href": f"{number}.xhtml"} for number in range(3)]
    size = given["viewport"]["width"], given["viewport"]["height"]
    found = read(opened(pages, order, {"spread": given["spread"]}, {"layout": "fixed"}, size))
    return {"enabled": any(len(spread) == 2 for spread in found)}


def sides(vector, pages):
    given = vector["input"]
    order = [{"href": href} for href in given["spread"]]
    [spread] = read(opened(pages, order, {"spread": "always", "offsetFirstPage": False},
                           {"layout": "fixed", "readingProgression": given["readingProgression"]}))
    return dict(zip(("left", "right"), spread))


def index(vector, pages):
    """The index of the spread on the screen after a jump to a page."""
    given = vector["input"]
    order = [{"href": f"{number}.xhtml"} for number in range(sum(map(len, given["spreads"])))]
    reader = opened(pages, order, {"spread": "always", "offsetFirstPage": len(given["spreads"][0]) == 1}, {"layout": "fixed"})
    spreads = read(reader)
    reached = reader.go({"href": f"{given['readingOrderIndex']}.xhtml"})
    return {"spreadIndex": spreads.index(reader.evaluate(SHOWN)) if reached else None}


def contains(vector, pages):
    """Whether a jump to a page shows the spread."""
    given = vector["input"]
    order = [{"href": f"{number}.xhtml"} for number in range(8)]
    preferences = {"spread": "always" if len(given["spread"]) == 2 else "never", "offsetFirstPage": given["spread"][0] % 2 == 1}
    reader = opened(pages, order, preferences, {"layout": "fixed"})
    assert reader.go(order[given["spread"][0]])
    spread = reader.evaluate(SHOWN)
    assert spread == [order[number]["href"] for number in given["spread"]]
    assert reader.go(order[given["readingOrderIndex"]])
    return {"contains": reader.evaluate(SHOWN) == spread}


HANDLERS = {"fxl.spreads": spreads, "fxl.spreadEnabled": is_enabled, "fxl.spreadSides": sides, "fxl.spreadIndex": index,
            "fxl.spreadContains": contains}
