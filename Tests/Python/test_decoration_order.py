# SPDX-License-Identifier: BSD-3-Clause
"""The stacking order of decorations: a host that applies the changes one by one gets the new list, with the minimum
number of moves."""

import bisect
import itertools
import random

import pytest

import lectern
from support.books_without_files import publication

ONE, TWO = "text/one.xhtml", "text/two.xhtml"


def decoration(id, href=ONE, tint="#FFFF00"):
    locator = {"href": href, "type": "application/xhtml+xml"}
    return {"id": id, "locator": locator, "style": {"id": "highlight", "tint": tint}}


def layers(decorations):
    """The lists that a view shows for each resource, topmost decoration last."""
    layers = {}
    for one in decorations:
        layers.setdefault(one["locator"]["href"], []).append(one)
    return layers


def carry_out(changes, view):
    """Applies changes like a host, which only has a list for each resource, not the old and new groups."""
    for href, steps in changes.items():
        layer = view.setdefault(href, [])
        for step in steps:
            place = lambda id: next(at for at, one in enumerate(layer) if one["id"] == id)
            if "remove" in step:
                del layer[place(step["remove"])]
            elif "add" in step:
                assert all(one["id"] != step["add"]["id"] for one in layer)
                layer.insert(step.get("index", len(layer)), step["add"])
            elif "move" in step:
                moved = layer.pop(place(step["move"]))
                assert 0 <= step.get("index", 0) <= len(layer)
                layer.insert(step.get("index", len(layer)), moved)
            else:
                layer[place(step["update"]["id"])] = step["update"]
    return {href: layer for href, layer in view.items() if layer}


def moves(changes):
    return [step["move"] for steps in changes.values() for step in steps if "move" in step]


def fewest_moves(before, after):
    """Decorations that stay in their resource, except for a longest increasing subsequence, have to move."""
    fewest = 0
    for href, layer in layers(after).items():
        old = [one["id"] for one in layers(before).get(href, [])]
        ends = []
        kept = [old.index(one["id"]) for one in layer if one["id"] in old]
        for rank in kept:
            at = bisect.bisect_left(ends, rank)
            ends[at:at + 1] = [rank]
        fewest += len(kept) - len(ends)
    return fewest


def state(random, most):
    return [decoration(str(id), random.choice([ONE, ONE, TWO]), random.choice(["#FF0000", "#00FF00"]))
            for id in random.sample(range(most + 3), random.randint(0, most))]


def similar(random, before):
    """The list with a few decorations moved, removed, added, or recoloured."""
    after = list(before)
    for _ in range(random.randint(1, 4)):
        at = random.randint(0, len(after))
        if after and random.random() < 0.7:
            one = after.pop(random.randrange(len(after)))
            kind = random.random()
            if kind < 0.6:
                after.insert(at, one)
            elif kind < 0.8:
                after.insert(at, decoration(one["id"], one["locator"]["href"], "#0000FF"))
        else:
            after.insert(at, decoration(f"new {random.random()}", random.choice([ONE, TWO])))
    return after


@pytest.mark.parametrize("seed", range(20))
def test_changes_lead_to_the_new_order(seed):
    numbers = random.Random(seed)
    for _ in range(150):
        before = state(numbers, numbers.choice([3, 6, 40]))
        after = similar(numbers, before) if numbers.random() < 0.6 else state(numbers, 40)
        changes = lectern.diff(before, after)
        assert carry_out(changes, layers(before)) == layers(after), (before, after, changes)
        assert len(moves(changes)) == fewest_moves(before, after)
        assert all(steps for steps in changes.values())


def test_all_small_orders():
    ids = "abcde"
    before = [decoration(id) for id in ids]
    for count in range(len(ids) + 1):
        for order in itertools.permutations(ids + "x", count):
            after = [decoration(id) for id in order]
            changes = lectern.diff(before, after)
            assert carry_out(changes, layers(before)) == layers(after), (order, changes)


def test_a_navigator_keeps_a_view_up_to_date():
    numbers = random.Random(7)
    with publication() as book, lectern.Navigator(book) as navigator:
        now, view = [], {}
        for _ in range(200):
            now = similar(numbers, now)
            view = carry_out(navigator.apply_decorations("g", now), view)
            assert view == layers(now)
            assert navigator.decorations("g") == now
            for href in (ONE, TWO):
                shown = navigator.render_decorations(href)["groups"].get("g", [])
                assert [one["id"] for one in shown] == [one["id"] for one in view.get(href, [])]


def test_what_the_changes_say():
    a, b, c, x = map(decoration, "abcx")
    assert lectern.diff([a, b], [b, a]) == {ONE: [{"move": "b", "index": 0}]}
    assert lectern.diff([a, b], [x, a, b]) == {ONE: [{"add": x, "index": 0}]}
    assert lectern.diff([a, b], [a, x, b]) == {ONE: [{"add": x, "index": 1}]}
    assert lectern.diff([a, b], [a, b, x]) == {ONE: [{"add": x}]}
    assert lectern.diff([a, b, c], [b, c, a]) == {ONE: [{"move": "a"}]}
    assert lectern.diff([a, b, c], [c, a, b]) == {ONE: [{"move": "c", "index": 0}]}
    red = decoration("c", tint="#FF0000")
    assert lectern.diff([a, b, c], [red, a, b]) == {ONE: [{"move": "c", "index": 0}, {"update": red}]}


def test_resources_have_orders_of_their_own():
    a, b = decoration("a"), decoration("b", TWO)
    assert lectern.diff([a, b], [b, a]) == {}
    x = decoration("x")
    assert lectern.diff([b, a], [b, x, a]) == {ONE: [{"add": x, "index": 0}]}


def test_two_of_the_same_id_are_no_state():
    a, b, red = decoration("a"), decoration("b"), decoration("a", tint="#FF0000")
    for before, after, source in (([a, b, red], [], "before"), ([], [a, b, red], "after")):
        with pytest.raises(lectern.JsonError) as refused:
            lectern.diff(before, after)
        assert refused.value.path == f"{source} > /2/id"


def test_the_groups_are_rendered_in_the_order_of_their_first_use():
    with publication() as book, lectern.Navigator(book) as navigator:
        for group in ("z", "a", "z"):
            navigator.apply_decorations(group, [decoration("1")])
        assert list(navigator.render_decorations(ONE)["groups"]) == ["z", "a"]
