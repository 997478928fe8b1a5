# SPDX-License-Identifier: BSD-3-Clause
"""Going to locations, with and without a page in a web view."""
import pytest

import lectern
from support.schemas import explain

from .web import XHTML, state_of

CHAPTER = "EPUB/text/loomings.xhtml"
SONNETS = "EPUB/text/sonnets.xhtml"
LOCATOR = {"href": CHAPTER, "type": XHTML, "locations": {"progression": 0.25}, "text": {"highlight": "whale"}}


def going(navigator, page, schemas, target, expected=True):
    assert not explain(schemas["go-target"], target), target
    assert navigator.go(target) is expected
    messages = page.poll()
    for message in messages:
        assert not explain(schemas["event-web"], message), message
    return messages


def test_steps_are_the_page_s(navigator, page, schemas):
    for step in ("forward", "backward", "left", "right", "start", "end", "resourceStart", "resourceEnd"):
        assert going(navigator, page, schemas, {"to": step}) == [{"type": "move", "to": step}]
    assert going(navigator, page, schemas, {"to": "left", "animated": True}) == [{"type": "move", "to": "left", "animated": True}]


def test_offsets_that_cannot_be_are_left_out(navigator, page, schemas):
    navigator.go({"href": CHAPTER, "domRange": {"start": {"cssSelector": "p", "textNodeIndex": 0, "charOffset": -1}}})
    [message] = page.poll()
    assert not explain(schemas["event-web"], message)
    assert message["locator"]["locations"] == {"domRange": {"start": {"cssSelector": "p", "textNodeIndex": 0}}}


def test_places(sample, navigator, page, schemas):
    for target in (LOCATOR, {"href": SONNETS + "#sonnet-29"}, sample.manifest["toc"][1], {"href": "/" + SONNETS, "progression": 0.5},
                   {"position": 12}, {"progression": 0.75}, {"totalProgression": 0.75},
                   {"href": "other.xhtml", "text": {"highlight": "Call me Ishmael"}}, {"text": {"highlight": "Call me Ishmael"}}):
        [message] = going(navigator, page, schemas, target)
        expected = sample.locate({"totalProgression": target["progression"]} if target == {"progression": 0.75} else target)
        assert message["locator"]["href"] == expected["href"]
        if "position" in target or "totalProgression" in target:
            assert message["locator"]["locations"]["position"] == expected["locations"]["position"]
    [message] = going(navigator, page, schemas, LOCATOR)
    # A text has the range that the library has found.
    assert (message["type"], message["locator"]["fit"], message["locator"]["text"]["highlight"]) == ("go", "changed", "Whale")
    assert message["locator"]["locations"]["domRange"]["end"]


def test_a_document_outside_the_reading_order(sample, navigator, page, schemas):
    [nav] = [link["href"] for link in sample.manifest["resources"] if link.get("rel") == ["contents"]]
    assert nav in [document["href"] for document in page.state["documents"]]
    [message] = going(navigator, page, schemas, {"href": nav + "#toc"})
    assert message["locator"] == {"href": nav, "type": XHTML, "locations": {"fragments": ["toc"]}}
    page.at(nav, 0.5)
    assert navigator.location["href"] == nav and "position" not in navigator.location["locations"]


def test_the_text_of_a_link(navigator, page, schemas):
    [message] = going(navigator, page, schemas, {"href": CHAPTER + "#:~:text=Call%20me"})
    assert message["locator"]["text"]["highlight"] == "Call me" and message["locator"]["locations"]["domRange"]["end"]


def test_places_that_are_not_there(navigator, page):
    for target in ({"href": "no.xhtml"}, {"position": 9999}, {"text": {"highlight": "zzzzqqqq zzzzz"}},
                   {"href": "EPUB/images/cover.svg"}):
        with pytest.raises(lectern.NotFoundError):
            navigator.go(target)
    for target in ({}, {"to": "nowhere"}, {"to": "forward", "href": SONNETS}, {"href": 5}, {"progression": 2}, {"x": 1},
                   {"animated": 1, "to": "left"}):
        with pytest.raises((lectern.JsonError, lectern.ArgumentError)):
            navigator.go(target)
    with pytest.raises(lectern.JsonError) as raised:
        navigator.go({"progression": 1.5})
    assert raised.value.path.endswith("> /progression")
    assert page.poll() == []


def flat(links):
    return [link for entry in links for link in (entry, *flat(entry.get("children", ())))]


def test_sections_forwards_and_backwards(sample, navigator, page, schemas):
    """Each entry of the table of contents is reached once, whatever location the page then reports."""
    entries = [entry["href"] for entry in flat(sample.manifest["toc"])]
    page.at(entries[0], 0)

    def visited(step):
        found = []
        for _ in range(len(entries) + 5):
            if not navigator.go({"to": step}):
                return found
            [message] = page.poll()
            locator = message["locator"]
            fragment = "".join("#" + one for one in locator["locations"].get("fragments", []))
            found.append(locator["href"] + fragment)
            # The page starts before the heading that was the target.
            place = sample.locate({"href": locator["href"], **({"fragments": [fragment[1:]]} if fragment else {})})
            page.at(locator["href"], max(0, place["locations"]["progression"] - 0.01))
        return found

    assert visited("nextSection") == entries[1:]
    assert visited("previousSection") == entries[-2::-1]


def test_the_previous_section_from_the_middle_of_one(navigator, page, schemas):
    page.at(CHAPTER, 0.5)
    [message] = going(navigator, page, schemas, {"to": "previousSection"})
    assert message["locator"]["href"] == CHAPTER and message["locator"]["locations"] == {"progression": 0.0}
    page.at(CHAPTER, 0)
    [message] = going(navigator, page, schemas, {"to": "previousSection"})
    assert message["locator"]["href"] == "EPUB/text/title.xhtml"


def test_going_without_a_page_sets_the_location(navigator, sample):
    assert navigator.go({"position": 12}) and navigator.location["locations"]["position"] == 12
    assert navigator.go({"to": "end"}) and navigator.location["href"] == sample.manifest["readingOrder"][-1]["href"]
    assert navigator.go({"to": "resourceStart"}) and navigator.location["locations"]["progression"] == 0
    assert navigator.go({"to": "start"}) and navigator.location["href"] == sample.manifest["readingOrder"][0]["href"]
    assert navigator.go({"to": "nextSection"}) and navigator.location["href"] == CHAPTER
    assert state_of(navigator)["location"] == navigator.location
