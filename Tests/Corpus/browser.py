# SPDX-License-Identifier: BSD-3-Clause
"""Verifies in Chromium what a search finds in books, draws decorations there, and compares the text to be read.

The selector of each match must match an element, and its quote a range of text nodes with the highlighted text; the
boxes of a decoration must cover exactly these words.  The texts of content must be those that are visible without the
book's style sheets.  Skipped without Chromium or playwright.
"""
import argparse
import sys
import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

from devtools import CHROMIUM

from .roundtrip import Book, books, lectern, sampling

#: A book for each kind of script and markup.
BOOKS = """epub/i18n/arabic.epub epub/i18n/japanese-vertical.epub epub/i18n/thai.epub epub/i18n/mixed-directions.epub
epub/i18n/chinese.epub epub/i18n/bengali.epub epub/synth/script-he.epub epub/synth/search-material.epub
epub/samples/wasteland.epub epub/toolkits/epubjs-alice.epub""".split()
#: Markup with special rules in HTML, and words that occur in all of it.
MALFORMED = """<p>one<p>two<p class=a>one two|<ul><li>one<li>two<ul><li>one two</ul><li>one</ul>|<b>one <i>two</b> one</i> two
<table><tr><td>one<td>two<tr><td>one two</table>|<table><caption>one<tr><th>two one</table><p>two|<div>one<p>two<div>one</div>two</div>
<h1>one<h2>two</h1>one|<o:p>one</o:p><p>two <o:x>one</o:x></p>|<p>one<br>two<br/>one</br>two<hr>one|<dl><dt>one<dd>two<dt>one</dl>
<P ID=Upper CLASS='A b'>one<SPAN>two</SPAN>|<p>one &amp two &lt;one&gt &nbsp; &#150; two|<svg><text y=20>one</text><desc>two</desc></svg>one two
<p>one<!-- two --!><p>two<!-- > one -->one|<script>one</script><p>one <style>two</style>two|<select><option>one<option>two</select>one two
<body><p>one</body><p>two</html>one|<title>one</title><p>one two|<p id=a>one<p id=a>two<p id=1>one<p id="">two|<a>one<a>two</a>one</a>
<p>one</div>two</p></p>one|<textarea>one</textarea><p>two one|one<frameset><frame></frameset>two
<button><p>one</button>two|<pre>\n one\n two</pre>one|<ruby>one<rt>two</ruby> one two|<center>one<font color=red>two</center>one
<math><mi>one</mi><mtext><p>two</p></mtext></math>one|<svg><foreignObject width=90 height=90><p>one</p>two</foreignObject></svg>one
<p>one<![CDATA[two]]> two|<svg><title>one</svg>two|<select>one<input>two|<p><object><p>one</object>two</p>|<p>one<plaintext>two</p>
<template><table><tr><td>one</template>two|<svg><text><![CDATA[one two]]></text></svg>|<svg><text>one<p>two</svg>
<b>one<p>two</b>one|<a>one<div>two<a>one</a>two</div>one|<table>one<tr>two<td>one</table>two|<p>one<table><tr><td>two</table>one
<!DOCTYPE html><p>one<table><tr><td>two</table>one|<i><b>one</i>two</b>one|<a id=a/>one<p/>two<b/>one|<nobr>one<nobr>two</nobr>one
<b><b><b><b>one<p>two</b>one<p>two|<table><b>one<tr><td>two<td>one</b>two</table>one|<font size=2><i>one<table><p>two</font>one</table>two
<pre>\n\none two</pre>|<form><table><form>one<tr><td>two</form>one|<b><button>one</b>two</button>one|<ul><li><a>one<li>two</ul>one</a>two
<html>\n<head>\n</head>\n<body>\none</body>\n</html>\n two|<a href=x><table><tr><td><a href=y>one</table>two|<p><b><i><u>one</p>two<p>one
<p>one<td>two</td>one<tr><p>two|<div>one</br>two</div>one|<ul><li>one</body>two<li>one</html>two""".replace("\n", "|")
#: Per book: words, matches of a word, and documents to compare as a whole.
WORDS, MATCHES, DOCUMENTS = 12, 4, 8
#: No network access, except to the book.
ARGUMENTS = ["--no-sandbox", "--no-proxy-server", "--disable-background-networking",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
SCRIPT = "() => {" + Path(__file__).with_suffix(".js").read_text(encoding="utf-8") + "}"
GROUP = "search"
#: Elements that are read, but not shown as text.
UNSHOWN = {"image", "audio", "video", "pageBreak"}


class Files(BaseHTTPRequestHandler):
    """Serves the files of a book."""

    def do_GET(self):
        try:
            with self.server.book.publication.get(self.path[1:]) as resource:
                kind, data = resource.link.get("type", "application/octet-stream"), resource.read()
        except lectern.LecternError as error:
            self.send_error(404, error.status)
            return
        # Files that are not well-formed are served as HTML.
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
    """A publication with a document for each piece of malformed markup."""
    files = {f"{number}.html": markup.replace("\\n", "\n").encode() for number, markup in enumerate(MALFORMED.split("|"))}
    return lectern.Publication.open_manifest({
        "metadata": {"title": "Malformed"}, "links": [],
        "readingOrder": [{"href": name, "type": "text/html"} for name in files]}, files.get)


def words_of(book, seed):
    return sampling.words([line for page in book.pages() for line in page.lines], WORDS, seed)


class Examination:
    """The results of all checks of one book, and the mistakes."""

    def __init__(self, book, tab):
        self.book, self.tab, self.counts, self.mistakes = book, tab, Counter(), []

    def count(self, check, place, answer):
        """:param answer: None if correct, a word for a statistic, a sentence for a mistake"""
        is_mistake = answer is not None and not answer.isalpha()
        self.counts[check, "wrong" if is_mistake else answer or "right"] += 1
        if is_mistake:
            self.mistakes.append(f"{check}: {answer}: {place}")

    def matches(self, words, most=MATCHES):
        hits = [hit for word in words for hit in self.book.matches(word, most)]
        with lectern.Navigator(self.book.publication) as navigator:
            navigator.apply_decorations(GROUP, [
                {"id": str(number), "locator": hit, "style": {"id": "highlight", "tint": "#FFFF00"}}
                for number, hit in enumerate(hits)])
            for href in self.opened(dict.fromkeys(hit["href"] for hit in hits)):
                rendered = navigator.render_decorations(href)
                for item in rendered["groups"][GROUP]:
                    self.count("matches", item["locator"], self.tab.evaluate("it => resolve(it)", hits[int(item["id"])]))
                    self.count("decorations", item["locator"], self.tab.evaluate(
                        "([it, sheet]) => decorate(it, sheet)", [item, rendered["stylesheet"]]))

    def content(self, most=DOCUMENTS):
        texts = {}
        for element in self.book.publication.elements():
            if "html" in element["locator"]["type"]:
                texts.setdefault(element["locator"]["href"], [])
                if element["role"] not in UNSHOWN:
                    texts[element["locator"]["href"]].append(element)
        for href in self.opened(list(texts)[::max(1, -(-len(texts) // most))]):
            answers = self.tab.evaluate("texts => read(texts)", [
                {"selector": it["locator"]["locations"]["cssSelector"], "text": shown(it)} for it in texts[href]])
            for element, answer in zip(texts[href], answers["answers"]):
                self.count("elements", f"{element['text'][:300]!r}: {element['locator']}", answer)
            self.count("documents", href, answers["whole"])

    def opened(self, hrefs):
        """The documents of the book that the tab could show."""
        with served(self.book) as address:
            for href in hrefs:
                try:
                    self.tab.goto(address + href, wait_until="load")
                    self.tab.evaluate(SCRIPT)
                except playwright_error() as error:
                    self.count("documents", href, f"not opened, {error}")
                    continue
                yield href


def shown(element):
    """The text without replacements for images."""
    segments = element.get("segments")
    return "".join(it["text"] for it in segments if it.get("role") != "image") if segments else element["text"]


def playwright_error():
    from playwright.sync_api import Error
    return Error


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--every", type=int, metavar="N", help="not those ten books, but every Nth of the corpus")
    parser.add_argument("--only", default="", help="of these, only those whose path contains this")
    parser.add_argument("--seed", default="", help="picks other words")
    parser.add_argument("--mistakes", type=int, default=40, metavar="N", help="print so many mistakes (default 40)")
    return parser.parse_args()


def examine(path, seed, tab):
    try:
        publication = lectern.Publication.open(path)
    except lectern.LecternError as error:
        print(f"{path} is not opened: {error}")
        return None
    with publication:
        examination = Examination(Book(publication), tab)
        examination.matches(words_of(examination.book, seed))
        examination.content()
    return examination


def examine_malformed(tab):
    with malformed() as publication:
        examination = Examination(Book(publication), tab)
        examination.matches(("one", "two"), most=1000)
        examination.content(most=1000)
    return examination


def main():
    options = arguments()
    if CHROMIUM is None or find_spec("playwright") is None:
        print("skipped: nothing was looked for in a browser; for that, scripts/setup.sh browser installs the Debian package "
              "chromium, and playwright from PyPI")
        return 0
    from playwright.sync_api import sync_playwright

    lectern.load()
    names = books(options.corpus, options.only, options.every or 1) if options.every or options.only else BOOKS
    total, wrong = Counter(), []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        tab = chromium.new_page(viewport={"width": 800, "height": 1000})
        for name in ["malformed markup", *names]:
            done = examine(options.corpus / name, options.seed + name, tab) if name in names else examine_malformed(tab)
            if done is not None:
                print(f"{name}: {in_words(done.counts)}", flush=True)
                total += done.counts
                wrong += [f"{name}: {mistake}" for mistake in done.mistakes]
        chromium.close()
    print(*wrong[:options.mistakes], sep="\n")
    print(f"all {len(names)} books: {in_words(total)}")
    return 1 if wrong or not all(total[check, "right"] for check in ("matches", "decorations", "documents")) else 0


def in_words(counts):
    return ", ".join(f"{number} {check} {what}" for (check, what), number in sorted(counts.items()))


if __name__ == "__main__":
    sys.exit(main())
