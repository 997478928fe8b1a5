# SPDX-License-Identifier: BSD-3-Clause
"""Preferences and settings."""
from .rule import anything, is_refused, leaving, rule

#: Scripts from right to left, by their languages.
RTL = ("ar", "fa", "he", "ur", "yi")


def preferences(asked):
    return asked.given.get("json") or asked.given.get("values") or asked.get("preferences")


def range_of(asked, key):
    """The range of a setting, from the navigator that the vector is about."""
    from ..through_c.settings_editing import kind_of, preferences_of
    setting = preferences_of(kind_of({"input": asked.given}), {}).settings["settings"].get(key) or {}
    return setting.get("range")


def is_outside(value, span):
    return span and isinstance(value, (int, float)) and not isinstance(value, bool) and not span["min"] <= value <= span["max"]


@rule("preferences.decode preferences.init", "A number out of range is kept, and takes effect as the nearest that is possible",
      "Readium, Settings API: value and effectiveValue")
def numbers_out_of_range(asked):
    """Swift stops the program for some of them, and moves others to the end of the range."""
    keys = [key for key, value in preferences(asked).items() if is_outside(value, range_of(asked, key))]
    if is_refused(asked.expected):
        return anything if keys else None
    kept = asked.expected.get("preferences") or {}
    return leaving(*(key for key in keys if kept.get(key) != preferences(asked)[key]))


@rule("preferences.decode", "Whole numbers stand for the strings that they spell", "the TypeScript toolkit, which writes them")
def numbers_for_strings(asked):
    numbers = [key for key in ("columnCount",) if isinstance(preferences(asked).get(key), int)]
    return anything if numbers and is_refused(asked.expected) else None


@rule("preferences.decode", "The value auto of spread is one", "the Swift toolkit")
def spreads_of_auto(asked):
    return anything if preferences(asked).get("spread") == "auto" and is_refused(asked.expected) else None


@rule("preferences.decode", "Unknown preferences are kept: another kind of navigator may know them", "docs/deviations.md, Settings")
def unknown_preferences(asked):
    """Swift drops it, and Kotlin refuses it."""
    kept = asked.expected.get("preferences")
    return anything if kept is not None and any(value is not None and key not in kept for key, value in preferences(asked).items()) else None


@rule("seed.preferences", "A value that a setting does not have is refused", "docs/deviations.md, Settings")
def values_that_are_none(asked):
    """The first version of the API dropped the preference."""
    settings = asked.get("settings")
    return anything if any("values" in settings.get(step.get("key"), {}) and step.get("op") == "set"
                           and step.get("value") not in settings[step["key"]]["values"] for step in asked.get("ops") or []) else None


@rule("epub.effectiveValue", "Alignment that is not active implies no hyphens", "docs/deviations.md, Settings")
def hyphens_of_justified_text(asked):
    given = preferences(asked)
    is_justified = given.get("textAlign") == "justify" and "hyphens" not in given
    return leaving("hyphens") if is_justified and given.get("publisherStyles", True) else None


@rule("epub.effectiveness", "Images of a fixed layout are not filtered", "the documentation of the toolkits; their code looks at the theme alone")
def image_filters_of_fixed_layouts(asked):
    is_dark = "dark" in (preferences(asked).get("theme"), asked.get("defaults").get("theme"))
    return leaving("imageFilter") if asked.get("metadata").get("layout") == "fixed" and is_dark else None


@rule("epub.effectiveness", "A setting that is rendered is effective, whoever asked for it", "docs/deviations.md, Settings")
def values_of_defaults(asked):
    """In the toolkits only a preference of the reader is effective."""
    effective = asked.expected.get("effective", {})
    return leaving(*(key for key in asked.get("defaults") if key not in preferences(asked) and effective.get(key) is False))


@rule("epub.settings", "Hosts may give defaults for all settings", "docs/deviations.md, Settings")
def defaults_for_all_settings(asked):
    """The toolkits have none for fonts, colors and the theme."""
    expected = asked.expected.get("settings") or asked.expected.get("settingsContains") or {}
    return leaving(*(key for key in ("theme", "textColor", "backgroundColor", "fontFamily")
                     if key not in preferences(asked) and key in expected and asked.get("defaults").get(key, expected[key]) != expected[key]))


@rule("epub.settings epub.layout", "The direction of a language is that of its base", "BCP 47; Unicode CLDR, scripts of languages")
def directions_of_regions(asked):
    """The toolkits know the language alone, and take ar-EG for one from left to right."""
    said = [preferences(asked).get("language"), *(asked.get("metadata").get("languages") or []), asked.get("defaults").get("language")]
    language = next(filter(None, said), "")
    is_regional = "-" in language and language.partition("-")[0] in RTL
    return leaving("readingProgression", "stylesheets") if is_regional and "ltr" in str(asked.expected) else None


@rule("range.format", "A line height has a unit", "Readium, Settings API: 1.5 lines")
def units_of_line_heights(asked):
    is_asked = asked.given.get("key") == "lineHeight" and "line" not in str(asked.expected)
    return (lambda value: {"text": value["text"].partition(" line")[0]}) if is_asked else None


@rule("range.format", "A margin is a percentage", "Readium, Presentation API: a margin of 20%")
def units_of_margins(asked):
    is_asked = asked.given.get("key") == "pageMargins" and "%" not in str(asked.expected)

    def as_factor(text):
        return f"{float(text[:-1]) / 100:g}" if text.endswith("%") else text
    return (lambda value: {"text": as_factor(value["text"])}) if is_asked else None


@rule("range.steps range.walk range.decrement", "Stepping down from above the last stop works", "Readium, Settings API: the next lower stop")
def steps_from_above_the_last_stop(asked):
    """In the toolkits the value is stuck."""
    stops = asked.given.get("steps") or asked.get("range").get("steps")
    is_above = bool(stops) and asked.given.get("value", 0) > stops[-1]
    if not is_above or asked.given.get("direction") == "up":
        return None
    return leaving("decrement", "values", "value")
