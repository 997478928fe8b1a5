# SPDX-License-Identifier: BSD-3-Clause
"""The books in vectors about style sheets, for both interfaces: documents, and the choices of the host."""
from dataclasses import dataclass, field

XHTML, HTML = "application/xhtml+xml", "text/html"
#: Books for which the settings choose a certain family of sheets.
FAMILIES = {
    "default": ({}, {}), "rtl": ({"readingProgression": "rtl"}, {}), "cjk-horizontal": ({"language": "ja"}, {}),
    "cjk-vertical": ({}, {"verticalText": True}),
}
PAGE = ('<html{html} xmlns="http://www.w3.org/1999/xhtml"><head><title id="own">Chapter</title>{styles}</head>'
        "<body{body}><p>Text.</p></body></html>")


@dataclass
class StyledBook:
    """A book with one chapter."""
    metadata: dict = field(default_factory=dict)
    preferences: dict = field(default_factory=dict)
    options: dict = field(default_factory=dict)
    type: str = XHTML
    chapter: str = PAGE.format(html="", body="", styles="")

    @property
    def href(self):
        return "chapter.html" if self.type == HTML else "chapter.xhtml"

    @property
    def manifest(self):
        return {"metadata": {"title": "Book", **self.metadata}, "links": [],
                "readingOrder": [{"href": self.href, "type": self.type}],
                "resources": [{"href": "own.css", "type": "text/css"}]}

    @property
    def files(self):
        return {self.href: self.chapter, "own.css": ""}

    @property
    def all_options(self):
        return {**self.options, "preferences": self.preferences}


def of_family(name, **more):
    metadata, preferences = FAMILIES[name]
    return StyledBook(dict(metadata), dict(preferences), **more)


# Effects of settings

def described(metadata):
    """The metadata of a manifest; values that are auto are omitted."""
    names = {"languages": "language", "readingProgression": "readingProgression", "layout": "layout"}
    return {names[key]: value for key, value in (metadata or {}).items() if value and value != "auto"}


def with_settings(given):
    fonts = [{"family": stack[0], "alternates": stack[1:]} for stack in [given.get("fontStack")] if stack]
    return StyledBook(described(given["metadata"]), given["preferences"], {"defaults": given["defaults"], "fonts": fonts})


#: Behaviour that was built into the first version of the settings; today a host passes it as defaults.
BUILT_IN_THEN = {
    "hyphens": True, "ligatures": True, "lineHeight": 1.2, "paragraphIndent": 0, "paragraphSpacing": 0, "typeScale": 1.2,
    "wordSpacing": 0, "letterSpacing": 0, "textAlign": "start",
}


def with_first_settings(given):
    fonts = [{"family": font, "alternates": ["sans-serif"]} if isinstance(font, str)
             else {"family": font["name"], "alternates": [font["alternate"]] if "alternate" in font else []}
             for font in given["fontFamilies"]]
    return StyledBook(described(given["metadata"]), edited(given["set"]), {"defaults": BUILT_IN_THEN, "fonts": fonts})


def edited(values):
    """The preferences after these values were set in a form, which also activates them."""
    import lectern
    book = StyledBook()
    with lectern.Publication.open_manifest(book.manifest) as publication, lectern.Navigator(publication) as navigator:
        draft = navigator.edit_preferences()
        for key, value in values.items():
            draft.set(key, value)
        return draft.json


def of_prototype(given):
    """A prototype had its own names for two settings."""
    counts = {"auto": "auto", "one": "1", "two": "2"}
    return StyledBook(preferences=edited(
        {"columnCount": counts[given["columnCountType"]], "hyphens": given["hyphens"] == "auto"}))


# Reading system properties of the host

def with_reading_system(given):
    return StyledBook(options={"readiumCSS": {"rsProperties": given["properties"]}})


def with_user_properties(given):
    """The host's own properties, without any from the settings."""
    import lectern
    with lectern.Publication.open_manifest(StyledBook().manifest) as publication, lectern.Navigator(publication) as navigator:
        made = navigator.css(StyledBook().href)["properties"]
    nothing = {name.removeprefix("--USER__"): None for name in made if name.startswith("--USER__")}
    return StyledBook(options={"readiumCSS": {"userProperties": {**nothing, **given["properties"], **given.get("overrides", {})}}})


# Injection of the style sheets into a document

def own_attributes(document, element):
    """The document's attributes for html or body."""
    language = document.get(f"{element}LangAttribute", "xml:lang")
    given = {"dir": document[f"{element}Dir"], language: document[f"{element}Lang"]}
    if element == "html" and document["hasStyleAttribute"]:
        given["style"] = "color: red"
    return {name: value for name, value in given.items() if value is not None}


def _written(document, element):
    upper = document.get("bodyDirAttributeUppercase")
    return "".join(f" {name.upper() if upper and name == 'dir' else name}='{value}'"
                   for name, value in own_attributes(document, element).items())


def around_document(given):
    document = given["document"]
    styles = "".join(text for name, text in (
        ("hasLinkTag", '<link id="own-link" rel="stylesheet" href="own.css"/>'),
        ("hasStyleTag", '<style id="own-style">p { color: red }</style>')) if document[name])
    chapter = PAGE.format(html=_written(document, "html"), body=_written(document, "body"), styles=styles)
    if not document.get("singleLine"):
        chapter = chapter.replace("><", ">\n<")
    is_html = document.get("uppercaseTags") or document.get("bodyDirAttributeUppercase")
    if document.get("uppercaseTags"):
        for name in ("html", "head", "title", "body", "link", "style"):
            chapter = chapter.replace(f"<{name}", f"<{name.upper()}").replace(f"</{name}>", f"</{name.upper()}>")
    families = [{"family": one["family"], "files": [{"href": href} for href in one["src"]]}
                for one in given.get("fontFamilyDeclarations") or []]
    book = of_family(given["layout"]["stylesheets"], type=HTML if is_html else XHTML, chapter=chapter)
    book.options = {"fonts": families, "web": {"css": {"href": sheets(given)}}}
    if given["layout"]["language"]:
        book.preferences["language"] = given["layout"]["language"]
    return book


def sheets(given):
    """The folder of the sheets; Kotlin's is in the assets."""
    base = given["baseURL"]
    return base if ":" in base else base.removeprefix("/") + "readium/readium-css/"
