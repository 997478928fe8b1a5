# SPDX-License-Identifier: BSD-3-Clause
"""Documents that keep a browser busy: pages are shown quickly and stay in place, and the page responds."""
from . import books
from .opening import OPEN, alone, busy_book

KEYFRAMES = """<style>@keyframes grow { from { font-size: 1em } to { font-size: 1.3em } }
@keyframes fade { from { opacity: .5 } to { opacity: 1 } }
p { animation: grow .7s infinite alternate } p.late { animation-delay: 400ms } p.long { animation: grow 60s }
p.fade { animation: fade .7s infinite alternate }</style>"""


def test_animations_that_change_the_layout_for_ever_are_stopped(read, tmp_path):
    words = books.Words(books.LATIN, 5)
    body = "".join(f'<p class="{name}">{words.text(2)}</p>' for _ in range(500) for name in ("", "late", "long"))
    body += f'<p class="fade">{words.text(2)}</p>'
    reader = alone(read(busy_book(tmp_path, body, KEYFRAMES)))
    reader.evaluate(OPEN)
    reader.settle()
    pages = reader.place()["pages"]
    for page in range(2, 8):
        assert reader.evaluate("[lectern.move('forward'), lectern.place().page, lectern.place().pages]") == [True, page, pages]
    # Animations that do not change the layout continue; one that ends is at its end.
    assert reader.evaluate("""() => {
        const {document} = lectern.shell.current(), size = (name) => getComputedStyle(document.querySelector(name)).fontSize;
        return [new Set(document.getAnimations().map(({animationName}) => animationName)).size, size(".long"), size(".late")];
    }""") == [1, "16px", "16px"]
    before = reader.control.metrics()["LayoutCount"]
    reader.evaluate("async () => { for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame); }")
    assert reader.control.metrics()["LayoutCount"] - before < 10


def test_sizes_are_read_only_of_what_may_hold_too_much(read, tmp_path):
    """Reading sizes is slow in large tables."""
    body = "<table>" + "<tr><td>a</td><td>b <b>c</b></td></tr>" * 300 + "</table>" + "<p>a <i>b</i></p><p>c</p>" * 50 + "<div><p>d</p><p>e</p></div>" * 3
    reader = alone(read(busy_book(tmp_path, body)))
    reader.evaluate(OPEN)
    reader.settle()
    assert reader.evaluate("""() => {
        const {window: view, openings} = lectern.shell.current();
        const {get} = Object.getOwnPropertyDescriptor(view.Element.prototype, "scrollHeight"), read = new Set();
        Object.defineProperty(view.Element.prototype, "scrollHeight", {get() { read.add(this); return get.call(this) }});
        openings.measure();
        return [...new Set([...read].map(({localName}) => localName))].sort() }""") == ["div", "p"]


def test_a_large_chapter_is_not_laid_out_again_and_again(read, shelf):
    reader = alone(read(shelf("large")))
    before = reader.control.metrics()["LayoutCount"]
    reader.evaluate(OPEN)
    reader.settle()
    assert reader.control.metrics()["LayoutCount"] - before <= 8
