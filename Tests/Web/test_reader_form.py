# SPDX-License-Identifier: BSD-3-Clause
"""The form of settings: three rows at its top, the others folded, and a sentence in each."""
import json
from pathlib import Path

import pytest
import reader

import lectern

from .test_every_setting import BOOKS

WORDS = Path(reader.__file__).parent / "web/i18n"
LABELS = "[...document.querySelectorAll('{}')].map((one) => one.dataset.setting)"
#: Rows without a sentence.
KNOWN = {"fontSize", "fontFamily", "theme"}


def test_size_font_and_theme_come_first_and_the_others_are_folded(window):
    one = window()
    one.read()
    one.bars()
    one.page.click("#show-settings")
    one.page.wait_for_selector("#settings:not([hidden])")
    assert one.page.evaluate(LABELS.format("#first [data-setting]")) == ["fontSize", "fontFamily", "theme"]
    assert not one.page.is_visible("[data-setting=lineHeight]")
    one.page.click("#more > summary")
    assert one.page.is_visible("[data-setting=lineHeight]")
    folded = one.page.evaluate(LABELS.format("#more [data-setting]"))
    assert not KNOWN & set(folded) and "textColor" in folded


def test_a_row_says_what_it_is_for(window):
    one = window()
    one.read()
    one.open("settings")
    assert one.page.inner_text("[data-setting=pageMargins] .row-note") == "The empty space at the sides of the text."
    slider = one.page.locator("[data-setting=pageMargins] input")
    note = one.page.locator("[data-setting=pageMargins] .row-note").get_attribute("id")
    assert slider.get_attribute("aria-describedby") == note


@pytest.mark.parametrize("kind", BOOKS)
def test_each_setting_is_explained_in_each_language(kind, tmp_path):
    with lectern.open(BOOKS[kind][0](tmp_path)) as book, lectern.Navigator(book) as navigator:
        settings = set(navigator.settings["settings"])
    for file in sorted(WORDS.glob("*.json")):
        words = json.loads(file.read_text("utf-8"))
        missing = {key for key in settings - KNOWN if not words.get(f"explain.{key}")}
        assert not missing, file.name
