# SPDX-License-Identifier: BSD-3-Clause
"""Invalid preferences: every input path names the problem, and a failure changes nothing."""

import contextlib
import ctypes
import json

import pytest

import lectern

from .drafts import CUSTOM, KINDS, draft_of, is_same, values_of

#: Values that no setting of a type accepts.
UNUSABLE = {
    "toggle": ["true", 1, 0, -0.0, [], {}, "", "é" * 100],
    "enum": ["no such value", "", [], {}, [["a"]], 10**30, -1, 1.5],
    "range": ["1", "NaN", "", True, [], [1], {}, "x" * 100],
    "percent": ["100%", "", False, [], {}],
    "color": ["red", "#12", "#12345G", "", 2**32, -(2**31) - 1, 1.5, True, [], {}, 10**30],
    "language": ["", "not a tag!", "e" * 100, 5, True, [], {}],
    "font": ["", 5, True, [], {}],
    "value": [5, 1.5, True, []],
}
#: Malformed numbers and strings that neither settings nor JSON parsers accept.
NO_JSON = ["NaN", "-Infinity", "Infinity", "1e999", "-1e999", "+1", "01", ".5", "1.", "0x10", "1e", "-", "", "nul",
           "'a'", "[1,]", "{\"a\"}", '"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u12"', '"\\x41"', '"a\nb"', '"\x00"',
           "[" * 200 + "]" * 200, "[" * 100_000, "9" * 400]


@contextlib.contextmanager
def watched(world, options=None):
    """A navigator with the rules of a kind, and the messages of its logger."""
    entries = []
    with lectern.Context(logger=entries.append) as context, lectern.Publication.open_manifest(BOOK, lambda href: b"", context=context) as book:
        with lectern.Navigator(book, {"kind": world, **(options or {})}) as navigator:
            yield navigator, entries


BOOK = {"metadata": {"title": "Title"}, "links": [], "readingOrder": [{"href": "one", "type": "application/xhtml+xml"}]}


def settings_of(kind):
    with lectern.Preferences(kind) as draft:
        return draft.settings["settings"]


def good_preferences(draft):
    """A valid value for each setting."""
    settings = draft.settings["settings"]
    return {key: values_of(draft, setting)[0] for key, setting in settings.items()}


def unusable_values(key, setting):
    """Without a publication, captions may have any name."""
    return [value for value in UNUSABLE[setting["type"]] if key != "captions" or not isinstance(value, str)]


def pointer(*keys):
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in keys)


every_kind = pytest.mark.parametrize("kind", KINDS)


# ------------------------------------------------------------------------------------------- Values that are unusable

@every_kind
def test_unusable_values_are_refused_one_by_one(kind):
    with draft_of(kind) as draft:
        for key, setting in draft.settings["settings"].items():
            start = draft.clear().merge(good_preferences(draft)).text
            for value in unusable_values(key, setting):
                for activate in (True, False):
                    with pytest.raises(lectern.JsonError) as raised:
                        draft.set(key, value, activate)
                    assert raised.value.path == f"preferences > {pointer(key)}", (key, value)
            assert draft.text == start


@every_kind
def test_unusable_values_are_left_out_of_many(kind):
    """In a merge, existing values are kept; in submitted preferences, drafts and options, the invalid value is kept but
    has no effect."""
    with draft_of(kind) as draft:
        good = good_preferences(draft)
        cases = [(key, value) for key, setting in draft.settings["settings"].items() for value in unusable_values(key, setting)]
    with watched(kind) as (navigator, entries), lectern.Preferences(kind) as draft:
        start = draft.merge(good).text
        for key, value in cases:
            assert draft.merge({key: value}).text == start
            del entries[:]
            navigator.submit_preferences({**good, key: value})
            with navigator.edit_preferences() as submitted, navigator.edit_preferences({**good, key: value}) as edited:
                assert submitted.json == edited.json == {**good, key: value}
                assert submitted.settings["settings"][key]["preference"] is None
                assert [entry["pointer"] for entry in submitted.settings["ignored"]] == [pointer(key)]
            assert [entry["path"] for entry in entries] == [f"preferences > {pointer(key)}"] * 2, (key, value)


@every_kind
def test_unusable_values_in_options(kind):
    settings = settings_of(kind)
    for place in ("preferences", "appPreferences", "defaults"):
        wrong = {key: UNUSABLE[setting["type"]][0] for key, setting in settings.items()}
        with watched(kind, {place: wrong}) as (navigator, entries):
            assert [entry["path"] for entry in entries] == [f"options > {pointer(place, key)}" for key in settings]
            assert all(setting["origin"] == "builtin" for setting in navigator.settings["settings"].values())
        for text in ("[]", "1", '"a"'):
            with pytest.raises(lectern.JsonError) as raised, watched(kind, {place: json.loads(text)}):
                pass
            assert raised.value.path == f"options > /{place}"


@every_kind
def test_numbers_out_of_range_are_kept_and_their_end_takes_effect(kind):
    settings = {key: setting for key, setting in settings_of(kind).items() if setting["range"]}
    with watched(kind) as (navigator, entries), lectern.Preferences(kind) as draft:
        for key, setting in settings.items():
            low, high = setting["range"]["min"], setting["range"]["max"]
            for number in (low - 1, -1e308, -(10**30), high + 0.001, 10**30, 1e308, "9" * 300, "1e-400", "-1e-400", "-0", "-0.0"):
                text, value = (number, float(number)) if isinstance(number, str) else (json.dumps(number), number)
                end = max(low, min(high, value))
                del entries[:]
                navigator.submit_preferences(f'{{"{key}":{text}}}')
                assert [entry["path"] for entry in entries] == [f"preferences > {pointer(key)}"] * (end != value)
                found = navigator.settings["settings"][key]
                assert found["preference"] == found["value"] == draft.clear().merge(f'{{"{key}":{text}}}').json[key] == float(value)
                if found["isActive"]:
                    assert found["effectiveValue"] == end and "-" not in json.dumps(found["effectiveValue"]), (key, text)


# ------------------------------------------------------------------------------------------------------ Text that is no JSON

def raw(name, *arguments):
    """The result of a function for raw bytes, which the binding would not generate."""
    try:
        lectern._calls.call(name, *arguments)
    except lectern.LecternError as failure:
        return failure
    return None


def encoded(text):
    return text.encode("utf-8").split(b"\0")[0]


@pytest.mark.parametrize("text", NO_JSON, ids=lambda text: ascii(text[:12]))
@every_kind
def test_text_that_is_no_json(kind, text):
    settings = settings_of(kind)
    key = next(iter(settings))
    member = f'{{"{key}":{text}}}'
    with watched(kind) as (navigator, entries), lectern.Preferences(kind) as draft:
        start = draft.merge(good_preferences(draft)).text
        navigator.submit_preferences(start)
        shown, heard = navigator.settings_text, []
        navigator.observe("preferences", lambda topic, event: heard.append(event))
        del heard[:]
        failures = [raw("lectern_preferences_set", draft, one.encode(), encoded(text), 0) for one in settings]
        failures.append(raw("lectern_preferences_merge", draft, encoded(member)))
        failures.append(raw("lectern_navigator_submit_preferences", navigator, encoded(member)))
        made = ctypes.c_void_p()
        failures.append(raw("lectern_preferences_new", kind.encode(), encoded(member), ctypes.byref(made)))
        failures.append(raw("lectern_navigator_edit_preferences", navigator, encoded(member), ctypes.byref(made)))
        for failure in failures:
            assert isinstance(failure, (lectern.JsonError, lectern.LimitError)) and failure.message.endswith(".")
        assert [failure.path.split(" > ")[0] for failure in failures[-4:]] == ["preferences"] * 4 and not made.value
        assert (draft.text, navigator.settings_text, heard, entries) == (start, shown, [], [])


@pytest.mark.parametrize("data", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"a\x80"])
def test_bytes_that_are_no_text(navigator, data):
    with navigator.edit_preferences({"fontFamily": "Iowan"}) as draft:
        failures = [raw("lectern_preferences_set", draft, b"fontFamily", b'"%s"' % data, 0),
                    raw("lectern_preferences_set", draft, data, b"1", 0), raw("lectern_preferences_clear", draft, data),
                    raw("lectern_preferences_merge", draft, b'{"fontFamily":"%s"}' % data),
                    raw("lectern_preferences_merge", draft, b'{"%s":1}' % data),
                    raw("lectern_navigator_submit_preferences", navigator, b'{"fontFamily":"%s"}' % data)]
        assert [type(failure) for failure in failures] == [lectern.ArgumentError] * len(failures)
        assert draft.json == {"fontFamily": "Iowan"}
    assert navigator.settings["settings"]["fontFamily"]["preference"] is None


# ------------------------------------------------------------------------------------------------------------ Extremes

@every_kind
def test_what_is_very_long(kind):
    long = "k" * 1_000_000
    with watched(kind) as (navigator, entries), lectern.Preferences(kind) as draft:
        with pytest.raises(lectern.NotFoundError) as raised:
            draft.set(long, 1)
        assert len(raised.value.path) < 1000
        navigator.submit_preferences({long: 1})
        assert len(entries) == 1 and entries[0]["path"].startswith("preferences > /kkk") and len(entries[0]["path"]) < 1000
        for key, setting in draft.settings["settings"].items():
            accepted = (setting["type"] in ("font", "value") or key == "captions") and not is_same(setting["default"], {})
            draft.clear().merge({key: long})
            assert draft.json == {key: long}, "what cannot be used is kept"
            assert bool(draft.settings["ignored"]) != accepted


@every_kind
def test_a_hundred_thousand_keys(kind):
    good = {}
    with lectern.Preferences(kind) as draft:
        key, value = next(iter(good_preferences(draft).items()))
        good[key] = value
    many = {f"key {number}": number for number in range(100_000)}
    with watched(kind) as (navigator, entries):
        navigator.submit_preferences({**many, **good})
        with navigator.edit_preferences() as draft:
            assert draft.json == {**many, **good}
            assert draft.keep(list(many)) == many and draft.drop([*many, key]) == {}
        # The log has the first problems, and the number of the others.
        assert entries[0]["path"] == "preferences > /key 0" and len(entries) == 201
        assert "99800 more" in entries[-1]["message"]


@every_kind
def test_the_last_of_equal_keys_counts(kind):
    with lectern.Preferences(kind) as draft:
        for key, setting in draft.settings["settings"].items():
            first, *_, last = [*values_of(draft, setting), values_of(draft, setting)[0]]
            texts = json.dumps(key), json.dumps(first), json.dumps(last), json.dumps(UNUSABLE[setting["type"]][0])
            name, one, other, wrong = texts
            assert draft.clear().merge(f"{{{name}:{one},{name}:{other}}}").json == {key: last}
            assert draft.clear().merge(f"{{{name}:{one},{name}:null}}").json == {key: None}
            assert draft.clear().merge(f"{{{name}:{one},{name}:{wrong}}}").json == {key: UNUSABLE[setting["type"]][0]}
            # Spelled with an escape, it is the same key.
            spelled = f'"\\u{ord(key[0]):04x}{key[1:]}"'
            assert draft.clear().merge(f"{{{spelled}:{one},{name}:{other}}}").json == {key: last}


def test_what_is_deep_can_be_read_again(sample):
    with lectern.Navigator(sample, {"settings": [{"key": "acme:any", "type": "value"}]}) as navigator:
        with navigator.edit_preferences() as draft:
            for depth in (1, 100, 126, 127, 128, 129):
                start, value = draft.text, json.loads("[" * depth + "]" * depth)
                try:
                    draft.set("acme:any", value)
                except lectern.LimitError:
                    assert draft.text == start and depth > 127
                assert draft.merge(draft.text).text == draft.text
                navigator.submit_preferences(draft)
                assert json.loads(navigator.settings_text)["settings"]["acme:any"]["value"] == draft.json["acme:any"]


def test_nul_in_strings_stays(sample):
    with lectern.Navigator(sample, {"settings": [{"key": "a\0b", "type": "value"}]}) as navigator:
        navigator.submit_preferences({"a\0b": "c\0d", "fontFamily": "e\0f", "theme": "dark\0"})
        with navigator.edit_preferences() as draft:
            assert draft.json == {"fontFamily": "e\0f", "theme": "dark\0", "a\0b": "c\0d"}
        assert navigator.settings["settings"]["a\0b"]["value"] == "c\0d"


# ------------------------------------------------------------------------------------------------------ Declarations

def declared(**changes):
    return {"key": "acme:one", "type": "range", "range": {"min": 0, "max": 10}, "step": 1, **changes}


#: (the declaration, the end of the error path)
DECLARATIONS = [
    (5, ""), ([], ""), ({}, ""), (declared(key=""), "/key"), (declared(key=5), "/key"), (declared(key="theme"), "/key"),
    (declared(key="appearance"), "/key"), (declared(type="slider"), "/type"), (declared(type=None), "/type"),
    (declared(range=None), "/range"), (declared(range={}), "/range"), (declared(range={"min": 2, "max": 1}), "/range"),
    (declared(range={"min": "0", "max": 1}), "/range/min"), (declared(range={"min": 0, "max": 1, "by": 1}), "/range/by"),
    (declared(step=0), "/step"), (declared(step=-1), "/step"), (declared(step="1"), "/step"), (declared(step=[]), "/step"),
    (declared(stops=[1]), "/stops"), (declared(values=[1]), "/values"), (declared(default=11), "/default"),
    (declared(default="1"), "/default"), (declared(scope="world"), "/scope"), (declared(label=5), "/label"),
    (declared(cssVariable="ruler"), "/cssVariable"), (declared(cssVariable="--a b"), "/cssVariable"),
    (declared(colour=1), "/colour"), (declared(requires={}), "/requires"), (declared(requires=[{}]), "/requires/0"),
    (declared(requires=[{"setting": "nothing", "is": 1}]), "/requires/0/setting"),
    (declared(requires=[{"setting": "theme", "is": "mauve"}]), "/requires/0/is"),
    (declared(requires=[{"setting": "theme"}]), "/requires/0"), (declared(requires=[{"script": ["latin"]}]), "/requires/0/script/0"),
    (declared(requires=[{"layout": "scrolled"}]), "/requires/0/layout"), (declared(requires=[{"anyOf": []}]), "/requires/0/anyOf"),
    (declared(requires=[{"anyOf": [{"anyOf": []}]}]), "/requires/0/anyOf/0/anyOf"), (declared(requires=[{"set": False}]), "/requires/0/set"),
    ({"key": "a", "type": "enum"}, ""), ({"key": "a", "type": "enum", "values": []}, "/values"),
    ({"key": "a", "type": "range", "range": {"min": 0, "max": 1}, "stops": [1, 0]}, "/stops/1"),
    ({"key": "a", "type": "range", "range": {"min": 0, "max": 1}, "stops": [2]}, "/stops/0"),
    ({"key": "a", "type": "toggle", "range": {"min": 0, "max": 1}}, "/range"),
    ({"key": "a", "type": "font", "values": [""]}, "/values/0"), ({"key": "a", "type": "color", "default": "red"}, "/default"),
]


@pytest.mark.parametrize("declaration, place", DECLARATIONS)
def test_declarations_that_are_wrong(sample, declaration, place):
    with pytest.raises(lectern.JsonError) as raised:
        lectern.Navigator(sample, {"settings": [{"key": "acme:fine", "type": "toggle"}, declaration]})
    assert raised.value.path == f"options > /settings/1{place}"


@pytest.mark.parametrize("low, high, step", [
    (-1.7e308, 1.7e308, None), (-1.7e308, 1.7e308, 1e308), (0, 5e-324, 5e-324), (0, 1e-300, None), (1, 1, 1), (0, 1, 1e-300),
    (-(2**63), 2**63 - 1, 1), (0, 10**25, 1), (0, 1, 1e308), (-0.0, 0, 1)])
def test_ranges_without_measure(sample, low, high, step):
    setting = {"key": "acme:one", "type": "range", "range": {"min": low, "max": high}, **({"step": step} if step else {})}
    with lectern.Navigator(sample, {"settings": [setting, {**setting, "key": "acme:two", "type": "percent"}]}) as navigator:
        with navigator.edit_preferences() as draft:
            for key in ("acme:one", "acme:two"):
                for _ in range(30):
                    assert low <= draft.increment(key).json[key] <= high
                for _ in range(60):
                    assert low <= draft.decrement(key).json[key] <= high
                assert isinstance(draft.settings["settings"][key]["valueLabel"], str)
            navigator.submit_preferences(draft)
            json.loads(navigator.settings_text)


def test_a_host_that_declares_well_is_heard(sample):
    with lectern.Navigator(sample, {"settings": CUSTOM}) as navigator:
        assert [key for key in navigator.settings["settings"] if key.startswith("acme:")] == [one["key"] for one in CUSTOM]
