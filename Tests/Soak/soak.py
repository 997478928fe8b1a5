# SPDX-License-Identifier: BSD-3-Clause
"""Small files that are crafted to be expensive, each with the calls that it targets.

Each call runs in a separate process, at the default limits.  It must take less than two seconds of processor time and
512 MB; where that is not possible, it must report to the progress callback at least ten times a second.  The text, the
content and the tokens of a document take at most eight times its size, in addition to the memory of the open book.

    soak.py [--books DIRECTORY] [--only PART-OF-A-NAME]
"""
import argparse
import ctypes
import json
import pathlib
import sys
import tempfile
import time

import lectern
from lectern import _calls, _library
from support import isolation

from . import files, notes

MB = 1 << 20
MOST_SECONDS = 2.0
MOST_SILENCE = 0.1
MOST_MEMORY = 512 * MB
#: The maximum bytes of memory per byte of a document, and per element.
MOST_OF_BYTES, MOST_OF_ELEMENTS = 8, 160

BOOKS = {  # name: how to generate it, and the size of its largest document
    "words-31k.epub": (lambda path: files.words(path, 15_700_000), 31_400_000),
    "words-12m.epub": (lambda path: files.words(path, 6_000_000), 12_000_000),
    "letters-25m.epub": (lambda path: files.letters(path, 25_000_000), 25_000_000),
    "letters-120m.epub": (lambda path: files.letters(path, 120_000_000), 120_000_000),
    "decompositions-9m.epub": (lambda path: files.decompositions(path, 9_000_000), 9_000_000),
    "one-id.epub": (lambda path: files.one_id(path, 1_500_000), 13_500_000),
    "paragraphs-10m.epub": (lambda path: files.paragraphs(path, 2_490_000), 10_000_000),
    "shared-216k.epub": (lambda path: files.shared(path, 3000, 4_000_000), 4_000_000),
    "links-300k.webpub": (lambda path: files.links(path, 300_000), 60_000_000),
    "sparse-10g.pdf": (lambda path: files.sparse(path, 10 << 30), 0),
    "default-attributes.epub": (lambda path: files.default_attributes(path, 64_000, 6_400), 1_100_000),
    "default-attributes-fewer.epub": (lambda path: files.default_attributes(path, 9_000, 6_400), 200_000),
    "default-attributes-package.epub": (lambda path: files.default_attributes_of_a_package(path, 64_000, 6_400), 0),
    "entities.epub": (lambda path: files.entities(path, 8_000_000), 8_000_000),
    "page-breaks-60k.epub": (lambda path: files.page_breaks(path, 60_000), 6_000_000),
    "page-breaks-60k-no-ids.epub": (lambda path: files.page_breaks(path, 60_000, ids=False), 6_000_000),
    "page-list-60k.epub": (lambda path: files.page_list(path, 60_000), 1_500_000),
    "deep-matches.epub": (lambda path: files.deep_matches(path, 4_000, 40_000), 400_000),
    "letters-1m.epub": (lambda path: files.letters(path, 1_000_000), 1_000_000),
    "backlinks.epub": (lambda path: files.backlinks(path, 60_000), 1_500_000),
}

#: No call on these may take longer than two seconds, even if it reports progress.
STRICT = {"default-attributes.epub", "default-attributes-fewer.epub", "default-attributes-package.epub", "entities.epub",
          "page-breaks-60k.epub", "page-breaks-60k-no-ids.epub", "page-list-60k.epub", "deep-matches.epub", "letters-1m.epub",
          "backlinks.epub"}

#: The number of elements of books that consist of little else.
ELEMENTS = {"one-id.epub": 1_500_000, "paragraphs-10m.epub": 2_490_000}


def size(name, *arguments):
    """The size of an answer in bytes, without copying it to Python; None at the end of a sequence."""
    buffer = _calls.output(ctypes.c_void_p, name, *arguments)
    if buffer is None:
        return None
    count = _library.library().lectern_buffer_size(buffer)
    _library.library().lectern_buffer_free(buffer)
    return count


def text(book):
    return size("lectern_publication_text", book, b"0.xhtml")


def content(**tokens):
    def first_page(book):
        with book.content(tokens=tokens or None) as cursor:
            return size("lectern_cursor_next", cursor)
    return first_page


def search(query, **options):
    def first_page(book):
        with book.search(query, options or None) as cursor:
            return size("lectern_cursor_next", cursor)
    return first_page


def locate(query):
    return lambda book: size("lectern_publication_locate", book, json.dumps(query).encode())


def positions(book):
    return size("lectern_publication_positions", book)


XHTML = "application/xhtml+xml"
PLACE = {"href": "0.xhtml", "type": XHTML}


def pages(book):
    return size("lectern_publication_pages", book)


def statistics(book):
    return size("lectern_publication_statistics", book, None)


def footnote(id):
    return lambda book: size("lectern_publication_footnote", book, json.dumps({"href": "0.xhtml", "fragments": [id]}).encode())


def received(book):
    with lectern.Navigator(book) as navigator:
        navigator.receive({"type": "location", "locator": {**PLACE, "locations": {"progression": 0.5}}})
        return navigator.location["locations"].get("pageLabel")


def next_section(book):
    with lectern.Navigator(book) as navigator:
        navigator.location = {**PLACE, "locations": {"progression": 0.5}}
        return navigator.go({"to": "nextSection"})


def prepared(book):
    with lectern.Navigator(book) as navigator:
        return len(navigator.get("0.xhtml").read())


def groups(count):
    def apply(book):
        decoration = [{"id": "1", "locator": PLACE, "style": {"id": "highlight"}}]
        with lectern.Navigator(book) as navigator:
            for number in range(count):
                navigator.apply_decorations(f"g{number}", decoration)
            return len(navigator.render_decorations("0.xhtml")["groups"])
    return apply


def cfis(count):
    def apply(book):
        style = {"id": "highlight"}
        places = [{"id": f"{number}", "locator": {**PLACE, "locations": {"partialCfi": f"/4/{2 * number + 2}/1:0"}}, "style": style}
                  for number in range(count)]
        with lectern.Navigator(book) as navigator:
            return len(navigator.apply_decorations("g", places))
    return apply


def quote(highlight, href="0.xhtml", **text):
    return locate({"href": href, "type": XHTML, "text": {"highlight": highlight, **text}})


EVERY = {"open": None, "text": text, "content": content(), "words": content(unit="word"), "sentences": content(unit="sentence"),
         "search, not there": search("zephyrine"), "search": search("a"), "quote, not there": quote("zephyrine was the name of it"),
         "positions": positions}

DOCUMENT = {**EVERY, "statistics": statistics, "id": locate({"href": "0.xhtml#x"}), "page": pages, "prepared": prepared}
PAGES = {"open": None, "pages": pages, "label": locate({"pageLabel": "59000"}), "page of a place": locate({"href": "0.xhtml#p59000", "page": True}),
         "received": received}

CALLS = {
    "words-31k.epub": EVERY,
    "words-12m.epub": EVERY,
    "letters-25m.epub": {**EVERY, "expression": search("(?i)[a-m]+ .", regularExpression=True),
                         "expression, steps": search("a+!", regularExpression=True)},
    "letters-120m.epub": EVERY,
    "decompositions-9m.epub": EVERY,
    "paragraphs-10m.epub": {**EVERY, "expression": search("b", regularExpression=True), "id": locate({"href": "0.xhtml#b"}),
                            "quote": quote("bbbb")},
    "one-id.epub": {**EVERY, "expression": search("b", regularExpression=True),
                    "id": locate({"href": "0.xhtml#a"}), "last id": locate({"href": "0.xhtml#b"}),
                    "selector": locate({"href": "0.xhtml", "locations": {"cssSelector": "p#a:nth-child(1400000)"}})},
    "shared-216k.epub": {"open": None, "content": content(), "search, not there": search("zephyrine"), "search, count": search("Ishmael", count=True),
                         "expression": search("zephyrine", regularExpression=True),
                         "quote, not there": quote("zephyrine was the name of it", "gone.xhtml"),
                         "quote, long": quote("I call him Ishmeal, sume yeers aga. " * 30, "gone.xhtml", before="z" * 100, after="y" * 100),
                         "positions": positions},
    "links-300k.webpub": {"open": None, "first": locate({"href": "0.html"}), "last": locate({"href": "299999.html#a"}),
                          "quote": quote("zephyrine was the name of it", "299999.html"),
                          "quote, gone": quote("zephyrine was the name of it", "gone.html"),
                          "progression": locate({"totalProgression": 0.9}), "search": search("b"), "positions": positions, "content": content()},
    "sparse-10g.pdf": {"open": None},
    "default-attributes.epub": DOCUMENT,
    "default-attributes-fewer.epub": DOCUMENT,
    "default-attributes-package.epub": {"open": None},
    "entities.epub": DOCUMENT,
    "page-breaks-60k.epub": PAGES,
    "page-breaks-60k-no-ids.epub": PAGES,
    "page-list-60k.epub": {**PAGES, "next section": next_section, "statistics": statistics,
                           "5,000 CFIs": cfis(5000)},
    "deep-matches.epub": {**DOCUMENT, "CFIs": search("a", cfi=True), "count": search("a", cfi=True, count=True)},
    "letters-1m.epub": {"long query": search("a" * 8000 + "b"), "long query, found": search("a" * 8000),
                        "long query, exact": search("a" * 8000 + "b", exact=True),
                        "long quote": quote("a" * 8000 + "b"), "long quote, elsewhere": quote("a" * 8000 + "b", "gone.xhtml"),
                        "8,000 groups": groups(8000)},
    "backlinks.epub": {"note": footnote("r"), "note, from itself": footnote("n")},
}


class Steps:
    """A progress callback that records the longest interval."""

    def __init__(self):
        self.count, self.longest, self.last = 0, 0.0, time.process_time()

    def __call__(self, task=None, done=0, total=0):
        now = time.process_time()
        self.longest = max(self.longest, now - self.last)
        self.last = now
        self.count += 1


def timed(path, call):
    steps = Steps()
    context = lectern.Context(progress=steps)
    before = resident()
    start = time.process_time()
    steps.last = start
    answer = "no"
    try:
        with lectern.Publication.open(path, context=context) as book:
            answer = "opened"
            if call:
                before = resident()
                start = steps.last = time.process_time()
                steps.count, steps.longest = 0, 0.0
                answer = call(book)
    except lectern.LecternError as error:
        answer = type(error).__name__
    seconds = time.process_time() - start
    steps()
    return answer, seconds, steps.longest, steps.count - 1, before


def resident():
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * 4096


def examine(path, call):
    def run():
        answer, seconds, silence, count, before = timed(str(path), call)
        return answer, seconds, silence, count, max(0, isolation.peak_memory() - before)
    outcome = isolation.run(run, seconds=300)
    return outcome.value or (outcome.died, 300.0, 300.0, 0, 0)


def examine_notes(prepare, call):
    """A call that needs no book, which must take at most two seconds."""
    def run():
        tempfile.tempdir = folder
        given = prepare()
        with open("/proc/self/clear_refs", "w", encoding="ascii") as peak:
            peak.write("5")
        before, start = resident(), time.process_time()
        try:
            answer = call(given)
        except lectern.LecternError as error:
            answer = type(error).__name__
        seconds = time.process_time() - start
        return answer, seconds, seconds, 0, max(0, highest() - before)
    with tempfile.TemporaryDirectory() as folder:
        outcome = isolation.run(run, seconds=300)
    return outcome.value or (outcome.died, 300.0, 300.0, 0, 0)


def highest():
    """The peak resident memory since it was reset."""
    with open("/proc/self/status", encoding="ascii") as lines:
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:"))


def report(name, title, seconds, silence, count, peak, answer, faults):
    print(f"{name:24} {title:32} {seconds:8.2f} {silence:8.2f} {count:7} {peak / MB:7.0f}  {answer} {' '.join(faults)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--books", type=pathlib.Path, default=pathlib.Path("build/soak"))
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    arguments.books.mkdir(parents=True, exist_ok=True)
    bad = 0
    print(f"{'file':24} {'call':32} {'seconds':>8} {'silence':>8} {'steps':>7} {'MB':>7}  answer")
    for name, (make, size) in BOOKS.items():
        path = arguments.books / name
        if not path.exists():
            make(path)
        for title, call in CALLS[name].items():
            if arguments.only not in f"{name} {title}":
                continue
            answer, seconds, silence, count, peak = examine(path, call)
            faults = []
            if seconds > MOST_SECONDS and (silence > MOST_SILENCE or name in STRICT):
                faults.append("slow")
            if peak > MOST_MEMORY:
                faults.append("large")
            if title in ("text", "content", "words", "sentences") and peak > max(
                    MOST_OF_BYTES * size + MOST_OF_ELEMENTS * ELEMENTS.get(name, 0), 64 * MB):
                faults.append("more than the document allows")
            bad += bool(faults)
            report(name, title, seconds, silence, count, peak, answer, faults)
    for title, (prepare, call) in notes.LINES.items():
        if arguments.only in f"notes {title}":
            answer, seconds, silence, count, peak = examine_notes(prepare, call)
            faults = ["slow"] * (seconds > MOST_SECONDS) + ["large"] * (peak > MOST_MEMORY)
            bad += bool(faults)
            report("notes", title, seconds, silence, count, peak, answer, faults)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
