# SPDX-License-Identifier: BSD-3-Clause
"""Notes as text for other programs, where nothing in a note can be executed."""
import csv
import io

import pytest

from lectern import notes
from support.note_files import HREF, note

from .test_xpointers import book


def test_what_a_spreadsheet_would_run():
    for text in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff201", "=a,b\"c"):
        made = note(body={"text": text}, kind="note", tags=[text], headings=[{"text": text}])
        written = notes.write([made], format="csv")
        [head, row] = csv.reader(io.StringIO(written, newline=""))
        cells = dict(zip(head, row))
        assert (cells["text"], cells["tags"], cells["chapter"]) == ("'" + text,) * 3, text
    # Cells are not split in spreadsheets that use another separator.
    for text in ("a;=1", "a\t=1", "a\n=1"):
        assert f'"{text}"' in notes.write([note(body={"text": text}, kind="note")], format="csv")
    assert ",a=b-c," in notes.write([note(body={"text": "a=b-c"}, kind="note")], format="csv")


@pytest.mark.parametrize("text, expected", [
    ("<script>alert(1)</script> *a*", "&lt;script>alert(1)&lt;/script> *a*"),
    ("[a](javascript:alert(1))", "[a]\\(javascript:alert(1))"), ("[a]( JaVaScRiPt:alert(1))", "[a]\\( JaVaScRiPt:alert(1))"),
    ("[a](java&#115;cript:x)", "[a]\\(java&#115;cript:x)"), ("[a](javascript\\:x)", "[a]\\(javascript\\:x)"),
    ("[a](data:text/html,x)", "[a]\\(data:text/html,x)"), ("[a](<javascript:x>)", "[a]\\(&lt;javascript:x>)"),
    ("[a]: javascript:x", "[a]\\: javascript:x"), ("[a]:\n  vbscript:x", "[a]\\:\n  vbscript:x"), ("<javascript:x>", "&lt;javascript:x>"),
    ("![a](https://example.org/a.png)", "\\![a](https://example.org/a.png)"), ("[a](file:///etc/passwd)", "[a]\\(file:///etc/passwd)"),
    ("[a](https://example.org) and [b](mailto:a@b)", "[a](https://example.org) and [b](mailto:a@b)"), ("[a]: HTTP://example.org", "[a]: HTTP://example.org"),
    ("# a (b): **c** `d`", "# a (b): **c** `d`"),
])
def test_markdown_of_a_note_is_inert(text, expected):
    made = note(body={"text": text, "format": "text/markdown"}, kind="note")
    assert f"\n\n{expected}\n\n" in notes.write([made], format="markdown")


def test_text_is_no_markdown():
    for text, expected in (("<b>&lt;[a](javascript:x)", "\\<b\\>\\&lt;\\[a\\](javascript:x)"), ("~~~\n```", "\\~\\~\\~  \n\\`\\`\\`"),
                           ("- a", "\\- a"), ("1. a", "1\\. a"), ("12) a", "12\\) a"), ("+ a", "\\+ a"), ("1 a-b+c", "1 a-b+c"), ("1", "1"),
                           ("a\n===", "a  \n\\==="), ("a\n---", "a  \n\\---"), ("a\n> b", "a  \n\\> b"), ("a\n\n    # b", "a\n\n\\# b"),
                           ("&amp;", "\\&amp;"), (": a", "\\: a"), ("a\u2028- b", "a  \n\\- b"), ("a\r\n\r\n\r\nb\rc", "a\n\nb  \nc")):
        assert f"\n\n{expected}\n\n" in notes.write([note(body={"text": text}, kind="note")], format="markdown"), text


VERSE = "Call me Ishmael.\n\nSome years ago\n- never <mind>"


def test_paragraphs_and_lines_in_markdown():
    made = note(locator={"href": HREF, "text": {"highlight": VERSE}}, body={"text": VERSE}, kind="note")
    assert notes.write([made], format="markdown") == (
        "> Call me Ishmael.\n>\n> Some years ago  \n> \\- never \\<mind\\>\n\nCall me Ishmael.\n\nSome years ago  \n\\- never \\<mind\\>\n\n")
    # Each line continues the quotation or the item that the template has begun; headings and tables have one line.
    for template, expected in (
            ("- {{text}}", "- Call me Ishmael.\n\n  Some years ago  \n  \\- never \\<mind\\>"), ("12. {{text}}", "12. Call me Ishmael.\n\n    Some years ago  \n    \\- never \\<mind\\>"),
            (">> {{text}}", ">> Call me Ishmael.\n>>\n>> Some years ago  \n>> \\- never \\<mind\\>"), ("## {{text}}", "## Call me Ishmael. Some years ago - never \\<mind\\>"),
            ("| {{text}} |", "| Call me Ishmael. Some years ago - never \\<mind\\> |"), ("**{{text}}", "**Call me Ishmael.\n\nSome years ago  \n\\- never \\<mind\\>"),
            ("a" * 300 + "{{text}}", "a" * 300 + "Call me Ishmael. Some years ago - never \\<mind\\>")):
        assert notes.write([made], format="markdown", template={"note": template}) == expected, template
    made["body"] = {"text": "a\n\n* b", "format": "text/markdown"}
    assert notes.write([made], format="markdown", template={"note": "> {{text}}"}) == "> a\n> \n> * b"


def test_paragraphs_and_lines_in_html():
    made = note(locator={"href": HREF, "text": {"highlight": VERSE}}, body={"text": "a\nb\n\nc"}, kind="note")
    written = notes.write([made], format="html")
    assert "<blockquote><p>Call me Ishmael.</p>\n<p>Some years ago<br>\n- never &lt;mind&gt;</p></blockquote>" in written
    assert "<p>a<br>\nb</p>\n<p>c</p>" in written
    for template, expected in (("<td>{{text}}</td>", "<td>a<br>\nb<br>\n<br>\nc</td>"), ('<a title="{{text}}">', '<a title="a b c">'), ("{{text}}", "a<br>\nb<br>\n<br>\nc")):
        assert notes.write([made], format="html", template={"note": template}) == expected


def test_the_page_of_the_locator():
    made = note(locator={"href": HREF, "locations": {"pageLabel": "xi"}})
    for format in ("html", "markdown"):
        assert notes.write([made], format=format, template={"note": "{{page}}{{#page}}!{{/page}}"}) == "xi!"
        assert notes.write([{**made, "page": "12"}], format=format, template={"note": "{{page}}"}) == "12"
    [found] = notes.load(notes.write([made]).encode())
    assert found["page"] == "xi"


def test_the_page_without_a_template():
    made = note(locator={"href": HREF, "text": {"highlight": "the whale"}, "locations": {"pageLabel": "xi"}})
    assert notes.write([made], format="markdown") == "> the whale\n\nPage xi\n\n"
    assert '</blockquote>\n<p class="page">Page xi</p>\n' in notes.write([made], format="html")
    [row] = csv.DictReader(io.StringIO(notes.write([made], format="csv"), newline=""))
    assert row["page"] == "xi"
    # The page of a bookmark is its place.
    assert notes.write([{**made, "kind": "bookmark"}], format="markdown") == "> the whale\n\nBookmark: xi\n\n"


@pytest.mark.parametrize("locations, page", [
    ({"fragments": ["page=4"]}, "4"), ({"fragments": ["zoom=3&page=4"]}, "4"), ({"fragments": ["page=4"], "pageLabel": "iv"}, "iv"), ({"fragments": ["page=x", "p4"]}, "")])
def test_the_page_of_a_pdf(locations, page):
    made = note(locator={"href": "b.pdf", "text": {"highlight": "the whale"}, "locations": locations})
    for format in ("html", "markdown"):
        assert notes.write([made], format=format, template={"note": "{{page}}"}) == page
        assert (f"Page {page}" in notes.write([made], format=format)) == bool(page)
    [row] = csv.DictReader(io.StringIO(notes.write([made], format="csv"), newline=""))
    assert row["page"] == page
    assert notes.write([{**made, "kind": "bookmark"}], format="html", template={"note": "{{place}}"}) == (page or "b.pdf")
    # The number is no label of the publication.
    assert notes.load(notes.write([made]).encode())[0].get("page") == locations.get("pageLabel")


@pytest.mark.parametrize("between", ["", " ", "\n", "\n  "])
def test_paragraphs_of_a_quote(between):
    """Each of them begins a line."""
    with book(f"<p>One quote that <i>stops</i>.</p>{between}<p>Another<br/>line.</p>") as publication:
        found = publication.locate({"text": {"highlight": "that stops. Another line"}})
        assert found["fit"] == "exact"
        assert notes.write([note(locator=found)], format="markdown").startswith("> that stops.  \n> Another  \n> line\n")


def test_an_address_in_a_template_leads_nowhere_else():
    template = {"note": "<a href=\"{{href}}\">"}
    for href, expected in (("javascript:alert(1)", ""), ("JAVASCRIPT:alert(1)", ""), ("data:text/html,x", ""), ("file:///etc/passwd", ""),
                           ("https://example.org/", "https://example.org/"), (HREF, HREF)):
        made = {"id": "a", "locator": {"href": href}}
        for format in ("html", "markdown"):
            written = notes.write([made], format=format, template=template)
            assert written == f'<a href="{expected}">', href


def test_names_of_files():
    names = {"Moby Dick": "Moby Dick", "-rf": "rf", "..": "notes", ".hidden": "hidden", "-": "notes", "": "notes", "a/b\\c": "a_b_c", "CON": "_CON",
             "nul.txt": "_nul.txt", "com1": "_com1", "a\n\x1b\x9bb": "a___b", "\u202eabc": "_abc", " a. ": "a", "- -x": "x", "$(a)": "__a_", "Émile": "Émile"}
    assert {title: notes.file_name(title) for title in names} == names
    assert len(notes.file_name("\u4e00" * 300, ".md").encode()) <= 203 and notes.file_name("\ud800a") in ("_a", "a")
