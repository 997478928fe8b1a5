# SPDX-License-Identifier: BSD-3-Clause
"""The page: its messages, its requests, and commands of the host."""
import json
import re
from ctypes import c_void_p

import lectern
from lectern import _calls
from Python.test_web_messages import MESSAGES

from . import addresses, texts
from .case import encoded, handled

TARGETS = ({"to": "forward"}, {"to": "nextSection", "animated": True}, {"position": 2}, {"progression": 0.5}, texts.PLACE, {"href": "OEBPS/a.xhtml#p"})
COMMANDS = ({"command": "zoom", "scale": 2, "point": {"x": 1, "y": 2}}, {"command": "play", "from": texts.PLACE, "skippable": ["footnote"]}, {"command": "skip", "seconds": 5},
            {"command": "speak", "from": texts.PLACE}, {"command": "seek", "time": 3}, {"command": "rate", "rate": 1.5}, {"command": "sleep", "seconds": 9}, {"command": "back"})
REQUESTS = ({"range": "bytes=0-9"}, {"range": "bytes=-5", "body": "{}"}, {"range": "bytes=5-"}, {"range": "bytes=0-1,3-4"}, {"range": "lines=1-2"}, {"range": "bytes=99999999999999999999-"})
ROUTES = ("index.html", "main.js", "css/page.css", "state.json", "send", "poll", "decorations.json", "note.json", "pdf/page.png", "pdf/page.json", "css/", "events", "")
PARAMETERS = ("href", "page", "width", "token", "message", "scripts", "x")


def make(random):
    """Steps, as functions and their arguments."""
    steps = []
    for _ in range(random.randrange(1, 9)):
        kind = random.choice(("receive", "receive", "request", "request", "request", "go", "send"))
        shape = random.choice({"receive": MESSAGES, "go": TARGETS, "send": COMMANDS, "request": REQUESTS}[kind])
        text = texts.json_text(shape, random).replace("EPUB/text/loomings.xhtml", "OEBPS/a.xhtml")
        steps.append([kind, address(random), text if random.random() < 0.3 else None] if kind == "request" else [kind, text])
    return steps


def address(random):
    """The address of a route or a file, with parameters."""
    chance = random.random()
    if chance < 0.4:
        return addresses.href(random)
    name = "~lectern/" + random.choice(ROUTES)
    values = (*addresses.HREFS, "1", "0", "-1", "99999999999", "TOKEN", "TOKEN", texts.json_text(random.choice(MESSAGES), random))
    query = "&".join(f"{random.choice(PARAMETERS)}={random.choice(values)}" for _ in range(random.randrange(4)))
    return addresses.changed(f"{name}?{query}" if query else name, random) if chance < 0.5 else f"{name}?{query}"


def use(case, given):
    with lectern.Publication.open_bytes(addresses.BOOK) as publication, lectern.Navigator(publication) as view:
        with view.observe(None, lambda topic, event: case.valid(topic, event, "event-" + topic, len(json.dumps(event)))):
            index = view.get("~lectern/index.html").read().decode()
            token = re.search(r'"token": ?"([0-9a-f]{32})"', index)[1]
            view.receive({"type": "ready"})
            for name, *arguments in given:
                if name == "request":
                    request(case, view, arguments[0].replace("TOKEN", token), arguments[1])
                    continue
                before = view.location
                if not case.do("navigator_" + name, view, *arguments):
                    case.check(view.location == before, f"{name} failed and changed the location")
            case.check(view.get("~lectern/state.json").status == 200, "the page has no state")


def request(case, view, href, options):
    """A response has as many bytes as it declares, and none from files of the host."""
    made = case.call(f"get {href[:60]}", _calls.outputs, (c_void_p, c_void_p), "lectern_navigator_get", view, encoded(href), encoded(options))
    if not made:
        return
    response = case.valid(href[:60], json.loads(_calls.take(made[0])), "web-response")
    body = handled(lectern.Resource, made[1])
    with body:
        data = case.call(f"read {href[:60]}", body.read)
    case.check(data is None or len(data) == response["length"], f"{href[:60]}: {response['length']} bytes are {data and len(data)}")
    case.check(not data or b"root:x:" not in data, f"{href[:60]} is a file of the host")
    case.check(response["status"] != 206 or "ange" in options, f"{href[:60]}: a part that nobody wanted")
