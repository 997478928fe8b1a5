# SPDX-License-Identifier: BSD-3-Clause
"""Requests of a web view: routes, ranges, headers, and hostile addresses."""
import json

import pytest

import lectern
from support.schemas import explain
from support.tiny_books import epub
from support.tree import ROOT

from .memory import growth
from .web import XHTML, Page, answer, state_of

CHAPTER = "EPUB/text/loomings.xhtml"


# ----------------------------------------------------------------------------------------------------------- The page

def test_index(navigator):
    response = navigator.get("~lectern/index.html")
    text = response.read().decode()
    assert (response.status, response.type) == (200, "text/html; charset=utf-8")
    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'") and "frame-ancestors 'self'" in policy
    head = text.index("<head>")
    assert text.index("Content-Security-Policy") < text.index("<script") and head < text.index('name="lectern"')
    assert f'content="{policy.partition("; frame-ancestors")[0]}"' in text


def test_every_navigator_has_a_token_of_its_own(sample):
    tokens = set()
    for _ in range(4):
        with lectern.Navigator(sample) as navigator:
            tokens.add(Page(navigator, ready=False).token)
    assert len(tokens) == 4


@pytest.mark.parametrize("folder, name, kind", [("bundle", "main.js", "text/javascript; charset=utf-8"),
                                                ("runtime", "css/page.css", "text/css; charset=utf-8")])
def test_files_of_the_page(navigator, folder, name, kind):
    status, found, body = answer(navigator, "/~lectern/" + name)
    assert (status, found) == (200, kind)
    assert body == (ROOT / "Sources/LecternWeb" / folder / name).read_bytes()


@pytest.mark.parametrize("book", ["sample", "fixed-layout", "epub2"])
def test_state(packed, schemas, book):
    options = {"preferences": {"fontSize": 1.5, "theme": "dark"}, "web": {"wheel": False, "voice": "host"}}
    with lectern.Publication.open(packed(book)) as publication, lectern.Navigator(publication, options) as navigator:
        state = state_of(navigator)
        assert not explain(schemas["web-state"], state)
        assert [item["href"] for item in state["readingOrder"]] == [
            link["href"] for link in publication.manifest["readingOrder"]]
        counts = [len(positions) for positions in publication.positions_by_reading_order]
        assert [item["positions"] for item in state["readingOrder"]] == counts
        assert [item["position"] for item in state["readingOrder"]] == [1 + sum(counts[:n]) for n in range(len(counts))]
        assert state["spreads"] == navigator.spreads and state["positions"] == sum(counts)
        settings = navigator.settings["settings"]
        # null if the publication decides; the page also shows resources of the other layout.
        assert state["settings"].keys() == settings.keys()
        decided = {key for key, one in settings.items() if one["value"] is None} | {"language"}
        assert not [key for key, one in settings.items() if one["isActive"] and state["settings"][key] != (
            None if key in decided else one["effectiveValue"])]
        assert book == "fixed-layout" or not [key for key, one in settings.items() if one["effectiveValue"] is None and state["settings"][key] is not None]
        assert state["options"]["wheel"] is False and state["options"]["voice"] == "host"
        if book != "fixed-layout":
            css = navigator.css(state["readingOrder"][0]["href"])
            assert state["css"]["reflowable"]["properties"] == css["properties"]
            assert {"fontSize", "appearance=night", "view=paged"} <= set(state["css"]["reflowable"]["data"].split())


def test_services(sample, navigator):
    for href in ("~readium/positions", "/~readium/search?query=whale"):
        with sample.get(href) as resource:
            assert answer(navigator, href)[2] == resource.read()


def test_locate(sample, navigator):
    query = json.dumps({"href": CHAPTER, "progression": 0.5})
    status, kind, body = answer(navigator, "~lectern/locate.json?query=" + query)
    assert (status, kind) == (200, "application/json; charset=utf-8")
    assert json.loads(body) == sample.locate({"href": CHAPTER, "progression": 0.5})
    assert answer(navigator, "~lectern/locate.json?query={}")[0] == 400
    assert answer(navigator, "~lectern/locate.json")[0] == 400
    assert answer(navigator, '~lectern/locate.json?query={"href":"no.xhtml"}')[0] == 404


def test_decorations(navigator):
    decoration = {"id": "1", "locator": {"href": CHAPTER, "type": XHTML}, "style": {"id": "highlight"}}
    navigator.apply_decorations("g", [decoration])
    status, _, body = answer(navigator, "~lectern/decorations.json?href=" + CHAPTER.replace("/", "%2F"))
    assert status == 200 and json.loads(body) == navigator.render_decorations(CHAPTER)


# ------------------------------------------------------------------------------------------------------------- Ranges

def image(publication):
    return next(link["href"] for link in publication.manifest["resources"] if link["type"].startswith("image/"))


RANGES = [
    ("bytes=0-0", (0, 1)), ("bytes=5-9", (5, 10)), ("bytes=5-", (5, None)), ("bytes=-7", (-7, None)),
    ("Bytes=0-99999999", (0, None)), ("bytes=-99999999", (0, None)), ("bytes=0-18446744073709551616", (0, None)),
]


def test_ranges(sample, navigator):
    href = image(sample)
    whole = navigator.get(href).read()
    for text, expected in RANGES:
        response = navigator.get(href, text)
        part = whole[slice(*expected)]
        first = whole.index(part) if expected[0] < 0 else expected[0]
        assert response.status == 206 and response.length == len(part), text
        assert response.headers["Content-Range"] == f"bytes {first}-{first + len(part) - 1}/{len(whole)}"
        assert b"".join(response.chunks(3)) == part


@pytest.mark.parametrize("text", ["bytes=99999999-", "bytes=-0", "bytes=18446744073709551615-"])
def test_ranges_that_cannot_be_met(sample, navigator, text):
    response = navigator.get(image(sample), text)
    size = len(navigator.get(image(sample)).read())
    assert response.status == 416 and response.headers["Content-Range"] == f"bytes */{size}" and response.read()


def test_ranges_that_are_ignored(sample, navigator):
    for text in ("bytes=9-5", "bytes=a-b", "bytes=", "bytes", "items=0-1", "bytes=0-1,5-6", "", "bytes=--1", "bytes=+1-2",
                 "bytes=1 -2"):
        with navigator.get(image(sample), text) as response:
            assert response.status == 200 and "Content-Range" not in response.headers, text


@pytest.mark.parametrize("href", [CHAPTER, "~lectern/main.js", "~lectern/index.html"])
def test_ranges_of_what_the_library_makes(navigator, href):
    whole = navigator.get(href).read()
    assert answer(navigator, href, "bytes=10-29")[0::2] == (206, whole[10:30])
    assert answer(navigator, href, "bytes=-5")[0::2] == (206, whole[-5:])


# ------------------------------------------------------------------------------------------------------------ Headers

def test_headers(sample, navigator, schemas):
    for href in [CHAPTER, image(sample), "~lectern/main.js", "~lectern/state.json", "nope", "~lectern/nope"]:
        with navigator.get(href) as response:
            described = {"status": response.status, "type": response.type, "length": response.length,
                         "headers": response.headers}
            assert not explain(schemas["web-response"], described)
            headers = response.headers
            assert headers["Content-Length"] == str(len(response.body.read())) == str(response.length)
            assert headers["Content-Type"] == response.type
            assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"
            assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
            assert headers["Cache-Control"] == "no-store"


def test_documents_run_nothing(navigator):
    policy = navigator.get(CHAPTER).headers["Content-Security-Policy"]
    for rule in ("default-src 'none'", "script-src 'none'", "connect-src 'none'", "form-action 'none'", "base-uri 'none'"):
        assert rule in policy.split("; ")


def test_the_type_is_that_of_the_bytes_where_the_manifest_has_none():
    png = b"\x89PNG\r\n\x1a\n" + bytes(32)
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": "a"}], "links": []}

    def serve(href):
        return lectern.Resource.of({"href": href}, png)

    with lectern.Publication.open_manifest(manifest, serve) as book, lectern.Navigator(book) as navigator:
        assert answer(navigator, "a")[:2] == (200, "image/png")


# ---------------------------------------------------------------------------------------------------- Hostile requests

NOWHERE = [
    "", "/", "?", "#", "../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd", "/etc/passwd",
    "file:///etc/passwd", "http://127.0.0.1/", "//127.0.0.1/x", "~lectern/../../etc/passwd", "~lectern/", "~lectern",
    "~lectern//main.js", "~lectern/css/../../main.js", "~lectern/%00", "%00", CHAPTER + "%00", "EPUB/text/loomings.xhtml/",
    "~lectern/nope.js", "~lectern/state.json/x", "META-INF/../../x", "%", "%zz", "\u202e", "é" * 99,
    "~lectern/pdf/page.png", "~lectern/decorations.json", "~readium/nothing", "data:text/html,x", "javascript:alert(1)",
]


def test_what_is_not_there_is_a_response(navigator):
    for href in NOWHERE:
        status, kind, body = answer(navigator, href)
        assert 400 <= status < 600 and kind == "text/plain; charset=utf-8" and len(body) < 1000, (href, status, body[:80])


SPELLINGS = [
    "~lectern/../EPUB/text/loomings.xhtml", "/EPUB/text/loomings.xhtml", "EPUB/text/../text/./loomings.xhtml",
    "EPUB/text/loomings.xhtml?x=1#y", "%45PUB/text/loomings.xhtml", "x/../EPUB/text/loomings.xhtml",
]


def test_spellings_of_an_address(navigator):
    for href in SPELLINGS:
        assert answer(navigator, href) == answer(navigator, CHAPTER), href


def test_huge_addresses(navigator):
    assert answer(navigator, "x" * (5 << 20))[0] == 404
    assert answer(navigator, "~lectern/main.js?" + "&".join("a=%20" for _ in range(200000)))[0] == 200


def test_nul_and_broken_text_are_errors(navigator):
    with pytest.raises(ValueError):
        navigator.get("a\0b")
    for options in ('{"range":5}', '{"rage":"x"}', "[]", '{"range":"bytes=0-1"'):
        from ctypes import c_void_p

        from lectern._calls import outputs
        with pytest.raises(lectern.JsonError):
            outputs((c_void_p, c_void_p), "lectern_navigator_get", navigator, b"x", options.encode())


def test_a_protected_file_is_forbidden(tmp_path, packed):
    import zipfile
    path = tmp_path / "locked.epub"
    with zipfile.ZipFile(packed("sample")) as old, zipfile.ZipFile(path, "w") as new:
        for entry in old.infolist():
            new.writestr(entry, old.read(entry))
        new.writestr("META-INF/encryption.xml", f"""<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
          xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
          <enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/><enc:CipherData>
          <enc:CipherReference URI="{CHAPTER}"/></enc:CipherData></enc:EncryptedData></encryption>""")
    with lectern.Publication.open(path) as book, lectern.Navigator(book) as navigator:
        assert answer(navigator, CHAPTER)[0] == 403
        assert answer(navigator, "EPUB/text/raven.xhtml")[0] == 200


def test_a_failure_is_a_document_where_one_is_expected(unraisable):
    manifest = {"metadata": {"title": "T"}, "links": [], "readingOrder": [{"href": "a.xhtml", "type": XHTML}, {"href": "b.png"}],
                "resources": [{"href": "c.html"}, {"href": "d.css"}]}

    def fail(href):
        raise lectern.NotFoundError('no "<file>"')

    with lectern.Publication.open_manifest(manifest, fail) as book, lectern.Navigator(book) as navigator:
        for href, kind in (("a.xhtml", "html"), ("c.html", "html"), ("b.png", "plain"), ("d.css", "plain"), ("no.xhtml", "plain")):
            with navigator.get(href) as response:
                body = response.read().decode()
                assert response.status >= 400 and response.type == f"text/{kind}; charset=utf-8", (href, response.type, body)
                if kind == "html":
                    assert 'data-lectern-error="' in body and "<file>" not in body and body.endswith("<body></body></html>")
                    assert "script-src 'none'" in body and "script-src 'none'" in response.headers["Content-Security-Policy"]


def test_failures_of_a_host(unraisable):
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": "a.xhtml", "type": XHTML}], "links": []}

    def serve(href):
        raise OSError("no network")

    with lectern.Publication.open_manifest(manifest, serve) as book, lectern.Navigator(book) as navigator:
        assert answer(navigator, "a.xhtml")[0] in (502, 503)
        assert state_of(navigator)["positions"] == 0


# -------------------------------------------------------------------------------------------------------------- Large

def test_recordings_are_streams(tmp_path):
    path = tmp_path / "book.zip"
    import zipfile
    size = 96 << 20
    with zipfile.ZipFile(path, "w") as book:
        with book.open("1.mp3", "w", force_zip64=True) as file:
            file.write(b"ID3\x04\0\0\0\0\0\0")
            for _ in range(size >> 20):
                file.write(bytes(1 << 20))
    with lectern.Publication.open(path) as book, lectern.Navigator(book) as navigator:
        href = book.manifest["readingOrder"][0]["href"]

        def middle():
            with navigator.get(href, f"bytes={size // 2}-") as response:
                return response.status, len(next(response.chunks(65536)))
        found, taken = growth(middle)
        assert found == (206, 65536) and taken < (16 << 20)
        total, taken = growth(lambda: sum(len(chunk) for chunk in navigator.get(href).chunks()))
        assert total == size + 10 and taken < (16 << 20)


def test_a_navigator_keeps_its_publication(packed):
    book = lectern.Publication.open(packed("sample"))
    navigator = lectern.Navigator(book)
    expected = answer(navigator, CHAPTER)
    book.close()
    assert answer(navigator, CHAPTER) == expected
    response = navigator.get(CHAPTER)
    navigator.close()
    assert response.read() == expected[2]


# ------------------------------------------------------------------------------------------------------- Types and frames

@pytest.fixture
def typed(tmp_path):
    """The response to a file with this media type in the manifest."""
    opened = []

    def get(text, kind, href="EPUB/x", address=None):
        item = f'<item id="x" href="x" media-type="{kind}"/>' if kind else ""
        nav = '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
        path = tmp_path / f"{len(opened)}.epub"
        path.write_bytes(epub(files={href: text}, manifest=nav + item))
        book = lectern.Publication.open(path)
        navigator = lectern.Navigator(book)
        opened.extend((navigator, book))
        return navigator.get(address or href)

    yield get
    for handle in opened:
        handle.close()


DOCUMENT = ('<html xmlns="http://www.w3.org/1999/xhtml"><body><script>top.hacked = 1</script><img src="http://x/" onerror="x"/>'
            '<a href="http://x/">out</a><a href="c1.xhtml">in</a></body></html>')
MEDIA = ["image/png", "font/woff2", "audio/mpeg", "video/mp4", "text/plain", "application/json", "text/vtt", "text/javascript"]
NO_DOCUMENTS = [*((kind, kind) for kind in MEDIA), ("IMAGE/PNG; charset=x", "image/png"), ("application/ld+json", "application/json"),
                ("application/x-javascript", "text/javascript"),
                *((kind, "application/octet-stream") for kind in (
                    "application/pdf", "application/unknown", "*/*", "text/html2", "multipart/x-mixed-replace",
                    "audio/x-mpegurl", "application/vnd.apple.mpegurl", "text/cache-manifest", "message/rfc822", "image/*")),
                # Invalid types: the bytes decide.
                *((kind, "application/xhtml+xml") for kind in ("image/png, text/html", "x", "text/x&#9;y"))]
DOCUMENTS = ["text/xsl", "application/xml", "text/xml", "application/xslt+xml", "APPLICATION/Xhtml+XML;x=y", "application/rdf+xml", "image/xml",
             "application/mathml+xml", "x/y+xml"]


@pytest.mark.parametrize("kind, expected", NO_DOCUMENTS)
def test_types_are_ours(typed, kind, expected):
    response = typed(DOCUMENT, kind)
    assert response.status == 200 and response.type == expected and response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("address", ["EPUB/x", "EPUB/x?lectern-frame", "~lectern/frame/EPUB/x", "~lectern/frame/EPUB/x?lectern-frame"])
def test_every_document_has_a_policy_and_runs_nothing(typed, kind, address):
    response = typed(DOCUMENT, kind, address=address)
    text = response.read().decode()
    assert response.type == "application/xhtml+xml" and "script-src 'none'" in response.headers["Content-Security-Policy"]
    head = text.index("<head>") + len("<head>")
    assert text[head:].startswith('<meta http-equiv="Content-Security-Policy" content="default-src \'none\'')
    assert "<script/>" in text and "hacked" not in text and "onerror" not in text and "src=" not in text
    # In a frame, a click would go unnoticed.
    assert ('href="http://x/"' in text) == ("frame/" not in address) and 'href="c1.xhtml"' in text


def test_a_drawing_is_an_image_or_a_document(typed):
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script><image href="http://x/"/></svg>'
    for address, kind in (("EPUB/x", "image/svg+xml"), ("EPUB/x?lectern-frame", "application/xhtml+xml"),
                          ("~lectern/frame/EPUB/x", "image/svg+xml"), ("~lectern/frame/EPUB/x?lectern-frame", "application/xhtml+xml")):
        response = typed(drawing, "image/SVG+xml;x=y", address=address)
        text = response.read().decode()
        assert response.type == kind and '<svg xmlns="http://www.w3.org/2000/svg"><script/><image/></svg>' in text
        assert ("Content-Security-Policy" in text) == (kind != "image/svg+xml")
        shared = response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert shared == address.startswith("~lectern")


@pytest.mark.parametrize("kind", ["application/pdf", "application/unknown", "*/*"])
def test_a_frame_of_another_type_is_empty(typed, kind):
    response = typed(DOCUMENT, kind, address="~lectern/frame/EPUB/x?lectern-frame")
    assert response.status == 200 and response.type == "text/html; charset=utf-8"
    assert response.read().endswith(b"<body></body></html>")


def test_a_frame_of_nothing_is_an_empty_document(navigator):
    response = navigator.get("~lectern/frame/EPUB/none?lectern-frame")
    assert response.status == 404 and response.type == "text/html; charset=utf-8" and b"Content-Security-Policy" in response.read()
    assert navigator.get("~lectern/frame/~lectern/index.html").status == 404
    assert navigator.get("~lectern/frame/~lectern/css/page.css").status == 200


def test_a_drawing_whose_scripts_are_allowed(tmp_path):
    """A drawing that is a chapter is served inside a document with the policy.  One that is an image is served without
    scripts, because a document can navigate to it."""
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>run()</script><rect onclick="run()" width="9" height="9"/></svg>'
    manifest = {"metadata": {"title": "T"}, "links": [], "resources": [{"href": "b.svg", "type": "image/svg+xml"}],
                "readingOrder": [{"href": "a.svg", "type": "image/svg+xml", "properties": {"contains": ["js"]}}]}
    files = {name: drawing.encode() for name in ("a.svg", "b.svg")}
    with lectern.Publication.open_manifest(manifest, files.get) as book, lectern.Navigator(book, {"web": {"scripts": True}}) as navigator:
        address = state_of(navigator)["readingOrder"][0]["scripted"]
        status, kind, chapter = answer(navigator, address)
        assert (status, kind) == (200, XHTML)
        assert chapter.index(b"Content-Security-Policy") < chapter.index(b"<script>run()")
        plain = address.partition("?")[0]
        for href in (plain, plain.replace("a.svg", "b.svg"), "a.svg"):
            status, kind, image = answer(navigator, href)
            assert (status, kind) == (200, "image/svg+xml") and b"<rect" in image and b"run()" not in image
