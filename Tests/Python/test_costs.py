# SPDX-License-Identifier: BSD-3-Clause
"""Small files that are crafted to be expensive: `make soak` has them in full size, with times."""

import pytest

import lectern
from Soak import files
from Soak.answers import size

from . import memory
from .searched import document, found, hits, publication
from .test_search_cost import epub, prose

#: The size of a document of one-letter words.
SIZE = 1_000_000


def text(book):
    return size("lectern_publication_text", book, b"0.html")


def content(tokens):
    def first_page(book):
        with book.content(tokens=tokens) as cursor:
            return size("lectern_cursor_next", cursor)
    return first_page


@pytest.mark.parametrize("words", ["a ", "a  ", "a\u00ad\n"])
@pytest.mark.parametrize("call", [text, content(None), content({"unit": "word"}), content({"unit": "sentence"})])
def test_many_words_take_a_few_times_the_size_of_their_document(call, words):
    body = "<p>" + words * (SIZE // len(words.encode())) + "</p>"
    with publication(body) as book:
        answer, peak = memory.growth(lambda: call(book))
        assert answer > SIZE // 3
        assert peak < 16 * SIZE


def decorations(count, version):
    """Decorations as JSON; every tenth differs from one version to the next."""
    locator = '"locator":{"href":"c%d.xhtml","type":"application/xhtml+xml","locations":{"progression":0.5}}'
    style = '"style":{"id":"highlight","tint":"#FF%02d00"}'
    return ("[" + ",".join('{"id":"%d",%s,%s}' % (n, locator % (n // 100), style % (0 if n % 10 else version))
                           for n in range(count)) + "]").encode()


def test_a_difference_of_many_decorations_takes_a_few_times_their_size():
    before, after = decorations(100_000, 1), decorations(100_000, 2)
    answer, peak = memory.growth(lambda: size("lectern_decorations_diff", before, after))
    assert answer > 10_000 * 150
    assert peak < 8 * (len(before) + len(after))


def test_an_element_with_too_many_tokens_has_none():
    with publication("<p>" + "a " * 200_000 + "</p><p>b c</p>") as book:
        first, second = book.elements(tokens={"unit": "word"})
        assert "tokens" not in first and len(first["text"]) == 399_999
        assert [token["text"] for token in second["tokens"]] == ["b", "c"]
        first, second = book.elements(tokens={"unit": "sentence"})
        assert "tokens" not in first and [token["text"] for token in second["tokens"]] == ["b c"]


def test_places_in_a_long_text_are_those_of_the_document():
    """Text that is dropped shifts all later positions."""
    words = [f"w{number}" + "\u00ad" * (number % 3) + " \n"[number % 2] * (1 + number % 700) for number in range(3000)]
    with publication("<p>" + "".join(words) + "</p>") as book:
        [element] = book.elements(tokens={"unit": "word"})
        assert [token["text"] for token in element["tokens"]] == [f"w{number}" for number in range(3000)]
        for number, token in enumerate(element["tokens"]):
            quote = token["locator"]["text"]
            assert quote["highlight"].rstrip("\u00ad") == f"w{number}"
            if number:
                assert words[number - 1].endswith(quote["before"][-1:])


# ------------------------------------------------------------------------------------------------------------- Budgets

def all_pages(step):
    """The pages of a cursor, and the number of calls that stopped because they had read enough."""
    pages, limits = [], 0
    for _ in range(20):
        try:
            page = step()
        except lectern.LimitError:
            limits += 1
            continue
        if page is None:
            break
        pages.append(page)
    return pages, limits


@pytest.fixture
def limited():
    """Ten chapters of 40 KB; one call may read three."""
    chapters = [document(f"<!--{prose(40_000, number)}--><p>chapter</p>" if number == 9 else f"<!--{prose(40_000, number)}-->")
                for number in range(10)]
    with lectern.Context(maxTotalInflated=125_000) as context:
        with lectern.Publication.open_bytes(epub(chapters), context=context) as book:
            yield book


def test_a_search_reads_so_much_in_one_call_and_goes_on_in_the_next(limited):
    with limited.search("chapter") as cursor:
        pages, limits = all_pages(cursor.next)
    assert [hit["href"] for page in pages for hit in page["locators"]] == ["9.xhtml"] and limits == 3


def test_the_content_reads_so_much_in_one_call_and_goes_on_in_the_next(limited):
    with limited.content() as cursor:
        pages, limits = all_pages(cursor.next)
    assert [element["text"] for page in pages for element in page["elements"]] == ["chapter"] and limits == 3


def test_a_quote_is_looked_for_in_so_much_in_one_call(limited):
    with pytest.raises(lectern.LimitError):
        limited.locate({"text": {"highlight": "nowhere to be found"}})


def test_a_file_that_no_call_may_read_is_passed_over():
    log = []
    with lectern.Context(maxTotalInflated=50_000, logger=log.append) as context:
        book = epub([document(f"<p>{prose(size)}</p><p>chapter</p>") for size in (100, 60_000, 100)])
        with lectern.Publication.open_bytes(book, context=context) as publication, publication.search("chapter") as cursor:
            pages, limits = all_pages(cursor.next)
    assert [page["locators"][0]["href"] for page in pages] == ["0.xhtml", "2.xhtml"] and limits == 0
    assert [entry for entry in log if "50000 bytes" in entry["message"]]


# -------------------------------------------------------------------------------------------- One entry of many names

@pytest.fixture
def shared(tmp_path):
    path = tmp_path / "shared.epub"
    files.shared(path, 50, 3000)
    return str(path)


def test_names_for_one_entry_are_a_major_warning(shared):
    with lectern.Publication.open(shared) as book:
        [warning] = [warning for warning in book.warnings if "overlap" in warning["message"]]
        assert warning["severity"] == "major" and "49 entries" in warning["message"]
        assert book.get("49.xhtml").read() == book.get("0.xhtml").read()


def test_an_entry_with_many_names_is_searched_once(shared):
    steps = []
    with lectern.Context(progress=lambda *step: steps.append(step)) as context:
        with lectern.Publication.open(shared, context=context) as book:
            with book.search("Ishmael", {"count": True}) as cursor:
                [page] = cursor
            assert {hit["href"] for hit in page["locators"]} == {"0.xhtml"}
            assert page["metadata"]["numberOfItems"] == len(page["locators"]) == 90
            assert {total for task, _, total in steps if task == "search"} == {1}
            steps.clear()
            with pytest.raises(lectern.NotFoundError):
                book.locate({"text": {"highlight": "nowhere to be found"}})
            assert [step for step in steps if step[0] == "locate"] == [("locate", 0, 1)]


# ------------------------------------------------------------------------------------------------------------ Progress

PARAGRAPHS = "<p id=a>b</p>" * 30_000
QUOTE = {"href": "0.html", "type": "text/html", "text": {"highlight": "she sells sea shells " * 40}}
EXPRESSION = {"regularExpression": True}


@pytest.mark.parametrize("body, call", [
    (PARAGRAPHS, text), (PARAGRAPHS, content(None)), (PARAGRAPHS, lambda book: hits(book, "c|b", **EXPRESSION)),
    (PARAGRAPHS, lambda book: book.locate({"href": "0.html", "locations": {"fragments": ["a"]}})),
    ("<p>" + "she sold sea shells " * 15_000 + "</p>", lambda book: book.locate(QUOTE)),
    ("<p>" + "a" * 2_500_000 + " x</p>", lambda book: hits(book, "a x", exact=True)),
], ids=["text", "content", "search", "locate", "quote", "letters"])
def test_the_host_is_asked_inside_of_a_document(body, call):
    steps = []

    def step(task, done, total):
        steps.append(task)
        return len(steps) == stop

    stop = 0
    with lectern.Context(progress=step) as context, publication(body, kind="text/html", context=context) as book:
        steps.clear()
        call(book)
        assert len(steps) >= 4 and len(set(steps)) == 1
        steps.clear()
        stop = 3
        with pytest.raises(lectern.CancelledError):
            call(book)
        assert len(steps) == 3


def test_an_expression_with_too_many_ways_ends_soon():
    steps = []
    with lectern.Context(progress=lambda *step: steps.append(step)) as context:
        with publication("<p>" + "a" * 1_000_000 + "</p>", context=context) as book:
            with pytest.raises(lectern.LimitError, match="too many ways"):
                hits(book, r"(?i)[a-m]+\d", regularExpression=True)
    assert len(steps) < 60


def test_letters_outside_of_the_usual_tables_are_folded():
    assert found("<p>a \ufb2c b \U0001d15e \u3000c\U000e0041d</p>", "\u05e9") == ["\ufb2c"]
    assert found("<p>a\u3000b</p>", "a b") == ["a\u3000b"]
    assert found("<p>c\U000e0041d</p>", "cd") == ["c\U000e0041d"]
    assert found("<p>\uff21\U00010400</p>", "\U00010428") == ["\U00010400"]


def test_paragraphs_that_are_never_closed_are_no_deep_tree():
    count = 100_000
    with publication("<p>b" * count, kind="application/xhtml+xml") as book:
        answer, peak = memory.growth(lambda: text(book))
        assert answer == 2 * count - 1
        # Two records for each paragraph, its text, and room to grow.
        assert peak < 180 * count


# ------------------------------------------------------------------------------------ Many places in one document

PLACE = {"href": "0.xhtml", "type": "application/xhtml+xml"}
STYLE = {"id": "highlight"}


@pytest.fixture
def made(tmp_path):
    """A book generated by a function of the soak test."""
    def make(function, *arguments, **options):
        function(tmp_path / "made.epub", *arguments, **options)
        return lectern.Publication.open(str(tmp_path / "made.epub"))
    return make


def received(book, progression):
    with lectern.Navigator(book) as navigator:
        navigator.receive({"type": "location", "locator": {**PLACE, "locations": {"progression": progression}}})
        return navigator.location["locations"]["pageLabel"]


@pytest.mark.parametrize("ids", [True, False])
def test_many_page_breaks(made, ids):
    with made(files.page_breaks, 20_000, ids=ids) as book:
        pages = book.pages["pages"]
        assert [page["label"] for page in pages] == [str(number) for number in range(20_000)]
        shares = [page["locator"]["locations"]["progression"] for page in pages]
        assert shares == sorted(shares) and shares[10_000] == pytest.approx(0.5, abs=1e-4)
        assert received(book, 0.5) in ("9999", "10000", "10001")
        found = book.locate({"pageLabel": "12345", "page": True})
        assert found["locations"]["pageLabel"] == "12345"
        assert found["locations"]["progression"] == pytest.approx(12345 / 20_000, abs=1e-4)


def test_a_break_that_is_never_closed_is_no_page():
    body = b'<div xmlns:e="http://www.idpf.org/2007/ops">' + b'<span e:type="pagebreak">1' * 3000
    with lectern.Publication.open_bytes(epub([files.PAGE % body])) as book:
        assert 0 < len(book.pages["pages"]) <= 64


def test_a_long_list_of_pages_and_sections(made):
    with made(files.page_list, 10_000) as book:
        assert [page["label"] for page in book.pages["pages"]] == [str(number) for number in range(10_000)]
        with lectern.Navigator(book) as navigator:
            navigator.location = {**PLACE, "locations": {"fragments": ["p5000"]}}
            messages = []
            with navigator.observe("web", lambda topic, message: messages.append(message)):
                assert navigator.go({"to": "nextSection"})


def test_pages_of_many_documents():
    names = [f"{number}.html" for number in range(10_000)]
    toc = [{"href": f"{name}#x", "title": name} for name in names]
    with lectern.Publication.open_manifest({"metadata": {"title": "T"}, "links": [], "pageList": toc,
                                            "readingOrder": [{"href": name, "type": "text/html"} for name in names]}) as book:
        assert [page["label"] for page in book.pages["pages"]] == names


def test_a_note_with_many_links_back(made):
    with made(files.backlinks, 10_000) as book:
        note = book.footnote({"href": "0.xhtml", "fragments": ["r"]})
        assert (note["text"], len(note["backlinks"])) == ("x", 10_000)


def test_matches_with_cfis_in_a_wide_and_in_a_deep_document(made):
    with lectern.Publication.open_bytes(epub([document("<b>a</b>" * 20_000)])) as book:
        found = hits(book, "a", cfi=True)
        assert found[-1]["locations"]["fragments"] == ["epubcfi(/6/2!/4/40000,/1:0,/1:1)"]
    with made(files.deep_matches, 4000, 2000) as book:
        assert len(hits(book, "a", cfi=True)) == 2000


def test_decorations_in_many_groups(made):
    with made(files.letters, 10) as book, lectern.Navigator(book) as navigator:
        for number in range(5000):
            navigator.apply_decorations(f"g{number}", [{"id": "1", "locator": PLACE, "style": STYLE}])
        assert list(navigator.render_decorations("0.xhtml")["groups"]) == [f"g{number}" for number in range(5000)]


def test_decorations_with_nothing_but_cfis(made):
    with made(files.page_list, 5000) as book, lectern.Navigator(book) as navigator:
        navigator.apply_decorations("g", [
            {"id": f"{number}", "locator": {**PLACE, "locations": {"partialCfi": f"/4/{2 * number + 2}/1:0"}}, "style": STYLE}
            for number in range(1000)])
        [last] = navigator.render_decorations("0.xhtml")["groups"]["g"][-1:]
        assert last["locator"]["locations"]["domRange"]["start"]["cssSelector"] == "#p999"


@pytest.mark.parametrize("options", [{}, {"exact": True}, {"wholeWord": True}])
def test_a_long_query(options):
    text = ("a" * 7999 + "b") * 125
    with publication(f"<p>{text}</p>") as book:
        assert hits(book, "a" * 8000, **options) == []
        assert len(hits(book, "b" + "a" * 7999 + "b", exact=True)) == 124


# ------------------------------------------------------------------------------------------------- Internal subsets

@pytest.mark.parametrize("make, arguments", [
    (files.default_attributes, (64_000, 6_400)), (files.default_attributes, (9_000, 6_400)), (files.entities, (4_000_000,))])
def test_what_a_document_type_adds_is_limited(made, make, arguments):
    with made(make, *arguments) as book:
        with pytest.raises(lectern.LimitError):
            text_of_first(book)
        # A cursor skips it.
        assert hits(book, "zephyrine") == [] and list(book.elements()) == []
        assert [entry for entry in book.warnings if entry["severity"] == "major"] == []


def test_a_package_with_too_many_default_attributes(made):
    with pytest.raises(lectern.LimitError, match="declares more than 10000 attributes"):
        made(files.default_attributes_of_a_package, 64_000, 6_400)


def test_what_is_added_counts_as_read():
    chapters = [files.subset(f'<!ENTITY e "{"x" * 1000}">', f"<p>chapter {number}{'&e;' * 10_000}</p>") for number in range(10)]
    with lectern.Context(maxTotalInflated=35_000_000) as context:
        with lectern.Publication.open_bytes(epub(chapters), context=context) as book, book.search("chapter 9") as cursor:
            pages, limits = all_pages(cursor.next)
    assert [hit["href"] for page in pages for hit in page["locators"]] == ["9.xhtml"] and limits == 3


def test_a_few_default_attributes_and_entities_are_part_of_the_document():
    body = files.subset('<!ENTITY e "w&#111;rd"><!ATTLIST p id CDATA "x">', "<p>a &e; b</p>")
    with publication(body, raw=True) as book:
        found = book.locate({"href": "0.html", "fragments": ["x"]})
        assert found["locations"]["fragments"] == ["x"] and found["text"]["after"] == "a word b"


def text_of_first(book):
    return size("lectern_publication_text", book, b"0.xhtml")
