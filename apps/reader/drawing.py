# SPDX-License-Identifier: BSD-3-Clause
"""The appearance of notes in the page: their colors, and the templates of their styles."""
from .locators import sound

#: The group for the stored notes, and the group for the marks of notes with text.
GROUP, MARKS = "notes", "note-marks"
#: The available colors. They replace the library's pastel colors in the page.
TINTS = {"yellow": "#F6CF4A", "green": "#8BCB7B", "blue": "#7CB8F2", "pink": "#F59AB5", "purple": "#B79BEA",
         "orange": "#F2A65E"}
_PASTELS = {"pink": "#EB9694", "orange": "#FAD0C3", "yellow": "#FEF3BD", "green": "#C1EAC5", "blue": "#BED3F3",
            "purple": "#D4C4FB"}
STYLES = ("solid", "underline", "strikethrough", "outline")

#: Declarations of each style for a box over the words. They override rules of books for div elements.
_LOOKS = {
    "highlight": "background-color: var(--reader-ink) !important; opacity: 0.36; border-radius: 3px;",
    "underline": "border-bottom: 2px solid var(--reader-ink);",
    "strikethrough": "background: linear-gradient(var(--reader-ink) 0 0) center / 100% 2px no-repeat !important;",
    "outline": "outline: 2px solid var(--reader-ink); outline-offset: -1px; border-radius: 3px;",
    # A line as well: colors alone do not tell a match from a note for everyone.
    "match": "background-color: var(--reader-fill) !important; border-bottom: 2px dotted var(--reader-ink);",
}
#: The selected match, among the others.
_ACTIVE = "opacity: 1; background-color: {{tint@0.5}} !important; box-shadow: 0 0 0 2px {{tint}} !important"
#: Declarations for vertical text.
_VERTICAL = {
    "underline": "border-bottom: 0; border-left: 2px solid var(--reader-ink);",
    "strikethrough": "background-size: 2px 100% !important;",
    "match": "border-bottom: 0; border-left: 2px dotted var(--reader-ink);",
}


def _template(style, look):
    name = f"reader-{style}"
    colors = "".join(f'.{name}[data-tint="{pastel}" i] {{ --reader-ink: {TINTS[color]}; }}'
                     for color, pastel in _PASTELS.items())
    vertical = f'.{name}[data-writing-mode|="vertical"] {{ {_VERTICAL.get(style, "")} }}'
    return {"layout": "boxes", "width": "wrap",
            "element": f'<div class="{name}" data-tint="{{{{tint}}}}" style="--reader-tint: {{{{tint}}}}; --reader-fill: {{{{tint@0.3}}}}'
                       f'{{{{#style.isActive}}}}; {_ACTIVE}{{{{/style.isActive}}}}"></div>',
            "stylesheet": f".{name} {{ --reader-ink: var(--reader-tint); box-sizing: border-box; {look} }} "
                          + vertical + colors}


#: The mark of a text: a small dot at the start of the note.
_MARK = {
    "layout": "bounds",
    "element": '<div><div class="reader-note" style="--reader-tint: {{tint}}"></div></div>',
    "stylesheet": ".reader-note { position: absolute; inset-block-start: -0.35em; inset-inline-start: -0.55em; width: 0.5em; "
                  "height: 0.5em; border-radius: 50%; background: var(--reader-tint); border: 1px solid rgba(0, 0, 0, 0.35); }",
}
TEMPLATES = {**{style: _template(style, look) for style, look in _LOOKS.items()}, "reader-note": _MARK}


def tint(color):
    """A color by name, or as other programs write it."""
    return TINTS.get(color) or (color if color and color.startswith("#") else "#C8C8C8")


def mark(note):
    """The decoration that indicates that a note has text."""
    return {"id": note["id"], "locator": {"type": "text/html", **sound(note["locator"])},
            "style": {"id": "reader-note", "tint": tint(note.get("color"))}, "interactions": ["activate"]}
