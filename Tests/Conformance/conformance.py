# SPDX-License-Identifier: BSD-3-Clause
"""Runs the vectors in a folder: questions to a Readium toolkit with the answers that its own tests expect.

Each *-vectors.json in the folder is a list of {"id", "kind", "input", "expected"}.  There are two interfaces: the C
API, through the Python binding, and for everything else the Swift core, through the program ConformanceEvaluator.
Handlers do not see the expectations.  Files next to this one:

  exceptions     rules for vectors that we intentionally do not meet, or only partly, with their reasons
  core_only.tsv  kinds that need the Swift core, with the reason
  not_built.tsv  kinds about features that Lectern does not have, and vectors that lack required data
"""
import argparse
import fnmatch
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from . import exceptions, through_c
from .comparison import Absent, in_dialect, matches, resolved

MOST_EXCEPTED = 0.03


@dataclass
class Answer:
    value: object = None
    door: str = "C"
    #: Why there is no answer, or why the core was used.
    note: str = ""
    is_missing: bool = False


@dataclass
class Verdict:
    vector: dict
    answer: Answer
    outcome: str  # passed, in part, failed, excepted
    note: str = ""
    #: The rules that the answer needs, and the other rules that concern the vector.
    needed: list = ()
    idle: list = ()


def rows(name):
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def reason(name, table):
    """The reason in a table for a kind or an id; None if it is not listed."""
    return next((why for pattern, why in table if fnmatch.fnmatchcase(name, pattern)), None)


def names(vector):
    """The names of a vector in tables: its kind, its id, and its kind with the requested member or method."""
    asked = vector["input"]
    yield vector["kind"]
    yield vector["id"]
    if "needs" in vector:
        yield f"needs:{vector['needs']}"
    yield f"{vector['kind']}:{asked.get('member') or asked.get('method') or asked.get('op')}"


def through_the_c_api(question, folder, core_only):
    """An answer, or None if the core is needed; and the reason."""
    handler = through_c.HANDLERS.get(question["kind"])
    if handler is None:
        why = reason(question["kind"], core_only)
        return (None, why) if why else (Answer(note="nobody handles this kind", is_missing=True), "")
    try:
        return Answer(handler(question, folder)), ""
    except through_c.Refused as refused:
        return Answer(Absent(str(refused), refused.path)), ""
    except through_c.Unhandled as unhandled:
        return None, str(unhandled)
    except Exception as error:
        return Answer(note=f"the handler gave up: {error!r}", is_missing=True), ""


def through_the_core(questions, folder, evaluator):
    """The answers of the Swift core by id.  If the program crashes, that vector has no answer, and the next run
    continues after it."""
    answers, first = {}, 0
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(questions, file)
        file.flush()
        while first < len(questions):
            done = subprocess.run([evaluator, file.name, f"{folder}/", str(first)], capture_output=True, text=True,
                                  errors="replace", env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
            found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
            answers |= {answer["id"]: answer for answer in found}
            if not done.returncode:
                break
            print(f"{evaluator.name} ended with {done.returncode}: {done.stdout[-300:]}{done.stderr[-2000:]}")
            first += len(found) + 1
    return answers


def core_answer(found, why):
    if found is None:
        return Answer(None, "core", "the evaluator gave no answer", is_missing=True)
    if "unhandled" in found:
        return Answer(None, "core", found["unhandled"], is_missing=True)
    if "refused" in found:
        return Answer(Absent(found["refused"]), "core", why)
    return Answer(found["value"], "core", why)


def ask(vectors, folder, evaluator, core_only):
    """The answers to vectors by id.  The expectations are removed from the questions."""
    questions = [{key: vector[key] for key in vector.keys() - {"expected"}} for vector in vectors]
    answers, left, reasons = {}, [], {}
    for question in questions:
        answer, why = through_the_c_api(question, folder, core_only)
        if answer is None:
            left.append(question)
            reasons[question["id"]] = why
        else:
            answers[question["id"]] = answer
    found = through_the_core(left, folder, evaluator) if left else {}
    return answers | {id: core_answer(found.get(id), why) for id, why in reasons.items()}


def judge(vector, answer, folder, rules=exceptions.RULES):
    """Compares an answer; if it does not pass, all rules that concern the vector apply together."""
    expected, actual = resolved(vector["expected"], folder), in_dialect(vector, answer.value)
    passed, note = compare(expected, actual, answer)
    changes = {rule: change for rule in rules if (change := rule.change(vector, expected, folder))}
    if passed:
        return Verdict(vector, answer, "passed", idle=list(changes))
    if answer.is_missing or not compare_by(changes, expected, actual):
        return Verdict(vector, answer, "failed", note)
    whole = [rule for rule, change in changes.items() if change is exceptions.anything]
    needed = whole or [rule for rule in changes if not compare_by(changes, expected, actual, but=rule)]
    idle = [] if whole else [rule for rule in changes if rule not in needed]
    return Verdict(vector, answer, "excepted" if whole else "in part", needed[0].reason if needed else "", needed, idle)


def compare_by(changes, expected, actual, but=None):
    """Whether the answers match after the changes of all rules, or of all but one."""
    try:
        for rule, change in changes.items():
            if rule != but:
                expected, actual = change(expected), change(actual)
        return matches(expected, actual)
    except (AttributeError, KeyError, TypeError):
        # An answer of another shape differs in more than the rules say.
        return False


def unused(rules, verdicts):
    """Rules whose vectors all match without them."""
    needed = [rule for verdict in verdicts for rule in verdict.needed]
    idle = [rule for verdict in verdicts for rule in verdict.idle]
    return [rule for rule in rules if rule in idle and rule not in needed]


def compare(expected, actual, answer):
    if answer.is_missing:
        return False, answer.note
    try:
        return matches(expected, actual), ""
    except (TypeError, AttributeError) as error:
        return False, f"cannot be compared: {error}"


def short(value, most=300):
    text = repr(value) if isinstance(value, Absent) else json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= most else text[:most] + "..."


COLUMNS = ("passed", "in part", "failed", "excepted", "C", "core")


def line(kind, counts):
    return f"{kind:32}" + "".join(f"{counts[column]:>10}" for column in COLUMNS)


def report(verdicts, options):
    counts = {kind: Counter() for kind in sorted({verdict.vector["kind"] for verdict in verdicts})}
    for verdict in verdicts:
        counts[verdict.vector["kind"]].update((verdict.outcome, verdict.answer.door))
        if verdict.outcome == "failed":
            print(f"\nFAILED {verdict.vector['id']}  {verdict.note}"
                  f"\n  asked    {short(verdict.vector['input'], options.width)}"
                  f"\n  expected {short(verdict.vector['expected'], options.width)}"
                  f"\n  got      {short(verdict.answer.value, options.width)}")
    print(f"\n{'kind':32}" + "".join(f"{column:>10}" for column in COLUMNS))
    for kind, of_kind in counts.items():
        print(line(kind, of_kind))
    total = sum(counts.values(), Counter())
    print(line("all", total))
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vectors", type=Path, required=True)
    parser.add_argument("--evaluator", type=Path, required=True)
    parser.add_argument("--kind", action="append", help="only these kinds")
    parser.add_argument("--width", type=int, default=300, help="characters of a failed case that are shown")
    options = parser.parse_args()

    core_only, not_built = rows("core_only.tsv"), rows("not_built.tsv")
    verdicts, not_asked = [], Counter()
    for file in sorted(options.vectors.glob("*-vectors.json")):
        vectors = [vector for vector in json.loads(file.read_text(encoding="utf-8"))
                   if not options.kind or vector["kind"] in options.kind]
        left_out = [vector for vector in vectors if any(reason(name, not_built) for name in names(vector))]
        not_asked.update(vector["kind"] for vector in left_out)
        vectors = [vector for vector in vectors if vector not in left_out]
        answers = ask(vectors, options.vectors, options.evaluator, core_only)
        verdicts += [judge(vector, answers[vector["id"]], options.vectors) for vector in vectors]
    if not verdicts:
        print(f"there are no vectors in {options.vectors}")
        return 2
    total = report(verdicts, options)
    through_core = [verdict for verdict in verdicts if verdict.answer.door == "core"]
    for why, count in Counter(verdict.answer.note for verdict in through_core).most_common():
        print(f"core only: {count:4}  {why}")
    for outcome in ("in part", "excepted"):
        for why, count in Counter(verdict.note for verdict in verdicts if verdict.outcome == outcome).most_common():
            print(f"{outcome + ':':9} {count:5}  {why}")
    for verdict in verdicts:
        for rule in verdict.idle:
            print(f"too wide: {rule.name} concerns {verdict.vector['id']}, which does not need it")
    for kind, count in sorted(not_asked.items()):
        print(f"not asked: {count:4}  {kind}")
    share = total["excepted"] / len(verdicts)
    print(f"{len(verdicts)} vectors: {total['passed']} passed, {total['in part']} in part, {total['failed']} failed, {total['excepted']} excepted"
          f" ({share:.1%}; at most {MOST_EXCEPTED:.0%}); {total['C']} through C, {total['core']} through the core;"
          f" {not_asked.total()} more are not asked")
    superfluous = unused(exceptions.RULES, verdicts)
    for rule in superfluous:
        print(f"no exception any more: {rule.name}")
    return 1 if total["failed"] or share > MOST_EXCEPTED or superfluous else 0


if __name__ == "__main__":
    sys.exit(main())
