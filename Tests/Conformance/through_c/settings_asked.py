# SPDX-License-Identifier: BSD-3-Clause
"""What the rooms of settings share: books to present, navigators, and the spellings of the toolkits."""
from functools import cache
from xml.sax.saxutils import escape, quoteattr

from .common import Refused, Unhandled
from .tiny_epub import around_package

PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Book</dc:title>
<dc:identifier id="id">urn:uuid:0</dc:identifier>{languages}{layout}</metadata>
<manifest><item id="chapter" href="chapter.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine{progression}><itemref idref="chapter"/></spine></package>"""

# Whose rules a vector is about, where they are not those of our own navigators.
COMPONENTS = {"kotlin-pspdfkit": "pspdfkit", "kotlin-pdfium": "pdfium", "kotlin-exoplayer": "exoplayer"}

# Earlier names of what readers ask for most.
SEED_SPREADS = {"never": "none", "always": "both"}


@cache
def _book(languages, progression, layout):
    if progression not in (None, "auto", "ltr", "rtl"):
        raise Unhandled("no EPUB reads in this direction")
    return around_package(PACKAGE.format(
        languages="".join(f"<dc:language>{escape(language)}</dc:language>" for language in languages),
        layout='<meta property="rendition:layout">pre-paginated</meta>' if layout == "fixed" else "",
        progression=f" page-progression-direction={quoteattr(progression)}" if progression in ("ltr", "rtl") else "",
    ).encode(), "package.opf")


class Asked:
    """A navigator for the book that a vector describes, and what the library logged meanwhile."""

    def __init__(self, metadata=None, **options):
        import lectern
        metadata = metadata or {}
        self.logged = []
        context = lectern.Context(logger=self.logged.append)
        book = _book(tuple(metadata.get("languages") or ()), metadata.get("readingProgression"), metadata.get("layout"))
        publication = lectern.Publication.open_bytes(book, context=context)
        self.logged.clear()
        try:
            options = {key: value for key, value in options.items() if value is not None}
            self.navigator = lectern.Navigator(publication, options)
        except lectern.LecternError as error:
            raise Refused(str(error)) from error

    def draft(self, preferences=None):
        return self.navigator.edit_preferences(preferences or {})

    def settings(self, preferences=None):
        """By key, with the preferences in effect."""
        return self.draft(preferences).settings["settings"]


def asked(vector, kind=None):
    """The navigator of a vector that gives metadata and defaults."""
    given = vector["input"]
    kind = COMPONENTS.get(vector.get("variant"), kind)
    # What is built into another toolkit is a default of the host here.
    built_in = {"spread": "never"} if vector.get("variant") == "kotlin" else {}
    return Asked(given.get("metadata"), defaults=built_in | (given.get("defaults") or {}), kind=kind)


def select(wanted, settings, member):
    """A member of those settings that the toolkit of the vector has.

    Where our settings say that the publisher decides, those of the toolkits have no value.
    """
    found = {key: settings[key][member] for key in wanted}
    return {key: None if value == "publisher" else value for key, value in found.items()}


def like(value, examples):
    """A color as the number that the vector calls it, if one of its numbers is this color."""
    if not (isinstance(value, str) and value.startswith("#")):
        return value
    rgb = int(value[1:7], 16)
    signed = (0xFF000000 | rgb) - (1 << 32)
    return signed if signed in examples else rgb


def numbers(*objects):
    """The numbers among the members of some objects."""
    return [value for members in objects for value in (members or {}).values()
            if isinstance(value, int) and not isinstance(value, bool)]
