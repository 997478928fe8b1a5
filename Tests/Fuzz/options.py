# SPDX-License-Identifier: BSD-3-Clause
"""JSON arguments of functions that need no handle."""
import lectern

from . import texts

VOICES = [{"identifier": "a", "name": "Ann", "language": "en-US", "gender": "female", "quality": "high", "isOffline": True}, {"identifier": "b", "name": "B", "language": "fr"}]
#: The shapes by function.
SHAPES = {"decorations_diff": (texts.DECORATIONS, texts.DECORATIONS), "voices_select": (VOICES, {"preferredRegions": ["GB", "419"], "sort": False}),
          "links_filter": ([{"href": "a", "rel": ["b"]}], {"rel": "b", "mediaType": "text/*"})}
WORDS = ("One two. Three?", "\u4e00\u4e8c\u3002", "e\u0301\u0323 a\u00adb", "Mr. X. \U0001f1e6\U0001f1e7", "\u0e01\u0e02", "x" * 9999, "\u202e\ufeff\x00\u2028", "a\r\n\n b")


def make(random):
    asked = [[name, *(texts.json_text(shape, random) for shape in shapes)] for name, shapes in SHAPES.items()]
    asked.append(["text_tokenize", "".join(random.choice(WORDS) for _ in range(3)), texts.json_text(random.choice(texts.TOKENS), random)])
    return {"asked": asked, "context": texts.json_text(texts.CONTEXT, random), "kind": random.choice(("reflowable", "fixed", "pdf", "audio", "video", "tts", "x")),
            "preferences": texts.json_text(random.choice((texts.PREFERENCES, texts.OLDER)), random), "voice": random.choice(("en", "en-", "", "x" * 99, "und", "\u00e9"))}


def use(case, given):
    for name, *arguments in given["asked"]:
        case.ask(name, *arguments)
    case.ask("voices_select", texts.json_text(VOICES, case.random), texts.json_text({"language": given["voice"]}, case.random))
    for made in (case.made(lectern.Context, "context_new", 0, given["context"]),
                 case.made(lectern.Preferences, "preferences_new", given["kind"], given["preferences"])):
        if made:
            made.close()
