# SPDX-License-Identifier: BSD-3-Clause
"""Text fragments in links, as browsers create them (WICG, URL Fragment Text Directives)."""
import pytest

import lectern
from support.tiny_books import epub

ONE, TWO = "EPUB/c1.xhtml", "EPUB/c2.xhtml"
PAGE = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>{}</body></html>'
FILES = {ONE: PAGE.format("<p id='a'>First, the boat was <b>n</b>ew.</p><p id='b'>Later, the boat &amp; the oars were sold - twice.</p>"),
         TWO: PAGE.format("<p>The old boat sank, and the sea closed over it.</p>")}


@pytest.fixture
def book():
    with lectern.Publication.open_bytes(epub(files=FILES)) as publication:
        yield publication


@pytest.mark.parametrize("query, href, highlight, before", [
    ({"href": f"{ONE}#:~:text=the%20boat"}, ONE, "the boat", "First,"),
    ({"fragments": [":~:text=old%20boat"]}, TWO, "old boat", "The"),
    # Context before and after the text.
    ({"href": ONE, "fragments": [":~:text=Later%2C-,the%20boat,-%26%20the"]}, ONE, "the boat", "Later,"),
    ({"fragments": ["#:~:text=was-,new"]}, ONE, "new", "boat was"),
    # Whole words: not the end of "sold".
    ({"fragments": [":~:text=old"]}, TWO, "old", "The"),
    # From a start to an end, with encoded characters.
    ({"href": ONE, "fragments": [":~:text=was%20new,Later"]}, ONE, "was new. Later", "boat"),
    ({"fragments": [":~:text=The%20old,it,-."]}, TWO, "The old boat sank, and the sea closed over it", None),
    ({"href": ONE, "fragments": [":~:text=sold%20%2D%20twice"]}, ONE, "sold - twice", "were"),
    # The first of several, only text directives; after an id; in another resource.
    ({"href": f"{ONE}#a:~:other=1&text=the%20oars&text=First"}, ONE, "the oars", "&"),
    ({"href": ONE, "fragments": [":~:text=old%20boat"]}, TWO, "old boat", "The"),
    # The text of the query takes precedence.
    ({"href": ONE, "fragments": [":~:text=Later"], "text": {"highlight": "twice"}}, ONE, "twice", "sold -"),
])
def test_the_text_of_a_fragment_is_found(book, query, href, highlight, before):
    found = book.locate(query)
    assert (found["href"], found["fit"], " ".join(found["text"]["highlight"].split())) == (href, "exact", highlight)
    assert (found["text"].get("before") or "").strip().endswith(before or "")
    assert not any(":~:" in fragment for fragment in found["locations"].get("fragments", []))


def test_a_range_has_a_cfi(book):
    assert book.cfi({"fragments": [":~:text=old,sank"]})["cfi"] == "epubcfi(/6/4!/4/2,/1:4,/1:17)"


@pytest.mark.parametrize("fragment", [":~:text=", ":~:text=a-,", ":~:text=,b", ":~:text=a,b,c", ":~:text=a-,b,c,d,-e", ":~:text=%FF", ":~:x", ":~:"])
def test_what_is_no_text_is_left_out(book, fragment):
    found = book.locate({"href": ONE, "fragments": ["b" + fragment]})
    assert (found["href"], found["locations"]["cssSelector"]) == (ONE, "#b") and "fit" not in found


def test_a_text_that_is_not_there(book):
    with pytest.raises(lectern.NotFoundError):
        book.locate({"fragments": [":~:text=submarine"]})
    # The text is ignored if there is a resource or an id.
    for fragment, progression in (("", 0), ("b", book.locate({"href": f"{ONE}#b"})["locations"]["progression"])):
        found = book.locate({"href": ONE, "fragments": [f"{fragment}:~:text=submarine"]})
        assert (found["fit"], found["locations"]["progression"]) == ("lost", progression)
    # Its start exists, its end does not.
    assert book.locate({"href": ONE, "fragments": [":~:text=Later,submarine"]})["fit"] == "nearby"
