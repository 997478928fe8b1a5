# SPDX-License-Identifier: BSD-3-Clause
"""Drafts for publications of every kind, with values for each of their settings, derived from the settings
themselves."""

import contextlib
import json

import lectern

KINDS = ("reflowable", "fixed", "pdf", "image", "audio", "video", "tts", "pspdfkit", "pdfium", "exoplayer")
PROFILES = "https://readium.org/webpub-manifest/profiles/"

#: Selects the publisher's design.
PUBLISHER = "publisher"

#: One setting of each type, with every kind of condition; two that exclude each other, and a chain of three.
CUSTOM = [
    {"key": "acme:ruler", "type": "range", "range": {"min": 0, "max": 10}, "step": 1, "default": 2,
     "requires": [{"setting": "scroll", "is": True}]},
    {"key": "acme:glow", "type": "percent", "scope": "publication"},
    {"key": "acme:free", "type": "range", "range": {"min": -1, "max": 1}, "requires": [{"set": True}]},
    {"key": "acme:scale", "type": "range", "range": {"min": 0, "max": 100}, "stops": [0.5, 1, 10, 99],
     "requires": [{"anyOf": [{"setting": "acme:glow", "is": 0.5}, {"setting": "theme", "is": ["dark", "sepia"]}]}]},
    {"key": "acme:mode", "type": "enum", "values": ["a/b~c", 7, None, {"x": [1]}, True],
     "requires": [{"setting": "acme:ruler", "is": [3, 4]}]},
    {"key": "acme:on", "type": "toggle", "requires": [{"setting": "acme:off", "is": False}]},
    {"key": "acme:off", "type": "toggle", "requires": [{"setting": "acme:on", "is": False}]},
    {"key": "acme:never", "type": "toggle",
     "requires": [{"setting": "scroll", "is": True}, {"setting": "columnCount", "is": "2"}, {"layout": "fixed"}]},
    {"key": "acme:across", "type": "toggle", "requires": [{"setting": "verticalText", "is": False}, {"script": ["ltr", "rtl"]}]},
    {"key": "acme:ink", "type": "color"},
    {"key": "acme:face", "type": "font", "values": ["Alpha", "Beta"]},
    {"key": "acme:tongue", "type": "language", "values": ["fr", "ar"]},
    {"key": "acme:any/~thing", "type": "value"},
]
for number, one in enumerate(CUSTOM):
    one["cssVariable"] = f"--ACME-{number}"


def manifest(metadata, type="application/xhtml+xml"):
    return {"metadata": {"title": "Title", **metadata}, "links": [], "readingOrder": [{"href": "one", "type": type}]}


COMIC = manifest({"conformsTo": PROFILES + "divina", "readingProgression": "rtl", "presentation": {"overflow": "scrolled"}},
                 "image/png")
#: Publications that differ in what determines their settings: name -> manifest, options of the navigator.
BOOKS = {
    "Arabic": (manifest({"language": "ar"}), None),
    "vertical Japanese": (manifest({"language": ["ja", "en"], "readingProgression": "rtl"}), {"locale": "ja"}),
    "fixed, with hints": (manifest({"language": "he", "presentation": {"layout": "fixed", "spread": "none", "fit": "width"}}), None),
    "comic": (COMIC, None),
    "audiobook": (manifest({"conformsTo": PROFILES + "audiobook", "presentation": {"continuous": False}}, "audio/mpeg"),
                  {"preferences": {"speed": 2}, "locale": "fr"}),
    "aloud": (manifest({"language": ["fr", "de"]}), {"kind": "tts"}),
    "of a host": (manifest({"language": "en"}), {
        "settings": CUSTOM, "colors": {"sky": "#87CEEB", "ink": "#00000080"}, "fonts": [{"family": "Literata"}],
        "preferences": {"acme:glow": 0.3}, "appPreferences": {"theme": "sepia", "acme:ruler": 5, "verticalText": True},
        "defaults": {"scroll": True, "pageMargins": 2}, "locale": "ar"}),
}
WORLDS = (*KINDS, *BOOKS)


@contextlib.contextmanager
def draft_of(world):
    """An empty draft, with the rules for a kind, or of the navigator of a book."""
    if world in KINDS:
        with lectern.Preferences(world) as draft:
            yield draft
    else:
        with navigator_of(world) as navigator, navigator.edit_preferences({}) as draft:
            yield draft


@contextlib.contextmanager
def navigator_of(world, **more):
    book, options = BOOKS.get(world) or (manifest({}), {"kind": world})
    with lectern.Publication.open_manifest(book, lambda href: b"") as publication:
        with lectern.Navigator(publication, {**(options or {}), **more}) as navigator:
            yield navigator


def values_of(draft, setting, steps=1):
    """Valid values of a setting: all values of an enumeration; the ends of a range, steps, and some values in
    between."""
    if setting["type"] in ("range", "percent"):
        return numbers(setting, steps)
    listed = list(setting["values"] or [])
    if setting["type"] != "value":
        return listed + [value for value in OTHERS[setting["type"]] if value not in listed]
    return listed or [value for value in SHAPES if is_accepted(draft, setting["key"], value)]


def numbers(setting, steps):
    low, high = setting["range"]["min"], setting["range"]["max"]
    grid = stops(setting) or []
    chosen = [low, high, *grid[1 : 1 + steps], *grid[-steps:-1], low + (high - low) * 0.37]
    return sorted(set(int(value) if isinstance(setting["range"]["min"], int) else value for value in chosen))


def stops(setting):
    """The values that a form's + and - buttons visit from the lower end; None if there are too many."""
    if setting["stops"] or not setting["step"]:
        return setting["stops"]
    low, high = setting["range"]["min"], setting["range"]["max"]
    visited = [round(low + index * setting["step"], 10) for index in range(setting["stepCount"])]
    return [min(value, high) for value in visited]


def is_accepted(draft, key, value):
    before = draft.text
    try:
        draft.set(key, value, activate=False)
    except lectern.JsonError:
        return False
    draft.clear().merge(before)
    return True


def is_same(one, other):
    """Whether two values are the same JSON; 1 equals 1.0 but not true."""
    return json.dumps(whole(one), sort_keys=True) == json.dumps(whole(other), sort_keys=True)


def whole(value):
    return int(value) if isinstance(value, float) and value.is_integer() else value


#: Settings that are not listed.
OTHERS = {
    "toggle": [True, False],
    "enum": [],
    "color": ["#102030", "#10203080"],
    "font": ["serif", "Literata, Georgia"],
    "language": ["en", "ar", "ja", "zh-Hant-TW"],
}
SHAPES = ["text", {"fr": "Thomas", "de-CH": "Reto"}, [1, {"a": None}], 2.5, True, "é\u0000\U0001f600"]
