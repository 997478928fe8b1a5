# SPDX-License-Identifier: BSD-3-Clause
"""Books in the formats beside EPUB: a match, its position, a note on it, a decoration and the content there agree."""
import pytest

import lectern
from lectern import notes
from support import every_format

BOOKS = every_format.made()
#: A text that a book has once, and its resource; XHTML and HTML.
TEXTS = {
    "daisy 2.02.zip": ("Die Fußnote", "one.html"), "daisy 3.zip": ("sentence", "book-0003.xhtml"), "daisy 3 text.zip": ("Meaning", "book-0004.xhtml"),
    "dtbook.xml": ("The producer", "book-0003.xhtml"), "mobi.mobi": ("the ship", "text/0003.html"), "old.prc": ("Quoted words", "text/0004.html"),
    "kf8.azw3": ("the end", "text/0003.xhtml"), "both.mobi": ("First the sea", "text/0001.xhtml"), "fiction.fb2": ("Two lines", "text/0002.xhtml"),
    "fiction.fb2.zip": ("Without a title", "text/0003.xhtml"), "page.html": ("First the sea", "publication.html"),
    "page.xhtml": ("Then a ship", "publication.xhtml"), "text.md": ("a ship", "text/0001.xhtml"), "text.txt": ("ship", "text/0002.xhtml"),
}
OTHERS = {"comic.rar4.cbr": "image", "comic.rar5.cbr": "image", "comic.7z.cb7": "image", "comic.tar.cbt": "image",
          "daisy 2.02 audio.zip": "audio", "daisy 3 audio.zip": "audio",
          **dict.fromkeys((name for name in BOOKS if name.endswith((".mp3", ".m4b", ".flac", ".opus", ".ogg", ".wav"))), "audio")}
#: Formats of notes that keep each member.
NOTES = ("readium", "epub", "w3c")


@pytest.fixture
def opened(request):
    with lectern.Publication.open_bytes(BOOKS[request.param], {"name": request.param}) as book:
        yield book


def kept(book, locator):
    """The locators of a note on a place: in the store, and exported and imported in each format."""
    with lectern.Store() as store:
        note = book.notes(store, device="here").add(locator, "Here it is.")
        yield next(iter(store.notes()))["locator"]
        for form in NOTES:
            written = notes.write([note], format=form, readingOrder=book.identity["readingOrder"])
            [read] = notes.load(written.encode(), readingOrder=book.identity["readingOrder"])
            assert read["body"]["text"] == "Here it is."
            yield read["locator"]


def marked(book, locator):
    """The decorations of each resource that has one."""
    with lectern.Navigator(book) as navigator:
        navigator.apply_decorations("marks", [{"id": "mark", "locator": locator, "style": {"id": "highlight"}}])
        rendered = {link["href"]: navigator.render_decorations(link["href"])["groups"] for link in book.reading_order}
        return {href: groups["marks"] for href, groups in rendered.items() if groups.get("marks")}


@pytest.mark.parametrize("opened, text, href", [(name, *found) for name, found in TEXTS.items()], indirect=["opened"])
def test_a_match_is_found_again(opened, text, href):
    match, = opened.matches(text)
    assert match.locator["href"] == href and match.locator["text"]["highlight"] == text
    exact = opened.locate(match.locator)
    position = opened.positions[exact["locations"]["position"] - 1]
    assert position["href"] == href and position["locations"]["progression"] <= exact["locations"]["progression"]
    assert exact["fit"] == "exact" and exact["locations"]["domRange"]["end"]
    for part in ({"href": href, "locations": {"domRange": exact["locations"]["domRange"]}}, {"text": exact["text"]},
                 {"href": href, "text": {"highlight": text}}):
        again = opened.locate(part)
        assert again["text"] == exact["text"]
        for name in ("domRange", "position", "progression"):
            assert again["locations"][name] == exact["locations"][name], part
    with pytest.raises(lectern.UnsupportedError, match="EPUB"):
        opened.cfi(match.locator)


@pytest.mark.parametrize("opened, text, href", [(name, *found) for name, found in TEXTS.items()], indirect=["opened"])
def test_a_note_on_a_match_comes_back(opened, text, href):
    match, = opened.matches(text)
    exact = opened.locate(match.locator)
    for locator in kept(opened, match.locator):
        assert locator["href"] == href
        again = opened.locate(locator)
        assert again["fit"] == "exact" and again["locations"] == exact["locations"] and again["text"]["highlight"] == text


@pytest.mark.parametrize("opened, text, href", [(name, *found) for name, found in TEXTS.items()], indirect=["opened"])
def test_a_decoration_and_the_content_are_at_the_match(opened, text, href):
    match, = opened.matches(text)
    [(where, [mark])] = marked(opened, match.locator).items()
    assert where == href and mark["locator"]["locations"]["domRange"] == opened.locate(match.locator)["locations"]["domRange"]
    first = next(opened.elements(match.locator))
    assert text in first["text"] and first["locator"]["href"] == href
    assert opened.word(match.locator)["word"]["text"]["highlight"] == text.split()[0]


@pytest.mark.parametrize("opened, role", OTHERS.items(), indirect=["opened"])
def test_places_in_books_without_text(opened, role):
    with pytest.raises(lectern.UnsupportedError, match="no text"):
        next(opened.matches("a"))
    last = opened.positions[-1]
    assert opened.locate({"position": len(opened.positions)})["href"] == last["href"] == opened.reading_order[-1]["href"]
    place = opened.locate({"href": last["href"], "locations": {"fragments": ["t=2"]}} if role == "audio" else {"href": last["href"]})
    for locator in kept(opened, place):
        again = opened.locate(locator)
        assert again["href"] == place["href"] and again["locations"] == place["locations"]
    assert list(marked(opened, place)) == [place["href"]]
    first = next(opened.elements(place))
    assert first["role"] == role and first["locator"]["href"] == place["href"]
