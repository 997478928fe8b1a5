# SPDX-License-Identifier: BSD-3-Clause
"""The text of PDFs: search, paragraphs, and quotes."""
import json

import pytest

import lectern
from support.collections_of_files import corpus
from support.pdf_file import HELVETICA, content, encrypted_pages, pdf, stream, written

from .odd_files import CountingFile
from .searched import hits
from .test_pdf_packages import package

pytestmark = pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")

OUTLINE = ["<</First 10 0 R/Last 11 0 R/Count 2>>", "<</Title(One)/Parent 9 0 R/Dest[3 0 R/Fit]/Next 11 0 R>>",
           "<</Title(Two)/Parent 9 0 R/Dest[4 0 R/Fit]>>"]


def three(**options):
    """Three pages; the second and third are in the part "Two"."""
    return written(["The harbour lay in fog.", "A boat was lost."], ["Nobody saw the harbour."], ["The HARBOUR, and the caf\xe9."],
                   catalog="/Lang(en)/Outlines 9 0 R", more=OUTLINE, **options)


def opened(data, options=None, **context):
    return lectern.Publication.open_bytes(data, options, lectern.Context(**context) if context else None)


def quotes(data, query, options=None, **search):
    with opened(data, options) as book:
        return [hit["text"]["highlight"] for hit in hits(book, query, **search)]


def elements(data, start=None, options=None, **more):
    with opened(data, options) as book:
        return list(book.elements(start=start, **more))


def pages(found):
    return [hit["locations"]["fragments"] for hit in found]


# -------------------------------------------------------------------------------------------------------------- Search

def test_matches_are_complete_locators():
    with opened(three()) as book:
        first, second, third = hits(book, "harbour")
        assert first == {
            "href": "publication.pdf", "type": "application/pdf", "title": "One",
            "locations": {"fragments": ["page=1"], "progression": 0, "position": 1, "totalProgression": 0},
            "text": {"before": "The ", "highlight": "harbour", "after": " lay in fog. A boat was lost."}}
        assert (second["title"], third["title"]) == ("Two", "Two")
        assert [hit["locations"] for hit in (first, second, third)] == [one["locations"] for one in book.positions]


@pytest.mark.parametrize("options, found", [
    ({}, 3), ({"caseSensitive": True}, 2), ({"exact": True}, 2), ({"wholeWord": True}, 3), ({"count": True}, 3)])
def test_options(options, found):
    assert len(quotes(three(), "harbour", **options)) == found


def test_accents_parts_of_words_and_counts():
    assert quotes(three(), "cafe") == ["caf\xe9"]
    assert quotes(three(), "cafe", diacriticSensitive=True) == []
    assert quotes(three(), "bou") == ["bou", "bou", "BOU"]
    assert quotes(three(), "bou", wholeWord=True) == []
    with opened(three()) as book, book.search("harbour", {"count": True}) as cursor:
        assert [page["metadata"]["numberOfItems"] for page in cursor] == [3]


def test_regular_expressions():
    try:
        assert quotes(three(), r"(?i)harbour[.,]", regularExpression=True) == ["harbour.", "HARBOUR,"]
        assert quotes(three(), r"fog\.\sA", regularExpression=True) == ["fog. A"]
        with opened(three()) as book, pytest.raises(lectern.ArgumentError):
            book.search("(", {"regularExpression": True})
    except lectern.UnsupportedError as failure:
        pytest.skip(str(failure))


def test_lines_and_hyphens():
    data = written(["Somebody had been look-", "ing for the well", "known harbour."])
    assert quotes(data, "looking for the well known") == ["looking for the well known"]
    assert quotes(data, "looking", exact=True) == ["looking"]


def test_a_long_document_is_searched_in_parts():
    """The pages of the cursor start at the same places in both directions, and where the route continues."""
    data = written(*([f"Page {number}.", "needle" if number % 10 == 0 else "hay"] for number in range(100)))
    told = []
    with opened(data, progress=lambda task, done, total: told.append((task, done, total))) as book:
        with book.search("needle") as cursor:
            first = cursor.next()
            assert pages(first["locators"]) == [["page=1"], ["page=11"]]
            assert len(told) < 20, "the first matches come before the rest is read"
            forwards = [first, *cursor]
            backwards = []
            while (page := cursor.previous()) is not None:
                backwards.append(page)
            assert backwards == forwards[-2::-1]
        assert pages(hit for page in forwards for hit in page["locators"]) == [[f"page={number + 1}"] for number in range(0, 100, 10)]
        route, found = "/~readium/search?query=needle", []
        while route:
            with book.get(route) as resource:
                page = json.loads(resource.read())
            found += page["locators"]
            route = next((link["href"] for link in page["links"] if link["rel"] == ["next"]), None)
        assert found == [hit for page in forwards for hit in page["locators"]]
    assert {task for task, _, _ in told if task != "open"} == {"search"}


def test_very_many_matches_have_several_pages():
    data = written([" ".join(["ab"] * 80)] * 30, catalog="/Outlines 5 0 R", more=[
        "<</First 6 0 R/Last 6 0 R/Count 1>>", f"<</Title({'x' * 20_000})/Parent 5 0 R/Dest[3 0 R/Fit]>>"])
    with opened(data) as book, book.search("ab") as cursor:
        counts = [len(page["locators"]) for page in cursor]
        assert len(counts) > 1 and sum(counts) == 2400


def test_a_search_is_cancelled_between_pages():
    seen = []

    def progress(task, done, total):
        if task == "search":
            seen.append(done)
        return len(seen) >= 30

    data = written(*(["nothing"] for _ in range(200)))
    with opened(data, progress=progress) as book, book.search("needle") as cursor:
        with pytest.raises(lectern.CancelledError):
            cursor.next()
        assert len(seen) == 30


def test_the_host_may_open_another_pdf_meanwhile():
    """The host is never called while pdfium is busy."""
    inner = three()

    def progress(task, done, total):
        assert len(quotes(inner, "harbour")) == 3

    with opened(written(["needle"], ["needle"]), progress=progress) as book:
        assert len(hits(book, "needle")) == 2


def test_the_route_is_listed():
    with opened(three()) as book:
        assert [link["href"] for link in book.manifest["links"] if link["rel"] == ["search"]] == ["~readium/search{?query}"]


# ------------------------------------------------------------------------------------------------------------- Content

def test_paragraphs():
    data = written(content((20, 380, 16, "A heading"), *[(20, 350 - 12 * line, 10, words) for line, words in enumerate(
        ["The first paragraph goes", "on in a second line."])], (20, 310, 10, "After a gap comes another"), (20, 298, 10, "one that ends."),
        (40, 286, 10, "This one is indented, and"), (20, 274, 10, "has a second line.")))
    assert [one["text"] for one in elements(data)] == [
        "A heading", "The first paragraph goes on in a second line.", "After a gap comes another one that ends.",
        "This one is indented, and has a second line."]


def test_elements_are_complete():
    first, second, third = elements(three())
    assert first == {
        "role": "paragraph", "text": "The harbour lay in fog. A boat was lost.", "language": "en",
        "locator": {
            "href": "publication.pdf", "type": "application/pdf", "title": "One",
            "locations": {"fragments": ["page=1"], "progression": 0, "position": 1, "totalProgression": 0},
            "text": {"before": "", "highlight": "The harbour lay in fog. A boat was lost.", "after": ""}}}
    assert second["locator"]["title"] == "Two"


def test_tokens():
    first, *_ = elements(three(), tokens={"unit": "sentence"})
    assert [token["text"] for token in first["tokens"]] == ["The harbour lay in fog.", "A boat was lost."]
    assert first["tokens"][1]["locator"]["text"] == {"before": "The harbour lay in fog. ", "highlight": "A boat was lost.", "after": ""}
    assert first["tokens"][1]["locator"]["locations"] == first["locator"]["locations"]


FORTY = written(*([f"Number {number} stands here.", "", f"And more of {number}."] for number in range(40)))


@pytest.mark.parametrize("locations, page", [
    ({"fragments": ["page=21"]}, 21), ({"fragments": ["page=9999"]}, 40), ({"position": 33}, 33), ({"progression": 0.5}, 21), ({"progression": 1}, 40),
    ({"totalProgression": 0.25}, 11), ({"progression": 1 / 3 + 1e-12}, 14), ({}, 1)])
def test_content_begins_at_a_place(locations, page):
    start = {"href": "publication.pdf", "type": "application/pdf", "locations": locations}
    found = elements(FORTY, start)
    assert found[0]["text"].startswith(f"Number {page - 1} ")
    assert found[0]["locator"]["locations"]["fragments"] == [f"page={page}"]
    assert len({one["locator"]["locations"]["position"] for one in found}) == 41 - page


@pytest.mark.parametrize("locations", [{}, {"fragments": ["page=31"]}])
def test_content_begins_at_a_quote(locations):
    start = {"href": "publication.pdf", "type": "application/pdf", "locations": locations, "text": {"highlight": "And more of 30"}}
    assert elements(FORTY, start)[0]["text"] == "And more of 30."


def test_content_goes_both_ways():
    with opened(FORTY) as book:
        everything = list(book.elements())
        start = everything[50]["locator"]
        with book.content(start) as cursor:
            behind = [one for page in iter(cursor.next, None) for one in page["elements"]]
        with book.content(start) as cursor:
            before = [page["elements"] for page in iter(cursor.previous, None)]
        before = [one for page in reversed(before) for one in page]
        assert before + behind == everything


def test_plain_text():
    with opened(three()) as book:
        assert book.text("publication.pdf").splitlines() == [
            "The harbour lay in fog. A boat was lost.", "Nobody saw the harbour.", "The HARBOUR, and the caf\xe9."]


# -------------------------------------------------------------------------------------------------------------- Places

def test_quotes_are_located():
    with opened(FORTY) as book:
        found = book.locate({"href": "publication.pdf", "text": {"highlight": "more of 30"}})
        assert found["locations"] == book.positions[30]["locations"]
        assert found["text"] == {"before": "Number 30 stands here. And ", "highlight": "more of 30", "after": "."}
        assert book.locate({"text": {"highlight": "Number 7 stands"}})["locations"]["position"] == 8
        moved = book.locate({"href": "publication.pdf", "locations": {"fragments": ["page=2"]}, "text": {"highlight": "Number 5 stands"}})
        assert moved["locations"]["fragments"] == ["page=6"]
        with pytest.raises(lectern.NotFoundError):
            book.locate({"text": {"highlight": "Something else altogether"}})


def test_matches_are_located_again():
    with opened(FORTY) as book:
        for hit in hits(book, "stands")[::7]:
            assert book.locate(hit)["locations"] == hit["locations"]


# ------------------------------------------------------------------------------------------------------------ Packages

def test_packages_of_several_documents():
    files = {"a.pdf": written(["one needle"], ["two"]), "b.pdf": b"%PDF-1.7\nnothing", "c.pdf": written(["three needle"])}
    told = []
    with opened(package(files), logger=told.append) as book:
        found = hits(book, "needle")
        assert [(hit["href"], hit["locations"]["position"]) for hit in found] == [("a.pdf", 1), ("c.pdf", 4)]
        assert [hit["locations"] for hit in found] == [book.positions[index]["locations"] for index in (0, 3)]
        assert any("not searched" in one["message"] and "b.pdf" in one["path"] for one in told)
        assert [one["text"] for one in book.elements()] == ["one needle", "two", "three needle"]
        assert [one["text"] for one in book.elements(start=found[1])] == ["three needle"]
        assert book.text("c.pdf") == "three needle"
        assert book.locate({"text": {"highlight": "three needle"}})["href"] == "c.pdf"


def test_a_document_among_others():
    manifest = {"metadata": {"title": "T"}, "readingOrder": [
        {"href": "a.html", "type": "text/html"}, {"href": "b.pdf", "type": "application/pdf"}, {"href": "c.html", "type": "text/html"}]}
    files = {"a.html": b"<p>needle one</p>", "b.pdf": written(["needle two"], ["needle three"]), "c.html": b"<p>needle four</p>"}
    with lectern.Publication.open_manifest(manifest, files.get) as book:
        assert [(hit["href"], hit["text"]["after"]) for hit in hits(book, "needle")] == [
            ("a.html", " one"), ("b.pdf", " two"), ("b.pdf", " three"), ("c.html", " four")]
        assert [one["text"] for one in book.elements()] == ["needle one", "needle two", "needle three", "needle four"]
        assert book.locate({"text": {"highlight": "needle three"}})["locations"]["fragments"] == ["page=2"]


def test_without_pdfium(tmp_path):
    with opened(package({"a.pdf": three()}), pdfium=str(tmp_path / "none.so")) as book:
        for ask in (lambda: book.search("harbour"), lambda: book.content(None), lambda: book.text("a.pdf")):
            with pytest.raises(lectern.UnsupportedError, match="pdfium"):
                ask()
        assert any(link["rel"] == ["search"] for link in book.manifest["links"])


# --------------------------------------------------------------------------------------------------- However it is stored

@pytest.mark.parametrize("user, options", [("", None), ("user", {"password": "user"})])
def test_encrypted_documents(user, options):
    data = encrypted_pages(user, "owner", ["A secret harbour."], ["Nothing."])
    assert quotes(data, "harbour", options) == ["harbour"]
    assert [one["text"] for one in elements(data, options=options)] == ["A secret harbour.", "Nothing."]


def test_damaged_documents_are_repaired():
    assert quotes(three(cross_references=False), "harbour") == ["harbour", "harbour", "HARBOUR"]
    assert quotes(three().replace(b"/Length ", b"/Length 9"), "harbour") == ["harbour", "harbour", "HARBOUR"]


def test_a_large_document_is_read_in_parts():
    filler = b"<</Length %d>>stream\n" % (20 << 20) + bytes(20 << 20) + b"\nendstream"
    file = CountingFile(written(["a needle"], more=[filler]))
    with lectern.Publication.open_stream(file) as book:
        assert len(hits(book, "needle")) == 1
        assert file.read_bytes < 4 << 20


# ------------------------------------------------------------------------------------------------------------ Bad text

def mapped(*codes, shown):
    """A page whose codes are mapped to these UTF-16 strings."""
    lines = "\n".join(f"<{code:02X}> <{units}>" for code, units in codes)
    cmap = f"begincmap 1 begincodespacerange <00> <FF> endcodespacerange {len(codes)} beginbfchar\n{lines}\nendbfchar endcmap"
    return written(b"BT /F 10 Tf 20 300 Td (" + shown.encode() + b") Tj ET", resources="/Font<</F 5 0 R>>", more=[
        "<</Type/Font/Subtype/TrueType/BaseFont/X/FirstChar 65/LastChar 70/Widths[500 500 500 500 500 500]/ToUnicode 6 0 R>>",
        stream(cmap.encode())])


@pytest.mark.parametrize("units, found", [
    ("D83DDE00", "\U0001f600"), ("D83D", "\ufffd"), ("DE00", "\ufffd"), ("FFFF", "B"), ("FDD0", "\ufffd"), ("FFFE", ""), ("0002", ""),
    ("0301" * 100, "\u0301" * 30), ("00660066", "ff")])
def test_what_is_no_text(units, found):
    data = mapped((65, "0061"), (66, units), (67, "0062"), shown="ABCBA")
    line, = elements(data)
    assert line["text"].startswith("a" + found + "b"), ascii(line["text"])
    assert line["text"].encode()
    with opened(data) as book:
        book.text("publication.pdf").encode()
        assert len(hits(book, "b", caseSensitive=True)) == 1


def test_replacements_and_pages_without_text():
    data = written(b"/Span<</ActualText(office)>>BDC BT /F 10 Tf 20 300 Td (o ce) Tj ET EMC", b"0 0 m 9 9 l S", [])
    assert quotes(data, "office") == ["office"]
    assert len(elements(data)) == 1


# --------------------------------------------------------------------------------------------------------------- Malice

def form(words, resources=HELVETICA):
    return stream(words.encode(), f"/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<<{resources}>>")


NEEDLE = "BT /F 9 Tf 20 300 Td (needle) Tj ET "


def hostile(words=NEEDLE, resources="", more=()):
    """A hostile page before an honest one, with other objects from 7 on."""
    return written(words.encode(), ["a needle"], resources=[HELVETICA + resources, HELVETICA], more=more)


HOSTILE = {
    "a form that runs itself twice": hostile(NEEDLE + "/X Do", "/XObject<</X 7 0 R>>", [form("/X Do /X Do", "/XObject<</X 7 0 R>>")]),
    "forms that run each other": hostile(NEEDLE + "/X Do", "/XObject<</X 7 0 R>>", [
        form("/Y Do /Y Do", "/XObject<</Y 8 0 R>>"), form("/X Do /X Do", "/XObject<</X 7 0 R>>")]),
    "forms that double": hostile(NEEDLE + "/X Do", "/XObject<</X 7 0 R>>", [
        *[form("/X Do /X Do", f"/XObject<</X {number} 0 R>>") for number in range(8, 48)], form(NEEDLE)]),
    "very many characters": hostile("BT /F 1 Tf " + ("(" + "abc " * 8000 + ") Tj ") * 33),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=list(HOSTILE))
def test_a_page_that_costs_too_much_is_left_out(data):
    told = []
    with opened(data, logger=told.append) as book:
        assert pages(hits(book, "needle")) == [["page=2"]]
        assert [one["text"] for one in book.elements()] == ["a needle"]
    assert [one["severity"] for one in told if "page 1 is omitted" in one["message"]] == ["moderate"] * 2


def kids(*lists, count=1_000_000):
    """A tree of nodes from object 2 on, followed by a page."""
    nodes = [f"<</Type/Pages/Count {count}/Kids[{kids}]>>" for kids in lists]
    page = f"<</Type/Page/MediaBox[0 0 300 400]/Contents {3 + len(lists)} 0 R/Resources<<{HELVETICA}>>>>"
    return pdf(["<</Type/Catalog/Pages 2 0 R>>", *nodes, page, stream(NEEDLE.encode())])


def test_the_same_page_again_and_again():
    assert len(quotes(kids("3 0 R " * 100, count=100), "needle")) == 100


@pytest.mark.parametrize("depth", [16, 29, 40, 2000])
def test_nodes_without_pages(depth):
    """Each lists the next one twice: pdfium would traverse them forever."""
    told = []
    with opened(kids(*[f"{number} 0 R {number} 0 R" for number in range(3, 3 + depth)], "", count=50), logger=told.append) as book:
        assert hits(book, "needle") == []
        assert list(book.elements()) == []
        with pytest.raises(lectern.UnsupportedError, match="too complex"):
            book.cover(width=30, height=40)
    assert any("page 1 is omitted: The page tree is too large" in one["message"] for one in told)


def test_kids_that_are_no_pages():
    """They count as pages, in pdfium and in the guard; otherwise the wrong forms would be counted for the second
    page."""
    bomb = "<</Type/Page/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>"
    data = pdf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 4/Kids[null 2 0 R 9 0 R 3 0 R 6 0 R]>>", bomb, stream(b"/X Do"),
                form("/X Do /X Do", "/XObject<</X 5 0 R>>"), f"<</Type/Page/MediaBox[0 0 300 400]/Contents 7 0 R/Resources<<{HELVETICA}>>>>",
                stream(NEEDLE.encode())])
    told = []
    with opened(data, logger=told.append) as book:
        assert pages(hits(book, "needle")) == [["page=4"]]
    assert any("page 3 is omitted: The form XObjects of the PDF are drawn too often." in one["message"] for one in told)


def test_the_last_of_very_many_pages_is_read_at_once():
    """Finding a page may cost more than checking its forms."""
    count = 21_000
    page = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 3 0 R/Resources<<{HELVETICA}>>>>"
    data = pdf(["<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Count {count}/Kids[{' '.join(f'{4 + n} 0 R' for n in range(count))}]>>",
                stream(NEEDLE.encode()), *[page] * count])
    told = []
    with opened(data, logger=told.append) as book:
        locator = {"href": "publication.pdf", "type": "application/pdf", "locations": {"fragments": [f"page={count}"]}}
        assert [one["text"] for one in book.elements(start=locator)] == ["needle"]
    assert not any("omitted" in one["message"] for one in told)


def test_streams_of_a_page_are_counted_as_one():
    """In little time, however many there are."""
    data = pdf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
                f"<</Type/Page/MediaBox[0 0 300 400]/Contents[{'4 0 R ' * 15_000}]/Resources<<{HELVETICA}/XObject<<"
                + " ".join(f"/I{n} {n}" for n in range(20_000)) + "/X 5 0 R>>>>>>", stream(b"() Do "), form("")])
    told = []
    with opened(data, logger=told.append) as book:
        assert hits(book, "needle") == []
    assert any("page 1 is omitted: The form XObjects of the PDF are drawn too often." in one["message"] for one in told)


def test_pages_that_are_not_there():
    with opened(written(["a needle"]).replace(b"/Count 1/", b"/Count 9/")) as book:
        assert len(book.positions) == 9
        assert len(hits(book, "needle")) == 1
        assert [one["text"] for one in book.elements()] == ["a needle"]


# --------------------------------------------------------------------------------------------------------------- Corpus

@pytest.mark.parametrize("path", sorted((corpus() / "pdf").glob("*.pdf")), ids=lambda path: path.name)
def test_words_are_found_on_the_pages_that_have_them(path):
    """Compared with the extraction by pypdfium2."""
    import pypdfium2
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError:
        pytest.skip("it needs a password")
    texts = [page.get_textpage().get_text_range().replace("\ufffe", "").casefold() for page in document]
    document.close()
    words = {word for text in texts[:40] for word in text.split() if word.isascii() and word.isalpha() and len(word) > 3}
    with lectern.Publication.open(path) as book:
        for word in sorted(words)[::max(1, len(words) // 12)]:
            found = [int(fragment.split("=")[1]) for hit in hits(book, word) for fragment in hit["locations"]["fragments"]]
            assert found == [number + 1 for number, text in enumerate(texts) for _ in range(text.count(word))], word


# ------------------------------------------------------------------------------------------- Ends of lines and of pages

@pytest.mark.parametrize("lines, text, queries", [
    (["The library is permit-", "ted to open books."], "The library is permitted to open books.", {"permitted": 1, "permit-ted": 1}),
    (["It is price-", "determining, as any long-", "term contract."], "It is pricedetermining, as any longterm contract.",
     {"price-determining": 1, "pricedetermining": 1, "long-term contract": 1, "price": 1}),
    (["A long-", "term one is a long-term one."], "A long-term one is a long-term one.", {"long-term": 2, "longterm": 1}),
    (["Cases of COVID-", "19 in 2020-", "2021."], "Cases of COVID-19 in 2020-2021.", {"COVID-19": 1, "2020-2021": 1, "COVID19": 1, "20202021": 1}),
    (["A Franco-", "German treaty."], "A Franco-German treaty.", {"Franco-German": 1, "FrancoGerman": 1, "FrancoGerman treaty": 1}),
    (["A CO2-", "neutral F1-", "score is 3-", "fold."], "A CO2-neutral F1-score is 3-fold.", {"CO2-neutral": 1, "CO2neutral": 1, "F1-score is": 1, "3-fold": 1}),
    (["AN INTER-", "NATIONAL per-", "mit by Mr Mc-", "Donald"], "AN INTER-NATIONAL permit by Mr Mc-Donald",
     {"INTERNATIONAL": 1, "INTER-NATIONAL": 1, "McDonald": 1, "INTERNATIONAL per-mit": 1, "INTER": 1, "-NATIONAL": 1}),
    (["well-", "known self-", "made things"], "wellknown selfmade things", {"well-known self-made": 1, "wellknown selfmade": 1, "well-known selfmade": 0}),
])
def test_a_hyphen_at_the_end_of_a_line(lines, text, queries):
    data = written(lines)
    assert [element["text"] for element in elements(data)] == [text]
    with opened(data) as book:
        assert {query: len(hits(book, query)) for query in queries} == queries
        for query in (query for query, count in queries.items() if count == 1):
            [hit] = hits(book, query)
            assert hit["text"]["before"] + hit["text"]["highlight"] + hit["text"]["after"] == text
            assert book.locate(hit)["fit"] == book.locate({"text": {"highlight": query}})["fit"] == "exact"


@pytest.mark.parametrize("lines", [
    [["a whale"], ["b whale"]], [["a whale"], ["b whale"], ["c whale"]], [["a whale", "b whale", "c whale"]], [["a whale", "b whale"], ["third whale"]]])
def test_each_place_of_an_ambiguous_quote_is_counted_once(lines):
    count = sum(map(len, lines))
    with opened(written(*lines)) as book:
        found = book.locate({"text": {"highlight": "whale"}})
        places = [found, *found["others"]]
        assert (found["fit"], found["matches"], len(places)) == ("ambiguous", count, count)
        expected = [[f"page={number + 1}"] for number, page in enumerate(lines) for _ in page]
        assert [place["locations"]["fragments"][:1] for place in places] == expected
