# SPDX-License-Identifier: BSD-3-Clause
"""KOReader's XPointers: resolving and writing them, without loss in both directions."""
import io
import random
import zipfile

import lectern
import pytest

#: The tree that crengine builds, according to its sources; the texts are in the second column of PLACES.
BODY = """
<h1>  A title </h1>
<p>The <b>quick</b> brown<!-- or red --> fox\U0001F98A  jumps &amp; <i>runs</i>.</p>
<div>loose <em>words</em> before
  <p>a block</p>
  and words <em>after</em> it <p>another</p> </div>
<ul>
  <li>one</li>
  <li>two <a href="#x"><span>deep <b>deeper</b></span></a> end</li>
</ul>
<table> <tr> <td>left</td> <td>right</td> </tr> <tr><td>below</td></tr> </table>
<pre>
first\tline
  second</pre>
<p><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>だ。</p>
<p>
  A line
  and one more<br/>and the last <![CDATA[<one>]]> here</p>
<section><p>only</p></section>
<p>Words, words, words.</p><p>Words, words, words.</p><svg><text>Drawn</text></svg>
"""
CHAPTER = "/body/DocFragment[2]/body"
#: The highlight, the text before it, and its XPointers.
PLACES = [
    ("title", "A ", "/h1/text().3", "/h1/text().8"),
    ("quick", "", "/p[1]/b/text().0", "/p[1]/b/text().5"),
    ("brown", "", "/p[1]/text()[2].1", "/p[1]/text()[2].6"),
    ("fox", "", "/p[1]/text()[3].1", "/p[1]/text()[3].4"),
    ("jumps", "", "/p[1]/text()[3].6", "/p[1]/text()[3].11"),
    ("quick brown", "", "/p[1]/b/text().0", "/p[1]/text()[2].6"),
    ("loose", "", "/div/text()[1].0", "/div/text()[1].5"),
    ("before", "", "/div/text()[2].1", "/div/text()[2].7"),
    ("block", "", "/div/p[1]/text().2", "/div/p[1]/text().7"),
    ("and words", "", "/div/text()[3].1", "/div/text()[3].10"),
    ("after", "", "/div/em[2]/text().0", "/div/em[2]/text().5"),
    ("it", "after ", "/div/text()[4].1", "/div/text()[4].3"),
    ("two", "", "/ul/li[2]/text()[1].0", "/ul/li[2]/text()[1].3"),
    ("deeper", "", "/ul/li[2]/a/span/b/text().0", "/ul/li[2]/a/span/b/text().6"),
    ("end", "", "/ul/li[2]/text()[2].1", "/ul/li[2]/text()[2].4"),
    ("right", "", "/table/tr[1]/td[2]/text().0", "/table/tr[1]/td[2]/text().5"),
    ("below", "", "/table/tr[2]/td/text().0", "/table/tr[2]/td/text().5"),
    ("line", "", "/pre/text().8", "/pre/text().12"),
    ("second", "", "/pre/text().15", "/pre/text().21"),
    ("字", "", "/p[2]/ruby/text()[2].0", "/p[2]/ruby/text()[2].1"),
    ("だ", "", "/p[2]/text().0", "/p[2]/text().1"),
    ("and one", "", "/p[3]/text()[1].8", "/p[3]/text()[1].15"),
    ("the last", "", "/p[3]/text()[2].4", "/p[3]/text()[2].12"),
    ("<one>", "", "/p[3]/text()[3].0", "/p[3]/text()[3].5"),
    ("here", "", "/p[3]/text()[4].1", "/p[3]/text()[4].5"),
    ("only", "", "/section/p/text().0", "/section/p/text().4"),
    ("Drawn", "", "/svg/text/text().0", "/svg/text/text().5"),
]


def document(body):
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body class="b">{body}</body></html>'


def book(*bodies, linear=None, spine=None):
    """Creates an EPUB of documents; `linear` is the index of the non-linear one, and `spine` replaces the element."""
    names = [f"c{number}.xhtml" for number in range(len(bodies))]
    items = "".join(f'<item id="i{number}" href="{name}" media-type="application/xhtml+xml"/>' for number, name in enumerate(names))
    no = ' linear="no"'
    refs = "".join(f'<itemref idref="i{number}"{no if number == linear else ""}/>' for number in range(len(names)))
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "p.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>B</dc:title><dc:identifier id="id">0</dc:identifier></metadata>'
        f"<manifest>{items}</manifest>{f'<spine>{refs}</spine>' if spine is None else spine}</package>",
        **{name: body if body.startswith("<html") else document(body) for name, body in zip(names, bodies)}}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return lectern.Publication.open_bytes(file.getvalue())


@pytest.fixture
def opened():
    with book("<p>Zero.</p>", BODY) as publication:
        yield publication


def pointer(start, end=None):
    return {"locations": {"xPointer": {"start": start, **({"end": end} if end else {})}}}


@pytest.mark.parametrize("highlight, before, start, end", PLACES)
def test_places_both_ways(opened, check, highlight, before, start, end):
    by_quote = check("locator", opened.locate({"href": "c1.xhtml", "text": {"highlight": highlight, "before": before}, "xPointer": True}))
    assert by_quote["locations"]["xPointer"] == {"start": CHAPTER + start, "end": CHAPTER + end}
    found = check("locator", opened.locate(pointer(CHAPTER + start, CHAPTER + end)))
    assert (found["href"], found["text"]["highlight"].split()) == ("c1.xhtml", highlight.split())
    assert found["locations"]["xPointer"] == by_quote["locations"]["xPointer"]
    assert found["locations"]["domRange"]["start"]["charOffset"] >= 0


@pytest.mark.parametrize("said, normal", [
    # Since August 2026, each step has an index.
    ("/body[1]/DocFragment[2]/body[1]/p[1]/b[1]/text()[1].0", "/p[1]/b/text().0"), ("/body[1]/DocFragment[2].0", ".0"),
    ("/body/DocFragment[2]/body/p/b/text().2", "/p[1]/b/text().2"), ("/body/DocFragment[2]/body/P[1]/B/text().2", "/p[1]/b/text().2"),
    # Before 2020, paths contained boxes.
    ("/body/DocFragment[2]/body/div/autoBoxing[1]/text()[2].1", "/div/text()[2].1"),
    ("/body/DocFragment[2]/body/div/autoBoxing[2]/text()[1].1", "/div/text()[3].1"),
    ("/body/DocFragment[2]/body/div/autoBoxing[2]/em/text().0", "/div/em[2]/text().0"),
    ("/body/DocFragment[2]/body/table/tabularBox/tr[2]/td/text().0", "/table/tr[2]/td/text().0"),
    ("/body/DocFragment[2]/body/section/floatBox/p/text().1", "/section/p/text().1"),
    ("/body/DocFragment[2]/body/p[2]/ruby/inlineBox[1]/rubyBox/rubyBox[1]/rubyBox/text().0", "/p[2]/ruby/text()[1].0"),
    # In an element, child nodes are counted; a run of inline content between blocks counts as one.
    ("/body/DocFragment[2].0", ".0"), ("/body/DocFragment[2]/body.0", ".0"), ("/body/DocFragment[2]/body/div.0", "/div.0"),
    ("/body/DocFragment[2]/body/div", "/div.0"), ("/body/DocFragment[2]/body/div.1", "/div/p[1].0"),
    ("/body/DocFragment[2]/body/div.2", "/div/text()[3].0"), ("/body/DocFragment[2]/body/div.4", "/div.4"),
    # The nearest location for a missing target.
    ("/body/DocFragment[2]/body/p[1]/b/text().99", "/p[1]/b/text().5"), ("/body/DocFragment[2]/body/p[1]/text()[9].2", "/p[1].0"),
    ("/body/DocFragment[2]/body/p[1]/s/u", "/p[1].0"), ("/body/DocFragment[2]/body/p[1]/text().9999999999", "/p[1].0"),
])
def test_other_ways_to_say_it(opened, said, normal):
    assert opened.locate(pointer(said))["locations"]["xPointer"] == {"start": CHAPTER + normal}


@pytest.mark.parametrize("said", [
    "", "/", "x", "/body", "/body/DocFragment[2", "/body[2]/DocFragment[2]/body/p.0", "/body[1]/body/p", "/body/DocFragment[0]/body", "/body/DocFragment[-1]/body/p", "/body/DocFragment[99]/body/p.0",
    "/body/DocFragment[2]/body//p", "/body/DocFragment[2]/body/p[x]", "/body/DocFragment[99999999999999999999]/body", "/body/DocFragment[2]/body/[1]",
    "/body/DocFragment[2]/body/q[7]", "/FictionBook/body/section/p/text().3", "/body/DocFragment[2]/body" + "/p" * 300,
    "/body/DocFragment[2]/body/" + "p" * 5000, "/body/DocFragment[2]/body/p[999999999].999999999",
])
def test_what_leads_nowhere(opened, said):
    with pytest.raises((lectern.NotFoundError, lectern.ArgumentError)):
        opened.locate(pointer(said))
    # Other information takes precedence.
    found = opened.locate({**pointer(said, said), "href": "c1.xhtml", "text": {"highlight": "deeper"}})
    assert (found["fit"], found["locations"]["xPointer"]["start"]) == ("exact", CHAPTER + "/ul/li[2]/a/span/b/text().0")


def test_wrong_types(opened):
    for wrong in (3, "x", [], {}, {"start": 3}, {"start": "/body", "end": 3}):
        with pytest.raises(lectern.JsonError):
            opened.locate({"locations": {"xPointer": wrong}})
    with pytest.raises(lectern.JsonError):
        opened.locate({"href": "c1.xhtml", "xPointer": {"start": "/body"}})
    assert "xPointer" not in opened.locate({"href": "c1.xhtml", "xPointer": None})["locations"]
    assert opened.locate({"href": "c1.xhtml", "locations": {"xPointer": None}})["href"] == "c1.xhtml"


def test_the_quote_decides(opened):
    last = {"highlight": "Words"}
    near = opened.locate({**pointer(CHAPTER + "/p[5]/text().0", CHAPTER + "/p[5]/text().5"), "text": last})
    assert near["locations"]["xPointer"]["start"] == CHAPTER + "/p[5]/text().0" and near["fit"] == "exact"
    # It occurs elsewhere: the nearest occurrence is used.
    for said, found in ((".3", ".7"), (".8", ".7"), (".14", ".14")):
        start = CHAPTER + "/p[5]/text()" + said
        located = opened.locate({**pointer(start, start), "text": {"highlight": "words"}})
        assert located["locations"]["xPointer"]["start"] == CHAPTER + "/p[5]/text()" + found
    # Backwards.
    turned = opened.locate({**pointer(CHAPTER + "/p[5]/text().5", CHAPTER + "/p[5]/text().0"), "text": last})
    assert turned["locations"]["xPointer"] == near["locations"]["xPointer"]
    # In another resource.
    moved = opened.locate({**pointer("/body/DocFragment[1]/body/p/text().0", "/body/DocFragment[1]/body/p/text().4"), "text": {"highlight": "deeper"}})
    assert (moved["fit"], moved["href"]) == ("exact", "c1.xhtml") and moved["locations"]["xPointer"]["start"].startswith(CHAPTER)


def test_what_is_not_linear_is_counted():
    with book("<p>Zero</p>", "<p>Aside</p>", "<p>Two</p>", linear=1) as publication:
        assert [link["href"] for link in publication.reading_order] == ["c0.xhtml", "c2.xhtml"]
        two = publication.locate({"href": "c2.xhtml", "text": {"highlight": "Two"}, "xPointer": True})
        assert two["locations"]["xPointer"]["start"] == "/body/DocFragment[3]/body/p/text().0"
        for start, href in (("/body/DocFragment[2]/body/p.0", "c1.xhtml"), ("/body/DocFragment[3]/body/p.0", "c2.xhtml")):
            assert publication.locate(pointer(start))["href"] == href
        # Programs that only use the reading order would take c2 for the second.
        assert publication.locate({**pointer("/body/DocFragment[2]/body/p.0"), "href": "c2.xhtml"})["href"] == "c1.xhtml"
        assert publication.locate({**pointer("/body/DocFragment[1]/body/p.0"), "href": "c2.xhtml"})["href"] == "c2.xhtml"


def test_the_only_resource_has_no_number():
    with book("<p>Only</p>") as publication:
        said = publication.locate({"text": {"highlight": "Only"}, "xPointer": True})["locations"]["xPointer"]
        assert said == {"start": "/body/DocFragment/body/p/text().0", "end": "/body/DocFragment/body/p/text().4"}
        assert publication.locate(pointer(**said))["text"]["highlight"] == "Only"
        assert publication.locate(pointer("/body/DocFragment[1]/body/p/text().0", said["end"]))["text"]["highlight"] == "Only"


def test_inline_elements_that_hold_blocks_are_blocks():
    with book("<p>0</p>", "<div>text <a> <p>one</p> </a> \n <a><p>two</p></a> \n <a>three</a> end</div>") as publication:
        said = publication.locate({"href": "c1.xhtml", "text": {"highlight": "end"}, "xPointer": True})["locations"]["xPointer"]
        assert said["start"] == CHAPTER + "/div/text()[2].1"
        assert publication.locate(pointer(**said))["text"]["highlight"] == "end"


def test_documents_that_are_not_well_formed():
    with book("<p>0</p>", "<html><body><div><p>one<br>two & three<p>target here</p><table><tr><td>cell</table></body>") as publication:
        for start, text in (("/div/p[2]/text().7", "here"), ("/div/table/tr/td/text().0", "cell"), ("/div/p[1]/text()[2].0", "two")):
            assert publication.locate(pointer(CHAPTER + start))["text"]["after"].split()[0] == text


def random_body(dice, depth=0, inside=None):
    """Nested elements, with white space and comments anywhere."""
    made = []
    for _ in range(dice.randint(1, 5)):
        kind = dice.random()
        if inside in ("table", "tr"):
            # KOReader ignores text in these places.
            kind = 0.5 if kind < 0.3 or depth > 4 else 1
        if kind < 0.45 or depth > 4 and kind != 0.5:
            made.append(dice.choice(["", " ", "\n  "]) + dice.choice(["word", "two  words", "ü🐳é", "a &amp; b"]) + dice.choice(["", " ", "\n"]))
        elif kind < 0.55 and inside in ("table", "tr"):
            made.append(dice.choice([" ", "\n", "<!-- c -->"]))
        elif kind < 0.55:
            made.append(dice.choice(["<!-- c -->", "<br/>", " ", "\n", "<img src='a.png' alt=''/>", "<![CDATA[raw]]>", "<?pi x?>"]))
        else:
            allowed = {"table": ["tr"], "tr": ["td"]}.get(inside) or ["p", "div", "span", "b", "i", "ul", "table", "pre", "ruby", "rt", "section", "h2", "td", "tr", "q:r"]
            name = dice.choice(allowed)
            made.append(f"<{name}>{random_body(dice, depth + 1, name)}</{name}>")
    return "".join(made)


@pytest.mark.parametrize("seed", range(6))
def test_round_trips_of_all_places(seed):
    dice = random.Random(seed)
    body = f"<div xmlns:q='urn:q'>{''.join(random_body(dice) for _ in range(4))}</div>"
    with book("<p>0</p>", body) as publication:
        spots = []
        for match in publication.matches(r"[^ \n]{1,3}", {"regularExpression": True, "cfi": True}):
            if match.locator["href"] != "c1.xhtml" or not match.locator["text"]["highlight"]:
                continue
            found = publication.locate({"fragments": match.locator["locations"]["fragments"]})
            spots.append((found["locations"]["domRange"], match.locator["text"]["highlight"]))
        assert spots
        for spot, text in dice.sample(spots, min(40, len(spots))):
            asked = publication.locate({"href": "c1.xhtml", "locations": {"domRange": spot}, "xPointer": True})
            said = asked["locations"]["xPointer"]
            found = publication.locate(pointer(**said))
            assert found["locations"]["domRange"] == spot, (said, body)
            assert found["text"].get("highlight") == text and found["locations"]["xPointer"] == said
            place = publication.locate(pointer(said["end"]))
            assert place["locations"]["xPointer"]["start"] == said["end"] or place["locations"]["domRange"]["start"] == spot["end"]


def test_decorations_and_places_to_go_to(opened):
    """The page cannot resolve XPointers, so it receives a range."""
    with lectern.Navigator(opened) as navigator:
        said = pointer(CHAPTER + "/p[5]/text().14", CHAPTER + "/p[5]/text().19")
        place = {"href": "c1.xhtml", "type": "application/xhtml+xml", "text": {"highlight": "words"}, **said}
        navigator.apply_decorations("a", [{"id": "1", "locator": place, "style": {"id": "highlight"}}])
        [drawn] = navigator.render_decorations("c1.xhtml")["groups"]["a"]
        assert drawn["locator"]["locations"]["domRange"]["start"]["charOffset"] == 14
        assert drawn["locator"]["locations"]["xPointer"] == said["locations"]["xPointer"] and drawn["locator"]["text"]["highlight"] == "words"
        lost = {"id": "1", "locator": {**place, "text": {"highlight": "nowhere to be seen"}}, "style": {"id": "highlight"}}
        navigator.apply_decorations("a", [lost])
        [drawn] = navigator.render_decorations("c1.xhtml")["groups"]["a"]
        assert drawn["locator"] == {**lost["locator"], "fit": "lost"}
        navigator.location = place
        assert navigator.location["locations"]["domRange"]["end"]["charOffset"] == 19
