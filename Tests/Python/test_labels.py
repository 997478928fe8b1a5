# SPDX-License-Identifier: BSD-3-Clause
"""Labels, numbers and reasons, in built-in languages and in those of a host."""
import pytest

import lectern
from support.books_without_files import audiobook, publication

KINDS = ("reflowable", "fixed", "pdf", "image", "audio", "video", "tts", "pspdfkit", "pdfium", "exoplayer")
LOCALES = ("fr", "de", "es", "ar", "ja")

#: Labels that are the same words in English.
SAME_WORDS = {
    "fr": {"Images", "Ligatures", "Orientation", "Portrait", "Volume", "Vertical", "Horizontal"},
    "de": {"Original", "Sepia"},
    "es": {"Sepia", "Vertical", "Horizontal", "Original"},
    "ar": set(),
    "ja": set(),
}


def settings(options=None, language="en", **metadata):
    with publication(language, **metadata) as book, lectern.Navigator(book, options) as navigator:
        return navigator.settings["settings"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_setting_and_value_is_translated(kind, locale):
    english, translated = settings({"kind": kind}), settings({"kind": kind, "locale": locale})
    for key, setting in translated.items():
        pairs = [(setting["label"], english[key]["label"])]
        if setting["type"] in ("enum", "toggle"):
            pairs += zip(setting["valueLabels"] or [], english[key]["valueLabels"] or [])
        for own, other in pairs:
            assert own and (own != other or own in SAME_WORDS[locale]), f"{key}: {own!r} is not translated"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_reason_is_translated(locale):
    """Each kind of condition has its sentence, with all placeholders filled in."""
    ruler = [{"key": f"x:{number}", "type": "toggle", "requires": [condition]} for number, condition in enumerate([
        {"setting": "theme", "is": "dark"}, {"setting": "speed", "is": 2}, {"layout": "fixed"}, {"script": ["rtl"]},
        {"script": ["cjk"]}, {"script": ["rtl", "cjk"]}, {"setting": "imageFilter", "is": "invert"}, {"set": True},
        {"setting": "fontFamily", "is": ["A", "B"]}])]
    seen = {}
    for name in ("en", locale):
        for language, progression in (("en", "ltr"), ("ar", "rtl"), ("ja", "ltr")):
            all = settings({"locale": name, "settings": ruler}, language, readingProgression=progression)
            fixed = settings({"locale": name, "kind": "fixed"}, language)
            for key, setting in [*all.items(), *fixed.items()]:
                assert len(setting["reasons"]) == len(setting["unmet"])
                sentences = setting["reasons"] + ([setting["hint"]] if setting["hint"] else [])
                assert all_filled(sentences)
                seen.setdefault(name, set()).update(sentences)
    assert not seen["en"] & seen[locale]


def all_filled(reasons):
    return all(reason and "{" not in reason and "}" not in reason for reason in reasons)


@pytest.mark.parametrize("key, reasons", [
    ("lineHeight", ["Needs “Publisher styles”: Off"]),
    ("ligatures", ["Needs “Publisher styles”: Off", "Only for text that runs from right to left"]),
    ("hyphens", ["Needs “Publisher styles”: Off"]),
    ("imageFilter", ["Needs “Theme”: Dark"]), ("spread", ["Only in a fixed layout"]), ("theme", []),
])
def test_reasons_in_english(key, reasons):
    assert settings()[key]["reasons"] == reasons


@pytest.mark.parametrize("key, hint", [
    ("lineHeight", "Takes effect once it is chosen"), ("hyphens", "Takes effect once it is chosen, or with “Alignment”: Justified"),
    ("ligatures", None), ("fontSize", None), ("textColor", "Takes effect once it is chosen"),
])
def test_hints_in_english(key, hint):
    assert settings({"preferences": {"publisherStyles": False}})[key]["hint"] == hint


def test_reasons_about_scripts():
    assert "Not for Chinese, Japanese or Korean text" in settings(language="ja")["textAlign"]["reasons"]
    assert "Only for text that runs from left to right" in settings(language="ar")["hyphens"]["reasons"]
    assert "Only in a reflowable layout" in settings({"kind": "fixed"})["fontSize"]["reasons"]


def test_alternatives():
    with lectern.Preferences("pdf") as draft:
        draft.merge({"scroll": True, "scrollAxis": "horizontal"})
        reasons = draft.settings["settings"]["spread"]["reasons"]
    assert reasons == ["Needs “Scroll”: Off or “Scroll direction”: Vertical"]
    # Two values of one setting.
    comic = settings({"kind": "image", "preferences": {"spread": "never"}})
    assert comic["offsetFirstPage"]["reasons"] == ["Needs “Two pages”: Automatic or Always or In portrait only"]
    french = settings({"kind": "image", "locale": "fr-CA", "preferences": {"spread": "never"}})
    assert french["offsetFirstPage"]["reasons"] == ["Nécessite «\xa0Deux pages\xa0»\xa0: Automatique ou Toujours ou En portrait seulement"]


@pytest.mark.parametrize("locale, message", [
    ("en", "“Ligatures” has no effect in this publication: Only for text that runs from right to left."),
    ("de", "„Ligaturen“ kann in dieser Publikation nicht wirken: Nur für Text, der von rechts nach links läuft."),
    ("ja", "「合字」はこの出版物では使えません（右から左へ書くテキストでのみ有効）。"),
])
def test_activation_says_the_reason(locale, message):
    with publication() as book, lectern.Navigator(book, {"locale": locale}) as navigator:
        with navigator.edit_preferences() as draft, pytest.raises(lectern.UnsupportedError) as raised:
            draft.activate("ligatures")
    assert raised.value.message == message
    assert raised.value.path == 'preferences > /ligatures > {"script":["rtl"]}'


# ------------------------------------------------------------------------------------------------------------- Numbers

@pytest.mark.parametrize("locale, percent, factor, points, seconds", [
    ("en", "120%", "1.25x", "8.5 pt", "10 s"),
    ("fr", "120\u202f%", "1,25x", "8,5\xa0pt", "10\xa0s"),
    ("de", "120\xa0%", "1,25x", "8,5\xa0pt", "10\xa0s"),
    ("es", "120\xa0%", "1,25x", "8,5\xa0pt", "10\xa0s"),
    ("ar", "120\u200e%\u200e", "1.25x", "8.5\xa0pt", "10\xa0ث"),
    ("ja", "120%", "1.25x", "8.5\xa0pt", "10秒"),
])
def test_numbers(locale, percent, factor, points, seconds):
    def label(kind, key, value):
        return settings({"kind": kind, "locale": locale, "preferences": {key: value}})[key]["valueLabel"]

    assert label("reflowable", "fontSize", 1.2) == percent
    assert label("exoplayer", "speed", 1.25) == factor
    assert label("pdf", "pageSpacing", 8.5) == points
    assert label("audio", "skipForwardInterval", 10) == seconds


# ---------------------------------------------------------------------------------------------------- Labels of a host

PERSIAN = {
    "settings": {"theme": "پوسته", "publisherStyles": "سبک ناشر", "stripWidth": "پهنا", "no such key": "x"},
    "values": {"theme": {"light": "روشن", "neon": "نئون"}, "scroll": {"true": "پیوسته", "false": "برگه"},
               "imageFilter": {"publisher": "اصلی"}, "language": {"fa": "فارسی"}, "orientation": {"auto": "خودکار"}},
    "words": {"on": "روشن", "off": "خاموش", "or": " یا ", "needs": "نیازمند {conditions}", "condition": "{setting}={values}",
              "set": "پس از انتخاب", "impossible": "{setting}: {reason}", "rtl": "راست به چپ"},
    "numbers": {"decimalSeparator": "٫", "percent": "٪{number}", "units": {"x": "{number}×"}, "digits": "۰۱۲۳۴۵۶۷۸۹"},
}


def test_a_language_that_does_not_ship():
    all = settings({"locale": "fa", "labels": PERSIAN | {"formats": {"lineHeight": "{number}"}}, "preferences": {"fontSize": 1.2, "lineHeight": 1.35}}, "fa")
    assert all["theme"]["label"] == "پوسته"
    assert all["theme"]["valueLabels"] == ["روشن", "Dark", "Sepia"]
    assert all["scroll"]["valueLabel"] == "برگه"
    assert all["publisherStyles"]["valueLabel"] == "روشن"
    assert all["imageFilter"]["valueLabels"][0] == "اصلی"
    assert all["language"]["valueLabels"] == ["فارسی"]
    assert all["fontSize"]["valueLabel"] == "٪۱۲۰"
    assert all["lineHeight"]["valueLabel"] == "۱٫۳۵"
    assert all["lineHeight"]["reasons"] == ["نیازمند سبک ناشر=خاموش"]
    assert all["fontSize"]["label"] == "Font size", "English is left where the host says nothing"
    assert settings({"kind": "exoplayer", "labels": PERSIAN})["speed"]["valueLabel"] == "۱×"


def test_other_words_for_a_language_that_ships():
    all = settings({"locale": "de", "labels": {"settings": {"theme": "Farben"}, "words": {"off": "Nein"}}})
    assert all["theme"]["label"] == "Farben"
    assert all["theme"]["valueLabels"] == ["Hell", "Dunkel", "Sepia"]
    assert all["lineHeight"]["reasons"][0] == "Erfordert „Verlagsformatierung“: Nein"


def test_labels_are_no_templates():
    labels = {"settings": {"publisherStyles": "{values} {0}"}}
    assert settings({"labels": labels})["lineHeight"]["reasons"][0] == "Needs “{values} {0}”: Off"


def test_long_labels_do_not_multiply():
    label = "x" * 100_000
    own = [{"key": f"a:{n}", "type": "toggle", "requires": [{"setting": "scroll", "is": True}] * 10} for n in range(100)]
    all = settings({"labels": {"settings": {"scroll": label}}, "settings": own})
    assert all["scroll"]["label"] == label
    assert max(len(reason) for setting in all.values() for reason in setting["reasons"]) < 300


@pytest.mark.parametrize("labels, path", [
    ([], "/labels"), ({"setting": {}}, "/labels/setting"), ({"settings": {"theme": 1}}, "/labels/settings/theme"),
    ({"values": {"theme": "x"}}, "/labels/values/theme"), ({"values": {"theme": {"dark": 1}}}, "/labels/values/theme/dark"),
    ({"words": {"yes": "Oui"}}, "/labels/words/yes"), ({"words": {"on": 1}}, "/labels/words/on"),
    ({"words": {"needs": "x"}}, "/labels/words/needs"), ({"words": {"needs": "{conditions}{conditions}"}}, "/labels/words/needs"),
    ({"words": {"needs": "{conditions} {setting}"}}, "/labels/words/needs"), ({"words": {"on": "{on}"}}, "/labels/words/on"),
    ({"numbers": {"percent": "%"}}, "/labels/numbers/percent"), ({"numbers": {"comma": ","}}, "/labels/numbers/comma"),
    ({"numbers": {"digits": "012"}}, "/labels/numbers/digits"), ({"numbers": {"units": {"km": "{number}"}}}, "/labels/numbers/units/km"),
])
def test_wrong_labels_say_where(sample, labels, path):
    with pytest.raises(lectern.JsonError) as raised:
        lectern.Navigator(sample, {"labels": labels})
    assert raised.value.path == "options > " + path


def test_an_accent_behind_a_brace_leaves_it_a_brace(sample):
    options = {"labels": {"words": {"needs": "{conditions}\u0301 {\u0301"}}}
    with lectern.Navigator(sample, options) as navigator:
        reasons = navigator.settings["settings"]["hyphens"]["reasons"]
    assert any(reason.endswith("\u0301 {\u0301") and "{conditions}" not in reason for reason in reasons)


def test_endless_words(sample):
    with pytest.raises(lectern.LimitError) as raised:
        lectern.Navigator(sample, {"labels": {"words": {"or": "x" * 1001}}})
    assert raised.value.path == "options > /labels/words/or"


# ----------------------------------------------------------------------------------------------------- Custom settings

RULER = [
    {"key": "acme:ruler", "type": "toggle", "label": {"en": "Ruler", "de": "Lineal", "pt-BR": "Régua"}},
    {"key": "acme:shape", "type": "enum", "values": ["line", "box", 3, None], "default": "box", "label": "Shape",
     "valueLabels": ["Line", {"en": "Box", "de": "Kasten"}, {"fr": "Trois"}, "None"],
     "requires": [{"setting": "acme:ruler", "is": True}]},
]


@pytest.mark.parametrize("locale, label, values, reason", [
    ("en", "Ruler", ["Line", "Box", "Trois", "None"], "Needs “Ruler”: On"),
    ("de-AT", "Lineal", ["Line", "Kasten", "Trois", "None"], "Erfordert „Lineal“: Ein"),
    ("pt", "Régua", ["Line", "Box", "Trois", "None"], "Needs “Régua”: On"),
    ("ja", "Ruler", ["Line", "Box", "Trois", "None"], "「Ruler」が「オン」のときに有効"),
])
def test_custom_settings_in_a_language(locale, label, values, reason):
    all = settings({"locale": locale, "settings": RULER})
    assert all["acme:ruler"]["label"] == label
    assert all["acme:shape"]["valueLabels"] == values
    assert all["acme:shape"]["valueLabel"] == values[1]
    assert all["acme:shape"]["reasons"] == [reason]


def test_one_file_of_labels_for_all_kinds():
    labels = {"settings": {"acme:ruler": "Lineal", "speed": "Tempo"}, "values": {"acme:shape": {"3": "Drei", "box": "Box!"}}}
    all = settings({"locale": "de", "settings": RULER, "labels": labels})
    assert all["acme:ruler"]["label"] == "Lineal"
    assert all["acme:shape"]["valueLabels"] == ["Line", "Box!", "Drei", "None"]
    with audiobook() as book, lectern.Navigator(book, {"settings": RULER, "labels": labels}) as navigator:
        assert navigator.settings["settings"]["speed"]["label"] == "Tempo"


def test_the_host_names_its_own_setting_itself():
    """Even if another kind of navigator has a setting with this key, and a translation."""
    own = [{"key": "scroll", "type": "toggle", "label": "Roll"}]
    with audiobook() as book, lectern.Navigator(book, {"settings": own, "locale": "fr"}) as navigator:
        assert navigator.settings["settings"]["scroll"]["label"] == "Roll"


@pytest.mark.parametrize("declaration, path", [
    ({"label": 1}, "/label"), ({"label": {}}, "/label"), ({"label": {"en": 1}}, "/label/en"),
    ({"label": {"not a tag": "x"}}, "/label/not a tag"), ({"valueLabels": ["a"]}, "/valueLabels"),
    ({"type": "enum", "values": ["a"], "valueLabels": []}, "/valueLabels"),
    ({"type": "enum", "values": ["a"], "valueLabels": [1]}, "/valueLabels/0"),
    ({"type": "font", "valueLabels": ["a"]}, "/valueLabels"),
])
def test_wrong_declarations_say_where(sample, declaration, path):
    with pytest.raises(lectern.JsonError) as raised:
        lectern.Navigator(sample, {"settings": [{"key": "a", "type": "toggle", **declaration}]})
    assert raised.value.path == "options > /settings/0" + path


def test_formats_of_the_host():
    """The labels of the first design: "12 pt" for a font size of 0.4, "50px" for 20 % of the largest margin."""
    formats = {"fontSize": {"template": "{number} pt", "scale": 30, "decimals": 0}, "pageMargins": {"template": "{number}px", "scale": 62.5},
               "theme": "{number}", "of another kind": "{number}!"}
    declared = [{"key": "acme:ruler", "type": "range", "range": {"min": 0, "max": 200}, "step": 1, "default": 20, "format": "{number} px"},
                {"key": "acme:share", "type": "percent", "default": 0.5, "format": {"template": "{number} of 8", "scale": 8}}]
    all = settings({"labels": {"formats": formats}, "settings": declared, "preferences": {"fontSize": 0.4, "pageMargins": 0.8}})
    assert {key: all[key]["valueLabel"] for key in ("fontSize", "pageMargins", "theme", "acme:ruler", "acme:share")} == {
        "fontSize": "12 pt", "pageMargins": "50px", "theme": "Light", "acme:ruler": "20 px", "acme:share": "4 of 8"}


@pytest.mark.parametrize("format", [1, "px", {"scale": 2}, {"template": "px"}, {"template": "{number}", "decimals": 6}, {"template": "{number}", "unit": "px"}])
def test_formats_that_are_none(format):
    with pytest.raises(lectern.JsonError):
        settings({"labels": {"formats": {"fontSize": format}}})
    with pytest.raises(lectern.JsonError):
        settings({"settings": [{"key": "a", "type": "range", "range": {"min": 0, "max": 1}, "format": format}]})
    with pytest.raises(lectern.JsonError, match="format"):
        settings({"settings": [{"key": "a", "type": "toggle", "format": "{number}"}]})
