# SPDX-License-Identifier: BSD-3-Clause
"""Typed properties of links: values that violate their schema are dropped with a warning."""
import json

import pytest

import lectern


def opened(properties):
    return lectern.Publication.open_manifest({
        "metadata": {"title": "Blue"}, "links": [],
        "readingOrder": [{"href": "a.html", "type": "text/html", "properties": properties}]})


def kept(properties):
    """The remaining properties, and the paths of the warnings."""
    with opened(properties) as book:
        link = book.manifest["readingOrder"][0]
        assert book.link("a.html") == link
        return link.get("properties", {}), [warning["path"].rpartition("/properties/")[2].replace("~1", "/") for warning in book.warnings]


ARCHIVE = "https://readium.org/webpub-manifest/properties#archive"

WHOLE = {
    "numberOfItems": 3, "price": {"currency": "EUR", "value": 12.5, "own": [1]}, "holds": {"total": 3, "position": 0},
    "copies": {"total": 9, "available": 2}, "availability": {"state": "ready", "since": "2020-01-02", "until": "2021-01-01T00:00:00Z"},
    "indirectAcquisition": [{"type": "application/vnd.adobe.adept+xml", "child": [{"type": "application/epub+zip"}]}],
    "authenticate": {"href": "https://example.org/a", "type": "application/opds-authentication+json"},
    ARCHIVE: {"entryLength": 0, "isEntryCompressed": True}, "contains": ["mathml", "onix"],
    "page": "left", "fit": "cover", "layout": "fixed", "clipped": True, "overflow": "scrolled", "own": {"price": "free"},
}


def test_what_is_right_stays_as_it_is():
    assert kept(WHOLE) == (WHOLE, [])
    assert kept({"holds": {}, "copies": {}}) == ({"holds": {}, "copies": {}}, [])


@pytest.mark.parametrize("name, values", {
    "numberOfItems": [-1, 2.5, 1e30, "3", [3]],
    "price": ["free", 5, {}, {"currency": "EUR"}, {"value": 1}, {"currency": 1, "value": 1}, {"currency": "EUR", "value": -1},
              {"currency": "EUR", "value": "1"}, [{"currency": "EUR", "value": 1}]],
    "holds": [5, [], "many", [{"total": 1}]],
    "copies": [5, [], True],
    "availability": ["available", {}, {"state": "lost"}, {"state": "Ready"}, {"since": "2020-01-01"}, {"state": None}],
    "indirectAcquisition": [{"type": "a/b"}, "a/b", [{}], [{"type": 5}], [{"type": "no type"}], [5], [{"child": [{"type": "a/b"}]}]],
    ARCHIVE: [5, {}, {"isEntryCompressed": True}, {"entryLength": -1, "isEntryCompressed": True}, {"entryLength": 5}],
    "authenticate": [5, "https://example.org", {}, {"href": 5}],
    "page": ["middle", 1, "Left"], "fit": ["huge"], "orientation": ["upright"], "spread": [True], "overflow": ["none"],
    "layout": ["pre-paginated", "Fixed"], "clipped": ["true", 1],
}.items())
def test_what_is_something_else_is_absent_with_a_warning(name, values):
    for value in values:
        properties, warnings = kept({name: value, "own": 1})
        assert properties == {"own": 1}, value
        assert warnings and all(path == name or path.startswith(name + "/") for path in warnings), value


def test_parts_that_are_wrong_take_nothing_from_the_rest():
    properties, warnings = kept({
        "holds": {"total": 3, "position": -1}, "copies": {"total": "x", "available": 1},
        "availability": {"state": "ready", "since": 5},
        "indirectAcquisition": [{"type": "a/b"}, 5, {"type": "c/d", "child": [{}, {"type": "e/f", "child": 1}]}]})
    assert properties == {
        "holds": {"total": 3}, "copies": {"available": 1}, "availability": {"state": "ready"},
        "indirectAcquisition": [{"type": "a/b"}, {"type": "c/d", "child": [{"type": "e/f"}]}]}
    assert set(warnings) == {"holds/position", "copies/total", "availability/since", "indirectAcquisition/1",
                             "indirectAcquisition/2/child/0", "indirectAcquisition/2/child/1/child"}


def test_acquisitions_are_bounded():
    nested = {"type": "a/b"}
    for _ in range(50):
        nested = {"type": "a/b", "child": [nested]}
    properties, warnings = kept({"indirectAcquisition": [nested]})
    assert 0 < json.dumps(properties).count("a/b") <= 51


def test_what_is_encrypted_stays_encrypted():
    for value in (5, {}, {"algorithm": 5}):
        with opened({"encrypted": value}) as book:
            assert book.info["protection"], value


def test_the_older_name_of_the_length_of_an_encrypted_resource_is_replaced():
    older = {"algorithm": "http://algo", "original-length": 42}
    assert kept({"encrypted": older}) == ({"encrypted": {"algorithm": "http://algo", "originalLength": 42}}, [])
    assert kept({"encrypted": older | {"originalLength": 43}})[0]["encrypted"]["originalLength"] == 43


def test_what_a_resource_contains_is_listed_once():
    assert kept({"contains": ["onix", "mathml", "onix"]}) == ({"contains": ["onix", "mathml"]}, [])
    assert kept({"contains": ["onix", 5]}) == ({"contains": ["onix"]}, ["contains/1"])
