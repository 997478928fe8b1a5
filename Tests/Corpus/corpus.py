# SPDX-License-Identifier: BSD-3-Clause
"""Opens every publication of a corpus and compares the result with the verified data.

The corpus is a folder with INDEX.tsv (path, expectation, expectation_also_acceptable, ...), truth/PATH.json and
schemas/.  Fields that the data marks as ambiguous for a book are excluded and counted separately.
"""
import argparse
import csv
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import lectern
from support import isolation

from . import readium_schemas
from . import truth as truths

#: Fragments of publications, and files for validation.
NO_PUBLICATIONS = ("fragments/", "schemas/")

OPENS, WARNS, REFUSED = "opens", "opens-with-warnings", "must-be-refused-with-error"


@dataclass
class Result:
    """The result of one row of the index."""
    path: str
    outcome: str                       # opens, opens-with-warnings, must-be-refused-with-error, or how it crashed
    allowed: set
    detail: str = ""
    verdicts: list = field(default_factory=list)
    mistakes: list = field(default_factory=list)     # against Readium's schemas

    @property
    def as_expected(self):
        """Whether it opens or is rejected as expected; warnings are ignored."""
        return self.outcome in self.allowed or (self.opened and bool(self.allowed & {OPENS, WARNS}))

    @property
    def opened(self):
        return self.outcome in (OPENS, WARNS)


def rows(corpus):
    with open(corpus / "INDEX.tsv", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def is_publication(row):
    return not row["path"].startswith(NO_PUBLICATIONS)


def ask(path):
    """All information from Lectern about a file, or the error as text."""
    try:
        with lectern.Publication.open(path) as publication:
            manifest = publication.manifest
            lengths = [length(publication, link["href"]) for link in manifest["readingOrder"]]
            return truths.Answers(manifest, publication.warnings, publication.positions_by_reading_order, lengths,
                                  cover(publication, manifest))
    except lectern.LecternError as error:
        return str(error)


def length(publication, href):
    """The size of a resource in bytes, or None."""
    try:
        with publication.get(href) as resource:
            return resource.size
    except lectern.LecternError:
        return None


def cover(publication, manifest):
    declared = truths.cover_of(manifest)
    found = truths.Cover(is_there=declared is not None and length(publication, declared) is not None)
    try:
        with publication.cover() as resource:
            found.href, found.type = resource.link["href"], resource.link["type"]
        with publication.cover(width=truths.THUMBNAIL, height=truths.THUMBNAIL) as resource:
            found.thumbnail = resource.link["width"], resource.link["height"]
    except lectern.LecternError as error:
        found.thumbnail = error.status
    return found


def judge(row, corpus, options, schema):
    outcome = isolation.run(ask, corpus / row["path"])
    allowed = {row["expectation"], *row["expectation_also_acceptable"].split()}
    if row["path"] in truths.OPENED:
        allowed.add(OPENS)
    answers = outcome.value
    if outcome.died:
        return Result(row["path"], outcome.died, allowed)
    if isinstance(answers, str):
        return Result(row["path"], REFUSED, allowed, answers)
    result = Result(row["path"], WARNS if answers.warnings else OPENS, allowed,
                    "; ".join(warning["message"] for warning in answers.warnings[:3]))
    truth = corpus / "truth" / (row["path"] + ".json")
    if truth.exists():
        known = json.loads(truth.read_text(encoding="utf-8"))
        result.verdicts = list(truths.compare(known, answers))
        if unknown := truths.unknown_members(known):
            raise KeyError(f"{row['path']}: the truth knows {', '.join(sorted(unknown))}, which nobody compares")
    if schema:
        result.mistakes = [f"/{'/'.join(map(str, error.absolute_path))} {error.message[:160]}"
                           for error in schema.iter_errors(answers.manifest)]
    if options.manifests:
        target = options.manifests / (row["path"] + ".json")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(answers.manifest, ensure_ascii=False, indent=1), encoding="utf-8")
    return result


# ------------------------------------------------------------------------------------------------------------- Report

def short(value):
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 160 else text[:160] + "..."


def difference(expected, actual):
    """The two values, or the first difference between two lists."""
    if isinstance(expected, list) and isinstance(actual, list):
        for index, (one, other) in enumerate(zip(expected, actual)):
            if one != other:
                return f"at {index}: {short(one)} is {short(other)}"
        return f"{len(expected)} entries are {len(actual)}, from {short((expected + actual)[min(len(expected), len(actual))])} on"
    return f"{short(expected)} is {short(actual)}"


class Report:
    def __init__(self, results, validated):
        self.results, self.validated = results, validated
        self.agreed, self.compared = Counter(), Counter()
        self.aside_agreed, self.aside = Counter(), Counter()
        for result in results:
            for verdict in result.verdicts:
                compared, agreed = (self.aside, self.aside_agreed) if verdict.set_aside else (self.compared, self.agreed)
                compared[verdict.field] += 1
                agreed[verdict.field] += verdict.agrees

    def shares(self):
        """Yields the share of agreement for each check."""
        yield "opens or is refused", sum(result.as_expected for result in self.results) / max(1, len(self.results))
        for name in truths.FIELDS:
            if self.compared[name]:
                yield name, self.agreed[name] / self.compared[name]

    def print(self, verbose_aside):
        self.print_disagreements(verbose_aside)
        self.print_outcomes()
        print(f"\n{'field':22} {'agree':>6} {'compared':>9} {'share':>8}   set aside (agree)")
        for name in truths.FIELDS:
            agreed, compared = self.agreed[name], self.compared[name]
            aside = f"{self.aside[name]} ({self.aside_agreed[name]})" if self.aside[name] else ""
            print(f"{name:22} {agreed:6} {compared:9} {agreed / max(1, compared):8.2%}   {aside}")
        agreed, compared = sum(self.agreed.values()), sum(self.compared.values())
        print(f"{'all fields':22} {agreed:6} {compared:9} {agreed / max(1, compared):8.2%}   {sum(self.aside.values())} ({sum(self.aside_agreed.values())})")

    def print_disagreements(self, verbose_aside):
        for result in self.results:
            if not result.as_expected:
                print(f"{result.path}: {' or '.join(sorted(result.allowed))}, but {result.outcome}: {result.detail}")
            for verdict in result.verdicts:
                if not verdict.agrees and (verbose_aside or not verdict.set_aside):
                    mark = " (set aside)" if verdict.set_aside else ""
                    print(f"{result.path}: {verdict.field}{mark}: {difference(verdict.expected, verdict.actual)}")
            for mistake in result.mistakes[:5]:
                print(f"{result.path}: Readium's schema: {mistake}")

    def print_outcomes(self):
        counts = defaultdict(Counter)
        for result in self.results:
            counts["as expected" if result.as_expected else "NOT as expected"][result.outcome] += 1
        print(f"\n{len(self.results)} publications")
        for verdict in sorted(counts, reverse=True):
            print(f"  {verdict}: " + ", ".join(f"{count} {outcome}" for outcome, count in counts[verdict].most_common()))
        silent = [result for result in self.results if result.outcome == OPENS and OPENS not in result.allowed and result.as_expected]
        loud = [result for result in self.results if result.outcome == WARNS and WARNS not in result.allowed and result.as_expected]
        print(f"  opened without the warnings that were expected: {len(silent)}; with warnings that were not: {len(loud)}")
        if self.validated:
            opened = [result for result in self.results if result.opened]
            invalid = sum(bool(result.mistakes) for result in opened)
            print(f"  manifests against Readium's schemas: {len(opened) - invalid} of {len(opened)} valid")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--only", default="", help="only publications whose path contains this")
    parser.add_argument("--manifests", type=Path, help="a folder to write the manifests to")
    parser.add_argument("--no-schemas", action="store_true", help="do not validate against Readium's schemas")
    parser.add_argument("--aside", action="store_true", help="also print disagreements that are set aside")
    parser.add_argument("--at-least", type=float, default=0.999, metavar="SHARE",
                        help="fail when a field agrees less often than this (default 0.999)")
    return parser.parse_args()


def main():
    options = arguments()
    if not (options.corpus / "INDEX.tsv").exists():
        sys.exit(f"there is no corpus at {options.corpus}")
    lectern.load()
    schema = None if options.no_schemas else readium_schemas.validator(options.corpus)
    chosen = [row for row in rows(options.corpus) if options.only in row["path"]]
    publications = list(filter(is_publication, chosen))
    results = [judge(row, options.corpus, options, schema) for row in publications]
    report = Report(results, schema is not None)
    report.print(options.aside)
    if len(publications) < len(chosen):
        print(f"skipped: {len(chosen) - len(publications)} files that are no publications ({', '.join(NO_PUBLICATIONS)})")
    below = [f"{name} {share:.2%}" for name, share in report.shares() if share < options.at_least]
    if below:
        print(f"\nbelow {options.at_least:.1%}: " + ", ".join(below))
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
