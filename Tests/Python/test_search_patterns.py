# SPDX-License-Identifier: BSD-3-Clause
"""Regular expressions in searches, by PCRE2."""
from ctypes.util import find_library

import pytest

import lectern

from .searched import found, hits, publication

needs_pcre2 = pytest.mark.skipif(find_library("pcre2-8") is None, reason="libpcre2-8 is not installed")


@needs_pcre2
@pytest.mark.parametrize("body, pattern, expected", [
    ("<p>the cat, the dog</p>", r"the (cat|dog)", ["the cat", "the dog"]),
    ("<p>The the</p>", "the", ["the"]), ("<p>The the</p>", "(?i)the", ["The", "the"]),
    ("<p>a <b>\n  b</b></p>", "a b", ["a \n  b"]),
    ("<p>one</p><p>two</p>", r"one\W*two|^two$", ["two"]),
    ("<p>one<br/>two</p>", r"one\stwo", ["one\ntwo"]),
    ("<p>aaa b</p>", "a*", ["aaa"]), ("<p>abc</p>", "", []), ("<p>abc</p>", "(?=b)", []), ("<p>abc</p>", "$|^", []),
    ("<p>éà 東京</p>", r"\w+", ["éà", "東京"]), ("<p>é</p>", r"\p{Lu}", []),
    ("<p>foobar</p>", r"foo\Kbar", ["bar"]), ("<p>aaaa</p>", "aa", ["aa", "aa"]),
    ("<p>x\u00a0y</p>", r"x\hy", ["x\u00a0y"]), ("<p>😀é</p>", ".", ["😀", "é"]),
])
def test_patterns(body, pattern, expected):
    assert found(body, pattern, regularExpression=True) == expected


@needs_pcre2
def test_whole_words_and_places():
    with publication("<p>😀 scan can 😀 can</p>") as book:
        one, two = hits(book, "c.n", regex=True, wholeWord=True)
    assert one["text"]["before"] == "😀 scan " and two["text"]["before"] == "😀 scan can 😀 "
    assert one["locations"]["progression"] == 8 / 18 and two["locations"]["progression"] == 15 / 18


@needs_pcre2
@pytest.mark.parametrize("pattern, error, message", [
    ("a(b", lectern.ArgumentError, "after character 3: missing closing parenthesis"),
    ("éé[", lectern.ArgumentError, "after character 3"), ("*", lectern.ArgumentError, "quantifier"),
    (r"\C", lectern.ArgumentError, "has an error"), ("(" * 1000 + ")" * 1000, lectern.ArgumentError, "nested"),
    ("((a{500}){500}){500}", lectern.ArgumentError, "too large"), ("(?R)" * 4000, lectern.ArgumentError, None),
])
def test_patterns_that_are_none(pattern, error, message):
    with publication("<p>a</p>") as book:
        if message is None:
            # PCRE2 decides whether it is valid; either way it is harmless.
            try:
                hits(book, pattern, regex=True)
            except lectern.LecternError:
                pass
            return
        with pytest.raises(error, match=message) as caught:
            book.search(pattern, {"regex": True})
        assert caught.value.path == "query"


@needs_pcre2
@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", "(?:a|aa)+c", "(.*)*x(.*)*y", r"(a*)*\1b", "((?:a)*)*b(?R)?"])
def test_catastrophic_patterns_are_stopped(pattern):
    with publication("<p>" + "a" * 40 + "!</p>") as book:
        try:
            assert hits(book, pattern, regex=True) == [], "PCRE2 sees by itself that it cannot match"
        except lectern.LimitError as error:
            assert "too many ways" in str(error)


@needs_pcre2
def test_one_that_certainly_has_too_many_ways():
    with publication("<p>" + "a" * 100 + "!</p>") as book, book.search("(?:a+)+$", {"regex": True}) as cursor:
        with pytest.raises(lectern.LimitError):
            cursor.next()


@needs_pcre2
@pytest.mark.parametrize("pattern", [r"\w++[!?]", "(?=a*+[!?])a", r"(?:a(?!\w*+[!?]))*[bc]"])
def test_a_long_block_takes_no_longer_than_many_short_ones(pattern):
    with publication("<p>" + "a" * 200_000 + "</p>") as book, book.search(pattern, {"regex": True}) as cursor:
        for _ in range(2):
            with pytest.raises(lectern.LimitError, match="too many ways"):
                cursor.next()


@needs_pcre2
@pytest.mark.parametrize("pattern", ["(?R)", "a(?=(?R))|((?1))"])
def test_one_that_calls_itself_for_ever(pattern):
    with publication("<p>aaa</p>") as book, book.search(pattern, {"regex": True}) as cursor:
        with pytest.raises(lectern.LimitError, match="recurses endlessly"):
            cursor.next()


@needs_pcre2
@pytest.mark.parametrize("pattern", ["(*LIMIT_MATCH=4000000000)(?:a+)+$", "(*LIMIT_DEPTH=4000000000)(*NO_START_OPT)(?:a+)+$"])
def test_a_pattern_does_not_lift_the_limits(pattern):
    with publication("<p>" + "a" * 100 + "!</p>") as book, book.search(pattern, {"regex": True}) as cursor:
        with pytest.raises(lectern.LimitError):
            cursor.next()


@needs_pcre2
def test_it_can_be_cancelled_inside_of_a_block():
    steps = []

    def step(task, done, total):
        steps.append(task == "search")
        return sum(steps) > limit

    with lectern.Context(progress=step) as context:
        with publication("<p>" + "a" * 200_000 + "</p>", context=context) as book:
            with book.search(r"\w++[!?]|\w", {"regex": True}) as cursor:
                for limit in (3, 4, 10):
                    steps.clear()
                    with pytest.raises(lectern.CancelledError):
                        cursor.next()
                    assert sum(steps) == limit + 1, "before the resource, before the block, and inside of it"


@needs_pcre2
def test_it_can_be_cancelled_between_blocks():
    steps = []

    def step(task, done, total):
        steps.append(task)
        return len(steps) > 3

    with lectern.Context(progress=step) as context:
        with publication("<p>a</p>" * 50_000, context=context) as book, book.search("b", {"regex": True}) as cursor:
            with pytest.raises(lectern.CancelledError):
                cursor.next()


@pytest.mark.parametrize("library", ["/nowhere/libpcre2.so", "libz.so.1"])
def test_without_the_library(library):
    with lectern.Context(pcre2=library) as context, publication("<p>a</p>", context=context) as book:
        with pytest.raises(lectern.UnsupportedError, match="pcre2|PCRE2"):
            book.search("a", {"regex": True})
        assert len(hits(book, "a")) == 1
