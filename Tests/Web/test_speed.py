# SPDX-License-Identifier: BSD-3-Clause
"""Compares a chapter of 1 MB with the plain technique, a frame enlarged to all of its columns in a scrolling box.

Measures time of the main thread, which hardly depends on other tests that run in parallel.  Another layout would double
it.
"""
import json

import pytest

import lectern

PLAIN_OPEN = """async (url) => {
    const box = window.plain = document.createElement("div"), frame = document.createElement("iframe");
    frame.sandbox = "allow-same-origin";
    box.style.cssText = "position: absolute; left: 0; top: 0; width: 800px; height: 560px; overflow: hidden; z-index: 9";
    frame.style.cssText = "width: 800px; height: 560px; border: 0";
    box.append(frame);
    await new Promise((resolve) => { frame.onload = resolve; frame.src = url; document.body.append(box); });
    const {documentElement: root, body} = frame.contentDocument, range = window.all = frame.contentDocument.createRange();
    const set = (element, values) =>
        Object.entries(values).forEach(([name, value]) => element.style.setProperty(name, value, "important"));
    set(root, {"box-sizing": "border-box", "column-width": "760px", "column-gap": "40px", "column-fill": "auto",
        height: "560px", padding: "0 20px", overflow: "hidden", margin: 0, "max-width": "none"});
    set(body, {margin: 0, "max-width": "none"});
    range.selectNodeContents(body);
    frame.style.width = `${Math.ceil(range.getBoundingClientRect().width / 800) * 800}px`;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}"""
PLAIN_SIZE = """async () => {
    plain.firstChild.contentDocument.documentElement.style.setProperty("font-size", "130%", "important");
    all.getBoundingClientRect();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}"""
OPEN = """async () => {
    await lectern.go({href: "EPUB/long.xhtml"});
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}"""
SIZE = """async (text) => {
    lectern.receive(text);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}"""


def measure(reader, script, argument=None):
    """The milliseconds that the main thread spends on a script and its consequences."""
    session = reader.context.new_cdp_session(reader.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent():
        return {entry["name"]: entry["value"] for entry in session.send("Performance.getMetrics")["metrics"]}["TaskDuration"]
    before = spent()
    reader.evaluate(script, argument)
    after = spent()
    session.detach()
    return (after - before) * 1000


@pytest.fixture(scope="module")
def times(browser, shelf):
    from .reading import Reader
    best = {}
    for _ in range(2):
        reader = Reader(browser, shelf("large"))
        # The long chapter must not be preloaded while the other one is measured.
        reader.evaluate("""() => {
            const {view} = lectern.shell;
            view.live.prepare = () => {};
            for (const index of [...view.live.keys()]) if (index !== view.index) view.live.drop(index);
        }""")
        found = {"plain open": measure(reader, PLAIN_OPEN, reader.host.base + "EPUB/long.xhtml"),
                 "plain size": measure(reader, PLAIN_SIZE)}
        reader.evaluate("plain.remove()")
        found["open"] = measure(reader, OPEN)
        reader.settle()
        # Uses a separate navigator: that of the page would send its own messages before the measurement.
        with lectern.Navigator(reader.host.book, {**reader.host.options, "preferences": {"fontSize": 1.3}}) as other:
            with other.get("~lectern/state.json") as response:
                state = json.loads(response.body.read())
        message = {"type": "settings", **{name: state[name] for name in ("settings", "css", "background", "direction")}}
        found["size"] = measure(reader, SIZE, json.dumps(message))
        reader.settle()
        found["turn"] = measure(reader, "Array.from({length: 10}, () => lectern.move('forward'))") / 10
        reader.close()
        for name, value in found.items():
            best[name] = min(value, best.get(name, value))
    return best


def test_first_page_of_a_large_chapter(times):
    assert times["open"] <= times["plain open"] * 1.5


def test_size_of_letters_in_a_large_chapter(times):
    assert times["size"] <= times["plain size"] * 1.5


def test_turning_in_a_large_chapter(times):
    assert times["turn"] < 8


def test_turning_does_not_wait_for_the_layout(read, shelf):
    """A page turn only reads and writes the scroll position."""
    reader = read(shelf("novel"))
    assert reader.evaluate("""() => {
        let reads = 0;
        for (const type of [Element, Range]) {
            for (const name of ["getClientRects", "getBoundingClientRect"]) {
                const old = type.prototype[name];
                type.prototype[name] = function () { reads++; return old.call(this); };
            }
        }
        const {window: inside} = lectern.shell.current();
        for (const type of [inside.Element, inside.Range]) {
            for (const name of ["getClientRects", "getBoundingClientRect"]) {
                const old = type.prototype[name];
                type.prototype[name] = function () { reads++; return old.call(this); };
            }
        }
        return [lectern.move("forward"), reads, probe.at().off];
    }""") == [True, 0, 0]
