# SPDX-License-Identifier: BSD-3-Clause
"""Reads a book in Firefox on a virtual display, with the keyboard and by AT-SPI, the interface of screen readers."""
import json
import subprocess
import threading
from pathlib import Path

import pytest

from support.waiting import until
from Web.reader_server import Running, pack_sample

from . import firefox
from .display import Desktop

#: Not the interpreter of the tests, which has no bindings for AT-SPI.
PYTHON = "/usr/bin/python3"
PASSED_ON = ("DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")


class Listener:
    """Keeps all events since the last key."""

    def __init__(self, desktop):
        self.desktop, self.heard, self.parts = desktop, [], None
        surroundings = {name: value for name, value in desktop.environment.items() if name != "PYTHONPATH"}
        self.process = subprocess.Popen([PYTHON, Path(__file__).with_name("heard.py")], env=surroundings, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        threading.Thread(target=self._listen, daemon=True).start()
        until(lambda: ["ready"] in self.heard, 30)

    def _listen(self):
        for line in self.process.stdout:
            kind, *what = json.loads(line)
            if kind == "parts":
                [self.parts] = what
            else:
                self.heard.append([kind, *what])

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)

    def press(self, *keys):
        for key in keys:
            self.heard.clear()
            self.desktop.key(key)

    def type(self, text):
        self.heard.clear()
        self.desktop.run("xdotool", "type", "--delay", 60, text)

    def _until(self, condition):
        try:
            return until(condition)
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.heard}") from None

    def focus(self, *roles):
        """The name of the element that gets the focus, once it has one of these roles."""
        return self._until(lambda: [name for kind, *what in self.heard if kind == "focus" for role, name in [what] if role in roles and name])[-1]

    def reaches(self, name, *roles):
        """Presses Tab until an element with this name has the focus."""
        way = []
        while len(way) < 40 and not (way and name in way[-1][1]):
            self.press("Tab")
            way.append(self._until(lambda: [what for kind, *what in self.heard if kind == "focus"])[-1])
        assert name in way[-1][1] and way[-1][0] in roles, way
        assert all(name for role, name in way if role != "document web"), way

    def says(self, text):
        self._until(lambda: any(kind == "live" and text in what[0] for kind, *what in self.heard))

    def finds(self, role, name):
        """Waits until a part of a document has this role and name."""
        def asked():
            self.parts = None
            self.process.stdin.write("\n")
            self.process.stdin.flush()
            return any(one[0] == role and name in one[1] for one in until(lambda: self.parts))
        until(asked)


@pytest.fixture
def desktop():
    """A display with a session bus, and so with accessibility."""
    with Desktop(1280, 1000) as desktop:
        for name in ("NO_AT_BRIDGE", "GTK_A11Y"):
            del desktop.environment[name]
        bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address"], env=desktop.environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        desktop.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        yield desktop
        bus.terminate()
        bus.wait(10)


@pytest.fixture
def listener(desktop):
    one = Listener(desktop)
    yield one
    one.close()


@pytest.fixture
def window(desktop, listener):
    """A tab of Firefox, which has the keyboard."""
    passed = {name: desktop.environment[name] for name in PASSED_ON}
    browser = firefox.Browser({**passed, "GNOME_ACCESSIBILITY": "1", "GDK_BACKEND": "x11"}, headless=False)
    window = browser.new_page()
    desktop.run("xdotool", "mousemove", 640, 500)
    yield window
    window.close()
    browser.close()


def test_a_book_is_read_from_the_shelf_to_a_highlight(window, listener, tmp_path):
    pack_sample(tmp_path)
    with Running(tmp_path, tmp_path / "data") as running:
        window.goto(running.url)
        listener.finds("link", "Read Aloud")
        listener.reaches("Read Aloud", "link")
        listener.press("Return")
        listener.says("Read Aloud")
        # Pages and chapters are announced, and the headings of a chapter are headings.
        listener.press("bracketright")
        listener.says("Loomings")
        listener.finds("heading", "Loomings")
        listener.press("Right")
        listener.says("Page ")
        # Entries of the contents have names; the chapter of an entry is announced.
        listener.press("t")
        first = listener.focus("push button")
        listener.press("Down")
        assert listener.focus("push button") != first
        chosen = listener.focus("push button")
        listener.press("Return")
        listener.says(chosen.rstrip("0123456789 "))  # without the page
        # Matches of a search.
        listener.press("slash")
        assert listener.focus("entry")
        listener.type("nevermore")
        listener.says("match")
        listener.press("Down")
        assert "evermore" in listener.focus("push button")
        listener.press("Return", "Escape", "Escape")
        # A highlight.
        listener.press("v", "shift+Right", "shift+Right", "1")
        listener.says("Marked passages: 1")
        listener.press("l")
        listener.finds("heading", "Library")
        listener.reaches("Read Aloud", "link")
