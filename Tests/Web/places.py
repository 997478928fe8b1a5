# SPDX-License-Identifier: BSD-3-Clause
"""Tests locations in a book: random highlights are on their words and found by clicks, selections resolve to
themselves, search matches are drawn in the right place, the first word stays on the screen through changes, and
resources are released. page.py prints the results."""
import random
import re
import time
from contextlib import suppress
from pathlib import Path

from .marking import apply, highlights, prepared
from .reading import HELD, Mouse, Reader, browser, random_change, until

#: The number of tests in each book.
MARKS, TRIES, CHANGES, VISITS, QUERIES = 300, 300, 100, 250, 10
#: The maximum number of resources that get highlights, and of clicks in each.
RESOURCES, CLICKS = 6, 10
SIZE = (613, 800)

HEAD = (f"  {'book':32} {'marks':>5} {'off':>4} {'again':>5} {'unseen':>6} {'hits':>4} {'wrong':>5} {'tries':>5} {'wrong':>5} "
        f"{'found':>6} {'else':>4} {'changes':>7} {'lost':>4} {'visits':>6} {'frames':>6} {'docs':>4} {'heard':>5} {'watch':>5} {'nodes':>6} {'KB':>6} {'s':>4}")
#: The permitted growth after the visits.
LEFT = {"frames": 0, "documents": 2, "listeners": 20, "observers": 0, "nodes": 300, "bytes": 1_000_000}


SPACE = re.compile(r"\s+")
#: For each decoration of a search, its text without white space and ruby readings, and its start.
DRAWN = """async () => {
    const {indexOf} = await import("./book/quote.js"), index = indexOf(lectern.shell.current().body);
    return (lectern.shell.current().decorations.groups.get("search") || []).map(({span}) => {
      if (!span) return null;
      const from = index.offsetOf(span.startContainer, span.startOffset), to = index.offsetOf(span.endContainer, span.endOffset);
      return [index.slice(from, to, "rt,rp,rtc,script,style").replace(/\\s+/g, ""), from];
    }); }"""


class Trial:
    def __init__(self, reader):
        self.reader = reader
        self.order = reader.evaluate("lectern.shell.book.readingOrder.map(({href, type}) => ({href, type}))")
        self.found = dict.fromkeys("marks off again unseen hits misses tries astray matches elsewhere changes lost visits".split(), 0)
        self.wrong = []

    def note(self, name, what):
        """Counts problems, and records details of the first ones."""
        self.found[name] += len(what)
        self.wrong += [(name, self.reader.place()["locator"]["href"], *one) for one in what[:2]]

    def show(self, index):
        """Whether the resource is HTML with text, and not the second page of a spread."""
        self.reader.go(self.order[index])
        return self.reader.evaluate("""(href) => lectern.shell.current?.()?.href === href && Boolean(lectern.shell.current().document?.body) &&
            /\\S/.test(lectern.shell.current().body.textContent)""", self.order[index]["href"])

    def resources(self, count):
        """Indices of resources with text, as far apart as possible."""
        step = max(1, len(self.order) / count)
        return [index for index in {int(step * number) for number in range(count)} if index < len(self.order) and self.show(index)]

    def mark(self):
        chosen = self.resources(RESOURCES)
        for number, index in enumerate(chosen):
            self.show(index)
            prepared(self.reader)
            left = len(chosen) - number
            count = (MARKS - self.found["marks"]) // left
            locators = self.reader.evaluate("([count, seed]) => marks.locators(count, seed)", [count, index + 5])
            apply(self.reader, highlights(locators))
            self.found["marks"] += len(locators)
            self.look("off")
            self.hit()
            tries = (TRIES - self.found["tries"]) // left
            self.note("astray", [[text] for text in self.reader.evaluate("(count) => marks.selections(count, 11)", tries)])
            self.found["tries"] += tries
            self.reader.resize(SIZE[0] + 83, SIZE[1] - 60)
            self.reader.set(fontSize=1.3)
            self.look("again")
            self.reader.resize(*SIZE)
            self.reader.set(fontSize=None)

    def look(self, name):
        found = self.reader.evaluate("lectern.shell.kind === 'reflow' ? marks.checkAll() : marks.check()")
        self.note(name, found["wrong"])
        self.found["unseen"] += found.get("missing", 0)

    def hit(self):
        reader, mouse = self.reader, Mouse(self.reader)
        reader.tell({"type": "activable", "groups": ["marks"]})
        middles = reader.evaluate("marks.middles()")
        self.note("misses", reader.evaluate("""(all) => all.map((one) => [one, lectern.shell.current().decorations.activation.hit(one)])
            .filter(([{id}, hit]) => hit?.id !== id)""", middles))
        self.found["hits"] += len(middles)
        seen = reader.evaluate("""(all) => all.map((one) => ({...one, ...lectern.shell.current().toView(
            {left: one.x, top: one.y, right: one.x, bottom: one.y})})).filter(({left, top}) =>
            left > 2 && top > 2 && left < innerWidth - 2 && top < innerHeight - 2)""", middles)
        for one in seen[::max(1, len(seen) // CLICKS)]:
            said = len(reader.host.messages)
            mouse.click(one["left"], one["top"])
            with suppress(AssertionError):  # an engine is notified by another process, and may be late
                until(reader.page, lambda: reader.host.messages[said:], 4)
            heard = [(message["type"], message.get("id")) for message in reader.host.messages[said:]]
            if ("decoration", one["id"]) not in heard:
                selected = reader.evaluate("String(lectern.shell.current().document.getSelection())")
                self.note("misses", [[one["id"], one["left"], one["top"], heard, selected]])
            self.found["hits"] += 1
        reader.tell({"type": "activable", "groups": []})

    def search(self):
        """All matches of some words of the book, in the tested resources: each is drawn on its words, in order."""
        reader, choose = self.reader, random.Random(len(self.order))
        for index in self.resources(RESOURCES):
            self.show(index)
            if reader.evaluate("lectern.shell.kind === 'pdf'"):
                continue  # the matches of all pages have the same href
            href, words = self.order[index]["href"], sorted(set(reader.evaluate("lectern.shell.current().body.textContent").split()))
            for query in choose.sample(words, min(QUERIES, len(words))):
                matches = [match for page in reader.host.book.search(query) for match in page["locators"] if match["href"] == href]
                if not matches:
                    continue  # in two blocks, or in a style sheet
                apply(reader, highlights(matches), "search")
                drawn = reader.evaluate(DRAWN)
                same = [None if one is None else one[0] for one in drawn] == [SPACE.sub("", match["text"]["highlight"]) for match in matches]
                places = [one[1] for one in drawn if one]
                right = same and all(one < other for one, other in zip(places, places[1:]))
                self.note("elsewhere", [] if right else [[query, len(matches), drawn[:3]]])
                self.found["matches"] += len(matches)
            apply(reader, [], "search", [href])

    def change(self):
        reader, choose = self.reader, random.Random(len(self.order))
        texts = [index for index in self.resources(3) if reader.evaluate("lectern.shell.kind === 'reflow'")]
        if texts:
            begin = {**self.order[texts[len(texts) // 2]], "locations": {"progression": 0.3}}
            reader.go(begin)
            while not reader.evaluate("lectern.shell.kind === 'reflow' && probe.mark() && !probe.pictured()"):
                if not reader.move("forward"):
                    reader.go(begin)
                    reader.evaluate("probe.mark()")
                    break
        else:
            reader.go(self.order[len(self.order) // 2])
            first = reader.evaluate("[probe.shown()[0], lectern.place().page]")
        for _ in range(CHANGES):
            what = random_change(choose)
            while not texts and not isinstance(what, tuple):
                what = random_change(choose)
            reader.change(what)
            # Nothing of other pages may be shown while other spreads are created.
            kept = reader.evaluate("probe.kept()") if texts else reader.evaluate(
                "([name, page]) => probe.shown().includes(name) || lectern.place().page === page", first)
            self.note("lost", [] if kept else [[what]])
            self.found["changes"] += 1
        reader.resize(*SIZE)

    def visit(self):
        """Visits the same resource twice, with many others in between.  A browser keeps something of the first document of
        some kinds, so all are visited before."""
        def go(first, last):
            for number in range(first, last):
                self.reader.evaluate("async (index) => { await lectern.shell.enter(index, 0); await probe.settled(); }",
                                     number % len(self.order))
            self.reader.idle()
            return self.reader.held()
        rounds = max(1, VISITS // len(self.order)) * len(self.order)
        go(1, VISITS // 2)
        before = go(0, min(20, rounds) + 1)
        go(1, VISITS // 2)
        after = go(0, min(20, rounds) + 1)
        self.found["visits"] += VISITS
        return {name: after[name] - before[name] for name in LEFT}


def tried(engine, path):
    """A row of the table, details, and whether there are problems."""
    begin, name = time.monotonic(), f"{Path(path).stem[:32]:32}"
    try:
        trial = Trial(Reader(browser(engine), path, {}, SIZE, scripts=[HELD]))
        try:
            trial.mark()
            trial.search()
            trial.change()
            left = trial.visit()
        finally:
            trial.reader.close()
    except Exception as error:  # a book that cannot be tested is a row of the table
        return f"{name} {str(error).splitlines()[0][:300]}", [], True
    found = trial.found
    leaked = any(left[name] > most for name, most in LEFT.items())
    wrong = any(found[each] for each in ("off", "again", "misses", "astray", "elsewhere", "lost")) or leaked or trial.reader.errors
    line = (f"{name} {found['marks']:5} {found['off']:4} {found['again']:5} {found['unseen']:6} {found['hits']:4} {found['misses']:5} "
            f"{found['tries']:5} {found['astray']:5} {found['matches']:6} {found['elsewhere']:4} {found['changes']:7} {found['lost']:4} {found['visits']:6} {left['frames']:6} "
            f"{left['documents']:4} {left['listeners']:5} {left['observers']:5} {left['nodes']:6} {left['bytes'] // 1000:6} "
            f"{time.monotonic() - begin:4.0f}")
    return line, (trial.wrong + trial.reader.errors)[:8], bool(wrong)
