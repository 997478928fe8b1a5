# SPDX-License-Identifier: BSD-3-Clause
"""Shared by the tests of the page in a web view: its token, its state, and the channel of requests."""
import json
import re
from urllib.parse import quote, urlencode

XHTML = "application/xhtml+xml"


def state_of(navigator):
    with navigator.get("~lectern/state.json") as response:
        assert response.status == 200, response.body.read()
        return json.loads(response.body.read())


def answer(navigator, href, range=None):
    """Status, type and bytes of a response."""
    response = navigator.get(href, range)
    return response.status, response.type, response.read()


class Page:
    """A page that sends and polls with requests, like a page without another channel."""

    def __init__(self, navigator, ready=True):
        self.navigator = navigator
        index = navigator.get("~lectern/index.html").read().decode()
        self.token = re.search(r'"token": ?"([0-9a-f]{32})"', index)[1]
        self.state = state_of(navigator)
        self.poll()
        if ready:
            self.early = self.send({"type": "ready"})

    def request(self, name, **parameters):
        response = self.navigator.get(f"~lectern/{name}?{urlencode({'token': self.token, **parameters}, quote_via=quote)}")
        body = response.read()
        assert response.status == 200, (response.status, body)
        return json.loads(body)["messages"]

    def send(self, message):
        """Sends a message, and returns the queued messages."""
        return self.request("send", message=json.dumps(message))

    def poll(self):
        return self.request("poll")

    def at(self, href, progression=0.0, **locations):
        """Reports a location."""
        locator = {"href": href, "type": XHTML, "locations": {"progression": progression, **locations}}
        return self.send({"type": "location", "locator": locator})
