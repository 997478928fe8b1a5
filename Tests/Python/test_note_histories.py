# SPDX-License-Identifier: BSD-3-Clause
"""Merging: three devices agree in the end, whatever they do; and processes that are killed while saving.

LECTERN_HISTORIES and LECTERN_KILLS are the numbers of histories and kills.
"""
import os
import random

import lectern
from lectern import notes
from support.note_files import HREF

from .test_store_processes import result, start  # noqa: F401

HISTORIES = int(os.environ.get("LECTERN_HISTORIES", 200))
KILLS = int(os.environ.get("LECTERN_KILLS", 20))
DEVICES = ("a", "b", "c")
GROUPS = {"place": ("locator",), "look": ("style", "color"), "text": ("kind", "body"), "tags": ("tags",)}


def clock(text):
    milliseconds, counter, device = text.split(".", 2)
    return int(milliseconds), int(counter), device.encode()


class Model:
    """The expected result of all edits: for each note and group, the value with the largest clock."""

    def __init__(self):
        self.notes = {}

    def saw(self, note):
        groups = self.notes.setdefault(note["id"], {})
        for group, members in GROUPS.items():
            if group in note["clocks"]:
                self.put(groups, group, note["clocks"][group], {name: note[name] for name in members if name in note})
        if "deleted" in note["clocks"]:
            self.put(groups, "deleted", note["clocks"]["deleted"], None)

    def put(self, groups, group, text, value):
        if group not in groups or clock(text) > groups[group][0]:
            groups[group] = clock(text), value

    def state(self, id):
        groups = self.notes[id]
        edits = [time for group, (time, value) in groups.items() if group != "deleted"]
        if "deleted" in groups and groups["deleted"][0] >= max(edits):
            return None
        return {name: one for group, (time, value) in groups.items() if value for name, one in value.items()}


def edit(dice, store, device, model):
    now = f"2026-01-01T00:00:{dice.randrange(20):02}Z"
    known = [one["id"] for one in store.notes()]
    choice = dice.random()
    if choice < 0.2 and known:
        store.save_notes(device, delete=[dice.choice(known)], now=now)
    else:
        members = dice.choice((
            {"color": dice.choice(("pink", "blue", None))}, {"body": {"text": str(dice.random())}, "kind": "note"},
            {"tags": [str(dice.randrange(5))]}, {"tags": None}, {"style": "underline"},
            {"locator": {"href": HREF, "locations": {"progression": dice.random()}}}))
        id = str(dice.randrange(3))
        if id not in known:
            members = {"locator": {"href": HREF}, **members}
        store.save_notes(device, [{"id": id, **members}], now=now)
    for one in store.note_changes()["notes"]:
        model.saw(one)


def comparable(one):
    """The state on which three devices must agree, including deleted notes."""
    return {name: one[name] for name in sorted(one) if name not in ("modified", "created", "deleted")}, "deleted" in one


def history(seed):
    dice = random.Random(seed)
    stores, model = {device: lectern.Store() for device in DEVICES}, Model()
    try:
        for _ in range(dice.randrange(4, 16)):
            device = dice.choice(DEVICES)
            if dice.random() < 0.3:
                other = dice.choice(DEVICES)
                stores[device].merge_notes(stores[other].note_changes()["notes"])
            else:
                edit(dice, stores[device], device, model)
        states = [stores[device].note_changes()["notes"] for device in DEVICES]
        # Each receives the notes of the others, in a different order, some of them twice.
        for store in stores.values():
            for state in dice.sample(states, 3) + [dice.choice(states)]:
                store.merge_notes(dice.sample(state, len(state)))
        final = [{one["id"]: comparable(one) for one in store.note_changes()["notes"]} for store in stores.values()]
        assert final[0] == final[1] == final[2], seed
        for one in stores["a"].notes():
            expected = model.state(one["id"])
            assert {name: one[name] for name in one if any(name in group for group in GROUPS.values())} == expected, seed
        assert {one["id"] for one in stores["a"].notes()} == {id for id in model.notes if model.state(id) is not None}, seed
        # A pure function gives the same result.
        x, y, z = dice.sample(states, 3)
        left, right = notes.merge(notes.merge(x, y), z), notes.merge(x, notes.merge(z, y))
        assert {one["id"]: comparable(one) for one in left} == {one["id"]: comparable(one) for one in right} == final[0], seed
        assert notes.merge(left, x) == left, seed
    finally:
        for store in stores.values():
            store.close()


def test_three_devices_agree():
    for seed in range(HISTORIES):
        history(seed)


ARENA = """
import random, select, signal, time
kills = int(arguments[0])
dice = random.Random(kills)

def write(name, pipe):
    with lectern.Store(file, busyTimeout=60000) as store:
        number = 0
        while True:
            ids = [f"{name}-{number}-{part}" for part in range(3)]
            store.save_notes(name, [{"id": id, "locator": {"href": "a", "text": {"highlight": id * 9}}} for id in ids],
                             now="2026-01-01T00:00:00Z", publication="b")
            os.write(pipe, (" ".join(ids) + "\\n").encode())
            number += 1

def check(acknowledged):
    with lectern.Store(file, busyTimeout=60000) as store:
        assert store.warnings == [], store.warnings
        found = {one["id"] for one in store.notes(publication="b", limit=10000)}
        lost = acknowledged - found
        assert not lost, sorted(lost)[:5]
        parts = {id.rsplit("-", 1)[0] for id in found}
        assert len(found) == 3 * len(parts), "a part of a call is there"
        if found:
            id = sorted(found)[len(found) // 2]
            assert id in {one["id"] for one in store.notes(text=id)}

acknowledged = set()
for round in range(kills):
    children = []
    for name in ("x", "y"):
        read, pipe = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            try:
                write(f"{name}{round}", pipe)
            finally:
                os._exit(1)
        os.close(pipe)
        children.append((child, read))
    # Every other time, not before one of them has saved something: then it is not too early on any machine.
    if round % 2:
        select.select([read for child, read in children], [], [], 60)
    time.sleep(dice.uniform(0, 0.05))
    for child, read in children:
        os.kill(child, signal.SIGKILL)
    for child, read in children:
        os.waitpid(child, 0)
        with os.fdopen(read, "rb") as lines:
            text = lines.read().decode()
        acknowledged |= {id for line in text.splitlines(True) if line.endswith("\\n") for id in line.split()}
    if round % 10 == 9:
        check(acknowledged)
check(acknowledged)
print(len(acknowledged))
"""


def test_nothing_acknowledged_is_lost(start, tmp_path):  # noqa: F811
    """Two processes save, and are killed at random times."""
    process = start(ARENA, tmp_path / "notes.db", KILLS)
    output, errors = process.communicate(timeout=60 + KILLS)
    assert process.returncode == 0, errors
    assert int(output) >= KILLS // 2


def test_two_processes_save_notes_at_once(start, tmp_path):  # noqa: F811
    """2 x 50 edits of one note: the last edit of each group wins, and no call fails."""
    file = tmp_path / "notes.db"
    program = """
with lectern.Store(file, busyTimeout=60000) as store:
    for number in range(50):
        store.save_notes(arguments[0], [{"id": "n", "locator": {"href": "a"}, arguments[0]: number}], now="2026-01-01T00:00:00Z")
"""
    for process in [start(program, file, name) for name in ("own-a", "own-b")]:
        result(process)
    with lectern.Store(file) as store:
        [found] = store.notes()
        assert (found["own-a"], found["own-b"]) == (49, 49)
