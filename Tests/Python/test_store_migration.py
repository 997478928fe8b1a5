# SPDX-License-Identifier: BSD-3-Clause
"""Preferences that were stored with older keys and values."""

import json
import random
import re
import sqlite3

import pytest

import lectern
from lectern.store import GLOBAL, kind, publication
from support.tree import ROOT

NOTHING = {"changes": [], "warnings": []}


@pytest.fixture(params=["file", "memory"])
def store(request, tmp_path):
    with lectern.Store(tmp_path / "preferences.db" if request.param == "file" else None) as store:
        yield store


#: kind -> stored preferences -> current equivalent: every older key and value in the tables of settings.
OLDER = {
    "reflowable": [
        ({"appearance": "sepia"}, {"theme": "sepia"}),
        ({"publisherDefaults": False}, {"publisherStyles": False}),
        ({"textAlignment": "justify"}, {"textAlign": "justify"}),
        ({"textAlignment": "center"}, None),
        ({"textAlign": "end"}, None),
        ({"hyphenation": True}, {"hyphens": True}),
        ({"ligature": True}, {"ligatures": True}),
        ({"paragraphMargins": 0.5}, {"paragraphSpacing": 0.5}),
        ({"horizontalPageMargins": 1.5}, {"pageMargins": 1.5}),
        ({"verticalPageMargins": 1.5}, {"verticalMargins": 1.5}),
        ({"columns": 2}, {"columnCount": "2"}),
        ({"columnCount": 1}, {"columnCount": "1"}),
        ({"doublePageSpread": "both"}, {"columnCount": "2"}),
        ({"doublePageSpread": "portrait"}, None),
        ({"doublePageSpread": "landscape"}, {"columnCount": "auto"}),
        ({"doublePageSpread": "none"}, {"columnCount": "1"}),
        ({"overflow": "scrolled"}, {"scroll": True}),
        ({"overflow": "paginated"}, {"scroll": False}),
        ({"overflow": "auto"}, {"scroll": None}),
        ({"verticalScroll": True}, {"scroll": True}),
        ({"readingProgression": "auto"}, {"readingProgression": None}),
        ({"imageFilter": "none"}, {"imageFilter": "publisher"}),
        ({"textNormalization": "a11y"}, {"textNormalization": True}),
        ({"textNormalization": "none"}, {"textNormalization": False}),
        ({"textNormalization": "bold"}, {"textNormalization": False, "fontWeight": 1.75}),
        ({"textNormalization": "bold", "fontWeight": 1}, {"textNormalization": False, "fontWeight": 1}),
        ({"textColor": -16777216}, {"textColor": "#000000"}),
        ({"textColor": 16775392}, {"textColor": "#FFF8E0"}),
        ({"backgroundColor": "#fff"}, {"backgroundColor": "#FFFFFF"}),
        ({"language": "pt_br"}, None),
    ],
    "fixed": [
        ({"doublePageSpread": "both"}, {"spread": "always"}),
        ({"doublePageSpread": "landscape"}, {"spread": "auto"}),
        ({"spreads": "none"}, {"spread": "never"}),
        ({"spread": True}, {"spread": "always"}),
        ({"spread": False}, {"spread": "never"}),
        ({"doublePageSpread": "portrait"}, {"spread": "portrait"}),
        ({"fit": "contain"}, {"fit": "page"}),
        ({"fit": "width"}, {"fit": "width"}),
    ],
    "pdf": [
        ({"overflow": "scrolled"}, {"scroll": True}),
        ({"scrolled": True}, {"scroll": True}),
        ({"fit": "contain"}, {"fit": "page"}),
        ({"verticalPageMargins": 20}, {"pageSpacing": 20}),
        ({"spreads": "both"}, {"spread": "always"}),
    ],
    "pspdfkit": [({"fit": "page"}, {"fit": "contain"}), ({"fit": "auto"}, {"fit": None})],
    "pdfium": [({"fit": "page"}, {"fit": "contain"})],
    "image": [
        ({"fit": "contain"}, {"fit": "page"}), ({"fit": "cover"}, {"fit": "cover"}),
        ({"quality": 0.1}, {"quality": "low"}), ({"quality": 1}, {"quality": "max"}),
    ],
    "audio": [({"playbackRate": 1.5}, {"speed": 1.5}), ({"playbackVolume": 0.5}, {"volume": 0.5})],
    "tts": [({"playbackRate": 1.5}, {"speed": 1.5})],
    "exoplayer": [({"playbackRate": 1.5}, {"speed": 1.5})],
}  # fmt: skip
CASES = [(name, before, after) for name, cases in OLDER.items() for before, after in cases]


def migrated(store, scope, before):
    """Migrates twice, checks the report, and returns the preferences."""
    store.save(scope, before)
    report = store.migrate()
    after = store.load(scope)
    differs = json.dumps(before, sort_keys=True) != json.dumps(after, sort_keys=True)
    assert [change["scope"] for change in report["changes"]] == [scope] * differs
    if differs:
        (change,) = report["changes"]
        kept = {key: value for key, value in before.items() if key not in change["from"]}
        assert {**kept, **change["to"]} == after
    again = store.migrate()
    assert again["changes"] == [] and store.load(scope) == after
    return after, report["warnings"]


@pytest.mark.parametrize(("name", "before", "after"), CASES)
def test_older_keys_and_values(name, before, after):
    with lectern.Store() as store:
        for scope in (kind(name), publication("a", name)):
            assert migrated(store, scope, before) == (before if after is None else after, []) or after is None
        if after is not None:
            with lectern.Preferences(name, before) as one, lectern.Preferences(name, after) as two:
                assert one.json == two.json


def test_every_older_key_of_the_tables_is_above():
    """The list is complete, compared with the sources."""
    rows = "".join(path.read_text() for path in (ROOT / "Sources/LecternNavigator/Settings").glob("*Rows.swift"))
    older = {key for keys in re.findall(r"olderKeys: \[([^\]]*)\]", rows) for key in re.findall(r'"(\w+)"', keys)}
    assert len(older) >= 16
    assert older <= {key for _, before, _ in CASES for key in before}


def test_scopes_of_every_kind(store):
    """The first table that knows the key decides, text before images and audio."""
    before = {
        "appearance": "dark", "playbackRate": 2, "scrolled": True, "quality": 0.5, "doublePageSpread": "both",
        "acme:ruler": {"appearance": "dark"}, "columns": 1, "fit": "cover", "stripWidth": 99999,
    }  # fmt: skip
    after, warnings = migrated(store, GLOBAL, before)
    assert after == {
        "theme": "dark", "speed": 2, "scroll": True, "quality": "high", "columnCount": after["columnCount"],
        "acme:ruler": {"appearance": "dark"}, "fit": "cover", "stripWidth": 99999,
    }  # fmt: skip
    assert after["columnCount"] in ("1", "2")
    assert [warning["path"].split(" > ")[-1] for warning in warnings] == ["/stripWidth"]


def test_newer_names_win(store):
    assert migrated(store, kind("reflowable"), {"appearance": "dark", "theme": "sepia"})[0] == {"theme": "sepia"}
    assert migrated(store, GLOBAL, {"scrolled": True, "overflow": "paginated", "scroll": True})[0] == {"scroll": True}
    assert migrated(store, GLOBAL, {"appearance": "dark", "theme": None})[0] == {"theme": None}
    assert migrated(store, GLOBAL, {"appearance": None})[0] == {"theme": None}


def test_what_cannot_be_used_stays(store):
    before = {"appearance": "pink", "fontSize": "large", "own": 1, "": None}
    del before[""]
    after, warnings = migrated(store, kind("reflowable"), before)
    assert after == before
    assert [warning["path"].split(" > ")[-1] for warning in warnings] == ["/appearance", "/fontSize"]
    assert all(warning["message"].endswith("The preference is kept unchanged.") for warning in warnings)


def test_listeners_are_told(store):
    events = []
    store.save(GLOBAL, {"appearance": "dark"})
    store.save(kind("pdf"), {"fit": "page"})
    store.observe(None, lambda *event: events.append(event))
    events.clear()
    store.migrate()
    assert events == [(GLOBAL, {"theme": "dark"})]
    assert store.migrate() == NOTHING


def test_all_or_none(tmp_path):
    file = tmp_path / "preferences.db"
    with lectern.Store(file, busyTimeout=0) as store:
        for number in range(10):
            store.save(publication(str(number)), {"appearance": "dark"})
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN")
        other.execute("SELECT * FROM preferences").fetchall()
        with pytest.raises(lectern.BusyError):
            store.migrate()
        other.close()
        assert store.load(publication("9")) == {"appearance": "dark"}
        assert len(store.migrate()["changes"]) == 10


def test_any_preferences():
    """For any preferences: a second migration changes nothing, no key of the host is lost, and navigators see no
    difference."""
    keys = sorted({key for _, before, after in CASES for key in (*before, *(after or ()))} | {"own", "acme:own"})
    values = [True, False, None, 0, 1, 2, -1, 0.25, 1.5, 99999, "auto", "none", "both", "portrait", "landscape", "dark",
              "contain", "cover", "page", "bold", "scrolled", "paginated", "#123", "fr", "", [], {}, "2"]  # fmt: skip
    names = [*OLDER, None]
    with lectern.Store() as store:
        for seed in range(400):
            dice = random.Random(seed)
            name = dice.choice(names)
            scope = publication("a") if name is None else publication("a", name)
            before = {key: dice.choice(values) for key in dice.sample(keys, dice.randrange(1, 12))}
            store.save_all([(one, None) for one in store.scopes])
            after, _ = migrated(store, scope, before)
            assert {"own", "acme:own"} & before.keys() == {"own", "acme:own"} & after.keys(), seed
            if name:
                with lectern.Preferences(name, before) as one, lectern.Preferences(name, after) as two:
                    assert one.json == two.json, (seed, before, after)
