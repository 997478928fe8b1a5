#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Throws damaged books and damaged JSON at the library for FUZZ_SECONDS (60), in child processes.

Case N follows from the number N alone, so a failure is repeated with `fuzz.py --case N` (and `--keep FILE` writes its
book).  FUZZ_FIRST (0) is the first case.  What fails the run: a crash, a case that needs more than 2 seconds in one call
or 512 MB, LECTERN_ERROR_INTERNAL, a message that is no short line, a failed call that changed something, a leaked handle.
"""
import argparse
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
import isolation  # noqa: E402
import texts  # noqa: E402

BATCH = 50
SECONDS = 2.0
MEGABYTES = 512
HREFS = ("OEBPS/a.xhtml", "OEBPS/b%20c.xhtml", "OEBPS/f.ttf", "/~readium/positions", "", "#", "../" * 99, "%", "%00", "a" * 9999, "\u0301" * 99)
RANGES = (0, 1, 2, 1040, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1)
KEYS = ("fontSize", "theme", "publisherStyles", "columnCount", "scroll", "language", "fontFamily", "backgroundColor", "acme:ruler",
        "acme:mode", "acme:zoom", "acme:any", "verticalText", "spread", "unknown")


class Case:
    """One damaged book with one navigator, and everything that was wrong."""

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
        data = books.book(self.random)
        context = self.call("context", lectern.Context)
        publication = self.call("open", lectern.Publication.open_bytes, data, {"name": "book.epub"})
        if publication:
            with publication:
                self.describe(publication)
                self.present(publication)
        if context:
            context.close()
        self.call("diff", _calls.fetch_text, "lectern_decorations_diff", self.text(texts.DECORATIONS), self.text(texts.DECORATIONS))
        handle = self.call("context options", _calls.output, _calls.c_void_p, "lectern_context_new", 0, self.text(texts.CONTEXT))
        if handle:
            _library.library().lectern_context_free(handle)
        live = {kind: count for kind, count in lectern.live_handles().items() if count}
        if live:
            self.broken.append(f"handles are left: {live}")
        return self.broken

    def describe(self, publication):
        for what in ("manifest", "positions", "positions_by_reading_order", "warnings"):
            self.call(what, getattr, publication, what)
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
            self.decorate(view)
            draft = self.call("edit", view.edit_preferences)
            if draft:
                with draft:
                    self.walk(draft)

    def decorate(self, view):
        name, arguments = "lectern_navigator_decorations", (view, b"g")
        before = _calls.fetch_text(name, *arguments)
        applied = self.call("apply", _calls.fetch_text, "lectern_navigator_apply_decorations", view, b"g", self.text(texts.DECORATIONS))
        if applied is None and _calls.fetch_text(name, *arguments) != before:
            self.broken.append("apply failed and changed the group")
        self.call("render", _calls.fetch_object, "lectern_navigator_render_decorations", view, b"OEBPS/a.xhtml")
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
            if shown and any(shown["settings"][name]["preference"] != value for name, value in stored.items()):
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
            options.keep.write_bytes(books.book(random.Random(options.case)))
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
