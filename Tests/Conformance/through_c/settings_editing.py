# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about editing preferences: parsing, setting, stepping, merging, splitting."""
from .common import Refused
from .settings_asked import COMPONENTS, SEED_SPREADS, Asked, like, numbers

# Our names for the navigators in the vectors.
KINDS = {"epub": "reflowable"}

# The preferences that a filter splits.
FILTERED = {"swift-pdf": "pdf", "swift-audio": "audio", "kotlin-tts": "tts", **COMPONENTS}

# The keys that the first version of the API listed as specific to a publication; a host passed them to the filter.
PUBLICATION_SETTINGS = ["language", "readingProgression", "verticalText"]

# The longest range takes a hundred steps.
MOST_STEPS = 1000


def preferences_of(kind, preferences):
    import lectern
    try:
        return lectern.Preferences(kind, preferences)
    except lectern.LecternError as error:
        raise Refused(str(error)) from error


def kind_of(vector):
    navigator = vector["input"].get("navigator", "epub")
    return COMPONENTS.get(vector.get("variant"), KINDS.get(navigator, navigator))


def spelled(draft, given):
    examples = numbers(given)
    return {"preferences": {key: like(value, examples) for key, value in draft.json.items()}}


# Parsing

def decode(vector, folder):
    """The toolkits reject preferences as a whole if the library would ignore a part."""
    given = vector["input"]["json"]
    draft = Asked().draft(given)
    return {"error": True} if draft.settings["ignored"] else spelled(draft, given)


def init(vector, folder):
    given = vector["input"]
    return spelled(preferences_of(kind_of(vector), given["values"]), given["values"])


def merge(vector, folder):
    """A null in the typed preferences of the toolkits corresponds to an absent key here."""
    given = vector["input"]
    other = {key: value for key, value in given["other"].items() if value is not None}
    return spelled(preferences_of("reflowable", given["preferences"]).merge(other), given["preferences"])


def split(scope):
    def handler(vector, folder):
        kind = FILTERED.get(vector.get("variant"), "fixed" if vector.get("variant") == "swift-epub" else "reflowable")
        given = vector["input"]["preferences"]
        draft = preferences_of(kind, given)
        if vector.get("variant") == "seeds":
            kept = (draft.keep if scope == "publication" else draft.drop)(PUBLICATION_SETTINGS)
            return {"preferences": {key: SEED_SPREADS.get(value, value) for key, value in kept.items()}}
        kept = preferences_of(kind, draft.keep(scope))
        return spelled(kept, given)
    return handler


# Single settings

def set_unsupported(vector, folder):
    """Restricting a setting to fewer values in a toolkit corresponds to a custom setting of the host in Lectern."""
    import lectern
    given = vector["input"]
    row = {"key": "host:" + given["key"], "type": "enum", "values": given["supportedValues"]}
    draft = Asked(settings=[row]).draft()
    try:
        draft.set(row["key"], given["value"])
    except lectern.LecternError:
        return {"error": True}
    return {"value": draft.json.get(row["key"])}


def toggle(vector, folder):
    given = vector["input"]
    book = Asked(defaults={"publisherStyles": given["effectiveValue"]})
    draft = book.draft({"publisherStyles": given["preference"]})
    return {"value": draft.toggle("publisherStyles").json.get("publisherStyles")}


# Ranges

def ranged(vector):
    """A draft with the value of the vector, under the rules that it names."""
    given = vector["input"]
    wanted = given.get("range") or {}
    key = given.get("key") or wanted.get("key") or "typeScale"
    draft = preferences_of(kind_of(vector), {})
    rules = draft.settings["settings"][key]
    ours = {"min": rules["range"]["min"], "max": rules["range"]["max"], "increment": rules["step"], "steps": rules["stops"]}
    for name in ours.keys() & wanted.keys():
        if wanted[name] != ours[name]:
            raise Refused(f"the {name} of {key} is {ours[name]}")
    return draft.set(key, given["value"], activate=False), key


def set_in_range(vector, folder):
    draft, key = ranged(vector)
    return {"value": draft.json[key]}


def step(name):
    def handler(vector, folder):
        draft, key = ranged(vector)
        return {"value": getattr(draft, name)(key, activate=False).json[key]}
    return handler


def steps(vector, folder):
    return {name: step(name)(vector, folder)["value"] for name in ("increment", "decrement")}


def walk(vector, folder):
    draft, key = ranged(vector)
    move = draft.increment if vector["input"]["direction"] == "up" else draft.decrement
    visited = [draft.json[key]]
    while len(visited) < MOST_STEPS:
        value = move(key, activate=False).json[key]
        if value == visited[-1]:
            break
        visited.append(value)
    return {"values": visited}


def increment_unset(vector, folder):
    given = vector["input"]
    draft = Asked(defaults={given["key"]: given["effectiveValue"]}).draft({given["key"]: given["preference"]})
    return {"value": draft.increment(given["key"]).json[given["key"]]}


def display(vector, folder):
    draft, key = ranged(vector)
    return {"text": draft.settings["settings"][key]["valueLabel"]}


EDITING = {
    "enum.set": set_unsupported,
    "preferences.decode": decode,
    "preferences.filterPublication": split("publication"),
    "preferences.filterShared": split("shared"),
    "preferences.init": init,
    "preferences.merge": merge,
    "range.decrement": step("decrement"),
    "range.format": display,
    "range.increment": step("increment"),
    "range.incrementUnset": increment_unset,
    "range.set": set_in_range,
    "range.steps": steps,
    "range.walk": walk,
    "toggle": toggle,
}
