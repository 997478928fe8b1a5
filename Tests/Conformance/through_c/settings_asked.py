# SPDX-License-Identifier: BSD-3-Clause
"""Shared by the settings handlers: books, navigators, and the spellings of the toolkits."""
from ..comparison import More
from .common import Refused

# Components whose rules differ from those of our own navigators.
COMPONENTS = {"kotlin-pspdfkit": "pspdfkit", "kotlin-pdfium": "pdfium", "kotlin-exoplayer": "exoplayer"}

# Earlier names of common values.
SEED_SPREADS = {"never": "none", "always": "both"}


def manifest(metadata):
    """A book with one chapter; values that the vectors call auto are omitted."""
    said = {"title": "Book", "layout": metadata.get("layout"), "language": metadata.get("languages")}
    if metadata.get("readingProgression") != "auto":
        said["readingProgression"] = metadata.get("readingProgression")
    return {"metadata": {key: value for key, value in said.items() if value}, "links": [],
            "readingOrder": [{"href": "chapter.xhtml", "type": "application/xhtml+xml"}]}


class Asked:
    """A navigator for the book that a vector describes."""

    def __init__(self, metadata=None, **options):
        import lectern
        publication = lectern.Publication.open_manifest(manifest(metadata or {}))
        try:
            options = {key: value for key, value in options.items() if value is not None}
            self.navigator = lectern.Navigator(publication, options)
        except lectern.LecternError as error:
            raise Refused(str(error)) from error

    def draft(self, preferences=None):
        return self.navigator.edit_preferences(preferences or {})

    def settings(self, preferences=None):
        """The settings by key, with these preferences in effect."""
        return self.draft(preferences).settings["settings"]

    def family(self, preferences):
        """The family of style sheets for the text."""
        self.navigator.submit_preferences(preferences)
        return self.navigator.css("chapter.xhtml")["family"]


def asked(vector, kind=None):
    """The navigator for a vector with metadata and defaults."""
    given = vector["input"]
    kind = COMPONENTS.get(vector.get("variant"), kind)
    # A built-in value of another toolkit is a default of the host here.
    built_in = {"spread": "never"} if vector.get("variant") == "kotlin" else {}
    return Asked(given.get("metadata"), defaults=built_in | (given.get("defaults") or {}), kind=kind)


def members(settings, name):
    """One member of all settings.

    If the publisher decides in our settings, the toolkits have no value.
    """
    found = {key: setting[name] for key, setting in settings.items()}
    return More({key: None if value == "publisher" else value for key, value in found.items()})


def like(value, examples):
    """A color as the number in the vector, if one of its numbers is this color."""
    if not (isinstance(value, str) and value.startswith("#")):
        return value
    rgb = int(value[1:7], 16)
    signed = (0xFF000000 | rgb) - (1 << 32)
    return signed if signed in examples else rgb


def numbers(*objects):
    """The numbers among the members of some objects."""
    return [value for members in objects for value in (members or {}).values()
            if isinstance(value, int) and not isinstance(value, bool)]
