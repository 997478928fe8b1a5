# SPDX-License-Identifier: BSD-3-Clause
"""A program for mypy.  A line with a mistake has the expected error in a comment: `error: code`."""
from __future__ import annotations

from pathlib import Path
from typing import Optional

import lectern
from lectern import links, types, voices


def opened(path: Path) -> lectern.Publication:
    context = lectern.Context(logger=lambda entry: print(entry["message"], entry["severity"]), maxEntries=1000)
    book = lectern.open(path, {"name": "a.epub"}, context)
    lectern.open(path, {"nam": "a.epub"})  # error: arg-type
    lectern.open(17)  # error: arg-type
    return book


def read(book: lectern.Publication) -> int:
    title: str = book.title
    language: Optional[str] = book.language
    for link in book.toc:
        print(title, language, link["href"], link.get("title", ""), [child["href"] for child in link.get("children", [])])
        print(link["reff"])  # error: typeddict-item
    manifest: types.Manifest = book.manifest
    total: float = manifest["metadata"].get("duration", 0.0)
    manifest["metadata"]["title"] + 1  # error: operator
    for match in book.matches("whale", {"wholeWord": True}):
        print(match.text.upper(), match.locator["locations"]["position"] + 1)
    for page in book.search("whale"):
        print(page["locators"][0]["href"])
    for element in book.elements(tokens={"unit": "word"}):
        role: types.ContentElementRole = element["role"]
        print(role, [token["text"] for token in element.get("tokens", [])])
    with book.cover() as cover:
        cover.read().decode()
    return book.word_count + len(book.positions) + int(total)


def show(book: lectern.Publication) -> None:
    with lectern.Navigator(book, {"preferences": {"fontSize": 1.2}, "viewport": {"width": 600, "height": 800}}) as navigator:
        with navigator.observe("settings", lambda topic, event: print(topic, event)), navigator.edit_preferences() as draft:
            draft["fontSize"] = 1.4
            label: str = draft["fontSize"].label
            print(label, draft["theme"].choices, draft.submit()["changed"], navigator["theme"].value)
        highlight: types.Decoration = {"id": "1", "locator": book.positions[0], "style": {"id": "highlight"}}
        for changes in navigator.apply_decorations("marks", [highlight]).values():
            print(changes)
        navigator.apply_decorations("marks", [{"id": 1}])  # error: typeddict-item
        navigator.go({"to": "nextSection"})
        navigator.go(book.toc[0])
        navigator.set_viewport({"width": 1})  # error: arg-type
        location: Optional[types.Locator] = navigator.location
        print(location["href"])  # error: index
    kept = lectern.Store()
    kept.save(lectern.store.publication("a", "reflowable"), {"theme": "dark"})
    kept.save(lectern.store.kind("epub"), {})  # error: arg-type
    print(kept.load(lectern.store.GLOBAL), kept.migrate()["changes"])


def pure(found: types.Links) -> list[str]:
    print(links.all_match(found, {"kind": "audio"}), links.expanded(found[0], {"query": ["a", 1]}))
    print(voices.select([{"id": "1", "language": "en"}], "en")[0]["id"], lectern.build_info()["version"])
    return [type["href"] for type in links.filtered(found, {"rel": ["cover", "contents"]})]
