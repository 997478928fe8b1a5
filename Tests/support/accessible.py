# SPDX-License-Identifier: BSD-3-Clause
"""Accessibility metadata that triggers every statement, and the resulting statements."""
import lectern

#: A value for metadata whose text does not matter.
BLANK = "\u2026"

_IDPF = "http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-"
_W3C = "https://www.w3.org/TR/epub-a11y-11#wcag-"
_CERTIFIED = {
    "exemption": "eaa-microenterprise", "summary": BLANK, "publisherContact": BLANK,
    "certification": {"certifiedBy": BLANK, "credential": BLANK, "report": "https://example.org/", "date": BLANK},
}

#: Together, these trigger every statement.
METADATA = [
    {"accessibility": _CERTIFIED | {
        "conformsTo": [_IDPF + "a"], "accessMode": ["textual"], "hazard": ["flashing", "motionSimulation", "sound"],
        "feature": [
            "displayTransformability", "synchronizedAudioText", "alternativeText", "pageNavigation", "index",
            "structuralNavigation", "tableOfContents", "longDescription", "describedMath", "MathML", "latex",
            "MathML-chemistry", "latex-chemistry", "closedCaptions", "openCaptions", "transcript"]}},
    {"accessibility": {
        "conformsTo": [_W3C + "2.0-aa"], "accessMode": ["textual", "auditory"],
        "hazard": ["unknownFlashingHazard", "unknownMotionSimulationHazard", "noSoundHazard"],
        "feature": [
            "pageBreakMarkers", "ARIA", "audioDescription", "braille", "rubyAnnotations", "fullRubyAnnotations",
            "highContrastAudio", "highContrastDisplay", "largePrint", "signLanguage", "tactileGraphic", "tactileObject",
            "ttsMarkup", "color-not-sole-means-of-conveying-information", "dyslexia-readability",
            "ultra-high-contrast-between-text-and-background", "visible-page-numbering", "without-background-sounds"]}},
    {"accessibility": {
        "conformsTo": [_W3C + "2.1-aaa"], "accessMode": ["visual"],
        "hazard": ["noFlashingHazard", "noMotionSimulationHazard", "unknownSoundHazard"]}},
    {"accessibility": {"conformsTo": [_W3C + "2.2-a"], "accessModeSufficient": [["auditory"]], "hazard": ["none"]}},
    {"accessibility": {"conformsTo": ["https://example.org/"], "hazard": ["unknown"]}, "layout": "fixed"},
    {},
]


def shown(metadata, **options):
    """The accessibility information for a publication with this metadata."""
    manifest = {"metadata": {"title": "T", **metadata}, "links": [], "readingOrder": [{"href": "a.html", "type": "text/html"}]}
    with lectern.Publication.open_manifest(manifest) as publication:
        return publication.accessibility(options)


def group(answer, id):
    return next(one for one in answer["groups"] if one["id"] == id)


def ids(answer, id):
    return [one["id"] for one in group(answer, id)["statements"]]


def statements(group):
    """All statements of a group, including details and their components."""
    found = group["statements"] + group.get("details", {}).get("statements", [])
    return found + [part for one in found for part in one.get("parts", [])]
