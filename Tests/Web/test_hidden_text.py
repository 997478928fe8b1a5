# SPDX-License-Identifier: BSD-3-Clause
"""Text that style sheets hide from pages: features of CSS by which a box clips, pins, shifts or skips its content."""
import pytest

from . import books
from .reading import until

#: Rules, and the markup around nine paragraphs.
FEATURES = {
    # CSS Containment
    "contain-paint": (".x { contain: paint; height: 200px }", '<div class="x">{}</div>'),
    "contain-strict": (".x { contain: strict; height: 30em }", '<div class="x">{}</div>'),
    "container-size": (".x { container-type: size }", '<div class="x">{}</div>'),
    "container-units": (".c { container-type: inline-size } .x { height: 50cqw; overflow: clip }",
                        '<div class="c"><div class="x">{}</div></div>'),
    "content-visibility": (".x { content-visibility: auto; contain-intrinsic-size: auto 50px }", '<div class="x">{}</div>'),
    # Anchor positioning, and positioning by itself
    "anchor": (".a { anchor-name: --a } .x { position: absolute; position-anchor: --a; top: anchor(bottom); "
               "position-visibility: anchors-visible }", '<p class="a">Anchor</p><div class="x">{}</div>'),
    "absolute": (".x { position: absolute; top: 0; left: 0; width: 100% }", '<p>Before</p><div class="x">{}</div>'),
    "fixed": (".x { position: fixed; inset: 0; overflow: auto }", '<div class="x">{}</div>'),
    "sticky": (".x { position: sticky; top: 0 }", '<div class="x">{}</div><p>After</p>'),
    "relative": (".x { position: relative; top: 400px }", '<div class="x">{}</div>'),
    "translated": (".x { transform: translateY(500px) }", '<div class="x">{}</div>'),
    "margin": (".x { margin-bottom: -2000px }", '<div class="x">{}</div>'),
    # Scroll-driven animations, and scroll containers
    "view-timeline": ("@keyframes a { from { opacity: 0; translate: 0 90vh } } .x p { animation: a linear both; animation-timeline: view() }",
                      '<div class="x">{}</div>'),
    "snap": (".x { height: 90vh; overflow-y: clip; scroll-snap-align: start }", '<div class="x">{}</div>'),
    "carousel": (".x { display: flex; overflow-x: hidden; scroll-snap-type: x mandatory } .x p { flex: 0 0 100% }",
                 '<div class="x">{}</div>'),
    # Boxes that cut lines
    "clamp": (".x { display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden }",
              '<div class="x">{}</div>'),
    "window": (".x { height: 100dvh; overflow: hidden; position: relative }", '<div class="x">{}</div>'),
    "rows": (".x { display: grid; grid-template-rows: 100px; height: 200px; overflow: hidden }", '<div class="x"><div>{}</div></div>'),
    # Declarations of an element win over all sheets.
    "of-element": ("", '<div style="height: 200px !important; overflow: hidden !important">{}</div>'),
    "absolute-of-element": ("", '<div style="position: absolute ! important; top: 0; left: 0; width: 100%">{}</div>'),
    "wide-of-element": ("", '<div style="width: 1600px !important; max-width: none !important">{}</div>'),
    "picture-of-element": ("", '<p><img src="wide.png" alt="" style="min-width: 1600px !important; max-width: none !important"/></p>{}'),
    # Other writing modes
    "sideways": ("body { writing-mode: sideways-lr }", "{}"),
}

#: The letters whose boxes are not inside the strip of all documents, or that a box hides.
UNREACHED = """() => {
  const frame = lectern.shell.current(), {document, body, element} = frame, range = document.createRange();
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const clips = (box, rect) => {
    const {overflow, display} = getComputedStyle(box), outer = box.getBoundingClientRect();
    return box !== body && display !== "inline" && /hidden|clip/.test(overflow) && rect.bottom > outer.bottom + 2;
  };
  let unreached = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    range.selectNodeContents(node);
    const isLost = [...range.getClientRects()].some((rect) => {
      for (let box = node.parentElement; box !== body; box = box.parentElement) if (clips(box, rect)) return true;
      return rect.top < -1 || rect.left < -1 || rect.right > element.clientWidth + 1 || rect.bottom > element.clientHeight + 1;
    });
    if (isLost) unreached += node.data.replace(/\\s/g, "").length;
  }
  return unreached;
}"""


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A chapter for each feature, and a last one."""
    words = books.Words(books.LATIN, 41)
    chapters = [(f"{name}.xhtml", books.document(f"<h1>{name}</h1>{markup.format(words.paragraphs(9))}", name, f"<style>{rules}</style>"))
                for name, (rules, markup) in FEATURES.items()]
    return books.epub(tmp_path_factory.mktemp("hidden") / "hidden.epub", "Hidden", "en", [*chapters, ("last.xhtml", words.chapter(1, 2))],
                      [("wide.png", books.png(2400, 200))])


@pytest.mark.parametrize("size", [(390, 780), (1280, 800)], ids=["phone", "desktop"])
def test_all_text_is_on_pages_and_keys_reach_them(read, book, size):
    reader = read(book, size=size)
    for index, name in enumerate(FEATURES):
        reader.evaluate(f"lectern.shell.enter({index}, 0)")
        reader.settle()
        found = reader.evaluate("probe.letters()")
        assert (found["good"], found["over"]) == (found["total"], 0) and found["total"] > 500, (name, found["lost"])
        assert reader.evaluate("probe.large()") == [], name
        pages = [reader.at()["page"]]
        while reader.move("forward") and reader.at()["index"] == index:
            pages.append(reader.at()["page"])
        assert pages == list(range(len(pages))) and reader.at()["index"] == index + 1, (name, pages)


@pytest.mark.chromium
def test_all_text_is_in_the_scrolled_strip(read, book):
    reader = read(book, {"scroll": True}, (390, 780))
    for index, name in enumerate(FEATURES):
        if name == "sideways":  # sideways lines begin at the bottom
            continue
        reader.evaluate(f"lectern.shell.enter({index}, 0)")
        reader.settle()
        assert reader.evaluate(UNREACHED) == 0, name


def test_turning_pages_goes_on_where_the_layout_leads_back(read, shelf):
    """What nobody thought of is like a box that is only laid out once it is on the screen."""
    reader = read(shelf("novel"), size=(390, 780))
    # Each turn to the third page is followed by a layout with the place on the second one.
    reader.evaluate("""() => {
        const frame = lectern.shell.current(), {turnTo} = frame;
        frame.turnTo = function (page, ...more) {
            turnTo.call(this, page, ...more);
            if (page === 2) setTimeout(() => {
                frame.keepAt(window.second);
                frame.late = true;
                lectern.shell.view.invalidate(frame);
            });
        };
    }""")
    reader.move("forward")
    reader.evaluate("window.second = lectern.shell.current().anchor")
    assert reader.at()["page"] == 1
    reader.move("forward")
    until(reader.page, lambda: reader.at()["page"] == 1)
    reader.settle()
    seen = []
    while reader.move("forward") and reader.at()["index"] == 0:
        seen.append(reader.at()["page"])
    assert seen == sorted(set(seen)) and seen[0] == 3, seen
    error = reader.heard("error")
    assert (error["subject"], error["href"]) == ("document", "EPUB/c1.xhtml") and len(reader.said("error")) == 1


@pytest.mark.parametrize("markup", ['<div class="x">{}</div>', '<section><div class="x">{}</div></section>'])
def test_a_box_with_vertical_writing_that_has_all_text_is_vertical(read, tmp_path, markup):
    words = books.Words(books.JAPANESE, 7, "", "")
    chapter = books.document(markup.format(words.paragraphs(20)), head="<style>.x { writing-mode: vertical-rl }</style>")
    reader = read(books.epub(tmp_path / "vertical.epub", "縦", "ja", [("a.xhtml", chapter)]))
    found = reader.evaluate("probe.walk({wait: 10})")
    assert found["good"] == found["letters"] and found["same"] and found["turns"] > 1, found["lost"]
    assert reader.evaluate("getComputedStyle(lectern.shell.current().document.querySelector('p')).writingMode") == "vertical-rl"
