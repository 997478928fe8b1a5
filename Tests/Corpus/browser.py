#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Looks in Chromium for what a search finds in ten books, and draws decorations there.

The selector of each match leads to an element, the quote to a range of its text nodes, which must be the highlighted
text; the boxes of a decoration must lie on these very words.  Skipped without Chromium, or playwright.
"""
import argparse
import shutil
import sys
import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

from roundtrip import Book, lectern, sampling

#: One book of each kind of script and markup.
BOOKS = """epub/i18n/arabic.epub epub/i18n/japanese-vertical.epub epub/i18n/thai.epub epub/i18n/mixed-directions.epub
epub/i18n/chinese.epub epub/i18n/bengali.epub epub/synth/script-he.epub epub/synth/search-material.epub
epub/samples/wasteland.epub epub/toolkits/epubjs-alice.epub""".split()
#: Markup that HTML has rules for, and words that are in all of it; a form in a form and the like are not read as it says.
MALFORMED = """<p>one<p>two<p class=a>one two|<ul><li>one<li>two<ul><li>one two</ul><li>one</ul>|<b>one <i>two</b> one</i> two
<table><tr><td>one<td>two<tr><td>one two</table>|<table><caption>one<tr><th>two one</table><p>two|<div>one<p>two<div>one</div>two</div>
<h1>one<h2>two</h1>one|<o:p>one</o:p><p>two <o:x>one</o:x></p>|<p>one<br>two<br/>one</br>two<hr>one|<dl><dt>one<dd>two<dt>one</dl>
<P ID=Upper CLASS='A b'>one<SPAN>two</SPAN>|<p>one &amp two &lt;one&gt &nbsp; &#150; two|<svg><text y=20>one</text><desc>two</desc></svg>one two
<p>one<!-- two --!><p>two<!-- > one -->one|<script>one</script><p>one <style>two</style>two|<select><option>one<option>two</select>one two
<body><p>one</body><p>two</html>one|<title>one</title><p>one two|<p id=a>one<p id=a>two<p id=1>one<p id="">two|<a>one<a>two</a>one</a>
<p>one</div>two</p></p>one|<textarea>one</textarea><p>two one|one<frameset><frame></frameset>two
<button><p>one</button>two|<pre>\n one\n two</pre>one|<ruby>one<rt>two</ruby> one two|<center>one<font color=red>two</center>one
<math><mi>one</mi><mtext><p>two</p></mtext></math>one|<svg><foreignObject width=90 height=90><p>one</p>two</foreignObject></svg>one""".replace("\n", "|")
#: Of each book: words, and matches of a word.
WORDS, MATCHES = 12, 4
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
GROUP = "search"

#: Both ways from a locator to a range: the exact one of a test, and the one of a navigator, which takes what fits best.
SCRIPT = r"""
const unread = "head,script,style,template,noscript,iframe,noembed,noframes,title,audio,video";
const dense = text => (text ?? "").replace(/\s+/g, "");

function textNodes(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

function rangeOf(nodes, start, end) {
  const range = document.createRange();
  let at = 0, isOpen = false;
  for (const node of nodes) {
    const behind = at + node.length;
    if (!isOpen && start < behind) { range.setStart(node, start - at); isOpen = true; }
    if (isOpen && end <= behind) { range.setEnd(node, end - at); return range; }
    at = behind;
  }
  return null;
}

// What is read in front of a place and behind it.
function around(range) {
  let [before, after] = ["", ""];
  for (const node of textNodes(document.body ?? document.documentElement)) {
    if (node.parentElement.closest(unread)) continue;
    if (node === range.startContainer) before += node.data.slice(0, range.startOffset);
    else if (range.comparePoint(node, 0) < 0) before += node.data;
    if (node === range.endContainer) after += node.data.slice(range.endOffset);
    else if (range.comparePoint(node, 0) > 0) after += node.data;
  }
  return [before, after];
}

function ranges(locator) {
  const elements = document.querySelectorAll(locator.locations.cssSelector);
  if (elements.length !== 1) return {mistake: `the selector finds ${elements.length} elements`};
  const nodes = textNodes(elements[0]);
  const text = nodes.map(node => node.data).join("");
  const quote = locator.text, found = [];
  let at = text.indexOf(quote.highlight);
  if (at < 0) return {mistake: "the text is not there: " + text.slice(0, 200)};
  for (; at >= 0; at = text.indexOf(quote.highlight, at + 1)) {
    const range = rangeOf(nodes, at, at + quote.highlight.length);
    const [before, after] = around(range);
    if (dense(before).endsWith(dense(quote.before)) && dense(after).startsWith(dense(quote.after))) found.push(range);
  }
  return found.length ? {found} : {mistake: "the text around it is not the same"};
}

window.resolve = locator => {
  const {found, mistake} = ranges(locator);
  if (mistake) return mistake;
  const text = found[0].toString();
  return text === locator.text.highlight ? null : "it is " + text;
};

// As a navigator does: the box for each rectangle of the range is a clone of the element of the decoration.
window.decorate = (item, stylesheet) => {
  const {found, mistake} = ranges(item.locator);
  if (mistake) return mistake;
  const range = found[0];
  range.startContainer.parentElement.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
  const rectangles = [...range.getClientRects()].filter(it => it.width >= 1 && it.height >= 1);
  const style = document.createElementNS("http://www.w3.org/1999/xhtml", "style");
  style.textContent = stylesheet;
  const layer = document.createElementNS("http://www.w3.org/1999/xhtml", "div");
  layer.style.cssText = "position: fixed; inset: 0; margin: 0; padding: 0; border: 0; pointer-events: none; transform: none";
  const template = document.createElementNS("http://www.w3.org/1999/xhtml", "div");
  template.innerHTML = item.element;
  document.documentElement.append(layer);
  layer.append(style);
  const outer = layer.getBoundingClientRect();
  const boxes = rectangles.map(rectangle => {
    const box = template.firstElementChild.cloneNode(true);
    box.style.cssText += `; position: absolute; left: ${rectangle.left - outer.left}px; top: ${rectangle.top - outer.top}px;`
      + ` width: ${rectangle.width}px; height: ${rectangle.height}px; pointer-events: none`;
    layer.append(box);
    return box;
  });
  let measured = 0, wrong = null;
  for (const box of boxes) {
    const {left, top, width, height} = box.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const under = document.elementFromPoint(x, y);
    // Outside of the window, or something else is drawn over the text.
    if (!under || !range.intersectsNode(under)) continue;
    const caret = document.caretRangeFromPoint(x, y);
    if (!caret) continue;
    measured += 1;
    if (!range.isPointInRange(caret.startContainer, caret.startOffset))
      wrong = `a box is on "${caret.startContainer.textContent.slice(0, 60)}"`;
  }
  layer.remove();
  return wrong ?? (measured ? null : "unseen");
};
"""


class Files(BaseHTTPRequestHandler):
    """Answers with the files of the book of its server."""

    def do_GET(self):
        try:
            with self.server.book.publication.get(self.path[1:]) as resource:
                kind, data = resource.link.get("type", "application/octet-stream"), resource.read()
        except lectern.LecternError as error:
            self.send_error(404, error.status)
            return
        # What is no XML is read as HTML.
        if "html" in kind and not self.server.book.page(self.path[1:]).is_well_formed:
            kind = "text/html"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", "script-src 'none'")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


@contextmanager
def served(book):
    """The address of a book."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    server.book = book
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def malformed():
    """A publication of a document for each piece of malformed markup."""
    files = {f"{number}.html": markup.replace("\\n", "\n").encode() for number, markup in enumerate(MALFORMED.split("|"))}
    return lectern.Publication.open_manifest({
        "metadata": {"title": "Malformed"}, "links": [],
        "readingOrder": [{"href": name, "type": "text/html"} for name in files]}, files.get)


def words_of(book, seed):
    return sampling.words([line for page in book.pages() for line in page.lines], WORDS, seed)


def examine(book, words, tab, most=MATCHES):
    """What came of each match (right, or unseen for boxes), and the mistakes."""
    counts, mistakes = Counter(), []
    with lectern.Navigator(book.publication) as navigator:
        hits = [hit for word in words for hit in book.matches(word, most)]
        navigator.apply_decorations(GROUP, [
            {"id": str(number), "locator": hit, "style": {"id": "highlight", "tint": "#FFFF00"}}
            for number, hit in enumerate(hits)])
        with served(book) as address:
            for href in dict.fromkeys(hit["href"] for hit in hits):
                tab.goto(address + href, wait_until="load")
                tab.evaluate("() => {" + SCRIPT + "}")
                rendered = navigator.render_decorations(href)
                for item in rendered["groups"][GROUP]:
                    answers = {"matches": tab.evaluate("it => resolve(it)", hits[int(item["id"])]),
                               "decorations": tab.evaluate("([it, sheet]) => decorate(it, sheet)",
                                                           [item, rendered["stylesheet"]])}
                    for check, answer in answers.items():
                        counts[check, "right" if answer is None else answer if answer == "unseen" else "wrong"] += 1
                        if answer not in (None, "unseen"):
                            mistakes.append(f"{href}: {check}: {answer}: {item['locator']}")
    return counts, mistakes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--seed", default="", help="picks other words")
    options = parser.parse_args()
    if CHROMIUM is None or find_spec("playwright") is None:
        missing = f"none of {', '.join(BROWSERS)}" if CHROMIUM is None else "no playwright, which comes from PyPI"
        print(f"skipped: there is {missing}, so no match was looked for in a browser")
        return 0
    from playwright.sync_api import sync_playwright

    lectern.load()
    total, wrong = Counter(), []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        tab = chromium.new_page(viewport={"width": 800, "height": 1000})
        for name in ["malformed markup", *BOOKS]:
            if name in BOOKS:
                with lectern.Publication.open(options.corpus / name) as publication:
                    book = Book(publication)
                    counts, mistakes = examine(book, words_of(book, options.seed + name), tab)
            else:
                with malformed() as publication:
                    counts, mistakes = examine(Book(publication), ("one", "two"), tab, most=1000)
            print(f"{name}: " + ", ".join(f"{number} {check} {what}" for (check, what), number in sorted(counts.items())))
            total += counts
            wrong += [f"{name}: {mistake}" for mistake in mistakes]
        chromium.close()
    print(*wrong[:40], sep="\n")
    print(f"all {len(BOOKS)} books: " + ", ".join(f"{number} {check} {what}" for (check, what), number in sorted(total.items())))
    return 1 if wrong or not total["matches", "right"] or not total["decorations", "right"] else 0


if __name__ == "__main__":
    sys.exit(main())
