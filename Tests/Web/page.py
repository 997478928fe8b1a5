# SPDX-License-Identifier: BSD-3-Clause
"""Reads books from the first page to the last and back, at several window sizes, and prints problems.

    python -m Web.page [--books REGULAR-EXPRESSION] [--sizes 2] [--most PAGES] [--no-places] [--jobs 2] [FILE ...]

Every letter must be entirely on exactly one page, and not overlap others; images and tables must not be larger than a
page; every page must be reached once, and the same pages on the way back; the edge of the text must not move.  Pages of
fixed layouts, comics and PDF must be loaded, and entirely on the screen.  Then locations are tested in each book
(places.py).
"""
import argparse
import itertools
import re
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from . import books, hostile_books, places
from .reading import Reader, browser

#: The size of the window, device pixels per CSS pixel, preferences.
SIZES = [((800, 600), 1, {}), ((1271, 813), 1.5, {"columnCount": "2"}), ((412, 780), 2.625, {}),
         ((613, 907), 1, {"fontSize": 1.5}), ((1024, 500), 1, {"columnCount": "1", "pageMargins": 0.5, "fontSize": 0.7})]
#: From the corpus: Latin, poetry, tables, MathML, media overlays; Arabic, Hebrew, both directions; vertical Japanese
#: and Mongolian, Chinese; Indic and other scripts; drawings, fixed layouts; comics, PDF, recordings.
SAMPLE = """epub/samples/wasteland.epub epub/samples/georgia-cfi.epub epub/samples/childrens-literature.epub
epub/samples/accessible_epub_3.epub epub/samples/epub30-spec.epub epub/samples/hefty-water.epub epub/samples/trees.epub
epub/samples/figure-gallery-bindings.epub epub/synth/search-material.epub epub/toolkits/epubjs-alice.epub
epub/synth/positions-huge-chapter.epub epub/synth/media-overlay.epub epub/samples/moby-dick-mo.epub
epub/samples/regime-anticancer-arabic.epub epub/i18n/arabic.epub epub/synth/script-he.epub epub/i18n/mixed-directions.epub
epub/samples/kusamakura-japanese-vertical-writing.epub epub/i18n/japanese-vertical.epub epub/synth/script-mn.epub
epub/i18n/chinese.epub epub/i18n/gujarati.epub epub/i18n/bengali.epub epub/i18n/tamil.epub epub/i18n/thai.epub
epub/i18n/khmer.epub epub/i18n/malayalam.epub epub/i18n/amharic.epub
epub/samples/svg-in-spine.epub epub/synth/svg-in-spine.epub epub/samples/cole-voyage-of-life.epub
epub/samples/haruko-html-jpeg.epub epub/samples/page-blanche-bitmaps-in-spine.epub epub/synth/fxl-rtl-spreads.epub
epub/synth/mixed-layout-overrides.epub epub/synth/reflowable-with-fixed-item.epub
cbz/futuristic_tales.cbz cbz/comicinfo-manga.cbz pdf/daisy.pdf pdf/sizes-rotations.pdf audio/dickinson.zab""".split()

#: Chapters of our hostile books that no page shows.
NOT_SHOWN = {f"EPUB/{name}.xhtml" for name, one in hostile_books.ATTEMPTS.items() if not one.shown}

HEAD = (f"  {'book':32} {'size':>9} {'letters':>9} {'lost':>6} {'over':>5} {'large':>5} {'blank':>5} {'pages':>6} {'back':>4} "
        f"{'drift':>5} {'off':>5} {'ms':>5} {'s':>4}")


def read(engine, path, number, most):
    """A row of the table, details, and whether there are problems."""
    size, ratio, preferences = SIZES[number]
    begin, name = time.monotonic(), f"{Path(path).stem[:32]:32} {size[0]:4}x{size[1]:4}"
    try:
        reader = Reader(browser(engine), path, preferences, size, ratio)
        try:
            # A recording needs a click before it plays.
            found = reader.evaluate("(options) => probe.walk(options)", {"most": most})
        finally:
            reader.close()
    except Exception as error:  # a book that cannot be shown is a row of the table
        return f"{name} {str(error).splitlines()[0][:300]}", [], True
    lost = found["letters"] - found["good"]
    found["large"] -= sum(entry[0] == "not there" and entry[1] in NOT_SHOWN for entry in found["lost"])
    wrong = (lost or found["over"] or found["large"] or not found["same"] or found["drift"] > 0.5
             or found["off"] > 0.5 or reader.errors)
    line = (f"{name} {found['letters']:9} {lost:6} {found['over']:5} "
            f"{found['large']:5} {found['blank']:5} {found['turns']:6} {'same' if found['same'] else 'NOT':>4} "
            f"{found['drift']:5.2f} {found['off']:5.2f} {found['script']:5.1f} {time.monotonic() - begin:4.0f}"
            f"{'  ' + found['other'] if 'other' in found else ''}")
    return line, (found["lost"] + found.get("differ", []) + reader.errors)[:6], bool(wrong)


def table(head, tasks, verbose):
    """Prints the rows of tasks as they finish, and returns the number of rows with problems."""
    print(head, flush=True)
    failed = 0
    for task in as_completed(tasks):
        line, more, wrong = task.result()
        failed += wrong
        print(("! " if wrong else "  ") + line, flush=True)
        for entry in more if wrong or verbose else ():
            print("      ", entry, flush=True)
    print(f"{failed} of {len(tasks)} are wrong")
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--engine", default="chromium", choices=("chromium", "firefox", "qt", "webkit"))
    parser.add_argument("--books", default="", help="of our own and of the corpus: names that match")
    parser.add_argument("--corpus", type=Path, default="../shared/corpus")
    parser.add_argument("--sizes", type=int, nargs="*", default=range(len(SIZES)), help="numbers of sizes, from 0")
    parser.add_argument("--most", type=int, default=2500, help="pages of a book")
    parser.add_argument("--no-places", action="store_true", help="only read")
    parser.add_argument("--jobs", type=int, default=2, help="browsers at once")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(options.jobs) as pool:
        own = [books.make(name, folder) for name in books.BOOKS if not options.files and re.search(options.books, name)]
        chosen = options.files or [
            *(hostile_books.attempts(Path(folder, f"hostile-{name}.epub"), names) for name, names in hostile_books.SUBJECTS.items()
              if re.search(options.books, f"hostile-{name}")),
            *(options.corpus / name for name in SAMPLE if (options.corpus / name).exists() and re.search(options.books, name))]
        print(f"{len(own + chosen)} books, {len(options.sizes)} sizes", flush=True)
        failed = table(HEAD, [pool.submit(read, options.engine, path, number, options.most) for path, number in
                              itertools.product(own + chosen, options.sizes)], options.verbose)
        # Tests cover the same for generated books, in Chromium.
        if not options.no_places:
            failed += table(places.HEAD, [pool.submit(places.tried, options.engine, path) for path in chosen], options.verbose)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
