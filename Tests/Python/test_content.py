# SPDX-License-Identifier: BSD-3-Clause
"""Elements in reading order: roles, texts, and locators."""
import threading

import pytest

import lectern

from .odd_files import FailingFile

XHTML = "application/xhtml+xml"


def publication(files, language="en", types=None, context=None):
    """A publication of documents that a host serves; a str is the body of an XHTML document."""
    data = {href: document(text) if isinstance(text, str) else text for href, text in files.items()}
    manifest = {"metadata": {"title": "T", "language": language},
                "readingOrder": [{"href": href, "type": (types or {}).get(href, XHTML)} for href in files]}
    return lectern.Publication.open_manifest(manifest, data.get, context=context)


def document(body):
    return (f'<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>no</title></head>'
            f"<body>{body}</body></html>").encode()


def elements(body, **options):
    with publication({"a/c.xhtml": body}) as book:
        return list(book.elements(**options))


def brief(element):
    return element["role"], element.get("text")


# --------------------------------------------------------------------------------------------------------------- Roles

@pytest.mark.parametrize("body, expected", [
    ("<h1>a</h1><h6>b</h6>", [("heading", "a"), ("heading", "b")]),
    ("<p>a</p><div>b</div>c", [("paragraph", "a"), ("paragraph", "b"), ("paragraph", "c")]),
    ("<ul><li>a<p>b</p></li></ul>", [("listItem", "a"), ("listItem", "b")]),
    ("<dl><dt>a</dt><dd>b</dd></dl>", [("term", "a"), ("definition", "b")]),
    ("<blockquote><p>a</p><ul><li>b</li></ul></blockquote>", [("quote", "a"), ("listItem", "b")]),
    ("<table><caption>a</caption><tr><th>b</th><td><p>c</p></td></tr></table>",
     [("caption", "a"), ("tableHeader", "b"), ("tableCell", "c")]),
    ("<aside epub:type='footnote'><h2>a</h2><ul><li>b</li></ul></aside>", [("footnote", "a"), ("footnote", "b")]),
    ("<ol><li role='doc-endnote'>a</li></ol>", [("footnote", "a")]),
    ("<p>a<span epub:type='footnote'>b</span>c</p>", [("paragraph", "a"), ("footnote", "b"), ("paragraph", "c")]),
    ("<p epub:type='epigraph'>a</p>", [("quote", "a")]),
    ("<p role='heading' aria-level='3'>a</p>", [("heading", "a")]),
    ("<pre>\n a\n  b\n</pre>", [("code", " a\n  b")]),
    ("<p>a<span epub:type='pagebreak' title='7'/>b</p>", [("paragraph", "ab"), ("pageBreak", "7")]),
    ("<div role='doc-pagebreak' aria-label='xi'>page 11</div><p>a</p>", [("pageBreak", "xi"), ("paragraph", "a")]),
    ("<p>a</p><hr/><p>b</p>", [("paragraph", "a"), ("paragraph", "b")]),
    ("<math display='block' alttext='a plus b'><mi>a</mi></math>", [("math", "a plus b")]),
    ("<math display='block'><mi>a</mi><mo>+</mo><mi>b</mi><annotation>no</annotation></math>", [("math", "a+b")]),
    ("<svg><title>no</title><text>a <tspan>b</tspan></text><text>c</text></svg>",
     [("image", None), ("paragraph", "a b"), ("paragraph", "c")]),
])
def test_roles(body, expected):
    assert [brief(element) for element in elements(body)] == expected


def test_levels():
    found = elements("<h1>a</h1><h4>b</h4><p role='heading'>c</p><p role='heading' aria-level='9'>d</p><h2 aria-level='x'>e</h2><p>f</p>")
    assert [element.get("level") for element in found] == [1, 4, 2, 9, 2, None]


# -------------------------------------------------------------------------------------------------------------- Text

@pytest.mark.parametrize("body, expected", [
    ("<p>\n a \t b\n</p>", ["a b"]), ("<p>a<b> b</b> <i> c</i></p>", ["a b c"]), ("<p>a<b>b</b></p>", ["ab"]),
    ("<p>a<br/> b <br/><br/>c<br/></p>", ["a\nb\n\nc"]), ("<p><br/>a</p>", ["a"]),
    ("<p>a\u00A0 b\u3000c\u00A0</p>", ["a\u00A0 b\u3000c\u00A0"]), ("<p>\u00A0</p><p>\u00AD\u200B</p>", []),
    ("<p>so\u00ADft \u00AD hy&#173;phen</p>", ["soft hyphen"]),
    ("<p>a&amp;b &lt;c> &#x1F600; \u202Bd\u202C</p>", ["a&b <c> 😀 \u202Bd\u202C"]),
    ("a <p>b</p> c", ["a", "b", "c"]),
    ("<p>a</p><script>b</script><style>c</style><template>d</template><noscript>e</noscript>", ["a"]),
    ("<p hidden=''>a</p><p aria-hidden='true'>b</p><p style='x:y; DISPLAY : none !important'>c</p><p hidden='until-found'>d</p>", ["d"]),
    ("<p>a<span hidden=''>b</span>c<!-- d --><?e f?></p>", ["ac"]),
    ("<dialog>a</dialog><dialog open=''>b</dialog><details><summary>c</summary>d</details>", ["b", "c", "d"]),
    ("<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>。</p>", ["漢。"]),
    ("<p>x <math alttext='a plus b'><mi>a</mi></math> y <math><mi>c</mi></math></p>", ["x a plus b y c"]),
    ("<p><img src='d.png' alt='T'/>he</p>", ["The"]), ("<p>a <img src='d.png' alt=' x  y '/> b</p>", ["a x y b"]),
    ("<p>a <span role='img' aria-label='star'>*</span></p>", ["a star"]),
    ("<p><img src='d.png' alt='a'/> <b>b</b></p>", ["a b"]), ("<p><img src='d.png' alt='a'/><i>\u2002</i>b</p>", ["a\u2002b"]),
    ("<p> <b>\u00A0</b>a<b>\u3000</b> </p>", ["\u00A0a\u3000"]), ("<pre>\n<b>  </b>a</pre>", ["  a"]),
    ("<p>\n<b> </b>a<b> </b>\n</p><b> </b><p><br/> <b>c</b></p>", ["a", "c"]),
    ("<select><option>a</option></select><textarea>b</textarea><button>c</button>", ["c"]),
    ("<p>a <canvas>b <p>c</p></canvas>d</p>", ["a d"]),
    ("<object data='x.html' type='text/html'><p>a</p></object><iframe>b</iframe>", ["a"]),
    ("", []), ("<p/><div><br/></div>", []),
])
def test_text(body, expected):
    found = elements(body)
    assert [element["text"] for element in found if element["role"] not in ("image", "pageBreak")] == expected
    with publication({"c.xhtml": body}) as book:
        assert book.text("c.xhtml") == "\n".join(expected)


def test_any_markup():
    for data in (b"<p>a<p>b &nbsp; &eacute;<br>c</div></p><li>d<li>e", b"", b"<", b"\xff\xfe", b"<p>a", b"just text & more <b"):
        with publication({"c.html": data}, types={"c.html": "text/html"}) as book:
            for element in book.elements():
                assert element["text"] and element["locator"]["text"]["highlight"]
    with publication({"c.html": b"<p>a<p>b &nbsp; &eacute;<br>c</div></p><li>d<li>e"}, types={"c.html": "text/html"}) as book:
        assert [brief(element) for element in book.elements()] == [
            ("paragraph", "a"), ("paragraph", "b \u00A0 é\nc"), ("listItem", "d"), ("listItem", "e")]


@pytest.mark.parametrize("markup, expected", [
    (b"<p>a</br>b", ["a\nb"]), (b"a</br>b</p>c", ["a\nb", "c"]), (b"<p>a<br></br>b", ["a\n\nb"]),
    (b"<p>a</body>b<p>c</html>d", ["ab", "cd"]), (b"<div>a</div></body>\n</html>\n", ["a"]), (b"<html><head></html>a", ["a"]),
    (b"a<frameset><frame></frameset>b", ["ab"]),
    (b"<p>a<td>b</td>c<tr>d<caption>e", ["abcde"]), (b"<table><tr><td>a<table><td>b</table>c<td>d</table>e", ["a", "b", "c", "d", "e"]),
])
def test_tags_that_stand_where_they_do_not_belong(markup, expected):
    with publication({"c.html": markup}, types={"c.html": "text/html"}) as book:
        found = list(book.elements())
        assert [element["text"] for element in found] == expected
        for element in found:
            assert place_of(book.locate(element["locator"])) == place_of(element["locator"])


def test_an_element_inside_may_have_the_name_of_the_root():
    markup = b"<div xmlns='http://www.w3.org/1999/xhtml'><section><div><p>a</p></div></section><p>b</p></div>"
    with publication({"c.xhtml": markup}) as book:
        for element in book.elements():
            selector = element["locator"]["locations"]["cssSelector"]
            found = book.locate({"href": "c.xhtml", "cssSelector": selector})
            assert found["text"]["after"].startswith(element["text"]), selector


def place_of(locator):
    return locator["locations"]["cssSelector"], locator["text"].get("highlight")


def test_images():
    found = elements("""
        <figure><img src="one.png" alt=""/><img src="two.png"/><figcaption>The <b>cap</b></figcaption></figure>
        <p><img src="../three.png" alt="3"/></p><p>in <img src="four.png" alt="4"/> line</p>
        <picture><source srcset="five.webp 2x" type="image/webp"/><img src="five.png" alt="5"/></picture>
        <svg xmlns:xlink="http://www.w3.org/1999/xlink"><title>Six</title><image xlink:href="six.jpg"/></svg>
        <svg aria-label="Seven"><path d=""/></svg><svg><path d=""/></svg>
        <object data="eight.svg" type="image/svg+xml">no</object><img alt="nine"/><img/>""")
    images = [element for element in found if element["role"] == "image"]
    assert [(image.get("href"), image.get("alt")) for image in images] == [
        ("a/one.png", ""), ("a/two.png", None), ("three.png", "3"), ("a/four.png", "4"), ("a/five.png", "5"), ("a/six.jpg", "Six"),
        (None, "Seven"), ("a/eight.svg", None), (None, "nine")]
    assert [image.get("caption") for image in images] == ["The cap", *[None] * 8]
    assert [image["alt"] for image in images if image.get("inline")] == ["4"]
    assert images[4]["alternate"] == [{"href": "a/five.webp", "type": "image/webp"}]
    assert ("caption", "The cap") in map(brief, found)


def test_recordings():
    found = elements("""<audio src="a.mp3"/><video><source src="v.mp4" type="video/mp4"/><source src="v.webm"/>no</video><audio/>
                        <object data="o.ogg" type="audio/ogg"/>""")
    assert [(element["role"], element["href"], element.get("type")) for element in found] == [
        ("audio", "a/a.mp3", None), ("video", "a/v.mp4", "video/mp4"), ("audio", "a/o.ogg", "audio/ogg")]
    assert found[1]["alternate"] == [{"href": "a/v.webm"}]


def test_segments():
    element, = elements("""<p>A <i xml:lang="fr">mot <b lang="de">Wort</b></i><a epub:type="noteref" href="n.xhtml#1">1</a>
        <ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby><sup><a role="doc-backlink" href="#r">back</a></sup> end</p>""")
    assert element["segments"] == [
        {"text": "A "}, {"text": "mot ", "language": "fr"}, {"text": "Wort", "language": "de"},
        {"text": "1", "role": "noteref", "href": "a/n.xhtml#1"}, {"text": " "}, {"text": "漢字", "role": "ruby", "reading": "かんじ"},
        {"text": "back", "role": "backlink", "href": "a/c.xhtml#r"}, {"text": " end"}]
    assert "".join(segment["text"] for segment in element["segments"]) == element["text"]


def test_languages():
    with publication({"c.xhtml": "<p>a</p><div xml:lang='fr'><p>b</p><p><i lang='it'>c</i></p><img src='i'/></div>"}, "de") as book:
        assert [element["language"] for element in book.elements()] == ["de", "fr", "it", "fr"]
        assert all("segments" not in element for element in book.elements())


def test_languages_are_those_of_bcp_47():
    files = {"c.xhtml": "<div xml:lang='en_US'><p>hi <i lang='fr_FR'>mot</i> <i lang='ger'>Wort</i> <i lang='no tag'>x</i></p></div>"}
    with publication(files, "IT") as book:
        element, = book.elements()
        assert element["language"] == "en-US"
        assert [(segment["text"].strip(), segment["language"]) for segment in element["segments"] if "language" in segment] == [("mot", "fr-FR"), ("Wort", "de")]
        for word, language in (("mot", "fr-FR"), ("Wort", "de"), ("x", "en-US")):
            assert book.word({"text": {"highlight": word}})["language"] == language


# ------------------------------------------------------------------------------------------------------------ Where it is

BODY = "".join(f"<h2 id='h{n}'>Part {n}</h2><p>The same.</p><p class='x'>Text {n} <b>is</b> here. It is <img src='i{n}' alt='seen'/>.</p>"
               for n in range(20))


def test_locators():
    found = elements(BODY)
    places = [element["locator"]["locations"] for element in found]
    assert places[0] == {"cssSelector": "#h0", "progression": 0, "position": 1, "totalProgression": 0}
    for name in ("progression", "totalProgression"):
        numbers = [place[name] for place in places]
        assert numbers == sorted(set(numbers)), "each is further than the one before"
    assert sorted({place["position"] for place in places}) == list(range(1, max(place["position"] for place in places) + 1))
    text = found[2]["locator"]["text"]
    # Blocks end in white space that is not in the source.
    assert text == {"before": "Part 0 The same. ", "highlight": "Text 0 is here. It is .",
                    "after": " Part 1 The same. Text 1 is here. It is . Part 2 The sa"}


def members(locator, *names):
    return {**{name: locator[name] for name in ("href", "type")},
            **({"text": locator["text"]} if "text" in names and "text" in locator else {}),
            "locations": {name: locator["locations"][name] for name in names if name in locator["locations"]}}


@pytest.mark.parametrize("names", [
    ("cssSelector", "progression", "text"), ("cssSelector",), ("progression",), ("totalProgression",), ("cssSelector", "text"),
    ("text", "progression"), ("text",),
])
def test_start(names):
    with publication({"b.xhtml": "<p>first</p>", "c.xhtml": BODY, "d.xhtml": "<p>last</p>"}) as book:
        every = list(book.elements())
        for number, element in enumerate(every):
            if names == ("text",) and "text" not in element["locator"]:
                continue
            with book.content(members(element["locator"], *names)) as cursor:
                assert cursor.next()["elements"][0] == element
            with book.content(members(element["locator"], *names)) as cursor:
                before = cursor.previous()
                assert (before["elements"][-1] if before else None) == (every[number - 1] if number else None)


def test_start_in_a_resource_that_is_read_twice():
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": f"{name}.xhtml", "type": XHTML} for name in "abac"]}
    with lectern.Publication.open_manifest(manifest, lambda href: document(f"<p>{href}</p>")) as book:
        every = list(book.elements())
        assert [element["locator"]["locations"]["position"] for element in every] == [1, 2, 3, 4]
        for number, element in enumerate(every):
            assert list(book.elements(element["locator"])) == every[number:]
        for position in (None, 2, 9, -1):
            locations = {} if position is None else {"position": position}
            assert list(book.elements({"href": "a.xhtml", "type": XHTML, "locations": locations})) == every


def test_start_in_other_ways():
    with publication({"b.xhtml": "<p>first</p>", "c.xhtml": BODY}) as book:
        def first(href="c.xhtml", text=None, **locations):
            start = {"href": href, "type": XHTML, "locations": locations, "text": {"highlight": text} if text else {}}
            return next(book.elements(start)).get("text")

        assert first() == first("./x/../c.xhtml#part") == "Part 0"
        assert first(fragments=["h7"]) == first(fragments=["#h7"]) == "Part 7"
        assert first(domRange={"start": {"cssSelector": "#h3", "textNodeIndex": 0}}) == "Part 3"
        assert first(domRange={"start": {"cssSelector": "#h3", "textNodeIndex": 0}, "end": {"cssSelector": "#h4"}}) == "Part 3"
        assert first(text="Text 11 is") == first(text="Tixt 11 is") == first(cssSelector="#h2", text="Text 11 is") == "Text 11 is here. It is seen."
        assert next(book.elements({"href": "c.xhtml", "type": XHTML, "locations": {"progression": 1}}))["href"] == "i19"
        assert first(cssSelector="#none", progression=0.0) == "Part 0"
        assert first("gone.xhtml", totalProgression=0) == "first"
        assert first(position=2) == "Part 0"
        with pytest.raises(lectern.NotFoundError) as raised:
            first("gone.xhtml", progression=0.5)
        assert raised.value.path == "publication"
        for wrong in ("[]", "{", '{"href": "c.xhtml"}', '{"href": 1, "type": "text/html"}'):
            with pytest.raises(lectern.JsonError) as raised:
                book.content(wrong)
            assert raised.value.path.startswith("start")


def test_both_directions():
    files = {f"{n}.xhtml": "".join(f"<p>{n} {m}</p>" for m in range(count)) for n, count in enumerate((1, 0, 600, 256, 257, 3))}
    with publication(files) as book, book.content() as cursor:
        pages = list(cursor)
        assert [len(page["elements"]) for page in pages] == [1, 256, 256, 88, 256, 256, 1, 3]
        back = []
        while (page := cursor.previous()) is not None:
            back.append(page)
        assert back == pages[-2::-1]
        assert cursor.next() == pages[1]
    with publication(files) as book, book.content({"href": "2.xhtml", "type": XHTML, "locations": {"cssSelector": "p:nth-child(301)"}}) as cursor:
        assert len(cursor.previous()["elements"]) == 300 - 256
        assert len(cursor.next()["elements"]) == 512 - 300
        assert len(cursor.next()["elements"]) == 88


# ---------------------------------------------------------------------------------------------------------------- Tokens

def test_sentences_of_elements():
    body = "<p>One <i xml:lang='fr'>deux. Trois</i> four.<a epub:type='noteref' href='#n'>1</a> <b>Five</b>!  </p><p><img src='i' alt='no'/></p>"
    first, image = elements(body, tokens={})
    assert "tokens" not in image
    tokens = first["tokens"]
    assert [token["text"] for token in tokens] == ["One deux.", "Trois four.1", "Five!"]
    assert [token["locator"]["text"]["highlight"] for token in tokens] == [token["text"] for token in tokens]
    assert tokens[1]["locator"]["text"]["before"] == "One deux. " and tokens[1]["locator"]["text"]["after"] == " Five!  "
    assert tokens[0]["segments"] == [{"text": "One "}, {"text": "deux.", "language": "fr"}]
    assert tokens[1]["segments"] == [
        {"text": "Trois", "language": "fr"}, {"text": " four."}, {"text": "1", "role": "noteref", "href": "a/c.xhtml#n"}]
    assert "segments" not in tokens[2]
    progressions = [token["locator"]["locations"]["progression"] for token in tokens]
    assert progressions[0] == 0 and progressions == sorted(set(progressions))


def test_tokens_are_quoted_as_the_document_has_them():
    body = "<p>A  so\u00ADft\n line<ruby>漢<rt>かん</rt></ruby>. Next</p>"
    element, = elements(body, tokens={"unit": "sentence"})
    assert [token["text"] for token in element["tokens"]] == ["A soft line漢.", "Next"]
    assert [token["locator"]["text"]["highlight"] for token in element["tokens"]] == ["A  so\u00ADft\n line漢.", "Next"]
    element, = elements(body, tokens={"unit": "word"})
    assert [token["text"] for token in element["tokens"]] == ["A", "soft", "line", "漢", "Next"]
    with pytest.raises(lectern.JsonError):
        elements(body, tokens={"unit": "line"})


def test_more_tokens_than_a_page_has_room_for_are_left_out():
    """Each of them repeats the title, which is in the book only once."""
    title = "t" * 200_000
    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": "c.xhtml", "type": XHTML, "title": title}]}
    files = {"c.xhtml": document(f"<p>{'a ' * 200_000}</p>" + "<p>One two.</p>" * 3)}
    with lectern.Publication.open_manifest(manifest, files.get) as book:
        long, *short = book.elements(tokens={"unit": "word"})
        assert "tokens" not in long and len(long["text"]) == 399_999 and long["locator"]["title"] == title
        assert [len(element["tokens"]) for element in short] == [2, 2, 2]


def test_abbreviations_are_those_of_the_language():
    body = "<p>Mr. X came.</p><p xml:lang='de'>Mr. X kam.</p>"
    assert [len(element["tokens"]) for element in elements(body, tokens={"abbreviations": True})] == [1, 2]
    assert [len(element["tokens"]) for element in elements(body, tokens={})] == [2, 2]


def test_a_token_leads_to_its_element():
    with publication({"c.xhtml": BODY}) as book:
        for element in book.elements(tokens={}):
            for token in element.get("tokens", []):
                assert next(book.elements(token["locator"]))["locator"] == element["locator"]


# --------------------------------------------------------------------------------------------------- Other publications

def test_what_is_no_document():
    types = {"a.jpg": "image/jpeg", "b.mp3": "audio/mpeg", "c.mp4": "video/mp4", "d.css": "text/css", "e.bin": "application/octet-stream"}
    with publication(dict.fromkeys(types, b"x"), types=types) as book:
        assert [(element["role"], element["href"], element["type"]) for element in book.elements()] == [
            ("image", "a.jpg", "image/jpeg"), ("audio", "b.mp3", "audio/mpeg"), ("video", "c.mp4", "video/mp4")]
        assert next(book.elements({"href": "b.mp3", "type": "audio/mpeg", "locations": {"fragments": ["t=3"]}}))["role"] == "audio"
        for href in types:
            with pytest.raises(lectern.UnsupportedError) as raised:
                book.text(href)
            assert raised.value.path == f"publication > {href}"
        with pytest.raises(lectern.NotFoundError):
            book.text("gone.xhtml")


def test_resources_that_cannot_be_read_are_passed_over():
    logged = []
    with lectern.Context(logger=logged.append) as context:
        files = {"a.xhtml": "<p>a</p>", "b.xhtml": None, "c.xhtml": b"<p>" + b" " * (33 << 20), "d.xhtml": "<p>d</p>"}
        with publication(files, context=context) as book, book.content() as cursor:
            assert [brief(element) for page in cursor for element in page["elements"]] == [("paragraph", "a"), ("paragraph", "d")]
            assert cursor.previous()["elements"][0]["text"] == "a"
    assert [entry["path"] for entry in logged if "not read" in entry["message"]] == ["publication", "publication > c.xhtml"]


def test_a_failing_host_is_tried_again(unraisable):
    fails = [True]

    def fetch(href):
        if href == "b.xhtml" and fails[0]:
            raise OSError("gone")
        return document(f"<p>{href}</p>")

    manifest = {"metadata": {"title": "T"}, "readingOrder": [{"href": f"{name}.xhtml", "type": XHTML} for name in "abc"]}
    with lectern.Publication.open_manifest(manifest, fetch) as book, book.content() as cursor:
        assert cursor.next()["elements"][0]["text"] == "a.xhtml"
        for _ in range(2):
            with pytest.raises(lectern.CallbackError) as raised:
                cursor.next()
            assert isinstance(raised.value.__cause__, OSError)
        fails[0] = False
        assert cursor.next()["elements"][0]["text"] == "b.xhtml"
        assert cursor.previous()["elements"][0]["text"] == "a.xhtml"


def test_failing_streams(packed):
    """If any read fails, the call fails, or the elements are the same as without failures."""
    data = packed("sample").read_bytes()

    stream = FailingFile(data)
    with lectern.Publication.open_stream(stream) as book:
        expected = list(book.elements())
        for left in range(100):
            stream.left = left
            try:
                assert list(book.elements()) == expected
                break
            except lectern.LecternError as error:
                assert isinstance(error.__cause__, OSError)
        else:
            pytest.fail("it never came to an end")
    assert left > 1


def test_cancelling():
    seen, stop = [], []

    def step(task, done, total):
        if task == "content":
            seen.append((done, total))
            return bool(stop)

    with lectern.Context(progress=step) as context, publication({f"{n}.xhtml": f"<p>{n}</p>" for n in range(3)}, context=context) as book:
        with book.content() as cursor:
            assert cursor.next()["elements"][0]["text"] == "0"
            stop.append(True)
            with pytest.raises(lectern.CancelledError):
                cursor.next()
            stop.clear()
            assert [page["elements"][0]["text"] for page in cursor] == ["1", "2"]
    assert seen == [(0, 3), (1, 3), (1, 3), (2, 3)]


def test_threads():
    with publication({f"{n}.xhtml": BODY for n in range(8)}) as book:
        expected = list(book.elements(tokens={}))
        found = []
        with book.content(tokens={}) as shared:
            def walk():
                for page in shared:
                    found.extend(page["elements"])

            alone = []
            threads = [threading.Thread(target=walk) for _ in range(4)]
            threads += [threading.Thread(target=lambda: alone.append(list(book.elements(tokens={})))) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert alone == [expected] * 4
        assert sorted(found, key=lambda it: it["locator"]["locations"]["totalProgression"]) == expected


@pytest.mark.parametrize("data", [
    b"<div>" * 20000 + b"a" + b"</div>" * 20000, b"<p>a</p>" * 10000, b"<i lang=fr>a" * 6000, b"<br>a" * 10000,
    b"<svg><title>t</title>" * 6000, b"<svg>" + b"<image href=a>" * 6000, b"<figure>" * 4000 + b"<img src=a>" * 4000,
    b"<p>a" + b"<img src=a alt=b>" * 6000, b"<picture>" + b"<source><img src=a>" * 4000, b"<ruby>" + b"a<rt>b</rt><p>" * 4000,
    b"<a epub:type=noteref>" + b"<i lang=fr>a</i>b" * 4000, b"<div lang=fr>" * 6000 + b"<img src=a>" * 6000,
    b"<i></i>" * 10000 + b"<p>a</p>" * 60, b"<p>" + b"a\xc2\xad " * 10000, b"<p>" + b"Ab. " * 6000, b"<math>" * 10000 + b"a",
    b"<p>" + b"<span epub:type=pagebreak title=1></span>a" * 4000, b"<details><summary>" * 6000,
], ids=range(18))
def test_hostile_documents_come_to_an_end(data):
    with publication({"c.html": data}, types={"c.html": "text/html"}) as book:
        with book.content(tokens={}) as cursor:
            first = cursor.next()
            last = first
            while (page := cursor.next()) is not None:
                last = page
        if last:
            start = last["elements"][-1]["locator"]
            assert next(book.elements(start))["locator"] == start
        book.text("c.html")


def test_a_document_that_is_too_large_is_left_out():
    with publication({"a.xhtml": b"<p>" + b"a" * (33 << 20), "b.xhtml": "<p>B</p>"}) as book:
        assert book.text() == "B"
        with pytest.raises(lectern.LimitError):
            book.text("a.xhtml")


def test_the_context_behind_deep_elements():
    # The time would be quadratic in the depth, for each text near it.
    deep = "<span>" * 9_000 + "a" + "</span>" * 9_000
    found = elements("".join(f"<p>{deep}</p>" + "<p>b</p>" * 20 for _ in range(10)))
    text = found[1]["locator"]["text"]
    assert len(found) == 210 and (text["before"], text["highlight"], text["after"][:44]) == ("a ", "b", " b" * 19 + " a b b")
