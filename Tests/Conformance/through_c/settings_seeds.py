# SPDX-License-Identifier: BSD-3-Clause
"""Vectors of the first version of the settings API, in which hosts declared all settings."""
import json

from ..comparison import More
from .common import Refused
from .settings_asked import Asked, like

# Custom settings need names of their own.
PREFIX = "seed:"

TYPES = {"percent": "percent", "range": "range", "rangeInt": "range", "toggle": "toggle", "enum": "enum"}


# Drafts

def activate(vector, folder):
    given = vector["input"]
    draft = Asked(given.get("metadata")).draft(given["preferences"])
    return {"preferences": draft.activate(given["key"]).json}


def is_active(vector, folder):
    given = vector["input"]
    return {"isActive": bool(Asked(given.get("metadata")).draft(given["preferences"]).is_active(given["key"]))}


class Declared:
    """A draft with the settings that a vector declares."""

    def __init__(self, given):
        self.declared = given.get("settings") or {}
        self.book = Asked(settings=[self.row(key, setting) for key, setting in self.declared.items()])
        self.load(given["preferences"])

    def load(self, preferences):
        self.draft = self.book.draft({self.name(key): value for key, value in preferences.items()})

    def name(self, key):
        return PREFIX + key if key in self.declared else key

    def row(self, key, setting):
        row = {"key": self.name(key), "type": TYPES[setting["type"]], "default": setting.get("default")}
        if "range" in setting:
            row["range"] = dict(zip(("min", "max"), setting["range"]))
        for name, own in {"suggestedIncrement": "step", "suggestedSteps": "stops", "values": "values"}.items():
            if name in setting:
                row[own] = setting[name]
        if "requires" in setting:
            row["requires"] = [{"setting": self.name(other), "is": value} for other, value in setting["requires"].items()]
        return row

    @property
    def preferences(self):
        return {key.removeprefix(PREFIX): value for key, value in self.draft.json.items()}

    def run(self, step):
        draft, key = self.draft, self.name(step.get("key", ""))
        flags = {"activate": step.get("activate", True)}
        match step["op"]:
            case "set": draft.set(key, step.get("value"), **flags)
            case "remove": draft.clear(key)
            case "clear": draft.clear()
            case "merge": draft.merge({self.name(other): value for other, value in step["preferences"].items()})
            case "activate": draft.activate(key)
            case "toggle" if "value" not in step: draft.toggle(key, **flags)
            case "increment": draft.increment(key, **flags)
            case "decrement": draft.decrement(key, **flags)
            case "filter": self.draft = self.book.draft(draft.keep(map(self.name, step["keys"])))
            case "filterNot": self.draft = self.book.draft(draft.drop(map(self.name, step["keys"])))
            # There is no toggle or sum of values: a host sets the value that it wants.
            case other: raise Refused(f"there is no operation {other}" + (" with a value" if "value" in step else ""))


def operations(vector, folder):
    import lectern
    given = vector["input"]
    draft, trace = Declared(given), []
    try:
        for step in given["ops"]:
            draft.run(step)
            trace.append(draft.preferences.get(step.get("key")))
    except lectern.LecternError as error:
        raise Refused(str(error)) from error
    return More(preferences=draft.preferences, trace=trace)


def declared_is_active(vector, folder):
    draft = Declared(vector["input"])
    return {"isActive": bool(draft.draft.is_active(draft.name(vector["input"]["key"])))}


def get(vector, folder):
    given = vector["input"]
    preferences = Asked().draft(given["preferences"]).json
    return {"values": [preferences.get(key) for key in given["keys"]]}


def controller(vector, folder):
    """A session: the preferences of the app and of the user, and what was finally submitted."""
    given = vector["input"]
    book = Asked(appPreferences=given["appSettings"], preferences=given["userSettings"])
    told = []
    book.navigator.observe("preferences", lambda topic, event: told.append(event))
    told.clear()
    draft = None
    for step in given["ops"]:
        if step["op"] == "apply":
            draft.submit()
        else:
            draft = book.navigator.edit_preferences()
            getattr(draft, step["op"])(step["key"])
    settings = book.navigator.settings["settings"]
    # The former name.
    settings["publisherDefaults"] = settings["publisherStyles"]
    return More({key: More(setting) for key, setting in settings.items()}, applied=bool(told), userSettingsChanged=bool(told))


# Texts and colors

def argb(names):
    return {name: f"#{value & 0xFFFFFF:06X}" for name, value in (names or {}).items()}


def parse(vector, folder):
    import lectern
    given = vector["input"]
    if given["text"] is None:
        return {"preferences": None}
    try:
        preferences = json.loads(Asked(colors=argb(given.get("namedColors"))).navigator.edit_preferences(given["text"]).text)
    except lectern.LecternError:
        return {"preferences": None}
    examples = (given.get("namedColors") or {}).values()
    return {"preferences": {key: like(value, examples) for key, value in preferences.items()}}


def serialize(vector, folder):
    """Replaces colors with their names, which a form shows."""
    given = vector["input"]
    draft = Asked(colors=argb(given.get("namedColors"))).draft(given["preferences"])
    text, settings = draft.text, draft.settings["settings"]
    for key in draft.json if given.get("namedColors") else ():
        text = text.replace(json.dumps(settings[key]["value"]), json.dumps(settings[key]["valueLabel"]))
    return {"text": text}


def color_decode(vector, folder):
    given = vector["input"]
    value = Asked(colors=argb(given["namedColors"])).settings({"textColor": given["json"]})["textColor"]["value"]
    return {"argb": "auto" if value is None else int("FF" + value[1:], 16) - (1 << 32)}


def color_encode(vector, folder):
    given = vector["input"]
    preferences = {} if given["argb"] == "auto" else {"textColor": given["argb"]}
    setting = Asked(colors=argb(given["namedColors"])).settings(preferences)["textColor"]
    name = setting["valueLabel"]
    if setting["value"] is None or not name.startswith("#"):
        return {"json": setting["value"] and name}
    return {"json": like(setting["value"], [given["argb"]])}


SEEDS = {
    "seed.activate.reflowable": activate,
    "seed.color.decode": color_decode,
    "seed.color.encode": color_encode,
    "seed.controller": controller,
    "seed.isActive": declared_is_active,
    "seed.isActive.reflowable": is_active,
    "seed.preferences": operations,
    "seed.preferences.get": get,
    "seed.preferences.parse": parse,
    "seed.preferences.serialize": serialize,
}
