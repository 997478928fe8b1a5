# SPDX-License-Identifier: BSD-3-Clause
"""Made-up vectors, one for each rule about exceptions: other ids and values than those of any toolkit.

If a rule ignores the whole answer, `ours` has the answer that the library must give.
"""
import io
import zipfile

from .comparison import Absent

OPF = """<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata
xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>The  blue
 mirror</dc:title><dc:language>en</dc:language><dc:contributor id="both">Ida</dc:contributor>
<meta refines="#both" property="role">trl</meta><meta refines="#both" property="role">ill</meta>
<meta property="dcterms:conformsTo">https://example.org/house-style</meta></metadata>
<manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>"""

SMIL = """<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="chapter.xhtml#p"/>
<audio src="two.mp3" clipBegin="7s"/></par></body></smil>"""

LONG = "A long paragraph that is about a mirror, and about nothing else in the whole wide world."

PAGE = f"""<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<p>Before the mirror.</p><h2>The mirror</h2><p>{LONG}</p>
<div><span epub:type="pagebreak">12</span></div></body></html>"""



def archive(*names):
    """A ZIP with empty files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name in names:
            file.writestr(name, b"")
    return data.getvalue()


FILES = {"book.opf": OPF.encode(), "chapter.smil": SMIL.encode(), "two.zab": archive("1.mp3", "2.mp3")}
START = {"href": "page.xhtml", "type": "application/xhtml+xml"}
HTML = {"op": "content-iterator", "html": PAGE, "start": START}
METADATA = {"op": "opf-manifest", "fixture": "book.opf", "at": "EPUB/book.opf"}
KOTLIN, SWIFT = "readium+kotlin-toolkit/own", "readium+swift-toolkit/own"
ORDER = [{"href": "one.html", "type": "text/html", "title": "One"}, {"href": "two.html", "type": "text/html", "title": "Two"}]


def text(selector, highlight, progression=0.0, before=None, locator=True):
    """A text in the content of the page, as Swift has it."""
    place = START | {"locations": {"cssSelector": selector, "progression": progression},
                     "text": {"highlight": highlight} | ({"before": before} if before else {})}
    return {"element": "text", "role": "body", "locator": place,
            "segments": [{"text": highlight} | ({"locator": place} if locator else {})]}


def mark(id):
    return {"id": id, "locator": {"href": "x.html", "type": "text/html"}, "style": {"id": "highlight", "tint": "#00ff00"}}


def document(**given):
    """The question of an injected document, in Kotlin's form."""
    own = {"bodyDir": None, "bodyLang": None, "hasLinkTag": True, "hasStyleAttribute": False, "hasStyleTag": False, "htmlDir": None,
           "htmlLang": None}
    layout = {"language": "nl", "stylesheets": "default"}
    return {"baseURL": "https://host/css/", "document": own, "layout": layout, "rsProperties": {}, "userProperties": {}} | given


def injected(start, end, folder="", **attributes):
    return {"headStart": [{"stylesheet": f"https://host/css/{folder}ReadiumCSS-before.css"}, *start],
            "headEnd": [{"meta": "viewport", "content": "width=device-width, height=device-height, initial-scale=1.0"}] * bool(end)
            + [{"stylesheet": f"https://host/css/{folder}ReadiumCSS-after.css"}, *end],
            "html": {"dir": "ltr", **attributes}, "body": {"dir": "ltr", **attributes}}


CONTROLS = {"style": "audio[controls] { width: revert; height: revert; }"}

#: By the name of the rule: the kind, the question, the expectation of a toolkit; optionally our answer and the source.
TWINS = {
    "reserved_characters_in_values": ("uri-template", {"op": "expand", "template": "/find{?q}", "parameters": {"q": "a/b"}}, "/find?q=a/b"),
    "variables_without_a_value": ("uri-template", {"op": "expand", "template": "/find{?q,page}", "parameters": {"q": "a"}},
                                  "/find?q=a&page=", "/find?q=a"),
    "no_list_of_names": ("href", {"op": "get", "member": "parameters", "on": {"type": "Href", "value": "plain.html"}}, None),
    "an_href_that_is_no_url": ("locator-json", {"op": "parse", "type": "Locator", "json": {"href": "one two.html", "type": "text/html"}},
                               None, {"href": "one%20two.html", "type": "text/html"}, KOTLIN),
    "an_empty_href": ("href-normalise", {"op": "resolve-percent-encoded", "base": "/a/b/", "href": ""}, "/a/b/", Absent("")),
    "a_base_url_is_a_directory": ("manifest-helpers", {"op": "get", "member": "baseUrl", "on": {"type": "Publication", "value": {
        "metadata": {}, "links": [{"href": "https://host/a/b.json", "rel": "self"}]}}}, "https://host/a/b.json"),
    "locations_out_of_range": ("locator-json", {"op": "parse", "type": "Locations", "json": {"position": 3, "progression": 7.5}},
                               {"position": 3, "progression": 7.5}),
    "links_without_a_type": ("manifest-json", {"op": "parse", "type": "Manifest", "json": {"metadata": {"title": "T"}, "links": [],
                             "readingOrder": [{"href": "b.html"}, {"href": "c.svg", "type": "image/svg+xml"}]}},
                             {"metadata": {"title": "T"}, "readingOrder": [{"href": "c.svg", "type": "image/svg+xml"}]}),
    "a_broken_description_of_an_encryption": ("encryption-json", {"op": "parse", "type": "Encryption", "json": {"profile": "p"}},
                                              {"$error": True}, {"profile": "p"}),
    "null_for_a_refusal": ("opds-json", {"op": "parse", "type": "OPDSAvailability", "json": {"until": "2030-01-01"}}, None),
    "a_range_that_is_null": ("dom-range-json", {"op": "parse", "type": "DomRange", "json": None}, None,
                             {"start": {"cssSelector": "html > body > p", "textNodeIndex": 0, "charOffset": 0}}),
    "the_type_of_a_query": ("locator-service", {"service": "DefaultLocatorService", "readingOrder": ORDER, "then": [
        {"call": "locate", "args": [{"href": "two.html", "type": "text/plain", "text": {"highlight": "x"}}]}]},
        {"href": "two.html", "type": "text/plain", "title": "Two", "text": {"highlight": "x"}}),
    "the_title_of_a_query": ("locator-service", {"service": "DefaultLocatorService", "readingOrder": ORDER, "then": [
        {"call": "locate", "args": [{"href": "two.html#x", "title": "Of mine", "type": "text/html"}]}]},
        {"href": "two.html", "type": "text/html", "title": "Two", "locations": {"fragments": ["x"]}}),
    "a_pdf_without_pages": ("pdf-positions", {"service": "PdfPositionsService", "pageCount": 0, "then": [
        {"call": "positionsByReadingOrder", "args": []}, {"get": "size"}]}, 0, 1),
    "positions_of_recordings": ("audio", {"op": "parse-publication", "fixture": "two.zab", "then": [
        {"call": "build", "args": []}, {"call": "positions", "args": []}, {"get": "count"}]}, 0, 2),
    "a_text_without_an_offset": ("cfi.make", {"base": "/6/2", "document": {"xml": "<html><body><p>Text</p></body></html>"},
                                              "start": {"element": "/*/*[1]/*[1]", "child": 0, "chunk": 1}}, "epubcfi(/6/2!/2/2/1)"),
    "a_package_without_items": ("cfi.make", {"package": {"xml": """<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata/>
        <manifest/><spine><itemref idref="x"/></spine></package>"""}, "spineIndex": 0}, "epubcfi(/6/2)", Absent("")),
    "a_quote_with_many_wrong_letters": ("text-quote-anchor", {"op": "matchQuote", "quote": "blew mirrow", "text": "A blue mirror hung there."},
                                        {"start": 2, "end": 13}, None),
    "the_score_of_a_quote": ("text-quote-anchor", {"op": "matchQuote", "quote": "mirror", "text": "A blue mirror hung there."},
                             {"start": 7, "end": 13, "score": 1.0}),
    "the_order_of_decorations": ("decoration-diff", {"op": "changesByHref", "source": [mark("m"), mark("n")],
                                                     "target": [mark("new"), mark("n"), mark("m")]}, {"x.html": [{"add": mark("new")}]}),
    "a_style_of_its_own": ("annotation.refuse", {"document": {
        "@context": "http://www.w3.org/ns/anno.jsonld", "id": "urn:x", "type": "AnnotationSet", "about": {"dc:title": "T"}, "items": [{
            "@context": "http://www.w3.org/ns/anno.jsonld", "id": "urn:y", "type": "Annotation", "created": "2024-01-02T03:04:05Z",
            "body": {"type": "TextualBody", "value": "", "color": "ultraviolet"}, "target": {"source": "a.html"}}]}},
        {"$error": True, "path": "/items/0/body/color"}),
    "white_space_in_metadata": ("epub-metadata", METADATA | {"then": [{"get": "metadata"}, {"get": "title"}]}, "The  blue\n mirror"),
    "several_roles": ("epub-metadata", METADATA | {"then": [{"get": "metadata"}, {"get": "illustrators"}]}, [], [{"name": "Ida"}]),
    "conformance_to_other_standards": ("epub-metadata", METADATA | {"then": [
        {"get": "metadata"}, {"get": "otherMetadata"}, {"get": "isEmpty"}]}, True, False),
    "a_clip_without_an_end": ("smil", {"op": "smil", "fixture": "chapter.smil", "at": "chapter.smil", "then": [
        {"get": "guided"}, {"get": "first"}, {"get": "refs"}, {"get": "audio"}]}, "two.mp3#t=7,"),
    "a_clip_without_a_length": ("smil-clock", {"op": "parse-clock-value", "value": "0s"}, 0, None),
    "a_page_break": ("content-iterator", HTML | {"calls": ["next"] * 4},
                     text("html > body > div", "12", locator=False)),
    "locators_of_segments": ("content-iterator", HTML | {"calls": ["next"]}, text("html > body > p:nth-child(1)", "Before the mirror.")),
    "the_progression_of_an_element": ("content-iterator", HTML | {"calls": ["next", "next"]}, text(
        "html > body > h2", "The mirror", 0.25, "Before the mirror.")),
    "the_text_before": ("content-iterator", HTML | {"calls": ["next", "next"]}, text(
        "html > body > h2", "The mirror", 0.25, "Before the mirror.")),
    "the_role_of_an_element": ("content-iterator", HTML | {"calls": ["next", "next"]}, text(
        "html > body > h2", "The mirror", 0.25, "Before the mirror.")),
    "a_start_at_a_progression": ("content-iterator", HTML | {"start": START | {"locations": {"progression": 0.3}}, "calls": ["next"]},
                                 text("html > body > h2", "The mirror", 0.25, "Before the mirror."), {"element": "text", "segments": [{"text": LONG}]}),
    "numbers_out_of_range": ("preferences.init", {"values": {"lineHeight": 90, "fontSize": 1.5}}, {"preferences": {"lineHeight": 40, "fontSize": 1.5}}),
    "numbers_for_strings": ("preferences.decode", {"json": {"columnCount": 1}}, {"error": True}, {"preferences": {"columnCount": "1"}}),
    "spreads_of_auto": ("preferences.decode", {"json": {"spread": "auto", "fontSize": 2}}, {"error": True},
                        {"preferences": {"spread": "auto", "fontSize": 2}}),
    "unknown_preferences": ("preferences.decode", {"json": {"mirror": True, "scroll": True}}, {"preferences": {"scroll": True}}, {"error": True}),
    "values_that_are_none": ("seed.preferences", {"preferences": {"theme": "b"}, "settings": {"theme": {"type": "enum", "default": "a", "values": ["a", "b"]}},
                             "ops": [{"op": "set", "key": "theme", "value": "c"}]}, {"preferences": {}}, Absent("")),
    "hyphens_of_justified_text": ("epub.effectiveValue", {"defaults": {}, "metadata": {"languages": ["de"]}, "preferences": {"textAlign": "justify"}},
                                  {"effectiveValues": {"hyphens": True, "textAlign": "justify"}}),
    "image_filters_of_fixed_layouts": ("epub.effectiveness", {"defaults": {}, "metadata": {"languages": ["de"], "layout": "fixed"},
                                       "preferences": {"theme": "dark"}}, {"effective": {"imageFilter": True, "fontSize": False}}),
    "values_of_defaults": ("epub.effectiveness", {"defaults": {"wordSpacing": 0.5}, "metadata": {"languages": ["nl"]}, "preferences": {
        "publisherStyles": False}}, {"effective": {"wordSpacing": False, "theme": True}}),
    "defaults_for_all_settings": ("epub.settings", {"defaults": {"theme": "sepia"}, "metadata": {}, "preferences": {}},
                                  {"settingsContains": {"theme": "light", "scroll": False}}),
    "directions_of_regions": ("epub.settings", {"defaults": {}, "metadata": {"languages": ["fa-IR"]}, "preferences": {}},
                              {"settingsContains": {"readingProgression": "ltr", "language": "fa-IR"}}),
    "units_of_line_heights": ("range.format", {"navigator": "epub", "key": "lineHeight", "value": 1.25, "locale": "en-US", "format": "decimal5"},
                              {"text": "1.25"}),
    "units_of_margins": ("range.format", {"navigator": "epub", "key": "pageMargins", "value": 1.5, "locale": "en-US", "format": "decimal5"},
                         {"text": "1.5"}),
    "steps_from_above_the_last_stop": ("range.steps", {"steps": [1.0, 1.067, 1.125, 1.2, 1.25, 1.333, 1.414, 1.5, 1.618], "value": 1.9},
                                       {"increment": 1.9, "decrement": 1.9}),
    "properties_of_inactive_settings": ("css.fromSettings", {"defaults": {}, "metadata": {"languages": ["fa"]}, "preferences": {
        "publisherStyles": False, "hyphens": True}}, {"cssContains": {"--USER__bodyHyphens": "auto", "--USER__view": "readium-paged-on"}}),
    "alignments_without_a_sheet": ("css.fromSettings", {"defaults": {"textAlign": "end"}, "metadata": {}, "preferences": {"publisherStyles": False}},
                                   {"cssContains": {"--USER__textAlign": "start", "--USER__view": "readium-paged-on"}}),
    "a_style_without_properties": ("css.inline", {"properties": {}}, {"css": ""}),
    "the_style_of_the_root": ("css.injection", document(), injected([], [CONTROLS], **{"xml:lang": "nl"})),
    "the_order_of_the_head": ("css.injection", document(), injected([CONTROLS], [], **{"xml:lang": "nl"})),
    "the_language_of_the_sheets": ("css.injection", document(layout={"language": None, "stylesheets": "cjk-horizontal"}),
                                   injected([], [CONTROLS], "cjk-horizontal/")),
}


def vectors():
    """The twins as vectors, by the names of their rules."""
    return {name: {"id": f"twin/{name}", "kind": kind, "input": asked, "expected": expected, "source": (more[1:] or [SWIFT])[0]}
            for name, (kind, asked, expected, *more) in TWINS.items()}


def ours():
    """The answers that the library must give although a rule ignores them."""
    return {name: more[0] for name, (_, _, _, *more) in TWINS.items() if more}
