# SPDX-License-Identifier: BSD-3-Clause
"""Uses the desktop readers like a person, on a virtual display, and checks what they store.

    python -m Desktop.drive FOLDER-OF-PROGRAMS FOLDER-OF-PICTURES [BOOK] [--hosts qt gtk]

Turns pages with keys and with the button, opens an entry of the contents, searches, highlights a selection, changes a
setting, closes the reader and opens it again: it must be at the same location.  Then clicks a link out of the book: it
must only be opened after the reader has confirmed the address.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from itertools import chain
from pathlib import Path

from Web import books

from .display import Desktop

#: Where controls are in the window, which is at the upper left of the display, with this font.
PLACES = {
    "qt": {"next": (148, 22), "entry": (100, 123), "word": ((330, 300), (560, 350)), "highlight": (200, 22),
           "search": (330, 22), "settings": (602, 24), "change": (925, 673), "page": (600, 740)},
    "gtk": {"next": (91, 26), "entry": (100, 184), "word": ((600, 300), (760, 350)), "highlight": (167, 26),
            "search": (860, 26), "settings": (337, 76), "change": (390, 345), "page": (700, 740)},
}
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<match target="pattern"><edit name="family" mode="prepend" binding="strong"><string>DejaVu Sans</string></edit></match>
</fontconfig>"""


class Reader:
    """A program that shows a book, and its state file."""

    def __init__(self, desktop, program, book, store):
        self.store, self.log = Path(store), open(f"{store}.log", "a")  # noqa: SIM115
        self.process = subprocess.Popen(["dbus-run-session", "--", program, book, store], env=desktop.environment,
                                        start_new_session=True, stdout=self.log, stderr=self.log)

    def kept(self):
        try:
            found = json.loads(self.store.read_text())
        except (OSError, ValueError):
            return {}
        return {**found, **found.get("options", {})}

    def wait(self, test, seconds=40):
        """The stored state, as soon as it passes the test; None if it does not."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            found = self.kept()
            if found and test(found):
                time.sleep(1)  # until it is on the screen, too
                return self.kept()
            time.sleep(0.2)
        return None

    def close(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.log.close()


def share(found):
    return (found.get("location") or {}).get("locations", {}).get("totalProgression") or 0


def same(one, other):
    """Whether two locations are the same, apart from the words around them."""
    return one["href"] == other["href"] and abs(one["locations"]["progression"] - other["locations"]["progression"]) < 0.02


def drive(name, desktop, program, book, folder, pictures):
    """Yields a line for each step: its name, and whether it succeeded."""
    place, store = PLACES[name], f"{folder}/{name}.json"

    def picture(step):
        desktop.picture(pictures / f"{name}-{step}.png")

    reader = Reader(desktop, program, book, store)
    try:
        first = reader.wait(lambda found: found.get("location"), 90)
        picture("1-open")
        yield "opens the book", first
        if not first:
            return
        acts = [
            ("2-keys", "turns pages by keys", lambda: (desktop.click(place["page"]), desktop.key("Right", "Right")),
             lambda old, new: share(new) > share(old)),
            ("3-button", "turns a page by the button", lambda: desktop.click(place["next"]),
             lambda old, new: share(new) > share(old)),
            ("4-contents", "follows the contents", lambda: desktop.click(place["entry"]),
             lambda old, new: not same(old["location"], new["location"])),
            ("5-highlight", "highlights a selection",
             lambda: (desktop.drag(*place["word"]), time.sleep(1), desktop.click(place["highlight"])),
             lambda old, new: new.get("highlights")),
            ("6-search", "searches, and draws the matches",
             lambda: (desktop.click(place["search"]), desktop.run("xdotool", "type", "--delay", 40, "the"),
                      desktop.key("Return"), time.sleep(3)), lambda old, new: True),
            ("7-form", "shows the settings", lambda: (desktop.click(place["settings"]), time.sleep(2)),
             lambda old, new: True),
            ("8-setting", "changes a setting", lambda: desktop.click(place["change"]),
             lambda old, new: new.get("preferences") and new["preferences"] != old.get("preferences")),
        ]
        for step, sentence, act, test in acts:
            old = reader.kept()
            act()
            done = reader.wait(lambda new, old=old, test=test: test(old, new), 12)
            picture(step)
            yield sentence, done
        time.sleep(2)
        last = reader.kept()
    finally:
        reader.close()
    yield "keeps what it needs", all(last.get(name) for name in ("location", "highlights", "preferences"))
    reader = Reader(desktop, program, book, store)
    try:
        # The stored location does not change until a page is turned; and the window has a different width now, so the
        # page with this location may start before it.
        time.sleep(8)
        picture("9-again")
        desktop.click(place["page"])
        desktop.key("Right")
        away = reader.wait(lambda new: share(new) > share(last), 30)
        desktop.key("Left")
        again = away and reader.wait(lambda new: share(new) < share(away), 20)
        yield ("is at the same place when it is opened again",
               again and share(again) < share(last) + 0.001 and share(again) > 0)
        yield "has the same settings and highlights", again and all(
            again[name] == last[name] for name in ("highlights", "preferences"))
    finally:
        reader.close()


#: Replaces the program that opens addresses, and records them.
OPENER = """#!/bin/sh
printf '%s\\n' "$1" >> "$HOME/opened"
"""
ENTRY = "[Desktop Entry]\nType=Application\nName=Opener\nExec={} %u\nMimeType=x-scheme-handler/https;\n"


def links(name, desktop, program, folder):
    """Yields lines like `drive`, for a book that is one large link."""
    home, opener = Path(desktop.home.name), Path(desktop.home.name, "xdg-open")
    opener.write_text(OPENER)
    opener.chmod(0o755)
    desktop.environment["PATH"] = f"{home}:{desktop.environment['PATH']}"
    entries = home / "data" / "applications"
    entries.mkdir(parents=True)
    (entries / "opener.desktop").write_text(ENTRY.format(opener))
    (home / ".config" / "mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/https=opener.desktop\n")
    words = f"<p style='font-size: 3em'><a style='display: block' href='https://good.example@host.example/a?b#c'>{'A link. ' * 60}</a></p>"
    books.epub(Path(folder, "link.epub"), "Link", "en", [("one.xhtml", books.document(words))])
    opened, place = home / "opened", PLACES[name]["word"][1]
    reader = Reader(desktop, program, f"{folder}/link.epub", f"{folder}/{name}-link.json")
    try:
        yield "opens the book of links", reader.wait(lambda found: found.get("location"), 90)
        desktop.click(place)
        time.sleep(2)
        desktop.key("Return")
        time.sleep(2)
        yield "asks before it opens a link", not opened.exists()
        desktop.click(place)
        time.sleep(2)
        desktop.key("shift+Tab", "Return")
        time.sleep(3)
        yield "opens the address that it has shown", opened.exists() and opened.read_text() == "https://host.example/a?b#c\n"
    finally:
        reader.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=Path)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("book")
    parser.add_argument("--hosts", nargs="*", default=list(PLACES), choices=list(PLACES))
    options = parser.parse_args()
    options.pictures.mkdir(parents=True, exist_ok=True)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.hosts:
            before = failed
            with Desktop(1100, 780) as desktop:
                fonts = Path(desktop.home.name, ".config", "fontconfig", "fonts.conf")
                fonts.parent.mkdir(parents=True)
                fonts.write_text(FONTS)
                program = options.programs / f"{name}-reader"
                for sentence, good in chain(drive(name, desktop, program, options.book, folder, options.pictures),
                                            links(name, desktop, program, folder)):
                    failed += not good
                    print(f"{name:4} {'ok    ' if good else 'FAILED'} {sentence}", flush=True)
            if failed > before:
                log = Path(f"{folder}/{name}.json.log").read_text(errors="replace").splitlines()
                print(*(f"     {line[:200]}" for line in log[-6:]), sep="\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
