#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Throws damaged publications and damaged JSON at the library for FUZZ_SECONDS (60), in child processes.

Case N follows from the number N alone, so a failure is repeated with `fuzz.py --case N` (and `--keep FILE` writes its
book).  FUZZ_FIRST (0) is the first case.  What fails the run: a crash, a case that needs more than 2 seconds in one call
or 512 MB, LECTERN_ERROR_INTERNAL, a message that is no short line, a failed call that changed something, a leaked handle;
a publication that is another one as a stream than in memory, a manifest that is not the same when it is read again, a
link to nothing without a warning.
"""
import argparse
import io
import json
import os
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bindings" / "python"), str(ROOT / "Tests" / "Corpus")]

import lectern  # noqa: E402
from lectern import _calls, _handles, _library  # noqa: E402

import books  # noqa: E402
import formats  # noqa: E402
import isolation  # noqa: E402
import texts  # noqa: E402

BATCH = 50
SECONDS = 2.0
MEGABYTES = 512
PACKAGES = {"application/webpub+zip", "application/audiobook+zip", "application/divina+zip", "application/lpf+zip", "application/vnd.comicbook+zip"}
HREFS = ("/~readium/guided-navigation.json", "/~readium/guided-navigation.json?ref=a.html", "a.html", "i.png", "OEBPS/a.xhtml", "OEBPS/b%20c.xhtml", "OEBPS/f.ttf", "/~readium/positions", "", "#", "../" * 99, "%", "%00", "a" * 9999, "\u0301" * 99)
RANGES = (0, 1, 2, 1040, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1)
KEYS = ("fontSize", "theme", "publisherStyles", "columnCount", "scroll", "language", "fontFamily", "backgroundColor", "acme:ruler",
        "acme:mode", "acme:zoom", "acme:any", "verticalText", "spread", "unknown")


def publication(chance):
    """A name and the bytes of a damaged publication, an EPUB in every second case."""
    return ("book.epub", books.book(chance)) if chance.random() < 0.5 else formats.publication(chance)


class Case:
    """One damaged publication with one navigator, and everything that was wrong."""

    def __init__(self, number):
        self.random = random.Random(number)
        self.broken = []

    def call(self, what, function, *arguments):
        """The result, or None after a failure, which is looked at."""
        start = time.process_time()
        try:
            return function(*arguments)
        except lectern.LecternError as error:
            self.look_at(what, error)
            return None
        except UnicodeEncodeError:
            return None
        finally:
            seconds = time.process_time() - start
            if seconds > SECONDS:
                self.broken.append(f"{what} took {seconds:.1f} s")

    def look_at(self, what, error):
        if error.status == "LECTERN_ERROR_INTERNAL":
            self.broken.append(f"{what}: our own bug: {error}")
        if len(error.message.encode()) > 500 or len(error.path.encode()) > 4000:
            self.broken.append(f"{what}: a message of {len(error.message)} and a path of {len(error.path)} characters")
        if any(ord(letter) < 32 for letter in error.message + error.path) or not error.message.endswith((".", "?")):
            self.broken.append(f"{what}: this is no sentence: {error.message[:200]!r}")

    def text(self, shape):
        return texts.json_text(shape, self.random).encode("utf-8", "surrogatepass").replace(b"\0", b"")

    def run(self):
        name, data = publication(self.random)
        context = self.call("context", lectern.Context)
        opened = self.call("open", lectern.Publication.open_bytes, data, {"name": name})
        if opened:
            with opened:
                self.describe(opened)
                self.compare(opened, name, data)
                self.find(opened)
                self.search(opened)
                self.read(opened)
                self.present(opened)
        if name == "book.json":
            self.serve(data)
        if context:
            context.close()
        self.keep()
        self.call("diff", _calls.fetch_text, "lectern_decorations_diff", self.text(texts.DECORATIONS), self.text(texts.DECORATIONS))
        handle = self.call("context options", _calls.output, _calls.c_void_p, "lectern_context_new", 0, self.text(texts.CONTEXT))
        if handle:
            _library.library().lectern_context_free(handle)
        live = {kind: count for kind, count in lectern.live_handles().items() if count}
        if live:
            self.broken.append(f"handles are left: {live}")
        return self.broken

    def keep(self):
        """What fails changes nothing; what is there was saved, and is up to date after one migration."""
        with lectern.Store() as store:
            store.observe(None, lambda scope, preferences: None)
            store.save({"scope": "global"}, texts.OLDER)
            before = store.load(*store.scopes)
            if not self.call("save", self.change, "lectern_store_save_all", store, texts.CHANGES) and store.load(*store.scopes) != before:
                self.broken.append("saving failed and changed the store")
            self.call("load", _calls.fetch_json, "lectern_store_load", store, self.text([one["scope"] for one in texts.CHANGES]))
            self.call("migrate", store.migrate)
            if store.migrate()["changes"]:
                self.broken.append("there is something to migrate a second time")

    def describe(self, publication):
        for what in ("manifest", "positions", "positions_by_reading_order", "warnings", "info", "services"):
            self.call(what, getattr, publication, what)
        for what, ask in (("cover", publication.cover), ("cover fitting", lambda: publication.cover_fitting(20, 30))):
            resource = self.call(what, ask)
            if resource:
                resource.close()
        for _ in range(3):
            self.call("locate", _calls.fetch_text, "lectern_publication_locate", publication, self.text(texts.PLACE))
            self.cfis(publication)
        for href in self.random.sample(HREFS, 4):
            resource = self.call(f"get {href[:40]}", publication.get, href)
            if not resource:
                continue
            with resource:
                whole = self.call("read", resource.read)
                offset, length = self.random.choice(RANGES), self.random.choice(RANGES)
                part = self.call("read a range", resource.read, offset, length)
                if whole is not None and part is not None and part != whole[offset:offset + length]:
                    self.broken.append(f"{href[:40]}: {offset}+{length} is not what the whole has there")

    def cfis(self, publication):
        """What is read is written so that it is read as the same, and leads to where the corrected one leads."""
        text, other = texts.cfi_text(self.random), texts.cfi_text(self.random)
        found = self.call("parse a CFI", lectern.cfi.parse, text)
        if found and (lectern.cfi.parse(found["cfi"]) != found or lectern.cfi.compare(text, found["cfi"])):
            self.broken.append(f"{text!r} is not what it is written as: {found['cfi']!r}")
        orders = [self.call("compare CFIs", lectern.cfi.compare, *pair) for pair in ((text, other), (other, text))]
        if None not in orders and orders[0] != -orders[1]:
            self.broken.append(f"{text!r} and {other!r} have no order")
        self.call("join CFIs", lectern.cfi.join, text, other)
        place = self.call("place of a CFI", publication.cfi, {"fragments": [text], "partialCfi": other})
        if place and lectern.cfi.compare(publication.cfi({"fragments": [place["cfi"]]})["cfi"], place["cfi"]):
            self.broken.append(f"{text!r} leads to {place['cfi']!r}, which leads elsewhere")

    def compare(self, publication, name, data):
        """A stream says the same as memory, and a manifest that we wrote is read as it is."""
        text = publication.manifest_text
        stream = self.call("open a stream", lectern.Publication.open_stream, io.BytesIO(data), {"name": name})
        if not stream:
            self.broken.append("it opens in memory, and not as a stream")
        else:
            with stream:
                if stream.manifest_text != text or stream.warnings != publication.warnings:
                    self.broken.append("the stream has another manifest or other warnings")
        again = self.call("open the manifest", lectern.Publication.open_manifest, text)
        if not again:
            self.broken.append("its manifest is none")
        else:
            with again:
                if again.manifest_text != text:
                    self.broken.append("its manifest is another one when it is read again")

    def find(self, publication):
        """Every file that the manifest lists is there, or somebody says that it is not."""
        said = json.dumps([[warning["message"], warning["path"]] for warning in publication.warnings], ensure_ascii=False)
        manifest = publication.manifest
        for link in (manifest["readingOrder"] + manifest.get("resources", []))[:50]:
            href = link["href"]
            if ":" in href.split("/")[0] or link.get("templated") or "more warnings" in said or "\\" in json.dumps(href):
                continue
            try:
                publication.get(href).close()
            except lectern.NotFoundError:
                if href[:100] not in said and publication.info["format"] in PACKAGES:
                    self.broken.append(f"{href[:60]} is not there, and nobody says so")
            except lectern.LecternError as error:
                self.look_at(f"get {href[:40]}", error)

    def search(self, publication):
        """Forwards and backwards, there are the same matches."""
        cursor = self.call("search", publication.search, self.random.choice(texts.QUERIES), self.text(texts.SEARCH))
        if not cursor:
            return
        with cursor:
            pages = self.call("pages", list, cursor)
            if not pages:
                return
            self.go_back(cursor, pages, "a search finds other matches")

    def go_back(self, cursor, pages, complaint):
        back = self.call("pages before", list, iter(cursor.previous, None))
        if back is not None and back != pages[-2::-1]:
            self.broken.append(f"{complaint} on its way back")

    def read(self, publication):
        """Forwards and backwards, there are the same elements, and each leads to itself."""
        tokens = self.random.choice((None, *texts.TOKENS))
        cursor = self.call("content", publication.content, None, tokens)
        if not cursor:
            return
        with cursor:
            pages = self.call("elements", list, cursor)
            if not pages:
                return
            self.go_back(cursor, pages, "there are other elements")
        elements = [element for page in pages for element in page["elements"]]
        hrefs = [link["href"].partition("#")[0] for link in publication.manifest["readingOrder"]]
        for element in self.random.sample(elements, min(3, len(elements))):
            start = self.call("content from an element", publication.content, element["locator"], tokens)
            if start:
                with start:
                    page = self.call("the page of an element", start.next)
                    # Without a position, it is not known which occurrence of a file is meant that is read more than
                    # once.
                    is_certain = "position" in element["locator"]["locations"] or hrefs.count(element["locator"]["href"]) < 2
                    if page and is_certain and page["elements"][0] != element:
                        self.broken.append(f"to begin at the element {element['locator']} leads to {page['elements'][0]['locator']}")
            self.call("locate an element", publication.locate, element["locator"])
        start = self.call("content from a place", _calls.output, _calls.c_void_p, "lectern_publication_content_tokens", publication,
                          self.text(texts.PLACE), self.text(texts.TOKENS[0]))
        if start:
            with lectern.Cursor(start) as cursor:
                self.call("elements before a place", cursor.previous)
                self.call("elements from a place", list, cursor)
        for href in self.random.sample(HREFS, 3) + [link["href"] for link in publication.manifest["readingOrder"][:2]]:
            self.call(f"text of {href[:40]}", publication.text, href)

    def serve(self, data):
        """A manifest whose files a host has."""
        files = formats.beside(self.random)
        served = self.call("open served", _calls.output, _calls.c_void_p, "lectern_publication_open_manifest", None, data.replace(b"\0", b""),
                           lectern.service.fetcher(lambda href: files.get(href, "").encode() or None), None)
        if served:
            with lectern.Publication(served) as publication:
                self.describe(publication)

    def present(self, publication):
        handle = self.call("navigator", _calls.output, _calls.c_void_p, "lectern_navigator_new", publication, self.text(texts.OPTIONS))
        if not handle:
            return
        view = object.__new__(lectern.Navigator)
        _handles.Handle.__init__(view, handle)
        view._subscriptions = set()
        with view:
            self.call("submit", _calls.call, "lectern_navigator_submit_preferences", view, self.text(texts.PREFERENCES))
            self.call("settings", getattr, view, "settings")
            self.place(view)
            self.decorate(view)
            draft = self.call("edit", view.edit_preferences)
            if draft:
                with draft:
                    self.walk(draft)
                    self.call("submit the draft", draft.submit)

    def place(self, view):
        before = view.location
        if self.call("go", self.change, "lectern_navigator_set_location", view, texts.DECORATIONS[0]["locator"]) is None:
            if view.location != before:
                self.broken.append("setting the location failed and changed it")
        self.call("resize", self.change, "lectern_navigator_set_viewport", view, texts.OPTIONS["viewport"])
        self.call("spreads", getattr, view, "spreads")

    def change(self, name, view, shape):
        _calls.call(name, view, self.text(shape))
        return True

    def decorate(self, view):
        name, arguments = "lectern_navigator_decorations", (view, b"g")
        before = _calls.fetch_text(name, *arguments)
        applied = self.call("apply", _calls.fetch_text, "lectern_navigator_apply_decorations", view, b"g", self.text(texts.DECORATIONS))
        if applied is None and _calls.fetch_text(name, *arguments) != before:
            self.broken.append("apply failed and changed the group")
        self.call("render", _calls.fetch_json, "lectern_navigator_render_decorations", view, b"OEBPS/a.xhtml")
        self.call("activate", _calls.call, "lectern_navigator_activate_decoration", view, b"g", b"1", self.text(texts.INTERACTION))

    def walk(self, draft):
        """A random walk: what fails changes nothing, and what is set is there."""
        for _ in range(8):
            key, before = self.random.choice(KEYS), draft.text
            change = self.random.choice(("increment", "decrement", "toggle", "activate", "clear", "set", "merge"))
            if change == "set":
                value = self.text(texts.PREFERENCES.get(key, 1))
                done = self.call("set", self.done, "lectern_preferences_set", draft, key.encode(), value, self.random.randrange(2))
            elif change == "merge":
                done = self.call("merge", self.done, "lectern_preferences_merge", draft, self.text(texts.PREFERENCES))
            else:
                flags = (self.random.randrange(2),) if change in ("increment", "decrement", "toggle") else ()
                done = self.call(change, self.done, f"lectern_preferences_{change}", draft, key.encode(), *flags)
            if not done and draft.text != before:
                self.broken.append(f"{change} of {key} failed and changed the draft")
            shown = self.call("settings", getattr, draft, "settings")
            stored = json.loads(draft.text)
            if shown is None:
                continue
            # What no setting can use is kept, and listed.
            ignored = {one["pointer"].split("/")[1].replace("~1", "/").replace("~0", "~") for one in shown["ignored"]}
            if any(shown["settings"][name]["preference"] != value for name, value in stored.items() if name not in ignored):
                self.broken.append(f"after {change} of {key} the settings do not show the preferences")

    @staticmethod
    def done(*arguments):
        _calls.call(*arguments)
        return True


def run_batch(first, count):
    """(number, complaints) for each case that broke something."""
    found = [(number, Case(number).run()) for number in range(first, first + count)]
    return [(number, broken) for number, broken in found if broken]


def examine(first, count):
    """Prints what is wrong with some cases; a batch that died is repeated case by case."""
    outcome = isolation.run(run_batch, first, count, seconds=10 + count, address_space=4 << 30)
    if (outcome.died or outcome.peak > MEGABYTES << 20) and count > 1:
        return sum(examine(number, 1) for number in range(first, first + count))
    if outcome.died:
        print(f"case {first}: {outcome.died}", flush=True)
        return 1
    if outcome.peak > MEGABYTES << 20:
        print(f"case {first}: {outcome.peak >> 20} MB of memory", flush=True)
    for number, broken in outcome.value:
        print(f"case {number}: " + "; ".join(broken), flush=True)
    return len(outcome.value) + (outcome.peak > MEGABYTES << 20)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--case", type=int, help="only this one, in this process")
    parser.add_argument("--keep", type=Path, help="with --case: writes the book to this file")
    options = parser.parse_args()
    lectern.load()
    if options.case is not None:
        if options.keep:
            options.keep.write_bytes(publication(random.Random(options.case))[1])
        broken = Case(options.case).run()
        print("\n".join(broken) or "nothing is wrong")
        return 1 if broken else 0
    first = number = int(os.environ.get("FUZZ_FIRST", "0"))
    end = time.monotonic() + float(os.environ.get("FUZZ_SECONDS", "60"))
    failed = 0
    while time.monotonic() < end:
        failed += examine(number, BATCH)
        number += BATCH
    print(f"{number - first} cases from {first} on, {failed} with complaints")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
