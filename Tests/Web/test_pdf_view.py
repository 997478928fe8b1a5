# SPDX-License-Identifier: BSD-3-Clause
"""PDF: pictures at the displayed size, text over them, pairs, the strip, locations."""
import pytest

from . import fixed_books
from .reading import until

SIZE = (1000, 700)


@pytest.fixture
def book(read, tmp_path):
    def open_book(preferences=None, size=SIZE, **more):
        options = {"viewport": {"width": size[0], "height": size[1]}}
        path = fixed_books.make("pdf", tmp_path)
        return fixed_books.interactive(read(path, preferences or {}, size=size, options=options, **more))
    return open_book


PAGES = """(() => lectern.shell.frames().filter((frame) => !frame.element.closest("[inert]")).map((frame) => {
  const {left, top, width, height} = frame.element.getBoundingClientRect();
  const {drawing, page, document} = frame;
  return {page, left, top, width, height, pixels: drawing.naturalWidth, text: document.body.textContent};
}).sort((one, other) => one.left - other.left))()"""


def pages(reader):
    return reader.evaluate(PAGES)


def numbers(reader):
    return [page["page"] for page in pages(reader)]


def test_pictures_have_the_pixels_that_are_shown(book):
    reader = book(ratio=1.5)
    reader.idle()
    for page in pages(reader):
        assert abs(page["pixels"] - page["width"] * 1.5) <= 1
        assert "begins with these words" in page["text"]
    before = pages(reader)[0]["width"]
    reader.tell({"type": "command", "command": "zoom", "scale": 2.5})
    # Drawn anew for the larger size.
    until(reader.page, lambda: all(abs(page["pixels"] - page["width"] * 1.5) <= 1 and page["width"] > 2 * before for page in pages(reader)))


def test_pairs_and_their_settings(book):
    reader = book({"spread": "always", "offsetFirstPage": True})
    assert numbers(reader) == [1]
    reader.page.keyboard.press("ArrowRight")
    reader.idle()
    assert numbers(reader) == [2, 3]
    left, right = pages(reader)
    assert abs(left["left"] + left["width"] - right["left"]) < 0.01
    reader.set(spread="never")
    reader.idle()
    assert numbers(reader) == [2]
    reader.set(spread="always", readingProgression="rtl", offsetFirstPage=False)
    reader.idle()
    assert numbers(reader) == [2, 1]


def test_places_are_pages(book):
    reader = book({"spread": "never"})
    assert reader.place()["locator"]["locations"] == {"fragments": ["page=1"], "progression": 0, "position": 1}
    for target, page in (({"href": "publication.pdf", "locations": {"fragments": ["page=5"]}}, 5),
                         ({"href": "publication.pdf#page=4"}, 4),
                         ({"href": "publication.pdf", "locations": {"position": 3}}, 3),
                         ({"href": "publication.pdf", "locations": {"progression": 0.999}}, 7),
                         ({"href": "publication.pdf", "locations": {"fragments": ["page=99"]}}, 7)):
        href = reader.host.book.manifest["readingOrder"][0]["href"]
        target["href"] = target["href"].replace("publication.pdf", href)
        assert reader.go(target)
        reader.idle()
        assert numbers(reader) == [page] and reader.place()["page"] == page
    assert reader.go({**reader.host.book.manifest["toc"][0]})
    reader.idle()
    assert numbers(reader) == [4]


def test_all_places_lead_back_to_their_page(book):
    reader = book({"spread": "never"})
    for position in reader.host.book.positions:
        assert reader.go(position)
        assert reader.place()["page"] == position["locations"]["position"]


def test_text_lies_over_the_picture(book):
    Image = pytest.importorskip("PIL.Image")
    import io
    reader = book({"spread": "never"})
    reader.idle()
    boxes = reader.evaluate("""(() => { const frame = lectern.shell.current();
      return [...frame.document.querySelectorAll("span")].map((span) => {
        const range = frame.document.createRange();
        range.selectNodeContents(span);
        const {left, top, right, bottom} = frame.toView(range.getBoundingClientRect());
        return [left, top, right, bottom];
      }); })()""")
    assert len(boxes) >= 2
    image = Image.open(io.BytesIO(reader.page.screenshot())).convert("L")
    for left, top, right, bottom in boxes:
        # The ink extends from the left edge of the box to its right edge, and not beyond.
        dark = image.crop((int(left) - 4, int(top), int(right) + 4, int(bottom))).point(lambda value: 255 * (value < 128))
        ink = dark.getbbox()
        assert abs(ink[0] - 4) < 5 and abs(ink[2] - (right - left) - 4) < 6, (ink, left, right)
        assert ink[3] - ink[1] > 0.4 * (bottom - top)


def test_selection_and_decorations(book):
    reader = book({"spread": "always"})
    href = reader.host.book.manifest["readingOrder"][0]["href"]
    place = {"href": href, "type": "application/pdf", "locations": {"fragments": ["page=2"]},
             "text": {"highlight": "begins with these", "before": "Page 2 "}}
    reader.host.navigator.apply_decorations("search", [
        {"id": "a", "locator": place, "style": {"id": "highlight", "tint": "#FF0000"}}])
    reader.tell({"type": "decorations", "group": "search", "hrefs": [href]})
    reader.idle()
    found = reader.evaluate("""(() => lectern.shell.frames().map((frame) => [frame.page,
      [...frame.decorations.layer.top.querySelectorAll("lectern-decoration > *")].map((element) => {
        const {left, width} = frame.toView(element.getBoundingClientRect());
        return [left, width];
      })]))()""")
    drawn = {page: boxes for page, boxes in found}
    assert len(drawn[2]) == 3 and not drawn[1], "its words, only on the page that the locator names"
    assert 100 < sum(width for _, width in drawn[2]) < 400
    second = next(page for page in pages(reader) if page["page"] == 2)
    assert second["left"] < drawn[2][0][0] < second["left"] + second["width"]


def test_the_strip(book):
    reader = book({"scroll": True})
    reader.idle()
    assert reader.evaluate("lectern.shell.view.scrolls")
    reader.page.mouse.move(500, 300)
    reader.page.mouse.wheel(0, 3000)
    reader.idle()
    place = reader.place()
    assert 1 < place["page"] < 7
    assert place["locator"]["locations"]["fragments"] == [f"page={place['page']}"]
    assert reader.evaluate("document.querySelectorAll('iframe').length") < 7
    shown = pages(reader)
    assert place["page"] in [page["page"] for page in shown] and not reader.said("error")
    for page in shown:
        assert abs(page["width"] - reader.evaluate("lectern.shell.view.element.clientWidth")) < 2
        assert abs(page["pixels"] - page["width"]) < 2 and "begins" in page["text"]
    reader.set(scroll=False)
    reader.idle()
    assert place["page"] in numbers(reader)


@pytest.mark.parametrize("scroll", [False, True])
def test_the_ends_of_a_resource_are_pages(book, scroll):
    reader = book({"spread": "never", "scroll": scroll})
    for to, page in (("resourceEnd", 7), ("resourceStart", 1)):
        reader.go({"href": "publication.pdf", "locations": {"fragments": ["page=4"]}})
        reader.move(to)
        reader.idle()
        # In the strip, the end of the previous page may be above the last one.
        assert page in numbers(reader) if scroll else reader.place()["page"] == page


def test_a_page_that_loads_does_not_scroll_back(book):
    reader = book({"spread": "never", "scroll": True})
    reader.go({"href": "publication.pdf", "locations": {"fragments": ["page=4"]}})
    assert reader.evaluate("(({view}) => { view.move('end'); view.layout(); return view.place().atEnd; })(lectern.shell)")


FRAMES = "async (count) => { while (count--) await new Promise(requestAnimationFrame); }"


def test_pages_that_nobody_waits_for_are_no_errors(book):
    """A page that is turned or enlarged while its picture is drawn does not need the picture."""
    reader = book({"spread": "never"})
    for _ in range(2):
        for number in (1, 5, 2, 7, 4):
            reader.evaluate("""(number) => {
                lectern.go({href: "publication.pdf", locations: {fragments: [`page=${number}`]}}); }""", number)
            reader.evaluate(FRAMES, 2)
            reader.evaluate("lectern.shell.view.command?.({command: 'zoom', scale: 3})")
            reader.evaluate(FRAMES, 2)
        reader.set(scroll=True)
        reader.evaluate("lectern.move('end'); null")
        reader.set(scroll=False)
    reader.idle()
    assert reader.said("error") == []


def test_few_pages_are_kept(book):
    reader = book({"spread": "never"})
    for _ in range(5):
        reader.move("forward")
        reader.idle()
    assert reader.evaluate("document.querySelectorAll('iframe').length") == 3


def test_a_selection_is_a_locator_that_leads_back(book):
    reader = book({"spread": "never"})
    reader.move("forward")
    reader.idle()
    reader.evaluate("""() => {
      const {document} = lectern.shell.current(), spans = document.querySelectorAll("span");
      document.getSelection().setBaseAndExtent(spans[2].firstChild, 0, spans[4].firstChild, 3);
    }""")
    selected = reader.heard("selection")
    locator, (page,) = selected["locator"], pages(reader)
    assert locator["locations"] == {"fragments": ["page=2"], "progression": pytest.approx(1 / 6, abs=0.2), "position": 2}
    assert len(locator["text"]["highlight"]) > 5 and locator["text"]["highlight"] in page["text"]
    assert reader.host.refused == []
    reader.host.navigator.set_decoration_template("highlight", fixed_books.TEMPLATE)
    reader.host.navigator.apply_decorations("marks", [{"id": "a", "locator": locator, "style": {"id": "highlight"}}])
    reader.tell({"type": "decorations", "group": "marks", "hrefs": [locator["href"]]})
    reader.until("Boolean(lectern.shell.current().decorations.layer.top.querySelector('lectern-decoration > *'))")
    box = reader.evaluate("""() => { const frame = lectern.shell.current();
      const {left, right} = frame.toView(frame.decorations.layer.top.querySelector("lectern-decoration > *").getBoundingClientRect());
      return [left, right]; }""")
    assert abs(box[0] - selected["rect"]["left"]) < 3
