# SPDX-License-Identifier: BSD-3-Clause
"""Pages of reflowable books: every letter is on exactly one, each is reached once, in both directions, on a grid."""
import json

import pytest

from . import books
from .places import LEFT
from .reading import HELD

#: The size of the window, device pixels per CSS pixel, preferences, books.
LAYOUTS = [
    ((800, 600), 1, {}, ["novel", "arabic", "hebrew", "japanese", "mongolian", "mixed", "pictures", "tables", "overflow",
                         "absolute", "code", "poetry", "hyphenated", "widgets", "svg", "empty", "ruby", "moved", "turned", "formulas", "low",
                         "letters", "beside"]),
    ((1271, 813), 1.5, {"columnCount": "2"}, ["novel", "arabic", "overflow", "tables", "code", "hyphenated"]),
    ((412, 780), 2.625, {"fontSize": 1.4}, ["novel", "hebrew", "japanese", "pictures", "code", "poetry", "moved",
                                                      "turned", "formulas", "low", "letters", "beside"]),
    ((613, 907), 1, {}, ["mixed", "mongolian", "absolute", "ruby"]),
]


@pytest.mark.parametrize(("size", "ratio", "preferences", "name"), [
    pytest.param(size, ratio, preferences, name, id=f"{name}-{size[0]}")
    for size, ratio, preferences, names in LAYOUTS for name in names])
def test_letters_on_exactly_one_page(read, shelf, size, ratio, preferences, name):
    reader = read(shelf(name), preferences, size, ratio)
    found = reader.evaluate("probe.walk({wait: 10})")
    assert found["letters"] > 500
    assert found["good"] == found["letters"], found["lost"]
    assert found["over"] == 0 and found["large"] == 0, found["lost"]
    assert found["same"] and found["last"] and found["turns"] > 1
    assert found["off"] < 0.5 and found["drift"] <= 0.5
    assert found["blank"] == 0 or name in ("empty", "pictures"), found["lost"]


def test_corners_of_a_large_chapter(read, shelf):
    """No drift after hundreds of pages, at a width that is not a whole number of device pixels."""
    reader = read(shelf("large"), size=(613, 700), ratio=1.5)
    reader.go({"href": "EPUB/long.xhtml"})
    pages = reader.place()["pages"]
    assert pages > 500
    edges = []
    for progression in (0, 0.25, 0.5, 0.75, 0.999):
        reader.go({"href": "EPUB/long.xhtml", "locations": {"progression": progression}})
        edges.append(reader.evaluate("probe.edge()"))
        assert abs(reader.at()["off"]) < 0.01
    assert max(edges) - min(edges) <= 0.5
    found = reader.evaluate("probe.letters()")
    assert found["good"] == found["total"]


@pytest.mark.parametrize("name", ["novel", "arabic", "japanese", "mongolian"])
@pytest.mark.parametrize("kind", ["domRange", "quote", "progression", "all"])
def test_round_trip_of_locators(read, shelf, name, kind):
    """The locator of a page resolves to this page."""
    reader = read(shelf(name), size=(640, 480))
    locators = []
    for _ in range(9):
        locators.append((reader.place(), reader.at()))
        reader.move("forward")
    for place, at in reversed(locators):
        locator = place["locator"]
        locations, text = locator["locations"], locator["text"]
        if kind == "domRange":
            text, locations = {}, {"domRange": locations["domRange"]}
        elif kind == "quote":
            locations = {}
        elif kind == "progression":
            text, locations = {}, {"progression": locations["progression"]}
        assert reader.go({"href": locator["href"], "type": locator["type"], "locations": locations, "text": text})
        now = reader.at()
        assert (now["index"], now["page"]) == (at["index"], at["page"]), (place, reader.place())


def test_empty_anchors(read, shelf):
    """A link to an element without text goes to the page of the content that follows."""
    reader = read(shelf("empty"), size=(500, 400))
    for number in range(0, 29):
        for name in (f"a{number}", f"d{number}"):
            reader.evaluate(f"""lectern.go({{href: "EPUB/c.xhtml#{name}"}})""")
            page, after = reader.evaluate(f"""() => {{
                const one = lectern.shell.current(), range = one.document.createRange();
                const element = one.document.getElementById("{name}");
                const texts = one.document.createTreeWalker(one.body, NodeFilter.SHOW_TEXT);
                texts.currentNode = element;
                let next = texts.nextNode();
                while (next && !next.data.trim()) next = texts.nextNode();
                const at = next.data.search(/\\S/);
                range.setStart(next, at);
                range.setEnd(next, at + 1);
                const rect = range.getClientRects()[0];
                return [one.page, rect.left >= -1 && rect.left < one.flow.width];
            }}""")
            assert after, (name, page)


def test_focus_ahead_is_aligned(read, shelf):
    """The browser scrolls to the focus: its page becomes the current one, aligned."""
    reader = read(shelf("novel"))
    reader.evaluate("""() => {
        const {document} = lectern.shell.current();
        const paragraphs = document.querySelectorAll("p"), link = document.createElement("a");
        link.href = "c2.xhtml";
        link.textContent = "a link";
        paragraphs[paragraphs.length - 8].append(link);
        link.focus();
    }""")
    reader.idle()
    at = reader.at()
    assert at["page"] > 2 and at["off"] == 0 and at["cross"] == 0
    assert reader.evaluate("""() => {
        const one = lectern.shell.current(), rect = one.document.activeElement.getBoundingClientRect();
        return rect.left >= 0 && rect.right <= one.flow.width && rect.top >= 0 && rect.bottom <= one.flow.height;
    }""")
    assert reader.said("location")[-1]["page"] == at["page"] + 1


def test_a_cover_as_high_as_a_page_is_on_the_first_one(read, tmp_path):
    cover = books.document('<figure style="margin: 3em"><a href="one.xhtml"><img src="cover.png" alt="Cover"/></a></figure>')
    chapter = books.Words(books.LATIN).chapter(1, 3)
    path = books.epub(tmp_path / "cover.epub", "Cover", "en", [("cover.xhtml", cover), ("one.xhtml", chapter)],
                      [("cover.png", books.png(300, 2400))])
    reader = read(path)
    assert reader.place()["pages"] == 1 and reader.evaluate("probe.blank()") == []


def test_drop_capitals_stay_beside_their_text(read, shelf):
    """The box of a large letter starts above its ink; at the top of a page, above the page."""
    reader = read(shelf("letters"))
    reader.evaluate("lectern.shell.enter(2, 0)")
    reader.settle()
    assert reader.evaluate("[...lectern.shell.current().document.querySelectorAll('span')].map((one) => getComputedStyle(one).float)") == ["left"] * 10


def test_numbers_in_the_margin_are_on_the_page_of_their_text(read, shelf):
    """Not all of them on the first page, from whose edge they are positioned in a window."""
    found = """[...lectern.shell.current().document.querySelectorAll(".page")].map((one) => {
        const frame = lectern.shell.current(), [number, text] = [one, one.parentElement].map((box) => [...box.getClientRects()]
            .map((rect) => frame.pageOf(rect)));
        return [number[0], text, getComputedStyle(one).position];
    })"""
    reader = read(shelf("beside"))
    pages = reader.evaluate(found)
    assert all(number in text and position == "absolute" for number, text, position in pages) and pages[-1][0] > 3
    # If the margin is too narrow for them, they are inline.
    reader.resize(412, 780)
    pages = reader.evaluate(found)
    assert all(number in text and position == "static" for number, text, position in pages) and pages[-1][0] > 3


def test_a_row_longer_than_a_page_begins_after_the_one_before(read, tmp_path):
    """Rows are kept together; rows that are too high do not start a new page, after an empty one."""
    words = books.Words(books.LATIN, 28)
    rows = "".join(f"<tr><td>{words.paragraphs(9)}</td><td>{words.paragraphs(9)}</td></tr>" for _ in range(3))
    body = f"{words.paragraphs(1)}<table>{rows}<tr><td>Short</td></tr></table>"
    reader = read(books.epub(tmp_path / "rows.epub", "Rows", "en", [("a.xhtml", books.document(body))]))
    assert reader.evaluate("""[...lectern.shell.current().document.querySelectorAll("tr, p")].filter((one) => one.localName === "tr")
        .map((row) => [row.getClientRects(), row.previousElementSibling?.getClientRects()])
        .map(([own, before]) => !before || own[0].left === before[before.length - 1].left)""") == [True] * 4


def test_indents_leave_a_line(read, shelf):
    """Nested lists, and margins in em, on a narrow page: several letters per line, and none beyond the edge."""
    reader = read(shelf("indented"), size=(412, 780))
    found = reader.evaluate("probe.walk({wait: 10})")
    assert found["good"] == found["letters"] and found["turns"] < 20, found["lost"]


@pytest.mark.parametrize("style", ["height: 100vh; display: flex; align-items: center", "min-height: 100vh"])
def test_a_box_as_high_as_the_window_is_one_page(read, tmp_path, style):
    """The window is slightly higher than a page, which used to leave an empty page."""
    cover = books.document(f'<div style="{style}"><img src="cover.png" alt="Cover"/></div>')
    title = books.document(f'<div style="{style}"><h1>Title</h1></div><p style="break-before: page">After.</p>')
    reader = read(books.epub(tmp_path / "window.epub", "Window", "en", [("a.xhtml", cover), ("b.xhtml", title)],
                             [("cover.png", books.png(200, 300))]))
    assert reader.place()["pages"] == 1 and reader.evaluate("probe.blank()") == []
    reader.move("forward")
    assert reader.place()["pages"] == 2 and reader.evaluate("probe.blank()") == []


@pytest.mark.parametrize("style", ["margin-left: -100px", "transform: rotate(90deg)", "margin: 0 600px", "zoom: 4",
                                   "position: relative; left: -200px"])
def test_pictures_are_not_moved_off_the_page(read, tmp_path, style):
    words = books.Words(books.LATIN, 27)
    body = words.paragraphs(1) + f'<p><img src="wide.png" alt="" style="{style}"/></p>' + words.paragraphs(1)
    reader = read(books.epub(tmp_path / "wide.epub", "Wide", "en", [("a.xhtml", books.document(body))],
                             [("wide.png", books.png(2400, 200))]))
    assert reader.evaluate("probe.large()") == []


@pytest.mark.parametrize("name", ["novel", "arabic"])
def test_left_and_right(read, shelf, name):
    reader = read(shelf(name))
    reader.move("left" if name == "arabic" else "right")
    assert reader.at()["page"] == 1
    reader.move("right" if name == "arabic" else "left")
    assert reader.at()["page"] == 0
    assert reader.place()["atStart"] and not reader.move("backward")


def test_ends_of_the_book_and_of_resources(read, shelf):
    reader = read(shelf("novel"))
    reader.move("end")
    assert reader.place()["atEnd"] and not reader.move("forward")
    reader.move("resourceStart")
    assert reader.at()["page"] == 0 and reader.at()["index"] == 3
    reader.move("previousSection")
    assert (reader.at()["index"], reader.at()["page"]) == (2, 0)
    reader.move("backward")
    at = reader.at()
    assert at["index"] == 1 and at["page"] == at["pages"] - 1
    reader.move("start")
    assert reader.place()["atStart"]


def test_coming_back_to_a_text_whose_length_changes(read, shelf):
    """This happens with late fonts: the browser scrolls on its own when the text becomes shorter."""
    reader = read(shelf("novel"))
    reader.go({"href": "EPUB/c2.xhtml"})
    reader.move("backward")
    for size in ("60%", "100%"):
        reader.evaluate("(size) => { lectern.shell.current().body.style.fontSize = size }", size)
        reader.idle()
        place = reader.place()
        assert place["page"] == place["pages"]


def test_turning_while_a_page_slides(read, shelf):
    """A further turn does not wait for the previous slide."""
    reader = read(shelf("novel"), animated=True)
    moved = reader.evaluate("[1, 2, 3].map(() => lectern.move('forward'))")
    assert moved == [True] * 3 and reader.evaluate("lectern.shell.current().page") == 3
    reader.settle()
    assert reader.at()["page"] == 3 and reader.at()["off"] == 0


def test_reduced_motion(read, shelf):
    reader = read(shelf("novel"), animated=True)
    reader.page.emulate_media(reduced_motion="reduce")
    assert reader.evaluate("lectern.move('forward') && probe.at().off") == 0


def test_neighbours_are_ready_and_hidden(read, shelf):
    reader = read(shelf("novel"))
    reader.move("end")
    reader.move("previousSection")
    reader.idle()
    frames = reader.evaluate("""[...document.querySelectorAll("iframe")].map((frame) =>
        [frame.style.visibility, frame.inert, frame.getAttribute("aria-hidden"), frame.sandbox.value])""")
    assert len(frames) == 3
    assert sorted(frame[0] for frame in frames) == ["", "hidden", "hidden"]
    for visibility, inert, hidden, sandbox in frames:
        assert inert == (visibility == "hidden") == (hidden == "true")
        assert sandbox == "allow-same-origin"
    # So the next resource is shown immediately.
    reader.evaluate("lectern.move('resourceEnd')")
    assert reader.evaluate("lectern.move('forward') === true && lectern.shell.current().index") == 3


def test_what_other_engines_need(read, shelf, tmp_path):
    """Cases that current Chromium handles, but other engines get wrong: an empty page, words on the wrong page, or
    nothing painted."""
    words = books.Words(books.LATIN, 3)
    body = (f'{words.paragraphs(9)}<div>A picture: <object data="none.bin" type="application/x-none">{words.paragraphs(9)}</object></div>'
            f'<div class="last">{words.paragraphs(4)}<p style="margin-bottom: 30em">The end.</p></div>')
    reader = read(books.epub(tmp_path / "last.epub", "Last", "en", [("a.xhtml", books.document(body))]))
    found = """() => {
        const {document} = lectern.shell.current(), style = (name) => getComputedStyle(document.querySelector(name));
        const {good, total} = probe.letters();
        return [style(".last > p:last-child").marginBottom, style(".last > p").marginBottom !== "0px", style("object").display, good === total];
    }"""
    # The margin after the last text would be on its own page.
    assert reader.evaluate(found) == ["0px", True, "block", True]
    reader.set(scroll=True)
    assert reader.evaluate(found)[0] != "0px"
    # To the left of the first page, Qt WebEngine only paints when a style of the root changes.
    reader = read(shelf("arabic"))
    styles = []
    for way in ("forward", "backward", "forward"):
        reader.move(way)
        styles.append(reader.evaluate("lectern.shell.current().root.getAttribute('style')"))
    assert styles[0] != styles[1] != styles[2]


@pytest.mark.parametrize("count", [20, 200])
def test_nothing_is_left_of_resources(read, shelf, count):
    """After hundreds of resources, there are at most three frames with their observers."""
    reader = read(shelf("short"), scripts=[HELD])
    reader.evaluate("""async (count) => {
        for (let index = 0; index < count; index++) {
            await lectern.shell.enter(index, 0);
            await probe.wait(0);
        }
    }""", count)
    reader.settle()
    # Each frame has an observer for its size, and one for its text if that was requested; the page itself counts as a
    # frame, too.
    held = reader.held()
    assert held["frames"] <= 4 and held["observers"] <= 2 * (held["frames"] - 1)
    reader.evaluate("lectern.shell.view.dispose()")
    gone = reader.held()
    assert (gone["frames"], gone["observers"]) == (1, 0)


def test_documents_listeners_and_memory_are_given_back(read, shelf):
    """With the complete page, including decorations and text observers; the counts come from the browser."""
    reader = read(shelf("short"), scripts=[HELD])
    reader.until("Boolean(lectern.shell.current().decorations && lectern.shell.current().selection && lectern.shell.speech)")

    def visit(first, last):
        for index in range(first, last):
            reader.evaluate("""async (index) => {
                await lectern.shell.enter(index, 0);
                await probe.settled();
                const {document, decorations, href} = lectern.shell.current(), {locatorOf} = await import("./book/locate.js");
                const range = document.createRange();
                range.selectNodeContents(document.querySelector("p"));
                const item = {id: "a", style: "highlight", element: "<b></b>", layout: "boxes", width: "wrap"};
                decorations.replace({marks: [{...item, locator: {href, ...locatorOf(range, document)}}]}, "");
                document.getSelection().addRange(range);
            }""", index)
        reader.idle()
        return reader.held()
    visit(0, 20)
    before, after = visit(20, 25), visit(25, 200)
    assert all(after[name] <= before[name] + most for name, most in LEFT.items()), (before, after)


def test_boxes_are_as_high_as_what_is_in_them(read, tmp_path):
    """A box with an explicit size, containing a picture in a link or paragraphs, must not overlap the following
    content."""
    low = 'style="height: 40px"'
    body = (f'<div id="link" {low}><a href="#p"><img src="a.png" alt=""/></a></div><p id="p">After</p>'
            f'<div id="text" {low}><p>One</p><p>Two</p><p>Three</p></div><p id="q">After</p><div id="high" {low}><p>One</p></div>')
    reader = read(books.epub(tmp_path / "low.epub", "Low", "en", [("a.xhtml", books.document(body))],
                             [("a.png", books.png(200, 150))]))
    edges = reader.evaluate("""Object.fromEntries([...lectern.shell.current().document.querySelectorAll("div, img, body > p")].map((one) =>
        [one.id || one.localName, one.getBoundingClientRect()]).map(([name, {top, bottom, height}]) => [name, {top, bottom, height}]))""")
    assert edges["p"]["top"] >= edges["img"]["bottom"] and edges["q"]["top"] > edges["text"]["top"] + 60
    assert edges["high"]["height"] == 40


def test_continuous_scrolling(read, shelf):
    """All resources in one strip, with at most three frames; each line is reached."""
    reader = read(shelf("novel"), {"scroll": True, "continuous": True}, size=(600, 500))
    assert reader.evaluate("lectern.shell.kind") == "continuous"
    seen, frames = set(), 0
    for _ in range(120):
        seen.add(reader.place()["locator"]["href"])
        frames = max(frames, reader.evaluate("document.querySelectorAll('iframe').length"))
        if not reader.move("forward"):
            break
    assert len(seen) == 4 and frames == 3 and reader.place()["atEnd"]
    reader.go({"href": "EPUB/c2.xhtml", "locations": {"progression": 0.5}})
    text = reader.place()["locator"]["text"]["highlight"]
    reader.set(fontSize=1.8)
    reader.resize(900, 700)
    assert reader.place()["locator"]["text"]["highlight"][:12] == text[:12]
    # Back to single resources, and to pages, at the same location.
    reader.set(continuous=False)
    reader.idle()
    assert reader.evaluate("lectern.shell.kind") == "reflow"
    assert reader.place()["locator"]["href"] == "EPUB/c2.xhtml"


@pytest.mark.parametrize("option, kind", [(None, "continuous"), (False, "reflow")])
def test_the_option_continuous(read, shelf, option, kind):
    reader = read(shelf("novel"), {"scroll": True}, options={"web": {"continuous": option}})
    assert reader.evaluate("lectern.shell.kind") == kind
    # A preference takes precedence.
    reader.set(continuous=kind == "reflow")
    reader.until("lectern.shell.kind === %r" % ("continuous" if kind == "reflow" else "reflow"))


def test_a_strip_stays_where_it_is_when_the_section_before_has_another_length(read, shelf):
    """The end of that section is on the screen, too."""
    reader = read(shelf("novel"), {"scroll": True, "continuous": True})
    reader.go({"href": "EPUB/c2.xhtml"})
    reader.until("lectern.shell.view.frames().length === 3")
    start = "(() => { const frame = lectern.shell.current(); return frame.along(frame.document.querySelector('h1').getBoundingClientRect()).start })()"
    before = reader.evaluate(start)
    assert before > 20
    for size in ((954, 407), (613, 800), (400, 300), (1200, 900)):
        reader.resize(*size)
        reader.idle()
        assert abs(reader.evaluate(start) - before) < 1, size


#: The paragraphs on the screen, by resource and index.
PARAGRAPHS = """() => lectern.shell.frames().flatMap((frame) => [...frame.document.querySelectorAll("p")].map((one, number) => {
  const {left, top, right, bottom} = frame.toView(one.getBoundingClientRect()), own = frame.element.getBoundingClientRect();
  const isSeen = right > Math.max(0, own.left) && left < Math.min(innerWidth, own.right) && bottom > 0 && top < innerHeight;
  return isSeen && `${frame.index} ${number}`;
}).filter(Boolean))"""


def test_a_strip_shows_all_of_documents_of_the_other_direction(read, shelf):
    for way, href, progression in (("forward", "EPUB/c1.xhtml", 0), ("backward", "EPUB/c3.xhtml", 1)):
        reader = read(shelf("mongolian"), {"scroll": True, "continuous": True})
        assert reader.go({"href": href, "locations": {"progression": progression}})
        seen = set(reader.evaluate(PARAGRAPHS))
        for _ in range(100):
            if not reader.move(way):
                break
            seen |= set(reader.evaluate(PARAGRAPHS))
        assert seen == {f"{index} {number}" for index in range(3) for number in range(30)}, way


def test_scrolling_reports_the_place(read, shelf):
    reader = read(shelf("novel"), {"scroll": True, "continuous": False})
    reader.evaluate("lectern.shell.current().window.scrollTo(0, 900)")
    reader.idle()
    first = reader.evaluate("probe.first().text")
    assert reader.place()["locator"]["text"]["highlight"].startswith(first[:8])
    reader.idle()
    assert reader.said("location")[-1]["locator"] == reader.place()["locator"]
    # The target is at the top, with a line above it.
    reader.go({"href": "EPUB/c1.xhtml", "locations": {"cssSelector": "p:nth-of-type(12)"}})
    top = reader.evaluate("lectern.shell.current().document.querySelector('p:nth-of-type(12)').getBoundingClientRect().top")
    assert 8 <= top <= 40
    count = 0
    while reader.move("forward"):
        count += 1
        assert count < 200
    assert reader.at()["index"] == 3


def test_a_page_in_a_frame_of_a_book_does_not_start(read, shelf):
    reader = read(shelf("novel"))
    reader.evaluate("""async () => {
        const {document} = lectern.shell.current(), frame = document.createElement("iframe");
        frame.src = "../~lectern/index.html?channel=http";
        document.body.prepend(frame);
        await new Promise((resolve) => (frame.onload = resolve));
        await probe.wait(300);
        window.nested = [Boolean(frame.contentWindow?.lectern), frame.contentDocument?.querySelector("main") !== null];
    }""")
    assert reader.evaluate("nested[0]") is False
    assert sum(message["type"] == "ready" for message in reader.host.messages) == 1


def test_start_at_a_place(read, shelf):
    """A host passes in the location of the last session."""
    reader = read(shelf("novel"))
    for _ in range(9):
        reader.move("forward")
    place = reader.place()
    again = read(shelf("novel"), options={"location": place["locator"]})
    assert json.dumps(again.place()["locator"]["text"]) == json.dumps(place["locator"]["text"])
    assert again.place()["page"] == place["page"]


def test_turning_does_not_wait_for_the_layout(read, shelf):
    """A page turn only reads and writes the scroll position."""
    reader = read(shelf("novel"))
    assert reader.evaluate("""() => {
        let reads = 0;
        for (const type of [window, lectern.shell.current().window].flatMap(({Element, Range}) => [Element, Range])) {
            for (const name of ["getClientRects", "getBoundingClientRect"]) {
                const old = type.prototype[name];
                type.prototype[name] = function () { reads++; return old.call(this); };
            }
        }
        return [lectern.move("forward"), reads, probe.at().off];
    }""") == [True, 0, 0]


PICTURE = '<img src="wide.png" alt="" style="width: 100%"/>'


@pytest.mark.parametrize("markup", [
    f"<p>{PICTURE}</p>", f"<p><span>{PICTURE}</span></p>", f'<p><a href="#a"><b>{PICTURE}</b></a></p>',
    f'<div style="text-indent: 4em"><span><i>{PICTURE}</i></span></div>', f'<p><span style="display: inline-block; width: 100%">{PICTURE}</span></p>'])
def test_a_picture_in_an_indented_line_is_whole(read, tmp_path, markup):
    body = f"<style>p {{ text-indent: 2em }}</style><p>Text.</p>{markup}<p>Text.</p>"
    reader = read(books.epub(tmp_path / "a.epub", "Indents", "en", [("a.xhtml", books.document(body))], [("wide.png", books.png(800, 300))]), {}, (390, 700))
    reader.idle()
    left, right, indent = reader.evaluate("""(() => { const {document, window} = lectern.shell.current();
        const {left, right} = document.querySelector("img").getBoundingClientRect();
        return [left, right, window.getComputedStyle(document.querySelector("p")).textIndent] })()""")
    assert left >= 0 and right <= 390 - left + 1 and indent == "32px", "other lines keep their indent"
