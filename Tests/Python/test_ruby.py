# SPDX-License-Identifier: BSD-3-Clause
"""Ruby: the text consists of the bases, in search, quotes, words and content; quotes with readings are found as
well."""
import pytest

from .searched import found, hits, publication

TOKYO = "<p><ruby>東<rt>とう</rt></ruby><ruby>京<rt>きょう</rt></ruby>へ行く。</p>"
BODY = TOKYO + """<p>昔<ruby>京都<rp>(</rp><rt>きょうと</rt><rp>)</rp></ruby>へ来た。</p>
<p><ruby><rb>大</rb><rt>おお</rt><rb>阪</rb><rt>さか</rt></ruby>も見た。</p><p><ruby>名<rtc><rt>な</rt></rtc><rtc><rt>name</rt></rtc></ruby>だ。</p>"""


@pytest.fixture
def book():
    with publication(BODY) as opened:
        yield opened


@pytest.mark.parametrize("query", ["東京", "東京へ", "京都", "京都へ来た", "昔京都", "大阪", "大阪も", "名だ", "行く"])
def test_bases_are_searched(book, query):
    [hit] = hits(book, query)
    assert hit["text"]["highlight"] == query
    assert hits(book, query, exact=True) == hits(book, query, regularExpression=True) == [hit]
    located = book.locate(hit)
    assert (located["fit"], located["text"]["highlight"]) == ("exact", query)


@pytest.mark.parametrize("query, highlights", [
    ("東とう京きょうへ", ["東京へ"]), ("東とう京", ["東京"]), ("昔京都きょうと", ["昔京都"]), ("大おお阪さか", ["大阪"]),
    # A reading alone matches all of its bases.
    ("きょう", ["京", "京都"]), ("おお", ["大阪"]), ("さか", ["大阪"]),
    # The brackets for browsers without ruby are in the text that scripts read.
    ("昔京都(きょうと)へ", ["昔京都へ"]), ("(きょうと)", []),
    # Part of a reading, joined with its neighbour, is not a text.
    ("とう京", []), ("うへ", []), ("name", []), ("な", []),
])
def test_what_has_readings_in_it_is_found(book, query, highlights):
    assert [hit["text"]["highlight"] for hit in hits(book, query)] == highlights


def test_the_context_has_no_readings(book):
    [hit] = hits(book, "行く")
    assert (hit["text"]["before"], hit["text"]["after"][:1]) == ("東京へ", "。")
    assert {hit["locations"]["progression"] for hit in hits(book, "東京")} == {0}


@pytest.mark.parametrize("quote, text", [
    ("東京へ行く", "東京へ行く"), ("東とう京きょうへ", "東京へ"), ("東 京", "東京"), ("昔京都へ来た", "昔京都へ来た"), ("大おお阪さかも", "大阪も")])
@pytest.mark.parametrize("said", [{}, {"href": "0.html"}, {"href": "0.html", "locations": {"cssSelector": "body"}}])
def test_quotes_with_and_without_readings(book, quote, text, said):
    located = book.locate({**said, "text": {"highlight": quote}})
    assert located["fit"] == "exact"
    assert book.locate({**located, "text": {"highlight": text}})["fit"] == "exact"


def test_a_selection_with_readings_is_where_it_says():
    with publication("<p>東京。</p>" + TOKYO * 2) as book:
        start = {"cssSelector": "p:nth-of-type(3) > ruby", "textNodeIndex": 0, "charOffset": 0}
        end = {"cssSelector": "p:nth-of-type(3) > ruby:nth-of-type(2) > rt", "textNodeIndex": 0, "charOffset": 3}
        located = book.locate({"href": "0.html", "locations": {"domRange": {"start": start, "end": end}}, "text": {"highlight": "東とう京きょう"}})
        assert located["fit"] == "exact" and "nth-child(3)" in located["locations"]["cssSelector"]


def test_tokens_and_words(book):
    tokens = [token for element in book.elements(tokens={"unit": "sentence"}) for token in element["tokens"]]
    assert [token["text"] for token in tokens] == ["東京へ行く。", "昔京都へ来た。", "大阪も見た。", "名だ。"]
    assert [token["locator"]["text"]["highlight"] for token in tokens] == [token["text"] for token in tokens]
    assert {book.locate(token["locator"])["fit"] for token in tokens} == {"exact"}
    assert book.word({"text": {"highlight": "行"}})["sentence"]["text"]["highlight"] == "東京へ行く。"


@pytest.mark.parametrize("body, text", [
    ("この<ruby>\n<rb>短</rb>\n <rt>たん</rt>\n <rb>槍</rb>\n <rt>そう</rt>\n</ruby>を", "この短 槍を"),
    ("a <ruby> b<rt>c</rt> </ruby> d", "a b d"), ("a<ruby> b <rt>c</rt></ruby>d", "abd"), ("a<ruby> </ruby> b", "a b"),
    ("<ruby>a<rt>b</rt></ruby> <ruby>c<rt>d</rt></ruby>", "a c"), ("<ruby>a<rt>b</rt></ruby>\n<ruby>\nc<rt>d</rt></ruby>", "a c"),
    ("<em>a<ruby> b<rt>c</rt></ruby></em> d", "ab d"), ("a<ruby></ruby> b", "a b")])
def test_white_space_at_the_edges_of_a_ruby_is_nothing(body, text):
    with publication(f"<p>{body}</p>") as book:
        assert book.text("0.html") == text
        assert len(hits(book, text, exact=True)) == 1


def test_what_is_displayed_beside_a_text_is_no_part_of_a_quote():
    assert found("<p>one<rt>two</rt>three</p>", "onethree") == ["onethree"]
    assert found("<p>one <style>two</style><ruby>three<rp>(</rp><rt>four</rt></ruby></p>", "one three") == ["one three"]


@pytest.mark.parametrize("highlight", ["京都(きょうと)へ来た", "京都きょうとへ来た", "京都へ来た", "昔京都(きょうと)へ来た。大"])
def test_quotes_of_scripts_have_brackets(book, highlight):
    found = book.locate({"text": {"highlight": highlight, "before": "昔" if highlight[0] != "昔" else ""}})
    assert found["fit"] == "exact" and found["locations"]["cssSelector"].endswith("p:nth-child(2)")
