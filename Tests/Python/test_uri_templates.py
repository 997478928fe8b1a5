# SPDX-License-Identifier: BSD-3-Clause
"""URI templates: expansion according to RFC 6570, and malformed templates."""

import json
import time
from pathlib import Path
from urllib.parse import parse_qs

import jsonschema
import pytest

import lectern
from lectern import links
from support.tiny_packages import FRAME, MANIFEST, PIXEL, archive
from support.tree import ROOT

#: The variables of the RFC, and some of our own: numbers, booleans, and undefined values.
VALUES = {
    "count": ["one", "two", "three"], "dom": ["example", "com"], "dub": "me/too", "hello": "Hello World!",
    "half": "50%", "var": "value", "who": "fred", "base": "http://example.com/home/", "path": "/foo/bar",
    "list": ["red", "green", "blue"], "keys": {"semi": ";", "dot": ".", "comma": ","}, "v": "6", "x": "1024",
    "y": "768", "empty": "", "empty_keys": {}, "undef": None, "year": ["1965", "2000", "2012"],
    "semi": ";", "name": "Fred", "address": {"city": "Newport Beach", "state": "CA"},
    "none": [], "nulls": [None, None], "null_keys": {"a": None}, "gaps": ["a", None, "b"], "key_gaps": {"a": None, "b": "c"},
    "empties": ["", ""], "one_empty": [""], "empty_key": {"a": ""}, "number": 1024, "fraction": -1.5, "large": 12345678901234567890,
    "yes": True, "no": False, "mixed": [1, "a", True], "pct": "a%20b", "bad_pct": "a%2 b%zz%", "eacute": "\u00e9\u00e9", "e": "e\u0301",
    "book": "\U0001f4d6\U0001f4d6", "escaped": "%C3%A9%C3%A9x", "broken": "%C3x%A9%F0%9F%93", "nul": "a\0b\n", "odd_keys": {"a&b=c": "d&e=f", "\u00e9": "?"},
    "a.b": "dotted", "%20": "escape", "all": ":/?#[]@!$&'()*+,;=-._~", "_1": "underscore",
}  # fmt: skip

RFC = """
{var} value
{hello} Hello%20World%21
{+var} value
{+hello} Hello%20World!
{+path}/here /foo/bar/here
here?ref={+path} here?ref=/foo/bar
X{#var} X#value
X{#hello} X#Hello%20World!
map?{x,y} map?1024,768
{x,hello,y} 1024,Hello%20World%21,768
{+x,hello,y} 1024,Hello%20World!,768
{+path,x}/here /foo/bar,1024/here
{#x,hello,y} #1024,Hello%20World!,768
{#path,x}/here #/foo/bar,1024/here
X{.var} X.value
X{.x,y} X.1024.768
{/var} /value
{/var,x}/here /value/1024/here
{;x,y} ;x=1024;y=768
{;x,y,empty} ;x=1024;y=768;empty
{?x,y} ?x=1024&y=768
{?x,y,empty} ?x=1024&y=768&empty=
?fixed=yes{&x} ?fixed=yes&x=1024
{&x,y,empty} &x=1024&y=768&empty=
{var:3} val
{var:30} value
{list} red,green,blue
{list*} red,green,blue
{keys} semi,%3B,dot,.,comma,%2C
{keys*} semi=%3B,dot=.,comma=%2C
{+path:6}/here /foo/b/here
{+list} red,green,blue
{+list*} red,green,blue
{+keys} semi,;,dot,.,comma,,
{+keys*} semi=;,dot=.,comma=,
{#path:6}/here #/foo/b/here
{#list} #red,green,blue
{#list*} #red,green,blue
{#keys} #semi,;,dot,.,comma,,
{#keys*} #semi=;,dot=.,comma=,
X{.var:3} X.val
X{.list} X.red,green,blue
X{.list*} X.red.green.blue
X{.keys} X.semi,%3B,dot,.,comma,%2C
X{.keys*} X.semi=%3B.dot=..comma=%2C
{/var:1,var} /v/value
{/list} /red,green,blue
{/list*} /red/green/blue
{/list*,path:4} /red/green/blue/%2Ffoo
{/keys} /semi,%3B,dot,.,comma,%2C
{/keys*} /semi=%3B/dot=./comma=%2C
{;hello:5} ;hello=Hello
{;list} ;list=red,green,blue
{;list*} ;list=red;list=green;list=blue
{;keys} ;keys=semi,%3B,dot,.,comma,%2C
{;keys*} ;semi=%3B;dot=.;comma=%2C
{?var:3} ?var=val
{?list} ?list=red,green,blue
{?list*} ?list=red&list=green&list=blue
{?keys} ?keys=semi,%3B,dot,.,comma,%2C
{?keys*} ?semi=%3B&dot=.&comma=%2C
{&var:3} &var=val
{&list} &list=red,green,blue
{&list*} &list=red&list=green&list=blue
{&keys} &keys=semi,%3B,dot,.,comma,%2C
{&keys*} &semi=%3B&dot=.&comma=%2C
{count} one,two,three
{count*} one,two,three
{/count} /one,two,three
{/count*} /one/two/three
{;count} ;count=one,two,three
{;count*} ;count=one;count=two;count=three
{?count} ?count=one,two,three
{?count*} ?count=one&count=two&count=three
{&count*} &count=one&count=two&count=three
{half} 50%25
O{empty}X OX
O{undef}X OX
{x,y} 1024,768
?{x,empty} ?1024,
?{x,undef} ?1024
?{undef,y} ?768
{semi:2} %3B
{+half} 50%25
{base}index http%3A%2F%2Fexample.com%2Fhome%2Findex
{+base}index http://example.com/home/index
O{+empty}X OX
O{+undef}X OX
up{+path}{var}/here up/foo/barvalue/here
{#half} #50%25
foo{#empty} foo#
foo{#undef} foo
{.who} .fred
{.who,who} .fred.fred
{.half,who} .50%25.fred
www{.dom*} www.example.com
X{.empty} X.
X{.undef} X
X{.empty_keys} X
X{.empty_keys*} X
{/who} /fred
{/who,who} /fred/fred
{/half,who} /50%25/fred
{/who,dub} /fred/me%2Ftoo
{/var,empty} /value/
{/var,undef} /value
{;who} ;who=fred
{;half} ;half=50%25
{;empty} ;empty
{;v,empty,who} ;v=6;empty;who=fred
{;v,bar,who} ;v=6;who=fred
{;x,y,undef} ;x=1024;y=768
{?who} ?who=fred
{?half} ?half=50%25
{?x,y,undef} ?x=1024&y=768
{&who} &who=fred
{&half} &half=50%25
{&x,y,undef} &x=1024&y=768
find{?year*} find?year=1965&year=2000&year=2012
{?address*} ?city=Newport%20Beach&state=CA
{?address} ?address=city,Newport%20Beach,state,CA
"""

#: Edge cases, which follow from the algorithm in appendix A.
EDGES = """
plain plain
{undef}{?undef}{;undef}{#undef}{/undef}{.undef}{&undef}{+undef}
{none}{?none*}{nulls}{/nulls*}{?null_keys}{?null_keys*}{#none}
{?undef,none,x,null_keys} ?x=1024
{gaps} a,b
{?gaps*} ?gaps=a&gaps=b
{key_gaps} b,c
{?key_gaps*} ?b=c
{empties} ,
{/empties*} //
{?empties*} ?empties=&empties=
{;empties*} ;empties;empties
{?empties} ?empties=,
{?one_empty} ?one_empty=
{;one_empty} ;one_empty
{?empty_key*} ?a=
{;empty_key*} ;a
{empty_key*} a=
{/empty_key*} /a=
{number} 1024
{number:2} 10
{?fraction} ?fraction=-1.5
{large} 12345678901234567890
{?yes,no} ?yes=true&no=false
{mixed} 1,a,true
{?mixed*} ?mixed=1&mixed=a&mixed=true
{var*} value
{?var*} ?var=value
{pct} a%2520b
{+pct} a%20b
{#pct} #a%20b
{?pct} ?pct=a%2520b
{+bad_pct} a%252%20b%25zz%25
{eacute} %C3%A9%C3%A9
{eacute:1} %C3%A9
{e:1} e
{e} e%CC%81
{book:1} %F0%9F%93%96
{+pct:2} a%20
{+pct:1} a
{pct:2} a%25
{pct:3} a%252
{+escaped:1} %C3%A9
{+escaped:3} %C3%A9%C3%A9x
{escaped:1} %25
{+broken:1} %C3
{+broken:2} %C3x
{+broken:3} %C3x%A9
{+broken:4} %C3x%A9%F0%9F%93
{+broken:9} %C3x%A9%F0%9F%93
{nul} a%00b%0A
{+nul} a%00b%0A
{var:9999} value
{odd_keys*} a%26b%3Dc=d%26e%3Df,%C3%A9=%3F
{?odd_keys*} ?a%26b%3Dc=d%26e%3Df&%C3%A9=%3F
{+odd_keys*} a&b=c=d&e=f,%C3%A9=?
{a.b} dotted
{?a.b} ?a.b=dotted
{%20} escape
{?%20} ?%20=escape
{_1} underscore
{all} %3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D-._~
{+all} :/?#[]@!$&'()*+,;=-._~
{#all} #:/?#[]@!$&'()*+,;=-._~
{?x}{&y} ?x=1024&y=768
{x}{x}{x,x} 102410241024,1024
caf\u00e9/{x} caf%C3%A9/1024
a%20b/{x} a%20b/1024
it's/{x} it's/1024
"""

MALFORMED = """
{ } {} }{ {x x} a}b {x}} {{x}} {{x} {?} {+} {,} {x,} {,x} {x,,y} {x,?y} {=x} {!x} {@x} {|x} {,x} {-x} {~x} {$x} {*x} {x?} {x+}
{x:0} {x:} {x:01} {x:10000} {x:99999999999999999999} {x:-1} {x:+1} {x:1*} {x*:1} {x**} {x:3:3} {x:a} {:3} {*} {x:\u0661}
{.x.} {..x} {x..y} {x.} {%} {%2} {%2g} {%zz} {default-graph-uri} {?x&y} {\u00e9} {??x} {/id* /id*} {/?id {var:prefix} {?empty=default,var}
{var}{-prefix|/-/|var} ?q={searchTerms}&c={example:color?} x{?empty|foo=none} /h{#hello+} {-join|&|var,list} /people/{~thing}
<{x} {x}> a\\b a^b a`b a|b a"b a%b a%2 %
"""

MALFORMED_WITH_SPACES = ["{x y}", "{ x}", "{?x, y}", "a b{x}", "{x}\n", "\0{x}", "{x\0}", "\x7f"]


def table(text):
    return [pytest.param(*(line.split(" ") + [""])[:2], id=line) for line in text.strip().splitlines()]


def templated(href):
    return {"href": href, "templated": True}


def expanded(template, values=VALUES):
    link = links.expanded(templated(template), values)
    assert "templated" not in link
    return link["href"]


@pytest.mark.parametrize("template, expected", table(RFC) + table(EDGES))
def test_expansion(template, expected):
    # A link needs a non-empty href, so an expansion that may be empty gets a prefix.
    assert expanded("." + template) == "." + expected


def test_the_values_follow_their_schema():
    schema = json.loads(Path(ROOT / "include/schemas/link-parameters.schema.json").read_text())
    jsonschema.validate(VALUES, schema)
    for wrong in ({"x": [[]]}, {"x": [{}]}, {"x": {"a": []}}, {"x": {"a": {}}}, []):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


def test_a_message_is_short_whatever_it_quotes():
    """Control characters are replaced with longer ones."""
    with pytest.raises(lectern.ArgumentError) as raised:
        expanded("{?" + "\t" * 300 + "}")
    assert len(raised.value.message.encode()) <= 400 and raised.value.message.endswith("not a variable.")


@pytest.mark.parametrize("template", MALFORMED.split() + MALFORMED_WITH_SPACES)
def test_what_is_no_template(template):
    for action in (lambda: links.parameters(templated(template)), lambda: expanded(template)):
        with pytest.raises(lectern.ArgumentError) as raised:
            action()
        assert raised.value.path == "link > /href" and "malformed" in raised.value.message
    # A link that is not marked as templated has no parameters.
    assert links.parameters({"href": template}) == []


@pytest.mark.parametrize("values, path", [
    ({"x": [[]]}, "parameters > /x/0"), ({"x": ["a", {}]}, "parameters > /x/1"), ({"x": {"a": []}}, "parameters > /x/a"),
    ({"x": {"a": {}}}, "parameters > /x/a"), ({"other": [[]]}, "parameters > /other/0"), ([], "parameters"),
    ("1", "parameters"),
])  # fmt: skip
def test_what_are_no_values(values, path):
    with pytest.raises(lectern.JsonError) as raised:
        expanded("{x}", values)
    assert raised.value.path == path


@pytest.mark.parametrize("template", ["{list:1}", "{keys:1}", "{+keys:1}", "{?list:3}"])
def test_lists_and_maps_have_no_first_characters(template):
    with pytest.raises(lectern.JsonError) as raised:
        expanded(template)
    assert raised.value.path in ("parameters > /list", "parameters > /keys")
    assert expanded("." + template, {}) == "."


def test_a_malformed_template_in_a_manifest_is_told(tmp_path):
    hrefs = ["a{?x}", "b{?x", "c{default-graph-uri}"]
    book = tmp_path / "book.webpub"
    link_list = [{"href": href, "templated": True, "type": "text/plain"} for href in hrefs]
    book.write_bytes(archive(**{"manifest.json": {**MANIFEST, "links": link_list}, "one.mp3": FRAME, "cover.gif": PIXEL}))
    with lectern.Publication.open(book) as opened:
        told = [warning for warning in opened.warnings if "URI template" in warning["message"]]
        assert [warning["path"].rpartition(" > ")[2] for warning in told] == ["/links/1", "/links/2"]
        assert [link["href"] for link in opened.manifest["links"]][:3] == hrefs


def test_parameters_come_once_and_in_order():
    assert links.parameters(templated("{b}{?a:3,b*}{#c.d,%20}")) == ["b", "a", "c.d", "%20"]
    assert links.parameters(templated("plain")) == []


def test_names_are_compared_by_their_bytes():
    assert expanded(".{K}", {"\u212a": "kelvin"}) == "."


def test_values_cannot_add_parameters():
    value = "a&b=c#d+e%f\0\u00e9?/{x}"
    href = expanded("s{?x}", {"x": value})
    assert parse_qs(href.partition("?")[2]) == {"x": [value]}


def test_large_templates_take_linear_time():
    many = 50_000
    start = time.monotonic()
    assert len(expanded("{x}" * many, {"x": "y"})) == many
    assert len(links.parameters(templated("{" + ",".join(f"v{n}" for n in range(many)) + "}"))) == many
    assert expanded(".{?x*}", {"x": ["a"] * many}).count("x=a") == many
    for template in ("{" * many, "{x}" * many + "}", "{" + "x," * many + "}"):
        with pytest.raises(lectern.ArgumentError):
            expanded(template)
    assert time.monotonic() - start < 20


@pytest.mark.parametrize("template, values", [
    ("{x}" * 10_000, {"x": "a" * (1 << 16)}), ("{?" + "x" * 100_000 + "*}", {"x" * 100_000: ["a"] * 100_000}),
    ("{x}", {"x": "\0" * (6 << 20)}),
])  # fmt: skip
def test_what_would_become_too_long(template, values):
    with pytest.raises(lectern.LimitError):
        expanded(template, values)
