# SPDX-License-Identifier: BSD-3-Clause
"""Information about the library and this package."""

import re

import pytest

import lectern
from support.tree import BINDING, ROOT


def test_versions_agree():
    header = (ROOT / "include" / "lectern.h").read_text(encoding="utf-8")
    version = re.search(r'#define LECTERN_VERSION "(.*)"', header)[1]
    project = (BINDING / "pyproject.toml").read_text(encoding="utf-8")
    assert lectern.version() == lectern.build_info()["version"] == version
    assert lectern.__version__ == re.search(r'^version = "(.*)"', project, re.M)[1] == version


def test_schemas():
    names = lectern.schema()
    assert {"manifest", "locator", "settings", "decorations", "error"} <= set(names)
    for name in names:
        assert lectern.schema(name)["$schema"]


def test_live_handles_counts_by_type(packed):
    with lectern.Publication.open(packed("sample")) as book:
        assert lectern.live_handles() == {"publication": 1}
        with lectern.Navigator(book), lectern.Navigator(book):
            assert lectern.live_handles() == {"publication": 1, "navigator": 2}


@pytest.mark.parametrize("name", lectern.__all__)
def test_every_public_name_is_documented(name):
    thing = getattr(lectern, name)
    assert thing.__doc__
    if isinstance(thing, type):
        for member, value in vars(thing).items():
            if not member.startswith("_") and (callable(value) or isinstance(value, (property, classmethod))):
                assert value.__doc__, f"{name}.{member}"


def test_services_are_those_of_a_publication(sample):
    assert lectern.build_info()["services"] == [service["name"] for service in sample.services]


def test_formats():
    types = lectern.build_info()["formats"]
    assert len(types) == len(set(types))
    assert {"application/epub+zip", "application/webpub+zip", "application/audiobook+zip", "application/divina+zip",
            "application/lpf+zip", "application/vnd.comicbook+zip", "application/x.readium.zab+zip", "application/pdf",
            "audio/mpeg", "image/png", "application/vnd.comicbook-rar", "application/x-fictionbook+xml", "application/x-mobipocket-ebook", "text/html", "text/plain"} <= set(types)
    assert "application/x-topaz-ebook" not in types


def test_optional_libraries_have_options_for_their_files():
    options = lectern.schema("context-options")["properties"]
    named = {name for name, option in options.items() if option["description"].startswith("The file of")}
    assert set(lectern.build_info()["optionalDependencies"]) == named
