# SPDX-License-Identifier: BSD-3-Clause
"""Messages to and from the page: valid and rejected ones, and delivery without loss."""
import gc
import json

import pytest

import lectern
from support.schemas import explain

from .web import XHTML, Page, state_of

CHAPTER = "EPUB/text/loomings.xhtml"
SONNETS = "EPUB/text/sonnets.xhtml"
RECT = {"left": 1, "top": 2, "right": 4, "bottom": 6, "width": 3, "height": 4}
LOCATOR = {"href": CHAPTER, "type": XHTML, "locations": {"progression": 0.25}, "text": {"highlight": "whale"}}
DECORATION = {"id": "a", "locator": LOCATOR, "style": {"id": "highlight", "tint": "#FF0000"}}
INTERACTIVE = {**DECORATION, "interactions": ["activate", "secondary", "hover"]}

#: Valid messages of a page.
MESSAGES = [
    {"type": "ready"},
    {"type": "viewport", "width": 800, "height": 600.5, "insets": {"top": 20}},
    {"type": "location", "locator": LOCATOR, "page": 1, "pages": 12, "atStart": False, "atEnd": False},
    {"type": "selection", "locator": LOCATOR, "rect": RECT},
    {"type": "selection", "locator": None, "rect": None},
    {"type": "decoration", "group": "notes", "id": "a", "rect": RECT, "point": {"x": 2, "y": 3}},
    {"type": "decoration", "group": "notes", "id": "a", "interaction": "secondary", "point": {"x": 2, "y": 3}},
    {"type": "decoration", "group": "notes", "id": "a", "interaction": "hover", "phase": "leave", "rect": None},
    {"type": "link", "href": "https://example.org/a?b#c", "rect": RECT},
    {"type": "link", "href": "mailto:a@example.org"},
    {"type": "tap", "point": {"x": 5, "y": 6}, "width": 800, "height": 600, "target": "p"},
    {"type": "key", "key": "F1", "code": "F1", "alt": False, "ctrl": True, "shift": False, "meta": False},
    {"type": "media", "state": "playing", "kind": "overlay", "href": CHAPTER, "time": 1.5, "duration": 60, "locator": LOCATOR,
     "rate": 1.25},
    {"type": "copy", "text": "Call me Ishmael."},
    {"type": "speak", "id": "s1", "text": "Call me Ishmael.", "language": "en", "rate": 1, "pitch": 1, "volume": 0.5, "voice": "Ann"},
    {"type": "cue", "group": "notes", "id": "a", "state": "begin", "time": 12.5},
    {"type": "error", "message": "It did not load.", "href": CHAPTER}, {"type": "error", "message": "No.", "subject": "link"},
]
#: Invalid messages of a page, with the reason.
REFUSED = [
    ({}, lectern.JsonError), ([], lectern.JsonError), ({"type": "nothing"}, lectern.JsonError), ({"type": 1}, lectern.JsonError),
    ({"type": "ready", "more": 1}, lectern.JsonError), ({"type": "viewport", "width": 800}, lectern.JsonError),
    ({"type": "viewport", "width": -1, "height": 1}, lectern.JsonError),
    ({"type": "viewport", "width": 1e300, "height": 1}, lectern.JsonError),
    ({"type": "location"}, lectern.JsonError), ({"type": "location", "locator": None}, lectern.JsonError),
    ({"type": "location", "locator": {"href": "no.xhtml", "type": XHTML}}, lectern.NotFoundError),
    ({"type": "location", "locator": {"href": "../../x", "type": XHTML}}, lectern.NotFoundError),
    ({"type": "location", "locator": {"type": XHTML}}, lectern.JsonError),
    ({"type": "location", "locator": {"href": CHAPTER, "type": 5}}, lectern.JsonError),
    ({"type": "selection", "locator": {**LOCATOR, "href": "https://example.org/"}}, lectern.NotFoundError),
    ({"type": "selection", "rect": {"left": 1}}, lectern.JsonError),
    ({"type": "selection", "rect": {**RECT, "z": 1}}, lectern.JsonError),
    ({"type": "decoration", "group": "notes", "id": "none"}, lectern.NotFoundError),
    ({"type": "decoration", "group": "none", "id": "a"}, lectern.NotFoundError),
    ({"type": "decoration", "group": "notes", "id": "a", "interaction": "secondary"}, lectern.UnsupportedError),
    ({"type": "decoration", "group": "notes", "id": "a", "interaction": "telepathy"}, lectern.JsonError),
    ({"type": "decoration", "group": "notes", "id": "a", "rect": {"left": 1, "top": 1, "width": "3", "height": 1}}, lectern.JsonError),
    ({"type": "link", "href": "javascript:alert(1)"}, lectern.JsonError),
    ({"type": "link", "href": "JavaScript:alert(1)"}, lectern.JsonError),
    ({"type": "link", "href": " https://example.org"}, lectern.JsonError),
    ({"type": "link", "href": "data:text/html,x"}, lectern.JsonError),
    ({"type": "link", "href": "file:///etc/passwd"}, lectern.JsonError), ({"type": "link", "href": "EPUB/x"}, lectern.JsonError),
    ({"type": "link", "href": "https://example.org/" + "x" * 9000}, lectern.JsonError),
    ({"type": "tap", "point": {"x": 1}, "width": 1, "height": 1}, lectern.JsonError),
    ({"type": "key", "key": "x" * 2000}, lectern.JsonError),
    ({"type": "media", "state": "loud", "kind": "audio"}, lectern.JsonError),
    ({"type": "media", "state": "paused", "kind": "audio", "href": "no.mp3"}, lectern.NotFoundError),
    ({"type": "copy"}, lectern.JsonError), ({"type": "copy", "text": "x" * 200_000}, lectern.JsonError),
    ({"type": "cue", "group": "notes", "id": "none", "state": "end", "time": 1}, lectern.NotFoundError),
    ({"type": "cue", "group": "notes", "id": "a", "state": "now", "time": 1}, lectern.JsonError),
    ({"type": "preference", "key": "theme", "value": "dark"}, lectern.JsonError),
    ({"type": "preference", "key": "speed"}, lectern.JsonError), ({"type": "preference", "key": "volume", "value": []}, lectern.JsonError),
    ({"type": "speak", "id": "1"}, lectern.JsonError), ({"type": "error"}, lectern.JsonError),
    ({"type": "error", "message": "No.", "subject": "weather"}, lectern.JsonError),
    ({"type": "error", "message": "x" * (1 << 20)}, lectern.LimitError),
]
COMMANDS = [
    {"command": "clearSelection"}, {"command": "back"}, {"command": "focus"}, {"command": "pause"}, {"command": "stop"},
    {"command": "resume"}, {"command": "escape"}, {"command": "zoom", "scale": 2.5, "point": {"x": 1, "y": 2}},
    {"command": "play"}, {"command": "play", "from": LOCATOR, "skippable": ["footnote"]}, {"command": "skip", "seconds": -15},
    {"command": "seek", "time": 61.5}, {"command": "sleep", "minutes": 15},
    {"command": "sleep", "minutes": "end"}, {"command": "sleep"},
    {"command": "speak", "action": "start", "voice": "Ann", "rate": 1.2, "from": LOCATOR},
    {"command": "spoken", "id": "s1", "event": "word", "charIndex": 5, "charLength": 2},
    {"command": "options", "options": {"wheel": False, "voice": "host", "theme": "dark"}},
]
NO_COMMANDS = [
    {}, {"command": "nothing"}, {"command": 1}, {"command": "back", "x": 1}, {"command": "zoom"}, {"command": "zoom", "scale": 0},
    {"command": "sleep", "minutes": "soon"}, {"command": "speak", "action": "sing"}, {"command": "options"},
    {"command": "options", "options": {"remote": True}}, {"command": "options", "options": {"css": {"href": "x"}}},
    {"command": "options", "options": {"wheel": 1}}, {"command": "options", "options": {}, "x": 1}, {"command": "play", "from": {}},
]


@pytest.fixture
def events(navigator):
    """The events that listeners received, without the initial values."""
    heard = []
    with navigator.observe(None, lambda topic, event: heard.append((topic, event))):
        heard.clear()
        yield heard
    heard.clear()


# ----------------------------------------------------------------------------------------------- Messages of the page

@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message["type"])
def test_messages_follow_their_schema_and_become_events(navigator, page, events, schemas, message):
    navigator.apply_decorations("notes", [INTERACTIVE])
    assert not explain(schemas["web-message"], message)
    page.poll()
    events.clear()
    page.send(message)
    interaction = message.get("interaction", "decorations")
    topic = {"speak": "media", "decoration": f"{interaction}/notes"}.get(message["type"], message["type"])
    heard = [event for name, event in events if name == topic]
    if message["type"] in ("ready", "viewport", "copy"):
        return
    assert len(heard) == 1
    schema = "event-" + (topic.partition("/")[0] if message["type"] != "decoration" else "decorations")
    assert not explain(schemas[schema], heard[0]), schema
    if topic in ("link", "tap", "key", "error") or message["type"] == "speak":
        assert heard[0] == message


def test_what_is_refused_changes_nothing(navigator, page, events, schemas):
    navigator.apply_decorations("notes", [DECORATION])
    page.at(SONNETS, 0.5)
    before = (navigator.location, navigator.spreads, navigator.decorations("notes"))
    events.clear()
    for message, error in REFUSED:
        with pytest.raises(error) as raised:
            navigator.receive(json.dumps(message))
        assert str(raised.value) and len(str(raised.value)) < 2000
        if error is lectern.JsonError and len(str(message)) < 1000 and message.get("type") != "link" if message else False:
            assert explain(schemas["web-message"], message), message
    assert (navigator.location, navigator.spreads, navigator.decorations("notes")) == before
    assert not [event for event in events if event[0] != "web"]


def test_text_that_is_no_message(navigator):
    for text in ("", "{", "null", "ready", "[1]", "\ufffe", '{"type":"ready"}x', "[" * 100000):
        with pytest.raises((lectern.JsonError, lectern.LimitError)):
            navigator.receive(text)


def test_the_viewport_of_the_page_decides_spreads(packed, schemas):
    with lectern.Publication.open(packed("fixed-layout")) as book, lectern.Navigator(book) as navigator:
        page = Page(navigator)
        told = [message for message in page.send({"type": "viewport", "width": 1200, "height": 600})
                if message["type"] == "spreads"]
        assert navigator.spreads["isEnabled"] and [one["spreads"] for one in told] == [navigator.spreads]
        assert not explain(schemas["event-web"], told[0])
        told = page.send({"type": "viewport", "width": 600, "height": 1200})
        assert not navigator.spreads["isEnabled"] and told[0]["spreads"] == navigator.spreads


# ----------------------------------------------------------------------------------------------- Messages to the page

def told(page, schemas):
    messages = page.poll()
    for message in messages:
        assert not explain(schemas["event-web"], message), message["type"]
    return messages


def test_settings_reach_the_page(navigator, page, schemas):
    navigator.submit_preferences({"fontSize": 1.5, "scroll": True})
    [message] = told(page, schemas)
    state = state_of(navigator)
    assert message["type"] == "settings" and message["invalidatesPagination"] is True
    assert {"fontSize", "scroll"} <= set(message["changed"])
    for name in ("settings", "css", "background", "direction"):
        assert message[name] == state[name]


def test_drafts_reach_the_page(navigator, page, schemas):
    with navigator.edit_preferences() as draft:
        draft.set("theme", "sepia")
        draft.submit()
    [message] = told(page, schemas)
    assert message["background"] == message["css"]["reflowable"]["backgroundColor"] and "theme" in message["changed"]


def test_the_same_settings_are_not_told_again(navigator, page, schemas):
    navigator.submit_preferences({"fontSize": 1.5})
    told(page, schemas)
    navigator.submit_preferences({"fontSize": 1.5})
    assert told(page, schemas) == []


def test_decorations_reach_the_page_rendered(navigator, page, schemas):
    other = {**DECORATION, "id": "b"}
    navigator.apply_decorations("notes", [DECORATION, other])
    [message] = told(page, schemas)
    items = navigator.render_decorations(CHAPTER)["groups"]["notes"]
    assert [item["locator"]["fit"] for item in items] == ["changed"] * 2
    # The page compares a range with its text, and asks the library only if they differ.
    assert message["changes"] == {CHAPTER: [{"add": {**item, "locator": LOCATOR}} for item in items]} and message["stylesheet"]
    navigator.apply_decorations("notes", [other, DECORATION])
    [message] = told(page, schemas)
    assert message["changes"] == {CHAPTER: [{"move": "a"}]} or message["changes"] == {CHAPTER: [{"move": "b", "index": 0}]}
    navigator.apply_decorations("notes", [{**other, "style": {"id": "underline"}}])
    [message] = told(page, schemas)
    assert [list(change)[0] for change in message["changes"][CHAPTER]] == ["remove", "update"]
    navigator.apply_decorations("notes", [])
    assert told(page, schemas)[0]["changes"] == {CHAPTER: [{"remove": "b"}]}


def test_large_changes_are_asked_for(navigator, page, schemas):
    many = [{**DECORATION, "id": str(number), "locator": {**LOCATOR, "text": {"highlight": "x" * 400}}} for number in range(4000)]
    navigator.apply_decorations("search", many)
    [message] = told(page, schemas)
    assert message == {"type": "decorations", "group": "search", "hrefs": [CHAPTER]}
    assert len(navigator.render_decorations(CHAPTER)["groups"]["search"]) == 4000


def test_what_the_host_draws_is_asked_for(navigator, page, schemas):
    calls = []

    def element(decoration):
        calls.append(decoration["id"])
        return "<div></div>"

    navigator.set_decoration_template("own", {"layout": "bounds", "element": "<i></i>"}, element)
    navigator.apply_decorations("notes", [{**DECORATION, "style": {"id": "own"}}])
    [message] = told(page, schemas)
    assert message["hrefs"] == [CHAPTER] and calls == []
    navigator.set_decoration_template("own", None)
    assert told(page, schemas) == [{"type": "decorations", "group": "notes", "hrefs": [CHAPTER]}]


def test_groups_that_can_be_activated(navigator, page, schemas):
    navigator.apply_decorations("notes", [DECORATION])
    told(page, schemas)
    with navigator.observe("decorations/notes", print):
        assert told(page, schemas) == [{"type": "activable", "groups": ["notes"]}]
        assert Page(navigator, ready=False).state["activable"] == ["notes"]
        page.send({"type": "ready"})
    assert told(page, schemas) == [{"type": "activable", "groups": []}]


@pytest.mark.parametrize("name, other", [("secondary", "hover"), ("hover", "secondary")])
def test_groups_with_other_interactions(navigator, page, schemas, name, other):
    navigator.apply_decorations("notes", [DECORATION])
    told(page, schemas)
    none = {"secondary": [], "hover": []}
    with navigator.observe(f"{name}/notes", print), navigator.observe(f"{other}/unused", print):
        assert told(page, schemas) == [{"type": "interactive", **none, name: ["notes"]}]
        state = Page(navigator, ready=False).state
        assert state["interactive"] == {**none, name: ["notes"]} and state["activable"] == []
        page.send({"type": "ready"})
    assert told(page, schemas) == [{"type": "interactive", **none}]


def test_a_location_of_the_host_turns_the_page_and_one_of_the_page_does_not(navigator, page, schemas):
    navigator.location = LOCATOR
    [message] = told(page, schemas)
    assert message == {"type": "go", "locator": navigator.location}
    assert page.at(SONNETS, 0.5) == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command["command"])
def test_commands(navigator, page, schemas, command):
    assert not explain(schemas["web-command"], command)
    navigator.send(command)
    assert told(page, schemas) == [{"type": "command", **command}]


def test_what_is_no_command(navigator, page, schemas):
    for command in NO_COMMANDS:
        assert explain(schemas["web-command"], command), command
        with pytest.raises(lectern.JsonError):
            navigator.send(command)
    assert page.poll() == []


# ------------------------------------------------------------------------------------------------------- The channel

def test_without_a_page_nobody_is_told(navigator, events):
    navigator.submit_preferences({"fontSize": 2})
    navigator.location = LOCATOR
    assert "web" not in [topic for topic, _ in events]
    with pytest.raises(lectern.UnsupportedError):
        navigator.send({"command": "back"})
    with pytest.raises(lectern.UnsupportedError):
        navigator.go({"to": "forward"})


def test_what_happens_while_the_page_loads_is_told_when_it_is_ready(navigator, events):
    page = Page(navigator, ready=False)
    navigator.submit_preferences({"fontSize": 2})
    navigator.go({"position": 3})
    assert page.poll() == [] and "web" not in [topic for topic, _ in events]
    assert [message["type"] for message in page.send({"type": "ready"})] == ["settings", "go"]
    assert [event["type"] for topic, event in events if topic == "web"] == ["settings", "go"]


def test_a_page_that_is_loaded_again_begins_again(navigator, page):
    navigator.submit_preferences({"fontSize": 2})
    again = Page(navigator)
    assert again.early == [] and again.poll() == []
    assert again.token == page.token and again.state["settings"]["fontSize"] == 2


def test_a_page_that_does_not_ask_begins_again(navigator, page):
    for number in range(600):
        navigator.go({"to": "forward"})
    messages = page.poll()
    assert {"type": "reload"} in messages and len(messages) <= 256 + 1


def test_tokens(navigator, page):
    for token in ("", "x", page.token[:-1], page.token.upper() + "0", page.token + "0", "%00", page.token[::-1] + "x"):
        for name in ("send", "poll"):
            response = navigator.get(f'~lectern/{name}?token={token}&message={{"type":"ready"}}')
            assert response.status == 403 and response.read()
    assert navigator.get('~lectern/send?message={"type":"ready"}').status == 403
    gc.collect()


def test_a_forged_message_is_not_received(navigator, page, events):
    for href in ('~lectern/send?message={"type":"error","message":"x"}',
                 '~lectern/send?token=0&message={"type":"error","message":"x"}&token=' + page.token):
        assert navigator.get(href).status == 403
    assert not [event for event in events if event[0] == "error"]
    gc.collect()


def test_messages_by_post(navigator, events):
    page = Page(navigator)
    response = navigator.get("~lectern/send?token=" + page.token, body='{"type":"error","message":"x"}')
    assert response.status == 200 and json.loads(response.read()) == {"messages": []}
    assert [event["message"] for topic, event in events if topic == "error"] == ["x"]
    assert navigator.get("~lectern/send?token=0", body='{"type":"ready"}').status == 403
    assert navigator.get("~lectern/send?token=" + page.token, body="{").status == 400
    gc.collect()


def test_listeners_may_use_the_navigator(navigator, page):
    heard = []

    def listen(topic, event):
        heard.append(event["type"])
        if event["type"] == "tap":
            navigator.go({"to": "forward"})
            navigator.receive({"type": "key", "key": "a"})

    with navigator.observe("tap", listen), navigator.observe("key", listen):
        messages = page.send({"type": "tap", "point": {"x": 1, "y": 1}, "width": 2, "height": 2})
    assert heard == ["tap", "key"] and messages == [{"type": "move", "to": "forward"}]


# ------------------------------------------------------------------------------------------------------ The location

def test_locations_are_completed(sample, navigator, page, events):
    page.at(SONNETS, 0.5)
    expected = sample.locate({"href": SONNETS, "progression": 0.5})
    location = navigator.location
    assert location["locations"]["position"] == expected["locations"]["position"]
    assert location["locations"]["totalProgression"] == pytest.approx(expected["locations"]["totalProgression"])
    assert location["title"] == expected["title"]
    assert location["locations"]["pageLabel"] == "7"
    assert [event for topic, event in events if topic == "location"] == [location]


def test_the_section_is_that_of_the_first_text_on_the_page(sample, navigator, page):
    titles = {}
    for number in (18, 29, 30, 73):
        page.at(SONNETS, 0.01, cssSelector=f"#sonnet-{number}")
        titles[number] = navigator.location["title"]
    assert titles == {number: f"Sonnet {number}" for number in titles}
    page.at(SONNETS, 0.99, domRange={"start": {"cssSelector": "#sonnet-29", "textNodeIndex": 0}})
    assert navigator.location["title"] == "Sonnet 29"
    page.at(SONNETS, 0)
    assert navigator.location["title"] == "Five Sonnets"


def test_what_the_page_reports_is_kept(navigator, page):
    reported = {"href": "/EPUB/text/../text/sonnets.xhtml", "type": XHTML, "title": "nonsense",
                "locations": {"progression": 0.5, "cssSelector": "#sonnet-30", "position": 999, "totalProgression": 0.99},
                "text": {"before": "a", "highlight": "b", "after": "c"}}
    page.send({"type": "location", "locator": reported})
    location = navigator.location
    assert location["href"] == SONNETS and location["text"] == reported["text"] and location["title"] == "Sonnet 30"
    assert location["locations"]["cssSelector"] == "#sonnet-30" and location["locations"]["position"] < 40


@pytest.mark.parametrize("send", [lambda navigator, locator: navigator.receive({"type": "location", "locator": locator}),
                                  lambda navigator, locator: setattr(navigator, "location", locator)], ids=["page", "host"])
def test_values_of_other_types_are_left_out(navigator, page, schemas, send):
    send(navigator, {"href": CHAPTER, "type": XHTML, "text": {"highlight": 5, "after": "a"}, "locations": {
        "progression": 0.5, "position": "1", "pageLabel": 7, "textPosition": {"start": -1, "end": 2}, "fragments": [1, "b"], "own": 8}})
    location = navigator.location
    assert not explain(schemas["location"], location)
    assert location["text"] == {"after": "a"} and location["locations"]["progression"] == 0.5
    assert location["locations"]["fragments"][0] == "b" and location["locations"]["own"] == 8


def test_a_place_without_a_media_type(navigator, page):
    navigator.receive({"type": "location", "locator": {"href": CHAPTER, "locations": {"progression": 0.5}}})
    assert navigator.location["type"] == XHTML and navigator.location["locations"]["position"] > 1


def test_selections_are_completed(navigator, page, events):
    page.send({"type": "selection", "locator": LOCATOR, "rect": RECT})
    [event] = [event for topic, event in events if topic == "selection"]
    assert event["rect"] == RECT and event["locator"]["title"] == "Loomings"
    assert {"position", "totalProgression"} <= set(event["locator"]["locations"])


def test_recordings_and_comics_have_places_too(tmp_path):
    import zipfile
    png = b"\x89PNG\r\n\x1a\n" + bytes(32)
    path = tmp_path / "comic.cbz"
    with zipfile.ZipFile(path, "w") as book:
        for number in range(4):
            book.writestr(f"{number}.png", png)
    with lectern.Publication.open(path) as book, lectern.Navigator(book) as navigator:
        page = Page(navigator)
        page.send({"type": "location", "locator": {"href": "2.png", "type": "image/png", "locations": {"progression": 0}}})
        assert navigator.location["locations"]["position"] == 3
        assert navigator.location["locations"]["totalProgression"] == 0.5


# ----------------------------------------------------------------------------------------------------------- Options

def test_options(sample, schemas):
    options = {"web": {"keyboard": False, "continuous": True, "voice": "host", "theme": "sepia", "channel": "get", "css": {"href": "css"}}}
    assert not explain(schemas["navigator-options"], options)
    with lectern.Navigator(sample, options) as navigator:
        found = state_of(navigator)["options"]
        assert found["keyboard"] is False and found["continuous"] is True and found["touch"] is True
        assert (found["voice"], found["theme"], found["channel"]) == ("host", "sepia", "get") and found["remote"] is False
    for wrong in ({"x": 1}, {"keyboard": 1}, {"voice": "nobody"}, {"theme": "blue"}, {"css": {}}, {"css": {"href": ""}}, []):
        assert explain(schemas["navigator-options"], {"web": wrong}), wrong
        with pytest.raises(lectern.JsonError):
            lectern.Navigator(sample, {"web": wrong})


@pytest.mark.parametrize("option, more, value", [
    (None, {}, True), (True, {}, True), (False, {}, False), (False, {"preferences": {"scroll": True, "continuous": True}}, True),
    (True, {"preferences": {"scroll": True, "continuous": False}}, False), (False, {"defaults": {"continuous": True}}, True)])
def test_the_option_continuous_is_a_default_of_the_setting(sample, option, more, value):
    options = {"preferences": {"scroll": True}, "web": {"continuous": option}, **more}
    with lectern.Navigator(sample, options) as navigator:
        assert state_of(navigator)["settings"]["continuous"] is value
        assert navigator.settings["settings"]["continuous"]["effectiveValue"] is value
        # A default cannot be changed by a command.
        with pytest.raises(lectern.JsonError):
            navigator.send({"command": "options", "options": {"continuous": True}})


def test_style_sheets_of_the_host_are_below_the_base_or_elsewhere(sample):
    with lectern.Navigator(sample, {"web": {"css": {"href": "css"}}, "readiumCSS": {"version": 2}}) as navigator:
        assert b'href="../../css/' in navigator.get("EPUB/text/loomings.xhtml").read()
    with lectern.Navigator(sample, {"web": {"css": {"href": "https://example.org/css/"}}}) as navigator:
        assert b'href="https://example.org/css/' in navigator.get("EPUB/text/loomings.xhtml").read()


def test_a_page_that_begins_again_has_the_changed_options(navigator, page):
    navigator.send({"command": "options", "options": {"keyboard": False, "theme": "dark"}})
    options = state_of(navigator)["options"]
    assert options["keyboard"] is False and options["theme"] == "dark" and options["touch"] is True
