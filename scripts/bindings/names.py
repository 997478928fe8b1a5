# SPDX-License-Identifier: BSD-3-Clause
"""Names for types, derived from their location in the schemas."""
import re

#: Better names than the rule gives, by location: the schema, then the steps of the JSON Pointer.
CHOSEN = {
    "error": "Failure",                             # Many languages have a type Error.
    "warnings/definitions/warning": "Diagnostic",   # Python has an exception Warning.
    "decoration-changes/additionalProperties/items": "DecorationChange",
    "decoration/definitions/color": "Color",
    "event-web/definitions/decorations/properties/changes/additionalProperties/items": "EventWebDecorationsChange",
    "guided-navigation/definitions/object": "GuidedNavigationStep",
    "manifest/definitions/collectionOfKind/items": "BelongsTo",
    "manifest/definitions/contributor": "ContributorOrName",
    "manifest/definitions/contributor/oneOf/name": "Contributor",
    "manifest/definitions/localized": "LocalizedText",
    "manifest/definitions/metadata": "Metadata",
    "manifest/definitions/metadata/properties/altIdentifier/items": "AltIdentifierOrValue",
    "manifest/definitions/metadata/properties/altIdentifier/items/oneOf/value": "AltIdentifier",
    "manifest/definitions/subject": "SubjectOrName",
    "manifest/definitions/subject/oneOf/name": "Subject",
    "preference-keys/oneOf/1": "PreferenceKeySet",
    "publication-records/definitions/record": "PublicationRecord",
    "rendered-decorations/properties/groups/additionalProperties/items": "RenderedDecoration",
    "settings/definitions/condition": "Condition",
    "settings/definitions/condition/oneOf/script/properties/script/items": "Script",
    "settings/definitions/conditionOnSetting": "ConditionOnSetting",
    "settings/definitions/range": "Range",
    "settings/definitions/setting": "Setting",
    "settings/properties/ignored/items": "IgnoredPreference",
    "spreads/properties/spreads/items": "Spread",
    "spreads/properties/spreads/items/properties/resources/items": "SpreadResource",
    "store-profile-changes/properties/choose/items": "StoreProfileChoice",
    "store-profile-changes/properties/save/items": "StoreProfileToSave",
    "store-profiles/properties/profiles/items": "StoreProfile",
    "store-scope/oneOf/kind": "StoreScopeOfKind",   # The enumeration of kinds is StoreScopeKind.
}


def words(text):
    """Splits a name into words: "mediaOverlay" and "media-overlay" are both media, overlay."""
    text = text.rsplit("#", 1)[-1]
    return re.findall(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]", text)


def pascal(text):
    return "".join(word[:1].upper() + word[1:] for word in words(text))


def camel(text):
    name = pascal(text)
    return name[:1].lower() + name[1:]


def snake(text):
    return "_".join(word.lower() for word in words(text))


def singular(name):
    if name.endswith("ies"):
        return name[:-3] + "y"
    if name.endswith("s") and not name.endswith(("ss", "us", "as")):
        return name[:-1]
    return name + "Item"


def of(place):
    """The name of the type at a location: a tuple of the schema and the steps."""
    key = "/".join(place)
    if key in CHOSEN:
        return CHOSEN[key]
    if len(place) == 1:
        return pascal(place[0])
    *before, last = place
    step = before[-1] if len(before) > 1 else ""
    if step in ("properties", "definitions"):
        return of(tuple(before[:-1])) + pascal(last)
    if last in ("items", "additionalProperties"):
        return singular(of(tuple(before)))
    if step in ("oneOf", "anyOf", "allOf"):
        # The schema lists these under other names, see schemas.py.
        return of(tuple(before[:-1])) + pascal(last)
    raise ValueError(f"No rule names what is at {key}.")
