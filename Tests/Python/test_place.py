# SPDX-License-Identifier: BSD-3-Clause
"""The location of the reader, the viewport, and the pages that are side by side in it."""

import pytest

import lectern

PLACE = {"href": "EPUB/text/raven.xhtml", "type": "application/xhtml+xml", "locations": {"progression": 0.5}}
WIDE, TALL = {"width": 1200, "height": 800}, {"width": 800, "height": 1200}


# The location


def test_unknown_at_first(navigator):
    assert navigator.location is None


def test_a_location_is_kept_as_it_is(navigator):
    place = {
        **PLACE,
        "title": "The Raven",
        "locations": {"progression": 0.25, "cssSelector": "#p4", "acme:word": 17},
        "text": {"highlight": "Nevermore"},
        "acme:device": {"name": "x"},
    }
    navigator.location = place
    assert navigator.location == place
    navigator.location = None
    assert navigator.location is None


@pytest.mark.parametrize("none", [None, "null"])
def test_what_is_stored_comes_back(sample, none):
    with lectern.Navigator(sample, {"location": PLACE}) as navigator:
        assert navigator.location == PLACE
        navigator.location = none
        assert navigator.location is None
    with lectern.Navigator(sample, {"location": None}) as navigator:
        assert navigator.location is None


def test_a_location_elsewhere(navigator, sample):
    navigator.location = PLACE
    with pytest.raises(lectern.NotFoundError) as caught:
        navigator.location = {**PLACE, "href": "EPUB/text/crow.xhtml"}
    assert caught.value.path == "location > /href" and "crow" in caught.value.message
    assert navigator.location == PLACE
    with pytest.raises(lectern.NotFoundError) as caught:
        lectern.Navigator(sample, {"location": {**PLACE, "href": "EPUB/text/crow.xhtml"}})
    assert caught.value.path == "options > /location/href"


@pytest.mark.parametrize("place", ["[]", "{}", '{"href":"EPUB/text/raven.xhtml"}', '{"href":1,"type":"text/html"}'])
def test_what_is_no_location(navigator, sample, place):
    navigator.location = PLACE
    with pytest.raises(lectern.JsonError):
        navigator.location = place
    with pytest.raises(lectern.JsonError):
        lectern.Navigator(sample, f'{{"location":{place}}}')
    assert navigator.location == PLACE


def test_listener_of_the_location(navigator):
    heard = []
    with navigator.observe("location", lambda topic, event: heard.append(event)):
        assert heard == [], "nothing is known yet"
        navigator.location = PLACE
        navigator.location = PLACE
        navigator.submit_preferences({"scroll": True})
        assert heard == [PLACE]
    del heard[:]
    navigator.observe("location", lambda topic, event: heard.append(event))
    assert heard == [PLACE]
    navigator.location = None
    assert heard == [PLACE, None]


# Spreads

HREFS = ["front.svg", "circle.xhtml", "square.xhtml", "triangle.xhtml", "colophon.xhtml"]


def shown(spreads):
    """Each spread as a string: c0, l1r2, …."""
    return ["".join(one["page"][0] + str(one["index"]) for one in spread["resources"]) for spread in spreads["spreads"]]


def pages(*pages, **metadata):
    """A publication with this many fixed pages, each with its declared side or None."""
    order = [
        {"href": f"{index}.jpg", "type": "image/jpeg", **({"properties": {"page": page}} if page else {})}
        for index, page in enumerate(pages)
    ]
    conforms = "https://readium.org/webpub-manifest/profiles/divina"
    manifest = {"metadata": {"title": "T", "conformsTo": conforms, **metadata}, "links": [], "readingOrder": order}
    return lectern.Publication.open_manifest(manifest)


def spreads_of(book, preferences=None, viewport=WIDE, kind="image"):
    options = {"preferences": preferences or {}, "viewport": viewport, "kind": kind}
    with book, lectern.Navigator(book, options) as navigator:
        return shown(navigator.spreads)


def test_spreads_of_a_fixed_book(packed):
    with lectern.Publication.open(packed("fixed-layout")) as book, lectern.Navigator(book) as navigator:
        assert shown(navigator.spreads) == ["c0", "c1", "c2", "c3", "c4"], "there may be no room for two"
        navigator.set_viewport(WIDE)
        spreads = navigator.spreads
        assert spreads["isEnabled"] is True
        # The third page must be shown alone; the last one is reflowable.
        assert shown(spreads) == ["c0", "l1r2", "c3", "c4"]
        hrefs = [one["href"].split("/")[-1] for spread in spreads["spreads"] for one in spread["resources"]]
        assert hrefs == HREFS
        navigator.set_viewport(None)
        assert navigator.spreads["isEnabled"] is False


def test_spreads_of_a_reflowable_book(navigator, sample):
    navigator.set_viewport(WIDE)
    navigator.submit_preferences({"spread": "always"})
    spreads = navigator.spreads
    assert spreads["isEnabled"] is False
    order = [link["href"] for link in sample.manifest["readingOrder"]]
    assert [spread["resources"] for spread in spreads["spreads"]] == [
        [{"href": href, "index": index, "page": "center"}] for index, href in enumerate(order)
    ]


@pytest.mark.parametrize(
    ("viewport", "pairs"),
    [
        (WIDE, True),
        (TALL, False),
        ({"width": 800, "height": 800}, False),
        ({"width": 0, "height": 0}, False),
        ({**TALL, "orientation": "landscape"}, True),
        ({**WIDE, "orientation": "portrait"}, False),
        ({**TALL, "insets": {"top": 300, "bottom": 101}}, True),
        ({**WIDE, "insets": {"left": 400}}, False),
        ({**WIDE, "insets": {"left": 1e300, "right": 1e308}}, False),
        ({**WIDE, "insets": {}}, True),
    ],
)
def test_room_for_two(viewport, pairs):
    assert spreads_of(pages(None, None, None), viewport=viewport) == (["c0", "l1r2"] if pairs else ["c0", "c1", "c2"])
    assert len(spreads_of(pages(None, None, None), {"spread": "always"}, viewport)) == 2
    assert len(spreads_of(pages(None, None, None), {"spread": "never"}, viewport)) == 3


def test_the_first_page():
    four = [None] * 4
    assert spreads_of(pages(*four)) == ["c0", "l1r2", "c3"]
    assert spreads_of(pages(*four), {"offsetFirstPage": True}) == ["c0", "l1r2", "c3"]
    assert spreads_of(pages(*four), {"offsetFirstPage": False}) == ["l0r1", "l2r3"]


def test_reading_from_right_to_left():
    three = [None] * 3
    assert spreads_of(pages(*three, readingProgression="rtl")) == ["c0", "r1l2"]
    assert spreads_of(pages(*three, language="ar"), kind="fixed") == ["c0", "r1l2"]
    assert spreads_of(pages(*three), {"readingProgression": "rtl"}) == ["c0", "r1l2"]
    # Pages with a declared side stay on it.
    assert spreads_of(pages(None, "left", "right"), {"readingProgression": "rtl"}) == ["c0", "l1r2"]
    assert spreads_of(pages(None, "right", None, readingProgression="rtl"), {"readingProgression": "ltr"}) == ["c0", "r1l2"]


def test_no_pairs_in_a_strip():
    assert spreads_of(pages(None, None, None), {"scroll": True, "spread": "always"}) == ["c0", "c1", "c2"]


def test_nothing_to_show():
    assert spreads_of(pages()) == []


def test_listener_of_the_spreads():
    heard = []
    with pages(None, None, None) as book, lectern.Navigator(book) as navigator:
        navigator.observe("spreads", lambda topic, event: heard.append(event))
        assert heard == [navigator.spreads]
        navigator.set_viewport(TALL)
        navigator.submit_preferences({"fit": "width"})
        assert len(heard) == 1, "nothing lies elsewhere"
        navigator.set_viewport(WIDE)
        navigator.set_viewport({"width": 1300, "height": 800})
        assert [shown(event) for event in heard[1:]] == [["c0", "l1r2"]]
        navigator.submit_preferences({"readingProgression": "rtl"})
        assert shown(heard[-1]) == ["c0", "r1l2"]
        navigator.submit_preferences({"offsetFirstPage": False})
        assert shown(heard[-1]) == ["l0r1", "c2"]
        navigator.submit_preferences({"spread": "never"})
        assert heard[-1] == navigator.spreads and not heard[-1]["isEnabled"]
        assert len(heard) == 5


@pytest.mark.parametrize(
    ("viewport", "path"),
    [
        ({"width": 1}, "viewport"),
        ({"width": -1, "height": 1}, "viewport > /width"),
        ('{"width":1e999,"height":1}', "viewport > /width"),
        ({**WIDE, "depth": 1}, "viewport > /depth"),
        ({**WIDE, "orientation": "auto"}, "viewport > /orientation"),
        ({**WIDE, "insets": {"top": -1}}, "viewport > /insets/top"),
        ({**WIDE, "insets": {"middle": 1}}, "viewport > /insets/middle"),
        ({**WIDE, "insets": 4}, "viewport > /insets"),
    ],
)
def test_what_is_no_viewport(navigator, viewport, path):
    with pytest.raises(lectern.JsonError) as caught:
        navigator.set_viewport(viewport)
    assert caught.value.path == path
