# SPDX-License-Identifier: BSD-3-Clause
"""Round trips from positions to EPUB CFIs, compared with other implementations.

For random positions and ranges, the CFI must equal the one written here from the specification, with lxml, and must
resolve to the same position.  With --browser, positions are chosen in Chromium, even in markup that is not well-formed,
and cfis.js writes and resolves the CFIs.
"""
import argparse
import json
import random
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from support import isolation

from .browser import ARGUMENTS, CHROMIUM, in_words, malformed, playwright_error, served
from .roundtrip import Book, books, lectern

#: Per book.  Half of them are ranges.
PLACES = 1000
#: The number of documents with random tags.
INVENTED = 60
TAGS = """a b i u p div span table tr td th tbody caption colgroup col ul li ol dl dt dd h1 h2 pre br hr img form input select option
optgroup button object nobr font em ruby rt rp svg g desc title math mi mtext style body html head section marquee address x-y a b p
table tr td p b a div""".split()
SCRIPT = "() => {" + Path(__file__).with_suffix(".js").read_text(encoding="utf-8") + "}"


# ------------------------------------------------------------------------------------------------------ The specification

def escaped(text):
    return "".join("^" + it if it in "^[](),;=" else it for it in text)


def step(number, element=None):
    id = element.get("id") if element is not None else None
    return f"/{number}[{escaped(id)}]" if id else f"/{number}"


def package_paths(book):
    """The path to the item of each resource in the package document."""
    with book.get("META-INF/container.xml") as resource:
        container = ElementTree.fromstring(resource.read())
    path = next(it.get("full-path") for it in container.iter() if it.tag.endswith("}rootfile"))
    with book.get(path.replace("%", "%25").replace(" ", "%20")) as resource:
        package = ElementTree.fromstring(resource.read())
    found, items = {}, {it.get("id"): it.get("href") for it in package.iter() if it.tag.endswith("}item")}
    for number, spine in enumerate(package, 1):
        if spine.tag.endswith("}spine"):
            for place, item in enumerate(spine, 1):
                name = (items.get((item.get("idref") or "").strip()) or "").strip().split("/")[-1]
                found.setdefault(name, step(2 * number, spine) + step(2 * place, item))
    return found


def elements(parent):
    return [it for it in parent if isinstance(it.tag, str)]


def chunks(element):
    """The texts before, between and after the child elements, ignoring comments."""
    texts = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str):
            texts.append("")
        texts[-1] += child.tail or ""
    return texts


def steps_to(element):
    steps = []
    while (parent := element.getparent()) is not None:
        steps.insert(0, step(2 * elements(parent).index(element) + 2, element))
        element = parent
    return steps


def selector_of(element):
    numbers = []
    while (parent := element.getparent()) is not None:
        numbers.insert(0, elements(parent).index(element) + 1)
        element = parent
    return " > ".join([":root", *(f":nth-child({number})" for number in numbers)])


def joined(package, *ends):
    """The CFI of paths, each a list of steps."""
    if len(ends) == 1:
        return f"epubcfi({package}!{''.join(ends[0])})"
    start, end = ends
    count = 0
    while count < min(len(start), len(end)) - 1 and start[count] == end[count]:
        count += 1
    # The last step of an end belongs to it, and its text is not shared.
    shared, start, end = ("".join(it) for it in (start[:count], start[count:], end[count:]))
    return f"epubcfi({package}!{shared},{start},{end})" if count else f"epubcfi({package},!{start},!{end})"


# ------------------------------------------------------------------------------------------------------------------- Places

class Place:
    """A character of a document, as a CFI and as a point of a domRange."""

    def __init__(self, element, chunk, offset):
        texts = chunks(element)
        self.path = [*steps_to(element), f"/{2 * chunk + 1}:{offset}"]
        self.point = {"cssSelector": selector_of(element), "textNodeIndex": sum(map(bool, texts[:chunk])), "charOffset": offset}
        self.node = element, self.point["textNodeIndex"], offset

    @staticmethod
    def anywhere(page, chance):
        """A random position; all texts of the document are equally likely."""
        if not hasattr(page, "chunks"):
            page.chunks = [(element, number) for element in page.root.iter() if isinstance(element.tag, str)
                           for number, text in enumerate(chunks(element)) if text]
        element, number = chance.choice(page.chunks)
        text = chunks(element)[number]
        return Place(element, number, len(text[:chance.randint(0, len(text))].encode("utf-16-le")) // 2)


def node_of(page, point):
    [element] = page._found(point["cssSelector"])
    return element, point["textNodeIndex"], point["charOffset"]


def order(place):
    element, index, offset = place.node
    numbers = [int(it.strip("/").split("[")[0].split(":")[0]) for it in place.path]
    return numbers, offset


class Examination:
    def __init__(self, book, seed):
        self.book, self.chance = book, random.Random(seed)
        self.paths = package_paths(book.publication)
        self.counts, self.mistakes = Counter(), []

    def count(self, check, place, mistake):
        self.counts[check, "wrong" if mistake else "right"] += 1
        if mistake:
            self.mistakes.append(f"{check}: {mistake}: {place}")

    def package(self, href):
        from urllib.parse import unquote
        name = href.split("/")[-1]
        return self.paths.get(name) or next(path for known, path in self.paths.items() if unquote(known) == unquote(name))

    def pages(self):
        """The documents with text, and their hrefs."""
        for link in self.book.publication.reading_order:
            href = link["href"].partition("#")[0]
            if "html" not in link.get("type", ""):
                continue
            try:
                page = self.book.page(href)
            except (lectern.LecternError, ValueError, SyntaxError):
                continue
            if any(page.text):
                yield href, page

    def with_lxml(self, places):
        # Other parsers build other trees for malformed documents, and have other depth limits.
        pages = [(href, page) for href, page in self.pages() if page.is_well_formed]
        for number in range(places if pages else 0):
            href, page = pages[number * len(pages) // places]
            ends = sorted((Place.anywhere(page, self.chance) for _ in range(1 + number % 2)), key=order)
            # An empty range is a position.
            ends = ends[:1] if ends[0].node == ends[-1].node else ends
            expected = joined(self.package(href), *(it.path for it in ends))
            found = self.compare(href, [it.point for it in ends], expected)
            self.check_read(href, expected, found,
                            [node_of(page, point) for point in points_of(found)] == [it.node for it in ends])

    def compare(self, href, points, expected):
        """Compares the locator that the expected CFI resolves to."""
        publication, where = self.book.publication, dict(zip(("start", "end"), points))
        cfi = publication.cfi({"href": href, "domRange": where})
        self.count("written", (href, where), None if cfi["cfi"] == expected else f"{cfi['cfi']} instead of {expected}")
        found = publication.locate({"fragments": [expected]})
        self.count("read again", (href, expected), None if expected in found["locations"]["fragments"] else found["locations"])
        return found

    def check_read(self, href, cfi, found, is_there):
        """:param is_there: whether the resulting points are the intended position"""
        self.count("read", (href, cfi), None if found["href"] == href and is_there else found)

    # ----------------------------------------------------------------------------------------------------------- In a browser

    def in_browser(self, places, tab):
        """Picks positions in all documents, and more in the last ones if others have no text."""
        hrefs = [href for href, _ in self.pages()]
        hrefs = hrefs[::-(-len(hrefs) // places) or 1]
        with served(self.book) as address:
            for number, href in enumerate(hrefs):
                wanted = -(-(places - self.counts["places", "picked"]) // (len(hrefs) - number))
                try:
                    tab.goto(address + href, wait_until="domcontentloaded")
                    tab.evaluate(SCRIPT)
                    # Returns a string, because playwright is slow with many values.
                    picked = json.loads(tab.evaluate(
                        "([count, seed]) => JSON.stringify(pick(count, seed))", [wanted, self.chance.getrandbits(31)]))
                except playwright_error():
                    # Its frames navigate away.
                    self.counts["documents", "not opened"] += 1
                    continue
                self.counts["places", "picked"] += len(picked)
                self.with_tab(href, picked, tab)

    def with_tab(self, href, picked, tab):
        cfis = [joined(self.package(href), *one["paths"]) for one in picked]
        found = [self.compare(href, one["points"], cfi) for one, cfi in zip(picked, cfis)]
        answers = tab.evaluate("places => JSON.parse(places).map(([paths, points]) => same(paths, points))", json.dumps([
            [["".join(path) for path in one["paths"]], points_of(it)] for one, it in zip(picked, found)]))
        for cfi, it, is_there in zip(cfis, found, answers):
            self.check_read(href, cfi, it, is_there)


def points_of(locator):
    return list(locator["locations"].get("domRange", {}).values())


def invented(seed):
    """A publication of badly malformed documents."""
    chance = random.Random(seed)

    def piece():
        kind = chance.random()
        if kind < 0.45:
            return f"<{chance.choice(TAGS)}{chance.choice(('', '', '', '', ' id=x', ' type=hidden', ' color=red'))}>"
        return f"</{chance.choice(TAGS)}>" if kind < 0.75 else chance.choice(("one", "two ", " ", "\n", "&amp;", "<!-- no -->"))

    files = {f"{number}.html": (chance.choice(("", "<!DOCTYPE html>")) + "".join(piece() for _ in range(40))).encode()
             for number in range(INVENTED)}
    return lectern.Publication.open_manifest({
        "metadata": {"title": "Invented"}, "readingOrder": [{"href": name, "type": "text/html"} for name in files]}, files.get)


class Markup(Examination):
    """Documents without a package: only the inner parts of CFIs are compared."""

    def __init__(self, book, seed):
        self.book, self.chance, self.counts, self.mistakes = book, random.Random(seed), Counter(), []

    def package(self, href):
        return ""

    def with_tab(self, href, picked, tab):
        # A range whose ends only share the root has no path inside the document.
        super().with_tab(href, [one for one in picked if ",!" not in joined("", *one["paths"])], tab)

    def compare(self, href, points, expected):
        part, where = expected.partition("!")[2].removesuffix(")"), dict(zip(("start", "end"), points))
        found = self.book.publication.locate({"href": href, "domRange": where, "partialCfi": part})["locations"]
        self.count("written", (href, where), None if found["partialCfi"] == part else f"{found['partialCfi']} instead of {part}")
        return self.book.publication.locate({"href": href, "partialCfi": part})


# ---------------------------------------------------------------------------------------------------------------------- Books

#: Collections that are not books, but are tested as well.
MARKUP = {"malformed markup": lambda seed: malformed(), "invented markup": invented}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--browser", action="store_true", help="pick the places in Chromium")
    parser.add_argument("--books", type=int, default=100, help="so many books of the corpus (default 100)")
    parser.add_argument("--places", type=int, default=PLACES, help=f"so many places in each of them (default {PLACES})")
    parser.add_argument("--only", default="", help="only those whose path contains this")
    parser.add_argument("--seed", default="", help="picks other places")
    parser.add_argument("--mistakes", type=int, default=20, metavar="N", help="print so many mistakes (default 20)")
    return parser.parse_args()


def attempt(path, seed, places):
    """The counts and mistakes of one book; None if it cannot be opened or has no text."""
    try:
        with lectern.Publication.open(path) as publication:
            examination = Examination(Book(publication), seed)
            examination.with_lxml(places)
    except (lectern.LecternError, ElementTree.ParseError):
        return None
    return (examination.counts, examination.mistakes) if examination.counts else None


def with_lxml(options, names):
    for name in names:
        outcome = isolation.run(attempt, options.corpus / name, options.seed + name, options.places)
        if outcome.died:
            yield name, (Counter({("books", "wrong"): 1}), [f"it died: {outcome.died}"])
        elif outcome.value:
            yield name, outcome.value


def in_browser(options, names):
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        tab = chromium.new_page()
        for name in [*MARKUP, *names]:
            try:
                with MARKUP[name](options.seed) if name in MARKUP else lectern.Publication.open(options.corpus / name) as publication:
                    kind = Markup if name in MARKUP else Examination
                    examination = kind(Book(publication), options.seed + name)
                    examination.in_browser(options.places, tab)
            except (lectern.LecternError, ElementTree.ParseError):
                continue
            if examination.counts:
                yield name, (examination.counts, examination.mistakes)
        chromium.close()


def main():
    options = arguments()
    if options.browser and (CHROMIUM is None or find_spec("playwright") is None):
        print("skipped: there is no Chromium, or no playwright")
        return 0
    lectern.load()
    # Books of all kinds; those that cannot be opened, or have no text, do not count.
    names = books(options.corpus, options.only)
    chance = random.Random(options.seed)
    chance.shuffle(names)
    total, mistakes, count = Counter(), [], 0
    for name, (counts, wrong) in (in_browser if options.browser else with_lxml)(options, names):
        if options.browser:
            print(f"{name}: {in_words(counts)}", flush=True)
        total += counts
        mistakes += [f"{name}: {mistake}" for mistake in wrong]
        count += name not in MARKUP
        if count >= options.books:
            break
    print(*mistakes[:options.mistakes], sep="\n")
    print(f"{count} books: {in_words(total)}")
    return 1 if mistakes or not total["written", "right"] else 0


if __name__ == "__main__":
    sys.exit(main())
