# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about fixed-layout pages side by side."""

WIDE = {"width": 1200, "height": 800}


def shown(order, viewport=WIDE, progression=None, layout="fixed", preferences=None):
    """The spreads of a publication with this reading order."""
    import lectern
    metadata = {"title": "T", "layout": layout} | ({"readingProgression": progression} if progression else {})
    links = [{"href": item["href"], "type": "application/xhtml+xml"}
             | ({"properties": {"page": item["page"]}} if item.get("page") else {}) for item in order]
    manifest = {"metadata": metadata, "links": [], "readingOrder": links}
    options = {"viewport": viewport, "preferences": preferences or {}}
    with lectern.Publication.open_manifest(manifest) as book, lectern.Navigator(book, options) as navigator:
        return navigator.spreads


def spreads(vector, folder):
    given = vector["input"]
    preferences = {"spread": "always" if given["spreadEnabled"] else "never", "offsetFirstPage": given["offsetFirstPage"]}
    found = shown(given["readingOrder"], progression=given["readingProgression"], layout=given["layout"],
                  preferences=preferences)
    return {"spreads": [[one["index"] for one in spread["resources"]] for spread in found["spreads"]]}


def is_enabled(vector, folder):
    given = vector["input"]
    return {"enabled": shown([], given["viewport"], preferences={"spread": given["spread"]})["isEnabled"]}


def sides(vector, folder):
    given = vector["input"]
    order = [{"href": href} for href in given["spread"]]
    found = shown(order, progression=given["readingProgression"], preferences={"offsetFirstPage": False})
    return {one["page"]: one["href"] for one in found["spreads"][0]["resources"]}


def pages_of(count, spread, offset):
    """The pages of each spread of a publication."""
    found = shown([{"href": f"{number}.xhtml"} for number in range(count)], preferences={"spread": spread, "offsetFirstPage": offset})
    return [[one["index"] for one in spread["resources"]] for spread in found["spreads"]]


def index(vector, folder):
    given = vector["input"]
    pages = pages_of(sum(map(len, given["spreads"])), "always", len(given["spreads"][0]) == 1)
    assert pages == given["spreads"]
    return {"spreadIndex": next((number for number, spread in enumerate(pages) if given["readingOrderIndex"] in spread), None)}


def contains(vector, folder):
    given = vector["input"]
    first = given["spread"][0]
    pages = pages_of(8, "always" if len(given["spread"]) == 2 else "never", first % 2 == 1)
    spread = next(spread for spread in pages if first in spread)
    assert spread == given["spread"]
    return {"contains": given["readingOrderIndex"] in spread}


HANDLERS = {"fxl.spreads": spreads, "fxl.spreadEnabled": is_enabled, "fxl.spreadSides": sides, "fxl.spreadIndex": index,
            "fxl.spreadContains": contains}
