# SPDX-License-Identifier: BSD-3-Clause
"""EPUB CFIs: syntax, order, and locations of a book in both directions."""
import io
import zipfile

import pytest

import lectern
from lectern import cfi
from support.tiny_books import epub

PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Book</dc:title><dc:identifier id="id">0</dc:identifier></metadata>
<manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>
<item id="two" href="two%20.xhtml" media-type="application/xhtml+xml"/>
<item id="notes" href="notes.xhtml" media-type="application/xhtml+xml"/>
<item id="extra" href="extra.xhtml" media-type="application/xhtml+xml"/></manifest>
<!-- This is no step. --><spine id="order"><itemref idref="one"/>
<itemref idref="notes" linear="no"/><itemref idref="two" id="second"/></spine></package>"""
ONE = """<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body>
<p id="p1">The <b>quick</b> brown<!-- or red --> fox\U0001F98A jumps &amp; runs.</p>
<p id="p2">one<br/><br/>two</p><iframe src="notes.xhtml#x"></iframe><img id="i[1]" src="a.png" alt="picture"/>
<p>Last words of the chapter.</p></body></html>"""
TWO = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Two</title></head><body><p id="p3">Second chapter.</p></body></html>'
NOTES = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Notes</title></head><body><p id="n">A note.</p></body></html>'
HREF = "EPUB/one.xhtml"


def book(one=ONE, package=PACKAGE):
    container = """<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
        <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        for name, text in {"META-INF/container.xml": container, "EPUB/package.opf": package, "EPUB/one.xhtml": one,
                           "EPUB/two .xhtml": TWO, "EPUB/notes.xhtml": NOTES, "EPUB/extra.xhtml": NOTES}.items():
            archive.writestr(name, text)
    return lectern.Publication.open_bytes(file.getvalue())


@pytest.fixture
def opened():
    with book() as publication:
        yield publication


def text_at(publication, text, **more):
    found = publication.locate({"fragments": [text], **more})
    return found["text"].get("before", "")[-4:], found["text"].get("highlight"), found["text"].get("after", "")[:4]


# -------------------------------------------------------------------------------------------------- Parsing and writing

@pytest.mark.parametrize("text", [
    "epubcfi(/6/4)", "epubcfi(/6/4[a]!/4/2/1:0)", "epubcfi(/6/4!/4[^^^[^]^(^)^,^;^=!/]/1:3[a b,c;s=b;x.y=1,2])",
    "epubcfi(/6/4!/4/2~1.5@50:99.25[;s=a])", "epubcfi(/6/4!/4,/2/1:3,/4)", "epubcfi(/6/4!/4/3,:1,:9)",
    "epubcfi(/6/4,!/4/2,!/4/4/1:3)", "epubcfi(/6/4!/4/2!/4/2/1:0[,after])", "epubcfi(/0/2)",
])
def test_what_is_canonical_stays_as_it_is(text):
    assert cfi.parse(text)["cfi"] == text


@pytest.mark.parametrize("text, canonical", [
    ("epubcfi(/6/4!/4/1:3[a,])", "epubcfi(/6/4!/4/1:3[a])"), ("epubcfi(/6/4!/4~1.50@5.0:6)", "epubcfi(/6/4!/4~1.5@5:6)"),
    ("#epubcfi(/6/4%5Ba%5E%5D%5D!/4)", "epubcfi(/6/4[a^]]!/4)"), ("epubcfi(/6/4[^a%20])", "epubcfi(/6/4[a%20])"),
])
def test_other_spellings(text, canonical):
    assert cfi.parse(text)["cfi"] == canonical


@pytest.mark.parametrize("text, place", [
    ("", 1), ("epubcfi", 1), ("/6/4", 1), ("epubcfi()", 9), ("epubcfi(/6/4", 13), ("epubcfi(/6/4)x", 14), ("epubcfi(6/4)", 9),
    ("epubcfi(/6/)", 12), ("epubcfi(/6/04)", 12), ("epubcfi(/6/9999999999)", 12), ("epubcfi(/6/-2)", 12), ("epubcfi(/6/4!)", 14),
    ("epubcfi(!/4)", 10), ("epubcfi(/6!!/4)", 12), ("epubcfi(/6/4:x)", 14), ("epubcfi(/6/4@5)", 15), ("epubcfi(/6/4~1.)", 16),
    ("epubcfi(/6/4[])", 15), ("epubcfi(/6/4[a[b])", 15), ("epubcfi(/6/4[a)", 15), ("epubcfi(/6/4[a^)", 17), ("epubcfi(/6/4[a;b])", 17),
    ("epubcfi(/6/4,/2)", 16), ("epubcfi(/6/4,/2,/4,/6)", 19), ("epubcfi(/6/4:1,/2,/4)", 16), ("epubcfi(/6/4,,/2)", 14),
    ("epubcfi(/6/4:1:2)", 15), ("epubcfi(,/2,/4)", 9), ("#epubcfi(/6/4[a%00b])", 15),
])
def test_what_breaks_the_grammar_says_where(text, place):
    with pytest.raises(lectern.ArgumentError) as raised:
        cfi.parse(text)
    assert raised.value.path == f"cfi > character {place}" and raised.value.message.endswith(".")


def test_long_and_deep_ones_are_bounded():
    assert cfi.parse(f"epubcfi({'/2' * 20_000})")["path"] == [[{"index": 2}] * 20_000]
    for text in ("/2" * 20_001, "/2" * 20_000 + "!/2", "/2[" + "^" * 999_999, "/2" + "[a" * 100_000):
        with pytest.raises(lectern.ArgumentError):
            cfi.parse(f"epubcfi({text})")


def test_the_parts_of_a_range():
    found = cfi.parse("epubcfi(/6/4[a]!/4,/2/1:3[x;s=a],/4@1:2)")
    assert found["path"] == [[{"index": 6}, {"index": 4, "id": "a"}], [{"index": 4}]]
    assert found["start"] == {"cfi": "epubcfi(/6/4[a]!/4/2/1:3[x;s=a])", "path": [[{"index": 2}, {"index": 1}]],
                              "terminal": {"offset": 3, "before": "x", "side": "a"}}
    assert found["end"] == {"cfi": "epubcfi(/6/4[a]!/4/4@1:2)", "path": [[{"index": 4}]], "terminal": {"spatial": [1, 2]}}


def test_the_order_is_total():
    places = ["/6/2", "/6/4", "/6/4!/2", "/6/4!/2!/2", "/6/4!/4", "/6/4!/4/0", "/6/4!/4/1:0", "/6/4!/4/1:2", "/6/4!/4/1:10", "/6/4!/4/2",
              "/6/4!/4/2@9:1", "/6/4!/4/2@1:2", "/6/4!/4/2~0", "/6/4!/4/2~0.5", "/6/4!/4/2~10", "/6/4!/4/2/1:9", "/6/4!/4/10", "/6/10"]
    texts = [f"epubcfi({place})" for place in places]
    for i, a in enumerate(texts):
        for j, b in enumerate(texts):
            assert cfi.compare(a, b) == (i > j) - (i < j), (a, b)
    assert sorted(reversed(texts), key=cfi.sort_key) == texts
    assert cfi.compare("epubcfi(/6/4[a]!/4/1)", "epubcfi(/6/4[b]!/4/1:0[x;s=b])") == 0, "assertions do not count"
    assert cfi.compare("epubcfi(/6/4!/4,/2,/4)", "epubcfi(/6/4!/4,/2,/6)") == -1
    assert cfi.compare("epubcfi(/6/4!/4,/2,/4)", "epubcfi(/6/4!/4/2)") == 1


@pytest.mark.parametrize("start, end, joined", [
    ("/6/4!/4/2/1:3", "/6/4!/4/2/1:8", "/6/4!/4/2,/1:3,/1:8"), ("/6/4!/4/2/1:3", "/6/4!/4/4", "/6/4!/4,/2/1:3,/4"),
    ("/6/4!/4/2", "/6/4!/4/2/1:1", "/6/4!/4,/2,/2/1:1"), ("/6/4!/2", "/6/4!/4/2", "/6/4,!/2,!/4/2"),
    ("/6/4!/4/2", "/6/6!/4/2", "/6,/4!/4/2,/6!/4/2"), ("/6/4[a]!/4[b]/2[c]/1:0", "/6/4!/4/2/3:0", "/6/4[a]!/4[b]/2[c],/1:0,/3:0"),
    ("/6/4!/4/2/1:3[a,b]", "/6/4!/4/2/1:3", "/6/4!/4/2,/1:3[a,b],/1:3"),
])
def test_two_places_are_a_range(start, end, joined):
    found = cfi.join(f"epubcfi({start})", f"epubcfi({end})")
    assert found == f"epubcfi({joined})"
    parts = cfi.parse(found)
    assert parts["start"]["cfi"] == f"epubcfi({start})" and cfi.compare(parts["end"]["cfi"], f"epubcfi({end})") == 0


def test_places_without_a_common_step_are_no_range():
    with pytest.raises(lectern.ArgumentError):
        cfi.join("epubcfi(/2/4)", "epubcfi(/4/2)")


# ------------------------------------------------------------------------------------------------------- From CFIs to places

@pytest.mark.parametrize("path, around", [
    ("/4[p1]/1:2", ("Th", None, "e qu")), ("/4/2/2/1:5", ("uick", None, " bro")), ("/4/2[p1]/3:6", ("rown", None, " fox")),
    ("/4/2/3:10", (" fox", None, "\U0001F98A ju")), ("/4/2/3:12", ("fox\U0001F98A", None, " jum")),
    ("/4/2/3:11", (" fox", None, "\U0001F98A ju")), ("/4/4/3:0", ("one ", None, "two ")), ("/4/4/5:1", ("ne t", None, "wo L")),
    ("/4/2/3:18", ("umps", None, " & r")), ("/4/4", ("ns. ", None, "one ")), ("/4/0", ("", None, "The ")),
    ("/4/12", (("ter."), None, "")), ("/4/10", ("two ", None, "Last")),
])
def test_where_they_lead(opened, path, around):
    before, highlight, after = text_at(opened, f"epubcfi(/6[order]/2!{path.replace('/4[p1]', '/4/2[p1]')})")
    assert (before, highlight, after) == (around[0].replace("\n", " "), None, around[2])


def test_a_range_has_its_text(opened):
    found = opened.locate({"fragments": ["epubcfi(/6/2!/4/2,/2/1:2,/3:6)"]})
    assert found["text"]["highlight"] == "ick brown"
    assert found["locations"]["domRange"]["start"]["charOffset"] == 2
    assert found["locations"]["domRange"]["end"] == {"cssSelector": "#p1", "textNodeIndex": 1, "charOffset": 6}
    assert found["locations"]["partialCfi"] == "/4/2[p1],/2/1:2,/3:6"
    assert found["locations"]["fragments"][-1] == "epubcfi(/6[order]/2!/4/2[p1],/2/1:2,/3:6)"
    whole = opened.locate({"fragments": ["epubcfi(/6/2!/4,/2,/4)"]})
    assert whole["text"]["highlight"].split() == "The quick brown fox\U0001F98A jumps & runs.".split()


@pytest.mark.parametrize("query", [
    {"fragments": ["epubcfi(/6/6!/4/2/1:7)"]}, {"locations": {"fragments": ["x", "#epubcfi(/6/6!/4/2/1:7)"]}},
    {"href": "EPUB/package.opf#epubcfi(/6/6%5Bsecond%5D!/4/2/1:7)"}, {"href": "EPUB/two%20.xhtml#epubcfi(/6/6!/4/2/1:7)"},
    {"href": "EPUB/package.opf#epubcfi(/6/6!/4/8%5Bp%33%5D/1:7)"},
    {"href": "EPUB/two%20.xhtml", "fragments": ["epubcfi(/4/2/1:7)"]}, {"href": "EPUB/two%20.xhtml", "partialCfi": "/4/2/1:7"},
    {"href": "EPUB/two%20.xhtml", "partialCfi": "/6/6!/4/2/1:7"}, {"fragments": ["epubcfi(/6/2[second]!/4/2/1:7)"]},
    {"fragments": ["epubcfi(/6/6!/4/2[p3]/1:7[Second,chapter])"]},
    # The href of the locator takes precedence over the spine.
    {"href": "EPUB/two%20.xhtml", "fragments": ["epubcfi(/6/2!/4/2/1:7)"]},
])
def test_ways_to_write_one(opened, query):
    found = opened.locate(query)
    assert found["href"] == "EPUB/two%20.xhtml" and found["text"]["after"] == "chapter."
    assert found["locations"]["progression"] == pytest.approx(7 / 15)
    if any("(/6" in fragment for fragment in query.get("fragments", [])):
        assert found["locations"]["fragments"][-1].startswith("epubcfi(/6[order]/6[second]!/4/2[p3]/1:7")


def test_what_is_not_in_the_reading_order_has_places_too(opened):
    found = opened.locate({"fragments": ["epubcfi(/6/4!/4/2/1:2)"]})
    assert (found["href"], found["text"]["after"]) == ("EPUB/notes.xhtml", "note.")
    # Through the frame of another document.
    assert opened.locate({"fragments": ["epubcfi(/6/2!/4/6!/4/2/1:2)"]})["text"] == found["text"]


def test_the_item_alone(opened):
    found = opened.locate({"fragments": ["epubcfi(/6/6)"]})
    assert (found["href"], found["locations"]["progression"]) == ("EPUB/two%20.xhtml", 0)
    assert opened.cfi({"href": "EPUB/two%20.xhtml"}) == {
        "cfi": "epubcfi(/6[order]/6[second])", "href": "EPUB/two%20.xhtml", "fit": "exact"}


@pytest.mark.parametrize("text", [
    "epubcfi(/6/40!/4/2)", "epubcfi(/6/40[gone]!/4/2)", "epubcfi(/8/2!/4/2)", "epubcfi(/6/2!/4/400/1:0)", "epubcfi(/6/2!/4/2/1/2)",
    "epubcfi(/6/2!/4/2!/4/2)", "epubcfi(/6/2!/8)", "epubcfi(/4/2/1:0)", "epubcfi(/6/2/2!/4)",
])
def test_what_leads_nowhere(opened, text):
    for ask in (opened.locate, opened.cfi):
        with pytest.raises(lectern.NotFoundError):
            ask({"fragments": [text]})


def test_what_is_none_is_an_unknown_fragment(opened):
    found = opened.locate({"href": HREF, "fragments": ["epubcfi(/6/)"]})
    assert found["locations"]["progression"] == 0 and "epubcfi(/6/)" not in found["locations"].get("fragments", [])


# -------------------------------------------------------------------------------------------------------------- Corrections

@pytest.mark.parametrize("path, corrected, fit", [
    ("/4/2[p1]/1:2", "/4/2[p1]/1:2", "exact"), ("/4/2/1:2", "/4/2[p1]/1:2", "exact"),
    ("/4/8[p1]/1:2", "/4/2[p1]/1:2", "corrected"), ("/4/90/8[p1]/1:2", "/4/2[p1]/1:2", "corrected"),
    ("/4/2[gone]/1:2", "/4/2[p1]/1:2", "doubtful"), ("/4/2/1:99", "/4/2[p1]/1:4", "doubtful"), ("/4/4/3:2", "/4/4[p2]/3:0", "doubtful"),
    ("/4/2/3:6[brown,fox]", "/4/2[p1]/3:6[brown,fox]", "exact"), ("/4/2/3:2[brown,fox]", "/4/2[p1]/3:6[brown,fox]", "corrected"),
    ("/4/2/3:2[quick brown]", "/4/2[p1]/3:6[quick brown]", "corrected"), ("/4/2/3:2[,fox]", "/4/2[p1]/3:7[,fox]", "corrected"),
    ("/4/2/3:2[nowhere]", "/4/2[p1]/3:2[nowhere]", "doubtful"), ("/4/2/3:2[x]", "/4/2[p1]/3:2[x]", "doubtful"),
    ("/4/8[i^[1^]]:3[;s=b]", "/4/8[i^[1^]]:3[;s=b]", "exact"), ("/4/4/2[;s=a]", "/4/4[p2]/2[;s=a]", "exact"),
    ("/4/2,/1:0[,The],/3:9[;x=1]", "/4/2[p1],/1:0[,The],/3:9[;x=1]", "exact"), ("/4/2,/1:2,/90", "/4/2[p1]/1:2", "doubtful"),
    ("/4,/4,/2", "/4/4[p2]", "doubtful"), ("/4/2,/1:2,/1:2", "/4/2[p1],/1:2,/1:2", "exact"),
])
def test_corrections(opened, path, corrected, fit):
    found = opened.cfi({"fragments": [f"epubcfi(/6/2!{path})"]})
    assert (found["cfi"], found["fit"]) == (f"epubcfi(/6[order]/2!{corrected})", fit)
    assert opened.cfi({"fragments": [found["cfi"]]})["cfi"] == found["cfi"], "it leads to itself"


@pytest.mark.parametrize("terminal", ["~1.5", "@5:99.5", "~1.5@5:99.5"])
def test_a_place_in_a_text_has_no_time_and_no_point(opened, terminal):
    place = opened.cfi({"fragments": [f"epubcfi(/6/2!/4/2/1{terminal})"]})
    assert cfi.parse(place["cfi"])["terminal"] == {"offset": 0}


def test_a_quote_corrects_it(opened):
    query = {"fragments": ["epubcfi(/6/2!/4/4/1:0)"], "text": {"before": "brown ", "highlight": "fox", "after": "\U0001F98A"}}
    assert opened.cfi(query) == {
        "cfi": "epubcfi(/6[order]/2!/4/2[p1],/3:7,/3:10)", "start": "epubcfi(/6[order]/2!/4/2[p1]/3:7)",
        "end": "epubcfi(/6[order]/2!/4/2[p1]/3:10)", "href": HREF, "fit": "corrected"}
    # Of two equal texts, the nearer one is chosen.
    with book(ONE.replace("Last words", "fox and fox")) as other:
        for path, expected in (("/4/10/1:0", "/4/10,/1:0,/1:3"), ("/4/10/1:7", "/4/10,/1:8,/1:11")):
            found = other.cfi({"fragments": [f"epubcfi(/6/2!{path})"], "text": {"highlight": "fox"}})
            assert found["cfi"] == f"epubcfi(/6[order]/2!{expected})"


# ------------------------------------------------------------------------------------------------------- From places to CFIs

@pytest.mark.parametrize("query, expected", [
    ({"cssSelector": "#p2"}, "/4/4[p2]"), ({"fragments": ["p2"]}, "/4/4[p2]"), ({"cssSelector": "br:nth-child(2)"}, "/4/4[p2]/4"),
    ({"domRange": {"start": {"cssSelector": "#p2", "textNodeIndex": 1, "charOffset": 2}}}, "/4/4[p2]/5:2"),
    ({"domRange": {"start": {"cssSelector": "b", "textNodeIndex": 0, "charOffset": 1},
                   "end": {"cssSelector": "#p1", "textNodeIndex": 1, "charOffset": 12}}}, "/4/2[p1],/2/1:1,/3:12"),
    ({"text": {"highlight": "quick brown"}}, "/4/2[p1],/2/1:0,/3:6"), ({"text": {"before": "Last ", "after": "words"}}, "/4/10/1:5"),
    ({"domRange": {"start": {"cssSelector": "#p2", "textNodeIndex": 1, "charOffset": 2},
                   "end": {"cssSelector": "#p2", "textNodeIndex": 1, "charOffset": 1}}}, "/4/4[p2]/5:2"),
    ({"domRange": {"start": {"cssSelector": "#p2", "textNodeIndex": 1, "charOffset": 2},
                   "end": {"cssSelector": "#p2", "textNodeIndex": 1, "charOffset": 2}}}, "/4/4[p2]/5:2"),
    ({"partialCfi": "/4/4/5:1"}, "/4/4[p2]/5:1"), ({"progression": 0}, "/4/2[p1]/1:0"), ({"text": {"highlight": "runs. one"}},
                                                                                       "/4,/2[p1]/3:21,/4[p2]/1:3"),
])
def test_the_cfi_of_a_place(opened, query, expected):
    found = opened.cfi({"href": HREF, **query})
    assert (found["cfi"], found["href"], found["fit"]) == (f"epubcfi(/6[order]/2!{expected})", HREF, "exact")
    if "," in expected:
        assert [found["start"], found["end"]] == [cfi.parse(found["cfi"])[end]["cfi"] for end in ("start", "end")]


def test_locators_have_one_when_asked(opened):
    query = {"href": HREF, "text": {"highlight": "brown"}}
    plain, asked = opened.locate(query), opened.locate({**query, "cfi": True})
    text = opened.cfi(query)["cfi"]
    assert asked["locations"]["fragments"] == [*plain["locations"].get("fragments", []), text]
    del asked["locations"]["fragments"]
    plain["locations"].pop("fragments", None)
    assert asked == plain
    assert opened.locate({**query, "cfi": None})["locations"].get("fragments") is None
    alone = opened.locate({"fragments": [text]})
    assert alone["text"]["highlight"] == "brown" and alone["href"] == HREF
    assert opened.locate(alone) == {**alone, "fit": "exact"}, "what is complete stays as it is"


def test_matches_have_one_when_asked(opened):
    with opened.search("brown", {"cfi": True}) as pages:
        [match] = [locator for page in pages for locator in page["locators"]]
    assert match["locations"]["fragments"] == [opened.cfi(match)["cfi"]] == ["epubcfi(/6[order]/2!/4/2[p1],/3:1,/3:6)"]
    with opened.search("brown") as pages:
        assert "fragments" not in next(iter(pages))["locators"][0]["locations"]
    with opened.get("~readium/search?query=brown&cfi=1") as resource:
        assert match["locations"]["fragments"][0] in resource.read().decode()


def test_what_has_none(opened):
    with pytest.raises(lectern.NotFoundError):
        opened.cfi({"href": "EPUB/extra.xhtml"})
    with pytest.raises(lectern.NotFoundError):
        opened.cfi({"href": HREF, "text": {"highlight": "not to be found anywhere in this book"}})
    with pytest.raises(lectern.JsonError):
        opened.cfi({"href": HREF, "cfi": "epubcfi(/6/2)"})
    with lectern.Publication.open_manifest({"metadata": {"title": "T"}, "readingOrder": [
            {"href": "a.xhtml", "type": "application/xhtml+xml"}]}, {"a.xhtml": ONE.encode()}.get) as other:
        with pytest.raises(lectern.UnsupportedError):
            other.cfi({"href": "a.xhtml"})
        found = other.locate({"href": "a.xhtml", "fragments": ["epubcfi(/6/2!/4/2/3:7)"], "cfi": True})
        assert found["text"]["after"].startswith("fox") and found["locations"]["partialCfi"] == "/4/2[p1]/3:7"


def test_every_character_comes_back(opened):
    """A round trip from each position of a document, as a point of a domRange, to a CFI and back."""
    texts = {(":root > :nth-child(2)", index): 1 for index in range(3)} | {
        ("#p1", 0): 4, ("#p1", 1): 26, ("b", 0): 5, ("#p2", 0): 3, ("#p2", 1): 3, (":root > :nth-child(2) > :nth-child(5)", 0): 26}
    seen = set()
    for (selector, index), length in texts.items():
        for offset in {*range(length + 1)} - ({11} if (selector, index) == ("#p1", 1) else set()):
            point = {"cssSelector": selector, "textNodeIndex": index, "charOffset": offset}
            text = opened.cfi({"href": HREF, "domRange": {"start": point}})["cfi"]
            assert text not in seen
            seen.add(text)
            back = opened.locate({"fragments": [text]})["locations"]["domRange"]["start"]
            assert (back["textNodeIndex"], back["charOffset"]) == (index, offset)
            assert opened.cfi({"href": HREF, "domRange": {"start": back}})["cfi"] == text


def test_a_page_says_the_cfi_of_its_places(opened):
    events = []
    with lectern.Navigator(opened) as navigator:
        with navigator.observe("location", lambda topic, event: events.append(event)), \
                navigator.observe("selection", lambda topic, event: events.append(event["locator"])):
            point = {"cssSelector": "#p1", "textNodeIndex": 1, "charOffset": 7}
            place = {"href": HREF, "type": "application/xhtml+xml", "locations": {"progression": 0.2, "domRange": {"start": point}}}
            navigator.receive({"type": "location", "locator": place})
            place["locations"]["domRange"]["end"] = {**point, "charOffset": 10}
            place["text"] = {"highlight": "fox"}
            rect = {"left": 0, "top": 0, "width": 1, "height": 1}
            navigator.receive({"type": "selection", "locator": place, "rect": rect})
    assert [event["locations"]["fragments"][-1] for event in events if event["locations"].get("domRange")] == [
        "epubcfi(/6[order]/2!/4/2[p1]/3:7)", "epubcfi(/6[order]/2!/4/2[p1],/3:7,/3:10)"]


def test_books_of_the_generator_have_them():
    with lectern.Publication.open_bytes(epub()) as publication:
        assert publication.cfi({"href": publication.reading_order[0]["href"]})["cfi"].startswith("epubcfi(/6/2")


# --------------------------------------------------------------------------------------------- Where a page needs a range

#: The word "brown", and queries with which a page can find it.
BROWN = "epubcfi(/6/2!/4/2[p1],/3:1,/3:6)"
ALONE = {"href": HREF, "type": "application/xhtml+xml", "title": "Mine", "locations": {"fragments": [BROWN], "x-own": 1}}


def is_found(locator):
    start, end = (locator["locations"]["domRange"][edge] for edge in ("start", "end"))
    assert (start["cssSelector"], start["charOffset"], end["charOffset"]) == ("#p1", 1, 6)
    assert locator["text"]["highlight"] == "brown" and locator["title"] == "Mine"
    assert locator["locations"]["fragments"] == [BROWN] and locator["locations"]["x-own"] == 1
    return True


@pytest.mark.parametrize("locations", [{"fragments": [BROWN]}, {"fragments": [BROWN], "partialCfi": "/4/2[p1],/3:1,/3:6"}])
def test_a_location_may_be_a_cfi_alone(opened, locations):
    stored = {**ALONE, "locations": {**ALONE["locations"], **locations}}
    with lectern.Navigator(opened, {"location": stored}) as navigator:
        assert is_found(navigator.location)
        navigator.location = None
        navigator.location = stored
        assert is_found(navigator.location)


def test_a_decoration_may_be_a_cfi_alone(opened):
    place = opened.locate({"fragments": [BROWN]})
    list_ = [{"id": str(number), "locator": locator, "style": {"id": "highlight"}, "extras": {"n": number}}
             for number, locator in enumerate((ALONE, place, {**ALONE, "href": "EPUB/two%20.xhtml", "locations": {"progression": 0}}))]
    with lectern.Navigator(opened) as navigator:
        navigator.apply_decorations("a", list_)
        assert navigator.decorations("a") == list_
        assert is_found(navigator.render_decorations(HREF)["groups"]["a"][0]["locator"])
        assert navigator.apply_decorations("a", list_) == {}, "the same list is no change"


@pytest.mark.parametrize("locations", [{"fragments": ["epubcfi(/6/2!/4/200/1:1)"]}, {"partialCfi": "/4/200"}, {"partialCfi": "x"},
                                       {"fragments": ["epubcfi("]}])
def test_a_cfi_that_leads_nowhere_stays_as_it_is(opened, locations):
    stored = {"href": HREF, "type": "application/xhtml+xml", "locations": locations}
    with lectern.Navigator(opened, {"location": stored}) as navigator:
        assert navigator.location == stored
        decoration = {"id": "1", "locator": stored, "style": {"id": "highlight"}}
        navigator.apply_decorations("a", [decoration])
        [drawn] = navigator.render_decorations(HREF)["groups"]["a"]
        is_cfi = locations != {"fragments": ["epubcfi("]}
        assert drawn["locator"] == ({**stored, "fit": "lost"} if is_cfi else stored)


def test_notes_with_a_cfi_alone_are_drawn(opened):
    with lectern.Store() as store, lectern.Navigator(opened) as navigator:
        publication = store.add_publication(opened.identity)["id"]
        with navigator.show_notes("notes", store, publication=publication):
            store.save_notes("d", [{"publication": publication, "kind": "highlight", "locator": ALONE}])
            [shown] = navigator.render_decorations(HREF)["groups"]["notes"]
            assert is_found(shown["locator"])


def test_a_text_at_several_places_has_no_certain_cfi():
    with book(one=ONE.replace("<body>", "<body><p>same words</p><p>same words</p>")) as opened:
        fits = [opened.cfi({"href": HREF, **query, "text": {"highlight": "same words"}})["fit"] for query in (
            {}, {"cssSelector": "p:nth-child(2)"})]
        assert fits == ["doubtful", "exact"]
        assert opened.cfi({"href": HREF, "text": {"highlight": "gone"}, "progression": 0})["fit"] == "doubtful"
