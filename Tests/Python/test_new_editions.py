# SPDX-License-Identifier: BSD-3-Clause
"""Locations of one edition in another, and the reported quality of the match."""
import pytest

from .test_locate import ONE, OTHERS, PARAGRAPHS, TWO, book, chapter


@pytest.fixture
def novel():
    with book() as publication:
        yield publication


def highlight(publication, words):
    """A complete locator, as a host would store it."""
    place = publication.locate({"href": ONE, "text": {"highlight": words}, "cfi": True})
    return publication.locate({"fragments": place["locations"]["fragments"], "text": place["text"]})


KING, LORDS = PARAGRAPHS[1], PARAGRAPHS[2]


@pytest.mark.parametrize("words, paragraphs, fit, expected", [
    ("a large jaw", PARAGRAPHS, "exact", "a large jaw"),
    # Moved, with a different context on one side.
    ("a large jaw", [KING, *OTHERS], "exact", "a large jaw"),
    # Different words in the same context.
    ("a large jaw", [PARAGRAPHS[0], KING.replace("a large jaw", "an iron chin"), *PARAGRAPHS[2:]], "nearby", "an iron chin"),
    # Removed: the location is between the texts before and after it.
    ("a large jaw and", [PARAGRAPHS[0], KING.replace("a large jaw and ", ""), *PARAGRAPHS[2:]], "nearby", None),
    # Nothing is left, or only the same words elsewhere.
    ("a large jaw", OTHERS, "lost", "a large jaw"),
    ("king", ["The king of the castle was asleep.", *OTHERS], "lost", "king"),
    # Most of a long text.
    (f"{KING} {LORDS}", [*PARAGRAPHS[:2], PARAGRAPHS[3]], "nearby", KING),
])
def test_an_answer_says_what_became_of_the_text(novel, words, paragraphs, fit, expected):
    stored = highlight(novel, words)
    assert stored["fit"] == "exact"
    for other in (chapter("First", paragraphs), "<html><body>" + "".join(f"<p>{it}</p>" for it in paragraphs) + "</body></html>"):
        with book(**{"EPUB/c1.xhtml": chapter("Other", OTHERS[:1]), "EPUB/c2.xhtml": other}) as moved, \
                book(**{"EPUB/c1.xhtml": other}) as changed:
            for publication, href in ((moved, TWO), (changed, ONE)):
                found = publication.locate(stored)
                assert found["fit"] == fit
                assert found["text"].get("highlight") == expected
                if fit != "lost":
                    assert found["href"] == href
                    again = publication.locate({"href": href, "domRange": found["locations"]["domRange"]})
                    assert again["text"].get("highlight") == expected, "the range is that of the answer"
                    assert publication.locate(found)["fit"] == "exact" or expected is None


def test_a_place_without_a_text_fits_nothing(novel):
    assert "fit" not in novel.locate({"href": ONE, "progression": 0.5})
    assert "fit" not in novel.locate({"href": ONE + "#p2", "cfi": True})
