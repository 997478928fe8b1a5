# SPDX-License-Identifier: BSD-3-Clause
"""A page that shows a book, in a browser under test."""
import json
import shutil
import time
from pathlib import Path

from host import Host

PROBE = Path(__file__).with_name("probe.js").read_text(encoding="utf-8")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = ["--no-sandbox", "--no-proxy-server", "--disable-background-networking", "--disable-dev-shm-usage",
             "--autoplay-policy=no-user-gesture-required",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]


class Reader:
    """A page that shows a book, and what it said."""

    def __init__(self, browser, path, preferences=None, size=(800, 600), ratio=1, options=None, query="",
                 animated=False):
        self.preferences = dict(preferences or {})
        self.host = Host(path, preferences, options)
        # A page that is closed in the middle of an answer is no error.
        self.host.server.handle_error = lambda *_: None
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, device_scale_factor=ratio)
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(self.host.url + query)
        # Not wait_for_function: it evaluates text in the page, which its policy forbids.
        deadline = time.monotonic() + 30
        while not self.page.evaluate("Boolean(window.lectern?.shell?.view?.place?.())"):
            if time.monotonic() > deadline:
                raise TimeoutError("no page is shown")
            self.page.wait_for_timeout(20)
        self.page.evaluate(f"window.probe = {PROBE}; lectern.shell.options.animated = {json.dumps(animated)}")
        self.settle()

    def evaluate(self, script, argument=None):
        return self.page.evaluate(script, argument)

    def settle(self):
        self.page.evaluate("probe.settled()")

    def move(self, way):
        moved = self.page.evaluate("(way) => lectern.move(way)", way)
        self.settle()
        return moved

    def go(self, locator):
        reached = self.page.evaluate("(locator) => lectern.go(locator)", locator)
        self.settle()
        return reached

    def place(self):
        return self.page.evaluate("lectern.place()")

    def at(self):
        return self.page.evaluate("probe.at()")

    def set(self, **preferences):
        """Changes settings as a host does: through the navigator, and its message to the page."""
        self.preferences.update(preferences)
        self.host.navigator.submit_preferences(self.preferences)
        state = json.loads(self.host.get("~lectern/state.json")[2])
        names = ("settings", "css", "background", "direction")
        self.tell({"type": "settings", **{name: state[name] for name in names}})

    def tell(self, message):
        """A message of the library."""
        self.page.evaluate("(text) => lectern.receive(text)", json.dumps(message))
        self.settle()

    def resize(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})
        self.settle()

    def said(self, kind):
        return [message for message in self.host.messages if message["type"] == kind]

    def close(self):
        self.context.close()
        self.host.close()
