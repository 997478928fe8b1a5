# SPDX-License-Identifier: BSD-3-Clause
"""A page that shows a book, in a browser under test."""
import json
import os
import shutil
import time
from pathlib import Path

from host import Host

PROBE = Path(__file__).with_name("probe.js").read_text(encoding="utf-8")
#: Text is as wide on each machine.
ENVIRONMENT = {**os.environ, "FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf"))}
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = ["--no-sandbox", "--no-proxy-server", "--disable-background-networking", "--disable-dev-shm-usage",
             "--autoplay-policy=no-user-gesture-required",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]


#: Slows the pages of all tests down, as a machine with much else to do does: LECTERN_THROTTLE=8.
THROTTLE = float(os.environ.get("LECTERN_THROTTLE", 1))


def throttle(context, page):
    if THROTTLE > 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    return page


def launch(playwright):
    return playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, env=ENVIRONMENT)


class Reader:
    """A page that shows a book, and what it said."""

    def __init__(self, browser, path, preferences=None, size=(800, 600), ratio=1, options=None, query="",
                 animated=False):
        self.preferences = dict(preferences or {})
        self.host = Host(path, preferences, options)
        # A page that is closed in the middle of an answer is no error.
        self.host.server.handle_error = lambda *_: None
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, device_scale_factor=ratio)
        self.page = throttle(self.context, self.context.new_page())
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

    def until(self, script, seconds=30):
        """Waits until a script has a value."""
        deadline = time.monotonic() + seconds
        while not (found := self.evaluate(script)):
            assert time.monotonic() < deadline, script
            self.page.wait_for_timeout(20)
        return found

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
        # Who reads the state gets no messages before it says that it is ready.
        self.tell({"type": "settings", **{name: state[name] for name in names}}, {"type": "spreads", "spreads": state["spreads"]})

    def tell(self, *messages):
        """Messages of the library."""
        self.page.evaluate("(all) => all.forEach((text) => lectern.receive(text))", [json.dumps(one) for one in messages])
        self.settle()

    def resize(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})
        self.settle()

    def said(self, kind):
        return [message for message in self.host.messages if message["type"] == kind]

    def close(self):
        self.context.close()
        self.host.close()
