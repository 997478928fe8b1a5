# SPDX-License-Identifier: BSD-3-Clause
"""Measures the page in Chromium: opening, chapters of 1 and 2 MB, and many highlights.  Usage: python -m Bench.page FOLDER

The chapters are compared with the plain technique: a frame that is enlarged to all of its columns, in a scrolling box.  All
times are those of the main thread, which other programs on the machine change little; the best of several counts.
"""
import json
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import lectern
from Web import books
from Web.marking import DRAW, highlights, item, prepared
from Web.opening import OPEN, alone, busy_book
from Web.reading import CHROMIUM, Reader, browser

from .page_opening import opening

ROUNDS = 3
#: Of a time relative to the plain technique: the first page of a large chapter, another size of its letters, and the first
#: page of a book, which takes requests for the page and its state as well.
FIRST, SIZED, OPENED = 1.5, 1.3, 3
#: The paragraphs of large chapters, and the numbers of notes in them.
CHAPTERS = (("1 MB", 2400, 0), ("2 MB", 4800, 0), ("2 MB, 3,000 notes", 4800, 3000))
PLAIN_OPEN = """async (url) => {
    const box = window.plain = document.createElement("div"), frame = document.createElement("iframe");
    frame.sandbox = "allow-same-origin";
    box.style.cssText = "position: absolute; left: 0; top: 0; width: 800px; height: 560px; overflow: hidden; z-index: 9";
    frame.style.cssText = "width: 800px; height: 560px; border: 0";
    box.append(frame);
    await new Promise((resolve) => { frame.onload = resolve; frame.src = url; document.body.append(box); });
    const {documentElement: root, body} = frame.contentDocument, range = window.all = frame.contentDocument.createRange();
    const set = (element, values) =>
        Object.entries(values).forEach(([name, value]) => element.style.setProperty(name, value, "important"));
    set(root, {"box-sizing": "border-box", "column-width": "760px", "column-gap": "40px", "column-fill": "auto",
        height: "560px", padding: "0 20px", overflow: "hidden", margin: 0, "max-width": "none"});
    set(body, {margin: 0, "max-width": "none"});
    range.selectNodeContents(body);
    frame.style.width = `${Math.ceil(range.getBoundingClientRect().width / 800) * 800}px`;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}"""
PLAIN_SIZE = """async () => {
    plain.firstChild.contentDocument.documentElement.style.setProperty("font-size", "130%", "important");
    all.getBoundingClientRect();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}"""
SIZE = """async (text) => {
    lectern.receive(text);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}"""
TURNS = "Array.from({length: 10}, () => lectern.move('forward'))"
#: The book, the number of highlights, and the time in milliseconds that they may take.
HIGHLIGHTS = (("short", 1000, 100), ("novel", 5000, 400), ("large", 1000, 100), ("large", 5000, 400))


def spent(reader, script, argument=None):
    """The milliseconds that the main thread spends on a script and its consequences."""
    before = reader.control.metrics()["TaskDuration"]
    reader.evaluate(script, argument)
    return (reader.control.metrics()["TaskDuration"] - before) * 1000


def notes_in(path, count):
    """Highlights in the long chapter."""
    reader = prepared(Reader(browser(), path))
    reader.go({"href": "EPUB/long.xhtml"})
    locators = reader.evaluate("count => marks.locators(count, 5)", count)
    reader.close()
    return highlights(locators)


def large_chapter(path, notes):
    """The times of one reader: opening, changing the size of the letters, turning a page; here and plain."""
    # The long chapter must not be preloaded while the other one is measured.
    reader = alone(Reader(browser(), path))
    reader.host.navigator.apply_decorations("notes", notes)
    reader.idle()
    plain_open = spent(reader, PLAIN_OPEN, reader.host.base + "EPUB/long.xhtml")
    plain_size = spent(reader, PLAIN_SIZE)
    reader.evaluate("plain.remove()")
    opened = spent(reader, OPEN)
    reader.settle()
    # Uses a separate navigator: that of the page would send its own messages before the measurement.
    with lectern.Navigator(reader.host.book, {**reader.host.options, "preferences": {"fontSize": 1.3}}) as other:
        with other.get("~lectern/state.json") as response:
            state = json.loads(response.body.read())
    message = {"type": "settings", **{name: state[name] for name in ("settings", "css", "background", "direction")}}
    sized = spent(reader, SIZE, json.dumps(message))
    reader.settle()
    turned = spent(reader, TURNS) / 10
    reader.close()
    return opened, plain_open, sized, plain_size, turned


def deep_chapter(folder):
    """The time to open a chapter of 400 nested elements, in which a selector could look at all ancestors of each one."""
    reader = alone(Reader(browser(), busy_book(folder, ("<div>" + "<p><i>w</i> a</p>" * 20) * 400 + "</div>" * 400)))
    opened = spent(reader, OPEN)
    reader.close()
    return opened


def drawn(folder, book, count):
    reader = prepared(Reader(browser(), books.make(book, folder), {}, (600, 800)))
    if book == "large":
        reader.go({"href": "EPUB/long.xhtml"})
        prepared(reader)
    places = reader.evaluate("count => marks.locators(count, 5)", count)
    reader.evaluate("items => { window.items = items }", [item(str(number), place) for number, place in enumerate(places)])
    times = []
    for _ in range(ROUNDS):
        reader.evaluate("lectern.shell.current().decorations.replace({}, '')")
        reader.idle()
        times.append(spent(reader, DRAW))
    reader.close()
    return min(times)


def messages(folder, count=200):
    """The time of a page turn in the library."""
    with lectern.open(books.make("novel", folder)) as book, lectern.Navigator(book) as navigator:
        link = book.manifest["readingOrder"][0]
        start = time.process_time()
        for number in range(count):
            locator = {"href": link["href"], "type": link["type"], "locations": {
                "progression": number / count, "cssSelector": "p:nth-child(2)"}}
            navigator.receive({"type": "location", "locator": locator})
        return (time.process_time() - start) / count * 1000


def beside(what, ours, plain, target):
    """Prints a time beside that of the plain technique."""
    print(f"{what:43} {ours:9.3f} ms {plain:9.3f} ms {ours / plain:7.2f}   {target:5.2f}  "
          f"{'met' if ours <= target * plain else 'MISSED'}", flush=True)


def main(folder):
    if CHROMIUM is None or find_spec("playwright") is None:
        print("The page is not measured: this needs Chromium, and playwright from PyPI")
        return
    folder.mkdir(parents=True, exist_ok=True)
    beside("first page of a novel, elapsed", *opening(folder), OPENED)
    turned = 0
    for size, paragraphs, count in CHAPTERS:
        path = books.large(folder / f"large-{paragraphs}.epub", paragraphs)
        notes = notes_in(path, count) if count else []
        best = [min(times) for times in zip(*(large_chapter(path, notes) for _ in range(ROUNDS)))]
        beside(f"first page of a chapter of {size}", *best[0:2], FIRST)
        beside("another size of its letters", *best[2:4], SIZED)
        turned = max(turned, best[4])
    rows = [("turning their pages", turned, 8), ("a page turn, in the library", messages(folder), 5),
            ("first page of 400 nested elements", deep_chapter(folder), 2500)]
    rows += [(f"{count} highlights, {book}", drawn(folder, book, count), most) for book, count, most in HIGHLIGHTS]
    for what, time_taken, most in rows:
        print(f"{what:43} {time_taken:9.3f} ms   under {most} ms: {'met' if time_taken < most else 'MISSED'}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
