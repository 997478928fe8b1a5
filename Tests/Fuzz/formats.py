# SPDX-License-Identifier: BSD-3-Clause
"""Damaged publications of all formats, derived from small valid ones: a name, and files or the bytes of one file.
Everything is determined by one random.Random."""
import copy
import json

from support import daisy, fictionbook, kindle_files, pdf_file
from support.recordings import FORMS

from . import books

PROFILES = "https://readium.org/webpub-manifest/profiles/"
HTML = "application/xhtml+xml"
GUIDE = "application/guided-navigation+json"
MANIFEST = {
    "@context": "https://readium.org/webpub-manifest/context.jsonld",
    "metadata": {
        "@type": "http://schema.org/Book", "conformsTo": PROFILES + "epub", "identifier": "urn:x", "title": {"en": "T", "fr": "U"},
        "author": ["A", {"name": "B", "sortAs": "b", "role": "aut", "links": [{"href": "b"}]}], "subject": [{"name": "S", "code": "1"}],
        "language": "en", "modified": "2020-02-29", "published": "2020-01-01T00:00:00Z", "duration": 9.5, "numberOfPages": 3,
        "belongsTo": {"series": {"name": "S", "position": 1}, "season": 4}, "layout": "reflowable", "readingProgression": "ltr",
        "accessibility": {"conformsTo": "x", "accessModeSufficient": ["textual", ["visual"]], "exemption": "none", "certification": {"certifiedBy": "C"}},
        "tdm": {"reservation": "all", "policy": "p"}, "mediaOverlay": {"activeClass": "a"}, "presentation": {"spread": "both"}, "more": {"a": [1]}},
    "links": [{"href": "https://example.com/m.json", "rel": "self", "type": "application/webpub+json"},
              {"href": "p.json", "type": "application/vnd.readium.position-list+json"}, {"href": "/s{?q}", "templated": True, "rel": "search"}],
    "readingOrder": [
        {"href": "a.html", "type": HTML, "title": "A", "rel": ["contents"], "properties": {"layout": "fixed", "page": "left"},
         "alternate": [{"href": "g.json", "type": GUIDE}], "children": [{"href": "a.html#1"}]},
        {"href": "b%20c.html", "type": HTML, "duration": 2.5, "height": 3, "width": 4, "size": 5, "bitrate": 6.5, "language": "en",
         "alternate": [{"href": "o.smil", "type": "application/smil+xml"}]},
        {"href": "e.html", "type": HTML, "properties": {"encrypted": {"algorithm": "http://x", "scheme": "http://readium.org/2014/01/lcp"}}}],
    "resources": [{"href": "i.png", "type": "image/png", "rel": "cover"}, {"href": "data:,x", "type": "text/plain"}],
    "toc": [{"href": "a.html", "title": "One", "children": [{"href": "b%20c.html#x", "title": "Two"}]}],
    "pageList": [{"href": "a.html#1", "title": "1"}],
    "guided": {"metadata": {"a": 1}, "links": [{"href": "a"}], "images": [{"href": "i.png"}], "x": 1}, "other": [1, {"a": "b"}]}
POSITIONS = {"total": 2, "positions": [{"href": "a.html", "type": HTML, "locations": {"position": 1, "totalProgression": 0.5}},
                                       {"href": "b%20c.html", "type": HTML, "locations": {"progression": 0.25, "fragments": ["x"]}, "title": "t"}]}
GUIDED = {"links": [{"href": "x"}], "guided": [
    {"textref": "a.html#1", "audioref": "a.mp3#t=1,2", "role": ["sequence"], "text": {"plain": "x", "language": "en"},
     "children": [{"imgref": "i.png", "description": {"text": "y"}}]}]}
OVERLAY = ('<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops"><body><seq epub:textref="a.html" epub:type="chapter">'
           '<par id="p"><text src="a.html#1"/><audio src="a.mp3" clipBegin="0:00:01.5" clipEnd="2s"/></par></seq></body></smil>')
W3C = {"@context": ["https://schema.org", "https://www.w3.org/ns/pub-context", {"language": "en"}], "type": "Audiobook",
       "conformsTo": "https://www.w3.org/TR/audiobooks/", "name": {"value": "T", "language": "fr"}, "author": ["A", {"name": "B", "url": "b"}],
       "inLanguage": "en", "duration": "PT1H2M3.5S", "datePublished": "2020-01-01", "accessModeSufficient": [{"type": "ItemList", "itemListElement": ["textual"]}],
       "readingOrder": ["a.html", {"url": "b%20c.html", "name": "B", "duration": "PT1S", "alternate": ["e.html"]}], "resources": "i.png", "abridged": True}
PAGE = ('<!doctype html><title>T</title><link rel="publication" href="publication.json"><nav role="doc-toc"><ol><li><a href="a.html">One</a>'
        '<ol><li><a href="b%20c.html">Two</a></li></ol></li></ol></nav>')
COMIC = ('<ComicInfo><Title>T</Title><Series>S</Series><Number>1.5</Number><Year>2020</Year><Month>2</Month><Writer>A, B</Writer><Manga>YesAndRightToLeft</Manga>'
         '<LanguageISO>en</LanguageISO><Pages><Page Image="0" Type="FrontCover"/><Page Image="2" Type="Story" DoublePage="true"/></Pages><Notes>n</Notes></ComicInfo>')
PLAYLIST = "#EXTM3U\n#EXTINF:12,One\n02.mp3\n#EXTINF:-1,Two\n1.mp3\n"

#: Values for places where JSON expects something else.
LEAVES = (None, True, 0, -1, 1.5, 1e308, 2**63, 10**30, "", " ", [], {}, [[]], [{}], {"href": None}, [None, "a", {"href": "a.html"}], "en", "audio/mpeg",
          "application/pdf", "image/*", "a/b;c=\"d", PROFILES + "audiobook", PROFILES + "divina", PROFILES + "pdf", "/~readium/guided-navigation.json",
          "./~readium/positions", "%7Ereadium/guided-navigation.json?ref=a.html", "A.HTML", "./a.html", "x/../a.html", "/a.html", "a.html?q#f", "http:",
          "{?a*}", "{", "PT", "P1Y", "PT1e9S", "und", "x-a", "self", "scrolled", "auto", *books.VALUES)


def places(json_value, found):
    """All containers and keys in a JSON value."""
    for key in (list(json_value) if isinstance(json_value, dict) else range(len(json_value)) if isinstance(json_value, list) else ()):
        found.append((json_value, key))
        places(json_value[key], found)
    return found


def deep(value, random):
    """The value nested in lists, or as its own child."""
    for _ in range(random.choice((1, 5, 20, 60, 140))):
        value = random.choice(([value], {"href": "a.html", "children": [value]}, {"links": [{"href": "a"}], "x": [value]}))
    return value


def damaged_json(value, random):
    """Up to four changes to the structure, as text."""
    value = copy.deepcopy(value)
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        all_places = places(value, [])
        if not all_places or len(all_places) > 20_000:
            break
        container, key = random.choice(all_places)
        change = random.randrange(9)
        if change < 4:
            container[key] = copy.deepcopy(random.choice(LEAVES))
        elif change == 4:
            del container[key]
        elif change == 5 and isinstance(container, list):
            # A copy, because a shared value would also be changed everywhere else.
            is_small = len(all_places) < 300 and len(json.dumps(container[key])) < 2000
            times = 999 if random.random() < 0.5 and is_small else 1
            container[key:key] = [copy.deepcopy(container[key]) for _ in range(times)]
        elif change == 6:
            container[key] = deep(container[key], random)
            break  # too deep for Python
        elif change == 7 and isinstance(container, dict):
            container[str(random.choice((*MANIFEST, *MANIFEST["metadata"], *MANIFEST["readingOrder"][1], "spine", "page-list", "", "\u00e9")))] = container.pop(key)
        else:
            container[key] = copy.deepcopy(random.choice(all_places)[0])
    return json.dumps(value, ensure_ascii=random.random() < 0.5)


def damaged_text(text, random):
    return books.mutate_markup(text, random) if random.random() < 0.5 else text


def beside(random):
    """The files that the manifests refer to."""
    return {"a.html": "<p id='1'>a", "b c.html": "b" * 3000, "e.html": "e", "i.png": "i", "o.smil": damaged_text(OVERLAY, random),
            "g.json": damaged_json(GUIDED, random), "p.json": damaged_json(POSITIONS, random)}


def comic(random):
    names = random.sample(("1.jpg", "2.png", "10.gif", "01.jpg", "a/1.webp", "\u00e9.png", "e\u0301.png", "\uff11.png", ".hidden.png", "x.txt", "9" * 99 + ".png"), 6)
    return "comic.cbz", books.disturbed({**dict.fromkeys(names, "x"), "ComicInfo.xml": damaged_text(COMIC, random)}, random)


def recordings(random):
    playlist = "".join(random.sample(PLAYLIST.splitlines(True), 5)) if random.random() < 0.5 else PLAYLIST
    sheet = 'FILE "02.mp3" MP3\nTRACK 01 AUDIO\nTITLE "A"\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 01:02:03\n'
    files = {"02.mp3": "y", "b.cue": damaged_text(sheet, random), "cover.jpg": "z", "l.m3u": playlist,
             "l.pls": "[playlist]\nFile2=1.mp3\nFile1=02.mp3"}
    return "recordings.zab", books.disturbed(files, random) | {"1.mp3": recording(random)[1]}


def recording(random):
    """A recording with damage in its tags, which are at its beginning or its end."""
    name = random.choice(tuple(FORMS))
    data = FORMS[name]
    head, rest = (data[:1500], data[-1500:]) if len(data) > 3000 else (data, b"")
    return name, books.mutate_bytes(head, random) + rest


def loose(random):
    """A single document."""
    if random.random() < 0.2:
        text = "# A\n\nChapter 1\n\n\n\nII.\n\n* b [c](d)\n> e\n\n\f`f`\n" * random.choice((1, 20))
        return random.choice(("a.txt", "a.md")), books.mutate_bytes(text.encode(random.choice(("utf-8", "utf-16"))), random)
    if random.random() < 0.3:
        return "page.html", books.mutate_markup(PAGE + "<h1 id=a>A</h1><p>b<h2>C</h2><img src=i.png>", random).encode("utf-8", "replace")
    text = fictionbook.fb2().decode()
    data = (books.mutate_markup(text, random) if random.random() < 0.7 else text).encode(random.choice(("utf-8", "utf-16", "windows-1251")), "replace")
    return ("book.fb2", data) if random.random() < 0.7 else ("book.fbz", fictionbook.fbz(data))


def talking(random):
    """A DAISY book with damage in its navigation, its SMIL files and its texts."""
    files = daisy.BOOKS[random.choice(tuple(daisy.BOOKS))]()
    texts = {name: content.decode() if isinstance(content, bytes) else content for name, content in files.items() if not name.endswith((".mp3", ".png"))}
    for name in random.sample(sorted(texts), random.choice((1, 1, 2, len(texts)))):
        texts[name] = books.mutate_markup(texts[name], random)
    return "book.daisy", books.disturbed(texts, random) | {name: content[:400] for name, content in files.items() if name not in texts}


def kindle(random):
    """A book for Mobipocket or Kindle, with damage in its markup or in its file."""
    compression = random.choice((1, 2, 17480))
    if random.random() < 0.4:
        text = books.mutate_markup(kindle_files.mobi_text()[0].decode(), random).encode("utf-8", "replace")
        return "book.mobi", kindle_files.mobi(compression=compression, text=text)
    make = random.choice((kindle_files.mobi, kindle_files.kf8, kindle_files.hybrid))
    return random.choice(("book.mobi", "book.azw3")), kindle_files.damaged(make(compression=compression), random)


def package(random):
    name = random.choice(("book.webpub", "book.audiobook", "book.divina", "book.lcpdf", "book"))
    return name, books.disturbed({"manifest.json": damaged_json(MANIFEST, random), **beside(random)}, random)


def w3c(random):
    page = damaged_text(PAGE, random)
    if random.random() < 0.3:
        page = f'<link rel="publication" href="#m"><script id="m">{damaged_json(W3C, random)}</script>'
    files = {"index.html": page, **beside(random)}
    if random.random() < 0.7:
        files["publication.json"] = damaged_json(W3C, random)
    return "book.lpf", books.disturbed(files, random)


def lone(random):
    return "book.json", damaged_json(MANIFEST, random).encode("utf-8", "surrogatepass")


def drawn(random):
    """The objects of a page with forms that may draw each other.

    Only forms are counted: patterns, fonts and masks can also keep pdfium busy (CHANGELOG.md).
    """
    first, last = 6, random.choice((7, 9, 14, 30))

    def content(dictionary):
        chosen = (random.choice(("/X{} Do ", "/X{} Do ", "(X{}) Do ", "0 0 1 rg 0 0 9 9 re f ", "BT (AA) Tj ET ", "/I1 Do ")) for _ in range(random.choice((1, 2, 3, 9, 40))))
        text = "".join(one.format(random.randrange(first, last)) for one in chosen)
        return f"<<{dictionary}/Length {len(text)}>>stream\n{text}\nendstream"

    forms = "".join(f"/X{number} {random.randrange(first, last)} 0 R" for number in range(first, last))
    sizes = (1, 9, 99999)
    objects = [random.choice((content("/Subtype/Form/BBox[0 0 99 99]"), content("/Subtype/Form/BBox[0 0 99 99]/Resources 5 0 R"),
                              f"<</Subtype/Image/Width {random.choice(sizes)}/Height {random.choice(sizes)}/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>stream\nx\nendstream"))
               for _ in range(first, last)]
    return ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]/Resources 5 0 R>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>",
            content(""), f"<</XObject<<{forms}>>>>", *objects]


def document(random):
    outline = "/Outlines 5 0 R/PageLabels<</Nums[0<</S/r>>1<</P(x)/St 5>>]>>"
    more = ["<</First 6 0 R/Last 6 0 R/Count 1>>", "<</Title" + pdf_file.text("One") + "/Parent 5 0 R/First 6 0 R/Next 6 0 R/Dest[3 0 R/Fit]>>"]
    data = pdf_file.pages(2, outline, more, "/Info<</Title(T)/Author(A)/CreationDate(D:20200229)>>")
    # Forms are only counted in documents that need no repair.
    return "book.pdf", pdf_file.pdf(drawn(random)) if random.random() < 0.5 else books.mutate_bytes(data, random)


#: Every second case is an EPUB.
MAKERS = (*[books.book] * 7, comic, recordings, recording, loose, talking, kindle, package, package, w3c, lone)


def folder(random):
    return random.choice((books.book, comic, recordings, talking, package, w3c))(random)


def publication(random):
    name, content = random.choice(MAKERS)(random)
    if random.random() < 0.7:
        return name, content
    return name, books.mutate_bytes(books.packed(content, random.random() < 0.5) if isinstance(content, dict) else content, random)
