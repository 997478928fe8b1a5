# SPDX-License-Identifier: BSD-3-Clause
# Prints a form of all settings, edits one of each kind, and prints what became of them.
# It names no setting: all comes from the settings themselves, so the form serves any book,
# and shows the settings of a later version.
#
#   PYTHONPATH=bindings/python python3 examples/python/form.py book.epub
import sys

import lectern


def main(path):
    with lectern.Publication.open(path) as book, lectern.Navigator(book) as navigator:
        before = navigator.settings["settings"]
        print(*[row(setting, before) for setting in before.values()], sep="\n")
        with navigator.edit_preferences() as draft:
            for setting in held_back(before.values()):
                EDITS[setting["type"]](draft, setting["key"])
            navigator.submit_preferences(draft)
            print(f"\nPreferences: {draft.text}\n")
        after = navigator.settings["settings"]
        print(*[row(after[key], after) for key in after if differ(before[key], after[key])], sep="\n")


def row(setting, settings):
    control = CONTROLS[setting["type"]](setting)
    # That a preference has to be set goes without saying in a form that sets it.
    needs = [condition(unmet, settings) for unmet in setting["unmet"] if "set" not in unmet]
    hint = f"needs {' and '.join(needs)}" if needs else ""
    return f"{setting['label']:24}{control:48}{hint}".rstrip()


def toggle(setting):
    return "[x]" if setting["effectiveValue"] else "[ ]"


def choice(setting):
    labels = zip(setting["values"], setting["valueLabels"])
    return "  ".join(f"<{label}>" if value == setting["effectiveValue"] else label for value, label in labels)


def slider(setting):
    low, high, width = setting["range"]["min"], setting["range"]["max"], 20
    filled = round((setting["effectiveValue"] - low) / (high - low) * width)
    return f"- {'#' * filled:.<{width}} +  {setting['valueLabel']}"


def field(setting):
    return f"[ {setting['valueLabel'] or '':10} ]"


def condition(unmet, settings):
    if "setting" in unmet:
        return f"{settings[unmet['setting']]['label']} = {unmet['is']}"
    return f"layout {unmet['layout']}" if "layout" in unmet else f"script {' or '.join(unmet['script'])}"


def held_back(settings):
    """The first setting of each type that waits for another setting, and for nothing else."""
    found = {}
    for setting in settings:
        waits = [unmet for unmet in setting["unmet"] if "set" not in unmet]
        if waits and all("setting" in unmet for unmet in waits) and setting["type"] in EDITS:
            found.setdefault(setting["type"], setting)
    return found.values()


def differ(old, new):
    return (old["effectiveValue"], old["isActive"]) != (new["effectiveValue"], new["isActive"])


CONTROLS = {
    "toggle": toggle,
    "enum": choice,
    "range": slider,
    "percent": slider,
    "color": field,
    "language": field,
    "font": field,
    "value": field,
}
# Each of them also changes the other settings, as needed.
EDITS = {
    "toggle": lectern.Preferences.toggle,
    "range": lectern.Preferences.increment,
    "percent": lectern.Preferences.increment,
}

if __name__ == "__main__":
    main(sys.argv[1])
