# SPDX-License-Identifier: BSD-3-Clause
"""Measures the contrast of text in pixels, and prints lines that had 4.5:1 in the book and have less in a theme or a mark.

    python -m Web.contrast [--books REGULAR-EXPRESSION] [--places 4] [--jobs 2] [--pictures FOLDER] FILE ...
"""
import argparse
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from .marking import apply, wait_for_decorations
from .reading import Reader, browser
from .test_forced_colors import light, picture

SIZE, RATIO = (800, 1000), 2
#: The contrast of WCAG 2 (1.4.3), and the loss by antialiasing and by each mark.
ENOUGH, SLACK = 4.5, 0.2
THEMES = ("sepia", "dark")
#: The smallest share of the pixels of a line that its ground has; otherwise it lies on a picture.
GROUND = 0.3
#: Lines of text that are whole on the screen: a name and a box.
LINES = """() => {
  const frame = lectern.shell.current(), {document, body} = frame, lines = [];
  if (!body) return lines;
  const view = frame.visible(), walker = document.createTreeWalker(body, 4), range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || !node.parentElement.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const inside = box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;
      if (!inside || box.width < 8 || box.height < 6) continue;
      const {left, top, width, height} = frame.toView(box);
      lines.push([`${node.parentElement.localName}: ${node.data.trim().slice(0, 40)}`, left, top, left + width, top + height]);
    }
  }
  return lines;
}"""
PARAGRAPHS = """() => {
  const frame = lectern.shell.current(), view = frame.visible(), found = [];
  for (const element of frame.body?.querySelectorAll("p, li, h1, h2, h3, h4, td, th, pre, dt, dd, figcaption, div:not(:has(div, p))") ?? []) {
    const box = element.getBoundingClientRect();
    if (element.querySelector("p, li, h1, h2, h3, h4, td, th, pre, dt, dd, figcaption")) continue;
    if (box.right <= view.left || box.left >= view.right || box.bottom <= view.top || box.top >= view.bottom || !element.innerText.trim()) continue;
    const steps = [];
    for (let one = element; one && one !== frame.document.documentElement; one = one.parentElement)
      steps.unshift(`${one.localName}:nth-child(${[...one.parentElement.children].indexOf(one) + 1})`);
    found.push(steps.join(" > "));
  }
  return found;
}"""


def ratio(one, other):
    high, low = max(one, other), min(one, other)
    return (high + 0.05) / (low + 0.05)


def contrast(image):
    """The contrast of the strokes of letters with the most frequent color; None without a clear ground."""
    colors = image.getcolors(image.width * image.height)
    whole = image.width * image.height
    count, ground = max(colors)
    if count < GROUND * whole:
        return None
    back = light(ground)
    left = max(4, whole // 500)
    for value, count in sorted(((ratio(light(color), back), count) for count, color in colors), reverse=True):
        left -= count
        if left <= 0:
            return value
    return 1


class Book:
    def __init__(self, path, pictures=None):
        self.reader = Reader(browser("chromium"), path, {}, SIZE, RATIO)
        self.pictures, self.name = pictures, Path(path).stem
        self.lines, self.faint = 0, []

    def seen(self):
        """A picture of the page, and the contrast of each of its lines."""
        self.reader.idle()
        image = picture(self.reader.page)
        boxes = self.reader.evaluate(LINES)
        return image, [(name, contrast(image.crop([round(value * RATIO) for value in box]))) for name, *box in boxes]

    def compare(self, before, state, place):
        image, after = self.seen()
        if [name for name, _ in after] != [name for name, _ in before]:
            self.faint.append(f"{state} {place}: the lines differ")
            return
        least = ENOUGH - (2 * SLACK if "2" in state else SLACK)
        worse = [(name, old, new) for (name, old), (_, new) in zip(before, after) if old and old >= ENOUGH and new and new < least]
        self.faint += [f"{state} {place}: {old:.1f} -> {new:.1f}  {name}" for name, old, new in worse]
        if worse and self.pictures:
            image.save(self.pictures / f"{self.name}-{place}-{state}.png")

    def mark(self, copies):
        """Marks all of the page, each paragraph ``copies`` times."""
        href = self.reader.place()["locator"]["href"]
        found = self.reader.evaluate(PARAGRAPHS)
        tints = ("#FFD54F", "#A5D6A7")
        apply(self.reader, [
            {"id": f"{number}-{copy}", "locator": {"href": href, "type": "text/html", "locations": {"cssSelector": selector}},
             "style": {"id": "highlight", "tint": tints[copy]}}
            for number, selector in enumerate(found) for copy in range(copies)], hrefs=[href])

    def page(self, place):
        reader = self.reader
        reader.set(theme=None)
        _, before = self.seen()
        self.lines += len(before)
        for theme in ("light", *THEMES):
            reader.set(theme=theme)
            if theme != "light":
                self.compare(before, theme, place)
            for copies in (1, 2):
                self.mark(copies)
                self.compare(before, f"{theme}, {copies} marks", place)
            apply(reader, [], hrefs=[reader.place()["locator"]["href"]])

    def read(self, places):
        reader = self.reader
        count = reader.evaluate("lectern.shell.book.readingOrder.length")
        for number in range(places):
            index = min(count - 1, (2 * number + 1) * count // (2 * places))
            link = reader.evaluate("(index) => lectern.shell.book.readingOrder[index]", index)
            reader.go({"href": link["href"], "locations": {"progression": 0.3}})
            wait_for_decorations(reader)
            self.page(number)


def measured(path, places, pictures):
    """The number of lines, and those that have become faint."""
    begin = time.monotonic()
    try:
        book = Book(path, pictures)
        try:
            book.read(places)
        finally:
            book.reader.close()
    except Exception as error:  # a book that cannot be shown is a row of the table
        return Path(path).stem, 0, [str(error).splitlines()[0][:300]], 0
    return Path(path).stem, book.lines, book.faint, time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--books", default="", help="names that match")
    parser.add_argument("--places", type=int, default=4, help="pages of a book")
    parser.add_argument("--jobs", type=int, default=2, help="browsers at once")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of pages with faint lines")
    options = parser.parse_args()
    lines = failed = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        tasks = [pool.submit(measured, path, options.places, options.pictures)
                 for path in options.files if re.search(options.books, str(path))]
        for task in as_completed(tasks):
            name, count, faint, seconds = task.result()
            lines, failed = lines + count, failed + bool(faint)
            print(f"{'!' if faint else ' '} {name[:50]:50} {count:5} lines {len(faint):4} faint {seconds:4.0f} s", flush=True)
            for line in faint[:8]:
                print("      ", line, flush=True)
    print(f"{len(tasks)} books, {lines} lines; {failed} books have lines that have become faint")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
