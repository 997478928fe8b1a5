# SPDX-License-Identifier: BSD-3-Clause
"""Reads with the keyboard alone, by the accessibility tree that screen readers use."""
from .reading import until
from .reader_window import SHELL

#: Roles that only structure a window.
STRUCTURE = {"RootWebArea", "Iframe", "none", "generic"}


class Listener:
    """Knows the element with the focus and the texts of live regions, like a screen reader."""

    def __init__(self, window):
        self.window, self.frames = window, {}
        window.devtools.send("Accessibility.enable")

    def focused(self):
        """The role and the name of the element with the focus."""
        frames = [self.window.devtools.send("Page.getFrameTree")["frameTree"]]
        for tree in frames:
            frames += tree.get("childFrames", [])
        found = []
        for tree in frames:
            nodes = self.window.devtools.send("Accessibility.getFullAXTree", {"frameId": tree["frame"]["id"]})["nodes"]
            found += [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes
                      if {"name": "focused", "value": {"type": "booleanOrUndefined", "value": True}} in node.get("properties", [])]
        inside = [one for one in found if one[0] not in STRUCTURE]
        return inside[-1] if inside else (found[-1] if found else None)

    def press(self, *keys):
        for key in keys:
            self.window.page.keyboard.press(key)

    def reaches(self, role, name, key="Tab", most=60):
        """Presses a key until the focus is on an element; each on the way has a name."""
        way = []
        for _ in range(most):
            now = self.focused()
            if now and now[0] == role and name in now[1]:
                return way
            way.append(now)
            self.press(key)
        raise AssertionError((role, name, way))

    def says(self, text):
        self.window.until(f"document.querySelector('#status').textContent.includes({text!r})", where=self.window.inside)


def test_from_the_shelf_to_a_highlight_and_back(window):
    one = window()
    one.shelf()
    heard = Listener(one)
    way = heard.reaches("link", "Read Aloud")
    assert all(name for role, name in filter(None, way) if role not in STRUCTURE), way
    heard.press("Enter")
    one.shown()
    # The text has the focus. Each page is announced.
    one.turned(lambda: heard.press("ArrowRight"))
    assert heard.focused()[0] in STRUCTURE
    one.turned(lambda: heard.press("]"))
    heading = one.inside(f"{SHELL}.current().document.querySelector('h1,h2,h3').textContent.trim()")
    heard.says(heading.split("\n")[0][:20])
    # The entries of the contents have names. Behind one of them, the text has the focus again.
    heard.press("t")
    one.page.wait_for_selector("#contents:not([hidden])")
    one.until("document.activeElement.matches('.entry')")
    names = set()
    for _ in range(4):
        heard.press("ArrowDown")
        names.add(heard.focused())
    assert len(names) == 4 and all(role == "button" and name for role, name in names)
    one.turned(lambda: heard.press("Enter"))
    until(one.page, lambda: heard.focused()[0] in STRUCTURE)
    # The search field has a name. A match tells its words.
    heard.press("/")
    until(one.page, lambda: heard.focused()[0] in ("searchbox", "textbox") and heard.focused()[1])
    one.page.keyboard.type("nevermore")
    one.until("document.querySelectorAll('.match').length > 3")
    heard.press("ArrowDown")
    until(one.page, lambda: "evermore" in heard.focused()[1])
    one.turned(lambda: heard.press("Enter"))
    heard.press("Escape", "Escape")
    # A highlight of the selected words is announced, then listed.
    heard.press("v", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight")
    one.page.wait_for_selector("#selection-bar:not([hidden])")
    heard.press("1")
    one.becomes(1, lambda: len([note for note in one.notes() if note["kind"] == "highlight"]))
    heard.says("Marked passages: 1")
    heard.press("Escape", "m")
    one.page.wait_for_selector("#notes:not([hidden])")
    words = [note for note in one.notes() if note["kind"] == "highlight"][0]["locator"]["text"]["highlight"].strip()
    heard.reaches("button", words[:5])
    heard.press("Escape")
    # Settings: every control has a name.
    heard.press("a")
    one.page.wait_for_selector("#settings:not([hidden])")
    for _ in range(12):
        role, name = heard.focused()
        assert role in STRUCTURE or name, role
        heard.press("Tab")
    heard.press("Escape", "l")
    one.page.wait_for_selector(".book-link")


def test_a_search_of_a_closed_window_leaves_no_marks(window):
    first = window()
    first.read()
    first.open("search")
    first.page.fill("#search-query", "raven")
    first.until("document.querySelectorAll('.match').length >= 10")
    first.turned(lambda: first.page.click(".match >> nth=4"))
    first.becomes(True, lambda: first.drawn("search") > 0)
    first.close()
    second = window()
    second.read()
    second.becomes(True, lambda: second.inside(f"Boolean({SHELL}.current()?.decorations)"))
    second.idle()
    second.becomes(0, lambda: second.drawn("search"))
