# SPDX-License-Identifier: BSD-3-Clause
"""The vectors of other toolkits, answered by the page in a browser: the external collection if present, and some of our
own.

The exceptions are those of Tests/Conformance.
"""
import json
from collections import Counter

import pytest

from Conformance import conformance, exceptions
from Conformance.exceptions.rule import leaving
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


def scripts_before_the_quote(asked):
    """The vectors count the text of scripts, which documents of the page do not have."""
    before, quote, _ = asked.document.partition(asked.given["text"]["highlight"][:20])
    return leaving("textContentRange") if quote and "<script" in before.lower() else None


OF_PAGE = exceptions.Rule("scripts_before_the_quote", "text-quote-anchor-html", "documents of the page have no scripts", "docs/web.md",
                          scripts_before_the_quote)


def judged(pages, vector):
    """The verdict on the answer of the page, which does not see the expectation."""
    question = {key: vector[key] for key in vector.keys() - {"expected"}}
    try:
        answer = conformance.Answer(through_page.HANDLERS[vector["kind"]](question, pages), "page")
        return conformance.judge(vector, answer, pages.vectors, [*exceptions.RULES, OF_PAGE])
    finally:
        pages.close()


def check(pages, found):
    verdicts = [judged(pages, vector) for vector in found]
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
