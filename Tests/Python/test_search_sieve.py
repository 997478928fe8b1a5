# SPDX-License-Identifier: BSD-3-Clause
"""Most documents are rejected without building a tree; this must not change the results.

A UTF-16 document is never rejected before its tree is built; it has the same matches as the UTF-8 one.
"""
import os
import random

import pytest

import lectern

from .searched import XHTML, hits, manifest

QUERIES = ("ab", "a b", "b a", "é", "e", "ss", "<", "&", "ab ab", "'", "\u2014", "x", "a\u00adb", "a \u00ad b", "fi", "\u4e00a", "1", "ab1", "[]", "[1]", "b[", "a]b", "a,b", "b ,", "[, ")

PIECES = """a|b|ab| |\n|\t|<b>|</b>|<i >|<br/>|<br>|<p>|</p>|<div class="a > b">|</div>|<img src='ab' alt="ab"/>|<x:y>|<B>
&#97;|&#x62;|&amp;|&lt;|&nbsp;|&eacute;|&#233;|&shy;|&zwj;|&ab;|&|&#150;|&copy|é|e\u0301|\u00ad|\u00a0|\u2028|ß|\ufb01|\u4e00|\u2019|\u2014|'|"
<!-- ab -->|<!---->|<!-->|<!-- a -- b -->|<![CDATA[ab]]>|<?a b?>|<?a>|<script>ab</script>|<script>a<b</script>|<style>ab</style>|<title>ab</title>
<title/>|<textarea>|</textarea>|<head>|</head>|<body>|</body>|</html>|</x>|<|>|</|< b>|=|<a b=c>|<a b = "c">|<a b='"'>|<svg>|</svg>|<xmp>|<audio>ab</audio>
<ul><li>|</li></ul>|<table>|<tr><td>|</table>|<a id="x">|</a>|<!DOCTYPE html>|<plaintext>|<a href="#n">1</a>|<sup><a href="#n">2</a></sup>|[<a href="#n">*</a>]|<a href="#n">[3]</a>|<a href="#n">|<a href="n"/>|<i role="doc-pagebreak">1</i>|<i role="doc-pagebreak"></i>|[|]|(|)|1|,|, |], [|<select>|<option>|<template>|</template>|\u200d|\0""".replace(
    "\n", "|").split("|")


def documents(seed, count, kind):
    chance = random.Random(seed)
    for number in range(count):
        pieces = chance.choices(PIECES, k=chance.randint(1, 12))
        if number % 2:
            # Mostly plain text, so that markup does not always decide.
            pieces = [piece if chance.random() < 0.3 else chance.choice("ab \n") for piece in pieces * 2]
        body = "".join(pieces)
        if number % 3 == 0:
            body = f"<html><head><title>t</title></head><body>{body}</body></html>"
        elif kind == XHTML and number % 3 == 1:
            body = f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p>{body}</p></body></html>'
        yield body


def counts(bodies, kind, encoding):
    files = {f"{number}": body.encode(encoding) for number, body in enumerate(bodies)}
    with lectern.Publication.open_manifest(manifest(files, kind=kind), files.get) as book:
        return {(query, hit["href"], hit["locations"]["progression"], hit["text"]["highlight"])
                for query in QUERIES for hit in hits(book, query)}


@pytest.mark.parametrize("kind", ["text/html", XHTML])
@pytest.mark.parametrize("seed", range(int(os.environ.get("LECTERN_SEEDS", 2))))
def test_the_tree_finds_no_more(seed, kind):
    bodies = list(documents(seed, 60, kind))
    quick, slow = counts(bodies, kind, "utf-8"), counts(bodies, kind, "utf-16")
    assert quick == slow, {href: bodies[int(href)] for _, href, _, _ in quick ^ slow}


def test_words_at_the_ends_of_what_is_copied():
    bodies = ["<p>" + "x" * length + "Ab" + "y" * (length % 9) + "</p>" for length in range(1, 70)]
    assert len([hit for hit in counts(bodies, XHTML, "utf-8") if hit[0] == "ab"]) == len(bodies)


def test_after_many_documents_with_matches():
    bodies = [f"<p>{'ab' if number % 15 < 11 else 'a b'}</p>" for number in range(45)]
    with_matches = {(query, href) for query, href, *_ in counts(bodies, XHTML, "utf-8")}
    for query, remainders in (("ab", range(11)), ("a b", range(11, 15))):
        assert {href for one, href in with_matches if one == query} == {
            str(number) for number in range(45) if number % 15 in remainders}


def test_characters_that_become_longer():
    # Each is a two-byte character that folds to a longer sequence.
    document = ("<p>" + "\u0390" * 5_000 + "x</p>").encode()
    with lectern.Publication.open_manifest(manifest(["a"]), {"a": document}.get) as book:
        assert len(hits(book, "x", diacriticSensitive=True)) == 1
        assert len(hits(book, "\u03b9")) == 5_000
