#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Gives damaged inputs to the library, in child processes with limits, for FUZZ_SECONDS (60).

KINDS lists what is damaged; FUZZ_KINDS chooses some ("page store").  An input follows from its kind and its number, and
FUZZ_FIRST (0) is the first number.  What fails the run: a crash, a call of more than 2 seconds, 512 MB,
LECTERN_ERROR_INTERNAL, a message that is no sentence, JSON that does not follow its schema, a handle that is left, and what
the modules of the kinds check.  The input of a failure is made smaller and written to build/fuzz:

    fuzz.py page 1234                       runs case 1234 in this process
    fuzz.py page 1234 build/fuzz/page-1234  runs it with this input
"""
import ast
import os
import random
import resource
import sys
import time

from case import ROOT, Case, answers, lectern, validators

import addresses
import annotations
import formats
import images
import isolation
import options
import packages
import page
import stores
from reduce import reduced

#: How an input is made from a random.Random, and what is done with it in a Case.
KINDS = {
    "publication": (formats.publication, packages.use),
    "folder": (formats.folder, packages.use_folder),
    "pdf": (formats.document, packages.use),
    "image": (images.make, images.use),
    "notes": (annotations.make, annotations.use),
    "page": (page.make, page.use),
    "address": (addresses.make, addresses.use),
    "store": (stores.make, stores.use),
    "cache": (stores.make_cache, stores.use_cache),
    "options": (options.make, options.use),
}
BATCH = 100
MEGABYTES = 512
ADDRESSES = 4 << 30
FAILURES = ROOT / "build" / "fuzz"


def given(kind, number):
    return KINDS[kind][0](random.Random(f"{kind} {number}"))


def run(kind, number, *inputs):
    """What is wrong with a case; with another input than its own, if there is one."""
    case = Case(kind, number)
    KINDS[kind][1](case, *(inputs or (given(kind, number),)))
    return case.finish()


def run_batch(kind, first, count):
    """(number, complaints) for each case that broke something."""
    found = [(number, run(kind, number)) for number in range(first, first + count)]
    return [(number, broken) for number, broken in found if broken]


def guarded(function, *arguments, count=1):
    """What the function returns in a child, and what is wrong with the child, "" for nothing."""
    outcome = isolation.run(function, *arguments, seconds=5 * (20 + count), processor=20 + count, address_space=ADDRESSES)
    return outcome.value, outcome.died or (f"{outcome.peak >> 20} MB of memory" if outcome.peak > MEGABYTES << 20 else "")


def complaint(kind, number, *inputs):
    """What is wrong with a case in a child, "" for nothing."""
    try:
        broken, died = guarded(run, kind, number, *inputs)
    except Exception as error:
        # An input that is no longer one for this test; or a mistake in it, which the first run raises.
        if inputs:
            return ""
        raise RuntimeError(f"{kind} {number}") from error
    return died or "; ".join(broken)


def report(kind, number):
    """Prints what is wrong with a case, with a small input; returns whether something is."""
    found = complaint(kind, number)
    if not found:
        return False
    print(f"{kind} {number}: {found[:1000]}", flush=True)
    small = reduced(given(kind, number), lambda less: essence(complaint(kind, number, less)) == essence(found))
    FAILURES.mkdir(parents=True, exist_ok=True)
    (FAILURES / f"{kind}-{number}").write_text(repr(small), encoding="utf-8", errors="surrogatepass")
    print(f"    {FAILURES.relative_to(ROOT)}/{kind}-{number}: {repr(small)[:300]}", flush=True)
    return True


def essence(complaint):
    """The beginning of a complaint, without numbers."""
    return "".join(letter for letter in complaint[:40] if not letter.isdigit())


def examine(kind, first, count):
    """How many of these cases fail.  A batch that dies is repeated case by case, since later ones did not run."""
    try:
        found, died = guarded(run_batch, kind, first, count, count=count)
        suspects = range(first, first + count) if died else [number for number, _ in found]
    except Exception:
        suspects = range(first, first + count)
    return sum(report(kind, number) for number in suspects)


def main(kind=None, number=None, file=None):
    lectern.load()
    if kind:
        inputs = [ast.literal_eval(open(file, encoding="utf-8", errors="surrogatepass").read())] if file else []
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
        broken = run(kind, int(number), *inputs)
        print("\n".join(broken) or "nothing is wrong")
        return 1 if broken else 0
    # What each child would otherwise make for itself.
    for make in (validators, answers, stores.sound, stores.kept_books, images.sound):
        make()
    kinds = os.environ.get("FUZZ_KINDS", "").split() or list(KINDS)
    first = number = int(os.environ.get("FUZZ_FIRST", "0"))
    end = time.monotonic() + float(os.environ.get("FUZZ_SECONDS", "60"))
    failed, seconds = 0, dict.fromkeys(kinds, 0.0)
    try:
        while time.monotonic() < end:
            for kind in kinds:
                start = time.monotonic()
                failed += examine(kind, number, BATCH)
                seconds[kind] += time.monotonic() - start
            number += BATCH
    except KeyboardInterrupt:
        print(f"interrupted at {number}")
    count = number - first
    print(f"{count} cases of each kind from {first} on, {count * len(kinds)} in all, {failed} with complaints")
    rates = (f"{kind} {count / spent:.0f}" for kind, spent in seconds.items() if spent)
    print("a second for each kind: " + ", ".join(rates))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
