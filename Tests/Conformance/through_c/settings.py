# SPDX-License-Identifier: BSD-3-Clause
"""Vectors about settings: how navigators resolve preferences, and when a setting is active."""
from ..comparison import More
from .settings_asked import COMPONENTS, SEED_SPREADS, Asked, asked, like, members, numbers
from .settings_editing import EDITING
from .settings_seeds import SEEDS

# A book in each script.
SCRIPTS = {"ltr": "en", "rtl": "ar", "cjk": "ja"}

# Preferences for each mode of a PDF.
PDF_MODES = {
    "vertical-scroll": {"scroll": True, "scrollAxis": "vertical"}, "scroll": {"scroll": True},
    "horizontal-scroll": {"scroll": True, "scrollAxis": "horizontal"}, "paginated": {"scroll": False},
}


def effectiveness(kind):
    def handler(vector, folder):
        settings = asked(vector, kind).settings(vector["input"]["preferences"])
        return {"effective": members(settings, "isEffective")}
    return handler


def values(kind):
    def handler(vector, folder):
        return found(vector, asked(vector, kind).settings(vector["input"]["preferences"]))
    return handler


def found(vector, settings):
    """The values of all settings, with colors spelled as in the vector."""
    examples = numbers(vector["input"]["preferences"], vector["input"].get("defaults"))
    return More(settings=More({key: like(value, examples) for key, value in members(settings, "value").items()}))


def epub_settings(vector, folder):
    book, preferences = asked(vector), vector["input"]["preferences"]
    return More(found(vector, book.settings(preferences)), stylesheets=book.family(preferences))


def layout(vector, folder):
    book, preferences = asked(vector), vector["input"]["preferences"]
    return More(members(book.settings(preferences), "value"), stylesheets=book.family(preferences))


def effective_values(vector, folder):
    settings = asked(vector).settings(vector["input"]["preferences"])
    return {"effectiveValues": members(settings, "displayValue")}


def theme_colors(vector, folder):
    return members(Asked().settings({"theme": vector["input"]["theme"]}), "displayValue")


def read_aloud(vector, folder):
    given = vector["input"]
    # The language of the device is the host's last fallback.
    defaults = {"language": given["deviceLanguage"]} | given["defaults"]
    metadata = {"languages": [given["metadataLanguage"]]} if given.get("metadataLanguage") else {}
    settings = Asked(metadata, defaults=defaults, kind="tts").settings(given["preferences"])
    # The reader's choice takes precedence over the markup of the text.
    return More(members(settings, "value"), overrideContentLanguage=settings["language"]["origin"] == "preference")


# The tables of the documentation

def is_active(book, preferences, key):
    return {"available": bool(book.draft(preferences).is_active(key))}


def language_table(vector, folder):
    given = vector["input"]
    book = Asked({"languages": [SCRIPTS[given["script"]]]})
    return is_active(book, {"publisherStyles": False}, given["setting"])


def layout_table(vector, folder):
    """Whether the layout allows a setting to be active: not a condition that other preferences could satisfy."""
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

# Behaviour that was built in then; today a host passes it as defaults.
BUILT_IN_THEN = {
    "spread": "none", "hyphens": True, "ligatures": True, "lineHeight": 1.2, "paragraphIndent": 0, "typeScale": 1.2,
    "paragraphSpacing": 0, "wordSpacing": 0, "letterSpacing": 0, "textAlign": "start",
}


def spelled(settings, key, examples):
    value = settings[key]["value"]
    if key == "spread":
        return SEED_SPREADS.get(value, value)
    if key == "textNormalization":
        # Bold text was a value of this setting; now it is a weight.
        return "a11y" if value else "bold" if settings["fontWeight"]["value"] == 1.75 else "none"
    if key == "imageFilter":
        return "none" if value == "publisher" else value
    return like(value, examples)


def seed_settings(layout):
    def handler(vector, folder):
        given = vector["input"]
        fonts = [{"family": font} for font in given.get("fontFamilies") or [] if isinstance(font, str)]
        defaults = BUILT_IN_THEN | (given.get("defaults") or {})
        book = Asked((given.get("metadata") or {}) | {"layout": layout}, defaults=defaults, fonts=fonts)
        settings = book.settings(given["preferences"])
        examples = numbers(given["preferences"], given.get("defaults"))
        return More(settings=More({key: spelled(settings, key, examples) for key in settings}))
    return handler


HANDLERS = {
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
