# SPDX-License-Identifier: BSD-3-Clause
"""The binding in an interactive session: representations, wrong arguments, and the command line without an output."""
import os
import subprocess
import sys

import pytest

import lectern
from support.tiny_books import epub

from .test_book_metadata import PNG


def command(*arguments, **more):
    return subprocess.run([sys.executable, "-m", "lectern", *map(str, arguments)], capture_output=True, text=True, timeout=60, **more)


def test_a_publication_shows_its_title():
    book = lectern.Publication.open_bytes(epub(metadata="<dc:creator>A &lt;b&gt; Author</dc:creator>"))
    assert repr(book) == "<lectern.Publication 'Tiny', open>"
    assert book._repr_html_() == "<p><b>Tiny</b><br>A &lt;b&gt; Author</p>"
    book.close()
    assert "closed" in repr(book)


def test_a_picture_is_shown_in_a_notebook():
    with lectern.Resource.of({"href": "a.png", "type": "image/png"}, PNG) as picture:
        assert picture._repr_mimebundle_() == {"image/png": PNG, "text/plain": "<lectern.Resource a.png image/png, open>"}
    with lectern.Resource.of({"href": "a.txt", "type": "text/plain"}, b"text") as text:
        assert list(text._repr_mimebundle_()) == ["text/plain"]


@pytest.mark.parametrize("source", [None, 5, object()])
def test_what_cannot_be_opened_is_a_type_error(source):
    with pytest.raises(TypeError, match="a path, bytes or a seekable binary file"):
        lectern.open(source)


@pytest.mark.parametrize("name", ["info", "search", "validate"])
def test_a_folder_without_books_says_so(name, tmp_path):
    query = ["words"] if name == "search" else []
    done = command(name, *query, tmp_path)
    assert done.returncode == 1 and "There are no books in this folder." in done.stderr


def test_a_pattern_with_an_error_is_a_wrong_command_line(tmp_path):
    book = tmp_path / "a.epub"
    book.write_bytes(epub())
    done = command("search", "--regex", "(", book)
    assert done.returncode == 2 and "missing closing parenthesis" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the output")
def test_the_output_may_be_closed(tmp_path):
    book = tmp_path / "a.epub"
    book.write_bytes(epub())
    done = subprocess.run(["/bin/sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "lectern", "info", str(book)],
                          stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == ""
