# SPDX-License-Identifier: BSD-3-Clause
"""Decorations in the page: they are on their words in every layout, and found by clicks."""
import os

import pytest

from . import books
from .marking import DRAW, apply, highlights, item, prepared


def check_all_pages(reader, least):
    found = reader.evaluate("marks.checkAll()")
    assert found["wrong"] == [] and found["seen"] >= least


# Book, preferences, size, and the number to draw.
LAYOUTS = {
    "ltr": ("novel", {}, (600, 800), 300), "two columns": ("novel", {"columnCount": 2}, (1000, 600), 100),
    "scrolled": ("novel", {"scroll": True}, (600, 800), 100), "arabic": ("arabic", {}, (600, 800), 100),
    "hebrew in two columns": ("hebrew", {"columnCount": 2}, (1000, 600), 100),
    "vertical-rl": ("japanese", {}, (600, 800), 300), "vertical-lr": ("mongolian", {}, (600, 800), 100),
    "mixed directions": ("mixed", {}, (613, 800), 100), "tables": ("tables", {}, (600, 800), 60),
    "vertical, scrolled": ("japanese", {"scroll": True}, (600, 800), 60), "poetry": ("poetry", {}, (480, 700), 60),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_highlights_lie_on_their_words(read, shelf, name):
    book, preferences, size, count = LAYOUTS[name]
    reader = prepared(read(shelf(book), preferences, size))
    apply(reader, highlights(reader.evaluate("count => marks.locators(count, 5)", count)))
    check_all_pages(reader, count)
    reader.resize(size[0] + 83, size[1] - 60)
    reader.set(fontSize=1.3)
    check_all_pages(reader, count)


#: The number of highlights in each kind of book.
COUNT = int(os.environ.get("LECTERN_MARKS", 300))


# Books with enough text.
@pytest.mark.parametrize("name", [name for name in books.BOOKS if name not in ("short", "large", "empty")])
def test_highlights_lie_on_their_words_in_each_kind_of_book(read, shelf, name):
    reader = prepared(read(shelf(name), {}, (613, 800)))
    apply(reader, highlights(reader.evaluate("count => marks.locators(count, 11)", COUNT)))
    check_all_pages(reader, COUNT * 0.9)


@pytest.fixture
def reader(read, shelf):
    return prepared(read(shelf("novel"), {}, (600, 800)))


def locator(reader, start, end):
    """The locator of characters of the document."""
    return reader.evaluate("""async ([start, end]) => {
        const {locatorOf} = await import("./book/locate.js"), {indexOf} = await import("./book/quote.js");
        const {document, href} = lectern.shell.current();
        return {href, type: "application/xhtml+xml", ...locatorOf(indexOf(document.body).range(start, end), document)}; }""",
                           [start, end])


def change(reader, changes, group="marks"):
    href = reader.evaluate("lectern.shell.current().href")
    reader.tell({"type": "decorations", "group": group, "changes": {href: changes}, "stylesheet": ""})
    reader.idle()


def drawn(reader):
    return reader.evaluate("""[...marks.layer().shadowRoot.querySelectorAll("[data-group]")].map((group) => [group.dataset.group,
        [...group.querySelectorAll("lectern-decoration")].map((each) => each.dataset.id).join(" ")])""")


def test_a_zoomed_body(reader):
    """Readium CSS 2 zooms the body."""
    apply(reader, highlights(reader.evaluate("marks.locators(60, 3)")))
    reader.evaluate("""() => {
        const frame = lectern.shell.current();
        frame.body.style.setProperty("zoom", "1.5");
        frame.onchange(frame); }""")
    reader.settle()
    check_all_pages(reader, 30)


def test_changes_keep_the_order(reader):
    place = locator(reader, 20, 60)
    change(reader, [{"add": item(name, place)} for name in "abc"])
    change(reader, [{"add": item("n", place)}], "notes")
    assert drawn(reader) == [["marks", "a b c"], ["notes", "n"]]
    change(reader, [{"remove": "b"}, {"add": item("d", place), "index": 1}, {"move": "c", "index": 0},
                    {"update": item("a", locator(reader, 70, 90))}, {"add": item("e", place)}, {"remove": "missing"}])
    assert drawn(reader) == [["marks", "c a d e"], ["notes", "n"]]
    assert reader.evaluate("marks.boxesOf('a').length") >= 1
    change(reader, [{"move": "c"}, {"remove": "e"}])
    assert drawn(reader) == [["marks", "a d c"], ["notes", "n"]]
    change(reader, [{"remove": name} for name in "dac"])
    assert drawn(reader) == [["notes", "n"]]


def test_what_a_template_cannot_do(reader):
    place = locator(reader, 20, 60)
    element = ('<div onclick="top.hacked = 1" data-x="y"><script>top.hacked = 1</script><a href=" javascript:top.hacked = 1">x</a>'
               '<img src="x:y" onerror="top.hacked = 1"></div>')
    change(reader, [{"add": item("a", place, element=element)}, {"add": item("b", place, element="<script>1</script>")},
                    {"add": item("c", place, element="no element")}])
    found = reader.evaluate("marks.layer().shadowRoot.querySelector('[data-id=a] > div').outerHTML")
    assert "hacked" not in found and 'data-x="y"' in found and reader.evaluate("window.hacked === undefined")
    assert reader.evaluate("marks.boxesOf('b').length + marks.boxesOf('c').length") == 0


def test_the_container_is_out_of_the_way(reader):
    change(reader, [{"add": item("a", locator(reader, 20, 60))}])
    assert reader.evaluate("""() => {
        const layer = marks.layer(), {document} = lectern.shell.current(), style = getComputedStyle(layer);
        const own = getComputedStyle(layer.shadowRoot.querySelector("[data-id=a] > *"));
        return [layer.previousElementSibling === document.body, layer.parentElement === document.documentElement,
          layer.getAttribute("aria-hidden"), style.pointerEvents, own.pointerEvents, own.position,
          layer.shadowRoot.querySelectorAll("style").length, layer.shadowRoot.querySelector("[data-id=a] > *").dataset.writingMode,
          layer.shadowRoot.querySelector("[data-id=a] > *").dir]; }""") == [
              True, True, "true", "none", "none", "absolute", 1, "horizontal-tb", "ltr"]


@pytest.mark.parametrize("book, size, columns", [("novel", (600, 800), 1), ("novel", (1000, 600), 2), ("hebrew", (1000, 600), 2),
                                                 ("japanese", (600, 800), 1), ("mongolian", (600, 800), 1)])
def test_layouts_and_widths(read, shelf, book, size, columns):
    reader = prepared(read(shelf(book), {"columnCount": columns}, size))
    place = locator(reader, 20, reader.evaluate("lectern.shell.current().body.textContent.length") // 3)
    ways = [(layout, width) for layout in ("boxes", "bounds") for width in ("wrap", "bounds", "page", "viewport")]
    change(reader, [{"add": item(f"{layout}-{width}", place, layout=layout, width=width)} for layout, width in ways])
    found, flow = reader.evaluate("""names => {
        const frame = lectern.shell.current(), screen = frame.visible();
        const on = (box) => box.right > 1 && box.left < screen.right - 1 && box.bottom > 1 && box.top < screen.bottom - 1;
        return [Object.fromEntries(names.map((name) => [name, marks.boxesOf(name).filter(on)])), frame.flow]; }""",
                                  ["-".join(way) for way in ways])
    low, high = ("top", "bottom") if flow["vertical"] else ("left", "right")
    before, behind = ("left", "right") if flow["vertical"] else ("top", "bottom")
    pitch, whole = flow["pitch"], flow["pitch"] * flow["columns"]

    def around(boxes):
        pages = {}
        for box in boxes:
            pages.setdefault((box[low] + 1) // pitch, []).append(box)
        return {page: [min(box[low] for box in here), max(box[high] for box in here),
                       min(box[before] for box in here), max(box[behind] for box in here)] for page, here in pages.items()}

    lines = found["boxes-wrap"]
    bounds = around(lines)
    assert len(lines) > 5 and len(bounds) == columns
    for width in ("wrap", "bounds", "page", "viewport"):
        for box in found[f"boxes-{width}"]:
            page = (box[low] + 1) // pitch
            if width == "bounds":
                assert [box[low], box[high]] == pytest.approx(bounds[page][:2], abs=0.1)
            elif width == "page":
                assert [box[low], box[high]] == pytest.approx([page * pitch, (page + 1) * pitch], abs=0.1)
            elif width == "viewport":
                assert [box[low], box[high]] == pytest.approx([0, whole], abs=0.1)
        one = found[f"bounds-{width}"]
        assert len(one) == columns
    for one, (page, (start, end, top, bottom)) in zip(
            sorted(found["bounds-wrap"], key=lambda box: box[low]), sorted(bounds.items())):
        assert [one[low], one[high], one[before], one[behind]] == pytest.approx([start, end, top, bottom], abs=0.1)
    mode = {"japanese": "vertical-rl", "mongolian": "vertical-lr"}.get(book, "horizontal-tb")
    assert {(box["writing"], box["dir"]) for boxes in found.values() for box in boxes} == {
        (mode, "rtl" if book == "hebrew" else "ltr")}


def test_ruby_images_and_hidden_text(read, shelf):
    reader = prepared(read(shelf("novel"), {}, (600, 800)))
    reader.evaluate("""() => {
        const {document} = lectern.shell.current(), first = document.querySelector("p");
        const template = document.createElementNS("http://www.w3.org/1999/xhtml", "p");
        const parsed = new DOMParser().parseFromString(
          `<p xmlns="http://www.w3.org/1999/xhtml" id="made">One <ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby> two
          <span style="visibility: hidden">hidden</span> three <span style="display: none">none</span> four
          <svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><text y="20">inside</text></svg> five <i>six</i>.</p>`,
          "application/xml");
        first.before(document.importNode(parsed.documentElement, true)); }""")
    reader.settle()
    place = {"href": reader.evaluate("lectern.shell.current().href"), "type": "application/xhtml+xml",
             "locations": {"cssSelector": "#made"}}
    change(reader, [{"add": item("a", place)}])
    state = reader.evaluate("""() => {
        const {document} = lectern.shell.current(), boxes = marks.boxesOf("a"), rect = (selector) =>
          document.querySelector("#made " + selector).getBoundingClientRect();
        const covers = ({left, top, right, bottom}) => boxes.some((box) => box.left < (left + right) / 2 &&
          box.right > (left + right) / 2 && box.top < (top + bottom) / 2 && box.bottom > (top + bottom) / 2);
        return [covers(rect("rt")), covers(rect("span")), covers(rect("i")), boxes.length,
          boxes.some((box) => Math.abs(box.height - 30) < 1 && Math.abs(box.width - 40) < 1)]; }""")
    assert state[:3] == [False, False, True] and state[4]


def test_text_that_is_shown_in_the_stead_of_a_drawing(read, tmp_path):
    """Without scripts, the fallback of a canvas; and the fallback of an object that no browser supports."""
    body = ('<object data="a.figures" type="application/x-figures"><p>Three moons</p><p>and four stars</p></object>'
            '<p>One <canvas>canvas</canvas> two</p>')
    reader = prepared(read(books.epub(tmp_path / "stead.epub", "Stead", "en", [("a.xhtml", books.document(body))])))
    assert reader.place()["locator"]["text"]["highlight"] == "Three moons"
    change(reader, [{"add": item("a", locator(reader, 0, reader.evaluate("lectern.shell.current().body.textContent.length")))}])
    lines = reader.evaluate("""() => [...lectern.shell.current().document.querySelectorAll("p")].flatMap((one) => {
        const range = one.ownerDocument.createRange();
        range.selectNodeContents(one);
        return [range.getBoundingClientRect()].map(({left, top, width, height}) => [left, top, width, height]); })""")
    boxes = reader.evaluate("marks.boxesOf('a').map(({left, top, width, height}) => [left, top, width, height])")
    assert len(boxes) == 3 and all(box == pytest.approx(line, abs=1) for box, line in zip(boxes, lines))


# -- Other views

FIXED = '<meta property="rendition:layout">pre-paginated</meta>'
LINES = "".join(f'<text x="{20 + 9 * n}" y="{60 + 50 * n}" font-size="24">Line {n} of a drawing <tspan>with</tspan> words</text>'
                for n in range(9))


@pytest.mark.parametrize("kind", ["xhtml", "svg"])
def test_fixed_pages(read, tmp_path, kind):
    """At a different scale; in SVG the elements are over the frame."""
    words = books.Words(books.LATIN, 3)
    body = books.document(words.paragraphs(6), head='<meta name="viewport" content="width=700, height=1000"/>')
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 1000" width="700" height="1000">{LINES}</svg>'
    names = [f"{name}.{kind}" for name in "abc"]
    path = books.epub(tmp_path / "fixed.epub", "Fixed", "en", [(name, body if kind == "xhtml" else drawing) for name in names],
                      metadata=FIXED)
    reader = prepared(read(path, {}, (430, 600)))
    text = reader.evaluate("lectern.shell.current().document.documentElement.textContent.length")
    reader.evaluate("""text => {
        const frame = lectern.shell.current();
        window.walk = (at) => {
          const walker = frame.document.createTreeWalker(frame.body, 4);
          for (let node; (node = walker.nextNode());) { if (at < node.length) return [node, at]; at -= node.length; }
        };
        if (!frame.document.body) marks.layer = () => document.querySelector("lectern-decorations"); }""", text)
    for number, (start, end) in enumerate([(3, 9), (40, 100), (120, 190)]):
        place = reader.evaluate("""async ([start, end, id]) => {
            const {locatorOf} = await import("./book/locate.js"), frame = lectern.shell.current();
            const range = frame.document.createRange();
            range.setStart(...walk(start));
            range.setEnd(...walk(end));
            marks.ranges.set(id, range);
            return {href: frame.href, type: "x/y", ...locatorOf(range, frame.document)}; }""", [start, end, str(number)])
        change(reader, [{"add": item(str(number), place)}])
    # On the screen: the scaled text of the frame, and the elements wherever they are.
    found = reader.evaluate("""() => {
        const frame = lectern.shell.current(), inside = frame.document.querySelector("lectern-decorations");
        const layer = inside || frame.element.parentElement.querySelector("lectern-decorations");
        const top = layer.shadowRoot;
        return [...marks.ranges].map(([id, range]) => {
          const boxes = [...top.querySelectorAll(`[data-id="${id}"] > *`)].map((each) => each.getBoundingClientRect());
          const shown = inside ? boxes.map((box) => frame.toView(box)) : boxes;
          const texts = marks.rectsOf(range).map((rect) => frame.toView(rect));
          const side = (list, name, pick) => pick(...list.map((each) => each[name]));
          return [shown.length, ...[["left", Math.min], ["top", Math.min], ["right", Math.max], ["bottom", Math.max]].map(
            ([name, pick]) => Math.abs(side(shown, name, pick) - side(texts, name, pick)))];
        }); }""")
    for count, *distances in found:
        # The template of highlights extends by a pixel at both ends.
        assert count >= 1 and max(distances) <= 1.5, found
    reader.tell({"type": "activable", "groups": ["marks"]})
    hits = reader.evaluate("""() => {
        const frame = lectern.shell.current();
        return [...marks.ranges].map(([, range]) => {
          const {left, top, width, height} = marks.rectsOf(range)[0];
          const found = frame.decorations.activation.hit({x: left + width / 2, y: top + height / 2});
          const rect = frame.toView(range.getBoundingClientRect());
          return [found?.id, Math.abs(found.rect.left - rect.left) + Math.abs(found.rect.bottom - rect.bottom) < 2]; }); }""")
    assert hits == [["0", True], ["1", True], ["2", True]]


def test_continuous_scrolling(read, shelf):
    reader = prepared(read(shelf("novel"), {"scroll": True}, (600, 800), options={"web": {"continuous": True}}))
    place = locator(reader, 20, 600)
    change(reader, [{"add": item("a", place)}])
    reader.evaluate("""async place => {
        const {rangeOf} = await import("./book/locate.js");
        marks.ranges.set("a", rangeOf(place, lectern.shell.current().document)); }""", place)
    found = reader.evaluate("marks.check()")
    assert (found["wrong"], found["seen"]) == ([], 1)


# -- Clicks

def click(reader, name):
    reader.evaluate("""name => {
        const frame = lectern.shell.current(), box = marks.boxesOf(name)[0];
        const at = {clientX: box.left + 3, clientY: (box.top + box.bottom) / 2, bubbles: true, cancelable: true, button: 0};
        const target = frame.document.elementFromPoint(at.clientX, at.clientY);
        for (const type of ["pointerdown", "pointerup", "click"]) {
          const Kind = type === "click" ? frame.window.MouseEvent : frame.window.PointerEvent;
          target.dispatchEvent(new Kind(type, at));
        } }""", name)
    reader.idle()
    return reader.said("decoration")


def test_the_topmost_that_can_be_activated_is_hit(reader):
    change(reader, [{"add": item("low", locator(reader, 20, 300))}, {"add": item("high", locator(reader, 40, 200))}])
    change(reader, [{"add": item("other", locator(reader, 60, 120))}], "search")
    assert click(reader, "other") == []
    # It was a tap, which may have turned the page.
    reader.tell({"type": "move", "to": "resourceStart"})
    reader.tell({"type": "activable", "groups": ["marks"]})
    reader.settle()
    assert [message["id"] for message in click(reader, "other")] == ["high"]
    reader.tell({"type": "activable", "groups": ["marks", "search"]})
    message = click(reader, "other")[-1]
    assert (message["group"], message["id"]) == ("search", "other")
    assert click(reader, "low")[-1]["id"] == "low"
    # The rectangle of the text, and the point of the click, both in the surrounding page.
    rect, point = message["rect"], message["point"]
    assert rect["left"] - 1 <= point["x"] <= rect["right"] + 1 and rect["top"] - 1 <= point["y"] <= rect["bottom"] + 1
    assert reader.evaluate("""rect => {
        const frame = lectern.shell.current(), all = marks.boxesOf("other").map((box) => frame.toView(box));
        return Math.abs(Math.min(...all.map((box) => box.top)) - rect.top) < 0.1 &&
          Math.abs(Math.max(...all.map((box) => box.right)) - rect.right) < 0.1; }""", rect)
    assert reader.said("tap") == []
    count = len(reader.said("decoration"))
    reader.evaluate("""() => { const {document} = lectern.shell.current(), text = document.querySelector("p").firstChild;
        document.getSelection().setBaseAndExtent(text, 0, text, 9); }""")
    assert len(click(reader, "other")) == count


def test_every_highlight_is_hit_where_it_lies_on_top(reader):
    reader.tell({"type": "activable", "groups": ["marks"]})
    places = reader.evaluate("marks.locators(60, 9)")
    change(reader, [{"add": item(str(number), place)} for number, place in enumerate(places)])
    wrong = reader.evaluate("""marks.middles().filter(({id, x, y}) =>
        lectern.shell.current().decorations.activation.hit({x, y})?.id !== id)""")
    assert wrong == []


# -- Cost

def test_only_what_is_near_has_elements_and_nothing_is_read_after_a_write(read, shelf):
    reader = prepared(read(shelf("large"), {}, (600, 800)))
    reader.go({"href": "EPUB/long.xhtml", "type": "application/xhtml+xml", "locations": {"progression": 0.5}})
    reader.until("lectern.shell.current().decorations && lectern.shell.current().pages > 100")
    places = reader.evaluate("marks.locators(400, 5)")
    reader.go(places[0])
    items = [item(str(number), place) for number, place in enumerate(places)]
    reader.evaluate("items => lectern.shell.current().decorations.replace({marks: items}, '')", items)
    reader.until("lectern.shell.current().decorations.groups.get('marks').every(mark => mark.span !== undefined)")
    reader.idle()
    count = reader.evaluate("marks.layer().shadowRoot.querySelectorAll('lectern-decoration').length")
    assert 0 < count < 40
    found = reader.evaluate("marks.check()")
    assert found["wrong"] == [] and found["seen"] > 0
    # The reads and writes of one drawing: all reads come first.
    order = reader.evaluate("""() => {
        const {window: view, decorations} = lectern.shell.current(), order = [], kept = [];
        const wrap = (kind, object, name) => {
          const own = object[name];
          object[name] = function (...rest) { order.push(kind); return own.apply(this, rest); };
          kept.push(() => { object[name] = own; });
        };
        for (const name of ["getClientRects", "getBoundingClientRect"]) {
          wrap("read", view.Range.prototype, name);
          wrap("read", view.Element.prototype, name);
        }
        for (const name of ["append", "remove", "insertBefore"]) wrap("write", view.Element.prototype, name);
        decorations.relayout();
        kept.forEach((undo) => undo());
        return [order.filter((kind) => kind === "read").length, order.indexOf("write") >= 0 &&
          order.lastIndexOf("read") > order.indexOf("write")]; }""")
    assert order[0] >= 400 and not order[1]


# In a short chapter all are near the screen; the long one has 1 MB.
@pytest.mark.parametrize("book, count", [("short", 1000), ("novel", 5000), ("large", 1000), ("large", 5000)])
def test_many_are_drawn_at_once(read, shelf, book, count):
    """Elements that are added one by one would each need a layout."""
    reader = prepared(read(shelf(book), {}, (600, 800)))
    if book == "large":
        reader.go({"href": "EPUB/long.xhtml"})
        prepared(reader)
    places = reader.evaluate("count => marks.locators(count, 5)", count)
    reader.evaluate("items => { window.items = items }", [item(str(number), place) for number, place in enumerate(places)])
    before = reader.control.metrics()
    reader.evaluate(DRAW)
    after = reader.control.metrics()
    assert all(after[name] - before[name] < 50 for name in ("LayoutCount", "RecalcStyleCount"))
