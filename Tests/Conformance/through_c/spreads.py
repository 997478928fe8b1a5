# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about pages of a fixed layout side by side."""

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


HANDLERS = {"fxl.spreads": spreads, "fxl.spreadEnabled": is_enabled, "fxl.spreadSides": sides}
