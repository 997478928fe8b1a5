# SPDX-License-Identifier: BSD-3-Clause
"""A strip with a document of another direction, which scrolls on its own: locations in it are reached, kept and
reported."""
import pytest

from . import fixed_books
from .books import JAPANESE, LATIN, Words, document, epub

STYLE = "<style>html, body {{ writing-mode: {} }}</style>"
#: The target in the document of the other direction, far from its start.
NEEDLE = "needle"
WHERE = """(words) => {
    const frame = lectern.shell.frames().find(({href}) => href.endsWith("b.xhtml")), {document} = frame;
    const walker = document.createTreeWalker(document.body, 4), range = document.createRange();
    while (walker.nextNode()) {
        const at = walker.currentNode.data.indexOf(words);
        if (at < 0) continue;
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + words.length);
        const {left, top, right, bottom} = frame.toView(range.getBoundingClientRect());
        return {left, top, right, bottom, crossed: frame.crossed, seen: left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight};
    } }"""
FIRST = "lectern.place().locator.text.highlight.slice(0, 12)"


@pytest.fixture(scope="module", params=["vertical", "horizontal"])
def book(request, tmp_path_factory):
    """Horizontal chapters around a vertical one, or vertical ones around a horizontal one."""
    around, within = [(LATIN, "horizontal-tb"), (JAPANESE, "vertical-rl")][::1 if request.param == "vertical" else -1]

    def chapter(words, mode, seed, needle=""):
        text = Words(words, seed, "" if words is JAPANESE else " ")
        return document(f"{text.paragraphs(25, 6)}<p>{needle}</p>{text.paragraphs(25, 6)}", head=STYLE.format(mode))
    language, direction = ("en", None) if request.param == "vertical" else ("ja", "rtl")
    path = tmp_path_factory.mktemp("crossed") / f"{request.param}.epub"
    return epub(path, "Crossed", language, [("a.xhtml", chapter(*around, 1)), ("b.xhtml", chapter(*within, 2, NEEDLE)),
                                            ("c.xhtml", chapter(*around, 3))], direction=direction)


@pytest.fixture
def strip(read, book):
    reader = fixed_books.interactive(read(book, {"scroll": True, "continuous": True}, (600, 500)))
    assert reader.evaluate("lectern.shell.kind") == "continuous"
    reader.go({"href": "EPUB/b.xhtml", "text": {"highlight": NEEDLE}, "locations": {"cssSelector": "p:nth-child(26)"}})
    assert reader.evaluate(WHERE, NEEDLE)["crossed"]
    return reader


def test_a_place_in_it_is_shown(strip):
    assert strip.evaluate(WHERE, NEEDLE)["seen"]
    place = strip.place()
    assert place["locator"]["href"] == "EPUB/b.xhtml" and 0.3 < place["locator"]["locations"]["progression"] < 0.7
    assert not place["atStart"] and not place["atEnd"]
    # The reported location resolves to itself.
    first = strip.evaluate(FIRST)
    strip.go({"href": "EPUB/c.xhtml"})
    strip.go(place["locator"])
    assert strip.evaluate(FIRST) == first
    # So does a progression alone.
    strip.go({"href": "EPUB/b.xhtml", "locations": {"progression": 0.5}})
    assert strip.place()["locator"]["locations"]["progression"] == pytest.approx(0.5, abs=0.01)
    strip.go({"href": "EPUB/b.xhtml", "locations": {"progression": 1}})
    assert strip.place()["locator"]["href"] == "EPUB/b.xhtml" and strip.place()["locator"]["locations"]["progression"] > 0.7


@pytest.mark.parametrize("change", [{"fontSize": 1.4}, (700, 640), {"lineHeight": 1.9, "publisherStyles": False}])
def test_a_change_keeps_its_place(strip, change):
    strip.evaluate(FIRST)
    strip.change(change)
    strip.idle()
    assert strip.evaluate(WHERE, NEEDLE)["seen"] and strip.place()["locator"]["href"] == "EPUB/b.xhtml"


def test_a_higher_screen_keeps_its_section(read, tmp_path):
    """The browser scrolls a strip that is too short for the new screen, until its sections are as high."""
    text = Words(JAPANESE, join="")
    path = epub(tmp_path / "crossed.epub", "Crossed", "en", [
        (f"{name}.xhtml", document(text.paragraphs(3), head=STYLE.format("vertical-rl"))) for name in "abc"])
    reader = read(path, {"scroll": True, "continuous": True}, (900, 400))
    for name in "bc":
        reader.resize(900, 400)
        reader.go({"href": f"EPUB/{name}.xhtml"})
        reader.resize(700, 820)
        assert reader.place()["locator"]["href"] == f"EPUB/{name}.xhtml"
        assert reader.evaluate("lectern.shell.view.offset - lectern.shell.current().begin") == 0


def test_what_changes_before_it_keeps_its_place(strip):
    before = strip.evaluate(WHERE, NEEDLE)
    strip.evaluate("""() => { const {document} = lectern.shell.frames().find(({href}) => href.endsWith("a.xhtml"));
        for (const one of [...document.querySelectorAll("p")].slice(0, 15)) one.remove(); }""")
    strip.idle()
    after = strip.evaluate(WHERE, NEEDLE)
    assert [after[side] for side in ("left", "top")] == pytest.approx([before[side] for side in ("left", "top")], abs=1)


def test_the_wheel_reads_it_before_the_next(strip):
    strip.go({"href": "EPUB/b.xhtml", "locations": {"progression": 0}})
    strip.page.mouse.move(300, 250)
    seen = []
    for _ in range(80):
        strip.page.mouse.wheel(0, 350)
        strip.idle()
        locator = strip.place()["locator"]
        if not locator["href"].endswith("b.xhtml"):
            break
        seen.append(locator["locations"]["progression"])
    assert len(seen) > 5 and seen == sorted(seen) and seen[-1] > 0.7, seen
    assert locator["href"] == "EPUB/c.xhtml"


def test_a_selection_in_it_has_its_progression(strip):
    strip.until("lectern.shell.current().selection")
    strip.evaluate(f"""() => {{ const {{document}} = lectern.shell.frames().find(({{href}}) => href.endsWith("b.xhtml"));
        document.getSelection().selectAllChildren([...document.querySelectorAll("p")].find((one) => one.textContent === {NEEDLE!r})); }}""")
    strip.idle()
    selected = strip.said("selection")[-1]["locator"]
    assert selected["text"]["highlight"] == NEEDLE and 0.3 < selected["locations"]["progression"] < 0.7


def test_a_selection_has_the_progression_in_its_own_resource(strip):
    strip.go({"href": "EPUB/c.xhtml", "locations": {"cssSelector": "p:nth-child(26)"}})
    strip.evaluate("""() => { const {document} = lectern.shell.current();
        document.getSelection().selectAllChildren(document.querySelector("p:nth-child(27)")); }""")
    strip.idle()
    assert 0.35 < strip.said("selection")[-1]["locator"]["locations"]["progression"] < 0.65


def test_the_wheel_scrolls_strips_to_the_side(read, book, tmp_path):
    comic = read(fixed_books.make("comic", tmp_path), {"scroll": True, "scrollAxis": "horizontal"}, (600, 500))
    reader = read(book, {"scroll": True, "continuous": True}, (600, 500))
    for one, offset in ((comic, "lectern.shell.view.position"), (reader, "lectern.shell.view.offset")):
        one.page.mouse.move(300, 250)
        one.page.mouse.wheel(0, 120)
        one.idle()
        assert one.evaluate(offset) == pytest.approx(120, abs=1)
