# SPDX-License-Identifier: BSD-3-Clause
"""Small files that are made to cost much: `make soak` has them in their full size, with times."""
import ctypes

import pytest

import lectern
import memory
from lectern import _calls, _library
from searched import document, publication

#: Bytes of a document of words of one letter.
SIZE = 1_000_000


def size(name, *arguments):
    """Bytes of an answer, which Python does not copy."""
    buffer = _calls.output(ctypes.c_void_p, name, *arguments)
    count = _library.library().lectern_buffer_size(buffer)
    _library.library().lectern_buffer_free(buffer)
    return count


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
        assert peak < 8 * SIZE


def test_an_element_with_too_many_tokens_has_none():
    with publication("<p>" + "a " * 200_000 + "</p><p>b c</p>") as book:
        first, second = book.elements(tokens={"unit": "word"})
        assert "tokens" not in first and len(first["text"]) == 399_999
        assert [token["text"] for token in second["tokens"]] == ["b", "c"]
        first, second = book.elements(tokens={"unit": "sentence"})
        assert "tokens" not in first and [token["text"] for token in second["tokens"]] == ["b c"]


def test_places_in_a_long_text_are_those_of_the_document():
    """What is left out of a text moves the places of all that is behind it."""
    words = [f"w{number}" + "\u00ad" * (number % 3) + " \n"[number % 2] * (1 + number % 700) for number in range(3000)]
    with publication("<p>" + "".join(words) + "</p>") as book:
        [element] = book.elements(tokens={"unit": "word"})
        assert [token["text"] for token in element["tokens"]] == [f"w{number}" for number in range(3000)]
        for number, token in enumerate(element["tokens"]):
            quote = token["locator"]["text"]
            assert quote["highlight"].rstrip("\u00ad") == f"w{number}"
            if number:
                assert words[number - 1].endswith(quote["before"][-1:])
