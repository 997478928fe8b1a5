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
                # This also changes the settings that it waits for.
                EDITS[setting["type"]](draft, setting["key"])
            draft.submit()
            print(f"\nPreferences: {draft.text}\n")
        after = navigator.settings["settings"]
        print(*[row(after[key], after) for key in after if after[key] != before[key]], sep="\n")


def row(setting, settings):
    control = CONTROLS.get(setting["type"], field)(setting)
    needs = " and ".join(condition(unmet, settings) for unmet in waits(setting))
    return f"{setting['label']:20}{control:48}{needs and f'needs {needs}'}".rstrip()


def toggle(setting):
    return "[x]" if setting["effectiveValue"] else "[ ]"


def choice(setting):
    labels, chosen = setting["valueLabels"], setting["effectiveValue"]
    return "  ".join(f"<{label}>" if value == chosen else label for value, label in zip(setting["values"], labels))


def slider(setting):
    low, high = setting["range"]["min"], setting["range"]["max"]
    filled = round((setting["effectiveValue"] - low) / (high - low) * 20)
    return f"- {'#' * filled:.<20} +  {setting['valueLabel']}"


def field(setting):
    return f"[ {setting['valueLabel'] or '':10} ]"


def waits(setting):
    # That a preference has to be set goes without saying in a form that sets it.
    return [unmet for unmet in setting["unmet"] if "set" not in unmet]


def condition(unmet, settings):
    if "setting" in unmet:
        return f"{settings[unmet['setting']]['label']} = {unmet['is']}"
    return ", ".join(f"{name} = {value}" for name, value in unmet.items())


def held_back(settings):
    """The first setting of each type that waits for another setting, and for nothing else."""
    found = {}
    for setting in settings:
        if waits(setting) and all("setting" in unmet for unmet in waits(setting)):
            found.setdefault(setting["type"], setting)
    return [setting for setting in found.values() if setting["type"] in EDITS]


CONTROLS = {"toggle": toggle, "enum": choice, "range": slider, "percent": slider}
increment, switch = lectern.Preferences.increment, lectern.Preferences.toggle
EDITS = {"toggle": switch, "enum": increment, "range": increment, "percent": increment}

if __name__ == "__main__":
    main(sys.argv[1])
