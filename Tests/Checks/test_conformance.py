# SPDX-License-Identifier: BSD-3-Clause
"""The runner for vectors of other toolkits: with the external collection if present, and with some of our own."""
import json
import re
import subprocess
import sys

import pytest

from support.collections_of_files import vectors
from support.tree import ROOT

#: Built by `swift test`.
EVALUATOR = ROOT / ".build" / "release" / "ConformanceEvaluator"

#: Some vectors of each kind, for both interfaces.
OWN = [vector for path in sorted((ROOT / "Tests" / "Fixtures" / "vectors").glob("*.json"))
       for vector in json.loads(path.read_text(encoding="utf-8"))]


def run(folder):
    done = subprocess.run(
        [sys.executable, "-m", "Conformance.conformance", "--vectors", folder, "--evaluator", EVALUATOR],
        capture_output=True, text=True, errors="replace", timeout=600)
    return done.returncode, done.stdout + done.stderr[-2000:]


@pytest.fixture(scope="module", autouse=True)
def evaluator(library):
    if not EVALUATOR.exists():
        pytest.skip(f"{EVALUATOR.name} is not built; `swift build` makes it, and `make conformance` its own")


def test_the_vectors_of_other_toolkits():
    status, report = run(vectors())
    assert status == 0 and "too wide" not in report, report[-6000:]


def test_own_vectors(tmp_path):
    (tmp_path / "own-vectors.json").write_text(json.dumps(OWN))
    status, report = run(tmp_path)
    assert status == 0, report
    assert f"{len(OWN)} vectors: {len(OWN)} passed, 0 in part, 0 failed, 0 excepted" in report


def test_a_wrong_answer_fails_the_run(tmp_path):
    wrong = [{**vector, "expected": "something else"} for vector in OWN]
    (tmp_path / "own-vectors.json").write_text(json.dumps(wrong))
    status, report = run(tmp_path)
    assert status == 1
    assert f"{len(OWN)} vectors: 0 passed, 0 in part, {len(OWN)} failed, 0 excepted" in report


def test_what_nobody_can_answer_fails_the_run(tmp_path):
    unknown = [{"id": "own/unknown", "kind": "unheard-of", "input": {"op": "guess"}, "expected": None}]
    (tmp_path / "own-vectors.json").write_text(json.dumps(unknown))
    status, report = run(tmp_path)
    assert status == 1 and "1 failed" in report


def test_what_is_not_built_is_counted(tmp_path):
    vectors = [{"id": "own/cfi", "kind": "cfi.make", "needs": "ignore", "input": {}, "expected": None}]
    (tmp_path / "own-vectors.json").write_text(json.dumps(OWN + vectors))
    status, report = run(tmp_path)
    assert status == 0 and "not asked:    1  cfi.make" in report and "1 more are not asked" in report


def test_a_folder_without_vectors_fails_the_run(tmp_path):
    assert run(tmp_path)[0] == 2


CONFORMANCE = ROOT / "Tests" / "Conformance"


def test_no_handler_reads_what_is_expected():
    """Answers must not depend on the expectations; those of the toolkits' tests may only be in the vectors."""
    for path in [*(CONFORMANCE / "through_c").glob("*.py"), *(CONFORMANCE / "Evaluator").glob("*.swift"),
                 *(ROOT / "Tests" / "Web" / "through_page").glob("*.py")]:
        code = re.sub(r'^\s*//.*|#.*|"""(.|\n)*?"""', "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert "expected" not in code, f"{path.name} reads what is expected"


def test_no_handler_is_given_what_is_expected(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(CONFORMANCE))
    from Conformance import conformance

    seen = []
    monkeypatch.setitem(conformance.through_c.HANDLERS, "own", lambda question, folder: seen.append(question))
    conformance.ask([{"id": "a", "kind": "own", "input": {}, "expected": 1}], tmp_path, EVALUATOR, [])
    assert seen == [{"id": "a", "kind": "own", "input": {}}]


def test_a_refusal_is_not_null_and_null_is_no_list(monkeypatch):
    monkeypatch.syspath_prepend(str(CONFORMANCE))
    from Conformance.comparison import Absent, More, in_dialect, matches

    assert not matches(None, Absent("")) and matches({"$error": True}, Absent(""))
    assert not matches(None, []) and not matches([], None) and not matches(None, {})
    question = {"id": "kotlin/A", "input": {"op": "parse"}}
    assert in_dialect(question, Absent("")) is None
    assert isinstance(in_dialect(question | {"id": "swift/A"}, Absent("")), Absent)
    assert matches({"a": 1}, More(a=1, b=2)) and not matches({"c": None}, More(a=1))


def test_an_exception_of_members_compares_the_rest(monkeypatch):
    monkeypatch.syspath_prepend(str(CONFORMANCE))
    from Conformance.conformance import Answer, judge
    from Conformance.exceptions.rule import Rule, leaving

    vector = {"id": "own/a", "kind": "own", "input": {}, "expected": {"role": "body", "text": "A", "segments": [{"locator": 1, "text": "A"}]}}
    rules = [Rule("own", "own", "why", "", lambda asked: leaving("role", "segments/locator")), Rule("other", "other", "why", "", lambda asked: leaving("text"))]
    answer = {"role": "heading", "text": "A", "segments": [{"text": "A"}]}
    assert judge(vector, Answer(answer), None, rules).outcome == "in part"
    assert judge(vector, Answer(answer | {"text": "B"}), None, rules).outcome == "failed"


def test_a_rule_that_nothing_needs_is_none(monkeypatch):
    monkeypatch.syspath_prepend(str(CONFORMANCE))
    from Conformance.conformance import Answer, judge, unused
    from Conformance.exceptions.rule import Rule, leaving

    rules = [Rule(name, "own", "why", "", lambda asked, name=name: leaving(name) if name in asked.expected else None) for name in "abc"]
    verdicts = [judge({"id": "own/a", "kind": "own", "input": {}, "expected": {"a": 1, "b": 2}}, Answer({"a": 3, "b": 2}), None, rules)]
    assert ([rule.name for rule in verdicts[0].needed], [rule.name for rule in verdicts[0].idle]) == (["a"], ["b"])
    assert [rule.name for rule in unused(rules, verdicts)] == ["b"]


@pytest.fixture(scope="module")
def twins(evaluator, tmp_path_factory):
    """The verdicts on vectors that are like those of the toolkits, but made up here."""
    from Conformance import conformance, twins
    folder = tmp_path_factory.mktemp("twins")
    for name, data in twins.FILES.items():
        (folder / name).write_bytes(data)
    asked = twins.vectors()
    answers = conformance.ask(list(asked.values()), folder, EVALUATOR, conformance.rows("core_only.tsv"))
    return {name: conformance.judge(vector, answers[vector["id"]], folder) for name, vector in asked.items()}


def test_each_rule_excepts_a_twin(twins):
    from Conformance.exceptions import RULES
    assert set(twins) == {rule.name for rule in RULES}
    for name, verdict in twins.items():
        assert verdict.outcome in ("in part", "excepted"), (name, verdict.answer)
        assert name in [rule.name for rule in verdict.needed] and not verdict.idle, (name, verdict)


def test_what_is_excepted_as_a_whole_has_the_answer_that_the_rule_says(twins):
    from Conformance.comparison import Absent, matches
    from Conformance.twins import ours
    assert set(ours()) == {name for name, verdict in twins.items() if verdict.outcome == "excepted"}
    for name, answer in ours().items():
        actual = twins[name].answer.value
        assert isinstance(actual, Absent) if isinstance(answer, Absent) else matches(answer, actual), (name, actual)


def test_a_vector_that_differs_in_more_than_the_rule_says_fails(twins):
    from Conformance.conformance import Answer, judge
    for name, verdict in twins.items():
        if verdict.outcome == "in part":
            assert judge(verdict.vector, Answer({"something": "else"}), None).outcome == "failed", name
