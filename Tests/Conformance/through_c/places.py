# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about locators: as a navigator stores them, and as a publication resolves them."""
import json

from ..comparison import More
from .toolkit import follow


def locations(vector, folder):
    """Kind locator-html: the part of a locator that a navigator keeps."""
    import lectern
    given = vector["input"]
    link = {"href": "chapter.html", "type": "text/html"}
    with lectern.Publication.open_manifest({"metadata": {"title": "T"}, "links": [], "readingOrder": [link]}) as book:
        with lectern.Navigator(book) as navigator:
            navigator.location = link | {"locations": given["on"]["value"]}
            found = navigator.location.get("locations", {})
    return found.get({"partialCFI": "partialCfi"}.get(given["member"], given["member"]))


# Resolving

def locate(vector, folder):
    """The kinds locator-service and audio-locator."""
    import lectern
    given = vector["input"]
    step = given["then"][0]
    with opened(given) as book:
        try:
            found = book.locate(query(step))
        except (lectern.NotFoundError, lectern.JsonError):
            found = None
    if found is None:
        return follow(given["then"][1:], None)
    found["locations"] = More(found.get("locations", {}))
    return follow(given["then"][1:], More(found)) if given["then"][1:] else More(found)


def query(step):
    asked = next(iter(step["args"].values() if isinstance(step["args"], dict) else step["args"]))
    return {"totalProgression": asked} if isinstance(asked, (int, float)) else asked


def opened(given):
    import lectern
    is_audio = given["service"] == "AudioLocatorService"
    usual = "audio/mpeg" if is_audio else "text/html"
    positions = given.get("positions") or []
    order = given.get("readingOrder") or [{"href": one[0]["href"], "type": one[0].get("type")} for one in positions if one]
    manifest = {"metadata": {"title": "T"}, "links": given.get("links") or [], "resources": given.get("resources") or [],
                "readingOrder": [{"type": usual} | {key: value for key, value in link.items() if value} for link in order]}
    context = lectern.Context()
    if positions:
        context.add_service(positions_service(positions))
    return lectern.Publication.open_manifest(manifest, context=context)


def positions_service(lists):
    import lectern
    flat = [position for one in lists for position in one]
    answer = json.dumps({"total": len(flat), "positions": flat}).encode()

    class Positions(lectern.Service):
        name = "positions"
        links = [{"href": "~readium/positions", "type": "application/vnd.readium.position-list+json"}]

        def get(self, href):
            return answer if href.endswith("~readium/positions") else None

    return Positions


def total_progression(given):
    """The total progression of a progression in a resource, with positions that are only numbers."""
    import lectern
    lists = [[{"href": f"resource{index}", "type": "text/html", "locations": position} for position in positions]
             for index, positions in enumerate(given["positionsByReadingOrder"])]
    with opened({"service": "", "positions": lists}) as book:
        try:
            found = book.locate({"href": f"resource{given['resourceIndex']}", "progression": given["progression"]})
        except lectern.NotFoundError:
            return None
    return found["locations"].get("totalProgression")


HANDLERS = {"audio-locator": locate, "locator-html": locations, "locator-service": locate}
