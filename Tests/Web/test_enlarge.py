# SPDX-License-Identifier: BSD-3-Clause
"""Wide tables and matrices: whole numbers and words in smaller letters, and in front of the page if they are too small."""
import pytest

from . import books
from .reading import until

MATH = "http://www.w3.org/1998/Math/MathML"


def table(columns, cell="{:,}.5"):
    rows = ["".join(f"<th>Quantity {column}</th>" for column in range(columns))]
    rows += ["".join(f"<td>{cell.format(12345 * row + column)}</td>" for column in range(columns)) for row in range(1, 7)]
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def matrix(columns):
    cells = "".join(f"<mtd><msub><mi>a</mi><mn>{column}</mn></msub></mtd>" for column in range(columns))
    return (f'<math xmlns="{MATH}" display="block"><mrow><mo>[</mo><mtable>{f"<mtr>{cells}</mtr>" * 4}</mtable><mo>]</mo></mrow></math>')


@pytest.fixture
def open_book(read, tmp_path):
    def made(*bodies, size=(390, 780), **more):
        style = "<style>td, th { border: 1px solid; padding: .3em }</style>"
        chapters = [(f"c{number}.xhtml", books.document(f"<p>Before</p>{body}<p>After</p>", head=style)) for number, body in enumerate(bodies)]
        return read(books.epub(tmp_path / "wide.epub", "Wide", "en", chapters), size=size, **more)
    return made


#: The texts of cells with a word on several lines, and the font scale of the table.
BROKEN = """() => {
  const {document} = lectern.shell.current(), range = document.createRange(), broken = [];
  for (const cell of document.querySelectorAll("td, th")) for (const node of cell.childNodes) {
    for (const {index, 0: word} of node.data.matchAll(/\\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map((rect) => rect.top)).size > 1) broken.push(word);
    }
  }
  return [broken, parseFloat(getComputedStyle(document.querySelector("td")).fontSize) / 16];
}"""


def test_numbers_and_words_of_a_table_are_not_broken(open_book):
    reader = open_book(*(table(columns) for columns in (4, 5, 6, 8, 12)))
    scales = []
    for index in range(5):
        reader.evaluate(f"lectern.shell.enter({index}, 0)")
        reader.settle()
        broken, scale = reader.evaluate(BROKEN)
        assert broken == []
        found = reader.evaluate("probe.letters()")
        assert found["good"] == found["total"], found["lost"]
        offered = reader.evaluate("lectern.shell.current().document.querySelectorAll('table[data-lectern-enlarge]').length")
        assert offered == (scale < 0.6)
        scales.append(scale)
    assert scales[0] > 0.9 and scales == sorted(scales, reverse=True) and scales[-1] < 0.5, scales


def test_addresses_in_a_table_are_broken(open_book):
    """Otherwise one of them would make all letters tiny."""
    reader = open_book(f"<table><tr><td>Where</td><td>https://example.org/{'path/' * 40}</td></tr></table>")
    broken, scale = reader.evaluate(BROKEN)
    assert len(broken) == 1 and scale == 1
    found = reader.evaluate("probe.letters()")
    assert found["good"] == found["total"], found["lost"]


def test_a_matrix_is_whole_and_between_its_brackets(open_book):
    reader = open_book(*(matrix(columns) for columns in (4, 12, 20, 30)))
    for index in range(4):
        reader.evaluate(f"lectern.shell.enter({index}, 0)")
        reader.settle()
        found = reader.evaluate("probe.letters()")
        assert found["good"] == found["total"], (index, found["lost"])
        left, cells, right, width = reader.evaluate("""() => {
            const {document, flow} = lectern.shell.current(), math = document.querySelector("math");
            const [left, right] = [...math.querySelectorAll("mo")].map((one) => one.getBoundingClientRect());
            const {left: start, right: end, top, bottom} = math.querySelector("mtable").getBoundingClientRect();
            const spot = ({left, right, top, bottom}) => ({left, right, middle: (top + bottom) / 2});
            return [spot(left), spot({left: start, right: end, top, bottom}), spot(right), flow.width];
        }""")
        assert -1 <= left["left"] < cells["left"] + 2 and cells["right"] < right["right"] + 2 <= width + 3
        assert abs(left["middle"] - cells["middle"]) < 3 and abs(right["middle"] - cells["middle"]) < 3


@pytest.mark.parametrize("body", [table(12), matrix(20)], ids=["table", "matrix"])
def test_what_is_too_small_opens_in_front_of_the_page(open_book, body):
    reader = open_book(body)
    small = reader.evaluate("""() => {
        const {document, element} = lectern.shell.current(), box = document.querySelector("[data-lectern-enlarge]");
        const {left, top, width, height} = box.getBoundingClientRect(), frame = element.getBoundingClientRect();
        return [frame.left + left + width / 2, frame.top + top + height / 2, box.tabIndex];
    }""")
    assert small[2] == 0
    reader.page.mouse.click(*small[:2])
    size = "parseFloat(getComputedStyle(document.querySelector('dialog.lectern-picture :is(td, mi)')).fontSize)"
    until(reader.page, lambda: reader.evaluate("Boolean(document.querySelector('dialog.lectern-picture[open]'))"))
    natural = reader.evaluate("parseFloat(getComputedStyle(lectern.shell.current().document.querySelector('p')).fontSize)")
    assert reader.evaluate(size) >= natural * 0.6
    # All of it can be reached by scrolling.
    assert reader.evaluate("""() => {
        const box = document.querySelector(".lectern-enlarged-box");
        box.scrollTo(1e5, 1e5);
        const inner = box.querySelector("table, math").getBoundingClientRect(), outer = box.getBoundingClientRect();
        return inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1 && box.scrollWidth > box.clientWidth;
    }""")
    before = reader.evaluate(size)
    reader.page.keyboard.press("+")
    assert reader.evaluate(size) > before
    assert reader.at()["page"] == 0
    reader.page.keyboard.press("Escape")
    until(reader.page, lambda: reader.evaluate("!document.querySelector('dialog')"))
    # By keyboard, too.
    reader.evaluate("lectern.shell.current().document.querySelector('[data-lectern-enlarge]').focus()")
    reader.page.keyboard.press("Enter")
    until(reader.page, lambda: reader.evaluate("Boolean(document.querySelector('dialog.lectern-picture[open]'))"))
    reader.page.keyboard.press("Escape")


@pytest.mark.parametrize("markup", [
    '<p><img src="cover.png" alt=""/></p>', '<div style="text-align: right"><a href="c.xhtml"><img src="cover.png" alt=""/></a></div>',
    '<div><svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="100%" height="100%" viewBox="0 0 200 300">'
    '<title>Cover</title><image width="200" height="300" x:href="cover.png"/></svg></div>'])
@pytest.mark.parametrize(("size", "direction"), [((390, 780), None), ((1280, 800), None), ((1280, 800), "rtl")])
def test_a_page_that_is_one_picture_is_alone_and_centered(read, tmp_path, markup, size, direction):
    chapter = books.Words(books.LATIN).chapter(1, 20)
    path = books.epub(tmp_path / "cover.epub", "Cover", "ar" if direction else "en", [("a.xhtml", books.document(markup)), ("c.xhtml", chapter)],
                      [("cover.png", books.png(200, 300))], direction=direction)
    reader = read(path, size=size)
    assert reader.place()["pages"] == 1 and reader.evaluate("probe.large()") == []
    box = reader.evaluate("""() => {
        const frame = lectern.shell.current(), rect = frame.toView(frame.document.querySelector("img, svg").getBoundingClientRect());
        return [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
    }""")
    width, height = size
    middle = width / 2 if width < 800 else width / 4 if direction else width * 3 / 4
    assert abs(box[0] - middle) < 2 and abs(box[1] - height / 2) < 2
    # A click beside it turns the page.
    reader.page.mouse.click(width - 20 if not direction else 20, height / 2)
    until(reader.page, lambda: reader.at()["index"] == 1)
    reader.page.mouse.click(20 if not direction else width - 20, height / 2)
    until(reader.page, lambda: reader.at()["index"] == 0)
