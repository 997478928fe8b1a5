# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about settings: what navigators make of preferences, and when a setting acts."""
from .common import Refused
from .settings_asked import COMPONENTS, SEED_SPREADS, Asked, asked, like, numbers, select
from .settings_editing import EDITING
from .settings_seeds import SEEDS

# A book in each script.
SCRIPTS = {"ltr": "en", "rtl": "ar", "cjk": "ja"}

# Preferences for each of the modes of a PDF.
PDF_MODES = {
    "vertical-scroll": {"scroll": True, "scrollAxis": "vertical"}, "scroll": {"scroll": True},
    "horizontal-scroll": {"scroll": True, "scrollAxis": "horizontal"}, "paginated": {"scroll": False},
}


def effectiveness(kind):
    def room(vector, folder):
        settings = asked(vector, kind).settings(vector["input"]["preferences"])
        return {"effective": select(vector["expected"]["effective"], settings, "isEffective")}
    return room


def values(kind):
    def room(vector, folder):
        given = vector["input"]
        settings = asked(vector, kind).settings(given["preferences"])
        found = select(vector["expected"]["settings"], settings, "value")
        examples = numbers(given["preferences"], given.get("defaults"))
        return {"settings": {key: like(value, examples) for key, value in found.items()}}
    return room


def effective_values(vector, folder):
    settings = asked(vector).settings(vector["input"]["preferences"])
    return {"effectiveValues": select(vector["expected"]["effectiveValues"], settings, "effectiveValue")}


def theme_colors(vector, folder):
    settings = Asked().settings({"theme": vector["input"]["theme"]})
    return select(["textColor", "backgroundColor"], settings, "effectiveValue")


def read_aloud(vector, folder):
    given = vector["input"]
    # The language of the device is what a host falls back on in the end.
    defaults = {"language": given["deviceLanguage"]} | given["defaults"]
    metadata = {"languages": [given["metadataLanguage"]]} if given.get("metadataLanguage") else {}
    settings = Asked(metadata, defaults=defaults, kind="tts").settings(given["preferences"])
    keys = [key for key in vector["expected"] if key != "overrideContentLanguage"]
    # What the reader chose counts more than the markup of the text.
    return select(keys, settings, "value") | {
        "overrideContentLanguage": settings["language"]["origin"] == "preference"}


# The tables of the documentation

def is_active(book, preferences, key):
    return {"available": bool(book.draft(preferences).is_active(key))}


def language_table(vector, folder):
    given = vector["input"]
    book = Asked({"languages": [SCRIPTS[given["script"]]]})
    return is_active(book, {"publisherStyles": False}, given["setting"])


def layout_table(vector, folder):
    given = vector["input"]
    unmet = Asked({"layout": given["layout"]}).settings()[given["setting"]]["unmet"]
    return {"available": not any("layout" in condition for condition in unmet)}


def pdf_table(vector, folder):
    given = vector["input"]
    book = Asked(kind=COMPONENTS.get(vector.get("variant"), "pdf"))
    return is_active(book, PDF_MODES[given["mode"]], given["setting"])


def publisher_styles(vector, folder):
    requires = Asked().settings()[vector["input"]["setting"]]["requires"]
    found = {condition["setting"]: condition["is"] for condition in requires if "setting" in condition}
    return {"requires": {key: value for key, value in found.items() if key == "publisherStyles"}}


# The settings of the first version of the API

def spelled(key, value, examples):
    if key == "spread":
        return SEED_SPREADS.get(value, value)
    if key == "textNormalization":
        return "a11y" if value else "none"
    if key == "imageFilter":
        return value or "none"
    return like(value, examples)


def seed_settings(layout):
    def room(vector, folder):
        given, expected = vector["input"], vector["expected"]
        fonts = [{"family": font} for font in given.get("fontFamilies") or [] if isinstance(font, str)]
        book = Asked((given.get("metadata") or {}) | {"layout": layout}, defaults=given.get("defaults"), fonts=fonts)
        settings = book.settings(given["preferences"])
        name = "settings" if "settings" in expected else "settingsContains"
        examples = numbers(given["preferences"], given.get("defaults"))
        return {name: {key: spelled(key, settings[key]["value"], examples) for key in expected[name]}}
    return room


ROOMS = {
    "audio.effectiveness": effectiveness("audio"),
    "audio.settings": values("audio"),
    "doc.languageConstraint": language_table,
    "doc.layoutConstraint": layout_table,
    "doc.pdfConstraint": pdf_table,
    "doc.publisherStylesConstraint": publisher_styles,
    "epub.effectiveValue": effective_values,
    "epub.effectiveness": effectiveness(None),
    "pdf.effectiveness": effectiveness("pdf"),
    "pdf.settings": values("pdf"),
    "seed.settings.fixed": seed_settings("fixed"),
    "seed.settings.reflowable": seed_settings("reflowable"),
    "theme.colors": theme_colors,
    "tts.settings": read_aloud,
    **EDITING,
    **SEEDS,
}
