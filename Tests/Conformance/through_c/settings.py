# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about settings: what navigators make of preferences, and when a setting acts."""
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
        settings = asked(vector, kind).settings(vector["input"]["preferences"])
        return found(vector, settings)
    return room


def found(vector, settings):
    """The values that the vector asks for, all or some."""
    given, expected = vector["input"], vector["expected"]
    name = "settings" if "settings" in expected else "settingsContains"
    examples = numbers(given["preferences"], given.get("defaults"))
    return {name: {key: like(value, examples) for key, value in select(expected[name], settings, "value").items()}}


def stylesheets(settings):
    """The sheets that suit the text, from what the settings say about its script."""
    if settings["verticalText"]["value"]:
        return "cjk-vertical"
    suits = {key: not any("script" in condition for condition in settings[key]["unmet"])
             for key in ("textAlign", "ligatures")}
    return "cjk-horizontal" if not suits["textAlign"] else "rtl" if suits["ligatures"] else "default"


def epub_settings(vector, folder):
    settings = asked(vector).settings(vector["input"]["preferences"])
    answer = found(vector, settings)
    return answer | {"stylesheets": stylesheets(settings)} if "stylesheets" in vector["expected"] else answer


def layout(vector, folder):
    settings = asked(vector).settings(vector["input"]["preferences"])
    return select(["language", "readingProgression"], settings, "value") | {"stylesheets": stylesheets(settings)}


def effective_values(vector, folder):
    settings = asked(vector).settings(vector["input"]["preferences"])
    return {"effectiveValues": select(vector["expected"]["effectiveValues"], settings, "displayValue")}


def theme_colors(vector, folder):
    settings = Asked().settings({"theme": vector["input"]["theme"]})
    return select(["textColor", "backgroundColor"], settings, "displayValue")


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

# What was built in then is what a host of today passes as a default.
BUILT_IN_THEN = {
    "spread": "none", "hyphens": True, "ligatures": True, "lineHeight": 1.2, "paragraphIndent": 0, "typeScale": 1.2,
    "paragraphSpacing": 0, "wordSpacing": 0, "letterSpacing": 0, "textAlign": "start",
}


def spelled(settings, key, examples):
    value = settings[key]["value"]
    if key == "spread":
        return SEED_SPREADS.get(value, value)
    if key == "textNormalization":
        # Bold text was one of its values; now it is a weight.
        return "a11y" if value else "bold" if settings["fontWeight"]["value"] == 1.75 else "none"
    if key == "imageFilter":
        return "none" if value == "publisher" else value
    return like(value, examples)


def seed_settings(layout):
    def room(vector, folder):
        given, expected = vector["input"], vector["expected"]
        fonts = [{"family": font} for font in given.get("fontFamilies") or [] if isinstance(font, str)]
        defaults = BUILT_IN_THEN | (given.get("defaults") or {})
        book = Asked((given.get("metadata") or {}) | {"layout": layout}, defaults=defaults, fonts=fonts)
        settings = book.settings(given["preferences"])
        name = "settings" if "settings" in expected else "settingsContains"
        examples = numbers(given["preferences"], given.get("defaults"))
        return {name: {key: spelled(settings, key, examples) for key in expected[name]}}
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
    "epub.layout": layout,
    "epub.settings": epub_settings,
    "pdf.effectiveness": effectiveness("pdf"),
    "pdf.settings": values("pdf"),
    "seed.settings.fixed": seed_settings("fixed"),
    "seed.settings.reflowable": seed_settings("reflowable"),
    "theme.colors": theme_colors,
    "tts.settings": read_aloud,
    **EDITING,
    **SEEDS,
}
