# SPDX-License-Identifier: BSD-3-Clause
"""Passes damaged inputs to the library, in child processes with limits, for FUZZ_SECONDS (60).

KINDS lists the kinds of inputs; FUZZ_KINDS selects some ("page store").  An input is determined by its kind and number,
and FUZZ_FIRST (0) is the first number.  The run fails on a crash, a call that takes more than 2 seconds, 512 MB,
LECTERN_ERROR_INTERNAL, a message that is not a sentence, JSON that does not conform to its schema, a leaked handle, and
on checks of the kinds' modules.  The input of a failure is minimized and written to build/fuzz:

    python -m Fuzz.fuzz page 1234                       runs case 1234 in this process
    python -m Fuzz.fuzz page 1234 build/fuzz/page-1234  runs it with this input
"""
import ast
import os
import random
import resource
import sys
import time

from support import isolation

from . import addresses, annotations, formats, images, options, packages, page, stores
from .case import ROOT, Case, answers, lectern, validators
from .reduce import reduced

#: How to generate an input from a random.Random, and how to use it in a Case.
KINDS = {
    "publication": (formats.publication, packages.use),
    "folder": (formats.folder, packages.use_folder),
    "daisy": (formats.talking, packages.use),
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
    """The mistakes found by a case, optionally with another input."""
    case = Case(kind, number)
    KINDS[kind][1](case, *(inputs or (given(kind, number),)))
    return case.finish()


def run_batch(kind, first, count):
    """(number, complaints) for each failing case."""
    found = [(number, run(kind, number)) for number in range(first, first + count)]
    return [(number, broken) for number, broken in found if broken]


def guarded(function, *arguments, count=1):
    """The result of a function in a child, and the problem of the child, "" if there is none."""
    outcome = isolation.run(function, *arguments, seconds=5 * (20 + count), processor=20 + count, address_space=ADDRESSES)
    return outcome.value, outcome.died or (f"{outcome.peak >> 20} MB of memory" if outcome.peak > MEGABYTES << 20 else "")


def complaint(kind, number, *inputs):
    """The problem of a case in a child, "" if there is none."""
    try:
        broken, died = guarded(run, kind, number, *inputs)
    except Exception as error:
        # The input is no longer valid for this test; or the test has a mistake, which the first run raises.
        if inputs:
            return ""
        raise RuntimeError(f"{kind} {number}") from error
    return died or "; ".join(broken)


def report(kind, number):
    """Prints the problem of a case with a minimized input; returns whether there is one."""
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
    """The start of a complaint, without numbers."""
    return "".join(letter for letter in complaint[:40] if not letter.isdigit())


def examine(kind, first, count):
    """The number of failing cases.  If a batch crashes, it is repeated case by case, because later cases did not
    run."""
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
    # Computes once what each child would otherwise compute.
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
