#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the vectors of a folder: questions to a Readium toolkit with the answers that its own tests expect.

Every *-vectors.json of the folder is a list of {"id", "kind", "input", "expected"}.  What the C API can answer is asked
through it, from Python; the rest is answered by the Swift core, through the program ConformanceEvaluator.  allowed.tsv
lists the vectors that we do not follow, each with its reason, and not_built.tsv the kinds that cannot be asked yet.
"""
import argparse
import fnmatch
import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings" / "python"))

import through_c  # noqa: E402
from comparison import Absent, in_dialect, matches  # noqa: E402

MOST_EXCEPTED = 0.04


@dataclass
class Exception_:
    """Vectors that are not followed, by a pattern of their ids."""
    pattern: str
    reason: str
    used: int = 0


@dataclass
class Verdict:
    vector: dict
    outcome: str              # passed, failed, excepted
    actual: object = None
    note: str = ""


def rows(name):
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def is_built(kind, not_built):
    return not any(fnmatch.fnmatchcase(kind, pattern) for pattern, _ in not_built)


def swift_answers(evaluator, path, vectors):
    """What the Swift core answers, by id.  Where the program dies there is no answer; it goes on behind that vector."""
    answers, first = {}, 0
    while first < len(vectors):
        done = subprocess.run([evaluator, path, str(first)], capture_output=True, text=True, errors="replace",
                              env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
        found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        answers |= {answer["id"]: answer for answer in found}
        if not done.returncode:
            break
        print(f"{evaluator.name} ended with {done.returncode}: {done.stdout[-300:]}{done.stderr[-2000:]}")
        first += len(found) + 1
    return answers


def answer(vector, folder, swift):
    """(answer, why there is none)"""
    if room := through_c.ROOMS.get(vector["kind"]):
        try:
            return room(vector, folder), None
        except through_c.Refused as refused:
            return Absent(str(refused)), None
        except through_c.Unhandled:
            pass
        except Exception as error:
            return None, f"the room gave up: {error!r}"
    found = swift.get(vector["id"], {"unhandled": "the evaluator gave no answer"})
    if "unhandled" in found:
        return None, found["unhandled"]
    return (Absent(found["refused"]) if "refused" in found else found["value"]), None


def judge(vector, folder, swift, allowed):
    actual, unanswered = answer(vector, folder, swift)
    expected = through_c.resolved(vector["expected"], folder)
    try:
        passed = unanswered is None and matches(expected, in_dialect(vector, actual))
    except (TypeError, AttributeError) as error:
        passed, unanswered = False, f"cannot be compared: {error}"
    if passed:
        return Verdict(vector, "passed", actual)
    for exception in allowed:
        if fnmatch.fnmatchcase(vector["id"], exception.pattern):
            exception.used += 1
            return Verdict(vector, "excepted", actual, exception.reason)
    return Verdict(vector, "failed", actual, unanswered or "")


def short(value, most=300):
    text = repr(value) if isinstance(value, Absent) else json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= most else text[:most] + "..."


def report(verdicts, options):
    outcomes = {kind: Counter() for kind in sorted({verdict.vector["kind"] for verdict in verdicts})}
    for verdict in verdicts:
        outcomes[verdict.vector["kind"]][verdict.outcome] += 1
    for verdict in verdicts:
        if verdict.outcome == "failed" and (not options.kind or verdict.vector["kind"] in options.kind):
            print(f"\nFAILED {verdict.vector['id']}  {verdict.note}\n  asked    {short(verdict.vector['input'], options.width)}"
                  f"\n  expected {short(verdict.vector['expected'], options.width)}\n  got      {short(verdict.actual, options.width)}")
    print(f"\n{'kind':32}{'passed':>8}{'failed':>8}{'excepted':>10}")
    for kind, counts in outcomes.items():
        print(f"{kind:32}{counts['passed']:8}{counts['failed']:8}{counts['excepted']:10}")
    total = sum(outcomes.values(), Counter())
    print(f"{'all':32}{total['passed']:8}{total['failed']:8}{total['excepted']:10}")
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=Path, required=True)
    parser.add_argument("--evaluator", type=Path, required=True)
    parser.add_argument("--kind", action="append", help="only these kinds")
    parser.add_argument("--width", type=int, default=300, help="characters of a failed case that are shown")
    options = parser.parse_args()

    allowed = [Exception_(*row) for row in rows("allowed.tsv")]
    not_built = rows("not_built.tsv")
    verdicts = []
    not_asked = Counter()
    for file in sorted(options.vectors.glob("*-vectors.json")):
        vectors = json.loads(file.read_text(encoding="utf-8"))
        swift = swift_answers(options.evaluator, file, vectors)
        for vector in vectors:
            if options.kind and vector["kind"] not in options.kind:
                continue
            if not is_built(vector["kind"], not_built):
                not_asked[vector["kind"]] += 1
                continue
            verdicts.append(judge(vector, options.vectors, swift, allowed))
    if not verdicts:
        print(f"there are no vectors in {options.vectors}")
        return 2
    total = report(verdicts, options)
    for reason, count in Counter(verdict.note for verdict in verdicts if verdict.outcome == "excepted").most_common():
        print(f"excepted: {count:4}  {reason}")
    for kind, count in sorted(not_asked.items()):
        print(f"not asked: {count:4}  {kind}")
    share = total["excepted"] / len(verdicts)
    print(f"{len(verdicts)} vectors: {total['passed']} passed, {total['failed']} failed, {total['excepted']} excepted"
          f" ({share:.1%}; at most {MOST_EXCEPTED:.0%}); {not_asked.total()} more are not asked")
    return 1 if total["failed"] or share > MOST_EXCEPTED else 0


if __name__ == "__main__":
    sys.exit(main())
