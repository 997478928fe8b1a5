# SPDX-License-Identifier: BSD-3-Clause
# A form for the settings of any book.  It does not know any setting by name: everything comes from the settings, so it
# also supports other formats and later versions.
#
#   PYTHONPATH=bindings/python python3 examples/python/form.py book.epub
import json
import sys

import lectern

EDITS = {"+": "increment", "-": "decrement", "toggle": "toggle", "activate": "activate", "clear": "clear"}
HELP = "NUMBER VALUE | NUMBER + | NUMBER - | NUMBER toggle | NUMBER activate | NUMBER clear | all clear | json"


def answer(navigator, command, text):
    if command == "json":
        return navigator.settings_text
    known = navigator.settings["settings"]  # by key; rows are numbered
    settings = {"all": {"key": None, "values": None}, **known, **{str(row): one for row, one in enumerate(known.values(), 1)}}
    with navigator.edit_preferences() as draft:
        if command not in settings or not text:
            return HELP
        if text in EDITS:
            getattr(draft, EDITS[text])(settings[command]["key"])
        else:
            draft.set(settings[command]["key"], value_of(text, settings[command]))
        draft.submit()
    return settings[command]["label"] + ": no further" if draft.at_end else form(navigator)


def value_of(text, setting):
    named = [value for value in setting["values"] or [] if name(value, setting) == text]
    try:
        return named[0] if named else json.loads(text)
    except ValueError:
        return text


def form(navigator):
    rows, settings = [], navigator.settings["settings"]
    for number, setting in enumerate(settings.values(), 1):
        chosen = " " if setting["preference"] is None else "*"
        needs = " and ".join(condition(unmet, settings) for unmet in setting["unmet"])
        rows.append(f"{number:3}{chosen}{setting['label']:23} {control(setting):56}{needs and 'needs ' + needs}")
    return "\n".join(map(str.rstrip, rows))


def control(setting):
    value = setting["displayValue"]
    if setting["range"]:
        low, high = setting["range"].values()
        return f"- {'#' * round((value - low) / ((high - low) or 1) * 20):.<20} +  {setting['valueLabel']}"
    names, chosen = [name(one, setting) for one in setting["values"] or []], name(value, setting)
    shown = names if chosen in names or setting["type"] == "toggle" else [chosen, *names]
    return "  ".join(f"<{one}>" if one == chosen else one for one in shown) or chosen


def name(value, setting):
    labels = [label for one, label in zip(setting["values"] or [], setting["valueLabels"] or []) if one == value]
    return labels[0] if labels else {"null": "-", "true": "[x]", "false": "[ ]"}.get(json.dumps(value), str(value))


def condition(unmet, settings):
    if "anyOf" in unmet:
        return " or ".join(condition(one, settings) for one in unmet["anyOf"])
    what, *_, wanted = [*unmet, *unmet.values()]
    other = settings[unmet[what]] if what == "setting" else {"label": what, "values": None, "valueLabels": None}
    names = [name(one, other) for one in (wanted if isinstance(wanted, list) else [wanted])]
    return f"{other['label']} {' or '.join(names)}"


if __name__ == "__main__":
    with lectern.Publication.open(sys.argv[1]) as book, lectern.Navigator(book) as navigator:
        print(HELP, form(navigator), sep="\n\n")
        for line in sys.stdin:
            try:
                print(answer(navigator, *line.strip().partition(" ")[::2]))
            except (lectern.LecternError, ValueError) as error:
                print("!", error)
