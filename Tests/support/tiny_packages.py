# SPDX-License-Identifier: BSD-3-Clause
"""Small publications of formats other than EPUB and PDF."""
import io
import json
import zipfile

PIXEL = b"GIF89a\1\0\1\0\0\0\0!\xf9\4\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;"
FRAME = b"\xff\xfb\x90\0" + bytes(413)

COMIC_INFO = """<ComicInfo><Title>Tiny</Title><Series>Series</Series><Number>2</Number><Writer>N. N.</Writer>
<LanguageISO>ja</LanguageISO><Manga>YesAndRightToLeft</Manga>
<Pages><Page Image="1" Type="FrontCover"/><Page Image="2" DoublePage="true"/></Pages></ComicInfo>"""

MANIFEST = {
    "@context": "https://readium.org/webpub-manifest/context.jsonld",
    "metadata": {"@type": "http://schema.org/Audiobook", "conformsTo": "https://readium.org/webpub-manifest/profiles/audiobook",
                 "title": {"en": "Tiny", "fr": "Minuscule"}, "author": [{"name": "N. N.", "links": [{"href": "https://example.org/"}]}],
                 "duration": 2, "belongsTo": {"series": {"name": "Series", "position": 1.5}},
                 "accessibility": {"accessMode": ["auditory"], "exemption": "eaa-microenterprise"},
                 "tdm": {"reservation": "all", "policy": "https://example.org/tdm"}, "x-own": [1]},
    "links": [{"href": "manifest.json", "rel": "self", "type": "application/audiobook+json"}],
    "readingOrder": [{"href": "one.mp3", "type": "audio/mpeg", "duration": 2, "bitrate": 128, "language": "en"}],
    "resources": [{"href": "cover.gif", "type": "image/gif", "rel": "cover", "height": 1, "width": 1}],
    "toc": [{"href": "one.mp3#t=0", "title": "One", "children": [{"href": "one.mp3#t=1", "title": "More"}]}],
    "images": [{"href": "cover.gif", "type": "image/gif"}],
}

W3C = {
    "@context": ["https://schema.org", "https://www.w3.org/ns/pub-context"], "conformsTo": "https://www.w3.org/TR/audiobooks/",
    "type": "Audiobook", "name": "Tiny", "readBy": "N. N.", "inLanguage": "en", "duration": "PT2S",
    "readingOrder": [{"url": "one.mp3", "encodingFormat": "audio/mpeg", "duration": "PT2S", "name": "One"}],
    "resources": ["cover.gif"],
}


def archive(**files):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in files.items():
            opened.writestr(name, json.dumps(content) if isinstance(content, dict) else content)
    return target.getvalue()


#: file name -> bytes
PACKAGES = {
    "tiny.cbz": archive(**{"Comic/page 10.gif": PIXEL, "Comic/page 2.gif": PIXEL, "Comic/page 1.gif": PIXEL,
                           "ComicInfo.xml": COMIC_INFO, "Comic/.hidden": b"", "notes.txt": b"notes"}),
    "tiny.zab": archive(**{"Album/10 last.mp3": FRAME, "Album/9 first.mp3": FRAME}),
    "tiny.audiobook": archive(**{"manifest.json": MANIFEST, "one.mp3": FRAME, "cover.gif": PIXEL}),
    "tiny.lpf": archive(**{"publication.json": W3C, "one.mp3": FRAME, "cover.gif": PIXEL}),
    "tiny.gif": PIXEL,
}
