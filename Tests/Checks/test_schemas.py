# SPDX-License-Identifier: BSD-3-Clause
"""All JSON from the library conforms to its schema, for books and hosts of every kind."""
import io
import json
from ctypes import c_void_p

import pytest

import lectern
from support.schemas import SUFFIX, documents, explain
from support.tiny_books import BOOKS, BROKEN, epub
from support.tiny_packages import PACKAGES
from support.tree import ROOT
from zip_book import zip_book

FOLDERS = {"sample": ROOT / "examples" / "book",
           **{folder.name: folder for folder in sorted((ROOT / "Tests" / "Fixtures").glob("*/"))
              if folder.name != "vectors"}}
NAMES = (*FOLDERS, *BOOKS, *PACKAGES)

LOCATOR = {"href": "EPUB/c1.xhtml", "type": "application/xhtml+xml", "title": "One",
           "locations": {"progression": 0.25, "fragments": ["p1"], "cssSelector": "#p1", "own": [1]},
           "text": {"before": "a", "highlight": "b", "after": "c"}}


def decoration(number, style="highlight", **more):
    return {"id": str(number), "locator": LOCATOR, "style": {"id": style, "tint": "#FFFF00"}, **more}


@pytest.fixture
def opened(request, tmp_path):
    name = request.param
    if name in FOLDERS:
        publication = lectern.Publication.open(zip_book(FOLDERS[name], tmp_path / "book.epub", deflate=True))
    elif name in PACKAGES:
        publication = lectern.Publication.open_bytes(PACKAGES[name], {"name": name})
    else:
        publication = lectern.Publication.open_bytes(BOOKS[name])
    with publication:
        yield publication


@pytest.fixture
def check(schemas):
    def check(name, document):
        assert not explain(schemas[name], document), f"{name}:\n{explain(schemas[name], document)}"
        return document

    return check


every_book = pytest.mark.parametrize("opened", NAMES, indirect=True)


# ----------------------------------------------------------------------------------------------------------- Library

def test_build_info(check):
    assert check("build-info", lectern.build_info())["version"] == lectern.version()


def test_the_library_carries_the_schemas():
    on_disk = documents()
    assert sorted(lectern.schema()) == sorted(on_disk)
    for name, document in on_disk.items():
        assert lectern.schema(name) == document, name + SUFFIX


def test_live_handles(check, book):
    with lectern.Publication.open(book) as publication, publication.get(publication.manifest["readingOrder"][0]["href"]):
        handles = check("handles", lectern.live_handles())
        assert handles["publication"] >= 1 and handles["resource"] >= 1


@pytest.mark.parametrize("name", BROKEN)
def test_errors(name, check):
    """The binding converts the JSON to an exception, so the JSON itself comes from the C function."""
    with pytest.raises(lectern.LecternError) as raised:
        lectern.Publication.open_bytes(BROKEN[name], {"name": "broken.epub"})
    check("error", error_json(BROKEN[name]))
    assert raised.value.path.startswith("broken.epub"), raised.value.path


def error_json(data):
    from ctypes import byref, c_void_p, string_at

    from lectern._library import library

    publication, error, buffer = c_void_p(), c_void_p(), c_void_p()
    library().lectern_publication_open_memory(None, data, len(data), no_release(), None, None, byref(publication), byref(error))
    assert library().lectern_error_json(error, byref(buffer)) == 0
    text = string_at(library().lectern_buffer_data(buffer), library().lectern_buffer_size(buffer))
    library().lectern_buffer_free(buffer)
    library().lectern_error_free(error)
    return json.loads(text)


def no_release():
    from lectern._structs import RELEASE

    return RELEASE()


# ------------------------------------------------------------------------------------------------------- Publications

@every_book
def test_manifest(opened, check):
    manifest = check("manifest", opened.manifest)
    has_positions = any(link["href"].lstrip("/").startswith("~readium/positions") for link in manifest["links"])
    assert has_positions == bool(opened.positions)


@every_book
def test_what_follows_from_the_manifest(opened, check):
    check("publication-info", opened.info)
    check("services", opened.services)
    for link in check("links", opened.links({})):
        check("link", opened.link(link["href"]))
        check("presentation", opened.layout(link["href"]))
        check("names", lectern.links.parameters(link))
    for role in ("readingOrder", "resources", "links", "toc", "pageList", "landmarks", "images"):
        check("links", opened.collection(role))


@pytest.mark.parametrize("name, content", {**PACKAGES, "tiny.epub": epub()}.items())
def test_formats(name, content, check):
    hints = check("sniff-hints", {"name": name})
    found = check("format", lectern.sniff(io.BytesIO(content), hints))
    with lectern.Publication.open_bytes(content, {"name": name}) as publication:
        assert publication.info["format"] == found["mediaType"]


@every_book
def test_warnings(opened, check):
    check("warnings", opened.warnings)


@every_book
def test_positions(opened, check):
    positions = check("positions", json.loads(opened.positions_text))
    assert positions["total"] == len(positions["positions"])
    assert [one["locations"]["position"] for one in positions["positions"]] == list(range(1, positions["total"] + 1))
    grouped = check("positions-by-reading-order", opened.positions_by_reading_order)
    assert [one for group in grouped for one in group] == positions["positions"]
    assert len(grouped) == len(opened.manifest["readingOrder"])


@every_book
def test_links_of_resources(opened, check):
    manifest = opened.manifest
    for link in manifest["readingOrder"] + manifest.get("resources", []) + manifest["links"]:
        if link.get("templated"):
            first = manifest["readingOrder"][0]["href"]
            link = lectern.links.expanded(link, {"query": "the", "ref": first, "href": first})
        try:
            with opened.get(link["href"]) as resource:
                check("link", resource.link)
        except lectern.NotFoundError:
            assert link["href"] in json.dumps(opened.warnings), f"{link['href']} is missing without a warning"


@every_book
def test_matches(opened, check):
    options = check("search-options", {"wholeWord": True, "count": True})
    try:
        cursor = opened.search("the", options)
    except lectern.UnsupportedError:
        assert not any("search" in link.get("rel", ()) for link in opened.manifest["links"])
        return
    with cursor:
        for page in cursor:
            check("locators", page)
    with opened.get("/~readium/search?query=the") as resource:
        check("locators", json.loads(resource.read()))


@every_book
def test_guided_navigation(opened, check):
    listed = [link for link in opened.manifest["links"] if "guided-navigation" in link["href"]]
    if not listed:
        with pytest.raises(lectern.NotFoundError):
            opened.get("/~readium/guided-navigation.json")
        return
    for parameters in {}, {"ref": opened.manifest["readingOrder"][0]["href"]}:
        with opened.get(lectern.links.expanded(listed[0], parameters)["href"]) as resource:
            assert resource.link["type"] == listed[0]["type"]
            document = check("guided-navigation", json.loads(resource.read()))
    step = document["guided"][0]["children"][0]
    assert (step["textref"], step["audioref"]) == ("EPUB/c1.xhtml#p1", "EPUB/a.mp3#t=0,1.5")


@every_book
def test_content(opened, check):
    for tokens in (None, check("content-options", {"tokens": {"unit": "word", "abbreviations": True}})["tokens"]):
        with opened.content(tokens=tokens) as cursor:
            for page in cursor:
                check("content", page)
                assert page["elements"] and len({element["locator"]["href"] for element in page["elements"]}) == 1


def test_ranges(check):
    assert check("ranges", [list(found) for found in lectern.tokenize("One. Two.")]) == [[0, 4], [5, 9]]


def test_log_entries(check):
    entries = []
    with lectern.Context(logger=entries.append) as context:
        lectern.Publication.open_bytes(BOOKS["a chapter is missing"], context=context).close()
    assert entries
    for entry in entries:
        check("log-entry", entry)


# --------------------------------------------------------------------------------------------------------- Navigators

OPTIONS = {
    "preferences": {"fontSize": 1.2, "theme": "dark"}, "appPreferences": {"scroll": True}, "defaults": {"lineHeight": 1.5},
    "locale": "fr", "viewport": {"width": 800, "height": 1000, "orientation": "portrait", "insets": {"top": 20}},
    "fonts": [{"family": "Literata", "files": [{"href": "fonts/literata.woff2", "weight": 400, "style": "normal"}]}],
    "settings": [{"key": "acme:rulerHeight", "type": "range", "range": {"min": 0, "max": 10}, "step": 1, "default": 2,
                  "requires": [{"setting": "scroll", "is": True}], "scope": "shared",
                  "label": {"en": "Ruler", "fr": "Règle"}, "cssVariable": "--ACME-ruler"},
                 {"key": "acme:shape", "type": "enum", "values": ["line", "box"], "invalidatesPagination": True,
                  "valueLabels": ["Line", {"en": "Box", "fr": "Cadre"}]}],
    "labels": {"settings": {"theme": "Ambiance"}, "values": {"theme": {"dark": "Nuit"}, "scroll": {"true": "Actif"}},
               "words": {"on": "Activé", "needs": "Il faut {conditions}", "condition": "{setting} = {values}"},
               "numbers": {"decimalSeparator": ",", "percent": "{number} %", "units": {"x": "×{number}"},
                           "digits": "0123456789"}},
    "readiumCSS": {"version": 2, "rsProperties": {"linkColor": "#0066CC", "pageGutter": {"value": 2, "unit": "rem"},
                                                  "baseFontFamily": ["Literata"], "--RS__own": "1px", "colCount": None},
                   "userProperties": {"textAlign": "start", "lineHeight": 1.5}},
    "decorationTemplates": {"sidemark": {"layout": "bounds", "width": "page", "element": "<div>{{tint}}</div>",
                                         "stylesheet": ".sidemark { float: left }"}},
}


@every_book
@pytest.mark.parametrize("options", [None, OPTIONS], ids=["no options", "every option"])
def test_settings(opened, options, check):
    if options:
        check("navigator-options", options)
    with lectern.Navigator(opened, options) as navigator:
        settings = check("settings", navigator.settings)
        assert list(settings["settings"]) == [setting["key"] for setting in settings["settings"].values()]
        with navigator.edit_preferences() as draft:
            check("preferences", draft.json)
            check("settings", draft.settings)
            check("preferences", draft.keep("publication"))


@every_book
@pytest.mark.parametrize("options", [None, OPTIONS], ids=["no options", "every option"])
def test_css(opened, options, check):
    with lectern.Navigator(opened, options) as navigator:
        for link in opened.manifest["readingOrder"]:
            check("css", navigator.css(link["href"]))


def test_voices(check):
    voices = check("voices", [{"id": "a", "language": "fr", "quality": "high"}, {"id": "b", "language": "en-GB", "own": [1]}])
    check("voice-options", {"language": "en", "preferredRegions": ["GB", "419"], "sort": True})
    check("voices", lectern.voices.select(voices, preferred_regions=["GB", "419"]))
    check("voices", lectern.voices.select(voices, "en"))


def test_settings_after_every_edit(check):
    for kind in ("reflowable", "fixed", "pdf", "image", "audio", "video", "tts", "pspdfkit", "pdfium", "exoplayer"):
        with lectern.Preferences(kind) as draft:
            for key, setting in check("settings", draft.settings)["settings"].items():
                for value in example_values(setting):
                    try:
                        draft.set(key, value)
                    except lectern.UnsupportedError:
                        break
                    check("preferences", draft.json)
                    check("settings", draft.settings)


def example_values(setting):
    """Values that a form would offer to the reader."""
    kind = setting["type"]
    if kind == "toggle":
        return [True, False]
    if setting["values"]:
        return setting["values"]
    if setting["range"]:
        return [setting["range"]["min"], setting["range"]["max"]]
    return {"color": ["#102030", "#10203040", 0x102030], "language": ["fr", "ar-EG"], "font": ["Literata"]}.get(kind, [])


def test_events(check):
    with lectern.Publication.open_bytes(BOOKS["plain"]) as publication, lectern.Navigator(publication) as navigator:
        events = []
        navigator.observe(None, lambda topic, event: events.append((topic, event)))
        with navigator.edit_preferences({"fontSize": 1.5}) as draft:
            assert check("submission", draft.submit())["location"] is None
            navigator.location = check("location", LOCATOR)
            assert check("submission", draft.set("scroll", True).submit())["location"] == LOCATOR
        navigator.location = None
        check("location", navigator.location)
        navigator.apply_decorations("marks", [decoration(1, interactions=["activate"], extras={"note": 7})])
        navigator.activate_decoration("marks", "1", INTERACTION)
    topics = {topic for topic, _ in events}
    assert topics == {"preferences", "settings", "spreads", "location", "decorations/marks"}
    for topic, event in events:
        check("event-" + topic.split("/")[0], event)
    activated = next(event for topic, event in events if topic == "decorations/marks")
    assert activated["group"] == "marks" and activated["decoration"]["extras"] == {"note": 7}
    assert {key: activated[key] for key in INTERACTION} == INTERACTION


INTERACTION = {"rect": {"x": 1, "y": 2.5, "width": 30, "height": 4}, "point": {"x": 10, "y": 3}}


@every_book
def test_spreads(opened, check):
    viewport = check("viewport", {"width": 1200, "height": 800, "insets": {"left": 10}})
    with lectern.Navigator(opened) as navigator:
        for preference in ("never", "always", "auto"):
            navigator.submit_preferences({"spread": preference})
            spreads = check("spreads", navigator.spreads)
            shown = [one["href"] for spread in spreads["spreads"] for one in spread["resources"]]
            assert shown == [link["href"] for link in opened.manifest["readingOrder"]]
            navigator.set_viewport(viewport)


def test_decorations(check, schemas):
    before = [decoration(1), decoration(2, "underline"), decoration(3, "sidemark")]
    after = [decoration(2, "highlight"), decoration(3, "sidemark"), decoration(4, extras={"a": None})]
    check("interaction", INTERACTION)
    check("decorations", before)
    check("decoration-changes", lectern.diff(before, after))
    moved = check("decoration-changes", lectern.diff(before, [before[2], decoration(5), before[1], before[0]]))
    assert {key for steps in moved.values() for step in steps for key in step} == {"add", "move", "index"}
    with lectern.Publication.open_bytes(BOOKS["plain"]) as publication, lectern.Navigator(publication, OPTIONS) as navigator:
        check("decoration-changes", navigator.apply_decorations("marks", before))
        check("decoration-changes", navigator.apply_decorations("marks", after))
        gone = {**decoration(9), "locator": {**LOCATOR, "href": "gone.xhtml"}}
        assert {"missing": "9"} in check("decoration-changes", navigator.apply_decorations("marks", [*after, gone]))["gone.xhtml"]
        check("decorations", navigator.decorations("marks"))
        rendered = check("rendered-decorations", navigator.render_decorations(LOCATOR["href"]))
        assert [one["id"] for one in rendered["groups"]["marks"]] == ["2", "3", "4"]
        given = []
        navigator.set_decoration_template("note", {"layout": "boxes"}, lambda one: given.append(one) or "<i></i>")
        navigator.apply_decorations("notes", [decoration(1, "note")])
        check("rendered-decorations", navigator.render_decorations(LOCATOR["href"]))
        check("decoration", given[0])


def test_cues(check):
    manifest = {"metadata": {"title": "A", "conformsTo": "https://readium.org/webpub-manifest/profiles/audiobook"},
                "readingOrder": [{"href": "a.mp3", "type": "audio/mpeg", "duration": 60}]}

    def cue(number, fragment, **style):
        locator = {"href": "a.mp3", "type": "audio/mpeg", "locations": {"fragments": [fragment]}}
        return {"id": str(number), "locator": locator, "style": {"id": "highlight", **style}}

    with lectern.Publication.open_manifest(manifest) as publication, lectern.Navigator(publication) as navigator:
        navigator.set_decoration_template("subtitle", check("decoration-template", {"layout": "cue", "element": "<p>{{id}}</p>"}))
        cues = [cue(1, "t=1.5,2", tint="#0102037f"), cue(2, "t=3", isActive=True), cue(3, "t=,4", id="subtitle")]
        navigator.apply_decorations("marks", check("decorations", cues))
        rendered = check("rendered-decorations", navigator.render_decorations("a.mp3"))
        assert [one["id"] for one in rendered["groups"]["marks"]] == ["1", "2", "3"]


# ------------------------------------------------------------------------------------------------------------ Stores

def test_stores(check, tmp_path):
    book = {"scope": "publication", "id": "urn:isbn:9780000000001", "kind": "reflowable"}
    scopes = [{"scope": "global"}, {"scope": "kind", "kind": "pdf"}, {"scope": "publication", "id": "b"}, book]
    check("store-options", {"busyTimeout": 100, "readOnly": False})
    lectern.Store(tmp_path / "p.db").close()
    with (tmp_path / "p.db").open("r+b") as file:
        file.seek(100)
        file.write(b"no database" * 10)
    with lectern.Store(tmp_path / "p.db", busyTimeout=100) as store:
        assert len(check("warnings", store.warnings)) == 1
        events = []
        store.observe(None, lambda scope, preferences: events.append({"scope": scope, "preferences": preferences}))
        changes = [{"scope": scope, "preferences": {"appearance": "dark", "fontSize": 99, "fit": 3}} for scope in scopes]
        check("store-changes", [*changes, {"scope": book, "preferences": None}])
        store.save_all((change["scope"], change["preferences"]) for change in changes)
        check("store-scopes", scopes)
        assert check("store-scopes", store.scopes) == scopes
        check("preferences", store.load(*scopes))
        report = check("store-migration", store.migrate())
        assert len(report["changes"]) == 4 and report["warnings"]
        store.save(book, None)
        assert len(events) == 9
        for event in events:
            check("event-store", event)


# ---------------------------------------------------------------------------- What schemas and library both reject

REFUSED = {
    "context-options": [{"maxEntrees": 1}, {"maxEntries": 0}, {"maxEntries": -1}, {"maxEntries": 1.5}, {"maxEntries": "1"}],
    "open-options": [{"nom": "x"}, {"name": 1}, {"hints": {"mediaTypes": "x"}}, {"hints": "epub"}],
    "navigator-options": [{"preference": {}}, {"viewport": {"width": 1}}, {"viewport": {"width": 1, "height": 1, "depth": 1}},
                          {"preferences": []}, {"fonts": {}}, {"fonts": [{"files": []}]}, {"settings": [{"key": "a:b"}]},
                          {"settings": [{"key": "a:b", "type": "slider"}]},
                          {"settings": [{"key": "a:b", "type": "toggle", "label": {}}]},
                          {"settings": [{"key": "a:b", "type": "toggle", "label": {"en": 1}}]},
                          {"settings": [{"key": "a:b", "type": "enum", "values": [1], "valueLabels": [1]}]},
                          {"settings": [{"key": "a:b", "type": "toggle", "invalidatesPagination": 1}]},
                          {"labels": []}, {"labels": {"setting": {}}}, {"labels": {"settings": {"theme": 1}}},
                          {"labels": {"values": {"theme": "x"}}}, {"labels": {"words": {"yes": "Oui"}}},
                          {"labels": {"words": {"needs": "Needs it"}}}, {"labels": {"words": {"condition": "{setting}"}}},
                          {"labels": {"numbers": {"percent": "%"}}}, {"labels": {"numbers": {"digits": "01234"}}},
                          {"labels": {"numbers": {"units": {"km": "{number} km"}}}}, {"labels": {"numbers": {"units": {"s": "s"}}}},
                          {"readiumCSS": 2}, {"readiumCSS": {"version": 3}}, {"readiumCSS": {"versions": 2}},
                          {"readiumCSS": {"rsProperties": ["linkColor"]}}, {"readiumCSS": {"rsProperties": {"serif-ja": [1]}}},
                          {"decorationTemplates": {"s": {"shape": 1}}}],
    "decorations": [{}, [1], [{}], [{"id": 1, "locator": LOCATOR, "style": {"id": "highlight"}}],
                    [{"id": "1", "locator": LOCATOR}], [{"id": "1", "locator": {}, "style": {"id": "highlight"}}]],
    "decoration-template": [{"layouts": "boxes"}, {"layout": "circles"}, {"layout": "boxes", "width": "wide"}],
    "interaction": [{"rectangle": {}}, {"rect": {"x": 1}}, {"point": {"x": 1, "y": "2"}}],
    "preference-keys": [[1], "no-such-set"],
    "store-options": [{"busyTimeout": -1}, {"busyTimeout": 60001}, {"busyTimeout": 1.5}, {"readOnly": 1}, {"timeout": 1}],
    "store-scope": [{}, {"scope": "all"}, {"scope": "global", "id": "a"}, {"scope": "kind"}, {"scope": "kind", "kind": "epub"}, {"scope": "publication"}, {"scope": "publication", "id": ""}, {"scope": "publication", "id": "a", "x": 1}],
    "store-scopes": [1, [{}], {"scope": "all"}, [[]]],
    "store-changes": [{}, [{}], [{"scope": {"scope": "global"}}], [{"preferences": {}}], [{"scope": {"scope": "global"}, "preferences": []}],
                      [{"scope": {"scope": "global"}, "preferences": {"": 1}}], [{"scope": {"scope": "global"}, "preferences": {}, "more": 1}]],
    "location": [{}, [], "EPUB/a.xhtml", {"href": 1, "type": "text/html"}, {"href": "a"}, {"href": "a", "type": 1}],
    "viewport": [[], {"width": 1}, {"width": 1, "height": -1}, {"width": "1", "height": 1}, {"width": 1, "height": 1, "insets": []}, {"width": 1, "height": 1, "orientation": "auto"}, {"width": 1, "height": 1, "insets": {"start": 1}}],
    "voices": [{}, [1], [{"id": "a"}], [{"id": "", "language": "en"}], [{"id": "a", "language": "en", "quality": "best"}]],
    "voice-options": [{"regions": []}, {"preferredRegions": "GB"}, {"preferredRegions": ["Britain"]}, {"preferredRegions": [1]}, {"language": 1}, {"sort": 1}],
    "markdown-options": [{"resource": "a"}, {"href": 1}, {"section": ""}, {"start": {}}, {"end": "a"}],
    "content-options": [{"unit": "word"}, {"tokens": {"unit": "page"}}],
}


ASKED = {"content-options": "lectern_publication_content", "markdown-options": "lectern_publication_markdown"}


def submit(name, document):
    """Passes the document to the function that takes this kind of JSON."""
    with lectern.Publication.open_bytes(epub()) as publication, lectern.Navigator(publication) as navigator:
        if name == "context-options":
            lectern.Context(**document).close()
        elif name == "open-options":
            lectern.Publication.open_bytes(epub(), document).close()
        elif name == "navigator-options":
            lectern.Navigator(publication, document).close()
        elif name == "decorations":
            navigator.apply_decorations("marks", document)
        elif name == "decoration-template":
            navigator.set_decoration_template("own", document)
        elif name == "voices":
            lectern.voices.select(json.dumps(document), "en")
        elif name == "voice-options":
            lectern._calls.fetch_json("lectern_voices_select", b"[]", json.dumps(document).encode())
        elif name in ASKED:
            arguments = (None,) if name == "content-options" else ()
            lectern._calls.output(c_void_p, ASKED[name], publication, *arguments, json.dumps(document).encode())
        elif name == "interaction":
            navigator.apply_decorations("marks", [decoration(1, interactions=["activate"])])
            navigator.activate_decoration("marks", "1", document)
        elif name == "location":
            navigator.location = json.dumps(document)
        elif name == "viewport":
            navigator.set_viewport(json.dumps(document))
        elif name.startswith("store"):
            submit_to_store(name, document)
        else:
            navigator.edit_preferences()._filter(document, 1)


def submit_to_store(name, document):
    from lectern._calls import call, fetch_json

    encoded = json.dumps(document).encode()
    with lectern.Store(None, **(document if name == "store-options" else {})) as store:
        if name == "store-scope":
            call("lectern_store_save", store, encoded, b"{}")
        elif name == "store-scopes":
            fetch_json("lectern_store_load", store, encoded)
        else:
            call("lectern_store_save_all", store, encoded)


@pytest.mark.parametrize("name, document", [(name, document) for name, bad in REFUSED.items() for document in bad],
                         ids=lambda value: value if isinstance(value, str) else json.dumps(value)[:60])
def test_schema_and_library_refuse_the_same(name, document, schemas):
    assert explain(schemas[name], document), "the schema allows it"
    with pytest.raises((lectern.JsonError, TypeError)) as raised:
        submit(name, document)
    if raised.type is lectern.JsonError:
        assert raised.value.path, "the error does not say where"


def test_nothing_leaks():
    import gc

    gc.collect()
    assert lectern.live_handles() == {}


def test_sample_book_is_the_one_of_the_examples(book):
    with lectern.Publication.open(book) as zipped, lectern.Publication.open(ROOT / "examples" / "book") as exploded:
        assert zipped.manifest["metadata"] == exploded.manifest["metadata"]
