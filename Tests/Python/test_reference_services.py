# SPDX-License-Identifier: BSD-3-Clause
"""Routes that have a schema, and only services of the host."""
import json

import pytest

import lectern


class Library(lectern.Service):
    """Knows persons of the book, and its newest edition."""
    name = "org.example.library"
    links = [
        {"href": "~readium/reference{?query}", "type": "application/json", "templated": True},
        {"href": "~readium/update", "type": "application/json"},
    ]

    def get(self, href):
        if href == "/~readium/update":
            newer = {"href": "https://example.org/book.epub", "type": "application/epub+zip"}
            return json.dumps({"isAvailable": True, "modified": "2026-01-01T00:00:00Z", "link": newer}).encode()
        if not href.startswith("/~readium/reference"):
            return None
        name = href.partition("query=")[2]
        with self.publication.search(name, {"wholeWord": True}) as found:
            places = [locator for page in found for locator in page["locators"]]
        entry = {"term": name, "kind": "person", "definition": "A person.", "locators": places}
        return json.dumps({"entries": [entry] if places else []}).encode()


def test_references_and_updates_are_answered_by_a_host(packed, check):
    context = lectern.Context()
    context.add_service(Library)
    with lectern.Publication.open(packed("sample"), context=context) as publication:
        listed = {link["href"]: link for link in publication.manifest["links"]}
        assert {"~readium/reference{?query}", "~readium/update"} <= set(listed)
        assert {link["href"] for link in publication.services[0]["links"]} == {link["href"] for link in Library.links}
        asked = lectern.links.expanded(listed["~readium/reference{?query}"], {"query": "Ishmael"})
        with publication.get(asked["href"]) as answer:
            (entry,) = check("reference", json.loads(answer.read()))["entries"]
        assert entry["locators"] and publication.locate(entry["locators"][0])["fit"] == "exact"
        with publication.get("~readium/update") as answer:
            assert check("update", json.loads(answer.read()))["isAvailable"] and answer.link["type"] == "application/json"


@pytest.mark.parametrize("route", ["~readium/reference?query=a", "~readium/update"])
def test_without_such_a_service_there_is_none(sample, route):
    with pytest.raises(lectern.NotFoundError):
        sample.get(route)
