# SPDX-License-Identifier: BSD-3-Clause
"""Information about a book in the reader."""
from . import books
from .reader_server import Running
from .reader_window import Window, expect

METADATA = """<dc:description>&lt;p&gt;A &lt;b&gt;good&lt;/b&gt; book.&lt;/p&gt;&lt;p&gt;In two parts&lt;img src="x" onerror="document.title=1"&gt;&lt;/p&gt;</dc:description>
<dc:publisher>The Press</dc:publisher><dc:date>1851-10-18</dc:date><dc:subject>Whales -- Fiction</dc:subject>"""


def test_it_says_what_the_publisher_says(browser, tmp_path):
    words = books.Words(books.LATIN)
    books.epub(tmp_path / "facts.epub", "Facts", "fr", [("a.xhtml", words.chapter(1, 3))], metadata=METADATA)
    with Running(tmp_path / "facts.epub", tmp_path / "data") as running:
        one = Window(browser, running)
        one.read("Facts")
        one.page.keyboard.press("i")
        expect(one.page.locator("#about .description p")).to_have_text(["A good book.", "In two parts"])
        expect(one.page.locator("#about dt")).to_have_text(["Publisher", "Published", "Language", "Subjects"])
        expect(one.page.locator("#about dd")).to_have_text(["The Press", "1851", "French", "Whales – Fiction"])
        assert one.page.locator("#about img").count() == 0 and one.page.title() == "Facts – Lectern"
        one.close()
