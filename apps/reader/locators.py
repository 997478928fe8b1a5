# SPDX-License-Identifier: BSD-3-Clause
"""Locators from imported files, whose members the library keeps unchanged."""

NUMBER, TEXT = (int, float), str
#: The members that the reader uses, with their types.
MEMBERS = {"title": TEXT, "type": TEXT}
LOCATIONS = {"progression": NUMBER, "totalProgression": NUMBER, "position": int, "cssSelector": TEXT, "partialCfi": TEXT,
             "pageLabel": TEXT, "fragments": list, "xPointer": dict}


def sound(locator):
    """The locator without members of the wrong type."""
    found = {name: value for name, value in (locator or {}).items() if isinstance(value, MEMBERS.get(name, object))}
    locations = {name: value for name, value in (found.pop("locations", None) or {}).items()
                 if isinstance(value, LOCATIONS.get(name, object)) and not isinstance(value, bool)}
    if "fragments" in locations:
        locations["fragments"] = [one for one in locations["fragments"] if isinstance(one, str)]
    return {**found, "locations": locations} if locations else found
