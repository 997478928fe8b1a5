# SPDX-License-Identifier: BSD-3-Clause
"""Plain text and Markdown as publications."""
import io
import xml.etree.ElementTree as ElementTree

import pytest

import lectern


def opened(text, name="book.txt", encoding="utf-8", context=None):
    return lectern.Publication.open_bytes(text.encode(encoding), {"name": name}, context)


def bodies(book):
    """The text of each document, all of which are well-formed."""
    return ["".join(ElementTree.fromstring(book.get(link["href"]).read()).find("{*}body").itertext()).strip() for link in book.reading_order]


GUTENBERG = """Title: The Book\r
Author: Anna Author\r
\r
\r
\r
CHAPTER I\r
\r
A long line of a paragraph that was wrapped at the usual\r
width, with < & > in it.\r
\r
    Short line\r
    Other line\r
\r
\r
II.\r
\r
More \x01text.\r
\x0c
CONCLUSION\r
\r
The end"""


def test_chapters_and_paragraphs():
    with opened(GUTENBERG) as book:
        assert book.title == "The Book" and book.metadata["author"] == [{"name": "Anna Author"}]
        assert [link["title"] for link in book.toc] == ["CHAPTER I", "II.", "CONCLUSION"]
        assert [link["href"] for link in book.toc] == ["text/0002.xhtml", "text/0003.xhtml", "text/0004.xhtml"]
        chapter = book.get("text/0002.xhtml").read().decode()
        assert "usual\nwidth, with &lt; &amp; &gt; in it.</p>" in chapter and "Short line<br/>\nOther line</p>" in chapter
        assert bodies(book)[3].endswith("The end")
        match, = book.matches("usual width")
        assert match.title == "CHAPTER I"


def test_every_letter_is_there():
    with opened(GUTENBERG) as book:
        assert "".join("".join(bodies(book)).split()) == "".join(GUTENBERG.replace("\x01", " ").split())


@pytest.mark.parametrize("text, encoding, titles", [
    ("第一章 开始\n三体问题小说的内容。\n第二章 结束\n更多的内容。\n", "gb18030", ["第一章 开始", "第二章 结束"]),
    ("Глава первая\n\nТекст книги.\n\nГлава вторая\n\nЕщё текст.", "utf-16", ["Глава первая", "Глава вторая"]),
    ("Kapitel 1\n\nGrößer.\n", "latin-1", ["Kapitel 1"]),
    ("Only one line", "utf-8", []), ("One.\rTwo.\rThree.", "utf-8", []),
    ("I said no.\n\nPart of me agreed, and so this is a sentence that goes on and on until it is too long for a heading.", "utf-8", [])])
def test_headings(text, encoding, titles):
    with opened(text, encoding=encoding) as book:
        assert [link["title"] for link in book.toc] == titles
        assert "".join("".join(bodies(book)).split()) == "".join(text.split())


def test_long_texts_are_divided():
    with opened("\n\n".join(["word " * 200] * 1000)) as book:
        assert 5 <= len(book.reading_order) <= 7 and "toc" not in book.manifest


def test_limits():
    with opened("Chapter 1\n\n\n" * 20_000) as book:
        assert len(book.reading_order) == 5001
    for name, megabytes in (("a.txt", 8), ("a.md", 2)):
        with pytest.raises(lectern.LimitError, match=f"{megabytes} MB"):
            opened("a " * (megabytes << 19) + "a", name)


MARKDOWN = """# The *book*

Text with <b>HTML</b>, [a script](javascript:alert(1)) and [a link](https://example.org/?a&b).

## Part

1. one
2. two

> quoted

```
code < 1
```
"""


def test_markdown():
    with opened(MARKDOWN, "book.md") as book:
        assert book.title == "The book" and len(book.reading_order) == 1
        assert book.toc == [{"href": "text/0001.xhtml#heading-1", "title": "The book",
                             "children": [{"href": "text/0001.xhtml#heading-2", "title": "Part"}]}]
        html = book.get("text/0001.xhtml").read().decode()
        assert bodies(book)[0].startswith("The book") and "<b>" not in html and "javascript" not in html
        assert "<blockquote>" in html and "code &lt; 1" in html
        assert book.locate({"href": "text/0001.xhtml#heading-2"})["title"] == "Part"


def test_markdown_without_cmark():
    with pytest.raises(lectern.UnsupportedError, match="cmark"):
        opened(MARKDOWN, "book.md", context=lectern.Context(cmark="/nowhere/libcmark.so"))


@pytest.mark.parametrize("text, name", [("", "a.txt"), (" \n\n ", "a.txt"), ("", "a.md"), ("a\0b", "a.txt"), ("text", "a"), ("text", "a.epub")])
def test_refused(text, name):
    with pytest.raises(lectern.LecternError):
        opened(text, name)


def test_sniffed():
    for name, kind in (("a.txt", "text/plain"), ("a.md", "text/markdown")):
        assert lectern.sniff(io.BytesIO(b"text"), {"name": name})["mediaType"] == kind
