# SPDX-License-Identifier: BSD-3-Clause
"""A draft of a navigator as the controller of a form: it is edited, submitted, reset and copied."""

import copy

import pytest

import lectern

PLACE = {"href": "EPUB/text/raven.xhtml", "type": "application/xhtml+xml", "locations": {"progression": 0.5}}


@pytest.fixture
def controller(navigator):
    with navigator.edit_preferences() as draft:
        yield draft


def test_submitting_says_what_is_different(navigator, controller):
    assert controller.increment("fontSize").submit() == {
        "changed": ["fontSize"],
        "invalidatesPagination": False,
        "reflows": True,
        "ignored": [],
        "location": None,
    }
    assert navigator.settings["settings"]["fontSize"]["value"] == 1.1
    assert controller.submit()["changed"] == [], "nothing is different now"


def test_activation_is_part_of_what_is_different(controller):
    assert controller.set("wordSpacing", 0.5).submit()["changed"] == ["publisherStyles", "wordSpacing"]


def test_a_preference_like_the_value_changes_nothing(navigator, controller):
    heard = []
    navigator.observe("preferences", lambda topic, event: heard.append(event))
    assert controller.set("theme", "light").submit()["changed"] == []
    assert heard == [{}, {"theme": "light"}], "but it is to be stored"


@pytest.mark.parametrize(
    ("key", "value"), [("scroll", True), ("readingProgression", "rtl"), ("verticalText", True), ("language", "fr")]
)
def test_pagination_is_invalidated(controller, key, value):
    submission = controller.set(key, value).submit()
    assert submission["invalidatesPagination"] and key in submission["changed"]
    assert controller.clear().submit()["invalidatesPagination"]


@pytest.mark.parametrize(
    ("key", "value"), [("fontSize", 2), ("pageMargins", 0.5), ("fontFamily", "serif"), ("publisherStyles", False), ("wordSpacing", 1),
                       ("columnCount", "2"), ("fontWeight", 2)]
)
def test_content_moves_on_the_same_pages(navigator, controller, key, value):
    heard = []
    navigator.observe("settings", lambda topic, event: heard.append(event["reflows"]))
    submission = controller.set(key, value).submit()
    assert submission["reflows"] and not submission["invalidatesPagination"]
    assert heard == [False, True] and navigator.settings["settings"][key]["reflows"]


def test_content_stays_where_it_is(navigator, controller):
    for key, value in (("theme", "dark"), ("imageFilter", "invert"), ("textColor", "#123456"), ("backgroundColor", "#FEDCBA")):
        assert not controller.set(key, value).submit()["reflows"] and not navigator.settings["settings"][key]["reflows"]
    # An inactive setting does not cause a reflow.
    submission = controller.set("lineHeight", 2, activate=False).set("textAlign", "right", activate=False).submit()
    assert submission["changed"] == ["textAlign", "lineHeight"] and not submission["reflows"]
    assert controller.set("publisherStyles", False).submit()["reflows"]


def test_the_place_of_the_reader_is_not_lost(sample):
    with lectern.Navigator(sample, {"location": PLACE}) as navigator, navigator.edit_preferences() as draft:
        assert draft.set("scroll", True).submit() == {
            "changed": ["scroll"],
            "invalidatesPagination": True,
            "reflows": True,
            "ignored": [],
            "location": PLACE,
        }
        navigator.submit_preferences({})
        assert navigator.location == PLACE


def test_listeners_hear_of_a_draft_like_of_preferences(navigator, controller):
    heard = []
    navigator.observe(None, lambda topic, event: heard.append((topic, event)))
    del heard[:]
    submission = controller.set("scroll", True).submit()
    assert [topic for topic, _ in heard] == ["preferences", "settings"]
    assert heard[0][1] == controller.json
    assert heard[1][1]["changed"] == submission["changed"]
    assert heard[1][1]["invalidatesPagination"] is True


def test_a_listener_may_submit_the_draft(navigator, controller):
    heard = []

    def limit(topic, event):
        heard.append(event["settings"]["fontSize"]["value"])
        if heard[-1] > 2:
            controller.set("fontSize", 2).submit()

    navigator.observe("settings", limit)
    controller.set("fontSize", 3).submit()
    assert heard == [1.0, 3, 2]


def test_a_draft_keeps_its_navigator(sample):
    navigator = lectern.Navigator(sample)
    draft = navigator.edit_preferences()
    navigator.close()
    with draft:
        assert draft.set("theme", "dark").submit()["changed"] == ["theme"]
        assert draft.submit()["changed"] == []
        with draft.copy() as copied:
            draft.close()
            assert copied.clear().submit()["changed"] == ["theme"]


def test_a_draft_without_a_navigator():
    with lectern.Preferences() as draft:
        for one in (draft, draft.copy()):
            with pytest.raises(lectern.UnsupportedError):
                one.set("theme", "dark").submit()
            assert one.json == {"theme": "dark"}


def test_a_closed_draft(controller):
    controller.close()
    for use in (controller.submit, controller.copy):
        with pytest.raises(lectern.HandleError):
            use()


def test_a_copy_is_edited_by_itself(navigator, controller):
    controller.set("theme", "dark")
    with controller.copy() as cancelled:
        cancelled.set("theme", "sepia").set("fontSize", 3)
        assert controller.json == {"theme": "dark"}
        controller.set("scroll", True)
        assert cancelled.json == {"theme": "sepia", "fontSize": 3}
        assert cancelled.settings["settings"]["theme"]["value"] == "sepia"
        cancelled.submit()
    assert navigator.settings["settings"]["theme"]["value"] == "sepia"
    with pytest.raises(TypeError):
        copy.copy(controller)


# The sources of a value: the reader, the app, the publication, the app's defaults, and the built-in default.

LAYERS = ["preference", "app", "publication", "default", "builtin"]
# A single key: removing layers from the top shows the next one.
SCROLL = {"preference": False, "app": True, "publication": False, "default": True, "builtin": False}


def layered(layers):
    """A navigator in which these layers have a value for one setting."""
    metadata = {"title": "T", "language": "en"}
    if "publication" in layers:
        metadata["presentation"] = {"overflow": "scrolled" if SCROLL["publication"] else "paginated"}
    book = lectern.Publication.open_manifest(
        {"metadata": metadata, "links": [], "readingOrder": [{"href": "a.xhtml", "type": "application/xhtml+xml"}]}
    )
    names = {"preference": "preferences", "app": "appPreferences", "default": "defaults"}
    options = {names[layer]: {"scroll": SCROLL[layer]} for layer in layers if layer in names}
    with book:
        return lectern.Navigator(book, options)


@pytest.mark.parametrize("silent", range(32))
def test_the_strongest_layer_decides(silent):
    layers = [layer for bit, layer in enumerate(LAYERS) if layer == "builtin" or not silent >> bit & 1]
    with layered(layers) as navigator, navigator.edit_preferences() as draft:
        for settings in (navigator.settings, draft.settings):
            setting = settings["settings"]["scroll"]
            assert (setting["origin"], setting["value"]) == (layers[0], SCROLL[layers[0]])


@pytest.mark.parametrize("reset", [lambda draft: draft.clear(), lambda draft: draft.clear("scroll")], ids=["all", "one"])
@pytest.mark.parametrize("strongest", range(1, 5))
def test_a_reset_falls_back_to_the_next_layer(strongest, reset):
    layers = LAYERS[strongest:]
    with layered(["preference", *layers]) as navigator, navigator.edit_preferences() as draft:
        reset(draft)
        fallback = draft.settings["settings"]["scroll"]
        assert (fallback["origin"], fallback["value"]) == (layers[0], SCROLL[layers[0]])
        assert draft.json == {}
        assert draft.submit()["changed"] == (["scroll"] if SCROLL[layers[0]] else [])
        assert navigator.settings["settings"]["scroll"]["origin"] == layers[0]


def test_a_reset_of_one_leaves_the_others():
    with layered(["app"]) as navigator, navigator.edit_preferences({"theme": "dark", "scroll": False}) as draft:
        assert draft.clear("scroll").json == {"theme": "dark"}
        assert draft.settings["settings"]["scroll"]["value"] is True


def test_the_reader_asks_for_what_the_publisher_made(sample):
    """Even if the app has a different value, and persistently."""
    app = {"imageFilter": "invert", "textAlign": "right", "fontFamily": "serif", "publisherStyles": False, "theme": "dark"}
    options = {"appPreferences": app, "fonts": [{"family": "Literata"}]}
    with lectern.Navigator(sample, options) as navigator, navigator.edit_preferences() as draft:
        assert draft.settings["settings"]["fontFamily"]["values"] == ["publisher", "Literata", "serif", "sans-serif", "monospace"]
        steps = []
        while not draft.decrement("imageFilter").at_end:
            steps.append(draft.json["imageFilter"])
        assert steps == ["darken", "publisher"]
        draft.set("textAlign", "publisher").set("fontFamily", "publisher").submit()
        assert draft.json == {"imageFilter": "publisher", "fontFamily": "publisher", "textAlign": "publisher"}
        settings = navigator.settings["settings"]
        assert all(settings[key]["value"] == "publisher" and settings[key]["origin"] == "preference" for key in draft.json)
        assert [settings[key]["valueLabel"] for key in draft.json] == ["Original"] * 3
        properties = navigator.css("EPUB/text/raven.xhtml")["properties"]
        assert not any(properties["--USER__" + name] for name in ("invertImages", "darkenImages", "textAlign", "fontFamily", "fontOverride"))
        # The older value for it, which the toolkits store.
        assert draft.set("imageFilter", "none").json["imageFilter"] == "publisher"
        assert draft.clear("imageFilter").settings["settings"]["imageFilter"]["value"] == "invert"


def test_what_the_publisher_made_activates_nothing(controller):
    assert controller.set("imageFilter", "publisher").set("textAlign", "publisher").json == {
        "imageFilter": "publisher", "textAlign": "publisher"}
    assert controller.clear().decrement("textAlign").at_end and controller.json == {}


def test_a_font_cannot_have_the_name_of_the_choice(sample):
    with pytest.raises(lectern.JsonError) as raised:
        lectern.Navigator(sample, {"fonts": [{"family": "publisher"}]})
    assert raised.value.path == "options > /fonts/0/family"


def test_steps_end(controller):
    assert not controller.at_end
    controller.set("lineHeight", 1.9).increment("lineHeight")
    assert not controller.at_end and controller.json["lineHeight"] == 2
    before = controller.text
    assert controller.increment("lineHeight").at_end and controller.text == before
    # Only its activation remains.
    controller.clear("publisherStyles")
    assert not controller.increment("lineHeight").at_end and controller.json["publisherStyles"] is False
    controller.clear("publisherStyles")
    assert controller.increment("lineHeight", activate=False).at_end and "publisherStyles" not in controller.json
    assert not controller.decrement("lineHeight").at_end


def test_what_the_app_wants_is_the_end(sample):
    with lectern.Navigator(sample, {"appPreferences": {"fontSize": 5, "columnCount": "2"}}) as navigator:
        with navigator.edit_preferences() as draft:
            for key in ("fontSize", "columnCount"):
                assert draft.increment(key).at_end and draft.json == {}
            assert draft.decrement("columnCount").json == {"columnCount": "1"}


def test_an_effect_is_one_whoever_asked(sample):
    chosen = {"wordSpacing": 0.3, "publisherStyles": False}
    for layer in ("preferences", "appPreferences", "defaults"):
        with lectern.Navigator(sample, {layer: chosen}) as navigator:
            settings = navigator.settings["settings"]
            assert settings["wordSpacing"]["isEffective"] and settings["wordSpacing"]["hint"] is None
            # Active, but without a chosen value.
            spacing = settings["letterSpacing"]
            assert spacing["isActive"] and not spacing["isEffective"] and spacing["unmet"] == spacing["reasons"] == []
            assert spacing["hint"] == "Takes effect once it is chosen"


def test_editing_starts_from_what_the_app_prefers(sample):
    options = {"appPreferences": {"scroll": True, "fontSize": 2}}
    with lectern.Navigator(sample, options) as navigator, navigator.edit_preferences() as draft:
        assert draft.json == {}, "the preferences of the app are not those of the reader"
        assert draft.toggle("scroll").increment("fontSize").json == {"scroll": False, "fontSize": 2.1}
