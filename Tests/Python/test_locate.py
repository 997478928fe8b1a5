# SPDX-License-Identifier: BSD-3-Clause
"""Locators completed from partial descriptions, and round trips."""
import io
import json
import zipfile

import pytest

import lectern
from support.pdf_file import pages
from support.tiny_books import epub

PAGE = """<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{title}</title></head><body>
<h1 id="top">{title}</h1>
{body}
</body></html>"""

PARAGRAPHS = [
    "It was the best of times, it was the worst of times.",
    "There were a king with a large jaw and a queen with a plain face.",
    "In both countries it was clearer than crystal to the lords of the State preserves.",
    "It was the year of Our Lord one thousand seven hundred and seventy-five.",
]
OTHERS = [
    "Call me Ishmael. Some years ago, never mind how long precisely.",
    "There is nothing surprising in this, if they but knew it.",
    "Whenever I find myself growing grim about the mouth; \U0001F40B whales.",
]
NAV = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="toc"><ol><li><a href="c1.xhtml">One</a><ol>
<li><a href="c1.xhtml#p2">Second</a></li></ol></li></ol></nav></body></html>"""


def chapter(title, paragraphs):
    body = "\n".join(f'<p id="p{number}">{text}</p>' if number % 2 else f'<p class="even" id="p{number}">\n  {text}\n</p>'
                     for number, text in enumerate(paragraphs))
    return PAGE.format(title=title, body=body)


def book(one=PARAGRAPHS, other=OTHERS, **files):
    padding = "".join(f"<!-- {number * 7919} -->" for number in range(600))
    return lectern.Publication.open_bytes(epub(files={
        "EPUB/nav.xhtml": NAV, "EPUB/c1.xhtml": chapter("First", one) + padding,
        "EPUB/c2.xhtml": chapter("Other", other), **files}))


@pytest.fixture
def novel():
    with book() as publication:
        yield publication


def where(locator):
    return locator["href"], locator["locations"]["progression"]


ONE, TWO = "EPUB/c1.xhtml", "EPUB/c2.xhtml"


# ------------------------------------------------------------------------------------------------------ Forms of a query

def test_an_href_is_the_beginning_of_its_resource(novel):
    found = novel.locate({"href": ONE})
    assert found["type"] == "application/xhtml+xml"
    assert found["title"] == "One"
    assert found["locations"] == {"fragments": ["top"], "progression": 0, "position": 1, "totalProgression": 0,
                                  "cssSelector": "#top",
                                  "domRange": {"start": {"cssSelector": "#top", "textNodeIndex": 0, "charOffset": 0}}}
    assert found["text"]["after"].startswith("First")


def test_a_link_of_the_contents_is_its_element(novel):
    link = novel.manifest["toc"][0]["children"][0]
    found = novel.locate(link)
    assert found["title"] == "Second"
    assert found["locations"]["fragments"] == ["p2"]
    assert found["locations"]["cssSelector"] == "#p2"
    assert 0.4 < found["locations"]["progression"] < 0.6
    assert found["text"]["after"].strip().startswith("In both countries")
    assert found["text"]["before"].rstrip().endswith("plain face.")


@pytest.mark.parametrize("query", [
    {"href": ONE + "#p3"},
    {"href": ONE, "fragments": ["p3"]},
    {"href": ONE, "locations": {"fragments": ["gone", "p3"], "cssSelector": "#p3"}},
    {"href": ONE, "cssSelector": "body > p:nth-child(5)"},
    {"href": ONE, "cssSelector": ":root > body > p:nth-of-type(4)"},
    {"href": ONE, "partialCfi": "/4/10"},
    {"href": ONE, "partialCfi": "/4/2[p3]/1:0"},
    {"href": ONE, "partialCfi": "/4/10/1:0"},
    {"href": ONE, "domRange": {"start": {"cssSelector": "#p3", "textNodeIndex": 0}}},
    {"href": ONE, "text": {"highlight": "It was the year"}},
    {"text": {"highlight": "It was the year of our Lord one thousand seven hundreds and seventy-five"}},
    {"text": {"before": "crystal to the lords of the State preserves.", "after": "It was the year of Our Lord"}},
    {"cssSelector": "#p3"},
    {"fragments": ["p3"]},
])
def test_every_way_leads_to_the_same_place(novel, query):
    expected = novel.locate({"href": ONE + "#p3"})
    assert where(novel.locate(query)) == where(expected)


def test_places_come_back_by_each_of_their_numbers(novel):
    for number in range(4):
        place = novel.locate({"href": f"{ONE}#p{number}"})
        locations = place["locations"]
        for query in ({"href": ONE, "progression": locations["progression"]},
                      {"totalProgression": locations["totalProgression"]},
                      {"href": ONE, "totalProgression": locations["totalProgression"]},
                      {"href": ONE, "cssSelector": locations["cssSelector"]},
                      {"href": ONE, "text": place["text"]}, {"text": place["text"]}):
            again = novel.locate(query)
            assert again["href"] == ONE
            assert again["locations"]["progression"] == pytest.approx(locations["progression"], abs=1e-9)
            assert again["locations"]["position"] == locations["position"]
            assert again["locations"]["cssSelector"] == locations["cssSelector"]
            assert again["locations"]["fragments"] == [f"p{number}"]
            assert again["text"]["after"] == place["text"]["after"]
        # An element is named by its selector, and a text by its range.
        again = novel.locate(place)
        assert again["locations"].pop("domRange")["start"]["cssSelector"] == f"#p{number}"
        assert again == {**place, "fit": "exact"}, "what is complete stays as it is"


def test_positions_come_back(novel):
    positions = novel.positions
    assert len(positions) == 4
    for position in positions:
        found = novel.locate({"position": position["locations"]["position"]})
        assert found["href"] == position["href"]
        for name, value in position["locations"].items():
            assert found["locations"][name] == value
        for query in (position, {"totalProgression": position["locations"]["totalProgression"]},
                      {"href": position["href"], "progression": position["locations"]["progression"]},
                      {"href": position["href"], "position": position["locations"]["position"]}):
            again = novel.locate(query)
            assert where(again) == where(position)
            assert again["locations"]["position"] == position["locations"]["position"]


def test_the_end(novel):
    found = novel.locate({"totalProgression": 1})
    assert where(found) == (TWO, 1)
    assert "after" not in found["text"] or not found["text"]["after"].strip()
    assert novel.locate({"href": ONE, "progression": 1})["locations"]["totalProgression"] < 1


def test_the_title_is_that_of_the_nearest_entry(novel):
    assert novel.locate({"href": ONE + "#p1"})["title"] == "One"
    assert novel.locate({"href": ONE + "#p3"})["title"] == "Second"
    assert novel.locate({"href": TWO})["title"] == "Second", "nothing in the contents leads there"
    assert novel.locate({"href": ONE, "title": "Mine"})["title"] == "Mine"


def test_characters_beyond_the_basic_plane_count_twice(novel):
    found = novel.locate({"text": {"highlight": "whales"}})
    assert found["text"]["before"].endswith("\U0001F40B ")
    again = novel.locate({"href": found["href"], "progression": found["locations"]["progression"]})
    assert again["text"]["after"].startswith("whales")


def test_a_range_of_the_document_has_its_text(novel):
    found = novel.locate({"href": ONE, "domRange": {
        "start": {"cssSelector": "#p1", "textNodeIndex": 0, "charOffset": 13},
        "end": {"cssSelector": "#p1", "textNodeIndex": 0, "charOffset": 17}}})
    assert found["text"]["highlight"] == "king"
    assert found["locations"]["domRange"]["start"]["charOffset"] == 13
    # An offset past the end means the end.
    found = novel.locate({"href": ONE, "domRange": {
        "start": {"cssSelector": "#p1", "textNodeIndex": 0, "charOffset": 2**31 - 1}}})
    assert found["text"]["before"].endswith("plain face.")


@pytest.mark.parametrize("words", ["it was the", "a", "large jaw and a  queen", "\U0001F40B whales"])
def test_what_a_search_finds_is_found_again(novel, words):
    with novel.search(words) as pages:
        matches = [locator for page in pages for locator in page["locators"]]
    assert matches
    for match in matches:
        found = novel.locate(match)
        assert found["text"] == match["text"] and found["title"] == match["title"]
        assert {**found["locations"], **match["locations"]} == found["locations"], "nothing of it changes"
        for query in ({"href": match["href"], "progression": match["locations"]["progression"]},
                      {"href": match["href"], "text": match["text"]}, {"text": match["text"]}):
            again = novel.locate(query)
            assert where(again) == where(match)
            assert again["title"] == match["title"]
            assert again["locations"]["position"] == match["locations"]["position"]


# --------------------------------------------------------------------------------------------------------- Other editions

def test_a_quote_says_more_than_a_number_that_does_not_fit(novel):
    quote = {"before": "a large jaw and ", "highlight": "a queen with a plain face", "after": "."}
    found = novel.locate({"href": ONE, "type": "text/html", "locations": {"progression": 0.95, "position": 9}, "text": quote})
    assert found["locations"]["progression"] < 0.5
    assert found["locations"]["position"] < 9
    assert found["text"]["highlight"] == quote["highlight"]


def test_what_a_locator_says_is_kept_where_its_text_is(novel):
    locations = {"progression": 0.4, "cssSelector": "#p1", "position": 2, "x-own": [1]}
    found = novel.locate({"href": ONE, "locations": locations, "text": {"highlight": "queen"}})
    assert {name: found["locations"][name] for name in locations} == locations
    assert found["text"]["before"].endswith("with a large jaw and a ")


def test_a_locator_of_another_edition_is_found_by_its_text():
    with book() as old:
        place = old.locate({"text": {"before": "more. ", "highlight": OTHERS[1]}})
        place["text"]["before"] = OTHERS[0]
    reset = [OTHERS[1].replace("surprising", "surprizing").replace(" if", "\n\t if")] + PARAGRAPHS[:2]
    renamed = {"EPUB/c1.xhtml": chapter("New", PARAGRAPHS[2:] + OTHERS[:1] + reset)}
    with book(other=["Nothing of the kind."], **renamed) as new:
        place["href"] = "text/chapter-002.html"
        found = new.locate(place)
        assert found["href"] == ONE
        assert found["text"]["highlight"].split() == reset[0].split()
        assert found["locations"]["progression"] != place["locations"]["progression"]
        # The same if a resource with that name still exists, without the text.
        place["href"] = TWO
        assert where(new.locate(place)) == where(found)


def test_a_text_that_is_gone_leaves_how_far_it_was(novel):
    query = {"href": "gone.xhtml", "type": "text/html", "title": "Old", "locations": {"totalProgression": 0.5},
             "text": {"highlight": "a text that was taken out of this edition altogether, every word of it"}}
    found = novel.locate(query)
    assert found["locations"]["totalProgression"] == 0.5
    assert (found["title"], found["text"], found["fit"]) == ("Old", query["text"], "lost")
    with pytest.raises(lectern.NotFoundError):
        novel.locate({**query, "locations": {"progression": 0.5}})


@pytest.mark.parametrize("quote", ["the", "it", "Zq"])
def test_short_texts_are_found_as_they_are_or_not_at_all(novel, quote):
    if quote == "Zq":
        with pytest.raises(lectern.NotFoundError):
            novel.locate({"text": {"highlight": quote}})
    else:
        assert novel.locate({"text": {"highlight": quote}})["text"]["highlight"] == quote


def test_long_quotes(novel):
    whole = " ".join(PARAGRAPHS)
    found = novel.locate({"text": {"highlight": whole}})
    assert found["text"]["highlight"].split() == whole.split()
    assert found["locations"]["cssSelector"] == "#p0"
    with book(one=["word " * 3000 + "end"] + PARAGRAPHS) as long:
        found = long.locate({"text": {"highlight": "word " * 2999 + "word end"}})
        assert found["locations"]["cssSelector"] == "#p0"
    with pytest.raises(lectern.NotFoundError):
        novel.locate({"text": {"highlight": "x\U0001F40B" * 200_000}})


def test_a_search_for_a_text_tells_how_far_it_is_and_stops():
    steps = []

    def step(task, done, total):
        steps.append((task, done, total))
        return task == "locate" and done == 1

    with lectern.Context(progress=step) as context:
        with lectern.Publication.open_bytes(epub(), context=context) as publication:
            with pytest.raises(lectern.CancelledError):
                publication.locate({"text": {"highlight": "no such text anywhere in it, none at all, not a word"}})
            assert [step for step in steps if step[0] == "locate"] == [("locate", 0, 2), ("locate", 1, 2)]


# ------------------------------------------------------------------------------------------------------------- Mistakes

@pytest.mark.parametrize("query, path", [
    ({}, "query"),
    ({"title": "One"}, "query"),
    ({"locations": {}}, "query"),
    ({"positon": 1}, "query > /positon"),
    ({"position": 0}, "query > /position"),
    ({"position": 1.5}, "query > /position"),
    ({"locations": {"position": -1}}, "query > /locations/position"),
    ({"href": ONE, "progression": 1.5}, "query > /progression"),
    ({"href": ONE, "locations": {"totalProgression": -0.1}}, "query > /locations/totalProgression"),
    ({"href": ONE, "progression": "half"}, "query > /progression"),
    ({"href": ONE, "locations": {"progression": 0.1}, "progression": 0.1}, "query > /progression"),
    ({"href": ""}, "query > /href"),
    ({"href": "#p1"}, "query > /href"),
    ({"href": ONE, "type": "html"}, "query > /type"),
    ({"href": ONE, "fragments": "p1"}, "query > /fragments"),
    ({"href": ONE, "text": {"highlight": 1}}, "query > /text/highlight"),
    ({"href": ONE, "domRange": {"start": {"cssSelector": "p"}}}, "query > /domRange/start"),
    ({"href": ONE, "domRange": {"start": {"cssSelector": "p", "textNodeIndex": 0}, "end": 1}}, "query > /domRange/end"),
    ([], "query"),
])
def test_a_query_that_is_wrong_says_where(novel, query, path):
    with pytest.raises(lectern.JsonError) as raised:
        novel.locate(json.dumps(query))
    assert raised.value.path == path


@pytest.mark.parametrize("query", [
    {"href": "gone.xhtml"},
    {"href": ONE, "cssSelector": "table"},
    {"href": ONE, "cssSelector": "p["},
    {"href": ONE, "partialCfi": "/4/200"},
    {"href": ONE, "partialCfi": "nonsense"},
    {"href": TWO, "position": 1},
    {"href": TWO, "totalProgression": 0},
    {"position": 10_000},
    {"position": 2**62},
    {"cssSelector": "table"},
    {"fragments": ["gone"]},
    {"href": ONE, "text": {"highlight": "no such text anywhere in it, none at all, not a single word"}},
])
def test_a_place_that_is_not_there(novel, query):
    with pytest.raises(lectern.NotFoundError) as raised:
        novel.locate(query)
    assert raised.value.message.endswith(".")


@pytest.mark.parametrize("query, same", [
    ({"href": ONE + "#gone"}, {"href": ONE}),
    ({"href": ONE, "fragments": ["gone", "", "epubcfi(/4/)", ":~:text"]}, {"href": ONE}),
    ({"href": ONE, "fragments": [f"gone{number}" for number in range(100)]}, {"href": ONE}),
    ({"href": ONE, "locations": {"fragment": "gone"}}, {"href": ONE}),
    ({"href": ONE, "locations": {"fragments": ["gone"], "progression": 0.5}}, {"href": ONE, "progression": 0.5}),
    ({"href": ONE, "fragments": ["gone", "p3"]}, {"href": ONE + "#p3"}),
    ({"href": ONE + "#gone", "cssSelector": "#p3"}, {"href": ONE + "#p3"}),
])
def test_an_unknown_fragment_is_left_out(query, same):
    logged = []
    with lectern.Context(logger=logged.append) as context:
        data = epub(files={"EPUB/nav.xhtml": NAV, "EPUB/c1.xhtml": chapter("First", PARAGRAPHS)})
        with lectern.Publication.open_bytes(data, context=context) as publication:
            expected = publication.locate(same)
            assert not logged
            assert publication.locate(query) == expected
            assert [(entry["severity"], "gone" in entry["message"]) for entry in logged] == [("minor", True)]
            assert ONE in logged[0]["path"]
            # A selector without a match is not a location, whatever accompanies it.
            with pytest.raises(lectern.NotFoundError):
                publication.locate({"href": ONE + "#gone", "cssSelector": "table"})
            # Without a resource, the start is undefined.
            with pytest.raises(lectern.NotFoundError):
                publication.locate({"fragments": ["gone"]})


def test_a_region_of_a_document_stays(novel):
    assert novel.locate({"href": ONE + "#xywh=percent:0,0,50,50"})["locations"]["fragments"] == ["xywh=percent:0,0,50,50"]


@pytest.mark.parametrize("selector", ["." + ".".join("a" * 400_000), "x" * 1_000_000, "p > " * 63 + "x", "* " * 63 + "x", "\\" * 99_999])
def test_selectors_that_would_take_long_find_nothing(selector):
    body = ["<div>" * 200 + "x" * 99 for _ in range(10)] + ['<b class="' + "b " * 100_000 + 'a">y</b>']
    with book(body) as publication, pytest.raises(lectern.NotFoundError):
        publication.locate({"href": ONE, "cssSelector": selector})


def test_selectors_know_ids_and_classes_by_their_code_points():
    with book(['<b id="caf\u00e9">one</b> <i class="a\u0307\u0323 caf\u00e9">two</i>']) as publication:
        for selector in ("#caf\u00e9", ".caf\u00e9.a\u0307\u0323", ".caf\u00e9.caf\u00e9"):
            assert publication.locate({"href": ONE, "cssSelector": selector})["locations"]["cssSelector"] == selector
        for selector in ("#cafe\u0301", ".cafe\u0301", ".a\u0323\u0307"):
            with pytest.raises(lectern.NotFoundError):
                publication.locate({"href": ONE, "cssSelector": selector})


def test_a_place_in_no_resource(novel):
    with pytest.raises(lectern.ArgumentError):
        novel.locate({"progression": 0.5})
    with pytest.raises(lectern.ArgumentError):
        novel.locate({"fragments": ["t=12"]})


# -------------------------------------------------------------------------------------------------------------- Formats

def test_resources_that_cannot_be_read_have_their_positions():
    encryption = """<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
      xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
      <enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/>
      <enc:CipherData><enc:CipherReference URI="EPUB/c1.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>"""
    with book(**{"META-INF/encryption.xml": encryption}) as closed:
        found = closed.locate({"position": 2})
        assert found["locations"]["position"] == 2 and "text" not in found
        found = closed.locate({"href": ONE + "#p2"})
        assert found["locations"] == {"fragments": ["p2"], "position": 1, "totalProgression": 0}
        assert closed.locate({"href": ONE, "progression": 0.5})["locations"]["position"] > 1
        with pytest.raises(lectern.NotFoundError) as raised:
            closed.locate({"text": {"highlight": PARAGRAPHS[1]}})
        assert [cause.status for cause in raised.value.causes] == ["LECTERN_ERROR_PROTECTED"]


def archive(**files):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return target.getvalue()


def test_comics():
    pages = {f"{number}.jpg": b"\xff\xd8\xff" for number in range(1, 5)}
    with lectern.Publication.open_bytes(archive(**pages), {"name": "a.cbz"}) as comic:
        found = comic.locate({"position": 3})
        assert found["href"] == "3.jpg"
        assert found["locations"] == {"position": 3, "totalProgression": 0.5}
        assert comic.locate({"href": "3.jpg"}) == found == comic.locate(found)
        found = comic.locate({"href": "2.jpg#xywh=percent:25,25,50,50"})
        assert found["locations"] == {"fragments": ["xywh=percent:25,25,50,50"], "position": 2, "totalProgression": 0.25}


AUDIO = {"@context": "https://readium.org/webpub-manifest/context.jsonld",
         "metadata": {"title": "Read aloud", "conformsTo": "https://readium.org/webpub-manifest/profiles/audiobook"},
         "readingOrder": [{"href": "1.mp3", "type": "audio/mpeg", "duration": 30},
                          {"href": "2.mp3", "type": "audio/mpeg", "duration": 70}],
         "toc": [{"href": "1.mp3", "title": "One"}, {"href": "1.mp3#t=20", "title": "Half"}]}


def test_recordings():
    with lectern.Publication.open_manifest(AUDIO) as recording:
        found = recording.locate({"totalProgression": 0.65})
        assert found["href"] == "2.mp3"
        assert found["locations"] == {"fragments": ["t=35"], "progression": 0.5, "position": 3, "totalProgression": 0.65}
        for query in ({"href": "2.mp3#t=35"}, {"href": "2.mp3", "progression": 0.5}):
            again = recording.locate(query)["locations"]
            assert (again["fragments"], again["progression"]) == (["t=35"], 0.5)
            assert again["totalProgression"] == pytest.approx(0.65)
        assert recording.locate(found) == found
        found = recording.locate({"href": "1.mp3", "fragments": ["t=22.5,25"]})
        assert found["locations"] == {"fragments": ["t=22.5,25"], "progression": 0.75, "position": 1,
                                      "totalProgression": pytest.approx(0.225)}
        assert found["title"] == "Half"
        with pytest.raises(lectern.NotFoundError):
            recording.locate({"href": "1.mp3#t=31"})
        with pytest.raises(lectern.NotFoundError):
            recording.locate({"position": 5})


@pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")
def test_pages_of_a_pdf():
    with lectern.Publication.open_bytes(pages(5)) as document:
        href = document.manifest["readingOrder"][0]["href"]
        found = document.locate({"href": href, "fragments": ["page=3"]})
        assert found["locations"] == {"fragments": ["page=3"], "progression": 0.4, "position": 3, "totalProgression": 0.4}
        for query in ({"fragments": ["page=3"]}, {"position": 3}, {"totalProgression": 0.4},
                      {"href": href + "#page=3"}, {"href": href, "progression": 0.4}, found):
            assert document.locate(query) == found
        with pytest.raises(lectern.NotFoundError) as raised:
            document.locate({"fragments": ["page=6"]})
        assert "5 pages" in raised.value.message


def test_positions_of_the_host_are_respected():
    class Thirds(lectern.Service):
        name = "positions"

        def get(self, href):
            if href != "/~readium/positions":
                return None
            places = [{"href": ONE, "type": "application/xhtml+xml", "locations": {
                "progression": number / 3, "position": number + 1, "totalProgression": number / 3}} for number in range(3)]
            return json.dumps({"total": 3, "positions": places}).encode()

    with lectern.Context() as context:
        context.add_service(Thirds)
        with lectern.Publication.open_bytes(epub(files={"EPUB/c1.xhtml": chapter("First", PARAGRAPHS)}),
                                            context=context) as publication:
            assert publication.locate({"href": ONE, "progression": 0.7})["locations"]["position"] == 3
            assert publication.locate({"position": 2})["locations"]["progression"] == 1 / 3
            with pytest.raises(lectern.NotFoundError):
                publication.locate({"position": 4})
