# SPDX-License-Identifier: BSD-3-Clause
"""The limits in docs/running.md: each is tested at its value, and one above."""
import io
import json
import zipfile
import zlib

import pytest

import lectern

from .searched import XHTML, document, hits, manifest, publication
from .test_search_cost import epub

MB = 1 << 20
#: The limit for entities and default attributes, and the cost of one default attribute.
ADDED, DEFAULT = 16 * MB, 32


def text(body, kind=XHTML):
    """Reads a whole document."""
    with publication(body, kind=kind, raw=True) as book:
        return lectern._calls.fetch_text("lectern_publication_text", book, b"0.html")


def subset(declarations, body):
    return f"<!DOCTYPE html [{declarations}]><html><body>{body}</body></html>".encode()


def declared(count):
    return "<!ATTLIST p " + " ".join(f"a{number} CDATA #IMPLIED" for number in range(count)) + ">"


def defaults(count):
    """A document that gains this many default attributes without a value."""
    many = "<!ATTLIST p " + " ".join(f'a{number} CDATA ""' for number in range(32)) + "><!ATTLIST b a CDATA ''>"
    return subset(many, "<p/>" * (count // 32) + "<b/>" * (count % 32))


def chain(count):
    """Entities that each refer to the previous one."""
    entities = '<!ENTITY e0 "x">' + "".join(f'<!ENTITY e{number + 1} "&#38;e{number};">' for number in range(count))
    return subset(entities, f"<p>&e{count};</p>")


def expanded(kilobytes):
    return subset(f'<!ENTITY e "{"x" * 1024}">', "&e;" * kilobytes)


def nested(count):
    return json.loads("[" * count + "]" * count)


def archive(files):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return target.getvalue()


def read(data, name, **options):
    with lectern.Context(**options) as context, lectern.Publication.open_bytes(data, context=context) as book:
        return book.get(name).read()


def opened(data, **options):
    with lectern.Context(**options) as context, lectern.Publication.open_bytes(data, context=context) as book:
        return book.manifest


def locate(body, **query):
    with publication(body) as book:
        return book.locate({"href": "0.html", **query})


def settings(count=1, values=2):
    options = {"settings": [{"key": f"a{n}", "type": "enum", "values": [f"v{m}" for m in range(values)]} for n in range(count)]}
    with publication("<p>a</p>") as book, lectern.Navigator(book, options):
        pass


def message(size):
    with publication("<p>a</p>") as book, lectern.Navigator(book) as navigator:
        navigator.receive('{"type":"ready"}'.ljust(size))


def rendered(megabytes):
    locator = {"href": "0.html", "type": XHTML}
    with publication("<p>a</p>") as book, lectern.Navigator(book) as navigator:
        navigator.set_decoration_template("x", {"element": "<b>" + "{{extras.a}}" * 8})
        navigator.apply_decorations("g", [{"id": f"{n}", "locator": locator, "style": {"id": "x"}, "extras": {"a": "y" * MB}}
                                          for n in range(megabytes // 8)])
        navigator.render_decorations("0.html")


def decorations(values):
    locator = {"href": "0.html", "type": XHTML}
    zeros = [0] * (values - 10)  # in addition to their containers
    lectern.diff([], [{"id": "a", "locator": locator, "style": {"id": "x"}, "extras": {"a": zeros}}])


def note(size):
    body = f'<p><a id="r" epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n">{"x" * size}</aside>'
    with publication(f'<div xmlns:epub="http://www.idpf.org/2007/ops">{body}</div>') as book:
        book.footnote({"href": "0.html", "fragments": ["r"]})


def query(length):
    with publication("<p>a</p>") as book:
        hits(book, "a" * length)


def expansion(length):
    lectern.links.expanded({"href": "{x}", "templated": True}, {"x": "a" * length})


def long_manifest(size):
    return archive({"manifest.json": json.dumps(manifest(["0.html"])).ljust(size), "0.html": document("a")})


FIVE = {"manifest.json": json.dumps(manifest(["0.html"])), "0.html": document("a"), "a": b"", "b": b"", "c": b"x" * 1000}
STORED = len(zlib.compress(b"x" * 1000, 9)) - 6  # without the overhead of zlib

LIMITS = {  # a call for a number, the limit, and the exception above it
    "maxEntrySize": (lambda n: read(archive({**FIVE, "c": b"x" * n}), "c", maxEntrySize=5000), 5000, lectern.LimitError),
    "maxTotalInflated": (lambda n: read(archive({**FIVE, "c": b"x" * n}), "c", maxTotalInflated=5000), 5000, lectern.LimitError),
    "maxEntries": (lambda n: opened(archive({**FIVE, **{f"e{m}": b"" for m in range(n - 5)}}), maxEntries=8), 8, lectern.LimitError),
    "maxJSONDepth": (lambda n: lectern.links.filtered([{"href": "a", "properties": {"x": nested(n - 3)}}], {}), 128, lectern.LimitError),
    "bytes of a document": (lambda n: text(document("a").ljust(n)), 32 * MB, lectern.LimitError),
    "bytes of a manifest": (lambda n: opened(long_manifest(n)), 32 * MB, lectern.LimitError),
    "elements": (lambda n: text(b"<html><body>" + b"<b/>" * (n - 2) + b"</body></html>"), 5_000_000, lectern.LimitError),
    "attributes that are declared": (lambda n: text(subset(declared(n), "<p/>")), 10_000, lectern.LimitError),
    "default attributes": (lambda n: text(defaults(n)), ADDED // DEFAULT, lectern.LimitError),
    "entities in entities": (lambda n: text(chain(n)), 64, lectern.LimitError),
    "combining characters": (lambda n: text(document("a" + "\u0301" * n)), 128, lectern.LimitError),
    "combining characters of a parameter": (lambda n: query_of("a" + "\u0301" * n), 128, lectern.ArgumentError),
    "bytes of a query": (query, 16 << 10, lectern.LimitError),
    "steps of a CFI": (lambda n: lectern.cfi.parse("epubcfi(" + "/2" * n + ")"), 20_000, lectern.ArgumentError),
    "steps of a selector": (
        lambda n: locate("<div>" * 70 + "a", cssSelector="div " * n), 64, lectern.NotFoundError),
    "bytes of a selector": (lambda n: locate("<p>a</p>", cssSelector="p".ljust(n)), 64 << 10, lectern.NotFoundError),
    "bytes of a link": (expansion, 16 * MB, lectern.LimitError),
    "settings of the host": (lambda n: settings(count=n), 1000, lectern.LimitError),
    "values of a setting": (lambda n: settings(values=n), 10_000, lectern.LimitError),
    "values of decorations": (decorations, 2_000_000, lectern.LimitError),
    "bytes of a message": (message, MB, lectern.LimitError),
    "bytes of a note": (note, 20_000, lectern.NotFoundError),
}


def query_of(words):
    with publication("<p>a</p>") as book:
        hits(book, words)


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_at_its_value_and_above(name):
    call, most, error = LIMITS[name]
    call(most)
    with pytest.raises(error):
        call(most + 1)


@pytest.mark.parametrize("call, below, above", [
    (lambda n: text(expanded(n)), 15 << 10, 17 << 10),  # the document counts, too
    (rendered, 120, 136),
    (lambda n: read(archive(FIVE), "c", maxRatio=n), 1000 // STORED + 1, 1000 // STORED - 1),
], ids=["entities", "rendered decorations", "maxRatio"])
def test_a_limit_that_is_not_exact(call, below, above):
    call(below)
    with pytest.raises(lectern.LimitError):
        call(above)


# ------------------------------------------------------------------------------------------------- Dropped content

def test_attributes_beyond_a_thousand_are_left_out():
    for count, found in ((999, True), (1000, False)):
        others = " ".join(f'a{number}=""' for number in range(count))
        body = f'<p>b</p><p {others} id="x">a</p>'
        assert (locate(body, fragments=["x"])["locations"].get("fragments") == ["x"]) == found


def test_page_breaks_beyond_65536_are_left_out():
    pages = "".join(f'<i epub:type="pagebreak" title="{number}"/>a' for number in range(65_537))
    with lectern.Publication.open_bytes(epub([document(f'<div xmlns:epub="http://www.idpf.org/2007/ops">{pages}</div>')])) as book:
        labels = [page["label"] for page in book.pages["pages"]]
    assert (len(labels), labels[-1]) == (65_536, "65535")


def test_matches_at_more_than_256_levels_have_no_cfi():
    for depth, count in ((254, 1), (255, 0)):  # html, body, the text
        with lectern.Publication.open_bytes(epub([document("<i>" * depth + "word" + "</i>" * depth)])) as book:
            [hit] = hits(book, "word", cfi=True)
            assert len(hit["locations"].get("fragments", [])) == count


def test_ids_of_more_than_a_kilobyte_are_not_asserted():
    for length, there in ((1024, True), (1025, False)):
        id = "a" * length
        with lectern.Publication.open_bytes(epub([document(f'<p id="{id}">a</p>')])) as book:
            assert (id in book.cfi({"href": "0.xhtml", "fragments": [id]})["cfi"]) == there


def test_links_below_maxNesting_are_left_out():
    def children(levels):
        link = {"href": f"{levels}.html", "type": XHTML}
        return [{**link, "children": children(levels - 1)} if levels > 1 else link]

    def depth(links):
        return max((1 + depth(link.get("children", [])) for link in links), default=0)

    for levels in (6, 7):
        with lectern.Context(maxNesting=6) as context:
            with lectern.Publication.open_manifest({**manifest(["0.html"]), "toc": children(levels)}, context=context) as book:
                assert depth(book.manifest["toc"]) == 6 and bool(book.warnings) == (levels == 7)


@pytest.mark.parametrize("declaration", ['"&#38;e{1};"', '"&e{1};"'])
@pytest.mark.parametrize("use", ["<p>&e{};</p>", '<p title="&e{};"/>'])
def test_a_long_chain_of_entities_does_not_exhaust_the_stack(declaration, use):
    count = 100_000
    entities = "".join(f"<!ENTITY e{number + 1} {declaration.format(0, number)}>" for number in range(count))
    with pytest.raises(lectern.LimitError):
        text(subset(entities + '<!ENTITY e0 "x">', use.format(count)))
