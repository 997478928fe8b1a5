# SPDX-License-Identifier: BSD-3-Clause
"""Search results and their locators."""
import json

import pytest

import lectern

from .odd_files import FailingFile
from .searched import document, found, hits, manifest, publication


@pytest.mark.parametrize("body, query, expected", [
    ("<p>The quick brown fox</p>", "QUICK", ["quick"]),
    ("<p>Quick, qu&#x69;ck, qu<b>i</b>ck</p>", "quick", ["Quick", "quick", "quick"]),
    ("<p>École, e\u0301cole, ECOLE</p>", "ecole", ["École", "e\u0301cole", "ECOLE"]),
    ("<p>Don\u2019t say &#8220;don't&rdquo;</p>", "don't", ["Don\u2019t", "don't"]),
    ("<p>one\n     two one&#160;two one two</p>", "one two", ["one\n     two", "one\u00a0two", "one two"]),
    ("<p>one\u3000two one \u3000two</p>", "one two", ["one\u3000two", "one \u3000two"]),
    ("<p>across <i>the\n <b>inline</b></i> markup</p>", "the inline markup", ["the\n inline markup"]),
    ("<p>a line<br/>breaks</p><p>a <br/> line</p>", "a line", ["a line", "a  line"]),
    ("<p>a line<br/>breaks</p>", "line breaks", ["line\nbreaks"]),
    ("<p>one</p><p>two</p><div>one<p>two</p></div>", "one two", []),
    ("<p>one<img src='x' alt='y'/>two</p>", "onetwo", []),
    ("<p>one<script>one two</script><style>two</style> two</p>", "one two", ["one two"]),
    ("<p>one<!-- not --> <?not this?>two</p>", "one two", ["one two"]),
    ("<p>on<span>\u00ad</span>e</p>", "one", ["on\u00ade"]),
    ("<table><tr><td>one</td><td>two</td></tr></table>", "one", ["one"]),
    ("<p>aaaa</p>", "aa", ["aa", "aa", "aa"]),
    ("<p>Straße</p>", "STRASSE", ["Straße"]),
    ("<p>東京と東京都</p>", "東京", ["東京", "東京"]),
    ("<p>x &lt; y &amp; z</p>", "< y & z", ["< y & z"]),
    ("<p>x</p>", "", []), ("<p>a b</p>", "  ", []), ("<p>a b</p>", "\u0301\u0300", []), ("<p>a b</p>", "\u00ad", []),
    ("<p>a</p>", "a" * 16384, []),
])
def test_same_text(body, query, expected):
    assert found(body, query) == expected


@pytest.mark.parametrize("body, query, options, expected", [
    ("<p>Fox fox FOX</p>", "Fox", {"caseSensitive": True}, ["Fox"]),
    ("<p>Fox fox FOX</p>", "Fox", {"case-sensitive": True}, ["Fox"]),
    ("<p>école ecole</p>", "ecole", {"diacriticSensitive": True}, ["ecole"]),
    ("<p>can can't scan (can)</p>", "can", {"wholeWord": True}, ["can", "can"]),
    ("<p>can</p><p>can</p>x<p>can</p>", "can", {"whole-word": True}, ["can"] * 3),
    ("<p>Two  words, two words</p>", "Two words", {"exact": True}, ["Two  words"]),
    ("<p>don\u2019t don't</p>", "don't", {"exact": True}, ["don't"]),
    ("<p>Fox</p>", "fox", {"caseSensitive": None, "language": "en"}, ["Fox"]),
])
def test_options(body, query, options, expected):
    assert found(body, query, **options) == expected


@pytest.mark.parametrize("source, query, expected", [
    (b"<p>one<p>two <b>three", "two three", ["two three"]),
    (b"\xef\xbb\xbf<body>one&nbsp;two", "one two", ["one\u00a0two"]),
    (b"<meta charset=windows-1252><p>caf\xe9", "caf\u00e9", ["caf\u00e9"]),
    (b"<p title='>'>one</p x=\">\">", "one", ["one"]),
    (b"<p title=a'b>one's</p>'", "one's", ["one's"]),
    (b"<script>if (a<b) '<p>'</script><p>one</p>", "one", ["one"]),
    ("<body>\u4e00</body>".encode("utf-16"), "\u4e00", ["\u4e00"]),
    (b"one</p>two", "onetwo", []), (b"one</b>two", "onetwo", ["onetwo"]),
    (b"", "one", []), (b"\0\0\0", "one", []), (b"<", "one", []), (b"&", "&", ["&"]), (b"&#", "&#", ["&#"]),
])
def test_markup_that_is_not_plain(source, query, expected):
    assert found(source, query, kind="text/html", raw=True) == expected


def test_a_locator_says_where_it_is():
    body = ('<h1>One</h1><p>Nothing.</p><h2 id="b">Two</h2><div class="x"><p>first <em>word</em> here</p>'
            "<p>second word there</p></div>")
    toc = [{"href": "0.html", "title": "Chapter", "children": [{"href": "0.html#b", "title": "Section"}]}]
    with publication("<p>word</p>", body, toc=[{**toc[0], "href": "1.html", "children": [
            {"href": "1.html#b", "title": "Section"}]}]) as book:
        first, second, third = hits(book, "word")
        pages = list(book.search("word"))
        positions = book.positions_by_reading_order
    assert "title" not in first, "nothing in the table of contents is in front of it"
    assert [page.get("metadata") for page in pages] == [None, {"title": "Chapter"}]
    assert second == {
        "href": "1.html", "type": "application/xhtml+xml", "title": "Section",
        "locations": {"progression": second["locations"]["progression"], "position": positions[1][0]["locations"]["position"],
                      "totalProgression": second["locations"]["totalProgression"],
                      "cssSelector": second["locations"]["cssSelector"]},
        "text": {"before": "One Nothing. Two first ", "highlight": "word", "after": " here second word there"}}
    assert second["locations"]["cssSelector"].endswith("em")
    assert third["locations"]["cssSelector"].endswith("p:nth-child(2)")
    assert 0 < second["locations"]["progression"] < third["locations"]["progression"] < 1
    assert 0.5 < second["locations"]["totalProgression"] < third["locations"]["totalProgression"] < 1


def test_progressions_count_utf16_units():
    with publication("<p>\U0001f600\u00e9\u4e00x...</p>") as book:
        assert [hit["locations"]["progression"] for hit in hits(book, "x")] == [0.5]


def test_a_match_between_elements_and_lines():
    """The context is on one line, and the highlight is spelled as in the document."""
    with publication("<p>one\n  two</p><p>three<br/>fo<b>ur</b>\n five</p>") as book:
        (hit,) = hits(book, "four five")
        assert hit["text"] == {"before": "one two three ", "highlight": "four\n five", "after": ""}
        (hit,) = hits(book, "two")
        assert hit["text"] == {"before": "one ", "highlight": "two", "after": " three four five"}


def test_pages_of_one_document():
    """More matches than fit on one page, forwards and backwards."""
    body = "".join(f'<h2 id="s{n}">S{n}</h2><p>{"word " * 40}</p>' for n in range(300))
    toc = [{"href": f"0.html#s{n}", "title": f"Section {n}"} for n in range(300)]
    with publication(body, toc=toc) as book, book.search("word") as cursor:
        pages = [cursor.next(), cursor.next()]
        assert cursor.next() is None and cursor.previous() == pages[0] and cursor.next() == pages[1]
    found = [hit for page in pages for hit in page["locators"]]
    assert [hit["title"] for hit in found] == [f"Section {n // 40}" for n in range(12_000)]
    assert len({hit["locations"]["cssSelector"] for hit in found}) == 300


def test_titles_go_on_in_resources_that_the_contents_do_not_list():
    toc = [{"href": "0.html", "title": "Chapter 1"}, {"href": "2.html#x", "title": "Chapter 2"}]
    with publication("<p>a</p>", "<p>a</p>", '<p>a</p><p id="x">a</p>', toc=toc) as book:
        assert [hit["title"] for hit in hits(book, "a")] == ["Chapter 1"] * 3 + ["Chapter 2"]


def test_all_matches_are_counted_when_asked():
    with publication("<p>a a</p>", "<p>b</p>", "<p>a</p>") as book:
        assert [page["metadata"]["numberOfItems"] for page in book.search("a", {"count": True})] == [3, 3]
        assert "metadata" not in book.search("a").next()


def test_very_many_matches_have_several_pages():
    with publication("<p>b</p>", "<p>" + "a" * 20000 + "</p>", "<p>b a</p>") as book, book.search("a") as cursor:
        sizes = [len(page["locators"]) for page in cursor]
        assert len(sizes) == 4 and sum(sizes) == 20001 and sizes[-1] == 1
        back = []
        while (page := cursor.previous()) is not None:
            back.append(len(page["locators"]))
        assert back == sizes[-2::-1]


@pytest.mark.parametrize("query, options, error", [
    ("x" * 1_000_000, None, lectern.LimitError), ("x", {"cased": True}, lectern.JsonError),
    ("x", {"exact": 1}, lectern.JsonError), ("x", {"count": "yes"}, lectern.JsonError), ("x", [], lectern.JsonError),
])
def test_what_is_refused(query, options, error):
    with publication("<p>x</p>") as book, pytest.raises(error):
        book.search(query, options)


def test_without_text_there_is_no_search():
    with lectern.Publication.open_manifest(manifest(["a.mp3"], kind="audio/mpeg")) as book:
        assert all("search" not in link.get("rel", ()) for link in book.manifest["links"])
        with pytest.raises(lectern.UnsupportedError):
            book.search("x")


def test_what_cannot_be_read_is_passed_over():
    log = []
    large = b"<p>y</p>" + b" " * (33 << 20)
    files = {"a": document("<p>x</p>"), "c": document("<p>x</p>"), "d": b"<p>x</p>" + large, "e": large}
    with lectern.Context(logger=log.append) as context, lectern.Publication.open_manifest(
            manifest(["a", "b", "c", "d", "e"]), files.get, context=context) as book:
        assert [hit["href"] for hit in hits(book, "x")] == ["a", "c"]
    # An oversized document is only reported if there would be a match in it.
    assert [entry["path"] for entry in log if "not searched" in entry["message"]] == ["publication", "publication > d"]


def test_a_source_that_fails_stops_the_search(unraisable):
    state = {"fails": True}

    def fetch(href):
        if href == "b" and state["fails"]:
            raise OSError("gone")
        return document("<p>x</p>")

    with lectern.Publication.open_manifest(manifest(["a", "b"]), fetch) as book, book.search("x") as cursor:
        found = cursor.next()["locators"][0]
        assert found["href"] == "a" and "position" not in found["locations"], "nobody knows how long the other one is"
        assert [str(exception) for exception in unraisable] == ["gone"]
        unraisable.clear()
        with pytest.raises(lectern.CallbackError):
            cursor.next()
        state["fails"] = False
        found = cursor.next()["locators"][0]
        assert found["href"] == "b" and found["locations"]["position"] == 2, "the page is tried again"
        found = cursor.previous()["locators"][0]
        assert found["href"] == "a" and found["locations"]["position"] == 1


def test_a_service_of_the_host_is_asked_for_the_text():
    class Decrypting(lectern.Service):
        def get(self, href):
            return document("<p>clear</p>") if href == "0.html" else None

    with lectern.Context() as context:
        context.add_service(Decrypting)
        with publication("<p>secret</p>", context=context) as book:
            assert hits(book, "secret") == []
            assert len(hits(book, "clear")) == 1


@pytest.mark.parametrize("name", ["sample", "epub2"])
def test_a_stream_that_fails_at_any_read(name, packed, unraisable):
    data = packed(name).read_bytes()

    with lectern.Publication.open_bytes(data) as book, book.search("the") as cursor:
        expected = list(cursor)
    at, failed = -1, True
    while failed:
        at, failed, stream, found = at + 1, False, FailingFile(data, once=True), []
        with lectern.Publication.open_stream(stream) as book, book.search("the") as cursor:
            stream.left = at
            while True:
                try:
                    page = cursor.next()
                except lectern.IoError as error:
                    assert isinstance(error.__cause__, OSError) and not failed
                    failed = True
                    continue
                if page is None:
                    break
                found.append(page)
        assert found == expected, f"after the failure of read {at}"
    assert at > 0 or name != "sample", "the other book is read at once"


def test_positions_of_a_host_number_the_matches():
    class Positions(lectern.Service):
        def get(self, href):
            if href != "/~readium/positions":
                return None
            place = {"href": "0.html", "type": "application/xhtml+xml"}
            return json.dumps({"total": 2, "positions": [
                {**place, "locations": {"progression": 0, "position": 7, "totalProgression": 0.25}},
                {**place, "locations": {"progression": 0.5, "position": 9, "totalProgression": 0.5}}]}).encode()

    with lectern.Context() as context:
        context.add_service(Positions)
        with publication("<p>word " + "x" * 20 + " word</p>", "<p>word</p>", context=context) as book:
            places = [hit["locations"] for hit in hits(book, "word")]
    assert [place.get("position") for place in places] == [7, 9, None]
    assert places[0]["totalProgression"] == 0.25 and "totalProgression" not in places[2]


def test_hostile_documents_cost_no_more_than_they_are():
    deep = "<b>" * 20_000 + "the" + "</b>" * 20_000
    spread = "".join(f"<b>{letter}" for letter in "the" * 3000)
    wide = "<p>the" + " " * 300_000 + "end</p>"
    for body in (deep, spread, wide, "<p>" + "\u0301" * 100 + "the</p>", "<p>th<script>" + "x" * 300_000 + "</script>e</p>"):
        with publication(body) as book:
            assert len(hits(book, "the")) in (1, 3000)
            for hit in hits(book, "the end"):
                assert hit["text"]["highlight"] == "the end", "white space without an end is not repeated"


def test_what_each_match_repeats_counts_for_its_page():
    """The title of the book, only once in the file, is in every locator."""
    title = "t" * 100_000
    chapter = manifest(["0.html"], [{"href": "0.html", "title": title}])
    files = {"0.html": document("<p>" + "word " * 400 + "</p>")}
    with lectern.Publication.open_manifest(chapter, files.get) as book, book.search("word") as cursor:
        pages = list(cursor)
    assert [page["locators"][-1]["title"] for page in pages] == [title] * len(pages)
    assert sum(len(page["locators"]) for page in pages) == 400
    assert all(len(page["locators"]) <= (8 << 20) // len(title) for page in pages)


@pytest.mark.parametrize("language, text, wanted, other", [
    ("fr", "L\u2019homme qu'il voit, aujourd\u2019hui, jusqu\u2019\u00e0 l\u2019\u00e9t\u00e9 d\u2019un quelqu\u2019un.",
     ("homme", "il", "\u00e0", "\u00e9t\u00e9", "un", "aujourd'hui", "quelqu'un", "l'homme"), ("hui", "aujourd", "quelqu", "l'h")),
    ("it", "L\u2019uomo dell\u2019isola, po\u2019 po\u2019.", ("uomo", "isola", "po"), ("sola",)),
    ("ca", "l\u2019home d'aqu\u00ed", ("home", "aqu\u00ed"), ("ome",)),
    ("en", "The o\u2019clock, don\u2019t, l\u2019homme.", ("o'clock", "don't"), ("clock", "homme", "don")),
])
def test_whole_words_behind_an_elision(language, text, wanted, other):
    with publication(f"<p>{text}</p>") as book:
        def count(query, **more):
            return len(hits(book, query, wholeWord=True, language=language, **more))
        assert {query: count(query) > 0 for query in wanted + other} == {query: query in wanted for query in wanted + other}
        if language != "en":  # the language of the publication
            assert count(wanted[0], regularExpression=True) == 1 and not hits(book, wanted[0], wholeWord=True)


@pytest.mark.parametrize("of_book, of_element, wanted", [("en", "fr", 1), ("en", "fr-CA", 1), ("fr", "en", 0), ("fr", "", 1), ("en", "", 0)])
def test_whole_words_behind_an_elision_go_by_the_language_of_the_element(of_book, of_element, wanted):
    body = f'<p>The <i xml:lang="{of_element}">rock of l\u2019homme</i> <i xml:lang="it">dell\u2019isola</i></p>'
    described = manifest(["0.html"])
    described["metadata"]["language"] = of_book
    with lectern.Publication.open_manifest(described, {"0.html": document(body)}.get) as book:
        assert len(hits(book, "homme", wholeWord=True)) == wanted
        assert len(hits(book, "homme", wholeWord=True, language="fr")) == 1 and len(hits(book, "isola", wholeWord=True)) == 1
        assert not hits(book, "isola", wholeWord=True, language="fr")
