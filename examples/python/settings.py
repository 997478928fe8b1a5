# SPDX-License-Identifier: BSD-3-Clause
# How a reading app uses settings, in six steps.
#
#   PYTHONPATH=bindings/python python3 examples/python/settings.py book.epub
import json
import sys

import lectern


def flow(navigator):
    before = navigator.settings["settings"]
    with navigator.edit_preferences() as preferences:
        preferences.set("fontFamily", "monospace").increment("fontSize").toggle("publisherStyles")
        preferences.submit()
    after = navigator.settings["settings"]
    print("Font size:", before["fontSize"]["valueLabel"], "->", after["fontSize"]["valueLabel"])


def inactive(navigator):
    with navigator.edit_preferences({}) as preferences:
        print("Word spacing is active:", preferences.is_active("wordSpacing"))
        print("It needs:", preferences.settings["settings"]["wordSpacing"]["unmet"])
        print("Activated:", preferences.activate("wordSpacing").text)
        # By default, editing also activates a setting.
        print("Or set:", preferences.clear().set("wordSpacing", 0.5).text)
        print("Or only set:", preferences.clear().set("wordSpacing", 0.5, activate=False).text)


def defaults(book):
    options = {"preferences": {"theme": "dark"}, "defaults": {"scroll": True}}
    with lectern.Navigator(book, options) as navigator:
        for key in ("theme", "scroll", "fontSize"):
            setting = navigator.settings["settings"][key]
            print(f"{setting['label']}: {setting['valueLabel']} ({setting['origin']})")


def render_view(topic, event):
    # A book has no row for a setting that does not apply to it.
    if scroll := event["settings"].get("scroll"):
        # The reader's choice, or else the effective value.
        value = scroll["displayValue"]
        print("  Scrolled mode", "[x]" if value else "[ ]")
    if size := event["settings"].get("fontSize"):
        print("  Font size     [-]", size["valueLabel"], "[+]" if size["isActive"] else "(dimmed)")


def user_interface(navigator):
    # Called immediately, and whenever the settings change.
    with navigator.observe("settings", render_view), navigator.edit_preferences() as preferences:
        print("The reader switches to scrolled mode:")
        preferences.toggle("scroll").submit()
        print("The reader presses [+]:")
        preferences.increment("fontSize").submit()


def save_and_restore(navigator):
    with navigator.edit_preferences() as preferences:
        print("Stored:", stored := json.dumps(preferences.json))
    navigator.submit_preferences({})
    navigator.submit_preferences(json.loads(stored))
    print("Restored:", navigator.settings["settings"]["fontSize"]["valueLabel"])


def split_and_merge(navigator):
    with navigator.edit_preferences() as preferences:
        preferences.set("theme", "sepia").set("language", "fr")
        app, book = preferences.keep(["theme"]), preferences.keep("publication")
        profile = preferences.drop([*app, *book])
        print(f"App: {app}\nBook: {book}\nProfile: {profile}")
        with navigator.edit_preferences(app) as combined:
            print("Combined:", combined.merge(profile).merge(book).json == preferences.json)


if __name__ == "__main__":
    with lectern.Publication.open(sys.argv[1]) as book, lectern.Navigator(book) as navigator:
        for step in (flow, inactive, defaults, user_interface, save_and_restore, split_and_merge):
            print(f"\n{step.__name__.replace('_', ' ').capitalize()}\n")
            step(book if step is defaults else navigator)
