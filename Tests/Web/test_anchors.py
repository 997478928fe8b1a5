# SPDX-License-Identifier: BSD-3-Clause
"""Conversion between locators and ranges of a document, in a browser."""
import json
import os
import random
from pathlib import Path

import pytest

from support.tree import ROOT

from .stage import Stage

VECTORS = Path(os.environ.get("LECTERN_VECTORS") or ROOT.parent / "shared" / "vectors")
KINDS = ("text-quote-anchor", "text-quote-anchor-html", "dom-range-json", "locator-html")

SEVERAL = '\n<b>x</b> <b></b>one<!-- c -->two<i>three</i>four &amp; \U0001F40B<?pi x?>five'
XHTML = """<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>%s</body></html>"""
HTML = """<!DOCTYPE html><title>x</title><body>%s</body>"""
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800"><g id="layer"><text x="20" y="40">Call me</text>
<text x="20" y="90">Ishmael, he <tspan id="said">said</tspan> to us</text></g><textPath id="No">none</textPath></svg>"""
WORDS = ("the whale of this sea was a great white one and we had nothing but ropes boats men ships oil water lamps "
         "Ahab Starbuck Pequod 鯨 क़िताब סֵפֶר naïve e\u0301t\u00e9 \U0001F40B\U0001F433 co\u00ADoperate").split()


def chapter(seed, paragraphs=60):
    """Text with everything that makes anchoring hard: comments, references, nested elements, ruby, white space,
    repeated words."""
    pick = random.Random(seed)

    def words(count):
        return " ".join(pick.choice(WORDS) for _ in range(count))

    def inline():
        return pick.choice([
            lambda: words(5), lambda: f"<em>{words(3)}</em>", lambda: f"<b>{words(2)} <i>{words(2)}</i></b>",
            lambda: "<!-- a comment -->", lambda: f"\n   {words(2)}\n\t", lambda: "<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>",
            lambda: '<img alt="" width="20" height="20" src="data:,"/>', lambda: "&amp; &lt;", lambda: "<br/>",
            lambda: f"<span>{words(1)}</span><span></span>", lambda: "<sup>1</sup>"])()

    blocks = []
    for number in range(paragraphs):
        text = "".join(inline() + pick.choice(["", " "]) for _ in range(8))
        blocks.append(pick.choice([
            f"<p>{text}</p>", f'<p id="p{number}">{text}</p>', f"<div><p>{text}</p>\n<p>{words(9)}</p></div>",
            f"<table><tbody><tr><td>{text}</td><td>{words(4)}</td></tr></tbody></table>", f"<ul><li>{text}</li></ul>",
            f'<h2 id="twice">{words(3)}</h2>']))
    return "\n".join(blocks)


def documents():
    found = {"a.xhtml": XHTML % f'<p id="p">{SEVERAL}<![CDATA[ & six]]></p>',
             "b.html": HTML % f'<p id="p">{SEVERAL} &amp; six</p>', "c.svg": SVG,
             "long.xhtml": XHTML % chapter(1), "long.html": HTML % chapter(2)}
    quoted = ["Call me Ishmael. Some years ago, never mind how long precisely."]
    quoted += [f"The {name} one, and  then\n the <i>other</i> one." for name in ("first", "second", "third")]
    quoted += ["<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>へ行く"]
    found["quotes.xhtml"] = XHTML % ("<div>" + "".join(f"<p>{text}</p>" for text in quoted) +
                                     '</div><p class="Case" id="x.1">last <a id="empty"></a>words</p><hr id="rule"/>')
    return found


@pytest.fixture(scope="module")
def page(browser):
    with Stage(documents()) as stage:
        page = browser.new_page()
        stage.open(page, "book/quote", "book/domrange", "book/locate")
        page.stage = stage
        page.evaluate("""async names => { for (const name of names) await show(name);
            window.find = (name, locator, hint) => lib.locate.rangeOf(locator, documents[name], hint);
            window.textAt = (...all) => { const range = find(...all); return range && range.toString(); }; }""", [])
        yield page
        page.close()


def show(page, name):
    page.evaluate("name => show(name)", name)


# -- The vectors

def vectors():
    found = {}
    for file in sorted((ROOT / "Tests" / "Fixtures" / "vectors").glob("*-vectors.json")):
        for vector in json.loads(file.read_text()):
            found[vector["id"]] = vector
    collection = VECTORS / "publication-vectors.json"
    if collection.is_file():
        for vector in json.loads(collection.read_text()):
            found[vector["id"]] = vector
    # Changed quotes are found by the library.
    return [vector for vector in found.values() if vector["kind"] in KINDS and not vector["input"]["op"].startswith("matchQuote")]


def answer(page, vector):
    given = vector["input"]
    operation = given["op"]
    if operation == "anchor":
        page.stage.documents["vector.html"] = (VECTORS / given["fixture"]).read_text()
        show(page, "vector.html")
        return page.evaluate("""text => {
            const document = documents["vector.html"], range = lib.locate.rangeOf({text}, document);
            const point = (node, offset) => {
              const element = node.parentElement, before = document.createRange();
              before.setStart(element, 0);
              before.setEnd(node, offset);
              let path = "";
              for (let at = element; at !== document.body; at = at.parentElement) {
                const same = [...at.parentElement.children].filter((each) => each.localName === at.localName);
                path = `/${at.localName}[${same.indexOf(at) + 1}]${path}`;
              }
              return [path, before.toString().length];
            };
            const start = point(range.startContainer, range.startOffset);
            const end = point(range.endContainer, range.endOffset);
            const index = lib.quote.indexOf(document.body);
            return {
              domRange: {startContainer: start[0], startOffset: start[1], endContainer: end[0], endOffset: end[1]},
              textContentRange: [index.offsetOf(range.startContainer, range.startOffset),
                index.offsetOf(range.endContainer, range.endOffset)]};
        }""", given["text"])
    value = given.get("json", given.get("model", (given.get("on") or {}).get("value")))
    if given.get("type", "").endswith("Point"):
        found = page.evaluate("v => lib.domrange.parseDOMRange({start: v})", value)
        return found and found["start"]
    if given.get("type") in ("DomRange", "DOMRange"):
        return page.evaluate("v => lib.domrange.parseDOMRange(v)", value)
    if given.get("member") == "domRange":
        return page.evaluate("v => lib.domrange.parseDOMRange(v.domRange)", value)
    # Members that are only passed on.
    return value.get(given["member"].replace("CFI", "Cfi"))


def agrees(found, expected):
    if isinstance(expected, dict):
        if "$between" in expected:
            return expected["$between"][0] <= found <= expected["$between"][1]
        if "$strictlyDecreasing" in expected:
            return all(one > other for one, other in zip(found, found[1:])) and len(found) > 1
        if "$error" in expected:
            return found is None
        return isinstance(found, dict) and all(agrees(found.get(key), value) for key, value in expected.items())
    return found == expected


def test_vectors(page):
    asked = vectors()
    assert asked
    wrong = []
    for vector in asked:
        found = answer(page, vector)
        if not agrees(found, vector["expected"]):
            wrong.append((vector["id"], found, vector["expected"]))
    assert not wrong


# -- Ranges as JSON

def point(text, offset=None):
    return {"cssSelector": "#p", "textNodeIndex": text, **({} if offset is None else {"charOffset": offset})}


@pytest.mark.parametrize("name", ["a.xhtml", "b.html"])
def test_points_count_texts_between_elements(page, name):
    show(page, name)
    cases = [
        (point(2, 0), point(2, 3), "one"), (point(2, 2), point(2, 5), "etw"), (point(3, 0), point(3, 4), "four"),
        (point(3, 5), point(3, 6), "&"), (point(3, 7), point(3, 9), "\U0001F40B"), (point(3, 9), point(3, 19), "five & six"),
        (point(2), point(2), "onetwo"), (point(2, 3), point(2), "two"), (point(2), point(2, 3), "one"),
        (point(2, 1), point(2, 2**31 - 1), "netwo"), (point(2, 3), point(3, 4), "twothreefour"),
        (point(2, 3), None, ""), (point(2, 3), point(2, 1), ""), (point(0), point(0), "\n"), (point(1), point(1), " ")]
    for start, end, text in cases:
        json = {"start": start, **({"end": end} if end else {})}
        assert page.evaluate("([name, domRange]) => textAt(name, {locations: {domRange}})", [name, json]) == text
    assert page.evaluate("name => find(name, {locations: {domRange: {start: {cssSelector: '#p', textNodeIndex: 4}}}})",
                         name) is None


def test_a_range_with_another_text_gives_way_to_the_quote(page):
    show(page, "quotes.xhtml")
    locations = {"domRange": {"start": {"cssSelector": "p", "textNodeIndex": 0, "charOffset": 0},
                              "end": {"cssSelector": "p", "textNodeIndex": 0, "charOffset": 4}}}
    ask = "([locations, highlight]) => textAt('quotes.xhtml', {locations, text: {highlight}})"
    assert page.evaluate(ask, [locations, "Call"]) == "Call"
    assert page.evaluate(ask, [locations, "C all "]) == "Call"
    assert page.evaluate(ask, [locations, "years ago"]) == "years ago"
    # There is no similar text anywhere, so only the element remains.
    assert page.evaluate(ask, [locations, "xyzzy plugh"]) is None
    assert page.evaluate(ask, [{**locations, "cssSelector": "p"}, "xyzzy plugh"]).startswith("Call me Ishmael.")


# -- Quotes

@pytest.mark.parametrize("text, found", [
    ({"highlight": "Some years ago"}, "Some years ago"),
    # Changed quotes are found by the library.
    ({"highlight": "Sone yaers ago"}, None),
    ({"highlight": "one, and then the other"}, "one, and  then\n the other"),
    ({"highlight": "one, and", "before": "The second "}, "one, and"),
    ({"highlight": "one, and", "before": "The second ", "after": None}, "one, and"),
    ({"highlight": "東京へ"}, "東とう京きょうへ"), ({"highlight": "東とう京きょうへ"}, "東とう京きょうへ"),
    ({"highlight": "nothing of the kind"}, None), ({"highlight": ""}, None), ({"highlight": "  "}, None),
])
def test_quotes(page, text, found):
    show(page, "quotes.xhtml")
    assert page.evaluate("text => textAt('quotes.xhtml', {text})", text) == found


def test_the_context_the_element_and_the_hint_choose_among_equals(page):
    show(page, "quotes.xhtml")
    where = """([locator, hint]) => {
        const range = find("quotes.xhtml", locator, hint), paragraphs = [...documents["quotes.xhtml"].querySelectorAll("p")];
        return paragraphs.indexOf(range.startContainer.parentElement.closest("p")); }"""
    def at(locator, hint=None):
        return page.evaluate(where, [locator, hint])
    quote = {"highlight": "one, and"}
    assert at({"text": quote}) == 1
    assert at({"text": {**quote, "before": "The second "}}) == 2
    assert at({"text": {**quote, "before": "The thiird "}}) == 3
    assert at({"text": quote, "locations": {"cssSelector": "div > p:nth-child(4)"}}) == 3
    # Elsewhere if it is not in the element.
    assert at({"text": quote, "locations": {"cssSelector": "div > p:nth-child(1)"}}) == 1
    assert at({"text": quote}, 100) == 2
    assert at({"text": quote, "locations": {"progression": 0.75}}) == 3
    # A position between two texts.
    assert at({"text": {"before": "the other one.The third ", "after": "one, and"}}) == 3


@pytest.mark.parametrize("locations, found", [
    ({"cssSelector": "p.Case"}, "last words"), ({"cssSelector": "p.case"}, None), ({"cssSelector": "p:("}, None),
    ({"fragments": ["x.1"]}, "last words"), ({"fragments": ["#x.1"]}, "last words"), ({"fragments": ["id=x.1"]}, "last words"),
    ({"fragments": ["page=3", "x%2E1"]}, "last words"), ({"fragments": ["no"]}, None), ({"fragments": "x"}, None),
    ({"cssSelector": "#empty"}, ""), ({"fragments": ["rule"]}, ""), ({"progression": 0.5}, ""), ({"progression": "x"}, None),
    ({"domRange": {"start": 3}, "cssSelector": ["p"]}, None), (None, None), ({"domRange": None, "fragments": [None]}, None),
])
def test_elements(page, locations, found):
    show(page, "quotes.xhtml")
    assert page.evaluate("locations => textAt('quotes.xhtml', {href: 'a', locations})", locations) == found


def test_fragment_of_the_href(page):
    show(page, "quotes.xhtml")
    assert page.evaluate("textAt('quotes.xhtml', {href: 'quotes.xhtml#x.1'})") == "last words"


def test_svg(page):
    show(page, "c.svg")
    assert page.evaluate("textAt('c.svg', {text: {highlight: 'Ishmael, he said'}})") == "Ishmael, he said"
    assert page.evaluate("textAt('c.svg', {locations: {cssSelector: 'textPath'}})") == "none"
    assert page.evaluate("""() => {
        const found = find("c.svg", {text: {highlight: "he said to"}});
        const locator = lib.locate.locatorOf(found, documents["c.svg"]);
        return [textAt("c.svg", {locations: locator.locations}), locator.locations.cssSelector]; }""") == [
            "he said to", "#layer > text:nth-child(2)"]


def test_the_index_is_dropped_when_the_document_changes(page):
    show(page, "quotes.xhtml")
    assert page.evaluate("""() => {
        const {body} = documents["quotes.xhtml"], first = lib.quote.indexOf(body);
        if (lib.quote.indexOf(body) !== first) return "made twice";
        const before = textAt("quotes.xhtml", {locations: {cssSelector: "div > p:nth-child(1)"}});
        body.querySelector("div").prepend(body.querySelector("p:nth-child(2)"));
        const after = textAt("quotes.xhtml", {locations: {cssSelector: "div > p:nth-child(1)"}});
        body.querySelector("p").firstChild.data = "The brand new one";
        return [before.slice(0, 4), after.slice(0, 9), textAt("quotes.xhtml", {text: {highlight: "brand new"}}),
          lib.quote.indexOf(body) === first]; }""") == ["Call", "The first", "brand new", False]


# -- From a range to a locator, and back

ROUND_TRIPS = r"""([name, count, seed]) => {
    const document = documents[name], index = lib.quote.indexOf(document.body), wrong = [];
    let state = seed;
    const random = (below) => (state = (state * 48271) % 2147483647) % below;
    const isPair = (at) => /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(index.text.slice(at - 1, at + 1));
    const boundary = () => {
      const node = index.nodes[random(index.nodes.length)], at = random(node.length + 1);
      if (random(5)) return [node, isPair(index.starts[index.nodes.indexOf(node)] + at) ? at + 1 : at];
      const parent = node.parentElement;
      return [parent, random(parent.childNodes.length + 1)];
    };
    for (let i = 0; i < count; i++) {
      const range = document.createRange(), [one, other] = [boundary(), boundary()];
      range.setStart(...one);
      if (random(3)) {
        const from = index.offsetOf(...one);
        const end = Math.min(index.text.length, from + 1 + random(300));
        const to = index.point(isPair(end) ? end + 1 : end);
        range.setEnd(to.node, to.offset);
      } else if (range.comparePoint(...other) >= 0) range.setEnd(...other);
      else range.setStart(...other);
      const text = range.toString();
      if (!text.trim()) { i--; continue; }
      const locator = JSON.parse(JSON.stringify(lib.locate.locatorOf(range, document)));
      const {domRange, cssSelector, ...locations} = locator.locations;
      const start = index.offsetOf(range.startContainer, range.startOffset);
      const ways = {all: locator, domRange: {locations: {domRange}},
        quote: {text: locator.text}, selector: {text: locator.text, locations: {cssSelector}}};
      for (const [way, each] of Object.entries(ways)) {
        const found = lib.locate.rangeOf(each, document);
        const at = found && index.offsetOf(found.startContainer, found.startOffset);
        if (!found || found.toString() !== text || at !== start) wrong.push([way, i, text, found && String(found), at, start]);
      }
      const {before = "", after = ""} = locator.text;
      if (locator.text.highlight !== text || !index.text.slice(0, start).endsWith(before) ||
          !index.text.slice(start + text.length).startsWith(after) || before.length > 200 || after.length > 200 ||
          before.length < Math.min(32, start)) wrong.push(["text", i, locator.text]);
    }
    return wrong; }"""


@pytest.mark.parametrize("name", ["long.xhtml", "long.html"])
def test_round_trips(page, name):
    show(page, name)
    assert page.evaluate(ROUND_TRIPS, [name, 250, 7]) == []


def test_a_locator_has_whole_characters(page):
    show(page, "a.xhtml")
    assert page.evaluate("""() => {
        const document = documents["a.xhtml"], index = lib.quote.indexOf(document.body), at = index.text.indexOf("\uD83D");
        const {text} = lib.locate.locatorOf(index.range(at + 1, at + 3), document);
        const {text: other} = lib.locate.locatorOf(index.range(at - 1, at + 1), document);
        return [text.highlight, other.highlight]; }""") == ["\U0001F40Bf", " \U0001F40B"]


def test_selectors_are_unique(page):
    show(page, "long.html")
    assert page.evaluate("""() => {
        const document = documents["long.html"];
        return [...document.querySelectorAll("body, body *")].filter((element) => {
          const selector = lib.domrange.selectorOf(element), found = document.querySelectorAll(selector);
          return found.length !== 1 || found[0] !== element || lib.domrange.select(selector, document.body) !== element;
        }).map((element) => lib.domrange.selectorOf(element)); }""") == []
