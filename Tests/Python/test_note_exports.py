# SPDX-License-Identifier: BSD-3-Clause
"""Notes as text for other programs, where nothing in a note can be executed."""
import csv
import io

import pytest

from lectern import notes
from support.note_files import HREF, note


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
    for text, expected in (("<b>&lt;[a](javascript:x)", "\\<b\\>\\&lt;\\[a\\](javascript:x)"), ("~~~\n```", "\\~\\~\\~ \\`\\`\\`"),
                           ("- a", "\\- a"), ("1. a", "1\\. a"), ("12) a", "12\\) a"), ("+ a", "\\+ a"), ("1 a-b+c", "1 a-b+c"), ("1", "1")):
        assert f"\n\n{expected}\n\n" in notes.write([note(body={"text": text}, kind="note")], format="markdown"), text


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
