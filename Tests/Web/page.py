#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reads books from the first page to the last and back, at several sizes of the window, and prints what is wrong.

    python Tests/Web/page.py [--books REGULAR-EXPRESSION] [--sizes 2] [--most PAGES] [FILE ...]

Letters must stand whole on exactly one page, and not over others; images and tables must not be larger than a page;
every page must be reached once, and the same pages on the way back; the edge of the text must not move.
"""
import argparse
import re
import sys
import tempfile
import time
from pathlib import Path

import books
from reading import ARGUMENTS, CHROMIUM, Reader

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
#: Size of the window, device pixels for a CSS pixel, preferences.
SIZES = [((800, 600), 1, {}), ((1271, 813), 1.5, {"columnCount": "2"}), ((412, 780), 2.625, {}),
         ((613, 907), 1, {"fontSize": 1.5}), ((1024, 500), 1, {"columnCount": "1", "pageMargins": 0.5, "fontSize": 0.7})]
SAMPLE = """epub/samples/wasteland.epub epub/samples/georgia-cfi.epub epub/samples/childrens-literature.epub
epub/samples/moby-dick-mo.epub epub/samples/accessible_epub_3.epub epub/samples/epub30-spec.epub
epub/samples/regime-anticancer-arabic.epub epub/samples/kusamakura-japanese-vertical-writing.epub
epub/samples/svg-in-spine.epub epub/samples/hefty-water.epub epub/samples/trees.epub epub/i18n/arabic.epub
epub/i18n/japanese-vertical.epub epub/i18n/chinese.epub epub/i18n/mixed-directions.epub epub/i18n/thai.epub
epub/i18n/bengali.epub epub/i18n/tamil.epub epub/i18n/khmer.epub epub/synth/script-he.epub epub/synth/script-mn.epub
epub/synth/search-material.epub epub/toolkits/epubjs-alice.epub epub/samples/figure-gallery-bindings.epub""".split()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--books", default="", help="of our own and of the corpus: names that match")
    parser.add_argument("--sizes", type=int, nargs="*", help="numbers of sizes, from 0")
    parser.add_argument("--most", type=int, default=1500, help="pages of a book")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright
    failed = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        paths = options.files or [
            *(books.make(name, folder) for name in books.BOOKS if re.search(options.books, name)),
            *(CORPUS / name for name in SAMPLE if (CORPUS / name).exists() and re.search(options.books, name))]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        print(f"{'book':32} {'size':>9} {'letters':>9} {'lost':>6} {'over':>5} {'large':>5} {'blank':>5} {'pages':>6} "
              f"{'back':>4} {'drift':>5} {'off':>5} {'ms':>5} {'s':>4}")
        for path in paths:
            for number, (size, ratio, preferences) in enumerate(SIZES):
                if options.sizes and number not in options.sizes:
                    continue
                begin = time.monotonic()
                try:
                    reader = Reader(browser, path, preferences, size, ratio)
                    try:
                        found = reader.evaluate("(options) => probe.walk(options)", {"most": options.most})
                    finally:
                        reader.close()
                except Exception as error:  # a book that cannot be shown is a line of the table
                    print(f"{Path(path).stem[:32]:32} {size[0]:4}x{size[1]:4} {str(error).splitlines()[0][:300]}")
                    failed += 1
                    continue
                lost = found["letters"] - found["good"]
                bad = (lost or found["over"] or found["large"] or not found["same"] or found["drift"] > 0.5
                       or found["off"] > 0.5 or reader.errors)
                failed += bool(bad)
                print(f"{Path(path).stem[:32]:32} {size[0]:4}x{size[1]:4} {found['letters']:9} {lost:6} {found['over']:5} "
                      f"{found['large']:5} {found['blank']:5} {found['turns']:6} {'same' if found['same'] else 'NOT':>4} "
                      f"{found['drift']:5.2f} {found['off']:5.2f} {found['script']:5.1f} {time.monotonic() - begin:4.0f}"
                      f"{'  ' + found['other'] if 'other' in found else ''}", flush=True)
                if options.verbose or bad:
                    for entry in (found["lost"] + reader.errors)[:6]:
                        print("      ", entry)
        browser.close()
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
