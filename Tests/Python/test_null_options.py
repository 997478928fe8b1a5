# SPDX-License-Identifier: BSD-3-Clause
"""A null option keeps its default, in every option object, at any depth."""

import ctypes
import json

import pytest

import lectern
from support.books_without_files import publication

#: Required members of option objects, and members for which a schema has no further constraints.
SOUND = {
    "viewport": {"width": 800, "height": 600},
    "decoration-template": {"element": "<div></div>"},
}


def schema_of(name, below=()):
    schema = lectern.schema(name)
    for step in below:
        schema = schema["properties"][step]
    return schema


def all_null(schema):
    return {name: None for name in schema["properties"] if name not in schema.get("required", ())}


def accepts_null(schema):
    """Whether a schema allows null; a schema without constraints does."""
    if "anyOf" in schema or "oneOf" in schema:
        return any(map(accepts_null, schema.get("anyOf") or schema["oneOf"]))
    if "enum" in schema:
        return None in schema["enum"]
    return "type" not in schema or "null" in schema["type"]


def context(options):
    with lectern.Context(**options):
        pass


def opened(options):
    with lectern.Publication.open_manifest({"metadata": {"title": "T"}, "links": [], "readingOrder": []}, options=options) as book:
        return book.manifest


def navigator(options):
    with publication() as book, lectern.Navigator(book, options) as navigator:
        return navigator.settings, navigator.spreads


def viewport(options):
    with publication() as book, lectern.Navigator(book) as navigator:
        navigator.set_viewport(options)
        return navigator.spreads


def store(options):
    with lectern.Store(**options) as store:
        return store.scopes


def template(options):
    with publication() as book, lectern.Navigator(book) as navigator:
        navigator.set_decoration_template("own", options)
        return navigator.supports_decoration("own")


FUNCTIONS = {
    "context-options": context,
    "open-options": opened,
    "token-options": lambda options: lectern.tokenize("One. Two.", options),
    "sniff-hints": lambda options: lectern.sniff(None, {**options, "name": "book.epub"}),
    "link-filter": lambda options: lectern.links.filtered([{"href": "a", "type": "text/html"}], options),
    "content-options": lambda options: raw_content(options),
    "markdown-options": lambda options: raw_markdown(options),
    "voice-options": lambda options: raw_selected(options),
    "navigator-options": navigator,
    "viewport": viewport,
    "store-options": store,
    "decoration-template": template,
}


def raw_content(options):
    with publication() as book:
        arguments = (book, None, lectern._values.json_text(options))
        lectern.Cursor(lectern._calls.output(ctypes.c_void_p, "lectern_publication_content", *arguments)).close()


def raw_markdown(options):
    with publication() as book:
        return lectern._calls.fetch_text("lectern_publication_markdown", book, lectern._values.json_text(options))


def raw_selected(options):
    return lectern._calls.fetch_json("lectern_voices_select", b'[{"id":"a","language":"en"}]', lectern._values.json_text(options))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_member_may_be_null(name):
    schema = schema_of(name)
    nulls, sound = all_null(schema), SOUND.get(name, {})
    assert nulls
    resolve = schema.get("definitions", {})
    for member in nulls:
        said = schema["properties"][member]
        said = resolve[said["$ref"].rsplit("/", 1)[1]] if said.get("$ref", "").startswith("#/") else said
        assert accepts_null(said), f"the schema {name} forbids null for {member}"
    call = FUNCTIONS[name]
    assert json.dumps(call({**nulls, **sound})) == json.dumps(call(sound))


@pytest.mark.parametrize("options", [
    {"viewport": {"width": 1, "height": 2, "orientation": None, "insets": {"top": None}}},
    {"readiumCSS": {"version": None, "rsProperties": None, "userProperties": {}}},
    {"fonts": [{"family": "A", "alternates": None, "files": None}]},
    {"colors": {"sky": None}},
    {"labels": {"settings": {"theme": None}, "values": {"theme": {"dark": None}, "scroll": None}, "words": {"on": None},
                "numbers": {"decimalSeparator": None, "units": {"s": None}, "digits": None}}},
    {"decorationTemplates": {"highlight": None}},
])
def test_nested_members_may_be_null(options):
    """The effect is the same as without the member; a font family and a viewport remain effective themselves."""
    with publication() as book, lectern.Navigator(book) as plain, lectern.Navigator(book, options) as own:
        for key, setting in own.settings["settings"].items():
            other = plain.settings["settings"][key]
            assert setting["label"] == other["label"] and setting["valueLabels"] == other["valueLabels"] or key == "fontFamily"
        assert own.supports_decoration("highlight")


def test_members_of_a_custom_setting_may_be_null():
    members = ["default", "range", "step", "stops", "values", "requires", "scope", "label", "valueLabels", "cssVariable",
               "invalidatesPagination"]
    bare = {"key": "acme:any", "type": "value"}
    with publication() as book:
        with lectern.Navigator(book, {"settings": [bare]}) as one, \
                lectern.Navigator(book, {"settings": [{**bare, **dict.fromkeys(members)}]}) as other:
            assert one.settings == other.settings


def test_unknown_members_stay_unknown_when_null():
    for name, call in FUNCTIONS.items():
        with pytest.raises(lectern.JsonError) as raised:
            call({**SOUND.get(name, {}), "misspelt": None})
        assert "misspelt" in str(raised.value)


# ------------------------------------------------------------------------------------------------ JSON without quotes

@pytest.mark.parametrize("word", ["publication", "shared"])
def test_a_name_without_quotes(word):
    with lectern.Preferences() as draft, pytest.raises(lectern.JsonError) as raised:
        lectern._calls.fetch_text("lectern_preferences_filter", draft, word.encode(), 1)
    assert f'write "{word}", not {word}' in str(raised.value)
    assert raised.value.path.startswith("keys")


def test_a_value_without_quotes():
    with lectern.Preferences() as draft, pytest.raises(lectern.JsonError) as raised:
        lectern._calls.call("lectern_preferences_set", draft, b"theme", b"dark", 0)
    assert 'write "dark"' in str(raised.value)


@pytest.mark.parametrize("text", ["{", "[dark", "dark blue", "x" * 41, "1x", ""])
def test_other_mistakes_are_said_as_before(text):
    with lectern.Preferences() as draft, pytest.raises(lectern.JsonError) as raised:
        lectern._calls.call("lectern_preferences_set", draft, b"theme", text.encode(), 0)
    assert "write" not in str(raised.value)


# -------------------------------------------------------------------------------------------------- Language of labels

@pytest.mark.parametrize("options, is_told", [
    ({"locale": "pt-BR"}, True), ({"locale": "zh"}, True), ({"locale": "eng"}, False), ({"locale": "fr-CA"}, False),
    ({"locale": "en-GB"}, False), ({"locale": "EN"}, False), ({}, False),
    ({"locale": "pt", "labels": {"settings": {"theme": "Tema"}}}, False), ({"locale": "pt", "labels": None}, True),
])
def test_a_locale_without_labels_is_told(options, is_told):
    told = []
    manifest = {"metadata": {"title": "T"}, "links": [], "readingOrder": []}
    with lectern.Context(logger=told.append) as context:
        with lectern.Publication.open_manifest(manifest, context=context) as book, lectern.Navigator(book, options) as navigator:
            assert navigator.settings["settings"]["theme"]["label"] in ("Theme", "Thème", "Tema")
    assert [options["locale"] in entry["message"] and "/locale" in entry["path"] for entry in told] == [True] * is_told, told
