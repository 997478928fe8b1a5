# SPDX-License-Identifier: BSD-3-Clause
"""Readium CSS: properties and injected elements."""
from .rule import leaving, rule

PREFIX = "--USER__"

#: Settings whose property has another name.
SETTINGS = {"bodyHyphens": "hyphens", "colCount": "columnCount", "darkenImages": "imageFilter", "invertImages": "imageFilter",
            "paraSpacing": "paragraphSpacing", "paraIndent": "paragraphIndent"}


def expected_properties(asked):
    """The properties that a vector expects, all of them or some."""
    return next((value for value in asked.expected.values() if isinstance(value, dict)), {})


def inactive(asked):
    """The settings that are not active in the book that the vector describes."""
    import lectern

    from ..through_c.stylesheets import QUESTIONS
    book = QUESTIONS[asked.kind][0](asked.given)
    with lectern.Publication.open_manifest(book.manifest) as publication, lectern.Navigator(publication, book.all_options) as navigator:
        draft = navigator.edit_preferences()
        return {key for key in draft.settings["settings"] if not draft.is_active(key)}


@rule("css.fromSettings seed.css.userProperties", "A setting that is not active has no property", "docs/deviations.md, Settings")
def properties_of_inactive_settings(asked):
    """The toolkits write it anyway, and the style sheets ignore it."""
    written = {name: name.removeprefix(PREFIX) for name, value in expected_properties(asked).items() if value}
    unused = inactive(asked) if written else ()
    return leaving(*(name for name, short in written.items() if SETTINGS.get(short, short) in unused))


@rule("css.fromSettings", "A value that no sheet shows is kept and reported, not changed into another one", "docs/deviations.md, Settings")
def alignments_without_a_sheet(asked):
    given = (asked.get("defaults") | asked.get("preferences")).get("textAlign")
    written = expected_properties(asked).get(PREFIX + "textAlign")
    return leaving(PREFIX + "textAlign") if given and written and written != given else None


@rule("css.inline", "A document without properties has no style attribute", "the Swift toolkit; in Kotlin it is empty")
def a_style_without_properties(asked):
    return (lambda answer: {name: value or None for name, value in answer.items()}) if asked.expected.get("css") == "" else None


# Injected elements

def is_whole(asked):
    return asked.kind == "css.injection" and "html" in asked.expected


@rule("css.injection", "The root has the style of the settings", "docs/web.md; the vectors have none of their defaults")
def the_style_of_the_root(asked):
    return leaving("html/style") if is_whole(asked) else None


@rule("css.injection", "Additions to the sheets are at the end of the head", "the Swift toolkit; Kotlin inserts them after the first sheet")
def the_order_of_the_head(asked):
    """Kotlin has no viewport, and imports fonts from the network."""
    has_viewport = any("meta" in element for element in asked.expected.get("headEnd") or [])
    return sheets_alone if is_whole(asked) and not has_viewport else None


def sheets_alone(answer):
    head = [element["stylesheet"] for part in ("headStart", "headEnd") for element in answer[part] if "stylesheet" in element]
    return {name: value for name, value in answer.items() if name not in ("headStart", "headEnd")} | {"head": sorted(head)}


@rule("css.injection", "Sheets are chosen by a language, which a document without one gets", "docs/web.md")
def the_language_of_the_sheets(asked):
    layout = asked.get("layout")
    is_chosen = layout.get("stylesheets") == "cjk-horizontal" and not layout.get("language")
    return leaving("xml:lang") if is_whole(asked) and is_chosen else None
