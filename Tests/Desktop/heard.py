# SPDX-License-Identifier: BSD-3-Clause
"""Listens to AT-SPI like a screen reader.  Prints the element with the focus and the texts of live regions, as lines of
JSON.  Answers each line of the input with the parts of all documents that have a name.

Run by Debian's own Python, which has the bindings: /usr/bin/python3 heard.py
"""
import json
import sys
import threading
from itertools import islice

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

EVENTS = ("object:text-changed:insert", "object:state-changed:focused")
#: The parts of a document that are listed.
MOST = 5000


def tell(kind, *what):
    print(json.dumps([kind, *what]), flush=True)


def hear(event):
    try:
        source = event.source
        source.clear_cache()  # its name may have changed
        if event.type.startswith("object:text-changed"):
            if (source.get_attributes() or {}).get("container-live") in ("polite", "assertive"):
                tell("live", event.any_data)
        elif event.detail1:
            tell("focus", source.get_role_name(), source.get_name())
    except GLib.Error:  # it is gone
        pass


def parts(part, inside=False):
    """The named parts of the documents below, in reading order: role and name."""
    part.clear_cache()
    inside = inside or part.get_role_name() == "document web"
    if inside and part.get_name():
        yield [part.get_role_name(), part.get_name()]
    for number in range(part.get_child_count()):
        child = part.get_child_at_index(number)
        if child:
            yield from parts(child, inside)


def answer():
    try:
        found = list(islice(parts(Atspi.get_desktop(0)), MOST))
    except GLib.Error:  # it has changed meanwhile
        found = []
    tell("parts", found)


def obey():
    for _ in sys.stdin:
        GLib.idle_add(answer)
    GLib.idle_add(Atspi.event_quit)


def main():
    listener = Atspi.EventListener.new(hear)
    for name in EVENTS:
        listener.register(name)
    threading.Thread(target=obey, daemon=True).start()
    tell("ready")
    Atspi.event_main()


main()
