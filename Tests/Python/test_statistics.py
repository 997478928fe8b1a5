# SPDX-License-Identifier: BSD-3-Clause
"""The amount of text: words, characters, images and minutes."""
import io

import pytest

import lectern
from support.pdf_file import written
from support.tiny_books import epub
from support.tiny_packages import PACKAGES

from .odd_files import CountingFile
from .searched import publication
from .test_cache_text import files, forged

TEXT = ("words", "characters", "cjk")


def counts(one):
    return tuple(one[name] for name in TEXT)


def counted(body, **options):
    with publication(body, **options) as book:
        return book.statistics()


@pytest.mark.parametrize("text, expected", [
    ("Call me Ishmael.", (3, 14, 0)),
    ("can't 3.14 1,000 e-mail", (5, 20, 0)),  # by UAX #29, e and mail are two words
    ("l’eau d’Aix-les-Bains", (4, 20, 0)),
    ("Straße caf\u00e9 cafe\u0301", (3, 14, 0)),
    ("\u6f22\u5b57\u304b\u306a", (0, 4, 4)),
    ("\u30ab\u30bf\u30ab\u30ca\u30fc and \uff76\uff85", (1, 10, 7)),
    ("\u304b\u3099\u304d\u3099", (0, 2, 2)),  # marks combine with the previous character
    ("\ud55c\uad6d\uc5b4 \ub2e8\uc5b4", (2, 5, 0)),  # Hangul counts as words
    ("\u4eba\u3005\u3007\u3002", (0, 4, 3)),
    ("\U00020000\U0002f800", (0, 2, 2)),
    ("iPhone\u7684", (1, 7, 1)),
    ("שלום עולם", (2, 8, 0)),
    ("\U0001f469\u200d\U0001f469\u200d\U0001f467 ok \U0001f1e9\U0001f1ea", (1, 4, 0)),  # a family, a flag
    ("\u0600123 x", (2, 4, 0)),  # a sign that combines with the following digit
    ("-- ... !", (0, 6, 0)),
    ("a\u00a0b\u3000c\u2003d", (4, 4, 0)),
    ("so\u00adft", (1, 4, 0)),
    ("", (0, 0, 0)),
])
def test_text(text, expected):
    found = counted(f"<p>{text}</p>")
    assert counts(found) == expected
    words, _, cjk = expected
    assert found["minutes"] == pytest.approx(words / 250 + cjk / 500)


@pytest.mark.parametrize("left_out", [
    '<p hidden="">hidden</p>', '<p aria-hidden="true">hidden</p>', '<p style="display: none">hidden</p>', "<script>let x = 1</script>",
    "<style>p {}</style>", "<template><p>no</p></template>", '<span epub:type="pagebreak" title="7">7</span>',
    '<span role="doc-pagebreak" aria-label="8">8</span>', "<head><title>No</title></head>", "<!-- no -->"])
def test_what_is_no_text(left_out):
    body = f'<div xmlns:epub="http://www.idpf.org/2007/ops"><p>One two</p>{left_out}<p>three</p></div>'
    assert counts(counted(body)) == (3, 11, 0)


def test_ruby_images_and_notes():
    found = counted("""<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字</p>
        <p>See <img src="a.png" alt="a long description"/> here</p><figure><img src="b.png"/><figcaption>Two words</figcaption></figure>
        <svg xmlns="http://www.w3.org/2000/svg"><title>Drawing</title><path/></svg><hr/>
        <aside role="doc-footnote"><p>A note of five words</p></aside>
        <section role="doc-endnotes"><ol><li>Another one</li></ol></section>""")
    assert counts(found) == (4, 17, 2) and counts(found["notes"]) == (7, 26, 0) and found["images"] == 3
    with publication("<p>One</p><aside role='doc-footnote'>two 三</aside>") as book:
        assert book.word_count == 3


@pytest.mark.parametrize("reference", ['<sup>{}</sup>', "[{}]", '<span>[{}]</span>', " {}"])
def test_references_to_notes_are_no_words(reference):
    link = reference.format('<a epub:type="noteref" href="#n">1</a>')
    bracketed = reference.format('<a href="#n" id="r">[1]</a>')
    for one in (link, bracketed):
        found = counted(f"""<div xmlns:epub="http://www.idpf.org/2007/ops"><p>A known fact{one} and more.</p>
            <aside epub:type="footnote" id="n"><p>The note.</p></aside></div>""")
        assert (found["words"], found["notes"]["words"]) == (5, 2), one


TOC = [{"href": "0.html", "title": "Part", "children": [{"href": "0.html#b", "title": "B"}, {"href": "1.html#c", "title": "C"}]},
       {"href": "2.html", "title": "End"}, {"href": "nowhere.html", "title": "Nowhere"}]
BODIES = ["<p>one two</p><h2 id='b'>Three</h2><p>four</p>", "<p>five six</p><h2 id='c'>seven</h2>", "<p>eight</p><p>nine ten</p>"]


def test_sections_reach_to_the_next_one():
    with publication(*BODIES, toc=TOC) as book:
        found = book.statistics()
    assert [(one.get("title"), one["level"], one["words"]) for one in found["sections"]] == [
        ("Part", 0, 2), ("B", 1, 4), ("C", 1, 1), ("End", 0, 3), ("Nowhere", 0, 0)]
    assert [one["words"] for one in found["resources"]] == [4, 3, 3] and found["words"] == 10


def test_sections_out_of_order_at_one_place_and_before_the_first():
    toc = [{"href": "1.html#c", "title": "C"}, {"href": "0.html#b", "title": "B"}, {"href": "0.html#b", "title": "Also B"},
           {"href": "2.html#none", "title": "Missing"}, {"href": "1.html#c", "title": "C again"}]
    with publication(*BODIES, toc=toc) as book:
        assert [one["words"] for one in book.statistics()["sections"]] == [0, 0, 4, 3, 1]
        assert book.statistics({"from": {"href": "0.html", "progression": 0}})["left"].get("section") is None


def test_what_is_left():
    with publication(*BODIES, toc=TOC) as book:
        left = book.statistics({"from": {"href": "0.html", "progression": 0}, "wordsPerMinute": 5})["left"]
        assert left == {"words": 10, "cjk": 0, "minutes": 2, "section": {"index": 0, "words": 2, "cjk": 0, "minutes": 0.4}}
        there = book.locate({"href": "1.html#c"})
        left = book.statistics({"from": there})["left"]
        assert (left["words"], left["section"]["index"], left["section"]["words"]) == (4, 2, 1)
        assert book.statistics({"from": {"href": "2.html", "progression": 1}})["left"] == {"words": 0, "cjk": 0, "minutes": 0}
        half = book.statistics({"from": {"href": "2.html", "text": {"highlight": "nine"}}})["left"]
        assert half["words"] == 2
        with pytest.raises(lectern.NotFoundError):
            book.statistics({"from": {"href": "none.html"}})
    with publication("<p>漢字漢字</p>") as book:
        assert book.statistics({"cjkPerMinute": 2})["minutes"] == 2


@pytest.mark.parametrize("options, path", [
    ({"wordsPerMinute": 0}, "/wordsPerMinute"), ({"wordsPerMinute": "fast"}, "/wordsPerMinute"), ({"cjkPerMinute": 1e9}, "/cjkPerMinute"),
    ({"words": 1}, "/words"), ({"from": 3}, "/from"), ({"from": {}}, "/from"), ("[]", "")])
def test_wrong_options(sample, options, path):
    with pytest.raises(lectern.JsonError) as caught:
        sample.statistics(options)
    assert caught.value.path == ("options > " + path if path else "options")


def test_what_cannot_be_read_is_named(tmp_path):
    huge = b"<html><body><p>" + b"x " * (17 << 20)
    known = {"0.html": b"<p>one</p>", "1.html": huge, "3.html": b"<p>two three</p>"}
    order = [{"href": f"{number}.html", "type": "text/html"} for number in range(4)]
    manifest = {"metadata": {"title": "T"}, "links": [], "readingOrder": order}
    with lectern.Publication.open_manifest(manifest, known.get) as book:
        found = book.statistics()
    assert found["words"] == 3 and [one["words"] for one in found["resources"]] == [1, 0, 0, 2]
    assert [one["hasText"] for one in found["resources"]] == [True, False, False, True]
    assert "32 MB" in found["resources"][1]["failure"] and "2.html" in found["resources"][2]["failure"]


def test_books_without_text(sample):
    audiobook, comic = (lectern.Publication.open_bytes(PACKAGES[name], {"name": name}) for name in ("tiny.audiobook", "tiny.cbz"))
    with audiobook as book, comic as images:
        assert book.statistics()["minutes"] == 0 and not book.statistics()["resources"][0]["hasText"]
        assert images.statistics()["images"] == 3
        assert book.word_count == images.word_count == 0


def test_the_host_can_stop_it():
    with lectern.Context(progress=lambda task, done, total: task == "statistics") as context:
        with lectern.Publication.open_bytes(epub(), context=context) as book, pytest.raises(lectern.CancelledError):
            book.statistics()


def test_counted_once(tmp_path):
    file = CountingFile(epub(files={"EPUB/c1.xhtml": "<html xmlns='http://www.w3.org/1999/xhtml'><body>" + "<p>words</p>" * 50_000
                                    + "</body></html>"}))
    with lectern.Publication.open_stream(file) as book:
        first = book.statistics()
        read = file.read_bytes
        assert book.statistics() == first and file.read_bytes == read


def test_kept_across_runs(tmp_path):
    data = epub(files={"EPUB/c1.xhtml": "<html xmlns='http://www.w3.org/1999/xhtml'><body>" + "<p>words</p>" * 50_000 + "</body></html>"})

    def run():
        with lectern.Context(cacheDirectory=str(tmp_path / "kept")) as context:
            with lectern.Publication.open_stream(io.BytesIO(data), context=context) as book:
                return book.statistics({"from": {"href": book.reading_order[0]["href"], "progression": 0.5}})

    first = run()
    (kept,) = files(tmp_path / "kept")
    assert run() == first
    whole = kept.read_bytes()
    right = whole[whole.index(b'{"texts"'):]
    # The count of the first slice of the long chapter.
    forged(kept, right.replace(b",1024,", b",1023,", 1))
    assert run()["words"] == first["words"] - 1, "it is what is read"
    numbers = [right.replace(b",1024,", b",%s," % number, 1) for number in (b"-1", b"1e99", b"9223372036854775807", b"null")]
    for wrong in (b"", b"{}", right[:-1], right.replace(b"[0,", b"[9,"), right.replace(b",0.0,", b",7.0,", 1), *numbers,
                  b'{"texts":[9],"slices":[]}'):
        forged(kept, wrong)
        assert run() == first, wrong[:40]
        assert kept.read_bytes() == whole, "it is made anew"


@pytest.mark.skipif(lectern._pdfium.path() is None, reason="pypdfium2 is not installed")
def test_a_pdf_page_by_page():
    outline = ["<</First 10 0 R/Last 11 0 R/Count 2>>", "<</Title(One)/Parent 9 0 R/Dest[3 0 R/Fit]/Next 11 0 R>>",
               "<</Title(Two)/Parent 9 0 R/Dest[4 0 R/Fit]>>"]
    data = written(["One two."], ["Three"], ["four five six"], catalog="/Outlines 9 0 R", more=outline)
    with lectern.Publication.open_bytes(data) as book:
        found = book.statistics({"from": {"href": book.reading_order[0]["href"], "fragments": ["page=3"]}})
    assert (found["words"], [one["words"] for one in found["sections"]]) == (6, [2, 4]) and found["left"]["words"] == 3


def test_the_sample_adds_up(sample):
    found = sample.statistics()
    for name in (*TEXT, "images"):
        assert sum(one[name] for one in found["resources"]) == found[name]
        assert sum(one[name] for one in found["sections"]) <= found[name]
    assert sample.word_count == 4060
