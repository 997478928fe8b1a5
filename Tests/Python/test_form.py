# SPDX-License-Identifier: BSD-3-Clause
"""The form in the examples can edit every setting of every kind of book, without knowing any by name."""

import json
import os
import re
import subprocess
import sys

import pytest

import lectern
from support.pdf_file import pages
from support.tiny_packages import PACKAGES
from support.tree import EXAMPLES

from .drafts import KINDS, PUBLISHER, is_same, values_of

FORM = EXAMPLES / "python" / "form.py"


@pytest.fixture(params=["reflowable", "fixed", "pdf", "audiobook", "comic"])
def book(request, packed, tmp_path):
    if request.param in ("reflowable", "fixed"):
        return packed("sample" if request.param == "reflowable" else "fixed-layout")
    if request.param == "pdf" and lectern._pdfium.path() is None:
        pytest.skip("pypdfium2 is not installed")
    name, data = {"pdf": ("book.pdf", pages(3)), "audiobook": ("tiny.audiobook", PACKAGES["tiny.audiobook"]),
                  "comic": ("tiny.cbz", PACKAGES["tiny.cbz"])}[request.param]
    (tmp_path / name).write_bytes(data)
    return tmp_path / name


def run(book, commands):
    """The output of the form for each command, and the settings after it, starting with the initial ones."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    typed = "".join(f"{command}\njson\n" for command in ["", *commands])
    done = subprocess.run([sys.executable, FORM, book], env=environment, input=typed, capture_output=True,
                          encoding="utf-8", timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    answers, settings = [[]], []
    for line in done.stdout.splitlines():
        if line.startswith('{"navigator"'):
            settings.append(json.loads(line)["settings"])
            answers.append([])
        else:
            answers[-1].append(line)
    assert len(settings) == len(commands) + 1 and answers.pop() == []
    return answers, settings


def commands_for(book):
    """(number, key, text, expected value): all edits of all settings, from the initial state and from each other."""
    with lectern.Publication.open(book) as publication, lectern.Navigator(publication) as navigator:
        settings = navigator.settings["settings"]
        with navigator.edit_preferences() as draft:
            for number, (key, setting) in enumerate(settings.items(), 1):
                for value in values_of(draft, setting):
                    yield number, key, json.dumps(value), value
                for label, value in zip(setting["valueLabels"] or [], setting["values"] or []):
                    yield number, key, label, value
                for text in ("+", "-", "toggle", "toggle", "clear", "activate", "+", "clear"):
                    yield number, key, text, None


def test_every_setting_of_every_book(book):
    commands = list(commands_for(book))
    answers, settings = run(book, [f"{number} {text}" for number, _, text, _ in commands])
    assert len(answers[0]) > len(settings[0]) and {key for _, key, _, _ in commands} == set(settings[0])
    effects = set()
    for (number, key, text, value), answer, before, after in zip(commands, answers[1:], settings, settings[1:]):
        if answer[0].startswith("!"):
            assert_is_impossible(answer, text, before[key])
            assert after == before
        elif answer == [before[key]["label"] + ": no further"]:
            assert_is_at_its_end(text, before[key])
            assert after == before
        else:
            assert_took_effect(text, value, before[key], after[key])
            # The row shows the new value.
            assert len(answer) == len(after) and after[key]["label"] in answer[number - 1]
            effects.add(key)
    inert = [key for key in settings[0] if key not in effects]
    assert not [key for key in inert if not settings[0][key]["unmet"]]


def assert_is_impossible(answer, text, setting):
    assert len(answer) == 1 and "[LECTERN_ERROR_UNSUPPORTED]" in answer[0], answer
    if "has no steps" in answer[0]:
        assert text in ("+", "-") and setting["type"] not in ("range", "percent", "enum")
    elif "neither a switch" in answer[0]:
        assert text == "toggle" and setting["type"] not in ("toggle", "enum")
    else:
        named = [condition for condition in setting["unmet"] if json.dumps(condition, separators=(",", ":")) in answer[0]]
        assert named and set(named[0]) & {"layout", "script", "feature"}, answer


def assert_is_at_its_end(text, setting):
    end = {"+": -1, "-": 0}[text]
    ends = setting["values"] or setting["stops"] or list(setting["range"].values())
    value = setting["value"]
    assert value == ends[end] or setting["stops"] and (value > ends[end] if text == "+" else value < ends[end])


def assert_took_effect(text, value, before, after):
    shown = before["displayValue"]
    # A setting of text has no effect on a page of a fixed layout, in a book with both.
    is_elsewhere = {"layout": "reflowable"} in after["unmet"]
    if text == "clear":
        assert after["preference"] is None
    elif text == "activate":
        assert after["isActive"] or is_elsewhere
    elif text in ("+", "-", "toggle"):
        assert_moved(text, shown, after)
    else:
        assert is_same(after["preference"], value)
    if after["preference"] is not None:
        assert is_same(after["value"], after["preference"])
        assert after["isEffective"] or after["preference"] == PUBLISHER or is_elsewhere


def assert_moved(text, shown, after):
    now, step = after["displayValue"], -1 if text == "-" else 1
    if after["type"] == "toggle":
        assert now is not shown and now == (not shown)
    elif after["values"]:
        index = after["values"].index(shown) + step
        last = len(after["values"])
        assert text == "toggle" or 0 <= index < last
        assert now == after["values"][index % last]
    else:
        end = after["range"]["max" if step > 0 else "min"]
        # The displayed value is now the chosen one.
        assert (now - shown) * step > 0 or now == shown == end


def test_it_answers_nonsense(packed):
    commands = ["7", "0 +", "99 +", "-1 clear", "x y z", "7 NaN", "7 [", "7 " + "[" * 500, "1 2", "all +", "all 5", "\u00e9 \u2028"]
    answers, settings = run(packed("sample"), commands)
    for command, answer in zip(commands, answers[1:]):
        assert len(answer) == 1 and (answer[0].startswith("!") or "NUMBER" in answer[0]), command
    assert settings[1:] == settings[:-1]


def test_it_takes_all_back(packed):
    _, settings = run(packed("sample"), ["7 +", "1 Dark", "12 toggle", "all clear"])
    assert settings[-1] == settings[0] != settings[-2]


def test_it_names_no_setting():
    keys = set()
    for kind in KINDS:
        with lectern.Preferences(kind) as draft:
            keys.update(draft.settings["settings"])
    assert len(keys) > 40
    assert not keys & set(re.findall(r"\w+", FORM.read_text(encoding="utf-8")))
