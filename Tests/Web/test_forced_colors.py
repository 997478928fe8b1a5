# SPDX-License-Identifier: BSD-3-Clause
"""Forced colors, as used by readers with low vision: everything is readable and visible, including the focus."""
import io

import pytest

from . import fixed_books
from .test_player import books, shown  # noqa: F401

Image = pytest.importorskip("PIL.Image")
ImageChops = pytest.importorskip("PIL.ImageChops")

#: The boxes of visible texts and controls.
BOXES = """([scope, selector]) => [...document.querySelectorAll(scope)].flatMap((root) => [...root.querySelectorAll(selector)])
    .filter((element) => element.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !element.disabled
        && !element.closest("[inert], [aria-hidden=true]"))
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, {left, top, right, bottom, width, height}]) => width > 3 && height > 3 && left >= 0 && top >= 0 &&
        right <= innerWidth && bottom <= innerHeight)
    .map(([element, {left, top, right, bottom}]) => [element.outerHTML.slice(0, 90), left, top, right, bottom])"""
SEEN = "button, input[type=range], [role=switch], select, .row-label, .theme-name, .segment span, .fact:not(:empty), h2, h3, a"


def picture(page):
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def light(color):
    """The relative luminance (WCAG)."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                        for part in (value / 255 for value in color[:3]))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(image):
    """The contrast between the lightest and the darkest pixels of a picture, except for a few outliers."""
    lights = sorted(light(color) for count, color in image.getcolors(image.width * image.height) for _ in range(min(count, 4)))
    return (lights[-4] + 0.05) / (lights[3] + 0.05)


def unseen(page, scope, selector=SEEN):
    """The parts of a page that do not stand out, and the number of parts that were checked."""
    image, boxes = picture(page), page.evaluate(BOXES, [scope, selector])
    faint = [name for name, *box in boxes if contrast(image.crop([round(value) for value in box])) < 4.5]
    return faint, len(boxes)


def focus_is_seen(page, steps, box="document.activeElement.getBoundingClientRect()"):
    """Whether each of several presses of Tab changes the surroundings of the focus."""
    for _ in range(steps):
        before = picture(page)
        page.keyboard.press("Tab")
        page.evaluate("idle()")
        rect = page.evaluate(f"(({{left, top, right, bottom}}) => [left - 8, top - 8, right + 8, bottom + 8])({box})")
        area = [round(min(max(value, 0), before.size[number % 2])) for number, value in enumerate(rect)]
        one, other = (image.crop(area).convert("L") for image in (before, picture(page)))
        changed = sum(ImageChops.difference(one, other).histogram()[60:])
        name = page.evaluate("document.activeElement.outerHTML.slice(0, 120)")
        # The book as a whole has no focus mark: it fills most of the screen.
        assert changed > 20 or name.startswith("<iframe"), name


def force(page, scheme="dark"):
    page.emulate_media(forced_colors="active", color_scheme=scheme)


def decorate(reader, locator, style="highlight", **more):
    href = reader.host.book.manifest["readingOrder"][0]["href"]
    mark = {"id": "a", "locator": {"href": href, "type": "text/html", **locator}, "style": {"id": style, "tint": "#FFD54F", **more}}
    reader.host.navigator.apply_decorations("marks", [mark])
    reader.tell({"type": "decorations", "group": "marks", "hrefs": [href]})
    reader.until("Boolean(lectern.shell.current().decorations.layer.top.querySelector('lectern-decoration > *'))")
    reader.idle()
    return reader.evaluate("""() => { const frame = lectern.shell.current();
        const {left, top, right, bottom} = frame.decorations.layer.top.querySelector("lectern-decoration > *").getBoundingClientRect();
        const box = frame.toView({left, top, right, bottom, width: right - left, height: bottom - top});
        return [box.left, box.top, box.right, box.bottom].map(Math.round); }""")


#: The first of several locations.
FIRST = {"progression": 0}
MARKS = [("novel", {"text": {"highlight": "time"}, "locations": FIRST}, {}), ("novel", {"text": {"highlight": "time"}, "locations": FIRST}, {"isActive": True}),
         ("fixed", {"text": {"highlight": "house stood"}, "locations": FIRST}, {})]


@pytest.mark.parametrize("name, locator, more", MARKS)
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_highlight_frames_words_that_stay_as_they_are(read, shelf, tmp_path, name, locator, more, scheme):
    path = shelf(name) if name == "novel" else fixed_books.make(name, tmp_path)
    reader = read(path, {"theme": "sepia", "textColor": "#776655"} if name == "novel" else {})
    force(reader.page, scheme)
    reader.until("lectern.shell.current().decorations")
    before = picture(reader.page)
    left, top, right, bottom = decorate(reader, locator, **more)
    after = picture(reader.page)
    inner = left + 2, top + 2, right - 2, bottom - 4
    assert before.crop(inner).tobytes() == after.crop(inner).tobytes() and contrast(after.crop(inner)) > 15
    frame = [after.getpixel(((left + right) // 2, y)) for y in (top, top - 1, top + 1)]
    assert max(abs(light(pixel) - light(before.getpixel((left + 3, top + 2)))) for pixel in frame) > 0.15


def test_a_page_of_a_pdf_is_its_picture(read, tmp_path):
    reader = read(fixed_books.make("pdf", tmp_path), {"spread": "never"})
    reader.until("lectern.shell.current().decorations")
    box = reader.evaluate("(({left, top, right, bottom}) => [left, top, right, bottom].map(Math.round))"
                          "(lectern.shell.current().element.getBoundingClientRect())")
    before = picture(reader.page).crop(box)
    force(reader.page)
    reader.idle()
    assert picture(reader.page).crop(box).tobytes() == before.tobytes()
    reader.host.navigator.set_decoration_template("highlight", fixed_books.TEMPLATE)
    left, top, right, bottom = decorate(reader, {"type": "application/pdf", "locations": {"fragments": ["page=1"]}, "text": {"highlight": "begins"}})
    inner = [left + 2 - box[0], top + 2 - box[1], right - 2 - box[0], bottom - 2 - box[1]]
    after = picture(reader.page).crop(box)
    assert after.crop(inner).tobytes() == before.crop(inner).tobytes() and after.tobytes() != before.tobytes()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_player(read, books, scheme):  # noqa: F811
    reader = read(books["toc"], {"autoPlay": False})
    force(reader.page, scheme)
    shown(reader)
    reader.idle()
    faint, count = unseen(reader.page, ".player")
    assert faint == [] and count > 8
    focus_is_seen(reader.page, 6)


def test_a_note_that_pops_up(read, tmp_path):
    reader = fixed_books.interactive(read(fixed_books.make("notes", tmp_path)))
    force(reader.page)
    reader.evaluate("lectern.shell.current().document.querySelector('#r1').click()")
    reader.until("document.querySelector('.lectern-note')")
    reader.idle()
    faint, count = unseen(reader.page, ".lectern-note")
    assert faint == [] and count >= 2
    focus_is_seen(reader.page, 2)


def test_links_in_a_page(read, tmp_path):
    reader = fixed_books.interactive(read(fixed_books.make("links", tmp_path)))
    force(reader.page)
    focus_is_seen(reader.page, 4, """(() => { const frame = lectern.shell.current();
        return frame.toView(frame.document.activeElement.getBoundingClientRect()); })()""")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_reader(window, scheme):
    one = window(forced_colors="active", color_scheme=scheme)
    one.shelf()
    faint, count = unseen(one.page, "body")
    assert faint == [] and count > 5
    one.read()
    one.idle()
    faint, count = unseen(one.page, "body")
    assert faint == [] and count > 10
    focus_is_seen(one.page, 5)
    for panel in ("settings", "contents", "search"):
        one.open(panel)
        # While the panel slides in, its colors are blended.
        one.idle()
        faint, count = unseen(one.page, f"#{panel}")
        assert faint == [] and count, panel
        focus_is_seen(one.page, 3)
