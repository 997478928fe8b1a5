# SPDX-License-Identifier: BSD-3-Clause
"""The vectors of other toolkits, answered by the page in a browser: the external collection if present, and some of our
own.

The exceptions are those of Tests/Conformance.
"""
import json
from collections import Counter

import pytest

from Conformance import conformance
from support.collections_of_files import vectors
from support.tree import FIXTURES

from . import through_page
from .through_page.pages import Pages

OWN = FIXTURES / "vectors"


def of_kind(kind, folder):
    return [vector for path in sorted(folder.glob("*-vectors.json")) for vector in json.loads(path.read_text(encoding="utf-8"))
            if vector["kind"] == kind]


@pytest.fixture
def pages(browser):
    made = Pages(browser, vectors())
    yield made
    made.close()


#: Documents of the page have no scripts, whose text the vector counts.
OF_PAGE = [conformance.Exception_("hypothesis/html-baselines/wikipedia-regression-testing#3", "no text of scripts", "textContentRange")]


def judged(pages, vector, allowed):
    """The verdict on the answer of the page, which does not see the expectation."""
    question = {key: vector[key] for key in vector.keys() - {"expected"}}
    try:
        answer = conformance.Answer(through_page.HANDLERS[vector["kind"]](question, pages), "page")
        return conformance.judge(vector, answer, pages.vectors, allowed)
    finally:
        pages.close()


def check(pages, found):
    allowed = OF_PAGE + [conformance.Exception_(*row) for row in conformance.rows("allowed.tsv")]
    verdicts = [judged(pages, vector, allowed) for vector in found]
    print(verdicts[0].vector["kind"], dict(Counter(verdict.outcome for verdict in verdicts)))
    failed = [verdict for verdict in verdicts if verdict.outcome == "failed"]
    assert not failed, "\n".join(f"{one.vector['id']}: {one.answer.value!r} for {one.vector['expected']!r}" for one in failed)
    return verdicts


@pytest.mark.parametrize("kind", sorted(through_page.HANDLERS))
def test_the_vectors_of_other_toolkits(pages, kind):
    if vectors() == OWN:
        pytest.skip("there are no vectors of other toolkits")
    check(pages, of_kind(kind, vectors()))


@pytest.mark.parametrize("kind", [kind for kind in sorted(through_page.HANDLERS) if of_kind(kind, OWN)])
def test_own_vectors(pages, kind):
    assert {verdict.outcome for verdict in check(pages, of_kind(kind, OWN))} == {"passed"}
