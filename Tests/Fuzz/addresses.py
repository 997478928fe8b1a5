# SPDX-License-Identifier: BSD-3-Clause
"""Addresses of locations: hrefs, links, locators, selectors, fragments and CFIs."""
import json

import lectern

from . import books, texts

CHAPTER = ("<html xmlns='http://www.w3.org/1999/xhtml' xmlns:epub='http://www.idpf.org/2007/ops'><head><title>T</title><link rel='stylesheet' href='s.css'/></head><body>"
           "<section id='s' class='a b'><h1>One</h1><p id='p1'>One two three four.<a epub:type='noteref' href='#n1'>1</a> <em>five</em> &#x5e9;&#x5dc;</p>"
           "<p id='p'>a\u0301 \U0001f600 \u00ad b<span epub:type='pagebreak' id='g1' title='1'/> <ruby>\u6f22<rt>kan</rt></ruby></p><table><tr><td>x</td><td>y</td></tr></table>"
           "<ul><li>One two</li><li>three <img src='i.png' alt='A'/></li></ul><aside epub:type='footnote' id='n1'><p>Note <a href='#p1'>back</a></p></aside>"
           "<svg xmlns='http://www.w3.org/2000/svg'><text id='t'>svg</text></svg></section></body></html>")
BOOK = books.packed({name: text.encode() for name, text in {"mimetype": "application/epub+zip", **books.FILES, "OEBPS/a.xhtml": CHAPTER}.items()})
HREFS = ("OEBPS/a.xhtml", "OEBPS/a.xhtml#p1", "OEBPS/a.xhtml#n1", "OEBPS/b%20c.xhtml?q#f", "/OEBPS/i.png", "~readium/positions", "~readium/search?query=a", "~readium/guided-navigation.json?ref=OEBPS/a.xhtml",
         "OEBPS/a.xhtml#:~:text=One-,two%20three,-four", "OEBPS/a.xhtml#epubcfi(/4/2/4/1:3)", "#t=1,2", "#xywh=percent:1,2,3,4", "#page=2", "data:text/html,x", "file:///etc/passwd",
         "https://example.org/a?b#c", "//host/a", "META-INF/container.xml", "mimetype")
PIECES = ("../", "%2e%2e/", "..%2f", "%00", "%", "%c0%af", "\\", "//", "?", "#", ":", "&", ";", "%23", "%3F", "\u00e9", "e\u0301", "\U0001f600", " ", "\t", "\n", "~", "{?a*}", "{+b:3}", "etc/passwd", "\u202e", "=", ",-")
SELECTORS = ("#p1", "p", "body > section p:nth-child(2)", "p:nth-of-type(1)", "*", ".a.b", "[id='p']", "section#s.a > ul li:last-child", "html|p", ":root", "p::before", "a:not(b)", "#\\31 x", "svg text")
FRAGMENTS = ("p1", "t=1,2", "page=2", "xywh=1,2,3,4", ":~:text=One,four", ":~:text=a-,b,-c&text=d", "epubcfi(/6/2!/4/2/4[p1]/1:3)", "search=a", "toolbar=0", "t=npt:0:00:01.5", "viewrect=1,2,3,4")
LINK = {"href": "/s{?q,r*}{&x:3}{#f}{/p}", "templated": True, "type": "text/html", "rel": ["search"], "properties": {"page": "left"}}
#: The functions to call, with the shape of their JSON, or None for an href.
QUESTIONS = (("publication_locate", texts.PLACE), ("publication_cfi", texts.PLACE), ("publication_footnote", texts.PLACE), ("publication_word", texts.PLACE),
             ("publication_link", None), ("publication_layout", None), ("publication_text", None), ("publication_links", {"href": "a", "rel": "b", "mediaType": "c/d"}))


def changed(text, random):
    """The text, sometimes with parts inserted, removed or repeated."""
    for _ in range(random.choice((0, 0, 1, 2, 5))):
        at, piece = random.randrange(len(text) + 1), random.choice((*PIECES, text[:9] or "a", random.choice(PIECES) * 99))
        text = text[:at] + piece + text[at + random.randrange(3):]
    return text


def href(random):
    return changed(random.choice(HREFS), random)


def query(shape, random):
    """A query whose members may address different locations."""
    made = {key: value for key, value in shape.items() if random.random() < 0.6}
    if "href" in made:
        made["href"] = href(random)
    if "cssSelector" in made:
        made["cssSelector"] = changed(random.choice(SELECTORS), random)
    if "partialCfi" in made:
        made["partialCfi"] = texts.cfi_text(random)
    made["locations"] = {"fragments": [changed(random.choice(FRAGMENTS), random)], **({"cssSelector": changed(random.choice(SELECTORS), random)} if random.random() < 0.5 else {})}
    return texts.json_text(made, random) if random.random() < 0.3 else json.dumps(made)


def make(random):
    """Calls with their arguments, and two CFIs."""
    asked = [[name, query(shape, random) if shape else href(random)] for name, shape in (random.choice(QUESTIONS) for _ in range(6))]
    return {"asked": asked, "cfis": [texts.cfi_text(random), texts.cfi_text(random)], "get": [href(random), href(random)],
            "link": texts.json_text({**LINK, "href": changed(LINK["href"], random)}, random), "base": href(random), "values": texts.json_text({"q": "a", "r": ["b", "c"], "x": {"y": "z"}, "p": ""}, random)}


def use(case, given):
    with lectern.Publication.open_bytes(BOOK) as publication:
        for name, argument in given["asked"]:
            answer = case.ask(name, publication, argument)
            if name == "publication_locate" and answer:
                cursor = case.call("content from a place", publication.content, answer, None)
                if cursor:
                    with cursor:
                        case.call("an element", cursor.next)
        for address in given["get"]:
            resource = case.call(f"get {address[:40]}", publication.get, address.replace("\0", ""))
            if resource:
                with resource:
                    data = case.call("read", resource.read)
                case.check(not data or b"root:" not in data, f"{address[:40]} is a file of the host")
        cfis(case, publication, *given["cfis"])
    case.ask("link_parameters", given["link"])
    case.ask("link_expand", given["link"], given["values"])
    case.ask("link_url", given["link"], given["base"])


def cfis(case, publication, text, other):
    """A parsed CFI survives a round trip, and resolves like its corrected form."""
    found = case.ask("cfi_parse", text)
    if found:
        case.check(lectern.cfi.parse(found["cfi"]) == found and not lectern.cfi.compare(text, found["cfi"]), f"{text!r} is not what it is written as: {found['cfi']!r}")
    orders = [case.call("compare CFIs", lectern.cfi.compare, *pair) for pair in ((text, other), (other, text))]
    case.check(None in orders or orders[0] == -orders[1], f"{text!r} and {other!r} have no order")
    case.ask("cfi_join", text, other)
    place = case.call("place of a CFI", publication.cfi, {"fragments": [text], "partialCfi": other})
    if place:
        again = publication.cfi({"fragments": [place["cfi"]]})["cfi"]
        case.check(not lectern.cfi.compare(again, place["cfi"]), f"{text!r} leads to {place['cfi']!r}, which leads elsewhere")
