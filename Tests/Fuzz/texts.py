# SPDX-License-Identifier: BSD-3-Clause
"""Damaged JSON text, derived from valid shapes."""
import json

PREFERENCES = {"fontSize": 1.5, "theme": "dark", "publisherStyles": False, "language": "ar", "backgroundColor": "#123456",
               "columnCount": "2", "scroll": True, "fontFamily": "Literata", "acme:ruler": 3}
OPTIONS = {"preferences": PREFERENCES, "appPreferences": {"theme": "sepia"}, "defaults": {"fontSize": 2}, "locale": "fr",
           "viewport": {"width": 800, "height": 600, "insets": {"top": 20}, "orientation": "portrait"}, "fonts": [{"family": "A", "files": [{"href": "a.ttf", "weight": 400}]}],
           "settings": [{"key": "acme:ruler", "type": "range", "range": {"min": 0, "max": 10}, "step": 1, "default": 2,
                         "requires": [{"setting": "scroll", "is": True}, {"setting": "acme:mode", "is": ["a", "b"]}]},
                        {"key": "acme:mode", "type": "enum", "values": ["a", "b", 3], "requires": [{"setting": "acme:ruler", "is": 3}]},
                        {"key": "acme:zoom", "type": "percent", "stops": [0, 0.5, 1]}, {"key": "acme:any", "type": "value"}],
           "decorationTemplates": {"mark": {"layout": "bounds", "width": "page", "element":
                                            "<b id='{{id}}'>{{#style.x}}{{tint@0.5|#f00}}{{else}}{{extras.a|c}}{{/style.x}}</b>"}}}
DECORATIONS = [{"id": "1", "locator": {"href": "OEBPS/a.xhtml", "type": "application/xhtml+xml", "locations": {"progression": 0.5}},
                "style": {"id": "highlight", "tint": "#ff0000"}, "interactions": ["activate"], "extras": {"a": [1, 2]}},
               {"id": "2", "locator": {"href": "OEBPS/a.xhtml", "type": "application/xhtml+xml",
                                      "locations": {"fragments": ["t=1,2"]}}, "style": {"id": "mark"}}]
PLACE = {"href": "OEBPS/a.xhtml#p1", "type": "application/xhtml+xml", "locations": {"progression": 0.5, "fragments": ["page=2", "t=1,2"], "totalProgression": 0.3},
         "position": 2, "cssSelector": "body > p:nth-child(2)", "partialCfi": "/4/2[p1]/1:3", "text": {"before": "One ", "highlight": "two three", "after": " four"},
         "domRange": {"start": {"cssSelector": "p", "textNodeIndex": 0, "charOffset": 3}, "end": {"cssSelector": "p", "textNodeIndex": 0, "charOffset": 9}}}
OLDER = {"appearance": "dark", "doublePageSpread": "both", "columns": 1, "textNormalization": "bold", "overflow": "auto", "quality": 0.5,
  "fit": "contain", "theme": None, "textColor": -1, "acme:own": {"appearance": "dark"}}
CHANGES = [{"scope": {"scope": "global"}, "preferences": OLDER}, {"scope": {"scope": "kind", "kind": "fixed"}, "preferences": OLDER},
  {"scope": {"scope": "publication", "id": "a", "kind": "pdf"}, "preferences": None}]
PROFILES = {"save": [{"id": "day", "title": "By day"}, {"id": "night", "title": "At night", "copyOf": "day"}], "remove": ["noon"],
            "choose": [{"scope": {"scope": "kind", "kind": "fixed"}, "profile": "night"}, {"scope": {"scope": "global"}, "profile": None}]}
SEARCH = {"caseSensitive": True, "wholeWord": False, "exact": None, "regex": False, "language": "en", "count": True}
QUERIES = ("a", "e", "the", " ", "", "\u0301", "<", "(a|e)+", "[", "x" * 20000, "\u4e00", "\u00ad", "a b")
TOKENS = ({"unit": "word", "offsets": "utf-16", "exact": True}, {"unit": "sentence", "abbreviations": True}, {"unit": "paragraph"}, {})
INTERACTION = {"rect": {"x": 1, "y": 2, "width": 3, "height": 4}, "point": {"x": 1, "y": 2}}
CONTEXT = {"maxEntrySize": 1 << 20, "maxTotalInflated": 1 << 22, "maxRatio": 1000, "maxEntries": 100, "maxNesting": 64, "maxJSONDepth": 64}

CFIS = ("epubcfi(/6/2!/4/2[p1]/1:3[One,two;s=b])", "epubcfi(/6/4[b]!/4,/2/1:3,/4/3:1[;x=1,2])", "epubcfi(/6/2!/4/6~1.5@5:99.5)",
        "epubcfi(/6/2!/4/2!/4/8/1:0)", "epubcfi(/6,/2!/4,/4!/4/2)", "#epubcfi(/6/2[a%5E%5Db]!/4/400)", "/4/2,/1:1,/3:2", "epubcfi(/6/2)")

#: Replacements for a value.
LEAVES = ("null", "true", "0", "-0", "-1", "1e308", "-1e308", "5e-324", "1e400", "9007199254740993", "18446744073709551616", "0.1", '""', '"a"',
          '"\\u0000"', '"\\ud800"', '"\\ud83d\\ude00"', '"\u202e\\n"', '"' + "e\u0301\u0323" * 99 + '"', '"' + "\\u0301\\u0323" * 9999 + '"',
          '"' + "x" * 99999 + '"', "[]", "{}", "[" * 60 + "]" * 60, "[" * 600 + "]" * 600, "[" + "1," * 9999 + "1]", '{"a":1,"a":2}', "nul", "",
          '"#fff"', "4294967295", "-16777216", '"rtl"', '"highlight"', '"{{tint@0.5}}"', '"{{#style.isActive}}"')


def cfi_text(random):
    """A CFI, usually with a part replaced or repeated."""
    text = random.choice(CFIS)
    for _ in range(random.choice((0, 1, 1, 2, 5))):
        at = random.randrange(len(text))
        part = random.choice((*"/!:~@[],;=^()0123456789\u0301", "/2" * 999, "[" * 99, "[" + "x" * 9999 + "]", "999999999", "\U0001F40B", "\n"))
        text = text[:at] + part + text[at + random.randrange(3):]
    return text


def json_text(shape, random):
    """The shape as JSON, usually with a leaf, key or bracket replaced."""
    text = json.dumps(shape, ensure_ascii=random.random() < 0.5)
    if random.random() < 0.2:
        return text
    places = [at for at, letter in enumerate(text) if letter in ":[,"]
    at = random.choice(places) + 1 if places else 0
    end = at
    while end < len(text) and text[end] not in ",]}":
        end += 1
    change = random.randrange(10)
    if change < 7:
        return text[:at] + random.choice(LEAVES) + text[end:]
    if change == 7:
        return text[:random.randrange(len(text))]
    if change == 8:
        place = random.randrange(len(text))
        return text[:place] + random.choice('{}[]:,"\\0e-\x01é') + text[place + 1:]
    return text[:at] + text[at:end] + "".join("," + text[at:end] for _ in range(random.choice((1, 999)))) + text[end:]
