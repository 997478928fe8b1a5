# SPDX-License-Identifier: BSD-3-Clause
"""Publications of videos: their kind, their settings, captions and encodings; the same for recordings of sound."""
import json

import pytest

import lectern
from support.books_without_files import audiobook, publication

VTT = "text/vtt"
FILM = {
    "href": "film.mp4", "type": "video/mp4", "width": 1280, "height": 720, "bitrate": 2500, "duration": 60,
    "alternate": [
        {"href": "film.webm", "type": "video/webm", "width": 640, "height": 360, "bitrate": 800},
        {"href": "film.mp3", "type": "audio/mpeg", "bitrate": 96},
        {"href": "film.de.vtt", "type": VTT, "language": "de", "title": "Deutsch"},
    ],
    "children": [{"href": "film.en.vtt", "type": VTT, "language": "en"}],
}


def videos(*items):
    return publication(items=list(items or [FILM]))


def state(view):
    return json.loads(view.get("~lectern/state.json").read())


@pytest.mark.parametrize("types, kind", [
    (["video/mp4"], "video"), (["video/mp4", "video/webm"], "video"), (["audio/mpeg", "video/mp4"], "video"),
    (["audio/mpeg"], "audio"), (["video/mp4", "text/html"], "epub"), (["text/html"], "epub"),
])
def test_the_kind_of_a_publication(types, kind):
    items = [{"href": f"{n}", "type": type} for n, type in enumerate(types)]
    with publication(items=items) as book, lectern.Navigator(book) as view:
        assert (view.settings["navigator"], state(view)["kind"]) == (kind, kind)


def test_settings_of_a_video():
    with videos() as book, lectern.Navigator(book) as view:
        settings = view.settings
        assert settings["layout"] is None
        assert list(settings["settings"]) == [
            "theme", "speed", "volume", "pitch", "preservePitch", "fit", "skipBackwardInterval", "skipForwardInterval", "autoPlay",
            "continuous", "enableMediaSession", "pollInterval", "captions", "quality"]
        assert [key for key, one in settings["settings"].items() if not one["isActive"]] == ["pitch"]
        assert settings["settings"]["fit"]["values"] == ["contain", "cover", "width", "height"]


def test_the_publication_may_say_how_a_picture_fits():
    with publication(items=[FILM], presentation={"fit": "cover"}) as book, lectern.Navigator(book) as view:
        assert (view["fit"].value, view["fit"].json["origin"]) == ("cover", "publication")


# --------------------------------------------------------------------------- Captions


def test_captions_are_chosen_among_those_of_the_publication():
    other = {"href": "b.mp4", "type": "video/mp4", "alternate": [
        {"href": "b.fr.vtt", "type": VTT, "language": "fr"}, {"href": "b.de.vtt", "type": VTT, "language": "de", "title": "Zweites"}]}
    with videos(FILM, other) as book, lectern.Navigator(book, {"locale": "de"}) as view:
        captions = view["captions"]
        assert (captions.type, captions.value) == ("enum", "off")
        assert captions.json["values"] == ["off", "de", "en", "fr"]
        assert captions.json["valueLabels"] == ["Aus", "Deutsch", "en", "fr"]
        view.submit_preferences({"captions": "fr"})
        assert state(view)["settings"]["captions"] == "fr"
        first, second = state(view)["readingOrder"]
        assert first["tracks"] == [{"name": "de", "href": "film.de.vtt", "language": "de", "title": "Deutsch"},
                                   {"name": "en", "href": "film.en.vtt", "language": "en"}]
        assert [track["name"] for track in second["tracks"]] == ["fr", "de"]


def test_a_preference_for_captions_that_another_book_has_is_kept():
    with videos() as book, lectern.Navigator(book) as view:
        view.submit_preferences({"captions": "ja"})
        assert (view["captions"].value, view["captions"].preference) == ("off", None)
        (ignored,) = view.settings["ignored"]
        assert ignored["pointer"] == "/captions" and '"de"' in ignored["reason"]
        assert view.edit_preferences().json == {"captions": "ja"}
    with lectern.Preferences("video") as draft:
        draft.set("captions", "ja")
        assert draft["captions"].value == draft["captions"].value_label == "ja" and draft["captions"].json["values"] == ["off"]


def test_tracks_with_the_same_language_have_names_of_their_own():
    tracks = [{"href": "1.vtt", "type": VTT, "language": "en"}, {"href": "2.vtt", "language": "eng", "title": "For the deaf"},
              {"href": "subs/3.vtt", "type": VTT, "language": "en"}, {"href": "off.vtt"}, {"href": "1.vtt", "type": VTT}]
    with videos({"href": "a.mp4", "type": "video/mp4", "alternate": tracks}) as book, lectern.Navigator(book) as view:
        assert view["captions"].json["values"] == ["off", "en", "For the deaf", "3", "off.vtt"]


def test_tracks_in_the_resources_belong_to_the_recording_with_their_name():
    items = [{"href": "x/a.mp4", "type": "video/mp4"}, {"href": "x/b.mp4", "type": "video/mp4"}]
    manifest = {"metadata": {"title": "Two"}, "readingOrder": items, "links": [{"href": "x/a.vtt", "type": VTT, "language": "it"}],
                "resources": [{"href": "x/b.de.vtt", "type": VTT, "language": "de"}, {"href": "c.vtt", "type": VTT}]}
    with lectern.Publication.open_manifest(manifest) as book, lectern.Navigator(book) as view:
        assert [[track["href"] for track in one.get("tracks", [])] for one in state(view)["readingOrder"]] == [["x/a.vtt"], ["x/b.de.vtt"]]
    with lectern.Publication.open_manifest({**manifest, "readingOrder": items[:1]}) as book, lectern.Navigator(book) as view:
        assert [track["name"] for track in state(view)["readingOrder"][0]["tracks"]] == ["de", "c", "it"]
        assert view["captions"].json["values"] == ["off", "de", "c", "it"]


def test_recordings_of_sound_have_captions_too():
    item = {"href": "a.mp3", "type": "audio/mpeg", "alternate": [{"href": "a.vtt", "type": VTT, "language": "en"}]}
    with publication(items=[item]) as book, lectern.Navigator(book) as view:
        assert (view.settings["navigator"], view["captions"].is_active, view["captions"].json["values"]) == ("audio", True, ["off", "en"])


@pytest.mark.parametrize("locale, reason", [("en", "This publication has no captions"), ("fr", "Cette publication n’a pas de sous-titres")])
def test_captions_are_not_offered_without_tracks(locale, reason):
    with audiobook() as book, lectern.Navigator(book, {"locale": locale}) as view:
        captions = view["captions"]
        assert (captions.is_active, captions.json["values"], captions.json["reasons"]) == (False, ["off"], [reason])
        assert captions.json["unmet"] == captions.json["requires"] == [{"feature": "captions"}]
        with view.edit_preferences() as draft, pytest.raises(lectern.UnsupportedError, match=reason):
            draft.activate("captions")


# --------------------------------------------------------------------------- Encodings, pitch


def test_encodings_are_listed_for_the_host_and_the_page():
    with videos() as book, lectern.Navigator(book) as view:
        assert book.info["formats"] == ["video/mp4", "video/webm"]
        assert book.info["bitrates"] == [800, 2500]
        assert book.info["resolutions"] == [{"width": 640, "height": 360}, {"width": 1280, "height": 720}]
        (item,) = state(view)["readingOrder"]
        assert (item["bitrate"], item["alternates"]) == (
            2500, [{"href": "film.webm", "type": "video/webm", "width": 640, "height": 360, "bitrate": 800}])
        assert (view["quality"].is_active, view["quality"].json["values"]) == (True, ["auto", "low", "high", "max"])


@pytest.mark.parametrize("alternates, active", [
    ([], False), ([{"href": "a.ogg", "type": "audio/ogg"}], True), ([{"href": "a.ogg", "type": "audio/ogg", "bitrate": 64}], False),
    ([{"href": "a.vtt", "type": VTT}], False), ([{"href": "b.mp3", "type": "audio/mpeg", "bitrate": 128}], True),
])
def test_a_quality_can_be_chosen_if_there_are_several(alternates, active):
    item = {"href": "a.mp3", "type": "audio/mpeg", "bitrate": 64, "alternate": alternates}
    with publication(items=[item]) as book, lectern.Navigator(book) as view:
        assert (view["quality"].is_active, view["quality"].json["values"]) == (active, ["auto", "low", "high"])
        assert view["quality"].json["reasons"] == ([] if active else ["This publication has one quality only"])


def test_images_have_formats_and_resolutions_too():
    items = [{"href": "1.jpg", "type": "image/jpeg", "width": 800, "height": 1200, "alternate": [
        {"href": "1.webp", "type": "image/webp", "width": 400, "height": 600}, {"href": "1.html", "type": "text/html"}]}]
    with publication(items=items) as book:
        assert (book.info["formats"], book.info["bitrates"]) == (["image/jpeg", "image/webp"], [])
        assert book.info["resolutions"] == [{"width": 400, "height": 600}, {"width": 800, "height": 1200}]


def test_the_pitch_of_recordings_needs_a_view_that_can_change_it():
    with audiobook() as book:
        with lectern.Navigator(book) as view:
            assert view["pitch"].json["reasons"] == ["Web views cannot change the pitch of recordings"]
            with view.edit_preferences() as draft, pytest.raises(lectern.UnsupportedError):
                draft.set("pitch", 1.2)
        with lectern.Navigator(book, {"changesPitch": True}) as view, view.edit_preferences() as draft:
            assert draft.set("pitch", 1.2)["pitch"].is_active
    for kind in ("audio", "video"):
        with lectern.Preferences(kind) as draft:
            assert draft.set("pitch", 1.2)["pitch"].value == 1.2


def test_a_setting_of_the_host_may_need_a_feature():
    own = [{"key": "karaoke", "type": "toggle", "default": False, "requires": [{"feature": "captions"}]}]
    for make, active in ((videos, True), (audiobook, False)):
        with make() as book, lectern.Navigator(book, {"settings": own}) as view:
            assert view["karaoke"].is_active is active
    with audiobook() as book, pytest.raises(lectern.JsonError):
        lectern.Navigator(book, {"settings": [{**own[0], "requires": [{"feature": "colors"}]}]})


# --------------------------------------------------------------------------- The store


def test_speeds_of_books_and_of_videos_are_apart():
    """"play audiobooks at a higher speed rate, but without changing the rate of movie-based publications"."""
    with lectern.Store() as store:
        store.save({"scope": "kind", "kind": "audio"}, {"speed": 2})
        with audiobook() as book, lectern.Navigator(book) as view:
            view.submit_preferences(store.load({"scope": "global"}, {"scope": "kind", "kind": "audio"}))
            assert view["speed"].value == 2
        with videos() as book, lectern.Navigator(book) as view:
            view.submit_preferences(store.load({"scope": "global"}, {"scope": "kind", "kind": "video"}))
            assert view["speed"].value == 1


def test_decorations_of_a_video_are_cues():
    with videos() as book, lectern.Navigator(book) as view:
        view.set_decoration_template("subtitle", {"layout": "cue", "element": "<p>{{extras.text}}</p>"})
        one = {"id": "1", "locator": {"href": "film.mp4", "type": "video/mp4", "locations": {"fragments": ["t=2,4"]}},
               "style": {"id": "subtitle"}, "extras": {"text": "Hello"}}
        view.apply_decorations("g", [one])
        (cue,) = view.render_decorations("film.mp4")["groups"]["g"]
        assert (cue["start"], cue["end"], cue["element"]) == (2, 4, "<p>Hello</p>")
        assert not view.supports_decoration("underline")
