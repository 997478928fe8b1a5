# SPDX-License-Identifier: BSD-3-Clause
"""The decorations that a kind of navigator shows: elements over documents, cues in recordings, or none."""

import pytest

import lectern
from support.books_without_files import audiobook, comic, pdf, publication

MP3 = "one.mp3"
SIDEMARK = {"layout": "bounds", "width": "page", "element": "<i></i>", "stylesheet": ".sidemark {}"}
SUBTITLE = {"layout": "cue", "element": "<p>{{extras.text}}</p>", "stylesheet": ".subtitle {}"}


def cue(id, *fragments, style="highlight", href=MP3, extras=None, **members):
    locations = {"fragments": list(fragments)}
    one = {"id": id, "locator": {"href": href, "type": "audio/mpeg", "locations": locations}, "style": {"id": style, **members}}
    return one if extras is None else {**one, "extras": extras}


@pytest.fixture
def logged():
    return []


@pytest.fixture
def player(logged):
    """A navigator of an audiobook with a recorded log."""
    manifest = audiobook()
    with lectern.Context(logger=logged.append) as context, manifest:
        with lectern.Publication.open_manifest(manifest.manifest, context=context) as book, lectern.Navigator(book) as navigator:
            yield navigator


SUPPORT = [
    # the book, the kind if overridden, highlight, underline, sidemark, subtitle
    (publication, None, True, True, True, False), (publication, "fixed", True, True, True, False),
    (publication, "tts", False, False, False, False), (comic, None, True, True, True, False),
    (pdf, None, True, True, True, False), (pdf, "pdfium", True, True, True, False),
    (audiobook, None, True, False, False, True), (audiobook, "exoplayer", True, False, False, True),
]


@pytest.mark.parametrize("make, kind, highlight, underline, sidemark, subtitle", SUPPORT)
@pytest.mark.parametrize("in_options", [True, False])
def test_what_a_kind_supports(make, kind, highlight, underline, sidemark, subtitle, in_options):
    own = {"sidemark": SIDEMARK, "subtitle": SUBTITLE}
    options = {"kind": kind} if kind else {}
    with make() as book, lectern.Navigator(book, {**options, **({"decorationTemplates": own} if in_options else {})}) as view:
        if not in_options:
            assert not view.supports_decoration("sidemark") and not view.supports_decoration("subtitle")
            for style, definition in own.items():
                view.set_decoration_template(style, definition)
        wanted = {"highlight": highlight, "underline": underline, "sidemark": sidemark, "subtitle": subtitle}
        assert {style: view.supports_decoration(style) for style in wanted} == wanted
        assert {style: view.supports_decoration(style, "activate") for style in wanted} == wanted
        href = book.manifest["readingOrder"][0]["href"]
        type = book.manifest["readingOrder"][0]["type"]
        shown = []
        for style in wanted:
            locator = {"href": href, "type": type, "locations": {"fragments": ["t=1,2"]}}
            one = {"id": style, "locator": locator, "style": {"id": style}, "interactions": ["activate"]}
            assert view.apply_decorations(style, [one]) == {href: [{"add": one}]}
            rendered = view.render_decorations(href)
            shown += [one["style"] for one in rendered["groups"][style] if one["interactions"] == ["activate"]]
            assert (".sidemark" in rendered["stylesheet"], ".subtitle" in rendered["stylesheet"]) == (sidemark, subtitle)
            if wanted[style]:
                view.activate_decoration(style, style)
            else:
                with pytest.raises(lectern.UnsupportedError):
                    view.activate_decoration(style, style)
        assert shown == [style for style in wanted if wanted[style]]


def test_a_host_may_draw_on_pages_itself():
    with comic() as book, lectern.Navigator(book) as view:
        view.set_decoration_template("highlight", {"element": "<b></b>"})
        assert view.supports_decoration("highlight")


def test_cues(player):
    marks = [cue("1", "t=12,20", tint="#00FF0080", isActive=True), cue("2", "t=npt:0:01:02.5,1:10"), cue("3", "t=,7"),
             cue("4", "chapter", "t=40"), cue("5", href=MP3 + "#t=3,4")]
    player.apply_decorations("g", marks)
    rendered = player.render_decorations(MP3)
    assert rendered["stylesheet"] == ""
    cues = rendered["groups"]["g"]
    same = {"style": "highlight", "layout": "cue", "tint": "#FFFF00", "isActive": False}
    assert [{key: value for key, value in one.items() if key != "locator"} for one in cues] == [
        {"id": "1", **same, "start": 12, "end": 20, "tint": "#00FF0080", "isActive": True},
        {"id": "2", **same, "start": 62.5, "end": 70},
        {"id": "3", **same, "start": 0, "end": 7},
        {"id": "4", **same, "start": 40},
        {"id": "5", **same, "start": 3, "end": 4},
    ]
    # The fragment of an href is among the locations.
    marks[4] = cue("5", "t=3,4")
    assert [one["locator"] for one in cues] == [one["locator"] for one in marks]


def test_a_cue_may_have_a_volume_and_a_sound(player):
    player.apply_decorations("g", [cue("1", "t=1,2", volume=0.5, sound="bells/one.ogg"), cue("2", "t=3", sound="data:audio/wav;base64,AA=="),
                                   cue("3", "t=4", volume=None)])
    first, second, third = player.render_decorations(MP3)["groups"]["g"]
    assert (first["volume"], first["sound"], second["sound"]) == (0.5, "bells/one.ogg", "data:audio/wav;base64,AA==")
    assert not {"volume", "sound"} & third.keys()
    changes = player.apply_decorations("g", [cue("1", "t=1,2", volume=0.7, sound="bells/one.ogg")])
    assert [step for step in changes[MP3] if "update" in step]


@pytest.mark.parametrize("members", [
    {"volume": "loud"}, {"volume": -1}, {"volume": 11}, {"sound": ""}, {"sound": 1}, {"sound": "https://example.org/a.mp3"},
    {"sound": "//example.org/a.mp3"}, {"sound": "javascript:alert(1)"},
])
def test_a_volume_or_a_sound_that_is_none(player, members):
    with pytest.raises(lectern.JsonError) as caught:
        player.apply_decorations("g", [cue("1", "t=1,2", **members)])
    assert next(iter(members)) in str(caught.value.path)
    assert player.decorations("g") == []


@pytest.mark.parametrize("fragment", [
    "t=20,12", "t=12,12", "t=", "t=,", "t=x", "t=-1", "t=1e3,2e3", "t=smpte:00:00:12", "t=clock:2009-07-26T11:19:01Z",
    "page=3", "", "t=" + "9" * 400,
])
def test_a_cue_without_a_time_is_left_out(player, logged, fragment):
    player.apply_decorations("g", [cue("1", fragment), cue("2", "t=1,2")])
    assert [one["id"] for one in player.render_decorations(MP3)["groups"]["g"]] == ["2"]
    (entry,) = logged
    assert "t=12,20" in entry["message"] and "1 ignored" in entry["message"] and entry["path"] == "g"


def test_cues_with_an_element(player):
    player.set_decoration_template("subtitle", SUBTITLE)
    player.set_decoration_template("bell", {"layout": "cue"})
    player.apply_decorations("g", [
        cue("1", "t=1,2", style="subtitle", extras={"text": "Call me <Ishmael>"}), cue("2", "t=3", style="bell", sound="x")])
    one, other = player.render_decorations(MP3)["groups"]["g"]
    assert one["element"] == "<p>Call me &lt;Ishmael&gt;</p>"
    assert (one["start"], one["end"]) == (1, 2)
    assert "element" not in other and other["style"] == "bell"


def test_a_cue_is_activated_like_others(player):
    player.apply_decorations("g", [{**cue("1", "t=1,2"), "interactions": ["activate"]}])
    heard = []
    player.observe("decorations/g", lambda topic, event: heard.append(event["decoration"]["id"]))
    player.activate_decoration("g", "1")
    assert heard == ["1"]


# --------------------------------------------------------------------------- Resources that are not in the publication


def test_resources_that_are_not_there(player, logged):
    here, gone, other = cue("1", "t=1,2"), cue("2", href="gone.mp3"), cue("3", href="gone.mp3#t=1")
    missing = {"gone.mp3": [{"missing": "2"}, {"missing": "3"}]}
    given = [here, gone, other]
    # The fragment of an href is among the locations.
    other = cue("3", "t=1", href="gone.mp3")
    assert player.apply_decorations("g", given) == {
        MP3: [{"add": here}], "gone.mp3": [{"add": gone}, {"add": other}, *missing["gone.mp3"]]}
    (entry,) = logged
    assert "gone.mp3" in entry["message"] and "2 ignored" in entry["message"] and entry["path"] == "decorations > g"
    # Reported as long as they exist.
    assert player.apply_decorations("g", [here, gone, other]) == missing
    assert len(logged) == 2
    assert player.decorations("g") == [here, gone, other]
    assert player.apply_decorations("g", [here]) == {"gone.mp3": [{"remove": "2"}, {"remove": "3"}]}
    assert player.apply_decorations("g", [here]) == {}
    assert len(logged) == 2


def test_all_that_a_link_leads_to_is_there():
    manifest = {
        "metadata": {"title": "A book"},
        "readingOrder": [{"href": "a b.xhtml", "type": "text/html", "alternate": [{"href": "a.mp3", "type": "audio/mpeg"}],
                          "children": [{"href": "part.xhtml#x", "type": "text/html"}]}],
        "resources": [{"href": "notes.html?x=1", "type": "text/html"}],
        "links": [{"href": "https://example.com/far.html", "rel": "alternate", "type": "text/html"}],
    }
    hrefs = ["a%20b.xhtml", "a.mp3", "part.xhtml", "notes.html", "https://example.com/far.html", "./x/../part.xhtml?q#f"]
    with lectern.Publication.open_manifest(manifest) as book, lectern.Navigator(book) as view:
        marks = [cue(str(n), href=href) for n, href in enumerate(hrefs)]
        changes = view.apply_decorations("g", marks)
        assert [step for steps in changes.values() for step in steps if "missing" in step] == []


def test_many_resources_that_are_not_there(player, logged):
    marks = [cue(str(n), href=f"{n}.mp3") for n in range(3000)]
    changes = player.apply_decorations("g", marks)
    assert sum("missing" in step for steps in changes.values() for step in steps) == 3000
    assert len(logged) == 101 and "2900 more" in logged[-1]["message"]


def test_the_function_knows_no_publication():
    one = cue("1", href="gone.mp3")
    assert lectern.diff([], [one]) == {"gone.mp3": [{"add": one}]}
